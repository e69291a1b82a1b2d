/* selfplay.c: plays whole games, turn by turn, and records positions. */
#include "selfplay.h"

#include <assert.h>
#include <string.h>

#include "ludoforge_env.h"
#include "support/array.h"
#include "support/memory.h"

#define TURN_MAX 512         /* decisions of a turn; a longer one is evaluated where it stands */
#define DECISIONS_MAX 100000 /* of a game */
#define FIRST_MAX 64 /* different first decisions that are tried even if `samples` is smaller */

bool selfplay_open(selfplay_worker *t, const lf_feature_layout *layout) {
    *t = (selfplay_worker){.layout = layout};
    t->line = lf_calloc(TURN_MAX, sizeof *t->line);
    t->best_line = lf_calloc(TURN_MAX, sizeof *t->best_line);
    t->reader = lf_feature_reader_new(layout);
    if (t->reader != NULL && t->line != NULL && t->best_line != NULL)
        return true;
    selfplay_close(t);
    return false;
}

void selfplay_close(selfplay_worker *t) {
    lf_state_free(t->state);
    lf_state_free(t->trial);
    lf_feature_reader_free(t->reader);
    lf_free(t->line);
    lf_free(t->best_line);
    *t = (selfplay_worker){0};
}

void played_game_close(played_game *g) {
    lf_free(g->features);
    lf_free(g->positions);
    *g = (played_game){0};
}

void win_shares(const lf_outcome *outcome, int seats, double *out) {
    int winners = 0;
    for (int s = 0; s < seats; s++)
        winners += (int)(outcome->winners >> s & 1);
    for (int s = 0; s < seats; s++)
        out[s] = winners == 0 ? 1.0 / seats : (outcome->winners >> s & 1) != 0 ? 1.0 / winners : 0;
}

/* ---- turns ---- */

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

/* The chance to win, and a little of the margin, which decides between equal chances. */
static double combine_value(double win, double margin, double scale) {
    const double m = margin / scale, size = m < 0 ? -m : m;
    return win + 0.05 * m / (1 + size);
}

static double value_for_seat(selfplay_worker *t, const game_plan *plan, lf_seat seat) {
    lf_outcome outcome;
    const double scale = plan->net != NULL ? plan->net->margin_scale : 10;
    if (lf_terminal(t->trial, &outcome)) {
        double shares[LF_SEATS_MAX];
        win_shares(&outcome, lf_count(lf_feature_layout_game(t->layout), LF_OF_SEATS), shares);
        return combine_value(shares[seat], (double)outcome.margin[seat], scale);
    }
    if (plan->styles[seat] == PLAY_MARGIN)
        return combine_value(0.5, (double)lf_margin(t->trial, seat), scale);
    lf_value_output output;
    const lf_feature *features;
    const uint32_t count = lf_feature_read(t->reader, t->trial, seat, &features);
    lf_value_net_evaluate(plan->net, features, count, &output);
    return combine_value(output.win[seat], output.margin[seat], scale);
}

/* Plays a random turn that begins with `first` on the trial state. Returns the number of its
 * decisions; 0: a rule failed. */
static int try_turn(selfplay_worker *t, int first, turn_mark mark, lf_random *rng) {
    int length = 0;
    for (int option = first;; option = lf_random_below(rng, lf_legal_count(t->trial))) {
        t->line[length++] = lf_id_of_option(t->trial, option);
        if (lf_apply(t->trial, option) != LF_OK)
            return 0;
        if (length == TURN_MAX || !same_turn(t->trial, mark))
            return length;
    }
}

static void fill_shuffled(int *items, int count, lf_random *rng) {
    for (int i = 0; i < count; i++)
        items[i] = i;
    for (int i = count - 1; i > 0; i--) {
        const int other = lf_random_below(rng, i + 1), held = items[i];
        items[i] = items[other];
        items[other] = held;
    }
}

/* Tries some turns and writes the best into t->best_line. Returns its length; 0: none can be
 * played. */
