/* agent_cache.h: agents that are kept between decisions: a place for each table and seat that has a
 * bot, or an adviser. */
#ifndef SERVE_AGENT_CACHE_H
#define SERVE_AGENT_CACHE_H

#include "ludoforge_agents.h"
#include "server.h"

enum {
    CACHED_AGENTS_MAX = 32, /* that are kept */
    CACHED_AGENT_BYTES = BOT_MEGABYTES << 20
};

typedef struct agent_cache agent_cache;
typedef struct cached_agent cached_agent;

agent_cache *agent_cache_open(double seconds_a_turn);
void agent_cache_close(agent_cache *);

/* The agent of a seat at a table, for the calling thread alone until it is put back. NULL: too many
 * think at this moment. */
cached_agent *cached_agent_take(agent_cache *, const table *, lf_seat, const char *agent_spec);
/* Its agent, which has begun with `seed` unless it goes on. NULL: it cannot be made, or was stopped
 * meanwhile. */
lf_agent *cached_agent_begin(agent_cache *, cached_agent *, uint64_t seed);
void cached_agent_put_back(agent_cache *, cached_agent *);

/* Whoever thinks about this table, or any if `id` is NULL, ends at once. */
void agent_cache_stop(agent_cache *, const char *id);

#endif
