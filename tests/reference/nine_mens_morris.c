/* nine_mens_morris.c: reference for Nine Men's Morris, with flying. The points are numbered as
 * squares of a board of 7 by 7; those that are no points of the game are never used. The sixteen
 * lines are listed: a mill is a line of three men of one player.
 *
 * A move is two decisions, the man and its goal; what is taken after a mill is one more. */
#include "reference.h"

enum { SIDE = 7, SQUARES = SIDE * SIDE, LINES = 16, MEN = 9, QUIET = 100 };
enum { EMPTY = -1, NONE = -1 };

#define AT(column, row) (((row)-1) * SIDE + (column) - 'a')
static const signed char lines[LINES][3] = {
    {AT('a', 1), AT('d', 1), AT('g', 1)}, {AT('b', 2), AT('d', 2), AT('f', 2)},
    {AT('c', 3), AT('d', 3), AT('e', 3)}, {AT('a', 4), AT('b', 4), AT('c', 4)},
    {AT('e', 4), AT('f', 4), AT('g', 4)}, {AT('c', 5), AT('d', 5), AT('e', 5)},
    {AT('b', 6), AT('d', 6), AT('f', 6)}, {AT('a', 7), AT('d', 7), AT('g', 7)},
    {AT('a', 1), AT('a', 4), AT('a', 7)}, {AT('b', 2), AT('b', 4), AT('b', 6)},
    {AT('c', 3), AT('c', 4), AT('c', 5)}, {AT('d', 1), AT('d', 2), AT('d', 3)},
    {AT('d', 5), AT('d', 6), AT('d', 7)}, {AT('e', 3), AT('e', 4), AT('e', 5)},
    {AT('f', 2), AT('f', 4), AT('f', 6)}, {AT('g', 1), AT('g', 4), AT('g', 7)},
};

typedef struct {
    signed char cell[SQUARES]; /* EMPTY, or whose man */
    signed char hand[2];
    signed char mover, man; /* the man that was chosen, or NONE */
    bool takes;             /* the mover has closed a mill */
    unsigned char quiet;    /* moves since the last mill */
} position;

static void start(void *at) {
    position *p = at;
    for (int i = 0; i < SQUARES; i++)
        p->cell[i] = EMPTY;
    p->hand[0] = p->hand[1] = MEN;
    p->mover = 0;
    p->man = NONE;
    p->takes = false;
    p->quiet = 0;
}

static bool is_point(int square) {
    for (int i = 0; i < LINES; i++)
        for (int k = 0; k < 3; k++)
            if (lines[i][k] == square)
                return true;
    return false;
}

static bool next_to(int a, int b) {
    for (int i = 0; i < LINES; i++)
        for (int k = 0; k < 2; k++)
            if ((lines[i][k] == a && lines[i][k + 1] == b) ||
                (lines[i][k] == b && lines[i][k + 1] == a))
                return true;
    return false;
}

static bool in_mill(const position *p, int square) {
    for (int i = 0; i < LINES; i++) {
        bool here = false, full = true;
        for (int k = 0; k < 3; k++) {
            here = here || lines[i][k] == square;
            full = full && p->cell[lines[i][k]] == p->cell[square];
        }
        if (here && full)
            return true;
    }
    return false;
}

static int men(const position *p, int who) {
    int count = 0;
    for (int i = 0; i < SQUARES; i++)
        count += p->cell[i] == who;
    return count;
}

static int goals_of(const position *p, int man, int *goals) {
    bool flies = men(p, p->mover) == 3;
    int count = 0;
    for (int i = 0; i < SQUARES; i++)
        if (is_point(i) && p->cell[i] == EMPTY && (flies || next_to(man, i)))
            goals[count++] = i;
    return count;
}

static int takeable(const position *p, int *options) {
    int count = 0;
    for (int all = 0; all < 2 && count == 0; all++)
        for (int i = 0; i < SQUARES; i++)
            if (p->cell[i] == !p->mover && (all || !in_mill(p, i)))
                options[count++] = i;
    return count;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int goals[SQUARES], count = 0;
    if (p->takes)
        return takeable(p, options);
    if (p->man != NONE)
        return goals_of(p, p->man, options);
    if (p->hand[(int)p->mover] > 0) {
        for (int i = 0; i < SQUARES; i++)
            if (is_point(i) && p->cell[i] == EMPTY)
                options[count++] = i;
        return count;
    }
    if (men(p, p->mover) < 3 || p->quiet == QUIET)
        return 0;
    for (int i = 0; i < SQUARES; i++)
        if (p->cell[i] == p->mover && goals_of(p, i, goals) > 0)
            options[count++] = i;
    return count;
}

static void play(void *at, int option) {
    position *p = at;
    if (p->takes) {
        p->cell[option] = EMPTY;
        p->takes = false;
        p->mover = !p->mover;
        return;
    }
    bool places = p->hand[(int)p->mover] > 0;
    if (!places && p->man == NONE) {
        p->man = (signed char)option;
        return;
    }
    if (places)
        p->hand[(int)p->mover]--;
    else
        p->cell[(int)p->man] = EMPTY;
    p->man = NONE;
    p->cell[option] = p->mover;
    p->takes = in_mill(p, option);
    p->quiet = places || p->takes ? 0 : (unsigned char)(p->quiet + 1);
    if (!p->takes)
        p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    const position *p = at;
    int goals[SQUARES];
    if (men(p, p->mover) < 3)
        return !p->mover;
    for (int i = 0; i < SQUARES; i++)
        if (p->cell[i] == p->mover && goals_of(p, i, goals) > 0)
            return REFERENCE_NOBODY; /* a hundred moves without a mill */
    return !p->mover;
}

const reference_game reference_nine_mens_morris = {
    .name = "nine-mens-morris",
    .columns = SIDE,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
};
