/* cache.h: where compiled games are kept: a folder of their user's own. */
#ifndef LF_CACHE_H
#define LF_CACHE_H

#include "native.h"
#include "support/files.h"

/* The folder, which is made if need be: $XDG_CACHE_HOME/ludoforge/native, or below ~/.cache. It has
 * to belong to the user, and nobody else may get in, because what lies there is run. */
bool lf_cache_folder(char path[LF_PATH_BYTES], lf_error *);
/* The newest whole object that was made for this program by this engine, whatever compiler made
 * it. */
bool lf_cache_find(const lf_game *, char path[LF_PATH_BYTES], lf_error *);
/* The path of the object that this compiler makes of it. */
bool lf_cache_path(const lf_game *, const char *compiler_version, char path[LF_PATH_BYTES],
                   lf_error *);
/* Whether a whole object for this program lies there, which nobody else can have written. */
bool lf_cache_has(const lf_game *, const char *path);

/* ---- checksum.c: what an object says of itself before it is loaded ---- */

typedef enum {
    LF_CHECKSUM_FITS,
    LF_CHECKSUM_BROKEN, /* no compiled game, or not a whole one */
    LF_CHECKSUM_OTHER_ENGINE,
    LF_CHECKSUM_OTHER_GAME
} lf_checksum_verdict;
bool lf_checksum_write(const lf_game *, const char *path, lf_error *);
lf_checksum_verdict lf_checksum_read(const lf_game *, const char *path);

#endif
