/* json_writer.c: writes canonical JSON into one growing text.
 *
 * Every member and element is written with a comma in front. When its object or array ends, the
 * first comma becomes the bracket. So members can be sorted by moving pieces of text. */
#include "json_writer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "utf8.h"

static void append(lf_writer *w, const char *bytes, size_t count) {
    lf_text_add(&w->text, bytes, count);
}

/* Does a value need a comma? An element of an array does; a member got it with its key. */
static bool needs_comma(const lf_writer *w) {
    return w->depth > 0 && w->levels[w->depth - 1].array;
}

static void begin_value(lf_writer *w) {
    if (needs_comma(w))
        append(w, ",", 1);
}

/* ---- texts ---- */

static void escape(lf_writer *w, unsigned char c) {
    static const struct {
        char what, how;
    } shorts[] = {{'"', '"'},  {'\\', '\\'}, {'\b', 'b'}, {'\f', 'f'},
                  {'\n', 'n'}, {'\r', 'r'},  {'\t', 't'}};
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        if ((unsigned char)shorts[i].what == c) {
            const char two[] = {'\\', shorts[i].how};
            append(w, two, sizeof two);
            return;
        }
    lf_text_printf(&w->text, "\\u%04X", c);
}

static bool needs_no_escape(const char *text, size_t length) {
    unsigned bad = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        bad |= (unsigned)(c < ' ') | (unsigned)(c == '"') | (unsigned)(c == '\\');
    }
    return bad == 0;
}

static void escape_all(lf_writer *w, const char *text, size_t length) {
    size_t plain = 0;
    for (size_t i = 0; i < length; i++) {
        if (needs_no_escape(text + i, 1))
            continue;
        append(w, text + plain, i - plain);
        escape(w, (unsigned char)text[i]);
        plain = i + 1;
    }
    append(w, text + plain, length - plain);
}

/* Writes `before`, the quoted text and `after` in one go: most of a view consists of quoted
 * texts. */
static void quote(lf_writer *w, const char *before, const char *text, size_t length,
                  const char *after) {
    const size_t head = strlen(before), tail = strlen(after);
    if (!needs_no_escape(text, length)) {
        append(w, before, head);
        escape_all(w, text, length);
        append(w, after, tail);
        return;
    }
    if (!lf_text_reserve(&w->text, head + length + tail))
        return;
    char *at = w->text.data + w->text.length;
    memcpy(at, before, head);
    memcpy(at + head, text, length);
    memcpy(at + head + length, after, tail);
    w->text.length += head + length + tail;
}

void lf_write_text(lf_writer *w, const char *text) {
    if (text == NULL) {
        lf_write_null(w);
        return;
    }
    size_t length = strlen(text), good = 0;
    if (!lf_utf8_valid(text, length, &good))
        length = good;
    quote(w, needs_comma(w) ? ",\"" : "\"", text, length, "\"");
}

/* ---- other values ---- */

void lf_write_json(lf_writer *w, const char *json) {
    begin_value(w);
    append(w, json, strlen(json));
}

void lf_write_null(lf_writer *w) {
    lf_write_json(w, "null");
}

void lf_write_bool(lf_writer *w, bool value) {
    lf_write_json(w, value ? "true" : "false");
}

void lf_write_number(lf_writer *w, int64_t value) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (value < 0)
        digits[--at] = '-';
    begin_value(w);
    append(w, digits + at, sizeof digits - at);
}

void lf_write_hex(lf_writer *w, uint64_t value) {
    begin_value(w);
    lf_text_printf(&w->text, "\"0x%016llx\"", (unsigned long long)value);
}

/* ---- objects and arrays ---- */

static void begin_level(lf_writer *w, bool array) {
    assert(w->depth < LF_WRITER_DEPTH);
    begin_value(w);
    w->levels[w->depth++] = (lf_writer_level){w->text.length, w->member_count, array, true};
}

