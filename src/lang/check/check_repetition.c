/* check_repetition.c: `remember`, `forget` and `occurrences(…)`: positions that occur again. */
#include <string.h>

#include "check.h"

/* The repetition of that name; NULL after a report. */
static lf_symbol *find_repetition(checker *c, const lf_node *at, const char *name) {
    const check_local *local = lf_check_find_local(c, name);
    lf_symbol *symbol = local != NULL ? NULL : lf_model_find(c->model, name);
    if (symbol != NULL && symbol->kind == LF_SYM_REPETITION)
        return symbol;
    if (c->body->muted || (local == NULL && symbol == NULL && lf_model_left_out(c->model, name)))
        return NULL;
    lf_nearest nearest = lf_nearest_to(name);
    for (uint32_t i = 0; i < c->model->repetition_count; i++)
        lf_nearest_offer(&nearest, c->model->repetitions[i].entry.id);
    const bool known = local != NULL || symbol != NULL;
    const char *note = lf_check_did_you_mean(c, &nearest);
    lf_check_fault(c, at, known ? LF_E0508 : LF_E0501,
                   note != NULL ? note : "declare it in the section `repetition`",
                   known ? "`%s` is not a repetition" : "unknown repetition `%s`", name);
    return NULL;
}

void lf_check_remember(checker *c, lf_node *n) {
    const bool adds = n->kind == LF_N_REMEMBER;
    lf_check_require_pure(c, n, adds ? "remember positions" : "forget positions");
    lf_check_irrevocable(c, n, adds ? "remember positions" : "forget positions");
    n->symbol = find_repetition(c, n, n->name);
    if (n->symbol != NULL && adds)
        c->remembered[n->symbol->index] = true;
}

static bool has_cards(const lf_model_repetition *repetition) {
    for (uint32_t i = 0; i < repetition->aspect_count; i++)
        if (repetition->aspects[i].kind == LF_ASPECT_STACK)
            return true;
    return false;
}

lf_type lf_check_times(checker *c, lf_node *n, lf_node *of) {
    of->symbol = NULL;
    if (of->kind != LF_N_NAME) {
        of->type = lf_check_fault(
            c, of, LF_E0508, "write `occurrences(NAME)`, with a name from the section `repetition`",
            "`occurrences` takes the name of a repetition");
        return n->type = of->type;
    }
    of->symbol = find_repetition(c, of, of->name);
    of->type = check_type(of->symbol != NULL ? LF_T_INT : LF_T_ERROR);
    if (of->symbol == NULL)
        return n->type = of->type;
    c->asked_times[of->symbol->index] = true;
    if (has_cards(&c->model->repetitions[of->symbol->index]))
        lf_check_irrevocable(c, n, "look at cards");
    return n->type = check_type(LF_T_INT);
}

void lf_check_warn_of_unremembered(checker *c) {
    for (uint32_t i = 0; i < c->model->repetition_count; i++) {
        const lf_entry *entry = &c->model->repetitions[i].entry;
        const uint16_t length = (uint16_t)lf_utf8_count(entry->id, strlen(entry->id));
        if (!c->remembered[i])
            lf_check_warn(
                c, entry->pos, length, LF_E0539,
                lf_check_printf(c, "write `remember %s` where a position is to count", entry->id),
                "no rule remembers a position for `%s`", entry->id);
        else if (!c->asked_times[i])
            lf_check_warn(c, entry->pos, length, LF_E0539,
                          lf_check_printf(c, "write `occurrences(%s)`", entry->id),
                          "no rule reads how often a position of `%s` has occurred", entry->id);
    }
}
