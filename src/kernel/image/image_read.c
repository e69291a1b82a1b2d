/* image_read.c: reads a game from the bytes of an image. The bytes may come from anybody: the
 * reader checks that something is there before it reads it, and an error names the field. lf_verify
 * checks afterwards what the tables mean. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "image.h"

typedef struct {
    lf_arena *arena;
    const unsigned char *start, *at, *end; /* the tables, and the part not read yet */
    const char *pool;
    size_t pool_bytes;
    lf_image_rest *rest;
    const lf_image_struct *within; /* the struct being read, for messages */
    const lf_image_field *field;
} lf_image_reader;

LF_PRINTF(2, 3) static bool refuse(lf_image_rest *rest, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(rest->problem, sizeof rest->problem, format, arguments);
    va_end(arguments);
    return false;
}

static bool damaged(lf_image_reader *r, const char *what) {
    return refuse(r->rest, "it is damaged: `%s` of %s %s", r->field->name, r->within->name, what);
}

/* ---- numbers and texts ---- */

static uint64_t little(const unsigned char *at, size_t bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static void store_number(void *to, uint64_t value, size_t bytes) {
    const uint8_t one = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    memcpy(to,
           bytes == 1   ? &one
           : bytes == 2 ? (const void *)&two
           : bytes == 4 ? (const void *)&four
                        : &value,
           bytes);
}

static bool has_bytes(lf_image_reader *r, uint64_t bytes) {
    return bytes <= (uint64_t)(r->end - r->at) || damaged(r, "is cut off");
}

/* Reads numbers of one size that follow each other. */
static void take_numbers(lf_image_reader *r, char *to, uint64_t bytes, size_t unit) {
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ || unit == 1)
        memcpy(to, r->at, bytes);
    else
        for (uint64_t i = 0; i < bytes; i += unit)
            store_number(to + i, little(r->at + i, unit), unit);
    r->at += bytes;
}

static bool take_number(lf_image_reader *r, char *to) {
    if (!has_bytes(r, r->field->size))
        return false;
    if (r->field->kind == LF_IMAGE_TRUTH && *r->at > 1)
        return damaged(r, "is neither true nor false");
    take_numbers(r, to, r->field->size, r->field->size);
    return true;
}

/* Reads a text. Its offset must be the beginning of a text: the byte before it is zero. */
static bool take_text(lf_image_reader *r, char *to) {
    if (!has_bytes(r, sizeof(uint32_t)))
        return false;
    const uint32_t offset = (uint32_t)little(r->at, sizeof offset);
    const char *text = NULL;
    r->at += sizeof offset;
    if (offset != UINT32_MAX) {
        if (offset >= r->pool_bytes || (offset > 0 && r->pool[offset - 1] != '\0'))
            return damaged(r, "is no text");
        text = r->pool + offset;
    } else if (!r->field->optional) {
        return damaged(r, "is missing");
    }
    memcpy(to, &text, sizeof text);
    return true;
}

/* ---- structs and tables ---- */

static bool take_struct(lf_image_reader *r, const lf_image_struct *of, char *base);

static bool take_elements(lf_image_reader *r, const lf_image_field *field, char *table,
                          uint64_t count) {
    for (uint64_t i = 0; i < count; i++, table += field->element) {
        r->field = field;
        if (field->kind == LF_IMAGE_NUMBERS)
            take_numbers(r, table, field->element, field->unit);
        else if (field->kind == LF_IMAGE_STRUCTS ? !take_struct(r, field->of, table)
                                                 : !take_text(r, table))
            return false;
    }
    return true;
}

static void set_table(char *base, const lf_image_field *field, const void *table) {
    memcpy(base + field->offset, &table, sizeof table);
}

/* A flat table is used in place if the machine is little-endian. */
static bool take_flat(lf_image_reader *r, const lf_image_field *field, char *base, uint64_t count) {
    const size_t gap = -(size_t)(r->at - r->start) % 8;
    if (!has_bytes(r, gap))
        return false;
    r->at += gap;
    if (count > (uint64_t)(r->end - r->at) / field->element)
        return damaged(r, "is cut off");
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
        set_table(base, field, r->at);
        r->at += count * field->element;
        return true;
    }
    char *const table = lf_arena_alloc(r->arena, (size_t)count * field->element);
    set_table(base, field, table);
    return take_elements(r, field, table, count);
}

/* An empty table gets a pointer, too, like those of the compiler. */
static bool take_table(lf_image_reader *r, const lf_image_field *field, char *base) {
    const uint64_t count = lf_image_count(field, base);
    const uint64_t least =
        field->kind == LF_IMAGE_STRUCTS ? lf_image_least_bytes(field->of) : sizeof(uint32_t);
    if (field->optional) {
        if (!has_bytes(r, 1))
            return false;
        if (*r->at > 1)
            return damaged(r, "is neither there nor missing");
        if (*r->at++ == 0)
            return true;
    }
    if (count > 0 && lf_image_is_flat(field))
        return take_flat(r, field, base, count);
    if (count > (uint64_t)(r->end - r->at) / least)
        return damaged(r, "is cut off");
    char *const table = lf_arena_alloc(r->arena, (size_t)(count + 1) * field->element);
    set_table(base, field, table);
    return take_elements(r, field, table, count);
}

