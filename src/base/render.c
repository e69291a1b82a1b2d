/* render.c: what one diagnostic looks like on a terminal.
 *
 *   path/file.md:12:7: error[E0502]: unknown name `trial`
 *      12 | trial = 3
 *         | ^^^^^
 *      note: did you mean `trail`?
 *
 * A source line that is too wide is cut to a window around the caret. Every character of the source
 * is shown as one character, so that the caret stands under what it means. */
#include <stdio.h>
#include <string.h>

#include "base.h"

#define WIDEST_LINE ((size_t)160)      /* characters of source shown */
#define ROOM_BEFORE_CARET ((size_t)60) /* of a cut line */
#define ELLIPSIS "…"

typedef struct {
    lf_text *out;
    bool colour;
} canvas;

typedef enum { STYLE_BOLD, STYLE_ERROR, STYLE_WARNING, STYLE_NOTE } style;
static const char *const escapes[] = {"\033[1m", "\033[1;31m", "\033[1;33m", "\033[1;36m"};

static void begin_style(const canvas *c, style s) {
    if (c->colour)
        lf_text_addz(c->out, escapes[s]);
}

static void end_style(const canvas *c) {
    if (c->colour)
        lf_text_addz(c->out, "\033[0m");
}

static const char *path_of(const lf_sources *sources, lf_pos pos) {
    if (pos.file == 0 || sources == NULL || pos.file > sources->count)
        return NULL;
    return sources->items[pos.file - 1].path;
}

/* The part of a source line that is shown: characters [first, last), and what was cut off. */
typedef struct {
    size_t first, last;
    bool cut_before, cut_after;
} window;

static window window_around(size_t characters, size_t caret) {
    window w = {0, characters, false, false};
    if (characters <= WIDEST_LINE)
        return w;
    if (caret > characters)
        caret = characters;
    w.first = caret > ROOM_BEFORE_CARET ? caret - ROOM_BEFORE_CARET : 0;
    if (w.first + WIDEST_LINE > characters)
        w.first = characters - WIDEST_LINE;
    w.last = w.first + WIDEST_LINE;
    w.cut_before = w.first > 0;
    w.cut_after = w.last < characters;
    return w;
}

/* The character at *p as one column, whatever it is; *p becomes the next one. */
static void add_character(lf_text *out, const char **p, const char *end) {
    char shown[LF_VISIBLE_BYTES];
    const bool tab = **p == '\t';
    const char *text = lf_visible(p, end, shown);
    lf_text_addz(out, tab ? " " : text);
}

/* Words of a diagnostic may hold what a spec or a path holds. */
static void add_visibly(lf_text *out, const char *text) {
    char shown[LF_VISIBLE_BYTES];
    for (const char *const end = text + strlen(text); text < end;)
        lf_text_addz(out, lf_visible(&text, end, shown));
}

static void add_source_line(lf_text *out, const char *line, size_t bytes, window w) {
    if (w.cut_before)
        lf_text_addz(out, ELLIPSIS);
    const char *stop = line + bytes;
    size_t index = 0;
    for (const char *p = line; p < stop && index < w.last; index++) {
        if (index >= w.first)
            add_character(out, &p, stop);
        else
            p += lf_utf8_length(p, stop);
    }
    if (w.cut_after)
        lf_text_addz(out, ELLIPSIS);
}

/* `12 | ` or, for line 0, the gutter without a number. No blank follows the bar when nothing else
 * does. */
static void add_gutter(const canvas *c, int width, uint32_t line, bool blank) {
    begin_style(c, STYLE_NOTE);
    if (line)
        lf_text_printf(c->out, "%*lu |", width, (unsigned long)line);
    else
        lf_text_printf(c->out, "%*s |", width, "");
    end_style(c);
    if (blank)
        lf_text_addz(c->out, " ");
}

static void add_carets(const canvas *c, const lf_diagnostic *d, size_t caret, window w) {
    size_t end_of_line = w.last > caret ? w.last : caret + 1;
    size_t length = d->length ? d->length : 1;
    if (length > end_of_line - caret)
        length = end_of_line - caret;
    size_t blanks = caret - w.first + w.cut_before;
    for (size_t i = 0; i < blanks; i++)
        lf_text_addz(c->out, " ");
    begin_style(c, d->severity == LF_ERROR ? STYLE_ERROR : STYLE_WARNING);
    for (size_t i = 0; i < length; i++)
        lf_text_addz(c->out, "^");
    end_style(c);
    lf_text_addz(c->out, "\n");
}

static void add_excerpt(const canvas *c, const lf_diagnostic *d, const lf_sources *sources) {
    size_t bytes;
    const char *line = lf_source_line(sources, d->pos, &bytes);
    size_t characters = lf_utf8_count(line, bytes);
    size_t caret = d->pos.column ? d->pos.column - 1u : 0;
    if (caret > characters)
        caret = characters;
    window w = window_around(characters, caret);
    int digits = snprintf(NULL, 0, "%lu", (unsigned long)d->pos.line);
    int width = digits + 1 > 5 ? digits + 1 : 5;
    add_gutter(c, width, d->pos.line, bytes > 0);
    add_source_line(c->out, line, bytes, w);
    lf_text_addz(c->out, "\n");
    add_gutter(c, width, 0, true);
    add_carets(c, d, caret, w);
}

static void add_place(const canvas *c, const char *path, lf_pos pos) {
    add_visibly(c->out, path);
    lf_text_printf(c->out, ":%lu:%u: ", (unsigned long)pos.line, (unsigned)pos.column);
}

static void add_headline(const canvas *c, const lf_diagnostic *d, const char *path) {
    bool error = d->severity == LF_ERROR;
    if (path != NULL) {
        begin_style(c, STYLE_BOLD);
        add_place(c, path, d->pos);
        end_style(c);
    }
    begin_style(c, error ? STYLE_ERROR : STYLE_WARNING);
    lf_text_printf(c->out, "%s[%s]", error ? "error" : "warning", lf_code_name(d->code));
    end_style(c);
    begin_style(c, STYLE_BOLD);
    lf_text_addz(c->out, ": ");
    add_visibly(c->out, d->message);
    end_style(c);
    lf_text_addz(c->out, "\n");
}

static void add_note(const canvas *c, const lf_diagnostic *d, const lf_sources *sources) {
    const char *path = path_of(sources, d->note_pos);
    lf_text_addz(c->out, "   ");
    begin_style(c, STYLE_NOTE);
    lf_text_addz(c->out, "note");
    end_style(c);
    lf_text_addz(c->out, ": ");
    if (path != NULL)
        add_place(c, path, d->note_pos);
    add_visibly(c->out, d->note);
    lf_text_addz(c->out, "\n");
}

void lf_diagnostic_render(const lf_diagnostic *d, const lf_sources *sources, bool colour,
                          lf_text *out) {
    canvas c = {out, colour};
    const char *path = path_of(sources, d->pos);
    add_headline(&c, d, path);
    if (path != NULL)
        add_excerpt(&c, d, sources);
    if (d->note != NULL)
        add_note(&c, d, sources);
}
