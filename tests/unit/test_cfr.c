/* test_cfr.c: small games that are solved as a whole: trees, strategies and their quality, and the
 * agent `cfr`.
 *
 * The expected values have other sources: -1/18 for Kuhn poker; the exploitability of uniform play
 * in Kuhn and Leduc poker as published with OpenSpiel; the value of Leduc poker as published and as
 * leduc_fixture.h computes it without the engine. */
#include <math.h>

#include "api/agents/cfr/played.h"
#include "api/agents/cfr/strategy.h"
#include "env_fixture.h"
#include "leduc_fixture.h"
#include "ludoforge_agents.h"

static const tree_limits roomy = {.nodes = 200000};

static game_tree *tree_of(const lf_game *game) {
    lf_error error = {0};
    game_tree *tree = lf_cfr_tree_new(game, NULL, &roomy, &error);
    if (tree == NULL)
        fail_msg("%s", error.message);
    return tree;
}

static void assert_near(double found, double expected, double within) {
    if (fabs(found - expected) > within)
        fail_msg("%.9f is not %.9f", found, expected);
}

/* ---- trees ---- */

/* 6 deals (3, then 2 cards); 12 information states with 2 actions each; 30 ends. */
static void test_the_tree_of_kuhn(void **state) {
    (void)state;
    lf_game *game = load_bundled("kuhn-poker", "");
    game_tree *tree = tree_of(game);
    assert_int_equal(tree->set_count, 12);
    assert_int_equal(tree->action_count, 24);
    assert_int_equal(tree->end_count, 30);
    assert_int_equal(tree->node_count, 1 + 3 + 6 * (4 + 5));
    for (int i = 1; i < tree->node_count; i++)
        assert_true(tree->nodes[i].parent < i);
    lf_cfr_tree_free(tree);
    lf_game_free(game);
}

static void test_the_tree_of_leduc(void **state) {
    (void)state;
    lf_game *game = load_bundled("leduc-poker", "");
    game_tree *tree = tree_of(game);
    /* A round has six places where a seat decides and five ways into the second round; each seat
     * gets a card, then one is open. */
    assert_int_equal(tree->set_count, 6 * 6 + 6 * 5 * 5 * 6);
    lf_cfr_tree_free(tree);
    lf_game_free(game);
}

static void test_large_games_are_refused(void **state) {
    (void)state;
    static const char *const big[] = {"connect-four", "fire-in-the-lake"};
    for (size_t i = 0; i < 2; i++) {
        lf_game *game = load_bundled(big[i], "");
        lf_error error = {0};
        assert_null(lf_cfr_tree_new(game, NULL, &(tree_limits){.nodes = 2000}, &error));
        assert_int_equal(error.status, LF_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "too big"));
        assert_non_null(strstr(error.message, "mcts"));
        lf_game_free(game);
    }
    lf_game *kuhn = load_bundled("kuhn-poker", "");
    lf_error error = {0};
    assert_false(lf_cfr_tree_fits(kuhn, NULL, &(tree_limits){.nodes = 57}, &error));
    assert_true(lf_cfr_tree_fits(kuhn, NULL, &(tree_limits){.nodes = 58}, &error));
    assert_false(lf_cfr_tree_fits(kuhn, NULL, &(tree_limits){.nodes = 58, .bytes = 1000}, &error));
    lf_game_free(kuhn);
}

/* ---- the quality of strategies ---- */

static void test_uniform_play_has_published_exploitability(void **state) {
    (void)state;
    static const struct {
        const char *game;
        double exploitability;
    } rows[] = {{"kuhn-poker", 11.0 / 24}, {"leduc-poker", 2.373611}};
    for (size_t i = 0; i < 2; i++) {
        lf_game *game = load_bundled(rows[i].game, "");
        game_tree *tree = tree_of(game);
        double *strategy = calloc((size_t)tree->action_count, sizeof *strategy);
        strategy_worth worth;
        lf_cfr_strategy_uniform(tree, strategy);
        assert_true(lf_cfr_strategy_measure(tree, strategy, &worth));
        assert_true(worth.zero_sum);
        assert_near(worth.exploitability, rows[i].exploitability, 1e-6);
        assert_near(worth.value[0] + worth.value[1], 0, 1e-12);
        free(strategy);
        lf_cfr_tree_free(tree);
        lf_game_free(game);
    }
}

