/* test_why.c: why something is not offered: each sort of condition that can stand in the way, with
 * the words that a player reads.
 *
 * A row edits the position of the fixture, plays some decisions, and asks. The answer is one
 * sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

static lf_game *game;

static int open_game(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    game = lf_game_load("tests/fixtures/why.game-spec.md", &problems);
    if (game == NULL)
        print_error("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game == NULL;
}

static int close_game(void **unused) {
    (void)unused;
    lf_game_free(game);
    return 0;
}

static lf_state *position(const char *given, const char *const *play) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error);
    if (state == NULL || (given != NULL && lf_do(state, given, &error) != LF_OK))
        fail_msg("%s: %s", given, error.message);
    for (; play != NULL && *play != NULL; play++) {
        const int option = lf_find_option(state, *play);
        if (option < 0 || lf_apply(state, option) != LF_OK)
            fail_msg("%s cannot be played", *play);
    }
    return state;
}

static char *answer_to(const lf_state *state, const char *thing) {
    lf_error error = {0};
    char *text = lf_why(state, thing, &error);
    if (text == NULL)
        fail_msg("%s: %s", thing, error.message);
    return text;
}

typedef struct {
    const char *given;
    const char *play[6];
    const char *thing, *expected;
} row;

static const row actions[] = {
    {NULL, {0}, "rest", "Rest is offered now."},
    {NULL, {0}, "Rest", "Rest is offered now."},
    {NULL, {0}, "build", "Build: Gold is 2 and must be at least 3."},
    {NULL, {0}, "swear", "Swear: Oath sworn does not hold."},
    {NULL, {0}, "feast", "Feast: only in a storm; a feast costs 4 gold; there are 2 pieces."},
    {"sky = storm", {0}, "feast", "Feast: a feast costs 4 gold; there are 2 pieces."},
    {"gold = 1\nsky = storm", {0}, "feast", "Feast: a feast costs 4 gold; there are 1 piece."},
    {NULL,
     {0},
     "trade",
     "Trade: Coins of Red are 1 and must be more than 3, and Weather is Calm and must be Storm."},
    {NULL, {0}, "sail", "Sail: Harbour has no Red Boats."},
    {NULL,
     {0},
     "muster",
     "Muster: Red Troops in Harbour are 2 and must be at least Blue Troops in Hill plus 2 (3)."},
    {NULL, {0}, "calm-sea", "Calm the Sea: Weather is Calm and must be Storm."},
    /* not in the words of the function */
    {"sky = storm", {0}, "calm-sea", "Calm the Sea: Weather is Storm."},
    {NULL, {0}, "bow", "Bow: only Blue can do this."},
    {"activePlayer = Blue", {0}, "rule", "Rule: only Red can do this."},
    {NULL, {0}, "rule", "Rule: Gold is 2 and must be more than 9."},
    {NULL, {0}, "dream", "Dream: only in Night, and this is Day."},
    {"hill.unrest = true", {0}, "parade", "Parade: Hill is restless."},
    {NULL,
     {0},
     "visit",
     "Visit: none of the 2 spaces qualifies: Harbour has no Blue Troops (and 1 more like it)."},
    {"harbour.unrest = true\nmarket.unrest = true",
     {0},
     "visit",
     "Visit: none of the 4 spaces qualifies: Unrest in Harbour holds (and 1 more like it); Land of "
     "Hill is Wilds and must be City (and 1 more like it)."},
    {NULL, {0}, "lend", "Lend: at least 3 is needed, and at most 2 is possible."},
    {"gold = 0\nRed.coins = 0",
     {0},
     "lend",
     "Lend: Gold is 0 and must be more than 0, and there are no Coins of Red."},
    {NULL, {0}, "celebrate", "Celebrate: the feast day needs more than 5 gold."},
    {NULL, {0}, "Harbour", "Harbour: not now; Red first answers \"Choose an action\"."},
};

