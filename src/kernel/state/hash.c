/* hash.c: the 64-bit hash of a position.
 *
 * It is the running hash, which the setters of state.h maintain, xored with a hash of what is small
 * and changes with every decision: the head, the return addresses and the live registers. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "state.h"

static uint64_t hash_of_rest(const lf_game *game, unsigned char *block) {
    lf_head head = *lf_head_of(block);
    head.running = head.quick_hash = 0;
    head.barrier = head.untouched = 0; /* they depend on how the position came about */
    head.forced = 0;                   /* older records hold hashes without it */
    uint64_t hash = XXH3_64bits(&head, sizeof head);
    hash = XXH3_64bits_withSeed(lf_calls(game, block), head.depth * sizeof(lf_call), hash);
    return XXH3_64bits_withSeed(lf_frames(game, block),
                                lf_live_registers(game, &head) * sizeof(int64_t), hash);
}

/* Does not write to the state, which is const for the caller. */
static uint64_t running_of(const lf_state *state) {
    const lf_head *head = lf_head_const(state->block);
    return head->quick_hash ? lf_running_from_scratch(state->game, state->block) : head->running;
}

uint64_t lf_hash(const lf_state *state) {
    return running_of(state) ^ hash_of_rest(state->game, state->block);
}

uint64_t lf_table_hash(const lf_state *state) {
    const lf_head *head = lf_head_const(state->block);
    const int64_t course[] = {
        head->phase,  head->turn,       head->active,          head->status,     head->winner,
        head->ranked, head->checkpoint, lf_legal_count(state), lf_decider(state)};
    return running_of(state) ^ XXH3_64bits_withSeed(course, sizeof course, head->generator);
}

uint64_t lf_hash_from_scratch(const lf_state *state) {
    return lf_running_from_scratch(state->game, state->block) ^
           hash_of_rest(state->game, state->block);
}

static uint64_t hash_vars(const lf_game *game, const unsigned char *block, const lf_var *vars,
                          uint32_t count) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t owners = vars[i].is_set ? 0 : lf_var_owners(game, &vars[i]);
        for (uint32_t owner = 0; owner < owners; owner++)
            hash ^= lf_cell_hash(lf_var_key(game, &vars[i], owner),
                                 (uint32_t)lf_var_read(block, &vars[i], owner));
    }
    return hash;
}

static uint64_t hash_fields(const lf_game *game, const unsigned char *block, uint32_t region,
                            uint32_t key, uint32_t count) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++)
        hash ^= lf_cell_hash(key + i * 2, lf_card_field(game, block, region, i));
    return hash;
}

uint64_t lf_running_from_scratch(const lf_game *game, unsigned char *block) {
    const lf_layout *layout = &game->layout;
    const lf_hash_keys *keys = &layout->keys;
    uint64_t hash = hash_vars(game, block, game->options, game->option_count) ^
                    hash_vars(game, block, game->vars, game->var_count);
    for (uint32_t i = 0; i < layout->set_words; i++)
        hash ^= lf_cell_hash(keys->sets + i * 8, lf_sets(game, block)[i]);
    for (uint32_t i = 0; i < game->zone_count * game->slot_count; i++)
        hash ^= lf_cell_hash(keys->counts + i, lf_counts(game, block)[i]);
    for (uint32_t i = 0; i < lf_open_words(game); i++)
        hash ^= lf_cell_hash(lf_open_hash_place(i), lf_open(game, block)[i]);
    hash ^= lf_history_hash(game, block);
    hash ^= hash_fields(game, block, layout->card_stack, keys->card_stack, game->card_count);
    hash ^= hash_fields(game, block, layout->card_below, keys->card_below, game->card_count);
    hash ^= hash_fields(game, block, layout->stack_top, keys->stack_top, game->stack_count);
    hash ^= hash_fields(game, block, layout->stack_bottom, keys->stack_bottom, game->stack_count);
    return hash ^ hash_fields(game, block, layout->stack_size, keys->stack_size, game->stack_count);
}

void lf_refit_hash(lf_state *state) {
    lf_head *head = lf_head_of(state->block);
    if (head->quick_hash && !state->quick_hash)
        head->running = lf_running_from_scratch(state->game, state->block);
    head->quick_hash = state->quick_hash;
}

void lf_hash_on_demand(lf_state *state, bool on) {
    state->quick_hash = on;
    lf_fit_hash(state);
}
