/* test_allocation.c: memory runs out at every possible place of a compile, of a new state and of a snippet; each time the
 * answer is a clean error, and nothing leaks (the sanitizer build watches). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "ludoforge.h"

#define SPEC "data/games/kuhn-poker.game-spec.md"

static void compiling(void **unused) {
    (void)unused;
    uint64_t n = 1;
    for (;; n++) {
        lf_diagnostics *problems = NULL;
        lf_fail_allocation_at(n);
        lf_game *game = lf_game_load(SPEC, &problems);
        lf_fail_allocation_at(0);
        if (game) {
            lf_game_free(game);
            lf_diagnostics_free(problems);
            break;
        }
        assert_true(lf_diagnostics_errors(problems) >= 1);
        assert_string_equal(lf_diagnostics_get(problems, 0).code, "E0601");
        char *text = lf_diagnostics_text(problems, false);
        assert_non_null(strstr(text, "memory"));
        lf_string_free(text);
        lf_diagnostics_free(problems);
    }
    assert_true(n > 10); /* it did fail on the way */
}

static void playing(void **unused) {
    (void)unused;
    lf_game *game = lf_game_load(SPEC, NULL);
    assert_non_null(game);
    for (uint64_t n = 1;; n++) {
        lf_error error = {0};
        lf_fail_allocation_at(n);
        lf_state *state = lf_state_new(game, NULL, &error);
        lf_fail_allocation_at(0);
        if (state) {
            lf_state_free(state);
            break;
        }
        assert_int_equal(error.status, LF_OUT_OF_MEMORY);
    }
    lf_game_free(game);
}

static void evaluating(void **unused) {
    (void)unused;
    lf_game *game = lf_game_load(SPEC, NULL);
    lf_state *state = lf_state_new(game, NULL, NULL);
    for (uint64_t n = 1;; n++) {
        lf_error error = {0};
        lf_fail_allocation_at(n);
        char *value = lf_eval(state, "sum(s.chips for s in seats) + 1", NULL, &error);
        lf_fail_allocation_at(0);
        if (value && strcmp(value, "3") == 0) {
            lf_string_free(value);
            break;
        }
        lf_string_free(value); /* a text that was cut off */
    }
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiling),
        cmocka_unit_test(playing),
        cmocka_unit_test(evaluating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
