/* sim_plan.c: from the command line, or from a run that is resumed, to the plan of a simulation. */
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): sched_getaffinity
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "cmd_sim.h"
#include "tool/sim/run/run.h"

#define GAMES_USUAL 100
#define LADDER_GAMES_USUAL 10 /* for each seating */

static bool read_agent(const lf_game *game, const char *given, size_t length, agent_name *out) {
    char copy[2 * LF_AGENT_BYTES];
    lf_error error = {0};
    snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1),
             given);
    if (lf_agent_check(game, copy, &error)) {
        memcpy(out->text, copy, strlen(copy) + 1); /* a valid name fits */
        return true;
    }
    complain("%s", error.message);
    const char *name, *summary;
    for (int i = 0; (name = lf_agent_name(i, &summary)) != NULL; i++)
        fprintf(stderr, "  %-10s %s\n", name, summary);
    return false;
}

int sim_read_agents(const lf_game *game, const char *list, agent_name out[LF_SEATS_MAX]) {
    int count = 0;
    for (const char *at = list; at != NULL; count++) {
        const size_t length = lf_agent_name_length(at);
        if (count == LF_SEATS_MAX) {
            complain("--agents takes at most %d agents.", LF_SEATS_MAX);
            return 0;
        }
        if (!read_agent(game, at, length, &out[count]))
            return 0;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return count;
}

/* One agent for all seats, or one for each. */
static bool read_agents(sim_plan *plan, const char *list) {
    const int seats = sim_seats(plan), count = sim_read_agents(plan->game, list, plan->agents);
    if (count > 1 && count != seats)
        complain("--agents has %d agents, but the game has %d seats.", count, seats);
    if (count != 1 && count != seats)
        return false;
    for (int seat = count; seat < lf_count(plan->game, LF_OF_SEATS);
         seat++) /* also for those who do not play */
        plan->agents[seat] = plan->agents[0];
    return true;
}

/* A launcher may have bound this process to processors of its own; otherwise the ranks of a machine
 * share all. */
int sim_usual_threads(const ranks *r) {
    long online = sysconf(_SC_NPROCESSORS_ONLN), ours = online;
#ifdef CPU_COUNT
    cpu_set_t bound;
    if (sched_getaffinity(0, sizeof bound, &bound) == 0)
        ours = CPU_COUNT(&bound);
#endif
    if (r != NULL && ours >= online)
        ours /= ranks_here(r);
    return ours < 1 ? 1 : ours > SIM_THREADS_MAX ? SIM_THREADS_MAX : (int)ours;
}

/* ---- ladders --------------------------------------------------------------------------------- */

/* Two agents of the same name could not be distinguished in the results. */
static bool check_distinct(const agent_name *agents, int count) {
    for (int i = 1; i < count; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(agents[i].text, agents[k].text) != 0)
                continue;
            complain("--agents has \"%s\" twice.", agents[i].text);
            return false;
        }
    }
    return true;
}

/* The agents and their seats, anew if the command line says so. A ladder that was there stays with
 * whoever has a copy of the plan. */
