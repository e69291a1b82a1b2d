/* test_game_counts.c: what prompts of Fire in the Lake count is what the rules allow there: how
 * many spaces an activity still has, how many pieces may still move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "ludoforge_tools.h"

static const char *const deck[] = {"card-69", "card-54", NULL}; /* MACV: free Special Activities */

typedef struct {
    const char *given, *prompt;
    const char *play[12];
} row;

static const row rows[] = {
    /* 4.3.1: 1-2 spaces; Mandate of Heaven (shaded) and Typhoon Kate: 1 */
    {"trail = 0",
     "Govern: where? (0 of 2 so far)",
     {"event", "us-then-arvn", "no-special-activity", "govern"}},
    {"cap_mandateOfHeaven = shadedSide",
     "Govern: where? (0 of 1 so far)",
     {"event", "us-then-arvn", "no-special-activity", "govern"}},
    {"mom_typhoonKate = true",
     "Govern: where? (0 of 1 so far)",
     {"event", "us-then-arvn", "no-special-activity", "govern"}},
    /* 4.2.2: up to 4 ARVN Troops, Rangers and Irregulars in all; the first Irregular goes
     * unasked */
    {"remove all pieces from spaces\nplace 4 US irregulars in saigon",
     "Air Lift Saigon to Hue: which piece goes along? (3 places left)",
     {"event", "us-then-arvn", "air-lift", "hue"}},
    {"remove all pieces from spaces\nplace 4 US irregulars in saigon",
     "Air Lift Saigon to Hue: which piece goes along? (2 places left)",
     {"event", "us-then-arvn", "air-lift", "hue", "us-irregulars.underground"}},
    {"remove all pieces from spaces\nplace 4 US irregulars in saigon\nplace 2 ARVN troops in "
     "saigon",
     "Air Lift Saigon to Hue: which piece goes along? (2 places left)",
     {"event", "us-then-arvn", "air-lift", "hue", "2"}},
};

static void expect_prompt(const lf_game *game, const row *r) {
    const lf_setup setup = {.stack = "deck", .cards = deck};
    lf_error error = {0};
    lf_state *state = lf_state_new(game, &setup, &error);
    if (state == NULL || lf_do(state, r->given, &error) != LF_OK)
        fail_msg("%s", error.message);
    for (const char *const *play = r->play; *play != NULL; play++) {
        const int option = lf_find_option(state, *play);
        if (option == LF_NO_OPTION)
            fail_msg("%s is not offered: %s", *play, lf_prompt(state));
        assert_int_equal(lf_apply(state, option), LF_OK);
    }
    char *prompt = lf_prompt(state);
    assert_string_equal(prompt, r->prompt);
    lf_string_free(prompt);
    lf_state_free(state);
}

static void test_prompts_count_rightly(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_prompt(game, &rows[i]);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_prompts_count_rightly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
