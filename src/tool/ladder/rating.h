/* rating.h: how strong agents are, from the order in which they finished.
 *
 * The model is that of Plackett and Luce: an agent has a strength w; among those who are left, the
 * next place goes to each with the chance w / (sum of all w that are left). With two seats that is
 * the model of Bradley and Terry, which Elo numbers are the scale of: 400 points are ten times the
 * strength. Equal places count as every order of them at once, with equal parts; so a draw of two
 * is half a win for each. Strengths are those of the greatest likelihood, found by the MM algorithm
 * (Hunter 2004); intervals come from the curvature of the likelihood there.
 *
 * Only + - * / and square roots in a fixed order are used: the numbers are the same on every
 * machine. */
#ifndef LADDER_RATING_H
#define LADDER_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/common/inference.h"

#define RATING_AGENTS_MAX 16
#define RATING_SEATS_MAX 16
#define RATING_ITEMS_MAX (RATING_AGENTS_MAX + 1) /* one more: the opponent that does not exist */

/* Those who were left when a place was given, and how often that was so. */
typedef struct {
    uint8_t left[RATING_ITEMS_MAX]; /* seats of each agent */
    double weight;                  /* 0: an empty slot */
} rating_term;

/* What games say about strengths. */
typedef struct {
    int agents;
    double places[RATING_ITEMS_MAX]; /* how many places each took while others were left */
    /* a bit for each that it finished before, or beside, at least once */
    uint32_t before[RATING_ITEMS_MAX];
    rating_term *terms; /* a hash table */
    int capacity, count;
    bool full; /* memory ran out */
} rating_games;

void rating_open(rating_games *, int agents);
void rating_close(rating_games *);
/* A game of `seats` seats: the agent in each, and its rank: the least is the best, equal ones are
 * shared. */
void rating_add(rating_games *, int seats, const int *agent, const int *rank);

typedef struct {
    int agents, items;
    double theta[RATING_ITEMS_MAX]; /* logarithms of the strengths */
    /* variances of sums of them that add up to nothing */
    double spread[RATING_ITEMS_MAX][RATING_ITEMS_MAX];
    bool
        /* some agent has won, or lost, all: every agent was given half a win and half a loss
         * against a middling opponent, because without them the likelihood has no greatest value */
        anchored;
} ratings;

/* False when memory ran out, or there are no games. */
bool rating_solve(const rating_games *, ratings *);
/* The Elo number of an agent, 0 being the mean of all; and of one above another. `p` is not set. */
estimate rating_elo(const ratings *, int agent);
estimate rating_difference(const ratings *, int agent, int other);

#endif
