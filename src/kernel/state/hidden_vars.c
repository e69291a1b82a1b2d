/* hidden_vars.c: draws the variables that a seat may not know from the values that it must consider
 * possible.
 *
 * A variable may declare which values are possible (`possible`, compiled to a routine that is
 * called for each value); otherwise its whole range is. Before the first one is drawn, all hidden
 * variables get their initial values. So what is possible can depend on public data and on what was
 * drawn before, but never on the true values. */
#include "state.h"

static bool is_hidden_from(const lf_var *var, uint32_t owner, lf_seat viewer) {
    return var->visibility != LF_VISIBLE_ALL &&
           !lf_known_to(lf_var_seats(var, var->scope == LF_SCOPE_SEAT ? (int64_t)owner : -1),
                        viewer);
}

static bool is_possible(const lf_state *state, const lf_var *var, uint32_t owner, int32_t value) {
    const int64_t arguments[] = {owner, value};
    const bool owned = var->scope == LF_SCOPE_SEAT;
    int64_t result = 0;
    return lf_call_pure(state, state->game, (uint32_t)var->possible,
                        owned ? arguments : arguments + 1, owned ? 2 : 1, &result, 1, NULL) &&
           result != 0;
}

/* Draws one of the possible values, each with the same probability; if there is none, the initial
 * value. */
static int32_t draw_value(const lf_state *state, const lf_var *var, uint32_t owner,
                          uint64_t *generator) {
    int32_t values[LF_MAX_HIDDEN_VALUES];
    uint32_t count = 0;
    assert((int64_t)var->max - var->min < LF_MAX_HIDDEN_VALUES); /* the verifier checks it */
    for (int64_t value = var->min; value <= var->max; value++)
        if (var->possible < 0 || is_possible(state, var, owner, (int32_t)value))
            values[count++] = (int32_t)value;
    return count == 0 ? var->init : values[lf_rng_below(generator, count)];
}

/* Draws the hidden variables; with `generator` NULL they get their initial values. */
static void write_vars(lf_state *state, lf_seat viewer, uint64_t *generator) {
    const lf_game *game = state->game;
    if (!lf_hides_vars(game, viewer))
        return;
    for (uint32_t i = 0; i < game->var_count; i++) {
        const lf_var *var = &game->vars[i];
        for (uint32_t owner = 0;
             var->visibility != LF_VISIBLE_ALL && owner < lf_var_owners(game, var); owner++)
            if (is_hidden_from(var, owner, viewer))
                lf_var_write(game, state->block, var, owner,
                             generator == NULL ? var->init
                                               : draw_value(state, var, owner, generator));
    }
}

void lf_forget_vars(lf_state *state, lf_seat viewer) {
    write_vars(state, viewer, NULL);
}

void lf_redraw_vars(lf_state *state, lf_seat viewer, uint64_t *generator) {
    write_vars(state, viewer, generator);
}
