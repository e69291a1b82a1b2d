/* new_game.c: sets up a new game: initial values, options, the scenario, and a fixed order of cards
 * if the caller wants one.
 *
 * All of it comes from outside (a command line, a rule case, another program). So every name is
 * looked up, and every error says what would have been right. */
#include <stdlib.h>

#include "kernel/state/state.h"

void lf_block_begin(const lf_game *game, unsigned char *block) {
    lf_head *head = lf_head_of(block);
    head->identity = game->identity;
    head->phase = head->wanted_phase = head->checkpoint = head->site = -1;
    head->winner = -1;
    for (uint32_t i = 0; i < game->option_count; i++)
        lf_var_write(game, block, &game->options[i], 0, game->options[i].init);
    for (uint32_t i = 0; i < game->var_count; i++) {
        const lf_var *var = &game->vars[i];
        const uint32_t owners = var->scope == LF_SCOPE_GLOBAL ? 1
                                : var->scope == LF_SCOPE_SEAT ? game->seat_count
                                                              : game->space_count;
        for (uint32_t owner = 0; owner < owners && !var->is_set; owner++)
            lf_var_write(game, block, var, owner, var->init);
    }
}

/* ", did you mean …?" or nothing. The buffer belongs to the caller. */
static const char *hint(const lf_game *game, lf_catalogue of, const char *word, char *buffer,
                        size_t size) {
    lf_nearest nearest = lf_nearest_to(word);
    for (int i = 0; i < lf_count(game, of); i++)
        lf_nearest_offer(&nearest, lf_name(game, of, i));
    lf_text text = {0};
    if (nearest.best != NULL)
        lf_text_printf(&text, "; did you mean '%s'?", nearest.best);
    else if (lf_count(game, of) <= 12)
        for (int i = 0; i < lf_count(game, of); i++)
            lf_text_printf(&text, "%s%s", i == 0 ? "; there are: " : ", ", lf_name(game, of, i));
    buffer[0] = 0;
    if (!text.failed && text.data != NULL) /* without memory the error comes without the hint */
        strncat(buffer, text.data, size - 1);
    lf_text_free(&text);
    return buffer;
}

static lf_status unknown_name(const lf_game *game, lf_catalogue of, const char *what,
                              const char *word, lf_error *error) {
    char buffer[320];
    return lf_fail(error, LF_BAD_ARGUMENT, "unknown %s '%.120s'%s", what, word,
                   hint(game, of, word, buffer, sizeof buffer));
}

/* ---- options ---- */

static bool parse_bool(const char *text, int32_t *value) {
    *value = strcmp(text, "true") == 0;
    return *value != 0 || strcmp(text, "false") == 0;
}

static bool parse_int(const lf_var *option, const char *text, int32_t *value) {
    char *end = NULL;
    const long long n = strtoll(text, &end, 10);
    *value = (int32_t)n;
    return end != text && *end == 0 && n >= option->min && n <= option->max;
}

static bool parse_enum(const lf_enumeration *enumeration, const char *text, int32_t *value) {
    for (uint32_t i = 0; i < enumeration->count; i++)
        if (strcmp(enumeration->values[i].name, text) == 0) {
            *value = (int32_t)i;
            return true;
        }
    return false;
}

static bool parse_value(const lf_game *game, const lf_var *option, const char *text,
                        int32_t *value) {
    switch ((lf_sort)option->sort) {
    case LF_SORT_BOOL:
        return parse_bool(text, value);
    case LF_SORT_ENUM:
        return parse_enum(&game->enums[option->enum_id], text, value);
    default:
        return parse_int(option, text, value);
    }
}

/* "name=value" */
static lf_status set_option(lf_state *state, const char *text, lf_error *error) {
    const lf_game *game = state->game;
    const char *equals = strchr(text, '=');
    char name[LF_MAX_NAME_BYTES + 1] = {0};
    if (equals == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "option '%.120s' has no value; write name=value",
                       text);
    if ((size_t)(equals - text) < sizeof name)
        memcpy(name, text, (size_t)(equals - text));
    const int index = lf_find(game, LF_OF_OPTIONS, name);
    if (index < 0)
        return unknown_name(game, LF_OF_OPTIONS, "option", name, error);
    int32_t value = 0;
    if (parse_value(game, &game->options[index], equals + 1, &value)) {
        lf_var_write(game, state->block, &game->options[index], 0, value);
        return LF_OK;
    }
    char *values = lf_option_values(game, index);
    lf_error_set(error, LF_BAD_ARGUMENT, "option '%s' cannot be '%.120s'; it takes %.200s", name,
                 equals + 1, values == NULL ? "?" : values);
    lf_string_free(values);
    return LF_BAD_ARGUMENT;
}

