/* sim.c: the threads of a simulation.
 *
 * Games are handed out in chunks of consecutive numbers. A finished chunk waits in a ring of slots until
 * all chunks before it have been folded into the statistics; whoever finishes the chunk that is due folds
 * it and every finished one behind it. A thread that is a whole ring ahead waits, so memory is constant
 * however many games are played. */
#include "sim/sim.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/files.h"

#define CHUNK_MAX 32
#define CHUNKS_PER_THREAD 8 /* at least, so that the threads end together */
#define SLOTS_PER_THREAD 16

typedef struct {
    bool finished;
    int count; /* fewer than a chunk at the end, or when stopped */
    game_result games[CHUNK_MAX];
} slot;

typedef struct {
    const sim_plan *plan;
    sim_stats *stats;
    int64_t chunk; /* games handed out at a time */
    atomic_int_fast64_t next_chunk;
    atomic_bool broken;   /* `error` says why; everybody stops */
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t folded;
    slot *slots;
    int64_t slot_count;
    int64_t due;  /* the first chunk that is not folded yet */
    int64_t done; /* games folded */
    int running;  /* threads at work */
    lf_error error;
} pool;

double now_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- one game -------------------------------------------------------------------------------------- */

static void break_off(pool *p, const lf_error *error) {
    pthread_mutex_lock(&p->lock);
    if (!atomic_exchange(&p->broken, true))
        p->error = *error;
    pthread_cond_broadcast(&p->folded);
    pthread_mutex_unlock(&p->lock);
}

static bool should_stop(pool *p) {
    return atomic_load_explicit(&p->broken, memory_order_relaxed) ||
           (p->plan->stop && atomic_load_explicit(p->plan->stop, memory_order_relaxed));
}

static void take_result(const lf_state *state, const playout_result *played, game_result *result) {
    result->end = played->end;
    result->decisions = played->decisions;
    result->turns = lf_turn(state);
    result->hash = lf_table_hash(state);
    if (played->end == PLAYOUT_ENDED) {
        result->winner = played->outcome.winner;
        result->checkpoint = played->outcome.checkpoint;
        memcpy(result->margin, played->outcome.margin, sizeof result->margin);
    } else {
        result->error = strdup(played->error.message);
    }
}

static bool write_record(const sim_plan *plan, const record *taken, int64_t index, lf_error *error) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/game-%06lld.json", plan->record_folder, (long long)index) >=
        (int)sizeof path)
        return fail(error, LF_BAD_ARGUMENT, "The path is too long: %.200s…", plan->record_folder);
    return record_write(taken, path, error);
}

/* False when the pool should stop; then there is no result. */
static bool play_game(pool *p, agent *agents, int64_t index, game_result *result) {
    const sim_plan *plan = p->plan;
    lf_error error = {0};
    lf_setup setup = plan->setup;
    setup.seed = rng_series_seed(plan->setup.seed, (uint64_t)index);
    *result = (game_result){.index = index, .seed = setup.seed, .winner = LF_NOBODY};
    lf_state *state = lf_state_new(plan->game, &setup, &error);
    if (!state) {
        break_off(p, &error);
        return false;
    }
    for (int seat = 0; seat < p->stats->seats; seat++)
        agent_begin(&agents[seat], seat, setup.seed);
    record taken = {0};
    if (plan->record_folder) {
        record_open(&taken, plan->game, plan->spec, &setup);
        record_begin(&taken, state);
    }
    playout_plan playout = {agents, plan->max_decisions, plan->record_folder ? &taken : NULL, plan->stop};
    playout_result played;
    playout_run(state, &playout, &played);
    bool good = played.end != PLAYOUT_STOPPED;
    if (good && plan->record_folder && !write_record(plan, &taken, index, &error)) {
        break_off(p, &error);
        good = false;
    }
    if (good)
        take_result(state, &played, result);
    record_close(&taken);
    lf_state_free(state);
    return good;
}

/* ---- folding in order --------------------------------------------------------------------------------- */

static void fold_chunk(pool *p, slot *s) {
    for (int i = 0; i < s->count; i++) {
        if (p->plan->each)
            p->plan->each(p->plan->context, &s->games[i]);
        stats_fold(p->stats, &s->games[i]);
    }
    p->done += s->count;
    s->finished = false;
    s->count = 0;
}

