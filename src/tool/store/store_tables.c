/* store_tables.c: the rules, the tables and their events, as rows. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_internal.h"

#define HEX_BYTES 17

static const char *hex(uint64_t number, char text[HEX_BYTES]) {
    snprintf(text, HEX_BYTES, "%016" PRIx64, number);
    return text;
}

static uint64_t hex_at(sqlite3_stmt *statement, int column) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text != NULL ? strtoull(text, NULL, 16) : 0;
}

/* ---- games ----------------------------------------------------------------------------------- */

bool store_put_game(store *s, const lf_game *game, store_error *error) {
    char identity[HEX_BYTES];
    hex(lf_game_identity(game), identity);
    bool good = true;
    sqlite3_stmt *found =
        store_prepare(s->writer, error, "SELECT 1 FROM games WHERE identity = ?", "s", identity);
    if (found == NULL)
        return false;
    const bool kept = store_next(s->writer, found, &good, error);
    sqlite3_finalize(found);
    if (kept || !good)
        return good;
    char *rules = lf_game_json(game);
    if (rules == NULL)
        return store_fail(error, STORE_FAILED, LF_NO_MEMORY);
    good = store_run(s->writer, error, "INSERT INTO games (identity, id, gamedef) VALUES (?, ?, ?)",
                     "sss", identity, lf_game_id(game), rules);
    lf_string_free(rules);
    return good;
}

static lf_game *compile(const char *name, const char *rules, uint64_t identity,
                        store_error *error) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory(name, rules, strlen(rules), &problems);
    if (game == NULL)
        store_fail(error, STORE_BROKEN, "The rules %s in the store do not compile: %s.", name,
                   problems != NULL && lf_diagnostics_count(problems) > 0
                       ? lf_diagnostics_get(problems, 0).message
                       : "out of memory");
    lf_diagnostics_free(problems);
    if (game != NULL && lf_game_identity(game) != identity) {
        store_fail(error, STORE_BROKEN,
                   "The rules %s in the store are not those that they were when they were kept.",
                   name);
        lf_game_free(game);
        return NULL;
    }
    return game;
}

lf_game *store_get_game(store *s, uint64_t identity, store_error *error) {
    char text[HEX_BYTES];
    char *rules = NULL;
    bool good = true;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row = store_prepare(
        s->reader, error, "SELECT gamedef FROM games WHERE identity = ?", "s", hex(identity, text));
    const bool found = row != NULL && store_next(s->reader, row, &good, error);
    if (found)
        rules = store_text(row, 0);
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    if (rules == NULL) {
        if (row != NULL && good)
            store_fail(error, STORE_MISSING, "The store does not have the rules %s.", text);
        return NULL;
    }
    lf_game *game = compile(text, rules, identity, error);
    free(rules);
    return game;
}

/* ---- tables ---------------------------------------------------------------------------------- */

void store_table_free(store_table *t) {
    free(t->head);
    free(t->standing);
    free(t->base);
    *t = (store_table){.head = NULL};
}

bool store_put_table(store *s, const store_table *t, store_error *error) {
    char identity[HEX_BYTES];
    return store_run(
        s->writer, error,
        "INSERT INTO tables (id, identity, head, standing, base, created, changed, finished, maker)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "ssssbiiib", t->id, hex(t->identity, identity), t->head,
        t->standing != NULL ? t->standing : "{}", t->base, t->base_size, t->created, t->changed,
        (int64_t)t->finished, store_person(t->maker), (size_t)STORE_HASH_BYTES);
}

bool store_room_for_table(store *s, const uint8_t maker[STORE_HASH_BYTES], int64_t all, int64_t own,
                          store_error *error) {
    bool good = true;
    sqlite3_stmt *row = store_prepare(
        s->writer, error,
        "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM tables WHERE maker = ?)", "b",
        maker, (size_t)STORE_HASH_BYTES);
    if (row == NULL)
        return false;
    const bool found = store_next(s->writer, row, &good, error);
    const int64_t tables = found ? sqlite3_column_int64(row, 0) : 0,
                  mine = found ? sqlite3_column_int64(row, 1) : 0;
    sqlite3_finalize(row);
    if (found && mine >= own)
        return store_fail(error, STORE_LIMIT,
                          "You have %lld tables; remove some before you make another.",
                          (long long)own);
    if (found && tables >= all)
        return store_fail(error, STORE_LIMIT,
                          "This server has %lld tables, and no room for more. Remove some.",
                          (long long)all);
    return found;
}

bool store_set_standing(store *s, const char *table, const char *standing, bool finished,
                        int64_t time, store_error *error) {
    return store_run(s->writer, error,
                     "UPDATE tables SET standing = ?, finished = ?, changed = ? WHERE id = ?",
                     "siis", standing, (int64_t)finished, time, table);
}

