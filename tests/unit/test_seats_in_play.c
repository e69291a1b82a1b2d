/* test_seats_in_play.c: how many seats play is an option of the game: loops, `next`, phases, the
 * outcome and programs that ask. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/base.h"
#include "ludoforge_env.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "scratch_fixture.h"
#include "table_fixture.h"

/* The turn order is not the declared one, so that `next` has somebody to step over in the middle of
 * it. */
static const char spec[] = "```yaml\n"
                           "metadata: {id: circle, name: Circle}\n"
                           "seats: [A, B, C, D]\n"
                           "seatsInPlay: players\n"
                           "turnOrder: {order: [A, D, C, B]}\n"
                           "options: [{id: players, type: int, min: 2, max: 4, default: 3}]\n"
                           "seatVars: [{name: coins, type: int}]\n"
                           "globalVars: [{name: rounds, type: int}]\n"
                           "turnStructure:\n"
                           "  phases:\n"
                           "    - id: main\n"
                           "      seats: [D, B, A, C]\n"
                           "      onExit: rounds += 1\n"
                           "actions:\n"
                           "  - id: take\n"
                           "    phase: main\n"
                           "    effects: |\n"
                           "      choose n in 1..3\n"
                           "      activePlayer.coins += n\n"
                           "      end turn\n"
                           "  - {id: give, phase: main, effects: end turn}\n"
                           "terminal:\n"
                           "  checkpoints: [{id: over, when: rounds == 1}]\n"
                           "  margins:\n"
                           "    - {seat: A, value: A.coins - 5}\n"
                           "    - {seat: B, value: B.coins - 5}\n"
                           "    - {seat: C, value: C.coins - 5}\n"
                           "    - {seat: D, value: D.coins - 5}\n"
                           "```\n";

static table begin(const char *without, const char *option) {
    const char *const options[] = {option, NULL};
    const lf_setup setup = {.options = option != NULL ? options : NULL};
    write_text(path, spec);
    const table t = open_table(path, without, &setup);
    assert_int_equal(lf_seats_in_play(t.state), lf_seats_for(t.game, &setup));
    return t;
}

static void choose(table *t, const char *option) {
    const int index = lf_find_option(t->state, option);
    if (index < 0)
        fail_msg("`%s` is not offered", option);
    assert_int_equal(lf_apply(t->state, index), LF_OK);
}

static const char *const versions[] = {"", "all"};

static void test_rules_know_those_who_play(void **state) {
    (void)state;
    for (size_t v = 0; v < LF_COUNT(versions); v++) {
        table t = begin(versions[v], "players=2");
        assert_int_equal(lf_seats_in_play(t.state), 2);
        expect_answer(&t, "seats", "{A, B}");
        expect_answer(&t, "size(seats)", "2");
        expect_answer(&t, "C in seats", "false");
        expect_answer(&t, "next(A)", "B"); /* D and C stand between them */
        expect_answer(&t, "next(B)", "A");
        finish(&t);
        t = begin(versions[v], "players=4");
        expect_answer(&t, "seats", "{A, B, C, D}");
        expect_answer(&t, "next(A)", "D");
        finish(&t);
        t = begin(versions[v], NULL);
        expect_answer(&t, "size(seats)", "3");
        expect_answer(&t, "next(A)", "C");
        finish(&t);
    }
}

/* D is the first seat of the phase, and has no turn. */
static void test_phases_and_outcome(void **state) {
    (void)state;
    for (size_t v = 0; v < LF_COUNT(versions); v++) {
        table t = begin(versions[v], "players=3");
        expect_answer(&t, "activePlayer", "B");
        choose(&t, "take");
        choose(&t, "1");
        expect_answer(&t, "activePlayer", "A");
        choose(&t, "take");
        choose(&t, "3");
        expect_answer(&t, "activePlayer", "C");
        choose(&t, "give");
        lf_outcome outcome = {0};
        assert_true(lf_terminal(t.state, &outcome));
        assert_int_equal(outcome.winner, 0);
        assert_int_equal(outcome.margin[0], -2);
        assert_int_equal(outcome.margin[3], 0); /* more than all who played, and yet the last */
        static const int ranking[] = {0, 1, 2, 3};
        for (int i = 0; i < 4; i++)
            assert_int_equal(outcome.ranking[i], ranking[i]);
        finish(&t);
    }
}

static void test_outcome_in_words(void **state) {
    (void)state;
    table t = begin("", "players=2");
    choose(&t, "give");
    choose(&t, "give");
    char *json = lf_state_json(t.state);
    assert_non_null(json);
    json_t *state_json = json_loads(json, 0, NULL),
           *outcome = json_object_get(state_json, "outcome");
    assert_int_equal(json_object_size(json_object_get(outcome, "margins")), 2);
    assert_int_equal(json_array_size(json_object_get(outcome, "ranking")), 2);
    assert_true(
        /* both have the same, and nobody else counts */
        json_is_null(json_object_get(outcome, "winner")));
    json_decref(state_json);
    lf_string_free(json);
    finish(&t);
}

/* Two of the seats play: a draw is agreed to by both, nobody else is asked, and a seat that does
 * not play has no say. */
static void test_sessions(void **state) {
    (void)state;
    table t = begin("", "players=2");
    lf_session *session = lf_session_new(t.game, "circle");
    assert_non_null(session);
    lf_error error = {0};
    assert_int_equal(lf_session_start_json(session, "{\"options\": {\"players\": 2}}", &error),
                     LF_OK);
    assert_int_equal(lf_session_offer_draw(session, 2, &error), LF_BAD_ARGUMENT);
    assert_int_equal(lf_session_offer_draw(session, 0, &error), LF_OK);
    assert_false(lf_session_over(session, NULL));
    assert_int_equal(lf_session_offer_draw(session, 1, &error), LF_OK);
    lf_outcome outcome = {0};
    assert_true(lf_session_over(session, &outcome));
    assert_int_equal(outcome.winners, 0);
    char *save = lf_session_json(session); /* and is loaded so, without those who do not play */
    lf_session_free(session);
    session = lf_session_new(t.game, "circle");
    if (lf_session_from_json(session, save, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_true(lf_session_over(session, NULL));
    lf_string_free(save);
    lf_session_free(session);
    session = lf_session_new(t.game, "circle");
    assert_int_equal(lf_session_start_json(session, "{\"options\": {\"players\": 2}}", &error),
                     LF_OK);
    assert_int_equal(lf_session_resign(session, 1, &error), LF_OK); /* as in a game of two */
    assert_true(lf_session_over(session, &outcome));
    assert_int_equal(outcome.winner, 0);
    lf_session_free(session);
    finish(&t);
}

static void test_wrong_numbers(void **state) {
    (void)state;
    table t = begin("", NULL);
    lf_error error = {0};
    const lf_setup setup = {.options = (const char *const[]){"players=5", NULL}};
    assert_null(lf_state_new(t.game, &setup, &error));
    assert_non_null(strstr(error.message, "players"));
    assert_int_equal(lf_seats_for(t.game, &setup), 3);
    assert_int_equal(lf_seats_for(t.game, NULL), 3);
    finish(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_know_those_who_play),
        cmocka_unit_test(test_phases_and_outcome),
        cmocka_unit_test(test_outcome_in_words),
        cmocka_unit_test(test_sessions),
        cmocka_unit_test(test_wrong_numbers),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
