/* declare_patterns.c: the section `patterns`: ways in which something covers spaces from where it
 * stands.
 *
 * A pattern has leaps (to a place of the grid, seen from the own), steps (to the next space in a
 * direction) and slides (any number of steps, as far as the way is free). The names are the
 * enumeration `pattern`, so that rules can keep and hand them on like any other value. Leaps and
 * steps become a set for every space; slides are directions, which the board's rows answer
 * (kernel/state/reach.c). */
#include "declare.h"

enum { PATTERN_SLIDES, PATTERN_STEPS, PATTERN_LEAPS, PATTERN_KEYS };
static const lf_key_rule pattern_rules[] = {
    [PATTERN_SLIDES] = {"slides", LF_KEY_LIST, 0},
    [PATTERN_STEPS] = {"steps", LF_KEY_LIST, 0},
    [PATTERN_LEAPS] = {"leaps", LF_KEY_LIST, 0},
};
LF_SHAPE(pattern_shape, "a pattern", pattern_rules, false);

/* ---- the names ---- */

void lf_declare_pattern_names(lf_declaring *d) {
    const lf_doc *section = lf_section_map(d, "patterns");
    lf_model *m = d->m;
    if (section == NULL || section->count == 0 ||
        !lf_within(d, section, section->count - 1, LF_MAX_PATTERNS, "patterns"))
        return;
    const char **ids = LF_NEW_ARRAY(m->arena, const char *, section->count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < section->count; i++) {
        const lf_doc_pair *pair = &section->pairs[i];
        ids[count] = lf_check_name(d, pair->key, pair->key_pos, "a pattern", LF_NAME_ID);
        if (ids[count] == NULL)
            return;
        count++;
    }
    m->pattern_enum = (uint16_t)lf_add_pattern_enum(d, ids, count, section->pos);
    m->pattern_count = count;
}

/* ---- what they cover ---- */

static uint64_t *leaps_from(const lf_model *m, uint32_t pattern, uint32_t space) {
    return m->pattern_leaps + ((size_t)pattern * m->space_count + space) * m->zone_words;
}

static void cover(const lf_model *m, uint32_t pattern, uint32_t space, int64_t covered) {
    leaps_from(m, pattern, space)[covered / 64] |= UINT64_C(1) << (covered % 64);
}

static void add_steps(lf_declaring *d, uint32_t pattern, const lf_doc *list) {
    const lf_model *m = d->m;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const int way = lf_reference(d, LF_REF_DIRECTION, list->items[i]);
        for (uint32_t s = 0; way >= 0 && s < m->space_count; s++) {
            const int16_t next = m->steps[(size_t)s * m->direction_count + (uint32_t)way];
            if (next >= 0)
                cover(m, pattern, s, next);
        }
    }
}

static void add_leaps(lf_declaring *d, uint32_t pattern, const lf_doc *list) {
    if (list != NULL && d->columns == 0) {
        LF_WRONG(d, LF_E0441, list, "on any map, `steps` and `slides` follow directions",
                 "`leaps` need a grid");
        return;
    }
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        lf_vector v;
        if (!lf_read_vector(d, list->items[i], &v) || !v.has_vector)
            continue;
        for (uint32_t s = 0; s < d->columns * d->rows; s++) {
            const int64_t column = (int64_t)(s % d->columns) + v.dx,
                          row = (int64_t)(s / d->columns) + v.dy;
            if (column >= 0 && column < d->columns && row >= 0 && row < d->rows)
                cover(d->m, pattern, s, row * d->columns + column);
        }
    }
}

static void declare_pattern(lf_declaring *d, uint32_t pattern, const lf_doc *doc) {
    const lf_doc *values[PATTERN_KEYS];
    if (!lf_read_keys(d, doc, &pattern_shape, values))
        return;
    const lf_doc *slides = values[PATTERN_SLIDES];
    for (uint32_t i = 0; slides != NULL && i < slides->count; i++) {
        const int way = lf_reference(d, LF_REF_DIRECTION, slides->items[i]);
        if (way >= 0)
            d->m->pattern_slides[pattern] |= UINT32_C(1) << way;
    }
    add_steps(d, pattern, values[PATTERN_STEPS]);
    add_leaps(d, pattern, values[PATTERN_LEAPS]);
    if (doc->count == 0)
        LF_WRONG(d, LF_E0441, doc, "give it `slides`, `steps` or `leaps`",
                 "this pattern covers nothing");
}

void lf_declare_patterns(lf_declaring *d) {
    const lf_doc *section = lf_section_map(d, "patterns");
    lf_model *m = d->m;
    if (m->pattern_count == 0)
        return;
    m->pattern_slides = LF_NEW_ARRAY(m->arena, uint32_t, m->pattern_count);
    m->pattern_leaps = LF_NEW_ARRAY(m->arena, uint64_t,
                                    (size_t)m->pattern_count * m->space_count * m->zone_words + 1);
    for (uint32_t i = 0; i < m->pattern_count; i++)
        declare_pattern(d, i, section->pairs[i].value);
}
