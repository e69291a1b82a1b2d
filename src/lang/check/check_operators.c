/* check_operators.c: UNARY and BINARY: arithmetic, comparison, logic, and the same words on sets
 * and pieces. */
#include "check.h"

/* ---- small helpers ---- */

/* The wish that one side of an operator has because of the other. */
static check_wish like_other_side(const lf_node *other, uint32_t also) {
    return (check_wish){
        .type = other->type, .also = also, .what = "the other side", .name = "", .pos = other->pos};
}

/* A space may meet a zone, and their sets each other. */
static uint32_t relatives(lf_type type) {
    if (type.base == LF_T_SPACE || type.base == LF_T_ZONE)
        return BASE_BIT(LF_T_SPACE) | BASE_BIT(LF_T_ZONE);
    if (type.base == LF_T_SPACES || type.base == LF_T_ZONES)
        return BASE_BIT(LF_T_SPACES) | BASE_BIT(LF_T_ZONES);
    return 0;
}

/* The operand that knows its type first, so that it can help to resolve the other. */
static void order_operands(checker *c, lf_node *n, lf_node **first, lf_node **second) {
    lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    bool swap = lf_check_wants_hint(c, left) && !lf_check_wants_hint(c, right);
    *first = swap ? right : left;
    *second = swap ? left : right;
}

static lf_type bad_operand(checker *c, lf_node *n, lf_node *operand, const char *wants,
                           const char *note) {
    const char *sign = n->word == LF_W_NEG ? "-" : lf_word_text((lf_word)n->word);
    const char *found = lf_check_type_name(c, operand->type);
    lf_check_mark_reported(c, operand);
    return n->type = lf_check_fault(c, operand, LF_E0508, note, "`%s` needs %s, found %s", sign,
                                    wants, found);
}

static void fold_bool(lf_node *n, bool value) {
    n->kind = LF_N_BOOL;
    n->value = value;
    n->kid_count = 0;
    n->type = check_type(LF_T_BOOL);
}

/* ---- arithmetic ---- */

static const char *arithmetic_hint(const lf_node *n, lf_type type) {
    if (lf_is_bound(type))
        return lf_check_how_to_bound;
    bool set = check_is(type, BITS_OF_SETS) || type.base == LF_T_PIECES;
    if (set && n->word == LF_W_ADD)
        return "the union of two sets is written with `or`";
    if (set && n->word == LF_W_SUB)
        return "the difference of two sets is written with `except`";
    if (type.base == LF_T_ENUM)
        return "to move a variable along its values, write `+=` or `-=`";
    return NULL;
}

static lf_type check_arithmetic(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_type wanted = check_type(LF_T_INT);
    for (uint32_t i = 0; i < 2; i++) {
        lf_node *operand = n->kids[i];
        lf_check_expr(c, operand, wanted);
        if (!lf_check_agrees(lf_check_bind(operand, wanted), wanted))
            return bad_operand(c, n, operand, "numbers", arithmetic_hint(n, operand->type));
    }
    const lf_node *divisor = n->kids[LF_K_BINARY_RIGHT];
    if ((n->word == LF_W_DIV || n->word == LF_W_MOD) && divisor->kind == LF_N_INT &&
        divisor->value == 0)
        lf_check_fault(c, divisor, LF_E0525, NULL, "division by zero");
    return n->type = wanted;
}

/* ---- comparison ---- */

#define BITS_OF_INCOMPARABLE                                                                       \
    (BASE_BIT(LF_T_TABLE) | BASE_BIT(LF_T_TEXT) | BASE_BIT(LF_T_VOID) | BASE_BIT(LF_T_INTS))

static lf_type check_equality(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *first, *second;
    order_operands(c, n, &first, &second);
    lf_type type = lf_check_record_or_expr(c, first, check_type(LF_T_UNKNOWN));
    if (type.base == LF_T_RECORD)
        return lf_check_compare_records(c, n, first, second);
    if (check_is(type, BITS_OF_INCOMPARABLE))
        return bad_operand(c, n, first, "values that can be compared", NULL);
    check_wish wish = like_other_side(first, relatives(type));
    if (type.base == LF_T_NONE)
        wish.type = check_type(LF_T_SPACE), wish.also = BITS_OF_REFERENCES, wish.loose = true;
    lf_check_expr(c, second, wish.type);
    if (lf_is_bound(second->type)) { /* `none == limit`, `n == limit` */
        lf_check_fit(c, first, like_other_side(second, 0));
        return n->type = check_type(LF_T_BOOL);
    }
    lf_check_fit(c, second, wish);
    lf_check_bind(first, second->type);
    return n->type = check_type(LF_T_BOOL);
}

