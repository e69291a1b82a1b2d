/* rng.h: the one generator of random numbers: SplitMix64, specified here in full.
 *
 *   state += 0x9E3779B97F4A7C15
 *   z = state; z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9; z = (z ^ z >> 27) * 0x94D049BB133111EB; z ^=
 *   z >> 31
 *
 * A number below n is drawn from the upper 32 bits of z by multiplication, rejecting the biased
 * part, so every machine draws the same. One word of state, and any seed is a good one.
 *
 * The game draws from the word in its state; agents and tools draw from words of their own
 * (random.h). */
#ifndef LF_RNG_H
#define LF_RNG_H

#include <stdint.h>

#define LF_GOLDEN                                                                                  \
    UINT64_C(0x9E3779B97F4A7C15) /* 2^64 by the golden ratio: odd, and its bits look like chance */

static inline uint64_t lf_mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static inline uint64_t lf_rng_next(uint64_t *state) {
    *state += LF_GOLDEN;
    return lf_mix64(*state);
}

/* Uniform in 0 … n - 1; n > 0. What is biased lies below 2^32 mod n, and so below n: the division
 * is rarely needed. */
static inline uint32_t lf_rng_below(uint64_t *state, uint32_t n) {
    for (;;) {
        const uint64_t product = (lf_rng_next(state) >> 32) * (uint64_t)n;
        const uint32_t rest = (uint32_t)product;
        if (rest >= n || rest >= (0u - n) % n)
            return (uint32_t)(product >> 32);
    }
}

#endif
