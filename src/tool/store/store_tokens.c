/* store_tokens.c: who may what at which table, and private notes. Only hashes of tokens come here:
 * whoever reads the store cannot take a seat by it. */
#include <stdlib.h>
#include <string.h>

#include "store_internal.h"

#define NO_INVITATION "This invitation does not hold, or no longer."

const void *store_person(const uint8_t person[STORE_HASH_BYTES]) {
    static const uint8_t nobody[STORE_HASH_BYTES];
    return memcmp(person, nobody, STORE_HASH_BYTES) != 0 ? person : NULL;
}

void store_read_person(sqlite3_stmt *row, int column, uint8_t person[STORE_HASH_BYTES]) {
    const void *bytes = sqlite3_column_blob(row, column);
    if (bytes != NULL && sqlite3_column_bytes(row, column) == STORE_HASH_BYTES)
        memcpy(person, bytes, STORE_HASH_BYTES);
    else
        memset(person, 0, STORE_HASH_BYTES);
}

bool store_put_token(store *s, const char *table, const store_token *t, store_error *error) {
    return store_run(
        s->writer, error,
        "INSERT OR IGNORE INTO tokens (table_id, hash, role, seat, person) VALUES (?, ?, ?, ?, ?)",
        "sbiib", table, t->hash, (size_t)STORE_HASH_BYTES, (int64_t)t->role, (int64_t)t->seat,
        store_person(t->person), (size_t)STORE_HASH_BYTES);
}

bool store_drop_tokens(store *s, const char *table, int seat, store_error *error) {
    return store_run(s->writer, error,
                     "DELETE FROM tokens WHERE table_id = ? AND seat = ? AND role <> ?", "sii",
                     table, (int64_t)seat, (int64_t)STORE_OWNER);
}

/* False if the row cannot be one of ours. */
static bool read_token(sqlite3_stmt *row, store_token *out) {
    const void *hash = sqlite3_column_blob(row, 0);
    const int64_t role = sqlite3_column_int64(row, 1), seat = sqlite3_column_int64(row, 2);
    if (hash == NULL || sqlite3_column_bytes(row, 0) != STORE_HASH_BYTES || role < STORE_OWNER ||
        role > STORE_INVITATION || seat < LF_NOBODY || seat >= LF_SEATS_MAX)
        return false;
    *out = (store_token){.role = (store_role)role, .seat = (int)seat};
    memcpy(out->hash, hash, STORE_HASH_BYTES);
    store_read_person(row, 3, out->person);
    return true;
}

bool store_each_token(store *s, const char *table, store_see_token *see, void *context,
                      store_error *error) {
    bool good = true, more = true;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row =
        store_prepare(s->reader, error,
                      "SELECT hash, role, seat, person FROM tokens WHERE table_id = ?", "s", table);
    while (row != NULL && more && good && store_next(s->reader, row, &good, error)) {
        store_token t;
        good = read_token(row, &t) ||
               store_fail(error, STORE_BROKEN, "A token of table %s cannot be read.", table);
        more = good && see(context, &t);
    }
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    return row != NULL && good;
}

