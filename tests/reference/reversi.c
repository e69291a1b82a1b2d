/* reversi.c: reference for reversi on 8 by 8. A disc must enclose a straight, unbroken row of enemy
 * discs between itself and another disc of its side; all rows so enclosed are turned over. Who
 * cannot move passes; the game is over when neither side can. Most discs win.
 *
 * A pass is always the only option, so it is never a decision. */
#include "reference.h"

enum { SIDE = 8, EMPTY = -1 };

typedef struct {
    signed char cell[SIDE][SIDE]; /* EMPTY, or whose disc */
    signed char mover;            /* 0 Black, 1 White */
} position;

static void start(void *at) {
    position *p = at;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            p->cell[row][column] = EMPTY;
    p->cell[3][4] = p->cell[4][3] = 0; /* e4, d5 */
    p->cell[3][3] = p->cell[4][4] = 1; /* d4, e5 */
    p->mover = 0;
}

/* How many discs a disc of `who` on this square would turn in one direction. */
static int enclosed(const position *p, int who, int row, int column, int up, int right) {
    int count = 0;
    for (;;) {
        row += up;
        column += right;
        if (row < 0 || row >= SIDE || column < 0 || column >= SIDE || p->cell[row][column] == EMPTY)
            return 0;
        if (p->cell[row][column] == who)
            return count;
        count++;
    }
}

static bool can_play(const position *p, int who, int row, int column) {
    if (p->cell[row][column] != EMPTY)
        return false;
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++)
            if ((up != 0 || right != 0) && enclosed(p, who, row, column, up, right) > 0)
                return true;
    return false;
}

static int moves_of(const position *p, int who, int *options) {
    int count = 0;
    for (int square = 0; square < SIDE * SIDE; square++)
        if (can_play(p, who, square / SIDE, square % SIDE))
            options[count++] = square;
    return count;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int count = moves_of(p, p->mover, options);
    if (count == 0 && moves_of(p, !p->mover, options) > 0) {
        options[0] = REFERENCE_PASS;
        return 1;
    }
    return count;
}

static void play(void *at, int option) {
    position *p = at;
    if (option != REFERENCE_PASS) {
        int row = option / SIDE, column = option % SIDE;
        for (int up = -1; up <= 1; up++)
            for (int right = -1; right <= 1; right++) {
                int turned =
                    up == 0 && right == 0 ? 0 : enclosed(p, p->mover, row, column, up, right);
                for (int i = 1; i <= turned; i++)
                    p->cell[row + i * up][column + i * right] = p->mover;
            }
        p->cell[row][column] = p->mover;
    }
    p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    const position *p = at;
    int lead = 0; /* of Black */
    for (int square = 0; square < SIDE * SIDE; square++) {
        signed char disc = p->cell[square / SIDE][square % SIDE];
        lead += disc == 0 ? 1 : disc == 1 ? -1 : 0;
    }
    return lead > 0 ? 0 : lead < 0 ? 1 : REFERENCE_NOBODY;
}

const reference_game reference_reversi = {
    .name = "reversi",
    .columns = SIDE,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
};
