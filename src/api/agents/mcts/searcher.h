/* searcher.h: one tree that one thread searches, with everything that the thread works on.
 *
 * The algorithm is UCT for any number of seats: each seat maximises its own utility
 * (search/utility.h). Every iteration works on a sample of what the agent's seat may know, so that
 * the search never sees hidden cards or coming dice. The other algorithms use the searcher's RNG,
 * evaluator, priors and states. */
#ifndef AGENTS_MCTS_SEARCHER_H
#define AGENTS_MCTS_SEARCHER_H

#include "api/agents/heuristics.h"
#include "api/agents/search/search.h"
#include "tree.h"

#define SEARCHER_SAMPLES 16                    /* samples of hidden information that are kept */
#define SEARCHER_STATES (SEARCHER_SAMPLES + 4) /* all states of a searcher */
#define SEARCHER_DEPTH 1024        /* decisions in the tree, and of a playout, that are recorded */
#define SEARCHER_PLAYOUT_MAX 20000 /* decisions; a longer playout is cut off */

/* The mean utility of an action over all playouts, for the seats that took it. */
typedef struct {
    float sum, count;
} action_stats;

/* A decision of an iteration. */
typedef struct {
    int32_t node, edge; /* in the tree; the edge as its index within the node */
    int32_t id;
    lf_seat seat;
} step;

typedef struct searcher searcher;
struct searcher {
    const agent *owner;
    const search_settings *settings;
    int seats;
    bool hides; /* the game hides something from a seat: then nothing can be proven */
    tree tree;
    int32_t root, next; /* the pending decision; where the last choice led, or TREE_NONE */
    int made;           /* decisions of this turn so far */
    lf_random rng;
    evaluator *evaluator;
    heuristics *heuristics; /* for priors; NULL: there are none */
    action_stats *actions;  /* by id of action */
    lf_state *samples[SEARCHER_SAMPLES], *state;
    lf_state *tried, *best; /* for the playouts of plans; NULL until they are needed */
    lf_state *trial;        /* for trying single options; NULL: ends are not looked for */
    double explore;
    int64_t horizon;       /* turns behind the own that the tree reaches, or TO_THE_END */
    int64_t playout_turns; /* turns that a playout goes on, or TO_THE_END */
    int64_t rollout_turns; /* the same behind plans */
    int64_t iterations;    /* since the decision was asked */
    double deadline;       /* on the clock of searches; 0: none */
    double own_decisions;  /* sum over `turns_seen`: decisions that an own turn has from here */
    int64_t turns_seen;
    step path[SEARCHER_DEPTH], playout[SEARCHER_DEPTH];
    int path_length, playout_length;
    int32_t ids[LF_OPTIONS_MAX];
    double win_sum[LF_SEATS_MAX], margin_sum[LF_SEATS_MAX];
    /* Called after each iteration with the utility for the decider, or NULL. */
    void (*on_iteration)(void *context, const searcher *, double utility);
    void *context;
    /* of the current iteration */
    lf_seat last_seat;
    int last_turn, turns; /* how many turns have ended */
    int own;              /* decisions of the own turn in which the iteration began */
    bool chance;          /* the iteration met chance … */
    int solid;            /* … after so many of these decisions */
};

/* False: out of memory, and nothing is left to close. */
bool lf_searcher_open(searcher *, const agent *, const search_settings *, size_t bytes, lf_error *);
void lf_searcher_close(searcher *);
/* A new game begins. */
void lf_searcher_begin(searcher *, uint64_t seed);
/* A decision is asked. Continues with the part of the tree that belongs to it, or else with an
 * empty tree. False: out of memory. */
bool lf_searcher_ask(searcher *, lf_seat decider, int question);
/* Runs one iteration. False: the clock or a cancel cut it off, and it does not count. */
bool lf_searcher_iterate(searcher *);
/* The decision was made. */
void lf_searcher_advance(searcher *, int32_t id);
/* From now on, opening a node looks for options that end the game. */
void lf_searcher_look_for_ends(searcher *);
/* How many decisions the game has: those from here on in random playouts, and an estimate for the
 * turns before. So the result hardly depends on how late in the game it is asked for. */
double lf_searcher_game_length(searcher *);
/* The edge of an action at the root, or NULL. */
const tree_edge *lf_searcher_root_edge(const searcher *, int32_t id);

/* The evaluator that the settings name; NULL with an error. */
evaluator *lf_searcher_evaluator(const lf_game *, const search_settings *, lf_error *);
bool lf_searcher_is_out_of_time(const searcher *);

#endif
