/* check.c: the driver of the checker: every body of the game in turn, and how it reports.
 *
 * See check.h for how a body is checked and what the compiler may rely on afterwards. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

/* ---- messages ---- */

/* Of a muted walk nobody reads the texts, so they are not made. */
const char *lf_check_printf(checker *c, const char *format, ...) {
    if (c->body && c->body->muted)
        return "";
    va_list arguments;
    va_start(arguments, format);
    const char *text = lf_arena_vprintf(c->model->arena, format, arguments);
    va_end(arguments);
    return text;
}

lf_type lf_check_fault(checker *c, const lf_node *n, lf_code code, const char *note,
                       const char *format, ...) {
    if (c->body->muted)
        return check_type(LF_T_ERROR);
    va_list arguments;
    va_start(arguments, format);
    const char *text = lf_arena_vprintf(c->model->arena, format, arguments);
    va_end(arguments);
    lf_report_add(c->model->report, LF_ERROR, code, n->pos, n->length, note, "%s", text);
    return check_type(LF_T_ERROR);
}

lf_type lf_check_fault_at(checker *c, const lf_node *n, lf_code code, lf_pos note_pos,
                          const char *note, const char *format, ...) {
    if (c->body->muted)
        return check_type(LF_T_ERROR);
    va_list arguments;
    va_start(arguments, format);
    const char *text = lf_arena_vprintf(c->model->arena, format, arguments);
    va_end(arguments);
    lf_report_add_at(c->model->report, LF_ERROR, code, n->pos, n->length, note_pos, note, "%s",
                     text);
    return check_type(LF_T_ERROR);
}

void lf_check_warn(checker *c, lf_pos pos, uint16_t length, lf_code code, const char *note,
                   const char *format, ...) {
    if (c->body && c->body->muted)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *text = lf_arena_vprintf(c->model->arena, format, arguments);
    va_end(arguments);
    lf_report_add(c->model->report, LF_WARNING, code, pos, length, note, "%s", text);
}

const char *lf_check_did_you_mean(checker *c, const lf_nearest *nearest) {
    return nearest->best != NULL ? lf_check_printf(c, "did you mean `%s`?", nearest->best) : NULL;
}

const char *lf_check_type_name(checker *c, lf_type type) {
    if (type.base == LF_T_INTS && type.by == LF_T_ENUM)
        return "a set of values";
    lf_text buffer = {0};
    const char *name = lf_check_printf(c, "%s", lf_type_name(c->model, type, &buffer));
    lf_text_free(&buffer);
    return name;
}

/* ---- a body, twice ---- */

typedef void body_walk(checker *, void *subject);

/* One walk over a body. Bodies nest: a call leads to the routine that it calls. */
static void walk_once(checker *c, check_body *body, bool muted, body_walk *walk, void *subject) {
    check_body *outer = c->body;
    assert(body->flow != NULL && outer != body);
    body->muted = muted;
    body->scope_count = 0;
    body->local_count = 0;
    body->loop = LOOP_NONE;
    body->result = check_type(LF_T_UNKNOWN);
    body->learned = body->still_open = false;
    c->body = body;
    body->empty_count = body->open_let_count = 0;
    walk(c, subject);
    lf_check_leave_scope(c, 0);
    lf_check_settle_lets(c);
    lf_check_settle_empty_sets(c);
    c->body = outer;
}

/* Muted walks until all types are known or nothing more is learned: with `let b = a`, a use of `b`
 * tells the type of `a` in the next walk. Longer chains than this are reported, not resolved. */
enum { MOST_INFERRING_WALKS = 8 };

static void infer(checker *c, check_body *body, body_walk *walk, void *subject) {
    body->learned = body->still_open = true;
    for (int i = 0; i < MOST_INFERRING_WALKS && body->learned && body->still_open; i++)
        walk_once(c, body, true, walk, subject);
}

static uint32_t walk_twice(checker *c, check_body *body, body_walk *walk, void *subject) {
    infer(c, body, walk, subject);
    walk_once(c, body, false, walk, subject);
    return body->local_count;
}

/* ---- routines ---- */

