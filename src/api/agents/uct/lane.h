/* lane.h: one tree that is searched on one thread: what it works on, and an iteration of it.
 *
 * The search is UCT for any number of seats: each maximises its own utility (utility.h). Every
 * iteration works on a sample of what the agent's seat may know, so that neither deck, hands nor
 * coming dice are ever seen. */
#ifndef UCT_LANE_H
#define UCT_LANE_H

#include "api/agents/agents.h"
#include "api/agents/knowledge.h"
#include "settings.h"
#include "tree.h"

#define LANE_SAMPLES 16                /* at most so many redrawn states are kept */
#define LANE_STATES (LANE_SAMPLES + 4) /* and so many states in all */
#define LANE_DEPTH 1024    /* decisions in the tree, and of a playout, that are remembered */
#define LANE_PLAYOUT 20000 /* a playout that is longer is cut off */

/* What is known of an action from all the playouts: how well those did who took it. */
typedef struct {
    float sum, count;
} history;

typedef struct {
    int32_t node, edge; /* of the tree; edge as its place in the node */
    int32_t id;
    lf_seat seat;
} step;

typedef struct lane {
    const agent *owner;
    const search_settings *settings;
    int seats;
    bool hides; /* there are hidden cards: nothing is ever proven */
    tree tree;
    int32_t root, next; /* `next`: what the last choice led to */
    bool goes_on;       /* the tree is that of the decision before, further on */
    int made;           /* decisions of this turn so far */
    lf_random rng;
    evaluator *evaluator;
    knowledge *knowledge; /* for priors */
    history *histories;   /* by id of action */
    lf_state *samples[LANE_SAMPLES], *state;
    lf_state *tried, *best; /* for playing on behind plans */
    struct plans *plans;    /* that are proposed, or NULL */
    lf_state *trial;        /* for looking one move ahead; NULL: it does not */
    int sample_count;
    double explore;
    int64_t horizon;       /* turns behind the own, or TO_THE_END */
    int64_t playout_turns; /* how many turns a playout goes on, or TO_THE_END */
    int64_t rollout_turns; /* the same behind plans */
    int64_t iterations;    /* since the decision was asked */
    double deadline;       /* on the steady clock; 0: none */
    /* sums: how many decisions an own turn has from here, over `turns_seen` */
    double own_decisions;
    int64_t turns_seen;
    step path[LANE_DEPTH], playout[LANE_DEPTH];
    int path_length, playout_length;
    int32_t ids[LF_OPTIONS_MAX];
    double value_sum[LF_SEATS_MAX], win_sum[LF_SEATS_MAX], margin_sum[LF_SEATS_MAX];
    /* of the iteration under way */
    lf_seat last_seat;
    int last_turn, turns; /* how many turns have ended */
    int own;              /* decisions of the own turn that it began in */
    bool chance;          /* was met on the way … */
    int solid;            /* … after so many of these decisions */
} lane;

/* False: out of memory, and nothing is left. */
bool lf_uct_lane_open(lane *, const agent *, const search_settings *, size_t bytes, lf_error *);
void lf_uct_lane_close(lane *);
/* A new game. */
void lf_uct_lane_begin(lane *, uint64_t seed);
/* A decision is asked: looks for what is known of it from before, or begins with nothing. False:
 * out of memory. */
bool lf_uct_lane_ask(lane *, lf_seat decider, int question);
/* One iteration. False: it was cut off by the clock or a cancel, and counts nothing. */
bool lf_uct_lane_iterate(lane *);
/* The decision was made. */
void lf_uct_lane_chose(lane *, int32_t id);
/* From now on it looks which options end the game. */
void lf_uct_lane_look_for_ends(lane *);
/* How many decisions the game has: those from here on when it is played at random, and those of the
 * turns before, as if they had been like the others. So whoever is asked late takes it for what it
 * was at its beginning. */
double lf_uct_lane_length(lane *);

/* The evaluator that a setting names; NULL with an error. */
evaluator *lf_uct_lane_evaluator(const lf_game *, const search_settings *, lf_error *);
bool lf_uct_lane_out_of_time(const lane *);
double lf_uct_lane_clock(void); /* seconds, steady */

#endif
