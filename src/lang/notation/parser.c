/* parser.c: the cursor over the tokens, errors, and the functions that read.h offers for the
 * notation. */
#include "parser.h"

#include <stdio.h>
#include <string.h>

/* ---- the cursor ---- */

static const lf_token error_token = {.kind = LF_TOK_ERROR};

const lf_token *lf_parser_peek_at(const lf_parser *p, uint32_t ahead) {
    if (p->panic)
        return &error_token;
    uint32_t last = p->tokens.count - 1;
    return &p->tokens.items[ahead < last - p->next ? p->next + ahead : last];
}

const lf_token *lf_parser_peek(const lf_parser *p) {
    return lf_parser_peek_at(p, 0);
}

const lf_token *lf_parser_last(const lf_parser *p) {
    return &p->tokens.items[p->next ? p->next - 1 : 0];
}

const lf_token *lf_parser_advance(lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    if (!p->panic && p->next + 1 < p->tokens.count)
        p->next++;
    return token;
}

bool lf_parser_at(const lf_parser *p, lf_token_kind kind) {
    return lf_parser_peek(p)->kind == kind;
}

bool lf_parser_at_word(const lf_parser *p, lf_keyword keyword) {
    return lf_parser_is_keyword(lf_parser_peek(p), keyword);
}

bool lf_parser_at_name(const lf_parser *p) {
    return lf_parser_at_word(p, LF_KW_NO_KEYWORD);
}

bool lf_parser_is_free(const lf_token *token) {
    return token->kind == LF_TOK_WORD && lf_keyword_table[token->keyword].is_free;
}

bool lf_parser_is_keyword(const lf_token *token, lf_keyword keyword) {
    return token->kind == LF_TOK_WORD && token->keyword == keyword;
}

bool lf_parser_at_plain(const lf_parser *p, const char *name) {
    return lf_parser_at_name(p) && strcmp(lf_parser_peek(p)->text, name) == 0;
}

bool lf_parser_take(lf_parser *p, lf_token_kind kind) {
    if (!lf_parser_at(p, kind))
        return false;
    lf_parser_advance(p);
    return true;
}

bool lf_parser_take_word(lf_parser *p, lf_keyword keyword) {
    if (!lf_parser_at_word(p, keyword))
        return false;
    lf_parser_advance(p);
    return true;
}

/* ---- errors ---- */

/* What the lexer could not read it has reported, and what else seems wrong with that statement
 * mostly follows from it. */
static bool is_unreadable(const lf_parser *p) {
    for (uint32_t i = p->next; i < p->tokens.count; i++) {
        if (p->tokens.items[i].kind == LF_TOK_ERROR)
            return true;
        if (p->tokens.items[i].kind == LF_TOK_NEWLINE)
            return false;
    }
    return false;
}

static void report_token(lf_parser *p, const lf_token *token, lf_code code, lf_pos note_pos,
                         const char *note, const char *message) {
    p->failed = true;
    if (p->panic || is_unreadable(p))
        return;
    lf_report_add_at(p->context->report, LF_ERROR, code, lf_parser_pos(p, token),
                     lf_parser_length(p, token, token), note_pos, note, "%s", message);
}

void lf_parser_error(lf_parser *p, const lf_token *token, lf_code code, const char *note,
                     const char *format, ...) {
    if (p->panic)
        return; /* and what the format needs may be missing */
    va_list arguments;
    va_start(arguments, format);
    report_token(p, token, code, (lf_pos){0}, note,
                 lf_arena_vprintf(p->context->arena, format, arguments));
    va_end(arguments);
}

void lf_parser_fail(lf_parser *p, const lf_token *token, lf_code code, const char *note,
                    const char *format, ...) {
    if (p->panic)
        return;
    va_list arguments;
    va_start(arguments, format);
    report_token(p, token, code, (lf_pos){0}, note,
                 lf_arena_vprintf(p->context->arena, format, arguments));
    va_end(arguments);
    p->panic = true;
}

const char *lf_parser_describe(const lf_parser *p, const lf_token *token) {
    switch ((lf_token_kind)token->kind) {
    case LF_TOK_END:
        return "the end";
    case LF_TOK_NEWLINE:
        return "the end of the line";
    case LF_TOK_INDENT:
        return "an indented line";
    case LF_TOK_DEDENT:
        return "the end of the block";
    case LF_TOK_TEXT_OPEN:
    case LF_TOK_STRING:
    case LF_TOK_FORMS:
        return "a text";
    case LF_TOK_TEXT_CLOSE:
        return "the end of the text";
    default:
        return lf_arena_printf(p->context->arena, "`%.*s`", (int)token->length,
                               p->doc->text + token->offset);
    }
}

void lf_parser_expected(lf_parser *p, const char *what, const char *note) {
    const lf_token *token = lf_parser_peek(p);
    lf_parser_fail(p, token, LF_E0218, note, "expected %s, found %s", what,
                   lf_parser_describe(p, token));
}

