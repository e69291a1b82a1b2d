/* ast.c: the tables of nodes.def as data, and the making of nodes.
 *
 * What the nodes mean is the business of the checker; how they are spelled is the business of the
 * parsers and the printer. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "ast.h"

/* ---- the table of kinds ---- */

#define MAX_FIELDS_TEXT 96 /* the longest `fields` of nodes.def fits with room to spare */

typedef struct {
    const char *kind_name, *key;
    bool statement;
    const char *fields;
} table_row;

static const table_row table[LF_NODE_KINDS] = {
    [LF_N_LIST] = {"LIST", "", false, ""},
#define LF_EXPR(kind, key, fields) [LF_N_##kind] = {#kind, key, false, fields},
#define LF_STMT(kind, key, fields) [LF_N_##kind] = {#kind, key, true, fields},
#include "nodes.def"
#undef LF_EXPR
#undef LF_STMT
};

static lf_node_shape shapes[LF_NODE_KINDS];
static char field_texts[LF_NODE_KINDS][MAX_FIELDS_TEXT]; /* the field names, cut apart in place */

/* `value:e?sum|max` becomes the name "value", the kind 'e', optional but beside these words. Cuts
 * the name off where it stands. */
static lf_field parse_field(char *text) {
    char *colon = strchr(text, ':');
    assert(colon);
    *colon = '\0';
    return (lf_field){.name = text,
                      .kind = colon[1],
                      .optional = colon[2] == '?',
                      .asked_by = colon[2] == '?' ? colon + 3 : ""};
}

bool lf_field_is_kid(const lf_field *field) {
    return !strchr("nwid", field->kind);
}

static void build_shape(lf_node_kind kind) {
    const table_row *row = &table[kind];
    lf_node_shape *shape = &shapes[kind];
    shape->kind_name = row->kind_name;
    shape->key = row->key;
    shape->statement = row->statement;
    const size_t size = strlen(row->fields) + 1;
    assert(size <= MAX_FIELDS_TEXT);
    char *rest = memcpy(field_texts[kind], row->fields, size);
    while (*rest) {
        char *space = strchr(rest, ' ');
        if (space != NULL)
            *space = '\0';
        assert(shape->field_count < LF_MAX_FIELDS);
        lf_field field = parse_field(rest);
        shape->kid_count = (uint8_t)(shape->kid_count + lf_field_is_kid(&field));
        shape->fields[shape->field_count++] = field;
        rest = space != NULL ? space + 1 : rest + strlen(rest);
    }
}

static void build_shapes(void) {
    for (int kind = 0; kind < LF_NODE_KINDS; kind++)
        build_shape((lf_node_kind)kind);
}

const lf_node_shape *lf_node_shape_of(lf_node_kind kind) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, build_shapes);
    assert(kind < LF_NODE_KINDS);
    return &shapes[kind];
}

/* ---- words ---- */

static const char *const words[LF_WORD_COUNT] = {
#define LF_WORD(name, text) [LF_W_##name] = text,
#include "lang/words.def"
#undef LF_WORD
};

const char *lf_word_text(lf_word word) {
    assert(word < LF_WORD_COUNT);
    return words[word];
}

bool lf_word_find(const char *text, lf_word *out) {
    for (int word = 0; word < LF_WORD_COUNT; word++) {
        if (strcmp(words[word], text) != 0)
            continue;
        *out = (lf_word)word;
        return true;
    }
    return false;
}

/* ---- nodes ---- */

lf_node *lf_node_new(lf_arena *arena, lf_node_kind kind, lf_pos pos, uint16_t length) {
    const lf_node_shape *shape = lf_node_shape_of(kind);
    lf_node *node = LF_NEW(arena, lf_node);
    node->kind = (uint8_t)kind;
    node->pos = pos;
    node->length = length;
    node->kid_count = shape->kid_count;
    if (shape->kid_count)
        node->kids = LF_NEW_ARRAY(arena, lf_node *, shape->kid_count);
    return node;
}

lf_node *lf_node_list(lf_arena *arena, lf_pos pos) {
    return lf_node_new(arena, LF_N_LIST, pos, 1);
}

/* A list has no room to remember its capacity: it is the smallest power of two, from 4 on, that
 * holds its kids. So the list is full exactly when the count is such a power. */
void lf_node_list_add(lf_arena *arena, lf_node *list, lf_node *item) {
    assert(list->kind == LF_N_LIST);
    uint32_t count = list->kid_count;
    bool full = count == 0 || (count >= 4 && (count & (count - 1)) == 0);
    if (full) {
        lf_node **larger = LF_NEW_ARRAY(arena, lf_node *, count ? count * 2 : 4);
        if (count)
            memcpy(larger, list->kids, count * sizeof(lf_node *));
        list->kids = larger;
    }
    list->kids[list->kid_count++] = item;
}

/* The room that a list of so many kids has. */
static uint32_t list_room(uint32_t count) {
    uint32_t room = count == 0 ? 0 : 4;
    while (room < count)
        room *= 2;
    return room;
}

lf_node *lf_node_clone(lf_arena *arena, const lf_node *node) {
    if (node == NULL)
        return NULL;
    lf_node *const copy = LF_NEW(arena, lf_node);
    const uint32_t room = node->kind == LF_N_LIST ? list_room(node->kid_count) : node->kid_count;
    *copy = *node;
    assert(room >= node->kid_count);
    copy->kids = room > 0 ? LF_NEW_ARRAY(arena, lf_node *, room) : NULL;
    for (uint32_t i = 0; i < node->kid_count; i++)
        copy->kids[i] = lf_node_clone(arena, node->kids[i]);
    return copy;
}

lf_node *lf_node_kid(const lf_node *node, const char *field) {
    const lf_node_shape *shape = lf_node_shape_of((lf_node_kind)node->kind);
    uint32_t kid = 0;
    for (int i = 0; i < shape->field_count; i++) {
        if (!lf_field_is_kid(&shape->fields[i]))
            continue;
        if (strcmp(shape->fields[i].name, field) == 0)
            return node->kids[kid];
        assert(kid < node->kid_count);
        kid++;
    }
    return NULL;
}