static bool take_field(lf_image_reader *r, const lf_image_field *field, char *base) {
    switch (field->kind) {
    case LF_IMAGE_NUMBER:
    case LF_IMAGE_TRUTH:
        return take_number(r, base + field->offset);
    case LF_IMAGE_TEXT:
        return take_text(r, base + field->offset);
    case LF_IMAGE_INSIDE:
        return take_struct(r, field->of, base + field->offset);
    case LF_IMAGE_LEFT_OUT:
        return true;
    default:
        return take_table(r, field, base);
    }
}

static bool take_struct(lf_image_reader *r, const lf_image_struct *of, char *base) {
    for (uint32_t i = 0; i < of->field_count; i++) {
        r->within = of;
        r->field = &of->fields[i];
        if (!take_field(r, r->field, base))
            return false;
    }
    return true;
}

/* ---- the header ---- */

typedef struct {
    uint64_t format, stamp, checksum, sections[3];
    char version[17];
} lf_image_header;

bool lf_is_image(const void *bytes, size_t size) {
    return size >= LF_IMAGE_MAGIC_BYTES && memcmp(bytes, LF_IMAGE_MAGIC, LF_IMAGE_MAGIC_BYTES) == 0;
}

static lf_image_header read_header(const unsigned char *bytes) {
    lf_image_header h = {.format = little(bytes + 8, 8),
                         .stamp = little(bytes + 32, 8),
                         .checksum = little(bytes + 40, 8)};
    memcpy(h.version, bytes + 16, 16);
    for (size_t i = 0; i < LF_COUNT(h.sections); i++)
        h.sections[i] = little(bytes + 48 + 8 * i, 8);
    return h;
}

static bool sizes_fit(const lf_image_header *h, size_t size) {
    uint64_t left = size - LF_IMAGE_HEADER_BYTES;
    for (size_t i = 0; i < LF_COUNT(h->sections); i++) {
        if (h->sections[i] > left)
            return false;
        left -= h->sections[i];
    }
    return left == 0 && h->sections[1] > 0;
}

static bool check_image_header(const unsigned char *bytes, size_t size, lf_image_rest *rest,
                               lf_image_header *h) {
    if (!lf_is_image(bytes, size))
        return refuse(rest, "it is no image of a game");
    if (size < LF_IMAGE_HEADER_BYTES)
        return refuse(rest, "it is cut off");
    if (XXH3_64bits(bytes, LF_IMAGE_HEADER_BYTES - 8) !=
        little(bytes + LF_IMAGE_HEADER_BYTES - 8, 8))
        return refuse(rest, "its header is damaged");
    *h = read_header(bytes);
    if (h->format != LF_IMAGE_FORMAT || h->stamp != lf_image_stamp()) {
        lf_utf8_mend(h->version);
        return refuse(rest,
                      "it was made by version %s of the engine with other tables (format %" PRIu64
                      "); this is %s",
                      h->version, h->format, LF_VERSION);
    }
    if (!sizes_fit(h, size))
        return refuse(rest, "it is cut off, or something was added to it");
    if (XXH3_64bits(bytes + LF_IMAGE_HEADER_BYTES, size - LF_IMAGE_HEADER_BYTES) != h->checksum)
        return refuse(rest, "it is damaged: its checksum does not fit");
    return true;
}

lf_game *lf_image_read(lf_arena *arena, const void *bytes, size_t size, lf_image_rest *rest) {
    lf_image_header h = {0};
    *rest = (lf_image_rest){0};
    if (!check_image_header(bytes, size, rest, &h))
        return NULL;
    const unsigned char *const body = (const unsigned char *)bytes + LF_IMAGE_HEADER_BYTES;
    lf_image_reader r = {.arena = arena,
                         .start = body,
                         .at = body,
                         .end = body + h.sections[0],
                         .pool = (const char *)body + h.sections[0],
                         .pool_bytes = (size_t)h.sections[1],
                         .rest = rest};
    rest->files = body + h.sections[0] + h.sections[1];
    rest->file_bytes = (size_t)h.sections[2];
    if (r.pool[r.pool_bytes - 1] != '\0' || !lf_utf8_valid(r.pool, r.pool_bytes, NULL))
        return refuse(rest, "it is damaged: its texts are no texts"), NULL;
    lf_game *const game = LF_NEW(arena, lf_game);
    game->arena = arena;
    if (!take_struct(&r, &lf_image_of_game, (char *)game))
        return NULL;
    if (r.at != r.end)
        return refuse(rest, "it is damaged: it holds more than a game has"), NULL;
    return game;
}
