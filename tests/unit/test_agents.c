/* test_agents.c: agents through the public API. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ludoforge_agents.h"

#include <cmocka.h>

static lf_game *load(const char *name) {
    lf_game *game = lf_game_load_bundled(name, NULL);
    assert_non_null(game);
    return game;
}

/* Plays one game. Returns a hash of the choices, and the winner. */
static uint64_t play(const lf_game *game, const char *const agents[2], uint64_t seed,
                     lf_seat *winner) {
    lf_agent *both[2];
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
    uint64_t choices = 17;
    lf_outcome outcome;
    assert_non_null(state);
    for (int i = 0; i < 2; i++) {
        both[i] = lf_agent_new(game, agents[i], NULL);
        assert_non_null(both[i]);
        assert_int_equal(lf_agent_begin(both[i], i, seed), LF_OK);
    }
    while (!lf_terminal(state, &outcome)) {
        const lf_seat seat = lf_decider(state);
        const uint64_t before = lf_hash(state);
        assert_int_equal(lf_agent_choose(both[1 - seat], state), LF_NO_OPTION); /* not its own */
        const int option = lf_agent_choose(both[seat], state);
        assert_true(option >= 0 && option < lf_legal_count(state));
        assert_true(lf_hash(state) == before);
        choices = choices * 31 + (uint64_t)option;
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    *winner = outcome.winner;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lf_agent_choose(both[i], state), LF_NO_OPTION); /* the game is over */
        lf_agent_free(both[i]);
    }
    lf_state_free(state);
    return choices;
}

/* Every agent plays the game, or opening it fails with a reason. */
static void test_every_agent_plays(void **state) {
    (void)state;
    lf_game *game = load("connect-four"), *small = load("kuhn-poker");
    const char *summary = NULL, *name;
    lf_seat winner;
    int count = 0;
    for (; (name = lf_agent_name(count, &summary)) != NULL; count++) {
        lf_error error = {0};
        lf_agent *agent = lf_agent_new(game, name, &error);
        assert_true(strlen(summary) > 5);
        char words[64]; /* agents that search: by iterations, not by the clock */
        snprintf(words, sizeof words, "%s%s", name, strcmp(name, "random") != 0 ? ":50" : "");
        if (agent != NULL)
            play(game, (const char *const[]){words, "random"}, 3, &winner);
        else
            assert_non_null(strstr(error.message, "too big"));
        play(small, (const char *const[]){words, "random"}, 3, &winner);
        lf_agent_free(agent);
    }
    assert_true(count >= 2);
    assert_null(lf_agent_name(-1, NULL));
    lf_game_free(game);
    lf_game_free(small);
}

static void test_same_seed_gives_same_game(void **state) {
    (void)state;
    lf_game *game = load("connect-four");
    static const char *const agents[] = {"random", "greedy"};
    lf_seat winner;
    const uint64_t first = play(game, agents, 1, &winner);
    assert_true(first == play(game, agents, 1, &winner));
    assert_true(first != play(game, agents, 2, &winner));
    lf_game_free(game);
}

/* Greedy takes a win that is on offer, so it beats random play. */
static void test_greedy_beats_random(void **state) {
    (void)state;
    lf_game *game = load("tic-tac-toe");
    static const char *const agents[] = {"random", "greedy"};
    int won[2] = {0, 0};
    for (uint64_t seed = 0; seed < 200; seed++) {
        lf_seat winner;
        play(game, agents, seed, &winner);
        if (winner >= 0)
            won[winner]++;
    }
    assert_true(won[1] > won[0]);
    lf_game_free(game);
}

static void test_wrong_names_and_settings_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *agent, *words;
    } rows[] = {{"gredy", "Did you mean greedy?"},
                {"", "no agent \"\""},
                {"random:depth=3", "no settings"},
                {"mcts:thread=2", "did you mean \"threads\""},
                {"mcts:quick", "no setting \"quick\""},
                {"mcts:5x", "\"time\" cannot be \"5x\""},
                {"mcts:0", "\"iterations\" cannot be \"0\""},
                {"mcts:1.5", "\"iterations\" cannot be \"1.5\""},
                {"mcts:99999s", "write it like time=2s"},
                {"mcts:memory=1Q", "\"memory\" cannot be \"1Q\""},
                {"mcts:memory=4K", "write it like memory=64M"},
                {"mcts:threads=", "\"threads\" cannot be \"\""},
                {"mcts:explore=nan", "\"explore\" cannot be \"nan\""},
                {"mcts:turns=some", "write it like turns=2, auto, or end"},
                {"mcts:eval=margin", "no evaluation \"margin\""},
                {"mcts:explore=1,explore=1,explore=1,explore=1,explore=1,explore=1,explore=1,"
                 "explore=1,explore=1,mast=1",
                 "too long"},
                {"nobody-knows-an-agent-whose-name-is-longer-than-all-names-of-agents-are:x=1",
                 "no agent"}};
    lf_game *game = load("tic-tac-toe");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lf_error error = {0};
        assert_null(lf_agent_new(game, rows[i].agent, &error));
        assert_int_equal(error.status, LF_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, rows[i].words));
    }
    lf_game_free(game);
}

/* A seat that does not exist, an agent that has not begun, and a state of another game are
 * refused. */
