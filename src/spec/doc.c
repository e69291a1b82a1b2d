/* doc.c: questions to a finished document tree. */
#include <string.h>

#include "spec.h"

/* Characters that begin in text(from, to]: how far `to` stands to the right of `from`, also when it
 * is in the middle of a character. The NUL behind the text counts as one. */
static uint32_t characters_between(const char *text, uint32_t from, uint32_t to) {
    uint32_t count = 0;
    for (uint32_t i = from + 1; i <= to; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* The last run that begins at or before the offset. */
static lf_doc_run run_at(const lf_doc *scalar, uint32_t offset) {
    if (!scalar->run_count)
        return (lf_doc_run){0, scalar->pos};
    uint32_t low = 0, high = scalar->run_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (scalar->runs[middle].offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return scalar->runs[low];
}

lf_pos lf_doc_pos_at(const lf_doc *scalar, uint32_t offset) {
    if (scalar->kind != LF_DOC_SCALAR)
        return scalar->pos;
    if (offset > scalar->length)
        offset = scalar->length;
    lf_doc_run run = run_at(scalar, offset);
    uint32_t column = run.pos.column + characters_between(scalar->text, run.offset, offset);
    run.pos.column = (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX);
    return run.pos;
}

lf_doc *lf_doc_get(const lf_doc *map, const char *key) {
    if (map == NULL || map->kind != LF_DOC_MAP)
        return NULL;
    for (uint32_t i = 0; i < map->count; i++)
        if (map->pairs[i].key == key || strcmp(map->pairs[i].key, key) == 0)
            return map->pairs[i].value;
    return NULL;
}

static bool is_plain_doc(const lf_doc *doc) {
    return doc != NULL && doc->kind == LF_DOC_SCALAR && doc->style == LF_STYLE_PLAIN;
}

bool lf_doc_is_null(const lf_doc *doc) {
    if (!is_plain_doc(doc))
        return false;
    return doc->length == 0 || strcmp(doc->text, "~") == 0 || strcmp(doc->text, "null") == 0;
}

bool lf_doc_int(const lf_doc *doc, int64_t *out) {
    if (!is_plain_doc(doc))
        return false;
    const char *p = doc->text;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!*p)
        return false;
    uint64_t magnitude = 0, limit = (uint64_t)INT64_MAX + negative;
    for (; *p; p++) {
        if (*p < '0' || *p > '9')
            return false;
        uint64_t digit = (uint64_t)(*p - '0');
        if (magnitude > (limit - digit) / 10)
            return false;
        magnitude = magnitude * 10 + digit;
    }
    *out = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

bool lf_doc_bool(const lf_doc *doc, bool *out) {
    if (!is_plain_doc(doc))
        return false;
    *out = strcmp(doc->text, "true") == 0;
    return *out || strcmp(doc->text, "false") == 0;
}
