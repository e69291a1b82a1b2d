/* test_session.c: a game with people: how far decisions can be taken back, doing again, confirming,
 * the log and its turns, who may read what, and keeping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_session.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#define TABLE "tests/fixtures/table.game-spec.md"
#define SECRETS "tests/fixtures/secrets.game-spec.md"
#define BIG "data/games/fire-in-the-lake.game-spec.md"

enum { RED, BLUE };

static lf_game *table, *secrets;

static int open_games(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    table = lf_game_load(TABLE, &problems);
    if (table == NULL)
        fputs(lf_diagnostics_text(problems, false), stderr);
    lf_diagnostics_free(problems);
    secrets = lf_game_load(SECRETS, NULL);
    return table == NULL || secrets == NULL ? -1 : 0;
}

static int close_games(void **unused) {
    (void)unused;
    lf_game_free(table);
    lf_game_free(secrets);
    return 0;
}

static lf_session *start(const lf_game *game, bool confirm) {
    lf_session *s = lf_session_new(game, "a game");
    assert_non_null(s);
    lf_session_set_confirm(s, confirm);
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = 7}, NULL), LF_OK);
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

static void decide_all(lf_session *s, const char *const *names) {
    for (; *names != NULL; names++)
        decide(s, *names);
}
#define DECIDE(s, ...) decide_all(s, (const char *const[]){__VA_ARGS__, NULL})

static void expect_refused(lf_session *s, int person, const char *why) {
    lf_error error = {0};
    assert_false(lf_session_can_undo(s, person));
    assert_int_equal(lf_session_undo(s, person, &error), LF_BAD_ARGUMENT);
    if (strstr(error.message, why) == NULL)
        fail_msg("refused, but not because %s: %s", why, error.message);
}

static void two_people(lf_session *s) {
    lf_session_set_person(s, RED, 1);
    lf_session_set_person(s, BLUE, 2);
}

static uint64_t now(const lf_session *s) {
    return lf_hash(lf_session_state(s));
}

/* ---- taking back ---- */

static void test_undo_goes_back_one_decision_of_the_person(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    two_people(s);
    const uint64_t first = now(s);
    decide(s, "march");
    const uint64_t second = now(s);
    decide(s, "hill");
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_true(now(s) == second);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_true(now(s) == first && lf_session_decisions(s) == 0 && lf_session_log_count(s) == 0);
    expect_refused(s, 1, "no decision of yours");
    lf_session_free(s);
}

static void test_undo_over_the_last_decision_until_somebody_else_decides(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    two_people(s);
    DECIDE(s, "march", "hill", "rest"); /* Red is done: Blue is to decide, and has not yet */
    assert_int_equal(lf_decider(lf_session_state(s)), BLUE);
    expect_refused(s, 2, "somebody else");
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_int_equal(lf_decider(lf_session_state(s)), RED);
    DECIDE(s, "rest", "march");
    expect_refused(s, 1, "somebody else");
    assert_int_equal(lf_session_undo(s, 2, NULL), LF_OK);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    lf_session_free(s);
}

static void test_undo_ends_at_dice_and_cards(void **unused) {
    (void)unused;
    static const char *const learned[] = {"storm", "draw"};
    for (size_t i = 0; i < LF_COUNT(learned); i++) {
        lf_session *s = start(table, false);
        DECIDE(s, "march", "hill", learned[i]);
        expect_refused(s, 1, "dice were rolled or cards were seen");
        decide(s, "march");
        assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
        expect_refused(s, 1, "dice were rolled or cards were seen");
        lf_session_free(s);
    }
}

static void test_undo_over_several_seats_of_one_person(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    const uint64_t first = now(s);
    DECIDE(s, "rest", "rest", "rest");
    for (int i = 0; i < 3; i++)
        assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_true(now(s) == first);
    lf_session_free(s);
}

static void test_undo_over_the_replies_of_programs(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    lf_session_set_person(s, BLUE, LF_PROGRAM);
    const uint64_t first = now(s);
    DECIDE(s, "rest", "march", "ford", "rest"); /* Red, then three of the program */
    assert_int_equal(lf_decider(lf_session_state(s)), RED);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_true(now(s) == first);
    assert_int_equal(lf_session_redo(s, NULL), LF_OK);
    assert_int_equal(lf_session_decisions(s), 4);
    lf_session_free(s);
}

