/* alphabeta.c: alpha-beta with iterative deepening by turns. It suits long games of two seats
 * without hidden information and without chance: where a single reply refutes what
 * looks good, MCTS needs long to find it.
 *
 * Depth is counted in whole turns, so that no position is evaluated in the middle of a turn. Behind
 * the last turn the search goes on with loud options only (quiescence search). Loud are the options
 * whose prior is at least twice the usual; the seat to move may also stop there.
 *
 * A value is the utility of the seat that decides, less that of the other. So the value for one
 * seat is the negative of the value for the other. An outcome counts more than any evaluation, and
 * an earlier outcome more than a later one. */
#include <string.h>

#include "api/agents/mcts/searcher.h"
#include "api/agents/search/line.h"
#include "api/agents/search/utility.h"
#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "support/clock.h"

#define DEPTH_MAX 96 /* decisions */
#define TURNS_MAX 40 /* turns */
#define LOUD_TURNS 6 /* behind those */
#define ENTRIES (1 << 17)
#define ALPHABETA_BYTES ((size_t)4 << 20) /* about what it uses in games with small states */
#define OUTCOME_VALUE 100.0
#define NO_VALUE 1000.0
#define LOUD (2 * PRIOR_PLAIN)
#define SLACK 0.05 /* options at most this much worse than the best get exact values, too */
/* The part of the rest of the budget that a decision gets. Later decisions of the turn use the
 * table that it filled. */
#define SHARE_OF_BUDGET 0.7

typedef enum { BOUND_NONE, BOUND_LOW, BOUND_HIGH, BOUND_EXACT } bound;

/* What is known of a position. */
typedef struct {
    uint64_t key;
    double value;
    int32_t best; /* id of the option, or -1 */
    int16_t turns;
    uint8_t bound;
} table_entry;

/* An option of the pending decision. */
typedef struct {
    double value; /* for options that are much worse than the best, only a bound */
    evaluation at_end;
    int32_t line[AGENT_LINE];
    int line_length;
} root_option;

typedef struct alphabeta alphabeta;
struct alphabeta {
    const searcher *searcher;
    line line;
    table_entry *table; /* by the hash of the position, ENTRIES of them */
    uint32_t *cuts;     /* by id of action: how often it ended the search of a position */
    root_option *roots; /* by option */
};

static void free_alphabeta(search *s) {
    alphabeta *const ab = s->alphabeta;
    if (ab == NULL)
        return;
    lf_line_close(&ab->line);
    lf_free(ab->table);
    lf_free(ab->cuts);
    lf_free(ab->roots);
    lf_free(ab);
    s->alphabeta = NULL;
}

static size_t reserve_alphabeta(const search *s) {
    return s->settings.alphabeta != 0 && s->memory >= 8 * ALPHABETA_BYTES ? ALPHABETA_BYTES : 0;
}

/* Margins alone say too little for a search of fixed depth. If memory runs out, there is no
 * alpha-beta. */
static void prepare_alphabeta(search *s) {
    const searcher *const first = &s->searchers[0];
    if (s->alphabeta != NULL || reserve_alphabeta(s) == 0 || s->length != LENGTH_LONG ||
        !utility_wins_prove(s->owner->game) || !lf_evaluator_knows_more(first->evaluator) ||
        first->hides || first->seats != 2)
        return;
    alphabeta *const ab = s->alphabeta = lf_calloc(1, sizeof *ab);
    if (ab == NULL)
        return;
    ab->searcher = first;
    ab->line.owner = s->owner;
    ab->line.depth_max = DEPTH_MAX;
    ab->table = lf_calloc(ENTRIES, sizeof *ab->table);
    ab->cuts = lf_calloc((size_t)lf_action_count(s->owner->game) + 1, sizeof *ab->cuts);
    ab->roots = lf_calloc(LF_OPTIONS_MAX, sizeof *ab->roots);
    if (ab->table == NULL || ab->cuts == NULL || ab->roots == NULL)
        free_alphabeta(s);
}

/* ---- values ---- */

static double value_of_evaluation(const alphabeta *ab, const evaluation *e, lf_seat seat) {
    const lf_game *const game = ab->searcher->owner->game;
    return utility_of(game, e, 2, seat) - utility_of(game, e, 2, 1 - seat);
}

