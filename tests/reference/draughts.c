/* draughts.c: reference for English draughts. Black (seat 0) has the rows 0 to 2 and goes up, White
 * the rows 5 to 7 and goes down. Whoever can jump must, and goes on with the same piece until it
 * cannot; a man that is crowned stops. Who cannot move loses; eighty moves without a jump or a
 * man's move are a draw.
 *
 * Decisions: the piece, its goal, and each further jump where there is more than one. */
#include "reference.h"

enum { SIDE = 8, EMPTY = -1, NONE = -1, QUIET = 80 };

typedef struct {
    signed char owner[SIDE][SIDE]; /* EMPTY, or whose piece */
    bool king[SIDE][SIDE];
    signed char mover, piece; /* the piece that was chosen, or that is jumping on */
    bool jumping;
    unsigned char quiet;
} position;

static void start(void *at) {
    position *p = at;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            bool dark = (row + column) % 2 == 0;
            p->owner[row][column] = !dark || (row > 2 && row < 5) ? EMPTY : row > 2;
            p->king[row][column] = false;
        }
    p->mover = 0;
    p->piece = NONE;
    p->jumping = false;
    p->quiet = 0;
}

/* Where a piece may go in moves of `far` rows: 1 a step, 2 a jump. */
static int goals_of(const position *p, int square, int far, int *goals) {
    int row = square / SIDE, column = square % SIDE, count = 0;
    for (int up = -1; up <= 1; up += 2)
        for (int right = -1; right <= 1; right += 2) {
            int to_row = row + far * up, to_column = column + far * right;
            bool ahead = up == (p->mover == 0 ? 1 : -1);
            if ((!ahead && !p->king[row][column]) || to_row < 0 || to_row >= SIDE ||
                to_column < 0 || to_column >= SIDE || p->owner[to_row][to_column] != EMPTY)
                continue;
            if (far == 1 || p->owner[row + up][column + right] == !p->mover)
                goals[count++] = to_row * SIDE + to_column;
        }
    return count;
}

static int pieces_with(const position *p, int far, int *options) {
    int goals[4], count = 0;
    for (int square = 0; square < SIDE * SIDE; square++)
        if (p->owner[square / SIDE][square % SIDE] == p->mover &&
            goals_of(p, square, far, goals) > 0)
            options[count++] = square;
    return count;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int others[SIDE * SIDE];
    if (p->quiet == QUIET && !p->jumping && p->piece == NONE)
        return 0;
    if (p->jumping)
        return goals_of(p, p->piece, 2, options);
    bool must_jump = pieces_with(p, 2, others) > 0;
    if (p->piece != NONE)
        return goals_of(p, p->piece, must_jump ? 2 : 1, options);
    return pieces_with(p, must_jump ? 2 : 1, options);
}

static void play(void *at, int option) {
    position *p = at;
    int goals[4];
    if (p->piece == NONE) {
        p->piece = (signed char)option;
        return;
    }
    int row = p->piece / SIDE, column = p->piece % SIDE, to_row = option / SIDE,
        to_column = option % SIDE;
    bool jump = row - to_row == 2 || to_row - row == 2, king = p->king[row][column];
    if (jump)
        p->owner[(row + to_row) / 2][(column + to_column) / 2] = EMPTY;
    if (jump)
        p->king[(row + to_row) / 2][(column + to_column) / 2] = false;
    p->owner[to_row][to_column] = p->mover;
    p->owner[row][column] = EMPTY;
    p->king[row][column] = false;
    bool crowned = !king && to_row == (p->mover == 0 ? SIDE - 1 : 0);
    p->king[to_row][to_column] = king || crowned;
    p->quiet = jump || !king ? 0 : (unsigned char)(p->quiet + 1);
    if (jump && !crowned && goals_of(p, option, 2, goals) > 0) {
        p->piece = (signed char)option;
        p->jumping = true;
        return;
    }
    p->piece = NONE;
    p->jumping = false;
    p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    const position *p = at;
    int options[SIDE * SIDE];
    bool stuck = pieces_with(p, 1, options) == 0 && pieces_with(p, 2, options) == 0;
    return stuck ? !p->mover : REFERENCE_NOBODY;
}

const reference_game reference_draughts = {
    .name = "draughts",
    .columns = SIDE,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
};
