/* image.h: a compiled game as bytes, and back.
 *
 * An image is a header, the tables of the game, a pool of texts, and the files that the game was
 * compiled from (for what needs the language: snippets, the GameDef, the text above a rule).
 * Numbers are little-endian and have no gaps between them, except that long tables are aligned. So
 * an image does not depend on the machine:
 *
 *     header    magic, format, stamp, sizes, checksum (lf_image_header)
 *     tables    the fields of lf_game in the order of image_layout.c; the length of a table comes
 *               before its elements
 *     texts     each once, ended by a zero byte; a field holds the offset
 *     files     opaque here
 *
 * image_layout.c describes the tables once, for writer, reader and stamp. The stamp is a hash of
 * that description and of the instruction set: an image of an engine with other tables or opcodes
 * is refused, not misread. An image is input like any other: every offset and every count is
 * checked here, and everything that the program relies on by lf_verify. */
#ifndef LF_IMAGE_H
#define LF_IMAGE_H

#include "kernel/game.h"

typedef enum {
    LF_IMAGE_NUMBER,
    LF_IMAGE_TRUTH, /* a bool: 0 or 1 */
    LF_IMAGE_TEXT,
    LF_IMAGE_NUMBERS, /* a table of numbers */
    LF_IMAGE_TEXTS,
    LF_IMAGE_STRUCTS,
    LF_IMAGE_INSIDE,  /* a struct within the struct */
    LF_IMAGE_LEFT_OUT /* not in the image */
} lf_image_kind;

#define LF_IMAGE_ONCE UINT32_MAX /* as `times`: the length is `count` alone */

typedef struct lf_image_struct lf_image_struct;
typedef struct {
    const char *name;
    lf_image_kind kind;
    bool optional;         /* TEXT, NUMBERS: may be NULL */
    uint32_t offset, size; /* in the struct */
    uint32_t alignment;
    uint32_t element, unit; /* tables: bytes of an element, and of a number in it */
    uint32_t count, times;  /* tables: offsets of two numbers; the length is their product */
    const lf_image_struct *of;
} lf_image_field;

struct lf_image_struct {
    const char *name;
    uint32_t size, alignment;
    const lf_image_field *fields;
    uint32_t field_count;
};

extern const lf_image_struct lf_image_of_game;

/* The smallest number of bytes that such a struct takes in an image. */
uint64_t lf_image_least_bytes(const lf_image_struct *);
/* Is this a table of numbers, or of structs that are the same in memory and in an image? Such a
 * table is aligned to eight bytes, so that little-endian machines can use it in place. */
bool lf_image_is_flat(const lf_image_field *table);
/* The length of a table of the struct at `base`. */
uint64_t lf_image_count(const lf_image_field *, const void *base);
uint64_t lf_image_stamp(void);

#define LF_IMAGE_MAGIC                                                                             \
    "\x89LFI\r\n\x1a\n" /* no text begins so, and a conversion of line ends breaks it */
#define LF_IMAGE_MAGIC_BYTES 8
#define LF_IMAGE_FORMAT 1 /* increased when the meaning of the same tables changes */
#define LF_IMAGE_HEADER_BYTES 80

bool lf_is_image(const void *bytes, size_t size);

/* Writes an image of a game and its files. If memory runs out, out->failed is set. */
void lf_image_write(const lf_game *, const void *files, size_t file_bytes, lf_text *out);

typedef struct {
    const unsigned char *files; /* inside the given bytes */
    size_t file_bytes;
    char problem[320]; /* what is wrong with the image; or "" */
} lf_image_rest;

/* Reads a game from an image. The game is in the arena, whose guard must be set, and points into
 * the bytes, which must live as long and be aligned for any type. NULL: see rest->problem. The
 * caller must verify the game. */
lf_game *lf_image_read(lf_arena *, const void *bytes, size_t size, lf_image_rest *rest);

#endif
