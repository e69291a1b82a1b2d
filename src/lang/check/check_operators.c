/* check_operators.c: UNARY and BINARY: arithmetic, comparison, logic, and the same words on sets and
 * pieces. */
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
    bool swap = lfc_wants_hint(c, left) && !lfc_wants_hint(c, right);
    *first = swap ? right : left;
    *second = swap ? left : right;
}

static lf_type bad_operand(checker *c, lf_node *n, lf_node *operand, const char *wants, const char *note) {
    const char *sign = n->word == LF_W_NEG ? "-" : lf_word_text((lf_word)n->word);
    lfc_fault(c, operand, LF_E0508, note, "`%s` needs %s, found %s", sign, wants,
              lfc_type_name(c, operand->type));
    return n->type = check_type(LF_T_ERROR);
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
        return lfc_how_to_bound;
    bool set = check_is(type, BITS_OF_SETS) || type.base == LF_T_PIECES;
    if (set && n->word == LF_W_ADD)
        return "the union of two sets is written with `or`";
    if (set && n->word == LF_W_SUB)
        return "the difference of two sets is written with `except`";
    if (type.base == LF_T_ENUM)
        return "a variable moves along its values with `+=` and `-=`";
    return NULL;
}

static lf_type check_arithmetic(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_type wanted = check_type(LF_T_INT);
    for (uint32_t i = 0; i < 2; i++) {
        lf_node *operand = n->kids[i];
        lfc_expr(c, operand, wanted);
        if (!lfc_agrees(lfc_bind(operand, wanted), wanted))
            return bad_operand(c, n, operand, "numbers", arithmetic_hint(n, operand->type));
    }
    const lf_node *divisor = n->kids[LF_K_BINARY_RIGHT];
    if ((n->word == LF_W_DIV || n->word == LF_W_MOD) && divisor->kind == LF_N_INT && divisor->value == 0)
        lfc_fault(c, divisor, LF_E0525, NULL, "division by zero");
    return n->type = wanted;
}

/* ---- comparison ---- */

#define BITS_OF_INCOMPARABLE                                                                                 \
    (BASE_BIT(LF_T_TABLE) | BASE_BIT(LF_T_TEXT) | BASE_BIT(LF_T_VOID) | BASE_BIT(LF_T_INTS))

static lf_type check_equality(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *first, *second;
    order_operands(c, n, &first, &second);
    lf_type type = lfc_record_or_expr(c, first, check_type(LF_T_UNKNOWN));
    if (type.base == LF_T_RECORD)
        return lfc_compare_records(c, n, first, second);
    if (check_is(type, BITS_OF_INCOMPARABLE))
        return bad_operand(c, n, first, "values that can be compared", NULL);
    check_wish wish = like_other_side(first, relatives(type));
    if (type.base == LF_T_NONE)
        wish.type = check_type(LF_T_SPACE), wish.also = BITS_OF_REFERENCES, wish.loose = true;
    lfc_expr(c, second, wish.type);
    if (lf_is_bound(second->type)) { /* `none == limit`, `n == limit` */
        lfc_fit(c, first, like_other_side(second, 0));
        return n->type = check_type(LF_T_BOOL);
    }
    lfc_fit(c, second, wish);
    lfc_bind(first, second->type);
    return n->type = check_type(LF_T_BOOL);
}

static lf_type check_ordering(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *first, *second;
    order_operands(c, n, &first, &second);
    lf_type type = lfc_any_expr(c, first);
    lfc_expr(c, second, type);
    if (type.base == LF_T_UNKNOWN)
        type = lfc_bind(first, second->type);
    uint32_t ordered =
        BASE_BIT(LF_T_INT) | BASE_BIT(LF_T_ENUM) | BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_UNKNOWN);
    if (!check_is(type, ordered))
        return bad_operand(c, n, first, "numbers or values of one enumeration", NULL);
    if (second->type.base == LF_T_NONE)
        return bad_operand(c, n, second, "numbers or values of one enumeration", NULL);
    check_wish wish = like_other_side(first, 0);
    if (type.base == LF_T_INT && lf_is_bound(second->type))
        wish.type = second->type;
    lfc_fit(c, second, wish);
    return n->type = check_type(LF_T_BOOL);
}

static const char *membership_hint(lf_type right) {
    if (right.base == LF_T_SPACE || right.base == LF_T_ZONE)
        return "to ask for pieces there, write `any … in …`; for the same place, `==`";
    return NULL;
}

static lf_type check_membership(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    bool empty = right->kind == LF_N_SET && right->kids[LF_K_LIST]->kid_count == 0;
    bool left_first = empty || (right->kind == LF_N_SET && !lfc_wants_hint(c, left));
    if (left_first)
        lfc_any_expr(c, left);
    lf_type set = lfc_expr(c, right, left_first ? lfc_set_of(left->type) : check_type(LF_T_UNKNOWN));
    if (set.base == LF_T_STACK)
        set = lfc_fit(c, right, WISH(LF_T_CARDS, NULL));
    lf_type element = lfc_element(set);
    if (element.base == LF_T_ERROR && set.base != LF_T_ERROR)
        return bad_operand(c, n, right, "a set on its right", membership_hint(set));
    if (!left_first)
        lfc_expr(c, left, element);
    lfc_fit(c, left,
            (check_wish){.type = element, .also = relatives(element), .what = "the set", .pos = right->pos});
    return n->type = check_type(LF_T_BOOL);
}

/* ---- logic, and the same words on sets ---- */

