/* plans.c: what turns are proposed, and which of them does best. */
#include "plans.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "rollout.h"
#include "utility.h"

#define VALUE_OF_PLANS 1e9 /* what was played on goes before what was not */

/* Forgets all. */
static void plans_clear(plans *p) {
    p->count = p->made = 0;
    p->chosen = -1;
}

/* ---- proposals ---- */

static int32_t id_at(const lane *l, int i) {
    return i < l->path_length ? l->path[i].id : l->playout[i - l->path_length].id;
}

static void read_line(const lane *l, plan *out) {
    const int all = l->path_length + l->playout_length, own = l->own < all ? l->own : all;
    out->length = own < PLAN_LENGTH ? own : PLAN_LENGTH;
    out->solid = l->solid < out->length ? l->solid : out->length;
    out->key = out->kind = 0;
    for (int i = 0; i < out->length; i++) {
        out->ids[i] = id_at(l, i);
        out->key = lf_mix64(out->key ^ (uint64_t)(uint32_t)out->ids[i]) + LF_GOLDEN;
        if (i < 2)
            out->kind = out->key;
    }
}

/* Where a new plan goes: a free place, or that of the worst of its kind if there are many of them,
 * or of the worst of all; NULL: it is worse than those. */
static plan *place_for(plans *p, uint64_t kind, double worth) {
    plan *worst = NULL, *worst_of_kind = NULL;
    int alike = 0;
    for (int i = 0; i < p->count; i++) {
        plan *const other = &p->kept[i];
        if (worst == NULL || other->worth < worst->worth)
            worst = other;
        if (other->kind != kind)
            continue;
        alike++;
        if (worst_of_kind == NULL || other->worth < worst_of_kind->worth)
            worst_of_kind = other;
    }
    if (alike < PLANS_OF_A_KIND && p->count < PLANS_KEPT)
        return &p->kept[p->count++];
    plan *const least = alike >= PLANS_OF_A_KIND ? worst_of_kind : worst;
    return least != NULL && least->worth < worth ? least : NULL;
}

void lf_uct_plans_propose(plans *p, const lane *l, double worth) {
    plan found;
    read_line(l, &found);
    if (found.length == 0)
        return;
    for (int i = 0; i < p->count; i++) {
        if (p->kept[i].key != found.key)
            continue;
        p->kept[i].met++; /* chance makes a turn look better at times than it is: the mean counts */
        p->kept[i].worth += (worth - p->kept[i].worth) / (double)p->kept[i].met;
        p->kept[i].solid = found.solid < p->kept[i].solid ? found.solid : p->kept[i].solid;
        return;
    }
    plan *const place = place_for(p, found.kind, worth);
    if (place == NULL)
        return;
    *place = found;
    place->worth = worth;
    place->met = 1;
    place->value = place->win = place->margin = 0;
    place->playouts = 0;
}

#define FIND_SHARE 0.15 /* of the time goes into finding turns to compare */

void lf_uct_plans_find(plans *p, lane *l, double seconds) {
    plans_clear(p);
    l->plans = p;
    l->deadline = seconds > 0 ? lf_uct_lane_clock() + seconds * FIND_SHARE : 0;
    for (int64_t i = 0; i < l->settings->propose; i++)
        if (!lf_uct_lane_iterate(l) || lf_uct_lane_out_of_time(l))
            break;
    l->plans = NULL;
}

/* ---- which are compared ---- */

static bool is_of_kind_in(const plans *p, const int *list, int count, uint64_t kind) {
    bool found = false;
    for (int i = 0; i < count && !found; i++)
        found = p->kept[list[i]].kind == kind;
    return found;
}

/* The best that is not taken yet, of a kind of its own if so wished; -1: none. */
static int best_left(const plans *p, const bool *taken, const int *list, int count,
                     bool of_new_kind) {
    int best = -1;
    for (int i = 0; i < p->count; i++)
        if (!taken[i] && (best < 0 || p->kept[i].worth > p->kept[best].worth) &&
            !(of_new_kind && is_of_kind_in(p, list, count, p->kept[i].kind)))
            best = i;
    return best;
}

/* The first half are the best of their kinds, so that different things are looked at, the others
 * the best of those that are left. */
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

bool lf_uct_plans_are_solid(const plans *p, int candidates) {
    int list[PLANS_KEPT];
    const int count = pick_candidates(p, candidates, list);
    bool solid = true;
    for (int i = 0; i < count; i++)
        solid = solid && p->kept[list[i]].solid == p->kept[list[i]].length;
    return solid;
}

/* ---- playouts ---- */

