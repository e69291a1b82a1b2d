/* plans.c: compares whole turns by playouts. Only the first searcher takes part.
 *
 * In long games a turn has many decisions, and its value shows only after the other seats have had
 * their turns. So MCTS, which reaches to the end of the own turn, only proposes plans: the best
 * turns that it finds, of as many kinds as possible. Then all candidates are played on in the same
 * samples of hidden information and chance, by seats that try a few turns each and take the best.
 * After each round the worse half is dropped, until one plan is left (sequential halving).
 * Decisions without effect are removed from it. It is played until chance comes into it. */

#include <string.h>

#include "api/agents/search/utility.h"
#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "rollout.h"
#include "support/clock.h"

#define VALUE_OF_PLANS 1e9 /* options with playouts come before options without */
#define FIND_SHARE 0.15    /* of the time goes into finding turns to compare */
/* The part of the budget that is used where chance may require another search in this turn. */
#define CHANCE_SHARE 0.6

#define PLAN_LENGTH 96 /* decisions of a turn that are kept; behind them, the search starts anew */
#define PLANS_KEPT 96
#define PLANS_OF_A_KIND 6

typedef struct {
    int32_t ids[PLAN_LENGTH];
    int length;
    int solid;                 /* so many of its decisions come before any chance */
    uint64_t kind;             /* hash of the first two decisions */
    uint64_t key;              /* hash of all decisions */
    double utility;            /* at the end of the turn, the mean … */
    int64_t proposals;         /* … of so many iterations */
    double value, win, margin; /* sums over the playouts */
    int64_t playouts;
} plan;

struct plans {
    plan kept[PLANS_KEPT];
    int count;
    int chosen; /* the plan that is being played, or -1 */
    int made;   /* decisions of it so far */
};
typedef struct plans plans;

static void clear_plans(plans *p) {
    p->count = p->made = 0;
    p->chosen = -1;
}

/* ---- proposals ---- */

static int32_t id_at(const searcher *s, int i) {
    return i < s->path_length ? s->path[i].id : s->playout[i - s->path_length].id;
}

/* Reads the own turn from the iteration that has just ended. */
static void read_turn(const searcher *s, plan *out) {
    const int all = s->path_length + s->playout_length, own = s->own < all ? s->own : all;
    out->length = own < PLAN_LENGTH ? own : PLAN_LENGTH;
    out->solid = s->solid < out->length ? s->solid : out->length;
    out->key = out->kind = 0;
    for (int i = 0; i < out->length; i++) {
        out->ids[i] = id_at(s, i);
        out->key = lf_mix64(out->key ^ (uint64_t)(uint32_t)out->ids[i]) + LF_GOLDEN;
        if (i < 2)
            out->kind = out->key;
    }
}

/* The place of a new plan: a free one, or that of the worst plan of its kind if there are many of
 * them, or that of the worst plan of all. NULL: the new plan is worse than that one. */
static plan *place_for(plans *p, uint64_t kind, double utility) {
    plan *worst = NULL, *worst_of_kind = NULL;
    int alike = 0;
    for (int i = 0; i < p->count; i++) {
        plan *const other = &p->kept[i];
        if (worst == NULL || other->utility < worst->utility)
            worst = other;
        if (other->kind != kind)
            continue;
        alike++;
        if (worst_of_kind == NULL || other->utility < worst_of_kind->utility)
            worst_of_kind = other;
    }
    if (alike < PLANS_OF_A_KIND && p->count < PLANS_KEPT)
        return &p->kept[p->count++];
    plan *const least = alike >= PLANS_OF_A_KIND ? worst_of_kind : worst;
    return least != NULL && least->utility < utility ? least : NULL;
}

/* Adds the own turn of an iteration, or counts it if it is known. Chance makes a turn look better
 * than it is at times: the mean counts. */
