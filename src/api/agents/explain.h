/* explain.h: the results of an agent's search as text: the reason for a choice, and advice. */
#ifndef AGENTS_EXPLAIN_H
#define AGENTS_EXPLAIN_H

#include "agents.h"
#include "ludoforge_agents.h"

/* A sentence that gives the reason for the last choice, for lf_string_free; NULL: there was no
 * search, or memory ran out. */
char *lf_explain_choice(const agent *, const lf_state *before);
/* The results of lf_agent_search as advice, one block of memory; NULL: out of memory. */
lf_advice *lf_explain_advice(agent *, const lf_state *);
/* May the agent's seat know everything that the decider is shown? */
bool lf_explain_is_shared(const agent *, lf_seat decider);

#endif
