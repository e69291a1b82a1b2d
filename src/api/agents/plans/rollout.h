/* rollout.h: plays a game on, turn by turn. Each seat looks to the end of its own turn only. */
#ifndef AGENTS_PLANS_ROLLOUT_H
#define AGENTS_PLANS_ROLLOUT_H

#include "api/agents/mcts/searcher.h"

/* Whose turn it is, which may be another seat than the decider. */
typedef struct {
    lf_seat active;
    int turn;
} rollout_turn;
rollout_turn lf_rollout_turn_of(const lf_state *);

/* Finishes the current turn in the searcher's state by options that are drawn by the priors of the
 * game. False: a rule failed. */
bool lf_rollout_finish_turn(searcher *);
/* Plays on for so many turns (TO_THE_END: all) behind the turn `from`. Each seat tries `tries`
 * turns and takes the one after which it stands best. If other seats are asked in the middle of a
 * turn, their answers and what follows belong to that turn: a seat cannot postpone the turns of the
 * others by asking them something. False: it was cut off, or a rule failed. */
bool lf_rollout_play_on(searcher *, rollout_turn from, int64_t turns, int tries);

#endif
