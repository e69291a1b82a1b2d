/* utility.h: how much a seat likes an outcome or an evaluation, as one number of 0 … 1: winning
 * comes first, then its rank among the others, then its margin. Where the margins are what is
 * played for, they alone count, evenly up to the scale that the game names. */
#ifndef UCT_UTILITY_H
#define UCT_UTILITY_H

#include "api/agents/evaluate.h"
#include "kernel/game.h"

#define UTILITY_OF_WIN 0.8
#define UTILITY_OF_RANK 0.1
#define UTILITY_OF_MARGIN 0.1
#define UTILITY_MARGIN_SCALE                                                                       \
    8.0 /* a margin of so much is worth three quarters of what the best is */

/* 0 … 1, and 1/2 at 0; rises all the way. */
static inline double utility_squash(double x) {
    return 0.5 + 0.5 * x / (1.0 + (x < 0 ? -x : x));
}

/* The share of the others that it stands before; those with an equal margin count half. */
static inline double utility_rank(const evaluation *e, int seats, int seat) {
    double before = 0;
    for (int other = 0; other < seats; other++)
        if (other != seat)
            before += e->margin[seat] > e->margin[other]   ? 1.0
                      : e->margin[seat] < e->margin[other] ? 0.0
                                                           : 0.5;
    return seats > 1 ? before / (double)(seats - 1) : 0.5;
}

/* Does a win of one seat prove that it cannot do better, and that the others have lost? */
static inline bool utility_wins_prove(const lf_game *game) {
    return game->payoff_scale == 0 && !game->cooperative && game->seat_count > 1;
}

static inline double utility_of_payoff(double payoff, double scale) {
    const double share = payoff / scale;
    return share <= -1 ? 0 : share >= 1 ? 1 : 0.5 + 0.5 * share;
}

static inline double utility_of(const lf_game *game, const evaluation *e, int seats, int seat) {
    if (game->payoff_scale > 0)
        return utility_of_payoff((double)e->margin[seat], (double)game->payoff_scale);
    return UTILITY_OF_WIN * (double)e->win[seat] + UTILITY_OF_RANK * utility_rank(e, seats, seat) +
           UTILITY_OF_MARGIN * utility_squash((double)e->margin[seat] / UTILITY_MARGIN_SCALE);
}

#endif
