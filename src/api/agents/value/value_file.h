/* value_file.h: a learned evaluation as a file, `agents/value.bin` in the folder of a game.
 *
 * Little-endian, without gaps:
 *
 *     8 bytes   "LFVALUE\n"
 *     uint32    version of this format: VALUE_VERSION
 *     uint64    hash of the feature layout that it was made for
 *     uint32 features, rows, hidden, seats, first_shift, direct_shift, second_shift, margin_scale
 *     uint32    length of a text, and the text: how the file was made (UTF-8)
 *     bytes     one bit for each feature: does it have a row of weights?
 *     int16     [rows][hidden + 2 * seats] weights
 *     int32     [hidden + 2 * seats] biases
 *     int16     [hidden][2 * seats] weights of the second layer
 *     uint64    XXH64 of all bytes before
 *
 * A file may come from anywhere: every size is checked against the game before it is used. */
#ifndef AGENTS_VALUE_FILE_H
#define AGENTS_VALUE_FILE_H

#include "ludoforge_tools.h"
#include "support/files.h"
#include "value_net.h"

#define VALUE_VERSION 1
#define VALUE_FILE_MAX ((size_t)64 << 20)
#define VALUE_NOTE_MAX 4096

/* Reads a net from the bytes of a file. False: the error says what is wrong, where, and how to fix
 * it. `note` may be NULL; the text is for lf_free. */
bool lf_value_file_net(value_net *, const feature_layout *, const char *name, const void *bytes,
                       size_t size, char **note, lf_error *);

/* The path of the learned file of a game: in the folder of the spec that it was loaded from or, for
 * a game from memory or an image, in the folder of the bundled game with the same id. `spec` names
 * another spec, or NULL. False: there is no such file. */
bool lf_value_file_find(const lf_game *, const char *spec, char path[LF_PATH_BYTES]);

/* The same for a game, with its terms or without them, as the file was learned. `layout` becomes
 * the layout of the file. */
bool lf_value_file_load_for(value_net *, feature_layout *layout, const lf_game *, const char *path,
                            lf_error *);

#endif
