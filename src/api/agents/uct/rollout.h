/* rollout.h: a game played on, turn by turn, by seats that look to the ends of their own turns and
 * no further. */
#ifndef UCT_ROLLOUT_H
#define UCT_ROLLOUT_H

#include "lane.h"

/* Finishes the turn that is under way in the lane's state by drawing options by the priors of the
 * game. False: it was cut off, or a rule failed. */
bool lf_uct_rollout_finish_turn(lane *);
/* Whose turn it is, which may be another seat than the one that decides. */
typedef struct {
    lf_seat active;
    int turn;
} rollout_turn;
rollout_turn lf_uct_rollout_turn_of(const lf_state *);

/* Plays on for so many turns (TO_THE_END: all) behind the turn that it comes from. Each seat tries
 * `tries` turns out and takes the one after which it stands best. What others are asked in the
 * middle of a turn, and what comes behind their answers, is part of that turn: nobody can put off
 * what the others will do by asking them something. */
bool lf_uct_rollout_play_on(lane *, rollout_turn from, int64_t turns, int tries);

#endif
