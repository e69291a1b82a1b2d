/* secrets_fixture.h: loading a game and beginning one, for the tests of what games hide. */
#ifndef LF_TESTS_SECRETS_FIXTURE_H
#define LF_TESTS_SECRETS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "ludoforge_env.h"
#include "ludoforge_tools.h"
#include "support/rng.h"

#include <cmocka.h>

static inline lf_game *load_spec(const char *file) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(file, &problems);
    if (game == NULL)
        fail_msg("%s: %s", file, lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static inline lf_state *begin_game(const lf_game *game, uint64_t seed, const char *const *options) {
    lf_error error = {0};
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed, .options = options}, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

static inline void play(lf_state *state, const char *option) {
    const int index = lf_find_option(state, option);
    if (index < 0)
        fail_msg("there is no option %s", option);
    assert_int_equal(lf_apply(state, index), LF_OK);
}

#endif
