/* cache.h: the cache of compiled games, in a folder that belongs to the user. */
#ifndef LF_CACHE_H
#define LF_CACHE_H

#include "native.h"
#include "support/files.h"

/* Finds or makes the folder $XDG_CACHE_HOME/ludoforge/native, or ~/.cache/…. It must belong to the
 * user, and nobody else may have access, because its files are run. */
bool lf_cache_folder(char path[LF_PATH_BYTES], lf_error *);
/* The newest complete object for this program and this engine, made by any compiler. */
bool lf_cache_find(const lf_game *, char path[LF_PATH_BYTES], lf_error *);
/* The path of the object that this compiler makes of the game. */
bool lf_cache_path(const lf_game *, const char *compiler_version, char path[LF_PATH_BYTES],
                   lf_error *);
/* Is there a complete object for this program that only the user can have written? */
bool lf_cache_has(const lf_game *, const char *path);

/* ---- checksum.c: what an object says of itself before it is loaded ---- */

typedef enum {
    LF_CHECKSUM_FITS,
    LF_CHECKSUM_BROKEN, /* not a compiled game, or an incomplete one */
    LF_CHECKSUM_OTHER_ENGINE,
    LF_CHECKSUM_OTHER_GAME
} lf_checksum_verdict;
bool lf_checksum_write(const lf_game *, const char *path, lf_error *);
lf_checksum_verdict lf_checksum_read(const lf_game *, const char *path);

#endif
