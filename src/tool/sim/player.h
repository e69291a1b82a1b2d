/* player.h: plays the games of a simulation, one after the other, on one thread. The state and the
 * agents are made once and used again for every game. */
#ifndef SIM_PLAYER_H
#define SIM_PLAYER_H

#include "sim.h"

typedef struct {
    const sim_plan *plan;
    int seats;
    lf_state *state; /* NULL before the first game */
    /* By the plan's agents: where one has several seats at a table, several of it play. Made when
     * they are first needed. */
    lf_agent *copies[LF_SEATS_MAX][LF_SEATS_MAX];
    lf_agent *seated[LF_SEATS_MAX]; /* of the game that is played */
} player;

typedef enum {
    PLAYER_PLAYED,  /* there is a result, be it a failed game */
    PLAYER_STOPPED, /* by the plan's stop flag */
    PLAYER_FAILED   /* nothing can be played this way: the error says why */
} player_end;

void player_open(player *, const sim_plan *);
void player_close(player *);
/* Plays game `index` of the series. */
player_end player_play(player *, int64_t index, game_result *, lf_error *);

#endif
