/* test_analysis.c: the analysis of games: chances fit the game, moments are decisions of the game,
 * and nothing is revealed that the viewer may not know. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>
#include <cmocka.h>

#include "bundled_fixture.h"
#include "ludoforge_agents.h"
#include "ludoforge_tools.h"
#include "support/random.h"

static lf_session *start(const lf_game *game, uint64_t seed) {
    lf_session *const s = lf_session_new(game, "a game");
    assert_non_null(s);
    lf_session_set_confirm(s, false);
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = seed}, NULL), LF_OK);
    return s;
}

/* Plays random options for at most so many decisions. */
static void play(lf_session *s, uint64_t seed, int most) {
    lf_random rng = {seed};
    while (most-- > 0 && !lf_terminal(lf_session_state(s), NULL))
        assert_int_equal(
            lf_session_apply(s, lf_random_below(&rng, lf_legal_count(lf_session_state(s))), false,
                             NULL),
            LF_OK);
}

/* X and O fill one column each; X neither stops O nor wins itself, and O wins. */
static const char *const moves[] = {"a1", "b1", "a2", "b2", "c3", "b3"};

static lf_session *won_game(const lf_game *game) {
    lf_session *const s = start(game, 1);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        assert_int_equal(
            lf_session_apply(s, lf_find_option(lf_session_state(s), moves[i]), false, NULL), LF_OK);
    assert_true(lf_terminal(lf_session_state(s), NULL));
    return s;
}

static json_t *analyse_by(const char *agent, const lf_session *s, lf_seat viewer,
                          const lf_analysis_limits *limits) {
    lf_error error = {0};
    char *const text = lf_analyse(s, viewer, agent, limits, &error);
    if (text == NULL)
        fail_msg("%s", error.message);
    json_t *const found = json_loads(text, 0, NULL);
    lf_string_free(text);
    assert_non_null(found);
    return found;
}

static json_t *analyse(const lf_session *s, lf_seat viewer, const lf_analysis_limits *limits) {
    return analyse_by("greedy", s, viewer, limits);
}

static double number(const json_t *object, const char *part, const char *seat) {
    const json_t *const value = json_object_get(json_object_get(object, part), seat);
    assert_true(json_is_real(value));
    return json_real_value(value);
}

static void check_chances(const json_t *point, const lf_game *game) {
    double sum = 0;
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        sum += number(point, "win", lf_name(game, LF_OF_SEATS, seat));
    assert_true(fabs(sum - 1) < 0.01);
}

/* ---- a finished game ------------------------------------------------------------------------- */

static void test_turns_and_outcome(void **state) {
    (void)state;
    lf_game *const game = load_bundled("tic-tac-toe");
    lf_session *const s = won_game(game);
    lf_outcome outcome;
    assert_true(lf_terminal(lf_session_state(s), &outcome) && outcome.winners != 0);
    json_t *const found = analyse(s, LF_NOBODY, &(lf_analysis_limits){.decisions = true});
    const json_t *const turns = json_object_get(found, "turns"), *const each = json_object_get(
                                                                     found, "decisions");
    assert_int_equal(json_array_size(each), lf_session_decisions(s));
    assert_true(json_array_size(turns) >= 5);
    for (size_t i = 0; i < json_array_size(turns); i++)
        check_chances(json_array_get(turns, i), game);
    for (int seat = 0; seat < 2; seat++) {
        const bool won = (outcome.winners >> seat & 1) != 0;
        const char *const name = lf_name(game, LF_OF_SEATS, seat);
        assert_true(fabs(number(json_object_get(found, "now"), "win", name) - won) < 1e-9);
        assert_true(fabs(number(json_object_get(found, "now"), "margin", name) -
                         (double)outcome.margin[seat]) < 1e-9);
    }
    assert_true(json_is_true(json_object_get(found, "over")));
    json_decref(found);
    lf_session_free(s);
    lf_game_free(game);
}

/* Moments are in the order of the game, and the last one is the winning move. */
static void test_moments(void **state) {
    (void)state;
    lf_game *const game = load_bundled("tic-tac-toe");
    lf_session *const s = won_game(game);
    json_t *const found = analyse(s, LF_NOBODY, &(lf_analysis_limits){.moments = 99});
    const json_t *const moments = json_object_get(found, "moments");
    bool seen = false;
    int last = -1;
    for (size_t i = 0; i < json_array_size(moments); i++) {
        const json_t *const m = json_array_get(moments, i);
        const int decision = (int)json_integer_value(json_object_get(m, "decision"));
        assert_true(decision > last); /* in the order of the game */
        last = decision;
        const char *const chosen =
            json_string_value(json_object_get(json_object_get(m, "chosen"), "id"));
        assert_string_equal(chosen, moves[decision]);
        assert_true(json_string_length(json_object_get(m, "text")) > 0);
        seen = seen || decision == 5;
    }
    assert_true(seen); /* the winning move changed the chances */
    json_decref(found);
    lf_session_free(s);
    lf_game_free(game);
}

/* A proof makes chances certain. They are those of perfect play: the answer to the corner loses,
 * and X gives the win away by its third move. */
