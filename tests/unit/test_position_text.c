/* test_position_text.c: positions in a line of text: what is read is what is written, over whole
 * random games; texts that do not fit are refused with the column, and nothing that is declared
 * wrongly is taken. Letters for sets and for kinds of pieces, which come from a supply. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_tools.h"
#include "support/rng.h"

#include <cmocka.h>

#include "scratch_fixture.h"

/* ---- a bundled game ---- */

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static lf_game *chess(void) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_bundled("chess", &problems);
    if (game == NULL)
        print_message("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static char *written(const lf_state *state) {
    lf_error error = {0};
    char *text = lf_position_text(state, &error);
    if (text == NULL)
        fail_msg("%s", error.message);
    return text;
}

static void expect_refusal(const lf_game *game, const char *position, const char *words) {
    const lf_setup setup = {.position = position};
    lf_error error = {0};
    assert_null(lf_state_new(game, &setup, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    if (strstr(error.message, words) == NULL)
        fail_msg("`%s`: %s", position, error.message);
}

static void test_first_position(void **unused) {
    (void)unused;
    lf_game *game = chess();
    if (game == NULL)
        return; /* it does not fit the smallest limits */
    lf_state *state = lf_state_new(game, NULL, NULL);
    char *text = written(state);
    assert_string_equal(text, start);
    lf_string_free(text);
    const lf_setup setup = {.position = "  8/8/8/k7/7K/8/8/R7   b"}; /* the rest is as at first */
    assert_int_equal(lf_state_reset(state, &setup, NULL), LF_OK);
    text = written(state);
    assert_string_equal(text, "8/8/8/k7/7K/8/8/R7 b - - 0 1");
    lf_string_free(text);
    lf_state_free(state);
    lf_game_free(game);
}

static void expect_round_trip(const lf_game *game, const char *text) {
    const lf_setup again = {.position = text};
    lf_error error = {0};
    lf_state *copy = lf_state_new(game, &again, &error);
    if (copy == NULL)
        fail_msg("`%s`: %s", text, error.message);
    char *second = written(copy);
    assert_string_equal(text, second);
    lf_string_free(second);
    lf_state_free(copy);
}

/* Every position of a random game is read again as it was written. In the midst of a promotion it
 * is still the one before the move. Returns how many promotions there were. */
static int play_and_read_again(const lf_game *game, const lf_setup *setup, uint64_t *rng) {
    int promotions = 0;
    char *before = NULL;
    lf_state *state = lf_state_new(game, setup, NULL);
    assert_non_null(state);
    while (!lf_terminal(state, NULL)) {
        char *text = written(state);
        expect_round_trip(game, text);
        if (lf_find_option(state, "queen") != LF_NO_OPTION) {
            promotions++;
            assert_true(before != NULL);
            assert_string_equal(text, before);
        }
        lf_string_free(before);
        before = text;
        assert_int_equal(lf_apply(state, (int)lf_rng_below(rng, (uint32_t)lf_legal_count(state))),
                         LF_OK);
    }
    lf_string_free(before);
    lf_state_free(state);
    return promotions;
}

static void test_round_trips(void **unused) {
    (void)unused;
    lf_game *game = chess();
    if (game == NULL)
        return;
    uint64_t rng = 7;
    int promotions = 0;
    for (int number = 0; number < 12; number++) {
        const lf_setup whole = {.seed = (uint64_t)number};
        const lf_setup late = {.position = "n3k2n/P1P3PP/8/8/8/8/p1p3pp/N3K2N w - - 0 1"};
        play_and_read_again(game, &whole, &rng);
        promotions += play_and_read_again(game, &late, &rng);
    }
    assert_true(promotions >= 12);
    lf_game_free(game);
}

static void test_wrong_texts(void **unused) {
    (void)unused;
    lf_game *game = chess();
    if (game == NULL)
        return;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"", "column 1: row 8 has 0 of 8 spaces"},
        {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "column 19: row 6 has more than 8 spaces"},
        {"rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "column 20: row 6 has 7 of 8 spaces"},
        {"rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "column 14: `x` is none of PNBRQKpnbrqk"},
        {"8/8/8/8/8/8/8 w - - 0 1", "column 14: `/` and row 1 should follow"},
        {"8/8/8/8/8/8/8/8/8 w - - 0 1", "column 16: the board has only 8 rows"},
        {"8/8/8/8/8/8/8/8 x - - 0 1", "column 17: `x` is none of wb"},
        {"8/8/8/8/8/8/8/8 w KK - 0 1", "column 20: `K` stands here twice"},
        {"8/8/8/8/8/8/8/8 w - e9 0 1", "column 21: `e9` is no space"},
        {"8/8/8/8/8/8/8/8 w - - 200 1", "column 23: "},
        {"8/8/8/8/8/8/8/8 w - - x 1", "column 23: a number should stand here"},
        {"8/8/8/8/8/8/8/8 w - - 0 1 more", "column 27: the text should end here"},
        {"8/8/8/8/8/8/8/8 ww - - 0 1", "column 18: a blank should follow"},
        {"99999999999/8", "column 10: this number is too great"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        expect_refusal(game, rows[i].text, rows[i].words);
    lf_game_free(game);
}

/* ---- pieces with a supply, and games that declare nothing ---- */

static const char pieces[] =
    "```yaml\n"
    "metadata: {id: written, name: Written}\n"
    "seats: [Red, Blue]\n"
    "map: {grid: {columns: 12, rows: 2}, directions: {east: [1, 0]}}\n"
    "zones: [{id: box}]\n"
    "pieces:\n"
    "  - {id: red-cubes, seat: Red, type: cubes, count: 3, supply: box}\n"
    "  - {id: blue-cubes, seat: Blue, type: cubes, count: 3, supply: box}\n"
    "globalVars: [{name: gold, type: int, max: 50}]\n"
    "positionText:\n"
    "  - {int: gold}\n"
    "  - {board: {R: red-cubes, B: blue-cubes}}\n"
    "  - {seat: {r: Red, b: Blue}}\n"
    "turnStructure: {phases: [{id: main}]}\n"
    "actions: [{id: go, phase: main, effects: gold += 1}, {id: rest, phase: main, effects: gold += "
    "2}]\n"
    "scenarios: [{id: early, position: \"7 RR10/11B b\"}, {id: late}]\n"
    "```\n";

static lf_game *load(const char *spec, lf_diagnostics **problems) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(spec, file);
    assert_int_equal(fclose(file), 0);
    return lf_game_load(path, problems);
}

static void expect_worth(const lf_state *state, const char *expression, const char *wanted) {
    char *value = lf_eval(state, expression, NULL, NULL);
    assert_non_null(value);
    assert_string_equal(value, wanted);
    lf_string_free(value);
}

static void test_pieces(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    lf_game *game = load(pieces, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    lf_state *state = lf_state_new(game, NULL, &error);
    expect_worth(state, "gold", "7");
    expect_worth(state, "count(Red cubes in box) * 10 + count(Blue cubes in box)", "12");
    expect_worth(state, "activePlayer", "Blue");
    char *text = written(state);
    assert_string_equal(text, "7 RR10/11B b");
    lf_string_free(text);
    lf_setup setup = {.scenario = "early", .position = "50 12/BB10 r"};
    assert_int_equal(lf_state_reset(state, &setup, &error), LF_OK);
    expect_worth(state, "count(Red cubes in box) * 10 + count(Blue cubes in box)", "31");
    expect_refusal(game, "0 RRRR8/12 r", "column 6: there are no more red-cubes");
    setup = (lf_setup){.scenario = "late"};
    assert_int_equal(lf_state_reset(state, &setup, &error), LF_OK);
    text = written(state);
    assert_string_equal(text, "0 12/12 r");
    lf_string_free(text);
    lf_state_free(state);
    lf_game_free(game);
}

static void test_nothing_declared(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *game = lf_game_load_bundled("tic-tac-toe", NULL);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_null(lf_position_text(state, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    expect_refusal(game, "3/3/3", "positionText");
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_position),   cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_wrong_texts),      cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_nothing_declared),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
