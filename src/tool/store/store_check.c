/* store_check.c: is a store sound? The file as SQLite sees it, the rules that are kept, and every
 * table, played again from its first event to its last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ludoforge_tools.h"
#include "match.h"
#include "store_internal.h"
#include "support/array.h"

typedef struct {
    store *store;
    store_summary *summary;
    void (*say)(void *, const char *);
    void *context;
    char (*ids)[STORE_ID_BYTES];
    size_t count, capacity;
    bool good;
} checking;

static void tell(checking *c, const char *what, const char *why) {
    char line[800];
    snprintf(line, sizeof line, "%s: %s", what, why);
    c->good = false;
    c->say(c->context, line);
}

/* A pragma that says one row "ok", or nothing, when all is well. */
static void check_file(checking *c, const char *pragma) {
    store_error error = {STORE_OK, ""};
    bool good = true;
    pthread_mutex_lock(c->store->read_lock);
    sqlite3_stmt *row = store_prepare(c->store->reader, &error, pragma, "");
    while (row != NULL && store_next(c->store->reader, row, &good, &error)) {
        const char *text = (const char *)sqlite3_column_text(row, 0);
        if (text == NULL || strcmp(text, "ok") != 0)
            tell(c, "the file", text != NULL ? text : "a row points at nothing");
    }
    sqlite3_finalize(row);
    pthread_mutex_unlock(c->store->read_lock);
    if (row == NULL || !good)
        tell(c, "the file", error.message);
}

static bool note_table(void *context, const store_table *t) {
    checking *c = context;
    if (!lf_array_reserve(&c->ids, &c->capacity, c->count + 1, sizeof *c->ids))
        return false;
    memcpy(c->ids[c->count++], t->id, STORE_ID_BYTES);
    return true;
}

/* Rules are compiled once for all their tables, which come in any order; few identities are in use
 * at a time. */
typedef struct {
    lf_game *game;
} last_game;

static const lf_game *rules_of(checking *c, last_game *last, uint64_t identity,
                               store_error *error) {
    if (last->game != NULL && lf_game_identity(last->game) == identity)
        return last->game;
    lf_game_free(last->game);
    last->game = store_get_game(c->store, identity, error);
    c->summary->games += last->game != NULL;
    return last->game;
}

typedef struct {
    const match *match;
    bool good;
} last_snapshot;

/* The last state that was kept must be the one that the events lead to, if it was kept after the
 * last of them. */
static bool compare_snapshot(void *context, int64_t number, uint64_t hash, const void *state,
                             size_t size) {
    last_snapshot *s = context;
    (void)state;
    if (number == s->match->events)
        s->good = size > 0 && hash == lf_table_hash(lf_session_state(s->match->session));
    return false;
}

static void check_table(checking *c, const char *id, last_game *last) {
    store_error error = {STORE_OK, ""};
    store_table t = {.head = NULL};
    match m;
    char what[64];
    snprintf(what, sizeof what, "table %s", id);
    const lf_game *game =
        store_get_table(c->store, id, &t, &error) ? rules_of(c, last, t.identity, &error) : NULL;
    if (game == NULL || !match_load(&m, c->store, game, &t, &error)) {
        c->summary->bad++;
        tell(c, what, error.message);
    } else {
        last_snapshot snapshot = {&m, true};
        if (!store_each_snapshot(c->store, id, compare_snapshot, &snapshot, &error) ||
            !snapshot.good) {
            c->summary->bad++;
            tell(c, what, "the state that was kept is not the one that its events lead to");
        }
        c->summary->events += m.events;
        match_close(&m);
    }
    c->summary->tables++;
    store_table_free(&t);
}

bool store_check(store *s, store_summary *summary, void (*say)(void *context, const char *text),
                 void *context) {
    store_error error = {STORE_OK, ""};
    *summary = (store_summary){.tables = 0};
    checking c = {.store = s, .summary = summary, .say = say, .context = context, .good = true};
    last_game last = {NULL};
    check_file(&c, "PRAGMA integrity_check");
    check_file(&c, "PRAGMA foreign_key_check");
    if (!store_each_table(s, note_table, &c, &error))
        tell(&c, "the tables", error.message);
    for (size_t i = 0; i < c.count; i++)
        check_table(&c, c.ids[i], &last);
    lf_game_free(last.game);
    lf_free(c.ids);
    return c.good;
}
