/* connect_four_solver.h: finds the winner of a connect-four position without the engine: bitboards,
 * alpha-beta and a transposition table. A column has 7 bits: six cells and a guard. */
#ifndef CONNECT_FOUR_SOLVER_H
#define CONNECT_FOUR_SOLVER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define C4_COLUMNS 7
#define C4_ROWS 6
#define C4_TABLE (1 << 20)

typedef struct {
    uint64_t mine, all; /* stones of the player to move, and of both */
    int stones;
} c4_board;

static struct {
    uint64_t key;
    int8_t low, high;
} c4_table[C4_TABLE];

static inline bool c4_can_play(const c4_board *b, int column) {
    return (b->all >> (column * 7 + C4_ROWS - 1) & 1) == 0;
}

static inline bool c4_four(uint64_t stones) {
    static const int ways[] = {1, 7, 6, 8};
    for (int i = 0; i < 4; i++) {
        const uint64_t pairs = stones & stones >> ways[i];
        if ((pairs & pairs >> 2 * ways[i]) != 0)
            return true;
    }
    return false;
}

static inline uint64_t c4_stone(const c4_board *b, int column) {
    return (b->all + (UINT64_C(1) << column * 7)) & (UINT64_C(0x3F) << column * 7);
}

static inline bool c4_wins(const c4_board *b, int column) {
    return c4_four(b->mine | c4_stone(b, column));
}

static inline void c4_play(c4_board *b, int column) {
    const uint64_t stone = c4_stone(b, column), theirs = b->all ^ b->mine;
    b->all |= stone;
    b->mine = theirs;
    b->stones++;
}

/* 1: the player to move wins, 0: a draw, -1: the player loses. */
static int c4_solve(const c4_board *b, int low, int high) {
    static const int order[] = {3, 2, 4, 1, 5, 0, 6};
    if (b->stones == C4_COLUMNS * C4_ROWS)
        return 0;
    for (int i = 0; i < C4_COLUMNS; i++)
        if (c4_can_play(b, order[i]) && c4_wins(b, order[i]))
            return 1;
    const uint64_t key = b->mine + b->all + 1;
    const size_t slot = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 44);
    if (c4_table[slot].key == key) {
        low = c4_table[slot].low > low ? c4_table[slot].low : low;
        high = c4_table[slot].high < high ? c4_table[slot].high : high;
        if (low >= high)
            return low;
    }
    int best = -1;
    const int asked_low = low;
    for (int i = 0; i < C4_COLUMNS && best < high && low < high; i++) {
        if (!c4_can_play(b, order[i]))
            continue;
        c4_board next = *b;
        c4_play(&next, order[i]);
        const int value = -c4_solve(&next, -high, -low);
        best = value > best ? value : best;
        low = best > low ? best : low;
    }
    if (c4_table[slot].key != key) {
        c4_table[slot].key = key;
        c4_table[slot].low = -1;
        c4_table[slot].high = 1;
    }
    if (best <= asked_low)
        c4_table[slot].high = (int8_t)best;
    else if (best >= high)
        c4_table[slot].low = (int8_t)best;
    else
        c4_table[slot].low = c4_table[slot].high = (int8_t)best;
    return best;
}

#endif
