/* bundled.h: a game and a state for the fuzz targets that attack what surrounds play. The fuzzers
 * run at the top of the source tree. */
#ifndef FUZZ_BUNDLED_H
#define FUZZ_BUNDLED_H

#include <stdio.h>
#include <stdlib.h>

#include "ludoforge_tools.h"

static inline lf_game *bundled_game(const char *name) {
    char path[256];
    lf_diagnostics *problems = NULL;
    snprintf(path, sizeof path, "data/games/%s.game-spec.md", name);
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL) {
        char *text = lf_diagnostics_text(problems, false);
        fprintf(stderr, "%s", text);
        abort();
    }
    lf_diagnostics_free(problems);
    return game;
}

/* Whatever was let in must be playable: a few decisions, without looking at the result. */
static inline void play_on(lf_state *state) {
    for (int i = 0; i < 20 && !lf_terminal(state, NULL); i++) {
        const int n = lf_legal_count(state);
        if (n == 0 || lf_apply(state, (i * 7) % n) != LF_OK)
            return;
    }
}

static inline char *as_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (text == NULL)
        abort();
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    text[size] = 0;
    return text;
}

#endif
