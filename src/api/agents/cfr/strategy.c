/* strategy.c: CFR+ as two loops over the nodes for each seat: forwards for probabilities, backwards
 * for values. */
#include "strategy.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"

static double *new_doubles(int count) {
    return lf_calloc((size_t)count + 1, sizeof(double));
}

/* ---- probabilities ---- */

/* Makes `out` proportional to `from`, whose numbers are not negative; if all are 0, uniform. */
static void normalise(const info_set *set, const double *from, double *out) {
    double total = 0;
    for (int i = 0; i < set->actions; i++)
        total += from[set->place + i];
    for (int i = 0; i < set->actions; i++)
        out[set->place + i] = total > 0 ? from[set->place + i] / total : 1.0 / set->actions;
}

void lf_cfr_strategy_uniform(const game_tree *tree, double *strategy) {
    for (int s = 0; s < tree->set_count; s++)
        for (int i = 0; i < tree->sets[s].actions; i++)
            strategy[tree->sets[s].place + i] = 1.0 / tree->sets[s].actions;
}

/* The index of the action that leads from one node to another. */
static int32_t action_at(const game_tree *tree, const game_node *from, const game_node *to) {
    return tree->sets[from->set].place + to->slot;
}

/* The probability of a node if its parent is reached. */
static double step_probability(const game_tree *tree, const double *strategy,
                               const game_node *node) {
    const game_node *const from = &tree->nodes[node->parent];
    return from->set < 0 ? node->chance : strategy[action_at(tree, from, node)];
}

/* ---- CFR+ ---- */

cfr *lf_cfr_new(const game_tree *tree) {
    cfr *const c = lf_calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    *c = (cfr){.tree = tree,
               .regrets = new_doubles(tree->action_count),
               .sums = new_doubles(tree->action_count),
               .now = new_doubles(tree->action_count),
               .gains = new_doubles(tree->action_count),
               .own = new_doubles(tree->node_count),
               .rest = new_doubles(tree->node_count),
               .value = new_doubles(tree->node_count)};
    if (c->regrets != NULL && c->sums != NULL && c->now != NULL && c->gains != NULL &&
        c->own != NULL && c->rest != NULL && c->value != NULL) {
        lf_cfr_strategy_uniform(tree, c->now);
        return c;
    }
    lf_cfr_free(c);
    return NULL;
}

void lf_cfr_free(cfr *c) {
    if (c == NULL)
        return;
    double *const all[] = {c->regrets, c->sums, c->now, c->gains, c->own, c->rest, c->value};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lf_free(all[i]);
    lf_free(c);
}

/* The probability of each node by the seat's own decisions, and by all others. */
static void compute_probabilities(cfr *c, lf_seat seat) {
    const game_tree *const tree = c->tree;
    assert(tree->node_count > 0 && tree->nodes[0].parent < 0);
    c->own[0] = c->rest[0] = 1;
    for (int i = 1; i < tree->node_count; i++) {
        const game_node *const node = &tree->nodes[i];
        const double chance = step_probability(tree, c->now, node);
        const bool its_own = tree->nodes[node->parent].seat == seat;
        c->own[i] = c->own[node->parent] * (its_own ? chance : 1);
        c->rest[i] = c->rest[node->parent] * (its_own ? 1 : chance);
    }
}

/* The value of each node for the seat, and of each action where the seat decides. */
static void compute_values(cfr *c, lf_seat seat, const double *ends) {
    const game_tree *const tree = c->tree;
    memset(c->gains, 0, (size_t)tree->action_count * sizeof *c->gains);
    for (int i = 0; i < tree->node_count; i++)
        c->value[i] = tree->nodes[i].payoff < 0 ? 0 : ends[tree->nodes[i].payoff + seat];
    for (int i = tree->node_count - 1; i > 0; i--) {
        const game_node *const node = &tree->nodes[i], *const from = &tree->nodes[node->parent];
        c->value[node->parent] += step_probability(tree, c->now, node) * c->value[i];
        if (from->seat == seat)
            c->gains[action_at(tree, from, node)] += c->rest[node->parent] * c->value[i];
    }
}

static void update_regrets(cfr *c, const info_set *set) {
    const double weight = (double)c->iterations * c->own[set->node];
    double mean = 0;
    for (int i = set->place; i < set->place + set->actions; i++)
        mean += c->now[i] * c->gains[i];
    for (int i = set->place; i < set->place + set->actions; i++) {
        const double regret = c->regrets[i] + (c->gains[i] - mean);
        c->regrets[i] = regret > 0 ? regret : 0;
        c->sums[i] += weight * c->now[i];
    }
    normalise(set, c->regrets, c->now);
}