/* Iterates until the exploitability is below this. */
static strategy_worth solve(const game_tree *tree, double wanted, int most) {
    cfr *c = lf_cfr_new(tree);
    double *strategy = calloc((size_t)tree->action_count, sizeof *strategy);
    strategy_worth worth = {.exploitability = INFINITY};
    for (int i = 0; i < most && worth.exploitability >= wanted; i++) {
        lf_cfr_iterate(c);
        lf_cfr_average(c, strategy);
        if (i % 50 == 49)
            assert_true(lf_cfr_strategy_measure(tree, strategy, &worth));
    }
    assert_true(worth.exploitability < wanted);
    lf_cfr_free(c);
    free(strategy);
    return worth;
}

static void test_kuhn_is_solved(void **state) {
    (void)state;
    lf_game *game = load_bundled("kuhn-poker", "");
    game_tree *tree = tree_of(game);
    const strategy_worth worth = solve(tree, 1e-4, 5000);
    assert_near(worth.value[0], -1.0 / 18,
                2e-4); /* an error of e in both seats changes the value by at most 2e */
    lf_cfr_tree_free(tree);
    lf_game_free(game);
}

static void test_leduc_is_solved(void **state) {
    (void)state;
    lf_game *game = load_bundled("leduc-poker", "");
    game_tree *tree = tree_of(game);
    const strategy_worth worth = solve(tree, 5e-4, 5000);
    int states = 0;
    const double independent = leduc_value(800, &states);
    assert_int_equal(states, 288);
    assert_near(independent, -0.0856064, 1e-3);
    assert_near(worth.value[0], independent, 1e-3);
    lf_cfr_tree_free(tree);
    lf_game_free(game);
}

/* Three seats in turn: a seat that keeps has a coin, one that rolls has a coin if the die shows 6.
 * So all keep. */
static lf_game *three_keepers(void) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("```yaml\n"
          "metadata: {id: keepers, name: Keepers}\n"
          "seats: [Red, Blue, Green]\n"
          "options: [{id: sides, type: int, min: 1, max: 6, default: 6}]\n"
          "turnStructure: {phases: [{id: main}]}\n"
          "seatVars: [{name: coins, type: int, max: 1}]\n"
          "globalVars: [{name: turns, type: int, max: 3}]\n"
          "procedures:\n"
          "  tick: |\n"
          "    turns += 1\n"
          "    activePlayer = next(activePlayer)\n"
          "actions:\n"
          "  - id: keep\n"
          "    phase: main\n"
          "    effects: |\n"
          "      activePlayer.coins += 1\n"
          "      tick()\n"
          "  - id: gamble\n"
          "    phase: main\n"
          "    effects: |\n"
          "      let die = roll 6\n"
          "      if die >= sides: activePlayer.coins += 1\n"
          "      tick()\n"
          "terminal:\n"
          "  checkpoints: [{id: all, when: turns == 3, draw: true}]\n"
          "  margins:\n"
          "    - {seat: Red, value: Red.coins}\n"
          "    - {seat: Blue, value: Blue.coins}\n"
          "    - {seat: Green, value: Green.coins}\n"
          "```\n",
          file);
    assert_int_equal(fclose(file), 0);
    return load(path, "");
}

static void test_three_seats_and_dice(void **state) {
    (void)state;
    lf_game *game = three_keepers();
    game_tree *tree = tree_of(game);
    assert_int_equal(tree->set_count, 1 + 7 + 49); /* all seats see the roll */
    const strategy_worth worth = solve(tree, 1e-3, 5000);
    assert_false(worth.zero_sum);
    for (int seat = 0; seat < 3; seat++) {
        assert_near(worth.response[seat], 1, 1e-9);
        assert_near(worth.value[seat], 1, 3e-3);
    }
    lf_cfr_tree_free(tree);
    lf_game_free(game);
}

/* ---- the agent ---- */

/* The gain of a best response against the agent, which is asked in every information set. */
static strategy_worth exploitability_of_agent(const lf_game *game, const lf_setup *setup,
                                              const char *words, int samples) {
    lf_error error = {0};
    strategy_worth worth;
    bool exact = false;
    game_tree *tree = lf_cfr_tree_new(game, setup, &roomy, &error);
    assert_non_null(tree);
    double *strategy = calloc((size_t)tree->action_count, sizeof *strategy);
    const played_question question = {
        .setup = setup, .agent = words, .samples = samples, .seed = 5};
    if (!lf_cfr_played_strategy(tree, &question, strategy, &exact, &error))
        fail_msg("%s", error.message);
    assert_int_equal(exact, samples == 0);
    assert_true(lf_cfr_strategy_measure(tree, strategy, &worth));
    free(strategy);
    lf_cfr_tree_free(tree);
    return worth;
}

