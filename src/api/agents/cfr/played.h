/* played.h: finds the strategy of an agent in a small game by asking the agent in every information
 * set. */
#ifndef AGENTS_CFR_PLAYED_H
#define AGENTS_CFR_PLAYED_H

#include "api/agents/agents.h"
#include "game_tree.h"

typedef struct {
    const lf_setup *setup; /* of the tree */
    const char *agent;     /* its name with settings */
    int samples;           /* choices in each set, if the agent does not know its probabilities */
    uint64_t seed;
    bool (*stop)(void *); /* called now and then; true: give up. Or NULL */
    void *context;
} played_question;

/* Writes the strategy, an array as in strategy.h. `exact`: the agent knows its probabilities. False
 * with an error; LF_OK if it was stopped. */
bool lf_cfr_played_strategy(const game_tree *, const played_question *, double *strategy,
                            bool *exact, lf_error *);

#endif
