/* parser_expr.c: operators, loosest first, as in docs/grammar.md, down to the words of a filter.
 * What stands between the operators is in parser_value.c. */
#include <string.h>

#include "parser.h"

/* Operators in a row make a tree as deep as the row is long, which no bracket limits. */
#define MAX_CHAINED (10 * LF_MAX_EXPR_DEPTH)

void lf_parser_count_chained(lf_parser *p, const lf_token *token) {
    if (++p->chained > MAX_CHAINED)
        lf_parser_fail(p, token, LF_E0227,
                       "name a part of it with `let`, or use a set: `x in {a, b, c}`",
                       "this expression has more than %d operators in a row", MAX_CHAINED);
}

void lf_parser_count_rung(lf_parser *p, const lf_token *token, uint32_t rungs) {
    if (rungs >= LF_MAX_RUNGS)
        lf_parser_fail(p, token, LF_E0227, "move a part of it into a function or a procedure",
                       "more than %d cases in a row", LF_MAX_RUNGS);
}

/* ---- operators ---- */

typedef enum { LEVEL_OR, LEVEL_AND, LEVEL_SUM, LEVEL_PRODUCT } operator_level;

static const struct {
    operator_level level;
    lf_token_kind kind;
    lf_keyword keyword;
    lf_word word;
} operators[] = {
    {LEVEL_OR, LF_TOK_WORD, LF_KW_OR, LF_W_OR},
    {LEVEL_AND, LF_TOK_WORD, LF_KW_AND, LF_W_AND},
    {LEVEL_SUM, LF_TOK_PLUS, LF_KW_NO_KEYWORD, LF_W_ADD},
    {LEVEL_SUM, LF_TOK_MINUS, LF_KW_NO_KEYWORD, LF_W_SUB},
    {LEVEL_SUM, LF_TOK_WORD, LF_KW_EXCEPT, LF_W_EXCEPT},
    {LEVEL_PRODUCT, LF_TOK_TIMES, LF_KW_NO_KEYWORD, LF_W_MUL},
    {LEVEL_PRODUCT, LF_TOK_OVER, LF_KW_NO_KEYWORD, LF_W_DIV},
    {LEVEL_PRODUCT, LF_TOK_WORD, LF_KW_MOD, LF_W_MOD},
};

/* What may stand behind the domain of a choice, or behind a clause of its tail. */
static bool ends_clause(const lf_token *after) {
    return lf_parser_is_keyword(after, LF_KW_WHEN) || lf_parser_is_keyword(after, LF_KW_BY) ||
           lf_parser_is_keyword(after, LF_KW_OR) || after->kind == LF_TOK_NEWLINE ||
           after->kind == LF_TOK_TEXT_OPEN || after->kind == LF_TOK_END ||
           (after->kind == LF_TOK_WORD && strcmp(after->text, "ask") == 0);
}

static bool is_ask(const lf_parser *p, uint32_t ahead) {
    const lf_token *ask = lf_parser_peek_at(p, ahead);
    return ask->kind == LF_TOK_WORD && strcmp(ask->text, "ask") == 0 &&
           lf_parser_peek_at(p, ahead + 1)->kind == LF_TOK_WORD &&
           ends_clause(lf_parser_peek_at(p, ahead + 2));
}

/* `ask always` belongs to the choice around the expression, if it ends a clause; something else
 * may be called `ask`. */
bool lf_parser_at_ask(const lf_parser *p) {
    return p->choosing && is_ask(p, 0);
}

/* `or done` and `or none` belong to the choice around the expression, if they end it. */
bool lf_parser_at_way_out(const lf_parser *p) {
    const lf_token *way = lf_parser_peek_at(p, 1), *after = lf_parser_peek_at(p, 2);
    if (!p->choosing || !lf_parser_at_word(p, LF_KW_OR) ||
        !(lf_parser_is_keyword(way, LF_KW_DONE) || lf_parser_is_keyword(way, LF_KW_NONE)))
        return false;
    return ends_clause(after);
}

static lf_word operator_here(const lf_parser *p, operator_level wanted) {
    const lf_token *token = lf_parser_peek(p);
    if (lf_parser_at_way_out(p))
        return LF_W_NONE;
    for (size_t i = 0; i < LF_COUNT(operators); i++)
        if (operators[i].level == wanted && operators[i].kind == (lf_token_kind)token->kind &&
            operators[i].keyword == (lf_keyword)token->keyword)
            return operators[i].word;
    return LF_W_NONE;
}

static lf_node *make_binary(lf_parser *p, const lf_token *token, lf_word word, lf_node *left,
                            lf_node *right) {
    lf_node *node = lf_parser_node(p, LF_N_BINARY, token);
    node->word = (uint8_t)word;
    node->kids[LF_K_BINARY_LEFT] = left;
    node->kids[LF_K_BINARY_RIGHT] = right;
    return node;
}

