/* game_tree.h: the whole tree of a small game: every position that can occur, with chance, and the
 * information sets, that is, the positions that a seat cannot tell apart.
 *
 * Each node comes after its parent in the array. So probabilities, which flow down the tree, are
 * computed by one loop forwards, and values, which flow up, by one loop backwards; there is no
 * recursion.
 *
 * Information sets have perfect recall: a set is everything that its seat has seen and decided
 * since the game began (lf_information_state). So all nodes of a set have the same earlier sets of
 * the seat above them, and the seat's own decisions lead to all of them with the same
 * probability. */
#ifndef AGENTS_CFR_GAME_TREE_H
#define AGENTS_CFR_GAME_TREE_H

#include "ludoforge_env.h"

#define TREE_DEPTH_MAX 512 /* decisions and chance events from the beginning to an end */

typedef struct {
    double chance;  /* probability of the step from the parent, if chance decides there; else 1 */
    int32_t parent; /* -1: the root */
    int32_t set;    /* information set if a seat decides; else -1 */
    int32_t payoff; /* at an end, the index of the payoff of the first seat; else -1 */
    int16_t seat;   /* the decider; LF_CHANCE; LF_NOBODY at an end */
    uint16_t slot;  /* which option of the parent leads here */
} game_node;

/* A hash of what a seat sees at a decision, without what it has seen before. */
typedef struct {
    uint64_t high, low;
} info_key;

typedef struct {
    info_key seen;    /* equal for all nodes of the set, and perhaps for other sets */
    int32_t node;     /* the first of its nodes */
    int32_t previous; /* the set of the seat's previous decision; -1: none */
    int32_t level;    /* how many decisions the seat has made before */
    int32_t actions;  /* their number … */
    int32_t place;    /* … and where they begin among the actions of all sets */
    int16_t seat;
} info_set;

typedef struct {
    const lf_game *game;
    int seats;
    int node_count, set_count, action_count, end_count;
    game_node *nodes;
    info_set *sets;
    int32_t *ids;    /* of the actions of all sets, in the order of lf_legal */
    double *payoffs; /* of all ends, by seat: the return (lf_returns) … */
    double *shares;  /* … and the share of the win; the shares of an end add up to 1 */
} game_tree;

/* How large a tree may become. */
typedef struct {
    int nodes;
    size_t bytes;         /* of a tree and of what is needed to solve it; 0: no limit */
    bool (*stop)(void *); /* called now and then; true: give up. Or NULL */
    void *context;        /* of `stop` */
} tree_limits;

/* The whole tree of a game with this set-up. NULL with an error: LF_BAD_ARGUMENT if it is too
 * large, LF_RULE_ERROR if a rule fails; LF_OK if it was stopped. */
game_tree *lf_cfr_tree_new(const lf_game *, const lf_setup *, const tree_limits *, lf_error *);
void lf_cfr_tree_free(game_tree *);
/* Is the tree small enough for lf_cfr_tree_new? Much faster than building it. */
bool lf_cfr_tree_fits(const lf_game *, const lf_setup *, const tree_limits *, lf_error *);

/* The hash of what the seat sees in a state; `room` holds lf_tensor_size numbers. */
info_key lf_cfr_tree_observe(const lf_state *, lf_seat, float *room);

#endif
