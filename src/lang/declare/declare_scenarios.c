/* declare_scenarios.c: the positions that a game can start from.
 *
 * A scenario stands in `scenarios`, or is the payload of an asset. What the engine knows of it
 * (values, pieces, cards) is read here; the game's own fields are declare_data.c. Every scenario
 * gets its own copy of the `setup` block, because its data is folded into it. */
#include "declare.h"

enum {
    SCENARIO_ID,
    SCENARIO_NAME,
    SCENARIO_TITLE,
    SCENARIO_DEFAULT,
    SCENARIO_TRACKS,
    SCENARIO_MARKERS,
    SCENARIO_SPACE_VALUES,
    SCENARIO_SEAT_VALUES,
    SCENARIO_PLACEMENTS,
    SCENARIO_CARDS,
    SCENARIO_POSITION,
    SCENARIO_KEYS
};
static const lf_key_rule scenario_rules[] = {
    [SCENARIO_ID] = {"id", LF_KEY_SCALAR, 0}, /* an asset has it outside of the payload */
    [SCENARIO_NAME] = {"name", LF_KEY_SCALAR, 0},
    [SCENARIO_TITLE] = {"title", LF_KEY_SCALAR, 0},
    [SCENARIO_DEFAULT] = {"default", LF_KEY_BOOL, 0},
    [SCENARIO_TRACKS] = {"initialTrackValues", LF_KEY_LIST, 0},
    [SCENARIO_MARKERS] = {"initialMarkers", LF_KEY_LIST, 0},
    [SCENARIO_SPACE_VALUES] = {"initialSpaceValues", LF_KEY_LIST, 0},
    [SCENARIO_SEAT_VALUES] = {"initialSeatValues", LF_KEY_LIST, 0},
    [SCENARIO_PLACEMENTS] = {"initialPlacements", LF_KEY_LIST, 0},
    [SCENARIO_CARDS] = {"initialCards", LF_KEY_LIST, 0},
    /* read when it is laid out (api/load.c) */
    [SCENARIO_POSITION] = {"position", LF_KEY_SCALAR, 0},
};
LF_SHAPE(scenario_shape, "a scenario", scenario_rules, true);

static void read_setup(lf_declaring *d, lf_model_scenario *scenario) {
    const lf_doc *setup = d->m->setup;
    scenario->setup = (lf_model_routine){.name = "setup"};
    if (setup == NULL)
        return;
    scenario->setup.pos = setup->pos;
    const uint32_t before = d->m->report->errors;
    scenario->setup.body = lf_read_block(&d->parse, setup);
    /* the same block is read for every scenario; it is reported once */
    scenario->setup.incomplete = d->m->report->errors > before ||
                                 (d->m->scenario_count > 0 && d->m->scenarios[0].setup.incomplete);
}

static void read_contents(lf_declaring *d, lf_model_scenario *scenario, const lf_doc **values) {
    const lf_doc *const lists[LF_INITIAL_LISTS] = {
        [LF_INITIAL_TRACKS] = values[SCENARIO_TRACKS],
        [LF_INITIAL_MARKERS] = values[SCENARIO_MARKERS],
        [LF_INITIAL_SPACES] = values[SCENARIO_SPACE_VALUES],
        [LF_INITIAL_SEATS] = values[SCENARIO_SEAT_VALUES],
    };
    lf_read_initial_values(d, scenario, lists);
    lf_read_placements(d, scenario, values[SCENARIO_PLACEMENTS]);
    scenario->position = lf_text_or(values[SCENARIO_POSITION], NULL);
    scenario->position_pos =
        values[SCENARIO_POSITION] != NULL ? values[SCENARIO_POSITION]->pos : (lf_pos){0};
    if (values[SCENARIO_CARDS] != NULL)
        lf_read_initial_cards(d, scenario, values[SCENARIO_CARDS]);
}

static void declare_scenario(lf_declaring *d, const lf_scenario_source *source,
                             const lf_data_shape *fields) {
    const lf_doc *values[SCENARIO_KEYS];
    lf_model *m = d->m;
    lf_model_scenario *scenario = &m->scenarios[m->scenario_count];
    if (!lf_read_keys(d, source->body, &scenario_shape, values))
        return;
    const lf_doc *id =
        lf_either(d, source->id, values[SCENARIO_ID], "the `id` of the asset and of its payload");
    if (id == NULL) {
        LF_WRONG(d, LF_E0403, source->body, NULL, "`id` is missing in a scenario");
        return;
    }
    const lf_doc *name = values[SCENARIO_NAME] != NULL ? values[SCENARIO_NAME] : id;
    if (!lf_read_entry(d, id, values[SCENARIO_TITLE], "a scenario", &scenario->entry))
        return;
    scenario->name = lf_read_name(d, name, "a scenario");
    if (scenario->name == NULL)
        return;
    if (!lf_add_local(d, LF_NAMES_SCENARIO, "a scenario", scenario->name, name->pos,
                      (int)m->scenario_count))
        return;
    scenario->is_default = lf_bool_or(values[SCENARIO_DEFAULT], false);
    scenario->data = source->body;
    read_contents(d, scenario, values);
    lf_check_data(d, fields, source->body, &scenario_shape);
    read_setup(d, scenario);
    m->scenario_count++;
}

/* Exactly one is the default: the one that says so, or the first. */
static void settle_default(lf_declaring *d) {
    lf_model *m = d->m;
    const lf_model_scenario *first = NULL;
    for (uint32_t i = 0; i < m->scenario_count; i++) {
        const lf_model_scenario *s = &m->scenarios[i];
        if (s->is_default && first != NULL)
            lf_report_add_at(m->report, LF_ERROR, LF_E0430, s->entry.pos,
                             lf_text_width(s->entry.id), first->entry.pos, "the first is here",
                             "two scenarios are the default");
        if (s->is_default && first == NULL)
            first = s;
    }
    if (first == NULL)
        m->scenarios[0].is_default = true;
}

/* What is played if the game declares no scenario. */
static void add_plain_scenario(lf_declaring *d) {
    static const lf_doc no_data = {.kind = LF_DOC_MAP};
    const char *name = lf_intern_z(d->m->names, "default");
    lf_model_scenario *scenario = &d->m->scenarios[d->m->scenario_count++];
    *scenario = (lf_model_scenario){.entry = {name, name, {0}}, .name = name, .data = &no_data};
    lf_read_placements(d, scenario, NULL);
    read_setup(d, scenario);
}

void lf_declare_scenarios(lf_declaring *d) {
    lf_model *m = d->m;
    lf_doc_list list = lf_gather(d, (const char *const[]){"scenarios", NULL});
    const lf_data_shape *fields = lf_read_data_shapes(d, &scenario_shape);
    m->setup = lf_doc_get(m->document, "setup");
    if (m->setup != NULL && lf_doc_is_null(m->setup))
        m->setup = NULL;
    m->scenarios =
        LF_NEW_ARRAY(m->arena, lf_model_scenario, list.count + d->scenario_source_count + 1);
    for (uint32_t i = 0; i < list.count; i++)
        declare_scenario(d, &(lf_scenario_source){NULL, list.items[i]}, fields);
    for (uint32_t i = 0; i < d->scenario_source_count; i++)
        declare_scenario(d, &d->scenario_sources[i], fields);
    if (m->scenario_count == 0)
        add_plain_scenario(d);
    settle_default(d);
}
