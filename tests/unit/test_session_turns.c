/* test_session_turns.c: the turn so far and the way back to each of its choices, decisions with a
 * single option, rules that run once, turns as steps, and what an option would do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/base.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#define TABLE "tests/fixtures/table.game-spec.md"
#define TURNS "tests/fixtures/turns.game-spec.md"

enum { RED, BLUE };

static lf_game *table, *turns;

static lf_game *load(const char *path) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL)
        fputs(lf_diagnostics_text(problems, false), stderr);
    lf_diagnostics_free(problems);
    return game;
}

static int open_games(void **unused) {
    (void)unused;
    table = load(TABLE);
    turns = load(TURNS);
    return table == NULL || turns == NULL ? -1 : 0;
}

static int close_games(void **unused) {
    (void)unused;
    lf_game_free(table);
    lf_game_free(turns);
    return 0;
}

static lf_session *start(const lf_game *game, bool confirm, lf_forced forced) {
    lf_session *s = lf_session_new(game, "a game");
    assert_non_null(s);
    lf_session_set_confirm(s, confirm);
    lf_session_take_forced(s, forced == LF_FORCED_ASK);
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = 7, .forced = forced}, NULL), LF_OK);
    lf_session_set_person(s, BLUE, 2);
    return s;
}

static void decide_all(lf_session *s, const char *const *names) {
    for (; *names != NULL; names++) {
        lf_error error = {0};
        const int option = lf_find_option(lf_session_state(s), *names);
        if (option < 0)
            fail_msg("there is no option %s", *names);
        if (lf_session_apply(s, option, false, &error) != LF_OK)
            fail_msg("%s: %s", *names, error.message);
    }
}
#define DECIDE(s, ...) decide_all(s, (const char *const[]){__VA_ARGS__, NULL})

static uint64_t now(const lf_session *s) {
    return lf_hash(lf_session_state(s));
}

static void expect_chosen(const lf_session *s, const char *wanted) {
    lf_chosen made[16];
    char text[400] = "";
    const size_t count = lf_session_chosen(s, made, 16);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(made[i].index, lf_session_turn_start(s) + i);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s%s", i > 0 ? " " : "",
                 made[i].option, made[i].forced ? "!" : "");
    }
    assert_string_equal(text, wanted);
}

static void expect_refused(lf_session *s, int person, size_t index, const char *why) {
    lf_error error = {0};
    const uint64_t before = now(s);
    assert_int_equal(lf_session_rewind(s, person, index, &error), LF_BAD_ARGUMENT);
    if (strstr(error.message, why) == NULL)
        fail_msg("refused, but not because %s: %s", why, error.message);
    assert_true(now(s) == before);
}

/* ---- the turn so far ---- */

static void test_the_turn_so_far_lists_each_choice(void **unused) {
    (void)unused;
    lf_session *s = start(table, true, LF_FORCED_GAME);
    lf_chosen made;
    expect_chosen(s, "");
    DECIDE(s, "march", "hill", "march");
    expect_chosen(s, "march hill march");
    assert_true(lf_session_decided(s, 1, &made));
    assert_string_equal(made.prompt, "Where to?");
    assert_string_equal(made.label, "Hill");
    assert_int_equal(made.seat, RED);
    assert_int_equal(made.chosen.kind, LF_OPTION_SPACE);
    DECIDE(s, "ford", "rest");
    assert_int_equal(lf_session_pending(s), LF_PENDING_TURN);
    expect_chosen(s, "march hill march ford rest");
    assert_int_equal(lf_session_confirm(s, NULL), LF_OK);
    expect_chosen(s, ""); /* it is Blue's turn now */
    assert_false(lf_session_decided(s, 5, &made));
    lf_session_free(s);
}

static void test_rewind_goes_to_just_before_any_choice_of_the_turn(void **unused) {
    (void)unused;
    for (size_t to = 0; to < 4; to++) {
        lf_session *s = start(table, true, LF_FORCED_GAME);
        static const char *const choices[] = {"march", "hill", "march", "ford"};
        uint64_t before = now(s);
        for (size_t i = 0; i < 4; i++) {
            before = i == to ? now(s) : before;
            DECIDE(s, choices[i]);
        }
        assert_int_equal(lf_session_rewind(s, 1, to, NULL), LF_OK);
        assert_true(now(s) == before && lf_session_decisions(s) == to);
        assert_int_equal(lf_session_redo(s, NULL), LF_OK); /* all at once */
        assert_int_equal(lf_session_decisions(s), 4);
        lf_session_free(s);
    }
}

