/* select.c: which option an iteration takes.
 *
 * In the tree: the one with the best sum of what it brought so far and of what makes it worth a
 * look (PUCT): a prior, times the square root of how often it was offered, by how often it was
 * taken. An option that was never taken counts as much as its node (first-play urgency). Priors
 * come from what actions brought in all playouts. In a playout: the best of a few by the same
 * (MAST), so that no list is gone through as a whole. Wherever libm would be needed there is a
 * square root, which is the same on every machine. */
#include "select.h"

#include <math.h>
#include <string.h>

#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define TOURNAMENT 3 /* so many are compared in a playout */
#define ANY_ONE_IN 8 /* … and at times any is taken */
#define HISTORY_START                                                                              \
    2 /* an action starts as if it had been taken so often, with a middling result */
#define URGENCY_LESS 0.05
#define PROVEN_WEIGHT 100.0

static double history_of(const lane *l, int32_t id) {
    const history *const h = &l->histories[id];
    return ((double)h->sum + 0.5 * HISTORY_START) / ((double)h->count + HISTORY_START);
}

void lf_uct_select_learn(lane *l, const double *utility) {
    if (!l->settings->mast)
        return;
    for (int i = 0; i < l->path_length; i++) {
        l->histories[l->path[i].id].sum += (float)utility[l->path[i].seat];
        l->histories[l->path[i].id].count += 1;
    }
    for (int i = 0; i < l->playout_length; i++) {
        l->histories[l->playout[i].id].sum += (float)utility[l->playout[i].seat];
        l->histories[l->playout[i].id].count += 1;
    }
}

/* ---- playouts ---- */

int lf_uct_select_in_playout(lane *l, const int32_t *ids, int count) {
    int best = lf_random_below(&l->rng, count);
    if (!l->settings->mast || count == 1 || lf_random_below(&l->rng, ANY_ONE_IN) == 0)
        return best;
    for (int i = 1; i < TOURNAMENT; i++) {
        const int other = lf_random_below(&l->rng, count);
        if (history_of(l, ids[other]) > history_of(l, ids[best]))
            best = other;
    }
    return best;
}

/* ---- what edges prove ---- */

/* What a proven edge is worth to the seat: 2 a win of its own, 1 a draw or a shared one, 0 a
 * loss. */
static int proof_class(uint16_t winners, lf_seat seat) {
    if (winners == 0 || ((winners >> seat & 1) != 0 && (winners & (winners - 1)) != 0))
        return 1;
    return (winners >> seat & 1) != 0 ? 2 : 0;
}

/* Whether the edges of a node prove it, and what. */
static bool prove_node(const lane *l, tree_node *node) {
    const tree_edge *const edges = &l->tree.edges[node->edges];
    int best = -1;
    bool all = true, alike = true;
    for (int i = 0; i < node->count; i++) {
        const int class = edges[i].proven != 0 ? proof_class(edges[i].winners, node->seat) : -1;
        all = all && class >= 0;
        alike = alike && edges[i].winners == edges[0].winners;
        if (class > (best >= 0 ? proof_class(edges[best].winners, node->seat) : -1))
            best = i;
    }
    const int found = best >= 0 ? proof_class(edges[best].winners, node->seat) : -1;
    if (found != 2 && !(all && (found == 1 || alike)))
        return false;
    node->proven = 1;
    node->winners = edges[best].winners;
    return true;
}

/* ---- opening a node ---- */

/* Better actions are looked at sooner: in proportion to the square of how much they brought, and to
 * what the game's designer says. */
static void give_priors(lane *l, int32_t node, int count) {
    tree_edge *const edges = &l->tree.edges[l->tree.nodes[node].edges];
    uint16_t weights[LF_OPTIONS_MAX];
    const bool told = l->knowledge != NULL && l->settings->priors != 0 &&
                      lf_knowledge_priors(l->knowledge, l->state, weights, LF_OPTIONS_MAX) == count;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double past = l->settings->mast ? history_of(l, edges[i].id) : 0.5;
        edges[i].prior =
            (float)((past * past + 0.02) * (told ? (double)weights[i] / KNOWLEDGE_PLAIN : 1.0));
        sum += (double)edges[i].prior;
    }
    for (int i = 0; i < count; i++)
        edges[i].prior = (float)((double)edges[i].prior / sum);
}