/* The agent is measured as it plays, by what it sees and remembers, not by its tables. */
static void test_the_agent_cannot_be_exploited(void **state) {
    (void)state;
    static const char *const small[] = {"kuhn-poker", "leduc-poker"};
    for (size_t i = 0; i < 2; i++) {
        lf_game *game = load_bundled(small[i], "");
        assert_true(exploitability_of_agent(game, NULL, "cfr", 0).exploitability < 1e-3);
        assert_true(exploitability_of_agent(game, NULL, "cfr:2", 0).exploitability >
                    1e-2); /* so few iterations are not enough */
        lf_game_free(game);
    }
}

/* An agent that does not know its probabilities is asked many times. */
static void test_any_agent_is_measured(void **state) {
    (void)state;
    lf_game *game = load_bundled("kuhn-poker", "");
    assert_near(exploitability_of_agent(game, NULL, "random", 0).exploitability, 11.0 / 24, 1e-9);
    assert_true(exploitability_of_agent(game, NULL, "greedy", 50).exploitability > 0.1);
    lf_game_free(game);
}

/* Over many games the frequencies are those of the strategy: First bets a Jack a third as often as
 * a King. */
static void test_choices_follow_the_strategy(void **state) {
    (void)state;
    enum { GAMES = 4000 };
    lf_game *game = load_bundled("kuhn-poker", "");
    lf_agent *bot = lf_agent_new(game, "cfr", NULL);
    lf_state *hand = begin(game, 0);
    int bets[3] = {0}, hands[3] = {0};
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        restart(hand, seed);
        lf_agent_begin(bot, 0, seed);
        const int card = lf_stack_card(hand, lf_find(game, LF_OF_STACKS, "hand:First"), 0);
        assert_true(card >= 0);
        hands[card]++;
        bets[card] += lf_agent_choose(bot, hand) == lf_find_option(hand, "bet");
    }
    assert_near((double)bets[1] / hands[1], 0, 0.03); /* with a Queen it checks */
    assert_near((double)bets[0] / hands[0], (double)bets[2] / hands[2] / 3,
                0.05); /* Kuhn: alpha and 3 alpha */
    lf_agent_free(bot);
    lf_state_free(hand);
    lf_game_free(game);
}

/* The choice does not depend on the other's card, the rest of the deck or the RNG. */
static void test_choices_ignore_hidden_information(void **state) {
    (void)state;
    static const char *const small[] = {"kuhn-poker", "leduc-poker"};
    int compared = 0;
    for (size_t i = 0; i < 2; i++) {
        lf_game *game = load_bundled(small[i], "");
        lf_agent *bot = lf_agent_new(game, "cfr:100", NULL),
                 *twin = lf_agent_new(game, "cfr:100", NULL);
        for (uint64_t seed = 0; seed < 60; seed++) {
            lf_state *hand = begin(game, seed), *other = lf_state_clone(hand);
            lf_agent_begin(bot, (lf_seat)(seed % 2), seed);
            lf_agent_begin(twin, (lf_seat)(seed % 2), seed);
            while (!lf_terminal(hand, NULL)) {
                const lf_seat seat = lf_decider(hand);
                lf_copy(other, hand);
                lf_determinize(other, seat, seed + 99);
                compared += !lf_equal(hand, other) && seat == (lf_seat)(seed % 2);
                const int option = lf_agent_choose(bot, hand);
                assert_int_equal(option, lf_agent_choose(twin, other));
                assert_int_equal(lf_apply(hand, option >= 0 ? option : 0), LF_OK);
            }
            lf_state_free(hand);
            lf_state_free(other);
        }
        lf_agent_free(bot);
        lf_agent_free(twin);
        lf_game_free(game);
    }
    assert_true(compared > 60);
}

/* The agent solves the game with its options: if every side of the die brings the coin, rolling is
 * as good as keeping. */
