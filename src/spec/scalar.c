/* scalar.c: writes the text of a scalar and keeps count of where each byte came from.
 *
 * A run goes on as long as text and source move together, and ends with the line. */
#include <assert.h>
#include <string.h>

#include "scalar.h"

static void begin_run_at(lf_scalar_writer *w, size_t at) {
    lf_doc_run run = {w->length, lf_block_pos(w->block, at)};
    LF_PUSH(w->arena, w->runs, w->run_count, w->run_capacity, run);
    w->gap = at - w->length;
    w->cut = false;
}

static void put_byte(lf_scalar_writer *w, char byte) {
    LF_PUSH(w->arena, w->text, w->length, w->capacity, byte);
}

void lf_scalar_copy(lf_scalar_writer *w, size_t at, size_t count) {
    if (count == 0)
        return;
    if (w->cut || at - w->length != w->gap)
        begin_run_at(w, at);
    for (size_t i = 0; i < count; i++)
        put_byte(w, w->block->text[at + i]);
}

void lf_scalar_put(lf_scalar_writer *w, size_t at, uint32_t character) {
    if (w->cut || at - w->length != w->gap)
        begin_run_at(w, at);
    w->cut = true;
    if (character < 0x80) {
        put_byte(w, (char)character);
        return;
    }
    int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
    put_byte(w, (char)(leads[more] | character >> (6 * more)));
    while (more-- > 0)
        put_byte(w, (char)(0x80 | (character >> (6 * more) & 0x3f)));
}

static void write_scalar_text(lf_scalar_writer *w, const lf_scalar_source *source,
                              lf_doc_style style) {
    switch (style) {
    case LF_STYLE_PLAIN:
        lf_scalar_write_flow(w, source, '\0');
        break;
    case LF_STYLE_QUOTED:
        lf_scalar_write_flow(w, source, w->block->text[source->start - 1]);
        break;
    case LF_STYLE_LITERAL:
        lf_scalar_write_block(w, source, false);
        break;
    case LF_STYLE_FOLDED:
        lf_scalar_write_block(w, source, true);
        break;
    }
}

/* A plain text on one line, which most scalars are, is its source; it needs no runs. */
static bool lies_in_source(const lf_block *block, const lf_scalar_source *source,
                           lf_doc_style style) {
    size_t length = source->end - source->start;
    return style == LF_STYLE_PLAIN && !memchr(block->text + source->start, '\n', length);
}

static lf_scalar_writer *writer_for(lf_reading *reading, lf_block *block) {
    if (reading->writer == NULL)
        reading->writer = LF_NEW(reading->arena, lf_scalar_writer);
    lf_scalar_writer *w = reading->writer;
    w->arena = reading->arena;
    w->block = block;
    w->length = w->run_count = 0;
    w->cut = true;
    return w;
}

void lf_scalar_decode(lf_reading *reading, lf_block *block, const lf_scalar_source *source,
                      lf_doc *scalar) {
    assert(source->start <= source->end);
    lf_names *names = reading->reader->names;
    if (lies_in_source(block, source, scalar->style)) {
        scalar->length = (uint32_t)(source->end - source->start);
        scalar->text = lf_intern(names, block->text + source->start, scalar->length);
        return;
    }
    lf_scalar_writer *w = writer_for(reading, block);
    write_scalar_text(w, source, scalar->style);
    if (w->run_count == 0)
        begin_run_at(w, source->start);
    scalar->text = lf_intern(names, w->length ? w->text : "", w->length);
    scalar->length = w->length;
    scalar->runs = LF_NEW_ARRAY(reading->arena, lf_doc_run, w->run_count);
    scalar->run_count = w->run_count;
    memcpy(scalar->runs, w->runs, w->run_count * sizeof *w->runs);
}