static void check_default(checker *c, lf_model_param *param) {
    if (param->default_value == NULL)
        return;
    const char *outer = c->body->pure;
    c->body->pure = lf_check_in_default;
    lf_type type = lf_check_as(
        c, param->default_value,
        (check_wish){
            .type = param->type, .what = "the parameter", .name = param->name, .pos = param->pos});
    c->body->pure = outer;
    if (param->type.base == LF_T_UNKNOWN && lf_check_is_value(type))
        param->type = type;
}

static void declare_params(checker *c, lf_model_routine *routine, const bool *declared) {
    for (uint32_t i = 0; i < routine->param_count; i++)
        check_default(c, &routine->params[i]);
    for (uint32_t i = 0; i < routine->param_count; i++) {
        lf_model_param *param = &routine->params[i];
        check_local *local =
            lf_check_declare(c, param->name, param->pos, param->type, LOCAL_PARAMETER);
        local->inferred = !declared[i];
        /* its key says it for all its expressions */
        local->quiet = local->quiet || routine->is_shown;
        param->symbol = &local->symbol;
    }
}

/* What the `return`s of a block give. */
static lf_type block_result(checker *c, const lf_model_routine *routine) {
    const lf_node at = {.pos = routine->pos, .length = 1};
    lf_type result = c->body->result;
    const bool none = result.base == LF_T_UNKNOWN && result.by == LF_OPEN_ANY;
    if (none && routine->pure)
        return lf_check_fault(c, &at, LF_E0516, "its body needs a `return`",
                              "the function `%s` returns no value", routine->name);
    if (none)
        return check_type(LF_T_VOID);
    if (result.base != LF_T_VOID && result.base != LF_T_ERROR &&
        !lf_check_always_returns(routine->body))
        lf_check_fault_at(c, &at, LF_E0516, c->body->result_pos, "here it returns a value",
                          "not every path through `%s` returns a value", routine->name);
    return result;
}

static lf_type routine_result(checker *c, const lf_model_routine *routine) {
    lf_node *body = routine->body;
    if (body == NULL)
        return check_type(LF_T_ERROR);
    lf_type type;
    if (body->kind == LF_N_BLOCK) {
        lf_check_block(c, body);
        type = block_result(c, routine);
    } else {
        type = lf_check_any_expr(c, body);
    }
    uint32_t good = BASE_BIT(LF_T_UNKNOWN) | BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_VOID);
    if (lf_check_is_value(type) || check_is(type, good))
        return type;
    return lf_check_fault(c, body, LF_E0536, NULL, "a routine cannot return %s",
                          lf_check_type_name(c, type));
}

typedef struct {
    lf_model_routine *routine;
    const bool *declared;
} routine_subject;

/* What its uses showed about a parameter; a number whose default is none is a bound. */
static void settle_param(lf_model_param *param) {
    const lf_node *given = param->default_value;
    param->type = param->symbol->type;
    if (given != NULL && given->type.base == LF_T_NONE && param->type.base == LF_T_INT)
        param->type = check_bound();
}

static void walk_routine(checker *c, void *subject) {
    const routine_subject *s = subject;
    lf_model_routine *routine = s->routine;
    declare_params(c, routine, s->declared);
    routine->result = routine_result(c, routine);
    lf_check_settle_returns(routine->body, routine->result);
    for (uint32_t i = 0; i < routine->param_count; i++)
        settle_param(&routine->params[i]);
}

static bool params_are_known(const lf_model_routine *routine) {
    for (uint32_t i = 0; i < routine->param_count; i++)
        if (routine->params[i].type.base == LF_T_UNKNOWN)
            return false;
    return true;
}

static void walk_routine_body(checker *c, lf_model_routine *routine, check_routine_info *info) {
    check_body body = {.kind = routine->pure ? BODY_FUNCTION : BODY_PROCEDURE,
                       .name = routine->name,
                       .pure = routine->pure ? lf_check_in_function : NULL,
                       .for_agents = routine->for_agents,
                       .incomplete = routine->incomplete,
                       .flow = &info->flow};
    routine_subject subject = {routine, info->declared};
    infer(c, &body, walk_routine, &subject);
    info->state = ROUTINE_OPEN;
    if (!params_are_known(routine))
        return;
    info->state = ROUTINE_ACTIVE;
    walk_once(c, &body, false, walk_routine, &subject);
    routine->local_count = body.local_count;
    routine->checked = true;
    info->state = ROUTINE_DONE;
}

