/* tensor.c: an observation in numbers, filled in for one seat.
 *
 * It holds what lf_observe says to the seat, and nothing else: cards in stacks that it may look at;
 * of the pending decision who decides, and to this one the question, what is offered, and the
 * values in the texts; what lies open to all. So two positions that the seat cannot tell apart give
 * the same numbers, and two that look different to it do not. */
#include "tensor.h"

#include <assert.h>

#include "env.h"

/* Where the numbers go: one of the three. */
typedef struct {
    float *floats;
    int8_t *bytes;
    lf_number *numbers; /* where the next that is not 0 goes */
} lf_sink;

typedef struct {
    const lf_state *state;
    const lf_game *game;
    const lf_head *head;
    lf_seat viewer; /* LF_NOBODY: an onlooker */
    bool decides;   /* the viewer is asked */
    lf_offered offered;
    lf_sink sink;
    uint32_t at; /* where the part begins */
} lf_view;

static int64_t cut(int64_t value, int64_t min, int64_t max) {
    return value < min ? min : value > max ? max : value;
}

/* All begin as 0. */
static inline void put(lf_view *v, uint32_t index, int64_t value) {
    if (v->sink.numbers != NULL) {
        if (value != 0)
            *v->sink.numbers++ =
                (lf_number){v->at + index, (int32_t)cut(value, INT32_MIN, INT32_MAX)};
    } else if (v->sink.floats != NULL)
        v->sink.floats[v->at + index] = (float)cut(value, INT32_MIN, INT32_MAX);
    else
        v->sink.bytes[v->at + index] = (int8_t)cut(value, INT8_MIN, INT8_MAX);
}

static void put_one(lf_view *v, int64_t which, uint32_t count) {
    if (which >= 0 && which < (int64_t)count)
        put(v, (uint32_t)which, 1);
}

static void put_bits(lf_view *v, uint32_t first, const uint64_t *words, uint32_t count) {
    for (uint32_t w = 0; w * 64 < count; w++)
        for (uint64_t left = words[w]; left != 0; left &= left - 1) {
            const uint32_t bit = w * 64 + (uint32_t)__builtin_ctzll(left);
            if (bit < count)
                put(v, first + bit, 1);
        }
}

/* ---- variables: those that the seat may not know stay 0 ---- */

static bool knows(const lf_view *v, const lf_var *var, uint32_t owner) {
    return lf_known_to(lf_var_seats(var, var->scope == LF_SCOPE_SEAT ? (int64_t)owner : -1),
                       v->viewer);
}

static void write_numbers(lf_view *v, lf_part part) {
    const lf_var_list list = lf_vars_of_part(v->game, part);
    uint32_t at = 0;
    for (uint32_t owner = 0; owner < list.owners; owner++)
        for (uint32_t i = 0; i < list.count; i++)
            if (lf_var_is_number(&list.vars[i])) {
                const lf_var *var = &list.vars[i];
                put(v, at++, knows(v, var, owner) ? lf_var_read(v->state->block, var, owner) : 0);
            }
}

/* A truth has one place, which is 1 if it is true. */
static void write_values(lf_view *v, lf_part part) {
    const lf_var_list list = lf_vars_of_part(v->game, part);
    uint32_t row = 0;
    for (uint32_t i = 0; i < list.count; i++)
        row += list.vars[i].is_set ? 0 : lf_var_places(v->game, &list.vars[i]);
    for (uint32_t i = 0, first = 0; i < list.count; i++) {
        const lf_var *var = &list.vars[i];
        const uint32_t places = var->is_set ? 0 : lf_var_places(v->game, var);
        for (uint32_t owner = 0; owner < list.owners && places > 0; owner++) {
            const int32_t cell = lf_var_read(v->state->block, var, owner);
            const int64_t which = var->sort != LF_SORT_BOOL ? cell : cell != 0 ? 0 : -1;
            if (which >= 0 && which < (int64_t)places && knows(v, var, owner))
                put(v, owner * row + first + (uint32_t)which, 1);
        }
        first += places;
    }
}

static void write_sets(lf_view *v, lf_part part) {
    const lf_var_list list = lf_vars_of_part(v->game, part);
    uint32_t at = 0;
    for (uint32_t owner = 0; owner < list.owners; owner++)
        for (uint32_t i = 0; i < list.count; i++) {
            const lf_var *var = &list.vars[i];
            if (!var->is_set)
                continue;
            const uint32_t places = lf_var_places(v->game, var);
            put_bits(v, at, lf_set_of(v->game, v->state->block, var, owner),
                     places < var->words * 64 ? places : var->words * 64);
            at += places;
        }
}

