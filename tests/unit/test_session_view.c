/* test_session_view.c: what a client shows to a viewer: who is told what, and that nothing in it
 * hangs on what the viewer may not know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "ludoforge_session.h"

#include <cmocka.h>

#define TABLE "tests/fixtures/table.game-spec.md"
#define SECRETS "tests/fixtures/secrets.game-spec.md"

enum { RED, BLUE };

/* A game whose displays hang on hidden cards in part. */
static const char peeking[] =
    "```yaml\n"
    "metadata: { id: peeking, name: Peeking }\n"
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - { id: deck, name: Deck, holds: cards, visibility: hidden }\n"
    "  - { id: hand, name: Hand, holds: cards, owner: each, visibility: owner }\n"
    "cardAttributes:\n"
    "  - { name: rank, type: int }\n"
    "cards:\n"
    "  - { id: one, name: One, rank: 1 }\n"
    "  - { id: two, name: Two, rank: 2 }\n"
    "  - { id: three, name: Three, rank: 3 }\n"
    "  - { id: four, name: Four, rank: 4 }\n"
    "  - { id: five, name: Five, rank: 5 }\n"
    "  - { id: six, name: Six, rank: 6 }\n"
    "displays:\n"
    "  next: { value: top(deck).rank, label: Next card }\n"
    "  mine(seat p): { value: 'sum(c.rank for c in cardsIn(hand[p]))', label: Rank in hand }\n"
    "  left: { value: size(deck), label: Cards left, goal: 6 }\n"
    "setup: |\n"
    "  for c in cards: put c on top of deck\n"
    "  shuffle deck\n"
    "  deal 1 from deck to hand[Red]\n"
    "  deal 1 from deck to hand[Blue]\n"
    "turnStructure: { phases: [{ id: play, name: Play }] }\n"
    "actions:\n"
    "  - { id: stay, phase: play, effects: activePlayer = next(activePlayer) }\n"
    "  - { id: draw, phase: play, pre: size(deck) > 1, effects: \"deal 1 from deck to "
    "hand[activePlayer]\" }\n"
    "terminal: { checkpoints: [{ id: out, when: size(deck) == 0, draw: true }] }\n"
    "```\n";

static lf_game *table, *secrets, *peek;

static int open_games(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    table = lf_game_load(TABLE, NULL);
    secrets = lf_game_load(SECRETS, NULL);
    peek = lf_game_load_memory("peeking.game-spec.md", peeking, strlen(peeking), &problems);
    if (peek == NULL)
        fputs(lf_diagnostics_text(problems, false), stderr);
    lf_diagnostics_free(problems);
    return table == NULL || secrets == NULL || peek == NULL ? -1 : 0;
}

static int close_games(void **unused) {
    (void)unused;
    lf_game_free(table);
    lf_game_free(secrets);
    lf_game_free(peek);
    return 0;
}

