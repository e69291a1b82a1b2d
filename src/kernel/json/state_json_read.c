/* state_json_read.c: reads a state from its JSON (state_json.c). It fills a new block through the
 * setters, and the block must then pass the same check as a save. What is missing has its initial
 * value. The parts that only describe the position (decision, outcome, game) are ignored. */
#include <stdlib.h>

#include "json.h"

typedef struct {
    const lf_game *game;
    unsigned char *block;
    lf_error *error;
} lf_reader;

#define REJECT(reader, ...) lf_error_set((reader)->error, LF_BAD_INPUT, __VA_ARGS__)

/* ---- single fields ---- */

static bool read_int(const lf_reader *reader, const json_t *object, const char *key, int64_t low,
                     int64_t high, int64_t *out) {
    const json_t *value = json_object_get(object, key);
    *out = json_integer_value(value);
    return (json_is_integer(value) && *out >= low && *out <= high) ||
           REJECT(reader, "\"%s\" must be a number from %lld to %lld", key, (long long)low,
                  (long long)high);
}

static bool parse_hex(const json_t *value, uint64_t *out) {
    const char *text = json_string_value(value);
    char *end = NULL;
    if (text == NULL || strncmp(text, "0x", 2) != 0 || strlen(text) > 18)
        return false;
    *out = strtoull(text + 2, &end, 16);
    return text[2] != 0 && text[2] != '-' && text[2] != '+' && *end == 0;
}

static bool read_hex(const lf_reader *reader, const json_t *object, const char *key,
                     uint64_t *out) {
    return parse_hex(json_object_get(object, key), out) ||
           REJECT(reader, "\"%s\" must be a hexadecimal string such as \"0x1f\"", key);
}

static bool read_name(const lf_reader *reader, const json_t *root, const char *key, lf_catalogue of,
                      int *out) {
    const char *name = json_string_value(json_object_get(root, key));
    *out = name != NULL ? lf_find(reader->game, of, name) : -1;
    return *out >= 0 || REJECT(reader, "\"%s\" names nothing that the game has", key);
}

static bool read_array(const lf_reader *reader, const json_t *object, const char *key, size_t most,
                       const json_t **out) {
    *out = json_object_get(object, key);
    return (json_is_array(*out) && json_array_size(*out) <= most) ||
           REJECT(reader, "\"%s\" must be a list of at most %zu entries", key, most);
}

/* Finds a member that must be an object; a missing one counts as empty. */
static bool read_object(const lf_reader *reader, const json_t *root, const char *key,
                        const json_t **out) {
    *out = json_object_get(root, key);
    return *out == NULL || json_is_object(*out) || REJECT(reader, "\"%s\" must be an object", key);
}

/* A function that is called for every key of an object, with its index in a catalogue. */
typedef bool (*lf_each)(const lf_reader *, int index, const json_t *value, const void *context);

static bool each_name(const lf_reader *reader, const json_t *object, lf_catalogue of, lf_each each,
                      const void *context) {
    for (void *at = json_object_iter((json_t *)object); at != NULL;
         at = json_object_iter_next((json_t *)object, at)) {
        const char *name = json_object_iter_key(at);
        const int index = lf_find(reader->game, of, name);
        if (index < 0)
            return REJECT(reader, "the game has no '%.120s'", name);
        if (!each(reader, index, json_object_iter_value(at), context))
            return false;
    }
    return true;
}

static bool each_in(const lf_reader *reader, const json_t *root, const char *key, lf_catalogue of,
                    lf_each each) {
    const json_t *object = NULL;
    return read_object(reader, root, key, &object) &&
           (object == NULL || each_name(reader, object, of, each, NULL));
}

/* ---- variables ---- */

typedef struct {
    lf_catalogue vars;
    uint32_t owner;
} lf_owner;