void lf_cfr_iterate(cfr *c) {
    c->iterations++;
    for (lf_seat seat = 0; seat < c->tree->seats; seat++) {
        compute_probabilities(c, seat);
        compute_values(c, seat, c->tree->payoffs);
        for (int s = 0; s < c->tree->set_count; s++)
            if (c->tree->sets[s].seat == seat)
                update_regrets(c, &c->tree->sets[s]);
    }
}

void lf_cfr_average(const cfr *c, double *strategy) {
    for (int s = 0; s < c->tree->set_count; s++)
        normalise(&c->tree->sets[s], c->sums, strategy);
}

/* ---- best responses ----
 *
 * The best action in a set depends on the later decisions of the same seat, and on no other of its
 * decisions. So nodes are processed by level, that is, by the number of the seat's own decisions
 * above them, the highest level first; within a level backwards. */

typedef struct {
    const game_tree *tree;
    const double *strategy;
    double *rest, *value, *totals;
    int32_t *level; /* by node */
    int32_t *order; /* the nodes sorted by level, within a level in the order of the tree */
    int32_t *ends;  /* by level: the number of nodes up to it */
} responder;

static void close_responder(responder *r) {
    lf_free(r->rest);
    lf_free(r->value);
    lf_free(r->totals);
    lf_free(r->level);
    lf_free(r->order);
    lf_free(r->ends);
}

static bool open_responder(responder *r, const game_tree *tree, const double *strategy) {
    const size_t nodes = (size_t)tree->node_count + 1;
    *r = (responder){.tree = tree,
                     .strategy = strategy,
                     .rest = new_doubles(tree->node_count),
                     .value = new_doubles(tree->node_count),
                     .totals = new_doubles(tree->action_count),
                     .level = lf_calloc(nodes, sizeof *r->level),
                     .order = lf_calloc(nodes, sizeof *r->order),
                     .ends = lf_calloc(TREE_DEPTH_MAX + 3, sizeof *r->ends)};
    const bool good = r->rest != NULL && r->value != NULL && r->totals != NULL &&
                      r->level != NULL && r->order != NULL && r->ends != NULL;
    if (!good)
        close_responder(r);
    return good;
}

/* Sorts the nodes by level, and computes their probabilities by the decisions of all others.
 * Returns the highest level. */
static int sort_by_level(responder *r, lf_seat seat) {
    const game_tree *const tree = r->tree;
    int highest = 0;
    memset(r->ends, 0, (TREE_DEPTH_MAX + 3) * sizeof *r->ends);
    r->rest[0] = 1;
    r->level[0] = 0;
    r->ends[1]++;
    for (int i = 1; i < tree->node_count; i++) {
        const game_node *const node = &tree->nodes[i];
        const bool its_own = tree->nodes[node->parent].seat == seat;
        r->rest[i] =
            r->rest[node->parent] * (its_own ? 1 : step_probability(tree, r->strategy, node));
        r->level[i] = r->level[node->parent] + its_own;
        r->ends[r->level[i] + 1]++;
        highest = r->level[i] > highest ? r->level[i] : highest;
    }
    assert(highest <= TREE_DEPTH_MAX);
    for (int i = 1; i <= highest + 1; i++)
        r->ends[i] += r->ends[i - 1];
    /* ends[level] moves from the first index of the level to behind its last */
    for (int i = 0; i < tree->node_count; i++)
        r->order[r->ends[r->level[i]]++] = i;
    return highest;
}

static int32_t best_slot(const info_set *set, const double *totals) {
    int32_t best = 0;
    for (int32_t i = 1; i < set->actions; i++)
        if (totals[set->place + i] > totals[set->place + best])
            best = i;
    return best;
}

/* Computes the values of one level after all higher levels are done. */
static void settle_level(responder *r, lf_seat seat, int from, int to) {
    const game_tree *const tree = r->tree;
    for (int k = to - 1; k >= from; k--) {
        const int i = r->order[k];
        const game_node *const node = &tree->nodes[i];
        if (i == 0)
            break;
        const game_node *const parent = &tree->nodes[node->parent];
        if (parent->seat == seat)
            r->totals[action_at(tree, parent, node)] += r->rest[node->parent] * r->value[i];
        else
            r->value[node->parent] += step_probability(tree, r->strategy, node) * r->value[i];
    }
    for (int k = from; k < to; k++) { /* now the totals of the level below are complete */
        const game_node *const node = &tree->nodes[r->order[k]];
        const game_node *const parent = node->parent < 0 ? NULL : &tree->nodes[node->parent];
        if (parent != NULL && parent->seat == seat &&
            node->slot == best_slot(&tree->sets[parent->set], r->totals))
            r->value[node->parent] = r->value[r->order[k]];
    }
}