static void propose_plan(void *context, const searcher *s, double utility) {
    plans *const p = context;
    plan found;
    read_turn(s, &found);
    if (found.length == 0)
        return;
    for (int i = 0; i < p->count; i++) {
        if (p->kept[i].key != found.key)
            continue;
        p->kept[i].proposals++;
        p->kept[i].utility += (utility - p->kept[i].utility) / (double)p->kept[i].proposals;
        p->kept[i].solid = found.solid < p->kept[i].solid ? found.solid : p->kept[i].solid;
        return;
    }
    plan *const place = place_for(p, found.kind, utility);
    if (place == NULL)
        return;
    *place = found;
    place->utility = utility;
    place->proposals = 1;
    place->value = place->win = place->margin = 0;
    place->playouts = 0;
}

/* Lets MCTS propose plans for as many iterations as the settings say, and at most a part of so many
 * seconds (0: no limit). */
static void find_plans(plans *p, searcher *s, double seconds) {
    clear_plans(p);
    s->on_iteration = propose_plan;
    s->context = p;
    s->deadline = seconds > 0 ? lf_clock_seconds() + seconds * FIND_SHARE : 0;
    for (int64_t i = 0; i < s->settings->propose; i++)
        if (!lf_searcher_iterate(s) || lf_searcher_is_out_of_time(s))
            break;
    s->on_iteration = NULL;
}

/* ---- candidates ---- */

static bool is_of_kind_in(const plans *p, const int *list, int count, uint64_t kind) {
    bool found = false;
    for (int i = 0; i < count && !found; i++)
        found = p->kept[list[i]].kind == kind;
    return found;
}

/* The best plan that is not taken yet, if wished of a kind that no other candidate has; -1:
 * none. */
static int best_left(const plans *p, const bool *taken, const int *list, int count,
                     bool of_new_kind) {
    int best = -1;
    for (int i = 0; i < p->count; i++)
        if (!taken[i] && (best < 0 || p->kept[i].utility > p->kept[best].utility) &&
            !(of_new_kind && is_of_kind_in(p, list, count, p->kept[i].kind)))
            best = i;
    return best;
}

/* The first half of the candidates are the best of their kinds, so that different turns are
 * compared. The others are the best of the rest. */
static int pick_candidates(const plans *p, int most, int *out) {
    bool taken[PLANS_KEPT] = {false};
    int count = 0;
    while (count < most && count < p->count) {
        int best = count < most / 2 ? best_left(p, taken, out, count, true) : -1;
        best = best < 0 ? best_left(p, taken, out, count, false) : best;
        taken[best] = true;
        out[count++] = best;
    }
    return count;
}

/* Are all candidates free of chance? */
static bool are_solid(const plans *p, int candidates) {
    int list[PLANS_KEPT];
    const int count = pick_candidates(p, candidates, list);
    bool solid = true;
    for (int i = 0; i < count; i++)
        solid = solid && p->kept[list[i]].solid == p->kept[list[i]].length;
    return solid;
}

/* ---- playouts ---- */

/* Plays a plan in a sample as far as the sample allows, finishes the turn and plays on. False: the
 * clock cut it off. */
static bool play_plan(searcher *s, plan *of, uint64_t seed) {
    const lf_seat seat = s->owner->decider;
    const int turn = s->owner->turn;
    evaluation e;
    s->rng.state = seed;
    lf_agent_sample(s->owner, lf_random_next(&s->rng), s->state);
    const rollout_turn own = lf_rollout_turn_of(s->state);
    bool good = true;
    /* the plan itself */
    for (int i = 0; i < of->length && good; i++) {
        const int option =
            lf_terminal(s->state, NULL) ? LF_NO_OPTION : lf_option_of_id(s->state, of->ids[i]);
        if (option == LF_NO_OPTION)
            break;
        good = lf_apply(s->state, option) == LF_OK;
    }
    /* the rest of the turn, and the turns after it */
    if (good && !lf_terminal(s->state, NULL) && lf_decider(s->state) == seat &&
        lf_turn(s->state) == turn)
        good = lf_rollout_finish_turn(s);
    good = good && lf_rollout_play_on(s, own, s->rollout_turns, (int)s->settings->tries);
    if (!good && lf_searcher_is_out_of_time(s))
        return false;
    of->playouts++;
    if (!good)
        return true; /* a rule failed: the playout counts as a loss */
    lf_evaluate(s->evaluator, s->state, s->owner->seat, &e);
    for (lf_seat other = 0; other < s->seats; other++) {
        s->win_sum[other] += (double)e.win[other];
        s->margin_sum[other] += (double)e.margin[other];
    }
    s->iterations++;
    of->value += utility_of(lf_state_game(s->state), &e, s->seats, seat);
    of->win += (double)e.win[seat];
    of->margin += (double)e.margin[seat];
    return true;
}

