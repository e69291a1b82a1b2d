/* batch.c: many games at once, each in a state of its own, stepped in slices by the threads of a
 * thread_pool.
 *
 * What a game does depends on its number and the batch's seed alone, never on who steps it, so the
 * result is the same for any number of threads. Nothing is allocated after lf_batch_new: the states
 * are reset in their place. Look-ahead needs room for many copies of a block, which only one game
 * of a slice uses at a time: each slice has it once and lends it. */
#include "env.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "support/rng.h"
#include "support/thread_pool.h"

typedef struct {
    lf_state *state;
    uint64_t rng;     /* of lf_batch_sample */
    uint64_t episode; /* the number of the game that is played in it */
} lf_played;

struct lf_batch {
    const lf_game *game;
    lf_setup setup; /* with its texts, which are the batch's own */
    char *texts;
    const char **lists; /* the options and cards of the set-up */
    uint64_t seed;
    bool no_reset;
    int count;
    size_t tensor_size;
    lf_played *games;
    lf_thread_pool *thread_pool;
    unsigned char **scratch; /* one a slice; NULL: the game needs none */
    /* one a slice: the first of its games with something wrong; -1: none */
    int *found;
};

/* What one call does, for the thread_pool. */
typedef struct {
    lf_batch *batch;
    const int32_t *ids;
    int32_t *drawn;
    const lf_batch_views *views;
} lf_errand;

/* ---- episodes ---- */

static uint64_t seed_of(uint64_t seed, uint64_t game, uint64_t episode) {
    return lf_mix64(lf_mix64(lf_mix64(seed) + LF_GOLDEN * (game + 1)) + LF_GOLDEN * (episode + 1));
}

/* While something is done that may look ahead. */
static void lend_scratch(const lf_batch *batch, lf_state *state, int slice) {
    state->scratch = batch->scratch != NULL ? batch->scratch[slice] : NULL;
}

static void begin_episode(const lf_batch *batch, int index, int slice) {
    lf_played *game = &batch->games[index];
    lf_setup setup = batch->setup;
    setup.seed = seed_of(batch->seed, (uint64_t)index, game->episode);
    lend_scratch(batch, game->state, slice);
    lf_state_reset(game->state, &setup, NULL); /* if a rule fails the state says so */
    game->state->scratch = NULL;
}

static void begin_first(const lf_batch *batch, int index, int slice) {
    lf_played *game = &batch->games[index];
    game->episode = 0;
    game->rng = seed_of(~batch->seed, (uint64_t)index, 0);
    begin_episode(batch, index, slice);
}

/* ---- what a step writes ---- */

static void write_legal(const lf_state *state, int index, const lf_batch_views *v) {
    int32_t own[LF_OPTIONS_MAX];
    const size_t count = state->game->id_count;
    int32_t *ids = v->legal != NULL ? v->legal + (size_t)index * LF_OPTIONS_MAX : own;
    const int n = lf_legal_ids(state, ids, LF_OPTIONS_MAX);
    if (v->legal_counts != NULL)
        v->legal_counts[index] = n;
    if (v->masks != NULL) {
        uint8_t *mask = v->masks + (size_t)index * count;
        memset(mask, 0, count);
        for (int i = 0; i < n; i++)
            mask[ids[i]] = 1;
    }
    for (int i = n; v->legal != NULL && i < LF_OPTIONS_MAX; i++)
        ids[i] = -1;
}

/* What belongs to the decision that is pending now. */
static void write_decision(const lf_batch *batch, int index, const lf_batch_views *v) {
    const lf_state *state = batch->games[index].state;
    const size_t tensor_size = batch->tensor_size;
    if (v->deciders != NULL)
        v->deciders[index] = lf_decider(state);
    if (v->legal != NULL || v->legal_counts != NULL || v->masks != NULL)
        write_legal(state, index, v);
    if (v->mask_words != NULL)
        lf_legal_mask(state, v->mask_words + (size_t)index * (size_t)lf_mask_words(state->game));
    if (v->observations != NULL)
        lf_observe_tensor(state, lf_decider(state), v->observations + (size_t)index * tensor_size);
    if (v->observed_bytes != NULL)
        lf_observe_bytes(state, lf_decider(state), v->observed_bytes + (size_t)index * tensor_size);
}

static void write_result(const lf_state *state, int index, bool done, bool ended,
                         const lf_batch_views *v) {
    const uint32_t seats = state->game->seat_count;
    if (v->done != NULL)
        v->done[index] = done;
    if (v->rewards == NULL)
        return;
    double returns[LF_SEATS_MAX] = {0};
    if (ended)
        lf_returns(state, returns);
    for (uint32_t seat = 0; seat < seats; seat++)
        v->rewards[(size_t)index * seats + seat] = (float)returns[seat];
}

/* ---- a step of one game ---- */

static bool goes_on(const lf_state *state) {
    return lf_pending_site(state) != NULL;
}

