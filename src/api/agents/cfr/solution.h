/* solution.h: a game, as it was set up once, solved: its tree, the average strategy, and the way
 * from what a seat sees to what it should do. */
#ifndef AGENTS_CFR_SOLUTION_H
#define AGENTS_CFR_SOLUTION_H

#include "strategy.h"

typedef struct solution solution;
struct solution {
    solution *next; /* of the same agent, set up otherwise */
    int scenario;
    int32_t *options; /* the settings of the game's options */
    game_tree *tree;
    cfr *work; /* NULL when nothing is left to be done */
    double *strategy;
    double *reach;        /* by set, when all play so */
    double *margin, *win; /* by action: what its seat can expect */
    strategy_worth worth; /* of the strategy, when it was last measured */
    int32_t *table;       /* the first set + 1 by what is seen; 0: free */
    int32_t *like;        /* by set: the next with the same key, or -1 */
    uint32_t mask;
};

/* How far to go. */
typedef struct {
    int iterations;
    double exploitability; /* good enough */
    tree_limits limits;    /* whose `stop` also ends the iterations, with what is there by then */
} solution_goal;

/* The set-up that led to a state: scenario and options. */
typedef struct {
    lf_setup setup;
    char **texts; /* "name=value" */
} solution_setup;
bool lf_cfr_solution_setup_of(const lf_state *, solution_setup *out); /* false: out of memory */
void lf_cfr_solution_setup_free(solution_setup *);

bool lf_cfr_solution_is_for(const solution *, const lf_state *);
/* Writes the tree of the game that the state is a part of; lf_cfr_solution_improve then makes the
 * strategy. NULL with the reason, as lf_cfr_tree_new. */
solution *lf_cfr_solution_new(const lf_state *, const solution_goal *, lf_error *);
/* Iterates until the goal is reached or it is stopped. False: out of memory. */
bool lf_cfr_solution_improve(solution *, const solution_goal *);
void lf_cfr_solution_free(solution *);

/* The first set in which a seat sees this, or -1; the others are in `like`. */
int32_t lf_cfr_solution_find(const solution *, lf_seat, tree_key seen);

#endif
