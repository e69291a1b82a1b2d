/* test_agents_plans.c: plans, that is, whole turns that are compared (api/agents/plans), in a long
 * game with a trap: the best turn for a seat gives even more to the next seat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ludoforge_agents.h"

#include <cmocka.h>

/* `quarry` brings one more, but leaves six that the next seat at the `market` takes. */
static const char trap[] = "```yaml\n"
                           "metadata: {id: trap, name: Trap}\n"
                           "seats: [Red, Blue]\n"
                           "spaces: [{id: quarry}, {id: market}, {id: meadow}]\n"
                           "globalVars: [{name: left, type: int}, {name: turns, type: int}]\n"
                           "seatVars: [{name: gold, type: int}]\n"
                           "turnStructure: {phases: [{id: main}]}\n"
                           "actions:\n"
                           "  - id: work\n"
                           "    phase: main\n"
                           "    params: [{name: where-to, domain: spaces}]\n"
                           "    effects: |\n"
                           "      choose n in 1..3 \"How much?\"\n"
                           "      activePlayer.gold += n\n"
                           "      if where-to == market\n"
                           "        activePlayer.gold += left\n"
                           "        left = 0\n"
                           "      if where-to == quarry\n"
                           "        activePlayer.gold += 1\n"
                           "        left = 6\n"
                           "      turns += 1\n"
                           "      activePlayer = next(activePlayer)\n"
                           "      end turn\n"
                           "terminal:\n"
                           "  checkpoints: [{id: long, when: turns >= 200}]\n"
                           "  margins: [{seat: Red, value: Red.gold - Blue.gold}, {seat: Blue, "
                           "value: Blue.gold - Red.gold}]\n"
                           "```\n";

/* The `casino` sometimes pays well, but badly on average. */
static const char gamble[] = "```yaml\n"
                             "metadata: {id: gamble, name: Gamble}\n"
                             "seats: [Red, Blue]\n"
                             "spaces: [{id: mine}, {id: casino}]\n"
                             "globalVars: [{name: turns, type: int}]\n"
                             "seatVars: [{name: gold, type: int}]\n"
                             "turnStructure: {phases: [{id: main}]}\n"
                             "actions:\n"
                             "  - id: work\n"
                             "    phase: main\n"
                             "    params: [{name: where-to, domain: spaces}]\n"
                             "    effects: |\n"
                             "      activePlayer.gold += 3\n"
                             "      if where-to == casino\n"
                             "        activePlayer.gold -= 3\n"
                             "        let die = roll 6\n"
                             "        if die == 6: activePlayer.gold += 9\n"
                             "      turns += 1\n"
                             "      activePlayer = next(activePlayer)\n"
                             "      end turn\n"
                             "terminal:\n"
                             "  checkpoints: [{id: long, when: turns >= 250}]\n"
                             "  margins: [{seat: Red, value: Red.gold - Blue.gold}, {seat: Blue, "
                             "value: Blue.gold - Red.gold}]\n"
                             "```\n";

/* A seat that works may look around as often as it likes. That changes nothing, or (%s) nothing
 * that remains at the end of the turn. */
static const char dither[] = "```yaml\n"
                             "metadata: {id: dither, name: Dither}\n"
                             "seats: [Red, Blue]\n"
                             "globalVars: [{name: turns, type: int}, {name: seen, type: int}]\n"
                             "seatVars: [{name: gold, type: int}]\n"
                             "turnStructure: {phases: [{id: main}]}\n"
                             "actions:\n"
                             "  - id: work\n"
                             "    phase: main\n"
                             "    effects: |\n"
                             "      let dug = 0\n"
                             "      loop\n"
                             "        choose \"What now?\"\n"
                             "          option \"Look around\"\n"
                             "            choose n in 1..3 \"Where to?\"\n"
                             "            seen += %s\n"
                             "          option \"Dig\" when dug < 3\n"
                             "            dug += 1\n"
                             "            activePlayer.gold += 1\n"
                             "          option \"Finish\" when dug > 0\n"
                             "            break\n"
                             "      seen = 0\n"
                             "      turns += 1\n"
                             "      activePlayer = next(activePlayer)\n"
                             "      end turn\n"
                             "terminal:\n"
                             "  checkpoints: [{id: long, when: turns >= 200}]\n"
                             "  margins: [{seat: Red, value: Red.gold - Blue.gold}, {seat: Blue, "
                             "value: Blue.gold - Red.gold}]\n"
                             "```\n";

