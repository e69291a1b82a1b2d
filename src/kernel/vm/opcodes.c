/* opcodes.c: the rows of opcodes.def as a table, for the verifier and the disassembler. */
#include "kernel/game.h"

/* The kinds of operands as characters: what the X-macro pastes must be a constant. */
enum {
    KIND__ = '_',
    KIND_A = 'A',
    KIND_C = 'C',
    KIND_D = 'D',
    KIND_E = 'E',
    KIND_F = 'F',
    KIND_H = 'H',
    KIND_I = 'I',
    KIND_J = 'J',
    KIND_K = 'K',
    KIND_M = 'M',
    KIND_N = 'N',
    KIND_O = 'O',
    KIND_P = 'P',
    KIND_Q = 'Q',
    KIND_R = 'R',
    KIND_S = 'S',
    KIND_T = 'T',
    KIND_V = 'V',
    KIND_X = 'X',
    KIND_Y = 'Y'
};
/* The columns that are marked or not. */
enum { MARK__ = false, MARK_CHANGES = true, MARK_ENDS = true };

#define SORT(kind)                                                                                 \
    ((kind) == 'D' || (kind) == 'S' || (kind) == 'X'   ? LF_OPERAND_REGISTER                       \
     : (kind) == 'E' || (kind) == 'T' || (kind) == 'Y' ? LF_OPERAND_SET                            \
     : (kind) == '_'                                   ? LF_OPERAND_UNUSED                         \
                                                       : LF_OPERAND_NUMBER)
#define WORDS(a, b, c, imm)                                                                        \
    ((a) == 'N' ? 0 : (b) == 'N' ? 1 : (c) == 'N' ? 2 : (imm) == 'N' ? 3 : 4)

const lf_op_info lf_op_table[LF_OPCODES] = {
#define LF_OP(name, a, b, c, imm, changes, ends, text)                                             \
    {#name,                                                                                        \
     {KIND_##a, KIND_##b, KIND_##c},                                                               \
     KIND_##imm,                                                                                   \
     {SORT(KIND_##a), SORT(KIND_##b), SORT(KIND_##c)},                                             \
     WORDS(KIND_##a, KIND_##b, KIND_##c, KIND_##imm),                                              \
     MARK_##changes,                                                                               \
     MARK_##ends,                                                                                  \
     text},
#include "kernel/opcodes.def"
#undef LF_OP
};
