/* test_cfr.c: small games solved as a whole: trees, strategies, what they are worth, and the agent that plays them.
 *
 * Values come from elsewhere: Kuhn's -1/18; what uniform play loses against its best response in Kuhn and Leduc poker, as published with OpenSpiel;
 * the value of Leduc poker as published and as leduc_fixture.h computes it without the engine. */
#include <math.h>

#include "api/agents/cfr/strategy.h"
#include "env_fixture.h"
#include "leduc_fixture.h"

static const tree_limits roomy = {.nodes = 200000};

static game_tree *tree_of(const lf_game *game) {
    lf_error error = {0};
    game_tree *tree = tree_new(game, NULL, &roomy, &error);
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
    tree_free(tree);
    lf_game_free(game);
}

static void test_the_tree_of_leduc(void **state) {
    (void)state;
    lf_game *game = load_bundled("leduc-poker", "");
    game_tree *tree = tree_of(game);
    assert_int_equal(tree->set_count,
                     936); /* 288 for each suit of the own card and, in the second round, of the open one … */
    int first_round = 0;
    for (int i = 0; i < tree->set_count; i++)
        first_round += tree->sets[i].level == 0 || tree->sets[tree->sets[i].previous].level == 0;
    assert_true(first_round > 0);
    tree_free(tree);
    lf_game_free(game);
}

static void test_too_big(void **state) {
    (void)state;
    static const char *const big[] = {"connect-four", "fire-in-the-lake"};
    for (size_t i = 0; i < 2; i++) {
        lf_game *game = load_bundled(big[i], "");
        lf_error error = {0};
        assert_null(tree_new(game, NULL, &(tree_limits){.nodes = 2000}, &error));
        assert_int_equal(error.status, LF_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "too big"));
        assert_non_null(strstr(error.message, "mcts"));
        lf_game_free(game);
    }
    lf_game *kuhn = load_bundled("kuhn-poker", "");
    lf_error error = {0};
    assert_false(tree_fits(kuhn, NULL, &(tree_limits){.nodes = 57}, &error));
    assert_true(tree_fits(kuhn, NULL, &(tree_limits){.nodes = 58}, &error));
    assert_false(tree_fits(kuhn, NULL, &(tree_limits){.nodes = 58, .bytes = 1000}, &error));
    lf_game_free(kuhn);
}

/* ---- what strategies are worth ---- */

static void test_uniform_play_is_worth_what_is_published(void **state) {
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
        strategy_uniform(tree, strategy);
        assert_true(strategy_measure(tree, strategy, &worth));
        assert_true(worth.zero_sum);
        assert_near(worth.exploitability, rows[i].exploitability, 1e-6);
        assert_near(worth.value[0] + worth.value[1], 0, 1e-12);
        free(strategy);
        tree_free(tree);
        lf_game_free(game);
    }
}

/* Iterates until nobody can gain more than this. */
static strategy_worth solve(const game_tree *tree, double wanted, int most) {
    cfr *c = cfr_new(tree);
    double *strategy = calloc((size_t)tree->action_count, sizeof *strategy);
    strategy_worth worth = {.exploitability = INFINITY};
    for (int i = 0; i < most && worth.exploitability >= wanted; i++) {
        cfr_iterate(c);
        cfr_average(c, strategy);
        if (i % 50 == 49)
            assert_true(strategy_measure(tree, strategy, &worth));
    }
    assert_true(worth.exploitability < wanted);
    cfr_free(c);
    free(strategy);
    return worth;
}

static void test_kuhn_is_solved(void **state) {
    (void)state;
    lf_game *game = load_bundled("kuhn-poker", "");
    game_tree *tree = tree_of(game);
    const strategy_worth worth = solve(tree, 1e-4, 5000);
    assert_near(worth.value[0], -1.0 / 18,
                2e-4); /* an error of e in both seats moves the value by 2e at most */
    tree_free(tree);
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
    tree_free(tree);
    lf_game_free(game);
}

/* Three seats, in turn: who keeps has a coin, and who rolls has one if the die shows 6. So all keep. */
static lf_game *three_keepers(void) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("```yaml\n"
          "metadata: {id: keepers, name: Keepers}\n"
          "seats: [Red, Blue, Green]\n"
          "options: [{id: sides, type: int, min: 2, max: 6, default: 6}]\n"
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
    assert_int_equal(tree->set_count, 1 + 7 + 49); /* what was rolled is seen by all */
    const strategy_worth worth = solve(tree, 1e-3, 5000);
    assert_false(worth.zero_sum);
    for (int seat = 0; seat < 3; seat++) {
        assert_near(worth.response[seat], 1, 1e-9);
        assert_near(worth.value[seat], 1, 3e-3);
    }
    tree_free(tree);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tree_of_kuhn),
        cmocka_unit_test(test_the_tree_of_leduc),
        cmocka_unit_test(test_too_big),
        cmocka_unit_test(test_uniform_play_is_worth_what_is_published),
        cmocka_unit_test(test_kuhn_is_solved),
        cmocka_unit_test(test_leduc_is_solved),
        cmocka_unit_test(test_three_seats_and_dice),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