/* ---- pieces and cards ---- */

static void write_pieces(lf_view *v) {
    const lf_game *game = v->game;
    const uint8_t *counts = lf_counts(game, v->state->block);
    if (game->slot_count == 0)
        return;
    if (lf_hides_pieces(game, v->viewer)) {
        for (uint32_t zone = 0; zone < game->zone_count; zone++)
            for (uint32_t slot = 0; slot < game->slot_count; slot++)
                put(v, zone * game->slot_count + slot,
                    lf_pieces_as_seen(game, v->state->block, zone, slot, v->viewer));
        return;
    }
    for (uint32_t zone = 0; zone < game->zone_count; zone++)
        FOR_EACH_SLOT(slot, lf_zone_slots(game, v->state->block)[zone]) {
            if (slot < game->slot_count)
                put(v, zone * game->slot_count + slot, counts[zone * game->slot_count + slot]);
        }
}

static void write_stack_sizes(lf_view *v) {
    for (uint32_t stack = 0; stack < v->game->stack_count; stack++)
        put(v, stack, lf_cards_count(v->game, v->state->block, stack));
}

/* A card that has left the game may as well lie in a stack that nobody can look at, if there is one
 * (kernel/state/observe.c). */
static bool hides_from_all(const lf_game *game) {
    for (uint32_t stack = 0; stack < game->stack_count; stack++)
        if (game->stacks[stack].visibility == LF_VISIBLE_NONE)
            return true;
    return false;
}

/* Chance has not said yet where it lies. */
static bool is_open(lf_view *v, uint32_t card) {
    return lf_card_is_open(v->game, v->state->block, card);
}

static void write_card_stacks(lf_view *v) {
    const lf_game *game = v->game;
    const uint32_t row = game->stack_count + 2;
    const uint32_t nowhere = hides_from_all(game) ? lf_unknown(game) : lf_nowhere(game);
    for (uint32_t card = 0; card < game->card_count; card++) {
        const int stack = lf_card_where(game, v->state->block, card);
        const bool seen = lf_stack_visible(game, stack, v->viewer) && !is_open(v, card);
        put(v, card * row + (stack < 0 ? nowhere : seen ? (uint32_t)stack : lf_unknown(game)), 1);
    }
}

/* From the top, which is 0; -1 where the seat does not know. */
static void write_card_places(lf_view *v) {
    const lf_game *game = v->game;
    for (uint32_t card = 0; card < game->card_count; card++)
        put(v, card, -1);
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        if (!lf_stack_visible(game, (int)stack, v->viewer))
            continue;
        uint32_t left = lf_cards_count(game, v->state->block, stack);
        int card = lf_cards_top(game, v->state->block, stack, 0);
        for (uint32_t place = 0; card >= 0 && place < left; place++) {
            if (!is_open(v, (uint32_t)card))
                put(v, (uint32_t)card, place);
            card = (int)lf_card_below(game, v->state->block, (uint32_t)card) - 1;
        }
    }
}

/* ---- the pending decision, for the one who decides ---- */

/* The thing that a value of the choice is; -1 for numbers. */
static int64_t thing_of(const lf_game *game, const lf_choice_site *site, int64_t value) {
    static const lf_thing things[LF_DOMAINS] = {
        [LF_DOMAIN_ACTIONS] = LF_THING_ACTION, [LF_DOMAIN_ZONES] = LF_THING_ZONE,
        [LF_DOMAIN_SEATS] = LF_THING_SEAT,     [LF_DOMAIN_CARDS] = LF_THING_CARD,
        [LF_DOMAIN_KINDS] = LF_THING_KIND,     [LF_DOMAIN_DIRECTIONS] = LF_THING_DIRECTION,
        [LF_DOMAIN_ENUM] = LF_THING_VALUE,     [LF_DOMAIN_MENU] = LF_THING_MENU,
    };
    if (site->domain == LF_DOMAIN_RANGE || site->domain == LF_DOMAIN_INTS ||
        !lf_domain_has(game, site, value))
        return -1;
    const int64_t which = site->domain == LF_DOMAIN_ACTIONS
                              ? (int64_t)game->phases[site->enum_id].actions[value]
                              : value;
    return lf_first_of_things(game, things[site->domain]) + which;
}

