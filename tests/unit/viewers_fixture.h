/* viewers_fixture.h: one game of two seats, SPEC, for all tests of a file, and those who look at
 * it: both seats and an onlooker. */
#ifndef LF_TESTS_VIEWERS_FIXTURE_H
#define LF_TESTS_VIEWERS_FIXTURE_H

#include "secrets_fixture.h"

enum { RED, BLUE, ONLOOKER };

static lf_game *game;

static int open_game(void **unused) {
    (void)unused;
    game = load_spec(SPEC);
    return game == NULL ? -1 : 0;
}

static int close_game(void **unused) {
    (void)unused;
    lf_game_free(game);
    return 0;
}

static inline lf_seat viewer(int i) {
    return i == ONLOOKER ? LF_NOBODY : i;
}

#endif