static void test_undo_past_what_the_client_took_by_itself(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    const uint64_t first = now(s);
    decide(s, "march");
    assert_int_equal(lf_session_apply(s, 0, true, NULL), LF_OK);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_true(now(s) == first);
    lf_session_free(s);
}

static void test_undo_turn_and_redo(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    two_people(s);
    decide(s, "rest");
    const uint64_t blue = now(s);
    DECIDE(s, "march", "hill", "march", "ford");
    const uint64_t marched = now(s);
    assert_int_equal(lf_session_undo_turn(s, 2, NULL), LF_OK);
    assert_true(now(s) == blue && lf_session_decisions(s) == 1);
    assert_true(lf_session_can_redo(s));
    assert_int_equal(lf_session_redo(s, NULL), LF_OK);
    assert_true(now(s) == marched);
    assert_int_equal(lf_session_undo(s, 2, NULL), LF_OK);
    assert_int_equal(lf_session_undo(s, 2, NULL), LF_OK);
    assert_int_equal(lf_session_redo(s, NULL), LF_OK);
    assert_int_equal(lf_session_redo(s, NULL), LF_OK);
    assert_true(now(s) == marched && !lf_session_can_redo(s));
    assert_int_equal(lf_session_undo(s, 2, NULL), LF_OK);
    decide(s, "hill"); /* another way: what was taken back is gone */
    assert_int_equal(lf_session_redo(s, NULL), LF_BAD_ARGUMENT);
    lf_session_free(s);
}

static void test_rollback_only_where_nobody_objects(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    lf_error error = {0};
    decide(s, "rest");
    const uint64_t blue = now(s);
    DECIDE(s, "storm", "rest", "march", "hill", "rest");
    const uint64_t last = now(s);
    assert_int_equal(lf_session_rollback(s, 99, &error), LF_BAD_ARGUMENT);
    two_people(s);
    assert_int_equal(lf_session_rollback(s, 1, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "Other people"));
    lf_session_set_person(s, BLUE, LF_PROGRAM);
    assert_int_equal(lf_session_rollback(s, 1, &error), LF_OK); /* over a roll */
    assert_true(now(s) == blue);
    assert_int_equal(lf_session_redo(s, &error), LF_OK);
    assert_true(now(s) == last);
    assert_int_equal(lf_session_rollback(s, 0, &error), LF_OK);
    assert_int_equal(lf_session_decisions(s), 0);
    lf_session_free(s);
}

/* More decisions than states are kept for: every place on the way is found again. */
static void test_every_place_of_a_long_game_is_found_again(void **unused) {
    (void)unused;
    enum { LONG = 3000, EVERY = 250 };
    lf_session *s = start(table, false);
    uint64_t hashes[LONG / EVERY];
    for (size_t i = 0; i < LONG; i++) {
        if (i % EVERY == 0)
            hashes[i / EVERY] = now(s);
        decide(s, "rest");
    }
    for (size_t i = LONG; i > 0; i--) {
        assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
        if ((i - 1) % EVERY == 0)
            assert_true(now(s) == hashes[(i - 1) / EVERY]);
    }
    lf_session_free(s);
}

/* ---- confirming ---- */

static void test_a_finished_turn_waits(void **unused) {
    (void)unused;
    lf_session *s = start(table, true);
    two_people(s);
    lf_error error = {0};
    DECIDE(s, "march", "hill");
    assert_int_equal(lf_session_pending(s), LF_PENDING_NOTHING);
    decide(s, "rest");
    assert_int_equal(lf_session_pending(s), LF_PENDING_TURN);
    assert_int_equal(lf_session_apply(s, 0, false, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "confirm"));
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_int_equal(lf_session_pending(s), LF_PENDING_NOTHING);
    decide(s, "rest");
    assert_int_equal(lf_session_confirm(s, &error), LF_OK);
    assert_int_equal(lf_session_confirm(s, &error), LF_BAD_ARGUMENT);
    decide(s, "march");
    lf_session_free(s);
}