void lf_check_routine(checker *c, uint32_t index) {
    lf_model_routine *routine = &c->model->routines[index];
    check_routine_info *info = &c->routines[index];
    bool learned = info->state == ROUTINE_OPEN && params_are_known(routine);
    if (info->state != ROUTINE_NEW && !learned)
        return;
    info->state = ROUTINE_ACTIVE;
    if (c->depth >= LF_MAX_CALL_DEPTH) {
        lf_report_add(c->model->report, LF_ERROR, LF_E0604, routine->pos, 1, NULL,
                      "`%s` is called more than %d levels deep", routine->name, LF_MAX_CALL_DEPTH);
        routine->result = check_type(LF_T_ERROR);
        info->state = ROUTINE_DONE;
        return;
    }
    c->depth++;
    walk_routine_body(c, routine, info);
    c->depth--;
}

static void report_open_params(checker *c, const lf_model_routine *routine) {
    for (uint32_t i = 0; i < routine->param_count; i++) {
        const lf_model_param *param = &routine->params[i];
        if (param->type.base != LF_T_UNKNOWN)
            continue;
        lf_report_add(c->model->report, LF_ERROR, LF_E0512, param->pos,
                      (uint16_t)lf_utf8_count(param->name, strlen(param->name)),
                      lf_check_printf(c, "annotate it, for example `%s: space`", param->name),
                      "cannot infer the type of the parameter `%s`", param->name);
    }
}

/* ---- actions, hooks, cards ---- */

static void declare_action_params(checker *c, lf_model_action *action) {
    for (uint32_t i = 0; i < action->param_count; i++) {
        lf_action_param *param = &action->params[i];
        param->type = lf_check_domain(c, param->domain, "the domain of a parameter");
        lf_check_text(c, param->prompt);
        check_local *local =
            lf_check_declare(c, param->name, param->pos, param->type, LOCAL_PARAMETER);
        local->one_slot = param->type.base == LF_T_PIECES;
        param->symbol = &local->symbol;
    }
}

static void walk_action_body(checker *c, void *subject) {
    lf_model_action *action = subject;
    declare_action_params(c, action);
    c->param_read = false;
    if (action->pre != NULL)
        lf_check_condition(c, action->pre, "the `pre` condition");
    action->pre_uses_params = c->param_read;
    lf_check_block(c, action->effects);
}

static void walk_block(checker *c, void *subject) {
    lf_check_block(c, subject);
}

static void walk_part(checker *c, void *subject) {
    lf_model_part *part = subject;
    if (part->when != NULL)
        lf_check_condition(c, part->when, "a `when` condition");
    lf_check_block(c, part->effects);
}

static void check_actions(checker *c) {
    for (uint32_t i = 0; i < c->model->action_count; i++) {
        lf_model_action *action = &c->model->actions[i];
        check_body body = {.kind = BODY_ACTION,
                           .name = action->entry.id,
                           .flow = &c->actions[i],
                           .incomplete = action->incomplete};
        action->local_count = walk_twice(c, &body, walk_action_body, action);
    }
}

static uint32_t check_hook(checker *c, const lf_model_phase *phase, lf_node *block) {
    check_flow ignored = {0};
    check_body body = {.kind = BODY_HOOK,
                       .name = phase->entry.id,
                       .flow = &ignored,
                       .incomplete = phase->incomplete};
    return block != NULL ? walk_twice(c, &body, walk_block, block) : 0;
}

static void check_card_behaviours(checker *c) {
    uint32_t part_count = c->model->card_part_count;
    for (uint32_t i = 0; i < c->model->card_count * part_count; i++) {
        lf_model_card *card = &c->model->cards[i / part_count];
        lf_model_part *part = &card->parts[i % part_count];
        check_body body = {.kind = BODY_PART,
                           .name = card->entry.id,
                           .flow = &c->parts[i],
                           .incomplete = part->incomplete};
        if (part->effects != NULL)
            part->local_count = walk_twice(c, &body, walk_part, part);
    }
}

/* ---- rules: bare expressions ---- */

typedef struct {
    lf_node *node;
    check_wish wish;
} rule;

static void walk_rule(checker *c, void *subject) {
    const rule *r = subject;
    if (r->wish.type.base == LF_T_BOOL)
        lf_check_condition(c, r->node, NULL);
    else
        lf_check_as(c, r->node, r->wish);
}

