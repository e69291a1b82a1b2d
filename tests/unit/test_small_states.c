/* test_small_states.c: states are stored compactly, and copies touch only what is live. Neither
 * changes any result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/state/state.h"
#include "ludoforge.h"

#include <cmocka.h>

#include "bundled_fixture.h"
#include "bundled_games.h"
#include "scratch_fixture.h"

/* ---- cells as wide as their ranges ---- */

static lf_game *made(int64_t most) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "# Widths\n```yaml\n"
            "metadata: { id: widths, name: Widths }\n"
            "seats: [One, Two]\n"
            "map:\n  grid: { columns: 3, rows: 2 }\n"
            "globalVars:\n"
            "  - { name: low, type: int, min: -128, max: 127 }\n"
            "  - { name: mid, type: int, min: -129, max: 0 }\n"
            "  - { name: high, type: int, min: 0, max: 32768 }\n"
            "  - { name: free, type: int, min: 0, max: %lld }\n"
            "perPlayerVars:\n"
            "  - { name: purse, type: int, min: 0, max: %lld }\n"
            "spaceVars:\n"
            "  - { name: height, type: int, min: -5, max: %lld }\n"
            "turnStructure:\n  phases:\n    - id: play\n"
            "actions:\n"
            "  - id: go\n    phase: play\n    params:\n      - { name: n, domain: 1..3 }\n    "
            "effects: |\n"
            "      low = 0 - 64 * n + 64\n"
            "      mid = 0 - 43 * n\n"
            "      high = 10000 * n\n"
            "      free += n\n"
            "      activePlayer.purse += n\n"
            "      for s in {s in spaces where s.height < n}: s.height += 2\n"
            "      a1.height = 0 - 5\n"
            "      activePlayer = next(activePlayer)\n"
            "```\n",
            (long long)most, (long long)most, (long long)most);
    fclose(file);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    for (int i = 0; game == NULL && i < lf_diagnostics_count(problems); i++)
        print_error("%s\n", lf_diagnostics_get(problems, i).message);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    return game;
}

static uint8_t width(const lf_game *game, const char *name) {
    for (uint32_t i = 0; i < game->var_count; i++)
        if (strcmp(game->vars[i].name, name) == 0)
            return game->vars[i].width;
    fail_msg("no variable %s", name);
    return 0;
}

static void test_widths_follow_ranges(void **unused) {
    (void)unused;
    lf_game *game = made(40000);
    assert_int_equal(width(game, "low"), 1);
    assert_int_equal(width(game, "mid"), 2);
    assert_int_equal(width(game, "high"), 4);
    assert_int_equal(width(game, "height"), 4);
    lf_game_free(game);
    game = made(127);
    assert_int_equal(width(game, "free"), 1);
    assert_int_equal(width(game, "purse"), 1);
    assert_int_equal(width(game, "height"), 1);
    lf_game_free(game);
    game = made(128);
    assert_int_equal(width(game, "free"), 2);
    lf_game_free(game);
}

static int64_t value(const lf_state *state, const char *name) {
    return lf_global(state, lf_find(lf_state_game(state), LF_OF_GLOBALS, name));
}

/* The same game with narrow and with wide cells: the same values, positions that hash alike, saves
 * that come back. */
static void test_widths_make_no_difference(void **unused) {
    (void)unused;
    static const int64_t most[] = {100, 1000, 100000};
    uint64_t hashes[LF_COUNT(most)][20];
    for (size_t g = 0; g < LF_COUNT(most); g++) {
        lf_game *game = made(most[g]);
        lf_state *state = lf_state_new(game, &(lf_setup){.seed = 1}, NULL),
                 *other = lf_state_clone(state);
        for (int i = 0; i < 20; i++) {
            const int n = i % 3 + 1;
            assert_int_equal(lf_apply(state, n - 1), LF_OK);
            assert_int_equal(value(state, "low"), 64 - 64 * n);
            assert_int_equal(value(state, "mid"), -43 * n);
            assert_int_equal(value(state, "high"), 10000 * n);
            assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
            hashes[g][i] = lf_table_hash(state);
            assert_int_equal(hashes[g][i], hashes[0][i]);
            char *json = lf_state_json(state);
            assert_int_equal(lf_state_from_json(other, json, NULL), LF_OK);
            assert_true(lf_equal(state, other));
            lf_string_free(json);
        }
        lf_state_free(other);
        lf_state_free(state);
        lf_game_free(game);
    }
}

