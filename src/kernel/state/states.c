/* states.c: the life of a state: made, copied, compared, watched, freed. What a new game looks like is in new_game.c. */
#include "state.h"

/* A state whose block is zero. NULL when out of memory. */
static lf_state *state_alloc(const lf_game *game) {
    lf_state *state = lf_calloc(1, sizeof *state);
    assert(game->layout.size >= sizeof(lf_head));
    if (state == NULL)
        return NULL;
    state->game = game;
    state->block = lf_calloc(1, game->layout.size);
    if (game->has_checked_sites)
        state->scratch = lf_malloc(lf_scratch_size(game));
    if (game->supposing > 0)
        state->supposed = lf_malloc(game->supposing * lf_supposed_size(game));
    if (state->block == NULL || (game->has_checked_sites && state->scratch == NULL) ||
        (game->supposing > 0 && state->supposed == NULL)) {
        lf_state_free(state);
        return NULL;
    }
    return state;
}

/* From a zero block to the first decision. */
static lf_status begin(lf_state *state, const lf_setup *setup, lf_chance chance, lf_error *error) {
    static const lf_setup plain = {0};
    const lf_status status = lf_set_up(state, setup != NULL ? setup : &plain, chance, error);
    if (status != LF_OK)
        return status;
    lf_run(state);
    if (lf_head_const(state->block)->status == LF_RUN_ERROR)
        return lf_fail(error, LF_RULE_ERROR, "%s", state->error.message);
    return LF_OK;
}

static lf_state *new_state(const lf_game *game, const lf_setup *setup, lf_chance chance, lf_error *error) {
    lf_state *state = state_alloc(game);
    if (state == NULL) {
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    if (begin(state, setup, chance, error) != LF_OK) {
        lf_state_free(state);
        return NULL;
    }
    return state;
}

/* Nothing but a scenario and a seed, which says nothing of the first position if nothing is drawn before it, and nobody who watches. */
static bool is_plain_start(const lf_state *state, const lf_setup *setup, lf_chance chance) {
    const bool plain = setup != NULL && setup->position == NULL && setup->stack == NULL &&
                       setup->cards == NULL && (setup->options == NULL || setup->options[0] == NULL);
    return plain && chance == LF_CHANCE_SAMPLED && state->observer.event == NULL && state->hits == NULL;
}

/* If nothing has been drawn, the next game begins with a copy. Where there is no memory for it, it begins as ever. */
static void keep_fresh(lf_state *state, uint64_t seed) {
    const lf_head *head = lf_head_const(state->block);
    if (head->generator != lf_first_generator(seed) || head->barrier != 0 || head->status != LF_RUN_DECISION)
        return;
    state->fresh = lf_malloc(state->game->layout.size);
    if (state->fresh != NULL)
        memcpy(state->fresh, state->block, state->game->layout.size);
}

/* Is what was kept the beginning of the scenario that is asked for? */
static bool is_fresh(const lf_state *state, const char *scenario) {
    if (state->fresh == NULL)
        return false;
    const int kept = lf_head_const(state->fresh)->scenario;
    return scenario == NULL ? kept == lf_default_scenario(state->game)
                            : strcmp(scenario, state->game->scenarios[kept].name) == 0;
}

static lf_status reset(lf_state *state, const lf_setup *setup, lf_chance chance, lf_error *error) {
    const bool plain = is_plain_start(state, setup, chance);
    state->error.status = LF_OK;
    state->error.message[0] = '\0';
    if (plain && is_fresh(state, setup->scenario)) {
        lf_block_copy(state->game, state->block, state->fresh);
        lf_head_of(state->block)->generator = lf_first_generator(setup->seed);
        lf_fit_hash(state);
        return LF_OK;
    }
    memset(state->block, 0, state->game->layout.size);
    const lf_status status = begin(state, setup, chance, error);
    if (status == LF_OK && plain && !state->tried_fresh) {
        state->tried_fresh = true;
        keep_fresh(state, setup->seed);
    }
    return status;
}

lf_state *lf_state_new(const lf_game *game, const lf_setup *setup, lf_error *error) {
    return new_state(game, setup, LF_CHANCE_SAMPLED, error);
}

lf_state *lf_state_new_explicit(const lf_game *game, const lf_setup *setup, lf_error *error) {
    return new_state(game, setup, LF_CHANCE_EXPLICIT, error);
}

lf_status lf_state_reset(lf_state *state, const lf_setup *setup, lf_error *error) {
    return reset(state, setup, LF_CHANCE_SAMPLED, error);
}

lf_status lf_state_reset_explicit(lf_state *state, const lf_setup *setup, lf_error *error) {
    return reset(state, setup, LF_CHANCE_EXPLICIT, error);
}

lf_state *lf_state_clone(const lf_state *state) {
    lf_state *clone = state_alloc(state->game);
    if (clone == NULL)
        return NULL;
    memcpy(clone->block, state->block, state->game->layout.size);
    clone->loose = state->loose;
    clone->error = state->error;
    return clone;
}

void lf_state_free(lf_state *state) {
    if (state == NULL)
        return;
    lf_free(state->block);
    lf_free(state->scratch);
    lf_free(state->supposed);
    lf_free(state->unheard);
    lf_free(state->fresh);
    lf_free(state);
}

/* The words for an error are copied only when there are any: a copy is on the hot path of every search. */
void lf_copy(lf_state *dst, const lf_state *src) {
    assert(dst->game->layout.size == src->game->layout.size);
    if (dst->block != src->block)
        lf_block_copy(src->game, dst->block, src->block);
    lf_fit_hash(dst);
    if (src->error.status != LF_OK || dst->error.status != LF_OK)
        dst->error = src->error;
}

/* The barrier and the mark of an untouched position say how it came about; they are no part of it. */
bool lf_equal(const lf_state *a, const lf_state *b) {
    if (a->game != b->game && a->game->identity != b->game->identity)
        return false;
    lf_head head_a = *lf_head_const(a->block), head_b = *lf_head_const(b->block);
    head_a.running = head_b.running = 0; /* it follows from the rest */
    head_a.loose = head_b.loose = 0;
    head_a.barrier = head_b.barrier = 0;
    head_a.untouched = head_b.untouched = 0;
    return memcmp(&head_a, &head_b, sizeof head_a) == 0 &&
           memcmp(a->block + sizeof head_a, b->block + sizeof head_b, a->game->layout.size - sizeof head_a) ==
               0;
}

void lf_block_adopt(lf_state *state, const unsigned char *block) {
    memcpy(state->block, block, state->game->layout.size);
    lf_fit_hash(state);
    const lf_head *head = lf_head_const(state->block);
    state->error = (lf_error){0};
    if (head->status == LF_RUN_ERROR)
        lf_say_fault(state->game, head->pc, (lf_fault)head->error, NULL, &state->error);
}

size_t lf_state_size(const lf_game *game) {
    return game->layout.size;
}
const lf_game *lf_state_game(const lf_state *state) {
    return state->game;
}
int lf_state_scenario(const lf_state *state) {
    return lf_head_const(state->block)->scenario;
}

void lf_watch(lf_state *state, const lf_observer *observer) {
    state->observer = (lf_observer){0};
    if (observer != NULL)
        state->observer = *observer;
}
