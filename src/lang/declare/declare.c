/* declare.c: from the document tree to the model: the sections of a game and the steps that read
 * them.
 *
 * The order of the steps is the whole dependency graph: names first, then what refers to them,
 * behaviours (which are only parsed here) where their section is read, scenarios last. */
#include "declare.h"

#include <ctype.h>
#include <string.h>

const lf_section lf_game_sections[] = {
    {"gameDef", LF_SECTION_ONCE},
    {"metadata", LF_SECTION_ONCE},
    {"seats", LF_SECTION_LIST},
    {"seatGroups", LF_SECTION_MAP},
    {"seatsInPlay", LF_SECTION_ONCE},
    {"turnOrder", LF_SECTION_ONCE},
    {"options", LF_SECTION_LIST},
    {"enums", LF_SECTION_MAP},
    {"pieces", LF_SECTION_LIST},
    {"pieceGroups", LF_SECTION_MAP},
    {"map", LF_SECTION_ONCE},
    {"patterns", LF_SECTION_MAP},
    {"spaceProperties", LF_SECTION_LIST},
    {"spaces", LF_SECTION_LIST},
    {"adjacency", LF_SECTION_LIST},
    {"zones", LF_SECTION_LIST},
    {"records", LF_SECTION_MAP},
    {"globalVars", LF_SECTION_LIST},
    {"seatVars", LF_SECTION_LIST},
    {"perPlayerVars", LF_SECTION_LIST},
    {"spaceVars", LF_SECTION_LIST},
    {"zoneVars", LF_SECTION_LIST},
    {"markers", LF_SECTION_LIST},
    {"markerLattices", LF_SECTION_LIST},
    {"globalMarkers", LF_SECTION_LIST},
    {"globalMarkerLattices", LF_SECTION_LIST},
    {"variableGroups", LF_SECTION_MAP},
    {"repetition", LF_SECTION_LIST},
    {"cardAttributes", LF_SECTION_LIST},
    {"cardParts", LF_SECTION_LIST},
    {"cards", LF_SECTION_LIST},
    {"eventDecks", LF_SECTION_LIST},
    {"functions", LF_SECTION_MAP},
    {"procedures", LF_SECTION_MAP},
    {"turnStructure", LF_SECTION_ONCE},
    {"actions", LF_SECTION_LIST},
    {"optionAliases", LF_SECTION_MAP},
    {"ask", LF_SECTION_ONCE},
    {"setup", LF_SECTION_ONCE},
    {"terminal", LF_SECTION_ONCE},
    {"invariants", LF_SECTION_LIST},
    {"displays", LF_SECTION_MAP},
    {"agents", LF_SECTION_MAPS},
    {"positionText", LF_SECTION_LIST},
    {"scenarioFields", LF_SECTION_MAP},
    {"scenarios", LF_SECTION_LIST},
    {"dataAssets", LF_SECTION_LIST},
    {"visual", LF_SECTION_ONCE},
    {NULL, LF_SECTION_ONCE},
};

/* ---- the head of a GameDef ---- */

/* What a compiled game says of itself. It says nothing about the game, and specs do not have it. */
enum { HEAD_FORMAT, HEAD_COMPILER, HEAD_HASH, HEAD_KEYS };
static const lf_key_rule head_rules[] = {
    [HEAD_FORMAT] = {"format", LF_KEY_INT, LF_KEY_REQUIRED},
    [HEAD_COMPILER] = {"compiler", LF_KEY_SCALAR, 0},
    [HEAD_HASH] = {"specHash", LF_KEY_SCALAR, 0},
};
LF_SHAPE(head_shape, "gameDef", head_rules, false);

static void check_head(lf_declaring *d) {
    const lf_doc *section = lf_doc_get(d->m->document, "gameDef"), *values[HEAD_KEYS];
    int64_t format;
    if (section == NULL || !lf_read_keys(d, section, &head_shape, values) ||
        !lf_doc_int(values[HEAD_FORMAT], &format))
        return;
    if (format != LF_GAMEDEF_FORMAT)
        LF_WRONG(d, LF_E0431, values[HEAD_FORMAT], "compile the spec again with this version",
                 "this GameDef has format %lld, but this version reads only format %d",
                 (long long)format, LF_GAMEDEF_FORMAT);
}

/* ---- metadata ---- */

#define DIFFICULTY_MAX 5
#define MINUTES_MAX 100000

