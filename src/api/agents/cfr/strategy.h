/* strategy.h: strategies over a game tree: making one by counterfactual regret, and saying how good
 * any is.
 *
 * A strategy is a number for each action of each information set, in the order of the tree, which
 * sum to 1 in each set.
 *
 * CFR+ makes it: regrets that never fall below 0, seats in turn, and an average in which an
 * iteration weighs as much as its number. In a game of two seats in which what one wins the other
 * loses, the average comes as near to an equilibrium as is wished. For more seats, or where the sum
 * is not 0, nobody has shown that; it is still a strategy that regrets little, and what it is worth
 * is measured all the same.
 *
 * Only + - * / on doubles in the order of the tree: the same tree gives the same strategy on every
 * machine. */
#ifndef AGENTS_CFR_STRATEGY_H
#define AGENTS_CFR_STRATEGY_H

#include "game_tree.h"

typedef struct {
    const game_tree *tree;
    int iterations;         /* done */
    double *regrets, *sums; /* by action; the average is in proportion to the sums */
    double *now;            /* by action: the strategy of the next iteration */
    double *gains;          /* by action: scratch */
    double *own, *rest,
        /* by node: how likely by the seat's own doing, by all else; what it is worth to the seat */
        *worth;
} cfr;

/* NULL: out of memory. The tree must live longer. */
cfr *lf_cfr_new(const game_tree *);
void lf_cfr_free(cfr *);
void lf_cfr_iterate(cfr *);
/* The average strategy so far. */
void lf_cfr_average(const cfr *, double *strategy);

/* What a strategy that all seats play is worth. */
typedef struct {
    double value[LF_SEATS_MAX];    /* what a seat can expect */
    double response[LF_SEATS_MAX]; /* what it could have if it knew the strategy of the others */
    /* what a seat would gain by that, as the mean of all seats: 0 in an equilibrium */
    double exploitability;
    /* two seats, and what one wins the other loses: then all this means something */
    bool zero_sum;
} strategy_worth;
/* False: out of memory. */
bool lf_cfr_strategy_measure(const game_tree *, const double *strategy, strategy_worth *out);
/* How likely each set is to be reached when all play the strategy. False: out of memory. */
bool lf_cfr_strategy_reach(const game_tree *, const double *strategy, double *by_set);
/* What each action can be expected to bring its seat, if all play the strategy before and after it:
 * of what the ends are worth, tree->payoffs or tree->shares. False: out of memory. */
bool lf_cfr_strategy_values(const game_tree *, const double *strategy, const double *ends,
                            double *by_action);
/* All actions equally likely. */
void lf_cfr_strategy_uniform(const game_tree *, double *strategy);

#endif
