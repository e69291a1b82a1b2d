/* test_position_valid.c: `positionText: valid`: what the conditions see, what a position is refused
 * with, and which positions the bundled games refuse because the rules cannot lead there. */
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

#include <cmocka.h>

#include "scratch_fixture.h"

/* ---- a small game ---- */

static const char head[] = "```yaml\n"
                           "metadata: {id: marks, name: Marks}\n"
                           "seats: [Cross, Nought]\n"
                           "options: [{id: handicap, type: int, min: 0, max: 3, default: 0}]\n"
                           "map: {grid: {columns: 3, rows: 3}}\n"
                           "globalVars:\n"
                           "  - {name: [crosses, noughts], type: spaces}\n"
                           "  - {name: marked, type: spaces, bookkeeping: true}\n"
                           "functions: {lead: size(crosses) - size(noughts) - handicap}\n"
                           "positionText:\n"
                           "  - {board: {X: crosses, O: noughts}}\n"
                           "  - valid:\n"
                           "      - {holds: lead() >= 0, message: Nought has too many marks}\n"
                           "      - {holds: lead() <= 1, message: Cross has too many marks}\n"
                           "  - {seat: {x: Cross, o: Nought}}\n"
                           "  - valid: [{holds: activePlayer == (if lead() == 0 then Cross else "
                           "Nought), message: the other side is to move}]\n"
                           "setup: marked = crosses or noughts\n"
                           "turnStructure: {phases: [{id: main}]}\n"
                           "actions: [{id: mark, phase: main, params: [{name: at, domain: spaces "
                           "except marked}], effects: marked += at}]\n";