static void test_rewind_is_refused_with_the_reason(void **unused) {
    (void)unused;
    lf_session *s = start(table, false, LF_FORCED_GAME);
    DECIDE(s, "march", "hill", "storm", "march");
    expect_refused(s, 1, 0, "dice were rolled");
    expect_refused(s, 2, 3, "not your turn");
    expect_refused(s, 1, 4, "no choice number 4");
    assert_int_equal(lf_session_rewind(s, 1, 3, NULL), LF_OK);
    DECIDE(s, "rest", "march");
    expect_refused(s, 1, 3, "not part of this turn");
    expect_refused(s, 1, 4, "not your turn");
    assert_int_equal(lf_session_rewind(s, 2, 4, NULL), LF_OK);
    lf_session_free(s);
}

static void test_ids_of_decisions_never_come_again(void **unused) {
    (void)unused;
    lf_session *s = start(table, false, LF_FORCED_GAME);
    lf_chosen made;
    const uint64_t first = lf_session_revision(s);
    DECIDE(s, "march", "hill");
    assert_true(lf_session_decided(s, 0, &made) && made.decision == first);
    assert_int_equal(lf_session_rewind(s, 1, 0, NULL), LF_OK);
    const uint64_t again = lf_session_revision(s);
    DECIDE(s, "march");
    assert_true(lf_session_decided(s, 0, &made) && made.decision == again && again > first);
    lf_session_free(s);
}

static void test_reasons_stay_with_their_decision(void **unused) {
    (void)unused;
    lf_session *s = start(table, false, LF_FORCED_GAME);
    lf_chosen made;
    DECIDE(s, "march", "hill");
    assert_int_equal(lf_session_set_reason(s, 1, "it is high", NULL), LF_OK);
    assert_int_equal(lf_session_set_reason(s, 2, "nothing", NULL), LF_BAD_ARGUMENT);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_int_equal(lf_session_redo(s, NULL), LF_OK);
    assert_true(lf_session_decided(s, 1, &made));
    assert_string_equal(made.reason, "it is high");
    lf_session_free(s);
}

/* ---- rules run once ---- */

static uint64_t steps_run(uint64_t *hits, int size) {
    uint64_t sum = 0;
    for (int i = 0; i < size; i++)
        sum += hits[i];
    memset(hits, 0, (size_t)size * sizeof *hits);
    return sum;
}

/* What deciding costs with and without confirmation; `held`: the decision is held and confirmed. */
static void expect_same_work(const char *const *before, const char *last, bool held) {
    uint64_t work[2];
    for (int confirm = 0; confirm < 2; confirm++) {
        lf_session *s = start(table, confirm != 0, LF_FORCED_GAME);
        const int size = lf_program_size(table);
        uint64_t *hits = lf_calloc((size_t)size, sizeof *hits);
        decide_all(s, before);
        lf_state *state = (lf_state *)(uintptr_t)lf_session_state(s);
        lf_count_steps(state, hits);
        DECIDE(s, last);
        if (confirm != 0 && held) {
            assert_int_equal(lf_session_pending(s), LF_PENDING_DECISION);
            lf_count_steps((lf_state *)(uintptr_t)lf_session_state(s), hits);
            assert_int_equal(lf_session_confirm(s, NULL), LF_OK);
        }
        work[confirm] = steps_run(hits, size);
        assert_true(work[confirm] > 0);
        lf_free(hits);
        lf_session_free(s);
    }
    assert_int_equal(work[0], work[1]);
}

static void test_rules_run_once_for_a_decision_of_a_person(void **unused) {
    (void)unused;
    expect_same_work((const char *const[]){"march", NULL}, "hill", false);
    expect_same_work((const char *const[]){"march", "hill", NULL}, "rest", false);
    expect_same_work((const char *const[]){"march", "hill", NULL}, "end", true);
}

