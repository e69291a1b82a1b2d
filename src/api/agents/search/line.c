/* line.c: the states along a line of play. */
#include "line.h"

#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "support/clock.h"

#define CLOCK_MASK 31             /* the clock is read once in 32 positions */
#define POSITIONS_PER_ITERATION 8 /* a position costs about an eighth of an MCTS iteration */

void lf_line_close(line *l) {
    for (int i = 0; i < LINE_STATES; i++)
        lf_state_free(l->states[i]);
}

bool lf_line_has_state(line *l, int depth) {
    assert(depth >= 0 && l->depth_max < LINE_STATES - 1);
    if (depth > l->depth_max)
        return false;
    if (l->states[depth] == NULL)
        l->states[depth] = lf_agent_scratch(l->owner);
    return l->states[depth] != NULL;
}

bool lf_line_begin(line *l, const search *s, lf_random *rng, double share, int64_t iterations) {
    const bool by_clock = s->left.seconds > 0;
    l->positions_left =
        by_clock ? INT64_MAX : iterations * s->searcher_count * POSITIONS_PER_ITERATION;
    l->deadline = by_clock ? lf_clock_seconds() + s->left.seconds * share : 0;
    l->gave_up = l->met_chance = false;
    if (!lf_line_has_state(l, 0) || !lf_line_has_state(l, 1))
        return false;
    lf_agent_sample(l->owner, lf_random_next(rng), l->states[0]);
    return true;
}

bool lf_line_may_visit(line *l, int depth) {
    l->gave_up =
        l->gave_up || --l->positions_left <= 0 || !lf_line_has_state(l, depth + 1) ||
        ((++l->visited & CLOCK_MASK) == 0 &&
         (agent_is_cancelled(l->owner) || (l->deadline > 0 && lf_clock_seconds() >= l->deadline)));
    return !l->gave_up;
}

bool lf_line_apply(line *l, int depth, int option) {
    lf_state *const next = l->states[depth + 1];
    assert(next != NULL); /* lf_line_may_visit has allocated it */
    lf_copy(next, l->states[depth]);
    const uint64_t rng = lf_head_const(next->block)->generator;
    /* The RNG of the game has moved: chance decided something. */
    if (lf_apply(next, option) != LF_OK || lf_head_const(next->block)->generator != rng ||
        (!lf_terminal(next, NULL) && lf_legal_count(next) == 0))
        l->gave_up = l->met_chance = true;
    return !l->gave_up;
}
