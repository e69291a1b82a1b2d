/* test_clock.c: time for thinking: who is charged, what turns add, what taking back does to it,
 * saves and records, flags that fall, and what is refused. All expected times are sums of what the
 * test itself lets pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "api/session/record.h"
#include "base/base.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#define TABLE "tests/fixtures/table.game-spec.md"

enum { RED, BLUE, GREEN };
enum { MAIN = 60000, INCREMENT = 5000 };

static const char three[] = "```yaml\n"
                            "metadata: {id: three, name: Three}\n"
                            "seats: [Red, Blue, Green]\n"
                            "globalVars: [{name: turns, type: int}]\n"
                            "turnStructure: {phases: [{id: main}]}\n"
                            "actions:\n"
                            "  - id: rest\n"
                            "    phase: main\n"
                            "    effects: |\n"
                            "      turns += 1\n"
                            "      activePlayer = next(activePlayer)\n"
                            "  - {id: wait, phase: main, effects: turns += 1}\n"
                            "terminal:\n"
                            "  checkpoints: [{id: tired, when: turns >= 100, draw: true}]\n"
                            "```\n";

static lf_game *table, *triple;

static int open_games(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    table = lf_game_load(TABLE, NULL);
    triple = lf_game_load_memory("three.game-spec.md", three, sizeof three - 1, &problems);
    if (triple == NULL)
        fputs(lf_diagnostics_text(problems, false), stderr);
    lf_diagnostics_free(problems);
    return table == NULL || triple == NULL ? -1 : 0;
}

static int close_games(void **unused) {
    (void)unused;
    lf_game_free(table);
    lf_game_free(triple);
    return 0;
}

/* Every seat is a person's own, and the clock runs from 1000 on. */
static lf_session *start(const lf_game *game, bool confirm) {
    lf_session *s = lf_session_new(game, "a game");
    assert_non_null(s);
    lf_session_set_confirm(s, confirm);
    assert_int_equal(lf_session_set_clock(s, &(lf_clock){MAIN, INCREMENT}, NULL), LF_OK);
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = 7}, NULL), LF_OK);
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        lf_session_set_person(s, seat, seat + 1);
    assert_int_equal(lf_session_tick(s, 1000), LF_NOBODY);
    return s;
}

static void decide(lf_session *s, const char *name) {
    lf_error error = {0};
    const int option = lf_find_option(lf_session_state(s), name);
    if (option < 0)
        fail_msg("there is no option %s", name);
    if (lf_session_apply(s, option, false, &error) != LF_OK)
        fail_msg("%s: %s", name, error.message);
}

static void expect_left(const lf_session *s, int64_t red, int64_t blue) {
    assert_int_equal(lf_session_time_left(s, RED), red);
    assert_int_equal(lf_session_time_left(s, BLUE), blue);
}

static void test_without_a_clock_nothing_runs(void **unused) {
    (void)unused;
    lf_session *s = lf_session_new(table, "a game");
    assert_int_equal(lf_session_tick(s, 5), LF_NOBODY);
    assert_int_equal(lf_session_start(s, NULL, NULL), LF_OK);
    assert_false(lf_session_clock(s, NULL));
    assert_int_equal(lf_session_tick(s, 0), LF_NOBODY);
    assert_int_equal(lf_session_tick(s, INT64_MAX), LF_NOBODY);
    assert_int_equal(lf_session_clock_seat(s), LF_NOBODY);
    assert_int_equal(lf_session_time_left(s, RED), -1);
    char *view = lf_session_view(s, RED);
    assert_non_null(strstr(view, "\"clock\":null"));
    lf_string_free(view);
    lf_session_free(s);
}

static void test_who_thinks_is_charged(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    lf_clock clock;
    assert_true(lf_session_clock(s, &clock));
    assert_int_equal(clock.main_ms, MAIN);
    assert_int_equal(clock.increment_ms, INCREMENT);
    assert_int_equal(lf_session_clock_seat(s), RED);
    lf_session_tick(s, 4000);
    expect_left(s, MAIN - 3000, MAIN);
    decide(s, "march"); /* within the turn nothing is added */
    decide(s, "hill");
    expect_left(s, MAIN - 3000, MAIN);
    lf_session_tick(s, 5000);
    decide(s, "rest");
    expect_left(s, MAIN - 4000 + INCREMENT, MAIN);
    assert_int_equal(lf_session_clock_seat(s), BLUE);
    lf_session_tick(s, 15000);
    expect_left(s, MAIN - 4000 + INCREMENT, MAIN - 10000);
    lf_session_tick(s, 14000); /* a clock that went back charges nothing, and is taken as it is */
    lf_session_tick(s, 14500);
    expect_left(s, MAIN - 4000 + INCREMENT, MAIN - 10500);
    lf_session_free(s);
}

