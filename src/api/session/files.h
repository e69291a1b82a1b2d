/* files.h: whole files in and out. A file that is written is either there completely or not at
 * all. */
#ifndef SIM_FILES_H
#define SIM_FILES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "ludoforge.h"

#define FILE_PATH_BYTES 4096

/* Sets an error in words; returns false, so that a caller can `return lf_error_set(...)`. */
bool lf_error_set(lf_error *, lf_status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Replaces `path` by these bytes: a temporary file beside it, which is on the disk before it takes
 * the name. So whatever stops, program or machine, there is the old file or the new one. */
bool lf_file_write(const char *path, const char *bytes, size_t size, lf_error *);
/* The content, with a NUL behind it, for lf_free; NULL on error, and beyond `limit` bytes. */
char *lf_file_read(const char *path, size_t limit, size_t *size, lf_error *);
/* The content as JSON, for json_decref(); NULL on error. */
json_t *lf_file_read_json(const char *path, size_t limit, lf_error *);
/* "FOLDER/NAME"; false if that is too long. */
bool lf_file_path(char path[FILE_PATH_BYTES], const char *folder, const char *name, lf_error *);
/* Writes all of it to an open file; false with errno. */
bool lf_file_write_all(int file, const char *bytes, size_t size);
/* Waits until the file, or folder, is on the disk; false with errno. */
bool lf_file_sync(int file);
/* Makes a folder unless it exists. */
bool lf_file_make_folder(const char *path, lf_error *);

#endif
