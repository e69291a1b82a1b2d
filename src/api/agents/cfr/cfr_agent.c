/* cfr_agent.c: the agent `cfr` solves a small game as a whole, with hidden cards and dice, and
 * plays the average strategy.
 *
 * The agent gets positions without their history, but a strategy depends on the history: on what
 * the seat has seen and decided since the game began. So the agent finds the information sets in
 * which the seat sees what it sees now, and keeps those that follow from the set of its last
 * decision. Usually one is left, and the agent plays its strategy exactly. If several are left, it
 * mixes them by their probabilities (docs/decisions/014-cfr-finds-its-way.md). */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/agents/search/search.h"
#include "base/base.h"
#include "kernel/state/state.h"
#include "solution.h"
#include "support/clock.h"

#define NODES 200000
#define ITERATIONS 20000
#define EXPLOITABILITY 1e-3

typedef struct {
    solution_goal goal;
    solution *solutions;
    lf_state *known;
    float *room;        /* for an observation */
    const solution *of; /* the solution of `visited`; NULL: no decision yet in this game */
    /* by set: at which of its decisions, from 1, the seat may have been there; 0: never */
    int32_t *visited;
    int32_t decisions;
    double deadline; /* on the clock of searches, if the host limits the time */
} cfr_agent;

/* ---- settings ---- */

static const char *const keys[] = {"iterations", "nodes", NULL};

static bool set_value(cfr_agent *c, const char *key, size_t length, const char *value,
                      lf_error *error) {
    char *end = NULL;
    char name[32];
    const long long number = strtoll(value, &end, 10);
    snprintf(name, sizeof name, "%.*s", (int)length, key);
    const bool known = strcmp(name, keys[0]) == 0 || strcmp(name, keys[1]) == 0;
    const char *const near = known ? NULL : lf_suggest(name, keys);
    if (!known)
        lf_error_set(
            error, LF_BAD_ARGUMENT,
            "the agent \"cfr\" has no setting \"%s\"%s%s%s; it takes iterations=N and nodes=N",
            name, near != NULL ? " (did you mean \"" : "", near != NULL ? near : "",
            near != NULL ? "\"?)" : "");
    else if (end == value || (*end != '\0' && *end != ',') || number < 1 || number > 100000000)
        lf_error_set(
            error, LF_BAD_ARGUMENT,
            "the setting \"%s\" of the agent \"cfr\" is a number from 1 to 100000000, not \"%.*s\"",
            name, (int)strcspn(value, ","), value);
    else
        *(strcmp(name, "nodes") == 0 ? &c->goal.limits.nodes : &c->goal.iterations) = (int)number;
    return error == NULL || error->status == LF_OK;
}

/* Reads the settings; "N" alone is the number of iterations, as for other agents. */
static bool read_settings(cfr_agent *c, const char *settings, lf_error *error) {
    while (*settings != '\0') {
        const size_t length = strcspn(settings, ","), key = strcspn(settings, "=,");
        const bool has_key = key < length;
        if (!set_value(c, has_key ? settings : "iterations", has_key ? key : strlen("iterations"),
                       has_key ? settings + key + 1 : settings, error))
            return false;
        settings += length + (settings[length] == ',');
    }
    return true;
}

/* Is there a scenario that can be solved? If not, opening the agent fails, and not a decision in
 * the middle of a game. */
static bool can_solve(const cfr_agent *c, const lf_game *game, lf_error *error) {
    for (int i = 0; i < lf_count(game, LF_OF_SCENARIOS); i++) {
        const lf_setup setup = {.scenario = lf_name(game, LF_OF_SCENARIOS, i)};
        if (lf_cfr_tree_fits(game, &setup, &c->goal.limits, error))
            return true;
    }
    return false;
}

static void close_cfr(agent *a) {
    cfr_agent *const c = a->own;
    while (c->solutions != NULL) {
        solution *const next = c->solutions->next;
        lf_cfr_solution_free(c->solutions);
        c->solutions = next;
    }
    lf_state_free(c->known);
    lf_free(c->room);
    lf_free(c->visited);
    lf_free(c);
}

