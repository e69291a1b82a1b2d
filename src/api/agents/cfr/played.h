/* played.h: the strategy that an agent plays in a small game, found out by asking it: in every
 * information set, as often as is wished. */
#ifndef AGENTS_CFR_PLAYED_H
#define AGENTS_CFR_PLAYED_H

#include "api/agents/agents.h"
#include "game_tree.h"

typedef struct {
    const lf_setup *setup; /* that the tree was made with */
    const char *agent;     /* in words */
    /* choices a set, of an agent that does not say itself how likely it takes what */
    int samples;
    uint64_t seed;
    bool (*stop)(void *); /* asked now and then whether to give it up; NULL: never */
    void *context;
} played_question;

/* What it does, an array as of strategy.h. `exact`: the agent said it itself. False with the
 * reason; LF_OK if it was stopped. */
bool lf_cfr_played_strategy(const game_tree *, const played_question *, double *strategy,
                            bool *exact, lf_error *);

#endif