lf_node *lf_parser_not(lf_parser *p, const lf_token *token, lf_node *arg) {
    lf_node *node = lf_parser_node(p, LF_N_UNARY, token);
    node->word = LF_W_NOT;
    node->kids[LF_K_UNARY_ARG] = arg;
    return node;
}

static void check_minus(lf_parser *p, const lf_token *token) {
    if (token->kind == LF_TOK_MINUS && !(token->spaced && token->spaced_after))
        lf_parser_error(
            p, token, LF_E0213,
            "a `-` next to a letter is part of a name: `a - b` subtracts, `a-b` is a name",
            "minus needs a space on both sides");
}

static lf_node *parse_chain(lf_parser *p, operator_level level, lf_node *(*operand)(lf_parser *)) {
    lf_node *left = operand(p);
    for (;;) {
        lf_word word = operator_here(p, level);
        if (word == LF_W_NONE)
            return left;
        const lf_token *token = lf_parser_advance(p);
        lf_parser_count_chained(p, token);
        check_minus(p, token);
        left = make_binary(p, token, word, left, operand(p));
    }
}

/* ---- conditions ---- */

lf_node *lf_parser_range(lf_parser *p) {
    lf_node *min = lf_parser_sum(p);
    if (!lf_parser_at(p, LF_TOK_DOTS))
        return min;
    lf_node *range = lf_parser_node(p, LF_N_RANGE, lf_parser_advance(p));
    range->kids[LF_K_RANGE_MIN] = min;
    range->kids[LF_K_RANGE_MAX] = lf_parser_sum(p);
    return range;
}

typedef struct {
    lf_word word;
    bool negated; /* `not in` */
    const lf_token *first, *last;
} comparison;

static lf_word comparison_sign(const lf_parser *p) {
    switch ((lf_token_kind)lf_parser_peek(p)->kind) {
    case LF_TOK_ASSIGN: /* reported when it is read */
    case LF_TOK_EQUAL:
        return LF_W_EQ;
    case LF_TOK_NOT_EQUAL:
        return LF_W_NE;
    case LF_TOK_LESS:
        return LF_W_LT;
    case LF_TOK_AT_MOST:
        return LF_W_LE;
    case LF_TOK_GREATER:
        return LF_W_GT;
    case LF_TOK_AT_LEAST:
        return LF_W_GE;
    default:
        return LF_W_NONE;
    }
}

static bool at_not_in(const lf_parser *p) {
    const lf_token *after = lf_parser_peek_at(p, 1);
    return lf_parser_at_word(p, LF_KW_NOT) && after->kind == LF_TOK_WORD &&
           after->keyword == LF_KW_IN;
}

static bool at_comparison(const lf_parser *p) {
    return comparison_sign(p) != LF_W_NONE || lf_parser_at_word(p, LF_KW_IN) ||
           lf_parser_at_word(p, LF_KW_IS) || at_not_in(p);
}

/* The cursor is at a comparison, and passes it. */
static comparison read_comparison(lf_parser *p) {
    const lf_token *token = lf_parser_peek(p);
    bool not_in = at_not_in(p), is = lf_parser_at_word(p, LF_KW_IS);
    comparison c = {.word = comparison_sign(p), .negated = not_in, .first = token, .last = token};
    if (c.word == LF_W_NONE)
        c.word = is ? LF_W_EQ : LF_W_IN;
    if (token->kind == LF_TOK_ASSIGN)
        lf_parser_error(p, token, LF_E0214, "`=` assigns a value and is a statement",
                        "to compare, write `==`");
    if (not_in)
        lf_parser_advance(p);
    c.last = lf_parser_advance(p);
    if (is && lf_parser_at_word(p, LF_KW_NOT)) {
        c.word = LF_W_NE;
        c.last = lf_parser_advance(p);
    }
    if (is && lf_parser_at_word(p, LF_KW_IN))
        lf_parser_fail(p, lf_parser_peek(p), LF_E0218, "write `x in S` or `x not in S`",
                       "`is` and `in` cannot be combined");
    return c;
}

static lf_node *parse_comparison(lf_parser *p) {
    lf_node *left = lf_parser_range(p);
    if (!at_comparison(p))
        return left;
    comparison c = read_comparison(p);
    lf_node *node = make_binary(p, c.first, c.word, left, lf_parser_range(p));
    node->length = lf_parser_length(p, c.first, c.last);
    if (at_comparison(p))
        lf_parser_fail(p, lf_parser_peek(p), LF_E0215, "write `a < b and b < c`",
                       "comparisons cannot be chained");
    return c.negated ? lf_parser_not(p, c.first, node) : node;
}

static lf_node *parse_not(lf_parser *p) {
    if (!lf_parser_at_word(p, LF_KW_NOT))
        return parse_comparison(p);
    const lf_token *token = lf_parser_advance(p);
    lf_parser_enter(p);
    lf_node *node = lf_parser_not(p, token, parse_not(p));
    lf_parser_leave(p);
    return node;
}

