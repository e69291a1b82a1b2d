/* play_text.c: text for `play` that keeps to the width of the table: items that flow, paragraphs,
 * columns. */
#include <stdarg.h>
#include <string.h>

#include "play.h"

void say(const play_table *t, const char *text) {
    fprintf(t->out, "%s\n", text);
}

void heading(const play_table *t, const char *text) {
    fprintf(t->out, "%s%s%s\n", paint_strong(t), text, paint_off(t));
}

void flow_begin(flow *f, const play_table *t, const char *head, size_t indent,
                const char *separator) {
    *f = (flow){.table = t, .width = (size_t)t->width, .indent = indent, .separator = separator};
    fputs(head, t->out);
    f->column = text_width(head);
    for (; f->column < indent; f->column++)
        putc(' ', t->out);
}

void flow_painted(flow *f, const char *paint, const char *text) {
    FILE *out = f->table->out;
    const size_t width = text_width(text), gap = f->items > 0 ? text_width(f->separator) : 0;
    if (f->items == 0) {
        fprintf(out, "%*s", (int)f->lead, "");
        f->column += f->lead;
    }
    if (f->items > 0 && f->column + gap + width >= f->width) {
        fprintf(out, "%.*s\n%*s", (int)strcspn(f->separator, " "), f->separator, (int)f->indent,
                "");
        f->column = f->indent;
    } else if (f->items > 0) {
        fputs(f->separator, out);
        f->column += gap;
    }
    fprintf(out, "%s%s%s", paint, text, *paint ? paint_off(f->table) : "");
    f->column += width;
    f->items++;
}

void flow_item(flow *f, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    flow_painted(f, "", text);
}

void flow_end(flow *f) {
    putc('\n', f->table->out);
}

static bool says_nothing(const char *value) {
    return *value == '\0' || strcmp(value, "no") == 0 || strcmp(value, "none") == 0;
}

void flow_value(flow *f, const char *paint, const char *name, const char *value) {
    char text[512];
    if (says_nothing(value))
        return;
    if (strcmp(value, "yes") == 0) {
        flow_painted(f, paint, name);
        return;
    }
    /* A set is as long as it likes, so its elements flow. */
    const char *comma = strstr(value, ", ");
    snprintf(text, sizeof text, "%s%s%.*s", name, *name ? " " : "",
             (int)(comma != NULL ? comma - value : (ptrdiff_t)strlen(value)), value);
    flow_painted(f, paint, text);
    while (comma != NULL) {
        value = comma + 2;
        comma = strstr(value, ", ");
        snprintf(text, sizeof text, "%.*s",
                 (int)(comma != NULL ? comma - value : (ptrdiff_t)strlen(value)), value);
        flow_painted(f, paint, text);
    }
}

/* Words from `column` on in lines of the table's width; the following lines begin at `indent`. */
static void print_words(const play_table *t, size_t column, size_t indent, const char *text) {
    for (bool first = true; *text; first = false) {
        const size_t length = strcspn(text, " \n");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        const size_t width = text_width(word);
        if (!first && column + 1 + width >= (size_t)t->width) {
            fprintf(t->out, "\n%*s%s", (int)indent, "", word);
            column = indent + width;
        } else {
            fprintf(t->out, "%s%s", first ? "" : " ", word);
            column += width + !first;
        }
        text += length + strspn(text + length, " \n");
    }
    putc('\n', t->out);
}

void print_paragraph(const play_table *t, const char *head, const char *text, size_t indent) {
    fprintf(t->out, "%*s%s%s%s", (int)indent, "", paint_strong(t), head, paint_off(t));
    print_words(t, indent + text_width(head), indent + 2, text);
}

void print_hanging(const play_table *t, const char *head, const char *text) {
    fputs(head, t->out);
    print_words(t, text_width(head), text_width(head), text);
}

void print_prose(const play_table *t, const char *text) {
    while (*text != '\0') {
        char paragraph[4000];
        const char *const end = strstr(text, "\n\n");
        const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        print_words(t, 0, 0, paragraph);
        text += length;
        text += strspn(text, "\n");
        if (*text != '\0')
            putc('\n', t->out);
    }
}

void print_paragraph_of(const play_table *t, lf_seat seat, const char *head, const char *text) {
    fprintf(t->out, "%s%s%s", paint_seat(t, seat), head, paint_off(t));
    print_words(t, text_width(head), 2, text);
}

/* Short texts stand in columns, a long one has lines of its own. */
void print_in_columns(const play_table *t, char *const *texts, int count) {
    size_t room = (size_t)t->width - 2, widest = 1;
    for (int i = 0; i < count; i++) {
        size_t width = text_width(texts[i]);
        widest = width > widest && width < room / 2 ? width : widest;
    }
    size_t columns = room / (widest + 2), at = 0;
    for (int i = 0; i < count; i++) {
        size_t width = text_width(texts[i]);
        if (width > widest) {
            if (at > 0)
                putc('\n', t->out);
            print_paragraph(t, "", texts[i], 2);
            at = 0;
            continue;
        }
        bool last = ++at >= columns || i + 1 == count;
        fprintf(t->out, "  %s%*s", texts[i], last ? 0 : (int)(widest - width), "");
        if (last) {
            putc('\n', t->out);
            at = 0;
        }
    }
}
