/* store.h: where the tables of `serve` are kept: one SQLite file.
 *
 * A table is its head (game, set-up, who sits where; it never changes) and its events in order:
 * decisions, takings back, chat. What a table looks like now follows from them (match.h). The
 * promise: when store_write has said yes, what it wrote is on the disk and stays there whatever
 * stops, program or machine; when it has said no, nothing of it is there.
 *
 *     store_open.c     opening, versions of the schema
 *     store_sql.c      statements with values in them, and what SQLite's errors mean
 *     store_write.c    changes of many threads in one transaction
 *     store_tables.c   games, tables and events
 *     store_tokens.c   who may what at which table; notes
 *     store_check.c    is it all sound?
 *     store_backup.c   a copy while it is used
 *     match.c          the game of a table, made from its events */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/errors.h"

#define STORE_ID_BYTES 32 /* of a table's id, with the NUL */
#define STORE_HASH_BYTES 32

typedef struct store store;

typedef enum {
    STORE_OK,
    STORE_MISSING,   /* there is no such thing */
    STORE_CONFLICT,  /* it is there already */
    STORE_LIMIT,     /* whoever asks has as many of them as they may have */
    STORE_FULL,      /* no room on the disk */
    STORE_READ_ONLY, /* it may not be written */
    STORE_BROKEN,    /* what is there does not hold */
    STORE_FAILED     /* anything else */
} store_status;

typedef struct {
    store_status status;
    char message[640];
} store_error;

/* Sets an error in words; false, so that a caller can `return store_fail(...)`. `error` may be
 * NULL. */
