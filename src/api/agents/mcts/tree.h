/* tree.h: the tree of a search, in two flat pools with a hard bound of memory. When one is full the
 * tree grows no more, and the search goes on with what there is.
 *
 * A node is a decision as a seat meets it: who decides, and which question of the rules asks. It
 * stands for all the states that samples of hidden things lead to there (information sets). Its
 * edges are actions by id, which mean the same in all of them; those that a sample does not offer
 * are passed over, and each counts how often it was offered. One edge may lead to several nodes,
 * where chance or what was hidden decides what comes next. */
#ifndef AGENTS_MCTS_TREE_H
#define AGENTS_MCTS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TREE_NONE (-1)

typedef struct {
    int32_t id;
    int32_t child; /* the first node that it led to; the others are siblings of it */
    uint32_t visits, offered;
    double value, win, margin; /* sums, for the seat that decides here */
    float prior;               /* those of a node add up to 1 */
    uint16_t winners;          /* who wins behind it for certain, if `proven` */
    uint8_t proven;
} tree_edge;

typedef struct {
    int32_t edges, count, room; /* in the pool of edges; no room: not opened yet */
    int32_t sibling;
    int32_t question;
    int16_t seat;
    uint16_t winners;
    uint8_t proven;
    uint32_t visits;
    double value; /* sum, for the seat */
} tree_node;

typedef struct {
    tree_node *nodes;
    tree_edge *edges;
    int32_t node_count, node_room, edge_count, edge_room;
} tree;

bool lf_mcts_tree_open(tree *, size_t bytes); /* false: out of memory */
void lf_mcts_tree_close(tree *);
void lf_mcts_tree_clear(tree *);
/* A new node; TREE_NONE: the pool is full. */
int32_t lf_mcts_tree_add(tree *, int seat, int question);
/* The node of this seat and question behind an edge; made if it is not there. TREE_NONE: the pool
 * is full. */
int32_t lf_mcts_tree_child(tree *, tree_edge *, int seat, int question);
/* The same, TREE_NONE if it is not there. */
int32_t lf_mcts_tree_find_child(const tree *, const tree_edge *, int seat, int question);
/* Makes an edge for every id; false: the pool is full. */
bool lf_mcts_tree_open_node(tree *, int32_t node, const int32_t *ids, int count);
/* The edge of an id, which most likely stands at `guess`; made if it is not there. NULL: the pool
 * is full. Moves the node's edges. */
tree_edge *lf_mcts_tree_edge_of(tree *, int32_t node, int32_t id, int guess);

#endif
