/* declare_rules.c: phases, functions, procedures, invariants. Behaviours are only parsed here;
 * check.c finds out what they mean. */
#include <string.h>

#include "declare.h"

/* ---- phases ---- */

static const lf_key_rule turn_structure_rules[] = {{"phases", LF_KEY_LIST, LF_KEY_REQUIRED}};
LF_SHAPE(turn_structure_shape, "turnStructure", turn_structure_rules, false);

enum {
    PHASE_ID,
    PHASE_NAME,
    PHASE_PROMPT,
    PHASE_PROMPTS,
    PHASE_WHEN,
    PHASE_ENTER,
    PHASE_EXIT,
    PHASE_SEATS,
    PHASE_PASS,
    PHASE_BOOKKEEPING,
    PHASE_KEYS
};
static const lf_key_rule phase_rules[] = {
    [PHASE_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PHASE_NAME] = {"name", LF_KEY_SCALAR, 0},
    [PHASE_PROMPT] = {"prompt", LF_KEY_ANY, 0},
    [PHASE_PROMPTS] = {"prompts", LF_KEY_LIST, 0},
    [PHASE_WHEN] = {"when", LF_KEY_ANY, LF_KEY_NULLABLE},
    [PHASE_ENTER] = {"onEnter", LF_KEY_ANY, LF_KEY_NULLABLE},
    [PHASE_EXIT] = {"onExit", LF_KEY_ANY, LF_KEY_NULLABLE},
    [PHASE_SEATS] = {"seats", LF_KEY_LIST, 0},
    [PHASE_PASS] = {"pass", LF_KEY_ANY, LF_KEY_NULLABLE},
    [PHASE_BOOKKEEPING] = {"bookkeeping", LF_KEY_BOOL, 0},
};
LF_SHAPE(phase_shape, "a phase", phase_rules, false);

enum { PROMPT_WHEN, PROMPT_TEXT, PROMPT_KEYS };
static const lf_key_rule prompt_rules[] = {
    [PROMPT_WHEN] = {"when", LF_KEY_ANY, LF_KEY_REQUIRED},
    [PROMPT_TEXT] = {"text", LF_KEY_ANY, LF_KEY_REQUIRED},
};
LF_SHAPE(prompt_shape, "a prompt", prompt_rules, false);

/* Those with a condition in their order, then the one without. */
static void declare_prompts(lf_declaring *d, const lf_doc *list, const lf_doc *otherwise,
                            lf_model_phase *phase) {
    phase->prompts =
        LF_NEW_ARRAY(d->m->arena, lf_phase_prompt, (list != NULL ? list->count : 0) + 1);
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const lf_doc *values[PROMPT_KEYS];
        if (!lf_read_keys(d, list->items[i], &prompt_shape, values))
            continue;
        phase->prompts[phase->prompt_count++] =
            (lf_phase_prompt){.when = lf_read_expression(&d->parse, values[PROMPT_WHEN]),
                              .text = lf_read_text(&d->parse, values[PROMPT_TEXT])};
    }
    if (otherwise != NULL)
        phase->prompts[phase->prompt_count++] =
            (lf_phase_prompt){.text = lf_read_text(&d->parse, otherwise)};
}

static void declare_phase(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[PHASE_KEYS];
    lf_model *m = d->m;
    lf_model_phase phase = {0};
    if (!lf_read_keys(d, doc, &phase_shape, values))
        return;
    if (!lf_within(d, values[PHASE_ID], m->phase_count, LF_MAX_PHASES, "phases"))
        return;
    if (!lf_read_entry(d, values[PHASE_ID], values[PHASE_NAME], "a phase", &phase.entry))
        return;
    if (!lf_add_local(d, LF_NAMES_PHASE, "a phase", phase.entry.id, phase.entry.pos,
                      (int)m->phase_count))
        return;
    const uint32_t before = m->report->errors;
    if (values[PHASE_WHEN] != NULL)
        phase.when = lf_read_expression(&d->parse, values[PHASE_WHEN]);
    declare_prompts(d, values[PHASE_PROMPTS], values[PHASE_PROMPT], &phase);
    phase.pass = values[PHASE_PASS];
    if (values[PHASE_NAME] == NULL)
        phase.entry.label = lf_label_from_id(d, phase.entry.id);
    phase.bookkeeping = lf_bool_or(values[PHASE_BOOKKEEPING], false);
    if (values[PHASE_ENTER] != NULL)
        phase.on_enter = lf_read_block(&d->parse, values[PHASE_ENTER]);
    if (values[PHASE_EXIT] != NULL)
        phase.on_exit = lf_read_block(&d->parse, values[PHASE_EXIT]);
    phase.incomplete = m->report->errors > before;
    if (values[PHASE_SEATS] != NULL) {
        phase.seats = LF_NEW_ARRAY(m->arena, int, m->seat_count + 1);
        phase.seat_count = lf_read_seats(d, values[PHASE_SEATS], phase.seats);
    }
    m->phases[m->phase_count++] = phase;
}

void lf_declare_phases(lf_declaring *d) {
    lf_model *m = d->m;
    const lf_doc *section = lf_doc_get(m->document, "turnStructure"), *phases = NULL;
    if (section != NULL && lf_read_keys(d, section, &turn_structure_shape, &phases)) {
        m->phases = LF_NEW_ARRAY(m->arena, lf_model_phase, phases->count + 1);
        for (uint32_t i = 0; i < phases->count; i++)
            declare_phase(d, phases->items[i]);
        if (phases->count == 0)
            LF_WRONG(d, LF_E0404, phases, NULL, "the list needs at least one phase");
    }
    lf_add_phase_enum(d);
}

