/* lexer_foreign.c: what people bring along from other languages and from word processors.
 *
 * Nothing here is part of the notation. Each spelling gets an error that names the right one; where
 * that is a token of the notation, the token is made, and the parser never knows. */
#include "lexer_internal.h"

#include <string.h>

typedef struct {
    const char *text;
    lf_token_kind kind; /* LF_TOK_ERROR: there is no sign for it */
    lf_keyword keyword;
    const char *advice; /* the right spelling, or for LF_TOK_ERROR a sentence */
} foreign_sign;

/* Longer ones before those that they begin with. */
static const foreign_sign foreign_signs[] = {
    {"===", LF_TOK_EQUAL, LF_KW_NO_KEYWORD, "=="},
    {"!==", LF_TOK_NOT_EQUAL, LF_KW_NO_KEYWORD, "!="},
    {"...", LF_TOK_ERROR, LF_KW_NO_KEYWORD, "a range is written `1..6`"},
    {"&&", LF_TOK_WORD, LF_KW_AND, "and"},
    {"||", LF_TOK_WORD, LF_KW_OR, "or"},
    {"<>", LF_TOK_NOT_EQUAL, LF_KW_NO_KEYWORD, "!="},
    {"=>", LF_TOK_AT_LEAST, LF_KW_NO_KEYWORD, ">="},
    {"=<", LF_TOK_AT_MOST, LF_KW_NO_KEYWORD, "<="},
    {":=", LF_TOK_ASSIGN, LF_KW_NO_KEYWORD, "="},
    {"++", LF_TOK_ERROR, LF_KW_NO_KEYWORD, "to add one, write `x += 1`"},
    {"--", LF_TOK_ERROR, LF_KW_NO_KEYWORD, "to subtract one, write `x -= 1`"},
    {"*=", LF_TOK_ERROR, LF_KW_NO_KEYWORD, "write it out: `x = x * 2`"},
    {"/=", LF_TOK_ERROR, LF_KW_NO_KEYWORD, "write it out: `x = x / 2`; not equal is `!=`"},
    {"//", LF_TOK_ERROR, LF_KW_NO_KEYWORD, "a comment begins with `#`; division is `/`"},
    {"/*", LF_TOK_ERROR, LF_KW_NO_KEYWORD, "A comment begins with `#` and ends with the line."},
    {"&", LF_TOK_WORD, LF_KW_AND, "and"},
    {"|", LF_TOK_WORD, LF_KW_OR, "or"},
    {"%", LF_TOK_WORD, LF_KW_MOD, "mod"},
};

static void read_foreign_sign(lf_lexer *lexer, const foreign_sign *foreign) {
    uint32_t start = lexer->at;
    lexer->at += (uint32_t)strlen(foreign->text);
    lf_token *token = lf_lexer_emit(lexer, foreign->kind, start);
    token->keyword = (uint8_t)foreign->keyword;
    if (foreign->kind == LF_TOK_ERROR) {
        lf_lexer_error(lexer, LF_E0212, start, lexer->at, foreign->advice,
                       "`%s` is not a sign of the notation", foreign->text);
        return;
    }
    token->text = foreign->advice;
    lf_lexer_error(lexer, LF_E0212, start, lexer->at, NULL,
                   "`%s` is not a sign of the notation: write `%s`", foreign->text,
                   foreign->advice);
}

/* `!` is `not`; but `!=` is ours. */
static void read_exclamation(lf_lexer *lexer) {
    static const foreign_sign exclamation = {"!", LF_TOK_WORD, LF_KW_NOT, "not"};
    read_foreign_sign(lexer, &exclamation);
}

/* A statement ends with its line. Between two statements the `;` is read as one. */
static void read_semicolon(lf_lexer *lexer) {
    uint32_t start = lexer->at++;
    lf_lexer_error(lexer, LF_E0212, start, start + 1, NULL,
                   "`;` is not needed: each statement has its own line");
    uint32_t rest = lexer->at;
    while (rest < lexer->length && (lexer->text[rest] == ' ' || lexer->text[rest] == ';'))
        rest++;
    bool last = rest >= lexer->length || lexer->text[rest] == '\n' || lexer->text[rest] == '#';
    lexer->at = rest;
    bool between = lexer->mode == LF_LEX_BLOCK && !lexer->open_count;
    if (!last)
        lf_lexer_emit(lexer, between ? LF_TOK_NEWLINE : LF_TOK_ERROR, start);
}