static void begin_next(const lf_batch *batch, int index, int slice) {
    batch->games[index].episode++;
    begin_episode(batch, index, slice);
}

/* A game that could not go on before this step begins anew in it: until then its state says why. */
static void step_game(const lf_errand *e, int index, int slice) {
    const lf_batch *batch = e->batch;
    lf_state *state = batch->games[index].state;
    const bool played = goes_on(state);
    lend_scratch(batch, state, slice);
    if (played)
        lf_apply_id(state, e->ids[index]);
    state->scratch = NULL;
    const bool ended = played && lf_terminal(state, NULL);
    write_result(state, index, played ? !goes_on(state) : batch->no_reset, ended, e->views);
    if (!batch->no_reset && (ended || !played))
        begin_next(batch, index, slice);
    write_decision(batch, index, e->views);
}

/* ---- slices ---- */

static int first_of(const lf_batch *batch, int slice) {
    return (int)((int64_t)batch->count * slice / lf_thread_pool_size(batch->thread_pool));
}

#define FOR_SLICE(batch, slice, index)                                                             \
    for (int index = first_of((batch), (slice)), end_ = first_of((batch), (slice) + 1);            \
         index < end_; index++)

static void check_slice(void *context, int slice) {
    const lf_errand *e = context;
    e->batch->found[slice] = -1;
    FOR_SLICE(e->batch, slice, i) {
        const lf_state *state = e->batch->games[i].state;
        if (goes_on(state) && !lf_is_legal_id(state, e->ids[i])) {
            e->batch->found[slice] = i;
            return;
        }
    }
}

static void step_slice(void *context, int slice) {
    const lf_errand *e = context;
    FOR_SLICE(e->batch, slice, i)
    step_game(e, i, slice);
}

static void reset_slice(void *context, int slice) {
    const lf_errand *e = context;
    e->batch->found[slice] = -1;
    FOR_SLICE(e->batch, slice, i) {
        lf_state *state = e->batch->games[i].state;
        begin_first(e->batch, i, slice);
        if (e->batch->found[slice] < 0 && lf_state_error(state)->status != LF_OK)
            e->batch->found[slice] = i;
        write_result(state, i, false, false, e->views);
        write_decision(e->batch, i, e->views);
    }
}

static void sample_slice(void *context, int slice) {
    const lf_errand *e = context;
    FOR_SLICE(e->batch, slice, i) {
        lf_played *game = &e->batch->games[i];
        const int n = lf_legal_count(game->state);
        e->drawn[i] =
            n > 0 ? lf_id_of_option(game->state, (int)lf_rng_below(&game->rng, (uint32_t)n)) : -1;
    }
}

/* The first game with something wrong, whoever found it; -1: none. */
static int run(lf_errand *e, void (*job)(void *context, int slice)) {
    const int size = lf_thread_pool_size(e->batch->thread_pool);
    lf_thread_pool_run(e->batch->thread_pool, job, e);
    for (int slice = 0; slice < size; slice++)
        if (e->batch->found[slice] >= 0)
            return e->batch->found[slice];
    return -1;
}

/* ---- the way in ---- */

static const lf_batch_views no_views = {0};

lf_status lf_batch_reset(lf_batch *batch, uint64_t seed, const lf_batch_views *views,
                         lf_error *error) {
    lf_errand e = {.batch = batch, .views = views != NULL ? views : &no_views};
    batch->seed = seed;
    const int wrong = run(&e, reset_slice);
    if (wrong < 0)
        return LF_OK;
    return lf_fail(error, LF_RULE_ERROR, "game %d cannot begin: %s", wrong,
                   lf_state_error(batch->games[wrong].state)->message);
}

lf_status lf_batch_step(lf_batch *batch, const int32_t *ids, const lf_batch_views *views,
                        lf_error *error) {
    lf_errand e = {.batch = batch, .ids = ids, .views = views != NULL ? views : &no_views};
    const int wrong = run(&e, check_slice);
    if (wrong >= 0)
        return lf_fail(
            error, LF_BAD_ARGUMENT,
            "game %d: the action %d is not legal there; nothing was stepped: take one of "
            "lf_legal_ids(lf_batch_state(batch, %d), …)",
            wrong, (int)ids[wrong], wrong);
    lf_thread_pool_run(batch->thread_pool, step_slice, &e);
    return LF_OK;
}

void lf_batch_sample(lf_batch *batch, int32_t *ids) {
    lf_errand e = {.batch = batch, .drawn = ids, .views = &no_views};
    lf_thread_pool_run(batch->thread_pool, sample_slice, &e);
}

const lf_state *lf_batch_state(const lf_batch *batch, int game) {
    return game >= 0 && game < batch->count ? batch->games[game].state : NULL;
}

/* ---- making and freeing ---- */

static int length_of(const char *const *list) {
    int n = 0;
    while (list != NULL && list[n] != NULL)
        n++;
    return n;
}

static size_t bytes_of(const char *text) {
    return text != NULL ? strlen(text) + 1 : 0;
}