/* Going on would turn a card up: the decision waits instead, and nothing has been seen. */
static void test_what_cannot_be_taken_back_is_held(void **unused) {
    (void)unused;
    lf_session *s = start(table, true);
    const uint64_t first = now(s);
    decide(s, "end");
    assert_int_equal(lf_session_pending(s), LF_PENDING_DECISION);
    assert_int_equal(lf_session_held(s), lf_find_option(lf_session_state(s), "end"));
    assert_true(now(s) == first && lf_session_log_count(s) == 0);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    assert_int_equal(lf_session_held(s), LF_NO_OPTION);
    decide(s, "end");
    assert_int_equal(lf_session_confirm(s, NULL), LF_OK);
    assert_true(now(s) != first && lf_session_log_count(s) > 0);
    expect_refused(s, 1, "cards were seen");
    lf_session_free(s);
}

static lf_status stay(lf_state *state, void *context, lf_error *error) {
    (void)state, (void)context, (void)error;
    return LF_OK;
}

/* Whatever moves the game on or back gives it another number, and nothing else does. */
static void test_the_revision_tells_that_the_game_has_moved(void **unused) {
    (void)unused;
    lf_session *s = start(table, true);
    uint64_t last = lf_session_revision(s);
#define EXPECT_MOVED(call)                                                                         \
    (call, assert_true(lf_session_revision(s) != last), last = lf_session_revision(s))
#define EXPECT_STILL(call) (call, assert_true(lf_session_revision(s) == last))
    EXPECT_MOVED(decide(s, "march"));
    EXPECT_MOVED(decide(s, "hill"));
    EXPECT_MOVED(lf_session_undo(s, 1, NULL));
    EXPECT_MOVED(lf_session_redo(s, NULL));
    EXPECT_MOVED(lf_session_undo_turn(s, 1, NULL));
    EXPECT_STILL(lf_session_undo(s, 1, NULL));
    EXPECT_MOVED(decide(s, "end")); /* held: the state is as it was */
    EXPECT_STILL(lf_session_apply(s, 0, false, NULL));
    EXPECT_MOVED(lf_session_undo(s, 1, NULL));
    EXPECT_MOVED(decide(s, "end"));
    EXPECT_MOVED(lf_session_confirm(s, NULL));
    EXPECT_STILL(lf_session_confirm(s, NULL));
    EXPECT_MOVED(decide(s, "rest"));
    EXPECT_MOVED(lf_session_confirm(s, NULL)); /* of a turn: the state is as it was */
    EXPECT_MOVED(lf_session_rollback(s, 0, NULL));
    EXPECT_MOVED(lf_session_edit(s, stay, NULL, NULL));
    char *save = lf_session_json(s);
    EXPECT_MOVED(lf_session_from_json(s, save, NULL));
    EXPECT_STILL(lf_session_from_json(s, "{}", NULL));
    lf_string_free(save);
    EXPECT_STILL(lf_session_offer_draw(s, RED, NULL));
    EXPECT_MOVED(lf_session_offer_draw(s, BLUE, NULL));
    EXPECT_MOVED(lf_session_start(s, NULL, NULL));
    EXPECT_MOVED(lf_session_resign(s, RED, NULL));
    EXPECT_STILL(lf_session_apply(s, 0, false, NULL));
#undef EXPECT_MOVED
#undef EXPECT_STILL
    lf_session_free(s);
}

static void test_programs_confirm_nothing(void **unused) {
    (void)unused;
    lf_session *s = start(table, true);
    lf_session_set_person(s, RED, LF_PROGRAM);
    decide(s, "rest");
    assert_int_equal(lf_session_pending(s), LF_PENDING_NOTHING);
    lf_session_free(s);
}

/* ---- the log ---- */

static void expect_summary(const lf_session *s, int turn, const char *expected) {
    char *line = lf_session_summary(s, turn, RED);
    assert_non_null(line);
    assert_string_equal(line, expected);
    lf_string_free(line);
}

static void test_turns_and_their_summaries(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    DECIDE(s, "march", "hill", "march", "ford", "rest", "march", "hill", "end");
    assert_int_equal(lf_session_turns(s), 3);
    expect_summary(s, 0,
                   "Red: March; Rest: Moves 1 scout from Camp to Hill. "
                   "Moves 1 scout from Camp to Ford. Supplies 5 → 3.");
    expect_summary(s, 1, "Blue: March; End: Moves 1 scout from Camp to Hill. Supplies 5 → 4.");
    expect_summary(s, 2, "Night: One: Deck → Open cards.");
    char *text = lf_session_turn_text(s, 0, RED);
    assert_string_equal(text, "Red: March; Rest\n1. Moves 1 scout from Camp to Hill.\n"
                              "2. Moves 1 scout from Camp to Ford.\nSupplies 5 → 3.");
    lf_string_free(text);
    lf_log_turn turn;
    assert_true(lf_session_turn(s, 1, &turn));
    assert_true(turn.seat == BLUE && turn.decision == 5);
    assert_false(lf_session_turn(s, 3, &turn));
    assert_null(lf_session_summary(s, 3, RED));
    lf_session_free(s);
}

