/* files.h: whole files in and out. A file that is written is either there completely or not at
 * all. */
#ifndef LF_SUPPORT_FILES_H
#define LF_SUPPORT_FILES_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "errors.h"

/* Room for any path, also for what realpath() writes. */
#define LF_PATH_BYTES 4096
_Static_assert(LF_PATH_BYTES >= PATH_MAX, "realpath() would write beyond the end");

/* Replaces `path` by these bytes: a temporary file beside it, which is on the disk before it takes
 * the name. So whatever stops, program or machine, there is the old file or the new one. */
bool lf_file_write(const char *path, const char *bytes, size_t size, lf_error *);
/* The content, with a NUL behind it, for lf_free; NULL on error, and beyond `limit` bytes. */
char *lf_file_read(const char *path, size_t limit, size_t *size, lf_error *);
/* The content as JSON, for json_decref(); NULL on error. */
json_t *lf_file_read_json(const char *path, size_t limit, lf_error *);
/* "FOLDER/NAME"; false if that is too long. */
bool lf_file_path(char path[LF_PATH_BYTES], const char *folder, const char *name, lf_error *);
/* Writes all of it to an open file; false with errno. */
bool lf_file_write_all(int file, const char *bytes, size_t size);
/* Waits until the file, or folder, is on the disk; false with errno. */
bool lf_file_sync(int file);
/* Is there something at this path that is no folder? */
bool lf_file_exists(const char *path);
/* Makes a folder unless it exists. */
bool lf_file_make_folder(const char *path, lf_error *);

#endif
