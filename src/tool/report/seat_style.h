/* seat_style.h: charts have the colours by which players know the seats. */
#ifndef REPORT_SEAT_STYLE_H
#define REPORT_SEAT_STYLE_H

#include "ludoforge.h"

/* Lines for the style sheet of a page: colour i of its charts becomes that of seat i, on light and
 * dark ground. `spec` is where the game was loaded from; NULL: unknown. What is wrong with the
 * game's visual data is not told here. */
void seat_style(const lf_game *, const char *spec, char *css, size_t size);

#endif