/* Lines of the game's own, by the level that it gives them. */
static void test_levels_of_the_games_own_lines(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        lf_log_level level;
    } expected[] = {{"The storm comes", LF_LOG_TURN},
                    {"It blows", LF_LOG_STEP},
                    {"A leaf falls", LF_LOG_DETAIL}};
    lf_session *s = start(table, false);
    DECIDE(s, "storm", "end", "end");
    lf_log_entry entry;
    size_t seen = 0;
    for (size_t i = 0; lf_session_entry(s, i, RED, &entry) && seen < LF_COUNT(expected); i++)
        if (entry.kind == LF_EVENT_LOG) {
            assert_string_equal(entry.text, expected[seen].text);
            assert_int_equal(entry.level, expected[seen].level);
            seen++;
        }
    assert_int_equal(seen, LF_COUNT(expected));
    /* The line of the turn stands for the choice and the roll before it. What is true or false
     * reads as words. */
    expect_summary(s, 0, "Red: The storm comes; End: It blows. Windy: yes, Soaked.");
    expect_summary(s, 1, "Night: One: Deck → Open cards.");
    expect_summary(s, 3, "Night: The second night"); /* which stands for the card */
    lf_session_free(s);
}

/* What people read of a turn, by level: the turn, its steps, what they did. No bookkeeping, nothing
 * forced, no empty phase. */
static void test_levels(void **unused) {
    (void)unused;
    static const struct {
        lf_log_level level;
        int step;
        const char *text, *cause;
    } expected[] = {
        {LF_LOG_TURN, 1, "March", "March"},
        {LF_LOG_STEP, 2, "Hill", "March"},
        {LF_LOG_DETAIL, 2, "1 Red scout: Camp -> Hill", "March"},
        {LF_LOG_DETAIL, 2, "Red: Supplies 5 -> 4", "March"},
        {LF_LOG_STEP, 3, "Rest", "Rest"},
    };
    lf_session *s = start(table, false);
    DECIDE(s, "march", "hill", "rest");
    lf_log_entry entry;
    size_t seen = 0;
    for (size_t i = 0; lf_session_entry(s, i, RED, &entry); i++) {
        assert_int_equal(entry.number, i);
        if (entry.level == LF_LOG_NOISE || entry.turn != 0)
            continue;
        assert_true(seen < LF_COUNT(expected));
        assert_string_equal(entry.text, expected[seen].text);
        assert_string_equal(entry.cause, expected[seen].cause);
        assert_int_equal(entry.level, expected[seen].level);
        assert_int_equal(entry.step, expected[seen].step);
        seen++;
    }
    assert_int_equal(seen, LF_COUNT(expected));
    lf_session_free(s);
}

/* The log after an undo is the log as if it had never been. */
static char *whole_log(const lf_session *s, lf_seat viewer) {
    lf_text out = {0};
    lf_log_entry e;
    for (size_t i = 0; lf_session_entry(s, i, viewer, &e); i++)
        lf_text_printf(&out, "%zu %zu %d %d %d %d %d %d %d %d %d %d %lld %lld %s|%s\n", e.number,
                       e.decision, e.turn, e.step, e.seat, e.action, (int)e.level, (int)e.kind,
                       e.forced, e.subject, e.from, e.to, (long long)e.before, (long long)e.after,
                       e.cause, e.text);
    for (int turn = 0; turn < lf_session_turns(s); turn++) {
        char *line = lf_session_summary(s, turn, viewer);
        lf_text_printf(&out, "%s\n", line);
        lf_string_free(line);
    }
    return lf_text_take(&out);
}

static void test_an_undo_leaves_no_trace_in_the_log(void **unused) {
    (void)unused;
    lf_session *s = start(table, false);
    DECIDE(s, "march", "hill", "rest");
    char *before = whole_log(s, LF_HOST);
    DECIDE(s, "march", "ford", "rest", "march");
    for (int i = 0; i < 4; i++)
        assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    char *after = whole_log(s, LF_HOST);
    assert_string_equal(after, before);
    lf_string_free(before);
    lf_string_free(after);
    lf_session_free(s);
}