/* The mean utility of the playouts. The utility at the end of the turn counts like `trust`
 * playouts. */
static double mean_of(const searcher *s, const plan *p) {
    return (p->value + s->settings->trust * p->utility) /
           ((double)p->playouts + s->settings->trust + 1e-9);
}

/* Best first; of equals the one with the better utility at the end of the turn. */
static void sort_candidates(const searcher *s, const plans *p, int *list, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0; k--) {
            const plan *const a = &p->kept[list[k - 1]], *const b = &p->kept[list[k]];
            const double left = mean_of(s, a), right = mean_of(s, b);
            if (left > right || (left >= right && a->utility >= b->utility))
                break;
            const int held = list[k];
            list[k] = list[k - 1];
            list[k - 1] = held;
        }
}

/* ---- decisions without effect ---- */

/* Decisions that may be played again to find circles: a few milliseconds, since the time of the
 * search is used already. */
#define CIRCLE_WORK 4000

/* A place in a turn: the choice site and a hash of the pieces, cards and variables. Loops of rules
 * count their rounds, so that a hash of the whole state would never repeat. */
typedef struct {
    int site;
    uint64_t table;
} turn_place;

/* The way out of the pending decision; LF_NO_OPTION: there is none. */
static int find_way_out(const lf_state *state) {
    const int last = lf_legal_count(state) - 1;
    return last >= 0 && lf_is_way_out(state, last) ? last : LF_NO_OPTION;
}

/* Plays a plan in a sample. Returns how many decisions were possible; `met` gets the places before
 * each of them and behind the last. */
static int walk_plan(searcher *s, const plan *of, uint64_t seed, turn_place *met) {
    lf_agent_sample(s->owner, seed, s->state);
    for (int i = 0;; i++) {
        met[i] = (turn_place){lf_site(s->state), lf_table_hash(s->state)};
        const int option = i < of->length ? lf_option_of_id(s->state, of->ids[i]) : LF_NO_OPTION;
        if (option == LF_NO_OPTION || lf_apply(s->state, option) != LF_OK)
            return i;
    }
}

/* Does the same choice site ask again at `to`, with nothing changed, or for the first time since
 * `from`? */
static bool comes_round(const turn_place *met, int from, int to) {
    if (met[from].site != met[to].site)
        return false;
    bool is_first = true;
    for (int i = from + 1; i < to && is_first; i++)
        is_first = met[i].site != met[from].site;
    return is_first || met[from].table == met[to].table;
}

static void remove_decisions(plan *of, int from, int to) {
    assert(from >= 0 && from < to && to <= of->length);
    memmove(of->ids + from, of->ids + to, (size_t)(of->length - to) * sizeof *of->ids);
    of->length -= to - from;
    of->solid -= to - from;
}

static void insert_decision(plan *of, int at, int32_t id) {
    assert(of->length < PLAN_LENGTH);
    memmove(of->ids + at + 1, of->ids + at, (size_t)(of->length - at) * sizeof *of->ids);
    of->ids[at] = id;
    of->length++;
    of->solid++;
}

/* A loop ends by itself when nothing is left to choose. If less was chosen, the plan needs the way
 * out where it stops. */
static int walk_with_way_out(searcher *s, plan *of, uint64_t seed, turn_place *met) {
    const int stopped = walk_plan(s, of, seed, met), out = find_way_out(s->state);
    if (stopped >= of->solid || out == LF_NO_OPTION)
        return stopped;
    int32_t ids[LF_OPTIONS_MAX];
    lf_legal_ids(s->state, ids, LF_OPTIONS_MAX);
    insert_decision(of, stopped, ids[out]);
    return walk_plan(s, of, seed, met);
}

