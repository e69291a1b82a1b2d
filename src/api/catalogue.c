/* catalogue.c: what a game is made of, for programs that show it: counts, names, labels, the tables
 * of the board. What a state holds is in reading.c. */
#include <stdio.h>

#include "kernel/state/state.h"
#include "native/native.h"

/* ---- names ---- */

int lf_count(const lf_game *game, lf_catalogue of) {
    const uint32_t counts[] = {
        [LF_OF_SEATS] = game->seat_count,
        [LF_OF_ZONES] = game->zone_count,
        [LF_OF_SPACES] = game->space_count,
        [LF_OF_STACKS] = game->stack_count,
        [LF_OF_CARDS] = game->card_count,
        [LF_OF_KINDS] = game->slot_count,
        [LF_OF_GLOBALS] = game->global_count,
        [LF_OF_SEAT_VARS] = game->seat_var_count,
        [LF_OF_SPACE_VARS] = game->space_var_count,
        [LF_OF_PHASES] = game->phase_count,
        [LF_OF_ACTIONS] = game->action_count,
        [LF_OF_SCENARIOS] = game->scenario_count,
        [LF_OF_OPTIONS] = game->option_count,
        [LF_OF_PROPERTIES] = game->property_count,
        [LF_OF_INVARIANTS] = game->invariant_count,
        [LF_OF_CARD_PARTS] = game->part_count,
        [LF_OF_CHECKPOINTS] = game->checkpoint_count,
        [LF_OF_MENU_OPTIONS] = game->menu_option_count,
        [LF_OF_DISPLAYS] = game->display_count,
        [LF_OF_SITES] = game->site_count,
        [LF_OF_ROUTINES] = game->routine_count,
    };
    return (size_t)of < LF_COUNT(counts) ? (int)counts[of] : 0;
}

static lf_named same(const char *name) {
    return (lf_named){name, name};
}

/* A site has no name in the spec: it goes by the routine that it stands in. */
static const char *site_routine(const lf_game *game, uint32_t pc) {
    return lf_name(game, LF_OF_ROUTINES, lf_instruction_routine(game, (int)pc));
}

static lf_named entry(const lf_game *game, lf_catalogue of, int i) {
    switch (of) {
    case LF_OF_SEATS:
        return game->seats[i];
    case LF_OF_ZONES:
    case LF_OF_SPACES:
        return game->zones[i];
    case LF_OF_STACKS:
        return (lf_named){game->stacks[i].name, game->stacks[i].label};
    case LF_OF_CARDS:
        return game->cards[i];
    case LF_OF_KINDS:
        return (lf_named){game->slots[i].name, game->slots[i].label};
    case LF_OF_GLOBALS:
    case LF_OF_SEAT_VARS:
    case LF_OF_SPACE_VARS:
        return (lf_named){lf_var_at(game, of, i)->name, lf_var_at(game, of, i)->label};
    case LF_OF_PHASES:
        return game->phase_names[i];
    case LF_OF_ACTIONS:
        return game->actions[i];
    case LF_OF_SCENARIOS:
        return (lf_named){game->scenarios[i].name, game->scenarios[i].label};
    case LF_OF_OPTIONS:
        return (lf_named){game->options[i].name, game->options[i].label};
    case LF_OF_PROPERTIES:
        return (lf_named){game->property_info[i].name, game->property_info[i].label};
    case LF_OF_INVARIANTS:
        return game->invariants[i];
    case LF_OF_CARD_PARTS:
        return game->part_names[i];
    case LF_OF_CHECKPOINTS:
        return game->checkpoints[i];
    case LF_OF_DISPLAYS:
        return (lf_named){game->displays[i].name, game->displays[i].label};
    case LF_OF_MENU_OPTIONS:
        return same(game->menu_options[i]);
    case LF_OF_SITES:
        return same(site_routine(game, game->sites[i].pc));
    case LF_OF_ROUTINES:
        return same(game->routines[i].name);
    }
    return same("");
}

static bool has(const lf_game *game, lf_catalogue of, int index) {
    return index >= 0 && index < lf_count(game, of);
}

const char *lf_name(const lf_game *game, lf_catalogue of, int index) {
    return has(game, of, index) ? entry(game, of, index).name : "";
}

const char *lf_label(const lf_game *game, lf_catalogue of, int index) {
    if (!has(game, of, index))
        return "";
    const lf_named named = entry(game, of, index);
    return named.label != NULL ? named.label : named.name;
}

