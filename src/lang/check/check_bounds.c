/* check_bounds.c: numbers that may be none: `int limit = none`, where none is no bound at all.
 *
 * Such a number compares (`n < limit` holds for every n if it is none), bounds a loop, a choice or
 * an amount, and goes into `min`. One cannot calculate with it, unless a condition has shown that
 * it is not none: `if limit != none`. Inside, none is a very great number (LF_NO_BOUND), and it is
 * put in where `none` is written. */
#include "check.h"

const char lf_check_how_to_bound[] = "it may be none: write `min(…, n)`, or test `… != none` first";

void lf_check_settle_none(lf_node *n, lf_type wanted) {
    if (!lf_is_bound(wanted) || n->type.base != LF_T_NONE)
        return;
    n->kind = LF_N_INT;
    n->value = LF_NO_BOUND;
    n->kid_count = 0;
    n->type = wanted;
}

lf_type lf_check_amount(checker *c, lf_node *n, const char *what) {
    check_wish wish = WISH(LF_T_INT, what);
    if (lf_is_bound(lf_check_expr(c, n, wish.type)))
        wish.type = n->type;
    return lf_check_fit(c, n, wish);
}

/* What alone says nothing of its type is of the type that the others return: `none` of a bound,
 * `{}` of a set. */
void lf_check_settle_returns(lf_node *n, lf_type result) {
    if (n == NULL)
        return;
    if (n->kind == LF_N_RETURN && n->kids[0] != NULL) {
        lf_check_settle_none(n->kids[0], result);
        lf_check_settle(n->kids[0], result);
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        lf_check_settle_returns(n->kids[i], result);
}

/* ---- what a condition shows ---- */

static bool is_no_bound(const lf_node *n) {
    return n->kind == LF_N_INT && n->value == LF_NO_BOUND;
}

static void show(shown_numbers *shown, const lf_node *n) {
    check_local *local = lf_check_local_of(n);
    if (local == NULL || !lf_is_bound(local->symbol.type) ||
        shown->count == LF_COUNT(shown->locals))
        return;
    local->symbol.type.by = 0;
    shown->locals[shown->count++] = local;
}

static void narrow_by_condition(shown_numbers *shown, const lf_node *n, bool holds) {
    if (n == NULL)
        return;
    if (n->kind == LF_N_UNARY && n->word == LF_W_NOT)
        narrow_by_condition(shown, n->kids[LF_K_UNARY_ARG], !holds);
    if (n->kind != LF_N_BINARY)
        return;
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    if (n->word == (holds ? LF_W_AND : LF_W_OR)) {
        narrow_by_condition(shown, left, holds);
        narrow_by_condition(shown, right, holds);
    } else if (n->word == (holds ? LF_W_NE : LF_W_EQ) &&
               (is_no_bound(left) || is_no_bound(right))) {
        show(shown, is_no_bound(right) ? left : right);
    }
}

shown_numbers lf_check_show_numbers(const lf_node *condition, bool holds) {
    shown_numbers shown = {.count = 0};
    narrow_by_condition(&shown, condition, holds);
    return shown;
}

void lf_check_forget_numbers(shown_numbers *shown) {
    while (shown->count > 0)
        shown->locals[--shown->count]->symbol.type.by = 1;
}
