/* test_cooperation.c: games that all seats win or lose together. To each of them a win is a
 * whole win and a loss is a loss, so that agents play them; in other games an equal result is
 * shared as ever. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/agents/agents.h"
#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_env.h"

#define GOAL 21
#define SEATS 3

/* The seats count together to 21, one to three at a time. Who steps on a trap, or beyond 21, has
 * lost for all. */
static const char spec[] = "```yaml\n"
                           "metadata: {id: count-up, name: Count up}\n"
                           "seats: [Red, Blue, Green]\n"
                           "globalVars: [{name: total, type: int, max: 24}]\n"
                           "functions:\n"
                           "  lost: total in {4, 5, 10, 12, 16, 18} or total > 21\n"
                           "turnStructure: {phases: [{id: count, seats: [Red, Blue, Green]}]}\n"
                           "actions:\n"
                           "  - id: count\n"
                           "    phase: count\n"
                           "    effects: |\n"
                           "      choose n in 1..3\n"
                           "      total += n\n"
                           "      end turn\n"
                           "terminal:\n"
                           "  checkpoints:\n"
                           "    - {id: won, when: total == 21}\n"
                           "    - {id: lost, when: \"lost()\"%s}\n"
                           "  margins:\n"
                           "    - {seat: Red, value: %s}\n"
                           "    - {seat: Blue, value: %s}\n"
                           "    - {seat: Green, value: %s}\n"
                           "  %s\n"
                           "```\n";

#define TOGETHER "if total == 21 then 1 else -1"

typedef struct {
    const char *draw, *red, *blue, *green, *ties;
} rules;

static const rules shared = {"", TOGETHER, TOGETHER, TOGETHER, "ties: shared"};

