/* test_batch.c: a batch plays the same games as single states would, for any number of threads, and
 * writes what they are. */
#include "env_fixture.h"

enum { GAMES = 7 };

/* ---- all that a step writes ---- */

typedef struct {
    lf_batch_views views;
    size_t sizes[9]; /* bytes, in the order of lf_batch_views */
} buffers;

static void *noise(size_t size) {
    void *memory = malloc(size);
    assert_non_null(memory);
    memset(memory, 0x5a, size); /* so that what is not written shows */
    return memory;
}

static buffers buffers_new(const lf_game *game, size_t count) {
    const size_t ids = (size_t)lf_action_count(game), seats = (size_t)lf_count(game, LF_OF_SEATS),
                 words = (size_t)lf_mask_words(game), numbers = (size_t)lf_tensor_size(game);
    buffers b = {.sizes = {count * numbers * sizeof(float), count * numbers, count * ids,
                           count * words * sizeof(uint64_t),
                           count * LF_OPTIONS_MAX * sizeof(int32_t), count * sizeof(int32_t),
                           count * seats * sizeof(float), count, count * sizeof(int32_t)}};
    b.views = (lf_batch_views){.observations = noise(b.sizes[0]),
                               .observed_bytes = noise(b.sizes[1]),
                               .masks = noise(b.sizes[2]),
                               .mask_words = noise(b.sizes[3]),
                               .legal = noise(b.sizes[4]),
                               .legal_counts = noise(b.sizes[5]),
                               .rewards = noise(b.sizes[6]),
                               .done = noise(b.sizes[7]),
                               .deciders = noise(b.sizes[8])};
    return b;
}

static const void *buffer_at(const buffers *b, int which) {
    const void *all[] = {b->views.observations, b->views.observed_bytes, b->views.masks,
                         b->views.mask_words,   b->views.legal,          b->views.legal_counts,
                         b->views.rewards,      b->views.done,           b->views.deciders};
    return all[which];
}

static void buffers_free(buffers *b) {
    free(b->views.observations);
    free(b->views.observed_bytes);
    free(b->views.masks);
    free(b->views.mask_words);
    free(b->views.legal);
    free(b->views.legal_counts);
    free(b->views.rewards);
    free(b->views.done);
    free(b->views.deciders);
}

static void expect_same_buffers(const buffers *a, const buffers *b) {
    for (int i = 0; i < 9; i++)
        if (a->sizes[i] > 0)
            assert_memory_equal(buffer_at(a, i), buffer_at(b, i), a->sizes[i]);
}

