/* luck.h: the generator of the tools: agents, seeds of simulated games, the fuzzer.
 *
 * It is splitmix64 (Steele, Lea, Flood 2014), specified by the few lines below and the same on every
 * machine. It is not the generator of the game: that one lives in the state, and nothing here touches
 * it, so that an agent's luck and the dice are independent. */
#ifndef AGENTS_RNG_H
#define AGENTS_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} rng;

static inline uint64_t rng_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static inline uint64_t rng_next(rng *r) {
    r->state += UINT64_C(0x9E3779B97F4A7C15);
    return rng_mix(r->state);
}

/* 0 … n - 1, n >= 1. The bias of the multiplication is below n / 2^32: no test could see it. */
static inline int rng_below(rng *r, int n) {
    return (int)(((rng_next(r) >> 32) * (uint64_t)n) >> 32);
}

/* The seed of game `index` of a series: the first game plays `seed` itself, so that a single game can
 * be repeated by its own seed; game i the i-th output of splitmix64 started at `seed`. Seeds have 53
 * bits, so that every JSON reader can hold them. */
static inline uint64_t rng_series_seed(uint64_t seed, uint64_t index) {
    if (index == 0)
        return seed;
    return rng_mix(seed + index * UINT64_C(0x9E3779B97F4A7C15)) >> 11;
}

#endif
