/* utility.h: the utility of an outcome or an evaluation for a seat, as one number of 0 … 1. The win
 * counts most, then the rank among the seats, then the margin. In games that are played for margins
 * only the margin counts, in proportion, up to the scale that the game declares. */
#ifndef AGENTS_SEARCH_UTILITY_H
#define AGENTS_SEARCH_UTILITY_H

#include "api/agents/evaluate.h"
#include "kernel/game.h"

#define UTILITY_OF_WIN 0.8
#define UTILITY_OF_RANK 0.1
#define UTILITY_OF_MARGIN 0.1
#define UTILITY_MARGIN_SCALE 8.0 /* this margin has three quarters of the best value */

/* Maps all numbers to 0 … 1, and 0 to 1/2; always rises. */
static inline double utility_squash(double x) {
    return 0.5 + 0.5 * x / (1.0 + (x < 0 ? -x : x));
}

/* The share of the other seats that have a lower margin; an equal margin counts half. */
static inline double utility_rank(const evaluation *e, int seats, int seat) {
    double before = 0;
    for (int other = 0; other < seats; other++)
        if (other != seat)
            before += e->margin[seat] > e->margin[other]   ? 1.0
                      : e->margin[seat] < e->margin[other] ? 0.0
                                                           : 0.5;
    return seats > 1 ? before / (double)(seats - 1) : 0.5;
}

/* Does the win of a seat prove that it cannot do better and that the others have lost? */
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