static lf_batch *batch_of(const lf_game *game, lf_batch_config config) {
    lf_error error = {0};
    lf_batch *batch = lf_batch_new(game, &config, &error);
    if (batch == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(error.status, LF_OK);
    return batch;
}

/* ---- a batch is many states ---- */

static void expect_decision(const lf_state *state, int index, const lf_batch_views *v) {
    const lf_game *game = lf_state_game(state);
    const size_t ids = (size_t)lf_action_count(game), words = (size_t)lf_mask_words(game);
    int32_t legal[LF_OPTIONS_MAX];
    uint64_t *mask = noise(words * sizeof *mask);
    const int n = lf_legal_ids(state, legal, LF_OPTIONS_MAX);
    int ones = 0;
    assert_int_equal(v->deciders[index], lf_decider(state));
    assert_int_equal(v->legal_counts[index], n);
    for (int i = 0; i < LF_OPTIONS_MAX; i++)
        assert_int_equal(v->legal[index * LF_OPTIONS_MAX + i], i < n ? legal[i] : -1);
    for (size_t i = 0; i < ids; i++)
        ones += v->masks[(size_t)index * ids + i];
    assert_int_equal(ones, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(v->masks[(size_t)index * ids + (size_t)legal[i]], 1);
    lf_legal_mask(state, mask);
    assert_memory_equal(v->mask_words + (size_t)index * words, mask, words * sizeof *mask);
    free(mask);
}

/* As the decider sees it. */
static void expect_observation(const lf_state *state, int index, const lf_batch_views *v) {
    const size_t size = (size_t)lf_tensor_size(lf_state_game(state));
    float *numbers = noise(size * sizeof *numbers);
    int8_t *bytes = noise(size);
    lf_observe_tensor(state, lf_decider(state), numbers);
    lf_observe_bytes(state, lf_decider(state), bytes);
    assert_memory_equal(v->observations + (size_t)index * size, numbers, size * sizeof *numbers);
    assert_memory_equal(v->observed_bytes + (size_t)index * size, bytes, size);
    free(numbers);
    free(bytes);
}

static void expect_rewards(const lf_state *state, int index, const lf_batch_views *v) {
    const int seats = lf_count(lf_state_game(state), LF_OF_SEATS);
    double returns[LF_SEATS_MAX] = {0};
    lf_returns(state, returns);
    for (int seat = 0; seat < seats; seat++)
        assert_true(v->rewards[index * seats + seat] == (float)returns[seat]);
    assert_int_equal(v->done[index], lf_terminal(state, NULL));
}

static void compare_with_states(const char *name, int steps) {
    lf_game *game = load_bundled(name, "");
    const lf_setup setup = {.seed = 40};
    lf_batch *batch =
        batch_of(game, (lf_batch_config){.setup = &setup, .games = GAMES, .threads = 2});
    buffers b = buffers_new(game, GAMES);
    lf_state *states[GAMES];
    int32_t ids[GAMES];
    int ended = 0;
    for (int i = 0; i < GAMES; i++)
        states[i] = lf_state_clone(lf_batch_state(batch, i));
    for (int step = 0; step < steps; step++) {
        lf_batch_sample(batch, ids);
        assert_int_equal(lf_batch_step(batch, ids, &b.views, NULL), LF_OK);
        for (int i = 0; i < GAMES; i++) {
            assert_int_equal(lf_apply_id(states[i], ids[i]), LF_OK);
            expect_rewards(states[i], i, &b.views);
            if (lf_terminal(states[i], NULL)) { /* a new one has begun in its place */
                lf_copy(states[i], lf_batch_state(batch, i));
                assert_false(lf_terminal(states[i], NULL));
                ended++;
            }
            assert_true(lf_equal(states[i], lf_batch_state(batch, i)));
            expect_decision(states[i], i, &b.views);
            expect_observation(states[i], i, &b.views);
        }
    }
    assert_true(ended > 0 || steps < 1000);
    for (int i = 0; i < GAMES; i++)
        lf_state_free(states[i]);
    buffers_free(&b);
    lf_batch_free(batch);
    lf_game_free(game);
}

static void test_a_batch_is_many_states(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++)
        compare_with_states(bundled_games[g],
                            strcmp(bundled_games[g], "fire-in-the-lake") == 0 ? 300 : 1000);
}

/* ---- threads ---- */

/* Plays with each number of threads and compares every byte that is written, and the positions. */
static void compare_threads(const char *name, int steps) {
    static const int threads[] = {1, 2, 5};
    lf_game *game = load_bundled(name, "");
    lf_batch *batches[3];
    buffers b[3];
    int32_t ids[3][GAMES];
    for (int t = 0; t < 3; t++) {
        batches[t] = batch_of(game, (lf_batch_config){.games = GAMES, .threads = threads[t]});
        b[t] = buffers_new(game, GAMES);
        assert_int_equal(lf_batch_reset(batches[t], 77, &b[t].views, NULL), LF_OK);
        expect_same_buffers(&b[0], &b[t]);
    }
    for (int step = 0; step < steps; step++)
        for (int t = 0; t < 3; t++) {
            lf_batch_sample(batches[t], ids[t]);
            assert_memory_equal(ids[0], ids[t], sizeof ids[0]);
            assert_int_equal(lf_batch_step(batches[t], ids[t], &b[t].views, NULL), LF_OK);
            expect_same_buffers(&b[0], &b[t]);
        }
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < GAMES; i++)
            assert_true(lf_equal(lf_batch_state(batches[0], i), lf_batch_state(batches[t], i)));
        buffers_free(&b[t]);
    }
    for (int t = 0; t < 3; t++)
        lf_batch_free(batches[t]);
    lf_game_free(game);
}

static void test_any_number_of_threads(void **unused) {
    (void)unused;
    compare_threads("connect-four", 300);
    compare_threads("kuhn-poker", 300);
    compare_threads("fire-in-the-lake", 200);
}

