/* stats.h: what a series of games adds up to. Games are folded in one by one, in game order, so
 * that the result, the digest and every rounding are the same for any number of threads. */
#ifndef SIM_STATS_H
#define SIM_STATS_H

#include <jansson.h>
#include <xxhash.h>

#include "tool/common/playout.h"

#define STATS_CHECKPOINTS_MAX                                                                      \
    64 /* distinct ways to end that are told apart; the rest is lumped together */
#define STATS_FAILURES_MAX 10 /* failed games kept in words */

/* What is kept of one game. */
typedef struct {
    int64_t index;
    uint64_t seed;
    uint64_t hash; /* of the last state */
    int64_t decisions;
    int turns;
    playout_end end;
    uint32_t winners;       /* a bit a seat; none at a draw, several where a win is shared */
    const char *checkpoint; /* belongs to the game; NULL if it has no name */
    int64_t margin[LF_SEATS_MAX];
    seat_work work[LF_SEATS_MAX]; /* zeroes, unless the plan says that it is measured */
    char *error;                  /* of a failed game; owned by whoever holds the result */
} game_result;

static inline bool has_won(uint32_t winners, lf_seat seat) {
    return (winners >> seat & 1) != 0;
}

/* Sums of something measured once a game. */
typedef struct {
    double sum;
    int64_t min, max;
} tally;

typedef struct {
    const char *checkpoint;
    int64_t games;
} ending;

typedef struct {
    int64_t index;
    uint64_t seed;
    char *message;
} failure;

typedef struct {
    const lf_game *game;
    int seats;
    int64_t completed, errors, draws, decisions, turns;
    int64_t wins
        /* a shared win is a win of each who has it, so they may sum up to more than `completed` */
        [LF_SEATS_MAX];
    tally margin[LF_SEATS_MAX], length;
    ending endings[STATS_CHECKPOINTS_MAX];
    int ending_count;
    failure failures[STATS_FAILURES_MAX];
    int failure_count;
    XXH64_state_t *digest;
    /* Told of every game that is folded in, before it is; NULL for nobody. */
    void (*also)(void *context, const game_result *);
    void *also_context;
} sim_stats;

bool stats_open(sim_stats *, const lf_game *, int seats); /* as many as play */
void stats_close(sim_stats *);
/* Takes over result->error. */
void stats_fold(sim_stats *, game_result *);
uint64_t stats_digest(const sim_stats *);
/* Add completed, errors, decisions and turns; wins, margins, victory, length and digest. */
void stats_counts_to_json(const sim_stats *, json_t *object);
void stats_results_to_json(const sim_stats *, json_t *object);

double tally_mean(const tally *, int64_t count);

/* The 95 % Wilson interval of a share of `hits` in `trials`: unlike the usual ± it stays within 0 …
 * 1 and makes sense for few games. */
void wilson_interval(int64_t hits, int64_t trials, double *low, double *high);
/* The same where half hits are possible. */
void wilson_interval_of(double hits, double trials, double *low, double *high);

#endif
