/* selfplay.c: whole games, turn by turn. */
#include "selfplay.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "ludoforge_env.h"

#define TURN_MOST                                                                                  \
    512 /* decisions of a turn that are tried out; longer ones are evaluated where they stand */
#define DECISIONS_MOST 100000 /* of a game */
#define FIRST_MOST                                                                                 \
    64 /* different first decisions that are looked at even if fewer turns are to be tried */

bool practice_open(practice *t, const vocabulary *words) {
    *t = (practice){.words = words};
    t->line = lf_calloc(TURN_MOST, sizeof *t->line);
    t->best_line = lf_calloc(TURN_MOST, sizeof *t->best_line);
    if (lf_value_reader_open(&t->reader, words) && t->line != NULL && t->best_line != NULL)
        return true;
    practice_close(t);
    return false;
}

void practice_close(practice *t) {
    lf_state_free(t->state);
    lf_state_free(t->trial);
    lf_value_reader_close(&t->reader);
    lf_free(t->line);
    lf_free(t->best_line);
    *t = (practice){0};
}

void game_played_close(game_played *g) {
    lf_free(g->features);
    lf_free(g->positions);
    *g = (game_played){0};
}

void shares_of(const lf_outcome *outcome, int seats, double *out) {
    int winners = 0;
    for (int s = 0; s < seats; s++)
        winners += (int)(outcome->winners >> s & 1);
    for (int s = 0; s < seats; s++)
        out[s] = winners == 0 ? 1.0 / seats : (outcome->winners >> s & 1) != 0 ? 1.0 / winners : 0;
}

/* ---- what a turn is ---- */

typedef struct {
    lf_seat seat;
    int turn;
} turn_mark;

static turn_mark mark_of(const lf_state *state) {
    return (turn_mark){lf_decider(state), lf_turn(state)};
}

static bool same_turn(const lf_state *state, turn_mark mark) {
    return !lf_terminal(state, NULL) && lf_decider(state) == mark.seat &&
           lf_turn(state) == mark.turn;
}

/* ---- choosing a turn ---- */

/* The margin decides between positions that are equally likely to be won, and little besides. */
static double worth_of(double win, double margin, double scale) {
    const double m = margin / scale, size = m < 0 ? -m : m;
    return win + 0.05 * m / (1 + size);
}

static double worth_to(practice *t, const game_plan *plan, lf_seat seat) {
    lf_outcome outcome;
    const double scale = plan->net != NULL ? plan->net->margin_scale : 10;
    if (lf_terminal(t->trial, &outcome)) {
        double shares[LF_SEATS_MAX];
        shares_of(&outcome, lf_count(t->words->game, LF_OF_SEATS), shares);
        return worth_of(shares[seat], (double)outcome.margin[seat], scale);
    }
    if (plan->styles[seat] == PLAY_MARGIN)
        return worth_of(0.5, (double)lf_margin(t->trial, seat), scale);
    value_said said;
    const uint32_t count = lf_value_reader_read(&t->reader, t->trial, seat);
    lf_value_net_say(plan->net, t->reader.features, count, &said);
    return worth_of(said.win[seat], said.margin[seat], scale);
}

/* Tries out a turn that begins with `first`; returns how many decisions it has, 0 if it cannot be
 * played. */
static int try_turn(practice *t, int first, turn_mark mark, lf_random *rng) {
    int length = 0;
    for (int option = first;; option = lf_random_below(rng, lf_legal_count(t->trial))) {
        t->line[length++] = lf_id_of_option(t->trial, option);
        if (lf_apply(t->trial, option) != LF_OK)
            return 0;
        if (length == TURN_MOST || !same_turn(t->trial, mark))
            return length;
    }
}

static void shuffle(int *items, int count, lf_random *rng) {
    for (int i = 0; i < count; i++)
        items[i] = i;
    for (int i = count - 1; i > 0; i--) {
        const int other = lf_random_below(rng, i + 1), held = items[i];
        items[i] = items[other];
        items[other] = held;
    }
}

/* The best of some turns, in t->best_line; returns its length, 0 if none can be played. */
static int choose_turn(practice *t, const game_plan *plan, lf_random *rng) {
    const turn_mark mark = mark_of(t->state);
    const int options = lf_legal_count(t->state);
    int first[LF_OPTIONS_MAX], best_length = 0;
    double best = 0;
    const bool any = plan->explore > 0 && lf_random_below(rng, plan->explore) == 0;
    const int least = options < FIRST_MOST ? options : FIRST_MOST;
    const int tries = any ? 1 : plan->samples > least ? plan->samples : least;
    bool short_turns = true; /* of one decision each: trying them again brings nothing */
    assert(options <= LF_OPTIONS_MAX);
    shuffle(first, options, rng);
    for (int i = 0; i < tries && !(short_turns && i >= options); i++) {
        lf_copy(t->trial, t->state);
        lf_determinize(t->trial, mark.seat, lf_random_next(rng));
        if (first[i % options] >= lf_legal_count(t->trial))
            continue;
        const int length = try_turn(t, first[i % options], mark, rng);
        short_turns = short_turns && length == 1;
        if (length == 0)
            continue;
        const double worth = worth_to(t, plan, mark.seat);
        if (best_length > 0 && worth <= best)
            continue;
        best = worth;
        best_length = length;
        memcpy(t->best_line, t->line, (size_t)length * sizeof *t->line);
    }
    return best_length;
}