static bool read_variable(const lf_reader *reader, int index, const json_t *value,
                          const void *context) {
    const lf_owner *owner = context;
    const lf_var *var = lf_var_at(reader->game, owner->vars, index);
    return lf_json_read_variable(reader->game, reader->block, var, owner->owner, value) ||
           REJECT(reader, "'%s' cannot have the value that is given", var->name);
}

static bool read_variables(const lf_reader *reader, const json_t *object, lf_catalogue vars,
                           int owner) {
    const lf_owner context = {vars, (uint32_t)owner};
    if (!json_is_object(object))
        return REJECT(reader, "variables must be an object");
    return each_name(reader, object, vars, read_variable, &context);
}

static bool read_seat(const lf_reader *reader, int seat, const json_t *value, const void *context) {
    (void)context;
    return read_variables(reader, value, LF_OF_SEAT_VARS, seat);
}

static bool read_space(const lf_reader *reader, int space, const json_t *value,
                       const void *context) {
    (void)context;
    return read_variables(reader, value, LF_OF_SPACE_VARS, space);
}

static bool read_values(const lf_reader *reader, const json_t *root) {
    const json_t *options = NULL, *globals = NULL;
    return read_object(reader, root, "options", &options) &&
           read_object(reader, root, "globals", &globals) &&
           (options == NULL || read_variables(reader, options, LF_OF_OPTIONS, 0)) &&
           (globals == NULL || read_variables(reader, globals, LF_OF_GLOBALS, 0)) &&
           each_in(reader, root, "seats", LF_OF_SEATS, read_seat) &&
           each_in(reader, root, "spaces", LF_OF_SPACES, read_space);
}

/* ---- pieces and cards ---- */

static bool read_count(const lf_reader *reader, int slot, const json_t *value,
                       const void *context) {
    const int zone = *(const int *)context;
    const json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < 0 || n > LF_MAX_PIECES_PER_CELL)
        return REJECT(reader, "the number of %s in %s must be 0 to %d",
                      reader->game->slots[slot].name, reader->game->zones[zone].name,
                      LF_MAX_PIECES_PER_CELL);
    lf_count_set(reader->game, reader->block, (uint32_t)zone, (uint32_t)slot, (uint8_t)n);
    return true;
}

static bool read_zone(const lf_reader *reader, int zone, const json_t *value, const void *context) {
    (void)context;
    if (!json_is_object(value))
        return REJECT(reader, "what lies in %s must be an object", reader->game->zones[zone].name);
    return each_name(reader, value, LF_OF_KINDS, read_count, &zone);
}

static bool read_stack(const lf_reader *reader, int stack, const json_t *value,
                       const void *context) {
    (void)context;
    if (!json_is_array(value))
        return REJECT(reader, "stack '%s' must be a list of cards",
                      reader->game->stacks[stack].name);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *name = json_string_value(json_array_get(value, i));
        const int card = name != NULL ? lf_find(reader->game, LF_OF_CARDS, name) : -1;
        if (card < 0)
            return REJECT(reader, "stack '%s' holds an unknown card",
                          reader->game->stacks[stack].name);
        if (lf_card_where(reader->game, reader->block, (uint32_t)card) >= 0)
            return REJECT(reader, "card '%s' is in two places", reader->game->cards[card].name);
        lf_cards_put(reader->game, reader->block, (uint32_t)card, (uint32_t)stack, true);
    }
    return true;
}

/* ---- positions remembered ---- */

static bool read_history(const lf_reader *reader, const json_t *root) {
    const lf_game *game = reader->game;
    const json_t *history = NULL, *keys = NULL;
    if (!read_object(reader, root, "history", &history))
        return false;
    for (uint32_t i = 0; i < game->repetition_count; i++) {
        if (!read_array(reader, history, game->repetitions[i].name, game->repetitions[i].memory,
                        &keys))
            return false;
        for (size_t k = 0; k < json_array_size(keys); k++) {
            uint64_t key = 0;
            if (!parse_hex(json_array_get(keys, k), &key) || key == 0)
                return REJECT(reader,
                              "\"history\" must hold hexadecimal strings that are not zero");
            lf_history_add(game, reader->block, i, key);
        }
    }
    return json_object_size(history) == game->repetition_count ||
           REJECT(reader, "\"history\" names something that the game does not remember");
}

