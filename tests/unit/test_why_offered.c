/* test_why_offered.c: `why` and the list of options never contradict each other. At many positions
 * of unlike games, everything that is offered is said to be offered, however it is written; nothing
 * else is. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#define OFFERED " is offered now."
#define DECISIONS 150    /* of a game at random */
#define OPTIONS_ASKED 12 /* at one position */
#define OTHERS_ASKED 6

static uint64_t random_number(uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return *seed >> 33;
}

static void expect(const lf_state *state, const char *thing, bool offered) {
    lf_error error = {0};
    char *text = lf_why(state, thing, &error);
    const bool said = text != NULL && strstr(text, OFFERED) != NULL;
    if (text == NULL && (offered || error.status != LF_BAD_ARGUMENT))
        fail_msg("%s: %s", thing, error.message);
    if (said != offered)
        fail_msg("%s is %s, and why says: %s", thing, offered ? "offered" : "not offered", text);
    lf_string_free(text);
}

/* However a player writes it. */
static void expect_in_any_case(const lf_state *state, const char *thing, bool offered) {
    char large[500], small[500];
    const size_t length = strlen(thing);
    assert_true(length < sizeof large);
    for (size_t i = 0; i <= length; i++) {
        large[i] = (char)toupper((unsigned char)thing[i]);
        small[i] = (char)tolower((unsigned char)thing[i]);
    }
    expect(state, thing, offered);
    expect(state, large, offered);
    expect(state, small, offered);
}

static bool is_offered(const lf_decision *d, const char *name) {
    for (int i = 0; i < d->count; i++)
        if (strcasecmp(d->options[i].id, name) == 0 || strcasecmp(d->options[i].label, name) == 0)
            return true;
    return false;
}

static void ask_for_options(const lf_state *state, const lf_decision *d, uint64_t *seed) {
    const int asked = d->count < OPTIONS_ASKED ? d->count : OPTIONS_ASKED;
    const int first = (int)(random_number(seed) % (uint64_t)d->count);
    for (int i = 0; i < asked; i++) {
        const lf_choice *option = &d->options[(first + i) % d->count];
        expect_in_any_case(state, option->id, true);
        expect_in_any_case(state, option->label, true);
        const lf_option same = {option->kind, option->subject, option->count};
        lf_error error = {0};
        char *text = lf_why_option(state, same, &error);
        assert_non_null(text);
        assert_non_null(strstr(text, OFFERED));
        lf_string_free(text);
    }
}

/* Things of the game, most of which are not offered. Returns how many were not. */
static int ask_for_others(const lf_game *game, const lf_state *state, const lf_decision *d,
                          uint64_t *seed) {
    static const lf_catalogue lists[] = {LF_OF_ACTIONS, LF_OF_ZONES, LF_OF_CARDS,
                                         LF_OF_SEATS,   LF_OF_KINDS, LF_OF_MENU_OPTIONS};
    int others = 0;
    for (int i = 0; i < OTHERS_ASKED; i++) {
        const lf_catalogue list = lists[random_number(seed) % LF_COUNT(lists)];
        if (lf_count(game, list) == 0)
            continue;
        const int thing = (int)(random_number(seed) % (uint64_t)lf_count(game, list));
        const char *names[] = {lf_name(game, list, thing), lf_label(game, list, thing)};
        for (int n = 0; n < 2; n++) {
            if (names[n][0] == '\0')
                continue;
            expect_in_any_case(state, names[n], is_offered(d, names[n]));
            others += !is_offered(d, names[n]);
        }
    }
    return others;
}

static void expect_no_contradiction(const char *path, uint64_t seed) {
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    lf_game *game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, &error);
    assert_non_null(state);
    int positions = 0, others = 0;
    for (; positions < DECISIONS && !lf_terminal(state, NULL); positions++) {
        lf_decision *d = lf_decision_new(state);
        assert_non_null(d);
        ask_for_options(state, d, &seed);
        others += ask_for_others(game, state, d, &seed);
        const int option = (int)(random_number(&seed) % (uint64_t)d->count);
        lf_decision_free(d);
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    print_message("%s: %d positions, %d things that were not offered\n", path, positions, others);
    assert_true(positions > 0 && others > 0);
    lf_state_free(state);
    lf_game_free(game);
}

static void in_the_long_game(void **unused) {
    (void)unused;
    expect_no_contradiction("data/games/fire-in-the-lake.game-spec.md", 3);
}

static void in_games_of_pieces(void **unused) {
    (void)unused;
    expect_no_contradiction("data/games/chess.game-spec.md", 1);
    expect_no_contradiction("data/games/kalah.game-spec.md", 2);
    expect_no_contradiction("data/games/nine-mens-morris.game-spec.md", 3);
}

static void in_games_of_cards(void **unused) {
    (void)unused;
    expect_no_contradiction("data/games/texas-holdem.game-spec.md", 1);
    expect_no_contradiction("data/games/kuhn-poker.game-spec.md", 2);
    expect_no_contradiction("data/games/goofspiel.game-spec.md", 3);
}

static void in_games_for_tests(void **unused) {
    (void)unused;
    expect_no_contradiction("tests/fixtures/why.game-spec.md", 1);
    expect_no_contradiction("tests/fixtures/secrets.game-spec.md", 2);
    expect_no_contradiction("tests/cli/fixtures/patrols.game-spec.md", 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_long_game),
        cmocka_unit_test(in_games_of_pieces),
        cmocka_unit_test(in_games_of_cards),
        cmocka_unit_test(in_games_for_tests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
