/* test_alphabeta.c: alpha-beta finds replies that refute a move. The best moves of these small
 * positions are obvious to anybody who knows the rules of chess. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "ludoforge_agents.h"
#include "ludoforge_tools.h"

static lf_state *position(const lf_game *game, const char *text) {
    const lf_setup setup = {.seed = 1, .position = text};
    lf_error error = {0};
    lf_state *const state = lf_state_new(game, &setup, &error);
    if (state == NULL)
        fail_msg("%s: %s", text, error.message);
    return state;
}

/* Plays one turn and writes the ids of the chosen options, separated by blanks. */
static void play_turn(lf_state *state, const char *words, char *said, size_t size) {
    const lf_seat seat = lf_decider(state);
    lf_agent *const agent = lf_agent_new(lf_state_game(state), words, NULL);
    assert_non_null(agent);
    assert_int_equal(lf_agent_begin(agent, seat, 3), LF_OK);
    said[0] = '\0';
    while (!lf_terminal(state, NULL) && lf_decider(state) == seat) {
        char number[LF_NUMBER_SIZE];
        const int option = lf_agent_choose(agent, state);
        assert_true(option >= 0 && option < lf_legal_count(state));
        const size_t used = strlen(said);
        snprintf(said + used, size - used, "%s%s", used > 0 ? " " : "",
                 lf_option_id(state, option, number, sizeof number));
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    lf_agent_free(agent);
}

static void test_best_move_is_found(void **unused) {
    static const struct {
        const char *position, *best, *never;
    } rows[] = {
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1 a8", NULL},  /* mate on the last row */
        {"4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "c3 d5", NULL},  /* a queen without a guard */
        {"4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", NULL, "d1 d5"}, /* the pawn is guarded */
        {"3qk3/8/8/8/8/5p2/3P4/4K3 b - - 0 1", NULL, "d8 d2"}, /* so is this one, by the king */
        /* the best promotion of a pawn */
        {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7 queen", NULL},
    };
    (void)unused;
    lf_game *const game = load_bundled("chess");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char said[64];
        lf_state *const state = position(game, rows[i].position);
        play_turn(state, "hard:400", said, sizeof said);
        if (rows[i].best != NULL)
            assert_string_equal(said, rows[i].best);
        else
            assert_string_not_equal(said, rows[i].never);
        lf_state_free(state);
    }
    lf_game_free(game);
}

/* Two rooks mate in two moves, whatever the king does. */
static void test_mate_in_two_is_found(void **unused) {
    (void)unused;
    char said[64];
    lf_outcome outcome;
    lf_game *const game = load_bundled("chess");
    lf_state *const state = position(game, "7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    play_turn(state, "hard:2000", said, sizeof said);
    /* the king has one square left */
    while (!lf_terminal(state, NULL) && lf_decider(state) == 1)
        assert_int_equal(lf_apply(state, 0), LF_OK);
    play_turn(state, "hard:2000", said, sizeof said);
    assert_true(lf_terminal(state, &outcome));
    assert_int_equal(outcome.winner, 0);
    lf_state_free(state);
    lf_game_free(game);
}

/* In advice the mate is certain, no line goes beyond the end, and the best option comes first. */
static void test_advice_on_a_mate(void **unused) {
    (void)unused;
    lf_game *const game = load_bundled("chess");
    lf_state *const state = position(game, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    lf_agent *const agent = lf_agent_new(game, "hard:400", NULL);
    assert_int_equal(lf_agent_begin(agent, 0, 3), LF_OK);
    lf_advice *const advice = lf_agent_advise(agent, state, NULL);
    assert_non_null(advice);
    assert_true(advice->count >= 2);
    assert_float_equal(advice->options[0].win, 1, 1e-6);
    for (int i = 1; i < advice->count; i++)
        assert_true(advice->options[i].win <= advice->options[i - 1].win);
    lf_advice_free(advice);
    lf_agent_free(agent);
    lf_state_free(state);
    lf_game_free(game);
}

/* The same number of positions gives the same choices with any number of threads. A game with dice
 * does not suit alpha-beta and is played by other algorithms. */
static void test_choices_repeat_and_dice_are_left_to_others(void **unused) {
    (void)unused;
    char one[64], two[64];
    lf_game *const game = load_bundled("chess"), *const dice = load_bundled("backgammon");
    for (int i = 0; i < 3; i++) {
        static const char *const texts[] = {
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
            "r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3K2R w KQkq - 0 1"};
        lf_state *const state = position(game, texts[i]), *const again = position(game, texts[i]);
        play_turn(state, "hard:60,searchers=2,threads=1", one, sizeof one);
        play_turn(again, "hard:60,searchers=2,threads=2", two, sizeof two);
        assert_string_equal(one, two);
        lf_state_free(state);
        lf_state_free(again);
    }
    lf_state *const race = lf_state_new(dice, NULL, NULL);
    play_turn(race, "hard:40", one, sizeof one);
    lf_state_free(race);
    lf_game_free(dice);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_move_is_found),
        cmocka_unit_test(test_mate_in_two_is_found),
        cmocka_unit_test(test_advice_on_a_mate),
        cmocka_unit_test(test_choices_repeat_and_dice_are_left_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
