/* describe.c: everything about a game that a client shows, as one JSON document: what there is,
 * what it is called, how it hangs together.
 *
 * It is made of the public functions and of the tables behind them, and says nothing of any state.
 * Keys are sorted, so the bytes follow from the game. schemas/describe.schema.json has the shape.
 * Out of memory is NULL all the way up: jansson's setters take the value that they are given, also
 * when they fail. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_text.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"

/* Puts a value into an object; both may be NULL when memory has run out. */
static void set(json_t *object, const char *key, json_t *value, bool *good) {
    *good = json_object_set_new(object, key, value) == 0 && *good;
}

static void set_text(json_t *object, const char *key, const char *text, bool *good) {
    if (text != NULL && text[0] != '\0')
        set(object, key, json_string(text), good);
}

/* An array of what `make` says of 0 … count - 1. */
static json_t *list(const lf_game *game, uint32_t count,
                    json_t *(*make)(const lf_game *, uint32_t index, bool *good), bool *good) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++)
        *good = json_array_append_new(array, make(game, i, good)) == 0 && *good;
    *good = *good && array != NULL;
    return array;
}

static json_t *entry(const char *id, const char *label, bool *good) {
    json_t *object = json_object();
    set_text(object, "id", id, good);
    set_text(object, "label", label != NULL ? label : id, good);
    return object;
}

static json_t *named(const lf_game *game, lf_catalogue of, uint32_t i, bool *good) {
    return entry(lf_name(game, of, (int)i), lf_label(game, of, (int)i), good);
}

/* The id of something, or nothing for an index below 0. */
static void set_id(json_t *object, const char *key, const lf_game *game, lf_catalogue of, int index,
                   bool *good) {
    if (index >= 0)
        set(object, key, json_string(lf_name(game, of, index)), good);
}

/* ---- values and what can hold them ---- */

static json_t *values_of(const lf_game *game, uint16_t enum_id, bool *good) {
    const lf_enumeration *values = &game->enums[enum_id];
    json_t *array = json_array();
    for (uint32_t i = 0; i < values->count; i++)
        *good = json_array_append_new(
                    array, entry(values->values[i].name, values->values[i].label, good)) == 0 &&
                *good;
    return array;
}

static const char *sort_name(uint8_t sort) {
    static const char *const names[] = {
#define LF_TEXT_SORT(sort, things) [LF_SORT_##sort] = #sort,
#include "base/sorts.def"
    };
    return sort < LF_COUNT(names) ? names[sort] : "";
}

/* The sort in small letters, and what belongs to it. */
static void set_sort(json_t *object, const lf_game *game, uint8_t sort, uint16_t enum_id,
                     bool *good) {
    char text[32] = "";
    const char *name = sort_name(sort);
    for (size_t i = 0; name[i] != '\0' && i + 1 < sizeof text; i++)
        text[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    set_text(object, "type", text, good);
    if (sort == LF_SORT_ENUM)
        set(object, "values", values_of(game, enum_id, good), good);
}

static json_t *value_json(const lf_game *game, const lf_var *var, int32_t value) {
    if (var->sort == LF_SORT_BOOL)
        return json_boolean(value != 0);
    if (var->sort == LF_SORT_ENUM && value >= 0 &&
        (uint32_t)value < game->enums[var->enum_id].count)
        return json_string(game->enums[var->enum_id].values[value].name);
    return json_integer(value);
}

static json_t *variable(const lf_game *game, const lf_var *var, bool *good) {
    json_t *object = entry(var->name, var->label, good);
    set_sort(object, game, var->sort, var->enum_id, good);
    if (var->sort == LF_SORT_INT) {
        set(object, "min", json_integer(var->min), good);
        set(object, "max", json_integer(var->max), good);
    }
    if (var->bookkeeping)
        set(object, "bookkeeping", json_true(), good);
    if (var->is_marker)
        set(object, "marker", json_true(), good);
    if (var->visibility != LF_VISIBLE_ALL)
        set_text(object, "visible", var->visibility == LF_VISIBLE_OWNER ? "owner" : "nobody", good);
    return object;
}

static json_t *global(const lf_game *game, uint32_t i, bool *good) {
    return variable(game, &game->vars[i], good);
}

static json_t *seat_var(const lf_game *game, uint32_t i, bool *good) {
    return variable(game, &game->vars[game->global_count + i], good);
}

static json_t *space_var(const lf_game *game, uint32_t i, bool *good) {
    return variable(game, &game->vars[game->global_count + game->seat_var_count + i], good);
}

static json_t *option(const lf_game *game, uint32_t i, bool *good) {
    const lf_var *var = &game->options[i];
    json_t *object = variable(game, var, good);
    set(object, "default", value_json(game, var, var->init), good);
    set_text(object, "description", lf_option_description(game, (int)i), good);
    return object;
}

/* ---- the board ---- */

static json_t *properties(const lf_game *game, uint32_t space, bool *good) {
    json_t *object = json_object();
    for (uint32_t p = 0; p < game->property_count; p++) {
        char text[256];
        set(object, game->property_info[p].name,
            json_string(lf_property(game, (int)space, (int)p, text, sizeof text)), good);
    }
    return object;
}

static json_t *neighbours(const lf_game *game, uint32_t space, bool *good) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < game->space_count; i++)
        if (lf_adjacent(game, (int)space, (int)i))
            *good = json_array_append_new(array, json_string(game->zones[i].name)) == 0 && *good;
    return array;
}

