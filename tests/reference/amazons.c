/* amazons.c: reference for Amazons on 10 by 10. An amazon moves like a queen of chess and then
 * shoots an arrow that flies like one; what is in the way stops both. Who cannot move has lost.
 *
 * A turn is three decisions: the amazon, her goal, the target of her arrow. An amazon that is shut
 * in is not offered. */
#include "reference.h"

enum { SIDE = 10, SQUARES = SIDE * SIDE, EMPTY = -1, BURNT = 2, NONE = -1 };

typedef struct {
    signed char cell[SIDE][SIDE]; /* EMPTY, whose amazon, or BURNT; row 0 is White's side */
    signed char mover, amazon;    /* the amazon that was chosen, or NONE */
    bool shoots;                  /* she has moved to `amazon` and is about to shoot */
} position;

static void start(void *at) {
    position *p = at;
    static const signed char white[4][2] = {{3, 0}, {0, 3}, {0, 6}, {3, 9}};
    for (int i = 0; i < SQUARES; i++)
        p->cell[i / SIDE][i % SIDE] = EMPTY;
    for (int i = 0; i < 4; i++) {
        p->cell[white[i][0]][white[i][1]] = 0;
        p->cell[SIDE - 1 - white[i][0]][white[i][1]] = 1;
    }
    p->mover = 0;
    p->amazon = NONE;
    p->shoots = false;
}

/* The squares that a queen on `square` sees. */
static int seen_from(const position *p, int square, int *out) {
    int count = 0;
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++) {
            int row = square / SIDE + up, column = square % SIDE + right;
            while ((up != 0 || right != 0) && row >= 0 && row < SIDE && column >= 0 &&
                   column < SIDE && p->cell[row][column] == EMPTY) {
                out[count++] = row * SIDE + column;
                row += up;
                column += right;
            }
        }
    return count;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int goals[SQUARES], count = 0;
    if (p->amazon != NONE)
        return seen_from(p, p->amazon, options);
    for (int square = 0; square < SQUARES; square++)
        if (p->cell[square / SIDE][square % SIDE] == p->mover && seen_from(p, square, goals) > 0)
            options[count++] = square;
    return count;
}

static void play(void *at, int option) {
    position *p = at;
    if (p->amazon == NONE) {
        p->amazon = (signed char)option;
    } else if (!p->shoots) {
        p->cell[p->amazon / SIDE][p->amazon % SIDE] = EMPTY;
        p->cell[option / SIDE][option % SIDE] = p->mover;
        p->amazon = (signed char)option;
        p->shoots = true;
    } else {
        p->cell[option / SIDE][option % SIDE] = BURNT;
        p->amazon = NONE;
        p->shoots = false;
        p->mover = !p->mover;
    }
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    return !((const position *)at)->mover;
}

const reference_game reference_amazons = {
    .name = "amazons",
    .columns = SIDE,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
};