/* Held, it changes nothing that can be read; confirmed, all is as if it had been made at once. */
static void test_a_held_decision_is_made_when_it_is_confirmed(void **unused) {
    (void)unused;
    lf_session *held = start(table, true, LF_FORCED_GAME),
               *plain = start(table, false, LF_FORCED_GAME);
    DECIDE(held, "march", "hill");
    DECIDE(plain, "march", "hill", "end");
    const uint64_t before = now(held);
    const size_t lines = lf_session_log_count(held);
    const int turn_count = lf_session_turns(held);
    for (int i = 0; i < 2; i++) { /* taken back once, then made */
        DECIDE(held, "end");
        assert_int_equal(lf_session_pending(held), LF_PENDING_DECISION);
        assert_true(now(held) == before && lf_session_log_count(held) == lines &&
                    lf_session_turns(held) == turn_count && lf_session_decisions(held) == 2);
        expect_chosen(held, "march hill end");
        if (i == 0)
            assert_int_equal(lf_session_undo(held, 1, NULL), LF_OK);
    }
    assert_int_equal(lf_session_confirm(held, NULL), LF_OK);
    char *one = lf_session_log_json(held, LF_NOBODY, 0),
         *other = lf_session_log_json(plain, LF_NOBODY, 0);
    assert_string_equal(one, other);
    lf_string_free(one);
    lf_string_free(other);
    one = lf_session_record_json(held);
    other = lf_session_record_json(plain);
    assert_string_equal(one, other);
    lf_string_free(one);
    lf_string_free(other);
    DECIDE(held, "march"); /* and the log goes on */
    assert_true(lf_session_log_count(held) > lines + 1);
    lf_session_free(held);
    lf_session_free(plain);
}

/* ---- single options ---- */

static void test_single_options_within_a_turn_are_taken_and_listed(void **unused) {
    (void)unused;
    lf_session *s = start(turns, true, LF_FORCED_ASK);
    DECIDE(s, "build"); /* there is one place to build at */
    expect_chosen(s, "build site!");
    assert_true(lf_legal_count(lf_session_state(s)) > 1);
    DECIDE(s, "hut");
    expect_chosen(s, "build site! hut");
    /* undo goes past what nobody chose, rewind stops before it */
    assert_int_equal(lf_session_rewind(s, 1, 1, NULL), LF_OK);
    expect_chosen(s, "build");
    assert_int_equal(lf_legal_count(lf_session_state(s)), 1);
    DECIDE(s, "site", "hut");
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_int_equal(lf_session_rewind(s, 1, 0, NULL), LF_OK);
    lf_session_free(s);
}

static void test_a_single_option_that_ends_the_turn_waits(void **unused) {
    (void)unused;
    lf_session *s = start(turns, false, LF_FORCED_ASK);
    DECIDE(s, "build", "hut");
    /* "done" is all that is left, and would hand over */
    assert_int_equal(lf_decider(lf_session_state(s)), RED);
    assert_int_equal(lf_legal_count(lf_session_state(s)), 1);
    DECIDE(s, "done");
    assert_int_equal(lf_decider(lf_session_state(s)), BLUE);
    lf_session_free(s);
}

static void test_taken_options_are_noise_in_the_log(void **unused) {
    (void)unused;
    lf_session *asked = start(turns, false, LF_FORCED_ASK),
               *taken = start(turns, false, LF_FORCED_TAKE);
    DECIDE(asked, "build", "hut", "done");
    DECIDE(taken, "build", "hut");
    assert_int_equal(lf_session_decisions(asked), 4);
    for (int turn = 0; turn < lf_session_turns(taken); turn++) {
        char *one = lf_session_summary(asked, turn, LF_NOBODY),
             *other = lf_session_summary(taken, turn, LF_NOBODY);
        assert_string_equal(one, other);
        lf_string_free(one);
        lf_string_free(other);
    }
    lf_session_free(asked);
    lf_session_free(taken);
}

/* ---- steps ---- */

static json_t *parsed(char *text) {
    assert_non_null(text);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    lf_string_free(text);
    return json;
}

static const json_t *at(const json_t *json, const char *list, size_t index) {
    const json_t *found = json_array_get(json_object_get(json, list), index);
    assert_non_null(found);
    return found;
}

static void expect_text(const json_t *json, const char *key, const char *wanted) {
    const char *text = json_string_value(json_object_get(json, key));
    if (wanted == NULL)
        assert_true(json_is_null(json_object_get(json, key)));
    else
        assert_string_equal(text != NULL ? text : "(null)", wanted);
}

