/* random.h: the RNG of the tools: agents, seeds of simulated games, the fuzzer.
 *
 * It is drawn by the generator of rng.h from a word of its own. It is not the generator of the
 * game: that one lives in the state, and nothing here touches it, so that an agent's RNG and the
 * dice are independent. */
#ifndef LF_RANDOM_H
#define LF_RANDOM_H

#include <assert.h>

#include "rng.h"

typedef struct {
    uint64_t state;
} lf_random;

static inline uint64_t lf_random_next(lf_random *r) {
    return lf_rng_next(&r->state);
}

/* 0 … n - 1, n >= 1. */
static inline int lf_random_below(lf_random *r, int n) {
    assert(n >= 1);
    return (int)lf_rng_below(&r->state, (uint32_t)n);
}

/* The seed of game `index` of a series: the first game plays `seed` itself, so that a single game
 * can be repeated by its own seed; game i the i-th output of splitmix64 started at `seed`. Seeds
 * have 53 bits, so that every JSON reader can hold them. */
static inline uint64_t lf_series_seed(uint64_t seed, uint64_t index) {
    return index == 0 ? seed : lf_mix64(seed + index * LF_GOLDEN) >> 11;
}

#endif
