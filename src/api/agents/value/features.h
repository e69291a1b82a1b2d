/* features.h: a position as the numbers that a learned evaluation reads.
 *
 * They are the observation of a seat (api/env/tensor.c) without the pending decision, the margins
 * of all seats as they stand, and the terms that the game's designer declared, for all seats. A
 * vocabulary says which number stands where; it follows from the names and shapes of the game's
 * tables, not from its rules, so that a learned file outlives a changed rule. Its hash says which
 * it is. */
#ifndef AGENTS_VALUE_FEATURES_H
#define AGENTS_VALUE_FEATURES_H

#include "api/agents/knowledge.h"
#include "api/env/tensor.h"

typedef struct {
    const lf_game *game;
    uint32_t first[LF_PARTS]; /* where the parts of the observation begin, or LF_PART_LEFT_OUT */
    uint32_t margins_at;      /* one a seat */
    uint32_t terms_at, terms; /* `terms` of them a seat, seat after seat */
    uint32_t count;           /* of all numbers */
    uint32_t unknown_every, unknown_first, unknown_end; /* see is_idle */
    uint64_t hash;
} vocabulary;

/* With the designer's terms, or without: a file that was learned before a game had terms is still
 * good. */
void lf_value_vocabulary_open(vocabulary *, const lf_game *, bool with_terms);

/* A number with where it stands. Values are cut to FEATURE_MOST. */
typedef lf_number feature;
#define FEATURE_MOST 1023

/* Reads positions, on one thread. */
typedef struct {
    const vocabulary *words;
    knowledge *knows;  /* NULL without terms */
    int32_t *terms;    /* of a seat, while it is read */
    feature *features; /* of the position that was read last; room for all */
} feature_reader;
bool lf_value_reader_open(feature_reader *, const vocabulary *); /* false: out of memory */
void lf_value_reader_close(feature_reader *);
/* What the seat (LF_NOBODY: an onlooker) may know of the position, as features that are not 0.
 * Returns how many; never allocates. */
uint32_t lf_value_reader_read(feature_reader *, const lf_state *, lf_seat viewer);

/* Whether it is the margin of this seat, or one of its terms. */
bool lf_value_feature_is_own(const vocabulary *, uint32_t place, uint32_t seat);
/* What a feature stands for, in words ("Hill, Red cubes"); lf_string_free. NULL: no such feature,
 * or no memory. */
char *lf_value_feature_text(const vocabulary *, uint32_t place);

#endif
