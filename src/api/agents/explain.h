/* explain.h: what an agent thought, in words: the sentence behind a choice, and advice. */
#ifndef AGENTS_EXPLAIN_H
#define AGENTS_EXPLAIN_H

#include "agents.h"
#include "ludoforge_agents.h"

/* The sentence behind the last choice; NULL: there were no stats, or memory ran out.
 * lf_string_free. */
char *lf_explain_choice(const agent *, const lf_state *before);
/* The stats of lf_agent_search as one block; NULL: out of memory. */
lf_advice *lf_explain_advice(agent *, const lf_state *);
/* Does the agent's seat know all that the seat which decides is shown? */
bool lf_explain_is_shared(const agent *, lf_seat decider);

#endif
