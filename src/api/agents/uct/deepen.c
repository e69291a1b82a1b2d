/* deepen.c: the search of deepen.h. Values are those of the seat that decides, utility less the
 * other's, so that one seat's is the other's with the sign turned; an end counts more than any
 * evaluation, and the sooner the more. */
#include "deepen.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "line.h"
#include "ludoforge_env.h"
#include "utility.h"

#define DEPTH_MAX 96 /* decisions */
#define TURNS_MAX 40 /* turns */
#define LOUD_TURNS 6 /* behind those */
#define ENTRIES (1 << 17)
#define END_VALUE 100.0
#define NO_VALUE 1000.0
#define LOUD (2 * KNOWLEDGE_PLAIN)
#define SLACK 0.05 /* options that are worse by no more than this are seen exactly, too */

typedef enum { BOUND_NONE, BOUND_LOW, BOUND_HIGH, BOUND_EXACT } bound;

typedef struct {
    uint64_t key;
    double value;
    int32_t best; /* id of the option, or -1 */
    int16_t turns;
    uint8_t bound;
} entry;

typedef struct {
    double value; /* as far as it was seen; a bound for what is much worse than the best */
    evaluation at_end;
    int32_t line[AGENT_LINE];
    int line_length;
} root_option;

struct deepener {
    const lane *lane;
    line line;
    entry *table;
    uint32_t *cuts; /* by id of action: how often it was enough */
    root_option *roots;
};

deepener *lf_uct_deepener_new(const lane *l) {
    if (l->hides || l->seats != 2)
        return NULL;
    deepener *const d = lf_calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->lane = l;
    d->line.lane = l;
    d->line.depth_most = DEPTH_MAX;
    d->table = lf_calloc(ENTRIES, sizeof *d->table);
    d->cuts = lf_calloc((size_t)lf_action_count(l->owner->game) + 1, sizeof *d->cuts);
    d->roots = lf_calloc(LF_OPTIONS_MAX, sizeof *d->roots);
    if (d->table != NULL && d->cuts != NULL && d->roots != NULL)
        return d;
    lf_uct_deepener_free(d);
    return NULL;
}

void lf_uct_deepener_free(deepener *d) {
    if (d == NULL)
        return;
    lf_uct_line_close(&d->line);
    lf_free(d->table);
    lf_free(d->cuts);
    lf_free(d->roots);
    lf_free(d);
}

/* ---- values ---- */

static double worth_of(const deepener *d, const evaluation *e, lf_seat seat) {
    const lf_game *const game = d->lane->owner->game;
    return utility_of(game, e, 2, seat) - utility_of(game, e, 2, 1 - seat);
}

static double evaluate_for(const deepener *d, const lf_state *state, lf_seat seat) {
    evaluation e;
    lf_evaluate(d->lane->evaluator, state, d->lane->owner->seat, &e);
    return worth_of(d, &e, seat);
}

static double value_of_end(const lf_outcome *outcome, lf_seat seat, int depth) {
    const double sooner = END_VALUE - depth;
    return outcome->winners == UINT32_C(1) << seat         ? sooner
           : outcome->winners == UINT32_C(1) << (1 - seat) ? -sooner
                                                           : 0;
}

/* ---- the order in which options are looked at ---- */

typedef struct {
    int count;
    int32_t ids[LF_OPTIONS_MAX];
    uint16_t order[LF_OPTIONS_MAX], weights[LF_OPTIONS_MAX];
    bool weighed;
} options;

static uint64_t rank_of(const deepener *d, const options *o, int i, int32_t first) {
    return o->ids[i] == first ? UINT64_MAX
                              : ((uint64_t)(o->weighed ? o->weights[i] : KNOWLEDGE_PLAIN) << 32) +
                                    d->cuts[o->ids[i]];
}

/* What was best before, then by priors, then those that were enough elsewhere. */
static void order_options(deepener *d, const lf_state *state, int32_t first, options *o) {
    o->count = lf_legal_ids(state, o->ids, LF_OPTIONS_MAX);
    o->weighed =
        d->lane->knowledge != NULL && d->lane->settings->priors != 0 &&
        lf_knowledge_priors(d->lane->knowledge, state, o->weights, LF_OPTIONS_MAX) == o->count;
    for (int i = 0; i < o->count; i++) {
        const uint64_t rank = rank_of(d, o, i, first);
        int place = i;
        for (; place > 0 && rank_of(d, o, o->order[place - 1], first) < rank; place--)
            o->order[place] = o->order[place - 1];
        o->order[place] = (uint16_t)i;
    }
}