static void check_rule_node(checker *c, lf_node *node, lf_base_type type, const char *what,
                            check_flow *flow) {
    check_flow ignored = {0};
    check_body body = {.kind = BODY_RULE, .pure = what, .flow = flow != NULL ? flow : &ignored};
    rule r = {node, WISH(type, what)};
    if (node != NULL)
        walk_twice(c, &body, walk_rule, &r);
}

static void walk_text(checker *c, void *subject) {
    lf_check_text(c, subject);
}

static void check_prompt(checker *c, const lf_phase_prompt *prompt) {
    check_flow ignored = {0};
    check_body body = {.kind = BODY_RULE, .pure = "the prompt of a phase", .flow = &ignored};
    check_rule_node(c, prompt->when, LF_T_BOOL, "the `when` of a prompt", NULL);
    if (prompt->text != NULL)
        walk_twice(c, &body, walk_text, prompt->text);
}

static void check_phases(checker *c) {
    for (uint32_t i = 0; i < c->model->phase_count; i++) {
        lf_model_phase *phase = &c->model->phases[i];
        check_rule_node(c, phase->when, LF_T_BOOL, "the `when` of a phase", NULL);
        for (uint32_t p = 0; p < phase->prompt_count; p++)
            check_prompt(c, &phase->prompts[p]);
        phase->enter_locals = check_hook(c, phase, phase->on_enter);
        phase->exit_locals = check_hook(c, phase, phase->on_exit);
    }
}

static void check_terminal(checker *c) {
    const lf_model *m = c->model;
    for (uint32_t i = 0; i < m->checkpoint_count; i++) {
        check_rule_node(c, m->checkpoints[i].when, LF_T_BOOL, "the condition of a checkpoint",
                        NULL);
        check_rule_node(c, m->checkpoints[i].winner, LF_T_SEAT, "`winner`", NULL);
    }
    for (uint32_t i = 0; m->margins != NULL && i < m->seat_count; i++)
        check_rule_node(c, m->margins[i], LF_T_INT, "a margin", &c->margins);
    for (uint32_t i = 0; i < m->invariant_count; i++)
        check_rule_node(c, m->invariants[i].holds, LF_T_BOOL, "an invariant", NULL);
    for (uint32_t i = 0; i < m->position_rule_count; i++)
        check_rule_node(c, m->position_rules[i].holds, LF_T_BOOL, "a condition of `valid`", NULL);
}

/* The expressions of displays and agents are routines; here, that they give what is wanted. */
static void check_result(checker *c, int routine, uint32_t bits, const char *wanted) {
    const lf_model_routine *r = routine < 0 ? NULL : &c->model->routines[routine];
    if (r == NULL || r->body == NULL ||
        check_is(r->result, bits | BASE_BIT(LF_T_ERROR) | BASE_BIT(LF_T_UNKNOWN)))
        return;
    lf_check_fault(c, r->body, LF_E0503, NULL, "%s must return %s, not %s", r->name, wanted,
                   lf_check_type_name(c, r->result));
}

static void check_displays(checker *c) {
    check_flow ignored = {0};
    check_body body = {.kind = BODY_RULE, .flow = &ignored};
    c->body = &body;
    for (uint32_t i = 0; i < c->model->display_count; i++) {
        const lf_model_display *display = &c->model->displays[i];
        check_result(c, (int)display->value,
                     BITS_OF_SETS | BITS_OF_REFERENCES | BASE_BIT(LF_T_INT) | BASE_BIT(LF_T_BOOL) |
                         BASE_BIT(LF_T_ENUM),
                     "a value that can be shown");
        check_result(c, display->when, BASE_BIT(LF_T_BOOL), "true or false");
        check_result(c, display->goal, BASE_BIT(LF_T_INT), "a number");
    }
    c->body = NULL;
}

static void check_agent_routines(checker *c) {
    check_flow ignored = {0};
    check_body body = {.kind = BODY_RULE, .flow = &ignored};
    c->body = &body;
    for (uint32_t i = 0; i < c->model->term_count; i++)
        check_result(c, (int)c->model->terms[i].value, BASE_BIT(LF_T_INT), "a number");
    for (uint32_t i = 0; i < c->model->prior_count; i++) {
        check_result(c, c->model->priors[i].spaces, BASE_BIT(LF_T_SPACES), "a set of spaces");
        check_result(c, c->model->priors[i].when, BASE_BIT(LF_T_BOOL), "true or false");
    }
    c->body = NULL;
}