/* 'text': read as a text without holes, if the line has the second quote. */
static bool read_single_quotes(lf_lexer *lexer) {
    uint32_t start = lexer->at, end = start + 1;
    while (end < lexer->length && lexer->text[end] != '\'' && lexer->text[end] != '\n')
        end++;
    if (end >= lexer->length || lexer->text[end] != '\'')
        return false;
    lf_lexer_error(lexer, LF_E0212, start, end + 1, NULL,
                   "a text is written in double quotes, not in single quotes");
    lexer->at = start + 1;
    lf_lexer_emit(lexer, LF_TOK_TEXT_OPEN, start);
    lexer->at = end;
    lf_lexer_emit(lexer, LF_TOK_STRING, start + 1)->text =
        lf_intern(lexer->context->names, lexer->text + start + 1, end - start - 1);
    lexer->at = end + 1;
    lf_lexer_emit(lexer, LF_TOK_TEXT_CLOSE, end);
    return true;
}

bool lf_lexer_foreign_sign(lf_lexer *lexer) {
    char c = lf_lexer_peek(lexer, 0);
    uint32_t left = lexer->length - lexer->at;
    for (size_t i = 0; i < LF_COUNT(foreign_signs); i++) {
        const char *text = foreign_signs[i].text;
        size_t length = strlen(text);
        if (length > left || memcmp(text, lexer->text + lexer->at, length) != 0)
            continue;
        read_foreign_sign(lexer, &foreign_signs[i]);
        return true;
    }
    if (c == '!' && lf_lexer_peek(lexer, 1) != '=')
        read_exclamation(lexer);
    else if (c == ';')
        read_semicolon(lexer);
    else
        return c == '\'' && read_single_quotes(lexer);
    return true;
}

/* ---- characters that mean nothing ---- */

/* Mostly what a word processor makes of plain signs. */
static const struct {
    const char *character, *advice;
} characters[] = {
    {"\u201c", "write `\"`"},
    {"\u201d", "write `\"`"},
    {"\u201e", "write `\"`"},
    {"\u2018", "write `\"`"},
    {"\u2019", "write `\"`"},
    {"'", "write texts in double quotes"},
    {"\u2013", "minus is `-`"},
    {"\u2014", "minus is `-`"},
    {"\u2212", "minus is `-`"},
    {"\u00d7", "write `*`"},
    {"\u00f7", "write `/`"},
    {"\u2264", "write `<=`"},
    {"\u2265", "write `>=`"},
    {"\u2260", "write `!=`"},
    {"\u2026", "a range is written `1..6`"},
    {"\u00a0", "it looks like a space; write an ordinary space"},
    {"?", "a choice between two values is written `if a then b else c`"},
};

static const char *advice_for_character(const char *character, size_t length) {
    for (size_t i = 0; i < LF_COUNT(characters); i++) {
        const char *candidate = characters[i].character;
        if (strlen(candidate) == length && memcmp(candidate, character, length) == 0)
            return characters[i].advice;
    }
    return "a name has the letters a-z and A-Z, digits, `_` and `-` only";
}

static unsigned code_point(const unsigned char *p, int length) {
    if (length == 1)
        return p[0];
    unsigned value = p[0] & (0xffu >> (length + 1));
    for (int i = 1; i < length; i++)
        value = value << 6 | (p[i] & 0x3fu);
    return value;
}

void lf_lexer_unknown_character(lf_lexer *lexer) {
    uint32_t start = lexer->at;
    const char *p = lexer->text + start;
    int length = lf_utf8_length(p, lexer->text + lexer->length);
    unsigned code = code_point((const unsigned char *)p, length);
    const char *note = advice_for_character(p, (size_t)length);
    lexer->at += (uint32_t)length;
    lf_lexer_emit(lexer, LF_TOK_ERROR, start);
    if (lexer->character_reported)
        return;
    lexer->character_reported = true;
    if (length == 1 && code >= 0x80)
        lf_lexer_error(lexer, LF_E0201, start, lexer->at, "the file is not UTF-8 here",
                       "unexpected byte 0x%02X", code);
    else if (code < 0x20 || code == 0x7f)
        lf_lexer_error(lexer, LF_E0201, start, lexer->at, note, "unexpected character U+%04X",
                       code);
    else
        lf_lexer_error(lexer, LF_E0201, start, lexer->at, note,
                       "unexpected character `%.*s` (U+%04X)", length, p, code);
}