/* ---- the size ---- */

static void test_no_size_is_a_multiple_of_a_page(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("tic-tac-toe");
    uint32_t last = game->layout.size;
    for (int i = 0; i < 1200; i++) {
        game->layout.frame_size++;
        lf_layout_fill(game);
        assert_true(game->layout.size > last - 64 && game->layout.size % 4096 != 0);
        assert_true(game->layout.frames + game->layout.frame_size * 8 <= game->layout.size);
        last = game->layout.size;
    }
    lf_game_free(game);
}

/* ---- copies ---- */

enum { POSITIONS = 24 };

static void play_random(lf_state *state, uint64_t *generator, int decisions) {
    for (int i = 0; i < decisions && lf_legal_count(state) > 0; i++)
        assert_int_equal(
            lf_apply(state, (int)lf_rng_below(generator, (uint32_t)lf_legal_count(state))), LF_OK);
}

/* Every position onto every other: the block is the same to the last byte. */
static void copy_all(const lf_game *game, lf_state **positions) {
    for (int i = 0; i < POSITIONS; i++)
        for (int j = 0; j < POSITIONS; j++) {
            lf_state *copy = lf_state_clone(positions[i]);
            lf_copy(copy, positions[j]);
            assert_memory_equal(copy->block, positions[j]->block, game->layout.size);
            lf_state_free(copy);
        }
}

static void test_copies_are_whole(void **unused) {
    (void)unused;
    for (int g = 0; g < BUNDLED_GAMES; g++) {
        lf_game *game = load_bundled(bundled_games[g]);
        lf_state *positions[POSITIONS];
        uint64_t generator = 7;
        for (int i = 0; i < POSITIONS; i++) {
            const lf_setup setup = {.seed = (uint64_t)i};
            positions[i] = i % 2 == 0 ? lf_state_new(game, &setup, NULL)
                                      : lf_state_new_explicit(game, &setup, NULL);
            assert_non_null(positions[i]);
            play_random(positions[i], &generator, i == POSITIONS - 1 ? 5000 : i * 7);
        }
        copy_all(game, positions);
        for (int i = 0; i < POSITIONS; i++)
            lf_state_free(positions[i]);
        lf_game_free(game);
    }
}

/* ---- cards ---- */

static void expect_neighbours(const lf_game *game, const lf_state *state) {
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        uint32_t above = 0, n = 0;
        for (uint32_t card = lf_stack_top(game, state->block, stack); card > 0; n++) {
            assert_int_equal(lf_card_above(game, state->block, card - 1), above);
            assert_int_equal(lf_card_stack(game, state->block, card - 1), stack + 1);
            above = card;
            card = lf_card_below(game, state->block, card - 1);
        }
        assert_int_equal(n, lf_stack_size_of(game, state->block, stack));
        assert_int_equal(above, lf_stack_bottom(game, state->block, stack));
    }
}

/* A card is taken out of the middle of its stack, put on top or at the bottom of any, the same one
 * too. */
static void test_cards_store_their_neighbours(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("leduc-poker");
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = 5}, NULL);
    uint64_t generator = 11;
    for (int i = 0; i < 3000; i++) {
        const uint32_t card = lf_rng_below(&generator, game->card_count),
                       stack = lf_rng_below(&generator, game->stack_count),
                       what = lf_rng_below(&generator, 8);
        if (what == 0)
            lf_cards_remove(game, state->block, card);
        else if (what == 1)
            lf_cards_shuffle(game, state->block, stack, &generator);
        else
            lf_cards_put(game, state->block, card, stack, what > 4);
        assert_true(what != 0 || lf_card_where(game, state->block, card) < 0);
        expect_neighbours(game, state);
        assert_int_equal(lf_hash(state), lf_hash_from_scratch(state));
    }
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths_follow_ranges),
        cmocka_unit_test(test_widths_make_no_difference),
        cmocka_unit_test(test_no_size_is_a_multiple_of_a_page),
        cmocka_unit_test(test_copies_are_whole),
        cmocka_unit_test(test_cards_store_their_neighbours),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
