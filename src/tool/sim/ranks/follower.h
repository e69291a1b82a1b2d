/* follower.h: a rank that plays what the leader gives it. */
#ifndef SIM_FOLLOWER_H
#define SIM_FOLLOWER_H

#include "ranks.h"
#include "tool/sim/sim.h"

/* What to play, as JSON, for free(): empty when there is nothing to do, NULL when the leader does
 * not answer. */
char *follower_order(ranks *);
/* Tells the leader why this rank cannot play. */
void follower_refuse(ranks *, const char *why);
/* Plays until the leader has enough, or this process is told to end. False if not all ranks have
 * come to the end: the leader is lost, or another, or this one was told to end by somebody else. */
bool follower_work(ranks *, const sim_plan *);

#endif
