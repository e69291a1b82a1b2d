/* line.h: the line of play that a depth-first search is examining: one state for each decision of
 * it, and the budget. For searches that try all options of games without hidden information and
 * without chance (solver, alpha-beta). */
#ifndef AGENTS_SEARCH_LINE_H
#define AGENTS_SEARCH_LINE_H

#include "search.h"

#define LINE_STATES 98

typedef struct {
    const agent *owner;
    lf_state *states[LINE_STATES]; /* allocated when a search first reaches the depth */
    int depth_max;                 /* decisions; below LINE_STATES - 1 */
    int64_t positions_left;
    int64_t visited;
    double deadline; /* on the clock of searches; 0: none */
    bool gave_up;    /* the budget, the depth or the memory is used up, or chance was met */
    bool met_chance; /* a die, a card, or a rule that failed: what follows is unknown */
} line;

void lf_line_close(line *);
/* Starts a search: samples what the agent may know into the first state. The budget is a share of
 * the seconds that the turn has left; if iterations count, it is worth so many of them. False: out
 * of memory. */
bool lf_line_begin(line *, const search *, lf_random *, double share, int64_t iterations);
/* Is there a state for this depth? Allocates it if necessary. */
bool lf_line_has_state(line *, int depth);
/* May the search visit a position at this depth? Counts the position. */
bool lf_line_may_visit(line *, int depth);
/* Computes the state after an option, at the next depth. False: the line cannot go on. */
bool lf_line_apply(line *, int depth, int option);

#endif
