/* heuristics.h: what the designer of a game tells agents in the section `agents`: terms, which say
 * how good a position is for a seat, and priors, which say which options a search should try first.
 *
 * Both are computed on a copy of the position with room of its own, so that neither the state nor
 * its layout depends on them. A term or prior that fails counts as nothing. An object belongs to
 * one thread; the game must outlive it. */
#ifndef AGENTS_HEURISTICS_H
#define AGENTS_HEURISTICS_H

#include "ludoforge_env.h"
#include "ludoforge_tools.h"

typedef lf_heuristics heuristics;

/* How often a term or prior has failed so far: a mistake in the game. */
uint64_t lf_heuristics_failures(const heuristics *);

/* ---- terms ---- */

int lf_heuristics_terms(const lf_game *);
/* The id of a term never changes: learned weights refer to it. */
const char *lf_heuristics_term_id(const lf_game *, int term);
const char *lf_heuristics_term_label(const lf_game *, int term);
/* The weight of a term in thousandths of a point of the margin; 0 if the term is not about the
 * seat. */
int lf_heuristics_term_weight(const lf_game *, int term, lf_seat);

/* The values of all terms for the seat, 0 where a term is not about it. */
void lf_heuristics_of(heuristics *, const lf_state *, lf_seat, int32_t *terms);
/* Their sum by the weights of the section `agents`, in thousandths of a point. */
int64_t lf_heuristics_value(heuristics *, const lf_state *, lf_seat);

/* ---- priors ---- */

#define PRIOR_PLAIN 64 /* the weight of an option without a prior */

/* Writes a weight of at least 1 for each option of the pending decision, in the order of lf_legal,
 * and at most `cap` of them. Returns the number of options, or 0 if all have the same weight (then
 * nothing is written). */
int lf_heuristics_priors(heuristics *, const lf_state *, uint16_t *weights, int cap);

#endif