static double evaluate_for(const alphabeta *ab, const lf_state *state, lf_seat seat) {
    evaluation e;
    lf_evaluate(ab->searcher->evaluator, state, ab->searcher->owner->seat, &e);
    return value_of_evaluation(ab, &e, seat);
}

static double value_of_outcome(const lf_outcome *outcome, lf_seat seat, int depth) {
    const double sooner = OUTCOME_VALUE - depth;
    return outcome->winners == UINT32_C(1) << seat         ? sooner
           : outcome->winners == UINT32_C(1) << (1 - seat) ? -sooner
                                                           : 0;
}

/* ---- the order in which options are tried ---- */

typedef struct {
    int count;
    int32_t ids[LF_OPTIONS_MAX];
    uint16_t order[LF_OPTIONS_MAX], weights[LF_OPTIONS_MAX];
    bool weighed;
} ordered_options;

static uint64_t rank_of(const alphabeta *ab, const ordered_options *o, int i, int32_t first) {
    return o->ids[i] == first
               ? UINT64_MAX
               : ((uint64_t)(o->weighed ? o->weights[i] : PRIOR_PLAIN) << 32) + ab->cuts[o->ids[i]];
}

/* The option `first`, which was the best before, comes first. Then the priors decide, then how
 * often an action ended the search of another position. */
static void order_options(alphabeta *ab, const lf_state *state, int32_t first, ordered_options *o) {
    o->count = lf_legal_ids(state, o->ids, LF_OPTIONS_MAX);
    o->weighed = ab->searcher->heuristics != NULL && ab->searcher->settings->priors != 0 &&
                 lf_heuristics_priors(ab->searcher->heuristics, state, o->weights,
                                      LF_OPTIONS_MAX) == o->count;
    for (int i = 0; i < o->count; i++) {
        const uint64_t rank = rank_of(ab, o, i, first);
        int place = i;
        for (; place > 0 && rank_of(ab, o, o->order[place - 1], first) < rank; place--)
            o->order[place] = o->order[place - 1];
        o->order[place] = (uint16_t)i;
    }
}

static bool is_loud(const ordered_options *o, int i) {
    return o->weighed && o->weights[i] >= LOUD;
}

/* ---- the search ---- */

/* What a search of a position is to find out: values between low and high matter. */
typedef struct {
    int turns; /* still to search, this one included; 0 and below: only loud options */
    double low, high;
    bool was_loud; /* the current turn has taken a loud option */
    bool first;    /* the current turn has made no decision yet */
} window;

static double search_position(alphabeta *ab, int depth, window q);

/* The value of an option for the seat that decides at this depth; NO_VALUE: the search gave up. */
static double search_option(alphabeta *ab, int depth, int option, bool loud, window q) {
    lf_outcome outcome;
    const lf_seat seat = lf_decider(ab->line.states[depth]);
    const int turn = lf_turn(ab->line.states[depth]);
    if (!lf_line_apply(&ab->line, depth, option))
        return NO_VALUE;
    const lf_state *const next = ab->line.states[depth + 1];
    if (lf_terminal(next, &outcome))
        return value_of_outcome(&outcome, seat, depth);
    q.was_loud = q.was_loud || loud;
    q.first = false;
    if (lf_decider(next) == seat && lf_turn(next) == turn)
        return search_position(ab, depth + 1, q);
    const window then = {.turns = q.turns - 1, .low = q.low, .high = q.high, .first = true};
    if (lf_decider(next) == seat)
        return search_position(ab, depth + 1, then);
    const double theirs = search_position(
        ab, depth + 1,
        (window){.turns = then.turns, .low = -q.high, .high = -q.low, .first = true});
    return theirs >= NO_VALUE ? NO_VALUE : -theirs;
}

static void store_value(table_entry *e, uint64_t key, int turns, double best, int32_t id,
                        double low, double high) {
    if (e->key == key && e->turns > turns && e->bound == BOUND_EXACT)
        return;
    *e = (table_entry){.key = key,
                       .value = best,
                       .best = id,
                       .turns = (int16_t)turns,
                       .bound = best >= high  ? BOUND_LOW
                                : best <= low ? BOUND_HIGH
                                              : BOUND_EXACT};
}

static bool answers(const table_entry *e, uint64_t key, const window *q) {
    return e->key == key && e->turns >= q->turns &&
           (e->bound == BOUND_EXACT || (e->bound == BOUND_LOW && e->value >= q->high) ||
            (e->bound == BOUND_HIGH && e->value <= q->low));
}