/* A scenario may also be known by the id of the data asset it was read from. */
static int find_scenario_id(const lf_game *game, const char *id) {
    for (uint32_t i = 0; i < game->scenario_count; i++)
        if (game->scenarios[i].id != NULL && strcmp(game->scenarios[i].id, id) == 0)
            return (int)i;
    return -1;
}

static int find_former_option(const lf_game *game, const char *former) {
    for (uint32_t i = 0; i < game->option_alias_count; i++)
        if (strcmp(game->option_aliases[i].former, former) == 0)
            return lf_find(game, LF_OF_MENU_OPTIONS, game->option_aliases[i].id);
    return -1;
}

int lf_find(const lf_game *game, lf_catalogue of, const char *name) {
    const int n = lf_count(game, of);
    for (int i = 0; i < n; i++)
        if (strcmp(lf_name(game, of, i), name) == 0)
            return i;
    for (int i = 0; i < n; i++)
        if (strcmp(lf_label(game, of, i), name) == 0)
            return i;
    return of == LF_OF_SCENARIOS      ? find_scenario_id(game, name)
           : of == LF_OF_MENU_OPTIONS ? find_former_option(game, name)
                                      : -1;
}

/* ---- single facts ---- */

const char *lf_game_id(const lf_game *game) {
    return game->id;
}
const char *lf_game_description(const lf_game *game) {
    return game->description;
}
const char *lf_game_title(const lf_game *game) {
    return game->title;
}
uint64_t lf_game_identity(const lf_game *game) {
    return game->identity;
}

int lf_default_scenario(const lf_game *game) {
    return game->scenario_count == 0 ? -1 : (int)game->default_scenario;
}

lf_seat lf_kind_seat(const lf_game *game, int kind) {
    return has(game, LF_OF_KINDS, kind) ? game->slots[kind].seat : LF_NOBODY;
}

bool lf_adjacent(const lf_game *game, int a, int b) {
    if (!has(game, LF_OF_SPACES, a) || !has(game, LF_OF_SPACES, b))
        return false;
    return (game->adjacency[(uint32_t)a * game->zone_words + (uint32_t)b / 64] >> (b % 64) & 1) !=
           0;
}

const char *lf_payoff_unit(const lf_game *game) {
    return game->payoff_unit;
}

const char *lf_payoff_label(const lf_game *game) {
    return game->payoff_scale > 0 ? game->payoff_label : "margin";
}

bool lf_has_margins(const lf_game *game) {
    return game->margin_routines != NULL;
}

lf_board lf_board_of(const lf_game *game) {
    return game->board;
}

bool lf_space_place(const lf_game *game, int space, int *x, int *y) {
    if (!has(game, LF_OF_SPACES, space) || !game->spots[space].known)
        return false;
    if (x != NULL)
        *x = game->spots[space].x;
    if (y != NULL)
        *y = game->spots[space].y;
    return true;
}

bool lf_stack_visible(const lf_game *game, int stack, lf_seat seat) {
    if (!has(game, LF_OF_STACKS, stack))
        return false;
    const lf_stack *info = &game->stacks[stack];
    return info->visibility == LF_VISIBLE_ALL ||
           (info->visibility == LF_VISIBLE_OWNER && seat != LF_NOBODY && info->owner == seat);
}

const char *lf_card_text(const lf_game *game, int card, int part) {
    if (!has(game, LF_OF_CARDS, card) || !has(game, LF_OF_CARD_PARTS, part) ||
        game->card_texts == NULL)
        return "";
    const char *text = game->card_texts[(uint32_t)card * game->part_count + (uint32_t)part];
    return text != NULL ? text : "";
}

bool lf_bookkeeping(const lf_game *game, lf_catalogue of, int index) {
    if (of == LF_OF_PHASES)
        return has(game, of, index) && game->phases[index].bookkeeping;
    const lf_var *var = lf_var_at(game, of, index);
    return var != NULL && var->bookkeeping;
}

lf_option_kind lf_action_kind(const lf_game *game, int action) {
    return has(game, LF_OF_ACTIONS, action) ? (lf_option_kind)game->action_kinds[action]
                                            : LF_OPTION_ACTION;
}

bool lf_action_ends_move(const lf_game *game, int action) {
    return !has(game, LF_OF_ACTIONS, action) || game->action_ends_move[action] != 0;
}

const char *lf_kind_one(const lf_game *game, int kind) {
    return has(game, LF_OF_KINDS, kind) ? game->slots[kind].one : "";
}

