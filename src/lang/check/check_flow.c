/* check_flow.c: who calls whom: no recursion, and what follows from what is called.
 *
 * The nodes of the call graph are the routines, then one for all the margins, then every part of
 * every card. `perform` of a card that is not known here calls the part of every card. Bodies that
 * nobody can call (actions, hooks, set-up) are no nodes; they only look up what they call. */
#include <string.h>

#include "check.h"

uint32_t lf_check_margin_target(const checker *c) {
    return c->model->routine_count;
}

uint32_t lf_check_part_target(const checker *c, uint32_t card, uint32_t part) {
    return c->model->routine_count + 1 + card * c->model->card_part_count + part;
}

static uint32_t target_count(const checker *c) {
    return lf_check_part_target(c, c->model->card_count, 0);
}

check_flow *lf_check_flow_of(const checker *c, uint32_t target) {
    uint32_t margins = lf_check_margin_target(c);
    if (target < margins)
        return &c->routines[target].flow;
    return target == margins ? (check_flow *)&c->margins : &c->parts[target - margins - 1];
}

void lf_check_note_call(checker *c, const lf_node *n, uint32_t target) {
    check_flow *flow = c->body->flow;
    if (c->body->muted)
        return;
    lf_check_note_supposed(c, n, target);
    const flow_call call = {target, n->pos, n->length, n->kind == LF_N_PROP};
    LF_PUSH(c->model->arena, flow->calls, flow->count, flow->capacity, call);
}

const char *lf_check_target_name(checker *c, uint32_t target) {
    const lf_model *m = c->model;
    uint32_t margins = lf_check_margin_target(c);
    if (target < margins)
        return m->routines[target].name;
    if (target == margins)
        return "margin";
    uint32_t part = target - margins - 1;
    return lf_check_printf(c, "%s.%s", m->cards[part / m->card_part_count].entry.id,
                           m->card_parts[part % m->card_part_count]);
}

/* ---- recursion ---- */

/* A depth-first walk with its own stack: a long chain of calls must not be a deep chain of C
 * calls. */
typedef struct {
    uint32_t target, next_call;
} step;

typedef struct {
    checker *c;
    uint8_t *marks; /* 0 new, 1 on the path, 2 done */
    step *path;
    uint32_t length;
} walk;

static void report_cycle(walk *w, const flow_call *call) {
    uint32_t first = 0;
    while (w->path[first].target != call->target)
        first++;
    const char *cycle = NULL;
    for (uint32_t i = first; i < w->length; i++) {
        const char *name = lf_check_target_name(w->c, w->path[i].target);
        cycle = cycle != NULL ? lf_check_printf(w->c, "%s → %s", cycle, name) : name;
    }
    const char *name = lf_check_target_name(w->c, call->target);
    lf_report_add(w->c->model->report, LF_ERROR, LF_E0524, call->pos, call->length,
                  lf_check_printf(w->c, "%s → %s", cycle, name), "`%s` calls itself%s", name,
                  w->length - first > 1 ? " through others" : "");
}

/* What a target calls is done before the target, so its facts are final when the target takes them
 * over. */
static void inherit_facts(walk *w, uint32_t target) {
    check_flow *flow = lf_check_flow_of(w->c, target);
    for (uint32_t i = 0; i < flow->count; i++) {
        const check_flow *called = lf_check_flow_of(w->c, flow->calls[i].target);
        if (called->irrevocable != NULL && flow->irrevocable == NULL) {
            flow->irrevocable = called->irrevocable;
            flow->irrevocable_pos = called->irrevocable_pos;
            flow->irrevocable_by = flow->calls[i].target;
        }
        if (flow->calls[i].asks)
            continue; /* the condition of a part changes nothing and asks nobody */
        flow->may_fail |= called->may_fail;
        flow->may_choose |= called->may_choose;
    }
    w->marks[target] = 2;
}

static void visit_routine(walk *w, uint32_t root) {
    w->path[w->length++] = (step){root, 0};
    w->marks[root] = 1;
    while (w->length > 0) {
        step *top = &w->path[w->length - 1];
        const check_flow *flow = lf_check_flow_of(w->c, top->target);
        if (top->next_call == flow->count) {
            inherit_facts(w, top->target);
            w->length--;
            continue;
        }
        const flow_call *call = &flow->calls[top->next_call++];
        if (w->marks[call->target] == 1)
            report_cycle(w, call);
        if (w->marks[call->target] != 0)
            continue;
        w->marks[call->target] = 1;
        w->path[w->length++] = (step){call->target, 0};
    }
}

