/* hex.c: reference for Hex on 11 by 11 with swap. Stones are put on empty cells by turns; who joins
 * the own two edges wins: Red (seat 0) the first and the last row, Blue (seat 1) the first and the
 * last column.
 *
 * Blue's first turn begins with a decision of its own: place a stone, or take over Red's, which
 * becomes a stone of Blue mirrored in the diagonal of cells with column = row. */
#include <stdio.h>

#include "reference.h"

enum { SIDE = 11, CELLS = SIDE * SIDE, EMPTY = -1, PLACE = CELLS, TAKE_OVER = CELLS + 1 };

typedef struct {
    signed char cell[SIDE][SIDE]; /* [row][column]: EMPTY, or whose stone */
    signed char mover, winner;
    unsigned char stones; /* that were ever placed or taken over */
    bool asked;           /* Blue has answered whether to take over */
} position;

static void start(void *at) {
    position *p = at;
    for (int i = 0; i < CELLS; i++)
        p->cell[i / SIDE][i % SIDE] = EMPTY;
    p->mover = 0;
    p->winner = REFERENCE_NOBODY;
    p->stones = 0;
    p->asked = false;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int count = 0;
    if (p->winner != REFERENCE_NOBODY)
        return 0;
    if (p->stones == 1 && !p->asked) {
        options[0] = PLACE;
        options[1] = TAKE_OVER;
        return 2;
    }
    for (int i = 0; i < CELLS; i++)
        if (p->cell[i / SIDE][i % SIDE] == EMPTY)
            options[count++] = i;
    return count;
}

/* Whether a chain of `who` leads from the first edge to the last: cells are marked until no more
 * can be. */
static bool joined(const position *p, int who) {
    bool reached[SIDE][SIDE] = {{false}};
    for (bool grew = true; grew;) {
        grew = false;
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++) {
                if (p->cell[row][column] != who || reached[row][column])
                    continue;
                bool near = (who == 0 ? row : column) == 0;
                near = near || (column > 0 && reached[row][column - 1]);
                near = near || (column < SIDE - 1 && reached[row][column + 1]);
                near = near || (row > 0 && reached[row - 1][column]);
                near = near || (row < SIDE - 1 && reached[row + 1][column]);
                near = near || (row > 0 && column < SIDE - 1 && reached[row - 1][column + 1]);
                near = near || (row < SIDE - 1 && column > 0 && reached[row + 1][column - 1]);
                if (near && (who == 0 ? row : column) == SIDE - 1)
                    return true;
                reached[row][column] = near;
                grew = grew || near;
            }
    }
    return false;
}

static void take_over(position *p) {
    for (int i = 0; i < CELLS; i++)
        if (p->cell[i / SIDE][i % SIDE] == 0) {
            p->cell[i / SIDE][i % SIDE] = EMPTY;
            p->cell[i % SIDE][i / SIDE] = 1;
            return;
        }
}

static void play(void *at, int option) {
    position *p = at;
    if (option == PLACE) {
        p->asked = true;
        return;
    }
    if (option == TAKE_OVER)
        take_over(p);
    else
        p->cell[option / SIDE][option % SIDE] = p->mover;
    p->stones++;
    if (option != TAKE_OVER && joined(p, p->mover))
        p->winner = p->mover;
    p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    return ((const position *)at)->winner;
}

static void name(int option, char *out, size_t size) {
    if (option >= CELLS)
        snprintf(out, size, option == PLACE ? "place-stone" : "take-over");
    else
        snprintf(out, size, "%c%d", 'a' + option % SIDE, option / SIDE + 1);
}

const reference_game reference_hex = {
    .name = "hex",
    .columns = SIDE,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
    .option_name = name,
};