static bool seat_ladder(sim_plan *plan, const sim_options *o) {
    lf_error error = {0};
    agent_name field[LF_SEATS_MAX];
    const char *in_field =
        plan->seatings != NULL && plan->field >= 0 ? plan->agents[plan->field].text : NULL;
    int count = plan->listed;
    if (plan->seatings == NULL && o->agents == NULL) {
        complain("ladder needs --agents A,B,...");
        return false;
    }
    if (o->agents == NULL && o->field == NULL)
        return true;
    if (in_field != NULL) {
        snprintf(field[0].text, sizeof field[0].text, "%s", in_field);
        in_field = field[0].text;
    }
    if (o->field != NULL) {
        if (sim_read_agents(plan->game, o->field, field) != 1) {
            complain("--field takes one agent, not \"%s\".", o->field);
            return false;
        }
        in_field = field[0].text;
    }
    if (o->agents != NULL && (count = sim_read_agents(plan->game, o->agents, plan->agents)) == 0)
        return false;
    if (!check_distinct(plan->agents, count))
        return false;
    if (sim_open_ladder(plan, count, in_field, &error))
        return true;
    complain("%s", error.message);
    return false;
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* What was given replaces what is there; the plan then looks into the options. `games`: how many, 0
 * for as many as before. */
static bool apply_flags(sim_plan *plan, const sim_options *o, int64_t games) {
    if (o->scenario != NULL)
        plan->setup.scenario = o->scenario;
    if (o->position != NULL)
        plan->setup.position = o->position;
    if (o->forced != NULL && !read_forced(o->forced, &plan->setup.forced))
        return false;
    if (o->option.count > 0)
        plan->setup.options = o->option.items;
    if (o->seed.given)
        plan->setup.seed = o->seed.value;
    if (o->max_decisions > 0)
        plan->max_decisions = o->max_decisions;
    if (!check_scenario(plan->game, o->scenario))
        return false;
    if (o->ladder ? !seat_ladder(plan, o) : o->agents != NULL && !read_agents(plan, o->agents))
        return false;
    if (games > 0)
        plan->games = o->ladder ? games * plan->seatings->count : games;
    return true;
}

static int plan_new(sim_job *j, const sim_options *o) {
    const int64_t games = o->games > 0 ? o->games : o->ladder ? LADDER_GAMES_USUAL : GAMES_USUAL;
    j->plan.max_decisions = PLAYOUT_DECISIONS_MAX;
    return (o->ladder || read_agents(&j->plan, "random")) && apply_flags(&j->plan, o, games)
               ? EXIT_GOOD
               : EXIT_USAGE;
}

/* The names in a set-up come to light when a game is set up. Better now than after files were
 * written. */
static int try_setup(const sim_plan *plan) {
    lf_error error = {0};
    lf_state *state = lf_state_new(plan->game, &plan->setup, &error);
    lf_state_free(state);
    if (state != NULL)
        return EXIT_GOOD;
    complain("%s", error.message);
    return error.status == LF_BAD_ARGUMENT ? EXIT_USAGE : EXIT_BAD;
}

static int plan_resumed(sim_job *j, const sim_options *o) {
    lf_error error = {0};
    if (!settings_from_json(j->settings, &j->plan, &j->texts, &error)) {
        complain("%s: %s", o->resume, error.message);
        return EXIT_BAD;
    }
    sim_plan theirs = j->plan;
    const bool applied = apply_flags(&j->plan, o, o->games),
               same = applied && settings_same(&theirs, &j->plan, &error);
    if (applied && !same)
        complain("%s: %s", o->resume, error.message);
    if (theirs.seatings != j->plan.seatings)
        sim_close_ladder(&theirs);
    return same ? EXIT_GOOD : EXIT_USAGE;
}

static int read_resumed(sim_job *j, const sim_options *o) {
    lf_error error = {0};
    j->settings = run_read(o->resume, o->ladder, &error);
    if (j->settings != NULL)
        return EXIT_GOOD;
    complain("%s", error.message);
    return EXIT_BAD;
}

int sim_job_open(sim_job *j, const arguments *given, const sim_options *o) {
    int status = o->resume != NULL ? read_resumed(j, o) : EXIT_GOOD;
    if (status != EXIT_GOOD)
        return status;
    j->plan.spec = given->at[0] != NULL ? given->at[0] : settings_spec(j->settings);
    if (j->plan.spec == NULL) {
        const char *const name = o->ladder ? "ladder" : "sim";
        complain("too few arguments.\nUsage: ludoforge %s GAME [flags]\nSee `ludoforge help %s`.",
                 name, name);
        return EXIT_USAGE;
    }
    j->game = game_open_as(j->plan.spec, o->without, &status);
    if (j->game == NULL)
        return status;
    j->plan.game = j->game;
    status = o->resume != NULL ? plan_resumed(j, o) : plan_new(j, o);
    return status == EXIT_GOOD ? try_setup(&j->plan) : status;
}

void sim_job_close(sim_job *j) {
    sim_close_ladder(&j->plan);
    lf_setup_free(&j->texts);
    json_decref(j->settings);
    lf_game_free(j->game);
}
