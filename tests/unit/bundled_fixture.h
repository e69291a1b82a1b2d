/* bundled_fixture.h: the games that come with the engine, for tests of what they say and of what
 * they are. */
#ifndef LF_BUNDLED_FIXTURE_H
#define LF_BUNDLED_FIXTURE_H

#include <stdio.h>

#include "ludoforge.h"

static inline lf_game *load_bundled(const char *name) {
    char path[128];
    lf_diagnostics *problems = NULL;
    snprintf(path, sizeof path, "data/games/%s.game-spec.md", name);
    lf_game *game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    return game;
}

#endif