static const row choices[] = {
    {NULL, {"march"}, "market", "Market is offered now."},
    {"used = {market}\nplace 1 Red troops in market",
     {"march"},
     "market",
     "Market is already among the used spaces."},
    {"market.unrest = true\nplace 1 Red troops in market",
     {"march"},
     "Market",
     "Market: there is unrest in Market."},
    {NULL,
     {"march"},
     "swamp",
     "Swamp: Land of Swamp is Wilds and must be City, and there are no Red Troops next to Swamp."},
    {NULL, {"march"}, "red-box", "Red Box is not a space of the map."},
    {NULL, {"march"}, "build", "Build: not now; Red first answers \"March where?\"."},
    {NULL,
     {"settle"},
     "swamp",
     "Swamp: Land of Swamp is Wilds and must be City."},   /* of a set that the caller made */
    {NULL, {"settle"}, "hill", "Hill: 2 guards in Hill."}, /* with a table of the rule's own */
    {NULL, {"pay"}, "pay-the-crew", "Pay the crew: the crew wants 8 gold."},
    {NULL,
     {"pay"},
     "Pay the guard",
     "Pay the guard: the next question, \"Which guard?\", would have no answer; none of the 4 "
     "spaces qualifies: Harbour has no Blue Troops (and 2 more like it); Land of Hill is Wilds and "
     "must be City."},
    {NULL, {"pay"}, "Pay Blue", "Pay Blue: Coins of Blue are 1 and must be more than 2."},
    {NULL, {"pay"}, "done", "Done: you must choose: there is no way out."},
    {NULL, {"raid"}, "harbour", "Harbour: Land of Harbour is City and must be Wilds."},
    {NULL, {"raid"}, "done", "No raid: Gold is 2 and must be more than 5."},
    {NULL, {"raid"}, "No raid", "No raid: Gold is 2 and must be more than 5."},
    {NULL, {"raid", "hill"}, "hill", "Hill is already named here."},
    {NULL, {"raid", "hill", "market"}, "market", "Market: it is already chosen."},
    {NULL, {"raid", "hill"}, "done", "Done: at least 1 must be chosen."},
    {NULL, {"raid", "hill", "market", "done"}, "7", "7 is not from 1 to 3."},
    {NULL,
     {"raid", "hill", "market", "done", "2"},
     "Mining",
     "Mining: Gold is 4 and must be more than 9."},
};

static void ask_all(const row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        lf_state *state = position(rows[i].given, rows[i].play);
        char *text = answer_to(state, rows[i].thing);
        if (strcmp(text, rows[i].expected) != 0)
            fail_msg("%s (row %zu)\nexpected: %s\nfound:    %s", rows[i].thing, i, rows[i].expected,
                     text);
        lf_string_free(text);
        lf_state_free(state);
    }
}

static void actions_say_what_stands_in_the_way(void **unused) {
    (void)unused;
    ask_all(actions, LF_COUNT(actions));
}

static void choices_say_why_something_is_no_option(void **unused) {
    (void)unused;
    ask_all(choices, LF_COUNT(choices));
}