static void write_offered(lf_view *v) {
    const lf_choice_site *site = v->offered.site;
    LF_FOR_EACH_OFFERED(&v->offered, bit) {
        const int64_t thing = thing_of(v->game, site, lf_value_of_bit(&v->offered, (uint32_t)bit));
        if (thing >= 0)
            put(v, (uint32_t)thing, 1);
    }
    if (v->offered.way_out)
        put(v, lf_first_of_things(v->game, LF_THING_OUT), 1);
}

static void write_offered_numbers(lf_view *v) {
    const uint8_t domain = v->offered.question->domain;
    if (domain != LF_DOMAIN_RANGE && domain != LF_DOMAIN_INTS)
        return;
    LF_FOR_EACH_OFFERED(&v->offered, bit)
    put(v, lf_place_of_bit(&v->offered, (uint32_t)bit), 1);
}

/* Words are read only where they stand: at the prompt, and at what is offered. */
static bool is_read(lf_view *v, int where) {
    if (where == LF_VALUE_IN_PROMPT)
        return true;
    if (where == LF_VALUE_IN_WAY_OUT)
        return v->offered.way_out;
    return where < (int)v->offered.bits && (v->offered.words[where / 64] >> (where % 64) & 1) != 0;
}

static void put_shown_thing(lf_view *v, uint32_t row, const lf_text_part *part,
                            const int64_t *words) {
    static const uint8_t things[LF_SORTS] = {
        [LF_SORT_ENUM] = LF_THING_VALUE,
        [LF_SORT_SEAT] = LF_THING_SEAT,
        [LF_SORT_ZONE] = LF_THING_ZONE,
        [LF_SORT_DIRECTION] = LF_THING_DIRECTION,
        [LF_SORT_PIECES] = LF_THING_KIND,
        [LF_SORT_CARD] = LF_THING_CARD,
        [LF_SORT_STACK] = LF_THING_STACK,
        [LF_SORT_ZONES] = LF_THING_ZONE,
        [LF_SORT_SEATS] = LF_THING_SEAT,
        [LF_SORT_CARDS] = LF_THING_CARD,
        [LF_SORT_DIRECTIONS] = LF_THING_DIRECTION,
    };
    const lf_thing thing = (lf_thing)things[part->sort];
    const uint32_t first = row + lf_first_of_things(v->game, thing),
                   count = lf_thing_count(v->game, thing);
    if (part->sort == LF_SORT_PIECES || part->sort >= LF_SORT_ZONES)
        put_bits(v, first, (const uint64_t *)(const void *)words, count);
    else if (words[0] >= 0 && words[0] < (int64_t)count)
        put(v, first + (uint32_t)words[0], 1);
}

static void write_shown(lf_view *v, bool numbers) {
    const lf_game *game = v->game;
    const int64_t *registers = lf_frames(game, v->state->block) + v->head->base;
    const uint32_t things = lf_first_of_things(game, LF_THINGS);
    int where = 0;
    const lf_text_part *part;
    for (uint32_t i = 0; (part = lf_choice_text_value(game, v->offered.site, i, &where)) != NULL;
         i++) {
        const bool is_number = part->sort == LF_SORT_INT || part->sort == LF_SORT_BOOL;
        if (is_number != numbers || !is_read(v, where))
            continue;
        if (numbers)
            put(v, i, registers[part->reg]);
        else
            put_shown_thing(v, i * things, part, registers + part->reg);
    }
}

/* ---- the end ---- */

static void write_outcome(lf_view *v, lf_part part) {
    lf_outcome outcome;
    if (v->head->status != LF_RUN_OVER || !lf_terminal(v->state, &outcome))
        return;
    if (part == LF_PART_CHECKPOINT)
        put_one(v, v->head->checkpoint, v->game->checkpoint_count);
    for (uint32_t seat = 0; seat < v->game->seat_count && part == LF_PART_OUTCOME; seat++)
        put(v, seat, outcome.winners >> seat & 1);
    for (uint32_t seat = 0; seat < v->game->seat_count && part == LF_PART_MARGINS; seat++)
        put(v, seat, outcome.margin[seat]);
}

/* ---- all of it ---- */

static void write_decision(lf_view *v, lf_part part) {
    if (!v->decides)
        return;
    if (part == LF_PART_QUESTION)
        put_one(v, v->offered.site->question, v->game->question_count);
    else if (part == LF_PART_OFFERED)
        write_offered(v);
    else if (part == LF_PART_OFFERED_NUMBERS)
        write_offered_numbers(v);
    else
        write_shown(v, part == LF_PART_SHOWN_NUMBERS);
}

