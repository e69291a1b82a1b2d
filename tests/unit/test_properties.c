/* test_properties.c: what must hold in every state of every bundled game, over a million random
 * decisions (fewer under sanitizers): every offered option can be applied; copies, saves and JSON
 * give the same bytes; the running hash is the one computed from scratch; taking a decision back
 * restores the state; observing and redrawing do not leak; the compiler's optimisations change
 * nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ludoforge_tools.h"
#include "support/random.h"

#include "bundled_games.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
#define DECISIONS 20000 /* a game; sanitizers are slow */
#else
#define DECISIONS 200000
#endif
#define DEEP_CHECK_EVERY 97 /* a JSON round trip costs more than a thousand decisions */

static lf_game *load_without(const char *name, const char *without) {
    char path[256];
    lf_diagnostics *problems = NULL;
    snprintf(path, sizeof path, "data/games/%s.game-spec.md", name);
    lf_game *game = lf_game_load_without(path, without, &problems);
    if (!game) {
        char *text = lf_diagnostics_text(problems, false);
        fail_msg("%s", text);
    }
    lf_diagnostics_free(problems);
    return game;
}

static void check_save(const lf_state *state, lf_state *other) {
    static unsigned char buffer[1 << 16];
    lf_error error = {0};
    size_t size = lf_save(state, buffer, sizeof buffer);
    assert_true(size <= sizeof buffer);
    assert_int_equal(lf_load(other, buffer, size, &error), LF_OK);
    assert_true(lf_equal(state, other));
    assert_true(lf_hash(state) == lf_hash(other));
}

static void check_json(const lf_state *state, lf_state *other) {
    lf_error error = {0};
    char *text = lf_state_json(state);
    assert_non_null(text);
    if (lf_state_from_json(other, text, &error) != LF_OK)
        fail_msg("%s\n%s", error.message, text);
    assert_true(lf_equal(state, other));
    char *again = lf_state_json(other);
    assert_string_equal(text, again);
    lf_string_free(text);
    lf_string_free(again);
}

/* A seat must see the same before and after the hidden rest is redrawn. */
static void check_hidden(const lf_state *state, lf_state *other) {
    for (int seat = 0; seat < lf_count(lf_state_game(state), LF_OF_SEATS); seat++) {
        lf_copy(other, state);
        lf_determinize(other, seat, 12345);
        char *before = lf_observe(state, seat), *after = lf_observe(other, seat);
        assert_string_equal(before, after);
        lf_string_free(before);
        lf_string_free(after);
    }
}

static void check_position(const lf_state *state, lf_state *other, uint64_t number) {
    assert_true(lf_hash(state) == lf_hash_from_scratch(state));
    lf_copy(other, state);
    assert_true(lf_equal(state, other));
    check_save(state, other);
    for (int i = 0; i < lf_count(lf_state_game(state), LF_OF_INVARIANTS); i++)
        if (!lf_invariant_holds(state, i))
            fail_msg("invariant %s", lf_name(lf_state_game(state), LF_OF_INVARIANTS, i));
    if (number % DEEP_CHECK_EVERY == 0) {
        check_json(state, other);
        check_hidden(state, other);
    }
}

/* Ids and labels tell the options of a decision apart, and what has no name elsewhere is in the
 * catalogue. */
static void check_texts(const lf_state *state) {
    lf_decision *decision = lf_decision_new(state);
    assert_non_null(decision);
    assert_int_equal(decision->count, lf_legal_count(state));
    for (int i = 0; i < decision->count; i++) {
        const lf_choice *option = &decision->options[i];
        assert_true(option->id[0] != 0 && option->label[0] != 0);
        if (option->kind >= LF_OPTION_MENU)
            assert_true(lf_find(lf_state_game(state), LF_OF_MENU_OPTIONS, option->id) >= 0);
        assert_int_equal(lf_find_option(state, option->id), i);
        for (int j = i + 1; j < decision->count; j++) {
            assert_string_not_equal(option->id, decision->options[j].id);
            assert_string_not_equal(option->label, decision->options[j].label);
        }
    }
    lf_decision_free(decision);
}

static void decide(lf_state *state, lf_state *other, lf_random *g, uint64_t number) {
    int n = lf_legal_count(state);
    assert_true(n > 1 || /* a forced choice is no decision, unless it tells of a secret */
                (n == 1 && lf_knows_more(lf_state_game(state), lf_decider(state), LF_NOBODY)));
    if (number % DEEP_CHECK_EVERY == 0)
        check_texts(state);
    int option = (int)(lf_random_next(g) % (uint64_t)n);
    lf_copy(other, state);
    assert_int_equal(lf_apply(other, option), LF_OK);
    uint64_t hash = lf_hash(other);
    lf_copy(other, state); /* taken back */
    assert_true(lf_equal(state, other));
    if (lf_apply(state, option) != LF_OK)
        fail_msg("%s", lf_state_error(state)->message);
    assert_true(lf_hash(state) == hash); /* the same decision, the same state */
}

