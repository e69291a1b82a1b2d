/* lexer_layout.c: lines. Where a statement ends, how deep a line is indented, and which lines go on
 * with the one above. */
#include <string.h>

#include "lexer_internal.h"

#define TAB_WIDTH 4 /* only so that the lines behind a reported tab still line up */

static bool is_line_end(const lf_lexer *lexer, uint32_t at) {
    if (at >= lexer->length)
        return true;
    char c = lexer->text[at];
    return c == '\n' || c == '#';
}

static void report_tab(lf_lexer *lexer, uint32_t at) {
    if (lexer->tab_reported)
        return;
    lexer->tab_reported = true;
    lf_lexer_error(lexer, LF_E0205, at, at + 1,
                   "indent with spaces: the width of a tab is not defined",
                   "tab in the indentation");
}

/* Goes to the first character of the next line that is neither empty nor a comment, and says how
 * deep it is indented. At the end of the text there is no such line. */
static uint32_t go_to_line(lf_lexer *lexer) {
    while (lexer->at < lexer->length) {
        uint32_t indent = 0, tab = UINT32_MAX;
        for (;; lexer->at++) {
            char c = lf_lexer_peek(lexer, 0);
            if (c == '\t' && tab == UINT32_MAX)
                tab = lexer->at;
            if (c == '\t')
                indent += TAB_WIDTH - indent % TAB_WIDTH;
            else if (c == ' ')
                indent++;
            else if (c != '\r')
                break;
        }
        if (!is_line_end(lexer, lexer->at)) {
            if (tab != UINT32_MAX && lexer->mode == LF_LEX_BLOCK)
                report_tab(lexer, tab);
            return indent;
        }
        while (lexer->at < lexer->length && lexer->text[lexer->at] != '\n')
            lexer->at++;
        if (lexer->at < lexer->length)
            lexer->at++;
    }
    return 0;
}

void lf_lexer_first_line(lf_lexer *lexer) {
    uint32_t indent = go_to_line(lexer);
    LF_PUSH(lexer->context->arena, lexer->indents, lexer->indent_count, lexer->indent_capacity,
            indent);
    lexer->line_indent = indent;
}

/* ---- what the next line begins with ---- */

static lf_keyword keyword_here(const lf_lexer *lexer) {
    uint32_t end = lf_lexer_name_end(lexer, lexer->at);
    return lf_lexer_find_keyword(lexer->text + lexer->at, end - lexer->at);
}

/* Whether the line begins with a word or sign that cannot begin a statement. `&` and the like are
 * no signs, but whoever writes them means an operator. */
static bool begins_like_a_continuation(const lf_lexer *lexer) {
    char c = lf_lexer_peek(lexer, 0);
    if (lf_lexer_is_name_start(c))
        return lf_keyword_table[keyword_here(lexer)].line_start == LF_LINE_CONTINUES;
    for (const char *sign = "+-*/=<>!&|%.\""; *sign; sign++)
        if (c == *sign)
            return true;
    return false;
}

/* The first character behind a name, its properties and blanks; `*next` is the one behind that. */
static char sign_behind_name(const lf_lexer *lexer, char *next) {
    uint32_t at = lf_lexer_name_end(lexer, lexer->at);
    while (at < lexer->length && lexer->text[at] == '.')
        at = lf_lexer_name_end(lexer, at + 1);
    while (at < lexer->length && lexer->text[at] == ' ')
        at++;
    *next = at + 1 < lexer->length ? lexer->text[at + 1] : '\0';
    return at < lexer->length ? lexer->text[at] : '\0';
}

/* In a bracket, `x = 3` and `x += 3` can only be a new statement, and so can a verb, unless
 * something behind it says that it is a name. */
static bool begins_like_a_statement(const lf_lexer *lexer) {
    if (!lf_lexer_is_name_start(lf_lexer_peek(lexer, 0)))
        return false;
    char next, sign = sign_behind_name(lexer, &next);
    if ((sign == '=' && next != '=' && next != '>') ||
        ((sign == '+' || sign == '-') && next == '='))
        return true;
    const lf_keyword_info *word = &lf_keyword_table[keyword_here(lexer)];
    const bool named = sign != '\0' && strchr(word->is_free ? ":,)]}<>=!*/" : ":", sign) != NULL;
    return word->line_start == LF_LINE_STATEMENT && !named;
}