enum {
    META_ID,
    META_NAME,
    META_DESCRIPTION,
    META_PLAYERS,
    META_DIFFICULTY,
    META_MINUTES,
    META_VERSION,
    META_KEYS
};
static const lf_key_rule metadata_rules[] = {
    [META_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [META_NAME] = {"name", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [META_DESCRIPTION] = {"description", LF_KEY_SCALAR, 0},
    [META_PLAYERS] = {"players", LF_KEY_MAP, 0},
    [META_DIFFICULTY] = {"difficulty", LF_KEY_INT, 0},
    [META_MINUTES] = {"minutes", LF_KEY_INT, 0},
    [META_VERSION] = {"version", LF_KEY_SCALAR, 0},
};
LF_SHAPE(metadata_shape, "metadata", metadata_rules, false);

static bool is_kebab_case(const char *text) {
    bool open = true; /* a letter or digit must follow */
    for (; *text; text++) {
        bool dash = *text == '-';
        if (dash ? open : !(islower((unsigned char)*text) || isdigit((unsigned char)*text)))
            return false;
        open = dash;
    }
    return !open;
}

static void declare_metadata(lf_declaring *d) {
    const lf_doc *section = lf_doc_get(d->m->document, "metadata");
    const lf_doc *values[META_KEYS];
    if (section == NULL)
        return;
    lf_read_keys(d, section, &metadata_shape, values);
    d->m->title = lf_text_or(values[META_NAME], "");
    d->m->description = lf_text_or(values[META_DESCRIPTION], "");
    d->m->difficulty = (uint32_t)lf_int_or(d, values[META_DIFFICULTY], 1, DIFFICULTY_MAX, 0);
    d->m->minutes = (uint32_t)lf_int_or(d, values[META_MINUTES], 1, MINUTES_MAX, 0);
    if (values[META_ID] == NULL)
        return;
    d->m->id = values[META_ID]->text;
    if (!is_kebab_case(d->m->id))
        LF_WRONG(d, LF_E0405, values[META_ID],
                 "write lower-case letters and digits with `-` between them",
                 "`%s` cannot be the id of a game", d->m->id);
}

/* ---- built-in names ---- */

/* Those that are values have a type; the functions are the checker's. */
static const lf_base_type builtin_types[LF_BUILTIN_COUNT] = {
    [LF_BUILTIN_SPACES] = LF_T_SPACES,
    [LF_BUILTIN_ZONES] = LF_T_ZONES,
    [LF_BUILTIN_SEATS] = LF_T_SEATS,
    [LF_BUILTIN_CARDS] = LF_T_CARDS,
    [LF_BUILTIN_DIRECTIONS] = LF_T_DIRECTIONS,
    [LF_BUILTIN_PIECES] = LF_T_PIECES,
    [LF_BUILTIN_ACTIVE_PLAYER] = LF_T_SEAT,
    [LF_BUILTIN_TURN] = LF_T_INT,
    [LF_BUILTIN_PHASE] = LF_T_ENUM, /* the phases are enumeration 0 */
    [LF_BUILTIN_SCENARIO] = LF_T_DATA,
};

static void declare_builtins(lf_declaring *d) {
    static const char *const names[] = {
#define LF_BUILTIN(name, text) text,
#include "lang/builtins.def"
#undef LF_BUILTIN
    };
    for (int i = 0; i < LF_BUILTIN_COUNT; i++)
        lf_add_symbol(d, LF_SYM_BUILTIN, lf_intern_z(d->m->names, names[i]), (lf_pos){0},
                      builtin_types[i], i);
}

/* ---- sections and assets ---- */

const lf_doc *lf_section_map(lf_declaring *d, const char *section) {
    const lf_doc *doc = lf_doc_get(d->m->document, section);
    return doc != NULL && doc->kind == LF_DOC_MAP ? doc : NULL;
}

static void gather_from(lf_declaring *d, const lf_doc *map, const char *section, lf_doc_list *out) {
    const lf_doc *list = lf_doc_get(map, section);
    for (uint32_t i = 0; list != NULL && list->kind == LF_DOC_LIST && i < list->count; i++)
        LF_PUSH(d->m->arena, out->items, out->count, out->capacity, list->items[i]);
}

lf_doc_list lf_gather(lf_declaring *d, const char *const *sections) {
    lf_doc_list list = {0};
    for (; *sections; sections++) {
        gather_from(d, d->m->document, *sections, &list);
        for (uint32_t i = 0; i < d->map_payloads.count; i++)
            gather_from(d, d->map_payloads.items[i], *sections, &list);
    }
    return list;
}

enum { ASSET_ID, ASSET_KIND, ASSET_PAYLOAD, ASSET_KEYS };
static const lf_key_rule asset_rules[] = {
    [ASSET_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [ASSET_KIND] = {"kind", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [ASSET_PAYLOAD] = {"payload", LF_KEY_MAP, LF_KEY_REQUIRED},
};
LF_SHAPE(asset_shape, "an asset", asset_rules, false);

/* The sections that a map asset may bring. */
static const lf_key_rule map_payload_rules[] = {
    {"spaces", LF_KEY_LIST, 0},          {"adjacency", LF_KEY_LIST, 0},
    {"spaceProperties", LF_KEY_LIST, 0}, {"spaceVars", LF_KEY_LIST, 0},
    {"markers", LF_KEY_LIST, 0},         {"markerLattices", LF_KEY_LIST, 0},
};
LF_SHAPE(map_payload_shape, "the payload of a map", map_payload_rules, false);

static void declare_asset(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[ASSET_KEYS], *sections[LF_COUNT(map_payload_rules)];
    if (!lf_read_keys(d, doc, &asset_shape, values))
        return;
    const char *id = lf_read_name(d, values[ASSET_ID], "an asset");
    const lf_doc *payload = values[ASSET_PAYLOAD];
    if (id == NULL || !lf_add_local(d, LF_NAMES_ASSET, "an asset", id, values[ASSET_ID]->pos, 0))
        return;
    if (strcmp(values[ASSET_KIND]->text, "map") == 0) {
        lf_read_keys(d, payload, &map_payload_shape, sections);
        LF_PUSH(d->m->arena, d->map_payloads.items, d->map_payloads.count, d->map_payloads.capacity,
                payload);
    } else if (strcmp(values[ASSET_KIND]->text, "scenario") == 0) {
        lf_scenario_source source = {values[ASSET_ID], payload};
        LF_PUSH(d->m->arena, d->scenario_sources, d->scenario_source_count,
                d->scenario_source_capacity, source);
    } else {
        LF_WRONG(d, LF_E0408, values[ASSET_KIND], "write `map` or `scenario`",
                 "`%s` is not a kind of asset", values[ASSET_KIND]->text);
    }
}

static void declare_assets(lf_declaring *d) {
    lf_doc_list assets = lf_gather(d, (const char *const[]){"dataAssets", NULL});
    for (uint32_t i = 0; i < assets.count; i++)
        declare_asset(d, assets.items[i]);
}

static void require_sections(lf_declaring *d) {
    static const char *const required[] = {"metadata", "seats", "turnStructure"};
    for (size_t i = 0; i < LF_COUNT(required); i++)
        if (lf_doc_get(d->m->document, required[i]) == NULL)
            lf_report_add(d->m->report, LF_ERROR, LF_E0401, d->m->document->pos, 1, NULL,
                          "the game has no section `%s`", required[i]);
}

/* ---- the steps ---- */

static void (*const steps[])(lf_declaring *) = {
    lf_generate_entries,      check_head,
    require_sections,         declare_metadata,
    declare_builtins,         declare_assets,
    lf_declare_seats,         lf_declare_phases,
    lf_declare_enums,         lf_declare_pattern_names,
    lf_declare_map,           lf_declare_zones,
    lf_declare_pieces,        lf_declare_cards,
    lf_declare_spaces,        lf_declare_patterns,
    lf_declare_places,        lf_declare_options,
    lf_declare_records,       lf_declare_vars,
    lf_declare_position_text, lf_declare_repetitions,
    lf_declare_card_contents, lf_declare_routines,
    lf_declare_secrets,       lf_declare_displays,
    lf_declare_actions,       lf_declare_agents,
    lf_declare_terminal,      lf_declare_invariants,
    lf_declare_scenarios,     lf_label_values,
};

void lf_declare(lf_model *model) {
    model->trees = lf_map_new(model->arena);
    lf_declaring d = {.m = model,
                      .parse = {.arena = model->arena,
                                .names = model->names,
                                .report = model->report,
                                .trees = model->trees}};
    static const lf_doc nothing = {.kind = LF_DOC_MAP};
    if (model->document == NULL)
        model->document = &nothing;
    model->symbols = lf_map_new(model->arena);
    model->enum_values = lf_map_new(model->arena);
    model->id = model->title = "";
    for (size_t i = 0; i < LF_COUNT(steps); i++)
        steps[i](&d);
}
