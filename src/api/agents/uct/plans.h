/* plans.h: whole turns, compared by playing on behind them.
 *
 * In long games a turn has many decisions, and what it is worth shows only after the others have
 * had theirs. So the tree, which reaches to the end of the own turn, only proposes: the turns that
 * look best, of as many kinds as there are. They are then played on, in the same samples of hidden
 * things and dice for all, by seats that try out a few turns each and take the best; those that did
 * worse are dropped, half of them each time, until one is left (sequential halving). It is played,
 * without the circles and the idle choices that were drawn into it, as far as no chance comes into
 * it. */
#ifndef UCT_PLANS_H
#define UCT_PLANS_H

#include "lane.h"

#define PLAN_LENGTH                                                                                \
    96 /* decisions of a turn that are kept; longer turns are thought over again there */
#define PLANS_KEPT 96
#define PLANS_OF_A_KIND 6

typedef struct {
    int32_t ids[PLAN_LENGTH];
    int length;
    int solid;                 /* so many of its decisions come before any chance */
    uint64_t kind;             /* of its first two decisions */
    uint64_t key;              /* of all */
    double worth;              /* by the evaluation at the end of the turn, the mean … */
    int64_t met;               /* … of so many iterations */
    double value, win, margin; /* sums over the playouts */
    int64_t playouts;
} plan;

typedef struct plans {
    plan kept[PLANS_KEPT];
    int count;
    int chosen; /* which is being played, -1: none */
    int made;   /* decisions of it so far */
} plans;

/* Searches the own turn for turns to compare, for as many iterations as are set, and at most a part
 * of so many seconds (0: no limit). */
void lf_uct_plans_find(plans *, lane *, double seconds);
/* What the iteration that has just ended did in the own turn, and what that turn was worth to the
 * one whose it is. */
void lf_uct_plans_propose(plans *, const lane *, double worth);
/* Does no chance come into those that would be compared? */
bool lf_uct_plans_are_solid(const plans *, int candidates);
/* Compares the best by so many playouts, until the lane's deadline; then `chosen` is the best.
 * False: there is nothing to choose from. */
bool lf_uct_plans_compare(plans *, lane *, int candidates, int64_t playouts);
/* The next decision of the chosen plan; TREE_NONE if it is over, or chance came into it. */
int32_t lf_uct_plans_next(const plans *);
/* The decision was made: by the plan, which goes on then, or otherwise, and then it is
 * forgotten. */
void lf_uct_plans_took(plans *, int32_t id);
/* What was found out about an option by the plans that go on with it; nothing, if there are
 * none. */
void lf_uct_plans_say(const plans *, int32_t id, agent_thought *);

#endif
