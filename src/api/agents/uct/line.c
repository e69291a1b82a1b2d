/* line.c: states along a line of play. */
#include "line.h"

#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define CLOCK_EVERY 31

void lf_uct_line_close(line *l) {
    for (int i = 0; i < LINE_STATES; i++)
        lf_state_free(l->states[i]);
}

bool lf_uct_line_has_state(line *l, int depth) {
    if (depth > l->depth_most)
        return false;
    if (l->states[depth] == NULL)
        l->states[depth] = lf_agent_scratch(l->lane->owner);
    return l->states[depth] != NULL;
}

bool lf_uct_line_begin(line *l, lane *of, int64_t positions, double deadline) {
    l->left = positions;
    l->deadline = deadline;
    l->gave_up = l->met_chance = false;
    if (!lf_uct_line_has_state(l, 0) || !lf_uct_line_has_state(l, 1))
        return false;
    lf_agent_sample(of->owner, lf_random_next(&of->rng), l->states[0]);
    return true;
}

bool lf_uct_line_may_go_on(line *l, int depth) {
    l->gave_up = l->gave_up || --l->left <= 0 || !lf_uct_line_has_state(l, depth + 1) ||
                 ((++l->looked & CLOCK_EVERY) == 0 &&
                  (agent_is_cancelled(l->lane->owner) ||
                   (l->deadline > 0 && lf_uct_lane_clock() >= l->deadline)));
    return !l->gave_up;
}

bool lf_uct_line_make_move(line *l, int depth, int option) {
    lf_state *const next = l->states[depth + 1];
    lf_copy(next, l->states[depth]);
    const uint64_t rng = lf_head_const(next->block)->generator;
    if (lf_apply(next, option) != LF_OK || lf_head_const(next->block)->generator != rng ||
        (!lf_terminal(next, NULL) && lf_legal_count(next) == 0))
        l->gave_up = l->met_chance = true;
    return !l->gave_up;
}