/* Is an option searched? Behind the last turn only loud ones are. If there are none, the others are
 * searched at the beginning of a turn, since they may lead to loud ones, and after a loud one,
 * since the turn has to end. */
static bool is_searched(const ordered_options *o, int i, bool any_loud, const window *q) {
    return q->turns > 0 || (any_loud ? is_loud(o, i) : q->first || q->was_loud);
}

static double best_option(alphabeta *ab, int depth, window q, double best, int32_t first,
                          int32_t *found) {
    ordered_options o;
    bool any_loud = false;
    assert(q.low <= q.high);
    order_options(ab, ab->line.states[depth], first, &o);
    for (int i = 0; i < o.count && !any_loud && q.turns <= 0; i++)
        any_loud = is_loud(&o, i);
    *found = -1;
    for (int i = 0; i < o.count && best < q.high; i++) {
        const int option = o.order[i];
        if (!is_searched(&o, option, any_loud, &q))
            continue;
        q.low = best > q.low ? best : q.low;
        const double value = search_option(ab, depth, option, is_loud(&o, option), q);
        if (value >= NO_VALUE)
            return NO_VALUE;
        if (value > best) {
            best = value;
            *found = o.ids[option];
        }
    }
    if (best >= q.high && *found >= 0)
        ab->cuts[*found]++;
    return best;
}

/* Behind the last turn: the evaluation of the position, or more if loud options bring more. In the
 * middle of a turn a position is not evaluated. */
static double search_loud(alphabeta *ab, int depth, window q) {
    int32_t found;
    double stand = -OUTCOME_VALUE * 2;
    if (q.first) {
        stand = evaluate_for(ab, ab->line.states[depth], lf_decider(ab->line.states[depth]));
        if (stand >= q.high || q.turns <= -LOUD_TURNS)
            return stand;
    }
    return best_option(ab, depth, q, stand, -1, &found);
}

static double search_position(alphabeta *ab, int depth, window q) {
    int32_t found;
    if (!lf_line_may_visit(&ab->line, depth))
        return NO_VALUE;
    if (q.turns <= 0)
        return search_loud(ab, depth, q);
    const uint64_t key = lf_hash(ab->line.states[depth]);
    table_entry *const e = &ab->table[key % ENTRIES];
    if (answers(e, key, &q))
        return e->value;
    const double best =
        best_option(ab, depth, q, -OUTCOME_VALUE * 2, e->key == key ? e->best : -1, &found);
    if (best < NO_VALUE)
        store_value(e, key, q.turns, best, found, q.low, q.high);
    return best;
}

/* ---- the options of the decision that is asked ---- */

/* Follows the best decisions of the table behind an option, and evaluates where they end. */
static void follow_line(alphabeta *ab, int option, root_option *out) {
    int depth = 0;
    out->line_length = 0;
    if (!lf_line_apply(&ab->line, 0, option))
        return;
    for (depth = 1; out->line_length < AGENT_LINE && !lf_terminal(ab->line.states[depth], NULL);
         depth++) {
        const uint64_t key = lf_hash(ab->line.states[depth]);
        const table_entry *const e = &ab->table[key % ENTRIES];
        const int best = e->key == key && e->best >= 0
                             ? lf_option_of_id(ab->line.states[depth], e->best)
                             : LF_NO_OPTION;
        if (best == LF_NO_OPTION || !lf_line_has_state(&ab->line, depth + 1) ||
            !lf_line_apply(&ab->line, depth, best))
            break;
        out->line[out->line_length++] = e->best;
    }
    lf_evaluate(ab->searcher->evaluator, ab->line.states[depth], ab->searcher->owner->seat,
                &out->at_end);
}

/* Searches all options one turn deeper, the best so far first, and sorts them. False: the search
 * was not finished. */