/* ---- functions and procedures ---- */

/* A parameter of an unknown type is left to inference, so that the body is checked all the same. */
static void read_params(lf_declaring *d, const lf_signature *signature, lf_model_routine *routine) {
    routine->params = LF_NEW_ARRAY(d->m->arena, lf_model_param, signature->param_count + 1);
    for (uint32_t i = 0; i < signature->param_count; i++) {
        const lf_parsed_param *p = &signature->params[i];
        lf_model_param *param = &routine->params[routine->param_count++];
        *param =
            (lf_model_param){.name = p->name, .pos = p->pos, .default_value = p->default_value};
        if (p->type != NULL)
            lf_find_type(d, lf_intern_z(d->m->names, p->type), p->type_pos, LF_USE_PARAM,
                         &param->type);
        const lf_node *given = p->default_value;
        if (param->type.base == LF_T_INT && given != NULL && given->kind == LF_N_NAME &&
            strcmp(given->name, "none") == 0)
            param->type.by = 1; /* a bound, or none */
        for (uint32_t j = 0; j < i; j++)
            if (signature->params[j].name == p->name)
                lf_report_add_at(d->m->report, LF_ERROR, LF_E0407, p->pos, lf_text_width(p->name),
                                 signature->params[j].pos, "it is first given here",
                                 "the parameter `%s` is given twice", p->name);
    }
}

/* Where the text of a key begins: a key with `: ` in it stands in quotes. */
static lf_pos signature_pos(const lf_declaring *d, lf_pos pos) {
    size_t length;
    const char *at = lf_source_rest(d->m->sources, pos, &length);
    if (length > 0 && (*at == '"' || *at == '\''))
        pos.column++;
    return pos;
}

bool lf_declare_routine(lf_declaring *d, const lf_doc_pair *pair, bool pure) {
    lf_model *m = d->m;
    const uint32_t count = m->routine_count;
    lf_signature signature = {0};
    const char *what = pure ? "a function" : "a procedure";
    lf_model_routine routine = {.pos = signature_pos(d, pair->key_pos), .pure = pure};
    if (!lf_parse_signature(&d->parse, pair->key, routine.pos, &signature))
        return false;
    routine.name = lf_check_name(d, signature.name, routine.pos, what, LF_NAME_ROUTINE);
    if (routine.name == NULL)
        return false;
    if (lf_doc_is_null(pair->value)) {
        LF_WRONG_NAME(d, LF_E0422, routine.name, routine.pos, NULL, "the %s `%s` has no body",
                      pure ? "function" : "procedure", routine.name);
        return false;
    }
    read_params(d, &signature, &routine);
    const uint32_t before = m->report->errors;
    routine.body = lf_read_body(&d->parse, pair->value, pure);
    routine.incomplete = m->report->errors > before;
    lf_symbol_kind kind = pure ? LF_SYM_FUNCTION : LF_SYM_PROCEDURE;
    if (lf_add_symbol(d, kind, routine.name, routine.pos, LF_T_UNKNOWN, (int)m->routine_count) !=
        NULL)
        m->routines[m->routine_count++] = routine;
    return m->routine_count > count;
}

void lf_declare_routines(lf_declaring *d) {
    const lf_doc *functions = lf_section_map(d, "functions"),
                 *procedures = lf_section_map(d, "procedures");
    uint32_t room =
        (functions != NULL ? functions->count : 0) + (procedures != NULL ? procedures->count : 0);
    room += lf_secret_routines(d) + lf_display_routines(d) + lf_agents_routines(d);
    d->m->routines = LF_NEW_ARRAY(d->m->arena, lf_model_routine, room + 1);
    for (uint32_t i = 0; functions != NULL && i < functions->count; i++)
        lf_declare_routine(d, &functions->pairs[i], true);
    for (uint32_t i = 0; procedures != NULL && i < procedures->count; i++)
        lf_declare_routine(d, &procedures->pairs[i], false);
}

/* ---- invariants ---- */

enum { INVARIANT_ID, INVARIANT_HOLDS, INVARIANT_KEYS };
static const lf_key_rule invariant_rules[] = {
    [INVARIANT_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [INVARIANT_HOLDS] = {"holds", LF_KEY_ANY, LF_KEY_REQUIRED},
};
LF_SHAPE(invariant_shape, "an invariant", invariant_rules, false);

void lf_declare_invariants(lf_declaring *d) {
    lf_model *m = d->m;
    lf_doc_list list = lf_gather(d, (const char *const[]){"invariants", NULL});
    m->invariants = LF_NEW_ARRAY(m->arena, lf_model_invariant, list.count + 1);
    for (uint32_t i = 0; i < list.count; i++) {
        const lf_doc *values[INVARIANT_KEYS];
        if (!lf_read_keys(d, list.items[i], &invariant_shape, values))
            continue;
        const char *id = lf_read_name(d, values[INVARIANT_ID], "an invariant");
        lf_pos pos = values[INVARIANT_ID]->pos;
        if (id == NULL || !lf_add_local(d, LF_NAMES_INVARIANT, "an invariant", id, pos, (int)i))
            continue;
        lf_node *holds = lf_read_expression(&d->parse, values[INVARIANT_HOLDS]);
        m->invariants[m->invariant_count++] = (lf_model_invariant){id, pos, holds};
    }
}
