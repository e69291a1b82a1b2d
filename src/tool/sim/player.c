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
        lf_agent_free(who->copies[i / LF_SEATS_MAX][i % LF_SEATS_MAX]);
    }
    lf_state_free(who->state);
}

/* Each seat gets a copy of its agent for itself, and a new game begins for it. */
static bool seat_agents(player *who, int64_t index, uint64_t seed, lf_error *error) {
    int used[LF_SEATS_MAX] = {0};
    for (lf_seat seat = 0; seat < who->seats; seat++) {
        const int number = sim_agent(who->plan, index, seat);
        lf_agent **const copy = &who->copies[number][used[number]++];
        if (*copy == NULL)
            *copy = lf_agent_new(who->plan->game, who->plan->agents[number].text, error);
        if (*copy == NULL)
            return false;
        who->seated[seat] = *copy;
        lf_agent_begin(*copy, seat, seed);
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

static bool write_record(const sim_plan *plan, const lf_record *taken, int64_t index,
                         lf_error *error) {
    char path[LF_PATH_BYTES];
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
    lf_record *const taken =
        plan->record_folder ? lf_record_new(plan->game, plan->spec, &setup) : NULL;
    if (plan->record_folder && taken == NULL)
        return lf_error_no_memory(error), PLAYER_FAILED;
    if (taken != NULL)
        lf_record_begin(taken, who->state);
    playout_plan playout = {.agents = who->seated,
                            .max_decisions = plan->max_decisions,
                            .record = taken,
                            .stop = plan->stop,
                            .work = plan->seatings != NULL ? result->work : NULL};
    playout_result played;
    playout_run(who->state, &playout, &played);
    player_end end = played.end == PLAYOUT_STOPPED ? PLAYER_STOPPED : PLAYER_PLAYED;
    if (end == PLAYER_PLAYED && taken != NULL && !write_record(plan, taken, index, error))
        end = PLAYER_FAILED;
    if (end == PLAYER_PLAYED)
        take_result(who->state, &played, result);
    lf_record_free(taken);
    return end;
}