static void test_options_are_respected(void **state) {
    (void)state;
    lf_game *game = three_keepers();
    const char *const generous[] = {"sides=1", NULL}, *const hard[] = {"sides=6", NULL};
    const lf_setup sure = {.options = generous}, rare = {.options = hard};
    assert_near(exploitability_of_agent(game, &rare, "cfr:200", 0).value[0], 1, 1e-2);
    lf_agent *bot = lf_agent_new(game, "cfr:200", NULL);
    const lf_setup *const both[] = {&sure, &rare, &sure};
    double gambled[3];
    for (int i = 0; i < 3; i++) {
        lf_state *table = lf_state_new(game, both[i], NULL);
        assert_non_null(table);
        lf_agent_begin(bot, 0, 1);
        lf_advice *advice = lf_agent_advise(bot, table, NULL);
        assert_non_null(advice);
        const int gamble = lf_find_option(table, "gamble");
        for (int k = 0; k < advice->count; k++)
            if (advice->options[k].option == gamble)
                gambled[i] = advice->options[k].margin;
        lf_advice_free(advice);
        lf_state_free(table);
    }
    assert_near(gambled[0], 1, 1e-9);
    assert_near(gambled[1], 1.0 / 6, 1e-9);
    assert_near(gambled[2], 1, 1e-9);
    lf_agent_free(bot);
    lf_game_free(game);
}

static void test_wrong_settings_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *words, *says;
    } rows[] = {{"cfr:iteratons=5", "did you mean \"iterations\""},
                {"cfr:depth=5", "takes iterations=N and nodes=N"},
                {"cfr:iterations=none", "not \"none\""},
                {"cfr:2s", "not \"2s\""},
                {"cfr:nodes=0", "from 1"},
                {"cfr:nodes=10", "too big"}};
    lf_game *game = load_bundled("kuhn-poker", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lf_error error = {0};
        assert_null(lf_agent_new(game, rows[i].words, &error));
        assert_int_equal(error.status, LF_BAD_ARGUMENT);
        if (strstr(error.message, rows[i].says) == NULL)
            fail_msg("%s: %s", rows[i].words, error.message);
    }
    lf_game_free(game);
}

/* In the middle of a game, after a cancel, and without memory the agent still answers or reports an
 * error. */
static void test_agent_answers_without_history_time_or_memory(void **state) {
    (void)state;
    lf_game *game = load_bundled("leduc-poker", "");
    lf_agent *bot = lf_agent_new(game, "cfr:50", NULL);
    lf_state *hand = begin(game, 4);
    assert_int_equal(lf_apply(hand, lf_find_option(hand, "check")), LF_OK);
    assert_int_equal(lf_apply(hand, lf_find_option(hand, "bet")), LF_OK);
    assert_int_equal(lf_apply(hand, lf_find_option(hand, "call")), LF_OK);
    lf_agent_begin(bot, 0, 1);
    assert_true(lf_agent_choose(bot, hand) >= 0);
    lf_agent_free(bot);
    bot = lf_agent_new(game, "cfr", NULL);
    lf_agent_begin(bot, 0, 1);
    lf_agent_cancel(bot);
    assert_true(lf_agent_choose(bot, hand) >= 0);
    lf_agent_begin(bot, 0, 1);
    lf_agent_limit(bot, 0, 10000);
    assert_int_equal(lf_agent_choose(bot, hand), LF_NO_OPTION);
    lf_agent_limit(bot, 1e-3, 0);
    assert_true(lf_agent_choose(bot, hand) >= 0);
    lf_agent_free(bot);
    lf_state_free(hand);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tree_of_kuhn),
        cmocka_unit_test(test_the_tree_of_leduc),
        cmocka_unit_test(test_large_games_are_refused),
        cmocka_unit_test(test_uniform_play_has_published_exploitability),
        cmocka_unit_test(test_kuhn_is_solved),
        cmocka_unit_test(test_leduc_is_solved),
        cmocka_unit_test(test_three_seats_and_dice),
        cmocka_unit_test(test_the_agent_cannot_be_exploited),
        cmocka_unit_test(test_any_agent_is_measured),
        cmocka_unit_test(test_choices_follow_the_strategy),
        cmocka_unit_test(test_choices_ignore_hidden_information),
        cmocka_unit_test(test_options_are_respected),
        cmocka_unit_test(test_wrong_settings_are_refused),
        cmocka_unit_test(test_agent_answers_without_history_time_or_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
