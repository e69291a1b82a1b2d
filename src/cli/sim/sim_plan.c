/* sim_plan.c: from the command line, or from a run that is resumed, to the plan of a simulation. */
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): sched_getaffinity
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "cmd_sim.h"
#include "tool/sim/run/run.h"

#define GAMES_USUAL 100

static bool read_agent(const lf_game *game, const char *words, size_t length, agent_words *out) {
    char copy[2 * AGENT_WORDS_BYTES];
    lf_error error = {0};
    snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1), words);
    if (agent_check(game, copy, &error)) {
        memcpy(out->text, copy, strlen(copy) + 1); /* words that are good fit */
        return true;
    }
    complain("%s", error.message);
    const agent_class *a;
    for (int i = 0; (a = agent_class_at(i)) != NULL; i++)
        fprintf(stderr, "  %-10s %s\n", a->name, a->summary);
    return false;
}

/* One agent for all seats, or one for each. */
static bool read_agents(sim_plan *plan, const char *list) {
    int seats = lf_count(plan->game, LF_OF_SEATS), count = 0;
    for (const char *at = list; at != NULL; count++) {
        const size_t length = agent_words_length(at);
        agent_words words;
        if (!read_agent(plan->game, at, length, &words))
            return false;
        if (count < LF_SEATS_MAX)
            plan->agents[count] = words;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    if (count != 1 && count != seats) {
        complain("--agents names %d agents, and the game has %d seats.", count, seats);
        return false;
    }
    for (int seat = 1; seat < seats && count == 1; seat++)
        plan->agents[seat] = plan->agents[0];
    return true;
}

/* A launcher may have bound this process to processors of its own; otherwise the ranks of a machine share all. */
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

/* What was given replaces what is there. */
static bool apply_flags(sim_plan *plan, const sim_options *o) {
    if (o->scenario != NULL)
        plan->setup.scenario = o->scenario;
    if (o->option.count > 0)
        plan->setup.options = o->option.items;
    if (o->seed >= 0)
        plan->setup.seed = (uint64_t)o->seed;
    if (o->games > 0)
        plan->games = o->games;
    if (o->max_decisions > 0)
        plan->max_decisions = o->max_decisions;
    return check_scenario(plan->game, o->scenario) && (o->agents == NULL || read_agents(plan, o->agents));
}

static int plan_new(sim_job *j, const sim_options *o) {
    j->plan.games = GAMES_USUAL;
    j->plan.max_decisions = PLAYOUT_DECISIONS_MAX;
    return read_agents(&j->plan, "random") && apply_flags(&j->plan, o) ? EXIT_GOOD : EXIT_USAGE;
}

/* The names in a set-up come to light when a game is set up. Better now than after files were written. */
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
    if (!apply_flags(&j->plan, o))
        return EXIT_USAGE;
    if (settings_same(&theirs, &j->plan, &error))
        return EXIT_GOOD;
    complain("%s: %s", o->resume, error.message);
    return EXIT_USAGE;
}

static int read_resumed(sim_job *j, const sim_options *o) {
    lf_error error = {0};
    j->settings = run_read(o->resume, &error);
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
        complain("usage: ludoforge sim GAME [flags]\nSee `ludoforge help sim`.");
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
    setup_free(&j->texts);
    json_decref(j->settings);
    lf_game_free(j->game);
}