static void test_turns_are_steps(void **unused) {
    (void)unused;
    lf_session *s = start(table, false, LF_FORCED_GAME);
    DECIDE(s, "march", "hill", "march", "ford", "rest", "march", "hill");
    json_t *all = parsed(lf_session_turns_json(s, LF_NOBODY, 0, 50));
    const json_t *turn = at(all, "turns", 0);
    expect_text(turn, "seat", "Red");
    assert_int_equal(json_array_size(json_object_get(turn, "actions")), 3);
    assert_int_equal(json_array_size(json_object_get(turn, "steps")), 2);
    const json_t *step = at(turn, "steps", 1);
    expect_text(step, "seat", "Red");
    expect_text(step, "verb", "march");
    expect_text(step, "effect", "move");
    expect_text(step, "space", "ford");
    expect_text(step, "from", "camp");
    expect_text(step, "why", "March");
    expect_text(step, "text", "Moves 1 scout from Camp to Ford; Supplies 4 → 3.");
    expect_text(at(step, "pieces", 0), "kind", "red-scouts");
    assert_int_equal(json_integer_value(json_object_get(at(step, "pieces", 0), "count")), 1);
    const json_t *value = at(step, "values", 0);
    expect_text(value, "name", "supplies");
    expect_text(value, "seat", "Red");
    assert_int_equal(json_integer_value(json_object_get(value, "before")), 4);
    assert_int_equal(json_integer_value(json_object_get(value, "after")), 3);
    const json_t *last = json_object_get(all, "last");
    assert_int_equal(json_integer_value(json_object_get(last, "Red")), 0);
    assert_int_equal(json_integer_value(json_object_get(last, "Blue")), 1);
    assert_true(json_is_null(json_object_get(all, "next")));
    json_decref(all);
    json_t *page = parsed(lf_session_turns_json(s, LF_NOBODY, 0, 1));
    assert_int_equal(json_array_size(json_object_get(page, "turns")), 1);
    assert_int_equal(json_integer_value(json_object_get(page, "next")), 1);
    json_decref(page);
    lf_session_free(s);
}

/* Pieces that are exchanged one by one make one step each way. */
static void test_steps_in_one_space_are_merged(void **unused) {
    (void)unused;
    lf_session *s = start(turns, false, LF_FORCED_TAKE);
    DECIDE(s, "trade");
    json_t *all = parsed(lf_session_turns_json(s, LF_NOBODY, 0, 50));
    const json_t *turn = at(all, "turns", 0);
    assert_int_equal(json_array_size(json_object_get(turn, "steps")), 2);
    expect_text(at(turn, "steps", 0), "text", "Removes 3 goods from Market.");
    expect_text(at(turn, "steps", 1), "text", "Places 3 coins in Market.");
    json_decref(all);
    lf_session_free(s);
}

static void test_the_log_comes_in_pages(void **unused) {
    (void)unused;
    lf_session *s = start(table, false, LF_FORCED_GAME);
    DECIDE(s, "march", "hill", "rest", "march", "hill", "rest", "march", "ford");
    json_t *page = parsed(lf_session_log_page(s, LF_NOBODY, -1, 2));
    assert_int_equal(json_array_size(json_object_get(page, "turns")), 2);
    const int before = (int)json_integer_value(json_object_get(page, "previous"));
    assert_int_equal(before, 1);
    json_decref(page);
    page = parsed(lf_session_log_page(s, LF_NOBODY, before, 2));
    assert_int_equal(json_array_size(json_object_get(page, "turns")), 1);
    assert_true(json_is_null(json_object_get(page, "previous")));
    json_decref(page);
    lf_session_free(s);
}

/* ---- what an option would do ---- */

static void test_a_preview_says_what_an_option_would_do(void **unused) {
    (void)unused;
    lf_session *s = start(table, false, LF_FORCED_GAME);
    const uint64_t before = now(s);
    json_t *all = parsed(lf_session_preview(s, NULL, NULL));
    assert_int_equal(json_array_size(json_object_get(all, "options")),
                     lf_legal_count(lf_session_state(s)));
    json_decref(all);
    json_t *one = parsed(lf_session_preview(s, "march", NULL));
    const json_t *option = at(one, "options", 0);
    assert_true(json_is_true(json_object_get(option, "known")));
    assert_true(json_is_false(json_object_get(option, "changesNothing")));
    expect_text(json_object_get(option, "next"), "prompt", "Where to?");
    json_decref(one);
    DECIDE(s, "march");
    one = parsed(lf_session_preview(s, "hill", NULL));
    expect_text(at(at(one, "options", 0), "steps", 0), "text",
                "Moves 1 scout from Camp to Hill; Supplies 5 → 4.");
    json_decref(one);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_true(now(s) == before && lf_session_log_count(s) == 0);
    lf_session_free(s);
}

