/* rng.h: the generator that lives in the state: SplitMix64, specified here in full.
 *
 *   state += 0x9E3779B97F4A7C15
 *   z = state; z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9; z = (z ^ z >> 27) * 0x94D049BB133111EB; z ^= z >> 31
 *
 * A number below n is drawn from the upper 32 bits of z by multiplication, rejecting the biased part, so every
 * machine draws the same. One word of state, and any seed is a good one. */
#ifndef LF_RNG_H
#define LF_RNG_H

#include <stdint.h>

static inline uint64_t lf_mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Bits set; written out because the generic builtin is a library call on plain x86-64. */
static inline uint32_t lf_popcount(uint64_t x) {
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)((x * UINT64_C(0x0101010101010101)) >> 56);
}

static inline uint64_t lf_rng_next(uint64_t *state) {
    *state += UINT64_C(0x9E3779B97F4A7C15);
    return lf_mix64(*state);
}

/* Uniform in 0 … n - 1; n > 0. */
static inline uint32_t lf_rng_below(uint64_t *state, uint32_t n) {
    const uint32_t threshold = (0u - n) % n;
    for (;;) {
        const uint64_t product = (lf_rng_next(state) >> 32) * (uint64_t)n;
        if ((uint32_t)product >= threshold)
            return (uint32_t)(product >> 32);
    }
}

#endif
