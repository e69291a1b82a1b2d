/* sim.c: a simulation: the pool of threads, what becomes of its games, and somebody who watches. */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

#include "pool.h"
#include "support/clock.h"
#include "support/files.h"
#include "tool/sim/ranks/team.h"

#define CHUNKS_PER_THREAD 64 /* at least, so that the threads end together */
#define SLOTS_PER_THREAD 16
#define PROGRESS_SECONDS 0.1

/* The number of the agent that the field is made of, which is added if it is none of those listed;
 * -1 if there is no room. */
static int find_field(sim_plan *plan, const char *agent) {
    for (int i = 0; i < plan->listed; i++) {
        if (strcmp(plan->agents[i].text, agent) == 0)
            return i;
    }
    if (plan->listed == LF_SEATS_MAX)
        return -1;
    snprintf(plan->agents[plan->listed].text, sizeof plan->agents[0].text, "%s", agent);
    return plan->listed;
}

int sim_seats(const sim_plan *plan) {
    return lf_seats_for(plan->game, &plan->setup);
}

bool sim_open_ladder(sim_plan *plan, int agents, const char *field, lf_error *error) {
    const int seats = sim_seats(plan);
    plan->listed = agents;
    plan->field = field != NULL ? find_field(plan, field) : -1;
    if (field != NULL && plan->field < 0)
        return lf_error_set(error, LF_BAD_ARGUMENT, "More than %d agents do not fit on a ladder.",
                            LF_SEATS_MAX);
    plan->seatings = calloc(1, sizeof *plan->seatings);
    if (plan->seatings != NULL &&
        (field != NULL ? seatings_field(plan->seatings, agents, seats, plan->field)
                       : seatings_round_robin(plan->seatings, agents, seats, plan->setup.seed)))
        return true;
    sim_close_ladder(plan);
    return lf_error_no_memory(error);
}

void sim_close_ladder(sim_plan *plan) {
    if (plan->seatings != NULL)
        seatings_free(plan->seatings);
    free(plan->seatings);
    plan->seatings = NULL;
}

int sim_agent(const sim_plan *plan, int64_t game, lf_seat seat) {
    const seatings *const s = plan->seatings;
    return s != NULL ? s->agent[game % s->count][seat] : seat;
}

const char *sim_scenario(const sim_plan *plan) {
    const int index = plan->setup.scenario != NULL
                          ? lf_find(plan->game, LF_OF_SCENARIOS, plan->setup.scenario)
                          : lf_default_scenario(plan->game);
    const char *const name = index >= 0 ? lf_name(plan->game, LF_OF_SCENARIOS, index) : NULL;
    return name != NULL ? name : "";
}

static bool fold_games(pool *p, slot *s, lf_error *error) {
    const sim_plan *plan = p->plan;
    for (int i = 0; i < s->count; i++) {
        if (plan->each)
            plan->each(plan->context, &s->games[i]);
        stats_fold(p->context, &s->games[i]);
    }
    return !plan->flush || plan->flush(plan->context, error);
}

/* A stop can leave gaps: chunks that were taken and never played. What was played behind them
 * counts too. */
static bool fold_leftovers(pool *p, lf_error *error) {
    bool good = true;
    for (int64_t i = 0; i < p->slot_count && good; i++) {
        slot *s = pool_slot(p, p->due + i);
        if (!s->finished)
            continue;
        good = fold_games(p, s, error);
        s->count = 0;
    }
    return good;
}

static void watch(pool *p, double start) {
    const sim_plan *plan = p->plan;
    double shown = start, pause = plan->team ? RANKS_PAUSE_LEAST : PROGRESS_SECONDS;
    while (pool_wait(p, pause)) {
        if (plan->team)
            pause = ranks_pause(pause, team_poll(plan->team, p));
        double now = lf_clock_seconds();
        if (!plan->progress || now - shown < PROGRESS_SECONDS)
            continue;
        plan->progress(plan->context, pool_done(p), plan->games - plan->first, now - start);
        shown = now;
    }
}

static void cut_up(pool *p, int64_t threads) {
    int64_t games = p->plan->games - p->plan->first, size = games / (threads * CHUNKS_PER_THREAD);
    p->chunk = size < 1 ? 1 : size > CHUNK_MAX ? CHUNK_MAX : size;
    p->chunks = games > 0 ? (games + p->chunk - 1) / p->chunk : 0;
    p->open = p->plan->team && p->chunks > 0;
}

bool sim_run(const sim_plan *plan, sim_stats *stats, double *seconds, lf_error *error) {
    double start = lf_clock_seconds();
    int64_t threads = plan->threads + (plan->team ? team_threads(plan->team) : 0);
    pool p;
    *seconds = 0;
    if (!pool_open(&p, plan, threads * SLOTS_PER_THREAD))
        return lf_error_no_memory(error);
    p.fold = fold_games;
    p.context = stats;
    cut_up(&p, threads);
    bool good =
        pool_start(&p) || lf_error_set(error, LF_OUT_OF_MEMORY, "No thread could be started.");
    watch(&p, start);
    pool_join(&p);
    if (plan->team)
        team_dismiss(plan->team, &p);
    if (good && p.broken) {
        *error = p.error;
        good = false;
    }
    if (good && !plan->in_order)
        good = fold_leftovers(&p, error);
    *seconds = lf_clock_seconds() - start;
    pool_close(&p);
    return good;
}
