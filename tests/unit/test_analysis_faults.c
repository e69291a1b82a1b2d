/* test_analysis_faults.c: a rule that fails while a game is replayed is reported with its text and
 * place, not as a lack of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "api/session/session.h"
#include "ludoforge_agents.h"

#include <cmocka.h>

#define SPEC "data/games/tic-tac-toe.game-spec.md"
#define MARKING "      empty -= cell\n"

/* The bundled game, with a division by zero when the second mark is on b2. */
static lf_game *load_faulty(void) {
    static char spec[1 << 16], made[1 << 17];
    FILE *const file = fopen(SPEC, "r");
    assert_non_null(file);
    spec[fread(spec, 1, sizeof spec - 1, file)] = '\0';
    fclose(file);
    char *const at = strstr(spec, MARKING);
    assert_non_null(at);
    const int before = (int)(at - spec) + (int)strlen(MARKING);
    snprintf(made, sizeof made,
             "%.*s      if cell == b2\n        let zero = size(empty) - 7\n        let wrong = 6 / "
             "zero\n        log \"{wrong}\"\n%s",
             before, spec, at + strlen(MARKING));
    lf_game *const game = lf_game_load_memory("faulty.game-spec.md", made, strlen(made), NULL);
    assert_non_null(game);
    return game;
}

/* A game of three marks whose record has the second one on b2, so that a replay fails. */
static lf_session *with_fault(const lf_game *game) {
    lf_session *const s = lf_session_new(game, NULL);
    assert_int_equal(lf_session_start(s, NULL, NULL), LF_OK);
    lf_session_set_confirm(s, false);
    const char *const marks[] = {"a1", "c3", "a2"};
    int wrong = -1;
    for (size_t i = 0; i < 3; i++) {
        if (i == 1)
            wrong = lf_find_option(s->state, "b2");
        assert_int_equal(lf_session_apply(s, lf_find_option(s->state, marks[i]), false, NULL),
                         LF_OK);
    }
    s->record.decisions[1].option = wrong;
    return s;
}

static void expect_fault(const lf_error *error) {
    assert_int_equal(error->status, LF_RULE_ERROR);
    assert_non_null(strstr(error->message, "faulty.game-spec.md:"));
    assert_non_null(strstr(error->message, "E0704"));
    assert_non_null(strstr(error->message, "division by zero"));
}

static void test_analysis_reports_rule_errors(void **unused) {
    (void)unused;
    lf_game *const game = load_faulty();
    lf_session *const s = with_fault(game);
    for (int search = 0; search < 2; search++) {
        lf_error error = {0};
        const lf_analysis_limits limits = {.search = search != 0};
        assert_null(lf_analyse(s, LF_HOST, "mcts:20", &limits, &error));
        expect_fault(&error);
    }
    lf_session_free(s);
    lf_game_free(game);
}

static void test_undo_reports_rule_errors(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *const game = load_faulty();
    lf_session *const s = with_fault(game);
    assert_int_equal(lf_session_undo(s, 1, &error), LF_RULE_ERROR);
    expect_fault(&error);
    assert_int_equal(lf_session_decisions(s), 3); /* nothing was undone */
    lf_session_free(s);
    lf_game_free(game);
}

/* A missing option is not reported as a lack of memory either. */
static void test_missing_option_is_named(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *const game = load_faulty();
    lf_session *const s = with_fault(game);
    s->record.decisions[1].option = 99;
    assert_null(lf_analyse(s, LF_HOST, "mcts:20", NULL, &error));
    assert_int_equal(error.status, LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "Decision 2 "));
    lf_session_free(s);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_analysis_reports_rule_errors),
        cmocka_unit_test(test_undo_reports_rule_errors),
        cmocka_unit_test(test_missing_option_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
