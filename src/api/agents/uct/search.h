/* search.h: the agents that search: one class under several names, which differ by their
 * settings. */
#ifndef UCT_SEARCH_H
#define UCT_SEARCH_H

#include "api/agents/agents.h"

extern const agent_class lf_agent_greedy, lf_agent_value, lf_agent_mcts, lf_agent_mcts_value,
    lf_agent_easy, lf_agent_normal, lf_agent_hard;

#endif