const char *lf_kind_short(const lf_game *game, int kind, const char **state) {
    if (!has(game, LF_OF_KINDS, kind))
        return "";
    if (state != NULL)
        *state = game->slots[kind].state_short;
    return game->slots[kind].kind_short;
}

/* ---- values as text ---- */

/* `value` said as a thing of this sort; a set has only its size to say (lf_global). */
static const char *format_into(const lf_game *game, uint8_t sort, uint16_t enum_id, int64_t value,
                               char *buffer, size_t size) {
    lf_text text = {0};
    lf_format_value(game, sort >= LF_SORT_ZONES ? LF_SORT_INT : (lf_sort)sort, enum_id, &value,
                    &text);
    snprintf(buffer, size, "%s", lf_text_shown(&text));
    lf_text_free(&text);
    if (size > 0)
        lf_utf8_mend(buffer); /* it may have been cut inside a character */
    return buffer;
}

const char *lf_property(const lf_game *game, int space, int property, char *buffer, size_t size) {
    if (!has(game, LF_OF_SPACES, space) || !has(game, LF_OF_PROPERTIES, property))
        return "";
    const int64_t value =
        game->properties[(uint32_t)property * game->space_count + (uint32_t)space];
    return format_into(game, game->property_info[property].sort,
                       game->property_info[property].enum_id, value, buffer, size);
}

const char *lf_value_name(const lf_game *game, lf_catalogue vars, int index, int64_t value,
                          char *buffer, size_t size) {
    const lf_var *var = lf_var_at(game, vars, index);
    return var != NULL ? format_into(game, var->sort, var->enum_id, value, buffer, size) : "";
}

bool lf_var_is_set(const lf_game *game, lf_catalogue vars, int index) {
    const lf_var *var = lf_var_at(game, vars, index);
    return var != NULL && var->is_set;
}

bool lf_is_marker(const lf_game *game, lf_catalogue vars, int index) {
    const lf_var *var = lf_var_at(game, vars, index);
    return var != NULL && var->is_marker;
}

static void format_option_value(const lf_game *game, const lf_var *option, int32_t value,
                                lf_text *out) {
    if (option->sort == LF_SORT_BOOL)
        lf_text_addz(out, value != 0 ? "true" : "false");
    else if (option->sort == LF_SORT_ENUM && value >= 0 &&
             (uint32_t)value < game->enums[option->enum_id].count)
        lf_text_addz(out, game->enums[option->enum_id].values[value].name);
    else
        lf_text_printf(out, "%d", value);
}

const char *lf_option_description(const lf_game *game, int index) {
    return has(game, LF_OF_OPTIONS, index) ? game->option_descriptions[index] : "";
}

char *lf_option_default(const lf_game *game, int index) {
    if (!has(game, LF_OF_OPTIONS, index))
        return NULL;
    lf_text text = {0};
    format_option_value(game, &game->options[index], game->options[index].init, &text);
    return lf_text_take(&text);
}

char *lf_option_values(const lf_game *game, int index) {
    if (!has(game, LF_OF_OPTIONS, index))
        return NULL;
    const lf_var *option = &game->options[index];
    lf_text text = {0};
    if (option->sort == LF_SORT_BOOL)
        lf_text_addz(&text, "true|false");
    else if (option->sort == LF_SORT_ENUM)
        for (uint32_t i = 0; i < game->enums[option->enum_id].count; i++)
            lf_text_printf(&text, "%s%s", i == 0 ? "" : "|",
                           game->enums[option->enum_id].values[i].name);
    else
        lf_text_printf(&text, "%d to %d", option->min, option->max);
    lf_text_addz(&text, " (");
    format_option_value(game, option, option->init, &text);
    lf_text_addz(&text, ")");
    return lf_text_take(&text);
}

/* A compiled game lives in its own arena, which counts the references to it; a game without an
 * arena is its maker's to free. The language's model is not ours to know, only to let go. */
lf_game *lf_game_retain(const lf_game *game) {
    if (game->arena != NULL)
        lf_arena_retain(game->arena);
    return (lf_game *)game;
}

void lf_game_free(lf_game *game) {
    if (game == NULL || game->arena == NULL || !lf_arena_release(game->arena))
        return;
    lf_arena *arena = game->arena;
    lf_native_unload(game);
    if (game->free_model != NULL)
        game->free_model(game->model);
    lf_arena_free(arena);
}
