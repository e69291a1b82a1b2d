/* numbers.c: sets of numbers, and of values of an enumeration.
 *
 * They are no values of the language: they stand behind `in`, or are walked, or offered. Behind
 * `in` a set becomes comparisons, so any number may be in it. What is walked or offered is a set of
 * bits: bit i is the number i if all are small, otherwise the i-th of a list of constants, in
 * ascending order. What fits neither is refused here, while compiling, or by the instruction that
 * would add it, during play; no number is ever left out. */
#include <assert.h>
#include <stdlib.h>

#include "compile.h"

#define MOST_PLAIN 63 /* the greatest number that is a bit of one word */

static bool fits_one_word(int64_t value) {
    return value >= 0 && value <= MOST_PLAIN;
}

/* ---- which numbers ---- */

static bool all_constant(const lf_node *items) {
    int64_t value = 0;
    for (uint32_t i = 0; i < items->kid_count; i++)
        if (!lf_constant_element(items->kids[i], &value))
            return false;
    return true;
}

static bool all_plain(const lf_node *items) {
    int64_t value = 0;
    for (uint32_t i = 0; i < items->kid_count; i++)
        if (!lf_constant_element(items->kids[i], &value) || !fits_one_word(value))
            return false;
    return true;
}

/* ---- behind `in` ---- */

bool lf_compares_members(const lf_node *domain) {
    if (domain->type.base != LF_T_INTS)
        return false;
    return domain->kind != LF_N_RANGE &&
           (domain->kind != LF_N_SET || !all_plain(domain->kids[LF_K_LIST]));
}

static void branch_in_range(lf_compiler *c, uint32_t element, const lf_node *range, bool when,
                            lf_fixups *targets) {
    lf_fixups outside = {0};
    const uint32_t end = lf_take(c, 1);
    lf_expr_to(c, range->kids[LF_K_RANGE_MIN], end);
    lf_fixup_add(c, when ? &outside : targets, lf_emit(c, LF_OP_JLT, element, end, 0, 0));
    lf_expr_to(c, range->kids[LF_K_RANGE_MAX], end);
    if (when)
        lf_fixup_add(c, targets, lf_emit(c, LF_OP_JLE, element, end, 0, 0));
    else
        lf_fixup_add(c, targets, lf_emit(c, LF_OP_JLT, end, element, 0, 0));
    lf_fixup_here(c, &outside);
}

