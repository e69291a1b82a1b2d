/* declare_spaces.c: what spaces have and how they hang together: properties, steps in directions,
 * adjacency. */
#include "declare.h"

#include <string.h>

enum { SPACE_ID, SPACE_NAME, SPACE_ADJACENT, SPACE_LINKS, SPACE_AT, SPACE_KEYS };
static const lf_key_rule space_rules[] = {
    [SPACE_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [SPACE_NAME] = {"name", LF_KEY_SCALAR, 0},
    [SPACE_ADJACENT] = {"adjacent", LF_KEY_LIST, 0},
    [SPACE_LINKS] = {"links", LF_KEY_MAP, 0},
    [SPACE_AT] = {"at", LF_KEY_LIST, 0}, /* declare_places.c */
};
LF_SHAPE(space_shape, "a space", space_rules, true);

enum { LINK_TO, LINK_ONE_WAY, LINK_KEYS };
static const lf_key_rule link_rules[] = {
    [LINK_TO] = {"to", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [LINK_ONE_WAY] = {"oneWay", LF_KEY_BOOL, 0},
};
LF_SHAPE(link_shape, "a link", link_rules, false);

static const lf_property_kind property_kind = {"a property of spaces", &space_shape, LF_NAMES_SPACE,
                                               false};

/* ---- properties ---- */

/* Every space of a grid knows its place; a space beside the grid has 0 for both. */
static void add_grid_property(lf_declaring *d, const char *text) {
    lf_model *m = d->m;
    const char *name = lf_intern_z(m->names, text);
    lf_add_local(d, LF_NAMES_SPACE, "a property of spaces", name, (lf_pos){0},
                 (int)m->space_property_count);
    m->space_properties[m->space_property_count++] =
        (lf_model_property){.name = name, .type = {.base = LF_T_INT}, .length = 1};
}

static void declare_properties(lf_declaring *d) {
    lf_model *m = d->m;
    lf_doc_list list = lf_gather(d, (const char *const[]){"spaceProperties", NULL});
    m->space_properties = LF_NEW_ARRAY(m->arena, lf_model_property, list.count + 3);
    if (d->columns > 0) {
        add_grid_property(d, "column");
        add_grid_property(d, "row");
    }
    lf_add_properties(d, &property_kind, list, m->space_properties, &m->space_property_count);
}

static void read_properties(lf_declaring *d, uint32_t space, bool *stated) {
    lf_model *m = d->m;
    const lf_doc *doc = d->space_docs[space];
    for (uint32_t i = 0; doc != NULL && i < doc->count; i++) {
        const lf_doc_pair *pair = &doc->pairs[i];
        const lf_local *local = lf_find_local(d, LF_NAMES_SPACE, pair->key);
        if (lf_shape_has(&space_shape, pair->key))
            continue;
        if (local == NULL) {
            lf_unknown_key(d, pair, &space_shape, &d->locals[LF_NAMES_SPACE]);
            continue;
        }
        stated[local->index] = true;
        lf_read_property(d, &m->space_properties[local->index], pair->value,
                         &m->zones[space].properties[local->index]);
    }
}

static void read_space(lf_declaring *d, uint32_t space) {
    lf_model *m = d->m;
    lf_model_zone *zone = &m->zones[space];
    bool *stated = LF_NEW_ARRAY(m->arena, bool, m->space_property_count + 1);
    zone->properties = LF_NEW_ARRAY(m->arena, int64_t, m->space_property_count + 1);
    lf_fill_properties(m->space_properties, m->space_property_count, zone->properties);
    if (space < d->columns * d->rows) {
        zone->properties[0] = space % d->columns + 1;
        zone->properties[1] = space / d->columns + 1;
    }
    read_properties(d, space, stated);
    for (uint32_t i = 0; i < m->space_property_count; i++)
        if (m->space_properties[i].required && !stated[i])
            lf_report_unstated(d, &m->space_properties[i], &zone->entry);
}

/* ---- steps and adjacency ---- */

static bool are_adjacent(const lf_model *m, int a, int b) {
    return m->adjacency[(size_t)a * m->zone_words + (size_t)b / 64] >> (b % 64) & 1;
}

static void make_adjacent(lf_model *m, int a, int b) {
    m->adjacency[(size_t)a * m->zone_words + (size_t)b / 64] |= UINT64_C(1) << (b % 64);
    m->adjacency[(size_t)b * m->zone_words + (size_t)a / 64] |= UINT64_C(1) << (a % 64);
}

static void add_direction_step(lf_declaring *d, int from, uint32_t direction, int to) {
    d->m->steps[(size_t)from * d->m->direction_count + direction] = (int16_t)to;
    if ((d->adjacent_ways >> direction & 1) && from != to)
        make_adjacent(d->m, from, to);
}

static void add_grid_steps(lf_declaring *d) {
    for (uint32_t s = 0; s < d->columns * d->rows; s++)
        for (uint32_t way = 0; way < d->m->direction_count; way++) {
            const lf_vector *v = &d->vectors[way];
            int64_t column = (int64_t)(s % d->columns) + v->dx,
                    row = (int64_t)(s / d->columns) + v->dy;
            bool inside = column >= 0 && column < d->columns && row >= 0 && row < d->rows;
            if (v->has_vector && inside)
                add_direction_step(d, (int)s, way, (int)(row * d->columns + column));
        }
}

static void add_links(lf_declaring *d, uint32_t space, const lf_doc *links) {
    const lf_doc *values[LINK_KEYS];
    for (uint32_t i = 0; i < links->count; i++) {
        const lf_doc_pair *pair = &links->pairs[i];
        lf_doc direction = lf_key_as_scalar(d, pair->key, strlen(pair->key), pair->key_pos);
        int way = lf_reference(d, LF_REF_DIRECTION, &direction);
        values[LINK_TO] = pair->value;
        if (pair->value->kind == LF_DOC_MAP && !lf_read_keys(d, pair->value, &link_shape, values))
            continue;
        int to = lf_reference(d, LF_REF_SPACE, values[LINK_TO]);
        if (way >= 0 && to >= 0)
            add_direction_step(d, (int)space, (uint32_t)way, to);
    }
}

/* Where a direction has an opposite, that one leads back, unless the link says otherwise: half a
 * link is easily forgotten, and nobody misses it before pieces cannot go home. */
static void check_way_back(lf_declaring *d, uint32_t space, const lf_doc_pair *pair) {
    const lf_model *m = d->m;
    const lf_symbol *symbol = lf_model_find(m, lf_intern_z(m->names, pair->key));
    const lf_doc *one_way =
        pair->value->kind == LF_DOC_MAP ? lf_doc_get(pair->value, "oneWay") : NULL;
    if (symbol == NULL || symbol->kind != LF_SYM_DIRECTION || m->opposites[symbol->index] < 0 ||
        lf_bool_or(one_way, false))
        return;
    int back = m->opposites[symbol->index],
        to = m->steps[(size_t)space * m->direction_count + (size_t)symbol->index];
    if (to < 0 || m->steps[(size_t)to * m->direction_count + (size_t)back] == (int)space)
        return;
    const char *here = m->zones[space].entry.id, *there = m->zones[to].entry.id,
               *opposite = m->directions[back].id;
    lf_report_add(
        m->report, LF_ERROR, LF_E0415, pair->key_pos,
        (uint16_t)lf_utf8_count(pair->key, strlen(pair->key)),
        lf_arena_printf(m->arena,
                        "give `%s` the link `%s: %s`, or write `%s: {to: %s, oneWay: true}` here",
                        there, opposite, here, pair->key, there),
        "`%s` leads from `%s` to `%s`, but its opposite `%s` does not lead back", pair->key, here,
        there, opposite);
}

static void check_links(lf_declaring *d, uint32_t space) {
    const lf_doc *doc = d->space_docs[space],
                 *links = doc != NULL ? lf_doc_get(doc, "links") : NULL;
    for (uint32_t i = 0; links != NULL && links->kind == LF_DOC_MAP && i < links->count; i++)
        check_way_back(d, space, &links->pairs[i]);
}

/* Reports what is wrong with a pair; `again` says that both spaces were named as neighbours
 * before. */
static void connect_spaces(lf_declaring *d, int a, const lf_doc *at, int b, bool again) {
    if (a < 0 || b < 0)
        return;
    const char *name = d->m->zones[a].entry.id;
    if (a == b)
        LF_WRONG(d, LF_E0415, at, NULL, "`%s` cannot be adjacent to itself", name);
    else if (again)
        lf_report_add(d->m->report, LF_WARNING, LF_E0415, at->pos, lf_doc_width(at), NULL,
                      "`%s` and `%s` are already adjacent", name, d->m->zones[b].entry.id);
    else
        make_adjacent(d->m, a, b);
}

/* Two neighbours may each name the other, but one list should not name a space twice. */
static void add_neighbours(lf_declaring *d, uint32_t space, const lf_doc *list) {
    lf_map *seen = lf_map_new(d->m->arena);
    for (uint32_t i = 0; i < list->count; i++) {
        const lf_doc *item = list->items[i];
        int other = lf_reference(d, LF_REF_SPACE, item);
        if (other < 0)
            continue;
        const char *name = d->m->zones[other].entry.id;
        connect_spaces(d, (int)space, item, other, lf_map_get(seen, name) != NULL);
        lf_map_put(seen, name, list->items[i]);
    }
}

static void declare_adjacency(lf_declaring *d) {
    lf_doc_list pairs = lf_gather(d, (const char *const[]){"adjacency", NULL});
    for (uint32_t i = 0; i < pairs.count; i++) {
        const lf_doc *pair = pairs.items[i];
        if (pair->kind != LF_DOC_LIST || pair->count != 2) {
            LF_WRONG(d, LF_E0415, pair, NULL,
                     "an entry of `adjacency` is a pair of spaces, like [gate, yard]");
            continue;
        }
        int a = lf_reference(d, LF_REF_SPACE, pair->items[0]),
            b = lf_reference(d, LF_REF_SPACE, pair->items[1]);
        connect_spaces(d, a, pair, b, a >= 0 && b >= 0 && are_adjacent(d->m, a, b));
    }
}

static void connect_space(lf_declaring *d, uint32_t space) {
    const lf_doc *doc = d->space_docs[space];
    const lf_doc *neighbours = doc != NULL ? lf_doc_get(doc, "adjacent") : NULL,
                 *links = doc != NULL ? lf_doc_get(doc, "links") : NULL;
    if (links != NULL && links->kind == LF_DOC_MAP)
        add_links(d, space, links);
    if (neighbours != NULL && neighbours->kind == LF_DOC_LIST)
        add_neighbours(d, space, neighbours);
}

static void allocate_spaces(lf_declaring *d) {
    lf_model *m = d->m;
    size_t steps = (size_t)m->space_count * m->direction_count;
    m->adjacency = LF_NEW_ARRAY(m->arena, uint64_t, (size_t)m->space_count * m->zone_words + 1);
    m->steps = LF_NEW_ARRAY(m->arena, int16_t, steps + 1);
    for (size_t i = 0; i < steps; i++)
        m->steps[i] = -1;
}

void lf_declare_spaces(lf_declaring *d) {
    lf_doc_list spaces = lf_gather(d, (const char *const[]){"spaces", NULL});
    const lf_doc *values[SPACE_KEYS];
    for (uint32_t i = 0; i < spaces.count; i++)
        lf_read_keys(d, spaces.items[i], &space_shape, values);
    allocate_spaces(d);
    declare_properties(d);
    add_grid_steps(d);
    for (uint32_t s = 0; s < d->m->space_count; s++) {
        read_space(d, s);
        connect_space(d, s);
    }
    for (uint32_t s = 0; s < d->m->space_count; s++)
        check_links(d, s);
    declare_adjacency(d);
}
