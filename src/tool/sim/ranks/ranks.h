/* ranks.h: messages between the processes of one simulation. Under `mpirun -n N` there are N of
 * them, called ranks; rank 0 leads. Started in any other way the process is alone.
 *
 * This is all that knows of MPI, and there are two of it: ranks.c, and ranks_none.c for a build
 * without MPI. Nothing here waits for a message, so nothing can hang when a rank is gone; what is
 * too long is for the callers to judge (team.c, follower.c). To be called by one thread. */
#ifndef SIM_RANKS_H
#define SIM_RANKS_H

#include <stdbool.h>
#include <stddef.h>

#include "ludoforge.h"

typedef struct ranks ranks;

typedef enum {
    RANK_ORDER,  /* leader: what to play, as JSON; empty: go home */
    RANK_READY,  /* follower: "THREADS HOST" */
    RANK_GRANT,  /* leader: chunks to play, "NUMBER FIRST COUNT" a line */
    RANK_RESULT, /* follower: "NUMBER", then a row a game */
    RANK_FAILED, /* follower: it cannot go on; why, in words */
    RANK_ALIVE,  /* either: nothing to say */
    RANK_STOP,   /* leader: no more; not empty if some rank was lost */
    RANK_BYE     /* follower: nothing will follow */
} rank_tag;

typedef struct {
    int from;
    rank_tag tag;
    size_t size;
    char *bytes; /* with a NUL behind them; for free() */
} rank_message;

/* What `version` says of it: "MPI: …". */
const char *ranks_support(void);

/* Joins the others. *out is NULL if the process is alone. */
bool ranks_join(ranks **out, lf_error *);
int ranks_self(const ranks *);
int ranks_count(const ranks *);
int ranks_here(const ranks *); /* those on this machine, this one included */

/* Sends a copy, in its own time. */
bool ranks_send(ranks *, int to, rank_tag, const void *bytes, size_t size);
/* Nothing is still on its way to this rank. */
bool ranks_sent(ranks *, int to);
/* False when there is no message now. */
bool ranks_receive(ranks *, rank_message *);

/* The end of it. If somebody is missing (`all` is false) there is no orderly way: the program ends
 * here, with the status, and takes all others along. */
void ranks_leave(ranks *, bool all, int status);

/* What started this process as one of several, by the variable that gives it away; NULL: nothing
 * did. */
const char *ranks_launcher(void);
/* How long to wait between two looks for messages: short after one, then longer and longer, because
 * whoever looks takes time from the games. */
#define RANKS_PAUSE_LEAST 0.0002
double ranks_pause(double last, bool found);
/* How long a rank may be silent, in seconds: LUDOFORGE_RANK_TIMEOUT, or 30. */
double ranks_patience(void);

#endif
