/* test_payoff.c: games that are played for something that is counted: the unit is told, and agents
 * want more of it rather than to win. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ludoforge.h"
#include "ludoforge_agents.h"

/* `sure` wins by one; `risky` wins 30 or loses 10, each half of the time: ten on average. */
#define GAME(payoff)                                                                               \
    "```yaml\n"                                                                                    \
    "metadata: {id: wager, name: Wager}\n"                                                         \
    "seats: [Red, Blue]\n"                                                                         \
    "seatVars: [{name: won, type: int, min: -30, max: 30}]\n"                                      \
    "globalVars: [{name: over, type: boolean}]\n"                                                  \
    "turnStructure: {phases: [{id: main}]}\n"                                                      \
    "actions:\n"                                                                                   \
    "  - id: sure\n"                                                                               \
    "    phase: main\n"                                                                            \
    "    effects: settle(1)\n"                                                                     \
    "  - id: risky\n"                                                                              \
    "    phase: main\n"                                                                            \
    "    effects: settle(if roll 2 == 1 then 30 else -10)\n"                                       \
    "procedures:\n"                                                                                \
    "  settle(int n): |\n"                                                                         \
    "    Red.won = n\n"                                                                            \
    "    Blue.won = 0 - n\n"                                                                       \
    "    over = true\n"                                                                            \
    "terminal:\n"                                                                                  \
    "  checkpoints: [{id: settled, when: over}]\n"                                                 \
    "  margins: [{seat: Red, value: Red.won}, {seat: Blue, value: Blue.won}]\n" payoff "```\n"

static lf_game *load(const char *spec) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("wager.game-spec.md", spec, strlen(spec), &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static const char plain[] = GAME("");
static const char for_chips[] = GAME("  payoff: {unit: chips, label: Chips won, scale: 30}\n");

static void expect_choice(const char *spec, const char *wanted) {
    lf_game *game = load(spec);
    lf_error error = {0};
    lf_state *state = lf_state_new(game, NULL, &error);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        lf_agent *agent = lf_agent_new(game, "mcts:400,memory=1M", &error);
        assert_non_null(agent);
        assert_int_equal(lf_agent_begin(agent, 0, seed), LF_OK);
        assert_int_equal(lf_agent_choose(agent, state), lf_find_option(state, wanted));
        lf_agent_free(agent);
    }
    lf_state_free(state);
    lf_game_free(game);
}

static void test_agents_want_what_is_played_for(void **unused) {
    (void)unused;
    expect_choice(plain, "sure");
    expect_choice(for_chips, "risky");
}

static void test_the_unit_is_told(void **unused) {
    (void)unused;
    lf_game *game = load(for_chips);
    assert_string_equal(lf_payoff_unit(game), "chips");
    assert_string_equal(lf_payoff_label(game), "Chips won");
    char *described = lf_describe(game), *def = lf_game_json(game);
    assert_non_null(strstr(described, "\"label\": \"Chips won\""));
    lf_game *again = lf_game_load_memory("wager.json", def, strlen(def), NULL);
    assert_non_null(again);
    assert_string_equal(lf_payoff_label(again), "Chips won");
    lf_string_free(described);
    lf_string_free(def);
    lf_game_free(again);
    lf_game_free(game);
    game = load(plain);
    assert_string_equal(lf_payoff_unit(game), "");
    assert_string_equal(lf_payoff_label(game), "margin");
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_want_what_is_played_for),
        cmocka_unit_test(test_the_unit_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