/* Removes a part of a plan that ends at `met[*all]`. False: with the same sample it would end
 * elsewhere, and the plan stays as it is. */
static bool cut_part(plan *of, searcher *s, uint64_t seed, int from, int to, turn_place *met,
                     int *all) {
    turn_place met_without[PLAN_LENGTH + 1];
    plan without = *of;
    remove_decisions(&without, from, to);
    const int left = walk_with_way_out(s, &without, seed, met_without);
    if (left == 0 || *all - left != of->length - without.length ||
        met_without[left].site != met[*all].site || met_without[left].table != met[*all].table)
        return false;
    *of = without;
    *all = left;
    memcpy(met, met_without, sizeof met_without);
    return true;
}

/* Proposed turns contain random decisions: some return to an earlier place, some have no effect.
 * They are removed, as far as no chance comes before them. */
static void cut_circles(plan *of, searcher *s, uint64_t seed) {
    turn_place met[PLAN_LENGTH + 1];
    int all = walk_plan(s, of, seed, met), work = 0;
    for (int from = 0; from < all; from++)
        for (int to = of->solid; to > from && work < CIRCLE_WORK; to--)
            if (to <= all && comes_round(met, from, to)) {
                work += all;
                if (cut_part(of, s, seed, from, to, met, &all))
                    to = of->solid + 1; /* try the shorter plan from the start */
            }
}

/* ---- comparing ---- */

/* How many rounds leave one of `count` candidates. */
static int count_rounds(int count) {
    int rounds = 0;
    while (count > 1) {
        count = (count + 1) / 2;
        rounds++;
    }
    return rounds;
}

static bool allocate_states(searcher *s) {
    if (s->tried == NULL)
        s->tried = lf_agent_scratch(s->owner);
    if (s->best == NULL)
        s->best = lf_agent_scratch(s->owner);
    return s->tried != NULL && s->best != NULL;
}

/* Compares the best candidates by so many playouts, or until the deadline of the searcher, and
 * chooses one. */
static void compare_plans(plans *p, searcher *s, int candidates, int64_t playouts) {
    int list[PLANS_KEPT];
    if (!allocate_states(s))
        return;
    /* The evaluation of the position comes from the playouts alone. */
    memset(s->win_sum, 0, sizeof s->win_sum);
    memset(s->margin_sum, 0, sizeof s->margin_sum);
    s->iterations = 0;
    const uint64_t rng = lf_random_next(&s->rng);
    int left = pick_candidates(p, candidates < PLANS_KEPT ? candidates : PLANS_KEPT, list);
    const int all = left, rounds = count_rounds(left);
    const double started = lf_clock_seconds();
    uint64_t sample = 0;
    int round = 0;
    bool in_time = true;
    p->made = 0;
    /* Each round gets the same part of the budget and drops the worse half. */
    while (left > 1 && in_time) {
        const int64_t each = s->deadline > 0                ? INT64_MAX
                             : playouts / rounds / left > 0 ? playouts / rounds / left
                                                            : 1;
        const double until = started + (s->deadline - started) * (double)++round / (double)rounds;
        /* All candidates play the same sample. */
        for (int64_t k = 0; k < each && in_time && (s->deadline <= 0 || lf_clock_seconds() < until);
             k++, sample++)
            for (int i = 0; i < left && in_time; i++)
                in_time = play_plan(s, &p->kept[list[i]], lf_mix64(rng + sample * LF_GOLDEN));
        sort_candidates(s, p, list, left);
        left = (left + 1) / 2;
    }
    p->chosen = all > 0 ? list[0] : -1;
    s->rng.state = lf_mix64(rng); /* so that it does not depend on the number of playouts */
    if (all > 0)
        cut_circles(&p->kept[list[0]], s, rng);
}

/* ---- playing the plan ---- */