static lf_game *load(const char *more, lf_diagnostics **problems) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s```\n\n```yaml\n%s```\n", head, more);
    assert_int_equal(fclose(file), 0);
    return lf_game_load(path, problems);
}

/* NULL words: the position is taken. */
static void expect(const lf_game *game, const lf_setup *setup, const char *words) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, setup, &error);
    if ((state != NULL) != (words == NULL) ||
        (words != NULL && strstr(error.message, words) == NULL))
        fail_msg("`%s`: %s", setup->position, state != NULL ? "taken" : error.message);
    assert_int_equal(error.status, words == NULL ? LF_OK : LF_BAD_ARGUMENT);
    lf_state_free(state);
}

static void expect_marks(const lf_game *game) {
    static const char *const handicap[] = {"handicap=2", NULL};
    static const struct {
        const char *text, *words;
        const char *const *options;
    } rows[] = {
        {"3/3/3 x", NULL, NULL},
        {"XO1/3/3 x", NULL, NULL},
        {"X2/3/3 o", NULL, NULL},
        {"X2/3/3 x", "the position is impossible: the other side is to move", NULL},
        {"XX1/3/3 o", "the position is impossible: Cross has too many marks", NULL},
        {"1OO/3/3 x", "the position is impossible: Nought has too many marks", NULL},
        {"XX1/3/3 x", NULL, handicap},
        {"X2/3/3 x", "the position is impossible: Nought has too many marks", handicap},
        {"X2/3/4 x", "column 6: row 1 has more than 3 spaces", NULL},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        expect(game, &(lf_setup){.position = rows[i].text, .options = rows[i].options},
               rows[i].words);
}

static void test_conditions_refuse_positions(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    lf_game *game = load("", &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    expect_marks(game);
    expect(game, &(lf_setup){.scenario = "default"}, NULL); /* no text, so nothing is checked */
    lf_game_free(game);
}

/* Neither an image nor a GameDef loses the conditions. */
static void test_other_forms_of_the_game(void **unused) {
    (void)unused;
    lf_game *game = load("", NULL);
    assert_non_null(game);
    size_t size = 0;
    char *image = lf_game_image(game, &size);
    assert_non_null(image);
    lf_game *again = lf_game_load_memory("image", image, size, NULL);
    assert_non_null(again);
    expect_marks(again);
    lf_game_free(again);
    lf_string_free(image);
    char *json = lf_game_json(game);
    assert_non_null(json);
    again = lf_game_load_memory("json", json, strlen(json), NULL);
    assert_non_null(again);
    expect_marks(again);
    lf_game_free(again);
    lf_string_free(json);
    lf_game_free(game);
}

static void expect_problem(const char *more, const char *words) {
    lf_diagnostics *problems = NULL;
    assert_null(load(more, &problems));
    char *text = lf_diagnostics_text(problems, false);
    if (strstr(text, words) == NULL)
        fail_msg("%s", text);
    lf_string_free(text);
    lf_diagnostics_free(problems);
}

static void test_wrong_declarations(void **unused) {
    (void)unused;
    expect_problem("scenarios: [{id: odd, position: \"XX1/3/3 o\"}]\n",
                   "the position is impossible: Cross has too many marks");
    expect_problem("scenarios: [{id: odd, position: \"XX1/3 o\"}]\n",
                   "`/` and row 1 should follow");
    expect_problem(
        "functions: {half: 4}\npositionText: [{valid: [{holds: half(), message: odd}]}]\n",
        "E0504");
    expect_problem("positionText: [{valid: [{holds: nothing, message: odd}]}]\n", "`nothing`");
}

/* A condition that cannot be worked out is a mistake in the rules, not in the text. */
static void test_a_condition_that_fails(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *game =
        load("positionText: [{valid: [{holds: 3 / size(noughts) > 0, message: odd}]}]\n", NULL);
    assert_non_null(game);
    assert_null(lf_state_new(game, &(lf_setup){.position = "3/3/3 x"}, &error));
    assert_int_equal(error.status, LF_RULE_ERROR);
    assert_non_null(strstr(error.message, "the condition \"odd\" of positions failed"));
    lf_game_free(game);
}

/* ---- chess ---- */

static void test_impossible_chess_positions(void **unused) {
    (void)unused;
    static const char king[] = "exactly one king",
                      pawn[] = "no pawn stands on the first or the last row",
                      check[] = "the side that is not to move is in check", castle[] = "castle",
                      passed[] = "in passing", many[] = "at most";
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", NULL},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", king},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", king},
        {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", king},
        {"k3k3/8/8/8/8/8/8/4K3 w - - 0 1", king},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", pawn},
        {"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", pawn},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", pawn},
        {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", pawn},
        {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", check},
        {"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", NULL},
        {"4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", check},
        {"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", NULL},
        {"8/8/8/3kK3/8/8/8/8 w - - 0 1", check},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", NULL},
        {"r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", NULL},
        {"4k3/8/8/8/8/8/8/R3K3 w K - 0 1", castle},
        {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", castle},
        {"4k3/8/8/8/8/8/8/R4K1R w K - 0 1", castle},
        {"r3k3/8/8/8/8/8/8/4K3 w k - 0 1", castle},
        {"4k2r/8/8/8/8/8/8/4K3 w q - 0 1", castle},
        {"R3k3/8/8/8/8/8/8/4K3 b q - 0 1", castle},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", NULL},
        {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", passed},   /* Black has just moved */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1", passed},   /* no black pawn stands on e5 */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", passed},   /* not the sixth row */
        {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", passed}, /* the pawn cannot have come from d7 */
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", passed}, /* it cannot have passed the knight */
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", NULL},
        {"4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1", passed},
        {"4k3/8/8/8/3Pp3/8/3P4/4K3 b - d3 0 1", passed},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 1 1", passed}, /* a pawn has just moved */
        {"4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", many},
        {"rnbqkbnr/pppppppp/8/q7/8/8/8/4K3 w - - 0 1", many},
        {"rnbqkbnr/ppppppp1/8/q7/8/8/3P4/4K3 w - - 0 1", NULL},
    };
    lf_game *game = lf_game_load_bundled("chess", NULL);
    if (game == NULL)
        return; /* it does not fit the smallest limits */
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        expect(game, &(lf_setup){.position = rows[i].text}, rows[i].words);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions_refuse_positions),
        cmocka_unit_test(test_other_forms_of_the_game),
        cmocka_unit_test(test_wrong_declarations),
        cmocka_unit_test(test_a_condition_that_fails),
        cmocka_unit_test(test_impossible_chess_positions),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
