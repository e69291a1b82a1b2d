/* play_paint.c: colours by meaning, as the terminal understands them.
 *
 * Seats have the colours of the game's visual data where the terminal can show them (COLORTERM says
 * so, or its name ends in 256color), and others of the eight that every terminal has where it
 * cannot or the game has none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "tool/common/seat_colours.h"

typedef enum { COLOURS_8, COLOURS_256, COLOURS_ALL } terminal_colours;

static terminal_colours colours_of_terminal(void) {
    const char *all = getenv("COLORTERM"), *name = getenv("TERM");
    if (all != NULL && (strcmp(all, "truecolor") == 0 || strcmp(all, "24bit") == 0))
        return COLOURS_ALL;
    return name != NULL && strstr(name, "256color") != NULL ? COLOURS_256 : COLOURS_8;
}

/* COLORFGBG is "text;ground" in numbers of the sixteen old colours, where it is set at all. */
static ground ground_of_terminal(void) {
    const char *both = getenv("COLORFGBG"), *last = both != NULL ? strrchr(both, ';') : NULL;
    const int number = last != NULL ? atoi(last + 1) : 0;
    return number == 7 || number > 8 ? GROUND_LIGHT : GROUND_DARK;
}

/* The nearest in the cube of 6 × 6 × 6 that terminals of 256 colours have, whose steps are 0, 95,
 * 135, 175, 215 and 255. */
static int step_of_cube(unsigned part) {
    return part < 48 ? 0 : part < 115 ? 1 : (int)(part - 35) / 40;
}

void choose_colours(play_table *t) {
    const terminal_colours can = colours_of_terminal();
    const ground on = ground_of_terminal();
    if (!t->colour || can == COLOURS_8)
        return;
    const seat_colours colours = seat_colours_of(t->game, NULL);
    for (lf_seat seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++) {
        unsigned r, g, b;
        if (sscanf(colours.on[on][seat], "#%2x%2x%2x", &r, &g, &b) != 3)
            continue;
        if (can == COLOURS_ALL)
            snprintf(t->paint[seat], sizeof t->paint[seat], "\x1b[1;38;2;%u;%u;%um", r, g, b);
        else
            snprintf(t->paint[seat], sizeof t->paint[seat], "\x1b[1;38;5;%dm",
                     16 + 36 * step_of_cube(r) + 6 * step_of_cube(g) + step_of_cube(b));
    }
}

const char *paint_seat(const play_table *t, lf_seat seat) {
    static const char *const colours[] = {"\x1b[1;34m", "\x1b[1;33m", "\x1b[1;31m",
                                          "\x1b[1;36m", "\x1b[1;35m", "\x1b[1;32m"};
    if (!t->colour || seat < 0)
        return "";
    return t->paint[seat][0] != '\0' ? t->paint[seat]
                                     : colours[(size_t)seat % (sizeof colours / sizeof *colours)];
}

const char *paint_strong(const play_table *t) {
    return t->colour ? "\x1b[1m" : "";
}

const char *paint_faint(const play_table *t) {
    return t->colour ? "\x1b[2m" : "";
}

const char *paint_changed(const play_table *t) {
    return t->colour ? "\x1b[7m" : "";
}

const char *paint_off(const play_table *t) {
    return t->colour ? "\x1b[0m" : "";
}