static void branch_in_list(lf_compiler *c, uint32_t element, const lf_node *items, bool when,
                           lf_fixups *targets) {
    lf_fixups found = {0};
    for (uint32_t i = 0; i < items->kid_count; i++) {
        const uint32_t mark = c->next, item = lf_expr(c, items->kids[i]);
        lf_fixup_add(c, when ? targets : &found, lf_emit(c, LF_OP_JEQ, element, item, 0, 0));
        c->next = mark;
    }
    if (!when)
        lf_fixup_add(c, targets, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
    lf_fixup_here(c, &found);
}

/* A number is in `{n in D where C}` if it is in D and C holds of it. */
static void branch_in_select(lf_compiler *c, uint32_t element, const lf_node *select, bool when,
                             lf_fixups *targets) {
    lf_fixups outside = {0};
    lf_branch_member(c, element, select->kids[LF_K_AGG_IN], false, when ? &outside : targets);
    lf_bind_local(c, select->symbol, element);
    lf_branch(c, select->kids[LF_K_AGG_WHERE], when, targets);
    lf_fixup_here(c, &outside);
}

static void branch_in_either(lf_compiler *c, uint32_t element, const lf_node *cond, bool when,
                             lf_fixups *targets) {
    lf_fixups otherwise = {0};
    lf_branch(c, cond->kids[LF_K_COND_WHEN], false, &otherwise);
    lf_branch_member(c, element, cond->kids[LF_K_COND_THEN], when, targets);
    const uint32_t done = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
    lf_fixup_here(c, &otherwise);
    lf_branch_member(c, element, cond->kids[LF_K_COND_ELSE], when, targets);
    lf_patch(c, done, lf_here(c));
}

void lf_branch_member(lf_compiler *c, uint32_t element, const lf_node *domain, bool when,
                      lf_fixups *targets) {
    const uint32_t mark = c->next;
    switch ((lf_node_kind)domain->kind) {
    case LF_N_RANGE:
        branch_in_range(c, element, domain, when, targets);
        break;
    case LF_N_SELECT:
        branch_in_select(c, element, domain, when, targets);
        break;
    case LF_N_COND:
        branch_in_either(c, element, domain, when, targets);
        break;
    default: /* the checker lets no routine give, and no variable hold, such a set */
        assert(domain->kind == LF_N_SET);
        branch_in_list(c, element, domain->kids[LF_K_LIST], when, targets);
        break;
    }
    c->next = mark;
}

/* ---- walked and offered ---- */

static lf_numbers plain(void) {
    return (lf_numbers){.words = 1};
}

static lf_numbers refuse_numbers(lf_compiler *c, const lf_node *n, lf_code code, const char *advice,
                                 const char *problem) {
    lf_report_add(c->model->report, LF_ERROR, code, n->pos, n->length, advice, "%s", problem);
    return plain();
}

static lf_numbers too_many(lf_compiler *c, const lf_node *n) {
    return refuse_numbers(
        c, n, LF_E0606, "use fewer numbers at once",
        lf_arena_printf(c->arena, "these are more than %u numbers", (unsigned)LF_MAX_NUMBERS));
}

static lf_numbers numbers_from_list(int64_t *list, uint32_t count) {
    return (lf_numbers){.words = (count + 63) / 64, .list = list, .count = count};
}

/* A range of which only some numbers are meant. */
static lf_numbers numbers_of_range(lf_compiler *c, const lf_node *range) {
    const lf_node *low = range->kids[LF_K_RANGE_MIN], *high = range->kids[LF_K_RANGE_MAX];
    const bool known = low->kind == LF_N_INT && high->kind == LF_N_INT;
    if ((low->kind != LF_N_INT || fits_one_word(low->value)) &&
        (high->kind != LF_N_INT || fits_one_word(high->value)))
        return plain(); /* a computed end is watched during play */
    if (!known)
        return refuse_numbers(
            c, range, LF_E0606, "move the condition into the ends of the range",
            "if an end of the range is computed, a condition can test only the numbers 0 to 63");
    const uint64_t width = (uint64_t)high->value - (uint64_t)low->value;
    if (high->value < low->value)
        return plain();
    if (width >= LF_MAX_NUMBERS)
        return too_many(c, range);
    int64_t *list = LF_NEW_ARRAY(c->arena, int64_t, (uint32_t)width + 1);
    for (uint32_t i = 0; i <= width; i++)
        list[i] = low->value + (int64_t)i;
    return numbers_from_list(list, (uint32_t)width + 1);
}

static int ascending(const void *a, const void *b) {
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static lf_numbers numbers_of_list(lf_compiler *c, const lf_node *n) {
    const lf_node *items = n->kids[LF_K_LIST];
    int64_t value = 0;
    if (all_plain(items))
        return plain();
    if (!all_constant(items)) {
        for (uint32_t i = 0; i < items->kid_count; i++)
            if (lf_constant_element(items->kids[i], &value) && !fits_one_word(value))
                return refuse_numbers(
                    c, items->kids[i], LF_E0608, "write a statement for each number",
                    "a set with computed numbers can hold only the numbers 0 to 63");
        return plain();
    }
    int64_t *list = LF_NEW_ARRAY(c->arena, int64_t, items->kid_count);
    for (uint32_t i = 0; i < items->kid_count; i++)
        lf_constant_element(items->kids[i], &list[i]);
    qsort(list, items->kid_count, sizeof *list, ascending);
    uint32_t count = 0;
    for (uint32_t i = 0; i < items->kid_count; i++)
        if (count == 0 || list[i] != list[count - 1])
            list[count++] = list[i];
    return count > LF_MAX_NUMBERS ? too_many(c, n) : numbers_from_list(list, count);
}

lf_numbers lf_numbers_of(lf_compiler *c, const lf_node *domain) {
    switch ((lf_node_kind)domain->kind) {
    case LF_N_RANGE:
        return numbers_of_range(c, domain);
    case LF_N_SELECT:
        return lf_numbers_of(c, domain->kids[LF_K_AGG_IN]);
    case LF_N_COND:
        if (lf_numbers_of(c, domain->kids[LF_K_COND_THEN]).count > 0 ||
            lf_numbers_of(c, domain->kids[LF_K_COND_ELSE]).count > 0)
            return refuse_numbers(
                c, domain, LF_E0608,
                "put the `if` around the statement, with one set in each branch",
                "a set that depends on a condition can hold only the numbers 0 to 63");
        return plain();
    default:
        assert(domain->kind == LF_N_SET);
        return numbers_of_list(c, domain);
    }
}

static void refuse_below_zero(lf_compiler *c, const lf_node *domain) {
    refuse_numbers(c, domain, LF_E0608, "offer other numbers, or offer one that means the way out",
                   "a choice with a way out cannot offer numbers below 0");
}

void lf_refuse_negative(lf_compiler *c, const lf_node *domain, const lf_node *lowest) {
    if (lowest->kind == LF_N_INT && lowest->value < 0)
        refuse_below_zero(c, domain);
}

lf_numbers lf_numbers_offered(lf_compiler *c, const lf_node *domain, bool way_out) {
    const lf_numbers numbers = lf_numbers_of(c, domain);
    if (way_out && numbers.count > 0 && numbers.list[0] < 0)
        refuse_below_zero(c, domain);
    if (numbers.count > 0 &&
        (numbers.list[0] < INT32_MIN || numbers.list[numbers.count - 1] > INT32_MAX))
        refuse_numbers(c, domain, LF_E0608, NULL, "a choice can offer only 32-bit numbers");
    return numbers;
}

void lf_numbers_all(lf_compiler *c, const lf_numbers *numbers, uint32_t set) {
    int64_t words[(LF_MAX_NUMBERS + 63) / 64] = {0};
    assert(numbers->count > 0 && numbers->count <= LF_MAX_NUMBERS);
    for (uint32_t i = 0; i < numbers->count; i++)
        words[i / 64] |= (int64_t)(UINT64_C(1) << (i % 64));
    lf_emit(c, LF_OP_LOADS, set, 0, numbers->words, lf_constant_words(c, words, numbers->words));
}

void lf_number_at(lf_compiler *c, const lf_numbers *numbers, uint32_t index, uint32_t target) {
    int64_t *words = LF_NEW_ARRAY(c->arena, int64_t, numbers->count + 1);
    words[0] = numbers->count;
    for (uint32_t i = 0; i < numbers->count; i++)
        words[i + 1] = numbers->list[i];
    lf_emit(c, LF_OP_LOADAT, target, index, 0, lf_constant_words(c, words, numbers->count + 1));
}
