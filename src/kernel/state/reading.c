/* reading.c: the public functions that read a state, datum by datum. For an index that does not
 * exist they return 0, or -1 for a card. */
#include "state.h"

const lf_var *lf_var_at(const lf_game *game, lf_catalogue vars, int index) {
    if (index < 0 || index >= lf_count(game, vars))
        return NULL;
    switch (vars) {
    case LF_OF_GLOBALS:
        return &game->vars[index];
    case LF_OF_SEAT_VARS:
        return &game->vars[game->global_count + (uint32_t)index];
    case LF_OF_SPACE_VARS:
        return &game->vars[game->global_count + game->seat_var_count + (uint32_t)index];
    case LF_OF_OPTIONS:
        return &game->options[index];
    default:
        return NULL;
    }
}

/* The value of a set variable is its size: no number could hold its elements. */
static int64_t size_of_set(const lf_state *state, const lf_var *var, uint32_t owner) {
    const uint64_t *words = lf_set_of(state->game, state->block, var, owner);
    int64_t size = 0;
    for (uint32_t w = 0; w < var->words; w++)
        size += lf_popcount(words[w]);
    return size;
}

static int64_t read_value(const lf_state *state, const lf_var *var, uint32_t owner) {
    if (var->is_set)
        return size_of_set(state, var, owner);
    return lf_var_read(state->block, var, owner);
}

int64_t lf_global(const lf_state *state, int global) {
    const lf_var *var = lf_var_at(state->game, LF_OF_GLOBALS, global);
    return var != NULL ? read_value(state, var, 0) : 0;
}

int lf_set_elements(const lf_state *state, int global, int *out, int cap) {
    return lf_set_elements_of(state, LF_OF_GLOBALS, 0, global, out, cap);
}

int lf_set_elements_of(const lf_state *state, lf_catalogue vars, int owner, int index, int *out,
                       int cap) {
    const lf_var *var = lf_var_at(state->game, vars, index);
    int count = 0;
    if (var == NULL || !var->is_set || owner < 0 ||
        (uint32_t)owner >= lf_var_owners(state->game, var))
        return 0;
    const uint64_t *words = lf_set_of(state->game, state->block, var, (uint32_t)owner);
    for (uint32_t i = 0; i < var->words * 64; i++)
        if ((words[i / 64] >> (i % 64) & 1) != 0) {
            if (out != NULL && count < cap)
                out[count] = (int)i;
            count++;
        }
    return count;
}

int64_t lf_seat_value(const lf_state *state, lf_seat seat, int index) {
    const lf_var *var = lf_var_at(state->game, LF_OF_SEAT_VARS, index);
    return var == NULL || seat < 0 || (uint32_t)seat >= state->game->seat_count
               ? 0
               : read_value(state, var, (uint32_t)seat);
}

int64_t lf_space_value(const lf_state *state, int space, int index) {
    const lf_var *var = lf_var_at(state->game, LF_OF_SPACE_VARS, index);
    return var == NULL || space < 0 || (uint32_t)space >= state->game->space_count
               ? 0
               : read_value(state, var, (uint32_t)space);
}

bool lf_is_default(const lf_state *state, lf_catalogue vars, int owner, int index) {
    const lf_var *var = lf_var_at(state->game, vars, index);
    if (var == NULL)
        return true;
    const int64_t value = vars == LF_OF_SEAT_VARS    ? lf_seat_value(state, owner, index)
                          : vars == LF_OF_SPACE_VARS ? lf_space_value(state, owner, index)
                                                     : read_value(state, var, 0);
    return value == (var->is_set ? 0 : var->init);
}

int lf_pieces(const lf_state *state, int zone, int kind) {
    const lf_game *game = state->game;
    if (zone < 0 || (uint32_t)zone >= game->zone_count || kind < 0 ||
        (uint32_t)kind >= game->slot_count)
        return 0;
    return lf_counts(game, state->block)[(uint32_t)zone * game->slot_count + (uint32_t)kind];
}

int lf_pieces_seen(const lf_state *state, int zone, int kind, lf_seat viewer) {
    const lf_game *game = state->game;
    if (zone < 0 || (uint32_t)zone >= game->zone_count || kind < 0 ||
        (uint32_t)kind >= game->slot_count)
        return 0;
    return lf_pieces_as_seen(game, state->block, (uint32_t)zone, (uint32_t)kind, viewer);
}

int lf_stack_size(const lf_state *state, int stack) {
    if (stack < 0 || (uint32_t)stack >= state->game->stack_count)
        return 0;
    return (int)lf_cards_count(state->game, state->block, (uint32_t)stack);
}

int lf_stack_card(const lf_state *state, int stack, int position) {
    if (stack < 0 || (uint32_t)stack >= state->game->stack_count || position < 0)
        return -1;
    return lf_cards_top(state->game, state->block, (uint32_t)stack, (uint32_t)position);
}

bool lf_invariant_holds(const lf_state *state, int invariant) {
    const lf_game *game = state->game;
    int64_t holds = 0;
    if (invariant < 0 || (uint32_t)invariant >= game->invariant_count)
        return true;
    return lf_call_pure(state, game, game->invariant_routines[invariant], NULL, 0, &holds, 1,
                        NULL) &&
           holds != 0;
}