/* The turn counter moves and Red goes on: that was a turn as well. */
static void test_a_turn_of_the_same_seat(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    const int turn = lf_turn(lf_session_state(s));
    decide(s, "end");
    assert_int_not_equal(lf_turn(lf_session_state(s)), turn);
    assert_int_equal(lf_session_time_left(s, RED), MAIN + INCREMENT);
    lf_session_free(s);
}

static void test_time_runs_until_it_is_confirmed(void **unused) {
    (void)unused;
    lf_session *s = start(table, true);
    decide(s, "rest");
    assert_int_equal(lf_session_pending(s), LF_PENDING_TURN);
    expect_left(s, MAIN, MAIN);
    assert_int_equal(lf_session_clock_seat(s), RED);
    lf_session_tick(s, 3000);
    expect_left(s, MAIN - 2000, MAIN);
    assert_int_equal(lf_session_confirm(s, NULL), LF_OK);
    expect_left(s, MAIN - 2000 + INCREMENT, MAIN);
    assert_int_equal(lf_session_clock_seat(s), BLUE);
    decide(s, "end"); /* cards will be seen: the decision itself is held */
    assert_int_equal(lf_session_pending(s), LF_PENDING_DECISION);
    lf_session_tick(s, 4000);
    expect_left(s, MAIN - 2000 + INCREMENT, MAIN - 1000);
    assert_int_equal(lf_session_confirm(s, NULL), LF_OK);
    expect_left(s, MAIN - 2000 + INCREMENT, MAIN - 1000 + INCREMENT);
    lf_session_free(s);
}

static void test_taking_back_gives_no_time(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    lf_session_tick(s, 2000);
    decide(s, "rest");
    expect_left(s, MAIN - 1000 + INCREMENT, MAIN);
    for (int i = 0; i < 3; i++) { /* however often the turn is played, it has its increment once */
        assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
        expect_left(s, MAIN - 1000 + INCREMENT, MAIN);
        if (i == 0)
            assert_int_equal(lf_session_redo(s, NULL), LF_OK);
        else
            decide(s, "rest");
        expect_left(s, MAIN - 1000 + INCREMENT, MAIN);
    }
    decide(s, "rest"); /* Blue's turn, and Red's next one, are new */
    decide(s, "rest");
    expect_left(s, MAIN - 1000 + 2 * INCREMENT, MAIN + INCREMENT);
    lf_session_free(s);
}

static void test_programs_have_time(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    lf_session_set_person(s, BLUE, LF_PROGRAM);
    decide(s, "rest");
    assert_int_equal(lf_session_clock_seat(s), LF_NOBODY);
    assert_int_equal(lf_session_tick(s, 10 * MAIN), LF_NOBODY);
    decide(s, "rest");
    expect_left(s, MAIN + INCREMENT, MAIN);
    lf_session_tick(s, 10 * MAIN + 1); /* what the program thought is not Red's */
    expect_left(s, MAIN + INCREMENT - 1, MAIN);
    lf_session_free(s);
}

static void test_pauses(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    lf_session_tick(s, 2000);
    lf_session_pause_clock(s);
    assert_int_equal(lf_session_clock_seat(s), LF_NOBODY);
    lf_session_tick(s, 900000);
    expect_left(s, MAIN - 1000, MAIN);
    lf_session_tick(s, 900001);
    expect_left(s, MAIN - 1001, MAIN);
    /* a new game has the whole time again */
    assert_int_equal(lf_session_start(s, NULL, NULL), LF_OK);
    expect_left(s, MAIN, MAIN);
    assert_int_equal(lf_session_clock_seat(s), LF_NOBODY);
    lf_session_free(s);
}