/* ---- who may read what ---- */

/* Makes of the position another one that Blue cannot tell from it. */
static lf_status redraw(lf_state *state, void *context, lf_error *error) {
    (void)error;
    lf_determinize(state, BLUE, *(const uint64_t *)context);
    return LF_OK;
}

/* What Red does, always by the first option, as a viewer reads it in one of the worlds. */
static char *log_of_world(const char *move, uint64_t world, lf_seat viewer) {
    lf_session *s = start(secrets, false);
    assert_int_equal(lf_session_edit(s, redraw, &world, NULL), LF_OK);
    decide(s, move);
    while (lf_find_option(lf_session_state(s), "pass") < 0)
        assert_int_equal(lf_session_apply(s, 0, false, NULL), LF_OK);
    if (lf_decider(lf_session_state(s)) == RED)
        decide(s, "pass");
    char *log = whole_log(s, viewer);
    lf_session_free(s);
    return log;
}

/* Worlds that differ only in what Blue and an onlooker cannot know give them the same log, byte for
 * byte; to Red they differ. */
static void test_worlds_that_look_alike_have_like_logs(void **unused) {
    (void)unused;
    static const char *const moves[] = {"draw", "grab", "lay", "peek", "promise", "pass"};
    static const lf_seat viewers[] = {BLUE, LF_NOBODY};
    size_t other_for_red = 0;
    for (size_t i = 0; i < LF_COUNT(moves); i++)
        for (uint64_t world = 1; world <= 20; world++) {
            char *logs[2];
            for (size_t v = 0; v < LF_COUNT(viewers); v++) {
                logs[0] = log_of_world(moves[i], 0, viewers[v]);
                logs[1] = log_of_world(moves[i], world, viewers[v]);
                assert_string_equal(logs[0], logs[1]);
                lf_string_free(logs[0]);
                lf_string_free(logs[1]);
            }
            logs[0] = log_of_world(moves[i], 0, RED);
            logs[1] = log_of_world(moves[i], world, RED);
            other_for_red += strcmp(logs[0], logs[1]) != 0;
            lf_string_free(logs[0]);
            lf_string_free(logs[1]);
        }
    assert_true(other_for_red >= 20); /* else the worlds were no others */
}

/* ---- keeping ---- */

static void test_a_save_keeps_all_of_it(void **unused) {
    (void)unused;
    lf_session *s = start(table, false), *other = start(table, false);
    DECIDE(s, "march", "hill", "storm", "rest", "march", "ford");
    char *save = lf_session_json(s), *log = whole_log(s, LF_HOST),
         *record = lf_session_record_json(s);
    assert_int_equal(lf_session_from_json(other, save, NULL), LF_OK);
    char *again = lf_session_json(other), *log_again = whole_log(other, LF_HOST);
    char *record_again = lf_session_record_json(other);
    assert_string_equal(again, save);
    assert_string_equal(log_again, log);
    assert_string_equal(record_again, record);
    assert_int_equal(lf_session_undo(other, 1, NULL), LF_OK); /* over the save */
    assert_int_equal(lf_session_undo(other, 1, NULL), LF_OK);
    assert_int_equal(lf_session_rollback(other, 0, NULL), LF_OK);
    lf_error error = {0};
    assert_int_equal(lf_session_from_json(other, "{\"format\":1}", &error), LF_BAD_INPUT);
    assert_int_equal(lf_session_from_json(other, "nonsense", &error), LF_BAD_INPUT);
    assert_int_equal(lf_session_decisions(other), 0); /* it goes on */
    char *const texts[] = {save, log, record, again, log_again, record_again};
    for (size_t i = 0; i < LF_COUNT(texts); i++)
        lf_string_free(texts[i]);
    lf_session_free(s);
    lf_session_free(other);
}

