/* scalar.h: from the source of a scalar to its text and the runs that say where the text stands.
 *
 * libfyaml finds where a scalar begins and ends and has checked that it is well formed. Its decoded
 * text is not used: release 0.7 gets some of them wrong (`''''` in single quotes, an escaped line
 * break, an explicit indentation), and positions need a walk through the source anyway. flow_text.c
 * knows plain and quoted texts, block_text.c literal and folded ones; both write through the writer
 * of scalar.c. */
#ifndef LF_SPEC_SCALAR_H
#define LF_SPEC_SCALAR_H

#include "internal.h"

/* Where a scalar stands in its block, in bytes. */
typedef struct {
    /* without the quotes of a quoted text, without the header line of a block text */
    size_t start, end;
    size_t header; /* of a block text: its `|` or `>` */
    size_t parent; /* the first byte of the list or map around it */
} lf_scalar_source;

typedef struct lf_scalar_writer {
    lf_block *block;
    lf_arena *arena;
    char *text;
    uint32_t length, capacity;
    lf_doc_run *runs;
    uint32_t run_count, run_capacity;
    size_t gap; /* source offset minus text offset in the current run */
    bool cut;   /* the next byte begins a run even if the offsets would fit */
} lf_scalar_writer;

/* `count` bytes of source, as they stand. */
void lf_scalar_copy(lf_scalar_writer *, size_t at, size_t count);
/* A character that the source at `at` stands for but does not contain: a folded break, an
 * escape. */
void lf_scalar_put(lf_scalar_writer *, size_t at, uint32_t character);

/* NUL: plain */
void lf_scalar_write_flow(lf_scalar_writer *, const lf_scalar_source *, char quote);
void lf_scalar_write_block(lf_scalar_writer *, const lf_scalar_source *, bool folded);

/* Fills in text, length and runs of a scalar whose style is known. */
void lf_scalar_decode(lf_reading *, lf_block *, const lf_scalar_source *, lf_doc *scalar);

#endif
