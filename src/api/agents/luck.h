/* luck.h: the luck of the tools: agents, seeds of simulated games, the fuzzer.
 *
 * It is drawn by the generator of base/rng.h from a word of its own. It is not the generator of the
 * game: that one lives in the state, and nothing here touches it, so that an agent's luck and the
 * dice are independent. */
#ifndef AGENTS_RNG_H
#define AGENTS_RNG_H

#include <assert.h>

#include "base/rng.h"

typedef struct {
    uint64_t state;
} rng;

static inline uint64_t rng_next(rng *r) {
    return lf_rng_next(&r->state);
}

/* 0 … n - 1, n >= 1. */
static inline int rng_below(rng *r, int n) {
    assert(n >= 1);
    return (int)lf_rng_below(&r->state, (uint32_t)n);
}

/* The seed of game `index` of a series: the first game plays `seed` itself, so that a single game
 * can be repeated by its own seed; game i the i-th output of splitmix64 started at `seed`. Seeds
 * have 53 bits, so that every JSON reader can hold them. */
static inline uint64_t rng_series_seed(uint64_t seed, uint64_t index) {
    return index == 0 ? seed : lf_mix64(seed + index * LF_GOLDEN) >> 11;
}

#endif