int lf_seats_in_play(const lf_state *state) {
    return (int)lf_seats_of(state->game, state->block);
}

int lf_seats_for(const lf_game *game, const lf_setup *setup) {
    if (game->seats_option == 0)
        return (int)game->seat_count;
    const lf_var *const option = &game->options[game->seats_option - 1];
    const size_t length = strlen(option->name);
    int32_t seats = option->init, given;
    for (const char *const *text = setup != NULL ? setup->options : NULL;
         text != NULL && *text != NULL; text++)
        if (strncmp(*text, option->name, length) == 0 && (*text)[length] == '=' &&
            parse_int(option, *text + length + 1, &given))
            seats = given;
    return seats;
}

/* ---- the scenario ---- */

/* Places what a scenario declares, before its set-up runs. `position`, if not NULL, replaces the
 * scenario's own position text. */
static lf_status place_scenario(const lf_game *game, unsigned char *block,
                                const lf_scenario_info *scenario, const char *position,
                                lf_error *error) {
    for (uint32_t i = 0; i < scenario->cell_count; i++) {
        const lf_cell_value *cell = &scenario->cells[i];
        lf_var_write(game, block, &game->vars[cell->var], cell->owner, cell->value);
    }
    for (uint32_t i = 0; i < scenario->placement_count; i++) {
        const uint32_t zone = scenario->placements[i].zone, slot = scenario->placements[i].slot;
        const int64_t n = (int64_t)lf_counts(game, block)[zone * game->slot_count + slot] +
                          scenario->placements[i].count;
        if (n < 0 || n > LF_MAX_PIECES_PER_CELL)
            return lf_fail(error, LF_RULE_ERROR,
                           "scenario '%s': %lld %s in %s; a place holds 0 to %d like pieces",
                           scenario->name, (long long)n, game->slots[slot].name,
                           game->zones[zone].name, LF_MAX_PIECES_PER_CELL);
        lf_count_set(game, block, zone, slot, (uint8_t)n);
    }
    for (uint32_t i = 0; i < scenario->stack_count; i++)
        for (uint32_t j = 0; j < scenario->stacks[i].count; j++)
            lf_cards_put(game, block, scenario->stacks[i].cards[j], scenario->stacks[i].stack,
                         true);
    lf_know_set_up(game, block);
    const char *text = position != NULL ? position : scenario->position;
    return text != NULL ? lf_position_lay(game, block, text, error) : LF_OK;
}

/* An observer of the set-up gets only the log lines of the rules: the moves of all cards would be
 * noise, and some of them are hidden. */
static void pass_on_lines(void *context, const lf_event *event) {
    const lf_observer *observer = context;
    if (event->kind == LF_EVENT_LOG)
        observer->event(observer->context, event);
}

static bool call_set_up(lf_state *state, uint32_t routine) {
    lf_observer observer = state->observer;
    if (observer.event != NULL)
        state->observer = (lf_observer){pass_on_lines, &observer};
    const bool good = lf_call_effects(state, state->game, routine, true);
    state->observer = observer;
    return good;
}

/* Runs the set-up. With explicit chance it may have to wait, so it does not run here: play begins
 * with it. */
static lf_status run_scenario(lf_state *state, const lf_scenario_info *scenario, lf_error *error) {
    if (lf_head_const(state->block)->explicit_chance && scenario->entry != UINT32_MAX)
        return lf_run_first(state, scenario->entry)
                   ? LF_OK
                   : lf_fail(error, LF_RULE_ERROR,
                             "the set-up of scenario '%s' does not fit a state", scenario->name);
    if (scenario->entry == UINT32_MAX || call_set_up(state, scenario->entry))
        return LF_OK;
    return lf_fail(error, LF_RULE_ERROR, "the set-up of scenario '%s' failed: %s", scenario->name,
                   state->error.message);
}

/* ---- a fixed order of cards ---- */

