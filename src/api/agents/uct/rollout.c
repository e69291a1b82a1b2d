/* rollout.c: turns of a rollout. A turn that is tried out is drawn option by option, by what the
 * game's designer says of them (knowledge.h); the best is the one with the best margin over the
 * others. What is kept is the state behind it. */
#include "rollout.h"

#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define TURN_MOST 200 /* decisions of a turn; a longer one is left where it stands */
#define RIVAL_SHARE 0.5

typedef struct {
    lf_seat seat;
    int turn;
} turn_mark;

static bool same_turn(const lf_state *state, turn_mark mark) {
    return !lf_terminal(state, NULL) && lf_decider(state) == mark.seat &&
           lf_turn(state) == mark.turn;
}

static int draw(lane *l, const lf_state *state) {
    uint16_t weights[LF_OPTIONS_MAX];
    const int count = lf_legal_count(state);
    if (count < 2)
        return count - 1;
    if (l->knowledge == NULL || l->settings->priors == 0 ||
        lf_knowledge_priors(l->knowledge, state, weights, LF_OPTIONS_MAX) != count)
        return lf_random_below(&l->rng, count);
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    int64_t drawn = (int64_t)(lf_random_next(&l->rng) % (uint64_t)sum);
    int option = 0;
    while (option < count - 1 && (drawn -= weights[option]) >= 0)
        option++;
    return option;
}

static bool play_turn(lane *l, lf_state *state) {
    const turn_mark mark = {lf_decider(state), lf_turn(state)};
    for (int i = 0; i < TURN_MOST && same_turn(state, mark); i++) {
        const int option = draw(l, state);
        if (option < 0 || lf_apply(state, option) != LF_OK)
            return false;
    }
    return true;
}

bool lf_uct_rollout_finish_turn(lane *l) {
    return lf_terminal(l->state, NULL) || play_turn(l, l->state);
}

static bool has_won(const lf_game *game, const lf_outcome *outcome, int seats, lf_seat seat) {
    double shares[LF_SEATS_MAX];
    lf_win_shares(game, outcome, seats, shares);
    return (outcome->winners >> seat & 1) != 0 ? shares[seat] > 0 : shares[seat] >= 1;
}

/* How well a seat stands: its margin, and less so how far it is before the best of the others; a
 * win is worth more than any margin, unless margins are what is played for. */
static double standing(const lane *l, const lf_state *state, lf_seat seat) {
    lf_outcome outcome;
    if (lf_terminal(state, &outcome) && lf_state_game(state)->payoff_scale == 0)
        return has_won(lf_state_game(state), &outcome, l->seats, seat) ? 1e6 : -1e6;
    const double own = (double)lf_margin(state, seat);
    double best = -1e9;
    for (lf_seat other = 0; other < l->seats; other++) {
        const double margin = other != seat ? (double)lf_margin(state, other) : -1e9;
        best = margin > best ? margin : best;
    }
    return own - RIVAL_SHARE * best;
}

static void swap(lf_state **a, lf_state **b) {
    lf_state *const held = *a;
    *a = *b;
    *b = held;
}

/* The best of some turns; its end becomes the lane's state. */
static bool play_best_turn(lane *l, int tries) {
    const lf_seat seat = lf_decider(l->state);
    double best = 0;
    bool any = false;
    for (int i = 0; i < tries; i++) {
        lf_copy(l->tried, l->state);
        lf_reseed(l->tried, lf_random_next(&l->rng));
        if (!play_turn(l, l->tried))
            continue;
        const double worth = standing(l, l->tried, seat);
        if (any && worth <= best)
            continue;
        swap(&l->tried, &l->best);
        best = worth;
        any = true;
    }
    if (any)
        swap(&l->state, &l->best);
    return any;
}

rollout_turn lf_uct_rollout_turn_of(const lf_state *state) {
    return (rollout_turn){lf_head_const(state->block)->active, lf_turn(state)};
}

/* A game that goes round the table within a turn has turns all the same. */
bool lf_uct_rollout_play_on(lane *l, rollout_turn from, int64_t turns, int tries) {
    int64_t played = 0;
    int within = 0;
    for (int64_t i = 0; !lf_terminal(l->state, NULL); i++) {
        const rollout_turn now = lf_uct_rollout_turn_of(l->state);
        const bool same = now.active == from.active && now.turn == from.turn;
        within = same ? within + 1 : 0;
        from = now;
        if ((!same || within > l->seats) && turns != TO_THE_END && played++ == turns)
            return true;
        if (lf_uct_lane_out_of_time(l))
            return false;
        if (i > LANE_PLAYOUT || !(tries > 1 ? play_best_turn(l, tries) : play_turn(l, l->state)))
            return false;
    }
    return true;
}