static json_t *steps(const lf_game *game, uint32_t space, bool *good) {
    json_t *object = json_object();
    for (uint32_t d = 0; d < game->direction_count; d++) {
        const int to = game->steps[space * game->direction_count + d];
        set_id(object, game->directions[d].name, game, LF_OF_SPACES, to, good);
    }
    return object;
}

static json_t *space(const lf_game *game, uint32_t i, bool *good) {
    json_t *object = named(game, LF_OF_SPACES, i, good);
    int x, y;
    set(object, "adjacent", neighbours(game, i, good), good);
    if (game->property_count > 0)
        set(object, "properties", properties(game, i, good), good);
    if (game->direction_count > 0)
        set(object, "steps", steps(game, i, good), good);
    if (lf_space_place(game, (int)i, &x, &y))
        set(object, "place", json_pack("[i,i]", x, y), good);
    return object;
}

static json_t *box(const lf_game *game, uint32_t i, bool *good) {
    return named(game, LF_OF_ZONES, game->space_count + i, good);
}

static json_t *property(const lf_game *game, uint32_t i, bool *good) {
    json_t *object = named(game, LF_OF_PROPERTIES, i, good);
    set_sort(object, game, game->property_info[i].sort, game->property_info[i].enum_id, good);
    return object;
}

static json_t *direction(const lf_game *game, uint32_t i, bool *good) {
    return entry(game->directions[i].name, game->directions[i].label, good);
}

/* ---- pieces and cards ---- */

static json_t *kind(const lf_game *game, uint32_t i, bool *good) {
    const lf_slot *slot = &game->slots[i];
    json_t *object = named(game, LF_OF_KINDS, i, good);
    set_text(object, "kind", slot->kind_name, good);
    set_text(object, "one", slot->one, good);
    set_text(object, "short", slot->kind_short, good);
    set_text(object, "stateShort", slot->state_short, good);
    set_id(object, "seat", game, LF_OF_SEATS, slot->seat, good);
    set_id(object, "supply", game, LF_OF_ZONES, slot->supply, good);
    if (slot->seen_as != 0)
        set_id(object, "seenAs", game, LF_OF_KINDS, slot->seen_as - 1, good);
    if (slot->pool >= 0)
        set(object, "pool", json_integer(slot->pool), good);
    return object;
}

static json_t *stack(const lf_game *game, uint32_t i, bool *good) {
    static const char *const visible[] = {"all", "owner", "nobody"};
    json_t *object = named(game, LF_OF_STACKS, i, good);
    set_text(object, "visible", visible[game->stacks[i].visibility], good);
    set_id(object, "owner", game, LF_OF_SEATS, game->stacks[i].owner, good);
    return object;
}

