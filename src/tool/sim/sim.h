/* sim.h: plays many games on many threads, and with a team on many machines. The results depend on
 * neither: the seed of a game comes from its number alone, and games are folded into the statistics
 * in order. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <stdatomic.h>

#include "seating.h"
#include "stats.h"
#include "support/random.h"

#define SIM_GAMES_MAX (INT64_MAX / 64)

typedef struct team team; /* the other ranks; see team.h */

typedef struct {
    const lf_game *game;
    const char *spec;     /* how the user named the game; for records */
    lf_setup setup;       /* its seed is that of the series: see lf_series_seed */
    int64_t games, first; /* plays the games `first` … `games` - 1 */
    int threads;          /* of this process */
    team *team;           /* NULL: this process is alone */
    int64_t max_decisions;
    agent_name agents[LF_SEATS_MAX]; /* by seat; of a ladder, those who take part */
    /* Of a ladder (sim_open_ladder): who sits where, game by game. NULL: agent i in seat i. */
    seatings *seatings;
    int listed; /* of a ladder: how many agents it is about, the first ones … */
    /* … and the agent in all other seats, which may be one more; -1: they play each other */
    int field;
    const char *record_folder; /* NULL, or where game-NNNNNN.json is written for each game */
    const atomic_bool *stop;   /* set from outside: the games finished so far are reported */
    /* after a stop, games behind one that was not finished are left out */
    bool in_order;
    /* Called for each game, in game order, one at a time; NULL for nothing. */
    void (*each)(void *context, const game_result *);
    /* Called after every few games, by the same thread as `each`: a moment to write them out.
     * False, with the reason, ends the simulation. NULL for nothing. */
    bool (*flush)(void *context, lf_error *);
    /* Called by the caller's own thread when a rank is lost; NULL for nothing. */
    void (*warn)(void *context, const char *message);
    /* Called about ten times a second by the caller's own thread; NULL for nothing. */
    void (*progress)(void *context, int64_t done, int64_t games, double seconds);
    void *context;
} sim_plan;

/* Makes the plan a ladder of its first `agents` agents: each against each, or each alone in a field
 * of the agent of this name. What the seats had to do is measured. False with the reason;
 * else for sim_close_ladder. */
bool sim_open_ladder(sim_plan *, int agents, const char *field, lf_error *);
void sim_close_ladder(sim_plan *);
/* How many seats play. */
int sim_seats(const sim_plan *);
/* Which of the plan's agents plays the seat in a game. */
int sim_agent(const sim_plan *, int64_t game, lf_seat);
/* The id of the scenario, also where it is the usual one. */
const char *sim_scenario(const sim_plan *);
/* False when it could not be run at all, with the reason: a bad set-up, no thread, an unwritable
 * record. */
bool sim_run(const sim_plan *, sim_stats *, double *seconds, lf_error *);

#endif