bool store_each_table_of(store *s, const uint8_t hash[STORE_HASH_BYTES], store_see_id *see,
                         void *context, store_error *error) {
    bool good = true, more = true;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row = store_prepare(
        s->reader, error, "SELECT DISTINCT table_id FROM tokens WHERE hash = ? AND role <> ?", "bi",
        hash, (size_t)STORE_HASH_BYTES, (int64_t)STORE_INVITATION);
    while (row != NULL && more && good && store_next(s->reader, row, &good, error))
        more = see(context, (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    return row != NULL && good;
}

bool store_find_invitation(store *s, const uint8_t hash[STORE_HASH_BYTES],
                           char table[STORE_ID_BYTES], store_token *out, store_error *error) {
    bool good = true;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row = store_prepare(
        s->reader, error,
        "SELECT hash, role, seat, person, table_id FROM tokens WHERE hash = ? AND role = ?", "bi",
        hash, (size_t)STORE_HASH_BYTES, (int64_t)STORE_INVITATION);
    const bool found = row != NULL && store_next(s->reader, row, &good, error);
    if (found) {
        const char *id = (const char *)sqlite3_column_text(row, 4);
        strncpy(table, id != NULL ? id : "", STORE_ID_BYTES - 1);
        table[STORE_ID_BYTES - 1] = '\0';
        good = read_token(row, out) ||
               store_fail(error, STORE_BROKEN, "An invitation cannot be read.");
    }
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    if (row != NULL && good && !found)
        return store_fail(error, STORE_MISSING, NO_INVITATION);
    return found && good;
}

/* The only row of a query about tokens, read by the writer. *found is false if there is none. */
static bool read_one(store *s, sqlite3_stmt *row, store_token *out, bool *found,
                     store_error *error) {
    bool good = true;
    *found = row != NULL && store_next(s->writer, row, &good, error);
    if (*found)
        good = read_token(row, out) || store_fail(error, STORE_BROKEN, "A token cannot be read.");
    sqlite3_finalize(row);
    return row != NULL && good;
}

/* By the writer, inside the transaction: whoever revokes the invitation comes wholly before or
 * wholly after. */
bool store_accept(store *s, const char *table, const uint8_t invitation[STORE_HASH_BYTES],
                  const store_token *joined, store_error *error) {
    store_token invited, seated, token = *joined;
    bool is_invited, is_seated = false;
    if (!read_one(s,
                  store_prepare(s->writer, error,
                                "SELECT hash, role, seat, person FROM tokens"
                                " WHERE table_id = ? AND hash = ? AND role = ? AND seat = ?",
                                "sbii", table, invitation, (size_t)STORE_HASH_BYTES,
                                (int64_t)STORE_INVITATION, (int64_t)joined->seat),
                  &invited, &is_invited, error))
        return false;
    if (!is_invited)
        return store_fail(error, STORE_MISSING, NO_INVITATION);
    if (joined->role == STORE_SEAT &&
        !read_one(s,
                  store_prepare(s->writer, error,
                                "SELECT hash, role, seat, person FROM tokens"
                                " WHERE table_id = ? AND role = ? AND seat = ? AND hash <> ?",
                                "siib", table, (int64_t)STORE_SEAT, (int64_t)joined->seat,
                                joined->hash, (size_t)STORE_HASH_BYTES),
                  &seated, &is_seated, error))
        return false;
    if (is_seated)
        return store_fail(
            error, STORE_CONFLICT,
            "Somebody has taken this seat by the link. Their own link opens it on another device; "
            "the owner of the table can make a new invitation.");
    memcpy(token.person, invited.person, STORE_HASH_BYTES);
    return store_put_token(s, table, &token, error);
}

bool store_put_note(store *s, const char *table, const uint8_t hash[STORE_HASH_BYTES],
                    const char *text, store_error *error) {
    return store_run(s->writer, error,
                     "INSERT OR REPLACE INTO notes (table_id, hash, text) VALUES (?, ?, ?)", "sbs",
                     table, hash, (size_t)STORE_HASH_BYTES, text);
}

char *store_get_note(store *s, const char *table, const uint8_t hash[STORE_HASH_BYTES],
                     store_error *error) {
    bool good = true;
    char *text = NULL;
    pthread_mutex_lock(s->read_lock);
    sqlite3_stmt *row =
        store_prepare(s->reader, error, "SELECT text FROM notes WHERE table_id = ? AND hash = ?",
                      "sb", table, hash, (size_t)STORE_HASH_BYTES);
    if (row != NULL)
        text = store_next(s->reader, row, &good, error) ? store_text(row, 0) : strdup("");
    sqlite3_finalize(row);
    pthread_mutex_unlock(s->read_lock);
    if (good)
        return text;
    free(text);
    return NULL;
}
