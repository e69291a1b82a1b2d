/* image.h: a compiled game as bytes, and back.
 *
 * An image is a header, the tables of the game, a pool of texts, and the files that the game was
 * compiled from (for what needs the language: expressions from outside, the GameDef, what the
 * designer wrote above a rule). Numbers are little-endian and lie behind each other without gaps,
 * but for long tables, which are aligned; so an image does not depend on the machine:
 *
 *     header    magic, format, stamp, sizes, checksum (lf_image_header)
 *     tables the fields of lf_game in the order of image_layout.c; a table is its elements, its
 *     length stands before it
 *     texts     each once, ended by a zero byte; a field has the offset
 *     files     opaque here
 *
 * What the tables of a game are is said once, in image_layout.c; writer, reader and stamp follow
 * it. The stamp is a hash of that description and of the instruction set: an image of an engine
 * whose tables or opcodes are others is refused, not misread. An image is input like any other:
 * every offset and every count is checked here, all that the program relies on by lf_verify. */
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

#define LF_IMAGE_ONCE UINT32_MAX /* as `times`: the count alone */

typedef struct lf_image_struct lf_image_struct;
typedef struct {
    const char *name;
    lf_image_kind kind;
    bool optional;         /* TEXT, NUMBERS: may be NULL */
    uint32_t offset, size; /* in the struct */
    uint32_t alignment;
    uint32_t element, unit; /* tables: bytes of an element, and of a number in it */
    uint32_t count, times;  /* tables: the offsets of the numbers whose product is the length */
    const lf_image_struct *of;
} lf_image_field;

struct lf_image_struct {
    const char *name;
    uint32_t size, alignment;
    const lf_image_field *fields;
    uint32_t field_count;
};

extern const lf_image_struct lf_image_of_game;

/* The fewest bytes that such a struct takes in an image. */
uint64_t lf_image_least_bytes(const lf_image_struct *);
/* A table of numbers, or of structs that are in memory what they are in an image. Such a table
 * begins at a multiple of eight, so that on little-endian machines it can stay where it is. */
bool lf_image_is_flat(const lf_image_field *table);
/* The length of a table of the struct at `base`. */
uint64_t lf_image_count(const lf_image_field *, const void *base);
uint64_t lf_image_stamp(void);

#define LF_IMAGE_MAGIC                                                                             \
    "\x89LFI\r\n\x1a\n" /* no text begins so, and what changes line ends breaks it */
#define LF_IMAGE_MAGIC_BYTES 8
#define LF_IMAGE_FORMAT 1 /* grows when the same tables come to mean something else */
#define LF_IMAGE_HEADER_BYTES 80

bool lf_is_image(const void *bytes, size_t size);

/* Writes an image of a game and of `files` bytes. Out of memory: out->failed. */
void lf_image_write(const lf_game *, const void *files, size_t file_bytes, lf_text *out);

typedef struct {
    const unsigned char *files; /* among the bytes */
    size_t file_bytes;
    char problem[320]; /* what is wrong with it; "" if nothing is */
} lf_image_rest;

/* A game from an image. It lives in the arena, whose guard is set, and points into the bytes, which
 * must live as long and be aligned for any type. NULL with rest->problem. It is not verified
 * yet. */
lf_game *lf_image_read(lf_arena *, const void *bytes, size_t size, lf_image_rest *rest);

#endif
