/* kalah.c: reference for Kalah with six houses a side and four seeds a house.
 *
 * Fourteen hollows stand in a ring: 0 to 5 are South's houses, 6 South's store, 7 to 12 North's
 * houses, 13 North's store. Seeds are sown one by one into the hollows that follow, without the
 * enemy's store. A last seed in the own store gives another turn; in an own empty house it goes
 * into the store with what lies opposite, if something lies there. When a side has no seeds in its
 * houses the other takes what is left. */
#include <stdio.h>

#include "reference.h"

enum { HOLLOWS = 14, HOUSES = 6, SEEDS = 4 };

typedef struct {
    unsigned char seeds[HOLLOWS];
    signed char mover;
} position;

static int store_of(int who) {
    return who == 0 ? HOUSES : HOLLOWS - 1;
}

static int first_of(int who) {
    return who == 0 ? 0 : HOUSES + 1;
}

static bool is_own_house(int who, int hollow) {
    return hollow >= first_of(who) && hollow < first_of(who) + HOUSES;
}

static int in_houses(const position *p, int who) {
    int sum = 0;
    for (int i = 0; i < HOUSES; i++)
        sum += p->seeds[first_of(who) + i];
    return sum;
}

static void start(void *at) {
    position *p = at;
    for (int i = 0; i < HOLLOWS; i++)
        p->seeds[i] = i == store_of(0) || i == store_of(1) ? 0 : SEEDS;
    p->mover = 0;
}

static int legal(const void *at, int *options) {
    const position *p = at;
    int count = 0;
    if (in_houses(p, 0) == 0 || in_houses(p, 1) == 0)
        return 0;
    for (int i = first_of(p->mover); i < first_of(p->mover) + HOUSES; i++)
        if (p->seeds[i] > 0)
            options[count++] = i;
    return count;
}

static void gather(position *p) {
    for (int who = 0; who < 2; who++)
        for (int i = first_of(who); i < first_of(who) + HOUSES; i++) {
            p->seeds[store_of(who)] = (unsigned char)(p->seeds[store_of(who)] + p->seeds[i]);
            p->seeds[i] = 0;
        }
}

static void play(void *at, int option) {
    position *p = at;
    int who = p->mover, last = option, left = p->seeds[option];
    p->seeds[option] = 0;
    while (left > 0) {
        last = (last + 1) % HOLLOWS;
        if (last == store_of(!who))
            continue;
        p->seeds[last]++;
        left--;
    }
    int opposite = HOLLOWS - 2 - last;
    if (is_own_house(who, last) && p->seeds[last] == 1 && p->seeds[opposite] > 0) {
        p->seeds[store_of(who)] = (unsigned char)(p->seeds[store_of(who)] + 1 + p->seeds[opposite]);
        p->seeds[last] = p->seeds[opposite] = 0;
    }
    if (last != store_of(who))
        p->mover = (signed char)!who;
    if (in_houses(p, 0) == 0 || in_houses(p, 1) == 0)
        gather(p);
}

static int mover(const void *at) {
    return ((const position *)at)->mover;
}

static int winner(const void *at) {
    const position *p = at;
    int south = p->seeds[store_of(0)], north = p->seeds[store_of(1)];
    return south == north ? REFERENCE_NOBODY : south > north ? 0 : 1;
}

static void name(int option, char *out, size_t size) {
    snprintf(out, size, "%c%d", option < HOUSES ? 's' : 'n', option % (HOUSES + 1) + 1);
}

const reference_game reference_kalah = {
    .name = "kalah",
    .columns = HOLLOWS,
    .size = sizeof(position),
    .start = start,
    .legal = legal,
    .play = play,
    .mover = mover,
    .winner = winner,
    .option_name = name,
};