static json_t *card(const lf_game *game, uint32_t i, bool *good) {
    json_t *object = named(game, LF_OF_CARDS, i, good), *texts = json_object();
    for (uint32_t p = 0; p < game->part_count; p++)
        set_text(texts, game->part_names[p].name, lf_card_text(game, (int)i, (int)p), good);
    if (json_object_size(texts) > 0)
        set(object, "texts", json_incref(texts), good);
    *good = *good && texts != NULL;
    json_decref(texts);
    return object;
}

/* ---- the course of play ---- */

static json_t *phase(const lf_game *game, uint32_t i, bool *good) {
    json_t *object = named(game, LF_OF_PHASES, i, good), *actions = json_array();
    for (uint32_t a = 0; a < game->phases[i].action_count; a++)
        *good = json_array_append_new(
                    actions, json_string(game->actions[game->phases[i].actions[a]].name)) == 0 &&
                *good;
    set(object, "actions", actions, good);
    if (game->phases[i].bookkeeping)
        set(object, "bookkeeping", json_true(), good);
    return object;
}

static json_t *display(const lf_game *game, uint32_t i, bool *good) {
    static const char *const scopes[] = {"game", "seat", "space", "card"};
    const lf_display_info *info = &game->displays[i];
    json_t *object = named(game, LF_OF_DISPLAYS, i, good);
    set_text(object, "group", info->group, good);
    set_text(object, "of", scopes[info->per], good);
    set_sort(object, game, info->sort, info->enum_id, good);
    return object;
}

/* ---- what agents are told ---- */

static json_t *seats_of(const lf_game *game, uint32_t seats, bool *good) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < game->seat_count; i++)
        if ((seats >> i & 1) != 0)
            *good = json_array_append_new(array, json_string(game->seats[i].name)) == 0 && *good;
    return array;
}

/* Thousandths as people write them: "3", "0.25", "-1.5". */
static void set_weight(json_t *object, int32_t thousandths, bool *good) {
    char text[32];
    const int32_t size = thousandths < 0 ? -thousandths : thousandths;
    int length = snprintf(text, sizeof text, "%s%d.%03d", thousandths < 0 ? "-" : "",
                          (int)(size / 1000), (int)(size % 1000));
    while (text[length - 1] == '0')
        length--;
    text[text[length - 1] == '.' ? length - 1 : length] = '\0';
    set_text(object, "weight", text, good);
}

static json_t *term(const lf_game *game, uint32_t i, bool *good) {
    const lf_term_info *info = &game->terms[i];
    json_t *object = entry(info->name, info->label, good);
    set(object, "seats", seats_of(game, info->seats, good), good);
    set_weight(object, info->weight, good);
    return object;
}

static json_t *prior(const lf_game *game, uint32_t i, bool *good) {
    const lf_prior_info *info = &game->priors[i];
    json_t *object = entry(info->name, info->label, good), *options = json_array();
    for (uint32_t o = 0; o < info->option_count; o++)
        *good = json_array_append_new(options, json_string(info->options[o])) == 0 && *good;
    set(object, "options", options, good);
    set(object, "seats", seats_of(game, info->seats, good), good);
    set_weight(object, info->weight, good);
    return object;
}

static json_t *seat(const lf_game *game, uint32_t i, bool *good) {
    return named(game, LF_OF_SEATS, i, good);
}

static json_t *action(const lf_game *game, uint32_t i, bool *good) {
    return named(game, LF_OF_ACTIONS, i, good);
}

static json_t *part(const lf_game *game, uint32_t i, bool *good) {
    return named(game, LF_OF_CARD_PARTS, i, good);
}

static json_t *checkpoint(const lf_game *game, uint32_t i, bool *good) {
    return named(game, LF_OF_CHECKPOINTS, i, good);
}

static json_t *scenario(const lf_game *game, uint32_t i, bool *good) {
    json_t *object = named(game, LF_OF_SCENARIOS, i, good);
    if ((int)i == lf_default_scenario(game))
        set(object, "default", json_true(), good);
    return object;
}

