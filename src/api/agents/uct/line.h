/* line.h: the line of play that is being looked through: a state for each decision of it, and the
 * budget. For searches that go through all options of games that hide nothing and roll no dice. */
#ifndef UCT_LINE_H
#define UCT_LINE_H

#include "lane.h"

#define LINE_STATES 98

typedef struct {
    const lane *lane;
    lf_state *states[LINE_STATES];
    int depth_most; /* decisions: below LINE_STATES - 1 */
    int64_t left;   /* positions that may still be looked at */
    int64_t looked;
    double deadline; /* 0: none */
    bool gave_up;    /* budget, depth, clock or memory are used up, or chance was met */
    bool met_chance; /* a die, a card, or a rule that fails: what follows is unknown */
} line;

void lf_uct_line_close(line *);
/* A sample of what the agent may know as the first state, and a new budget. False: out of
 * memory. */
bool lf_uct_line_begin(line *, lane *, int64_t positions, double deadline);
/* Is there a state for this depth? It is made if need be. */
bool lf_uct_line_has_state(line *, int depth);
/* May a position at this depth be looked at? */
bool lf_uct_line_may_go_on(line *, int depth);
/* Makes the state behind an option. */
bool lf_uct_line_make_move(line *, int depth, int option);

#endif