static void check_setups(checker *c) {
    for (uint32_t i = 0; i < c->model->scenario_count; i++) {
        lf_model_scenario *scenario = &c->model->scenarios[i];
        check_body body = {.kind = BODY_SETUP,
                           .name = scenario->name,
                           .scenario = scenario,
                           .flow = &c->setups[i],
                           .incomplete = scenario->setup.incomplete};
        if (scenario->setup.body != NULL)
            scenario->setup.local_count = walk_twice(c, &body, walk_block, scenario->setup.body);
        scenario->setup.result = check_type(LF_T_VOID);
        scenario->setup.checked = true;
    }
}

/* ---- the whole game ---- */

static void start_checker(checker *c, lf_model *model) {
    lf_arena *arena = model->arena;
    /* declared */
    assert(model->symbols != NULL && model->enum_values != NULL && model->scenario_count > 0);
    *c = (checker){
        .model = model,
        .routines = LF_NEW_ARRAY(arena, check_routine_info, model->routine_count + 1),
        .parts = LF_NEW_ARRAY(arena, check_flow, model->card_count * model->card_part_count + 1),
        .actions = LF_NEW_ARRAY(arena, check_flow, model->action_count + 1),
        .setups = LF_NEW_ARRAY(arena, check_flow, model->scenario_count + 1),
        .var_used = LF_NEW_ARRAY(arena, bool, model->var_count + 1),
        .remembered = LF_NEW_ARRAY(arena, bool, model->repetition_count + 1),
        .asked_times = LF_NEW_ARRAY(arena, bool, model->repetition_count + 1),
        .timing_asked = LF_NEW_ARRAY(arena, bool, model->checkpoint_count + 1)};
    for (uint32_t i = 0; i < model->routine_count; i++) {
        const lf_model_routine *routine = &model->routines[i];
        c->routines[i].used = routine->is_shown;
        c->routines[i].declared = LF_NEW_ARRAY(arena, bool, routine->param_count + 1);
        for (uint32_t p = 0; p < routine->param_count; p++)
            c->routines[i].declared[p] = routine->params[p].type.base != LF_T_UNKNOWN;
    }
}

void lf_check(lf_model *model) {
    checker c;
    start_checker(&c, model);
    for (uint32_t i = 0; i < model->routine_count; i++)
        lf_check_routine(&c, i);
    check_actions(&c);
    check_phases(&c);
    check_card_behaviours(&c);
    check_terminal(&c);
    check_displays(&c);
    check_agent_routines(&c);
    check_setups(&c);
    for (uint32_t i = 0; i < model->routine_count; i++)
        if (c.routines[i].state == ROUTINE_OPEN)
            report_open_params(&c, &model->routines[i]);
    lf_check_whole_flow(&c);
    if (model->report->errors == 0)
        lf_check_require_settled(&c);
    if (model->report->errors == 0)
        lf_check_secrets(&c);
}

/* ---- snippets ---- */

typedef struct {
    lf_node *node;
    bool is_block;
} snippet;

static void walk_snippet(checker *c, void *subject) {
    const snippet *s = subject;
    if (s->is_block)
        lf_check_block(c, s->node);
    else
        c->body->result = lf_check_any_expr(c, s->node);
}

bool lf_check_snippet(lf_model *model, lf_node *node, bool is_block, uint32_t *local_count,
                      lf_type *result) {
    checker c;
    start_checker(&c, model);
    for (uint32_t i = 0; i < model->routine_count; i++)
        c.routines[i].state = ROUTINE_DONE;
    check_flow ignored = {0};
    check_body body = {
        .kind = BODY_SNIPPET, .pure = is_block ? NULL : "an expression", .flow = &ignored};
    snippet s = {node, is_block};
    uint32_t errors = model->report->errors;
    uint32_t locals = node != NULL ? walk_twice(&c, &body, walk_snippet, &s) : 0;
    if (model->report->errors == errors)
        lf_check_require_settled_tree(&c, node);
    if (local_count != NULL)
        *local_count = locals;
    if (result != NULL)
        *result = is_block ? check_type(LF_T_VOID) : body.result;
    return node != NULL && model->report->errors == errors;
}
