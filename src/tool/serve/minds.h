/* minds.h: agents that are kept between decisions: a place for each table and seat that has a bot,
 * or an adviser. */
#ifndef SERVE_MINDS_H
#define SERVE_MINDS_H

#include "ludoforge_agents.h"
#include "server.h"

enum {
    MINDS_MAX = 32, /* that are kept */
    MIND_BYTES = BOT_MEGABYTES << 20
};

typedef struct minds minds;
typedef struct mind mind;

minds *minds_open(double seconds_a_turn);
void minds_close(minds *);

/* The mind of a seat at a table, for the calling thread alone until it is put back. NULL: too many
 * think at this moment. */
mind *mind_take(minds *, const table *, lf_seat, const char *words);
/* Its agent, which has begun with `seed` unless it goes on. NULL: it cannot be made, or was stopped
 * meanwhile. */
lf_agent *mind_begin(minds *, mind *, uint64_t seed);
void mind_put_back(minds *, mind *);

/* Whoever thinks about this table, or any if `id` is NULL, ends at once. */
void minds_stop(minds *, const char *id);

#endif
