/* bits.h: questions about the bits of a word. */
#ifndef LF_BITS_H
#define LF_BITS_H

#include <stdint.h>

/* Bits set; written out because the generic builtin is a library call on plain x86-64. */
static inline uint32_t lf_popcount(uint64_t x) {
#ifdef __POPCNT__
    return (uint32_t)__builtin_popcountll(x);
#endif
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)((x * UINT64_C(0x0101010101010101)) >> 56);
}

#endif
