/* utf8.h: stepping through UTF-8, and showing text that somebody else wrote. */
#ifndef LF_SUPPORT_UTF8_H
#define LF_SUPPORT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the UTF-8 sequence at p (1 for a stray byte), and the number of characters in a text. */
int lf_utf8_length(const char *p, const char *end);
size_t lf_utf8_count(const char *text, size_t bytes);
/* Takes out what is no UTF-8, in place: a text that was cut to a number of bytes may end inside a
 * character. */
void lf_utf8_mend(char *text);
bool lf_utf8_valid(const char *text, size_t bytes, size_t *bad_offset);
/* A control character, DEL and those of U+0080 to U+009F included: a terminal may obey it. Newline
 * and tab are none. */
bool lf_utf8_is_control(const char *p, const char *end);
/* The next character of a text as it may be shown, in `shown`, and *p behind it: control characters
 * become their pictures (U+241B for escape), stray bytes the replacement character. */
#define LF_VISIBLE_BYTES 5
const char *lf_visible(const char **p, const char *end, char shown[LF_VISIBLE_BYTES]);

#endif