static void test_proofs_make_chances_certain(void **state) {
    static const double chance_of_o[] = {0.5, 0.5, 0, 0, 0, 1};
    (void)state;
    lf_game *const game = load_bundled("tic-tac-toe");
    lf_session *const s = won_game(game);
    json_t *const found =
        analyse_by("hard:3000", s, LF_NOBODY, &(lf_analysis_limits){.search = true});
    const json_t *const turns = json_object_get(found, "turns");
    assert_int_equal(json_array_size(turns), 6);
    for (size_t i = 0; i < 6; i++)
        assert_true(number(json_array_get(turns, i), "win", "O") == chance_of_o[i]);
    json_decref(found);
    lf_session_free(s);
    lf_game_free(game);
}

/* If a player resigns, the outcome is that of the resignation, and no turn caused it. */
static void test_resignation_is_not_a_moment(void **state) {
    (void)state;
    lf_game *const game = load_bundled("tic-tac-toe");
    lf_session *const s = start(game, 1);
    assert_int_equal(lf_session_apply(s, lf_find_option(lf_session_state(s), "a1"), false, NULL),
                     LF_OK);
    assert_int_equal(lf_session_resign(s, 0, NULL), LF_OK);
    json_t *const found = analyse(s, LF_NOBODY, NULL);
    assert_true(json_is_true(json_object_get(found, "over")));
    assert_true(number(json_object_get(found, "now"), "win", "O") == 1);
    assert_int_equal(json_array_size(json_object_get(found, "moments")), 0);
    json_decref(found);
    lf_session_free(s);
    lf_game_free(game);
}

/* ---- hidden information ---------------------------------------------------------------------- */

/* The analysis for a seat depends only on what the seat has seen, not on the cards of the
 * others. */
static void test_analysis_reveals_nothing_hidden(void **state) {
    enum { SEEDS = 40 };
    char *seen[SEEDS], *told[SEEDS];
    uint64_t hash[SEEDS];
    int pairs = 0;
    (void)state;
    lf_game *const game = load_bundled("kuhn-poker");
    for (int i = 0; i < SEEDS; i++) {
        lf_session *const s = start(game, (uint64_t)i);
        play(s, 3, 1);
        assert_false(lf_terminal(lf_session_state(s), NULL));
        seen[i] = lf_session_view(s, 1);
        hash[i] = lf_table_hash(lf_session_state(s));
        told[i] = lf_analyse(s, 1, "greedy",
                             &(lf_analysis_limits){.moments = 9, .decisions = true, .search = true},
                             NULL);
        assert_non_null(told[i]);
        lf_session_free(s);
    }
    for (int i = 0; i < SEEDS; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(seen[i], seen[k]) != 0 || hash[i] == hash[k])
                continue;
            pairs++;
            assert_string_equal(told[i], told[k]);
        }
    }
    assert_true(pairs > 10);
    for (int i = 0; i < SEEDS; i++) {
        lf_string_free(seen[i]);
        lf_string_free(told[i]);
    }
    lf_game_free(game);
}

/* ---- limits and mistakes --------------------------------------------------------------------- */

static bool stop_after(void *context, int done, int all) {
    assert_true(done >= 1 && done <= all);
    return --*(int *)context > 0;
}

static void test_progress_can_cancel(void **state) {
    lf_error error = {0};
    int left = 3, plenty = 1000;
    (void)state;
    lf_game *const game = load_bundled("tic-tac-toe");
    lf_session *const s = start(game, 1);
    play(s, 5, 100);
    assert_null(lf_analyse(s, LF_NOBODY, "greedy",
                           &(lf_analysis_limits){.progress = stop_after, .context = &left},
                           &error));
    assert_non_null(strstr(error.message, "cancelled"));
    assert_int_equal(left, 0);
    json_t *const found =
        analyse(s, LF_NOBODY,
                &(lf_analysis_limits){.progress = stop_after, .context = &plenty, .moments = -1});
    assert_int_equal(1000 - plenty, (int)lf_session_decisions(s) + 1);
    assert_int_equal(json_array_size(json_object_get(found, "moments")), 0);
    json_decref(found);
    lf_session_free(s);
    lf_game_free(game);
}

static void test_bad_arguments_are_refused(void **state) {
    lf_error error = {0};
    (void)state;
    lf_game *const game = load_bundled("tic-tac-toe");
    lf_session *const fresh = lf_session_new(game, "a game");
    assert_null(lf_analyse(fresh, LF_NOBODY, NULL, NULL, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    lf_session_free(fresh);
    lf_session *const s = start(game, 1);
    assert_null(lf_analyse(s, 2, NULL, NULL, &error));
    assert_null(lf_analyse(s, -3, NULL, NULL, &error));
    assert_null(lf_analyse(s, LF_NOBODY, "gredy", NULL, &error));
    assert_non_null(strstr(error.message, "greedy"));
    char *const empty = lf_analyse(s, LF_HOST, NULL, NULL, &error); /* nothing has happened yet */
    assert_non_null(empty);
    lf_string_free(empty);
    lf_session_free(s);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns_and_outcome),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_proofs_make_chances_certain),
        cmocka_unit_test(test_resignation_is_not_a_moment),
        cmocka_unit_test(test_analysis_reveals_nothing_hidden),
        cmocka_unit_test(test_progress_can_cancel),
        cmocka_unit_test(test_bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
