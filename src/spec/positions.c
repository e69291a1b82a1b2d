/* positions.c: where the bytes of a block stand in its file.
 *
 * How the bytes of a scalar's text relate to the bytes of the block is scalar.c. */
#include "internal.h"

lf_block lf_block_of_source(const lf_sources *sources, uint16_t file) {
    const lf_source *source = &sources->items[file - 1];
    return (lf_block){.text = source->text,
                      .length = source->length,
                      .file = file,
                      .first_line = 1,
                      .line_starts = source->line_starts,
                      .line_count = source->line_count};
}

uint32_t lf_block_line(const lf_block *block, size_t offset) {
    uint32_t low = 0, high = block->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (block->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t lf_block_line_end(const lf_block *block, uint32_t line) {
    return line + 1 < block->line_count ? block->line_starts[line + 1] - 1u : block->length;
}

/* Moves the remembered place to an offset, by way of the line's start only if it is on another
 * line. */
static void move_to(lf_block *block, size_t offset) {
    uint32_t line = block->last.line;
    if (offset < block->line_starts[line] || offset > lf_block_line_end(block, line)) {
        block->last.line = line = lf_block_line(block, offset);
        block->last.offset = block->line_starts[line];
        block->last.column = 0;
    }
    size_t from = block->last.offset;
    if (offset >= from)
        block->last.column += lf_utf8_count(block->text + from, offset - from);
    else
        block->last.column -= lf_utf8_count(block->text + offset, from - offset);
    block->last.offset = offset;
}

lf_pos lf_block_pos(lf_block *block, size_t offset) {
    move_to(block, offset < block->length ? offset : block->length);
    uint32_t line = block->last.line;
    int64_t column = (int64_t)block->last.column + 1 + (block->shifts ? block->shifts[line] : 0);
    if (column < 1)
        column = 1;
    if (column > UINT16_MAX)
        column = UINT16_MAX;
    return (lf_pos){block->file, (uint16_t)column, block->first_line + line};
}

size_t lf_block_offset(const lf_block *block, uint32_t line, uint32_t column) {
    if (line >= block->line_count)
        return block->length;
    const char *p = block->text + block->line_starts[line];
    const char *end = block->text + lf_block_line_end(block, line);
    for (; column > 0 && p < end; column--)
        p += lf_utf8_length(p, end);
    return (size_t)(p - block->text);
}
