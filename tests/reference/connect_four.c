/* connect_four.c: reference for connect-four, 7 columns and 6 rows. A disc falls to the lowest free
 * cell of its column; four in a row win; a full board is a draw. */
#include "reference.h"

enum { COLUMNS = 7, ROWS = 6, EMPTY = -1 };

typedef struct {
    signed char cell[ROWS][COLUMNS]; /* EMPTY, or whose disc; row 0 is the lowest */
    signed char mover;
    signed char winner;
} position;

static void start(void *at) {
    position *p = at;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            p->cell[row][column] = EMPTY;
    p->mover = 0;
    p->winner = REFERENCE_NOBODY;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int count = 0;
    if (p->winner != REFERENCE_NOBODY)
        return 0;
    for (int column = 0; column < COLUMNS; column++) {
        int row = 0;
        while (row < ROWS && p->cell[row][column] != EMPTY)
            row++;
        if (row < ROWS)
            options[count++] = row * COLUMNS + column;
    }
    return count;
}

/* How many discs of `who` lie side by side, starting next to the cell. */
static int row_length(const position *p, int row, int column, int up, int right, int who) {
    int length = 0;
    for (;;) {
        row += up;
        column += right;
        if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS ||
            p->cell[row][column] != who)
            return length;
        length++;
    }
}

static void play(void *at, int option) {
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}}; /* up, right */
    position *p = at;
    int row = option / COLUMNS, column = option % COLUMNS;
    p->cell[row][column] = p->mover;
    for (int i = 0; i < 4; i++) {
        int up = ways[i][0], right = ways[i][1];
        if (row_length(p, row, column, up, right, p->mover) + 1 +
                row_length(p, row, column, -up, -right, p->mover) >=
            4)
            p->winner = p->mover;
    }
    p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    return ((const position *)at)->winner;
}

const reference_game reference_connect_four = {
    .name = "connect-four",
    .columns = COLUMNS,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
};
