/* parser.h: what the files of the notation's parser share. Private to them.
 *
 *   parser.c           the cursor over the tokens, errors, and the functions of read.h
 *   parser_expr.c      operators and filters
 *   parser_value.c     what stands between them: names, calls, counts, sets, texts
 *   parser_stmt.c      statements and blocks
 *   parser_choose.c    choices and menus
 *   parser_transfer.c  place, remove, move, flip, replace
 *
 * How errors work. lf_parser_fail reports and sets `panic`. From then on the cursor shows an ERROR
 * token and no further error is reported, so every loop ends, every function returns, and no caller
 * has to look. What was built meanwhile is incomplete and is thrown away where the panic ends: at
 * the statement, which is skipped. lf_parser_error reports without panic, where the parser knows
 * what was meant and can go on. */
#ifndef LF_PARSER_H
#define LF_PARSER_H

#include "lexer.h"

typedef struct {
    const lf_parse_context *context;
    const lf_doc *doc;
    lf_tokens tokens;
    uint32_t next;    /* index of the current token */
    uint32_t depth;   /* brackets, operands and blocks that we are inside of */
    uint32_t chained; /* operators and properties in a row, in the current expression */
    bool panic, failed;
    bool choosing;     /* inside a `choose`, where `or done` is a way out */
    bool single_terms; /* names side by side are not a filter now: the second one is the filter's */
} lf_parser;

/* ---- the cursor ---- */

const lf_token *lf_parser_peek(const lf_parser *);
const lf_token *lf_parser_peek_at(const lf_parser *, uint32_t ahead);
const lf_token *lf_parser_last(const lf_parser *); /* the token before the current one */
const lf_token *lf_parser_advance(lf_parser *);    /* returns the token that it passes */
bool lf_parser_at(const lf_parser *, lf_token_kind);
bool lf_parser_at_word(const lf_parser *, lf_keyword);
bool lf_parser_at_name(const lf_parser *); /* a word that is no keyword anywhere */
bool lf_parser_is_free(const lf_token *);  /* a word that can be a name, if its place allows it */
bool lf_parser_is_keyword(const lf_token *, lf_keyword);
bool lf_parser_at_plain(const lf_parser *, const char *name); /* this very name */
bool lf_parser_take(lf_parser *, lf_token_kind);
bool lf_parser_take_word(lf_parser *, lf_keyword);

/* ---- errors ---- */

void lf_parser_error(lf_parser *, const lf_token *, lf_code, const char *note, const char *format,
                     ...) LF_PRINTF(5, 6);
void lf_parser_fail(lf_parser *, const lf_token *, lf_code, const char *note, const char *format,
                    ...) LF_PRINTF(5, 6);
/* "`let`", "the end of the line" */
const char *lf_parser_describe(const lf_parser *, const lf_token *);

/* "expected X, found Y": at the current token. */
void lf_parser_expected(lf_parser *, const char *what, const char *note);
const lf_token *lf_parser_expect(lf_parser *, lf_token_kind, const char *what, const char *note);
void lf_parser_expect_word(lf_parser *, lf_keyword, const char *note);
/* A closing bracket; the note points to the opening one. */
void lf_parser_expect_closing(lf_parser *, lf_token_kind, const char *what,
                              const lf_token *opening);
const lf_token *lf_parser_expect_name(lf_parser *, const char *what); /* what: "a name for …" */

/* ---- nodes ---- */

lf_pos lf_parser_pos(const lf_parser *, const lf_token *);
/* in characters */
uint16_t lf_parser_length(const lf_parser *, const lf_token *first, const lf_token *last);
lf_node *lf_parser_node(lf_parser *, lf_node_kind, const lf_token *);
lf_node *lf_parser_list(lf_parser *, const lf_token *);
void lf_parser_add(lf_parser *, lf_node *list, lf_node *item);
lf_node *lf_parser_int(lf_parser *, const lf_token *, int64_t value);

/* One level deeper, or an error if that is too deep. Every enter has its leave. */
void lf_parser_enter(lf_parser *);
void lf_parser_leave(lf_parser *);

/* ---- parser_expr.c ---- */

lf_node *lf_parser_expression(lf_parser *);
lf_node *lf_parser_bare_expression(lf_parser *); /* without `because` outside brackets */
lf_node *lf_parser_and(lf_parser *);             /* without `or` outside brackets */
lf_node *lf_parser_range(lf_parser *);           /* a set, a number, or 1..6 */
lf_node *lf_parser_sum(lf_parser *);
lf_node *lf_parser_filter(lf_parser *); /* Red troops */
lf_node *lf_parser_unary(lf_parser *);
/* arithmetic in front of a filter or name, which it leaves alone */
lf_node *lf_parser_count(lf_parser *);
lf_node *lf_parser_not(lf_parser *, const lf_token *, lf_node *arg); /* makes the node */
bool lf_parser_at_filter_word(const lf_parser *);
bool lf_parser_at_ask(const lf_parser *);
bool lf_parser_at_way_out(const lf_parser *); /* `or done`, `or none`: they end an expression */
void lf_parser_count_chained(lf_parser *, const lf_token *);
void lf_parser_count_rung(lf_parser *, const lf_token *, uint32_t rungs); /* of `if … else if …` */

/* ---- parser_value.c ---- */

lf_node *lf_parser_postfix(lf_parser *); /* a value with its properties and indices */
lf_node *lf_parser_text(lf_parser *);    /* the current token is TEXT_OPEN */
lf_node *lf_parser_expect_text(lf_parser *, const char *what);

/* ---- parser_stmt.c ---- */

/* Statements down to the DEDENT or END that closes them. */
lf_node *lf_parser_statements(lf_parser *);
/* An indented block, or `:` and a statement. NULL, with an error, if there is neither. */
lf_node *lf_parser_body(lf_parser *, const lf_token *owner);
lf_node *lf_parser_option(lf_parser *); /* parser_choose.c; the current token is `option` */
void lf_parser_end_statement(lf_parser *);
void lf_parser_skip_statement(lf_parser *, bool with_else); /* ends a panic */

lf_node *lf_parser_choose(lf_parser *); /* the current token is `choose` */
lf_node *lf_parser_by(lf_parser *);     /* the current token is `by` */
lf_node *lf_parser_transfer(lf_parser *, lf_node_kind);

#endif
