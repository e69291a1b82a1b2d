/* strategy.h: strategies over a game tree: computes one by counterfactual regret minimisation, and
 * measures how good any strategy is.
 *
 * A strategy is a probability for each action of each information set, in the order of the tree.
 * The probabilities of a set add up to 1.
 *
 * The algorithm is CFR+: regrets never fall below 0, the seats are updated in turn, and iteration n
 * has the weight n in the average. In zero-sum games of two seats the average converges to an
 * equilibrium. For other games there is no such proof; the strategy still has low regret, and its
 * exploitability is measured in the same way.
 *
 * The computation uses only + - * / on doubles in the order of the tree. So the same tree gives the
 * same strategy on every machine. */
#ifndef AGENTS_CFR_STRATEGY_H
#define AGENTS_CFR_STRATEGY_H

#include "game_tree.h"

typedef struct {
    const game_tree *tree;
    int iterations;         /* done */
    double *regrets, *sums; /* by action; the average is in proportion to the sums */
    double *now;            /* by action: the strategy of the next iteration */
    double *gains;          /* by action: scratch */
    double *own, *rest; /* by node: its probability by the seat's own decisions, by all others */
    double *value;      /* by node: for the seat */
} cfr;

/* NULL: out of memory. The tree must outlive it. */
cfr *lf_cfr_new(const game_tree *);
void lf_cfr_free(cfr *);
void lf_cfr_iterate(cfr *);
/* The average strategy so far. */
void lf_cfr_average(const cfr *, double *strategy);

/* The quality of a strategy that all seats play. */
typedef struct {
    double value[LF_SEATS_MAX];    /* the expected payoff of a seat */
    double response[LF_SEATS_MAX]; /* the same if the seat plays a best response to the others */
    double exploitability;         /* the mean gain of best responses: 0 in an equilibrium */
    bool zero_sum;                 /* a zero-sum game of two seats: only then there are proofs */
} strategy_worth;
/* False: out of memory. */
bool lf_cfr_strategy_measure(const game_tree *, const double *strategy, strategy_worth *out);
/* The probability of each set if all seats play the strategy. False: out of memory. */
bool lf_cfr_strategy_reach(const game_tree *, const double *strategy, double *by_set);
/* The expected value of each action for its seat if all seats play the strategy before and after
 * it. `ends`: tree->payoffs or tree->shares. False: out of memory. */
bool lf_cfr_strategy_values(const game_tree *, const double *strategy, const double *ends,
                            double *by_action);
/* All actions have the same probability. */
void lf_cfr_strategy_uniform(const game_tree *, double *strategy);

#endif
