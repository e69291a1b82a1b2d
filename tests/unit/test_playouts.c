/* test_playouts.c: what makes random playouts fast must not change results: a hash that is computed
 * on demand, many decisions in one call, and new games in an old state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "bundled_games.h"
#include "kernel/state/state.h"

#define MOST 1500 /* decisions of a game */

/* NULL: too large for a build with tiny limits. */
static lf_game *load(const char *name) {
#ifdef LF_TINY_LIMITS
    char path[128];
    snprintf(path, sizeof path, "data/games/%s.game-spec.md", name);
    return lf_game_load(path, NULL);
#else
    return load_bundled(name);
#endif
}

static void expect_same_save(const lf_state *one, const lf_state *other) {
    const size_t size = lf_save(one, NULL, 0);
    unsigned char *const a = malloc(size), *const b = malloc(size);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(lf_save(one, a, size), size);
    assert_int_equal(lf_save(other, b, size), size);
    assert_memory_equal(a, b, size);
    assert_int_equal(lf_load((lf_state *)other, a, size, NULL), LF_OK);
    free(b);
    free(a);
}

/* The same game with and without the hash kept up to date. */
static void play_both(const lf_game *game, uint64_t seed) {
    lf_state *const kept = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
    lf_state *const loose = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
    lf_state *const copy = lf_state_clone(kept);
    uint64_t rng = seed;
    lf_hash_on_demand(loose, true);
    for (int i = 0; i < MOST && lf_legal_count(kept) > 0; i++) {
        const int option = (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(kept));
        assert_int_equal(lf_apply(kept, option), lf_apply(loose, option));
        assert_int_equal(lf_hash(kept), lf_hash(loose));
        assert_int_equal(lf_table_hash(kept), lf_table_hash(loose));
        assert_true(lf_head_of(loose->block)->quick_hash);
        if (i % 16 == 3) {
            assert_true(lf_equal(kept, loose));
            expect_same_save(kept, loose);
            lf_copy(copy, loose); /* a copy is as its owner wants it */
            assert_memory_equal(copy->block, kept->block, game->layout.size);
        }
    }
    lf_hash_on_demand(loose, false);
    assert_memory_equal(loose->block, kept->block, game->layout.size);
    assert_int_equal(lf_state_reset(loose, &(lf_setup){.seed = seed + 1}, NULL), LF_OK);
    assert_int_equal(lf_hash(loose), lf_hash_from_scratch(loose));
    lf_state_free(copy);
    lf_state_free(loose);
    lf_state_free(kept);
}

static void test_hash_on_demand(void **unused) {
    (void)unused;
    for (int i = 0; i < BUNDLED_GAMES; i++) {
        lf_game *const game = load(bundled_games[i]);
        for (uint64_t seed = 0; game != NULL && seed < 3; seed++)
            play_both(game, seed);
        lf_game_free(game);
    }
}

/* Clones and new games in a state stay as they were wanted. */
static void test_hash_mode_is_kept(void **unused) {
    (void)unused;
    lf_game *const game = load("tic-tac-toe");
    lf_state *const state = lf_state_new(game, NULL, NULL);
    lf_hash_on_demand(state, true);
    lf_state *const clone = lf_state_clone(state);
    assert_true(lf_head_of(clone->block)->quick_hash);
    for (uint64_t seed = 0; seed < 3; seed++) {
        assert_int_equal(lf_state_reset(state, &(lf_setup){.seed = seed}, NULL), LF_OK);
        assert_true(lf_head_of(state->block)->quick_hash);
        assert_int_equal(lf_apply(state, 4), LF_OK);
        assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    }
    lf_state_free(clone);
    lf_state_free(state);
    lf_game_free(game);
}

/* Decision by decision, as lf_playout says that it does it. */
static int64_t play_singly(lf_state *state, uint64_t *const rng[], int64_t most) {
    int64_t made = 0;
    for (; made < most && lf_legal_count(state) > 0; made++) {
        const uint32_t options = (uint32_t)lf_legal_count(state);
        const uint32_t option = options > 1 ? lf_rng_below(rng[lf_decider(state)], options) : 0;
        if (lf_apply(state, (int)option) != LF_OK)
            break;
    }
    return made;
}

static void expect_same_playout(const lf_game *game, uint64_t seed) {
    lf_state *const one = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
    lf_state *const other = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
    uint64_t words[2][LF_SEATS_MAX], *rng[2][LF_SEATS_MAX];
    for (int i = 0; i < LF_SEATS_MAX; i++) {
        words[0][i] = words[1][i] = seed * 100 + (uint64_t)i;
        rng[0][i] = &words[0][i];
        rng[1][i] = &words[1][i];
    }
    bool whole = true;
    for (int64_t most = 0; whole; most = most * 2 + 1) {
        const int64_t made = lf_playout(one, rng[0], most);
        assert_int_equal(made, play_singly(other, rng[1], most));
        assert_memory_equal(one->block, other->block, game->layout.size);
        assert_memory_equal(words[0], words[1], sizeof words[0]);
        whole = made == most;
    }
    assert_true(lf_terminal(one, NULL));
    assert_int_equal(lf_playout(one, rng[0], 10), 0);
    lf_state_free(other);
    lf_state_free(one);
}

static void test_many_decisions_in_one_call(void **unused) {
    (void)unused;
    for (int i = 0; i < BUNDLED_GAMES; i++) {
        lf_game *const game = load(bundled_games[i]);
        for (uint64_t seed = 0; game != NULL && seed < 3; seed++)
            expect_same_playout(game, seed);
        lf_game_free(game);
    }
}

/* Chance that is a decision is nobody's to draw. */
static void test_playouts_wait_for_chance(void **unused) {
    (void)unused;
    lf_game *const game = load("kuhn-poker");
    uint64_t word = 1, *const rng[LF_SEATS_MAX] = {&word, &word};
    lf_state *const state = lf_state_new_explicit(game, NULL, NULL);
    assert_int_equal(lf_decider(state), LF_CHANCE);
    assert_int_equal(lf_playout(state, rng, 10), 0);
    lf_state_free(state);
    lf_game_free(game);
}

/* A state that begins game after game remembers how one begins: of which scenario, too. */
static void test_new_games_of_scenarios(void **unused) {
    (void)unused;
    lf_game *const game = load("fire-in-the-lake");
    if (game == NULL)
        skip();
    lf_state *const again = lf_state_new(game, NULL, NULL);
    for (int i = 0; i < 3 * lf_count(game, LF_OF_SCENARIOS) + 1; i++) {
        const int scenario = i / 2 % lf_count(game, LF_OF_SCENARIOS);
        const lf_setup setup = {.seed = (uint64_t)i,
                                .scenario = lf_name(game, LF_OF_SCENARIOS, scenario)};
        lf_state *const fresh = lf_state_new(game, &setup, NULL);
        assert_int_equal(lf_state_reset(again, &setup, NULL), LF_OK);
        assert_true(lf_equal(again, fresh));
        lf_state_free(fresh);
    }
    lf_state_free(again);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hash_on_demand),
                                       cmocka_unit_test(test_hash_mode_is_kept),
                                       cmocka_unit_test(test_many_decisions_in_one_call),
                                       cmocka_unit_test(test_playouts_wait_for_chance),
                                       cmocka_unit_test(test_new_games_of_scenarios)};
    return cmocka_run_group_tests_name("playouts", tests, NULL, NULL);
}
