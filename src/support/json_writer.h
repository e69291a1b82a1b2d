/* json_writer.h: writes canonical JSON (sorted keys, no spaces) into one growing text, without a
 * tree, for answers that are made many times a second.
 *
 *     lf_writer w = {0};
 *     lf_write_object(&w);
 *     lf_write_key(&w, "turn");
 *     lf_write_number(&w, 3);
 *     lf_write_key(&w, "seats");
 *     lf_write_array(&w);
 *     …
 *     lf_write_end(&w);
 *     lf_write_end(&w);
 *     char *text = lf_writer_take(&w);
 *
 * Members may come in any order: an object sorts them when it ends. The key strings must stay in
 * memory until then. The bytes are those that jansson writes for the same values. */
#ifndef LF_SUPPORT_JSON_WRITER_H
#define LF_SUPPORT_JSON_WRITER_H

#include <stdint.h>

#include "text.h"

#define LF_WRITER_DEPTH 8

/* A member of an object that is being written: its text begins at `at`, with a comma. */
typedef struct {
    const char *key;
    size_t at;
} lf_writer_member;

typedef struct {
    size_t at, first; /* offset in the text; index of its first member */
    bool array, sorted;
} lf_writer_level;

typedef struct {
    lf_text text, scratch;
    lf_writer_member *members;
    size_t member_count, member_capacity;
    lf_writer_level levels[LF_WRITER_DEPTH];
    int depth;
    bool failed;
} lf_writer;

void lf_write_object(lf_writer *);
void lf_write_array(lf_writer *);
void lf_write_key(lf_writer *, const char *key);
/* Ends the object or array that was begun last. */
void lf_write_end(lf_writer *);
/* Removes the object or array that was begun last, with its key if it is a member. */
void lf_write_drop(lf_writer *);
/* Is the object or array that was begun last empty? */
bool lf_write_is_empty(const lf_writer *);

void lf_write_null(lf_writer *);
void lf_write_bool(lf_writer *, bool);
void lf_write_number(lf_writer *, int64_t);
void lf_write_hex(lf_writer *, uint64_t); /* as a text */
/* Writes a string; NULL becomes null. A label may have been cut in the middle of a character; the
 * incomplete character is left out, because JSON must be valid UTF-8. */
void lf_write_text(lf_writer *, const char *);
/* Writes a value that is JSON already. */
void lf_write_json(lf_writer *, const char *json);

/* These write a key and its value. */
void lf_put_bool(lf_writer *, const char *key, bool);
void lf_put_number(lf_writer *, const char *key, int64_t);
void lf_put_hex(lf_writer *, const char *key, uint64_t);
void lf_put_text(lf_writer *, const char *key, const char *); /* NULL: null */

/* The whole text, for lf_string_free; NULL: out of memory. The writer is empty afterwards. */
char *lf_writer_take(lf_writer *);

#endif
