/* store_internal.h: how a store is made, for the files that make it. */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>

#include "store.h"

typedef struct store_job store_job;

/* Two connections: one writes, in transactions that belong to store_write.c; the other reads what
 * is on the disk. A store in memory has one for both. */
struct store {
    sqlite3 *writer, *reader;
    pthread_mutex_t write_lock; /* the writing connection is in use */
    pthread_mutex_t own_read;   /* the reading one is, if it is another */
    pthread_mutex_t *read_lock; /* of the reading connection */
    pthread_mutex_t queue_lock; /* the fields below */
    pthread_cond_t committed;
    store_job *first, **last;
    bool busy; /* somebody is writing what was in the queue */
    char *path;
};

/* ---- store_sql.c ---- */

/* What SQLite's last error means; false. `doing` says in words what was wanted. */
bool store_sql_failed(sqlite3 *, const char *doing, store_error *);
/* A statement with its values bound: `types` has a letter for each: s text, i int64_t, b a blob
 * (pointer, size_t). NULL with the error set. */
sqlite3_stmt *store_prepare(sqlite3 *, store_error *, const char *sql, const char *types, ...);
/* The same, run to its end. */
bool store_run(sqlite3 *, store_error *, const char *sql, const char *types, ...);
/* One row more? Sets the error when it fails; *good is then false. */
bool store_next(sqlite3 *, sqlite3_stmt *, bool *good, store_error *);
/* The hash of a person as a blob, NULL where it is all 0; and back. */
const void *store_person(const uint8_t person[STORE_HASH_BYTES]);
void store_read_person(sqlite3_stmt *, int column, uint8_t person[STORE_HASH_BYTES]);
/* A text column as a copy for free(); "" where there is none. NULL: out of memory. */
char *store_text(sqlite3_stmt *, int column);

#endif
