/* features.h: a position as the numbers that a learned evaluation reads.
 *
 * The features are the observation of a seat (api/env/tensor.c) without the pending decision, the
 * present margins of all seats, and the terms of the section `agents` for all seats. A feature
 * layout says which feature has which index. It follows from the names and sizes of the game's
 * tables, not from its rules, so that a learned file remains valid when a rule changes. A hash
 * identifies the layout. */
#ifndef AGENTS_VALUE_FEATURES_H
#define AGENTS_VALUE_FEATURES_H

#include "api/agents/heuristics.h"
#include "api/env/tensor.h"

typedef lf_feature_layout feature_layout;
struct lf_feature_layout {
    const lf_game *game;
    uint32_t first[LF_PARTS]; /* where each part of the observation begins, or LF_PART_LEFT_OUT */
    uint32_t margins_at;      /* one for each seat */
    uint32_t terms_at, terms; /* `terms` for each seat, seat after seat */
    uint32_t count;           /* of all features */
    uint32_t unknown_every, unknown_first, unknown_end; /* see is_redundant in features.c */
    uint64_t hash;
};

/* With the terms of the game or without: a file that was learned before the game had terms is still
 * valid. */
void lf_value_layout_open(feature_layout *, const lf_game *, bool with_terms);

/* An index with a value. Values are limited to ±LF_FEATURE_MOST. */
typedef lf_feature feature;

/* Reads positions, on one thread. */
typedef lf_feature_reader feature_reader;
struct lf_feature_reader {
    const feature_layout *layout;
    lf_heuristics *heuristics; /* NULL without terms */
    int32_t *terms;            /* of one seat */
    feature *features;         /* of the position that was read last; room for all */
};
bool lf_value_reader_open(feature_reader *, const feature_layout *); /* false: out of memory */
void lf_value_reader_close(feature_reader *);
/* Reads what the viewer (LF_NOBODY: the public) may know of the position, as features that are not
 * 0. Returns their number; never allocates. */
uint32_t lf_value_reader_read(feature_reader *, const lf_state *, lf_seat viewer);

#endif