static void play(const char *name, uint64_t decisions) {
    lf_game *game = load_without(name, "");
    lf_random g = {.state = 42};
    lf_state *other = lf_state_new(game, NULL, NULL);
    uint64_t number = 0;
    for (uint64_t seed = 1; number < decisions; seed++) {
        lf_setup setup = {.scenario =
                              lf_name(game, LF_OF_SCENARIOS,
                                      (int)(seed % (uint64_t)lf_count(game, LF_OF_SCENARIOS))),
                          .seed = seed};
        lf_error error = {0};
        lf_state *state = lf_state_new(game, &setup, &error);
        if (!state)
            fail_msg("%s", error.message);
        while (!lf_terminal(state, NULL) && number < decisions) {
            check_position(state, other, number);
            decide(state, other, &g, number++);
        }
        lf_state_free(state);
    }
    lf_state_free(other);
    lf_game_free(game);
}

/* ---- with and without optimisations ---------------------------------------------------------- */

static void check_same_decision(const lf_state *a, const lf_state *b) {
    assert_true(lf_table_hash(a) == lf_table_hash(b));
    lf_decision *of_a = lf_decision_new(a), *of_b = lf_decision_new(b);
    assert_int_equal(of_a->decider, of_b->decider);
    assert_string_equal(of_a->prompt, of_b->prompt);
    assert_int_equal(of_a->count, of_b->count);
    for (int i = 0; i < of_a->count; i++) {
        assert_int_equal(of_a->options[i].kind, of_b->options[i].kind);
        assert_int_equal(of_a->options[i].subject, of_b->options[i].subject);
        assert_int_equal(of_a->options[i].count, of_b->options[i].count);
        assert_string_equal(of_a->options[i].id, of_b->options[i].id);
        assert_string_equal(of_a->options[i].label, of_b->options[i].label);
    }
    lf_decision_free(of_a);
    lf_decision_free(of_b);
}

/* Of a game that may have been broken off. */
static void check_same_outcome(const lf_state *a, const lf_state *b) {
    lf_outcome of_a = {0}, of_b = {0};
    bool over = lf_terminal(a, &of_a);
    assert_true(lf_table_hash(a) == lf_table_hash(b));
    assert_int_equal(over, lf_terminal(b, &of_b));
    if (!over)
        return;
    assert_int_equal(of_a.winner, of_b.winner);
    assert_string_equal(of_a.checkpoint ? of_a.checkpoint : "",
                        of_b.checkpoint ? of_b.checkpoint : "");
    for (int seat = 0; seat < lf_count(lf_state_game(a), LF_OF_SEATS); seat++) {
        assert_int_equal(of_a.ranking[seat], of_b.ranking[seat]);
        assert_true(of_a.margin[seat] == of_b.margin[seat]);
    }
}

/* Plays both versions of a game side by side. */
static void play_both(const lf_game *fast, const lf_game *slow, uint64_t decisions) {
    lf_random g = {.state = 7};
    uint64_t number = 0;
    for (uint64_t seed = 1; number < decisions; seed++) {
        int scenario = (int)(seed % (uint64_t)lf_count(fast, LF_OF_SCENARIOS));
        lf_setup setup = {.scenario = lf_name(fast, LF_OF_SCENARIOS, scenario), .seed = seed};
        lf_state *a = lf_state_new(fast, &setup, NULL), *b = lf_state_new(slow, &setup, NULL);
        assert_true(a && b);
        while (!lf_terminal(a, NULL) && number++ < decisions) {
            check_same_decision(a, b);
            int option = (int)(lf_random_next(&g) % (uint64_t)lf_legal_count(a));
            assert_int_equal(lf_apply(a, option), LF_OK);
            assert_int_equal(lf_apply(b, option), LF_OK);
        }
        check_same_outcome(a, b);
        lf_state_free(a);
        lf_state_free(b);
    }
}

static void compare_without(const lf_game *fast, const char *name, const char *without,
                            uint64_t decisions) {
    lf_game *slow = load_without(name, without);
    print_message("%s without %s\n", name, without); /* so that a failure says which */
    play_both(fast, slow, decisions);
    lf_game_free(slow);
}

/* The compiler's optimisations change how fast a game is played, and nothing else: all of them
 * together, and each beside the others, for one may hide what another does wrong. */
static void compare_optimisations(const char *name, uint64_t decisions) {
    lf_game *fast = load_without(name, "");
    const char *without;
    compare_without(fast, name, "all", decisions);
    for (int i = 0; (without = lf_optimisation_name(i, NULL)); i++)
        compare_without(fast, name, without, decisions / 2);
    lf_game_free(fast);
}

/* How much of a game is played: less of those whose decisions take long. */
static uint64_t decisions_of(const char *name, uint64_t decisions) {
    static const char *const slow_games[] = {"fire-in-the-lake", "amazons", "go", "go-9x9"};
    bool slow = false;
    for (size_t i = 0; i < sizeof slow_games / sizeof *slow_games; i++)
        slow = slow || strcmp(name, slow_games[i]) == 0;
    return slow ? decisions / 10 : decisions;
}

static void optimisations(void **state) {
    (void)state;
    for (int i = 0; i < BUNDLED_GAMES; i++)
        compare_optimisations(bundled_games[i], decisions_of(bundled_games[i], DECISIONS / 10));
}

static void whole_games(void **state) {
    (void)state;
    for (int i = 0; i < BUNDLED_GAMES; i++) {
        print_message("%s\n", bundled_games[i]); /* so that a failure says which */
        play(bundled_games[i], decisions_of(bundled_games[i], DECISIONS));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games),
        cmocka_unit_test(optimisations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
