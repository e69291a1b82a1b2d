/* parser_transfer.c: place, remove, move, flip and replace: so many of these pieces, from here to
 * there. */
#include "parser.h"

/* ---- how many of what ---- */

static lf_node *parse_pieces(lf_parser *p) {
    if (lf_parser_at_filter_word(p))
        return lf_parser_filter(p);
    const lf_token *token = lf_parser_peek(p);
    lf_parser_fail(p, token, LF_E0233, "write the number first, then the pieces: `3 Red troops`",
                   "expected the pieces, found %s", lf_parser_describe(p, token));
    return NULL;
}

/* A number can never be the pieces themselves. */
static bool is_number_node(const lf_node *node) {
    if (node == NULL)
        return false;
    bool arithmetic = node->kind == LF_N_BINARY && node->word >= LF_W_ADD && node->word <= LF_W_MOD;
    return node->kind == LF_N_INT || arithmetic ||
           (node->kind == LF_N_UNARY && node->word == LF_W_NEG);
}

/* What stands before a filter is its count; what no filter follows was the filter. A name right
 * before a filter can be a count (`n troops`) or a word of the filter (`Red troops`): it is kept as
 * the count, and the checker, which knows the words for pieces, moves it. */
static void parse_exact_amount(lf_parser *p, lf_node *node) {
    const lf_token *first = lf_parser_peek(p);
    lf_node *count = lf_parser_count(p);
    node->word = LF_W_EXACTLY;
    if (lf_parser_at_filter_word(p)) {
        node->kids[LF_K_T_COUNT] = count;
        node->kids[LF_K_T_PIECES] = lf_parser_filter(p);
    } else if (is_number_node(count)) {
        parse_pieces(p);
    } else {
        node->kids[LF_K_T_COUNT] = lf_parser_int(p, first, 1);
        node->kids[LF_K_T_PIECES] = count;
    }
}

static void parse_amount(lf_parser *p, lf_node *node) {
    if (lf_parser_take_word(p, LF_KW_ALL)) {
        node->word = LF_W_ALL;
        node->kids[LF_K_T_PIECES] = parse_pieces(p);
    } else if (lf_parser_at_word(p, LF_KW_UP)) {
        lf_parser_advance(p);
        lf_parser_expect_word(p, LF_KW_TO, "write `up to 3 Red troops`");
        node->word = LF_W_UP_TO;
        node->kids[LF_K_T_COUNT] = lf_parser_count(p);
        node->kids[LF_K_T_PIECES] = parse_pieces(p);
    } else {
        parse_exact_amount(p, node);
    }
}

/* ---- which of them, and who says so ---- */

static void set_pick(lf_parser *p, lf_node *node, lf_word pick) {
    if (LF_PICK(node) != LF_W_PLAIN)
        lf_parser_fail(p, lf_parser_peek(p), LF_E0229,
                       "keep one of `chosen`, `declared` and `in order […]`",
                       "how the pieces are picked is given twice");
    node->value = pick;
}

static void parse_order(lf_parser *p, lf_node *node) {
    lf_parser_advance(p);
    lf_parser_expect_word(p, LF_KW_ORDER, "write `in order [Red troops, Red bases]`");
    const lf_token *opening =
        lf_parser_expect(p, LF_TOK_LEFT_SQUARE, "`[`", "write `in order [Red troops, Red bases]`");
    lf_node *order = lf_parser_list(p, opening);
    do
        lf_parser_add(p, order, lf_parser_filter(p));
    while (lf_parser_take(p, LF_TOK_COMMA));
    lf_parser_expect_closing(p, LF_TOK_RIGHT_SQUARE, "`,` or `]`", opening);
    node->kids[LF_K_T_ORDER] = order;
}

