/* tree.c: the pools of nodes and edges. */
#include "tree.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"

#define LEAST_NODES 64
#define LEAST_EDGES 1024 /* enough for the options of one decision */

/* Nodes get a quarter of the memory: on average one node in three or four is opened and has about
 * ten edges. */
bool lf_mcts_tree_open(tree *t, size_t bytes) {
    const size_t nodes = bytes / 4 / sizeof(tree_node),
                 edges = (bytes - bytes / 4) / sizeof(tree_edge);
    *t = (tree){.node_room = (int32_t)(nodes < LEAST_NODES ? LEAST_NODES
                                       : nodes > INT32_MAX ? INT32_MAX
                                                           : nodes),
                .edge_room = (int32_t)(edges < LEAST_EDGES ? LEAST_EDGES
                                       : edges > INT32_MAX ? INT32_MAX
                                                           : edges)};
    t->nodes = lf_malloc((size_t)t->node_room * sizeof *t->nodes);
    t->edges = lf_malloc((size_t)t->edge_room * sizeof *t->edges);
    if (t->nodes != NULL && t->edges != NULL)
        return true;
    lf_mcts_tree_close(t);
    return false;
}

void lf_mcts_tree_close(tree *t) {
    lf_free(t->nodes);
    lf_free(t->edges);
    *t = (tree){0};
}

void lf_mcts_tree_clear(tree *t) {
    t->node_count = t->edge_count = 0;
}

int32_t lf_mcts_tree_add(tree *t, int seat, int question) {
    if (t->node_count == t->node_room)
        return TREE_NONE;
    t->nodes[t->node_count] =
        (tree_node){.seat = (int16_t)seat, .question = question, .sibling = TREE_NONE};
    return t->node_count++;
}

int32_t lf_mcts_tree_find_child(const tree *t, const tree_edge *edge, int seat, int question) {
    int32_t at = edge->child;
    while (at != TREE_NONE && (t->nodes[at].seat != seat || t->nodes[at].question != question))
        at = t->nodes[at].sibling;
    return at;
}

int32_t lf_mcts_tree_child(tree *t, tree_edge *edge, int seat, int question) {
    const int32_t there = lf_mcts_tree_find_child(t, edge, seat, question);
    if (there != TREE_NONE)
        return there;
    const int32_t made = lf_mcts_tree_add(t, seat, question);
    if (made != TREE_NONE) {
        t->nodes[made].sibling = edge->child;
        edge->child = made;
    }
    return made;
}

static int32_t take_edges(tree *t, int count) {
    assert(count >= 0 && t->edge_count <= t->edge_room);
    if (t->edge_room - t->edge_count < count)
        return TREE_NONE;
    t->edge_count += count;
    return t->edge_count - count;
}

bool lf_mcts_tree_open_node(tree *t, int32_t node, const int32_t *ids, int count) {
    const int32_t first = take_edges(t, count);
    assert(t->nodes[node].room == 0);
    if (first == TREE_NONE)
        return false;
    t->nodes[node].edges = first;
    t->nodes[node].count = t->nodes[node].room = count;
    for (int i = 0; i < count; i++)
        t->edges[first + i] = (tree_edge){.id = ids[i], .child = TREE_NONE};
    return true;
}

/* Moves the edges of a node to where there is room for more, since samples offer different
 * options. */
static bool move_edges(tree *t, tree_node *node) {
    const int32_t room = node->room + node->room / 2 + 4, first = take_edges(t, room);
    if (first == TREE_NONE)
        return false;
    memcpy(&t->edges[first], &t->edges[node->edges], (size_t)node->count * sizeof *t->edges);
    node->edges = first;
    node->room = room;
    return true;
}

tree_edge *lf_mcts_tree_edge_of(tree *t, int32_t at, int32_t id, int guess) {
    tree_node *const node = &t->nodes[at];
    tree_edge *edges = &t->edges[node->edges];
    assert(at >= 0 && at < t->node_count && node->room > 0);
    if (guess < node->count && edges[guess].id == id)
        return &edges[guess];
    for (int i = 0; i < node->count; i++)
        if (edges[i].id == id)
            return &edges[i];
    if (node->count == node->room && !move_edges(t, node))
        return NULL;
    edges = &t->edges[node->edges];
    edges[node->count] =
        (tree_edge){.id = id, .child = TREE_NONE, .prior = 1.0F / (float)(node->count + 1)};
    return &edges[node->count++];
}