static json_t *menu_option(const lf_game *game, uint32_t i, bool *good) {
    (void)good;
    return json_string(game->menu_options[i]);
}

/* ---- the whole ---- */

typedef struct {
    const char *key;
    size_t count; /* offset of the number in lf_game */
    json_t *(*make)(const lf_game *, uint32_t index, bool *good);
} lf_described;

static const lf_described lists[] = {
    {"seats", offsetof(lf_game, seat_count), seat},
    {"spaces", offsetof(lf_game, space_count), space},
    {"spaceProperties", offsetof(lf_game, property_count), property},
    {"directions", offsetof(lf_game, direction_count), direction},
    {"kinds", offsetof(lf_game, slot_count), kind},
    {"stacks", offsetof(lf_game, stack_count), stack},
    {"cards", offsetof(lf_game, card_count), card},
    {"cardParts", offsetof(lf_game, part_count), part},
    {"globalVars", offsetof(lf_game, global_count), global},
    {"seatVars", offsetof(lf_game, seat_var_count), seat_var},
    {"spaceVars", offsetof(lf_game, space_var_count), space_var},
    {"options", offsetof(lf_game, option_count), option},
    {"scenarios", offsetof(lf_game, scenario_count), scenario},
    {"phases", offsetof(lf_game, phase_count), phase},
    {"actions", offsetof(lf_game, action_count), action},
    {"checkpoints", offsetof(lf_game, checkpoint_count), checkpoint},
    {"displays", offsetof(lf_game, display_count), display},
    {"terms", offsetof(lf_game, term_count), term},
    {"priors", offsetof(lf_game, prior_count), prior},
    {"menuOptions", offsetof(lf_game, menu_option_count), menu_option},
};

/* Visual data with mistakes in it is left out, as if there were none; `ludoforge check` tells
 * them. */
static json_t *visual(const lf_game *game) {
    char *text = lf_visual(game, NULL, NULL);
    if (text == NULL)
        text = lf_visual(game, "", NULL);
    json_t *const read = text != NULL ? json_loads(text, 0, NULL) : NULL;
    lf_string_free(text);
    return read;
}

static void set_facts(json_t *document, const lf_game *game, bool *good) {
    static const char *const boards[] = {"words", "squares", "hex", "points"};
    double low, high;
    set_text(document, "id", game->id, good);
    set_text(document, "title", game->title, good);
    set_text(document, "description", lf_game_description(game), good);
    if (game->difficulty > 0)
        set(document, "difficulty", json_integer(game->difficulty), good);
    if (game->minutes > 0)
        set(document, "minutes", json_integer(game->minutes), good);
    set_text(document, "board", boards[lf_board_of(game)], good);
    set(document, "players", json_integer(game->seat_count), good);
    if (game->seats_option > 0)
        set_text(document, "seatsInPlay", game->options[game->seats_option - 1].name, good);
    set(document, "margins", json_boolean(lf_has_margins(game)), good);
    if (game->payoff_scale > 0)
        set(document, "payoff",
            json_pack("{s:s, s:s}", "unit", game->payoff_unit, "label", game->payoff_label), good);
    if (lf_utility_range(game, &low, &high))
        set(document, "utility",
            json_pack("{s:I, s:I}", "max", (json_int_t)high, "min", (json_int_t)low), good);
    set(document, "visual", visual(game), good);
    set(document, "boxes", list(game, game->zone_count - game->space_count, box, good), good);
}

char *lf_describe(const lf_game *game) {
    json_t *document = json_object();
    bool good = document != NULL;
    set_facts(document, game, &good);
    for (size_t i = 0; i < LF_COUNT(lists); i++) {
        const uint32_t *count =
            (const uint32_t *)(const void *)((const char *)game + lists[i].count);
        set(document, lists[i].key, list(game, *count, lists[i].make, &good), &good);
    }
    lf_text text = {.failed = !good};
    lf_text_add_json(&text, document, JSON_INDENT(2) | JSON_SORT_KEYS);
    lf_text_addz(&text, "\n");
    json_decref(document);
    return lf_text_take(&text);
}