/* Plays a plan in a sample, as far as it goes there, and on. False: cut off by the clock. */
static bool play_plan(lane *l, plan *of, uint64_t seed) {
    const lf_seat seat = l->owner->decider;
    const int turn = l->owner->turn;
    evaluation e;
    l->rng.state = seed;
    lf_agent_sample(l->owner, lf_random_next(&l->rng), l->state);
    const rollout_turn own = lf_uct_rollout_turn_of(l->state);
    bool good = true;
    for (int i = 0; i < of->length && good; i++) {
        const int option =
            lf_terminal(l->state, NULL) ? LF_NO_OPTION : lf_option_of_id(l->state, of->ids[i]);
        if (option == LF_NO_OPTION)
            break;
        good = lf_apply(l->state, option) == LF_OK;
    }
    if (good && !lf_terminal(l->state, NULL) && lf_decider(l->state) == seat &&
        lf_turn(l->state) == turn)
        good = lf_uct_rollout_finish_turn(l);
    good = good && lf_uct_rollout_play_on(l, own, l->rollout_turns, (int)l->settings->tries);
    if (!good && lf_uct_lane_out_of_time(l))
        return false;
    of->playouts++;
    if (!good)
        return true; /* a rule failed: it counts as a loss */
    lf_evaluate(l->evaluator, l->state, l->owner->seat, &e);
    for (lf_seat other = 0; other < l->seats; other++) {
        l->win_sum[other] += (double)e.win[other];
        l->margin_sum[other] += (double)e.margin[other];
    }
    l->iterations++;
    of->value += utility_of(lf_state_game(l->state), &e, l->seats, seat);
    of->win += (double)e.win[seat];
    of->margin += (double)e.margin[seat];
    return true;
}

/* What it brought in the playouts, and a little of what it looked like before them. */
static double mean_of(const lane *l, const plan *p) {
    return (p->value + l->settings->trust * p->worth) /
           ((double)p->playouts + l->settings->trust + 1e-9);
}

/* Best first; of equals the one that looked better at the end of the turn. */
static void order(const lane *l, const plans *p, int *list, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0; k--) {
            const plan *const a = &p->kept[list[k - 1]], *const b = &p->kept[list[k]];
            const double left = mean_of(l, a), right = mean_of(l, b);
            if (left > right || (left >= right && a->worth >= b->worth))
                break;
            const int held = list[k];
            list[k] = list[k - 1];
            list[k - 1] = held;
        }
}

/* ---- circles ---- */

/* decisions that may be played again for it: a few milliseconds, when the time is up already */
#define CIRCLE_WORK 4000

/* Where a turn stands: the question, and what lies on the table. Loops of rules count their
 * rounds, so the hash of the whole position would never be the same again. */
typedef struct {
    int site;
    uint64_t table;
} place;

/* The way out of what is asked; LF_NO_OPTION: there is none. */
static int way_out(const lf_state *state) {
    const int last = lf_legal_count(state) - 1;
    return last >= 0 && lf_is_way_out(state, last) ? last : LF_NO_OPTION;
}

/* Plays it in a sample: how many decisions were possible, and the places before each of them and
 * behind the last. */
static int walk(lane *l, const plan *of, uint64_t seed, place *met) {
    lf_agent_sample(l->owner, seed, l->state);
    for (int i = 0;; i++) {
        met[i] = (place){lf_site(l->state), lf_table_hash(l->state)};
        const int option = i < of->length ? lf_option_of_id(l->state, of->ids[i]) : LF_NO_OPTION;
        if (option == LF_NO_OPTION || lf_apply(l->state, option) != LF_OK)
            return i;
    }
}

/* Is the same asked again, with nothing changed, or for the first time? */
static bool comes_round(const place *met, int from, int to) {
    if (met[from].site != met[to].site)
        return false;
    bool is_first = true;
    for (int i = from + 1; i < to && is_first; i++)
        is_first = met[i].site != met[from].site;
    return is_first || met[from].table == met[to].table;
}

static void leave_out(plan *of, int from, int to) {
    memmove(of->ids + from, of->ids + to, (size_t)(of->length - to) * sizeof *of->ids);
    of->length -= to - from;
    of->solid -= to - from;
}

static void put_in(plan *of, int at, int32_t id) {
    assert(of->length < PLAN_LENGTH);
    memmove(of->ids + at + 1, of->ids + at, (size_t)(of->length - at) * sizeof *of->ids);
    of->ids[at] = id;
    of->length++;
    of->solid++;
}

/* Loops end by themselves when nothing is left to be chosen; with less chosen, the way out must be
 * taken where the turn does not go on. */
static int walk_with_way_out(lane *l, plan *of, uint64_t seed, place *met) {
    const int stopped = walk(l, of, seed, met), out = way_out(l->state);
    if (stopped >= of->solid || out == LF_NO_OPTION)
        return stopped;
    int32_t ids[LF_OPTIONS_MAX];
    lf_legal_ids(l->state, ids, LF_OPTIONS_MAX);
    put_in(of, stopped, ids[out]);
    return walk(l, of, seed, met);
}

/* Leaves a part out of a turn that ends at `met[*all]`. False: it would not end alike then, with
 * the same rng, and stays as it is. */
