/* why_choice.c: why a value is not among the options of the pending choice.
 *
 * First the conditions of the choice itself: its domain, `where`, `when`, or the `pre` and
 * parameters of an action. If they hold, something behind the choice cannot be done: it is tried in
 * copies of the worlds, and what stopped it is the reason. */
#include "why.h"

#define MAX_TRIALS 3 /* choices behind choices */

static int pending_site(const lf_asker *why) {
    return lf_head_of(why->worlds[0].block)->site;
}

static const lf_choice_source *pending_source(const lf_asker *why) {
    assert((uint32_t)pending_site(why) < why->model->choice_count);
    return &why->model->choices[pending_site(why)];
}

static const int64_t *choice_registers(const lf_asker *why, uint32_t world) {
    return lf_frames(why->game, why->worlds[world].block) +
           lf_head_of(why->worlds[world].block)->base;
}

static void add_reason_text(lf_reasons *out, const char *text) {
    lf_why_add(out, (lf_reason){.text = text});
}

/* ---- trying ---- */

/* A text of the program, if it is the same in all worlds. */
static const char *template_text(lf_asker *why, int32_t template) {
    const char *text = NULL;
    for (uint32_t w = 0; w < why->world_count && template >= 0; w++) {
        lf_format_template(why->game, &why->game->templates[template], choice_registers(why, w),
                           why->scratch);
        const char *here = lf_why_keep(why);
        if (text != NULL && strcmp(text, here) != 0)
            return LF_WHY_HIDDEN;
        text = here;
    }
    return text;
}

/* The asker in worlds of its own, in which the choice has been given a value. */
static lf_asker tried(lf_asker *why, int64_t value, lf_fault *fault, bool *same) {
    lf_asker trial = *why;
    const size_t size = why->game->layout.size;
    *same = true;
    for (uint32_t w = 0; w < why->world_count; w++) {
        lf_fault here;
        lf_state *copy = &trial.worlds[w];
        copy->block = lf_arena_alloc(why->arena, size);
        memcpy(copy->block, why->worlds[w].block, size);
        copy->scratch = lf_arena_alloc(why->arena, size * LF_MAX_LOOKAHEAD_DEPTH);
        lf_try_value(copy, value, &here);
        *same = *same && (w == 0 || (here == *fault && lf_head_of(copy->block)->pc ==
                                                           lf_head_of(trial.worlds[0].block)->pc));
        *fault = here;
    }
    return trial;
}

static void explain_dead_end(lf_asker *trial, uint32_t level, lf_reasons *out);

static void explain_trial(lf_asker *why, int64_t value, uint32_t level, lf_reasons *out) {
    lf_fault fault = LF_FAULT_NONE;
    bool same = true;
    lf_asker trial = tried(why, value, &fault, &same);
    if (!same) {
        add_reason_text(out, LF_WHY_HIDDEN);
        return;
    }
    const lf_instr *at = &why->game->code[lf_head_of(trial.worlds[0].block)->pc];
    if (fault == LF_FAULT_REQUIRE) {
        const char *text = template_text(&trial, at->op == LF_OP_REQUIRE ? at->imm : -1);
        add_reason_text(out, text != NULL ? text : "a later rule forbids it");
    } else if (fault == LF_FAULT_DEAD_END && at->op == LF_OP_CHOOSE) {
        for (uint32_t w = 0; w < trial.world_count; w++)
            lf_head_of(trial.worlds[w].block)->site = (int16_t)at->imm;
        explain_dead_end(&trial, level, out);
    }
}

/* Why the pending choice, which has no option, has none. */
static void explain_choices(lf_asker *why, const lf_choice_source *source, uint32_t level,
                            lf_reasons *out) {
    const lf_node *n = source->node;
    const lf_why_local *locals = lf_why_pending_locals(why, source);
    int64_t elements[LF_MAX_OPTIONS];
    if (n == NULL || (n->kind != LF_N_CHOOSE && n->kind != LF_N_CHOOSE_N))
        return;
    const lf_node *domain = n->kids[LF_K_CHOOSE_OPTIONS], *where = n->kids[LF_K_CHOOSE_WHERE];
    const int count = lf_why_elements(why, domain, locals, elements, LF_MAX_OPTIONS);
    for (int i = 0; i < count && level < MAX_TRIALS; i++) {
        const lf_why_local *one = lf_why_bind_number(why, locals, n->symbol, elements[i]);
        if (where != NULL && lf_why_truth_of(why, where, one) != LF_WHY_YES)
            continue;
        explain_trial(why, elements[i], level + 1,
                      out); /* it could be chosen, if only it could be carried through */
        return;
    }
    lf_why_nothing(why, domain, where, n->symbol, locals, out);
}