bool store_begin_again(store *s, const char *table, uint64_t identity, store_error *error) {
    char text[HEX_BYTES];
    return store_run(s->writer, error, "DELETE FROM events WHERE table_id = ?", "s", table) &&
           store_run(s->writer, error, "DELETE FROM snapshots WHERE table_id = ?", "s", table) &&
           store_run(s->writer, error, "UPDATE tables SET identity = ? WHERE id = ?", "ss",
                     hex(identity, text), table);
}

bool store_drop_table(store *s, const char *table, store_error *error) {
    return store_run(s->writer, error, "DELETE FROM tables WHERE id = ?", "s", table);
}

#define TABLE_COLUMNS "id, identity, head, standing, created, changed, finished, base, maker"

static bool read_table(sqlite3_stmt *row, store_table *out, store_error *error) {
    *out = (store_table){.identity = hex_at(row, 1),
                         .head = store_text(row, 2),
                         .standing = store_text(row, 3),
                         .created = sqlite3_column_int64(row, 4),
                         .changed = sqlite3_column_int64(row, 5),
                         .finished = sqlite3_column_int64(row, 6) != 0};
    const char *id = (const char *)sqlite3_column_text(row, 0);
    snprintf(out->id, sizeof out->id, "%s", id != NULL ? id : "");
    store_read_person(row, 8, out->maker);
    const void *base = sqlite3_column_blob(row, 7);
    out->base_size = base != NULL ? (size_t)sqlite3_column_bytes(row, 7) : 0;
    out->base = base != NULL ? malloc(out->base_size) : NULL;
    if (out->base != NULL)
        memcpy(out->base, base, out->base_size);
    if (out->head != NULL && out->standing != NULL && (base == NULL || out->base != NULL))
        return true;
    store_table_free(out);
    return store_fail(error, STORE_FAILED, LF_NO_MEMORY);
}

bool store_get_table(store *s, const char *table, store_table *out, store_error *error) {
    bool good = true, found = false;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row = store_prepare(
        s->reader, error, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?", "s", table);
    found = row != NULL && store_next(s->reader, row, &good, error);
    const bool read = found && read_table(row, out, error);
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    if (row != NULL && good && !found)
        return store_fail(error, STORE_MISSING, "There is no table \"%.40s\".", table);
    return read;
}

bool store_each_table(store *s, store_see_table *see, void *context, store_error *error) {
    bool good = true, more = true;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row = store_prepare(
        s->reader, error, "SELECT " TABLE_COLUMNS " FROM tables ORDER BY changed DESC, id", "");
    while (row != NULL && more && good && store_next(s->reader, row, &good, error)) {
        store_table t;
        good = read_table(row, &t, error);
        more = good && see(context, &t);
        if (good)
            store_table_free(&t);
    }
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    return row != NULL && good;
}

/* ---- events ---------------------------------------------------------------------------------- */

bool store_append(store *s, const char *table, const store_event *e, store_error *error) {
    assert(e->number > 0 && e->payload != NULL);
    return store_run(
        s->writer, error,
        "INSERT INTO events (table_id, number, kind, payload, time) VALUES (?, ?, ?, ?, ?)",
        "sissi", table, e->number, e->kind, e->payload, e->time);
}

bool store_each_event(store *s, const char *table, store_see_event *see, void *context,
                      store_error *error) {
    bool good = true, more = true;
    int64_t expected = 1;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row = store_prepare(
        s->reader, error,
        "SELECT number, kind, payload, time FROM events WHERE table_id = ? ORDER BY number", "s",
        table);
    while (row != NULL && more && good && store_next(s->reader, row, &good, error)) {
        const store_event e = {
            sqlite3_column_int64(row, 0), (const char *)sqlite3_column_text(row, 1),
            (const char *)sqlite3_column_text(row, 2), sqlite3_column_int64(row, 3)};
        if (e.number != expected++ || e.kind == NULL || e.payload == NULL)
            good =
                store_fail(error, STORE_BROKEN, "Event %lld of table %s is missing in the store.",
                           (long long)expected - 1, table);
        else
            more = see(context, &e);
    }
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    return row != NULL && good;
}

bool store_put_snapshot(store *s, const char *table, int64_t number, uint64_t hash,
                        const void *state, size_t size, store_error *error) {
    char text[HEX_BYTES];
    return store_run(
        s->writer, error,
        "INSERT OR REPLACE INTO snapshots (table_id, number, hash, state) VALUES (?, ?, ?, ?)",
        "sisb", table, number, hex(hash, text), state, size);
}

bool store_each_snapshot(store *s, const char *table, store_see_snapshot *see, void *context,
                         store_error *error) {
    bool good = true, more = true;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row = store_prepare(
        s->reader, error,
        "SELECT number, hash, state FROM snapshots WHERE table_id = ? ORDER BY number DESC", "s",
        table);
    while (row != NULL && more && good && store_next(s->reader, row, &good, error))
        more = see(context, sqlite3_column_int64(row, 0), hex_at(row, 1),
                   sqlite3_column_blob(row, 2), (size_t)sqlite3_column_bytes(row, 2));
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    return row != NULL && good;
}
