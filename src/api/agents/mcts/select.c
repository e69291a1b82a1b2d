/* select.c: which option an iteration takes.
 *
 * In the tree, the option with the best sum of its mean utility and an exploration bonus (PUCT):
 * prior · sqrt(times offered) / (1 + visits). An option without visits counts as much as its node,
 * less a little (first-play urgency). Priors come from the statistics of actions and from the
 * game's section `agents`.
 *
 * In a playout, the best of a few random options by the statistics of actions (MAST), so that long
 * lists of options cost little.
 *
 * Square roots are exact on every machine; no other function of libm is used. */
#include "select.h"

#include <math.h>
#include <string.h>

#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define TOURNAMENT 3    /* options that a playout compares */
#define RANDOM_ONE_IN 8 /* one decision in so many of a playout is random */
/* An action starts as if it had been taken so often, with a middling result. */
#define PRIOR_VISITS 2
#define URGENCY_LESS 0.05
#define PROVEN_SCORE 100.0

static double mean_utility(const searcher *s, int32_t id) {
    const action_stats *const a = &s->actions[id];
    return ((double)a->sum + 0.5 * PRIOR_VISITS) / ((double)a->count + PRIOR_VISITS);
}

static void learn_steps(searcher *s, const step *steps, int count, const double *utility) {
    for (int i = 0; i < count; i++) {
        s->actions[steps[i].id].sum += (float)utility[steps[i].seat];
        s->actions[steps[i].id].count += 1;
    }
}

void lf_select_learn(searcher *s, const double *utility) {
    if (!s->settings->mast)
        return;
    learn_steps(s, s->path, s->path_length, utility);
    learn_steps(s, s->playout, s->playout_length, utility);
}

/* ---- playouts ---- */

int lf_select_in_playout(searcher *s, const int32_t *ids, int count) {
    assert(count >= 1);
    int best = lf_random_below(&s->rng, count);
    if (!s->settings->mast || count == 1 || lf_random_below(&s->rng, RANDOM_ONE_IN) == 0)
        return best;
    for (int i = 1; i < TOURNAMENT; i++) {
        const int other = lf_random_below(&s->rng, count);
        if (mean_utility(s, ids[other]) > mean_utility(s, ids[best]))
            best = other;
    }
    return best;
}

/* ---- proofs ---- */

typedef enum { PROOF_NONE = -1, PROOF_LOSS, PROOF_DRAW, PROOF_WIN } proof_class;

/* What a proven edge is worth to the seat. A shared win counts as a draw. */
static proof_class class_of_proof(uint16_t winners, lf_seat seat) {
    if (winners == 0 || ((winners >> seat & 1) != 0 && (winners & (winners - 1)) != 0))
        return PROOF_DRAW;
    return (winners >> seat & 1) != 0 ? PROOF_WIN : PROOF_LOSS;
}

/* Marks the node as proven if its edges prove it: one edge wins, or all edges are proven and the
 * result does not depend on which of several losses the seat chooses. */
static bool prove_node(const searcher *s, tree_node *node) {
    const tree_edge *const edges = &s->tree.edges[node->edges];
    int best = -1;
    proof_class found = PROOF_NONE;
    bool all_proven = true, same_winners = true;
    for (int i = 0; i < node->count; i++) {
        const proof_class class =
            edges[i].proven != 0 ? class_of_proof(edges[i].winners, node->seat) : PROOF_NONE;
        all_proven = all_proven && class != PROOF_NONE;
        same_winners = same_winners && edges[i].winners == edges[0].winners;
        if (class > found) {
            best = i;
            found = class;
        }
    }
    if (found != PROOF_WIN && !(all_proven && (found == PROOF_DRAW || same_winners)))
        return false;
    assert(best >= 0); /* a node that is opened has edges */
    node->proven = 1;
    node->winners = edges[best].winners;
    return true;
}

/* ---- opening a node ---- */

/* Priors are in proportion to the square of an action's mean utility, times the designer's
 * prior. */
static void set_priors(searcher *s, int32_t node, int count) {
    tree_edge *const edges = &s->tree.edges[s->tree.nodes[node].edges];
    uint16_t weights[LF_OPTIONS_MAX];
    const bool weighed =
        s->heuristics != NULL && s->settings->priors != 0 &&
        lf_heuristics_priors(s->heuristics, s->state, weights, LF_OPTIONS_MAX) == count;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double past = s->settings->mast ? mean_utility(s, edges[i].id) : 0.5;
        edges[i].prior =
            (float)((past * past + 0.02) * (weighed ? (double)weights[i] / PRIOR_PLAIN : 1.0));
        sum += (double)edges[i].prior;
    }
    assert(sum > 0);
    for (int i = 0; i < count; i++)
        edges[i].prior = (float)((double)edges[i].prior / sum);
}

