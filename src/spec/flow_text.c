/* flow_text.c: plain, single-quoted and double-quoted texts: line folding, doubled quotes,
 * escapes. */
#include <string.h>

#include "scalar.h"

#define REPLACEMENT 0xFFFDu

typedef struct {
    lf_scalar_writer *writer;
    const char *text; /* of the block */
    size_t end;       /* of the scalar */
} flow;

static char at(const flow *f, size_t offset) {
    return offset < f->end ? f->text[offset] : '\0';
}

static size_t skip_flow_blanks(const flow *f, size_t offset) {
    while (at(f, offset) == ' ' || at(f, offset) == '\t')
        offset++;
    return offset;
}

/* Line breaks from `first` on, with the blanks around them: one break is a space, or nothing if it
 * was escaped; of several, each but the first is a newline. Returns what follows them. */
static size_t fold_flow_breaks(const flow *f, size_t first, bool escaped) {
    size_t offset = skip_flow_blanks(f, first + 1);
    bool several = false;
    for (; at(f, offset) == '\n'; offset = skip_flow_blanks(f, offset + 1)) {
        lf_scalar_put(f->writer, offset, '\n');
        several = true;
    }
    if (!several && !escaped)
        lf_scalar_put(f->writer, first, ' ');
    return offset;
}

/* ---- escapes ---- */

/* One letter behind the backslash. */
static uint32_t short_escape(char letter) {
    static const char letters[] = "0abtnvfreN_LP";
    static const uint16_t meanings[] = {0, 7, 8, 9, 10, 11, 12, 13, 27, 0x85, 0xA0, 0x2028, 0x2029};
    const char *found = strchr(letters, letter);
    return found != NULL && letter ? meanings[found - letters] : (unsigned char)letter;
}

static uint32_t hexadecimal(const flow *f, size_t offset, size_t digits) {
    uint32_t value = 0;
    for (size_t i = 0; i < digits; i++) {
        unsigned char c = (unsigned char)at(f, offset + i);
        unsigned digit = c <= '9' ? c - (unsigned)'0' : (c | 0x20u) - 'a' + 10u;
        value = value << 4 | (digit & 15u);
    }
    return value;
}

static bool is_surrogate(uint32_t character, uint32_t first) {
    return character >= first && character < first + 0x400;
}

/* JSON writes characters above U+FFFF as two escapes. Returns the bytes of both, or 0 if it is no
 * such pair. */
static size_t surrogate_pair(const flow *f, size_t offset, uint32_t *character) {
    if (at(f, offset + 1) != 'u' || at(f, offset + 6) != '\\' || at(f, offset + 7) != 'u')
        return 0;
    uint32_t high = hexadecimal(f, offset + 2, 4), low = hexadecimal(f, offset + 8, 4);
    if (!is_surrogate(high, 0xD800) || !is_surrogate(low, 0xDC00))
        return 0;
    *character = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    return 12;
}

/* The escape at a backslash; returns what follows it. */
static size_t write_escape(const flow *f, size_t offset) {
    char letter = at(f, offset + 1);
    if (letter == '\n')
        return fold_flow_breaks(f, offset + 1, true);
    size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    uint32_t character = digits ? hexadecimal(f, offset + 2, digits) : short_escape(letter);
    size_t pair = surrogate_pair(f, offset, &character);
    bool lone = is_surrogate(character, 0xD800) || is_surrogate(character, 0xDC00);
    lf_scalar_put(f->writer, offset, lone || character > 0x10FFFF ? REPLACEMENT : character);
    return offset + (pair ? pair : 2 + digits);
}

/* ---- texts ---- */

void lf_scalar_write_flow(lf_scalar_writer *writer, const lf_scalar_source *source, char quote) {
    flow f = {writer, writer->block->text, source->end};
    for (size_t offset = source->start; offset < f.end;) {
        size_t past_blanks = skip_flow_blanks(&f, offset);
        if (at(&f, past_blanks) == '\n') {
            offset = fold_flow_breaks(&f, past_blanks, false);
        } else if (past_blanks > offset) {
            lf_scalar_copy(writer, offset, past_blanks - offset);
            offset = past_blanks;
        } else if (quote == '"' && at(&f, offset) == '\\') {
            offset = write_escape(&f, offset);
        } else if (quote == '\'' && at(&f, offset) == '\'') {
            lf_scalar_put(writer, offset, '\'');
            offset += 2;
        } else {
            lf_scalar_copy(writer, offset++, 1);
        }
    }
}