const lf_token *lf_parser_expect(lf_parser *p, lf_token_kind kind, const char *what,
                                 const char *note) {
    if (!lf_parser_at(p, kind))
        lf_parser_expected(p, what, note);
    return lf_parser_advance(p);
}

void lf_parser_expect_word(lf_parser *p, lf_keyword keyword, const char *note) {
    if (lf_parser_take_word(p, keyword))
        return;
    char what[32];
    snprintf(what, sizeof what, "`%s`", lf_keyword_table[keyword].text);
    lf_parser_expected(p, what, note);
}

void lf_parser_expect_closing(lf_parser *p, lf_token_kind kind, const char *what,
                              const lf_token *opening) {
    if (lf_parser_take(p, kind))
        return;
    const lf_token *token = lf_parser_peek(p);
    const char *message = lf_arena_printf(p->context->arena, "expected %s, found %s", what,
                                          lf_parser_describe(p, token));
    report_token(p, token, LF_E0218, lf_parser_pos(p, opening), "the bracket is opened here",
                 message);
    p->panic = true;
}

const lf_token *lf_parser_expect_name(lf_parser *p, const char *what) {
    const lf_token *token = lf_parser_peek(p);
    if (lf_parser_is_free(token))
        return lf_parser_advance(p);
    if (token->kind == LF_TOK_WORD &&
        lf_keyword_table[token->keyword].line_start != LF_LINE_CONTINUES)
        lf_parser_fail(p, token, LF_E0211, "choose another name, such as two words joined by `-`",
                       "`%s` is a reserved word and cannot be a name", token->text);
    else
        lf_parser_expected(p, what, NULL);
    return lf_parser_peek(p);
}

/* ---- nodes ---- */

lf_pos lf_parser_pos(const lf_parser *p, const lf_token *token) {
    return lf_doc_pos_at(p->doc, token->offset);
}

/* A caret cannot go over the end of its line. */
uint16_t lf_parser_length(const lf_parser *p, const lf_token *first, const lf_token *last) {
    if (last->kind == LF_TOK_ERROR)
        last = first;
    const char *text = p->doc->text + first->offset;
    size_t bytes = last->offset + last->length - first->offset;
    const char *newline = bytes ? memchr(text, '\n', bytes) : NULL;
    size_t length = lf_utf8_count(text, newline != NULL ? (size_t)(newline - text) : bytes);
    if (length < 1)
        length = 1;
    return (uint16_t)(length < UINT16_MAX ? length : UINT16_MAX);
}

lf_node *lf_parser_node(lf_parser *p, lf_node_kind kind, const lf_token *token) {
    return lf_node_new(p->context->arena, kind, lf_parser_pos(p, token),
                       lf_parser_length(p, token, token));
}

lf_node *lf_parser_list(lf_parser *p, const lf_token *token) {
    return lf_node_list(p->context->arena, lf_parser_pos(p, token));
}

void lf_parser_add(lf_parser *p, lf_node *list, lf_node *item) {
    lf_node_list_add(p->context->arena, list, item);
}

lf_node *lf_parser_int(lf_parser *p, const lf_token *token, int64_t value) {
    lf_node *node = lf_parser_node(p, LF_N_INT, token);
    node->value = value;
    return node;
}

void lf_parser_enter(lf_parser *p) {
    if (++p->depth <= LF_MAX_EXPR_DEPTH)
        return;
    lf_parser_fail(p, lf_parser_peek(p), LF_E0227,
                   "move a part of it into a function, a procedure or a `let`",
                   "this is nested more than %d levels deep", LF_MAX_EXPR_DEPTH);
}

void lf_parser_leave(lf_parser *p) {
    p->depth--;
}

/* ---- what read.h offers ---- */

static lf_parser start_parser(const lf_parse_context *context, const lf_doc *scalar,
                              lf_lex_mode mode) {
    lf_parser p = {.context = context, .doc = scalar};
    lf_lex(context, scalar, mode, &p.tokens);
    p.failed = p.tokens.failed;
    return p;
}

/* Nothing may follow a complete expression. */
static void expect_end(lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    const char *found = lf_parser_describe(p, token);
    if (token->kind == LF_TOK_END)
        return;
    if (token->kind == LF_TOK_NEWLINE)
        lf_parser_fail(p, lf_parser_peek_at(p, 1), LF_E0232,
                       "only one expression is allowed here; a line that continues it begins with "
                       "an operator, such as `and`",
                       "a second expression begins on this line");
    else if (lf_parser_at_word(p, LF_KW_WHERE))
        lf_parser_fail(p, token, LF_E0232,
                       "name the variable: `{s in spaces where s.kind == hill}`",
                       "`where` is not allowed here");
    else if (token->kind == LF_TOK_ADD_TO || token->kind == LF_TOK_SUBTRACT_FROM)
        lf_parser_fail(p, token, LF_E0232,
                       "only a value or a condition is allowed here; statements belong in "
                       "`effects`",
                       "%s is an assignment", found);
    else
        lf_parser_fail(p, token, LF_E0232, "is an operator missing before it?",
                       "expected an operator or the end of the expression, found %s", found);
}

