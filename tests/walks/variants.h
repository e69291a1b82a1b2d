/* variants.h: every scenario of a game with every combination of its options, by number. */
#ifndef LF_WALKS_VARIANTS_H
#define LF_WALKS_VARIANTS_H

#include "ludoforge.h"

enum { VARIANT_OPTIONS_MAX = 8, VARIANT_TEXT_SIZE = 96 };

typedef struct {
    lf_setup setup; /* points into this variant */
    const char *options[VARIANT_OPTIONS_MAX + 1];
    char texts[VARIANT_OPTIONS_MAX][VARIANT_TEXT_SIZE]; /* "name=value" */
} variant;

int variant_count(const lf_game *game);
void variant_make(const lf_game *game, int number, uint64_t seed, variant *out);
/* "full edition=second …", for messages; in a buffer of its own. */
const char *variant_name(const variant *v);

#endif