static void parse_picks(lf_parser *p, lf_node *node) {
    node->value = LF_W_PLAIN;
    for (;;) {
        if (lf_parser_at_word(p, LF_KW_CHOSEN)) {
            set_pick(p, node, LF_W_CHOSEN);
            lf_parser_advance(p);
        } else if (lf_parser_at_word(p, LF_KW_DECLARED)) {
            set_pick(p, node, LF_W_ANY_OF);
            lf_parser_advance(p);
        } else if (lf_parser_at_word(p, LF_KW_IN)) {
            set_pick(p, node, LF_W_ORDERED);
            parse_order(p, node);
        } else if (lf_parser_at_word(p, LF_KW_BY)) {
            if (node->kids[LF_K_T_BY] != NULL)
                lf_parser_fail(p, lf_parser_peek(p), LF_E0229, "keep one of them",
                               "who picks is given twice");
            node->kids[LF_K_T_BY] = lf_parser_by(p);
        } else if (lf_parser_at(p, LF_TOK_TEXT_OPEN)) {
            if (node->kids[LF_K_T_PROMPT] != NULL)
                lf_parser_fail(p, lf_parser_peek(p), LF_E0229, "keep one of them",
                               "the prompt is given twice");
            node->kids[LF_K_T_PROMPT] = lf_parser_text(p);
        } else {
            return;
        }
    }
}

/* ---- from where to where ---- */

typedef struct {
    const char *form;
    /* the words before the zone that the pieces come from; the second may be missing */
    lf_keyword from[2];
    lf_keyword to[3]; /* and before what they go to or become */
    bool from_optional, to_optional;
    lf_node *(*read_to)(lf_parser *);
} transfer_shape;

static const transfer_shape place_shape = {"write `place 2 Red troops in s`, with `from …` before "
                                           "`in` if they come from elsewhere",
                                           {LF_KW_FROM},
                                           {LF_KW_IN, LF_KW_ON, LF_KW_TO},
                                           true,
                                           false,
                                           lf_parser_sum};
static const transfer_shape remove_shape = {
    "write `remove 2 Red troops from s`, then `to …` if the destination matters",
    {LF_KW_FROM, LF_KW_IN},
    {LF_KW_TO},
    false,
    true,
    lf_parser_sum};
static const transfer_shape move_shape = {"write `move 2 Red troops from a to b`",
                                          {LF_KW_FROM, LF_KW_IN},
                                          {LF_KW_TO},
                                          false,
                                          false,
                                          lf_parser_sum};
static const transfer_shape flip_shape = {"write `flip 2 Red scouts in s to hidden`",
                                          {LF_KW_IN, LF_KW_FROM},
                                          {LF_KW_TO},
                                          false,
                                          false,
                                          lf_parser_filter};
static const transfer_shape replace_shape = {"write `replace 2 Red troops in s with Red bases`",
                                             {LF_KW_IN, LF_KW_FROM},
                                             {LF_KW_WITH},
                                             false,
                                             false,
                                             lf_parser_filter};

static const transfer_shape *shape_of(lf_node_kind kind) {
    switch (kind) {
    case LF_N_PLACE:
        return &place_shape;
    case LF_N_REMOVE:
        return &remove_shape;
    case LF_N_MOVE:
        return &move_shape;
    case LF_N_FLIP:
        return &flip_shape;
    default:
        return &replace_shape;
    }
}

static bool take_one_of(lf_parser *p, const lf_keyword *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (words[i] != LF_KW_NO_KEYWORD && lf_parser_take_word(p, words[i]))
            return true;
    return false;
}

/* "expected `from`": brackets are what most often helps where `or` and `except` stand instead. */
static void expected_preposition(lf_parser *p, lf_keyword wanted, const char *form) {
    bool joins = lf_parser_at_word(p, LF_KW_OR) || lf_parser_at_word(p, LF_KW_AND) ||
                 lf_parser_at_word(p, LF_KW_EXCEPT);
    const char *what = lf_arena_printf(p->context->arena, "`%s`", lf_keyword_table[wanted].text);
    lf_parser_expected(
        p, what, joins ? "put brackets around the pieces: `2 (Red troops or Blue troops)`" : form);
}

lf_node *lf_parser_transfer(lf_parser *p, lf_node_kind kind) {
    const transfer_shape *shape = shape_of(kind);
    lf_node *node = lf_parser_node(p, kind, lf_parser_advance(p));
    parse_amount(p, node);
    if (take_one_of(p, shape->from, LF_COUNT(shape->from)))
        node->kids[LF_K_T_FROM] = lf_parser_sum(p);
    else if (!shape->from_optional)
        expected_preposition(p, shape->from[0], shape->form);
    if (take_one_of(p, shape->to, LF_COUNT(shape->to)))
        node->kids[LF_K_T_TO] = shape->read_to(p);
    else if (!shape->to_optional)
        expected_preposition(p, shape->to[0], shape->form);
    parse_picks(p, node);
    lf_parser_end_statement(p);
    return node;
}
