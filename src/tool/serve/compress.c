/* compress.c: answers in fewer bytes, for clients that say that they read gzip. Streams of events
 * are not compressed: each event must leave at once.
 *
 * The length of a compressed answer hangs on its content. That tells another site nothing: it can
 * send no request in a player's name, for tokens are in a header and never in a cookie. */
#include "compress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <zlib.h>

#define LEAST_BYTES 1000      /* less fits into one packet anyway */
#define GZIP_WINDOW (15 + 16) /* the largest window, with the frame of gzip around it */
#define MEMORY_LEVEL 8

bool compress_pays(const answer *a) {
    static const char *const kinds[] = {"text/", "application/json", "application/manifest+json",
                                        "image/svg+xml"};
    if (a->stream != NULL || a->size < LEAST_BYTES || a->type == NULL)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(a->type, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

/* Is the weight behind a name zero ("gzip;q=0.000")? That refuses it. */
static bool is_refused(const char *parameters, const char *end) {
    const char *weight = memchr(parameters, '=', (size_t)(end - parameters));
    return weight != NULL && strspn(weight + 1, "0. \t") >= (size_t)(end - weight - 1);
}

bool compress_is_accepted(const char *accept_encoding) {
    static const char name[] = "gzip";
    const size_t size = sizeof name - 1;
    for (const char *at = accept_encoding != NULL ? accept_encoding : ""; *at != '\0';) {
        at += strspn(at, " \t,");
        const char *end = at + strcspn(at, ",");
        if ((size_t)(end - at) >= size && strncasecmp(at, name, size) == 0 &&
            strcspn(at, " \t;,") == size)
            return !is_refused(at + size, end);
        at = end;
    }
    return false;
}

void compress_answer(answer *a) {
    assert(a->stream == NULL);
    const char *plain = a->text != NULL ? a->text : a->fixed;
    z_stream z = {.next_in = (Bytef *)(uintptr_t)plain, .avail_in = (uInt)a->size};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    const uLong most = deflateBound(&z, (uLong)a->size);
    char *packed = malloc(most);
    z.next_out = (Bytef *)packed;
    z.avail_out = packed != NULL ? (uInt)most : 0;
    const bool whole = packed != NULL && deflate(&z, Z_FINISH) == Z_STREAM_END;
    const size_t size = (size_t)z.total_out;
    deflateEnd(&z);
    if (!whole || size >= a->size) {
        free(packed);
        return;
    }
    free(a->text);
    a->text = packed;
    a->size = size;
    a->encoding = "gzip";
}
