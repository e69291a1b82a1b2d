/* states.c: makes, copies, compares, observes and frees states. new_game.c fills a new one. */
#include "state.h"

/* A state whose block is zero. NULL when out of memory. */
static lf_state *state_alloc(const lf_game *game) {
    lf_state *state = lf_calloc(1, sizeof *state);
    assert(game->layout.size >= sizeof(lf_head));
    if (state == NULL)
        return NULL;
    state->game = lf_game_retain(game);
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

static bool is_from_text(const lf_state *state, const lf_setup *setup) {
    const int scenario = lf_head_const(state->block)->scenario;
    return setup->position != NULL || state->game->scenarios[scenario].position != NULL;
}

/* Does a forced decision at the beginning change the position that was set up? Forced choices that
 * change nothing (the only action, its only piece) do not count. Plays on in the state, without an
 * observer. */
static bool is_moved_by_force(lf_state *state) {
    lf_head *head = lf_head_of(state->block);
    head->forced = LF_FORCED_ASK;
    lf_run(state);
    if (head->status != LF_RUN_DECISION || lf_legal_count(state) != 1)
        return false;
    const lf_head first = *head;
    head->forced = LF_FORCED_GAME;
    lf_apply_value(
        state, lf_is_way_out(state, 0) ? -1 : lf_pending_value(state, lf_pending_site(state), 0));
    return head->status != LF_RUN_DECISION || head->running != first.running ||
           head->generator != first.generator || head->active != first.active ||
           head->phase != first.phase || head->turn != first.turn;
}

/* Must the first decision be asked, although it is forced? Yes, if the position was read from a
 * text and taking the option would change it: the game must begin in the position of the text. The
 * caller sets the state up again. */
static bool waits_for_force(lf_state *state, const lf_setup *setup, lf_chance chance) {
    if (setup->forced != LF_FORCED_GAME || !is_from_text(state, setup))
        return false;
    const lf_observer observer = state->observer;
    state->observer = (lf_observer){0};
    const bool waits = is_moved_by_force(state);
    memset(state->block, 0, state->game->layout.size);
    state->error = (lf_error){0};
    lf_set_up(state, setup, chance, NULL); /* cannot fail, because it has succeeded before */
    state->observer = observer;
    return waits;
}

/* Brings a zero block to the first decision. */
static lf_status run_to_first_decision(lf_state *state, const lf_setup *given, lf_chance chance,
                                       lf_error *error) {
    static const lf_setup plain = {0};
    const lf_setup *setup = given != NULL ? given : &plain;
    const lf_status status = lf_set_up(state, setup, chance, error);
    if (status != LF_OK)
        return status;
    if (waits_for_force(state, setup, chance))
        lf_head_of(state->block)->forced = LF_FORCED_ASK;
    lf_run(state);
    lf_head_of(state->block)->forced = setup->forced & 3u;
    if (lf_head_const(state->block)->status == LF_RUN_ERROR)
        return lf_fail(error, LF_RULE_ERROR, "%s", state->error.message);
    return LF_OK;
}

static lf_state *new_state(const lf_game *game, const lf_setup *setup, lf_chance chance,
                           lf_error *error) {
    lf_state *state = state_alloc(game);
    if (state == NULL) {
        lf_error_no_memory(error);
        return NULL;
    }
    if (run_to_first_decision(state, setup, chance, error) != LF_OK) {
        lf_state_free(state);
        return NULL;
    }
    return state;
}

/* Is a scenario and a seed all that is given, and is there no observer? Then the first position can
 * be copied, if nothing is drawn before it. */
static bool is_plain_start(const lf_state *state, const lf_setup *setup, lf_chance chance) {
    const bool plain = setup != NULL && setup->position == NULL && setup->stack == NULL &&
                       setup->cards == NULL && setup->forced == LF_FORCED_GAME &&
                       (setup->options == NULL || setup->options[0] == NULL);
    return plain && chance == LF_CHANCE_SAMPLED && state->observer.event == NULL &&
           state->hits == NULL;
}

/* If nothing was drawn before the first decision, saves the position, so that the next game begins
 * with a copy. Without memory for it, the next game is set up as usual. */
static void keep_fresh(lf_state *state, uint64_t seed) {
    const lf_head *head = lf_head_const(state->block);
    if (head->generator != lf_first_generator(seed) || head->barrier != 0 ||
        head->status != LF_RUN_DECISION)
        return;
    state->fresh = lf_malloc(state->game->layout.size);
    if (state->fresh != NULL)
        memcpy(state->fresh, state->block, state->game->layout.size);
}

/* Is the saved first position that of this scenario? */
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
    const lf_status status = run_to_first_decision(state, setup, chance, error);
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
    clone->quick_hash = state->quick_hash;
    clone->error = state->error;
    return clone;
}

void lf_state_free(lf_state *state) {
    if (state == NULL)
        return;
    lf_free(state->block);
    lf_free(state->scratch);
    lf_free(state->supposed);
    lf_free(state->saved_registers);
    lf_free(state->fresh);
    lf_game_free((lf_game *)state->game);
    lf_free(state);
}

/* Copies the error only if there is one: every search copies states all the time. */
void lf_copy(lf_state *dst, const lf_state *src) {
    assert(dst->game->layout.size == src->game->layout.size);
    if (dst->block != src->block)
        lf_block_copy(src->game, dst->block, src->block);
    lf_fit_hash(dst);
    if (src->error.status != LF_OK || dst->error.status != LF_OK)
        dst->error = src->error;
}

/* Ignores `barrier` and `untouched`, which depend on how a position came about. */
bool lf_equal(const lf_state *a, const lf_state *b) {
    if (a->game != b->game && a->game->identity != b->game->identity)
        return false;
    lf_head head_a = *lf_head_const(a->block), head_b = *lf_head_const(b->block);
    head_a.running = head_b.running = 0; /* it follows from the rest */
    head_a.quick_hash = head_b.quick_hash = 0;
    head_a.barrier = head_b.barrier = 0;
    head_a.untouched = head_b.untouched = 0;
    return memcmp(&head_a, &head_b, sizeof head_a) == 0 &&
           memcmp(a->block + sizeof head_a, b->block + sizeof head_b,
                  a->game->layout.size - sizeof head_a) == 0;
}

void lf_block_adopt(lf_state *state, const unsigned char *block) {
    memcpy(state->block, block, state->game->layout.size);
    lf_fit_hash(state);
    const lf_head *head = lf_head_const(state->block);
    state->error = (lf_error){0};
    if (head->status == LF_RUN_ERROR)
        lf_format_fault(state->game, head->pc, (lf_fault)head->error, NULL, &state->error);
}

/* ---- forced decisions ---- */

static const char *const forced_names[] = {
    [LF_FORCED_GAME] = "game", [LF_FORCED_ASK] = "ask", [LF_FORCED_TAKE] = "take"};

const char *lf_forced_name(lf_forced forced) {
    return (size_t)forced < LF_COUNT(forced_names) ? forced_names[forced] : NULL;
}

bool lf_forced_find(const char *name, lf_forced *out) {
    for (size_t i = 0; i < LF_COUNT(forced_names); i++)
        if (strcmp(name, forced_names[i]) == 0) {
            *out = (lf_forced)i;
            return true;
        }
    return false;
}

lf_forced lf_forced_of(const lf_state *state) {
    return (lf_forced)lf_head_const(state->block)->forced;
}

lf_status lf_forced_mode(lf_state *state, lf_forced forced) {
    if (lf_forced_name(forced) == NULL)
        return LF_BAD_ARGUMENT;
    lf_head_of(state->block)->forced = forced & 3u;
    return LF_OK;
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
