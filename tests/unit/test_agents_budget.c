/* test_agents_budget.c: a search uses the budget that it has. It may stop early only when the rest
 * of the budget cannot change the choice: when no other option can still be visited as often as the
 * best.
 *
 * The game is played for margins, so that no win proves a position and ends the search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "api/agents/agents.h"
#include "ludoforge.h"

#define BUDGET 3000
#define CHECK_EVERY                                                                                \
    16 /* iterations between two checks of the budget: the search may use so much more or less */

/* Three rounds; a turn has a choice or two among four numbers, and the first is worth this. */
static const char spec[] = "```yaml\n"
                           "metadata: {id: steps, name: Steps}\n"
                           "seats: [Red, Blue]\n"
                           "globalVars: [{name: made, type: int, max: 6}]\n"
                           "seatVars: [{name: score, type: int, max: 30}]\n"
                           "turnStructure: {phases: [{id: main, seats: [Red, Blue]}]}\n"
                           "actions:\n"
                           "  - id: step\n"
                           "    phase: main\n"
                           "    effects: |\n"
                           "      choose a in 1..4\n"
                           "      %s\n"
                           "      activePlayer.score += %s\n"
                           "      made += 1\n"
                           "      end turn\n"
                           "terminal:\n"
                           "  checkpoints: [{id: end, when: made == 6}]\n"
                           "  margins:\n"
                           "    - {seat: Red, value: Red.score - Blue.score}\n"
                           "    - {seat: Blue, value: Blue.score - Red.score}\n"
                           "  payoff: {unit: points, scale: 30}\n"
                           "```\n";

#define TWO_CHOICES "choose b in 1..4"
#define ONE_CHOICE "if false: made += 1"
#define ALL_ALIKE "if a > 9 then 1 else 0"
#define ONE_IS_BEST "if a == 1 then 10 else 0"

typedef struct {
    int64_t all, first, second; /* visits of all options, of the best, of the second best */
    int option;
    double seconds;
} spent;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static spent run_search(const char *more, const char *worth, const char *words) {
    char text[2048];
    agent a;
    lf_error error = {0};
    spent s = {0};
    snprintf(text, sizeof text, spec, more, worth);
    lf_game *game = lf_game_load_memory("steps.game-spec.md", text, strlen(text), NULL);
    assert_non_null(game);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_int_equal(lf_legal_count(state), 4);
    if (!lf_agent_open(&a, game, words, &error))
        fail_msg("%s", error.message);
    lf_agent_start(&a, lf_decider(state), 1);
    const double started = now();
    s.option = lf_agent_pick(&a, state);
    s.seconds = now() - started;
    for (int i = 0; i < a.stats_count; i++) {
        const int64_t visits = a.stats[i].visits;
        s.all += visits;
        s.second = visits > s.first ? s.first : visits > s.second ? visits : s.second;
        s.first = visits > s.first ? visits : s.first;
    }
    lf_agent_close(&a);
    lf_state_free(state);
    lf_game_free(game);
    return s;
}

static const char *by_iterations(void) {
    static char words[32];
    snprintf(words, sizeof words, "mcts:%d,memory=4M", BUDGET);
    return words;
}

/* In a turn with one decision no later decision needs the rest of the budget. */
static void test_single_decision_gets_whole_budget(void **unused) {
    (void)unused;
    const spent alike = run_search(ONE_CHOICE, ALL_ALIKE, by_iterations());
    assert_in_range(alike.all, BUDGET, BUDGET + CHECK_EVERY);
    const spent clear = run_search(ONE_CHOICE, ONE_IS_BEST, by_iterations());
    assert_in_range(clear.all, BUDGET, BUDGET + CHECK_EVERY);
    assert_int_equal(clear.option, 0);
}

/* The first of two decisions gets two thirds of the budget (2 / (decisions + 1)), and uses them if
 * nothing is settled. */
static void test_first_of_two_decisions_gets_its_share(void **unused) {
    (void)unused;
    const spent alike = run_search(TWO_CHOICES, ALL_ALIKE, by_iterations());
    assert_in_range(alike.all, BUDGET * 2 / 3, BUDGET * 2 / 3 + CHECK_EVERY);
}

/* The search stops as soon as no other option can catch up in the rest of its share, and not
 * before. */
static void test_settled_choice_ends_search(void **unused) {
    (void)unused;
    const int64_t share = BUDGET * 2 / 3;
    const spent clear = run_search(TWO_CHOICES, ONE_IS_BEST, by_iterations());
    assert_int_equal(clear.option, 0);
    assert_true(clear.all < share); /* it stopped early */
    assert_true(clear.first - clear.second > share - clear.all);
    assert_true(clear.first - clear.second <= share - clear.all + 2 * CHECK_EVERY);
}

/* By the clock. A busy machine only takes longer. */
static void test_time_is_used(void **unused) {
    (void)unused;
    const spent alike = run_search(ONE_CHOICE, ALL_ALIKE, "mcts:200ms,memory=4M");
    assert_true(alike.seconds > 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_decision_gets_whole_budget),
        cmocka_unit_test(test_first_of_two_decisions_gets_its_share),
        cmocka_unit_test(test_settled_choice_ends_search),
        cmocka_unit_test(test_time_is_used),
    };
    return cmocka_run_group_tests_name("agents_budget", tests, NULL, NULL);
}