static void an_unknown_name_is_an_error(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_state *state = position(NULL, NULL);
    assert_null(lf_why(state, "Harbuor", &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    assert_string_equal(error.message,
                        "no action or option is called 'Harbuor'; did you mean 'Harbour'?");
    lf_state_free(state);
}

/* A program asks by kind and subject, and gets the same answers. */
static void an_option_is_asked_for_by_its_subject(void **unused) {
    (void)unused;
    lf_error error = {0};
    const char *const march[] = {"march", NULL};
    lf_state *state = position(NULL, march);
    const int swamp = lf_find(game, LF_OF_SPACES, "swamp"),
              box = lf_find(game, LF_OF_ZONES, "red-box");
    const lf_option asked[] = {
        {LF_OPTION_SPACE, swamp, 0}, {LF_OPTION_ZONE, box, 0}, {LF_OPTION_SEAT, 1, 0}};
    static const char *const expected[] = {
        "Swamp: Land of Swamp is Wilds and must be City, and there are no Red Troops next to",
        "Red Box is not a space of the map.", "Blue: not now; Red first answers \"March where?\"."};
    for (size_t i = 0; i < LF_COUNT(asked); i++) {
        char *text = lf_why_option(state, asked[i], &error);
        assert_non_null(text);
        assert_int_equal(strncmp(text, expected[i], strlen(expected[i])), 0);
        lf_string_free(text);
    }
    assert_null(lf_why_option(state, (lf_option){LF_OPTION_CARD, 99, 0}, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    lf_state_free(state);
}

/* Nobody sees the deck: whatever lies on top, the answer is the same and tells nothing of it. */
static void what_is_hidden_is_not_told(void **unused) {
    (void)unused;
    static const char *const tops[] = {"feast-day", "dry-day"};
    char *first = NULL;
    for (size_t i = 0; i < LF_COUNT(tops); i++) {
        char given[64];
        snprintf(given, sizeof given, "put %s on top of deck", tops[i]);
        lf_state *state = position(given, NULL);
        char *text = answer_to(state, "gamble");
        assert_string_equal(text, "Gamble: it depends on hidden information.");
        assert_true(first == NULL || strcmp(first, text) == 0);
        lf_string_free(first);
        first = text;
        lf_state_free(state);
    }
    lf_string_free(first);
}

/* Positions that differ in what the deciding seat cannot see give the same answers, whatever is
 * asked for. */
static void worlds_that_look_alike_have_the_same_answers(void **unused) {
    (void)unused;
    enum { SEEDS = 6 };
    lf_error error = {0};
    lf_diagnostics *problems = NULL;
    lf_game *secrets = lf_game_load("tests/fixtures/secrets.game-spec.md", &problems);
    lf_diagnostics_free(problems);
    assert_non_null(secrets);
    lf_state *state = lf_state_new(secrets, NULL, &error);
    for (int decision = 0; decision < 12 && !lf_terminal(state, NULL); decision++) {
        for (uint64_t seed = 1; seed < SEEDS; seed++) {
            lf_state *other = lf_state_clone(state);
            lf_determinize(other, lf_decider(state), seed);
            for (int i = 0; i < lf_count(secrets, LF_OF_CARDS) + lf_count(secrets, LF_OF_ACTIONS);
                 i++) {
                const int action = i - lf_count(secrets, LF_OF_CARDS);
                const char *thing = action >= 0 ? lf_name(secrets, LF_OF_ACTIONS, action)
                                                : lf_name(secrets, LF_OF_CARDS, i);
                char *one = lf_why(state, thing, &error), *two = lf_why(other, thing, &error);
                assert_non_null(one);
                assert_non_null(two);
                assert_string_equal(one, two);
                lf_string_free(one);
                lf_string_free(two);
            }
            lf_state_free(other);
        }
        assert_int_equal(lf_apply(state, decision % lf_legal_count(state)), LF_OK);
    }
    lf_state_free(state);
    lf_game_free(secrets);
}

/* Asking changes nothing. */
static void asking_leaves_the_state_as_it_is(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_state *state = position(NULL, NULL);
    lf_state *before = lf_state_clone(state);
    for (int i = 0; i < lf_count(game, LF_OF_ACTIONS); i++)
        lf_string_free(lf_why(state, lf_name(game, LF_OF_ACTIONS, i), &error));
    assert_true(lf_equal(state, before));
    assert_true(lf_barrier(state) == lf_barrier(before));
    lf_state_free(before);
    lf_state_free(state);
}

static void after_the_end_nothing_is_offered(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    lf_game *small = lf_game_load("data/games/tic-tac-toe.game-spec.md", &problems);
    lf_diagnostics_free(problems);
    assert_non_null(small);
    lf_error error = {0};
    lf_state *state = lf_state_new(small, NULL, &error);
    while (!lf_terminal(state, NULL))
        assert_int_equal(lf_apply(state, 0), LF_OK);
    char *text = lf_why(state, lf_name(small, LF_OF_SPACES, 0), &error);
    assert_non_null(text);
    assert_non_null(strstr(text, ": the game is over"));
    lf_string_free(text);
    lf_state_free(state);
    lf_game_free(small);
}

/* What players read of a thing before they choose it. */
static void the_rules_tell_about_things(void **unused) {
    (void)unused;
    static const struct {
        const char *thing, *text;
    } rows[] = {
        {"how it is PLAYED", "A turn is one action. Nobody may stop the sea."},
        {"rest", "How it is played (1.1). A turn is one action. Nobody may stop the sea."},
        {"Build", "How it is played (1.1). A turn is one action. Nobody may stop the sea."},
        {"How it", ""},
        {"How it is played (1", ""},
        {"", ""},
        {"nothing of that name", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = lf_rule_about(game, rows[i].thing);
        assert_non_null(text);
        assert_string_equal(text, rows[i].text);
        lf_string_free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rules_tell_about_things),
        cmocka_unit_test(actions_say_what_stands_in_the_way),
        cmocka_unit_test(choices_say_why_something_is_no_option),
        cmocka_unit_test(an_unknown_name_is_an_error),
        cmocka_unit_test(an_option_is_asked_for_by_its_subject),
        cmocka_unit_test(what_is_hidden_is_not_told),
        cmocka_unit_test(worlds_that_look_alike_have_the_same_answers),
        cmocka_unit_test(asking_leaves_the_state_as_it_is),
        cmocka_unit_test(after_the_end_nothing_is_offered),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