/* ---- the machine ---- */

static bool read_calls(const lf_reader *reader, const json_t *machine) {
    const json_t *array = NULL;
    lf_call *calls = lf_calls(reader->game, reader->block);
    if (!read_array(reader, machine, "calls", reader->game->layout.call_depth, &array))
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *call = json_array_get(array, i);
        int64_t pc = 0, shift = 0, routine = 0;
        if (!read_int(reader, call, "pc", 0, UINT32_MAX, &pc) ||
            !read_int(reader, call, "shift", 0, UINT16_MAX, &shift) ||
            !read_int(reader, call, "routine", 0, UINT16_MAX, &routine))
            return false;
        calls[i] = (lf_call){
            .pc = (uint32_t)pc, .base_shift = (uint16_t)shift, .routine = (uint16_t)routine};
    }
    lf_head_of(reader->block)->depth = (uint32_t)json_array_size(array);
    return true;
}

static bool read_frames(const lf_reader *reader, const json_t *machine) {
    const json_t *array = NULL;
    if (!read_array(reader, machine, "frames", reader->game->layout.frame_size, &array))
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        uint64_t word = 0;
        if (!parse_hex(json_array_get(array, i), &word))
            return REJECT(reader, "\"frames\" must hold hexadecimal strings");
        lf_frames(reader->game, reader->block)[i] = (int64_t)word;
    }
    return true;
}

static bool read_rolls(const lf_reader *reader, const json_t *machine) {
    const json_t *array = NULL;
    lf_head *head = lf_head_of(reader->block);
    if (!read_array(reader, machine, "rolls", LF_MAX_FIXED_ROLLS, &array))
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_int_t value = json_integer_value(json_array_get(array, i));
        if (value < 1 || value > UINT8_MAX)
            return REJECT(reader, "a fixed roll must be 1 to %d", UINT8_MAX);
        head->rolls[i] = (uint8_t)value;
    }
    head->roll_count = (uint8_t)json_array_size(array);
    return true;
}

/* Only copies the numbers into the head; lf_block_check checks that they are consistent. */
static bool read_head(const lf_reader *reader, const json_t *machine) {
    lf_head *head = lf_head_of(reader->block);
    int64_t pc, base, routine, barrier, wanted, checkpoint, site, winner, status, ranked, error,
        way_out, untouched;
    if (!read_hex(reader, machine, "identity", &head->identity) ||
        !read_hex(reader, machine, "generator", &head->generator) ||
        !read_int(reader, machine, "pc", 0, UINT32_MAX, &pc) ||
        !read_int(reader, machine, "base", 0, UINT32_MAX, &base) ||
        !read_int(reader, machine, "routine", 0, UINT16_MAX, &routine) ||
        !read_int(reader, machine, "barrier", 0, UINT32_MAX, &barrier) ||
        !read_int(reader, machine, "wantedPhase", -1, INT16_MAX, &wanted) ||
        !read_int(reader, machine, "checkpoint", -1, INT16_MAX, &checkpoint) ||
        !read_int(reader, machine, "site", -1, INT16_MAX, &site) ||
        !read_int(reader, machine, "winner", -1, INT8_MAX, &winner) ||
        !read_int(reader, machine, "status", 0, LF_RUN_CHANCE, &status) ||
        !read_int(reader, machine, "ranked", 0, 1, &ranked) ||
        !read_int(reader, machine, "error", 0, UINT8_MAX, &error) ||
        !read_int(reader, machine, "wayOut", 0, 1, &way_out) ||
        !read_int(reader, machine, "untouched", 0, 1, &untouched))
        return false;
    head->pc = (uint32_t)pc;
    head->base = (uint32_t)base;
    head->routine = (uint32_t)routine;
    head->barrier = (uint32_t)barrier;
    head->wanted_phase = (int16_t)wanted;
    head->checkpoint = (int16_t)checkpoint;
    head->site = (int16_t)site;
    head->winner = (int8_t)winner;
    head->status = (uint8_t)status;
    head->ranked = (uint8_t)ranked;
    head->error = (uint8_t)error;
    head->way_out = (uint8_t)way_out;
    head->untouched = (uint8_t)untouched;
    return true;
}

