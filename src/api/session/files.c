/* files.c: whole files in and out, with errors in words. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool fail(lf_error *error, lf_status status, const char *format, ...) {
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

bool file_write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* mkstemp makes a file that only its owner can read; a saved game is an ordinary file. */
static bool give_usual_mode(int file) {
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(file, 0666 & ~mask) == 0;
}

/* A device, pipe or link is written to; only an ordinary file is replaced as a whole. */
static bool is_special(const char *path) {
    struct stat there;
    return lstat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
}

static bool write_in_place(const char *path, const char *bytes, size_t size, lf_error *error) {
    int file = open(path, O_WRONLY | O_TRUNC);
    bool good = file >= 0 && file_write_all(file, bytes, size);
    int why = errno;
    if (file >= 0 && close(file) != 0 && good) {
        good = false;
        why = errno;
    }
    return good || fail(error, LF_BAD_ARGUMENT, "Cannot write %s: %s.", path, strerror(why));
}

bool file_write(const char *path, const char *bytes, size_t size, lf_error *error) {
    if (is_special(path))
        return write_in_place(path, bytes, size, error);
    char temporary[FILE_PATH_BYTES];
    if (snprintf(temporary, sizeof temporary, "%s.XXXXXX", path) >= (int)sizeof temporary)
        return fail(error, LF_BAD_ARGUMENT, "The path is too long: %.200s…", path);
    int file = mkstemp(temporary);
    if (file < 0)
        return fail(error, LF_BAD_ARGUMENT, "Cannot write %s: %s.", path, strerror(errno));
    bool good = file_write_all(file, bytes, size) && give_usual_mode(file);
    int why = errno;
    if (close(file) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(temporary, path) != 0) {
        good = false;
        why = errno;
    }
    if (good)
        return true;
    unlink(temporary);
    return fail(error, LF_BAD_ARGUMENT, "Cannot write %s: %s.", path, strerror(why));
}

/* Reads to the end of the file; NULL with errno set when it cannot, EFBIG when it is too large. */
static char *slurp(FILE *file, size_t limit, size_t *size) {
    size_t capacity = 4096, length = 0;
    char *text = malloc(capacity + 1);
    while (text) {
        length += fread(text + length, 1, capacity - length, file);
        if (length < capacity)
            break;
        if (capacity > limit) {
            free(text);
            errno = EFBIG;
            return NULL;
        }
        capacity *= 2;
        char *larger = realloc(text, capacity + 1);
        if (!larger)
            free(text);
        text = larger;
    }
    if (text && ferror(file)) { /* a folder opens like a file, and fails here */
        free(text);
        return NULL;
    }
    if (text)
        text[length] = '\0';
    *size = length;
    return text;
}

char *file_read(const char *path, size_t limit, size_t *size, lf_error *error) {
    FILE *file = fopen(path, "rb");
    char *text = file ? slurp(file, limit, size) : NULL;
    if (!text)
        fail(error, LF_BAD_INPUT, "Cannot read %s: %s.", path, strerror(errno));
    if (file)
        fclose(file);
    return text;
}

json_t *file_read_json(const char *path, size_t limit, lf_error *error) {
    size_t size;
    json_error_t where;
    char *text = file_read(path, limit, &size, error);
    json_t *json = text ? json_loadb(text, size, 0, &where) : NULL;
    if (text && !json)
        fail(error, LF_BAD_INPUT, "%s:%d:%d: not JSON: %s.", path, where.line, where.column, where.text);
    free(text);
    return json;
}

bool file_path(char path[FILE_PATH_BYTES], const char *folder, const char *name, lf_error *error) {
    return snprintf(path, FILE_PATH_BYTES, "%s/%s", folder, name) < FILE_PATH_BYTES ||
           fail(error, LF_BAD_ARGUMENT, "The path is too long: %.200s…", folder);
}

bool file_make_folder(const char *path, lf_error *error) {
    struct stat there;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &there) == 0 && S_ISDIR(there.st_mode)))
        return true;
    return fail(error, LF_BAD_ARGUMENT, "Cannot make the folder %s: %s.", path, strerror(errno));
}
