/* flow.c: what can fail, so that only choices with a `require` behind them pay for look-ahead.
 *
 * A body "can fail" if running it can meet a `require`. A choice is checked by look-ahead if what
 * can run after it, in its own body or in the bodies that called it, can fail. The hooks of phases
 * come behind everything: if one of them can fail, every choice is checked, as far as the next
 * offer of actions. That a choice has options at all is the rule's own business (`where`, `when`,
 * `or done`); one that has none while looking ahead fails the option that led to it, and otherwise
 * is a dead end, which is what `fuzz` hunts. */
#include "compile.h"

static bool fails_itself(const lf_compiler *c, const lf_node *n) {
    switch ((lf_node_kind)n->kind) {
    case LF_N_REQUIRE:
        return true;
    case LF_N_PERFORM:
        return c->parts_may_fail;
    case LF_N_CALL:
        return n->symbol != NULL && n->symbol->kind == LF_SYM_PROCEDURE &&
               c->model->routines[n->symbol->index].may_fail;
    default:
        return false;
    }
}

bool lf_may_fail(const lf_compiler *c, const lf_node *n) {
    if (n == NULL)
        return false;
    if (fails_itself(c, n))
        return true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (lf_may_fail(c, n->kids[i]))
            return true;
    return false;
}

/* ---- continuations: does anything behind some call of the routine fail? ---- */

typedef struct {
    lf_compiler *c;
    bool *behind; /* per model routine */
    bool changed;
} lf_scan;

static void scan(lf_scan *s, const lf_node *n, bool rest_fails);

/* Can anything that runs behind a part of a statement, in the statement itself, fail? A condition
 * comes before what it guards, an argument before its neighbour, and in a loop everything comes
 * again. */
static bool sidecar_fails(const lf_compiler *c, const lf_node *n, uint32_t part) {
    if (n->kind == LF_N_FOR || n->kind == LF_N_REPEAT)
        return lf_may_fail(c, n);
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (i != part && lf_may_fail(c, n->kids[i]))
            return true;
    return false;
}

static void scan_block(lf_scan *s, const lf_node *list, bool rest_fails) {
    for (uint32_t i = list->kid_count; i-- > 0;) {
        scan(s, list->kids[i], rest_fails);
        rest_fails = rest_fails || lf_may_fail(s->c, list->kids[i]);
    }
}

static void scan(lf_scan *s, const lf_node *n, bool rest_fails) {
    if (n == NULL)
        return;
    if (n->kind == LF_N_BLOCK) {
        scan_block(s, n->kids[LF_K_LIST], rest_fails);
        return;
    }
    if (n->kind == LF_N_CALL && n->symbol != NULL && n->symbol->kind == LF_SYM_PROCEDURE &&
        rest_fails && !s->behind[n->symbol->index]) {
        s->behind[n->symbol->index] = true;
        s->changed = true;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        scan(s, n->kids[i], rest_fails || sidecar_fails(s->c, n, i));
}

static void scan_game(lf_scan *s) {
    const lf_model *model = s->c->model;
    for (uint32_t i = 0; i < model->routine_count; i++)
        scan(s, model->routines[i].body, s->behind[i]);
    for (uint32_t i = 0; i < model->action_count; i++)
        scan(s, model->actions[i].effects, false);
    for (uint32_t i = 0; i < model->phase_count; i++) {
        scan(s, model->phases[i].on_enter, false);
        scan(s, model->phases[i].on_exit, false);
    }
    for (uint32_t i = 0; i < model->card_count; i++)
        for (uint32_t p = 0; p < model->card_part_count; p++)
            scan(s, model->cards[i].parts[p].effects, s->c->behind_performs);
}

/* A card's part runs wherever some `perform` stands; if anything fallible follows one, it follows
 * all. */
static bool fails_behind_perform(const lf_compiler *c, const lf_node *n, bool rest_fails) {
    if (n == NULL)
        return false;
    if (n->kind == LF_N_PERFORM)
        return rest_fails;
    if (n->kind == LF_N_LIST) {
        for (uint32_t i = n->kid_count; i-- > 0;) {
            if (fails_behind_perform(c, n->kids[i], rest_fails))
                return true;
            rest_fails = rest_fails || lf_may_fail(c, n->kids[i]);
        }
        return false;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (fails_behind_perform(c, n->kids[i], rest_fails || sidecar_fails(c, n, i)))
            return true;
    return false;
}

static bool any_perform_fails(const lf_compiler *c) {
    const lf_model *model = c->model;
    for (uint32_t i = 0; i < model->routine_count; i++)
        if (fails_behind_perform(c, model->routines[i].body, c->behind[i]))
            return true;
    for (uint32_t i = 0; i < model->action_count; i++)
        if (fails_behind_perform(c, model->actions[i].effects, false))
            return true;
    for (uint32_t i = 0; i < model->phase_count; i++)
        if (fails_behind_perform(c, model->phases[i].on_enter, false) ||
            fails_behind_perform(c, model->phases[i].on_exit, false))
            return true;
    for (uint32_t i = 0; i < model->card_count; i++)
        for (uint32_t p = 0; p < model->card_part_count; p++)
            if (fails_behind_perform(c, model->cards[i].parts[p].effects, false))
                return true;
    return false;
}

static bool any_part_fails(const lf_compiler *c) {
    for (uint32_t i = 0; i < c->model->card_count; i++)
        for (uint32_t p = 0; p < c->model->card_part_count; p++)
            if (lf_may_fail(c, c->model->cards[i].parts[p].effects))
                return true;
    return false;
}

/* Bodies that can fail by themselves, callees before callers, until nothing changes. */
static void find_fallible_bodies(lf_compiler *c) {
    lf_model *model = c->model;
    for (uint32_t i = 0; i < model->routine_count; i++)
        model->routines[i].may_fail = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < model->routine_count; i++)
            if (!model->routines[i].may_fail && lf_may_fail(c, model->routines[i].body))
                changed = model->routines[i].may_fail = true;
        if (!c->parts_may_fail && any_part_fails(c))
            changed = c->parts_may_fail = true;
    }
}

static bool any_hook_fails(const lf_compiler *c) {
    for (uint32_t i = 0; i < c->model->phase_count; i++)
        if (lf_may_fail(c, c->model->phases[i].on_enter) ||
            lf_may_fail(c, c->model->phases[i].on_exit))
            return true;
    return false;
}

void lf_find_continuations(lf_compiler *c) {
    lf_scan s = {.c = c, .behind = LF_NEW_ARRAY(c->arena, bool, c->model->routine_count + 1)};
    c->behind = s.behind;
    find_fallible_bodies(c);
    c->hooks_may_fail = any_hook_fails(c);
    do {
        s.changed = false;
        scan_game(&s);
        const bool performs = any_perform_fails(c);
        s.changed = s.changed || performs != c->behind_performs;
        c->behind_performs = performs;
    } while (s.changed);
}

bool lf_continuation_may_fail(const lf_compiler *c, uint32_t routine) {
    return c->hooks_may_fail || c->behind[routine];
}
