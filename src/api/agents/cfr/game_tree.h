/* game_tree.h: a small game as a whole: every position that it can come to, chance included, and
 * which of them a seat cannot tell apart.
 *
 * Nodes stand in the order in which they are found, a node before all that follow from it. So what
 * flows down the tree (how likely a position is) is one loop forwards over an array, and what flows
 * up (what it is worth) one loop backwards; nothing recurs.
 *
 * An information set has perfect recall: it is all that its seat has seen and decided since the
 * game began (lf_information_state). All nodes of a set therefore have the same earlier sets of
 * that seat above them, and are as likely by the seat's own doing. */
#ifndef AGENTS_CFR_GAME_TREE_H
#define AGENTS_CFR_GAME_TREE_H

#include "ludoforge_env.h"

#define TREE_DEPTH_MAX 512 /* decisions and draws of chance from the beginning to an end */

typedef struct {
    double chance;  /* of coming here from the parent, if chance decides there; else 1 */
    int32_t parent; /* -1: the root */
    int32_t set;    /* where a seat decides; else -1 */
    int32_t payoff; /* where the game is over: the place of the first seat's; else -1 */
    int16_t seat;   /* who decides; LF_CHANCE; LF_NOBODY at an end */
    uint16_t slot;  /* which of the parent's options leads here */
} tree_node;

/* What tells what a seat sees at a decision, without what it has seen before. */
typedef struct {
    uint64_t high, low;
} tree_key;

typedef struct {
    tree_key seen;    /* the same for all nodes of the set, and perhaps for other sets */
    int32_t node;     /* the first of its nodes */
    int32_t previous; /* the set in which the seat decided last; -1: none */
    int32_t level;    /* how often it has decided before */
    int32_t actions;  /* how many there are, at least 2 … */
    int32_t place;    /* … and where they stand among those of all sets */
    int16_t seat;
} tree_set;

typedef struct {
    const lf_game *game;
    int seats;
    int node_count, set_count, action_count, end_count;
    tree_node *nodes;
    tree_set *sets;
    int32_t *ids;    /* of the actions of all sets, in the order of lf_legal */
    double *payoffs; /* of all ends, by seat: what it has won (lf_returns) … */
    double *shares;  /* … and its share of the win, which sum to 1 */
} game_tree;

/* How big a tree may become. */
typedef struct {
    int nodes;
    size_t bytes;         /* of a tree and what solving it takes; 0: no matter */
    bool (*stop)(void *); /* asked now and then whether to give it up; NULL: never */
    void *context;        /* of `stop` */
} tree_limits;

/* The whole tree of a game that is set up so. NULL with the reason: LF_BAD_ARGUMENT if it is too
 * big, LF_RULE_ERROR if a rule fails in it; LF_OK if it was stopped. */
game_tree *lf_cfr_tree_new(const lf_game *, const lf_setup *, const tree_limits *, lf_error *);
void lf_cfr_tree_free(game_tree *);
/* Whether lf_cfr_tree_new would find it small enough, and the reason if not. Much faster than
 * making it. */
bool lf_cfr_tree_fits(const lf_game *, const lf_setup *, const tree_limits *, lf_error *);

/* What the seat sees in a state in which it decides. */
bool lf_cfr_tree_look(const lf_state *, lf_seat, float *room, tree_key *out);

#endif