/* The next decision of the chosen plan; TREE_NONE if it is over, or chance came into it. */
static int32_t next_decision(const plans *p) {
    if (p->chosen < 0)
        return TREE_NONE;
    assert(p->chosen < p->count);
    const plan *const c = &p->kept[p->chosen];
    return p->made < c->solid ? c->ids[p->made] : TREE_NONE;
}

/* Is the next decision of the chosen plan among the options? */
static bool follows_plan(const search *s, int options) {
    const agent *const a = s->owner;
    const int32_t next = a->turn == s->turn ? next_decision(s->plans) : TREE_NONE;
    bool offered = false;
    for (int i = 0; i < options && !offered; i++)
        offered = next != TREE_NONE && a->ids[i] == next;
    return offered;
}

/* Does a plan begin like the decisions of this turn, and go on with this one? */
static bool goes_on_with(const plans *p, const plan *one, int32_t id) {
    return p->chosen >= 0 && one->length > p->made && one->ids[p->made] == id &&
           memcmp(one->ids, p->kept[p->chosen].ids, (size_t)p->made * sizeof *one->ids) == 0;
}

/* ---- as a search algorithm ---- */

static size_t reserve_plans(const search *s) {
    return s->settings.plans > 0 ? sizeof *s->plans : 0;
}

static void prepare_plans(search *s) {
    if (s->settings.plans == 0 || s->plans != NULL)
        return;
    s->plans = lf_calloc(1, sizeof *s->plans);
    if (s->plans != NULL)
        clear_plans(s->plans);
}

static void free_plans(search *s) {
    lf_free(s->plans);
    s->plans = NULL;
}

/* Finds and compares plans, unless a plan is being played. */
static bool run_plans(search *s, int options) {
    searcher *const first = &s->searchers[0];
    if (!search_uses_plans(s))
        return false;
    if (follows_plan(s, options))
        return true;
    const int candidates = (int)s->settings.plans;
    const double started = lf_clock_seconds();
    find_plans(s->plans, first, s->left.seconds);
    const double share = are_solid(s->plans, candidates) ? 1 : CHANCE_SHARE;
    const int64_t playouts = (int64_t)((double)s->left.iterations * share);
    first->deadline = s->left.seconds > 0 ? started + s->left.seconds * share : 0;
    compare_plans(s->plans, first, candidates, playouts);
    lf_search_spend(s, started);
    lf_search_spend_iterations(s, playouts);
    return true;
}

/* Reports the plans that go on with the option: the chosen one, or else the best. */
static void report_plans(const search *s, int option, option_stats *out) {
    const plans *const p = s->plans;
    for (int i = 0; search_uses_plans(s) && i < p->count; i++) {
        const plan *const one = &p->kept[i];
        if ((one->playouts == 0 && i != p->chosen) || !goes_on_with(p, one, s->owner->ids[option]))
            continue;
        if (one->playouts == 0) { /* the only plan there is */
            out->value = 3 * VALUE_OF_PLANS;
            continue;
        }
        const double count = (double)one->playouts, mean = one->value / count;
        const double value = VALUE_OF_PLANS * (i == p->chosen ? 3 : 1 + mean);
        if (value < out->value)
            continue;
        *out = (option_stats){.option = out->option,
                              .visits = one->playouts,
                              .value = value,
                              .mean = mean,
                              .win = one->win / count,
                              .margin = one->margin / count};
        for (int k = p->made + 1; k < one->length && out->line_length < AGENT_LINE; k++)
            out->line[out->line_length++] = one->ids[k];
    }
}

/* A choice that is not the next decision of the plan ends the plan. */
static void advance_plans(search *s, int option) {
    if (!search_uses_plans(s))
        return;
    if (next_decision(s->plans) == s->owner->ids[option])
        s->plans->made++;
    else
        clear_plans(s->plans);
}

const search_algorithm lf_search_plans = {.reserve = reserve_plans,
                                          .prepare = prepare_plans,
                                          .run = run_plans,
                                          .report = report_plans,
                                          .advance = advance_plans,
                                          .free = free_plans};