/* Menus and the spaces behind them can be asked at once, and pieces taken to where they may go. */
static void test_what_lies_ahead_is_told_as_paths(void **unused) {
    (void)unused;
    lf_session *s = start(table, false, LF_FORCED_GAME);
    json_t *ahead = parsed(lf_session_ahead(s, NULL));
    const json_t *question = NULL, *move = NULL, *item;
    size_t i;
    json_array_foreach(json_object_get(ahead, "questions"), i, item) {
        if (strcmp(json_string_value(at(item, "path", 0)), "march") == 0)
            question = item;
    }
    json_array_foreach(json_object_get(ahead, "moves"), i, item) {
        if (strcmp(json_string_value(json_object_get(item, "to")), "hill") == 0)
            move = item;
    }
    assert_non_null(question);
    expect_text(json_object_get(question, "next"), "prompt", "Where to?");
    assert_non_null(move);
    expect_text(move, "from", "camp");
    assert_string_equal(json_string_value(at(move, "path", 0)), "march");
    assert_string_equal(json_string_value(at(move, "path", 1)), "hill");
    assert_int_equal(json_integer_value(json_object_get(move, "most")), 1);
    json_decref(ahead);
    json_t *one = parsed(lf_session_preview(s, "march/hill", NULL));
    expect_text(at(at(one, "options", 0), "steps", 0), "text",
                "Moves 1 scout from Camp to Hill; Supplies 5 → 4.");
    json_decref(one);
    json_t *all = parsed(lf_session_preview(s, "march/", NULL));
    assert_true(json_array_size(json_object_get(all, "options")) > 1);
    json_decref(all);
    lf_error error = {0};
    assert_null(lf_session_preview(s, "nothing/hill", &error));
    assert_string_equal(error.message, "The options \"nothing/hill\" cannot be tried.");
    lf_session_free(s);
}

static void test_a_preview_tells_nothing_of_chance_and_hidden_cards(void **unused) {
    (void)unused;
    static const char *const hidden[] = {"storm", "draw"};
    lf_session *s = start(table, false, LF_FORCED_GAME);
    for (size_t i = 0; i < LF_COUNT(hidden); i++) {
        json_t *one = parsed(lf_session_preview(s, hidden[i], NULL));
        const json_t *option = at(one, "options", 0);
        assert_true(json_is_false(json_object_get(option, "known")));
        assert_int_equal(json_object_size(option), 2);
        json_decref(one);
    }
    lf_error error = {0};
    assert_null(lf_session_preview(s, "nothing", &error));
    assert_string_equal(error.message, "There is no option \"nothing\" now.");
    lf_session_free(s);
}

static void test_a_preview_names_options_that_change_nothing(void **unused) {
    (void)unused;
    lf_session *s = start(turns, false, LF_FORCED_TAKE);
    json_t *all = parsed(lf_session_preview(s, NULL, NULL));
    int nothing = 0;
    for (size_t i = 0; i < json_array_size(json_object_get(all, "options")); i++) {
        const json_t *option = at(all, "options", i);
        if (!json_is_true(json_object_get(option, "changesNothing")))
            continue;
        nothing++;
        expect_text(option, "option", "wave");
    }
    assert_int_equal(nothing, 1);
    json_decref(all);
    lf_session_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_turn_so_far_lists_each_choice),
        cmocka_unit_test(test_rewind_goes_to_just_before_any_choice_of_the_turn),
        cmocka_unit_test(test_rewind_is_refused_with_the_reason),
        cmocka_unit_test(test_ids_of_decisions_never_come_again),
        cmocka_unit_test(test_reasons_stay_with_their_decision),
        cmocka_unit_test(test_rules_run_once_for_a_decision_of_a_person),
        cmocka_unit_test(test_a_held_decision_is_made_when_it_is_confirmed),
        cmocka_unit_test(test_single_options_within_a_turn_are_taken_and_listed),
        cmocka_unit_test(test_a_single_option_that_ends_the_turn_waits),
        cmocka_unit_test(test_taken_options_are_noise_in_the_log),
        cmocka_unit_test(test_turns_are_steps),
        cmocka_unit_test(test_steps_in_one_space_are_merged),
        cmocka_unit_test(test_the_log_comes_in_pages),
        cmocka_unit_test(test_a_preview_says_what_an_option_would_do),
        cmocka_unit_test(test_what_lies_ahead_is_told_as_paths),
        cmocka_unit_test(test_a_preview_tells_nothing_of_chance_and_hidden_cards),
        cmocka_unit_test(test_a_preview_names_options_that_change_nothing),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
