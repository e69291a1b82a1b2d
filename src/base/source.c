/* source.c: the texts that positions point into.
 *
 * A source is copied into the arena, so the caller's text may go away. Reading files is not done
 * here. */
#include "base.h"

#include <assert.h>

static void find_lines(lf_source *source, lf_arena *arena) {
    uint32_t lines = 1;
    for (size_t i = 0; i < source->length; i++)
        lines += source->text[i] == '\n';
    source->line_starts = LF_NEW_ARRAY(arena, uint32_t, lines);
    source->line_count = 1;
    for (size_t i = 0; i < source->length; i++)
        if (source->text[i] == '\n')
            source->line_starts[source->line_count++] = (uint32_t)(i + 1);
    assert(source->line_count == lines);
}

/* 0 ("nowhere") when there are more sources than a position can number; the limits of the reader
 * keep far below that. */
uint16_t lf_sources_add(lf_sources *sources, const char *path, const char *text, size_t length) {
    if (sources->count >= UINT16_MAX || length > UINT32_MAX - 1)
        return 0;
    lf_source source = {
        .path = lf_arena_printf(sources->arena, "%s", path),
        .text = lf_arena_strndup(sources->arena, text, length),
        .length = length,
    };
    find_lines(&source, sources->arena);
    LF_PUSH(sources->arena, sources->items, sources->count, sources->capacity, source);
    return (uint16_t)sources->count;
}

const char *lf_source_line(const lf_sources *sources, lf_pos pos, size_t *length) {
    *length = 0;
    if (pos.file == 0 || pos.file > sources->count || pos.line == 0)
        return "";
    const lf_source *source = &sources->items[pos.file - 1];
    if (pos.line > source->line_count)
        return "";
    size_t start = source->line_starts[pos.line - 1];
    size_t end =
        pos.line < source->line_count ? source->line_starts[pos.line] - 1u : source->length;
    assert(start <= end && end <= source->length);
    if (end > start && source->text[end - 1] == '\r')
        end--;
    *length = end - start;
    return source->text + start;
}

#define READABLE_COLUMNS 4096

const char *lf_source_rest(const lf_sources *sources, lf_pos pos, size_t *length) {
    const char *line = lf_source_line(sources, pos, length), *at = line, *end = line + *length;
    if (end - line > READABLE_COLUMNS)
        end = line + READABLE_COLUMNS;
    for (uint32_t column = 1; column < pos.column && at < end; column++)
        at += lf_utf8_length(at, end);
    *length = (size_t)(end - at);
    return at;
}