/* Looks which options end the game, so that no win is overlooked and no loss by one move comes as a
 * surprise. For games that are short and hide nothing; where chance decides, nothing is proven. */
static void look_for_ends(lane *l, int32_t node, int count) {
    tree_edge *const edges = &l->tree.edges[l->tree.nodes[node].edges];
    lf_outcome outcome;
    for (int i = 0; i < count; i++) {
        lf_copy(l->trial, l->state);
        const uint64_t before = lf_head_const(l->trial->block)->generator;
        if (lf_apply(l->trial, i) != LF_OK || !lf_terminal(l->trial, &outcome) ||
            lf_head_const(l->trial->block)->generator != before)
            continue;
        edges[i].proven = 1;
        edges[i].winners = (uint16_t)outcome.winners;
    }
    prove_node(l, &l->tree.nodes[node]);
}

bool lf_uct_select_open(lane *l, int32_t node, const int32_t *ids, int count) {
    if (!lf_uct_tree_open_node(&l->tree, node, ids, count))
        return false;
    give_priors(l, node, count);
    if (l->trial != NULL && !l->chance)
        look_for_ends(l, node, count);
    return true;
}

/* ---- in the tree ---- */

/* About the natural logarithm of n >= 1: exact at powers of two, and straight between them. */
static double logarithm(uint32_t n) {
    const int power = 31 - __builtin_clz(n | 1);
    return 0.6931471805599453 * ((double)power + (double)n / (double)(UINT32_C(1) << power) - 1.0);
}

static double score(const lane *l, const tree_node *node, const tree_edge *edge, double urgency) {
    const double visits = (double)edge->visits, offered = (double)edge->offered;
    if (edge->proven != 0)
        return proof_class(edge->winners, node->seat) == 2   ? PROVEN_WEIGHT
               : proof_class(edge->winners, node->seat) == 1 ? 0.5
                                                             : -PROVEN_WEIGHT;
    if (l->settings->plain != 0)
        return edge->visits == 0
                   ? PROVEN_WEIGHT
                   : edge->value / visits + l->explore * sqrt(logarithm(edge->offered) / visits);
    const double value = edge->visits > 0 ? edge->value / visits : urgency;
    return value + l->explore * (double)edge->prior * sqrt(offered) / (1.0 + visits);
}

int lf_uct_select_option(lane *l, int32_t at, const int32_t *ids, int count) {
    const tree_node *const node = &l->tree.nodes[at];
    const double urgency =
        node->visits > 0 ? node->value / (double)node->visits - URGENCY_LESS : 0.5;
    int best = 0, equals = 0;
    double best_score = 0;
    for (int i = 0; i < count; i++) {
        tree_edge *const edge = lf_uct_tree_edge_of(&l->tree, at, ids[i], i);
        if (edge == NULL)
            continue;
        edge->offered++;
        const double s = score(l, node, edge, urgency);
        if (equals == 0 || s > best_score) {
            best = i;
            best_score = s;
            equals = 1;
        } else if (s >= best_score && lf_random_below(&l->rng, ++equals) == 0) {
            best = i; /* each of k equals stays with chance 1/k */
        }
    }
    return best;
}

/* ---- back up the path ---- */

void lf_uct_select_prove(lane *l) {
    for (int i = l->path_length; i-- > 0;) {
        const step *const s = &l->path[i];
        tree_node *const node = &l->tree.nodes[s->node];
        tree_edge *const edge = s->edge != TREE_NONE ? &l->tree.edges[node->edges + s->edge] : NULL;
        const tree_node *const child =
            edge != NULL && edge->child != TREE_NONE ? &l->tree.nodes[edge->child] : NULL;
        /* an edge with several nodes behind it met chance */
        if (child == NULL || child->sibling != TREE_NONE ||
            (child->proven == 0 && edge->proven == 0))
            return;
        if (edge->proven == 0)
            edge->winners = child->winners;
        edge->proven = 1;
        if (node->proven == 0 && !prove_node(l, node))
            return;
    }
}
