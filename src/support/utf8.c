/* utf8.c: stepping through UTF-8. Strict: no overlong forms, no surrogates, nothing above
 * U+10FFFF. */
#include "utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is_continuation(unsigned char byte) {
    return (byte & 0xc0) == 0x80;
}

/* Bytes that a lead byte announces, and the range that its second byte must lie in; 0 for a byte
 * that leads nothing. */
static int sequence_of(unsigned char lead, unsigned char *low, unsigned char *high) {
    *low = 0x80;
    *high = 0xbf;
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    if (lead < 0xe0)
        return 2;
    if (lead < 0xf0) {
        if (lead == 0xe0)
            *low = 0xa0;
        if (lead == 0xed)
            *high = 0x9f;
        return 3;
    }
    if (lead == 0xf0)
        *low = 0x90;
    if (lead == 0xf4)
        *high = 0x8f;
    return 4;
}

/* Like lf_utf8_length, with 0 for a stray byte. */
static int strict_length(const char *p, const char *end) {
    const unsigned char *bytes = (const unsigned char *)p;
    unsigned char low, high;
    int length = sequence_of(bytes[0], &low, &high);
    if (length > end - p)
        return 0;
    if (length > 1 && (bytes[1] < low || bytes[1] > high))
        return 0;
    for (int i = 2; i < length; i++)
        if (!is_continuation(bytes[i]))
            return 0;
    return length;
}

int lf_utf8_length(const char *p, const char *end) {
    int length = strict_length(p, end);
    return length ? length : 1;
}

size_t lf_utf8_count(const char *text, size_t bytes) {
    size_t count = 0;
    const char *end = text + bytes;
    for (const char *p = text; p < end; p += lf_utf8_length(p, end))
        count++;
    return count;
}

bool lf_utf8_valid(const char *text, size_t bytes, size_t *bad_offset) {
    const char *end = text + bytes;
    for (const char *p = text; p < end;) {
        uint64_t eight;
        while (end - p >= 8 && (memcpy(&eight, p, 8), (eight & UINT64_C(0x8080808080808080)) == 0))
            p += 8; /* most of every text is ASCII */
        if (p == end)
            break;
        int length = strict_length(p, end);
        if (!length) {
            if (bad_offset != NULL)
                *bad_offset = (size_t)(p - text);
            return false;
        }
        p += length;
    }
    return true;
}

bool lf_utf8_is_control(const char *p, const char *end) {
    const unsigned char lead = (unsigned char)p[0];
    if (lead == '\n' || lead == '\t')
        return false;
    return lead < ' ' || lead == 0x7f ||
           (lead == 0xc2 && end - p > 1 && (unsigned char)p[1] < 0xa0);
}

const char *lf_visible(const char **p, const char *end, char shown[LF_VISIBLE_BYTES]) {
    const char *const at = *p;
    const unsigned char lead = (unsigned char)at[0];
    const int length = strict_length(at, end);
    *p += length ? length : 1;
    if (length == 0 || (length == 2 && lf_utf8_is_control(at, end)))
        return "\uFFFD";
    if (length > 1 || !lf_utf8_is_control(at, end)) {
        memcpy(shown, at, (size_t)length);
        shown[length] = '\0';
    } else {
        /* U+2400 and what follows: pictures of the control characters in their order, then DEL */
        snprintf(shown, LF_VISIBLE_BYTES, "\xe2\x90%c", 0x80 + (lead == 0x7f ? 0x21 : lead));
    }
    return shown;
}

void lf_utf8_mend(char *text) {
    const char *from = text, *end = text + strlen(text);
    char *to = text;
    while (from < end) {
        const int length = strict_length(from, end);
        for (int i = 0; i < length; i++)
            *to++ = from[i];
        from += length == 0 ? 1 : length;
    }
    *to = '\0';
}
