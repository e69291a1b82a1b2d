/* rows.h: one game as a line of CSV, and back. The lines of `--csv`, the file of a run and the
 * messages between ranks are the same.
 *
 *     game,seed,end,winner,checkpoint,decisions,turns,hash,margin_SEAT,…
 *     0,7,ended,X,line,8,7,5d1c0b2f3e4a6978,1,-1
 *
 * Where the work of the seats was measured (ladder), further columns follow for every seat:
 * decisions_SEAT, turns_SEAT and ns_SEAT, the nanoseconds that it thought.
 *
 * Names are ids of the game, which have no commas or quotes. `winner` is empty for a draw, and
 * names all who share a win: `X+O`. */
#ifndef SIM_ROWS_H
#define SIM_ROWS_H

#include "tool/sim/stats.h"

#define ROW_BYTES 8192 /* no row is longer: 64 numbers and 17 names */

/* The line of titles, for free(), with its newline; NULL when out of memory. */
char *row_titles(const lf_game *, bool work);
/* Writes the line of a game with its newline and returns its length. */
size_t row_write(char row[ROW_BYTES], const lf_game *, const game_result *, bool work);
/* Reads a line of `length` bytes, without its newline. False when it is none of this game. The
 * words of a failure are not in it. */
bool row_read(const char *row, size_t length, const lf_game *, bool work, game_result *);

#endif
