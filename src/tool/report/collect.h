/* collect.h: plays games of a run again to see what happened within them. Games are deterministic,
 * so a run need only keep their seeds; that the rules have not changed since is checked by the hash
 * of each last table. */
#ifndef SIM_COLLECT_H
#define SIM_COLLECT_H

#include "detail.h"
#include "tool/sim/run/results.h"

typedef struct {
    watch_plan watch_plan;
    detail *games; /* by game, the first `count` of the run */
    int64_t count;
} collection;

typedef struct {
    const lf_game *game;
    const results *run;
    int64_t most; /* at most so many games, the first ones */
    int threads;
    agent_name agents[LF_SEATS_MAX];
    const atomic_bool *stop; /* set from outside: it is given up */
} collect_plan;

/* False with the reason: memory, a game that now ends differently, or that it was stopped. */
bool collect(const collect_plan *, collection *, lf_error *);
void collection_free(collection *);

#endif
