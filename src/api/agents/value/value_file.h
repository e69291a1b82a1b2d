/* value_file.h: a learned evaluation as a file, `agents/value.bin` in the folder of a game.
 *
 * Little-endian, without gaps:
 *
 *     8 bytes   "LFVALUE\n"
 *     uint32    version of this format: VALUE_VERSION
 *     uint64    hash of the vocabulary that it was made for
 *     uint32 features, rows, hidden, seats, first_shift, direct_shift, second_shift, margin_scale
 *     uint32    length of a text, and the text: how it was made (UTF-8; for people)
 *     bytes     a bit a feature: which have a row of weights
 *     int16     [rows][hidden + 2 * seats] weights
 *     int32     [hidden + 2 * seats] biases
 *     int16     [hidden][2 * seats] weights of the second layer
 *     uint64    XXH64 of all bytes before
 *
 * A file may come from anywhere: every size is checked against the game before anything is made of
 * it. */
#ifndef AGENTS_VALUE_FILE_H
#define AGENTS_VALUE_FILE_H

#include "value_net.h"

#define VALUE_VERSION 1
#define VALUE_FILE_MAX ((size_t)64 << 20)
#define VALUE_NOTE_MAX 4096

/* The bytes of a file, for lf_free; NULL: out of memory. `note` says how it was made. */
char *lf_value_file_bytes(const value_net *, uint64_t vocabulary_hash, const char *note,
                          size_t *size);

/* Makes the net of a file's bytes, or says what is wrong with them, where, and what to do. `note`
 * may be NULL; it is for lf_free. */
bool lf_value_file_net(value_net *, const vocabulary *, const char *name, const void *bytes,
                       size_t size, char **note, lf_error *);

/* Where the learned file of a game lies: in the folder of the spec that it was loaded from or, for
 * a game from memory or an image, in that of the bundled game of the same id. `spec` names another
 * spec; NULL: the game's. False: there is none. */
#define VALUE_PATH_BYTES 4096
bool lf_value_file_find(const lf_game *, const char *spec, char path[VALUE_PATH_BYTES]);

/* Reads the file at `path`. */
bool lf_value_file_load(value_net *, const vocabulary *, const char *path, char **note, lf_error *);
/* The same for a game: by its terms, or without them, as the file was learned; `words` becomes that
 * vocabulary. */
bool lf_value_file_load_for(value_net *, vocabulary *words, const lf_game *, const char *path,
                            lf_error *);

/* A warning if a file lies beside the game that does not fit it (E0708); none if it fits or there
 * is none. `spec` as above. NULL: out of memory. lf_diagnostics_free. */
lf_diagnostics *lf_value_file_problems(const lf_game *, const char *spec);

#endif
