/* lexer.c: words, numbers, signs and brackets, and the loop over them.
 *
 * The lexer reads on after every error. Where it knows what was meant it makes that token, so that
 * the parser can go on; otherwise an ERROR token. */
#include "lexer_internal.h"

#include <stdio.h>
#include <string.h>

const lf_keyword_info lf_keyword_table[LF_KEYWORD_COUNT] = {
    [LF_KW_NO_KEYWORD] = {"", LF_LINE_PLAIN, true},
#define RESERVED false
#define FREE true
#define LF_KEYWORD(name, text, line_start, use) [LF_KW_##name] = {text, LF_LINE_##line_start, use},
#include "tokens.def"
};

typedef struct {
    lf_token_kind kind;
    const char *text;
} sign;

static const sign signs[] = {
#define LF_SIGN(name, text) {LF_TOK_##name, text},
#include "tokens.def"
};

/* ---- shared by the lexer's files ---- */

void lf_lexer_error(lf_lexer *lexer, lf_code code, uint32_t from, uint32_t to, const char *note,
                    const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t length = to > from ? lf_utf8_count(lexer->text + from, to - from) : 1;
    lf_report_add(lexer->context->report, LF_ERROR, code, lf_doc_pos_at(lexer->doc, from),
                  (uint16_t)(length < UINT16_MAX ? length : UINT16_MAX), note, "%s", message);
    lexer->out->failed = true;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

lf_token *lf_lexer_emit(lf_lexer *lexer, lf_token_kind kind, uint32_t start) {
    lf_token token = {.kind = (uint8_t)kind, .offset = start, .length = lexer->at - start};
    token.spaced = start == 0 || is_blank(lexer->text[start - 1]);
    token.spaced_after = is_blank(lf_lexer_peek(lexer, 0));
    lf_tokens *out = lexer->out;
    LF_PUSH(lexer->context->arena, out->items, out->count, out->capacity, token);
    return &out->items[out->count - 1];
}

char lf_lexer_peek(const lf_lexer *lexer, uint32_t ahead) {
    return ahead < lexer->length - lexer->at ? lexer->text[lexer->at + ahead] : '\0';
}

void lf_lexer_push(lf_lexer *lexer, lf_opening_kind kind, uint32_t offset) {
    lf_opening opening = {kind, offset};
    LF_PUSH(lexer->context->arena, lexer->open, lexer->open_count, lexer->open_capacity, opening);
}

lf_opening *lf_lexer_innermost(lf_lexer *lexer) {
    return lexer->open_count ? &lexer->open[lexer->open_count - 1] : NULL;
}

/* ---- words and numbers ---- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool lf_lexer_is_name_start(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

uint32_t lf_lexer_name_end(const lf_lexer *lexer, uint32_t start) {
    uint32_t at = start;
    while (at < lexer->length) {
        char c = lexer->text[at];
        char after = at + 1 < lexer->length ? lexer->text[at + 1] : '\0';
        bool joins = (c == '-' || c == ':') && (is_letter(after) || is_digit(after));
        if (!joins && !lf_lexer_is_name_start(c))
            break;
        at++;
    }
    return at;
}

lf_keyword lf_lexer_find_keyword(const char *text, size_t length) {
    for (int i = 1; i < LF_KEYWORD_COUNT; i++) {
        const char *word = lf_keyword_table[i].text;
        if (word[0] == text[0] && strlen(word) == length && memcmp(word, text, length) == 0)
            return (lf_keyword)i;
    }
    return LF_KW_NO_KEYWORD;
}

/* Zones without an owner may be written `box:none`; it is the same zone as `box`. */
static size_t without_none(const char *text, size_t length) {
    static const char suffix[] = ":none";
    size_t cut = sizeof suffix - 1;
    bool has_it = length > cut && memcmp(text + length - cut, suffix, cut) == 0;
    return has_it ? length - cut : length;
}

/* `else:x` is meant as two words: what begins with a reserved word is no name. Gives the end of the
 * first one. */
static uint32_t end_of_glued_keyword(lf_lexer *lexer, uint32_t end) {
    uint32_t start = lexer->at;
    const char *colon = memchr(lexer->text + start, ':', end - start);
    if (colon == NULL)
        return end;
    uint32_t at = (uint32_t)(colon - lexer->text);
    if (lf_lexer_find_keyword(lexer->text + start, at - start) == LF_KW_NO_KEYWORD)
        return end;
    lf_lexer_error(lexer, LF_E0234, at, at + 1, "without it, `:` is part of the name",
                   "a space is missing after `:`");
    return at;
}

static void lex_name(lf_lexer *lexer, uint32_t end) {
    uint32_t start = lexer->at;
    end = end_of_glued_keyword(lexer, end);
    const char *text = lexer->text + start;
    size_t length = without_none(text, end - start);
    lexer->at = end;
    if (length > LF_MAX_NAME_BYTES) {
        lf_lexer_error(lexer, LF_E0210, start, end, NULL,
                       "this name has %zu characters; the limit is %d", length, LF_MAX_NAME_BYTES);
        length = LF_MAX_NAME_BYTES;
    }
    lf_keyword keyword = lf_lexer_find_keyword(text, length);
    lf_token *token = lf_lexer_emit(lexer, LF_TOK_WORD, start);
    token->keyword = (uint8_t)keyword;
    token->text = lf_intern(lexer->context->names, text, length);
}

#define SHOWN_DIGITS 40 /* of a number that is wrong */

static int shown_length(uint32_t from, uint32_t to) {
    return (int)(to - from < SHOWN_DIGITS ? to - from : SHOWN_DIGITS);
}

/* Digits alone. A fraction behind them is read, too, so that it is one error and not three. */
static void lex_int(lf_lexer *lexer, uint32_t end) {
    uint32_t start = lexer->at;
    int64_t value = 0;
    bool too_large = false;
    for (uint32_t i = start; i < end; i++) {
        int digit = lexer->text[i] - '0';
        if (value > (INT64_MAX - digit) / 10)
            too_large = true;
        if (!too_large)
            value = value * 10 + digit;
    }
    lexer->at = end;
    bool fraction = lf_lexer_peek(lexer, 0) == '.' && is_digit(lf_lexer_peek(lexer, 1));
    if (fraction) {
        lexer->at++;
        while (is_digit(lf_lexer_peek(lexer, 0)))
            lexer->at++;
        lf_lexer_error(lexer, LF_E0209, start, lexer->at,
                       "all numbers are whole numbers; a range is written `1..6`",
                       "`%.*s` is a decimal number", shown_length(start, lexer->at),
                       lexer->text + start);
    } else if (too_large) {
        lf_lexer_error(lexer, LF_E0208, start, end, "the largest number is 9223372036854775807",
                       "the number `%.*s` is too large", shown_length(start, end),
                       lexer->text + start);
    }
    lf_lexer_emit(lexer, LF_TOK_INT, start)->value = value;
}

/* Something like `3-1`, `1_000` or `2:1`. Stands for its first number. */
static void lex_odd_number(lf_lexer *lexer, uint32_t end) {
    uint32_t start = lexer->at, digits = start;
    while (is_digit(lexer->text[digits]))
        digits++;
    char after = lexer->text[digits];
    int length = shown_length(start, end);
    if (after == '-')
        lf_lexer_error(lexer, LF_E0213, start, end, "minus needs a space on both sides: `3 - 1`",
                       "`%.*s` is neither a number nor a name", length, lexer->text + start);
    else
        lf_lexer_error(lexer, LF_E0209, start, end, "a number has digits only",
                       "`%.*s` is neither a number nor a name", length, lexer->text + start);
    lexer->at = end;
    lf_lexer_emit(lexer, LF_TOK_INT, start);
}

static void lex_word(lf_lexer *lexer) {
    uint32_t end = lf_lexer_name_end(lexer, lexer->at);
    bool digits_only = true, has_letter = !is_digit(lexer->text[lexer->at]);
    for (uint32_t i = lexer->at; i < end; i++) {
        if (!is_digit(lexer->text[i]))
            digits_only = false;
        if (is_letter(lexer->text[i]))
            has_letter = true;
    }
    if (digits_only)
        lex_int(lexer, end);
    else if (has_letter)
        lex_name(lexer, end);
    else
        lex_odd_number(lexer, end);
}

/* ---- signs and brackets ---- */

static lf_opening_kind opening_of(char closing) {
    if (closing == ')')
        return LF_OPEN_ROUND;
    return closing == ']' ? LF_OPEN_SQUARE : LF_OPEN_BRACE;
}

/* How many openings are left when the innermost one that this bracket can close is closed; the
 * whole count if there is none in this text or expression. */
static uint32_t count_without(const lf_lexer *lexer, char closing) {
    uint32_t count = lexer->open_count;
    for (uint32_t i = 1; i <= count && i <= LF_OPENINGS_IN_SIGHT; i++) {
        const lf_opening *opening = &lexer->open[count - i];
        bool hole = opening->kind == LF_OPEN_HOLE;
        if (opening->kind == opening_of(closing) || (hole && closing == '}'))
            return count - i;
        if (hole)
            break;
    }
    return count;
}

/* A closing bracket that fits nothing, or not the innermost one. */
static void wrong_bracket(lf_lexer *lexer, uint32_t start) {
    char closing = lexer->text[start];
    const lf_opening *innermost = lf_lexer_innermost(lexer);
    lexer->out->failed = true;
    if (innermost == NULL || innermost->kind == LF_OPEN_HOLE) {
        lf_lexer_error(lexer, LF_E0204, start, start + 1, "delete it, or add the opening bracket",
                       "unmatched `%c`", closing);
    } else {
        lf_report_add_at(lexer->context->report, LF_ERROR, LF_E0204,
                         lf_doc_pos_at(lexer->doc, innermost->offset), 1,
                         lf_doc_pos_at(lexer->doc, start), "this bracket does not close it",
                         "`%c` is not closed before `%c`", innermost->kind, closing);
        lexer->open_count = count_without(lexer, closing);
    }
    lf_lexer_emit(lexer, LF_TOK_ERROR, start);
    innermost = lf_lexer_innermost(lexer);
    bool in_text = innermost != NULL &&
                   (innermost->kind == LF_OPEN_TEXT || innermost->kind == LF_OPEN_TEMPLATE);
    if (in_text)
        lf_lexer_text_part(lexer); /* the bracket closed a hole */
}

static void lex_closing(lf_lexer *lexer, lf_token_kind kind) {
    uint32_t start = lexer->at++;
    const lf_opening *innermost = lf_lexer_innermost(lexer);
    if (innermost != NULL && innermost->kind == LF_OPEN_HOLE && kind == LF_TOK_RIGHT_BRACE) {
        lexer->open_count--;
        lf_lexer_emit(lexer, LF_TOK_HOLE_CLOSE, start);
        lf_lexer_text_part(lexer);
    } else if (innermost != NULL && innermost->kind == opening_of(lexer->text[start])) {
        lexer->open_count--;
        lf_lexer_emit(lexer, kind, start);
    } else {
        wrong_bracket(lexer, start);
    }
}

static void lex_known_sign(lf_lexer *lexer, const sign *s) {
    uint32_t start = lexer->at;
    switch (s->kind) {
    case LF_TOK_RIGHT:
    case LF_TOK_RIGHT_SQUARE:
    case LF_TOK_RIGHT_BRACE:
        lex_closing(lexer, s->kind);
        return;
    case LF_TOK_LEFT:
    case LF_TOK_LEFT_SQUARE:
    case LF_TOK_LEFT_BRACE:
        lf_lexer_push(lexer, (lf_opening_kind)s->text[0], start);
        break;
    default:
        break;
    }
    lexer->at += (uint32_t)strlen(s->text);
    lf_lexer_emit(lexer, s->kind, start);
}

static void lex_sign(lf_lexer *lexer) {
    if (lf_lexer_foreign_sign(lexer))
        return;
    for (size_t i = 0; i < LF_COUNT(signs); i++) {
        const char *text = signs[i].text;
        if (text[0] != lf_lexer_peek(lexer, 0) || (text[1] && text[1] != lf_lexer_peek(lexer, 1)))
            continue;
        lex_known_sign(lexer, &signs[i]);
        return;
    }
    lf_lexer_unknown_character(lexer);
}

/* ---- the loop ---- */

static void skip_comment(lf_lexer *lexer) {
    while (lexer->at < lexer->length && lexer->text[lexer->at] != '\n')
        lexer->at++;
}

static void lex_one(lf_lexer *lexer) {
    char c = lexer->text[lexer->at];
    if (c == ' ' || c == '\t' || c == '\r')
        lexer->at++;
    else if (c == '\n')
        lf_lexer_newline(lexer);
    else if (c == '#')
        skip_comment(lexer);
    else if (c == '"')
        lf_lexer_open_text(lexer, LF_OPEN_TEXT);
    else if (lf_lexer_is_name_start(c))
        lex_word(lexer);
    else
        lex_sign(lexer);
}

void lf_lex(const lf_parse_context *context, const lf_doc *scalar, lf_lex_mode mode,
            lf_tokens *out) {
    lf_lexer lexer = {.context = context, .doc = scalar, .mode = mode, .out = out};
    lexer.text = scalar->text;
    lexer.length = scalar->length;
    while (lexer.length && is_blank(lexer.text[lexer.length - 1]))
        lexer.length--;
    if (mode == LF_LEX_TEMPLATE)
        lf_lexer_open_text(&lexer, LF_OPEN_TEMPLATE);
    else
        lf_lexer_first_line(&lexer);
    while (lexer.at < lexer.length)
        lex_one(&lexer);
    lf_lexer_finish(&lexer);
}