static void walk_calls(checker *c) {
    uint32_t count = target_count(c);
    walk w = {.c = c,
              .marks = LF_NEW_ARRAY(c->model->arena, uint8_t, count),
              .path = LF_NEW_ARRAY(c->model->arena, step, count + 1)};
    for (uint32_t i = 0; i < count; i++)
        if (w.marks[i] == 0)
            visit_routine(&w, i);
}

/* ---- what follows ---- */

static void settle_routines(checker *c) {
    for (uint32_t i = 0; i < c->model->routine_count; i++) {
        c->model->routines[i].may_fail = c->routines[i].flow.may_fail;
        c->model->routines[i].may_choose = c->routines[i].flow.may_choose;
        c->model->routines[i].irrevocable = c->routines[i].flow.irrevocable;
    }
}

static void settle_actions(checker *c) {
    for (uint32_t i = 0; i < c->model->action_count; i++) {
        const check_flow *flow = &c->actions[i];
        bool may_fail = flow->may_fail;
        for (uint32_t k = 0; k < flow->count; k++)
            may_fail |= lf_check_flow_of(c, flow->calls[k].target)->may_fail;
        c->model->actions[i].may_fail = may_fail;
    }
}

/* Set-up runs before anybody can decide. The same block is checked for every scenario; it is
 * reported once. */
static void refuse_decisions_in_setup(checker *c) {
    for (uint32_t i = 0; i < c->model->scenario_count; i++)
        for (uint32_t k = 0; k < c->setups[i].count; k++) {
            const flow_call *call = &c->setups[i].calls[k];
            if (!call->asks && lf_check_flow_of(c, call->target)->may_choose)
                lf_report_add(c->model->report, LF_ERROR, LF_E0515, call->pos, call->length,
                              "ask in `onEnter` of the first phase",
                              "`%s` asks for a decision, which is not possible in `setup`",
                              lf_check_target_name(c, call->target));
        }
}

/* ---- what is never used ---- */

static uint16_t underline_length(const char *name) {
    return (uint16_t)lf_utf8_count(name, strlen(name));
}

/* As it is declared, and how many variables that are: a record and a row have one name, and are
 * mentioned as one. */
static const char *declared_name(const lf_model *m, uint32_t var, uint32_t *count) {
    for (uint32_t i = 0; i < m->record_var_count; i++)
        if (m->record_vars[i].first == var) {
            *count = m->record_vars[i].count;
            return m->record_vars[i].name;
        }
    for (uint32_t i = 0; i < m->row_count; i++)
        if (m->rows[i].first == var) {
            *count = m->rows[i].count;
            return m->rows[i].name;
        }
    *count = 1;
    return m->vars[var].name;
}

/* While there are errors nobody knows what the rules will use. */
static void warn_of_unused(checker *c) {
    lf_model *m = c->model;
    if (m->report->errors > 0)
        return;
    for (uint32_t i = 0; i < m->routine_count; i++) {
        const lf_model_routine *routine = &m->routines[i];
        if (c->routines[i].used || routine->name[0] == '_')
            continue;
        lf_check_warn(c, routine->pos, underline_length(routine->name), LF_E0531, NULL,
                      "the %s `%s` is never called", routine->pure ? "function" : "procedure",
                      routine->name);
    }
    for (uint32_t i = 0; i < m->checkpoint_count; i++) {
        const lf_model_checkpoint *point = &m->checkpoints[i];
        if (point->timing && !c->timing_asked[i])
            lf_check_warn(
                c, point->pos, underline_length(point->id), LF_E0538,
                lf_check_printf(
                    c,
                    "test it in a rule with `check %s`; a checkpoint without `timing` is tested "
                    "after every action",
                    point->timing),
                "the checkpoint `%s` is never tested", point->id);
    }
    lf_check_warn_of_unremembered(c);
    for (uint32_t i = 0, entries = 1; i < m->var_count; i += entries) {
        const lf_model_var *var = &m->vars[i];
        const char *name = declared_name(m, i, &entries);
        if (c->var_used[i] || var->name[0] == '_')
            continue;
        lf_check_warn(c, var->pos, underline_length(name), LF_E0533, NULL,
                      "no rule mentions the variable `%s`", name);
    }
}

void lf_check_whole_flow(checker *c) {
    walk_calls(c);
    settle_routines(c);
    settle_actions(c);
    refuse_decisions_in_setup(c);
    lf_check_refuse_irrevocable(c);
    warn_of_unused(c);
}
