/* store_backup.c: a copy of a store while it is used: a temporary file beside the copy, which takes
 * its name once it is whole. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_internal.h"

static bool copy(sqlite3 *from, const char *path, store_error *error) {
    sqlite3 *to = NULL;
    bool good =
        sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(to, "main", from, "main") : NULL;
    good = backup != NULL && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    good = backup != NULL && sqlite3_backup_finish(backup) == SQLITE_OK && good;
    if (!good)
        store_sql_failed(to, "writing the backup", error);
    /* The copy is one file that needs no other beside it. */
    good =
        good && (sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK ||
                 store_sql_failed(to, "writing the backup", error));
    sqlite3_close(to);
    return good;
}

static bool sync_file(const char *path) {
    const int file = open(path, O_RDONLY);
    const bool good = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return good;
}

bool store_backup(store *s, const char *path, store_error *error) {
    const size_t size = strlen(path) + sizeof ".part";
    char *part = malloc(size);
    if (part == NULL)
        return store_fail(error, STORE_FAILED, LF_NO_MEMORY);
    snprintf(part, size, "%s.part", path);
    unlink(part);
    const mode_t mask = umask(077);
    pthread_mutex_lock(s->read_lock);
    bool good = copy(s->reader, part, error);
    pthread_mutex_unlock(s->read_lock);
    umask(mask);
    if (good && (!sync_file(part) || rename(part, path) != 0))
        good = store_fail(error, STORE_FAILED, "The backup %s cannot be written: %s.", path,
                          strerror(errno));
    if (!good)
        unlink(part);
    free(part);
    return good;
}
