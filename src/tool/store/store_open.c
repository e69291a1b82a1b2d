/* store_open.c: opening a store, and bringing the schema of an older one up to date. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store_internal.h"

#define APPLICATION 0x4c466f31 /* marks our files: "LFo1" */
#define WAIT_MS 5000           /* for another program that uses the file */

/* Each step leads from one version of the schema to the next; none is ever changed. Numbers that
 * are shown as 16 hex digits elsewhere are texts here too. */
static const char *const migrations[] = {
    "CREATE TABLE games (identity TEXT PRIMARY KEY, id TEXT NOT NULL, gamedef TEXT NOT NULL) "
    "STRICT;"
    "CREATE TABLE tables (id TEXT PRIMARY KEY, identity TEXT NOT NULL REFERENCES games(identity), "
    "head TEXT NOT NULL,"
    " standing TEXT NOT NULL, base BLOB, created INTEGER NOT NULL, changed INTEGER NOT NULL, "
    "finished INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX tables_changed ON tables(changed);"
    "CREATE TABLE events (table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, number "
    "INTEGER NOT NULL,"
    " kind TEXT NOT NULL, payload TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (table_id, "
    "number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE snapshots (table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, "
    "number INTEGER NOT NULL,"
    " hash TEXT NOT NULL, state BLOB NOT NULL, PRIMARY KEY (table_id, number)) STRICT;"
    "CREATE TABLE tokens (table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, hash "
    "BLOB NOT NULL,"
    " role INTEGER NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (table_id, hash, role, seat)) "
    "STRICT, WITHOUT ROWID;"
    "CREATE INDEX tokens_hash ON tokens(hash);"
    "CREATE TABLE notes (table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, hash BLOB "
    "NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY (table_id, hash)) STRICT, WITHOUT ROWID;",
    /* Whose tables and tokens they are, for quotas; NULL in rows that are older. */
    "ALTER TABLE tokens ADD COLUMN person BLOB;"
    "ALTER TABLE tables ADD COLUMN maker BLOB;"
    "CREATE INDEX tables_maker ON tables(maker);",
};
enum { VERSION = sizeof migrations / sizeof *migrations };

static bool execute(sqlite3 *db, const char *sql, store_error *error) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || store_sql_failed(db, sql, error);
}

static bool read_number(sqlite3 *db, const char *sql, int64_t *out, store_error *error) {
    bool good = true;
    sqlite3_stmt *statement = store_prepare(db, error, sql, "");
    if (statement == NULL)
        return false;
    *out = store_next(db, statement, &good, error) ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return good;
}

/* Is this file one of ours? A new one is empty. */
static bool check_application(sqlite3 *db, const char *path, store_error *error) {
    int64_t application = 0, objects = 0;
    if (!read_number(db, "PRAGMA application_id", &application, error) ||
        !read_number(db, "SELECT count(*) FROM sqlite_schema", &objects, error))
        return false;
    if (application == APPLICATION || (application == 0 && objects == 0))
        return true;
    return store_fail(error, STORE_BROKEN, "%s belongs to another program.", path);
}

static bool migrate(sqlite3 *db, const char *path, bool may_write, store_error *error) {
    int64_t found = 0;
    char step[64];
    if (!check_application(db, path, error) ||
        !read_number(db, "PRAGMA user_version", &found, error))
        return false;
    if (found > VERSION)
        return store_fail(error, STORE_BROKEN, "%s was written by a newer version of this program.",
                          path);
    if (found < VERSION && !may_write)
        return store_fail(error, STORE_READ_ONLY,
                          "%s is of an older version; `ludoforge serve` brings it up to date.",
                          path);
    for (; found < VERSION; found++) {
        sqlite3_snprintf(sizeof step, step, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                         APPLICATION, (int)found + 1);
        if (!execute(db, "BEGIN IMMEDIATE", error))
            return false;
        if (!execute(db, migrations[found], error) || !execute(db, step, error) ||
            !execute(db, "COMMIT", error)) {
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
            return false;
        }
    }
    return true;
}

static sqlite3 *connect(const char *path, int flags, store_error *error) {
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_FULLMUTEX, NULL) != SQLITE_OK) {
        store_fail(error, STORE_FAILED, "%s cannot be opened: %s.", path,
                   db != NULL ? sqlite3_errmsg(db) : "out of memory");
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, WAIT_MS);
    return db;
}

static store *new_store(const char *path) {
    store *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->path = strdup(path);
    s->last = &s->first;
    pthread_mutex_init(&s->write_lock, NULL);
    pthread_mutex_init(&s->own_read, NULL);
    pthread_mutex_init(&s->queue_lock, NULL);
    pthread_cond_init(&s->committed, NULL);
    return s;
}

/* What is acknowledged is on the disk (FULL), readers do not wait for the writer (WAL), and rows
 * point at rows. */
static bool prepare_writer(store *s, store_error *error) {
    return execute(
               s->writer,
               "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
               error) &&
           migrate(s->writer, s->path, true, error);
}

store *store_open(const char *path, store_error *error) {
    const bool in_memory = strcmp(path, ":memory:") == 0;
    const mode_t mask = umask(077); /* what is in it tells everything about every game */
    store *s = new_store(path);
    if (s != NULL)
        s->writer = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    bool good = s != NULL && s->writer != NULL && prepare_writer(s, error);
    if (good && in_memory)
        s->reader = s->writer;
    else if (good)
        s->reader = connect(path, SQLITE_OPEN_READONLY, error);
    umask(mask);
    if (!good || s->reader == NULL) {
        store_close(s);
        return NULL;
    }
    s->read_lock = in_memory ? &s->write_lock : &s->own_read;
    return s;
}

store *store_open_to_read(const char *path, store_error *error) {
    store *s = new_store(path);
    if (s != NULL)
        s->reader = connect(path, SQLITE_OPEN_READONLY, error);
    if (s == NULL || s->reader == NULL || !migrate(s->reader, path, false, error)) {
        store_close(s);
        return NULL;
    }
    s->read_lock = &s->own_read;
    return s;
}

void store_close(store *s) {
    if (s == NULL)
        return;
    assert(s->first == NULL && !s->busy);
    if (s->reader != s->writer)
        sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    pthread_mutex_destroy(&s->write_lock);
    pthread_mutex_destroy(&s->own_read);
    pthread_mutex_destroy(&s->queue_lock);
    pthread_cond_destroy(&s->committed);
    free(s->path);
    free(s);
}

void store_limit_pages(store *s, int pages) {
    char sql[64];
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA max_page_count = %d", pages);
    sqlite3_exec(s->writer, sql, NULL, NULL, NULL);
}