static void test_autosave_has_the_last_decision(void **unused) {
    (void)unused;
    char path[] = "/tmp/ludoforge-autosave-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    lf_session *s = start(table, false), *other = start(table, false);
    lf_error error = {0};
    assert_int_equal(lf_session_autosave(s, path, &error), LF_OK);
    DECIDE(s, "march", "hill");
    assert_int_equal(lf_session_load(other, path, &error), LF_OK);
    assert_true(now(other) == now(s));
    assert_int_equal(lf_session_undo(s, 1, &error), LF_OK);
    assert_int_equal(lf_session_load(other, path, &error), LF_OK);
    assert_true(now(other) == now(s) && lf_session_decisions(other) == 1);
    assert_int_equal(lf_session_set_player(s, 1, "greedy", &error), LF_OK);
    assert_int_not_equal(lf_session_set_player(s, 9, "greedy", &error), LF_OK);
    assert_int_equal(lf_session_save(s, path, &error), LF_OK);
    assert_string_equal(lf_session_player(other, 1), "");
    assert_int_equal(lf_session_load(other, path, &error), LF_OK);
    assert_string_equal(lf_session_player(other, 1), "greedy");
    assert_string_equal(lf_session_player(other, 0), "");
    assert_int_equal(lf_session_autosave_error(s)->status, LF_OK);
    assert_int_not_equal(lf_session_autosave(s, "/nonexistent/folder/save", &error), LF_OK);
    decide(s, "ford"); /* the game goes on */
    assert_int_not_equal(lf_session_autosave_error(s)->status, LF_OK);
    unlink(path);
    lf_session_free(s);
    lf_session_free(other);
}

static lf_status give_supplies(lf_state *state, void *context, lf_error *error) {
    return lf_do(state, context, error);
}

static void test_nothing_is_taken_back_across_an_edit(void **unused) {
    (void)unused;
    lf_session *s = start(table, false), *other = start(table, false);
    DECIDE(s, "march", "hill");
    char *before = whole_log(s, LF_HOST);
    const uint64_t hash = now(s);
    assert_int_not_equal(
        lf_session_edit(s, give_supplies, "Red.supplies += nonsense", &(lf_error){0}), LF_OK);
    char *after = whole_log(s, LF_HOST);
    assert_true(now(s) == hash && !lf_session_edited(s));
    assert_string_equal(before, after);
    assert_int_equal(lf_session_edit(s, give_supplies, "Red.supplies += 1", &(lf_error){0}), LF_OK);
    assert_true(lf_session_edited(s));
    expect_refused(s, 1, "no decision of yours");
    char *save = lf_session_json(s);
    assert_int_equal(lf_session_from_json(other, save, NULL), LF_OK);
    assert_true(now(other) == now(s) && lf_session_log_count(other) == lf_session_log_count(s));
    expect_refused(other, 1, "no decision of yours");
    decide(other, "rest");
    assert_int_equal(lf_session_undo(other, 1, NULL), LF_OK);
    lf_string_free(save);
    lf_string_free(before);
    lf_string_free(after);
    lf_session_free(s);
    lf_session_free(other);
}

/* ---- memory ---- */

/* Memory runs out at every place of a few decisions and an undo: each call does all of it or
 * nothing. */
static void test_memory_runs_out(void **unused) {
    (void)unused;
    bool whole = false;
    for (uint64_t n = 1; !whole; n++) {
        lf_session *s = start(table, false);
        const uint64_t first = now(s);
        decide(s, "march");
        const uint64_t second = now(s);
        lf_error error = {0};
        lf_fail_allocation_at(n);
        const lf_status applied = lf_session_apply(s, 0, false, &error);
        const uint64_t there = now(s);
        const lf_status undone = lf_session_undo(s, 1, &error);
        char *line = lf_session_summary(s, 0, RED);
        lf_fail_allocation_at(0);
        assert_true(applied == LF_OK || (applied == LF_OUT_OF_MEMORY && there == second));
        if (undone == LF_OK)
            assert_true(now(s) == (applied == LF_OK ? second : first));
        else
            assert_true(undone == LF_OUT_OF_MEMORY && now(s) == there);
        whole = applied == LF_OK && undone == LF_OK && line != NULL;
        lf_string_free(line);
        lf_session_free(s);
        assert_true(n < 1000);
    }
}

/* ---- a whole big game ---- */

static void play_at_random(lf_session *s, uint64_t rng) {
    while (!lf_terminal(lf_session_state(s), NULL)) {
        rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const int options = lf_legal_count(lf_session_state(s));
        assert_int_equal(lf_session_apply(s, (int)((rng >> 33) % (uint64_t)options), true, NULL),
                         LF_OK);
    }
}

