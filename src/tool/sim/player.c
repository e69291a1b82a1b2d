/* player.c: one game of a simulation: set up, played to its end, written down. */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ludoforge_tools.h"
#include "support/files.h"

void player_open(player *who, const sim_plan *plan) {
    *who = (player){.plan = plan, .seats = lf_count(plan->game, LF_OF_SEATS)};
}

void player_close(player *who) {
    for (int i = 0; i < LF_SEATS_MAX * LF_SEATS_MAX; i++) {
        agent *const one = who->copies[i / LF_SEATS_MAX][i % LF_SEATS_MAX];
        if (one != NULL)
            lf_agent_close(one);
        free(one);
    }
    lf_state_free(who->state);
}

static agent *open_agent(const sim_plan *plan, int number, lf_error *error) {
    agent *const one = calloc(1, sizeof *one);
    if (one == NULL)
        lf_error_set(error, LF_OUT_OF_MEMORY, "Out of memory.");
    if (one != NULL && lf_agent_open(one, plan->game, plan->agents[number].text, error))
        return one;
    free(one);
    return NULL;
}

/* Each seat gets a copy of its agent for itself, and a new game begins for it. */
static bool seat_agents(player *who, int64_t index, uint64_t seed, lf_error *error) {
    int used[LF_SEATS_MAX] = {0};
    for (lf_seat seat = 0; seat < who->seats; seat++) {
        const int number = sim_agent(who->plan, index, seat);
        agent **const copy = &who->copies[number][used[number]++];
        if (*copy == NULL)
            *copy = open_agent(who->plan, number, error);
        if (*copy == NULL)
            return false;
        who->seated[seat] = *copy;
        lf_agent_start(*copy, seat, seed);
    }
    return true;
}

static bool begin(player *who, const lf_setup *setup, lf_error *error) {
    if (who->state)
        return lf_state_reset(who->state, setup, error) == LF_OK;
    who->state = lf_state_new(who->plan->game, setup, error);
    /* a record asks after every decision, everybody else at the end of a game */
    if (who->state != NULL)
        lf_hash_on_demand(who->state, who->plan->record_folder == NULL);
    return who->state != NULL;
}

static void take_result(const lf_state *state, const playout_result *played, game_result *result) {
    result->end = played->end;
    result->decisions = played->decisions;
    result->turns = lf_turn(state);
    result->hash = lf_table_hash(state);
    if (played->end == PLAYOUT_ENDED) {
        result->winners = played->outcome.winners;
        result->checkpoint = played->outcome.checkpoint;
        memcpy(result->margin, played->outcome.margin, sizeof result->margin);
    } else {
        result->error = strdup(played->error.message);
    }
}

static bool write_record(const sim_plan *plan, const record *taken, int64_t index,
                         lf_error *error) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/game-%06lld.json", plan->record_folder, (long long)index) >=
        (int)sizeof path)
        return lf_error_set(error, LF_BAD_ARGUMENT, "The path is too long: %.200s…",
                            plan->record_folder);
    return lf_record_write(taken, path, error);
}

player_end player_play(player *who, int64_t index, game_result *result, lf_error *error) {
    const sim_plan *plan = who->plan;
    lf_setup setup = plan->setup;
    setup.seed = lf_series_seed(plan->setup.seed, (uint64_t)index);
    *result = (game_result){.index = index, .seed = setup.seed};
    if (!begin(who, &setup, error) || !seat_agents(who, index, setup.seed, error))
        return PLAYER_FAILED;
    record taken = {0};
    if (plan->record_folder) {
        lf_record_open(&taken, plan->game, plan->spec, &setup);
        lf_record_begin(&taken, who->state);
    }
    playout_plan playout = {.agents = who->seated,
                            .max_decisions = plan->max_decisions,
                            .record = plan->record_folder ? &taken : NULL,
                            .stop = plan->stop,
                            .work = plan->seatings != NULL ? result->work : NULL};
    playout_result played;
    playout_run(who->state, &playout, &played);
    player_end end = played.end == PLAYOUT_STOPPED ? PLAYER_STOPPED : PLAYER_PLAYED;
    if (end == PLAYER_PLAYED && plan->record_folder && !write_record(plan, &taken, index, error))
        end = PLAYER_FAILED;
    if (end == PLAYER_PLAYED)
        take_result(who->state, &played, result);
    lf_record_close(&taken);
    return end;
}