/* Opens the places of a stack whose cards are in the set. */
static void open_places(const lf_reader *reader, uint32_t stack, const uint64_t *cards) {
    uint64_t places[(LF_MAX_CARDS + 63) / 64] = {0};
    for (uint32_t place = 0; place < lf_cards_count(reader->game, reader->block, stack); place++) {
        const int card = lf_cards_top(reader->game, reader->block, stack, place);
        if (cards[card / 64] >> (card % 64) & 1)
            places[place / 64] |= UINT64_C(1) << (place % 64);
    }
    lf_places_open(reader->game, reader->block, stack, places);
}

/* To be called after the stacks have been read. */
static bool read_chance(const lf_reader *reader, const json_t *root) {
    const json_t *chance = json_object_get(json_object_get(root, "machine"), "chance"),
                 *open = NULL;
    lf_head *head = lf_head_of(reader->block);
    uint64_t cards[(LF_MAX_CARDS + 63) / 64] = {0};
    int64_t stack = 0, dealt = 0;
    if (chance == NULL)
        return true;
    if (!read_int(reader, chance, "stack", 0, UINT16_MAX, &stack) ||
        !read_int(reader, chance, "dealt", 0, UINT16_MAX, &dealt) ||
        !read_array(reader, chance, "open", reader->game->card_count, &open))
        return false;
    for (size_t i = 0; i < json_array_size(open); i++) {
        const char *name = json_string_value(json_array_get(open, i));
        const int card = name != NULL ? lf_find(reader->game, LF_OF_CARDS, name) : -1;
        if (card < 0)
            return REJECT(reader, "\"open\" holds an unknown card");
        cards[card / 64] |= UINT64_C(1) << (card % 64);
    }
    head->explicit_chance = 1;
    head->asked_stack = (uint16_t)stack;
    head->dealt = (uint16_t)dealt;
    for (uint32_t i = 0; i < reader->game->stack_count && json_array_size(open) > 0; i++)
        open_places(reader, i, cards);
    return true;
}

/* To be called after the stacks have been read. Without this member no viewer knows anything about
 * hidden cards. */
static bool read_knowledge(const lf_reader *reader, const json_t *root) {
    const lf_game *game = reader->game;
    const json_t *rows = json_object_get(json_object_get(root, "machine"), "knowledge");
    if (rows == NULL) {
        lf_know_nothing(game, reader->block);
        return true;
    }
    if (json_array_size(rows) != game->layout.viewers)
        return REJECT(reader, "\"knowledge\" must be a list of %u rows", game->layout.viewers);
    for (uint32_t viewer = 0; viewer < game->layout.viewers; viewer++) {
        const json_t *row = json_array_get(rows, viewer);
        if (json_array_size(row) != lf_knowledge_row_size(game))
            return REJECT(reader, "row %u of \"knowledge\" must have %u numbers", viewer,
                          lf_knowledge_row_size(game));
        for (uint32_t i = 0; i < lf_knowledge_row_size(game); i++) {
            const json_t *number = json_array_get(row, i);
            if (!json_is_integer(number) || json_integer_value(number) < 0 ||
                json_integer_value(number) > game->card_count)
                return REJECT(reader, "\"knowledge\" must hold numbers from 0 to %u",
                              game->card_count);
            lf_knowledge_write(game, reader->block, viewer, i,
                               (uint32_t)json_integer_value(number));
        }
    }
    return true;
}