/* ---- ends of lines ---- */

/* The innermost bracket was never closed; everything that is open is given up. */
static void abandon_brackets(lf_lexer *lexer, const char *before) {
    const lf_opening *open = lf_lexer_innermost(lexer);
    lf_report_add_at(lexer->context->report, LF_ERROR, LF_E0204,
                     lf_doc_pos_at(lexer->doc, open->offset), 1,
                     lf_doc_pos_at(lexer->doc, lexer->at), "it must be closed before this point",
                     "`%c` is not closed before %s", open->kind, before);
    lexer->out->failed = true;
    lexer->open_count = 0;
    lf_lexer_emit(lexer, LF_TOK_ERROR, lexer->at);
}

/* The end of a line stands behind its last token, before blanks and comments. */
static void emit_newline(lf_lexer *lexer) {
    lexer->character_reported = false;
    lf_token *newline = lf_lexer_emit(lexer, LF_TOK_NEWLINE, lexer->at);
    if (lexer->out->count < 2)
        return;
    const lf_token *last = newline - 1;
    newline->offset = last->offset + last->length;
}

static void open_block(lf_lexer *lexer, uint32_t indent) {
    LF_PUSH(lexer->context->arena, lexer->indents, lexer->indent_count, lexer->indent_capacity,
            indent);
    lf_lexer_emit(lexer, LF_TOK_INDENT, lexer->at);
}

/* Closes blocks down to this indentation. If no block has it, the innermost block that is less
 * indented stays open and takes it over, so that one crooked line is one error. */
static void close_blocks(lf_lexer *lexer, uint32_t indent) {
    while (lexer->indent_count > 1 && lexer->indents[lexer->indent_count - 2] >= indent) {
        lexer->indent_count--;
        lf_lexer_emit(lexer, LF_TOK_DEDENT, lexer->at);
    }
    uint32_t *innermost = &lexer->indents[lexer->indent_count - 1];
    if (*innermost == indent)
        return;
    if (!lexer->tab_reported)
        lf_lexer_error(lexer, LF_E0206, lexer->at, lexer->at,
                       "all statements of a block begin in the same column",
                       "this line is not aligned with any line above it");
    *innermost = indent;
}

static void set_indent(lf_lexer *lexer, uint32_t indent) {
    uint32_t innermost = lexer->indents[lexer->indent_count - 1];
    if (indent > innermost)
        open_block(lexer, indent);
    else if (indent < innermost)
        close_blocks(lexer, indent);
    lexer->line_indent = indent;
}

void lf_lexer_newline(lf_lexer *lexer) {
    if (lf_lexer_inside_quotes(lexer))
        lf_lexer_abandon_text(lexer);
    lexer->at++;
    uint32_t indent = go_to_line(lexer);
    if (lexer->at >= lexer->length)
        return;
    bool block = lexer->mode == LF_LEX_BLOCK;
    if (lexer->open_count) {
        if (!block || !begins_like_a_statement(lexer))
            return;
        abandon_brackets(lexer, "the next statement");
    } else if ((!block || indent > lexer->line_indent) && begins_like_a_continuation(lexer)) {
        return;
    }
    emit_newline(lexer);
    if (block)
        set_indent(lexer, indent);
}

void lf_lexer_finish(lf_lexer *lexer) {
    lf_lexer_abandon_text(lexer);
    if (lexer->open_count)
        abandon_brackets(lexer, "the end");
    if (lexer->mode == LF_LEX_BLOCK && lexer->out->count) {
        emit_newline(lexer);
        for (; lexer->indent_count > 1; lexer->indent_count--)
            lf_lexer_emit(lexer, LF_TOK_DEDENT, lexer->at);
    }
    lf_lexer_emit(lexer, LF_TOK_END, lexer->at);
}
