/* env_fixture.h: games for the tests of ludoforge_env.h: the bundled ones, and small ones that a
 * test writes. */
#ifndef LF_TESTS_ENV_FIXTURE_H
#define LF_TESTS_ENV_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_env.h"
#include "ludoforge_tools.h"
#include "support/rng.h"

#include <cmocka.h>

#include "bundled_games.h"
#include "scratch_fixture.h"

static inline lf_game *load(const char *file, const char *without) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_without(file, without, &problems);
    if (game == NULL)
        fail_msg("%s: %s", file, lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static inline lf_game *load_bundled(const char *name, const char *without) {
    char file[128];
    snprintf(file, sizeof file, "data/games/%s.game-spec.md", name);
    return load(file, without);
}

static inline lf_state *begin(const lf_game *game, uint64_t seed) {
    lf_error error = {0};
    const lf_setup setup = {.seed = seed};
    lf_state *state = lf_state_new(game, &setup, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

static inline void restart(lf_state *state, uint64_t seed) {
    const lf_setup setup = {.seed = seed};
    assert_int_equal(lf_state_reset(state, &setup, NULL), LF_OK);
}

/* A game with one phase and one action that has these effects. */
static inline lf_game *compile(const char *sections, const char *effects) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(
        file,
        "```yaml\n"
        "metadata: {id: made, name: Made}\n"
        "seats: [Red, Blue]\n"
        "turnStructure: {phases: [{id: main}]}\n"
        "globalVars: [{name: gold, type: int, max: 30}, {name: debt, type: int, min: -3, max: 4}]\n"
        "terminal: {checkpoints: [{id: rich, when: gold >= 30, draw: true}]}\n"
        "%s\n"
        "actions:\n"
        "  - id: act\n"
        "    phase: main\n"
        "    effects: |\n"
        "%s\n"
        "```\n",
        sections, effects);
    assert_int_equal(fclose(file), 0);
    return load(path, "");
}

#endif
