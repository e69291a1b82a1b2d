/* rating.h: the strengths of agents, computed from the order in which they finished.
 *
 * The model is that of Plackett and Luce: each agent has a strength w, and the next place goes to
 * one of the remaining agents with the probability w / (sum of w over the remaining agents). With
 * two seats this is the model of Bradley and Terry, whose scale are Elo numbers: 400 points are ten
 * times the strength. A tie counts as all its orders in equal parts; so a draw of two is half a win
 * for each. The MM algorithm (Hunter 2004) finds the strengths with the maximum likelihood;
 * intervals come from the curvature of the likelihood there.
 *
 * The computation uses only + - * / and square roots in a fixed order. So the numbers are the same
 * on every machine. */
#ifndef LADDER_RATING_H
#define LADDER_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/common/inference.h"

#define RATING_AGENTS_MAX 16
#define RATING_SEATS_MAX 16
#define RATING_ITEMS_MAX (RATING_AGENTS_MAX + 1) /* one more: the opponent that anchors the scale */

/* The agents that remained when a place was assigned, and how often that happened. */
typedef struct {
    uint8_t left[RATING_ITEMS_MAX]; /* remaining seats of each agent */
    double weight;                  /* 0: an empty slot */
} rating_term;

/* Everything that the strengths depend on. */
typedef struct {
    int agents;
    double places[RATING_ITEMS_MAX]; /* how many places each took while others remained */
    /* one bit for each agent that it finished before, or tied with, at least once */
    uint32_t before[RATING_ITEMS_MAX];
    rating_term *terms; /* a hash table */
    int capacity, count;
    bool out_of_memory;
} rating_games;

void rating_open(rating_games *, int agents);
void rating_close(rating_games *);
/* Adds a game: the agent in each seat, and its rank. The lowest rank is the best; equal ranks are
 * ties. */
void rating_add(rating_games *, int seats, const int *agent, const int *rank);

typedef struct {
    int agents, items;
    double theta[RATING_ITEMS_MAX]; /* logarithms of the strengths */
    /* covariances, valid for contrasts: sums whose factors add up to 0 */
    double covariance[RATING_ITEMS_MAX][RATING_ITEMS_MAX];
    /* An agent has won or lost all its games, so that the likelihood has no maximum. Therefore
     * every agent was given half a win and half a loss against a middling opponent. */
    bool anchored;
} ratings;

/* False: memory ran out, or there are no games. */
bool rating_solve(const rating_games *, ratings *);
/* The Elo number of an agent, where 0 is the mean of all; the difference of two. `p` is not set. */
estimate rating_elo(const ratings *, int agent);
estimate rating_difference(const ratings *, int agent, int other);

#endif
