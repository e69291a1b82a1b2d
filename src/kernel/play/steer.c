/* steer.c: functions by which tests and tools control play: enter a phase, fix dice, compute the
 * legal actions again. */
#include "kernel/state/state.h"

/* Continues at `pc` of routine 0, as if nothing had been pending. */
static void continue_at(lf_state *state, uint32_t pc) {
    lf_head *head = lf_head_of(state->block);
    assert(pc >= state->game->routines[0].entry && pc < state->game->routines[0].end);
    assert(head->depth == 0 && head->routine == 0 && head->base == 0);
    head->pc = pc;
    head->site = -1;
    head->way_out = 0;
    lf_run(state);
}

static void clear_calls(lf_state *state) {
    const lf_game *game = state->game;
    lf_head *head = lf_head_of(state->block);
    memset(lf_calls(game, state->block), 0, game->layout.call_depth * sizeof(lf_call));
    memset(lf_frames(game, state->block), 0, game->layout.frame_size * sizeof(int64_t));
    head->depth = head->base = head->routine = 0;
    head->wanted_phase = head->checkpoint = -1;
    head->winner = -1;
    head->ranked = head->error = 0;
    head->status = LF_RUN_DECISION;
    head->asked_stack = head->dealt = 0;
    state->error = (lf_error){0};
}

lf_status lf_enter_phase(lf_state *state, const char *phase, lf_error *error) {
    const lf_game *game = state->game;
    const int index = lf_find(game, LF_OF_PHASES, phase);
    if (index < 0) {
        lf_nearest nearest = lf_nearest_to(phase);
        for (uint32_t i = 0; i < game->phase_count; i++)
            lf_nearest_offer(&nearest, game->phase_names[i].name);
        return nearest.best == NULL
                   ? lf_fail(error, LF_BAD_ARGUMENT, "unknown phase '%.120s'", phase)
                   : lf_fail(error, LF_BAD_ARGUMENT, "unknown phase '%.120s'; did you mean '%s'?",
                             phase, nearest.best);
    }
    clear_calls(state);
    /* the first phase comes again with the next turn */
    if (index == 0 && lf_head_const(state->block)->phase >= 0)
        lf_head_of(state->block)->turn++;
    continue_at(state, game->phases[index].entry);
    if (lf_head_const(state->block)->status == LF_RUN_ERROR)
        return lf_fail(error, LF_RULE_ERROR, "%s", state->error.message);
    return LF_OK;
}

/* True if only forced choices have been made since the phase computed its legal actions, and none
 * of them has changed anything. Then they can be computed again. */
bool lf_can_reoffer(const lf_state *state) {
    const lf_head *head = lf_head_const(state->block);
    return head->status == LF_RUN_DECISION && head->site >= 0 && head->phase >= 0 &&
           head->untouched != 0;
}

void lf_reoffer(lf_state *state) {
    const lf_game *game = state->game;
    lf_head *head = lf_head_of(state->block);
    if (!lf_can_reoffer(state))
        return;
    const uint32_t root = game->routines[0].frame_size;
    memset(lf_calls(game, state->block), 0, head->depth * sizeof(lf_call));
    memset(lf_frames(game, state->block) + root, 0,
           (game->layout.frame_size - root) * sizeof(int64_t));
    head->depth = head->base = head->routine = 0;
    continue_at(state, game->phases[head->phase].loop);
}

lf_status lf_fix_rolls(lf_state *state, const int *values, int count, lf_error *error) {
    lf_head *head = lf_head_of(state->block);
    if (count < 0 || count > LF_MAX_FIXED_ROLLS)
        return lf_fail(error, LF_BAD_ARGUMENT, "%d rolls given; at most %d can be fixed", count,
                       LF_MAX_FIXED_ROLLS);
    for (int i = 0; i < count; i++)
        if (values[i] < 1 || values[i] > UINT8_MAX)
            return lf_fail(error, LF_BAD_ARGUMENT, "roll %d is %d; a fixed roll is 1 to %d", i + 1,
                           values[i], UINT8_MAX);
    memset(head->rolls, 0, sizeof head->rolls);
    for (int i = 0; i < count; i++)
        head->rolls[i] = (uint8_t)values[i];
    head->roll_count = (uint8_t)count;
    return LF_OK;
}
