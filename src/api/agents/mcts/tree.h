/* tree.h: the tree of MCTS, in two pools of fixed size. When a pool is full, the tree stops
 * growing, and the search goes on with the nodes that it has.
 *
 * A node is a decision as the decider sees it: who decides, and which choice site asks. It stands
 * for all states that samples lead to there (an information set). Its edges are actions by id,
 * which mean the same in all these states. An edge that a sample does not offer is skipped; each
 * edge counts how often it was offered. One edge leads to several nodes if chance or hidden
 * information decides what comes next. */
#ifndef AGENTS_MCTS_TREE_H
#define AGENTS_MCTS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TREE_NONE (-1)

typedef struct {
    int32_t id;
    int32_t child; /* the first node behind it; the others are siblings of that node */
    uint32_t visits, offered;
    double value, win, margin; /* sums over the visits, for the decider */
    float prior;               /* the priors of a node add up to about 1 */
    uint16_t winners;          /* a bit for each seat that certainly wins, if `proven` */
    uint8_t proven;
} tree_edge;

typedef struct {
    int32_t edges, count, room; /* in the pool of edges; room 0: the node is not opened */
    int32_t sibling;
    int32_t question;
    int16_t seat;
    uint16_t winners;
    uint8_t proven;
    uint32_t visits;
    double value; /* sum over the visits, for the seat */
} tree_node;

typedef struct {
    tree_node *nodes;
    tree_edge *edges;
    int32_t node_count, node_room, edge_count, edge_room;
} tree;

bool lf_mcts_tree_open(tree *, size_t bytes); /* false: out of memory */
void lf_mcts_tree_close(tree *);
void lf_mcts_tree_clear(tree *);
/* Adds a node; TREE_NONE: the pool is full. */
int32_t lf_mcts_tree_add(tree *, int seat, int question);
/* The node of this seat and question behind an edge, which is added if necessary. TREE_NONE: the
 * pool is full. */
int32_t lf_mcts_tree_child(tree *, tree_edge *, int seat, int question);
/* The same without adding: TREE_NONE if there is none. */
int32_t lf_mcts_tree_find_child(const tree *, const tree_edge *, int seat, int question);
/* Gives a node an edge for each id. False: the pool is full. */
bool lf_mcts_tree_open_node(tree *, int32_t node, const int32_t *ids, int count);
/* The edge of an id, which is probably at the index `guess`; it is added if necessary, which may
 * move the edges of the node. NULL: the pool is full. */
tree_edge *lf_mcts_tree_edge_of(tree *, int32_t node, int32_t id, int guess);

#endif
