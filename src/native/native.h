/* native.h: a game's program as C, compiled to a shared object, in the place of the loop.
 *
 * emit_c.c writes the C, build.c has it compiled and kept, native.c loads it.
 * docs/internals-native.md explains all of it. */
#ifndef LF_NATIVE_H
#define LF_NATIVE_H

#include "kernel/vm/vm.h"

/* ---- the engine's own sources as text (made by embed.py) ---- */
extern const char lf_native_header[];
extern const char *const lf_native_bodies[LF_OPCODES];

/* The header, the bodies and what the processor can do as a number: objects of another engine, or
 * for another processor, do not fit. */
uint64_t lf_native_abi(void);
/* What the compiler may make use of on this processor: flags for it, ended by NULL. */
const char *const *lf_native_cpu_flags(void);
/* All of the game that the C depends on as a number. */
uint64_t lf_native_program(const lf_game *);

/* ---- loading (native.c) ---- */
void lf_native_unload(lf_game *);

/* ---- writing C (emit_c.c, emit_facts.c, emit_marks.c) ---- */

/* Where functions begin, and which routines are kept (flow.h). */
typedef struct {
    uint8_t *at;   /* by instruction: LF_MARK_… */
    uint8_t *kept; /* by routine */
    /* by routine: the course of play calls it, or agents ask it; the rest runs seldom */
    uint8_t *hot;
    /* by routine: words from its window on that it and the plain ones below it touch */
    uint32_t *reach;
} lf_native_marks;
enum { LF_MARK_LABEL = 1, LF_MARK_RESUME = 2 };
bool lf_native_marks_new(const lf_game *, lf_native_marks *);
void lf_native_marks_free(lf_native_marks *);

/* The tables of the game that the code reads, as constants. */
void lf_native_facts(const lf_game *, lf_text *out);
/* How the program is cut into pieces that can be compiled by themselves: first those that are hot.
 * A small one stays whole: {1, 0}. */
typedef struct {
    uint32_t hot, cold;
} lf_native_cut;
/* Pieces of about so many instructions, not more than `most`. False: out of memory. */
bool lf_native_cut_up(const lf_game *, uint32_t instructions, uint32_t most, lf_native_cut *);
/* One of the pieces. The first has what is needed once. NULL: out of memory. */
char *lf_native_piece(const lf_game *, lf_native_cut, uint32_t piece);

#endif
