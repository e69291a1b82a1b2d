/* declare_actions.c: what seats may do: who, in which phases, with which parameters. The behaviours
 * are only parsed here; check.c finds out what they mean. */
#include "declare.h"

#include <string.h>

enum {
    ACTION_ID,
    ACTION_NAME,
    ACTION_ACTOR,
    ACTION_EXECUTOR,
    ACTION_PHASE,
    ACTION_PARAMS,
    ACTION_PRE,
    ACTION_COST,
    ACTION_EFFECTS,
    ACTION_LIMITS,
    ACTION_WAY_OUT,
    ACTION_ENDS_MOVE,
    ACTION_ASK,
    ACTION_KEYS
};
static const lf_key_rule action_rules[] = {
    [ACTION_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [ACTION_NAME] = {"name", LF_KEY_SCALAR, 0},
    [ACTION_ACTOR] = {"actor", LF_KEY_SCALAR, 0},
    [ACTION_EXECUTOR] = {"executor", LF_KEY_SCALAR, 0},
    [ACTION_PHASE] = {"phase", LF_KEY_ANY, LF_KEY_REQUIRED},
    [ACTION_PARAMS] = {"params", LF_KEY_LIST, 0},
    [ACTION_PRE] = {"pre", LF_KEY_ANY, LF_KEY_NULLABLE},
    [ACTION_COST] = {"cost", LF_KEY_ANY, LF_KEY_NULLABLE},
    [ACTION_EFFECTS] = {"effects", LF_KEY_ANY, LF_KEY_REQUIRED},
    [ACTION_LIMITS] = {"limits", LF_KEY_LIST, 0},
    [ACTION_WAY_OUT] = {"wayOut", LF_KEY_SCALAR, 0},
    [ACTION_ENDS_MOVE] = {"endsMove", LF_KEY_BOOL, 0},
    [ACTION_ASK] = {"ask", LF_KEY_SCALAR, 0},
};
LF_SHAPE(action_shape, "an action", action_rules, false);

enum { PARAM_NAME, PARAM_DOMAIN, PARAM_PROMPT, PARAM_KEYS };
static const lf_key_rule param_rules[] = {
    [PARAM_NAME] = {"name", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PARAM_DOMAIN] = {"domain", LF_KEY_ANY, LF_KEY_REQUIRED},
    [PARAM_PROMPT] = {"prompt", LF_KEY_ANY, 0},
};
LF_SHAPE(param_shape, "a parameter", param_rules, false);

static void declare_action_param(lf_declaring *d, const lf_doc *doc, lf_model_action *action) {
    const lf_doc *values[PARAM_KEYS];
    lf_action_param param = {0};
    if (!lf_read_keys(d, doc, &param_shape, values))
        return;
    param.name = lf_read_name(d, values[PARAM_NAME], "a parameter");
    param.pos = values[PARAM_NAME]->pos;
    param.domain = lf_read_domain(&d->parse, values[PARAM_DOMAIN], param.name);
    if (values[PARAM_PROMPT] != NULL)
        param.prompt = lf_read_text(&d->parse, values[PARAM_PROMPT]);
    if (!param.name)
        return;
    for (uint32_t i = 0; i < action->param_count; i++)
        if (action->params[i].name == param.name) {
            lf_report_add_at(d->m->report, LF_ERROR, LF_E0407, param.pos, lf_text_width(param.name),
                             action->params[i].pos, "it is first given here",
                             "the parameter `%s` is given twice", param.name);
            return;
        }
    action->params[action->param_count++] = param;
}

static uint64_t read_phases(lf_declaring *d, const lf_doc *doc) {
    uint64_t phases = 0;
    uint32_t count = doc->kind == LF_DOC_LIST ? doc->count : 1;
    if (count == 0)
        LF_WRONG(d, LF_E0404, doc, NULL, "the list needs at least one phase");
    for (uint32_t i = 0; i < count; i++) {
        int phase = lf_local_ref(d, LF_NAMES_PHASE, "a phase",
                                 doc->kind == LF_DOC_LIST ? doc->items[i] : doc);
        if (phase >= 0)
            phases |= UINT64_C(1) << phase;
    }
    return phases;
}

/* What older specs say about actions and we have only one answer to. */
static void check_fixed_keys(lf_declaring *d, const lf_doc **values) {
    const lf_doc *executor = values[ACTION_EXECUTOR], *limits = values[ACTION_LIMITS];
    if (executor != NULL && strcmp(executor->text, "actor") != 0)
        LF_WRONG(d, LF_E0423, executor, "delete `executor`",
                 "only the actor can perform an action");
    if (limits != NULL && limits->count > 0)
        LF_WRONG(d, LF_E0423, limits->items[0], "count the uses in a variable and test it in `pre`",
                 "actions have no `limits`");
}

/* `cost` and `effects` one behind the other. */
static lf_node *join_blocks(lf_declaring *d, lf_node *first, lf_node *second) {
    if (first == NULL || second == NULL)
        return first != NULL ? first : second;
    lf_node *block = lf_node_new(d->m->arena, LF_N_BLOCK, first->pos, first->length);
    lf_node *list = lf_node_list(d->m->arena, first->pos);
    const lf_node *parts[] = {first->kids[LF_K_LIST], second->kids[LF_K_LIST]};
    for (int p = 0; p < 2; p++)
        for (uint32_t i = 0; i < parts[p]->kid_count; i++)
            lf_node_list_add(d->m->arena, list, parts[p]->kids[i]);
    block->kids[LF_K_LIST] = list;
    return block;
}

static int read_actor(lf_declaring *d, const lf_doc *actor) {
    return actor == NULL || strcmp(actor->text, "active") == 0
               ? -1
               : lf_reference(d, LF_REF_SEAT, actor);
}

/* Which sort of way out an action is, in the words of the notation. */
static lf_word read_way_out(lf_declaring *d, const lf_doc *doc, lf_word otherwise) {
    lf_word word = LF_W_NONE;
    if (doc == NULL)
        return otherwise;
    if (!lf_word_find(doc->text, &word) || word < LF_W_DONE || word > LF_W_CANCEL)
        LF_WRONG(d, LF_E0404, doc, "it is one of `done`, `skip`, `cancel`",
                 "`%s` is not a kind of way out", doc->text);
    return word;
}

/* Is a seat asked that has a single option? */
static lf_word read_ask(lf_declaring *d, const lf_doc *doc) {
    lf_word word = LF_W_NONE;
    if (doc == NULL)
        return LF_W_NONE;
    if (!lf_word_find(doc->text, &word) || (word != LF_W_ASK_ALWAYS && word != LF_W_ASK_REAL)) {
        LF_WRONG(d, LF_E0404, doc, "it is `always` or `real`", "`%s` is not a value of `ask`",
                 doc->text);
        return LF_W_NONE;
    }
    return word;
}

static void declare_action(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[ACTION_KEYS];
    lf_model *m = d->m;
    lf_model_action action = {0};
    if (!lf_read_keys(d, doc, &action_shape, values))
        return;
    if (!lf_read_entry(d, values[ACTION_ID], values[ACTION_NAME], "an action", &action.entry))
        return;
    if (values[ACTION_NAME] == NULL)
        action.entry.label = lf_label_from_id(d, action.entry.id);
    if (!lf_add_local(d, LF_NAMES_ACTION, "an action", action.entry.id, action.entry.pos,
                      (int)m->action_count))
        return;
    check_fixed_keys(d, values);
    action.way_out = (uint8_t)read_way_out(d, values[ACTION_WAY_OUT], LF_W_NONE);
    action.part_of_move = !lf_bool_or(values[ACTION_ENDS_MOVE], true);
    action.ask = (uint8_t)read_ask(d, values[ACTION_ASK]);
    action.actor = read_actor(d, values[ACTION_ACTOR]);
    action.phases = read_phases(d, values[ACTION_PHASE]);
    const lf_doc *params = values[ACTION_PARAMS];
    const uint32_t before = m->report->errors;
    action.params =
        LF_NEW_ARRAY(m->arena, lf_action_param, (params != NULL ? params->count : 0) + 1);
    for (uint32_t i = 0; params != NULL && i < params->count; i++)
        declare_action_param(d, params->items[i], &action);
    if (values[ACTION_PRE] != NULL)
        action.pre = lf_read_expression(&d->parse, values[ACTION_PRE]);
    lf_node *cost =
        values[ACTION_COST] != NULL ? lf_read_block(&d->parse, values[ACTION_COST]) : NULL;
    action.effects = join_blocks(d, cost, lf_read_block(&d->parse, values[ACTION_EFFECTS]));
    action.incomplete = m->report->errors > before;
    m->actions[m->action_count++] = action;
}

/* ---- declared ways to leave a phase ---- */

enum { PASS_ID, PASS_LABEL, PASS_ACTOR, PASS_WHEN, PASS_WAY_OUT, PASS_KEYS };
static const lf_key_rule pass_rules[] = {
    [PASS_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PASS_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [PASS_ACTOR] = {"actor", LF_KEY_SCALAR, 0},
    [PASS_WHEN] = {"when", LF_KEY_ANY, LF_KEY_NULLABLE},
    [PASS_WAY_OUT] = {"wayOut", LF_KEY_SCALAR, 0},
};
LF_SHAPE(pass_shape, "a pass", pass_rules, false);

/* The seat's part of the phase is over; of a phase without seats, all of it. */
static lf_node *end_of_turn(lf_declaring *d, const lf_doc *at) {
    lf_node *block = lf_node_new(d->m->arena, LF_N_BLOCK, at->pos, lf_doc_width(at));
    block->kids[LF_K_LIST] = lf_node_list(d->m->arena, at->pos);
    lf_node_list_add(d->m->arena, block->kids[LF_K_LIST],
                     lf_node_new(d->m->arena, LF_N_END_TURN, at->pos, lf_doc_width(at)));
    return block;
}

/* A bare id that another phase has declared is the same way out. */
static bool share_pass(lf_declaring *d, const lf_doc *doc, uint64_t phase) {
    for (uint32_t i = 0; doc->kind == LF_DOC_SCALAR && i < d->m->action_count; i++) {
        lf_model_action *action = &d->m->actions[i];
        if (!action->is_pass || (action->phases & phase) ||
            strcmp(action->entry.id, doc->text) != 0)
            continue;
        action->phases |= phase;
        return true;
    }
    return false;
}

static void declare_pass(lf_declaring *d, const lf_doc *doc, uint64_t phase) {
    const lf_doc *values[PASS_KEYS] = {doc};
    lf_model *m = d->m;
    lf_model_action action = {.is_pass = true, .phases = phase};
    if (share_pass(d, doc, phase))
        return;
    if (doc->kind != LF_DOC_SCALAR && !lf_read_keys(d, doc, &pass_shape, values))
        return;
    if (!lf_read_entry(d, values[PASS_ID], values[PASS_LABEL], "an action", &action.entry))
        return;
    if (values[PASS_LABEL] == NULL)
        action.entry.label = lf_label_from_id(d, action.entry.id);
    if (!lf_add_local(d, LF_NAMES_ACTION, "an action", action.entry.id, action.entry.pos,
                      (int)m->action_count))
        return;
    action.way_out = (uint8_t)read_way_out(d, values[PASS_WAY_OUT], LF_W_DONE);
    action.actor = read_actor(d, values[PASS_ACTOR]);
    action.params = LF_NEW_ARRAY(m->arena, lf_action_param, 1);
    if (values[PASS_WHEN] != NULL)
        action.pre = lf_read_expression(&d->parse, values[PASS_WHEN]);
    action.effects = end_of_turn(d, values[PASS_ID]);
    m->actions[m->action_count++] = action;
}

static void declare_passes(lf_declaring *d, const lf_doc *doc, uint64_t phase) {
    for (uint32_t i = 0; doc->kind == LF_DOC_LIST && i < doc->count; i++)
        declare_pass(d, doc->items[i], phase);
    if (doc->kind != LF_DOC_LIST)
        declare_pass(d, doc, phase);
}

void lf_declare_actions(lf_declaring *d) {
    const lf_doc *ask = lf_doc_get(d->m->document, "ask");
    if (ask != NULL && lf_is_scalar(d, ask, "`ask`"))
        d->m->ask = read_ask(d, ask);
    lf_doc_list actions = lf_gather(d, (const char *const[]){"actions", NULL});
    uint32_t room = actions.count;
    for (uint32_t i = 0; i < d->m->phase_count; i++) {
        const lf_doc *pass = d->m->phases[i].pass;
        room += pass != NULL ? pass->kind == LF_DOC_LIST ? pass->count : 1 : 0;
    }
    d->m->actions = LF_NEW_ARRAY(d->m->arena, lf_model_action, room + 1);
    for (uint32_t i = 0; i < actions.count; i++)
        declare_action(d, actions.items[i]);
    for (uint32_t i = 0; i < d->m->phase_count; i++) {
        if (d->m->phases[i].pass != NULL)
            declare_passes(d, d->m->phases[i].pass, UINT64_C(1) << i);
    }
    lf_declare_option_aliases(d); /* former ids of the menus in their effects */
}