static bool is_loud(const options *o, int i) {
    return o->weighed && o->weights[i] >= LOUD;
}

/* ---- the search ---- */

/* What is asked of a position: values between low and high matter. */
typedef struct {
    int turns; /* that are still to be looked at, this one included; 0 and below: loud ones only */
    double low, high;
    /* of the turn under way: a loud option was taken; nothing was taken yet */
    bool was_loud, first;
} question;

static double search_from(deepener *d, int depth, question q);

/* The worth of an option to the seat that decides at this depth. */
static double value_of_option(deepener *d, int depth, int option, bool loud, question q) {
    lf_outcome outcome;
    const lf_seat seat = lf_decider(d->line.states[depth]);
    const int turn = lf_turn(d->line.states[depth]);
    if (!lf_uct_line_make_move(&d->line, depth, option))
        return NO_VALUE;
    const lf_state *const next = d->line.states[depth + 1];
    if (lf_terminal(next, &outcome))
        return value_of_end(&outcome, seat, depth);
    q.was_loud = q.was_loud || loud;
    q.first = false;
    if (lf_decider(next) == seat && lf_turn(next) == turn)
        return search_from(d, depth + 1, q);
    const question then = {.turns = q.turns - 1, .low = q.low, .high = q.high, .first = true};
    if (lf_decider(next) == seat)
        return search_from(d, depth + 1, then);
    const double theirs =
        search_from(d, depth + 1,
                    (question){.turns = then.turns, .low = -q.high, .high = -q.low, .first = true});
    return theirs >= NO_VALUE ? NO_VALUE : -theirs;
}

static void remember(entry *e, uint64_t key, int turns, double best, int32_t id, double low,
                     double high) {
    if (e->key == key && e->turns > turns && e->bound == BOUND_EXACT)
        return;
    *e = (entry){.key = key,
                 .value = best,
                 .best = id,
                 .turns = (int16_t)turns,
                 .bound = best >= high  ? BOUND_LOW
                          : best <= low ? BOUND_HIGH
                                        : BOUND_EXACT};
}

static bool is_enough(const entry *e, uint64_t key, const question *q) {
    return e->key == key && e->turns >= q->turns &&
           (e->bound == BOUND_EXACT || (e->bound == BOUND_LOW && e->value >= q->high) ||
            (e->bound == BOUND_HIGH && e->value <= q->low));
}

/* Does an option belong to what is still looked at? Behind the last turn: loud ones; where there
 * are none, whatever leads to one or ends the turn behind one. */
static bool is_looked_at(const options *o, int i, bool any_loud, const question *q) {
    return q->turns > 0 || (any_loud ? is_loud(o, i) : q->first || q->was_loud);
}

static double best_option(deepener *d, int depth, question q, double best, int32_t first,
                          int32_t *found) {
    options o;
    bool any_loud = false;
    order_options(d, d->line.states[depth], first, &o);
    for (int i = 0; i < o.count && !any_loud && q.turns <= 0; i++)
        any_loud = is_loud(&o, i);
    *found = -1;
    for (int i = 0; i < o.count && best < q.high; i++) {
        const int option = o.order[i];
        if (!is_looked_at(&o, option, any_loud, &q))
            continue;
        q.low = best > q.low ? best : q.low;
        const double value = value_of_option(d, depth, option, is_loud(&o, option), q);
        if (value >= NO_VALUE)
            return NO_VALUE;
        if (value > best) {
            best = value;
            *found = o.ids[option];
        }
    }
    if (best >= q.high && *found >= 0)
        d->cuts[*found]++;
    return best;
}

/* Behind the last turn: what the position is worth as it stands, or better by loud options. In the
 * middle of a turn there is no standing. */
static double search_loud(deepener *d, int depth, question q) {
    int32_t found;
    double stand = -END_VALUE * 2;
    if (q.first) {
        stand = evaluate_for(d, d->line.states[depth], lf_decider(d->line.states[depth]));
        if (stand >= q.high || q.turns <= -LOUD_TURNS)
            return stand;
    }
    return best_option(d, depth, q, stand, -1, &found);
}

static double search_from(deepener *d, int depth, question q) {
    int32_t found;
    if (!lf_uct_line_may_go_on(&d->line, depth))
        return NO_VALUE;
    if (q.turns <= 0)
        return search_loud(d, depth, q);
    const uint64_t key = lf_hash(d->line.states[depth]);
    entry *const e = &d->table[key % ENTRIES];
    if (is_enough(e, key, &q))
        return e->value;
    const double best =
        best_option(d, depth, q, -END_VALUE * 2, e->key == key ? e->best : -1, &found);
    if (best < NO_VALUE)
        remember(e, key, q.turns, best, found, q.low, q.high);
    return best;
}