static int lines_of(const lf_session *s, int *cards) {
    int lines = 0;
    lf_log_entry entry;
    const int played = lf_find(lf_session_game(s), LF_OF_STACKS, "played");
    for (int turn = 0; turn < lf_session_turns(s); turn++) {
        char *line = lf_session_summary(s, turn, LF_NOBODY);
        assert_non_null(line);
        assert_null(strchr(line, '\n'));
        lines += *line != 0;
        lf_string_free(line);
    }
    for (size_t i = 0; lf_session_entry(s, i, LF_NOBODY, &entry); i++)
        *cards += entry.kind == LF_EVENT_CARD && entry.to == played;
    return lines;
}

static void test_a_big_game_in_few_lines(void **unused) {
    (void)unused;
    lf_game *big = lf_game_load(BIG, NULL);
    assert_non_null(big);
    int lines = 0, cards = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        lf_session *s = lf_session_new(big, NULL);
        for (lf_seat seat = 0; seat < lf_count(big, LF_OF_SEATS); seat++)
            lf_session_set_person(s, seat, LF_PROGRAM);
        assert_int_equal(lf_session_start(s, &(lf_setup){.seed = seed}, NULL), LF_OK);
        play_at_random(s, seed);
        lines += lines_of(s, &cards);
        lf_session_free(s);
    }
    print_message("%d lines for %d cards: %.2f a card\n", lines, cards, (double)lines / cards);
    assert_true(cards > 100 && lines <= 4 * cards);
    lf_game_free(big);
}

/* Who gives up has lost, at once and for good, and whoever reads the save, the record or a view
 * knows it. */
static void test_a_seat_resigns(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_outcome outcome;
    lf_session *s = start(table, true);
    assert_false(lf_session_over(s, NULL));
    assert_int_equal(lf_session_resigned(s), LF_NOBODY);
    assert_int_equal(lf_session_resign(s, 9, &error), LF_BAD_ARGUMENT);
    decide(s, "rest"); /* the turn waits to be confirmed: that does not hold a resignation up */
    assert_int_equal(lf_session_resign(s, RED, &error), LF_OK);
    assert_true(lf_session_over(s, &outcome));
    assert_int_equal(outcome.winner, BLUE);
    assert_int_equal(outcome.winners, 1u << BLUE);
    assert_int_equal(outcome.ranking[0], BLUE);
    assert_int_equal(outcome.ranking[1], RED);
    assert_string_equal(outcome.checkpoint, LF_RESIGNATION);
    assert_int_equal(lf_session_pending(s), LF_PENDING_NOTHING);
    assert_int_equal(lf_session_resign(s, BLUE, &error), LF_GAME_OVER);
    assert_int_equal(lf_session_apply(s, 0, false, &error), LF_GAME_OVER);
    assert_non_null(strstr(error.message, "resigned"));
    assert_int_equal(lf_session_undo(s, 1, &error), LF_GAME_OVER);
    assert_int_equal(lf_session_undo_turn(s, 1, &error), LF_GAME_OVER);
    assert_int_equal(lf_session_rollback(s, 0, &error), LF_GAME_OVER);
    assert_false(lf_session_can_undo(s, 1));
    char *view = lf_session_view(s, BLUE), *record = lf_session_record_json(s),
         *save = lf_session_json(s);
    assert_non_null(strstr(view, "\"checkpoint\":\"resignation\""));
    assert_non_null(strstr(view, "\"over\":true"));
    assert_non_null(strstr(view, "\"decision\":null"));
    assert_non_null(strstr(record, "\"resigned\":\"Red\""));
    lf_session *again = start(table, true);
    assert_int_equal(lf_session_from_json(again, save, &error), LF_OK);
    assert_int_equal(lf_session_resigned(again), RED);
    assert_int_equal(lf_session_start(again, NULL, NULL), LF_OK);
    assert_false(lf_session_over(again, NULL));
    lf_string_free(view);
    lf_string_free(record);
    lf_string_free(save);
    lf_session_free(again);
    lf_session_free(s);
}

