/* store_sql.c: statements with values in them, and what SQLite's errors mean to people. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "store_internal.h"

bool store_fail(store_error *error, store_status status, const char *format, ...) {
    if (error == NULL)
        return false;
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

bool store_sql_failed(sqlite3 *db, const char *doing, store_error *error) {
    const char *why = db != NULL ? sqlite3_errmsg(db) : "out of memory";
    switch (db != NULL ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM) {
    case SQLITE_FULL:
        return store_fail(
            error, STORE_FULL,
            "There is no room left on the disk of the store; nothing was lost. %s (%s).",
            "Make room, and try again", doing);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return store_fail(error, STORE_READ_ONLY, "The store may not be written (%s): %s.", doing,
                          why);
    case SQLITE_CONSTRAINT:
        return store_fail(error, STORE_CONFLICT,
                          "The store has something else there already (%s): %s.", doing, why);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return store_fail(error, STORE_BROKEN,
                          "The store is damaged (%s): %s. Go back to a backup.", doing, why);
    default:
        return store_fail(error, STORE_FAILED, "The store does not work (%s): %s.", doing, why);
    }
}

static int bind_one(sqlite3_stmt *statement, int at, char type, va_list *values) {
    const char *text;
    const void *bytes;
    switch (type) {
    case 'i':
        return sqlite3_bind_int64(statement, at, va_arg(*values, int64_t));
    case 's':
        text = va_arg(*values, const char *);
        return text != NULL ? sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT)
                            : sqlite3_bind_null(statement, at);
    default:
        assert(type == 'b');
        bytes = va_arg(*values, const void *);
        const size_t size = va_arg(*values, size_t);
        return bytes != NULL ? sqlite3_bind_blob64(statement, at, bytes, size, SQLITE_TRANSIENT)
                             : sqlite3_bind_null(statement, at);
    }
}

static sqlite3_stmt *prepare(sqlite3 *db, store_error *error, const char *sql, const char *types,
                             va_list *values) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        store_sql_failed(db, sql, error);
        return NULL;
    }
    for (int i = 0; types[i] != '\0'; i++) {
        if (bind_one(statement, i + 1, types[i], values) != SQLITE_OK) {
            store_sql_failed(db, sql, error);
            sqlite3_finalize(statement);
            return NULL;
        }
    }
    return statement;
}

sqlite3_stmt *store_prepare(sqlite3 *db, store_error *error, const char *sql, const char *types,
                            ...) {
    va_list values;
    va_start(values, types);
    sqlite3_stmt *statement = prepare(db, error, sql, types, &values);
    va_end(values);
    return statement;
}

bool store_run(sqlite3 *db, store_error *error, const char *sql, const char *types, ...) {
    va_list values;
    va_start(values, types);
    sqlite3_stmt *statement = prepare(db, error, sql, types, &values);
    va_end(values);
    if (statement == NULL)
        return false;
    int result = SQLITE_ROW;
    while (result == SQLITE_ROW)
        result = sqlite3_step(statement);
    if (result != SQLITE_DONE)
        store_sql_failed(db, sql, error);
    sqlite3_finalize(statement);
    return result == SQLITE_DONE;
}

bool store_next(sqlite3 *db, sqlite3_stmt *statement, bool *good, store_error *error) {
    const int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        return true;
    *good = result == SQLITE_DONE;
    if (!*good)
        store_sql_failed(db, "reading", error);
    return false;
}

char *store_text(sqlite3_stmt *statement, int column) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return strdup(text != NULL ? text : "");
}
