/* select.h: which option an iteration takes, in the tree and in a playout, and what it learns for
 * later iterations. */
#ifndef AGENTS_MCTS_SELECT_H
#define AGENTS_MCTS_SELECT_H

#include "searcher.h"

/* Opens a node: gives it an edge with a prior for each id. False: the tree is full. */
bool lf_select_open_node(searcher *, int32_t node, const int32_t *ids, int count);
/* The option to take at an opened node. */
int lf_select_in_tree(searcher *, int32_t node, const int32_t *ids, int count);
int lf_select_in_playout(searcher *, const int32_t *ids, int count);
/* Updates the statistics of all actions that the iteration took. */
void lf_select_learn(searcher *, const double *utility);
/* Carries proofs from the end of the path towards the root. */
void lf_select_prove_path(searcher *);

#endif
