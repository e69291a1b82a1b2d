/* bundled_games.h: the names of the games that come with the engine, for tests that play all of
 * them. test_load compares the list with what the library finds. */
#ifndef LF_BUNDLED_GAMES_H
#define LF_BUNDLED_GAMES_H

static const char *const bundled_games[] = {
    "tic-tac-toe", "connect-four", "breakthrough", "reversi",         "hex",
    "amazons",     "draughts",     "chess",        "kalah",           "nine-mens-morris",
    "kuhn-poker",  "leduc-poker",  "goofspiel",    "texas-holdem",    "masked-banners",
    "go",          "go-9x9",       "backgammon",   "fire-in-the-lake"};
enum { BUNDLED_GAMES = sizeof bundled_games / sizeof *bundled_games };

#endif
