/* evaluate.h: evaluates a position for every seat, without looking ahead.
 *
 * An evaluator belongs to one thread at a time and never allocates while it evaluates. It gets
 * states that contain only what a seat may know (agents.h). Its numbers are the same on every
 * machine, because it only uses + - * / in a fixed order. */
#ifndef AGENTS_EVALUATE_H
#define AGENTS_EVALUATE_H

#include "ludoforge.h"

typedef struct {
    /* The chance of 0 … 1 that the seat wins (lf_win_shares). The chances of all seats add up to
     * about 1, unless all seats win or lose together. */
    float win[LF_SEATS_MAX];
    float margin[LF_SEATS_MAX]; /* expected at the end */
} evaluation;

typedef struct evaluator evaluator;

/* "learned": by the file that `ludoforge train` wrote into the game's folder. "terms": by the terms
 * of the section `agents`. "margins": by the present margins (lf_margin). NULL: the best that the
 * game has; a learned file that does not fit the game is ignored then. Returns NULL with an error
 * if the game has no such evaluation or memory ran out. */
evaluator *lf_evaluator_new(const lf_game *, const char *which, lf_error *);
void lf_evaluator_free(evaluator *);
/* Does it evaluate by the terms of the game? */
bool lf_evaluator_uses_terms(const evaluator *);
/* Does it use more than margins? */
bool lf_evaluator_knows_more(const evaluator *);
/* Evaluates a state, which may be over. `viewer` is the seat whose knowledge the state contains, or
 * LF_NOBODY. */
void lf_evaluate(evaluator *, const lf_state *, lf_seat viewer, evaluation *out);

#endif
