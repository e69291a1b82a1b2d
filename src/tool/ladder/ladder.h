/* ladder.h: what the games of a ladder add up to: every agent in every seat, every pair, and how
 * strong each is.
 *
 * The games are those of a simulation whose plan has seatings (sim/seating.h). They are folded in
 * one by one, in game order; so all numbers are the same for any number of threads and ranks, and
 * for a run that was interrupted, but for the times. */
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
    /* how often two agents were in two seats of a table */
    int64_t met[LF_SEATS_MAX][LF_SEATS_MAX];
    int64_t halves[LF_SEATS_MAX]
                  /* twice the points of the first: 2 before, 1 beside, 0 behind the other */
                  [LF_SEATS_MAX];
    rating_games games;
    ratings ratings;
    bool rated; /* `ratings` hold */
} ladder;

void ladder_open(ladder *, const sim_plan *);
void ladder_close(ladder *);
/* A game in its order; of the plan, or of a run that is resumed. Games that failed say nothing. */
void ladder_fold(ladder *, const game_result *);
/* After the last game: the strengths. */
void ladder_rate(ladder *);

/* An agent in all seats together. */
ladder_cell ladder_total(const ladder *, int who);
/* The mean of the margins with its interval; the share of wins with Wilson's. `p` is not set. */
estimate cell_margin(const ladder_cell *);
estimate cell_share(const ladder_cell *);
/* Points of one agent against another, as a share of their meetings. With more than two seats those
 * of one table depend on each other; the interval does not know. */
estimate ladder_points(const ladder *, int who, int other);
double cell_decision_ms(const ladder_cell *); /* 0: none */
double cell_turn_ms(const ladder_cell *);
/* The agents, strongest first (as listed where there are no numbers). */
void ladder_order(const ladder *, int order[LF_SEATS_MAX]);
/* "Bradley-Terry" with two seats, else "Plackett-Luce". */
const char *ladder_model(const ladder *);

/* Adds agents, pairs, model and seatings. */
void ladder_to_json(const ladder *, json_t *object);

/* ---- ladder_page.c --------------------------------------------------------------------------- */

/* A page of charts that needs nothing else. `command` is the command line that makes it. */
void ladder_write_page(FILE *, const ladder *, const sim_stats *, const char *command);

#endif
