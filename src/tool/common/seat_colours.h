/* seat_colours.h: the colours by which players know the seats, from the game's visual data: for
 * charts and the terminal. */
#ifndef TOOL_SEAT_COLOURS_H
#define TOOL_SEAT_COLOURS_H

#include "ludoforge.h"

typedef enum { GROUND_LIGHT, GROUND_DARK, GROUNDS } ground;

/* "#rrggbb" by the ground that they are seen on and by seat; "" where the game has none. */
typedef struct {
    char on[GROUNDS][LF_SEATS_MAX][8];
} seat_colours;

/* `spec` is where the game was loaded from; NULL: as the game knows it. What is wrong with its
 * visual data is not told here. */
seat_colours seat_colours_of(const lf_game *, const char *spec);

#endif