static const char *copied(char **at, const char *text) {
    char *copy = *at;
    if (text == NULL)
        return NULL;
    memcpy(copy, text, bytes_of(text));
    *at += bytes_of(text);
    return copy;
}

static const char *const *copied_list(char **at, const char *const *list, const char **copy) {
    const int count = length_of(list);
    for (int i = 0; i < count; i++)
        copy[i] = copied(at, list[i]);
    return list != NULL ? copy : NULL;
}

/* A copy of the set-up with all its texts: the caller's may go. */
static bool keep_setup(lf_batch *batch, const lf_setup *setup) {
    const int options = length_of(setup->options), cards = length_of(setup->cards);
    size_t bytes =
        1 + bytes_of(setup->scenario) + bytes_of(setup->stack) + bytes_of(setup->position);
    for (int i = 0; i < options; i++)
        bytes += bytes_of(setup->options[i]);
    for (int i = 0; i < cards; i++)
        bytes += bytes_of(setup->cards[i]);
    batch->lists = lf_calloc((size_t)options + (size_t)cards + 2, sizeof *batch->lists);
    batch->texts = lf_malloc(bytes);
    if (batch->lists == NULL || batch->texts == NULL)
        return false;
    char *at = batch->texts;
    batch->setup = *setup;
    batch->setup.scenario = copied(&at, setup->scenario);
    batch->setup.stack = copied(&at, setup->stack);
    batch->setup.position = copied(&at, setup->position);
    batch->setup.options = copied_list(&at, setup->options, batch->lists);
    batch->setup.cards = copied_list(&at, setup->cards, batch->lists + options + 1);
    return true;
}

static bool hire(lf_batch *batch, int threads) {
    batch->thread_pool = lf_thread_pool_new(threads > batch->count ? batch->count : threads);
    if (batch->thread_pool == NULL)
        return false;
    const int size = lf_thread_pool_size(batch->thread_pool);
    batch->found = lf_calloc((size_t)size, sizeof *batch->found);
    if (batch->found == NULL || !batch->game->has_checked_sites)
        return batch->found != NULL;
    batch->scratch = lf_calloc((size_t)size, sizeof *batch->scratch);
    for (int i = 0; batch->scratch != NULL && i < size; i++)
        if ((batch->scratch[i] = lf_malloc(lf_scratch_size(batch->game))) == NULL)
            return false;
    return batch->scratch != NULL;
}

/* The first state is made as any other, so that a wrong set-up is reported; the others are its
 * copies until they begin. */
static bool make_states(lf_batch *batch, lf_error *error) {
    for (int i = 0; i < batch->count; i++) {
        lf_state *state = i == 0 ? lf_state_new(batch->game, &batch->setup, error)
                                 : lf_state_clone(batch->games[0].state);
        if (state == NULL)
            return false;
        lf_free(state->scratch);
        state->scratch = NULL;
        batch->games[i].state = state;
    }
    return true;
}

lf_batch *lf_batch_new(const lf_game *game, const lf_batch_config *config, lf_error *error) {
    static const lf_setup plain = {0};
    if (config->games < 1 || config->threads < 0) {
        lf_error_set(
            error, LF_BAD_ARGUMENT,
            "a batch has at least one game (this: %d) and no fewer than 0 threads (this: %d)",
            config->games, config->threads);
        return NULL;
    }
    lf_error_no_memory(error); /* unless it is said better below */
    lf_batch *batch = lf_calloc(1, sizeof *batch);
    if (batch == NULL)
        return NULL;
    *batch = (lf_batch){.game = lf_game_retain(game),
                        .no_reset = config->no_reset,
                        .count = config->games,
                        .tensor_size = (size_t)lf_tensor_size(game)};
    batch->games = lf_calloc((size_t)config->games, sizeof *batch->games);
    const bool made = batch->games != NULL &&
                      keep_setup(batch, config->setup != NULL ? config->setup : &plain) &&
                      hire(batch, config->threads) && make_states(batch, error);
    if (!made || lf_batch_reset(batch, batch->setup.seed, NULL, error) != LF_OK) {
        lf_batch_free(batch);
        return NULL;
    }
    if (error != NULL)
        *error = (lf_error){0};
    return batch;
}

void lf_batch_free(lf_batch *batch) {
    if (batch == NULL)
        return;
    const int size = batch->thread_pool != NULL ? lf_thread_pool_size(batch->thread_pool) : 0;
    lf_thread_pool_free(batch->thread_pool);
    for (int i = 0; batch->games != NULL && i < batch->count; i++)
        lf_state_free(batch->games[i].state);
    for (int i = 0; batch->scratch != NULL && i < size; i++)
        lf_free(batch->scratch[i]);
    lf_free(batch->scratch);
    lf_free(batch->found);
    lf_free(batch->games);
    lf_free(batch->lists);
    lf_free(batch->texts);
    lf_game_free((lf_game *)batch->game);
    lf_free(batch);
}
