/* solve.c: alpha-beta to the end of the game, with a table of what was found before. */
#include "solve.h"

#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define DEPTH_MAX 80
#define ENTRIES (1 << 16)
#define CLOCK_EVERY 255

typedef struct {
    uint64_t key;
    int8_t low, high;
} entry;

struct solver {
    const lane *lane;
    lf_state *states[DEPTH_MAX + 1];
    entry *table;
    int64_t left;
    double deadline;
    bool gave_up;
};

solver *solver_new(const lane *l) {
    if (l->hides || l->seats != 2)
        return NULL;
    solver *const s = lf_calloc(1, sizeof *s);
    if (s != NULL)
        s->table = lf_calloc(ENTRIES, sizeof *s->table);
    if (s == NULL || s->table == NULL) {
        solver_free(s);
        return NULL;
    }
    s->lane = l;
    return s;
}

void solver_free(solver *s) {
    if (s == NULL)
        return;
    for (int i = 0; i <= DEPTH_MAX; i++)
        lf_state_free(s->states[i]);
    lf_free(s->table);
    lf_free(s);
}

static bool has_state(solver *s, int depth) {
    if (depth > DEPTH_MAX)
        return false;
    if (s->states[depth] == NULL)
        s->states[depth] = agent_scratch(s->lane->owner);
    return s->states[depth] != NULL;
}

static int value_of_end(const lf_outcome *outcome, lf_seat seat) {
    return outcome->winners == UINT32_C(1) << seat         ? SOLVED_WIN
           : outcome->winners == UINT32_C(1) << (1 - seat) ? SOLVED_LOSS
                                                           : SOLVED_DRAW;
}

/* Budget, depth, clock, and luck, which makes all that follows unknown. */
static bool may_go_on(solver *s, int depth) {
    s->gave_up = s->gave_up || --s->left <= 0 || !has_state(s, depth + 1) ||
                 ((s->left & CLOCK_EVERY) == 0 &&
                  (agent_is_cancelled(s->lane->owner) || (s->deadline > 0 && lane_clock() >= s->deadline)));
    return !s->gave_up;
}

/* Makes the state behind an option; false if that cannot be. */
static bool make_move(solver *s, int depth, int option) {
    lf_state *const next = s->states[depth + 1];
    lf_copy(next, s->states[depth]);
    const uint64_t luck = lf_head_const(next->block)->generator;
    if (lf_apply(next, option) != LF_OK || lf_head_const(next->block)->generator != luck ||
        (!lf_terminal(next, NULL) && lf_legal_count(next) == 0))
        s->gave_up = true;
    return !s->gave_up;
}

/* The options, those first that have done well in playouts. */
static int order_options(const solver *s, const lf_state *state, uint16_t *order) {
    int32_t ids[LF_OPTIONS_MAX];
    const int count = lf_legal_ids(state, ids, LF_OPTIONS_MAX);
    for (int i = 0; i < count; i++) {
        const history *const h = &s->lane->histories[ids[i]];
        const float worth = (h->sum + 1) / (h->count + 2);
        int place = i;
        for (; place > 0; place--) {
            const history *const other = &s->lane->histories[ids[order[place - 1]]];
            if ((other->sum + 1) / (other->count + 2) >= worth)
                break;
            order[place] = order[place - 1];
        }
        order[place] = (uint16_t)i;
    }
    return count;
}

static int search_from(solver *s, int depth, int low, int high);

/* Worth of an option to the seat that decides at this depth. */
static int value_of_option(solver *s, int depth, int option, lf_seat seat, int low, int high) {
    lf_outcome outcome;
    if (!make_move(s, depth, option))
        return SOLVED_UNKNOWN;
    const lf_state *const next = s->states[depth + 1];
    if (lf_terminal(next, &outcome))
        return value_of_end(&outcome, seat);
    if (lf_decider(next) == seat)
        return search_from(s, depth + 1, low, high);
    const int theirs = search_from(s, depth + 1, -high, -low);
    return theirs == SOLVED_UNKNOWN ? SOLVED_UNKNOWN : -theirs;
}

static void remember(entry *e, uint64_t key, int best, int low, int high) {
    if (e->key != key)
        *e = (entry){.key = key, .low = SOLVED_LOSS, .high = SOLVED_WIN};
    if (best > low && best > e->low)
        e->low = (int8_t)best;
    if (best < high && best < e->high)
        e->high = (int8_t)best;
}

static int search_from(solver *s, int depth, int low, int high) {
    uint16_t order[LF_OPTIONS_MAX];
    const lf_state *const state = s->states[depth];
    if (!may_go_on(s, depth))
        return SOLVED_UNKNOWN;
    const uint64_t key = lf_hash(state);
    entry *const e = &s->table[key % ENTRIES];
    if (e->key == key) {
        low = e->low > low ? e->low : low;
        high = e->high < high ? e->high : high;
        if (low >= high)
            return low;
    }
    const int asked = low, count = order_options(s, state, order);
    const lf_seat seat = lf_decider(state);
    int best = SOLVED_LOSS;
    for (int i = 0; i < count && best < high; i++) {
        const int value = value_of_option(s, depth, order[i], seat, low, high);
        if (value == SOLVED_UNKNOWN)
            return SOLVED_UNKNOWN;
        best = value > best ? value : best;
        low = best > low ? best : low;
    }
    remember(e, key, best, asked, high);
    return best;
}

bool solver_solve(solver *s, lane *l, int options, int64_t positions, double deadline, int8_t *values) {
    bool all = true;
    s->left = positions;
    s->deadline = deadline;
    s->gave_up = false;
    memset(values, SOLVED_UNKNOWN, (size_t)options);
    if (!has_state(s, 0) || !has_state(s, 1))
        return false;
    agent_sample(l->owner, rng_next(&l->luck), s->states[0]);
    for (int i = 0; i < options && !s->gave_up; i++) {
        values[i] = (int8_t)value_of_option(s, 0, i, lf_decider(s->states[0]), SOLVED_LOSS, SOLVED_WIN);
        if (values[i] == SOLVED_WIN)
            return true;
        all = all && values[i] != SOLVED_UNKNOWN;
    }
    return all && !s->gave_up;
}
