/* text.h: a growing text outside any arena, for output whose length is not known before. */
#ifndef LF_SUPPORT_TEXT_H
#define LF_SUPPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define LF_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define LF_PRINTF(fmt, args)
#endif

typedef struct {
    char *data; /* NUL-terminated once anything was written; freed by lf_text_free */
    size_t length, capacity;
    bool failed; /* out of memory: the text is cut off */
} lf_text;
/* Room for so many bytes more and a NUL; false: out of memory, which stays so. */
bool lf_text_reserve(lf_text *, size_t more);
void lf_text_add(lf_text *, const char *bytes, size_t length);
void lf_text_addz(lf_text *, const char *text);
void lf_text_printf(lf_text *, const char *format, ...) LF_PRINTF(2, 3);
/* Shortens the text to so many bytes. */
void lf_text_cut(lf_text *, size_t length);
void lf_text_free(lf_text *);
/* The text, to be freed by the caller, "" if nothing was added; NULL if memory ran out on the way:
 * half a text is none. There is nothing left to free. */
char *lf_text_take(lf_text *);
/* The text for somebody who only looks at it: words that say so if memory ran out. */
#define LF_LOST_TEXT "(out of memory)"
const char *lf_text_shown(const lf_text *);

#endif