static lf_type check_ordering(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *first, *second;
    order_operands(c, n, &first, &second);
    lf_type type = lf_check_any_expr(c, first);
    lf_check_expr(c, second, type);
    if (type.base == LF_T_UNKNOWN)
        type = lf_check_bind(first, second->type);
    uint32_t ordered =
        BASE_BIT(LF_T_INT) | BASE_BIT(LF_T_ENUM) | BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_UNKNOWN);
    if (!check_is(type, ordered) || check_is_open_set(type))
        return bad_operand(c, n, first, "numbers or values of one enumeration", NULL);
    if (second->type.base == LF_T_NONE)
        return bad_operand(c, n, second, "numbers or values of one enumeration", NULL);
    check_wish wish = like_other_side(first, 0);
    if (type.base == LF_T_INT && lf_is_bound(second->type))
        wish.type = second->type;
    lf_check_fit(c, second, wish);
    return n->type = check_type(LF_T_BOOL);
}

static const char *membership_hint(lf_type right) {
    if (right.base == LF_T_SPACE || right.base == LF_T_ZONE)
        return "to test for pieces there, write `any … in …`; to compare places, `==`";
    return NULL;
}

static lf_type check_membership(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    bool empty = right->kind == LF_N_SET && right->kids[LF_K_LIST]->kid_count == 0;
    bool left_first = empty || (right->kind == LF_N_SET && !lf_check_wants_hint(c, left));
    if (left_first)
        lf_check_any_expr(c, left);
    lf_type wanted = left_first ? lf_check_set_of(left->type) : check_type(LF_T_UNKNOWN);
    if (wanted.base == LF_T_ERROR && left->type.base != LF_T_ERROR) /* there are no sets of it */
        wanted = check_open(LF_OPEN_SET);
    lf_type set = lf_check_expr(c, right, wanted);
    if (set.base == LF_T_STACK)
        set = lf_check_fit(c, right, WISH(LF_T_CARDS, NULL));
    lf_type element = lf_check_element(set);
    if (element.base == LF_T_ERROR && set.base != LF_T_ERROR)
        return bad_operand(c, n, right, "a set on its right", membership_hint(set));
    if (!left_first)
        lf_check_expr(c, left, element);
    lf_check_fit(
        c, left,
        (check_wish){
            .type = element, .also = relatives(element), .what = "the set", .pos = right->pos});
    return n->type = check_type(LF_T_BOOL);
}

/* ---- logic, and the same words on sets ---- */

static void refuse_empty(checker *c, lf_node *n) {
    uint64_t left, right;
    if (n->word != LF_W_AND || !lf_check_constant_filter(c, n->kids[0], &left) ||
        !lf_check_constant_filter(c, n->kids[1], &right) || (left & right) || !left || !right)
        return;
    lf_check_fault(c, n, LF_E0518, "for pieces of either kind, write `or`",
                   "no piece is both `%s` and `%s`", lf_check_word_text(n->kids[0]),
                   lf_check_word_text(n->kids[1]));
}

static lf_type combine_pieces(checker *c, lf_node *n, lf_node *first, lf_node *second) {
    lf_check_fit(c, first, WISH(LF_T_PIECES, NULL));
    lf_check_as(c, second, like_other_side(first, 0));
    refuse_empty(c, n);
    return n->type = check_type(LF_T_PIECES);
}

static lf_type combine_sets(checker *c, lf_node *n, lf_node *first, lf_node *second) {
    lf_check_expr(c, second, first->type);
    if (lf_check_same(lf_check_set_of(second->type), first->type) &&
        second->type.base != LF_T_PIECES)
        return bad_operand(c, n, second, "a set on both sides",
                           "write a set of one element in braces: `{…}`");
    if (second->type.base == LF_T_INTS)
        return bad_operand(c, n, second, "sets of spaces, zones, seats, cards or directions", NULL);
    lf_check_fit(c, second, like_other_side(first, relatives(first->type)));
    lf_check_settle(first, second->type);
    if (!lf_check_join(first->type, second->type, &n->type))
        n->type = check_type(LF_T_ERROR); /* which lf_check_fit has reported */
    return n->type;
}

