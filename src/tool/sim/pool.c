/* pool.c: the threads of one process and their ring of chunks. What is played and what becomes of
 * it is not known here: see player.c and sim.c. */
#include "pool.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "player.h"
#include "support/thread.h"

bool pool_open(pool *p, const sim_plan *plan, int64_t slot_count) {
    *p = (pool){.plan = plan, .slot_count = slot_count};
    p->slots = calloc((size_t)slot_count, sizeof *p->slots);
    p->returned = calloc((size_t)slot_count, sizeof *p->returned);
    p->threads = calloc((size_t)plan->threads, sizeof *p->threads);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    if (p->slots != NULL && p->returned && p->threads)
        return true;
    pool_close(p);
    return false;
}

void pool_close(pool *p) {
    pool_join(p);
    for (int64_t i = 0; p->slots != NULL && i < p->slot_count; i++) { /* what was not folded */
        for (int game = 0; game < p->slots[i].count; game++)
            free(p->slots[i].games[game].error);
    }
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p->slots);
    free(p->returned);
    free(p->threads);
}

void pool_break(pool *p, const lf_error *error) {
    pthread_mutex_lock(&p->lock);
    if (!atomic_exchange(&p->broken, true))
        p->error = *error;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

bool pool_stopped(pool *p) {
    return atomic_load_explicit(&p->broken, memory_order_relaxed) ||
           (p->plan->stop && atomic_load_explicit(p->plan->stop, memory_order_relaxed));
}

static void wait_at_most(pool *p, double seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9) % 1000000000;
    until.tv_sec += (time_t)seconds + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&p->changed, &p->lock, &until);
}

/* ---- chunks to play -------------------------------------------------------------------------- */

slot *pool_slot(pool *p, int64_t number) {
    return &p->slots[number % p->slot_count];
}

static void describe(slot *s, int64_t number, int64_t first, int wanted) {
    s->number = number;
    s->first = first;
    s->wanted = wanted;
    s->count = 0;
}

/* With the lock held: the next chunk, or NULL. */
static slot *take(pool *p) {
    if (p->returned_count > 0)
        return pool_slot(p, p->returned[--p->returned_count]);
    if (p->next >= p->chunks || p->next >= p->due + p->slot_count)
        return NULL;
    int64_t number = p->next++;
    slot *s = pool_slot(p, number);
    if (p->chunk > 0) { /* else pool_add has described it */
        int64_t first = p->plan->first + number * p->chunk, left = p->plan->games - first;
        describe(s, number, first, (int)(left < p->chunk ? left : p->chunk));
    }
    return s;
}

slot *pool_take(pool *p) {
    pthread_mutex_lock(&p->lock);
    slot *s = take(p);
    pthread_mutex_unlock(&p->lock);
    return s;
}

/* Bounded, because the stop flag is set without a signal to us; see also pool_wait. */
static void rest(pool *p) {
    p->resting++;
    wait_at_most(p, 1);
    p->resting--;
}

/* For the threads here: waits for room in the ring and, while it is open, for more to do. */
static slot *wait_for_chunk(pool *p) {
    pthread_mutex_lock(&p->lock);
    slot *s = NULL;
    while (!pool_stopped(p) && (s = take(p)) == NULL && (p->next < p->chunks || p->open))
        rest(p);
    pthread_mutex_unlock(&p->lock);
    return s;
}

void pool_return(pool *p, int64_t number) {
    pthread_mutex_lock(&p->lock);
    assert(p->returned_count < p->slot_count);
    p->returned[p->returned_count++] = number;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

void pool_add(pool *p, int64_t number, int64_t first, int wanted) {
    pthread_mutex_lock(&p->lock);
    describe(pool_slot(p, p->chunks++), number, first, wanted);
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

void pool_shut(pool *p) {
    pthread_mutex_lock(&p->lock);
    p->open = false;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* ---- folding in order ------------------------------------------------------------------------ */

/* With the lock held, which is released meanwhile. A chunk that was cut short ends the order. */
static void fold_one(pool *p, slot *s) {
    lf_error error;
    pthread_mutex_unlock(&p->lock);
    bool good = p->fold(p, s, &error);
    if (!good)
        pool_break(p, &error);
    pthread_mutex_lock(&p->lock);
    p->gap = p->gap || !good || s->count < s->wanted;
    p->done += s->count;
    s->count = 0;
    s->finished = false;
}

void pool_hand_in(pool *p, slot *s) {
    pthread_mutex_lock(&p->lock);
    s->finished = true;
    while (!p->folding && !p->gap && pool_slot(p, p->due)->finished) {
        p->folding = true;
        fold_one(p, pool_slot(p, p->due));
        p->due++;
        p->folding = false;
    }
    if (p->chunk > 0 && p->due == p->chunks)
        p->open = false; /* nothing can come back any more */
    if (p->resting > 0)
        pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

/* ---- the threads ----------------------------------------------------------------------------- */

static void play_chunk(pool *p, player *who, slot *s) {
    lf_error error = {0};
    for (int i = 0; i < s->wanted && !pool_stopped(p); i++) {
        player_end end = player_play(who, s->first + i, &s->games[i], &error);
        if (end == PLAYER_FAILED)
            pool_break(p, &error);
        if (end != PLAYER_PLAYED)
            break;
        s->count++;
    }
}

static void *work(void *context) {
    pool *p = context;
    player who;
    player_open(&who, p->plan);
    slot *s;
    while ((s = wait_for_chunk(p)) != NULL) {
        play_chunk(p, &who, s);
        pool_hand_in(p, s);
    }
    player_close(&who);
    pthread_mutex_lock(&p->lock);
    p->running--;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

bool pool_start(pool *p) {
    int wanted = p->plan->threads;
    p->running = wanted;
    while (p->started < wanted && lf_thread_start(&p->threads[p->started], work, p))
        p->started++;
    pthread_mutex_lock(&p->lock);
    p->running -= wanted - p->started; /* those that did not start */
    pthread_mutex_unlock(&p->lock);
    return p->started > 0;
}

void pool_join(pool *p) {
    while (p->threads != NULL && p->started > 0)
        pthread_join(p->threads[--p->started], NULL);
}

bool pool_wait(pool *p, double seconds) {
    pthread_mutex_lock(&p->lock);
    if (p->running > 0)
        wait_at_most(p, seconds);
    bool running = p->running > 0;
    if (pool_stopped(p))
        pthread_cond_broadcast(&p->changed); /* those that rest do not see the flag */
    pthread_mutex_unlock(&p->lock);
    return running;
}

int64_t pool_done(pool *p) {
    pthread_mutex_lock(&p->lock);
    int64_t done = p->done;
    pthread_mutex_unlock(&p->lock);
    return done;
}

int64_t pool_left(pool *p) {
    pthread_mutex_lock(&p->lock);
    int64_t left = p->chunks - p->next + p->returned_count;
    pthread_mutex_unlock(&p->lock);
    return left;
}
