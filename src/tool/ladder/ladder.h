/* ladder.h: the results of a ladder: statistics of every agent in every seat and of every pair, and
 * the strength of each agent.
 *
 * The games are those of a simulation whose plan has seatings (sim/seating.h). They are added one
 * by one in the order of the games. So all numbers except times are the same for any number of
 * threads and ranks, and for a run that was interrupted. */
#ifndef LADDER_LADDER_H
#define LADDER_LADDER_H

#include <jansson.h>

#include "rating.h"
#include "tool/sim/sim.h"

/* Games of one agent in one seat, or in all. */
typedef struct {
    int64_t games, wins, draws;
    double margin, squares; /* sums of the margins and of their squares */
    seat_work work;
} ladder_cell;

typedef struct {
    const sim_plan *plan;
    int seats;
    ladder_cell cells[LF_SEATS_MAX][LF_SEATS_MAX]; /* by agent and seat */
    /* how often two agents met: once for every two seats of a game */
    int64_t met[LF_SEATS_MAX][LF_SEATS_MAX];
    /* twice the points of the first: 2 for finishing before the other, 1 for a tie */
    int64_t halves[LF_SEATS_MAX][LF_SEATS_MAX];
    rating_games games;
    ratings ratings;
    bool rated; /* `ratings` are valid */
} ladder;

void ladder_open(ladder *, const sim_plan *);
void ladder_close(ladder *);
/* Adds the next game, of the plan or of a run that is resumed. Games that failed do not count. */
void ladder_add(ladder *, const game_result *);
/* Computes the strengths after the last game. */
void ladder_rate(ladder *);

/* The sum over all seats of an agent. */
ladder_cell ladder_total(const ladder *, int who);
/* The mean margin and the share of wins (Wilson) with their intervals. `p` is not set. */
estimate cell_margin(const ladder_cell *);
estimate cell_share(const ladder_cell *);
/* The points of one agent against another as a share of their meetings. With more than two seats
 * the meetings of one game depend on each other, which the interval ignores. */
estimate ladder_points(const ladder *, int who, int other);
double cell_decision_ms(const ladder_cell *); /* 0: none */
double cell_turn_ms(const ladder_cell *);
/* Sorts the agents, strongest first; without ratings they keep their order. */
void ladder_order(const ladder *, int order[LF_SEATS_MAX]);
/* "Bradley-Terry" with two seats, else "Plackett-Luce". */
const char *ladder_model(const ladder *);

/* Adds agents, pairs, model and seatings to a JSON object. */
void ladder_to_json(const ladder *, json_t *object);

/* ---- ladder_page.c --------------------------------------------------------------------------- */

/* Writes a self-contained page of charts. `command` is the command line that makes it. */
void ladder_write_page(FILE *, const ladder *, const sim_stats *, const char *command);

#endif