/* What a game does depends on its number and the seed, not on how many others there are, nor on
 * what was played before. */
static void test_games_have_seeds_of_their_own(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("kuhn-poker", "");
    lf_batch *few = batch_of(game, (lf_batch_config){.games = 3, .threads = 1}),
             *many = batch_of(game, (lf_batch_config){.games = 64, .threads = 0});
    int32_t ids[64];
    for (int step = 0; step < 5; step++) { /* these are forgotten */
        lf_batch_sample(many, ids);
        assert_int_equal(lf_batch_step(many, ids, NULL, NULL), LF_OK);
    }
    assert_int_equal(lf_batch_reset(few, 5, NULL, NULL), LF_OK);
    assert_int_equal(lf_batch_reset(many, 5, NULL, NULL), LF_OK);
    int different = 0;
    for (int step = 0; step < 40; step++) {
        for (int i = 0; i < 3; i++)
            assert_true(lf_equal(lf_batch_state(few, i), lf_batch_state(many, i)));
        for (int i = 1; i < 64; i++)
            different += !lf_equal(lf_batch_state(many, i), lf_batch_state(many, 0));
        lf_batch_sample(few, ids);
        assert_int_equal(lf_batch_step(few, ids, NULL, NULL), LF_OK);
        lf_batch_sample(many, ids);
        assert_int_equal(lf_batch_step(many, ids, NULL, NULL), LF_OK);
    }
    assert_true(different > 1000); /* six deals and a few decisions: most pairs differ */
    lf_batch_free(few);
    lf_batch_free(many);
    lf_game_free(game);
}

/* All legal ids are drawn, about equally often. */
static void test_samples(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe", "");
    lf_batch *batch = batch_of(game, (lf_batch_config){.games = 900, .threads = 1});
    int32_t ids[900];
    int drawn[10] = {0};
    lf_batch_sample(batch, ids);
    for (int i = 0; i < 900; i++) {
        assert_in_range(ids[i], 1, 9); /* id 0 is the only action, which nobody is asked */
        drawn[ids[i]]++;
    }
    for (int id = 1; id < 10; id++)
        assert_in_range(drawn[id], 60, 140); /* 100 expected, with a deviation of 9.4 */
    lf_batch_free(batch);
    lf_game_free(game);
}

/* ---- what goes wrong ---- */

static void test_an_illegal_id_steps_nothing(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe", "");
    for (int threads = 1; threads <= 3; threads++) {
        lf_batch *batch = batch_of(game, (lf_batch_config){.games = GAMES, .threads = threads});
        int32_t ids[GAMES] = {1, 1, 1, 1, 1, 1, 1};
        uint64_t before[GAMES];
        lf_error error = {0};
        assert_int_equal(lf_batch_step(batch, ids, NULL, NULL), LF_OK);
        for (int i = 0; i < GAMES; i++)
            before[i] = lf_hash(lf_batch_state(batch, i));
        for (int i = 0; i < GAMES; i++)
            ids[i] = i == 4 ? 1 : i == 6 ? 4000 : 2; /* 1 is marked already */
        assert_int_equal(lf_batch_step(batch, ids, NULL, &error), LF_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "game 4: the action 1 is not legal"));
        for (int i = 0; i < GAMES; i++)
            assert_true(lf_hash(lf_batch_state(batch, i)) == before[i]);
        ids[4] = 2;
        assert_int_equal(lf_batch_step(batch, ids, NULL, &error), LF_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "game 6: the action 4000"));
        lf_batch_free(batch);
    }
    lf_game_free(game);
}

/* The game is done with nothing won, tells why, and begins anew in the next step, whatever id it is
 * given. */