/* An offer stands until somebody does not want it; once all want it, the game is drawn for good. */
static void test_all_agree_to_a_draw(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_outcome outcome;
    lf_session *s = start(table, false);
    assert_int_equal(lf_session_offer_draw(s, 9, &error), LF_BAD_ARGUMENT);
    assert_int_equal(lf_session_decline_draw(s, BLUE, &error), LF_BAD_ARGUMENT);
    assert_int_equal(lf_session_offer_draw(s, RED, &error), LF_OK);
    assert_int_equal(lf_session_draw_offers(s), 1u << RED);
    decide(s, "rest"); /* Red's own decision leaves the offer standing, Blue's answers it */
    assert_int_equal(lf_session_draw_offers(s), 1u << RED);
    assert_int_equal(lf_decider(lf_session_state(s)), BLUE);
    decide(s, "rest");
    assert_int_equal(lf_session_draw_offers(s), 0);
    assert_int_equal(lf_session_offer_draw(s, BLUE, &error), LF_OK);
    assert_int_equal(lf_session_decline_draw(s, RED, &error), LF_OK);
    assert_int_equal(lf_session_draw_offers(s), 0);
    assert_int_equal(lf_session_offer_draw(s, BLUE, &error), LF_OK);
    assert_int_equal(lf_session_undo(s, 1, &error), LF_OK);
    assert_int_equal(lf_session_draw_offers(s), 0);
    assert_int_equal(lf_session_offer_draw(s, BLUE, &error), LF_OK);
    assert_false(lf_session_over(s, NULL));
    assert_int_equal(lf_session_offer_draw(s, RED, &error), LF_OK);
    assert_true(lf_session_over(s, &outcome));
    assert_int_equal(outcome.winner, LF_NOBODY);
    assert_int_equal(outcome.winners, 0);
    assert_string_equal(outcome.checkpoint, LF_AGREEMENT);
    assert_int_equal(lf_session_apply(s, 0, false, &error), LF_GAME_OVER);
    assert_non_null(strstr(error.message, "agreed"));
    assert_int_equal(lf_session_undo(s, 1, &error), LF_GAME_OVER);
    assert_int_equal(lf_session_resign(s, RED, &error), LF_GAME_OVER);
    assert_false(lf_session_can_undo(s, 1));
    char *view = lf_session_view(s, BLUE), *record = lf_session_record_json(s),
         *save = lf_session_json(s);
    assert_non_null(strstr(view, "\"checkpoint\":\"agreement\""));
    assert_non_null(strstr(view, "\"over\":true"));
    assert_non_null(strstr(record, "\"agreed\":\"draw\""));
    lf_session *again = start(table, true);
    assert_int_equal(lf_session_from_json(again, save, &error), LF_OK);
    assert_true(lf_session_over(again, &outcome));
    assert_string_equal(outcome.checkpoint, LF_AGREEMENT);
    assert_int_equal(lf_session_start(again, NULL, NULL), LF_OK);
    assert_false(lf_session_over(again, NULL));
    lf_string_free(view);
    lf_string_free(record);
    lf_string_free(save);
    lf_session_free(again);
    lf_session_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo_goes_back_one_decision_of_the_person),
        cmocka_unit_test(test_undo_over_the_last_decision_until_somebody_else_decides),
        cmocka_unit_test(test_undo_ends_at_dice_and_cards),
        cmocka_unit_test(test_undo_over_several_seats_of_one_person),
        cmocka_unit_test(test_undo_over_the_replies_of_programs),
        cmocka_unit_test(test_undo_past_what_the_client_took_by_itself),
        cmocka_unit_test(test_undo_turn_and_redo),
        cmocka_unit_test(test_rollback_only_where_nobody_objects),
        cmocka_unit_test(test_every_place_of_a_long_game_is_found_again),
        cmocka_unit_test(test_a_finished_turn_waits),
        cmocka_unit_test(test_what_cannot_be_taken_back_is_held),
        cmocka_unit_test(test_the_revision_tells_that_the_game_has_moved),
        cmocka_unit_test(test_programs_confirm_nothing),
        cmocka_unit_test(test_turns_and_their_summaries),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_levels_of_the_games_own_lines),
        cmocka_unit_test(test_an_undo_leaves_no_trace_in_the_log),
        cmocka_unit_test(test_worlds_that_look_alike_have_like_logs),
        cmocka_unit_test(test_a_save_keeps_all_of_it),
        cmocka_unit_test(test_autosave_has_the_last_decision),
        cmocka_unit_test(test_a_seat_resigns),
        cmocka_unit_test(test_all_agree_to_a_draw),
        cmocka_unit_test(test_nothing_is_taken_back_across_an_edit),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_a_big_game_in_few_lines),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