static void explain_dead_end(lf_asker *trial, uint32_t level, lf_reasons *out) {
    const lf_choice_source *source = pending_source(trial);
    const char *prompt = template_text(trial, trial->game->sites[pending_site(trial)].prompt);
    lf_reasons behind = {.count = 0};
    explain_choices(trial, source, level, &behind);
    if (prompt != NULL)
        add_reason_text(out,
                        lf_arena_printf(trial->arena,
                                        "the next question, \"%s\", would have no answer", prompt));
    for (uint32_t i = 0; i < behind.count; i++)
        lf_why_add(out, behind.items[i]);
}

/* ---- actions ---- */

/* `perform` as the first thing that is done: the part must be there to be performed. */
static void explain_performed(lf_asker *why, const lf_node *block, const lf_why_local *locals,
                              lf_reasons *out) {
    const lf_node *performs = lf_conditional_perform(&why->snippet->c, block);
    if (performs == NULL)
        return;
    lf_node *question =
        lf_why_node(why, LF_N_PROP, LF_W_NONE, performs, (lf_type){.base = LF_T_BOOL});
    question->name = performs->name;
    question->kids[LF_K_PROP_OF] = performs->kids[0];
    lf_why_explain(why, question, locals, true, true, out);
}

static void explain_action(lf_asker *why, uint32_t index, lf_reasons *out) {
    const lf_model_action *action = &why->model->actions[index];
    if (action->actor >= 0 && lf_head_of(why->worlds[0].block)->active != action->actor) {
        add_reason_text(out, lf_arena_printf(why->arena, "only %s can do this",
                                             why->model->seats[action->actor].label));
        return;
    }
    if (action->pre != NULL && !action->pre_uses_params)
        lf_why_explain(why, action->pre, NULL, true, true, out);
    if (out->count == 0 && action->param_count == 0)
        explain_performed(why, action->effects, NULL, out);
    if (out->count > 0 || action->param_count == 0)
        return;
    const lf_action_param *first = &action->params[0];
    int64_t elements[LF_MAX_OPTIONS];
    const bool last = action->param_count == 1 && action->pre_uses_params;
    if (last || lf_why_elements(why, first->domain, NULL, elements, LF_MAX_OPTIONS) == 0)
        lf_why_nothing(why, first->domain, last ? action->pre : NULL, first->symbol, NULL, out);
}

/* ---- an element of a domain ---- */

static const lf_why_local *candidate(lf_asker *why, const lf_node *domain, int64_t value,
                                     const lf_why_local *locals, const lf_node **name) {
    lf_node *x = lf_why_name(why, lf_why_element_type(domain->type));
    *name = x;
    return lf_why_bind_number(why, locals, x->symbol, value);
}

static void explain_element(lf_asker *why, const lf_node *domain, const lf_node *where,
                            const lf_symbol *binder, int64_t value, const lf_why_local *locals,
                            lf_reasons *out) {
    const lf_node *x;
    const lf_why_local *with = candidate(why, domain, value, locals, &x);
    lf_node *in = lf_why_node(why, LF_N_BINARY, LF_W_IN, domain, (lf_type){.base = LF_T_BOOL});
    in->kids[LF_K_BINARY_LEFT] = (lf_node *)(uintptr_t)x;
    in->kids[LF_K_BINARY_RIGHT] = (lf_node *)(uintptr_t)domain;
    lf_why_explain(why, in, with, true, true, out);
    if (out->count == 0 && where != NULL)
        lf_why_explain(why, where, lf_why_bind_number(why, locals, binder, value), true, true, out);
}

static void explain_parameter(lf_asker *why, const lf_choice_source *source, int64_t value,
                              const lf_why_local *locals, lf_reasons *out) {
    const lf_model_action *action = &why->model->actions[source->action];
    const lf_action_param *param = &action->params[source->param];
    const bool last = source->param + 1 == action->param_count;
    explain_element(why, param->domain, last && action->pre_uses_params ? action->pre : NULL,
                    param->symbol, value, locals, out);
    if (last || out->count > 0)
        return;
    const lf_action_param *next = &action->params[source->param + 1];
    const bool next_last = source->param + 2 == action->param_count && action->pre_uses_params;
    lf_why_nothing(why, next->domain, next_last ? action->pre : NULL, next->symbol,
                   lf_why_bind_number(why, locals, param->symbol, value), out);
}

