/* files.c: whole files in and out, with errors in words. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

#define TEMPORARY_TRIES 100
#define TEMPORARY_ENDING 40 /* bytes that it is longer by */

bool lf_file_write_all(int file, const char *bytes, size_t size) {
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

bool lf_file_sync(int file) {
    int done;
    do
        done = fsync(file);
    while (done != 0 && errno == EINTR);
    /* what cannot be synced has nothing to wait for */
    return done == 0 || errno == EINVAL || errno == EROFS;
}

/* A new name is certain once its folder is on the disk. */
static bool sync_folder_of(const char *path) {
    char folder[LF_PATH_BYTES];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    const int opened = open(*folder ? folder : "/", O_RDONLY | O_DIRECTORY);
    if (opened < 0)
        return errno == EACCES; /* a folder that can be written to but not read */
    const bool good = lf_file_sync(opened);
    const int why = errno;
    close(opened);
    errno = why;
    return good;
}

/* A file beside `path` that nobody had, with the permissions of any other new file: the system
 * takes the mask of the process into account, which cannot be asked for without a moment in which
 * other threads have none. */
static int open_sidecar(const char *path, char temporary[LF_PATH_BYTES]) {
    static atomic_uint number;
    for (int tries = 0; tries < TEMPORARY_TRIES; tries++) {
        snprintf(temporary, LF_PATH_BYTES, "%s.%ld-%u", path, (long)getpid(),
                 atomic_fetch_add(&number, 1));
        const int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* A device, pipe or link is written to; only an ordinary file is replaced as a whole. */
static bool is_special(const char *path) {
    struct stat there;
    return lstat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
}

static bool close_written(int file, bool good) {
    const int why = errno;
    if (close(file) != 0 && good)
        return false;
    errno = why;
    return good;
}

static bool write_in_place(const char *path, const char *bytes, size_t size, lf_error *error) {
    int file = open(path, O_WRONLY | O_TRUNC);
    const bool good = file >= 0 && close_written(file, lf_file_write_all(file, bytes, size));
    return good || lf_error_set(error, LF_BAD_INPUT, "Cannot write %s: %s.", path, strerror(errno));
}

bool lf_file_write(const char *path, const char *bytes, size_t size, lf_error *error) {
    if (is_special(path))
        return write_in_place(path, bytes, size, error);
    char temporary[LF_PATH_BYTES];
    if (strlen(path) + TEMPORARY_ENDING >= sizeof temporary)
        return lf_error_set(error, LF_BAD_ARGUMENT, "The path is too long: %.200s…", path);
    const int file = open_sidecar(path, temporary);
    if (file < 0)
        return lf_error_set(error, LF_BAD_INPUT, "Cannot write %s: %s.", path, strerror(errno));
    /* On the disk before it takes the place of the old one: else a power cut could leave
     * neither. */
    const bool whole =
        close_written(file, lf_file_write_all(file, bytes, size) && lf_file_sync(file));
    if (whole && rename(temporary, path) == 0 && sync_folder_of(path))
        return true;
    const int why = errno;
    unlink(temporary);
    return lf_error_set(error, LF_BAD_INPUT, "Cannot write %s: %s.", path, strerror(why));
}

/* Reads to the end of the file; NULL with errno set when it cannot, EFBIG when it is too large. */
static char *slurp(FILE *file, size_t limit, size_t *size) {
    size_t capacity = 4096, length = 0;
    char *text = lf_malloc(capacity + 1);
    while (text != NULL) {
        length += fread(text + length, 1, capacity - length, file);
        if (length < capacity)
            break;
        if (capacity > limit) {
            lf_free(text);
            errno = EFBIG;
            return NULL;
        }
        capacity *= 2;
        char *larger = lf_realloc(text, capacity + 1);
        if (larger == NULL)
            lf_free(text);
        text = larger;
    }
    if (text != NULL && ferror(file)) { /* a folder opens like a file, and fails here */
        lf_free(text);
        return NULL;
    }
    if (text != NULL)
        text[length] = '\0';
    *size = length;
    return text;
}

char *lf_file_read(const char *path, size_t limit, size_t *size, lf_error *error) {
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? slurp(file, limit, size) : NULL;
    if (text == NULL)
        lf_error_set(error, LF_BAD_INPUT, "Cannot read %s: %s.", path, strerror(errno));
    if (file != NULL)
        fclose(file);
    return text;
}

json_t *lf_file_read_json(const char *path, size_t limit, lf_error *error) {
    size_t size;
    json_error_t where;
    char *text = lf_file_read(path, limit, &size, error);
    json_t *json = text != NULL ? json_loadb(text, size, 0, &where) : NULL;
    if (text != NULL && json == NULL)
        lf_error_set(error, LF_BAD_INPUT, "%s:%d:%d: not JSON: %s.", path, where.line, where.column,
                     where.text);
    lf_free(text);
    return json;
}

bool lf_file_path(char path[LF_PATH_BYTES], const char *folder, const char *name, lf_error *error) {
    return snprintf(path, LF_PATH_BYTES, "%s/%s", folder, name) < LF_PATH_BYTES ||
           lf_error_set(error, LF_BAD_ARGUMENT, "The path is too long: %.200s…", folder);
}

bool lf_file_make_folder(const char *path, lf_error *error) {
    struct stat there;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &there) == 0 && S_ISDIR(there.st_mode)))
        return true;
    return lf_error_set(error, LF_BAD_ARGUMENT, "Cannot make the folder %s: %s.", path,
                        strerror(errno));
}

bool lf_file_exists(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && !S_ISDIR(there.st_mode);
}
