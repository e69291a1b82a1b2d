/* rollout.c: the turns of a rollout. A turn is drawn option by option, by the priors of the game
 * (heuristics.h). Of the turns that a seat tries, it takes the one with the best margin over the
 * others; only the state behind that turn is kept. */
#include "rollout.h"

#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define TURN_MAX 200    /* decisions of a turn; a longer one ends where it stands */
#define RIVAL_SHARE 0.5 /* how much the margin of the best other seat counts */

typedef struct {
    lf_seat seat;
    int turn;
} turn_mark;

static bool same_turn(const lf_state *state, turn_mark mark) {
    return !lf_terminal(state, NULL) && lf_decider(state) == mark.seat &&
           lf_turn(state) == mark.turn;
}

static int draw_option(searcher *s, const lf_state *state) {
    uint16_t weights[LF_OPTIONS_MAX];
    const int count = lf_legal_count(state);
    if (count < 2)
        return count - 1;
    if (s->heuristics == NULL || s->settings->priors == 0 ||
        lf_heuristics_priors(s->heuristics, state, weights, LF_OPTIONS_MAX) != count)
        return lf_random_below(&s->rng, count);
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    int64_t drawn = (int64_t)(lf_random_next(&s->rng) % (uint64_t)sum);
    int option = 0;
    while (option < count - 1 && (drawn -= weights[option]) >= 0)
        option++;
    return option;
}

static bool play_turn(searcher *s, lf_state *state) {
    const turn_mark mark = {lf_decider(state), lf_turn(state)};
    for (int i = 0; i < TURN_MAX && same_turn(state, mark); i++) {
        const int option = draw_option(s, state);
        if (option < 0 || lf_apply(state, option) != LF_OK)
            return false;
    }
    return true;
}

bool lf_rollout_finish_turn(searcher *s) {
    return lf_terminal(s->state, NULL) || play_turn(s, s->state);
}

/* Did the seat win, alone or with others? */
static bool has_won(const lf_game *game, const lf_outcome *outcome, int seats, lf_seat seat) {
    double shares[LF_SEATS_MAX];
    lf_win_shares(game, outcome, seats, shares);
    return (outcome->winners >> seat & 1) != 0 ? shares[seat] > 0 : shares[seat] >= 1;
}

/* How well a seat stands: its margin, less a part of the best other margin. A win counts more than
 * any margin, unless the game is played for margins. */
static double standing(const searcher *s, const lf_state *state, lf_seat seat) {
    lf_outcome outcome;
    if (lf_terminal(state, &outcome) && lf_state_game(state)->payoff_scale == 0)
        return has_won(lf_state_game(state), &outcome, s->seats, seat) ? 1e6 : -1e6;
    const double own = (double)lf_margin(state, seat);
    double best = -1e9;
    for (lf_seat other = 0; other < s->seats; other++) {
        const double margin = other != seat ? (double)lf_margin(state, other) : -1e9;
        best = margin > best ? margin : best;
    }
    return own - RIVAL_SHARE * best;
}

static void swap_states(lf_state **a, lf_state **b) {
    lf_state *const held = *a;
    *a = *b;
    *b = held;
}

/* Tries some turns; the end of the best becomes the searcher's state. */
static bool play_best_turn(searcher *s, int tries) {
    const lf_seat seat = lf_decider(s->state);
    assert(s->tried != NULL && s->best != NULL);
    double best = 0;
    bool any = false;
    for (int i = 0; i < tries; i++) {
        lf_copy(s->tried, s->state);
        lf_reseed(s->tried, lf_random_next(&s->rng));
        if (!play_turn(s, s->tried))
            continue;
        const double value = standing(s, s->tried, seat);
        if (any && value <= best)
            continue;
        swap_states(&s->tried, &s->best);
        best = value;
        any = true;
    }
    if (any)
        swap_states(&s->state, &s->best);
    return any;
}

rollout_turn lf_rollout_turn_of(const lf_state *state) {
    return (rollout_turn){lf_head_const(state->block)->active, lf_turn(state)};
}

/* If the number of the turn does not change while all seats act, every further decision counts as a
 * turn. */
bool lf_rollout_play_on(searcher *s, rollout_turn from, int64_t turns, int tries) {
    int64_t played = 0;
    int within = 0;
    for (int64_t i = 0; !lf_terminal(s->state, NULL); i++) {
        const rollout_turn now = lf_rollout_turn_of(s->state);
        const bool same = now.active == from.active && now.turn == from.turn;
        within = same ? within + 1 : 0;
        from = now;
        if ((!same || within > s->seats) && turns != TO_THE_END && played++ == turns)
            return true;
        if (lf_searcher_is_out_of_time(s))
            return false;
        if (i > SEARCHER_PLAYOUT_MAX ||
            !(tries > 1 ? play_best_turn(s, tries) : play_turn(s, s->state)))
            return false;
    }
    return true;
}