static bool open_cfr(agent *a, const char *settings, lf_error *error) {
    lf_error own = {0};
    cfr_agent *const c = lf_calloc(1, sizeof *c);
    if (c == NULL)
        return lf_error_no_memory(error);
    a->own = c;
    c->goal = (solution_goal){ITERATIONS, EXPLOITABILITY, {.nodes = NODES}};
    c->room = lf_calloc((size_t)lf_tensor_size(a->game) + 1, sizeof *c->room);
    if (c->room == NULL)
        lf_error_no_memory(&own);
    if (c->room != NULL && read_settings(c, settings, &own) && can_solve(c, a->game, &own))
        return true;
    lf_error_set(error, own.status, "%s", own.message);
    close_cfr(a);
    a->own = NULL;
    return false;
}

static void begin_cfr(agent *a) {
    cfr_agent *const c = a->own;
    c->of = NULL;
}

/* ---- the solution of the current game ---- */

static bool must_stop(void *context) {
    const agent *const a = context;
    const cfr_agent *const c = a->own;
    return agent_is_cancelled(a) || (a->seconds_most > 0 && lf_clock_seconds() >= c->deadline);
}

static solution *solution_of(agent *a, cfr_agent *c, lf_error *error) {
    solution *s = c->solutions;
    while (s != NULL && !lf_cfr_solution_is_for(s, c->known))
        s = s->next;
    c->deadline = lf_clock_seconds() + a->seconds_most;
    c->goal.limits.bytes = a->bytes_most;
    c->goal.limits.stop = must_stop;
    c->goal.limits.context = a;
    if (s == NULL) {
        s = lf_cfr_solution_new(c->known, &c->goal, error);
        if (s == NULL)
            return NULL;
        s->next = c->solutions;
        c->solutions = s;
    }
    if (lf_cfr_solution_improve(s, &c->goal))
        return s;
    lf_error_no_memory(error);
    return NULL;
}

/* ---- the information sets of a position ---- */

/* Starts to record the visited sets of a solution. False: out of memory. */
static bool track_sets(cfr_agent *c, const solution *s) {
    if (c->of == s)
        return true;
    lf_free(c->visited);
    c->visited = lf_calloc((size_t)s->tree->set_count + 1, sizeof *c->visited);
    c->of = c->visited != NULL ? s : NULL;
    c->decisions = 0;
    return c->visited != NULL;
}

/* When the seat visited the set before this one: 0 if there is none, -1 if it was not there in this
 * game. */
static int time_of_previous(const cfr_agent *c, const info_set *set) {
    const int when = set->previous < 0 ? 0 : c->visited[set->previous];
    return set->previous >= 0 && when == 0 ? -1 : when;
}

/* The latest time at which a set before one of the sets alike to `first` was visited. */
static int latest_time(const cfr_agent *c, const solution *s, int32_t first) {
    int most = -1;
    for (int32_t set = first; set >= 0; set = s->alike[set]) {
        const int when = time_of_previous(c, &s->tree->sets[set]);
        most = when > most ? when : most;
    }
    return most;
}

/* Mixes the strategies of the sets alike to `first` whose previous set was visited at that time.
 * The weights of the options add up to 1. */
static void mix_sets(const cfr_agent *c, const solution *s, int32_t first, int when, int options,
                     double *weights) {
    const info_set *const sets = s->tree->sets;
    double total = 0;
    int count = 0;
    for (int32_t set = first; set >= 0; set = s->alike[set])
        if (time_of_previous(c, &sets[set]) == when) {
            total += s->reach[set];
            count++;
        }
    for (int i = 0; i < options; i++)
        weights[i] = 0;
    for (int32_t set = first; set >= 0; set = s->alike[set]) {
        assert(sets[set].actions == options); /* what a seat sees includes its options */
        for (int i = 0; time_of_previous(c, &sets[set]) == when && i < options; i++)
            weights[i] += s->strategy[sets[set].place + i] *
                          (total > 0 ? s->reach[set] / total : 1.0 / count);
    }
}