lf_node *lf_parser_and(lf_parser *p) {
    return parse_chain(p, LEVEL_AND, parse_not);
}

static lf_node *parse_or(lf_parser *p) {
    return parse_chain(p, LEVEL_OR, lf_parser_and);
}

static lf_node *parse_case(lf_parser *p) {
    lf_node *node = lf_parser_node(p, LF_N_COND, lf_parser_advance(p));
    node->kids[LF_K_COND_WHEN] = parse_or(p);
    lf_parser_expect_word(p, LF_KW_THEN, "as a value, `if` is written `if a then b else c`");
    node->kids[LF_K_COND_THEN] = lf_parser_bare_expression(p);
    lf_parser_expect_word(p, LF_KW_ELSE, "as a value, `if` needs both cases: `if a then b else c`");
    return node;
}

/* A row of `else if` is flat to the reader. */
static lf_node *parse_conditional(lf_parser *p) {
    lf_node *first = parse_case(p), *last = first;
    for (uint32_t rungs = 1; lf_parser_at_word(p, LF_KW_IF); rungs++) {
        lf_parser_count_rung(p, lf_parser_peek(p), rungs);
        lf_node *next = parse_case(p);
        last->kids[LF_K_COND_ELSE] = next;
        last = next;
    }
    last->kids[LF_K_COND_ELSE] = lf_parser_bare_expression(p);
    return first;
}

lf_node *lf_parser_bare_expression(lf_parser *p) {
    bool single_terms = p->single_terms;
    p->single_terms = false;
    lf_parser_enter(p);
    lf_node *node = lf_parser_at_word(p, LF_KW_IF) ? parse_conditional(p) : parse_or(p);
    lf_parser_leave(p);
    p->single_terms = single_terms;
    return node;
}

/* The words belong to all that stands before them; brackets give them to a part. */
lf_node *lf_parser_expression(lf_parser *p) {
    lf_node *condition = lf_parser_bare_expression(p);
    if (!lf_parser_at_word(p, LF_KW_BECAUSE))
        return condition;
    lf_node *node = lf_parser_node(p, LF_N_BECAUSE, lf_parser_advance(p));
    node->kids[LF_K_BECAUSE_CONDITION] = condition;
    node->kids[LF_K_BECAUSE_TEXT] = lf_parser_expect_text(p, "a text after `because`");
    return node;
}

/* ---- arithmetic and filters ---- */

static lf_node *parse_product(lf_parser *p) {
    return parse_chain(p, LEVEL_PRODUCT, lf_parser_filter);
}

lf_node *lf_parser_sum(lf_parser *p) {
    return parse_chain(p, LEVEL_SUM, parse_product);
}

lf_node *lf_parser_count(lf_parser *p) {
    p->single_terms = true;
    lf_node *count = lf_parser_sum(p);
    p->single_terms = false;
    return count;
}

bool lf_parser_at_filter_word(const lf_parser *p) {
    return (lf_parser_at_name(p) && !lf_parser_at_ask(p)) || lf_parser_at(p, LF_TOK_LEFT);
}

lf_node *lf_parser_filter(lf_parser *p) {
    const lf_token *first = lf_parser_peek(p);
    bool can_be_word = lf_parser_at_filter_word(p);
    lf_node *node = lf_parser_unary(p);
    if (!can_be_word || p->single_terms || !lf_parser_at_filter_word(p))
        return node;
    lf_node *pieces = lf_parser_node(p, LF_N_PIECES, first), *words = lf_parser_list(p, first);
    pieces->kids[LF_K_LIST] = words;
    lf_parser_add(p, words, node);
    while (lf_parser_at_filter_word(p))
        lf_parser_add(p, words, lf_parser_postfix(p));
    pieces->length = lf_parser_length(p, first, lf_parser_last(p));
    return pieces;
}

static lf_node *parse_minus(lf_parser *p) {
    const lf_token *token = lf_parser_advance(p);
    lf_parser_enter(p);
    lf_node *arg = lf_parser_unary(p);
    lf_parser_leave(p);
    if (arg != NULL && arg->kind == LF_N_INT) {
        arg->value = -arg->value;
        arg->pos = lf_parser_pos(p, token);
        arg->length = lf_parser_length(p, token, lf_parser_last(p));
        return arg;
    }
    lf_node *node = lf_parser_node(p, LF_N_UNARY, token);
    node->word = LF_W_NEG;
    node->kids[LF_K_UNARY_ARG] = arg;
    return node;
}

lf_node *lf_parser_unary(lf_parser *p) {
    if (lf_parser_at(p, LF_TOK_MINUS))
        return parse_minus(p);
    return lf_parser_postfix(p);
}