static void test_a_flag_falls(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_outcome outcome;
    lf_session *s = start(table, true);
    decide(s, "rest"); /* a turn that waits does not hold time up */
    assert_int_equal(lf_session_tick(s, 1000 + MAIN - 1), LF_NOBODY);
    assert_false(lf_session_over(s, NULL));
    assert_int_equal(lf_session_tick(s, 1000 + MAIN), RED);
    assert_int_equal(lf_session_timed_out(s), RED);
    assert_int_equal(lf_session_resigned(s), LF_NOBODY);
    assert_true(lf_session_over(s, &outcome));
    assert_int_equal(outcome.winner, BLUE);
    assert_int_equal(outcome.winners, 1u << BLUE);
    assert_int_equal(outcome.ranking[1], RED);
    assert_string_equal(outcome.checkpoint, LF_TIMEOUT);
    assert_int_equal(lf_session_pending(s), LF_PENDING_NOTHING);
    assert_int_equal(lf_session_tick(s, 9000 + MAIN), LF_NOBODY); /* told once */
    assert_int_equal(lf_session_apply(s, 0, false, &error), LF_GAME_OVER);
    assert_non_null(strstr(error.message, "no time left"));
    assert_int_equal(lf_session_undo(s, 1, &error), LF_GAME_OVER);
    assert_int_equal(lf_session_resign(s, BLUE, &error), LF_GAME_OVER);
    char *view = lf_session_view(s, BLUE), *save = lf_session_json(s);
    assert_non_null(strstr(view, "\"checkpoint\":\"time\""));
    assert_non_null(strstr(view, "\"runs\":null"));
    lf_session *again = lf_session_new(table, "a game");
    assert_int_equal(lf_session_from_json(again, save, &error), LF_OK);
    assert_int_equal(lf_session_timed_out(again), RED);
    assert_int_equal(lf_session_time_left(again, RED), 0);
    assert_int_equal(lf_session_start(again, NULL, NULL), LF_OK);
    assert_false(lf_session_over(again, NULL));
    lf_string_free(view);
    lf_string_free(save);
    lf_session_free(again);
    lf_session_free(s);
}

/* The farthest times there are do not wrap around. */
static void test_times_far_apart(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    lf_session_pause_clock(s);
    assert_int_equal(lf_session_tick(s, INT64_MIN), LF_NOBODY);
    assert_int_equal(lf_session_tick(s, INT64_MAX), RED);
    assert_int_equal(lf_session_time_left(s, RED), 0);
    lf_session_free(s);
}

static void test_with_more_seats_the_game_goes_on(void **unused) {
    (void)unused;
    lf_session *s = start(triple, false);
    assert_int_equal(lf_session_tick(s, 1000 + MAIN), RED);
    assert_false(lf_session_over(s, NULL));
    assert_int_equal(lf_session_timed_out(s), LF_NOBODY);
    assert_int_equal(lf_session_tick(s, 1001 + MAIN), RED); /* until somebody sees to it */
    lf_session_set_person(s, RED, LF_PROGRAM);
    assert_int_equal(lf_session_tick(s, 1002 + MAIN), LF_NOBODY);
    decide(s, "rest");
    assert_int_equal(lf_session_clock_seat(s), BLUE);
    assert_int_equal(lf_session_time_left(s, RED), 0);
    assert_int_equal(lf_session_time_left(s, BLUE), MAIN);
    lf_session_free(s);
}

static void test_saves_keep_what_is_left(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_session *s = start(table, true), *again = lf_session_new(table, "a game");
    lf_session_set_confirm(again, false);
    lf_session_set_person(again, BLUE, 2);
    lf_session_tick(s, 2000);
    /* waits; a game that is loaded waits for nothing, so the turn is over there */
    decide(s, "rest");
    char *save = lf_session_json(s);
    assert_int_equal(lf_session_from_json(again, save, &error), LF_OK);
    expect_left(again, MAIN - 1000 + INCREMENT, MAIN);
    expect_left(s, MAIN - 1000, MAIN);
    lf_session_tick(again, 777000); /* what passed in between is nobody's */
    lf_session_tick(again, 778000);
    expect_left(again, MAIN - 1000 + INCREMENT, MAIN - 1000);
    assert_int_equal(lf_session_undo(again, 1, NULL), LF_OK);
    decide(again, "rest"); /* has had it */
    expect_left(again, MAIN - 1000 + INCREMENT, MAIN - 1000);
    lf_string_free(save);
    assert_int_equal(lf_session_undo(again, 1, NULL), LF_OK);
    save = lf_session_json(again); /* and a save between knows that it has */
    assert_int_equal(lf_session_from_json(again, save, &error), LF_OK);
    decide(again, "rest");
    expect_left(again, MAIN - 1000 + INCREMENT, MAIN - 1000);
    lf_string_free(save);
    lf_session_free(again);
    lf_session_free(s);
}

/* What `part` says becomes `other` in a save, and it is refused with these words. */
static void expect_bad_save(const char *save, const char *part, const char *other,
                            const char *words) {
    lf_error error = {0};
    lf_session *s = lf_session_new(table, "a game");
    const char *at = strstr(save, part);
    assert_non_null(at);
    char *bad = malloc(strlen(save) + strlen(other) + 1);
    assert_non_null(bad);
    sprintf(bad, "%.*s%s%s", (int)(at - save), save, other, at + strlen(part));
    assert_int_equal(lf_session_from_json(s, bad, &error), LF_BAD_INPUT);
    if (strstr(error.message, words) == NULL)
        fail_msg("%s: %s", other, error.message);
    free(bad);
    lf_session_free(s);
}

