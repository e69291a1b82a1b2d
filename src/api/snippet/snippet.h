/* snippet.h: expressions and statements that are no part of a game's program, run on its states.
 *
 * A snippet works on a copy of the game whose tables can grow: what is lowered goes behind the
 * program, and the copy runs it. The game and its model are only read, so threads that share a game
 * may do so at the same time. Everything lives in the arena that is given, also the states, which
 * have room for what a snippet may call. */
#ifndef LF_SNIPPET_H
#define LF_SNIPPET_H

#include "compile/compile.h"
#include "kernel/state/state.h"

typedef struct {
    lf_arena *arena;
    lf_model model;
    lf_sources sources;
    lf_report report;
    lf_game game;    /* a copy with more code, and with more room in its states */
    lf_layout plain; /* the layout of the game itself */
    lf_compiler c;
} lf_snippet;

/* `snippet` is zero. */
void lf_snippet_prepare(lf_snippet *, const lf_game *, const lf_model *, lf_arena *);
/* False after errors in the report, of which the first goes to `error` (may be NULL). */
bool lf_snippet_is_good(lf_snippet *, lf_error *);

/* A copy of a state whose frames have room for what snippets need, whatever is suspended in it.
 * Nobody watches it. */
lf_state lf_snippet_state(lf_snippet *, const lf_state *);

/* A local of a rule that an expression may name, with its value: as many words as its type takes,
 * or the whole table. */
typedef struct {
    const lf_symbol *symbol;
    const int64_t *words;
} lf_bound_local;

/* An expression, lowered once: its routine and the locals that it reads, which are the routine's
 * parameters. */
#define LF_SNIPPET_LOCALS 24
typedef struct {
    uint32_t routine;
    lf_type type;
    const lf_symbol *locals[LF_SNIPPET_LOCALS];
    uint32_t local_count;
    bool good; /* otherwise it cannot be asked */
} lf_snippet_expression;

/* Lowers a checked expression whose free locals are all among `locals`. */
lf_snippet_expression lf_snippet_lower(lf_snippet *, const lf_node *,
                                       const lf_symbol *const *locals, uint32_t count);
/* Its value in a state made by lf_snippet_state; `values[i]` is that of locals[i]. False: it cannot
 * be worked out. */
bool lf_snippet_value(lf_snippet *, const lf_state *, const lf_snippet_expression *,
                      const int64_t *const *values, int64_t result[LF_SET_WORDS_MAX], lf_error *);

#endif
