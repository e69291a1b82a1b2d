/* agents.c: the registry of agents and what all of them share: names, the RNG, statistics of
 * options, and samples that hide what the seat may not know. How an agent decides is in the file of
 * its class. */
#include "agents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"

static const agent_class *const classes[] = {
    &lf_agent_random, &lf_agent_greedy, &lf_agent_value, &lf_agent_mcts, &lf_agent_mcts_value,
    &lf_agent_easy,   &lf_agent_normal, &lf_agent_hard,  &lf_agent_cfr};

enum { CLASSES = sizeof classes / sizeof classes[0] };

/* ---- the registry ---- */

const agent_class *lf_agent_class_at(int index) {
    return index >= 0 && index < CLASSES ? classes[index] : NULL;
}

static const agent_class *find_class(const char *name, size_t length) {
    for (int i = 0; i < CLASSES; i++)
        if (strlen(classes[i]->name) == length && memcmp(classes[i]->name, name, length) == 0)
            return classes[i];
    return NULL;
}

/* The class name that is most similar to `name`, or NULL. */
static const char *suggest_class(const char *name) {
    const char *names[CLASSES + 1] = {NULL};
    for (int i = 0; i < CLASSES; i++)
        names[i] = classes[i]->name;
    return lf_suggest(name, names);
}

size_t lf_agent_name_length(const char *list) {
    size_t end = strcspn(list, ",");
    bool settings = memchr(list, ':', end) != NULL;
    while (settings && list[end] == ',') {
        const char *const part = list + end + 1;
        const size_t length = strcspn(part, ",");
        if (find_class(part, strcspn(part, ":,")) != NULL)
            break;
        end += 1 + length;
    }
    return end;
}

/* ---- opening and closing ---- */

static bool reject_class(const char *text, size_t length, lf_error *error) {
    char name[LF_AGENT_BYTES];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             text);
    const char *const near = suggest_class(name);
    return lf_error_set(error, LF_BAD_ARGUMENT, "there is no agent \"%s\"%s%s%s", name,
                        near != NULL ? ". Did you mean " : "", near != NULL ? near : "",
                        near != NULL ? "?" : "");
}

/* Passes the settings to the class: first the preset of its name, then those that were given. */
static bool open_class(agent *a, const char *given, lf_error *error) {
    char all[4 * LF_AGENT_BYTES];
    const char *const preset = a->kind->preset != NULL ? a->kind->preset : "";
    const bool both = *preset != '\0' && *given != '\0';
    if (a->kind->open == NULL && *given != '\0')
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "the agent \"%s\" takes no settings: remove \"%s\"", a->kind->name,
                            given);
    snprintf(all, sizeof all, "%s%s%s", preset, both ? "," : "", given);
    return a->kind->open == NULL || a->kind->open(a, all, error);
}

bool lf_agent_open(agent *a, const lf_game *game, const char *name, lf_error *error) {
    const size_t length = strcspn(name, ":");
    *a = (agent){.kind = find_class(name, length), .game = game, .seat = LF_NOBODY};
    if (a->kind == NULL)
        return reject_class(name, length, error);
    if (strlen(name) >= LF_AGENT_BYTES)
        return lf_error_set(
            error, LF_BAD_ARGUMENT,
            "\"%.40s…\" is too long: an agent with its settings has at most %d characters", name,
            LF_AGENT_BYTES - 1);
    memcpy(a->name.text, name, strlen(name) + 1);
    return open_class(a, name[length] == ':' ? name + length + 1 : "", error);
}

bool lf_agent_check(const lf_game *game, const char *name, lf_error *error) {
    agent a;
    const bool good = lf_agent_open(&a, game, name, error);
    if (good)
        lf_agent_close(&a);
    return good;
}