static int choose_turn(selfplay_worker *t, const game_plan *plan, lf_random *rng) {
    const turn_mark mark = mark_of(t->state);
    const int options = lf_legal_count(t->state);
    int first[LF_OPTIONS_MAX], best_length = 0;
    double best = 0;
    const bool any = plan->explore > 0 && lf_random_below(rng, plan->explore) == 0;
    const int least = options < FIRST_MAX ? options : FIRST_MAX;
    const int tries = any ? 1 : plan->samples > least ? plan->samples : least;
    bool short_turns = true; /* one decision each, so that a second try brings nothing new */
    assert(options <= LF_OPTIONS_MAX);
    /* Every first decision is tried before any is tried again. */
    fill_shuffled(first, options, rng);
    for (int i = 0; i < tries && !(short_turns && i >= options); i++) {
        lf_copy(t->trial, t->state);
        lf_determinize(t->trial, mark.seat, lf_random_next(rng));
        if (first[i % options] >= lf_legal_count(t->trial))
            continue;
        const int length = try_turn(t, first[i % options], mark, rng);
        short_turns = short_turns && length == 1;
        if (length == 0)
            continue;
        const double value = value_for_seat(t, plan, mark.seat);
        if (best_length > 0 && value <= best)
            continue;
        best = value;
        best_length = length;
        memcpy(t->best_line, t->line, (size_t)length * sizeof *t->line);
    }
    return best_length;
}

/* ---- playing a turn ---- */

/* Plays the turn as far as its decisions are offered: after dice or new cards another turn may be
 * better. False: a rule failed. */
static bool play_line(selfplay_worker *t, int length, played_game *out) {
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

static bool play_random(selfplay_worker *t, played_game *out, lf_random *rng) {
    const turn_mark mark = mark_of(t->state);
    while (same_turn(t->state, mark) && out->decisions < DECISIONS_MAX) {
        if (lf_apply(t->state, lf_random_below(rng, lf_legal_count(t->state))) != LF_OK)
            return false;
        out->decisions++;
    }
    return true;
}

/* Makes at least one decision of the pending turn. */
static bool play_turn(selfplay_worker *t, const game_plan *plan, played_game *out, lf_random *rng) {
    if (lf_legal_count(t->state) < 1)
        return false;
    const int64_t before = out->decisions;
    const bool thinks = plan->styles[lf_decider(t->state)] != PLAY_RANDOM;
    const int length = thinks ? choose_turn(t, plan, rng) : 0;
    if (length > 0 && !play_line(t, length, out))
        return false;
    return out->decisions > before || play_random(t, out, rng);
}

/* ---- recording ---- */

static bool reserve_room(played_game *out, size_t more) {
    if (out->positions == NULL)
        out->positions = lf_calloc(POSITIONS_MAX, sizeof *out->positions);
    return out->positions != NULL &&
           lf_array_reserve(&out->features, &out->feature_room, out->feature_count + more,
                            sizeof *out->features);
}

/* The game has many positions: removes every other one with its features. */
static void thin_out(played_game *out) {
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

static bool record_position(selfplay_worker *t, lf_seat viewer, played_game *out, lf_random *rng) {
    if (lf_random_below(rng, out->thinned) != 0)
        return true;
    if (out->position_count + 1 == POSITIONS_MAX)
        thin_out(out);
    const lf_feature *features;
    const uint32_t count = lf_feature_read(t->reader, t->state, viewer, &features);
    if (!reserve_room(out, count))
        return false;
    memcpy(out->features + out->feature_count, features, count * sizeof *out->features);
    assert(out->position_count < POSITIONS_MAX);
    out->positions[out->position_count++] = (position){out->feature_count, count};
    out->feature_count += count;
    return true;
}

/* ---- the game ---- */

static bool start_game(selfplay_worker *t, const game_plan *plan) {
    lf_setup setup = plan->setup;
    lf_error error;
    setup.seed = plan->seed;
    if (t->state != NULL)
        return lf_state_reset(t->state, &setup, &error) == LF_OK;
    t->state = lf_state_new(lf_feature_layout_game(t->layout), &setup, &error);
    t->trial = t->state != NULL ? lf_state_clone(t->state) : NULL;
    return t->trial != NULL;
}

bool selfplay_play(selfplay_worker *t, const game_plan *plan, played_game *out) {
    lf_random rng = {lf_mix64(plan->seed ^ LF_GOLDEN)};
    out->ended = false;
    out->decisions = 0;
    out->feature_count = out->position_count = 0;
    out->thinned = 1;
    if (!start_game(t, plan))
        return t->trial != NULL;
    while (!lf_terminal(t->state, &out->outcome)) {
        const turn_mark mark = mark_of(t->state);
        if (!play_turn(t, plan, out, &rng) || out->decisions >= DECISIONS_MAX)
            return true;
        if (plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed))
            return true;
        const bool over = lf_terminal(t->state, NULL);
        if (plan->record && !over && !same_turn(t->state, mark) &&
            !record_position(t, mark.seat, out, &rng))
            return false;
    }
    out->ended = true;
    return true;
}