/* Only a visit to the mine pays; after visiting all places a seat is not asked again. */
static const char errands[] =
    "```yaml\n"
    "metadata: {id: errands, name: Errands}\n"
    "seats: [Red, Blue]\n"
    "spaces: [{id: mine}, {id: meadow}, {id: wood}]\n"
    "globalVars: [{name: turns, type: int}, {name: seen, type: spaces}]\n"
    "seatVars: [{name: gold, type: int}]\n"
    "turnStructure: {phases: [{id: main}]}\n"
    "actions:\n"
    "  - id: work\n"
    "    phase: main\n"
    "    effects: |\n"
    "      loop\n"
    "        choose s in {s in spaces where s not in seen} \"Where to?\" or none\n"
    "        if s == none: break\n"
    "        choose \"What there?\"\n"
    "          option \"Dig\" when s == mine\n"
    "            activePlayer.gold += 1\n"
    "          option \"Nothing\"\n"
    "            turns += 0\n"
    "        seen += s\n"
    "      choose n in 1..3 \"How much?\"\n"
    "      activePlayer.gold += n\n"
    "      seen = {}\n"
    "      turns += 1\n"
    "      activePlayer = next(activePlayer)\n"
    "      end turn\n"
    "terminal:\n"
    "  checkpoints: [{id: long, when: turns >= 200}]\n"
    "  margins: [{seat: Red, value: Red.gold - Blue.gold}, {seat: Blue, value: Blue.gold - "
    "Red.gold}]\n"
    "```\n";

/* Every turn costs the others something. A seat may ask another, whose answer has no effect. */
static const char begging[] =
    "```yaml\n"
    "metadata: {id: begging, name: Begging}\n"
    "seats: [Red, Blue, Green]\n"
    "globalVars: [{name: turns, type: int}]\n"
    "seatVars: [{name: gold, type: int, init: 1000}]\n"
    "turnStructure: {phases: [{id: main}]}\n"
    "actions:\n"
    "  - id: work\n"
    "    phase: main\n"
    "    effects: |\n"
    "      choose \"What now?\"\n"
    "        option \"Ask\"\n"
    "          choose _answer in 0..2 by next(activePlayer) \"What do you say?\"\n"
    "        option \"Work\"\n"
    "          turns += 0\n"
    "      activePlayer.gold += 3\n"
    "      for p in seats: p.gold -= 2\n"
    "      turns += 1\n"
    "      activePlayer = next(activePlayer)\n"
    "      end turn\n"
    "terminal:\n"
    "  checkpoints: [{id: long, when: turns >= 200}]\n"
    "  margins:\n"
    "    - {seat: Red, value: Red.gold - 1000}\n"
    "    - {seat: Blue, value: Blue.gold - 1000}\n"
    "    - {seat: Green, value: Green.gold - 1000}\n"
    "```\n";

#define PLANNER "mcts:96,plans=6,tries=9,playout=3,propose=200,memory=1M"

