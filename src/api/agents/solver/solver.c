/* solver.c: the solver searches a game of two seats to its end (alpha-beta with a transposition
 * table) and proves which options win, draw or lose. It suits games without hidden information and
 * without chance. MCTS needs long to find a single line that refutes a move; the solver does not.
 * It gives up when its part of the budget is used. */

#include <string.h>

#include "api/agents/mcts/searcher.h"
#include "api/agents/search/line.h"
#include "api/agents/search/utility.h"
#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "support/clock.h"

#define DEPTH_MAX 80 /* decisions */
#define ENTRIES (1 << 16)
#define SOLVER_BYTES ((size_t)2 << 20) /* about what it uses in games with small states */
#define SHARE_OF_TIME 0.3              /* of what the turn has left */

/* What is known of a position: its value lies between `low` and `high`. */
typedef struct {
    uint64_t key;
    int8_t low, high;
} solver_entry;

typedef struct solver solver;
struct solver {
    const searcher *searcher;
    line line;
    solver_entry *table; /* by the hash of the position, ENTRIES of them */
};

static void free_solver(search *s) {
    if (s->solver == NULL)
        return;
    lf_line_close(&s->solver->line);
    lf_free(s->solver->table);
    lf_free(s->solver);
    s->solver = NULL;
}

static size_t reserve_solver(const search *s) {
    return s->memory >= 8 * SOLVER_BYTES ? SOLVER_BYTES : 0;
}

/* The solver suits short games of two seats without hidden information. If memory runs out, there
 * is no solver. */
static void prepare_solver(search *s) {
    const searcher *const first = &s->searchers[0];
    if (s->solver != NULL || reserve_solver(s) == 0 || s->length != LENGTH_SHORT ||
        s->settings.plain != 0 || !utility_wins_prove(s->owner->game) ||
        first->horizon != TO_THE_END || first->hides || first->seats != 2)
        return;
    s->solver = lf_calloc(1, sizeof *s->solver);
    if (s->solver == NULL)
        return;
    s->solver->searcher = first;
    s->solver->line.owner = s->owner;
    s->solver->line.depth_max = DEPTH_MAX;
    s->solver->table = lf_calloc(ENTRIES, sizeof *s->solver->table);
    if (s->solver->table == NULL)
        free_solver(s);
}

/* ---- the search ---- */

static int value_of_outcome(const lf_outcome *outcome, lf_seat seat) {
    return outcome->winners == UINT32_C(1) << seat         ? SOLVED_WIN
           : outcome->winners == UINT32_C(1) << (1 - seat) ? SOLVED_LOSS
                                                           : SOLVED_DRAW;
}

static float mean_utility(const solver *s, int32_t id) {
    const action_stats *const a = &s->searcher->actions[id];
    return (a->sum + 1) / (a->count + 2);
}

/* Sorts the options: the ones that did best in playouts come first. */
static int order_options(const solver *s, const lf_state *state, uint16_t *order) {
    int32_t ids[LF_OPTIONS_MAX];
    const int count = lf_legal_ids(state, ids, LF_OPTIONS_MAX);
    for (int i = 0; i < count; i++) {
        const float mean = mean_utility(s, ids[i]);
        int place = i;
        for (; place > 0 && mean_utility(s, ids[order[place - 1]]) < mean; place--)
            order[place] = order[place - 1];
        order[place] = (uint16_t)i;
    }
    return count;
}

static int solve_position(solver *s, int depth, int low, int high);

/* The value of an option for the seat that decides at this depth. */
static int solve_option(solver *s, int depth, int option, lf_seat seat, int low, int high) {
    lf_outcome outcome;
    if (!lf_line_apply(&s->line, depth, option))
        return SOLVED_UNKNOWN;
    const lf_state *const next = s->line.states[depth + 1];
    if (lf_terminal(next, &outcome))
        return value_of_outcome(&outcome, seat);
    if (lf_decider(next) == seat)
        return solve_position(s, depth + 1, low, high);
    const int theirs = solve_position(s, depth + 1, -high, -low);
    return theirs == SOLVED_UNKNOWN ? SOLVED_UNKNOWN : -theirs;
}

/* Stores a value that was found inside a window: at its borders the value is only a bound. */
static void store_value(solver_entry *e, uint64_t key, int best, int low, int high) {
    if (e->key != key)
        *e = (solver_entry){.key = key, .low = SOLVED_LOSS, .high = SOLVED_WIN};
    if (best > low && best > e->low)
        e->low = (int8_t)best;
    if (best < high && best < e->high)
        e->high = (int8_t)best;
}

/* The value of the position for the seat that decides, as far as it lies between `low` and
 * `high`. */
static int solve_position(solver *s, int depth, int low, int high) {
    uint16_t order[LF_OPTIONS_MAX];
    const lf_state *const state = s->line.states[depth];
    if (!lf_line_may_visit(&s->line, depth))
        return SOLVED_UNKNOWN;
    const uint64_t key = lf_hash(state);
    solver_entry *const e = &s->table[key % ENTRIES];
    if (e->key == key) { /* what is known narrows the window */
        low = e->low > low ? e->low : low;
        high = e->high < high ? e->high : high;
        if (low >= high)
            return low;
    }
    const int asked = low, count = order_options(s, state, order);
    const lf_seat seat = lf_decider(state);
    int best = SOLVED_LOSS;
    for (int i = 0; i < count && best < high; i++) {
        const int value = solve_option(s, depth, order[i], seat, low, high);
        if (value == SOLVED_UNKNOWN)
            return SOLVED_UNKNOWN;
        best = value > best ? value : best;
        low = best > low ? best : low;
    }
    assert(best >= SOLVED_LOSS && best <= SOLVED_WIN);
    store_value(e, key, best, asked, high);
    return best;
}

/* Solves the options one by one until one wins or the budget is used. */
static void solve_options(search *s, int options) {
    solver *const by = s->solver;
    if (!lf_line_begin(&by->line, s, &s->searchers[0].rng, SHARE_OF_TIME, s->left.iterations))
        return;
    const lf_seat seat = lf_decider(by->line.states[0]);
    for (int i = 0; i < options && !by->line.gave_up; i++) {
        s->proven[i] = (int8_t)solve_option(by, 0, i, seat, SOLVED_LOSS, SOLVED_WIN);
        if (s->proven[i] == SOLVED_WIN)
            return;
    }
}

/* ---- as a search algorithm ---- */

/* A win ends the search. A loss or a draw does not: the others still look for the best. */
static bool run_solver(search *s, int options) {
    const double started = lf_clock_seconds();
    memset(s->proven, SOLVED_UNKNOWN, (size_t)options);
    if (s->solver == NULL)
        return false;
    solve_options(s, options);
    lf_search_spend(s, started);
    return memchr(s->proven, SOLVED_WIN, (size_t)options) != NULL;
}

/* A proof replaces what MCTS expected. */
static void report_solver(const search *s, int option, option_stats *out) {
    const int proven = s->proven[option];
    if (proven == SOLVED_UNKNOWN)
        return;
    const double proof = proven == SOLVED_WIN ? PROOF : proven == SOLVED_LOSS ? -PROOF : 0;
    out->value = proof + (double)out->visits + out->mean;
    out->win = proven == SOLVED_WIN ? 1 : proven == SOLVED_LOSS ? 0 : WIN_OF_DRAW;
}

const search_algorithm lf_search_solver = {.reserve = reserve_solver,
                                           .prepare = prepare_solver,
                                           .run = run_solver,
                                           .report = report_solver,
                                           .free = free_solver};
