/* tic_tac_toe.c: reference for tic-tac-toe. Three in a row win; a full board is a draw. */
#include "reference.h"

enum { EMPTY = -1 };

typedef struct {
    signed char cell[9]; /* EMPTY, or who marked it */
    signed char mover;
} position;

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static void start(void *at) {
    position *p = at;
    for (int i = 0; i < 9; i++)
        p->cell[i] = EMPTY;
    p->mover = 0;
}

static int winner(const void *at) {
    const signed char *cell = ((const position *)at)->cell;
    for (int i = 0; i < 8; i++) {
        const int *line = lines[i];
        if (cell[line[0]] != EMPTY && cell[line[0]] == cell[line[1]] &&
            cell[line[0]] == cell[line[2]])
            return cell[line[0]];
    }
    return REFERENCE_NOBODY;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int count = 0;
    if (winner(p) != REFERENCE_NOBODY)
        return 0;
    for (int i = 0; i < 9; i++)
        if (p->cell[i] == EMPTY)
            options[count++] = i;
    return count;
}

static void play(void *at, int option) {
    position *p = at;
    p->cell[option] = p->mover;
    p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

const reference_game reference_tic_tac_toe = {
    .name = "tic-tac-toe",
    .columns = 3,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
};