/* ---- playing it ---- */

/* Plays the turn as far as it goes: after dice or new cards it may have to be thought over. False:
 * a rule failed. */
static bool play_line(practice *t, int length, game_played *out) {
    const turn_mark mark = mark_of(t->state);
    for (int i = 0; i < length && same_turn(t->state, mark); i++) {
        const int option = lf_option_of_id(t->state, t->best_line[i]);
        if (option == LF_NO_OPTION)
            break;
        if (lf_apply(t->state, option) != LF_OK)
            return false;
        out->decisions++;
    }
    return true;
}

static bool play_random(practice *t, game_played *out, lf_random *rng) {
    const turn_mark mark = mark_of(t->state);
    while (same_turn(t->state, mark) && out->decisions < DECISIONS_MOST) {
        if (lf_apply(t->state, lf_random_below(rng, lf_legal_count(t->state))) != LF_OK)
            return false;
        out->decisions++;
    }
    return true;
}

/* At least one decision of the pending turn. */
static bool play_turn(practice *t, const game_plan *plan, game_played *out, lf_random *rng) {
    if (lf_legal_count(t->state) < 1)
        return false;
    const int64_t before = out->decisions;
    const bool thinks = plan->styles[lf_decider(t->state)] != PLAY_RANDOM;
    const int length = thinks ? choose_turn(t, plan, rng) : 0;
    if (length > 0 && !play_line(t, length, out))
        return false;
    return out->decisions > before || play_random(t, out, rng);
}

/* ---- remembering ---- */

static bool make_room(game_played *out, size_t more) {
    if (out->positions == NULL)
        out->positions = lf_calloc(POSITIONS_MOST, sizeof *out->positions);
    if (out->feature_count + more > out->feature_room) {
        const size_t room = (out->feature_count + more) * 3 / 2;
        feature *const bigger = lf_realloc(out->features, room * sizeof *bigger);
        if (bigger == NULL)
            return false;
        out->features = bigger;
        out->feature_room = room;
    }
    return out->positions != NULL;
}

/* The game is longer than was thought: every other position goes, and the room of their
 * features. */
static void thin_out(game_played *out) {
    size_t kept = 0, features = 0;
    for (size_t i = 0; i < out->position_count; i += 2) {
        const position at = out->positions[i];
        memmove(out->features + features, out->features + at.first,
                at.count * sizeof *out->features);
        out->positions[kept++] = (position){features, at.count};
        features += at.count;
    }
    out->position_count = kept;
    out->feature_count = features;
    out->thinned *= 2;
}

static bool remember(practice *t, lf_seat viewer, game_played *out, lf_random *rng) {
    if (lf_random_below(rng, out->thinned) != 0)
        return true;
    if (out->position_count + 1 == POSITIONS_MOST)
        thin_out(out);
    const uint32_t count = lf_value_reader_read(&t->reader, t->state, viewer);
    if (!make_room(out, count))
        return false;
    memcpy(out->features + out->feature_count, t->reader.features, count * sizeof *out->features);
    out->positions[out->position_count++] = (position){out->feature_count, count};
    out->feature_count += count;
    return true;
}

/* ---- the game ---- */

static bool begin(practice *t, const game_plan *plan) {
    lf_setup setup = plan->setup;
    lf_error error;
    setup.seed = plan->seed;
    if (t->state != NULL)
        return lf_state_reset(t->state, &setup, &error) == LF_OK;
    t->state = lf_state_new(t->words->game, &setup, &error);
    t->trial = t->state != NULL ? lf_state_clone(t->state) : NULL;
    return t->trial != NULL;
}

bool practice_play(practice *t, const game_plan *plan, game_played *out) {
    lf_random rng = {lf_mix64(plan->seed ^ LF_GOLDEN)};
    out->ended = false;
    out->decisions = 0;
    out->feature_count = out->position_count = 0;
    out->thinned = 1;
    if (!begin(t, plan))
        return t->trial != NULL;
    while (!lf_terminal(t->state, &out->outcome)) {
        const turn_mark mark = mark_of(t->state);
        if (!play_turn(t, plan, out, &rng) || out->decisions >= DECISIONS_MOST)
            return true;
        if (plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed))
            return true;
        const bool over = lf_terminal(t->state, NULL);
        if (plan->remember && !over && !same_turn(t->state, mark) &&
            !remember(t, mark.seat, out, &rng))
            return false;
    }
    out->ended = true;
    return true;
}
