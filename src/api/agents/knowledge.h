/* knowledge.h: what the designer of a game tells agents about it (section `agents`): terms, which
 * say what a position is worth to a seat, and priors, which say what is usually good to look at
 * first.
 *
 * Both are worked out on a copy of the position with room of its own, so that neither the state nor
 * its layout knows of them. A term or prior that fails counts for nothing. An object is for one
 * thread; the game must outlive it. */
#ifndef LF_KNOWLEDGE_H
#define LF_KNOWLEDGE_H

#include "ludoforge_env.h"

typedef struct knowledge knowledge;

/* NULL: out of memory. A game that tells nothing has no terms, and its priors say nothing. */
knowledge *lf_knowledge_new(const lf_game *);
void lf_knowledge_free(knowledge *);

/* How often a term or prior has failed so far: a mistake of the game's, which counts for nothing in
 * play. */
uint64_t lf_knowledge_failures(const knowledge *);

/* Counts the steps of terms and priors, as lf_count_calls does for a state. */
void lf_knowledge_count_steps(knowledge *, uint64_t *hits);

/* ---- terms ---- */

int lf_knowledge_terms(const lf_game *);
/* a promise: learned weights go by it */
const char *lf_knowledge_term_id(const lf_game *, int term);
const char *lf_knowledge_term_label(const lf_game *, int term);
/* What one unit of the term is worth, in thousandths of a point of the margin; 0 where the term is
 * not about the seat. */
int lf_knowledge_term_weight(const lf_game *, int term, lf_seat);

/* The values of all terms as the seat sees them, 0 where a term is not about it. */
void lf_knowledge_of(knowledge *, const lf_state *, lf_seat, int32_t *terms);
/* Their sum by the designer's weights, in thousandths of a point. */
int64_t lf_knowledge_value(knowledge *, const lf_state *, lf_seat);

/* ---- priors ---- */

#define KNOWLEDGE_PLAIN 64 /* the weight of an option that nobody says anything about */

/* A weight of at least 1 for each option of the pending decision, in the order of lf_legal: how
 * many options, or 0 if all are alike (then nothing is written). No more than `cap` are written. */
int lf_knowledge_priors(knowledge *, const lf_state *, uint16_t *weights, int cap);

#endif