static lf_game *load(const rules *r) {
    char text[4096];
    lf_diagnostics *problems = NULL;
    snprintf(text, sizeof text, spec, r->draw, r->red, r->blue, r->green, r->ties);
    lf_game *game = lf_game_load_memory("count-up.game-spec.md", text, strlen(text), &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static bool is_trap(int total) {
    return total == 4 || total == 5 || total == 10 || total == 12 || total == 16 || total == 18 ||
           total > GOAL;
}

/* The chance that players who count at random reach the goal from here. */
static double chance_at_random(int total) {
    if (is_trap(total) || total == GOAL)
        return total == GOAL;
    return (chance_at_random(total + 1) + chance_at_random(total + 2) +
            chance_at_random(total + 3)) /
           3;
}

static void count(lf_state *state, const char *numbers) {
    for (; *numbers != '\0'; numbers++)
        assert_int_equal(lf_apply(state, *numbers - '1'), LF_OK);
}

/* ---- what an end is worth ---- */

static void expect_shares(const lf_game *game, const char *numbers, double share, double returns) {
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_outcome outcome;
    double shares[SEATS], won[SEATS];
    evaluation e;
    evaluator *margins = lf_evaluator_new(game, "margins", NULL);
    count(state, numbers);
    assert_true(lf_terminal(state, &outcome));
    lf_win_shares(game, &outcome, SEATS, shares);
    lf_returns(state, won);
    lf_evaluate(margins, state, LF_NOBODY, &e);
    for (int seat = 0; seat < SEATS; seat++) {
        assert_true(shares[seat] == share);
        assert_true(e.win[seat] == (float)share);
        assert_true(won[seat] == returns);
        assert_true((won[seat] > 0) == (shares[seat] >= 1) || share < 1);
    }
    lf_evaluator_free(margins);
    lf_state_free(state);
}

static const char *winning(void) {
    static char numbers[GOAL + 1];
    int total = 0, n = 0;
    while (total < GOAL) {
        int step = 3;
        while (step > 0 && (is_trap(total + step) || chance_at_random(total + step) <= 0))
            step--;
        assert_true(step > 0);
        numbers[n++] = (char)('0' + step);
        total += step;
    }
    return numbers;
}

static void test_all_win_or_all_lose(void **unused) {
    (void)unused;
    const rules drawn = {", draw: true", TOGETHER, TOGETHER, TOGETHER, "ties: shared"};
    /* equal margins are a draw by the rules */
    const rules unsaid = {"", TOGETHER, TOGETHER, TOGETHER, ""};
    const rules *const rows[] = {&shared, &drawn, &unsaid};
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        lf_game *game = load(rows[i]);
        expect_shares(game, winning(), 1, 1);
        expect_shares(game, "31", 0, -1);
        lf_game_free(game);
    }
}

/* Where margins are not the same by the rules, equal ones are a tie: shared among those who have
 * them, or a draw. */
static void test_ties_stay_ties(void **unused) {
    (void)unused;
    const rules competing = {"", "total", "total * 1", "total + 0", "ties: shared"};
    const rules drawn = {"", "total", "total * 1", "total + 0", ""};
    lf_game *game = load(&competing);
    expect_shares(game, "31", 1.0 / SEATS, 4);
    lf_game_free(game);
    game = load(&drawn);
    expect_shares(game, "31", 1.0 / SEATS, 4);
    lf_game_free(game);
    const rules two = {"", "total", "total", "total - 1", "ties: shared"};
    game = load(&two);
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_outcome outcome;
    double shares[SEATS];
    count(state, "31");
    assert_true(lf_terminal(state, &outcome));
    lf_win_shares(game, &outcome, SEATS, shares);
    assert_true(shares[0] == 0.5 && shares[1] == 0.5 && shares[2] == 0);
    lf_state_free(state);
    lf_game_free(game);
}

/* A rule that names the winner decides, whatever the margins are. */
static void test_a_named_winner_wins_alone(void **unused) {
    (void)unused;
    const rules named = {", winner: Blue", TOGETHER, TOGETHER, TOGETHER, "ties: shared"};
    lf_game *game = load(&named);
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_outcome outcome;
    double shares[SEATS];
    count(state, "31");
    assert_true(lf_terminal(state, &outcome));
    lf_win_shares(game, &outcome, SEATS, shares);
    assert_true(shares[0] == 0 && shares[1] == 1 && shares[2] == 0);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- agents ---- */

static int wins(const lf_game *game, const char *words, int games) {
    int won = 0;
    for (uint64_t seed = 0; seed < (uint64_t)games; seed++) {
        agent a[SEATS];
        lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
        for (int seat = 0; seat < SEATS; seat++) {
            assert_true(lf_agent_open(&a[seat], game, words, NULL));
            lf_agent_start(&a[seat], seat, seed);
        }
        while (!lf_terminal(state, NULL))
            assert_int_equal(lf_apply(state, lf_agent_pick(&a[lf_decider(state)], state)), LF_OK);
        won += lf_global(state, lf_find(game, LF_OF_GLOBALS, "total")) == GOAL;
        for (int seat = 0; seat < SEATS; seat++)
            lf_agent_close(&a[seat]);
        lf_state_free(state);
    }
    return won;
}

/* Who plays at random hardly ever gets there; who thinks of the others as partners always does. */
static void test_agents_cooperate(void **unused) {
    (void)unused;
    static const char *const agents[] = {"hard:2000,memory=4M", "mcts:2000,memory=4M"};
    const double at_random = chance_at_random(0);
    assert_true(at_random > 0 && at_random < 0.1);
    const rules two_ways[] = {shared,
                              {", draw: true", TOGETHER, TOGETHER, TOGETHER, "ties: shared"}};
    for (size_t i = 0; i < LF_COUNT(two_ways); i++) {
        lf_game *game = load(&two_ways[i]);
        for (size_t k = 0; k < LF_COUNT(agents); k++)
            assert_int_equal(wins(game, agents[k], 4), 4);
        assert_true(wins(game, "random", 200) < 40);
        lf_game_free(game);
    }
}

/* At 9 a step of one or three is a trap. */
static void test_a_shared_loss_is_avoided(void **unused) {
    (void)unused;
    lf_game *game = load(&shared);
    lf_state *state = lf_state_new(game, NULL, NULL);
    agent a;
    count(state, "333");
    assert_true(lf_agent_open(&a, game, "hard:300,memory=4M", NULL));
    lf_agent_start(&a, lf_decider(state), 1);
    assert_int_equal(lf_agent_pick(&a, state), 1);
    lf_agent_close(&a);
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_win_or_all_lose),       cmocka_unit_test(test_ties_stay_ties),
        cmocka_unit_test(test_a_named_winner_wins_alone), cmocka_unit_test(test_agents_cooperate),
        cmocka_unit_test(test_a_shared_loss_is_avoided),
    };
    return cmocka_run_group_tests_name("cooperation", tests, NULL, NULL);
}