static lf_game *load_text(const char *text) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("plans.game-spec.md", text, strlen(text), &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static lf_game *load(void) {
    return load_text(trap);
}

static lf_agent *agent_of(const lf_game *game, const char *words, uint64_t seed) {
    lf_error error = {0};
    lf_agent *agent = lf_agent_new(game, words, &error);
    if (agent == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(lf_agent_begin(agent, 0, seed), LF_OK);
    return agent;
}

/* The choices of the agent in its first turn: "market 3". */
static void first_turn(const lf_game *game, const char *words, uint64_t seed, char out[64]) {
    char number[LF_NUMBER_SIZE];
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_agent *agent = agent_of(game, words, seed);
    size_t length = 0;
    while (lf_decider(state) == 0) {
        const int option = lf_agent_choose(agent, state);
        assert_true(option >= 0);
        length += (size_t)snprintf(out + length, 64 - length, "%s%s", length > 0 ? " " : "",
                                   lf_option_id(state, option, number, sizeof number));
        char *reason = lf_agent_reason(agent, state);
        assert_non_null(reason);
        lf_string_free(reason);
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    lf_agent_free(agent);
    lf_state_free(state);
}

static void test_replies_of_others_count(void **unused) {
    (void)unused;
    lf_game *game = load();
    char taken[64];
    first_turn(game, "greedy:400,memory=1M", 1, taken);
    assert_string_equal(taken, "quarry 3"); /* without plans the agent falls into the trap */
    for (uint64_t seed = 1; seed <= 5; seed++) {
        first_turn(game, PLANNER, seed, taken);
        assert_true(strcmp(taken, "market 3") == 0 || strcmp(taken, "meadow 3") == 0);
    }
    lf_game_free(game);
}

/* The utility of a turn is the mean over all samples, not the best of them. With this setting
 * hardly anything else counts. */
static void test_utility_of_a_turn_is_a_mean(void **unused) {
    (void)unused;
    lf_game *game = load_text(gamble);
    char taken[64];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        first_turn(game, "mcts:4,plans=6,tries=1,playout=1,propose=200,trust=1000000,memory=1M",
                   seed, taken);
        assert_string_equal(taken, "mine");
    }
    lf_game_free(game);
}

/* Some proposed turns contain circles, since they are random; the turn that is played does not. */
static void test_played_turn_has_no_circles(void **unused) {
    (void)unused;
    static const char *const leaves[] = {"0", "n"};
    for (int i = 0; i < 2; i++) {
        char text[sizeof dither], taken[64];
        snprintf(text, sizeof text, dither, leaves[i]);
        lf_game *game = load_text(text);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            first_turn(game, "mcts:12,plans=6,tries=1,playout=1,propose=8,memory=1M", seed, taken);
            assert_null(strstr(taken, "look-around"));
            assert_non_null(strstr(taken, "finish"));
        }
        lf_game_free(game);
    }
}

/* If visits are removed from a turn that visited all places, the way out replaces them. */
static void test_played_turn_has_no_idle_decisions(void **unused) {
    (void)unused;
    lf_game *game = load_text(errands);
    char taken[64];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        first_turn(game, "mcts:12,plans=6,tries=1,playout=1,propose=1,memory=1M", seed, taken);
        assert_null(strstr(taken, "meadow"));
        assert_null(strstr(taken, "wood"));
    }
    lf_game_free(game);
}

/* A question to another seat belongs to the current turn and postpones nothing. */
static void test_asking_others_postpones_nothing(void **unused) {
    (void)unused;
    lf_game *game = load_text(begging);
    char taken[64];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        first_turn(game, "mcts:40,plans=6,tries=2,playout=4,propose=40,trust=1,memory=1M", seed,
                   taken);
        assert_string_equal(taken, "work");
    }
    lf_game_free(game);
}

/* Advice names the rest of the turn that avoids the trap, and its value. */
static void test_advice_covers_whole_turns(void **unused) {
    (void)unused;
    lf_game *game = load();
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_agent *agent = agent_of(game, PLANNER, 1);
    lf_error error = {0};
    lf_advice *advice = lf_agent_advise(agent, state, &error);
    assert_non_null(advice);
    assert_int_equal(advice->count, 3);
    assert_int_not_equal(advice->options[0].option, lf_find_option(state, "quarry"));
    assert_string_equal(advice->options[0].line, "3"); /* Red still decides, so no seat is named */
    for (int i = 1; i < advice->count; i++)
        assert_true(advice->options[i].margin <= advice->options[0].margin);
    assert_true(advice->win[0] + advice->win[1] > 0.99 && advice->win[0] + advice->win[1] < 1.01);
    lf_advice_free(advice);
    lf_agent_free(agent);
    lf_state_free(state);
    lf_game_free(game);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The time limit is that of the turn, not of each decision. It is generous, for busy machines. */
static void test_time_limit_is_for_the_whole_turn(void **unused) {
    (void)unused;
    lf_game *game = load();
    char taken[64];
    const double started = now();
    first_turn(game, "hard:time=200ms,memory=1M", 1, taken);
    const double used = now() - started;
    assert_true(used > 0.1 && used < 5);
    lf_game_free(game);
}

/* After a cancel there is nothing to compare, but the agent still chooses an option. */
static void test_cancel_still_gives_a_choice(void **unused) {
    (void)unused;
    lf_game *game = load();
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_agent *agent = agent_of(game, "hard:time=3600s,memory=1M", 1);
    lf_agent_cancel(agent);
    assert_true(lf_agent_choose(agent, state) >= 0);
    lf_agent_free(agent);
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replies_of_others_count),
        cmocka_unit_test(test_utility_of_a_turn_is_a_mean),
        cmocka_unit_test(test_played_turn_has_no_circles),
        cmocka_unit_test(test_played_turn_has_no_idle_decisions),
        cmocka_unit_test(test_asking_others_postpones_nothing),
        cmocka_unit_test(test_advice_covers_whole_turns),
        cmocka_unit_test(test_time_limit_is_for_the_whole_turn),
        cmocka_unit_test(test_cancel_still_gives_a_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
