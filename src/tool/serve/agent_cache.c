/* agent_cache.c: agents that are kept between decisions, so that a bot goes on thinking where it
 * was. Each belongs to a table and a seat. There are few of them, because they are large: the one
 * that was used longest ago makes room. Any of them can be made again; it only has to think anew
 * then. */
#include "agent_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

struct cached_agent {
    char table[STORE_ID_BYTES];
    char agent_spec[MATCH_WHO_BYTES];
    const lf_game *game;
    lf_seat seat;
    lf_agent *agent; /* NULL: not made yet */
    uint64_t used;   /* by the clock of the agent_cache; 0: the place is free */
    bool busy;       /* a thread has it */
    bool fresh;      /* it has not begun since it was made or stopped */
    bool stopped;    /* what it thinks about is not to be decided any more */
};

struct agent_cache {
    pthread_mutex_t lock;
    cached_agent at[CACHED_AGENTS_MAX];
    uint64_t clock;
    double seconds; /* a turn, 0: any number */
};

agent_cache *agent_cache_open(double seconds_a_turn) {
    agent_cache *all = calloc(1, sizeof *all);
    if (all != NULL) {
        pthread_mutex_init(&all->lock, NULL);
        all->seconds = seconds_a_turn;
    }
    return all;
}

void agent_cache_close(agent_cache *all) {
    if (all == NULL)
        return;
    for (int i = 0; i < CACHED_AGENTS_MAX; i++)
        lf_agent_free(all->at[i].agent);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

/* ---- taking one and putting it back ---------------------------------------------------------- */

static bool is_of(const cached_agent *m, const table *t, lf_seat seat, const char *agent_spec) {
    return m->used != 0 && m->seat == seat && m->game == t->match.game &&
           strcmp(m->table, t->id) == 0 && strcmp(m->agent_spec, agent_spec) == 0;
}

/* The one of that seat, or else a place for it: a free one, or that of the one used longest ago.
 * NULL: all are busy. */
static cached_agent *find_place(agent_cache *all, const table *t, lf_seat seat,
                                const char *agent_spec) {
    cached_agent *place = NULL;
    for (int i = 0; i < CACHED_AGENTS_MAX; i++) {
        cached_agent *m = &all->at[i];
        if (is_of(m, t, seat, agent_spec))
            return m->busy ? NULL : m;
        if (!m->busy && (place == NULL || m->used < place->used))
            place = m;
    }
    return place;
}

cached_agent *cached_agent_take(agent_cache *all, const table *t, lf_seat seat,
                                const char *agent_spec) {
    lf_agent *old = NULL;
    pthread_mutex_lock(&all->lock);
    cached_agent *m = find_place(all, t, seat, agent_spec);
    if (m != NULL && !is_of(m, t, seat, agent_spec)) {
        old = m->agent;
        *m = (cached_agent){.game = t->match.game, .seat = seat, .fresh = true};
        snprintf(m->table, sizeof m->table, "%s", t->id);
        snprintf(m->agent_spec, sizeof m->agent_spec, "%s", agent_spec);
    }
    if (m != NULL) {
        m->used = ++all->clock;
        m->busy = true;
        m->stopped = false;
    }
    pthread_mutex_unlock(&all->lock);
    lf_agent_free(old);
    return m;
}

/* Another thread may stop the agent between cached_agent_take and this call; beginning must not
 * undo that. */
lf_agent *cached_agent_begin(agent_cache *all, cached_agent *m, uint64_t seed) {
    if (m->agent == NULL) {
        lf_agent *made = lf_agent_new(m->game, m->agent_spec, NULL);
        if (made == NULL)
            return NULL;
        lf_agent_limit(made, all->seconds, CACHED_AGENT_BYTES);
        pthread_mutex_lock(&all->lock);
        m->agent = made;
        pthread_mutex_unlock(&all->lock);
    }
    if (m->fresh && lf_agent_begin(m->agent, m->seat, seed) != LF_OK)
        return NULL;
    pthread_mutex_lock(&all->lock);
    const bool stopped = m->stopped;
    m->fresh = stopped;
    pthread_mutex_unlock(&all->lock);
    return stopped ? NULL : m->agent;
}

void cached_agent_put_back(agent_cache *all, cached_agent *m) {
    pthread_mutex_lock(&all->lock);
    m->busy = false;
    m->fresh = m->fresh || m->stopped;
    pthread_mutex_unlock(&all->lock);
}

/* ---- stopping -------------------------------------------------------------------------------- */

void agent_cache_stop(agent_cache *all, const char *id) {
    pthread_mutex_lock(&all->lock);
    for (int i = 0; i < CACHED_AGENTS_MAX; i++) {
        cached_agent *m = &all->at[i];
        if (!m->busy || (id != NULL && strcmp(m->table, id) != 0))
            continue;
        m->stopped = true;
        if (m->agent != NULL)
            lf_agent_cancel(m->agent);
    }
    pthread_mutex_unlock(&all->lock);
}