void lf_agent_start(agent *a, lf_seat seat, uint64_t game_seed) {
    a->seat = seat;
    a->rng.state = lf_mix64(game_seed ^ lf_mix64((uint64_t)seat + 1));
    a->stats_count = 0;
    atomic_store(&a->cancelled, false);
    if (a->kind->begin != NULL)
        a->kind->begin(a);
}

void lf_agent_close(agent *a) {
    if (a->kind != NULL && a->kind->close != NULL)
        a->kind->close(a);
    lf_free(a->stats);
    a->stats = NULL;
    a->own = NULL;
}

/* ---- deciding ---- */

/* Lets the class choose. The true state is set only for the time of the call. */
static int ask_class(agent *a, const lf_state *state, int options) {
    a->asked = state;
    a->stats_count = 0;
    assert(options <= LF_OPTIONS_MAX);
    a->decider = lf_decider(state);
    a->question = lf_question(state);
    a->turn = lf_turn(state);
    lf_legal_ids(state, a->ids, LF_OPTIONS_MAX);
    a->taken = a->kind->choose(a, options);
    a->asked = NULL;
    assert(a->taken >= -1 && a->taken < options);
    return a->taken;
}

int lf_agent_pick(agent *a, const lf_state *state) {
    const int options = lf_legal_count(state);
    a->stats_count = 0;
    return options <= 1 ? options - 1 : ask_class(a, state, options);
}

bool lf_agent_weigh(agent *a, const lf_state *state, double *weights) {
    const int options = lf_legal_count(state);
    a->asked = state;
    a->stats_count = 0;
    const bool good = options > 0 && a->kind->weigh != NULL && a->kind->weigh(a, options, weights);
    a->asked = NULL;
    return good;
}

bool lf_agent_search(agent *a, const lf_state *state) {
    const int options = lf_legal_count(state);
    return options > 0 && ask_class(a, state, options) >= 0 && a->stats_count > 0;
}

static void evaluate_by_margins(const agent *a, const lf_state *sample, evaluation *out) {
    evaluator *const margins = lf_evaluator_new(a->game, "margins", NULL);
    *out = (evaluation){0};
    if (margins != NULL)
        lf_evaluate(margins, sample, a->seat, out);
    lf_evaluator_free(margins);
}

bool lf_agent_evaluate_state(agent *a, const lf_state *state, evaluation *out) {
    a->asked = state;
    lf_state *const sample = lf_agent_scratch(a);
    if (sample != NULL) {
        /* the RNG does not move, so that later choices do not depend on this call */
        lf_agent_sample(a, a->rng.state, sample);
        if (a->kind->evaluate != NULL)
            a->kind->evaluate(a, sample, out);
        else
            evaluate_by_margins(a, sample, out);
    }
    lf_state_free(sample);
    a->asked = NULL;
    return sample != NULL;
}

/* ---- for classes ---- */

void lf_agent_sample(const agent *a, uint64_t seed, lf_state *into) {
    assert(a->asked != NULL);
    lf_copy(into, a->asked);
    lf_determinize(into, a->seat, seed);
}

lf_state *lf_agent_scratch(const agent *a) {
    assert(a->asked != NULL);
    return lf_state_clone(a->asked);
}

option_stats *lf_agent_new_stats(agent *a, int options) {
    assert(options <= LF_OPTIONS_MAX);
    if (a->stats == NULL)
        a->stats = lf_malloc(LF_OPTIONS_MAX * sizeof *a->stats);
    if (a->stats == NULL)
        return NULL;
    memset(a->stats, 0, (size_t)options * sizeof *a->stats);
    a->stats_count = options;
    return a->stats;
}

static int compare_stats(const void *left, const void *right) {
    const option_stats *const a = left, *const b = right;
    if (a->value > b->value || a->value < b->value)
        return a->value > b->value ? -1 : 1;
    return (a->option > b->option) - (a->option < b->option);
}

void lf_agent_sort_stats(agent *a) {
    qsort(a->stats, (size_t)a->stats_count, sizeof *a->stats, compare_stats);
}