void lf_write_object(lf_writer *w) {
    begin_level(w, false);
}

void lf_write_array(lf_writer *w) {
    begin_level(w, true);
}

void lf_write_key(lf_writer *w, const char *key) {
    assert(w->depth > 0);
    lf_writer_level *level = &w->levels[w->depth - 1];
    assert(!level->array);
    if (w->member_count > level->first && strcmp(w->members[w->member_count - 1].key, key) > 0)
        level->sorted = false;
    if (lf_array_reserve(&w->members, &w->member_capacity, w->member_count + 1, sizeof *w->members))
        w->members[w->member_count++] = (lf_writer_member){key, w->text.length};
    else
        w->failed = true;
    quote(w, ",\"", key, strlen(key), "\":");
}

void lf_put_bool(lf_writer *w, const char *key, bool value) {
    lf_write_key(w, key);
    lf_write_bool(w, value);
}

void lf_put_number(lf_writer *w, const char *key, int64_t number) {
    lf_write_key(w, key);
    lf_write_number(w, number);
}

void lf_put_hex(lf_writer *w, const char *key, uint64_t number) {
    lf_write_key(w, key);
    lf_write_hex(w, number);
}

void lf_put_text(lf_writer *w, const char *key, const char *text) {
    lf_write_key(w, key);
    lf_write_text(w, text);
}

/* A member with the end of its text, while members are being sorted. */
typedef struct {
    lf_writer_member member;
    size_t end;
} placed;

static int by_key(const void *a, const void *b) {
    return strcmp(((const placed *)a)->member.key, ((const placed *)b)->member.key);
}

static void sort_members(lf_writer *w, const lf_writer_level *level) {
    const size_t count = w->member_count - level->first;
    placed *all = lf_malloc(count * sizeof *all);
    w->scratch.length = 0;
    lf_text_add(&w->scratch, w->text.data + level->at, w->text.length - level->at);
    if (all == NULL || w->scratch.failed) {
        w->failed = true;
        lf_free(all);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        all[i].member = w->members[level->first + i];
        all[i].end = i + 1 < count ? w->members[level->first + i + 1].at : w->text.length;
    }
    qsort(all, count, sizeof *all, by_key);
    w->text.length = level->at;
    for (size_t i = 0; i < count; i++)
        append(w, w->scratch.data + (all[i].member.at - level->at), all[i].end - all[i].member.at);
    lf_free(all);
}

bool lf_write_is_empty(const lf_writer *w) {
    assert(w->depth > 0);
    return w->text.length == w->levels[w->depth - 1].at;
}

void lf_write_end(lf_writer *w) {
    const lf_writer_level level = w->levels[w->depth - 1];
    const bool empty = lf_write_is_empty(w);
    if (!level.sorted && !w->failed && !w->text.failed)
        sort_members(w, &level);
    w->depth--;
    w->member_count = level.first;
    if (empty)
        append(w, level.array ? "[]" : "{}", 2);
    else {
        if (!w->text.failed)
            w->text.data[level.at] = level.array ? '[' : '{';
        append(w, level.array ? "]" : "}", 1);
    }
}

void lf_write_drop(lf_writer *w) {
    assert(w->depth > 0);
    const lf_writer_level level = w->levels[--w->depth];
    w->member_count = level.first;
    w->text.length = level.at;
    if (w->depth == 0)
        return;
    const lf_writer_level *above = &w->levels[w->depth - 1];
    if (above->array)
        w->text.length = level.at - 1; /* removes its comma, too */
    else if (w->member_count > above->first)
        w->text.length = w->members[--w->member_count].at;
}

char *lf_writer_take(lf_writer *w) {
    assert(w->depth == 0);
    w->text.failed = w->text.failed || w->failed;
    lf_text_free(&w->scratch);
    lf_free(w->members);
    char *whole = lf_text_take(&w->text);
    *w = (lf_writer){0};
    return whole;
}
