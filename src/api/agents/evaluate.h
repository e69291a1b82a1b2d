/* evaluate.h: what a position is worth to every seat, without looking ahead.
 *
 * An evaluator belongs to one thread at a time, and never allocates while it works. It is given
 * states that a seat may know (agents.h), and its numbers are the same on every machine: they are
 * made by + - * / alone, in a fixed order. */
#ifndef AGENTS_EVALUATE_H
#define AGENTS_EVALUATE_H

#include "ludoforge.h"

typedef struct {
    /* the chance of 0 … 1 that the seat wins (lf_win_shares); they add up to about 1, unless all
     * win or lose together */
    float win[LF_SEATS_MAX];
    float margin[LF_SEATS_MAX]; /* expected at the end */
} evaluation;

typedef struct evaluator evaluator;

/* "learned": what `ludoforge train` wrote into the game's folder. "terms": what its section
 * `agents` says. "margins": what the rules say now (lf_margin). NULL: the best there is for this
 * game; a learned file that does not fit the game is left out then. NULL with an error: there is
 * none such, or memory ran out. */
evaluator *lf_evaluator_new(const lf_game *, const char *which, lf_error *);
void lf_evaluator_free(evaluator *);
/* Does it judge by the terms of the game? */
bool lf_evaluator_uses_terms(const evaluator *);
/* Does it know more than the margins? */
bool lf_evaluator_knows_more(const evaluator *);
/* Of a state that goes on or has ended. `viewer` is the seat whose knowledge the state shows, or
 * LF_NOBODY. */
void lf_evaluate(evaluator *, const lf_state *, lf_seat viewer, evaluation *out);

#endif