static void write_part(lf_view *v, lf_part part) {
    const uint32_t seats = v->game->seat_count;
    switch (part) {
    case LF_PART_VIEWER:
        put_one(v, v->viewer, seats);
        break;
    case LF_PART_SCENARIO:
        put_one(v, v->head->scenario, v->game->scenario_count);
        break;
    case LF_PART_PHASE:
        put_one(v, v->head->phase, v->game->phase_count);
        break;
    case LF_PART_TURN:
        put(v, 0, v->head->turn);
        break;
    case LF_PART_ACTIVE:
        put_one(v, v->head->active, seats);
        break;
    case LF_PART_DECIDER:
        put_one(v, lf_decider(v->state) == LF_CHANCE ? (int64_t)seats : lf_decider(v->state),
                seats + 1);
        break;
    case LF_PART_OPTION_NUMBERS:
    case LF_PART_GLOBAL_NUMBERS:
    case LF_PART_SEAT_NUMBERS:
    case LF_PART_SPACE_NUMBERS:
        write_numbers(v, part);
        break;
    case LF_PART_OPTION_VALUES:
    case LF_PART_GLOBAL_VALUES:
    case LF_PART_SEAT_VALUES:
    case LF_PART_SPACE_VALUES:
        write_values(v, part);
        break;
    case LF_PART_GLOBAL_SETS:
    case LF_PART_SEAT_SETS:
    case LF_PART_SPACE_SETS:
        write_sets(v, part);
        break;
    case LF_PART_PIECES:
        write_pieces(v);
        break;
    case LF_PART_STACK_SIZES:
        write_stack_sizes(v);
        break;
    case LF_PART_CARD_STACKS:
        write_card_stacks(v);
        break;
    case LF_PART_CARD_PLACES:
        write_card_places(v);
        break;
    case LF_PART_TIMES:
        for (uint32_t i = 0; i < v->game->repetition_count; i++)
            put(v, i, lf_times(v->game, v->state->block, i));
        break;
    case LF_PART_OUTCOME:
    case LF_PART_CHECKPOINT:
    case LF_PART_MARGINS:
        write_outcome(v, part);
        break;
    default:
        write_decision(v, part);
        break;
    }
}

static lf_view view_of(const lf_state *state, lf_seat seat, lf_sink sink) {
    const lf_game *game = state->game;
    return (lf_view){.state = state,
                     .game = game,
                     .head = lf_head_const(state->block),
                     .viewer = seat >= 0 && (uint32_t)seat < game->seat_count ? seat : LF_NOBODY,
                     .sink = sink};
}

static void observe(const lf_state *state, lf_seat seat, lf_sink sink) {
    const lf_game *game = state->game;
    lf_view v = view_of(state, seat, sink);
    v.decides = v.viewer != LF_NOBODY && lf_decider(state) == v.viewer &&
                lf_find_offered(state, &v.offered);
    uint32_t sizes[LF_PARTS], size = 0;
    for (int part = 0; part < LF_PARTS; part++)
        size += sizes[part] = lf_part_size(game, (lf_part)part);
    if (sink.floats != NULL)
        memset(sink.floats, 0, size * sizeof *sink.floats);
    else
        memset(sink.bytes, 0, size);
    for (int part = 0; part < LF_PARTS; v.at += sizes[part++])
        if (sizes[part] > 0)
            write_part(&v, (lf_part)part);
}

void lf_observe_tensor(const lf_state *state, lf_seat seat, float *out) {
    observe(state, seat, (lf_sink){.floats = out});
}

void lf_observe_bytes(const lf_state *state, lf_seat seat, int8_t *out) {
    observe(state, seat, (lf_sink){.bytes = out});
}

uint32_t lf_observe_numbers(const lf_state *state, lf_seat seat, const uint32_t first[LF_PARTS],
                            lf_number *out) {
    assert(out != NULL); /* it tells which kind of sink this is */
    lf_view v = view_of(state, seat, (lf_sink){.numbers = out});
    for (int part = 0; part < LF_PARTS; part++) {
        v.at = first[part];
        if (v.at != LF_PART_LEFT_OUT)
            write_part(&v, (lf_part)part);
    }
    return (uint32_t)(v.sink.numbers - out);
}