static void mark_visited(cfr_agent *c, const solution *s, int32_t first, int when) {
    assert(c->of == s);
    c->decisions++;
    for (int32_t set = first; set >= 0; set = s->alike[set])
        if (time_of_previous(c, &s->tree->sets[set]) == when)
            c->visited[set] = c->decisions;
}

/* ---- deciding ---- */

static int draw_option(lf_random *rng, const double *weights, int options) {
    assert(options > 0);
    double left = (double)(lf_random_next(rng) >> 11) * 0x1p-53;
    int last = 0;
    for (int i = 0; i < options; i++) {
        if (weights[i] <= 0)
            continue;
        last = i;
        if (left < weights[i])
            break;
        left -= weights[i];
    }
    return last;
}

static void add_evaluation(agent *a, const option_stats *stats, double weight, lf_seat decider,
                           bool zero_sum) {
    a->evaluation.margin[decider] += (float)(weight * stats->margin);
    a->evaluation.win[decider] += (float)(weight * stats->win);
    if (zero_sum) {
        a->evaluation.margin[1 - decider] -= (float)(weight * stats->margin);
        a->evaluation.win[1 - decider] += (float)(weight * (1 - stats->win));
    }
}

/* Reports the options of the first set; there is seldom more than one. */
static void report_options(agent *a, const solution *s, int32_t set, int options,
                           const double *weights) {
    const info_set *const at = &s->tree->sets[set];
    option_stats *const stats = lf_agent_new_stats(a, options);
    a->evaluation = (evaluation){0};
    for (int i = 0; stats != NULL && i < options; i++) {
        stats[i] = (option_stats){.option = i,
                                  .visits = (int64_t)(weights[i] * 1e6 + 0.5),
                                  .value = weights[i],
                                  .win = s->win[at->place + i],
                                  .margin = s->margin[at->place + i]};
        add_evaluation(a, &stats[i], weights[i], at->seat, s->worth.zero_sum);
    }
    if (stats != NULL)
        lf_agent_sort_stats(a);
}

/* Without a strategy all options are equally likely: the solving was stopped early, or play cannot
 * reach the position. */
static bool weigh_equally(int options, double *weights) {
    for (int i = 0; i < options; i++)
        weights[i] = 1.0 / options;
    return true;
}

static bool weigh_by_strategy(agent *a, int options, double *weights) {
    cfr_agent *const c = a->own;
    lf_error error = {0};
    if (c->known == NULL)
        c->known = lf_agent_scratch(a);
    if (c->known == NULL)
        return false;
    lf_agent_sample(a, lf_random_next(&a->rng), c->known);
    const solution *const s = solution_of(a, c, &error);
    if (s == NULL)
        return error.status == LF_OK && weigh_equally(options, weights);
    const lf_seat decider = lf_decider(c->known);
    const info_key seen = lf_cfr_tree_observe(c->known, decider, c->room);
    const int32_t set = lf_cfr_solution_find(s, decider, seen);
    if (set < 0 || s->tree->sets[set].actions != options)
        return weigh_equally(options, weights);
    if (!track_sets(c, s))
        return false;
    const int when = latest_time(c, s, set);
    mix_sets(c, s, set, when, options, weights);
    mark_visited(c, s, set, when);
    report_options(a, s, set, options, weights);
    return true;
}

static int choose_by_strategy(agent *a, int options) {
    double weights[LF_OPTIONS_MAX];
    return weigh_by_strategy(a, options, weights) ? draw_option(&a->rng, weights, options) : -1;
}

const agent_class lf_agent_cfr = {
    .name = "cfr",
    .summary = "plays an equilibrium of small games with hidden cards or dice",
    .open = open_cfr,
    .begin = begin_cfr,
    .choose = choose_by_strategy,
    .weigh = weigh_by_strategy,
    .close = close_cfr,
};
