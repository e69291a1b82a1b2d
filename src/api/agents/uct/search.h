/* search.h: the agents that search: one class under several names, which differ by their settings. */
#ifndef UCT_SEARCH_H
#define UCT_SEARCH_H

#include "api/agents/agents.h"

extern const agent_class agent_greedy, agent_value, agent_mcts, agent_mcts_value, agent_easy, agent_normal,
    agent_hard;

#endif
