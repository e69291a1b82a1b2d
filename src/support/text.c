/* text.c: a growing text outside any arena, for output whose length is not known before.
 *
 * When memory runs out the text stays as it is and `failed` is set; the writer looks once, at the
 * end. */
#include "text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "array.h"

/* Room for `more` bytes and the NUL. */
bool lf_text_reserve(lf_text *text, size_t more) {
    if (text->failed)
        return false;
    if (more < text->capacity - text->length)
        return true;
    text->failed = more > SIZE_MAX - text->length - 1 ||
                   !lf_array_reserve(&text->data, &text->capacity, text->length + more + 1, 1);
    return !text->failed;
}

void lf_text_add(lf_text *text, const char *bytes, size_t length) {
    if (!lf_text_reserve(text, length))
        return;
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void lf_text_addz(lf_text *out, const char *text) {
    lf_text_add(out, text, strlen(text));
}

void lf_text_printf(lf_text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && lf_text_reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void lf_text_cut(lf_text *text, size_t length) {
    assert(length <= text->length);
    text->length = length;
    if (text->data != NULL)
        text->data[length] = '\0';
}

void lf_text_free(lf_text *text) {
    lf_free(text->data);
    *text = (lf_text){0};
}

char *lf_text_take(lf_text *text) {
    lf_text_add(text, "", 0); /* so that there is something to give */
    char *const data = text->failed ? NULL : text->data;
    if (text->failed)
        lf_free(text->data);
    *text = (lf_text){0};
    return data;
}

const char *lf_text_shown(const lf_text *text) {
    return text->failed ? LF_LOST_TEXT : text->data != NULL ? text->data : "";
}
