/* seating.h: which agent plays which seat in the games of a series, where that changes from game to
 * game. Game i has seating i modulo their number. Every agent is in every seat equally often, and
 * each seating is as often played as any other. */
#ifndef SIM_SEATING_H
#define SIM_SEATING_H

#include <stdbool.h>
#include <stdint.h>

#include "ludoforge.h"

#define SEATING_AGENTS_MAX 16
#define SEATINGS_MOST 360 /* that are listed in full; see seatings_round_robin */

typedef struct {
    int agents, seats, count;
    uint8_t (*agent)[LF_SEATS_MAX]; /* by seating and seat */
} seatings;

/* Everybody against everybody. All seatings in which the agents' numbers of seats differ by at most
 * one: with two seats each pair both ways; with as many agents as seats all their orders; with one
 * agent itself in all seats. Where those are too many, orders of the agents are drawn by the seed,
 * and each is moved on by one seat until everybody was everywhere. False when out of memory. */
bool seatings_round_robin(seatings *, int agents, int seats, uint64_t seed);
/* Each of the first `agents`, in each seat, alone among the agent `field`. */
bool seatings_field(seatings *, int agents, int seats, int field);
void seatings_free(seatings *);

#endif
