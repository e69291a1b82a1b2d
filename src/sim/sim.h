/* sim.h: plays many games on many threads. The results do not depend on the number of threads: the seed
 * of a game comes from its number alone, and games are folded into the statistics in order. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <stdatomic.h>

#include "sim/stats.h"

typedef struct {
    const lf_game *game;
    const char *spec; /* how the user named the game; for records */
    lf_setup setup;   /* its seed is that of the series: see rng_series_seed */
    int64_t games;
    int threads;
    int64_t max_decisions;
    const agent_class *agents[LF_SEATS_MAX];
    const char *record_folder; /* NULL, or where game-NNNNNN.json is written for each game */
    const atomic_bool *stop;   /* set from outside: the games finished so far are reported */
    /* Called for each game, in game order, one at a time; NULL for nothing. */
    void (*each)(void *context, const game_result *);
    /* Called about ten times a second by the caller's own thread; NULL for nothing. */
    void (*progress)(void *context, int64_t done, int64_t games, double seconds);
    void *context;
} sim_plan;

/* False when it could not be run at all, with the reason: a bad set-up, no thread, an unwritable record. */
bool sim_run(const sim_plan *, sim_stats *, double *seconds, lf_error *);

/* Seconds on a clock that only goes forward. */
double now_seconds(void);

#endif
