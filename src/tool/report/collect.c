/* collect.c: plays the games of a run again, on many threads, each game into its own place. */
#include "collect.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

#include "ludoforge_tools.h"
#include "support/files.h"
#include "support/thread_pool.h"

typedef struct {
    const collect_plan *plan;
    collection *out;
    atomic_int_fast64_t next;
    atomic_bool broken;
    pthread_mutex_t lock; /* guards the error */
    lf_error error;
} replay_job;

static void give_up(replay_job *c, const lf_error *error) {
    pthread_mutex_lock(&c->lock);
    if (!atomic_exchange(&c->broken, true))
        c->error = *error;
    pthread_mutex_unlock(&c->lock);
}

static bool check_end(const collect_plan *plan, int64_t index, const lf_state *state,
                      const playout_result *played, lf_error *error) {
    if (played->end == PLAYOUT_STOPPED)
        return lf_error_set(error, LF_BAD_ARGUMENT, "Stopped.");
    if (lf_table_hash(state) == plan->run->keys[index].hash)
        return true;
    return lf_error_set(error, LF_BAD_INPUT,
                        "Game %" PRId64 " (seed %" PRIu64
                        ") ends differently from what %s/games.csv says: the rules, "
                        "an agent or the program have changed since. Play the run again with "
                        "`ludoforge sim --run`.",
                        index, plan->run->keys[index].seed, plan->run->folder);
}

static bool replay(const replay_job *c, lf_agent *const *agents, int64_t index, lf_error *error) {
    const collect_plan *plan = c->plan;
    lf_setup setup = plan->run->setup.setup;
    setup.seed = plan->run->keys[index].seed;
    lf_state *state = lf_state_new(plan->game, &setup, error);
    if (state == NULL)
        return false;
    for (int seat = 0; seat < c->out->watch_plan.seats; seat++)
        lf_agent_begin(agents[seat], seat, setup.seed);
    detail_watch watch;
    playout_plan playout = {
        .agents = agents, .max_decisions = plan->run->max_decisions, .stop = plan->stop};
    playout_result played;
    bool good = detail_open(&c->out->games[index], &c->out->watch_plan);
    if (good) {
        detail_watch_begin(&watch, &c->out->watch_plan, state, &c->out->games[index]);
        playout_run(state, &playout, &played);
    }
    if (!good || watch.failed)
        good = lf_error_no_memory(error);
    else
        good = check_end(plan, index, state, &played, error);
    lf_state_free(state);
    return good;
}

static void work(void *context, int slice) {
    (void)slice;
    replay_job *c = context;
    lf_agent *agents[LF_SEATS_MAX] = {NULL};
    lf_error error = {0};
    int seats = c->out->watch_plan.seats, opened = 0;
    while (opened < seats && (agents[opened] = lf_agent_new(
                                  c->plan->game, c->plan->agents[opened].text, &error)) != NULL)
        opened++;
    if (opened < seats)
        give_up(c, &error);
    while (!atomic_load(&c->broken)) {
        int64_t index = atomic_fetch_add(&c->next, 1);
        if (index >= c->out->count)
            break;
        if (!replay(c, agents, index, &error))
            give_up(c, &error);
    }
    for (int seat = 0; seat < opened; seat++)
        lf_agent_free(agents[seat]);
}

static bool run_threads(replay_job *c) {
    lf_thread_pool *const pool = lf_thread_pool_new(c->plan->threads);
    if (pool == NULL)
        return false;
    lf_thread_pool_run(pool, work, c);
    lf_thread_pool_free(pool);
    return true;
}

static bool prepare(const collect_plan *plan, collection *out) {
    const series *games = &plan->run->games;
    int64_t turns = 0, decisions = 0;
    out->count = games->games < plan->most ? games->games : plan->most;
    for (int64_t i = 0; i < out->count; i++) {
        turns = games->at[i].turns > turns ? games->at[i].turns : turns;
        decisions = games->at[i].decisions > decisions ? games->at[i].decisions : decisions;
    }
    out->games = calloc((size_t)out->count + 1, sizeof *out->games);
    return out->games && watch_plan_open(&out->watch_plan, plan->game, turns, decisions);
}

bool collect(const collect_plan *plan, collection *out, lf_error *error) {
    *out = (collection){0};
    replay_job c = {.plan = plan, .out = out};
    if (!prepare(plan, out)) {
        collection_free(out);
        return lf_error_no_memory(error);
    }
    pthread_mutex_init(&c.lock, NULL);
    bool good = run_threads(&c) || lf_error_no_memory(error);
    if (good && c.broken) {
        *error = c.error;
        good = false;
    }
    pthread_mutex_destroy(&c.lock);
    if (!good)
        collection_free(out);
    return good;
}

void collection_free(collection *c) {
    for (int64_t i = 0; c->games != NULL && i < c->count; i++)
        detail_close(&c->games[i]);
    free(c->games);
    watch_plan_close(&c->watch_plan);
    *c = (collection){0};
}
