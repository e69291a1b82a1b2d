/* returns.c: what the seats have won, as numbers for algorithms. */
#include "kernel/state/state.h"
#include "ludoforge_env.h"

void lf_returns(const lf_state *state, double *out) {
    lf_outcome outcome = {0};
    const bool over = lf_terminal(state, &outcome);
    for (uint32_t seat = 0; seat < state->game->seat_count; seat++)
        out[seat] = over ? (double)outcome.margin[seat] : 0;
}

bool lf_utility_range(const lf_game *game, double *min, double *max) {
    if (game->utility_min > game->utility_max)
        return false;
    *min = (double)game->utility_min;
    *max = (double)game->utility_max;
    return true;
}