static void refuse_empty(checker *c, lf_node *n) {
    uint64_t left, right;
    if (n->word != LF_W_AND || !lfc_constant_filter(c, n->kids[0], &left) ||
        !lfc_constant_filter(c, n->kids[1], &right) || (left & right) || !left || !right)
        return;
    lfc_fault(c, n, LF_E0518, "for pieces of either kind, write `or`", "no piece is both `%s` and `%s`",
              lfc_word_text(n->kids[0]), lfc_word_text(n->kids[1]));
}

static lf_type combine_pieces(checker *c, lf_node *n) {
    lfc_fit(c, n->kids[LF_K_BINARY_LEFT], WISH(LF_T_PIECES, NULL));
    lfc_as(c, n->kids[LF_K_BINARY_RIGHT], like_other_side(n->kids[LF_K_BINARY_LEFT], 0));
    refuse_empty(c, n);
    return n->type = check_type(LF_T_PIECES);
}

static lf_type combine_sets(checker *c, lf_node *n) {
    lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    lfc_expr(c, right, left->type);
    if (lfc_same(lfc_set_of(right->type), left->type) && right->type.base != LF_T_PIECES)
        return bad_operand(c, n, right, "a set on both sides",
                           "a set of one element is written in braces: `{…}`");
    lfc_fit(c, right, like_other_side(left, relatives(left->type)));
    lfc_join(left->type, right->type, &n->type);
    return n->type;
}

static lf_type combine_conditions(checker *c, lf_node *n, lf_type hint) {
    lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    lfc_fit_condition(c, left);
    if (c->body->scenario != NULL &&
        left->kind == LF_N_BOOL) { /* scenario data: the right side may not even exist */
        bool decided = (left->value != 0) == (n->word == LF_W_OR);
        *n = decided ? *left : *right;
        return lfc_expr(c, n, hint);
    }
    shown_numbers shown = lfc_show_numbers(left, n->word == LF_W_AND);
    lfc_condition(c, right, NULL);
    lfc_forget_numbers(&shown);
    return n->type = check_type(LF_T_BOOL);
}

/* `{} or raided`: the right side says of what the left one is a set. */
static lf_type hint_for_left(checker *c, lf_node *n, lf_type hint) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT];
    if (left->kind != LF_N_SET || left->kids[LF_K_LIST]->kid_count > 0 || check_is(hint, BITS_OF_SETS))
        return hint;
    lf_type right = lfc_any_expr(c, n->kids[LF_K_BINARY_RIGHT]);
    return check_is(right, BITS_OF_SETS) ? right : hint;
}

static lf_type check_logic(checker *c, lf_node *n, lf_type hint) {
    lf_node *left = n->kids[LF_K_BINARY_LEFT];
    hint = hint_for_left(c, n, hint);
    lf_type type =
        lfc_expr(c, left, hint.base == LF_T_UNKNOWN && n->word != LF_W_EXCEPT ? check_type(LF_T_BOOL) : hint);
    bool pieces = type.base == LF_T_PIECES || type.base == LF_T_SEAT || hint.base == LF_T_PIECES;
    if (pieces)
        return combine_pieces(c, n);
    if (check_is(type, BITS_OF_SETS))
        return combine_sets(c, n);
    if (type.base == LF_T_UNKNOWN && check_is(hint, BITS_OF_SETS)) {
        lfc_bind(left, hint);
        return combine_sets(c, n);
    }
    if (n->word != LF_W_EXCEPT)
        return combine_conditions(c, n, hint);
    if (type.base == LF_T_UNKNOWN || type.base == LF_T_ERROR) {
        lfc_expr(c, n->kids[LF_K_BINARY_RIGHT], hint);
        return n->type = type;
    }
    return bad_operand(c, n, left, "sets or pieces", "for conditions, write `and not`");
}

/* ---- the tables ---- */

static expr_check *const operators[LF_WORD_COUNT] = {
    [LF_W_ADD] = check_arithmetic, [LF_W_SUB] = check_arithmetic, [LF_W_MUL] = check_arithmetic,
    [LF_W_DIV] = check_arithmetic, [LF_W_MOD] = check_arithmetic, [LF_W_EQ] = check_equality,
    [LF_W_NE] = check_equality,    [LF_W_LT] = check_ordering,    [LF_W_LE] = check_ordering,
    [LF_W_GT] = check_ordering,    [LF_W_GE] = check_ordering,    [LF_W_AND] = check_logic,
    [LF_W_OR] = check_logic,       [LF_W_EXCEPT] = check_logic,   [LF_W_IN] = check_membership,
};

lf_type lfc_binary(checker *c, lf_node *n, lf_type hint) {
    if (n->kids[LF_K_BINARY_LEFT] == NULL || n->kids[LF_K_BINARY_RIGHT] == NULL || operators[n->word] == NULL)
        return n->type = check_type(LF_T_ERROR);
    return operators[n->word](c, n, hint);
}

lf_type lfc_unary(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_node *arg = n->kids[LF_K_UNARY_ARG];
    if (arg == NULL)
        return n->type = check_type(LF_T_ERROR);
    if (n->word == LF_W_NOT) {
        lfc_condition(c, arg, NULL);
        if (c->body->scenario != NULL && arg->kind == LF_N_BOOL)
            fold_bool(n, !arg->value);
        return n->type = check_type(LF_T_BOOL);
    }
    lf_type wanted = check_type(LF_T_INT);
    lfc_expr(c, arg, wanted);
    if (!lfc_agrees(lfc_bind(arg, wanted), wanted))
        return bad_operand(c, n, arg, "a number", NULL);
    if (arg->kind == LF_N_INT && arg->value != INT64_MIN) { /* so that `-1` is a constant like any other */
        n->kind = LF_N_INT;
        n->value = -arg->value;
        n->kid_count = 0;
    }
    return n->type = wanted;
}