static lf_session *start(const lf_game *game, uint64_t seed) {
    lf_session *s = lf_session_new(game, "a game");
    assert_non_null(s);
    lf_session_set_person(s, RED, 1);
    lf_session_set_person(s, BLUE, 2);
    assert_int_equal(lf_session_start(s, &(lf_setup){.seed = seed}, NULL), LF_OK);
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

/* A JSON text of the library as a value, for json_decref. */
static json_t *parsed(char *text) {
    assert_non_null(text);
    json_t *json = json_loads(text, 0, NULL);
    lf_string_free(text);
    assert_non_null(json);
    return json;
}

/* The text is canonical: sorted keys, no spaces, as the header says. */
static json_t *view(const lf_session *s, lf_seat viewer) {
    char *text = lf_session_view(s, viewer);
    assert_non_null(text);
    json_t *json = json_loads(text, 0, NULL);
    char *canonical = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(text, canonical);
    free(canonical);
    lf_string_free(text);
    return json;
}

static const char *text_at(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

static void test_only_the_decider_is_told_its_options(void **unused) {
    (void)unused;
    lf_session *s = start(table, 7);
    json_t *red = view(s, RED), *blue = view(s, BLUE), *onlooker = view(s, LF_NOBODY);
    const json_t *decision = json_object_get(red, "decision");
    assert_string_equal(text_at(decision, "seat"), "Red");
    assert_int_equal(json_array_size(json_object_get(decision, "options")), 5);
    const json_t *first = json_array_get(json_object_get(decision, "options"), 0);
    assert_string_equal(text_at(first, "id"), "march");
    assert_string_equal(text_at(first, "label"), "March");
    assert_string_equal(text_at(first, "kind"), "action");
    assert_string_equal(text_at(first, "subject"), "march");
    assert_true(json_is_null(json_object_get(blue, "decision")));
    assert_true(json_is_null(json_object_get(onlooker, "decision")));
    assert_string_equal(text_at(blue, "decider"), "Red");
    assert_string_equal(text_at(json_object_get(red, "phase"), "label"), "Play");
    assert_null(json_object_get(json_object_get(red, "position"), "decision"));
    json_decref(red);
    json_decref(blue);
    json_decref(onlooker);
    assert_null(lf_session_view(s, 2));
    assert_null(lf_session_view(s, LF_HOST));
    lf_session_free(s);
}

static void test_what_waits_is_told_to_the_seat_that_waits(void **unused) {
    (void)unused;
    lf_session *s = start(table, 7);
    decide(s, "rest");
    json_t *red = view(s, RED), *blue = view(s, BLUE);
    assert_string_equal(text_at(red, "pending"), "turn");
    assert_string_equal(text_at(red, "waiting"), "Red");
    assert_true(json_is_true(json_object_get(red, "canUndo")));
    assert_string_equal(text_at(blue, "pending"), "nothing");
    assert_string_equal(text_at(blue, "waiting"), "Red");
    assert_true(json_is_null(json_object_get(blue, "decision")));
    assert_true(json_is_false(json_object_get(blue, "canUndo")));
    json_decref(red);
    json_decref(blue);
    assert_int_equal(lf_session_confirm(s, NULL), LF_OK);
    blue = view(s, BLUE);
    assert_true(json_is_null(json_object_get(blue, "waiting")));
    assert_true(json_is_object(json_object_get(blue, "decision")));
    assert_int_equal(json_integer_value(json_object_get(blue, "number")), 1);
    json_decref(blue);
    lf_session_free(s);
}

static void test_a_held_decision_is_told_to_nobody_else(void **unused) {
    (void)unused;
    lf_session *s = start(table, 7);
    json_t *before = view(s, BLUE);
    decide(s, "end"); /* the night turns up a card: it is held */
    assert_int_equal(lf_session_pending(s), LF_PENDING_DECISION);
    json_t *red = view(s, RED), *blue = view(s, BLUE);
    assert_string_equal(text_at(red, "held"), "end");
    assert_true(json_is_null(json_object_get(blue, "held")));
    json_object_set_new(before, "waiting", json_string("Red"));
    assert_true(json_equal(before, blue));
    /* Nor can anybody else take it back. */
    assert_false(lf_session_can_undo(s, 2));
    assert_int_equal(lf_session_undo(s, 2, NULL), LF_BAD_ARGUMENT);
    assert_int_equal(lf_session_undo_turn(s, 2, NULL), LF_BAD_ARGUMENT);
    assert_int_equal(lf_session_pending(s), LF_PENDING_DECISION);
    assert_int_equal(lf_session_undo(s, 1, NULL), LF_OK);
    json_decref(before);
    json_decref(red);
    json_decref(blue);
    lf_session_free(s);
}

static const json_t *display(const json_t *view, const char *id, const char *owner) {
    size_t i;
    const json_t *shown;
    json_array_foreach(json_object_get(view, "displays"), i, shown) {
        const char *of = text_at(shown, "owner");
        if (strcmp(text_at(shown, "id"), id) == 0 &&
            (owner == NULL || (of != NULL && strcmp(of, owner) == 0)))
            return shown;
    }
    return NULL;
}

static void test_displays_tell_what_the_viewer_can_know(void **unused) {
    (void)unused;
    lf_session *s = start(peek, 3);
    json_t *red = view(s, RED), *onlooker = view(s, LF_NOBODY);
    assert_null(display(red, "next", NULL));
    assert_non_null(display(red, "mine", "Red"));
    assert_null(display(red, "mine", "Blue"));
    assert_null(display(onlooker, "mine", "Red"));
    const json_t *left = display(onlooker, "left", NULL);
    assert_non_null(left);
    assert_string_equal(text_at(left, "text"), "4");
    assert_int_equal(json_integer_value(json_object_get(left, "value")), 4);
    assert_int_equal(json_integer_value(json_object_get(left, "goal")), 6);
    assert_string_equal(text_at(left, "scope"), "game");
    json_decref(red);
    json_decref(onlooker);
    lf_session_free(s);
}

/* Two games that differ in what nobody, or only Blue, can see. */
static void expect_same_for(lf_seat viewer, const lf_session *a, const lf_session *b) {
    char *one = lf_session_view(a, viewer), *other = lf_session_view(b, viewer);
    char *log = lf_session_log_json(a, viewer, 0), *other_log = lf_session_log_json(b, viewer, 0);
    assert_string_equal(one, other);
    assert_string_equal(log, other_log);
    lf_string_free(one);
    lf_string_free(other);
    lf_string_free(log);
    lf_string_free(other_log);
}

static void test_games_that_differ_in_hidden_cards_look_the_same(void **unused) {
    (void)unused;
    lf_session *games[2];
    static const char *const decks[2][5] = {{"one", "two", "three", "four", NULL},
                                            {"four", "three", "one", "two", NULL}};
    for (int i = 0; i < 2; i++) {
        games[i] = start(secrets, 1);
        assert_int_equal(
            lf_session_start(games[i], &(lf_setup){.seed = 1, .stack = "deck", .cards = decks[i]},
                             NULL),
            LF_OK);
    }
    expect_same_for(RED, games[0], games[1]);
    expect_same_for(BLUE, games[0], games[1]);
    expect_same_for(LF_NOBODY, games[0], games[1]);
    for (int i = 0; i < 2; i++) { /* Red sees the card that it draws, the others do not */
        decide(games[i], "draw");
        decide(games[i], "pass");
        lf_session_confirm(games[i], NULL);
    }
    expect_same_for(BLUE, games[0], games[1]);
    expect_same_for(LF_NOBODY, games[0], games[1]);
    char *one = lf_session_view(games[0], RED), *other = lf_session_view(games[1], RED);
    assert_string_not_equal(one, other);
    lf_string_free(one);
    lf_string_free(other);
    lf_session_free(games[0]);
    lf_session_free(games[1]);
}

static void test_an_earlier_position_is_shown_as_it_was_seen(void **unused) {
    (void)unused;
    lf_session *s = start(table, 7);
    json_t *first = view(s, BLUE);
    decide(s, "march");
    decide(s, "hill");
    json_t *then = parsed(lf_session_view_at(s, 0, BLUE));
    assert_true(json_equal(json_object_get(first, "position"), json_object_get(then, "position")));
    assert_int_equal(json_integer_value(json_object_get(then, "number")), 0);
    assert_true(json_is_null(json_object_get(then, "decision")));
    assert_int_equal(json_object_size(first), json_object_size(then));
    assert_null(lf_session_view_at(s, 3, BLUE));
    json_decref(first);
    json_decref(then);
    lf_session_free(s);
}

static void test_the_log_names_things_by_their_ids(void **unused) {
    (void)unused;
    lf_session *s = start(table, 7);
    decide(s, "march");
    decide(s, "hill");
    json_t *log = parsed(lf_session_log_json(s, BLUE, 0));
    const json_t *turn = json_array_get(json_object_get(log, "turns"), 0);
    assert_string_equal(text_at(turn, "seat"), "Red");
    bool moved = false, counted = false;
    size_t i;
    const json_t *entry;
    json_array_foreach(json_object_get(turn, "entries"), i, entry) {
        if (strcmp(text_at(entry, "kind"), "move") == 0) {
            moved = true;
            assert_string_equal(text_at(entry, "subject"), "red-scouts");
            assert_string_equal(text_at(entry, "from"), "camp");
            assert_string_equal(text_at(entry, "to"), "hill");
            assert_int_equal(json_integer_value(json_object_get(entry, "after")), 1);
            assert_string_equal(text_at(entry, "action"), "march");
        }
        if (strcmp(text_at(entry, "kind"), "value") == 0) {
            counted = true;
            assert_string_equal(text_at(entry, "subject"), "supplies");
            assert_int_equal(json_integer_value(json_object_get(entry, "before")), 5);
            assert_int_equal(json_integer_value(json_object_get(entry, "after")), 4);
        }
        assert_string_not_equal(text_at(entry, "level"), "noise");
    }
    assert_true(moved && counted);
    json_decref(log);
    log = parsed(lf_session_log_json(s, BLUE, 1));
    assert_int_equal(json_array_size(json_object_get(log, "turns")), 0);
    json_decref(log);
    lf_session_free(s);
}

static void test_a_game_starts_from_a_set_up_in_json(void **unused) {
    (void)unused;
    lf_session *s = start(secrets, 1);
    lf_error error = {0};
    assert_int_equal(lf_session_start_json(
                         s, "{\"seed\": 5, \"deck\": [\"one\", \"two\"], \"other\": 1}", &error),
                     LF_OK);
    assert_int_equal(lf_stack_size(lf_session_state(s), lf_find(secrets, LF_OF_STACKS, "deck")), 2);
    assert_int_equal(lf_session_start_json(s, "[]", &error), LF_BAD_INPUT);
    assert_int_equal(lf_session_start_json(s, "{\"seed\": \"x\"}", &error), LF_BAD_INPUT);
    assert_int_equal(lf_session_start_json(s, "{\"scenario\": \"nowhere\"}", &error),
                     LF_BAD_ARGUMENT);
    lf_session_free(s);
}

/* The value that a variable of a space had is no place, also where it is the number of that
 * space. */
static void test_values_are_no_places(void **unused) {
    static const char rising[] =
        "```yaml\n"
        "metadata: { id: rising, name: Rising }\n"
        "seats: [Red]\n"
        "spaces: [{ id: low }, { id: high }]\n"
        "spaceVars: [{ name: level, type: int, init: 1 }]\n"
        "turnStructure: { phases: [{ id: play, name: Play }] }\n"
        "actions: [{ id: rise, phase: play, effects: high.level += 1 }, { id: stay, phase: play, "
        "effects: low.level = 0 }]\n"
        "terminal: { checkpoints: [{ id: up, when: high.level == 3, draw: true }] }\n"
        "```\n";
    (void)unused;
    lf_game *const game = lf_game_load_memory("rising.game-spec.md", rising, strlen(rising), NULL);
    assert_non_null(game);
    lf_session *const s = start(game, 1);
    decide(s, "rise");
    json_t *const log = parsed(lf_session_log_json(s, RED, 0));
    int changes = 0;
    size_t t, e;
    json_t *turn, *entry;
    json_array_foreach(json_object_get(log, "turns"), t, turn)
        json_array_foreach(json_object_get(turn, "entries"), e, entry) {
        if (strcmp(json_string_value(json_object_get(entry, "kind")), "value") != 0)
            continue;
        changes++;
        assert_true(json_is_null(json_object_get(entry, "from")));
        assert_string_equal(json_string_value(json_object_get(entry, "to")), "high");
    }
    assert_true(changes > 0);
    json_decref(log);
    lf_session_free(s);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_no_places),
        cmocka_unit_test(test_only_the_decider_is_told_its_options),
        cmocka_unit_test(test_what_waits_is_told_to_the_seat_that_waits),
        cmocka_unit_test(test_a_held_decision_is_told_to_nobody_else),
        cmocka_unit_test(test_displays_tell_what_the_viewer_can_know),
        cmocka_unit_test(test_games_that_differ_in_hidden_cards_look_the_same),
        cmocka_unit_test(test_an_earlier_position_is_shown_as_it_was_seen),
        cmocka_unit_test(test_the_log_names_things_by_their_ids),
        cmocka_unit_test(test_a_game_starts_from_a_set_up_in_json),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
