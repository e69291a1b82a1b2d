/* check_expr.c: the types of expressions: the table of kinds, and the kinds that are small.
 *
 * Operators are in check_operators.c, properties and indices in check_props.c, sets and aggregates
 * in check_sets.c, piece filters in check_pieces.c, calls in check_calls.c. */
#include "check.h"

#include <string.h>

static lf_type check_int(checker *c, lf_node *n, lf_type hint) {
    (void)c, (void)hint; /* `none`, after the first walk, is still none */
    return n->type = n->value == LF_NO_BOUND ? check_bound() : check_type(LF_T_INT);
}

static lf_type check_bool(checker *c, lf_node *n, lf_type hint) {
    (void)c, (void)hint;
    return n->type = check_type(LF_T_BOOL);
}

static lf_type check_plain_name(checker *c, lf_node *n, lf_type hint) {
    if (lf_check_name_expr(c, n, hint).base != LF_T_DATA)
        return n->type;
    return n->type =
               lf_check_fault(c, n, LF_E0526, NULL, "`%s` is only available in `setup`", n->name);
}

static lf_type check_string(checker *c, lf_node *n, lf_type hint) {
    (void)c, (void)hint;
    return n->type = check_type(LF_T_TEXT);
}

/* ---- texts ---- */

#define BITS_OF_PRINTABLE                                                                          \
    (BITS_OF_SETS | BITS_OF_REFERENCES | BASE_BIT(LF_T_INT) | BASE_BIT(LF_T_BOOL) |                \
     BASE_BIT(LF_T_ENUM) | BASE_BIT(LF_T_STACK) | BASE_BIT(LF_T_NONE) | BASE_BIT(LF_T_TEXT) |      \
     BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_UNKNOWN))

/* `{Base|Bases}` declines by the nearest number in front of it in the same text. */
static void check_forms(checker *c, const lf_node *parts, uint32_t at) {
    const char *words = parts->kids[at]->name, *bar = strchr(words, '|');
    if (bar == NULL || strchr(bar + 1, '|') != NULL || bar == words || bar[1] == '\0')
        lf_check_fault(c, parts->kids[at], LF_E0529,
                       "write the singular and the plural, as in `{n} {Base|Bases}`",
                       "`%s` is not a singular and a plural", words);
    for (uint32_t i = at; i-- > 0;)
        if (parts->kids[i]->type.base == LF_T_INT)
            return;
    lf_check_fault(c, parts->kids[at], LF_E0529,
                   "put the number before it, as in `{n} {Base|Bases}`",
                   "there is no number before `{%s}` in this text", words);
}

static lf_type check_template(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    const char *outer = c->body->pure;
    c->body->pure = "a text";
    const lf_node *parts = n->kids[LF_K_LIST];
    for (uint32_t i = 0; i < parts->kid_count; i++) {
        lf_node *part = parts->kids[i];
        lf_type type = lf_check_expr(c, part, check_type(LF_T_TEXT));
        if (lf_is_bound(type))
            lf_check_fault(c, part, LF_E0529, lf_check_how_to_bound, "%s cannot be shown in a text",
                           lf_check_type_name(c, type));
        if (!check_is(type, BITS_OF_PRINTABLE))
            lf_check_fault(c, part, LF_E0529, NULL, "%s cannot be shown in a text",
                           lf_check_type_name(c, type));
        if (part->kind == LF_N_FORMS)
            check_forms(c, parts, i);
    }
    c->body->pure = outer;
    return n->type = check_type(LF_T_TEXT);
}

void lf_check_text(checker *c, lf_node *text) {
    if (text != NULL)
        lf_check_as(c, text, WISH(LF_T_TEXT, NULL));
}

/* ---- small kinds ---- */

static lf_type check_cond(checker *c, lf_node *n, lf_type hint) {
    lf_node *when = n->kids[LF_K_COND_WHEN], *then = n->kids[LF_K_COND_THEN],
            *other = n->kids[LF_K_COND_ELSE];
    lf_check_condition(c, when, NULL);
    if (c->body->scenario != NULL && when && when->kind == LF_N_BOOL) {
        const lf_node *taken = when->value ? then : other;
        if (taken == NULL)
            return n->type = check_type(LF_T_ERROR);
        *n = *taken;
        return lf_check_expr(c, n, hint);
    }
    bool then_last = then != NULL && lf_check_wants_hint(c, then);
    lf_node *first = then_last ? other : then, *second = then_last ? then : other;
    shown_numbers shown = lf_check_show_numbers(when, !then_last);
    lf_type a = lf_check_expr(c, first, hint);
    lf_check_forget_numbers(&shown);
    shown = lf_check_show_numbers(when, then_last);
    lf_type b = lf_check_expr(c, second, a.base == LF_T_NONE || a.base == LF_T_UNKNOWN ? hint : a);
    lf_check_forget_numbers(&shown);
    if (lf_check_join(a, b, &n->type)) {
        lf_check_settle_none(then, n->type);
        lf_check_settle_none(other, n->type);
        return n->type;
    }
    lf_check_mark_reported(c, first);
    lf_check_mark_reported(c, second);
    return n->type = lf_check_fault(
               c, second, LF_E0503, "both branches of `if … then … else …` must have the same type",
               "expected %s, found %s", lf_check_type_name(c, a), lf_check_type_name(c, b));
}