/* ---- the options of the decision that is asked ---- */

/* Follows what the table says is best, behind an option. */
static void expect_line(deepener *d, int option, root_option *out) {
    int depth = 0;
    out->line_length = 0;
    if (!lf_uct_line_make_move(&d->line, 0, option))
        return;
    for (depth = 1; out->line_length < AGENT_LINE && !lf_terminal(d->line.states[depth], NULL);
         depth++) {
        const uint64_t key = lf_hash(d->line.states[depth]);
        const entry *const e = &d->table[key % ENTRIES];
        const int best = e->key == key && e->best >= 0
                             ? lf_option_of_id(d->line.states[depth], e->best)
                             : LF_NO_OPTION;
        if (best == LF_NO_OPTION || !lf_uct_line_has_state(&d->line, depth + 1) ||
            !lf_uct_line_make_move(&d->line, depth, best))
            break;
        out->line[out->line_length++] = e->best;
    }
    lf_evaluate(d->lane->evaluator, d->line.states[depth], d->lane->owner->seat, &out->at_end);
}

/* One turn deeper over all options, the best so far first. False: it was not finished. */
static bool deepen(deepener *d, int *order, int options_count, int turns) {
    double values[LF_OPTIONS_MAX], best = -END_VALUE * 2;
    for (int i = 0; i < options_count; i++) {
        const question q = {
            .turns = turns, .low = best - SLACK, .high = END_VALUE * 2, .first = true};
        const double value = value_of_option(d, 0, order[i], false, q);
        if (value >= NO_VALUE) {
            if (i == 0)
                return false;
            /* what was not looked at is no better than it was */
            for (int k = i; k < options_count; k++)
                values[order[k]] =
                    d->roots[order[k]].value < best ? d->roots[order[k]].value : best - SLACK;
            break;
        }
        values[order[i]] = value;
        best = value > best ? value : best;
    }
    for (int i = 0; i < options_count; i++)
        d->roots[i].value = values[i];
    for (int i = 1; i < options_count; i++)
        for (int k = i; k > 0 && d->roots[order[k - 1]].value < d->roots[order[k]].value; k--) {
            const int held = order[k];
            order[k] = order[k - 1];
            order[k - 1] = held;
        }
    return !d->line.gave_up;
}

static bool is_decided(const deepener *d, const int *order) {
    const double best = d->roots[order[0]].value;
    return best > END_VALUE / 2 || best < -END_VALUE / 2;
}

int lf_uct_deepener_look(deepener *d, lane *l, int count, int64_t positions, double deadline) {
    int order[LF_OPTIONS_MAX], seen = 0;
    assert(count > 0 && count <= LF_OPTIONS_MAX);
    if (!lf_uct_line_begin(&d->line, l, positions, deadline))
        return 0;
    for (int i = 0; i < count; i++) {
        order[i] = i;
        d->roots[i] = (root_option){0};
    }
    for (int turns = 1; turns <= TURNS_MAX && deepen(d, order, count, turns); turns++) {
        seen = turns;
        if (is_decided(d, order))
            break;
    }
    d->line.gave_up = false;
    for (int i = 0; i < count && seen > 0; i++)
        expect_line(d, i, &d->roots[i]);
    return d->line.met_chance ? 0 : seen;
}

bool lf_uct_deepener_met_chance(const deepener *d) {
    return d->line.met_chance;
}

/* The chance to win that a value stands for: 1 or 0 where the end was seen. */
static double chance_of(double value) {
    return value > END_VALUE / 2 ? 1 : value < -END_VALUE / 2 ? 0 : 0.5 + value / 2;
}

void lf_uct_deepener_expect(const deepener *d, int option, evaluation *out) {
    const lf_seat seat = d->lane->owner->decider;
    *out = d->roots[option].at_end;
    out->win[seat] = (float)chance_of(d->roots[option].value);
    out->win[1 - seat] = 1 - out->win[seat];
}

void lf_uct_deepener_say(const deepener *d, int option, agent_thought *out) {
    const root_option *const r = &d->roots[option];
    *out = (agent_thought){.option = out->option,
                           .visits = 1,
                           .value = r->value,
                           .mean = chance_of(r->value),
                           .win = chance_of(r->value),
                           .margin = (double)r->at_end.margin[d->lane->owner->decider]};
    out->line_length = r->line_length;
    memcpy(out->line, r->line, sizeof r->line[0] * (size_t)r->line_length);
}
