/* writer.h: canonical JSON (sorted keys, no spaces) into one growing text, without a tree: what
 * clients are told many times a second.
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
 * Members may come in any order: an object puts them in order when it ends. Keys must stay where
 * they are until then. The bytes are those that jansson writes for the same values. */
#ifndef LF_KERNEL_WRITER_H
#define LF_KERNEL_WRITER_H

#include "base/base.h"

#define LF_WRITER_DEPTH 8

/* A member of an object that is being written: its text begins at `at`, with a comma. */
typedef struct {
    const char *key;
    size_t at;
} lf_writer_member;

typedef struct {
    size_t at, first; /* in the text, and of its members */
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
/* Takes back an object or array that was begun last, with its key, if it is a member. */
void lf_write_drop(lf_writer *);
/* Has the object or array that was begun last anything in it? */
bool lf_write_is_empty(const lf_writer *);

void lf_write_null(lf_writer *);
void lf_write_bool(lf_writer *, bool);
void lf_write_number(lf_writer *, int64_t);
void lf_write_hex(lf_writer *, uint64_t); /* as a text */
/* A label may have been cut in the middle of a character; JSON has no place for half a one, and it
 * is left out. NULL: null. */
void lf_write_text(lf_writer *, const char *);
/* A value that is JSON already. */
void lf_write_json(lf_writer *, const char *json);

/* Whole members of an object. */
void lf_put_bool(lf_writer *, const char *key, bool);
void lf_put_number(lf_writer *, const char *key, int64_t);
void lf_put_hex(lf_writer *, const char *key, uint64_t);
void lf_put_text(lf_writer *, const char *key, const char *); /* NULL: null */

/* The whole, for lf_string_free; NULL: out of memory. The writer is empty then. */
char *lf_writer_take(lf_writer *);

#endif