bool store_fail(store_error *, store_status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Opens or makes a store. The path ":memory:" is one that nobody keeps. NULL with the error set. */
store *store_open(const char *path, store_error *);
/* One that is there, only to be read. */
store *store_open_to_read(const char *path, store_error *);
void store_close(store *);
/* For tests: the store may have so many pages, as if the disk were full then. */
void store_limit_pages(store *, int pages);

/* ---- changing ---- */

/* Does `work` in a transaction and waits until it is on the disk. Many threads may call it: what
 * waits at the same time shares one transaction, and work that fails is undone alone. `work` uses
 * the functions below, with the store that it is given. */
typedef bool store_work(store *, void *context, store_error *);
bool store_write(store *, store_work *, void *context, store_error *);

/* ---- games: the rules that tables were begun with ---- */

/* Inside store_write: keeps the rules of a game, once for each identity. */
bool store_put_game(store *, const lf_game *, store_error *);
/* Compiles the rules of an identity. NULL with the error set. */
lf_game *store_get_game(store *, uint64_t identity, store_error *);

/* ---- tables ---- */

typedef struct {
    char id[STORE_ID_BYTES];
    uint64_t identity;
    char *head;     /* JSON: match.h */
    char *standing; /* JSON: what a list of tables shows; "{}" at first */
    void *base;     /* NULL, or a state to begin with instead of the set-up */
    size_t base_size;
    int64_t created, changed;
    bool finished;
    uint8_t maker[STORE_HASH_BYTES]; /* the person who made it; all 0: nobody noted it */
} store_table;
void store_table_free(store_table *); /* its texts */

/* Inside store_write. STORE_LIMIT if the store has `all` tables, or the maker has `own` of them. */
bool store_room_for_table(store *, const uint8_t maker[STORE_HASH_BYTES], int64_t all, int64_t own,
                          store_error *);
/* Inside store_write. */
bool store_put_table(store *, const store_table *, store_error *);
bool store_set_standing(store *, const char *table, const char *standing, bool finished,
                        int64_t time, store_error *);
/* A table is of other rules from now on, and has no events yet. */
bool store_begin_again(store *, const char *table, uint64_t identity, store_error *);
/* Forgets a table with all that belongs to it. */
bool store_drop_table(store *, const char *table, store_error *);

bool store_get_table(store *, const char *table, store_table *out, store_error *);
/* Told one after another, the last changed first, until `see` says false. */
typedef bool store_see_table(void *context, const store_table *);
bool store_each_table(store *, store_see_table *see, void *context, store_error *);

/* ---- events ---- */

typedef struct {
    int64_t number; /* 1, 2, 3 … at each table */
    const char *kind;
    const char *payload; /* JSON */
    int64_t time;        /* seconds */
} store_event;
/* Inside store_write. STORE_CONFLICT if the number is taken. */
bool store_append(store *, const char *table, const store_event *, store_error *);
/* Told in order, until `see` says false. The first gap or unreadable row is STORE_BROKEN. */
typedef bool store_see_event(void *context, const store_event *);
bool store_each_event(store *, const char *table, store_see_event *see, void *context,
                      store_error *);
/* A state on the way, to compare with: inside store_write. */
bool store_put_snapshot(store *, const char *table, int64_t number, uint64_t hash,
                        const void *state, size_t size, store_error *);
typedef bool store_see_snapshot(void *context, int64_t number, uint64_t hash, const void *state,
                                size_t size);
bool store_each_snapshot(store *, const char *table, store_see_snapshot *see, void *context,
                         store_error *);

/* ---- tokens and notes ---- */

typedef enum { STORE_OWNER = 1, STORE_SEAT, STORE_ONLOOKER, STORE_INVITATION } store_role;

/* What a token may at a table. Tokens themselves are never stored. */
typedef struct {
    uint8_t hash[STORE_HASH_BYTES];
    store_role role;
    int seat; /* STORE_SEAT, STORE_INVITATION; LF_NOBODY: an onlooker's invitation */
    /* The token by which the person first came, if this one was made through it: quotas count for
     * that person. All 0: this token itself. Those who join by an invitation are of the
     * invitation's person. */
    uint8_t person[STORE_HASH_BYTES];
} store_token;
/* Inside store_write. The same again changes nothing. */
bool store_put_token(store *, const char *table, const store_token *, store_error *);
/* Forgets the tokens and invitations of a seat; LF_NOBODY: those of onlookers. */
bool store_drop_tokens(store *, const char *table, int seat, store_error *);
typedef bool store_see_token(void *context, const store_token *);
bool store_each_token(store *, const char *table, store_see_token *see, void *context,
                      store_error *);
/* The tables at which a token may anything. */
typedef bool store_see_id(void *context, const char *table);
bool store_each_table_of(store *, const uint8_t hash[STORE_HASH_BYTES], store_see_id *see,
                         void *context, store_error *);
/* Inside store_write: the token of somebody who accepts an invitation. STORE_MISSING if the
 * invitation is not of that table and seat any more; STORE_CONFLICT if another token has the seat.
 * The same again changes nothing. */
bool store_accept(store *, const char *table, const uint8_t invitation[STORE_HASH_BYTES],
                  const store_token *joined, store_error *);
/* The table of an invitation, with what it invites to: it may be revoked at any time after that. */
bool store_find_invitation(store *, const uint8_t hash[STORE_HASH_BYTES],
                           char table[STORE_ID_BYTES], store_token *out, store_error *);

/* Private notes, by whose they are. The text is for free(); "" if there are none. */
bool store_put_note(store *, const char *table, const uint8_t hash[STORE_HASH_BYTES],
                    const char *text, store_error *);
char *store_get_note(store *, const char *table, const uint8_t hash[STORE_HASH_BYTES],
                     store_error *);

/* ---- looking after it ---- */

typedef struct {
    int64_t tables, events, games;
    int64_t bad; /* tables that do not hold */
} store_summary;
/* Looks at everything: the file, the rules, every event of every table, hashes included. `say` is
 * told of each thing that is wrong. False if anything is. */
bool store_check(store *, store_summary *, void (*say)(void *context, const char *text),
                 void *context);
/* Copies the store to a file, also while it is used. The file is there completely or not at all. */
bool store_backup(store *, const char *path, store_error *);

#endif
