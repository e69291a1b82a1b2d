/* solution.c: solves a game for one set-up, and finds information sets by what a seat sees. */
#include "solution.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"

/* ---- set-ups ---- */

static int32_t game_option(const lf_state *state, uint32_t option) {
    return lf_var_read(state->block, &state->game->options[option], 0);
}

/* The set-up of the game that a state belongs to. */
typedef struct {
    lf_setup setup;
    char **texts; /* "name=value" */
} solution_setup;

static void free_setup(solution_setup *s) {
    for (char **text = s->texts; text != NULL && *text != NULL; text++)
        lf_string_free(*text);
    lf_free(s->texts);
    *s = (solution_setup){0};
}

/* False: out of memory. */
static bool copy_setup(const lf_state *state, solution_setup *out) {
    const lf_game *const game = state->game;
    *out = (solution_setup){.texts = lf_calloc(game->option_count + 1, sizeof *out->texts)};
    if (out->texts == NULL)
        return false;
    for (uint32_t i = 0; i < game->option_count; i++) {
        const lf_var *const option = &game->options[i];
        const int64_t value = game_option(state, i);
        lf_text text = {0};
        lf_text_printf(&text, "%s=", option->name);
        lf_format_id(game, (lf_sort)option->sort, option->enum_id, &value, &text);
        out->texts[i] = lf_text_take(&text);
        if (out->texts[i] == NULL) {
            free_setup(out);
            return false;
        }
    }
    out->setup = (lf_setup){.scenario = lf_name(game, LF_OF_SCENARIOS, lf_state_scenario(state)),
                            .options = (const char *const *)out->texts};
    return true;
}

bool lf_cfr_solution_is_for(const solution *s, const lf_state *state) {
    assert(s->tree->game == state->game);
    for (uint32_t i = 0; i < state->game->option_count; i++)
        if (s->options[i] != game_option(state, i))
            return false;
    return s->scenario == lf_state_scenario(state);
}

/* ---- finding sets ---- */

static uint32_t slot_of(const solution *s, lf_seat seat, info_key seen) {
    assert((s->mask & (s->mask + 1)) == 0); /* the size is a power of two */
    uint32_t at = (uint32_t)(seen.low + (uint64_t)seat) & s->mask;
    for (; s->table[at] != 0; at = (at + 1) & s->mask) {
        const info_set *const set = &s->tree->sets[s->table[at] - 1];
        if (set->seat == seat && set->seen.high == seen.high && set->seen.low == seen.low)
            break;
    }
    return at;
}

int32_t lf_cfr_solution_find(const solution *s, lf_seat seat, info_key seen) {
    return s->table[slot_of(s, seat, seen)] - 1;
}

static bool build_table(solution *s) {
    uint32_t size = 16;
    while (size < 2 * (uint32_t)s->tree->set_count)
        size *= 2;
    s->mask = size - 1;
    s->table = lf_calloc(size, sizeof *s->table);
    s->alike = lf_calloc((size_t)s->tree->set_count + 1, sizeof *s->alike);
    if (s->table == NULL || s->alike == NULL)
        return false;
    /* backwards, so that the first of several sets stands in the table */
    for (int32_t i = s->tree->set_count - 1; i >= 0; i--) {
        const uint32_t at = slot_of(s, s->tree->sets[i].seat, s->tree->sets[i].seen);
        s->alike[i] = s->table[at] - 1;
        s->table[at] = i + 1;
    }
    return true;
}

/* ---- solving ---- */

static double *new_doubles(int count) {
    return lf_calloc((size_t)count + 1, sizeof(double));
}

static bool allocate_arrays(solution *s) {
    s->work = lf_cfr_new(s->tree);
    s->strategy = new_doubles(s->tree->action_count);
    s->reach = new_doubles(s->tree->set_count);
    s->margin = new_doubles(s->tree->action_count);
    s->win = new_doubles(s->tree->action_count);
    return s->work != NULL && s->strategy != NULL && s->reach != NULL && s->margin != NULL &&
           s->win != NULL && build_table(s);
}

static bool store_setup(solution *s, const lf_state *state) {
    s->scenario = lf_state_scenario(state);
    s->options = lf_calloc(state->game->option_count + 1, sizeof *s->options);
    for (uint32_t i = 0; s->options != NULL && i < state->game->option_count; i++)
        s->options[i] = game_option(state, i);
    return s->options != NULL;
}

solution *lf_cfr_solution_new(const lf_state *state, const solution_goal *goal, lf_error *error) {
    solution_setup setup;
    solution *const s = lf_calloc(1, sizeof *s);
    if (s == NULL || !copy_setup(state, &setup)) {
        lf_free(s);
        lf_error_no_memory(error);
        return NULL;
    }
    s->tree = lf_cfr_tree_new(state->game, &setup.setup, &goal->limits, error);
    free_setup(&setup);
    if (s->tree != NULL && store_setup(s, state) && allocate_arrays(s)) {
        lf_cfr_strategy_uniform(s->tree, s->strategy);
        return s;
    }
    if (s->tree != NULL)
        lf_error_no_memory(error);
    lf_cfr_solution_free(s);
    return NULL;
}

/* Iterations between two measurements; a measurement costs about as much as two iterations. */
enum { MEASURE_EVERY = 25 };

static bool must_stop(const solution_goal *goal) {
    return goal->limits.stop != NULL && goal->limits.stop(goal->limits.context);
}

/* Computes everything that follows from the average strategy. */
static bool use_average(solution *s) {
    lf_cfr_average(s->work, s->strategy);
    return lf_cfr_strategy_measure(s->tree, s->strategy, &s->worth) &&
           lf_cfr_strategy_reach(s->tree, s->strategy, s->reach) &&
           lf_cfr_strategy_values(s->tree, s->strategy, s->tree->payoffs, s->margin) &&
           lf_cfr_strategy_values(s->tree, s->strategy, s->tree->shares, s->win);
}

bool lf_cfr_solution_improve(solution *s, const solution_goal *goal) {
    bool done = s->work == NULL, good = true;
    const bool improves = !done;
    while (!done && good && !must_stop(goal)) {
        lf_cfr_iterate(s->work);
        done = s->work->iterations >= goal->iterations;
        if (s->work->iterations % MEASURE_EVERY != 0)
            continue;
        lf_cfr_average(s->work, s->strategy);
        good = lf_cfr_strategy_measure(s->tree, s->strategy, &s->worth);
        done = done || s->worth.exploitability < goal->exploitability;
    }
    if (improves)
        good = good && use_average(s);
    if (done) {
        lf_cfr_free(s->work);
        s->work = NULL;
    }
    return good;
}

void lf_cfr_solution_free(solution *s) {
    if (s == NULL)
        return;
    double *const all[] = {s->strategy, s->reach, s->margin, s->win};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lf_free(all[i]);
    lf_cfr_free(s->work);
    lf_cfr_tree_free(s->tree);
    lf_free(s->options);
    lf_free(s->table);
    lf_free(s->alike);
    lf_free(s);
}