static bool cut_out(plan *of, lane *l, uint64_t seed, int from, int to, place *met, int *all) {
    place met_without[PLAN_LENGTH + 1];
    plan without = *of;
    leave_out(&without, from, to);
    const int left = walk_with_way_out(l, &without, seed, met_without);
    if (left == 0 || *all - left != of->length - without.length ||
        met_without[left].site != met[*all].site || met_without[left].table != met[*all].table)
        return false;
    *of = without;
    *all = left;
    memcpy(met, met_without, sizeof met_without);
    return true;
}

/* Turns are drawn, so some come back to where they were before, or choose what has no effect. That
 * is left out, as far as no chance comes before it. */
static void cut_circles(plan *of, lane *l, uint64_t seed) {
    place met[PLAN_LENGTH + 1];
    int all = walk(l, of, seed, met), work = 0;
    for (int from = 0; from < all; from++)
        for (int to = of->solid; to > from && work < CIRCLE_WORK; to--)
            if (to <= all && comes_round(met, from, to)) {
                work += all;
                if (cut_out(of, l, seed, from, to, met, &all))
                    to = of->solid + 1; /* once more with what is left */
            }
}

/* ---- comparing ---- */

static int halvings(int count) {
    int rounds = 0;
    while (count > 1) {
        count = (count + 1) / 2;
        rounds++;
    }
    return rounds;
}

static bool take_states(lane *l) {
    if (l->tried == NULL)
        l->tried = lf_agent_scratch(l->owner);
    if (l->best == NULL)
        l->best = lf_agent_scratch(l->owner);
    return l->tried != NULL && l->best != NULL;
}

bool lf_uct_plans_compare(plans *p, lane *l, int candidates, int64_t playouts) {
    int list[PLANS_KEPT];
    if (!take_states(l))
        return false;
    const uint64_t rng = lf_random_next(&l->rng);
    int left = pick_candidates(p, candidates < PLANS_KEPT ? candidates : PLANS_KEPT, list);
    const int all = left, rounds = halvings(left);
    const double started = lf_uct_lane_clock();
    uint64_t sample = 0;
    int round = 0;
    bool in_time = true;
    p->made = 0;
    p->chosen = left > 0 ? list[0] : -1;
    memset(l->win_sum, 0, sizeof l->win_sum);
    memset(l->margin_sum, 0, sizeof l->margin_sum);
    l->iterations = 0;
    while (left > 1 && in_time) {
        const int64_t each = l->deadline > 0                ? INT64_MAX
                             : playouts / rounds / left > 0 ? playouts / rounds / left
                                                            : 1;
        const double until = started + (l->deadline - started) * (double)++round / (double)rounds;
        for (int64_t k = 0;
             k < each && in_time && (l->deadline <= 0 || lf_uct_lane_clock() < until);
             k++, sample++)
            for (int i = 0; i < left && in_time; i++)
                in_time = play_plan(l, &p->kept[list[i]], lf_mix64(rng + sample * LF_GOLDEN));
        order(l, p, list, left);
        left = (left + 1) / 2;
    }
    p->chosen = all > 0 ? list[0] : -1;
    l->rng.state = lf_mix64(rng);
    if (all > 0)
        cut_circles(&p->kept[list[0]], l, rng);
    return all > 0;
}

/* ---- playing it ---- */

int32_t lf_uct_plans_next(const plans *p) {
    if (p->chosen < 0)
        return TREE_NONE;
    const plan *const c = &p->kept[p->chosen];
    return p->made < c->solid ? c->ids[p->made] : TREE_NONE;
}

void lf_uct_plans_took(plans *p, int32_t id) {
    if (lf_uct_plans_next(p) == id)
        p->made++;
    else
        plans_clear(p);
}

/* Does a plan begin as the chosen one was played so far, and go on with this? */
static bool goes_on_with(const plans *p, const plan *one, int32_t id) {
    return p->chosen >= 0 && one->length > p->made && one->ids[p->made] == id &&
           memcmp(one->ids, p->kept[p->chosen].ids, (size_t)p->made * sizeof *one->ids) == 0;
}

void lf_uct_plans_say(const plans *p, int32_t id, agent_thought *out) {
    for (int i = 0; i < p->count; i++) {
        const plan *const one = &p->kept[i];
        if ((one->playouts == 0 && i != p->chosen) || !goes_on_with(p, one, id))
            continue;
        if (one->playouts == 0) { /* the only one there is */
            out->value = 3 * VALUE_OF_PLANS;
            continue;
        }
        const double count = (double)one->playouts, mean = one->value / count;
        const double value = VALUE_OF_PLANS * (i == p->chosen ? 3 : 1 + mean);
        if (value < out->value)
            continue;
        *out = (agent_thought){.option = out->option,
                               .visits = one->playouts,
                               .value = value,
                               .mean = mean,
                               .win = one->win / count,
                               .margin = one->margin / count};
        for (int k = p->made + 1; k < one->length && out->line_length < AGENT_LINE; k++)
            out->line[out->line_length++] = one->ids[k];
    }
}