/* The payoff of the best response to the strategy of the others. */
static double best_response(responder *r, lf_seat seat) {
    const game_tree *const tree = r->tree;
    const int highest = sort_by_level(r, seat);
    memset(r->totals, 0, (size_t)tree->action_count * sizeof *r->totals);
    for (int i = 0; i < tree->node_count; i++)
        r->value[i] = tree->nodes[i].payoff < 0 ? 0 : tree->payoffs[tree->nodes[i].payoff + seat];
    for (int level = highest; level >= 0; level--)
        settle_level(r, seat, level == 0 ? 0 : r->ends[level - 1], r->ends[level]);
    return r->value[0];
}

/* The expected payoff if all seats play the strategy. */
static double expected_payoff(responder *r, lf_seat seat) {
    const game_tree *const tree = r->tree;
    for (int i = 0; i < tree->node_count; i++)
        r->value[i] = tree->nodes[i].payoff < 0 ? 0 : tree->payoffs[tree->nodes[i].payoff + seat];
    for (int i = tree->node_count - 1; i > 0; i--)
        r->value[tree->nodes[i].parent] +=
            step_probability(tree, r->strategy, &tree->nodes[i]) * r->value[i];
    return r->value[0];
}

static bool is_zero_sum(const game_tree *tree) {
    for (int i = 0; i < tree->end_count; i++)
        if (tree->payoffs[2 * i] + tree->payoffs[2 * i + 1] != 0)
            return false;
    return true;
}

bool lf_cfr_strategy_measure(const game_tree *tree, const double *strategy, strategy_worth *out) {
    responder r;
    *out = (strategy_worth){.zero_sum = tree->seats == 2 && is_zero_sum(tree)};
    if (!open_responder(&r, tree, strategy))
        return false;
    for (lf_seat seat = 0; seat < tree->seats; seat++) {
        out->value[seat] = expected_payoff(&r, seat);
        out->response[seat] = best_response(&r, seat);
        out->exploitability += (out->response[seat] - out->value[seat]) / tree->seats;
    }
    close_responder(&r);
    return true;
}

bool lf_cfr_strategy_reach(const game_tree *tree, const double *strategy, double *by_set) {
    double *const reach = new_doubles(tree->node_count);
    if (reach == NULL)
        return false;
    memset(by_set, 0, (size_t)tree->set_count * sizeof *by_set);
    for (int i = 0; i < tree->node_count; i++) {
        const game_node *const node = &tree->nodes[i];
        reach[i] =
            node->parent < 0 ? 1 : reach[node->parent] * step_probability(tree, strategy, node);
        if (node->set >= 0)
            by_set[node->set] += reach[i];
    }
    lf_free(reach);
    return true;
}

/* Divides sums by probabilities. `rests` gets the probability of each set by the decisions of all
 * others; a set that they never reach has the value 0. */
static void divide_by_rest(const cfr *c, lf_seat seat, double *rests, double *by_action) {
    const game_tree *const tree = c->tree;
    memset(rests, 0, (size_t)tree->set_count * sizeof *rests);
    for (int i = 0; i < tree->node_count; i++)
        if (tree->nodes[i].seat == seat)
            rests[tree->nodes[i].set] += c->rest[i];
    for (int s = 0; s < tree->set_count; s++) {
        const info_set *const set = &tree->sets[s];
        for (int i = set->place; set->seat == seat && i < set->place + set->actions; i++)
            by_action[i] = rests[s] > 0 ? c->gains[i] / rests[s] : 0;
    }
}

bool lf_cfr_strategy_values(const game_tree *tree, const double *strategy, const double *ends,
                            double *by_action) {
    cfr *const c = lf_cfr_new(tree);
    double *const rests = new_doubles(tree->set_count);
    if (c == NULL || rests == NULL) {
        lf_cfr_free(c);
        lf_free(rests);
        return false;
    }
    memcpy(c->now, strategy, (size_t)tree->action_count * sizeof *strategy);
    for (lf_seat seat = 0; seat < tree->seats; seat++) {
        compute_probabilities(c, seat);
        compute_values(c, seat, ends);
        divide_by_rest(c, seat, rests, by_action);
    }
    lf_cfr_free(c);
    lf_free(rests);
    return true;
}
