/* native.h: a game's program as C, compiled to a shared object that runs instead of the loop.
 *
 * emit_c.c writes the C, build.c compiles it and stores the object, native.c loads it.
 * docs/internals-native.md explains all of it. */
#ifndef LF_NATIVE_H
#define LF_NATIVE_H

#include "kernel/vm/vm.h"

/* ---- the engine's own sources as text (made by embed.py) ---- */
extern const char lf_native_header[];
extern const char *const lf_native_bodies[LF_OPCODES];

/* A hash of the header, the bodies and the flags of the processor. Objects of another engine, or
 * for another processor, have another one. */
uint64_t lf_native_abi(void);
/* Compiler flags for the features of this processor, ended by NULL. */
const char *const *lf_native_cpu_flags(void);
/* A hash of everything in the game that the C depends on. */
uint64_t lf_native_program(const lf_game *);

/* ---- loading (native.c) ---- */
void lf_native_unload(lf_game *);

/* ---- writing C (emit_c.c, emit_facts.c, emit_marks.c) ---- */

/* Where functions can be entered, and which routines are kept (flow.h). */
typedef struct {
    uint8_t *at;   /* by instruction: LF_MARK_… */
    uint8_t *kept; /* by routine */
    /* by routine: routine 0 or an agent calls it; the others rarely run */
    uint8_t *hot;
    /* by routine: how many registers it and the plain routines that it calls use */
    uint32_t *reach;
} lf_native_marks;
enum { LF_MARK_LABEL = 1, LF_MARK_RESUME = 2 };
bool lf_native_marks_new(const lf_game *, lf_native_marks *);
void lf_native_marks_free(lf_native_marks *);

/* The tables of the game that the code reads, as constants. */
void lf_native_facts(const lf_game *, lf_text *out);
/* The numbers of pieces into which a program is cut, so that each can be compiled by itself. Hot
 * pieces come first. A small program is one piece: {1, 0}. */
typedef struct {
    uint32_t hot, cold;
} lf_native_cut;
/* Cuts into pieces of about so many instructions, and into at most `most`. False: out of memory. */
bool lf_native_cut_up(const lf_game *, uint32_t instructions, uint32_t most, lf_native_cut *);
/* The C of one piece. The first contains what is needed once. NULL: out of memory. */
char *lf_native_piece(const lf_game *, lf_native_cut, uint32_t piece);

#endif
