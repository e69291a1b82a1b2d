/* chains.h: chains are sequences of instructions that the loop runs without a dispatch in between
 * (chains.txt).
 *
 * Only the loop knows them. It runs on a copy of the program in which the first instruction of a
 * chain has the opcode of the chain. All other instructions stay in their places, so that play can
 * jump, or continue, into the middle of a chain. */
#ifndef LF_CHAINS_H
#define LF_CHAINS_H

#include "kernel/game.h"

enum {
    LF_CHAINS_BEGIN = LF_OPCODES,
    LF_CHAINS_BEFORE = LF_CHAINS_BEGIN - 1, /* so that the first row gets LF_CHAINS_BEGIN */
#define LF_CHAIN(name, ...) LF_CHAIN_##name,
#include "kernel/vm_chains.def"
#undef LF_CHAIN
    LF_CHAINS_END
};
_Static_assert(LF_CHAINS_END <= UINT8_MAX + 1,
               "an opcode has a byte: take lines out of chains.txt");

#endif
