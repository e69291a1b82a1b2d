/* merge.c: joins the blocks of all files into one tree, by section.
 *
 * A section that stands once is taken as it is, whatever its shape. Lists and maps that are
 * collected get a node of their own, which stands where the first part stands. */
#include <assert.h>
#include <string.h>

#include "internal.h"

uint16_t lf_spec_width(const char *text, size_t bytes) {
    size_t characters = lf_utf8_count(text, bytes);
    return (uint16_t)(characters < UINT16_MAX ? characters : UINT16_MAX);
}

static uint16_t key_width(const lf_doc_pair *pair) {
    return lf_spec_width(pair->key, strlen(pair->key));
}

void lf_spec_report_duplicate(lf_reading *reading, const lf_doc_pair *second, lf_pos first) {
    lf_report_add_at(reading->reader->report, LF_ERROR, LF_E0122, second->key_pos,
                     key_width(second), first, "it is first given here", "duplicate key `%s`",
                     second->key);
}

void lf_spec_merge_init(lf_reading *reading) {
    size_t count = 0;
    while (reading->sections[count].name)
        count++;
    reading->slots = LF_NEW_ARRAY(reading->arena, lf_spec_slot, count + 1);
    reading->root = LF_NEW(reading->arena, lf_doc);
    reading->root->kind = LF_DOC_MAP;
}

static void report_unknown_section(lf_reading *reading, const lf_doc_pair *pair) {
    lf_nearest nearest = lf_nearest_to(pair->key);
    for (const lf_section *s = reading->sections; s->name; s++)
        lf_nearest_offer(&nearest, s->name);
    const char *note = nearest.best != NULL
                           ? lf_arena_printf(reading->arena, "did you mean `%s`?", nearest.best)
                           : NULL;
    lf_report_add(reading->reader->report, LF_ERROR, LF_E0141, pair->key_pos, key_width(pair), note,
                  "unknown section `%s`", pair->key);
}

static void add_to_root(lf_reading *reading, lf_spec_slot *slot, const lf_doc_pair *pair,
                        lf_doc *content) {
    lf_doc_pair entry = {pair->key, pair->key_pos, content};
    slot->content = content;
    slot->first = pair->key_pos;
    if (reading->root->count == 0)
        reading->root->pos = pair->key_pos;
    LF_PUSH(reading->arena, reading->root->pairs, reading->root->count, reading->root_capacity,
            entry);
}

static void merge_once(lf_reading *reading, lf_spec_slot *slot, const lf_doc_pair *pair) {
    if (slot->content == NULL) {
        add_to_root(reading, slot, pair, pair->value);
        return;
    }
    lf_report_add_at(reading->reader->report, LF_ERROR, LF_E0142, pair->key_pos, key_width(pair),
                     slot->first, "it is first given here", "section `%s` is given twice",
                     pair->key);
}

static void append_item(lf_reading *reading, lf_spec_slot *slot, lf_doc *item) {
    lf_doc *list = slot->content;
    assert(list->kind == LF_DOC_LIST);
    LF_PUSH(reading->arena, list->items, list->count, slot->capacity, item);
}

static void append_pair(lf_reading *reading, lf_spec_slot *slot, const lf_doc_pair *pair) {
    lf_doc *map = slot->content;
    assert(map->kind == LF_DOC_MAP);
    if (lf_map_get(slot->keys, pair->key) == NULL) {
        LF_PUSH(reading->arena, map->pairs, map->count, slot->capacity, *pair);
        lf_map_put(slot->keys, pair->key, pair->value);
        return;
    }
    uint32_t first = 0;
    while (map->pairs[first].key != pair->key)
        first++;
    assert(first < map->count); /* `keys` holds the keys of the map */
    lf_spec_report_duplicate(reading, pair, map->pairs[first].key_pos);
}

static lf_doc *start_joined(lf_reading *reading, lf_spec_slot *slot, const lf_doc *part,
                            lf_doc_kind kind) {
    lf_doc *whole = LF_NEW(reading->arena, lf_doc);
    whole->kind = kind;
    whole->pos = part->pos;
    slot->keys = lf_map_new(reading->arena);
    slot->content = whole;
    return whole;
}

/* A map of the section, joined with what stands under the same key elsewhere. What is no map is
 * somebody else's to report. */
static void append_inner(lf_reading *reading, lf_spec_slot *slot, const lf_doc_pair *pair) {
    lf_spec_slot *inner = lf_map_get(slot->keys, pair->key);
    if (inner == NULL) {
        const bool is_map = pair->value->kind == LF_DOC_MAP;
        lf_doc_pair entry = *pair;
        inner = LF_NEW(reading->arena, lf_spec_slot);
        inner->first = pair->key_pos;
        if (is_map)
            entry.value = start_joined(reading, inner, pair->value, LF_DOC_MAP);
        lf_doc *map = slot->content;
        LF_PUSH(reading->arena, map->pairs, map->count, slot->capacity, entry);
        lf_map_put(slot->keys, pair->key, inner);
        if (!is_map)
            return;
    }
    if (inner->content == NULL || pair->value->kind != LF_DOC_MAP) {
        lf_spec_report_duplicate(reading, pair, inner->first);
        return;
    }
    for (uint32_t i = 0; i < pair->value->count; i++)
        append_pair(reading, inner, &pair->value->pairs[i]);
}

/* Sections that are joined: `kind` is the shape that every part must have. Nothing counts as
 * empty. */
static void merge_joined(lf_reading *reading, lf_spec_slot *slot, const lf_doc_pair *pair,
                         lf_section_kind joined) {
    const lf_doc_kind kind = joined == LF_SECTION_LIST ? LF_DOC_LIST : LF_DOC_MAP;
    const lf_doc *part = pair->value;
    bool empty = lf_doc_is_null(part);
    if (part->kind != kind && !empty) {
        lf_report_add(reading->reader->report, LF_ERROR, LF_E0143, part->pos, 1,
                      kind == LF_DOC_LIST
                          ? "write each entry on a line that begins with `- `"
                          : "write each entry as `name: …`, without a `- ` before it",
                      "section `%s` must be a %s", pair->key, kind == LF_DOC_LIST ? "list" : "map");
        return;
    }
    if (slot->content == NULL)
        add_to_root(reading, slot, pair, start_joined(reading, slot, part, kind));
    for (uint32_t i = 0; i < part->count; i++) {
        if (kind == LF_DOC_LIST)
            append_item(reading, slot, part->items[i]);
        else if (joined == LF_SECTION_MAPS)
            append_inner(reading, slot, &part->pairs[i]);
        else
            append_pair(reading, slot, &part->pairs[i]);
    }
}

static void merge_section(lf_reading *reading, const lf_doc_pair *pair) {
    const lf_section *section = reading->sections;
    while (section->name != NULL && strcmp(section->name, pair->key) != 0)
        section++;
    lf_spec_slot *slot = &reading->slots[section - reading->sections];
    if (section->name == NULL)
        report_unknown_section(reading, pair);
    else if (section->kind == LF_SECTION_ONCE)
        merge_once(reading, slot, pair);
    else
        merge_joined(reading, slot, pair, section->kind);
}

void lf_spec_merge(lf_reading *reading, const lf_doc *block) {
    for (uint32_t i = 0; i < block->count; i++)
        if (strcmp(block->pairs[i].key, "imports") != 0)
            merge_section(reading, &block->pairs[i]);
}
