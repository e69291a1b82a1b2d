/* block_text.c: literal (`|`) and folded (`>`) texts: indentation, chomping, folding. */
#include "scalar.h"

typedef enum { CLIP, STRIP, KEEP } chomping;

typedef struct {
    lf_scalar_writer *writer;
    const lf_block *block;
    size_t end;           /* of the scalar */
    size_t indentation;   /* bytes cut off in front of every line */
    chomping chomp;       /* what becomes of the breaks at the end */
    uint32_t breaks_from; /* the line that ends with the next break to be written */
} block_text;

/* Offset behind the line's last byte. */
static size_t line_end(const block_text *b, uint32_t line) {
    size_t end = lf_block_line_end(b->block, line);
    return end < b->end ? end : b->end;
}

static size_t leading_spaces(const block_text *b, uint32_t line) {
    size_t start = b->block->line_starts[line], at = start;
    while (at < line_end(b, line) && b->block->text[at] == ' ')
        at++;
    return at - start;
}

/* What the first line with more than spaces is indented by; without one, it does not matter. */
static size_t detect_indentation(const block_text *b, uint32_t first) {
    for (uint32_t line = first; line < b->block->line_count && b->block->line_starts[line] < b->end;
         line++) {
        size_t spaces = leading_spaces(b, line);
        if (b->block->line_starts[line] + spaces < line_end(b, line))
            return spaces;
    }
    return b->block->length;
}

static void read_block_header(block_text *b, const lf_scalar_source *source) {
    size_t digit = 0;
    for (const char *p = b->block->text + source->header + 1;; p++) {
        if (*p >= '1' && *p <= '9')
            digit = (size_t)(*p - '0');
        else if (*p == '-')
            b->chomp = STRIP;
        else if (*p == '+')
            b->chomp = KEEP;
        else
            break;
    }
    uint32_t parent_line = lf_block_line(b->block, source->parent);
    size_t parent_column = source->parent - b->block->line_starts[parent_line];
    b->indentation = digit ? parent_column + digit
                           : detect_indentation(b, lf_block_line(b->block, source->start));
}

/* A break stands at the end of its line. */
static void write_break(block_text *b, char as) {
    lf_scalar_put(b->writer, lf_block_line_end(b->block, b->breaks_from++), (unsigned char)as);
}

static void write_newlines_until(block_text *b, uint32_t line) {
    while (b->breaks_from < line)
        write_break(b, '\n');
}

/* The breaks between two lines of text that may be folded: one becomes a space, of several the
 * first is dropped. */
static void fold_block_breaks(block_text *b, uint32_t line) {
    if (b->breaks_from + 1 == line) {
        write_break(b, ' ');
        return;
    }
    b->breaks_from++;
    write_newlines_until(b, line);
}

static bool begins_with_blank(const block_text *b, size_t at) {
    return b->block->text[at] == ' ' || b->block->text[at] == '\t';
}

/* `last` is the first line behind the text. */
static void write_chomped_end(block_text *b, uint32_t last, bool has_content) {
    if (b->chomp == KEEP)
        write_newlines_until(b, last);
    else if (b->chomp == CLIP && has_content)
        write_break(b, '\n');
}

void lf_scalar_write_block(lf_scalar_writer *writer, const lf_scalar_source *source, bool folded) {
    block_text b = {.writer = writer, .block = writer->block, .end = source->end};
    read_block_header(&b, source);
    uint32_t line = lf_block_line(b.block, source->start);
    bool has_content = false, foldable_before = false;
    b.breaks_from = line;
    for (; line < b.block->line_count && b.block->line_starts[line] < b.end; line++) {
        size_t at = b.block->line_starts[line] + b.indentation;
        if (at >= line_end(&b, line))
            continue;
        bool foldable = folded && !begins_with_blank(&b, at);
        if (foldable && foldable_before)
            fold_block_breaks(&b, line);
        else
            write_newlines_until(&b, line);
        lf_scalar_copy(writer, at, line_end(&b, line) - at);
        has_content = true;
        foldable_before = foldable;
    }
    write_chomped_end(&b, line, has_content);
}
