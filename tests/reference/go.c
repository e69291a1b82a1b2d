/* go.c: reference for go on boards of two by two and nine by nine. Stones without a liberty are
 * taken; no suicide; no position may come again, whoever made it (positional superko); two passes
 * in a row end the game; area is counted, and White gets seven points and a half.
 *
 * Every rule is carried out on a copy of the board, and every earlier board is kept and compared
 * point by point. */
#include <stdio.h>
#include <string.h>

#include "reference.h"

enum { POINTS_MAX = 81, PAST_MAX = 700, SMALL_PAST_MAX = 60, EMPTY = -1, KOMI_IN_HALVES = 15 };

typedef struct {
    signed char point[POINTS_MAX]; /* EMPTY, or whose stone */
} board;

typedef struct {
    board now;
    signed char side, mover, passes;
    short boards;
    /* as they were after each move; of the small board only the first are there */
    board past[PAST_MAX];
} position;

/* ---- stones ---- */

static int neighbours(int side, int at, int out[4]) {
    const int row = at / side, column = at % side;
    int count = 0;
    if (row > 0)
        out[count++] = at - side;
    if (row < side - 1)
        out[count++] = at + side;
    if (column > 0)
        out[count++] = at - 1;
    if (column < side - 1)
        out[count++] = at + 1;
    return count;
}

/* Marks the points of one content that are joined to this one, and says whether a point of `sought`
 * lies beside them. */
static bool flood(const board *b, int side, int at, int sought, bool marked[POINTS_MAX]) {
    int beside[4];
    bool found = false;
    marked[at] = true;
    for (int i = neighbours(side, at, beside); i-- > 0;) {
        if (b->point[beside[i]] == sought)
            found = true;
        if (b->point[beside[i]] == b->point[at] && !marked[beside[i]])
            found = flood(b, side, beside[i], sought, marked) || found;
    }
    return found;
}

static bool breathes(const board *b, int side, int at) {
    bool marked[POINTS_MAX] = {false};
    return flood(b, side, at, EMPTY, marked);
}

static void take(board *b, int side, int at) {
    bool marked[POINTS_MAX] = {false};
    flood(b, side, at, EMPTY, marked);
    for (int i = 0; i < side * side; i++)
        if (marked[i])
            b->point[i] = EMPTY;
}

static void put_stone(board *b, int side, int at, int who) {
    int beside[4];
    b->point[at] = (signed char)who;
    for (int i = neighbours(side, at, beside); i-- > 0;)
        if (b->point[beside[i]] == !who && !breathes(b, side, beside[i]))
            take(b, side, beside[i]);
}

/* ---- the game ---- */

static bool was_there(const position *p, const board *b) {
    for (int i = 0; i < p->boards; i++)
        if (memcmp(&p->past[i], b, sizeof *b) == 0)
            return true;
    return false;
}

static bool is_legal(const position *p, int at) {
    board after = p->now;
    if (after.point[at] != EMPTY)
        return false;
    put_stone(&after, p->side, at, p->mover);
    return breathes(&after, p->side, at) && !was_there(p, &after);
}

static void start(position *p, int side) {
    memset(&p->now, EMPTY, sizeof p->now);
    p->side = (signed char)side;
    p->mover = p->passes = 0;
    p->boards = 0;
}

static void start_small(void *at) {
    start(at, 2);
}

static void start_nine(void *at) {
    start(at, 9);
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int count = 0;
    if (p->passes == 2)
        return 0;
    for (int i = 0; i < p->side * p->side; i++)
        if (is_legal(p, i))
            options[count++] = i;
    options[count++] = REFERENCE_PASS;
    return count;
}

static void play(void *at, int option) {
    position *p = at;
    if (option == REFERENCE_PASS) {
        p->passes++;
    } else {
        put_stone(&p->now, p->side, option, p->mover);
        p->past[p->boards++] = p->now;
        p->passes = 0;
    }
    p->mover = !p->mover;
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int area(const position *p, int who) {
    int sum = 0;
    for (int i = 0; i < p->side * p->side; i++) {
        bool marked[POINTS_MAX] = {false}, again[POINTS_MAX] = {false};
        if (p->now.point[i] == who)
            sum++;
        else if (p->now.point[i] == EMPTY)
            sum +=
                flood(&p->now, p->side, i, who, marked) && !flood(&p->now, p->side, i, !who, again);
    }
    return sum;
}

static int winner(const void *at) {
    const position *p = at;
    return 2 * area(p, 0) > 2 * area(p, 1) + KOMI_IN_HALVES ? 0 : 1;
}

static void small_name(int option, char *out, size_t size) {
    if (option == REFERENCE_PASS)
        snprintf(out, size, "done");
    else
        snprintf(out, size, "%c%d", 'a' + option % 2, option / 2 + 1);
}

static void name(int option, char *out, size_t size) {
    if (option == REFERENCE_PASS)
        snprintf(out, size, "done");
    else
        snprintf(out, size, "%c%d", 'a' + option % 9, option / 9 + 1);
}

_Static_assert(sizeof(position) <= REFERENCE_SIZE_MAX, "a position has room");

const reference_game reference_go_2x2 = {
    .name = "go-2x2",
    .columns = 2,
    .size = offsetof(position, past) + SMALL_PAST_MAX * sizeof(board),
    .start = start_small,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
    .option_name = small_name,
};

const reference_game reference_go_9x9 = {
    .name = "go-9x9",
    .columns = 9,
    .size = sizeof(position),
    .start = start_nine,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
    .option_name = name,
};

int reference_go_positions(int side) {
    int count = 0, all = 1;
    board b;
    for (int i = 0; i < side * side; i++)
        all *= 3;
    for (int code = 0; code < all; code++) {
        bool good = true;
        for (int i = 0, rest = code; i < side * side; i++, rest /= 3)
            b.point[i] = (signed char)(rest % 3 - 1);
        for (int i = 0; i < side * side && good; i++)
            good = b.point[i] == EMPTY || breathes(&b, side, i);
        count += good;
    }
    return count;
}