static bool read_forced(const lf_reader *reader, const json_t *machine) {
    const json_t *value = json_object_get(machine, "forced");
    lf_forced forced = LF_FORCED_GAME;
    if (value != NULL &&
        (!json_is_string(value) || !lf_forced_find(json_string_value(value), &forced)))
        return REJECT(reader, "\"forced\" must be \"game\", \"ask\" or \"take\"");
    lf_head_of(reader->block)->forced = forced & 3u;
    return true;
}

static bool read_machine(const lf_reader *reader, const json_t *root) {
    const json_t *machine = json_object_get(root, "machine");
    if (!json_is_object(machine))
        return REJECT(reader,
                      "the state has no \"machine\" part; it may be what one seat sees of it");
    return read_head(reader, machine) && read_rolls(reader, machine) &&
           read_calls(reader, machine) && read_frames(reader, machine) &&
           read_forced(reader, machine);
}

/* ---- the whole ---- */

static bool read_course(const lf_reader *reader, const json_t *root) {
    lf_head *head = lf_head_of(reader->block);
    int scenario = 0, phase = -1, active = 0;
    int64_t turn = 0;
    if (!read_name(reader, root, "scenario", LF_OF_SCENARIOS, &scenario) ||
        !read_name(reader, root, "activePlayer", LF_OF_SEATS, &active) ||
        !read_int(reader, root, "turn", 0, UINT32_MAX, &turn))
        return false;
    if (!json_is_null(json_object_get(root, "phase")) &&
        !read_name(reader, root, "phase", LF_OF_PHASES, &phase))
        return false;
    head->scenario = (int16_t)scenario;
    head->phase = (int16_t)phase;
    head->active = (int8_t)active;
    head->turn = (uint32_t)turn;
    return true;
}

static bool knows_every_key(const lf_reader *reader, const json_t *root) {
    static const char *const known[] = {
        "activePlayer", "decision", "game",  "globals", "history", "machine", "options", "outcome",
        "phase",        "scenario", "seats", "spaces",  "stacks",  "turn",    "zones"};
    for (void *at = json_object_iter((json_t *)root); at != NULL;
         at = json_object_iter_next((json_t *)root, at)) {
        size_t i = 0;
        while (i < LF_COUNT(known) && strcmp(known[i], json_object_iter_key(at)) != 0)
            i++;
        if (i == LF_COUNT(known))
            return REJECT(reader, "a state has no part \"%.120s\"", json_object_iter_key(at));
    }
    return true;
}

static lf_status read_root(const lf_reader *reader, const json_t *root) {
    lf_block_begin(reader->game, reader->block);
    const bool good =
        knows_every_key(reader, root) && read_machine(reader, root) && read_course(reader, root) &&
        read_values(reader, root) && each_in(reader, root, "zones", LF_OF_ZONES, read_zone) &&
        each_in(reader, root, "stacks", LF_OF_STACKS, read_stack) && read_history(reader, root) &&
        read_chance(reader, root) && read_knowledge(reader, root);
    return good ? lf_block_check(reader->game, reader->block, reader->error) : LF_BAD_INPUT;
}

lf_status lf_state_from_json(lf_state *state, const char *text, lf_error *error) {
    json_error_t problem;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &problem);
    if (root == NULL)
        return lf_fail(error, LF_BAD_INPUT, "not JSON: line %d, column %d: %s", problem.line,
                       problem.column, problem.text);
    const lf_reader reader = {state->game, lf_calloc(1, state->game->layout.size), error};
    lf_status status = LF_OK;
    if (reader.block == NULL)
        status = lf_fail_no_memory(error);
    else if (!json_is_object(root))
        status = lf_fail(error, LF_BAD_INPUT, "a state must be a JSON object");
    else
        status = read_root(&reader, root);
    if (status == LF_OK)
        lf_block_adopt(state, reader.block);
    lf_free(reader.block);
    json_decref(root);
    return status;
}