static void test_bad_arguments_are_refused(void **state) {
    (void)state;
    lf_game *game = load("tic-tac-toe"), *other = load("connect-four");
    lf_agent *agent = lf_agent_new(game, "greedy", NULL);
    lf_state *mine = lf_state_new(game, NULL, NULL), *foreign = lf_state_new(other, NULL, NULL);
    assert_int_equal(lf_agent_choose(agent, mine), LF_NO_OPTION);
    assert_int_equal(lf_agent_begin(agent, 2, 1), LF_BAD_ARGUMENT);
    assert_int_equal(lf_agent_begin(agent, -2, 1), LF_BAD_ARGUMENT);
    assert_int_equal(lf_agent_begin(agent, LF_NOBODY, 1), LF_OK);
    assert_int_equal(lf_agent_choose(agent, mine),
                     LF_NO_OPTION); /* an agent without a seat chooses nothing */
    assert_int_equal(lf_agent_begin(agent, 0, 1), LF_OK);
    assert_int_equal(lf_agent_choose(agent, foreign), LF_NO_OPTION);
    assert_true(lf_agent_choose(agent, mine) >= 0);
    lf_state_free(mine);
    lf_state_free(foreign);
    lf_agent_free(agent);
    lf_agent_free(NULL);
    lf_game_free(game);
    lf_game_free(other);
}

/* All options are equally good; a prior prefers one of them. */
static const char habit[] = "```yaml\n"
                            "metadata: {id: habit, name: Habit}\n"
                            "seats: [Red, Blue]\n"
                            "spaces: [{id: road}, {id: field}, {id: swamp}, {id: wood}]\n"
                            "globalVars: [{name: turns, type: int}]\n"
                            "turnStructure: {phases: [{id: main}]}\n"
                            "actions:\n"
                            "  - id: walk\n"
                            "    phase: main\n"
                            "    params: [{name: where-to, domain: spaces}]\n"
                            "    effects: |\n"
                            "      turns += 1\n"
                            "      activePlayer = next(activePlayer)\n"
                            "      end turn\n"
                            "terminal:\n"
                            "  checkpoints: [{id: long, when: turns >= 9}]\n"
                            "  margins: [{seat: Red, value: 0}, {seat: Blue, value: 0}]\n"
                            "agents: {priors: {paved: {options: [road], weight: 100}}}\n"
                            "```\n";

/* An agent that does not find the best option still follows the priors. */
static void test_easy_follows_priors(void **state) {
    (void)state;
    lf_game *game = lf_game_load_memory("habit.game-spec.md", habit, strlen(habit), NULL);
    assert_non_null(game);
    lf_state *position = lf_state_new(game, NULL, NULL);
    lf_agent *agent = lf_agent_new(game, "easy", NULL);
    int usual = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        assert_int_equal(lf_agent_begin(agent, 0, seed), LF_OK);
        usual += lf_agent_choose(agent, position) == lf_find_option(position, "road");
    }
    assert_true(usual > 30); /* 39 are expected; without priors 10 */
    lf_agent_free(agent);
    lf_state_free(position);
    lf_game_free(game);
}

/* X has a1 and b1, O has a2 and b2; X is to move. */
static lf_state *two_in_a_row(const lf_game *game) {
    static const char *const played[] = {"a1", "a2", "b1", "b2"};
    lf_state *state = lf_state_new(game, NULL, NULL);
    for (size_t i = 0; i < sizeof played / sizeof *played; i++)
        assert_int_equal(lf_apply(state, lf_find_option(state, played[i])), LF_OK);
    return state;
}

static void test_reasons_and_advice(void **state) {
    (void)state;
    lf_game *game = load("tic-tac-toe");
    lf_state *position = two_in_a_row(game);
    const int winning = lf_find_option(position, "c1");
    lf_agent *agent = lf_agent_new(game, "greedy", NULL),
             *random = lf_agent_new(game, "random", NULL);
    lf_error error = {0};
    assert_null(lf_agent_advise(agent, position, &error)); /* it has not begun */
    assert_non_null(strstr(error.message, "begin"));
    assert_int_equal(lf_agent_begin(agent, 0, 1), LF_OK);
    assert_int_equal(lf_agent_begin(random, 0, 1), LF_OK);
    assert_int_equal(lf_agent_choose(agent, position), winning);
    char *reason = lf_agent_reason(agent, position);
    assert_non_null(strstr(reason, "c1 wins 100 % of games"));
    lf_string_free(reason);
    lf_advice *advice = lf_agent_advise(agent, position, &error);
    assert_non_null(advice);
    assert_int_equal(advice->seat, 0);
    assert_int_equal(advice->count, lf_legal_count(position));
    assert_int_equal(advice->options[0].option, winning);
    assert_true(advice->options[0].win > 0.99 && advice->options[1].win < 0.99);
    lf_advice_free(advice);
    assert_int_equal(lf_agent_choose(random, position) >= 0, 1);
    assert_null(lf_agent_reason(random, position));
    assert_null(lf_agent_advise(random, position, &error));
    double win[2];
    assert_int_equal(lf_agent_evaluate(agent, position, win, NULL), LF_OK);
    assert_true(win[0] + win[1] > 0.99 && win[0] + win[1] < 1.01);
    assert_int_equal(lf_apply(position, winning), LF_OK);
    assert_int_equal(lf_agent_evaluate(agent, position, win, NULL), LF_OK);
    assert_true(win[0] > 0.99 && win[1] < 0.01);
    assert_null(lf_agent_advise(agent, position, &error));
    assert_int_equal(error.status, LF_GAME_OVER);
    lf_agent_free(agent);
    lf_agent_free(random);
    lf_state_free(position);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_agent_plays),
        cmocka_unit_test(test_same_seed_gives_same_game),
        cmocka_unit_test(test_greedy_beats_random),
        cmocka_unit_test(test_wrong_names_and_settings_are_refused),
        cmocka_unit_test(test_bad_arguments_are_refused),
        cmocka_unit_test(test_reasons_and_advice),
        cmocka_unit_test(test_easy_follows_priors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