static void test_bad_saves(void **unused) {
    (void)unused;
    lf_session *s = start(table, true);
    char *save = lf_session_json(s);
    expect_bad_save(save, "\"mainMs\":60000", "\"mainMs\":0", "mainMs");
    expect_bad_save(save, "\"mainMs\":60000", "\"mainMs\":\"long\"", "mainMs");
    expect_bad_save(save, "\"incrementMs\":5000", "\"incrementMs\":-1", "incrementMs");
    expect_bad_save(save, "\"Red\":60000", "\"Red\":-1", "left");
    expect_bad_save(save, "\"Red\":60000", "\"Red\":1.5", "left");
    expect_bad_save(save, "\"end\":null", "\"end\":{\"timedOut\":\"Grey\"}", "time of that seat");
    lf_string_free(save);
    lf_session_free(s);
}

static void expect_verified(const json_t *json, const char *words) {
    record r;
    lf_error error = {0};
    size_t verified = 0;
    assert_true(lf_record_from_json(&r, json, &error));
    const bool good = lf_record_verify(&r, table, &verified, &error);
    if (words == NULL && !good)
        fail_msg("%s", error.message);
    if (words != NULL && (good || strstr(error.message, words) == NULL))
        fail_msg("not refused by %s: %s", words, error.message);
    lf_record_close(&r);
}

static void test_records_know_of_it(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    decide(s, "rest");
    assert_int_equal(lf_session_tick(s, 1000 + MAIN), BLUE);
    char *text = lf_session_record_json(s);
    json_t *json = json_loads(text, 0, NULL), *end = json_object_get(json, "end");
    assert_string_equal(json_string_value(json_object_get(end, "timedOut")), "Blue");
    assert_string_equal(json_string_value(json_object_get(end, "winner")), "Red");
    expect_verified(json, NULL);
    json_object_set_new(end, "winner", json_string("Blue"));
    expect_verified(json, "another seat has won");
    json_object_set_new(end, "timedOut", json_string("Grey"));
    expect_verified(json, "names no seat");
    json_decref(json);
    lf_string_free(text);
    lf_session_free(s);
}

static void test_views_have_it(void **unused) {
    (void)unused;
    lf_session *s = start(table, true);
    lf_session_tick(s, 1500);
    for (lf_seat viewer = LF_NOBODY; viewer <= BLUE; viewer++) { /* clocks are public */
        char *view = lf_session_view(s, viewer);
        assert_non_null(
            strstr(view, "\"clock\":{\"incrementMs\":5000,\"left\":{\"Blue\":60000,\"Red\":59500},"
                         "\"mainMs\":60000,\"runs\":\"Red\"}"));
        lf_string_free(view);
    }
    char *before = lf_session_view_at(s, 0, RED);
    assert_non_null(strstr(before, "\"clock\":null"));
    lf_string_free(before);
    lf_session_free(s);
}

static void test_what_is_refused(void **unused) {
    (void)unused;
    static const lf_clock bad[] = {
        {0, 5}, {-1, 0}, {LF_CLOCK_MS_MAX + 1, 0}, {5, -1}, {5, LF_CLOCK_MS_MAX + 1}};
    lf_error error = {0};
    lf_session *s = start(table, false);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(lf_session_set_clock(s, &bad[i], &error), LF_BAD_ARGUMENT);
    expect_left(s, MAIN, MAIN);
    decide(s, "rest");
    assert_int_equal(lf_session_set_clock(s, NULL, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "before the first decision"));
    assert_int_equal(lf_session_start(s, NULL, NULL), LF_OK);
    assert_int_equal(lf_session_set_clock(s, &(lf_clock){LF_CLOCK_MS_MAX, LF_CLOCK_MS_MAX}, &error),
                     LF_OK);
    assert_int_equal(lf_session_set_clock(s, NULL, &error), LF_OK);
    assert_false(lf_session_clock(s, NULL));
    lf_session_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_clock_nothing_runs),
        cmocka_unit_test(test_who_thinks_is_charged),
        cmocka_unit_test(test_a_turn_of_the_same_seat),
        cmocka_unit_test(test_time_runs_until_it_is_confirmed),
        cmocka_unit_test(test_taking_back_gives_no_time),
        cmocka_unit_test(test_programs_have_time),
        cmocka_unit_test(test_pauses),
        cmocka_unit_test(test_a_flag_falls),
        cmocka_unit_test(test_times_far_apart),
        cmocka_unit_test(test_with_more_seats_the_game_goes_on),
        cmocka_unit_test(test_saves_keep_what_is_left),
        cmocka_unit_test(test_bad_saves),
        cmocka_unit_test(test_records_know_of_it),
        cmocka_unit_test(test_views_have_it),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
