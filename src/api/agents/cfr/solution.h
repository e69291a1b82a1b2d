/* solution.h: the solution of a game with one set-up: its tree, the average strategy, and a table
 * from what a seat sees to information sets. */
#ifndef AGENTS_CFR_SOLUTION_H
#define AGENTS_CFR_SOLUTION_H

#include "strategy.h"

typedef struct solution solution;
struct solution {
    solution *next; /* of the same agent, for another set-up */
    int scenario;
    int32_t *options; /* the values of the game options */
    game_tree *tree;
    cfr *work; /* NULL when the goal is reached */
    double *strategy;
    double *reach;        /* by set: its probability under the strategy */
    double *margin, *win; /* by action: the expected payoff and share of the win */
    strategy_worth worth; /* of the strategy, when it was last measured */
    int32_t *table;       /* hash table by what is seen: the first set + 1; 0: free */
    int32_t *alike;       /* by set: the next set in which the seat sees the same, or -1 */
    uint32_t mask;
};

/* When to stop. */
typedef struct {
    int iterations;
    double exploitability; /* that is low enough */
    tree_limits limits;    /* `stop` also ends the iterations; the strategy so far is used */
} solution_goal;

bool lf_cfr_solution_is_for(const solution *, const lf_state *);
/* Builds the tree of the game that the state belongs to; lf_cfr_solution_improve then computes the
 * strategy. NULL with an error, as lf_cfr_tree_new. */
solution *lf_cfr_solution_new(const lf_state *, const solution_goal *, lf_error *);
/* Iterates until the goal is reached or `stop` ends it. False: out of memory. */
bool lf_cfr_solution_improve(solution *, const solution_goal *);
void lf_cfr_solution_free(solution *);

/* The first set in which the seat sees this, or -1; the others follow in `alike`. */
int32_t lf_cfr_solution_find(const solution *, lf_seat, info_key seen);

#endif
