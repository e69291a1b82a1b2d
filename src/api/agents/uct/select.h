/* select.h: which option an iteration takes, in the tree and in a playout, and what it learns for
 * that. */
#ifndef UCT_SELECT_H
#define UCT_SELECT_H

#include "lane.h"

/* Opens a node for these ids, with priors; false: the tree is full. */
bool lf_uct_select_open(lane *, int32_t node, const int32_t *ids, int count);
/* The option to take at an opened node. */
int lf_uct_select_option(lane *, int32_t node, const int32_t *ids, int count);
int lf_uct_select_in_playout(lane *, const int32_t *ids, int count);
/* What the iteration says of the actions that were taken in it. */
void lf_uct_select_learn(lane *, const double *utility);
/* Carries what is proven up the path. */
void lf_uct_select_prove(lane *);

#endif