static void test_a_rule_that_fails(void **unused) {
    (void)unused;
    lf_game *game = compile("", "      choose n in 0..3\n      gold += 6 / n\n");
    lf_batch *batch = batch_of(game, (lf_batch_config){.games = 2, .threads = 1});
    buffers b = buffers_new(game, 2);
    const int32_t ids[2] = {1, 2}, again[2] = {-77, 3}; /* 0 and 1; nothing and 2 */
    assert_int_equal(lf_batch_step(batch, ids, &b.views, NULL), LF_OK);
    assert_int_equal(b.views.done[0], 1);
    assert_int_equal(b.views.done[1], 0);
    assert_int_equal(b.views.deciders[0], LF_NOBODY);
    assert_int_equal(b.views.legal_counts[0], 0);
    assert_true(b.views.rewards[0] == 0 && b.views.rewards[1] == 0);
    assert_non_null(strstr(lf_state_error(lf_batch_state(batch, 0))->message, "division by zero"));
    int32_t drawn[2];
    lf_batch_sample(batch, drawn);
    assert_int_equal(drawn[0], -1);
    assert_int_equal(lf_batch_step(batch, again, &b.views, NULL), LF_OK);
    assert_int_equal(b.views.done[0], 0);
    assert_int_equal(b.views.legal_counts[0], 4);
    assert_int_equal(lf_state_error(lf_batch_state(batch, 0))->status, LF_OK);
    assert_int_equal(lf_global(lf_batch_state(batch, 1), 0), 9);
    buffers_free(&b);
    lf_batch_free(batch);
    lf_game_free(game);
}

static void test_finished_games_can_stay(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe", "");
    lf_batch *batch = batch_of(game, (lf_batch_config){.games = 2, .threads = 1, .no_reset = true});
    buffers b = buffers_new(game, 2);
    /* a row of three for X in the first game, after five marks; the second goes on */
    static const int32_t marks[][2] = {{1, 1}, {4, 2}, {2, 3}, {5, 5}, {3, 4}, {-9, 6}};
    for (size_t i = 0; i < LF_COUNT(marks); i++) {
        assert_int_equal(b.views.done[0] == 1, i > 4);
        assert_int_equal(lf_batch_step(batch, marks[i], &b.views, NULL), LF_OK);
        assert_int_equal(b.views.done[1], 0);
        if (i == 4) {
            assert_true(b.views.rewards[0] == 1 && b.views.rewards[1] == -1);
            assert_true(b.views.rewards[2] == 0 && b.views.rewards[3] == 0);
        }
    }
    assert_int_equal(b.views.done[0], 1); /* still over, and nothing more is won */
    assert_true(b.views.rewards[0] == 0 && b.views.rewards[1] == 0);
    assert_int_equal(b.views.deciders[0], LF_NOBODY);
    assert_true(lf_terminal(lf_batch_state(batch, 0), NULL));
    buffers_free(&b);
    lf_batch_free(batch);
    lf_game_free(game);
}

static void expect_refusal(const lf_game *game, lf_batch_config config, const char *words) {
    lf_error error = {0};
    assert_null(lf_batch_new(game, &config, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    if (strstr(error.message, words) == NULL)
        fail_msg("'%s' does not say '%s'", error.message, words);
}

static void test_wrong_configurations(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("connect-four", "");
    const lf_setup unknown = {.scenario = "no-such"};
    expect_refusal(game, (lf_batch_config){.games = 0}, "at least one game");
    expect_refusal(game, (lf_batch_config){.games = -3}, "at least one game");
    expect_refusal(game, (lf_batch_config){.games = 1, .threads = -1}, "threads");
    expect_refusal(game, (lf_batch_config){.games = 1, .setup = &unknown}, "no-such");
    lf_batch *batch = batch_of(game, (lf_batch_config){.games = 1});
    assert_null(lf_batch_state(batch, 1));
    assert_null(lf_batch_state(batch, -1));
    lf_batch_free(batch);
    lf_batch_free(NULL);
    lf_game_free(game);
}

/* The set-up is the batch's own: the caller's texts may be gone when a game begins anew. */
static void test_the_setup_is_kept(void **unused) {
    (void)unused;
    lf_game *game =
        compile("options: [{id: speed, values: [slow, fast], default: slow}]",
                "      choose _n in 1..(if speed == fast then 5 else 2)\n      gold += 30\n");
    char option[] = "speed=fast";
    const char *options[] = {option, NULL};
    const lf_setup setup = {.options = options};
    lf_batch *batch = batch_of(game, (lf_batch_config){.games = 2, .threads = 1, .setup = &setup});
    memset(option, 'x', sizeof option - 1);
    options[0] = NULL;
    const int32_t ids[2] = {1, 1};
    buffers b = buffers_new(game, 2);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lf_batch_step(batch, ids, &b.views, NULL), LF_OK);
        assert_int_equal(b.views.done[0], 1);
        assert_int_equal(b.views.legal_counts[0], 5);
    }
    buffers_free(&b);
    lf_batch_free(batch);
    lf_game_free(game);
}