/* Tries each option once, so that the search never misses a win or a loss by one decision. Chance
 * proves nothing. */
static void prove_ends(searcher *s, int32_t node, int count) {
    tree_edge *const edges = &s->tree.edges[s->tree.nodes[node].edges];
    lf_outcome outcome;
    for (int i = 0; i < count; i++) {
        lf_copy(s->trial, s->state);
        const uint64_t before = lf_head_const(s->trial->block)->generator;
        if (lf_apply(s->trial, i) != LF_OK || !lf_terminal(s->trial, &outcome) ||
            lf_head_const(s->trial->block)->generator != before)
            continue;
        edges[i].proven = 1;
        edges[i].winners = (uint16_t)outcome.winners;
    }
    prove_node(s, &s->tree.nodes[node]);
}

bool lf_select_open_node(searcher *s, int32_t node, const int32_t *ids, int count) {
    if (!lf_mcts_tree_open_node(&s->tree, node, ids, count))
        return false;
    set_priors(s, node, count);
    if (s->trial != NULL && !s->chance)
        prove_ends(s, node, count);
    return true;
}

/* ---- in the tree ---- */

/* Approximates the natural logarithm of n >= 1: exact at powers of two, linear between them. */
static double logarithm(uint32_t n) {
    const int power = 31 - __builtin_clz(n | 1);
    return 0.6931471805599453 * ((double)power + (double)n / (double)(UINT32_C(1) << power) - 1.0);
}

static double score_of_proof(uint16_t winners, lf_seat seat) {
    const proof_class class = class_of_proof(winners, seat);
    return class == PROOF_WIN ? PROVEN_SCORE : class == PROOF_DRAW ? 0.5 : -PROVEN_SCORE;
}

static double score_of_edge(const searcher *s, const tree_node *node, const tree_edge *edge,
                            double urgency) {
    const double visits = (double)edge->visits, offered = (double)edge->offered;
    if (edge->proven != 0)
        return score_of_proof(edge->winners, node->seat);
    if (s->settings->plain != 0) /* UCB1 */
        return edge->visits == 0
                   ? PROVEN_SCORE
                   : edge->value / visits + s->explore * sqrt(logarithm(edge->offered) / visits);
    const double value = edge->visits > 0 ? edge->value / visits : urgency;
    return value + s->explore * (double)edge->prior * sqrt(offered) / (1.0 + visits);
}

int lf_select_in_tree(searcher *s, int32_t at, const int32_t *ids, int count) {
    const tree_node *const node = &s->tree.nodes[at];
    const double urgency =
        node->visits > 0 ? node->value / (double)node->visits - URGENCY_LESS : 0.5;
    int best = 0, equals = 0;
    double best_score = 0;
    for (int i = 0; i < count; i++) {
        tree_edge *const edge = lf_mcts_tree_edge_of(&s->tree, at, ids[i], i);
        if (edge == NULL)
            continue;
        edge->offered++;
        const double score = score_of_edge(s, node, edge, urgency);
        if (equals == 0 || score > best_score) {
            best = i;
            best_score = score;
            equals = 1;
        } else if (score >= best_score && lf_random_below(&s->rng, ++equals) == 0) {
            best = i; /* each of k equals is chosen with chance 1/k */
        }
    }
    return best;
}

/* ---- along the path ---- */

void lf_select_prove_path(searcher *s) {
    for (int i = s->path_length; i-- > 0;) {
        const step *const at = &s->path[i];
        tree_node *const node = &s->tree.nodes[at->node];
        tree_edge *const edge =
            at->edge != TREE_NONE ? &s->tree.edges[node->edges + at->edge] : NULL;
        const tree_node *const child =
            edge != NULL && edge->child != TREE_NONE ? &s->tree.nodes[edge->child] : NULL;
        /* Several nodes behind one edge mean that chance decides which comes next. */
        if (child == NULL || child->sibling != TREE_NONE ||
            (child->proven == 0 && edge->proven == 0))
            return;
        if (edge->proven == 0)
            edge->winners = child->winners;
        edge->proven = 1;
        if (node->proven == 0 && !prove_node(s, node))
            return;
    }
}
