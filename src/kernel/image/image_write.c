/* image_write.c: writes a compiled game as an image, in the order of image_layout.c. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "image.h"

typedef struct {
    lf_arena *arena;
    lf_names *names;
    lf_map *offsets; /* text → its offset in the pool, plus one */
    lf_text tables, pool;
    const lf_game *game;
} lf_image_writer;

/* ---- numbers and texts ---- */

static void put_number(lf_text *out, uint64_t value, size_t bytes) {
    char little[sizeof value];
    for (size_t i = 0; i < bytes; i++)
        little[i] = (char)(value >> (8 * i) & 0xff);
    lf_text_add(out, little, bytes);
}

static uint64_t number_at(const void *at, size_t bytes) {
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (bytes) {
    case 1:
        return memcpy(&one, at, bytes), one;
    case 2:
        return memcpy(&two, at, bytes), two;
    case 4:
        return memcpy(&four, at, bytes), four;
    default:
        assert(bytes == 8);
        return memcpy(&eight, at, bytes), eight;
    }
}

static uint32_t text_offset(lf_image_writer *w, const char *text) {
    if (text == NULL)
        return UINT32_MAX;
    const char *const name = lf_intern_z(w->names, text);
    const uintptr_t known = (uintptr_t)lf_map_get(w->offsets, name);
    if (known != 0)
        return (uint32_t)(known - 1);
    const size_t offset = w->pool.length;
    lf_text_add(&w->pool, text, strlen(text) + 1);
    lf_map_put(w->offsets, name, (void *)(uintptr_t)(offset + 1));
    return (uint32_t)offset;
}

static void put_text(lf_image_writer *w, const char *text) {
    put_number(&w->tables, text_offset(w, text), sizeof(uint32_t));
}

static const void *pointer_at(const void *at) {
    const void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

/* ---- structs and tables ---- */

static void put_struct(lf_image_writer *w, const lf_image_struct *of, const char *base);

static void put_elements(lf_image_writer *w, const lf_image_field *field, const char *table,
                         uint64_t count) {
    if (lf_image_is_flat(field))
        lf_text_add(&w->tables, "\0\0\0\0\0\0\0", -w->tables.length % 8);
    for (uint64_t i = 0; i < count; i++, table += field->element) {
        if (field->kind == LF_IMAGE_TEXTS)
            put_text(w, pointer_at(table));
        else if (field->kind == LF_IMAGE_STRUCTS)
            put_struct(w, field->of, table);
        else
            for (uint32_t at = 0; at < field->element; at += field->unit)
                put_number(&w->tables, number_at(table + at, field->unit), field->unit);
    }
}

static void put_table(lf_image_writer *w, const lf_image_field *field, const char *base) {
    const char *const table = pointer_at(base + field->offset);
    const uint64_t count = lf_image_count(field, base);
    if (field->optional)
        put_number(&w->tables, table != NULL, 1);
    assert(table != NULL || field->optional || count == 0);
    if (table != NULL && count > 0)
        put_elements(w, field, table, count);
}

static void put_struct(lf_image_writer *w, const lf_image_struct *of, const char *base) {
    for (uint32_t i = 0; i < of->field_count; i++) {
        const lf_image_field *const field = &of->fields[i];
        switch (field->kind) {
        case LF_IMAGE_NUMBER:
        case LF_IMAGE_TRUTH:
            put_number(&w->tables, number_at(base + field->offset, field->size), field->size);
            break;
        case LF_IMAGE_TEXT:
            assert(field->optional || pointer_at(base + field->offset) != NULL);
            put_text(w, pointer_at(base + field->offset));
            break;
        case LF_IMAGE_INSIDE:
            put_struct(w, field->of, base + field->offset);
            break;
        case LF_IMAGE_LEFT_OUT:
            break;
        default:
            put_table(w, field, base);
            break;
        }
    }
}

/* ---- the whole ---- */

static void put_header(lf_text *out, uint64_t checksum, const size_t sections[3]) {
    char version[16];
    snprintf(version, sizeof version, "%s", LF_VERSION);
    memset(version + strlen(version), 0, sizeof version - strlen(version));
    lf_text_add(out, LF_IMAGE_MAGIC, LF_IMAGE_MAGIC_BYTES);
    put_number(out, LF_IMAGE_FORMAT, 8);
    lf_text_add(out, version, sizeof version);
    put_number(out, lf_image_stamp(), 8);
    put_number(out, checksum, 8);
    for (int i = 0; i < 3; i++)
        put_number(out, sections[i], 8);
    put_number(out, XXH3_64bits(out->data, out->failed ? 0 : out->length),
               8); /* checksum of the header so far */
    assert(out->failed || out->length == LF_IMAGE_HEADER_BYTES);
}

static void collect_texts(void *context) {
    lf_image_writer *const w = context;
    w->names = lf_names_new(w->arena);
    w->offsets = lf_map_new(w->arena);
    text_offset(w, ""); /* so that the pool is never empty */
    put_struct(w, &lf_image_of_game, (const char *)w->game);
}

void lf_image_write(const lf_game *game, const void *files, size_t file_bytes, lf_text *out) {
    lf_image_writer w = {.game = game, .arena = lf_arena_new()};
    lf_text body = {0};
    if (w.arena == NULL || !lf_arena_try(w.arena, collect_texts, &w))
        out->failed = true;
    lf_arena_free(w.arena);
    const size_t sections[] = {w.tables.length, w.pool.length, file_bytes};
    lf_text_add(&body, w.tables.data, w.tables.length);
    lf_text_add(&body, w.pool.data, w.pool.length);
    lf_text_add(&body, files, file_bytes);
    out->failed = out->failed || w.tables.failed || w.pool.failed || body.failed;
    if (!out->failed) {
        put_header(out, XXH3_64bits(body.data, body.length), sections);
        lf_text_add(out, body.data, body.length);
    }
    lf_text_free(&w.tables);
    lf_text_free(&w.pool);
    lf_text_free(&body);
}
