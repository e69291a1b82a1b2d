/* rollout.h: a game played on, turn by turn, by seats that look to the ends of their own turns and no further. */
#ifndef UCT_ROLLOUT_H
#define UCT_ROLLOUT_H

#include "lane.h"

/* Finishes the turn that is under way in the lane's state by drawing options by the priors of the game. False: it was cut off, or a rule failed. */
bool rollout_finish_turn(lane *);
/* Plays on for so many turns (TO_THE_END: all). Each seat tries `tries` turns out and takes the one after which it stands best. */
bool rollout_play_on(lane *, int64_t turns, int tries);

#endif
