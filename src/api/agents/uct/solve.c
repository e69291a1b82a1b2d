/* solve.c: alpha-beta to the end of the game, with a table of what was found before. */
#include "solve.h"

#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "line.h"
#include "ludoforge_env.h"

#define DEPTH_MAX 80
#define ENTRIES (1 << 16)

typedef struct {
    uint64_t key;
    int8_t low, high;
} entry;

struct solver {
    const lane *lane;
    line line;
    entry *table;
};

solver *lf_uct_solver_new(const lane *l) {
    if (l->hides || l->seats != 2)
        return NULL;
    solver *const s = lf_calloc(1, sizeof *s);
    if (s != NULL)
        s->table = lf_calloc(ENTRIES, sizeof *s->table);
    if (s == NULL || s->table == NULL) {
        lf_uct_solver_free(s);
        return NULL;
    }
    s->lane = l;
    s->line.lane = l;
    s->line.depth_most = DEPTH_MAX;
    return s;
}

void lf_uct_solver_free(solver *s) {
    if (s == NULL)
        return;
    lf_uct_line_close(&s->line);
    lf_free(s->table);
    lf_free(s);
}

static int value_of_end(const lf_outcome *outcome, lf_seat seat) {
    return outcome->winners == UINT32_C(1) << seat         ? SOLVED_WIN
           : outcome->winners == UINT32_C(1) << (1 - seat) ? SOLVED_LOSS
                                                           : SOLVED_DRAW;
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
    if (!lf_uct_line_make_move(&s->line, depth, option))
        return SOLVED_UNKNOWN;
    const lf_state *const next = s->line.states[depth + 1];
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
    const lf_state *const state = s->line.states[depth];
    if (!lf_uct_line_may_go_on(&s->line, depth))
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

bool lf_uct_solver_solve(solver *s, lane *l, int options, int64_t positions, double deadline,
                         int8_t *values) {
    bool all = true;
    memset(values, SOLVED_UNKNOWN, (size_t)options);
    if (!lf_uct_line_begin(&s->line, l, positions, deadline))
        return false;
    for (int i = 0; i < options && !s->line.gave_up; i++) {
        values[i] = (int8_t)value_of_option(s, 0, i, lf_decider(s->line.states[0]), SOLVED_LOSS,
                                            SOLVED_WIN);
        if (values[i] == SOLVED_WIN)
            return true;
        all = all && values[i] != SOLVED_UNKNOWN;
    }
    return all && !s->line.gave_up;
}