/* ---- memory ---- */

static void test_a_step_allocates_nothing(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake", "");
    lf_batch *batch = batch_of(game, (lf_batch_config){.games = 3, .threads = 1});
    buffers b = buffers_new(game, 3);
    int32_t ids[3];
    const uint64_t before = lf_allocation_count();
    assert_int_equal(lf_batch_reset(batch, 3, &b.views, NULL), LF_OK);
    for (int i = 0; i < 2500; i++) { /* games end on the way */
        lf_batch_sample(batch, ids);
        assert_int_equal(lf_batch_step(batch, ids, &b.views, NULL), LF_OK);
    }
    assert_true(lf_allocation_count() == before);
    buffers_free(&b);
    lf_batch_free(batch);
    lf_game_free(game);
}

static void test_memory_runs_out(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("kuhn-poker", "");
    const char *const options[] = {NULL};
    const lf_setup setup = {.options = options};
    const lf_batch_config config = {.games = 3, .threads = 2, .setup = &setup};
    lf_batch *batch = NULL;
    uint64_t n = 1;
    for (; batch == NULL; n++) {
        lf_error error = {0};
        lf_fail_allocation_at(n);
        batch = lf_batch_new(game, &config, &error);
        lf_fail_allocation_at(0);
        assert_int_equal(error.status, batch != NULL ? LF_OK : LF_OUT_OF_MEMORY);
    }
    assert_true(n > 5); /* it did fail on the way */
    lf_batch_free(batch);
    lf_game_free(game);
}

/* ---- returns ---- */

static void expect_range(const char *sections, bool known, double low, double high) {
    double min = 99, max = 99;
    lf_game *game = compile(sections, "      gold += 1\n");
    assert_int_equal(lf_utility_range(game, &min, &max), known);
    assert_true(!known || (min == low && max == high));
    lf_game_free(game);
}

static void test_utility_ranges(void **unused) {
    (void)unused;
    double min = 0, max = 0;
    lf_game *game = load_bundled("tic-tac-toe", "");
    assert_true(lf_utility_range(game, &min, &max));
    assert_true(min == -1 && max == 1);
    lf_game_free(game);
    expect_range("functions: {far: turnNumber}", true, -1, 1); /* no margins */
    game = load_bundled("kuhn-poker", ""); /* an ante of one, and at most one bet of one */
    assert_true(lf_utility_range(game, &min, &max));
    assert_true(min <= -2 && max >= 2);
    lf_game_free(game);
}

/* The rewards of whole games lie within the range that the game states. */
static void test_returns_lie_within_the_range(void **unused) {
    (void)unused;
    for (size_t g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g], "");
        double min = 0, max = 0, returns[LF_SEATS_MAX];
        uint64_t rng = 4;
        const bool known = lf_utility_range(game, &min, &max);
        lf_state *state = begin(game, 2);
        for (int ended = 0, seed = 0; ended < 5; seed++) {
            lf_returns(state, returns);
            if (!lf_terminal(state, NULL)) {
                for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
                    assert_true(returns[seat] == 0); /* before the end */
                assert_int_equal(
                    lf_apply(state, (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(state))),
                    LF_OK);
                continue;
            }
            for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
                assert_true(returns[seat] == (double)lf_margin(state, seat));
                assert_true(!known || (returns[seat] >= min && returns[seat] <= max));
            }
            ended++;
            restart(state, (uint64_t)seed);
        }
        lf_state_free(state);
        lf_game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_batch_is_many_states),
        cmocka_unit_test(test_any_number_of_threads),
        cmocka_unit_test(test_games_have_seeds_of_their_own),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_an_illegal_id_steps_nothing),
        cmocka_unit_test(test_a_rule_that_fails),
        cmocka_unit_test(test_finished_games_can_stay),
        cmocka_unit_test(test_wrong_configurations),
        cmocka_unit_test(test_the_setup_is_kept),
        cmocka_unit_test(test_a_step_allocates_nothing),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_utility_ranges),
        cmocka_unit_test(test_returns_lie_within_the_range),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