static lf_parser start_expression(const lf_parse_context *context, const lf_doc *scalar) {
    lf_parser p = start_parser(context, scalar, LF_LEX_EXPRESSION);
    if (lf_parser_at(&p, LF_TOK_END) && !p.failed)
        lf_parser_fail(&p, lf_parser_peek(&p), LF_E0231,
                       "write a value or a condition, such as `true`",
                       "expected an expression, found nothing");
    return p;
}

lf_node *lf_parse_expression(const lf_parse_context *context, const lf_doc *scalar) {
    lf_parser p = start_expression(context, scalar);
    lf_node *expression = lf_parser_expression(&p);
    expect_end(&p);
    return p.failed ? NULL : expression;
}

lf_node *lf_parse_domain(const lf_parse_context *context, const lf_doc *scalar, const char *bind) {
    lf_parser p = start_expression(context, scalar);
    const lf_token *first = lf_parser_peek(&p);
    lf_node *domain = lf_parser_expression(&p);
    if (lf_parser_take_word(&p, LF_KW_WHERE)) {
        lf_node *select = lf_parser_node(&p, LF_N_SELECT, first);
        select->name = bind;
        select->kids[LF_K_AGG_IN] = domain;
        select->kids[LF_K_AGG_WHERE] = lf_parser_expression(&p);
        domain = select;
    }
    expect_end(&p);
    return p.failed ? NULL : domain;
}

lf_node *lf_parse_block(const lf_parse_context *context, const lf_doc *scalar) {
    lf_parser p = start_parser(context, scalar, LF_LEX_BLOCK);
    if (lf_parser_at(&p, LF_TOK_END))
        lf_parser_error(&p, lf_parser_peek(&p), LF_E0231,
                        "if nothing is to happen, write `[]`, as in `effects: []`",
                        "expected statements, found nothing");
    return lf_parser_statements(&p);
}

lf_node *lf_parse_text(const lf_parse_context *context, const lf_doc *scalar) {
    lf_parser p = start_parser(context, scalar, LF_LEX_TEMPLATE);
    lf_node *text = lf_parser_text(&p);
    return p.failed ? NULL : text;
}

/* ---- signatures ---- */

/* `name`, `type name` or `name: type`; the second needs no quotes in a YAML key. */
static lf_parsed_param parse_param(lf_parser *p) {
    const lf_token *name = lf_parser_expect_name(p, "the name of a parameter");
    lf_parsed_param param = {0};
    if (lf_parser_is_free(lf_parser_peek(p))) {
        param.type = name->text;
        param.type_pos = lf_parser_pos(p, name);
        name = lf_parser_expect_name(p, "the name of a parameter");
    }
    param.name = name->text;
    param.pos = lf_parser_pos(p, name);
    if (!param.type && lf_parser_take(p, LF_TOK_COLON)) {
        const lf_token *type = lf_parser_expect_name(p, "a type after `:`");
        param.type = type->text;
        param.type_pos = lf_parser_pos(p, type);
    }
    if (lf_parser_take(p, LF_TOK_ASSIGN))
        param.default_value = lf_parser_expression(p);
    return param;
}

static void parse_params(lf_parser *p, lf_signature *out) {
    const lf_token *opening = lf_parser_last(p);
    uint32_t capacity = 0;
    while (!lf_parser_at(p, LF_TOK_RIGHT)) {
        lf_parsed_param param = parse_param(p);
        if (p->panic)
            return;
        LF_PUSH(p->context->arena, out->params, out->param_count, capacity, param);
        if (!lf_parser_take(p, LF_TOK_COMMA))
            break;
    }
    lf_parser_expect_closing(p, LF_TOK_RIGHT, "`,` or `)`", opening);
}

bool lf_parse_signature(const lf_parse_context *context, const char *text, lf_pos pos,
                        lf_signature *out) {
    lf_doc scalar = {
        .kind = LF_DOC_SCALAR, .pos = pos, .text = text, .length = (uint32_t)strlen(text)};
    lf_parser p = start_parser(context, &scalar, LF_LEX_EXPRESSION);
    *out = (lf_signature){0};
    out->name = lf_parser_expect_name(&p, "the name of a function or procedure")->text;
    if (lf_parser_take(&p, LF_TOK_LEFT))
        parse_params(&p, out);
    if (!lf_parser_at(&p, LF_TOK_END))
        lf_parser_expected(
            &p, out->param_count ? "the end after the parameters" : "`(` or the end after the name",
            "write `name` or `name(first, second = 3)`");
    return !p.failed;
}