/* Looks up a list of card ids; no card may come twice. */
static lf_status find_cards(const lf_game *game, const char *const *names, uint16_t *cards,
                            uint32_t *count, lf_error *error) {
    uint64_t listed[(LF_MAX_CARDS + 63) / 64] = {0};
    for (*count = 0; *names != NULL; names++) {
        const int card = lf_find(game, LF_OF_CARDS, *names);
        if (card < 0)
            return unknown_name(game, LF_OF_CARDS, "card", *names, error);
        if (listed[card / 64] >> (card % 64) & 1)
            return lf_fail(error, LF_BAD_ARGUMENT, "card '%.120s' is listed twice", *names);
        listed[card / 64] |= UINT64_C(1) << (card % 64);
        cards[(*count)++] = (uint16_t)card;
    }
    return LF_OK;
}

/* Makes the listed cards, wherever they are, the stack, top first; the other cards of the stack are
 * in no stack then. With on_top, the listed cards go on top of the stack instead. */
static lf_status fix_order(lf_state *state, const lf_setup *setup, lf_error *error) {
    const lf_game *game = state->game;
    const int stack = lf_find(game, LF_OF_STACKS, setup->stack);
    uint16_t cards[LF_MAX_CARDS];
    uint32_t count = 0;
    if (stack < 0)
        return unknown_name(game, LF_OF_STACKS, "stack", setup->stack, error);
    const lf_status status = find_cards(game, setup->cards, cards, &count, error);
    if (status != LF_OK)
        return status;
    while (!setup->on_top && lf_cards_count(game, state->block, (uint32_t)stack) > 0)
        lf_cards_remove(game, state->block,
                        (uint32_t)lf_cards_top(game, state->block, (uint32_t)stack, 0));
    while (count > 0) /* the first card goes last, because it is the top */
        lf_cards_put(game, state->block, cards[--count], (uint32_t)stack, false);
    lf_know_nothing(game, state->block);
    return LF_OK;
}

static lf_status arrange_cards(lf_state *state, const lf_setup *setup, lf_error *error) {
    if (setup->stack == NULL && setup->cards == NULL)
        return LF_OK;
    if (setup->stack == NULL || setup->cards == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "a fixed order of cards needs both the stack and the cards");
    return fix_order(state, setup, error);
}

/* ---- all of it ---- */

static lf_status choose_scenario(const lf_game *game, const char *name, int *index,
                                 lf_error *error) {
    *index = name == NULL ? lf_default_scenario(game) : lf_find(game, LF_OF_SCENARIOS, name);
    return *index >= 0
               ? LF_OK
               : unknown_name(game, LF_OF_SCENARIOS, "scenario", name == NULL ? "" : name, error);
}

lf_status lf_set_up(lf_state *state, const lf_setup *setup, lf_chance chance, lf_error *error) {
    const lf_game *game = state->game;
    lf_head *head = lf_head_of(state->block);
    int index = 0;
    /* check the arguments */
    assert(setup != NULL);
    if (lf_forced_name(setup->forced) == NULL)
        return lf_fail(error, LF_BAD_ARGUMENT, "forced decisions cannot be treated in the way %d",
                       (int)setup->forced);
    lf_status status = choose_scenario(game, setup->scenario, &index, error);
    if (status != LF_OK)
        return status;
    /* initial values, what the scenario places, options */
    const lf_scenario_info *scenario = &game->scenarios[index];
    lf_block_begin(game, state->block);
    lf_fit_hash(state);
    head->scenario = (int16_t)index;
    head->generator = lf_first_generator(setup->seed);
    status = place_scenario(game, state->block, scenario, setup->position, error);
    for (const char *const *option = setup->options;
         status == LF_OK && option != NULL && *option != NULL; option++)
        status = set_option(state, *option, error);
    if (status == LF_OK && (setup->position != NULL || scenario->position != NULL))
        status = lf_position_check(state, error);
    /* The code of the set-up, and a fixed order of cards.
     * A fixed order is applied after the set-up. So the set-up must not wait for chance: it
     * draws. */
    head->pc = game->phases[0].entry;
    const bool waits = chance == LF_CHANCE_EXPLICIT && setup->stack == NULL && setup->cards == NULL;
    head->explicit_chance = waits;
    head->forced = setup->forced & 3u;
    if (status == LF_OK)
        status = run_scenario(state, scenario, error);
    if (status == LF_OK)
        status = arrange_cards(state, setup, error);
    head->explicit_chance = chance == LF_CHANCE_EXPLICIT;
    return status;
}
