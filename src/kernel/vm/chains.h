/* chains.h: chains of instructions that the loop goes through at one go (chains.txt).
 *
 * They are the loop's own business: it runs on a copy of the program in which the opcode of a
 * chain's first instruction is the chain's. All instructions stand there as before, so that play
 * can go on, or jump, into the middle of a chain. */
#ifndef LF_CHAINS_H
#define LF_CHAINS_H

#include "kernel/game.h"

enum {
    LF_CHAINS_BEGIN = LF_OPCODES,
    LF_CHAINS_BEFORE = LF_CHAINS_BEGIN - 1, /* the first row has the number behind it */
#define LF_CHAIN(name, ...) LF_CHAIN_##name,
#include "kernel/vm_chains.def"
#undef LF_CHAIN
    LF_CHAINS_END
};
_Static_assert(LF_CHAINS_END <= UINT8_MAX + 1,
               "an opcode has a byte: take lines out of chains.txt");

#endif
