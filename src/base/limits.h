/* limits.h: every hard limit of the engine, in one place.
 *
 * Each limit is checked where input enters; exceeding one is a diagnostic that names it, never a
 * crash. The `tiny` build flavour (-DLF_TINY_LIMITS) shrinks them so that the tests can reach each
 * one. A limit that a game can see is listed in docs/notation.md. */
#ifndef LF_BASE_LIMITS_H
#define LF_BASE_LIMITS_H

#ifdef LF_TINY_LIMITS
#define LF_LIMIT(normal, tiny) (tiny)
#else
#define LF_LIMIT(normal, tiny) (normal)
#endif

/* Reading a spec. */
#define LF_MAX_FILE_BYTES LF_LIMIT(32u << 20, 16u << 10) /* a whole GameDef is one file */
#define LF_MAX_SPEC_BYTES LF_LIMIT(32u << 20, 32u << 10)
#define LF_MAX_FILES LF_LIMIT(512, 4)
#define LF_MAX_IMPORT_DEPTH LF_LIMIT(16, 3)
#define LF_MAX_DOC_DEPTH                                                                           \
    LF_LIMIT(1000, 24) /* the AST form of an expression nests deeper than its notation */
#define LF_MAX_DOC_NODES LF_LIMIT(1u << 21, 4000)
#define LF_MAX_DIAGNOSTICS LF_LIMIT(200, 5)

/* The language. */
#define LF_MAX_EXPR_DEPTH LF_LIMIT(100, 12)
/* of `if … else if …`; as a GameDef each is three levels of LF_MAX_DOC_DEPTH */
#define LF_MAX_RUNGS LF_LIMIT(250, 5)
#define LF_MAX_NAME_BYTES LF_LIMIT(128, 48)
#define LF_MAX_SYMBOLS LF_LIMIT(1u << 16, 600)

/* The compiled game. */
#define LF_MAX_SEATS 16
#define LF_MAX_ZONES LF_LIMIT(512, 80) /* spaces and boxes together */
#define LF_MAX_PIECE_SLOTS 64          /* piece kinds times their states; a filter is one word */
#define LF_MAX_CARDS LF_LIMIT(512, 160)
#define LF_MAX_DIRECTIONS 32
#define LF_MAX_PATTERNS LF_LIMIT(64, 12)
#define LF_MAX_CODE LF_LIMIT(1u << 20, 1u << 13)
#define LF_MAX_REGISTERS 250                           /* of one procedure; operands are one byte */
#define LF_MAX_FRAME_WORDS LF_LIMIT(1u << 13, 1u << 9) /* the whole call chain with its tables */
#define LF_MAX_TABLE 253 /* entries of a table by numbers: an operand says how many */
#define LF_MAX_CALL_DEPTH LF_LIMIT(48, 8)
#define LF_MAX_TERMS LF_LIMIT(256, 8)         /* of what agents know of a game … */
#define LF_MAX_PRIORS LF_LIMIT(256, 8)        /* … and of what they look at first */
#define LF_MAX_REMEMBERED LF_LIMIT(4096, 256) /* positions, of all repetitions of a game together */
#define LF_MAX_PIECES_PER_CELL 255            /* like pieces in one zone; counts are one byte */

/* Play. */

/* Work between two decisions, look-ahead included, in instructions (vm_loop.inc says what pays how
 * much). Whatever the rules do with it, it takes at most a second: measured 0.07 to 0.8 s over
 * loops of sums, sets, counts, moves, cards and `reachable`. */
#define LF_MAX_WORK LF_LIMIT(200 * 1000 * 1000, 500 * 1000)
/* of one term or prior: agents ask them thousands of times a second */
#define LF_MAX_TERM_WORK LF_LIMIT(50 * 1000, 5 * 1000)
#define LF_PROBE_WORK 32            /* of trying an option, and of the copy that it is tried on: */
#define LF_COPIED_BYTES_PER_WORK 16 /* measured: a byte takes a sixteenth of an instruction */
#define LF_MAX_ROUNDS LF_LIMIT(100000, 1000) /* of one loop */
#define LF_MAX_OPTIONS LF_LIMIT(1024, 100)   /* of one decision */
#define LF_MAX_HIDDEN_VALUES                                                                       \
    LF_LIMIT(1024, 100) /* that a hidden variable can have: each may have to be thought possible */
#define LF_MAX_COVERED LF_LIMIT(256, 40)   /* pieces of a seat whose kind is hidden from others */
#define LF_MAX_NUMBERS LF_LIMIT(1024, 100) /* of a set of numbers that is walked or offered */
#define LF_MAX_LOG_LINES                                                                           \
    LF_LIMIT(10000, 50) /* reported of one decision; then a line says that the rest is left out */
#define LF_MAX_LINE_BYTES LF_LIMIT(2000, 100)
#define LF_MAX_LOOKAHEAD_DEPTH LF_LIMIT(24, 3)
#define LF_MAX_SUPPOSING LF_LIMIT(8, 2) /* of them inside each other */
#define LF_MAX_FIXED_ROLLS 16

#endif
