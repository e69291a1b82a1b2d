/* team.h: the other ranks, as the leader sees them: it gives them chunks of games, puts what they
 * send into its own ring, and takes back the chunks of a rank that no longer answers. */
#ifndef SIM_TEAM_H
#define SIM_TEAM_H

#include "ranks.h"
#include "tool/sim/pool.h"

/* Sends everybody the order (what to play, as JSON) and waits until all are ready. False, with the
 * reason, if one cannot play or does not answer; the others are sent home. *out is for team_free in
 * either case. */
bool team_gather(team **out, ranks *, const char *order, lf_error *);
/* Instead: there is nothing to do. */
void team_send_home(ranks *);

int team_ranks(const team *);   /* the leader included */
int team_threads(const team *); /* of the others */
/* True if a rank was lost on the way. */
bool team_lost_some(const team *);

/* Gives and takes what there is to give and take; false if there was nothing to take. To be called
 * often, by the thread that gathered. */
bool team_poll(team *, pool *);
/* Ends the work of the others; those that do not answer are reported as lost. */
void team_dismiss(team *, pool *);
void team_free(team *);

#endif