static lf_type check_range_expr(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    const lf_node *low = n->kids[LF_K_RANGE_MIN], *high = n->kids[LF_K_RANGE_MAX];
    lf_check_as(c, n->kids[LF_K_RANGE_MIN], WISH(LF_T_INT, "a range"));
    lf_check_as(c, n->kids[LF_K_RANGE_MAX], WISH(LF_T_INT, "a range"));
    if (low != NULL && high && low->kind == LF_N_INT && high->kind == LF_N_INT &&
        low->value > high->value)
        lf_check_fault(c, n, LF_E0523, "write the smaller number first",
                       "the range %lld..%lld is empty", (long long)low->value,
                       (long long)high->value);
    return n->type = check_type(LF_T_INTS);
}

static lf_type check_roll(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_check_require_pure(c, n, "roll dice");
    lf_check_irrevocable(c, n, "roll dice");
    lf_node *sides = n->kids[LF_K_ROLL_SIDES];
    lf_check_as(c, sides, WISH(LF_T_INT, "`roll`"));
    if (sides != NULL && sides->kind == LF_N_INT && sides->value < 1)
        lf_check_fault(c, sides, LF_E0523, NULL, "a die needs at least one side");
    return n->type = check_type(LF_T_INT);
}

/* `z as space`: the bridge from zones to spaces; a box has no space, and gives none. */
static lf_type check_cast(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    lf_check_as(c, n->kids[LF_K_AS_VALUE], WISH(LF_T_ZONE, "`as space`"));
    if (strcmp(n->name, "space") != 0)
        return n->type = lf_check_fault(c, n, LF_E0503,
                                        "only a zone can be converted to a space: `z as space`",
                                        "unknown conversion `as %s`", n->name);
    return n->type = check_type(LF_T_SPACE);
}

static lf_type check_table_expr(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    return n->type = lf_check_fault(c, n, LF_E0527, "write `let NAME = table by … of …`",
                                    "a table can only be made by `let`");
}

/* ---- the table of kinds ---- */

static expr_check *const kinds[LF_NODE_KINDS] = {
    [LF_N_INT] = check_int,
    [LF_N_BOOL] = check_bool,
    [LF_N_NAME] = check_plain_name,
    [LF_N_TEXT] = check_template,
    [LF_N_STRING] = check_string,
    [LF_N_FORMS] = check_string,
    [LF_N_PROP] = lf_check_prop,
    [LF_N_INDEX] = lf_check_index,
    [LF_N_CALL] = lf_check_call,
    [LF_N_UNARY] = lf_check_unary,
    [LF_N_BINARY] = lf_check_binary,
    [LF_N_COND] = check_cond,
    [LF_N_SET] = lf_check_set,
    [LF_N_PIECES] = lf_check_pieces,
    [LF_N_COUNT] = lf_check_count,
    [LF_N_ANY] = lf_check_count,
    [LF_N_KINDS] = lf_check_kinds,
    [LF_N_AGGREGATE] = lf_check_aggregate,
    [LF_N_SELECT] = lf_check_select,
    [LF_N_RANGE] = check_range_expr,
    [LF_N_ROLL] = check_roll,
    [LF_N_TABLE] = check_table_expr,
    [LF_N_AS] = check_cast,
    [LF_N_TALLY] = lf_check_tally,
    [LF_N_SUPPOSING] = lf_check_supposing,
};

/* A condition with words for where it stands in the way. Behind the checker it is only the
 * condition. */
static lf_type check_with_words(checker *c, lf_node *n, lf_type hint) {
    if (n->kind == LF_N_BECAUSE) {
        lf_node *text = n->kids[LF_K_BECAUSE_TEXT];
        *n = *n->kids[LF_K_BECAUSE_CONDITION];
        n->because = text;
    }
    lf_node *words = n->because;
    n->because = NULL;
    const lf_type type = lf_check_expr(c, n, hint);
    n->because = words;
    lf_check_text(c, words);
    if (!check_is(type, BASE_BIT(LF_T_BOOL) | BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_UNKNOWN)))
        return n->type = lf_check_fault(
                   c, n, LF_E0503, "`because` explains why a condition is false",
                   "only a condition takes a `because`; this is %s", lf_check_type_name(c, type));
    return type;
}

lf_type lf_check_record_or_expr(checker *c, lf_node *n, lf_type hint) {
    if (n == NULL)
        return check_type(LF_T_ERROR);
    if (n->kind == LF_N_BECAUSE || n->because != NULL)
        return check_with_words(c, n, hint);
    const lf_doc *data;
    data_path path = lf_check_data_path(c, n, &data);
    if (path != DATA_NOT)
        return lf_check_data_expr(c, n, path, data, hint);
    if (kinds[n->kind] == NULL) /* a statement, from a hand-written AST form */
        return n->type =
                   lf_check_fault(c, n, LF_E0503, NULL, "expected a value, found a statement");
    return kinds[n->kind](c, n, hint);
}

lf_type lf_check_expr(checker *c, lf_node *n, lf_type hint) {
    const lf_type type = lf_check_record_or_expr(c, n, hint);
    return type.base == LF_T_RECORD ? lf_check_refuse_record(c, n) : type;
}

lf_type lf_check_any_expr(checker *c, lf_node *n) {
    return lf_check_expr(c, n, check_type(LF_T_UNKNOWN));
}