/* The slot of a chunk, once the ring has come round to it; NULL when everybody stops. */
static slot *wait_for_slot(pool *p, int64_t chunk) {
    pthread_mutex_lock(&p->lock);
    while (chunk >= p->due + p->slot_count && !should_stop(p)) {
        struct timespec until; /* a bounded wait, because the stop flag is set without a signal to us */
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        pthread_cond_timedwait(&p->folded, &p->lock, &until);
    }
    slot *s = chunk < p->due + p->slot_count ? &p->slots[chunk % p->slot_count] : NULL;
    pthread_mutex_unlock(&p->lock);
    return s;
}

static void hand_in(pool *p, slot *s) {
    pthread_mutex_lock(&p->lock);
    s->finished = true;
    slot *due = &p->slots[p->due % p->slot_count];
    while (due->finished) {
        fold_chunk(p, due);
        p->due++;
        due = &p->slots[p->due % p->slot_count];
    }
    pthread_cond_broadcast(&p->folded);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *context) {
    pool *p = context;
    agent agents[LF_SEATS_MAX];
    for (int seat = 0; seat < p->stats->seats; seat++)
        agent_open(&agents[seat], p->plan->agents[seat]);
    while (!should_stop(p)) {
        int64_t chunk = atomic_fetch_add(&p->next_chunk, 1), first = chunk * p->chunk;
        if (first >= p->plan->games)
            break;
        slot *s = wait_for_slot(p, chunk);
        if (!s)
            break;
        int64_t last = first + p->chunk < p->plan->games ? first + p->chunk : p->plan->games;
        for (int64_t i = first; i < last && !should_stop(p); i++) {
            if (!play_game(p, agents, i, &s->games[s->count]))
                break;
            s->count++;
        }
        hand_in(p, s);
    }
    for (int seat = 0; seat < p->stats->seats; seat++)
        agent_close(&agents[seat]);
    pthread_mutex_lock(&p->lock);
    p->running--;
    pthread_cond_broadcast(&p->folded);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* ---- the pool ------------------------------------------------------------------------------------------- */

/* A stop can leave gaps: chunks that were taken and never played. What was played behind them counts too. */
static void fold_leftovers(pool *p) {
    for (int64_t i = 0; i < p->slot_count; i++) {
        slot *s = &p->slots[(p->due + i) % p->slot_count];
        if (s->finished)
            fold_chunk(p, s);
    }
}

static void watch(pool *p, double start) {
    pthread_mutex_lock(&p->lock);
    while (p->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100 * 1000 * 1000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        int64_t done = p->done;
        while (p->running > 0 && pthread_cond_timedwait(&p->folded, &p->lock, &until) != ETIMEDOUT)
            done = p->done;
        if (p->plan->progress) {
            pthread_mutex_unlock(&p->lock);
            p->plan->progress(p->plan->context, done, p->plan->games, now_seconds() - start);
            pthread_mutex_lock(&p->lock);
        }
    }
    pthread_mutex_unlock(&p->lock);
}

static bool run_threads(pool *p, double start) {
    pthread_t *threads = calloc((size_t)p->plan->threads, sizeof *threads);
    int started = 0;
    p->running = threads ? p->plan->threads : 0;
    while (threads && started < p->plan->threads && pthread_create(&threads[started], NULL, work, p) == 0)
        started++;
    pthread_mutex_lock(&p->lock);
    p->running -= threads ? p->plan->threads - started : 0; /* those that did not start */
    pthread_mutex_unlock(&p->lock);
    watch(p, start);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return started > 0;
}

static int64_t chunk_size(const sim_plan *plan) {
    int64_t size = plan->games / ((int64_t)plan->threads * CHUNKS_PER_THREAD);
    return size < 1 ? 1 : size > CHUNK_MAX ? CHUNK_MAX : size;
}

bool sim_run(const sim_plan *plan, sim_stats *stats, double *seconds, lf_error *error) {
    pool p = {.plan = plan, .stats = stats, .chunk = chunk_size(plan)};
    p.slot_count = (int64_t)plan->threads * SLOTS_PER_THREAD;
    double start = now_seconds();
    p.slots = calloc((size_t)p.slot_count, sizeof *p.slots);
    if (!p.slots)
        return fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.folded, NULL);
    bool good = run_threads(&p, start) || fail(error, LF_OUT_OF_MEMORY, "No thread could be started.");
    fold_leftovers(&p);
    if (good && p.broken) {
        *error = p.error;
        good = false;
    }
    *seconds = now_seconds() - start;
    pthread_cond_destroy(&p.folded);
    pthread_mutex_destroy(&p.lock);
    free(p.slots);
    return good;
}