/* ---- the way out ---- */

static void explain_way_out(lf_asker *why, const lf_node *n, const lf_why_local *locals,
                            lf_reasons *out) {
    if (n != NULL && n->kind == LF_N_CHOOSE && n->kids[LF_K_CHOOSE_OR_WHEN] != NULL)
        lf_why_explain(why, n->kids[LF_K_CHOOSE_OR_WHEN], locals, true, true, out);
    else if (n != NULL && n->kind == LF_N_CHOOSE_N && n->kids[LF_K_CHOOSEN_MIN] != NULL) {
        const char *least = lf_why_said(why, n->kids[LF_K_CHOOSEN_MIN], locals);
        add_reason_text(out, least != NULL
                                 ? lf_arena_printf(why->arena, "at least %s must be chosen", least)
                                 : NULL);
    } else if (n != NULL && n->kind == LF_N_CHOOSE && n->word != LF_W_NONE)
        return;
    else
        add_reason_text(out, "you must choose: there is no way out");
}

/* ---- pieces that are moved ---- */

static void explain_transfer(lf_asker *why, const lf_node *n, int64_t value,
                             const lf_choice_site *site, const lf_why_local *locals,
                             lf_reasons *out) {
    const lf_node *pieces = n->kids[LF_K_T_PIECES], *from = n->kids[LF_K_T_FROM];
    if (site->domain == LF_DOMAIN_KINDS) {
        const lf_node *x;
        const lf_why_local *with = candidate(why, pieces, value, locals, &x);
        lf_node *in = lf_why_node(why, LF_N_BINARY, LF_W_IN, pieces, (lf_type){.base = LF_T_BOOL});
        in->kids[LF_K_BINARY_LEFT] = (lf_node *)(uintptr_t)x;
        in->kids[LF_K_BINARY_RIGHT] = (lf_node *)(uintptr_t)pieces;
        lf_why_explain(why, in, with, true, true, out);
        const char *kind = lf_why_said(why, x, with);
        if (out->count == 0 && kind != NULL)
            add_reason_text(out, from != NULL
                                     ? lf_why_presence(why, kind, from, locals, false)
                                     : lf_arena_printf(why->arena, "the supply has no %s", kind));
        return;
    }
    const int64_t *registers = choice_registers(why, 0);
    add_reason_text(out, lf_arena_printf(why->arena, "it must be a number from %lld to %lld",
                                         (long long)registers[site->source],
                                         (long long)registers[site->source + 1]));
}

/* ---- all of them ---- */

static void explain_option(lf_asker *why, const lf_node *option, const lf_why_local *locals,
                           lf_reasons *out) {
    if (option->kids[LF_K_OPTION_WHEN] != NULL)
        lf_why_explain(why, option->kids[LF_K_OPTION_WHEN], locals, true, true, out);
    if (out->count == 0)
        explain_performed(why, option->kids[LF_K_OPTION_DO], locals, out);
}

static void explain_conditions(lf_asker *why, const lf_choice_source *source,
                               const lf_choice_site *site, int64_t value, lf_reasons *out) {
    const lf_node *n = source->node;
    const lf_why_local *locals = lf_why_pending_locals(why, source);
    if (site->domain == LF_DOMAIN_ACTIONS)
        explain_action(why, why->game->phases[site->enum_id].actions[value], out);
    else if (value < 0 && site->domain != LF_DOMAIN_RANGE && site->domain != LF_DOMAIN_INTS)
        explain_way_out(why, n, locals, out);
    else if (n == NULL)
        explain_parameter(why, source, value, locals, out);
    else if (n->kind == LF_N_MENU)
        explain_option(why, n->kids[LF_K_MENU_OPTIONS]->kids[value], locals, out);
    else if (n->kind == LF_N_CHOOSE || n->kind == LF_N_CHOOSE_N)
        explain_element(why, n->kids[LF_K_CHOOSE_OPTIONS], n->kids[LF_K_CHOOSE_WHERE], n->symbol,
                        value, locals, out);
    else
        explain_transfer(why, n, value, site, locals, out);
}

void lf_why_not_offered(lf_asker *why, int64_t value, lf_reasons *out) {
    const lf_choice_source *source = pending_source(why);
    const lf_choice_site *site = &why->game->sites[pending_site(why)];
    explain_conditions(why, source, site, value, out);
    if (out->count == 0 && site->checked)
        explain_trial(why, value, 0, out);
    if (out->count == 0 && source->node != NULL && source->node->kind == LF_N_CHOOSE_N)
        add_reason_text(out, "it is already chosen");
}
