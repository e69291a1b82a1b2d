/* breakthrough.c: reference for breakthrough on 8 by 8. Each side has two rows of pawns. A pawn
 * goes one row ahead: straight or diagonally to an empty square, or diagonally onto an enemy, which
 * is captured. Whoever reaches the far row or captures every enemy wins.
 *
 * A move is two decisions: the pawn, then its goal. A pawn without a goal is not offered. */
#include "reference.h"

enum { SIDE = 8, EMPTY = -1, NONE = -1 };

typedef struct {
    signed char cell[SIDE][SIDE]; /* EMPTY, or whose pawn; row 0 is White's home */
    signed char mover;            /* 0 White, 1 Black */
    signed char chosen;           /* the pawn that is about to move, or NONE */
    signed char winner;
} position;

static void start(void *at) {
    position *p = at;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            p->cell[row][column] = row < 2 ? 0 : row < SIDE - 2 ? EMPTY : 1;
    p->mover = 0;
    p->chosen = NONE;
    p->winner = REFERENCE_NOBODY;
}

/* Where the mover's pawn on a square may go. */
static int goals_of(const position *p, int square, int *goals) {
    int row = square / SIDE + (p->mover == 0 ? 1 : -1);
    int count = 0;
    if (row < 0 || row >= SIDE)
        return 0;
    for (int column = square % SIDE - 1; column <= square % SIDE + 1; column++) {
        bool straight = column == square % SIDE;
        if (column < 0 || column >= SIDE)
            continue;
        if (p->cell[row][column] == EMPTY || (!straight && p->cell[row][column] != p->mover))
            goals[count++] = row * SIDE + column;
    }
    return count;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int goals[3];
    int count = 0;
    if (p->winner != REFERENCE_NOBODY)
        return 0;
    if (p->chosen != NONE)
        return goals_of(p, p->chosen, options);
    for (int square = 0; square < SIDE * SIDE; square++)
        if (p->cell[square / SIDE][square % SIDE] == p->mover && goals_of(p, square, goals) > 0)
            options[count++] = square;
    return count;
}

static bool has_pawns(const position *p, int who) {
    for (int square = 0; square < SIDE * SIDE; square++)
        if (p->cell[square / SIDE][square % SIDE] == who)
            return true;
    return false;
}

static void play(void *at, int option) {
    position *p = at;
    int row = option / SIDE;
    if (p->chosen == NONE) {
        p->chosen = (signed char)option;
        return;
    }
    p->cell[p->chosen / SIDE][p->chosen % SIDE] = EMPTY;
    p->cell[row][option % SIDE] = p->mover;
    if (row == (p->mover == 0 ? SIDE - 1 : 0) || !has_pawns(p, !p->mover))
        p->winner = p->mover;
    p->chosen = NONE;
    p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    return ((const position *)at)->winner;
}

const reference_game reference_breakthrough = {
    .name = "breakthrough",
    .columns = SIDE,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
};