static bool search_one_turn_deeper(alphabeta *ab, int *order, int options_count, int turns) {
    double values[LF_OPTIONS_MAX], best = -OUTCOME_VALUE * 2;
    for (int i = 0; i < options_count; i++) {
        const window q = {
            .turns = turns, .low = best - SLACK, .high = OUTCOME_VALUE * 2, .first = true};
        const double value = search_option(ab, 0, order[i], false, q);
        if (value >= NO_VALUE) {
            if (i == 0)
                return false;
            /* options that were not searched count as no better than before */
            for (int k = i; k < options_count; k++)
                values[order[k]] =
                    ab->roots[order[k]].value < best ? ab->roots[order[k]].value : best - SLACK;
            break;
        }
        values[order[i]] = value;
        best = value > best ? value : best;
    }
    for (int i = 0; i < options_count; i++)
        ab->roots[i].value = values[i];
    for (int i = 1; i < options_count; i++)
        for (int k = i; k > 0 && ab->roots[order[k - 1]].value < ab->roots[order[k]].value; k--) {
            const int held = order[k];
            order[k] = order[k - 1];
            order[k - 1] = held;
        }
    return !ab->line.gave_up;
}

static bool is_decided(const alphabeta *ab, const int *order) {
    const double best = ab->roots[order[0]].value;
    return best > OUTCOME_VALUE / 2 || best < -OUTCOME_VALUE / 2;
}

/* ---- as a search algorithm ---- */

/* Searches deeper and deeper until the budget is used. Returns how many turns deep all options were
 * searched; 0: there was no time, or chance came into it. */
static int search_options(search *s, int count, int64_t iterations) {
    alphabeta *const ab = s->alphabeta;
    int order[LF_OPTIONS_MAX], seen = 0;
    assert(count > 0 && count <= LF_OPTIONS_MAX);
    if (!lf_line_begin(&ab->line, s, &s->searchers[0].rng, SHARE_OF_BUDGET, iterations))
        return 0;
    for (int i = 0; i < count; i++) {
        order[i] = i;
        ab->roots[i] = (root_option){0};
    }
    for (int turns = 1; turns <= TURNS_MAX && search_one_turn_deeper(ab, order, count, turns);
         turns++) {
        seen = turns;
        if (is_decided(ab, order))
            break;
    }
    ab->line.gave_up = false;
    for (int i = 0; i < count && seen > 0; i++)
        follow_line(ab, i, &ab->roots[i]);
    return ab->line.met_chance ? 0 : seen;
}

/* A game in which chance was met does not suit the algorithm after all. */
static bool run_alphabeta(search *s, int options) {
    const double started = lf_clock_seconds();
    if (s->alphabeta == NULL)
        return false;
    const int64_t iterations = (int64_t)((double)s->left.iterations * SHARE_OF_BUDGET) + 1;
    const bool found = search_options(s, options, iterations) > 0;
    if (s->left.seconds > 0)
        lf_search_spend(s, started);
    else if (found)
        s->left.iterations -= iterations < s->left.iterations ? iterations : 0;
    if (!found && s->alphabeta->line.met_chance)
        free_alphabeta(s);
    return found;
}

/* The chance to win that a value stands for: 1 or 0 where an outcome was found. */
static double chance_to_win(double value) {
    return value > OUTCOME_VALUE / 2 ? 1 : value < -OUTCOME_VALUE / 2 ? 0 : 0.5 + value / 2;
}

static void report_alphabeta(const search *s, int option, option_stats *out) {
    if (s->decided_by != &lf_search_alphabeta)
        return;
    const root_option *const r = &s->alphabeta->roots[option];
    *out = (option_stats){.option = out->option,
                          .visits = 1,
                          .value = r->value,
                          .mean = chance_to_win(r->value),
                          .win = chance_to_win(r->value),
                          .margin = (double)r->at_end.margin[s->owner->decider]};
    out->line_length = r->line_length;
    memcpy(out->line, r->line, sizeof r->line[0] * (size_t)r->line_length);
}

static void evaluate_alphabeta(const search *s, int best, evaluation *out) {
    assert(s->alphabeta != NULL && best >= 0 && best < LF_OPTIONS_MAX);
    const root_option *const r = &s->alphabeta->roots[best];
    const lf_seat seat = s->owner->decider;
    *out = r->at_end;
    out->win[seat] = (float)chance_to_win(r->value);
    out->win[1 - seat] = 1 - out->win[seat];
}

const search_algorithm lf_search_alphabeta = {.reserve = reserve_alphabeta,
                                              .prepare = prepare_alphabeta,
                                              .run = run_alphabeta,
                                              .report = report_alphabeta,
                                              .evaluate = evaluate_alphabeta,
                                              .free = free_alphabeta};