static lf_type combine_conditions(checker *c, lf_node *n, lf_type hint) {
    lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    lf_check_fit_condition(c, left);
    if (c->body->scenario != NULL &&
        left->kind == LF_N_BOOL) { /* scenario data: the right side may not even exist */
        bool decided = (left->value != 0) == (n->word == LF_W_OR);
        *n = decided ? *left : *right;
        return lf_check_expr(c, n, hint);
    }
    shown_numbers shown = lf_check_show_numbers(left, n->word == LF_W_AND);
    lf_check_condition(c, right, NULL);
    lf_check_forget_numbers(&shown);
    return n->type = check_type(LF_T_BOOL);
}

static lf_type check_logic(checker *c, lf_node *n, lf_type hint) {
    lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    /* `{} or raided`: the right side says of what the left one is a set. */
    const bool swap = left->kind == LF_N_SET && left->kids[LF_K_LIST]->kid_count == 0;
    lf_node *first = swap ? right : left, *second = swap ? left : right;
    const bool plain =
        hint.base == LF_T_UNKNOWN && hint.by == LF_OPEN_ANY && n->word != LF_W_EXCEPT;
    lf_type type = lf_check_expr(c, first, plain ? check_type(LF_T_BOOL) : hint);
    if (type.base == LF_T_PIECES || type.base == LF_T_SEAT || hint.base == LF_T_PIECES)
        return combine_pieces(c, n, first, second);
    const bool open = type.base == LF_T_UNKNOWN;
    if (open && check_is(hint, BITS_OF_SETS))
        lf_check_bind(first, hint);
    if (check_is(type, BITS_OF_SETS) || check_is_open_set(type) ||
        (open && (swap || check_is(hint, BITS_OF_SETS))))
        return combine_sets(c, n, first, second);
    if (swap && type.base != LF_T_ERROR)
        return bad_operand(c, n, first, "a set on both sides", NULL);
    if (n->word != LF_W_EXCEPT && !swap)
        return combine_conditions(c, n, hint);
    if (open || type.base == LF_T_ERROR) {
        lf_check_expr(c, second, type);
        return n->type = type;
    }
    return bad_operand(c, n, first, "sets or pieces", "for conditions, write `and not`");
}

/* ---- the tables ---- */

static expr_check *const operators[LF_WORD_COUNT] = {
    [LF_W_ADD] = check_arithmetic, [LF_W_SUB] = check_arithmetic, [LF_W_MUL] = check_arithmetic,
    [LF_W_DIV] = check_arithmetic, [LF_W_MOD] = check_arithmetic, [LF_W_EQ] = check_equality,
    [LF_W_NE] = check_equality,    [LF_W_LT] = check_ordering,    [LF_W_LE] = check_ordering,
    [LF_W_GT] = check_ordering,    [LF_W_GE] = check_ordering,    [LF_W_AND] = check_logic,
    [LF_W_OR] = check_logic,       [LF_W_EXCEPT] = check_logic,   [LF_W_IN] = check_membership,
};

lf_type lf_check_binary(checker *c, lf_node *n, lf_type hint) {
    if (n->kids[LF_K_BINARY_LEFT] == NULL || n->kids[LF_K_BINARY_RIGHT] == NULL ||
        operators[n->word] == NULL)
        return n->type = check_type(LF_T_ERROR);
    return operators[n->word](c, n, hint);
}

lf_type lf_check_unary(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *arg = n->kids[LF_K_UNARY_ARG];
    if (arg == NULL)
        return n->type = check_type(LF_T_ERROR);
    if (n->word == LF_W_NOT) {
        lf_check_condition(c, arg, NULL);
        if (c->body->scenario != NULL && arg->kind == LF_N_BOOL)
            fold_bool(n, !arg->value);
        return n->type = check_type(LF_T_BOOL);
    }
    lf_type wanted = check_type(LF_T_INT);
    lf_check_expr(c, arg, wanted);
    if (!lf_check_agrees(lf_check_bind(arg, wanted), wanted))
        return bad_operand(c, n, arg, "a number", NULL);
    /* so that `-1` is a constant like any other */
    if (arg->kind == LF_N_INT && arg->value != INT64_MIN) {
        n->kind = LF_N_INT;
        n->value = -arg->value;
        n->kid_count = 0;
    }
    return n->type = wanted;
}
