/* tables.c: tables in memory. One is loaded when somebody comes to it, stays while it is used, and
 * is given up when there are many: the store has all of it. A table that could not be written down
 * is given up at once, so that nobody sees what may be lost. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ludoforge_tools.h"
#include "support/array.h"
#include "think.h"

#define BUCKETS 4096

bool tables_open(server *s) {
    pthread_mutex_init(&s->tables_lock, NULL);
    s->bucket_count = BUCKETS;
    s->buckets = calloc(BUCKETS, sizeof *s->buckets);
    return s->buckets != NULL;
}

static void forget_views(table *t) {
    for (size_t i = 0; i < sizeof t->views / sizeof *t->views; i++) {
        lf_string_free(t->views[i]);
        t->views[i] = NULL;
    }
}

/* Most views are fetched by whoever has just got the same, or by one of many onlookers. */
const char *table_view(table *t, lf_seat viewer) {
    assert(viewer >= LF_NOBODY && viewer < LF_SEATS_MAX);
    char **place = &t->views[viewer - LF_NOBODY];
    if (*place == NULL)
        *place = lf_session_view(t->match.session, viewer);
    return *place;
}

static void close_table(table *t) {
    if (t->match.session != NULL)
        match_close(&t->match);
    forget_views(t);
    advice_forget(t);
    review_forget(t);
    free(t->problem);
    for (size_t i = 0; i < sizeof t->chances / sizeof *t->chances; i++)
        chances_free(t->chances[i]);
    store_table_free(&t->row);
    json_decref(t->head);
    lf_free(t->tokens);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

void tables_close(server *s) {
    for (size_t i = 0; s->buckets != NULL && i < s->bucket_count; i++) {
        while (s->buckets[i] != NULL) {
            table *next = s->buckets[i]->next;
            close_table(s->buckets[i]);
            s->buckets[i] = next;
        }
    }
    free(s->buckets);
    pthread_mutex_destroy(&s->tables_lock);
}

void table_new_id(char id[STORE_ID_BYTES]) {
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (int i = 0; i < 14; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    id[14] = '\0';
}

/* ---- loading --------------------------------------------------------------------------------- */

static bool add_token(void *context, const store_token *token) {
    table *t = context;
    const size_t count = (size_t)t->token_count + 1;
    if (!lf_array_reserve(&t->tokens, &t->token_capacity, count, sizeof *t->tokens))
        return false;
    t->tokens[t->token_count++] = *token;
    return true;
}

bool table_read_tokens(table *t, store_error *error) {
    t->token_count = 0;
    const bool good = store_each_token(t->server->store, t->id, add_token, t, error);
    if (good && t->deadline == 0) /* it runs from when the last seat is taken */
        clock_note(t);
    return good;
}

static bool load(table *t, store_error *error) {
    server *s = t->server;
    if (!store_get_table(s->store, t->id, &t->row, error))
        return false;
    t->head = json_loads(t->row.head, 0, NULL);
    const lf_game *game = games_of(s, t->row.identity, error);
    if (game == NULL || !match_load(&t->match, s->store, game, &t->row, error) ||
        !table_read_tokens(t, error))
        return false;
    for (lf_seat seat = 0; seat < match_seats(&t->match); seat++)
        if (match_bot(&t->match, seat) != NULL)
            limits_clamp_bot(s, t->match.who[seat]);
    free(t->row.base); /* it has served */
    t->row.base = NULL;
    pthread_mutex_lock(&s->listen_lock);
    t->version = t->match.events;
    t->number = (int64_t)lf_session_decisions(t->match.session);
    pthread_mutex_unlock(&s->listen_lock);
    return true;
}

static table **place_of(server *s, const char *id) {
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "tables by their";
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)id, strlen(id), key);
    return &s->buckets[hash % s->bucket_count];
}

/* The table of that id, used once more; made, and locked, if it is not there. */
static table *use(server *s, const char *id, bool *made) {
    table **place = place_of(s, id);
    table *t = *place;
    while (t != NULL && (strcmp(t->id, id) != 0 || t->failed))
        t = t->next;
    *made = t == NULL;
    if (t == NULL) {
        t = calloc(1, sizeof *t);
        if (t == NULL)
            return NULL;
        t->server = s;
        snprintf(t->id, sizeof t->id, "%s", id);
        pthread_mutex_init(&t->lock, NULL);
        pthread_mutex_lock(&t->lock);
        t->next = *place;
        *place = t;
        s->live++;
    }
    t->users++;
    t->used = time(NULL);
    return t;
}

static void remove_table(server *s, table *t) {
    assert(t->users == 0);
    table **at = place_of(s, t->id);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    s->live--;
    close_table(t);
}

void table_leave(table *t) {
    pthread_mutex_unlock(&t->lock);
    table_release(t);
}

void table_hold(table *t) {
    pthread_mutex_lock(&t->server->tables_lock);
    t->users++;
    pthread_mutex_unlock(&t->server->tables_lock);
}

void table_release(table *t) {
    server *s = t->server;
    pthread_mutex_lock(&s->tables_lock);
    assert(t->users > 0);
    if (--t->users == 0 && t->failed)
        remove_table(s, t);
    pthread_mutex_unlock(&s->tables_lock);
}

void table_give_up(table *t) {
    pthread_mutex_lock(&t->server->tables_lock);
    t->failed = true;
    pthread_mutex_unlock(&t->server->tables_lock);
    listeners_dismiss(t);
}

table *table_enter(server *s, const char *id, store_error *error) {
    bool made;
    if (strlen(id) >= STORE_ID_BYTES) {
        store_fail(error, STORE_MISSING, "There is no such table.");
        return NULL;
    }
    pthread_mutex_lock(&s->tables_lock);
    table *t = use(s, id, &made);
    pthread_mutex_unlock(&s->tables_lock);
    if (t == NULL) {
        store_fail(error, STORE_FAILED, LF_NO_MEMORY);
        return NULL;
    }
    if (!made)
        pthread_mutex_lock(&t->lock);
    if ((made && load(t, error)) || (!made && !t->failed)) {
        if (made)
            bots_wake(t);
        return t;
    }
    if (made)
        table_give_up(t);
    else
        store_fail(error, STORE_FAILED, "The table could not be fetched; try again.");
    table_leave(t);
    return NULL;
}

/* Gives up tables that nobody uses and where no time runs, the one that was used longest ago
 * first. */
void tables_thin_out(server *s) {
    pthread_mutex_lock(&s->tables_lock);
    while (s->live > LIVE_MAX) {
        table *oldest = NULL;
        for (size_t i = 0; i < s->bucket_count; i++)
            for (table *t = s->buckets[i]; t != NULL; t = t->next)
                if (t->users == 0 && t->deadline == 0 && (oldest == NULL || t->used < oldest->used))
                    oldest = t;
        if (oldest == NULL)
            break;
        remove_table(s, oldest);
    }
    pthread_mutex_unlock(&s->tables_lock);
}

/* ---- changing -------------------------------------------------------------------------------- */

typedef struct {
    const table *table;
    store_event event;
    const char *standing;
    bool over;
    void *state; /* NULL: no state is kept this time */
    size_t size;
} writing;

static bool write_event(store *s, void *context, store_error *error) {
    const writing *w = context;
    const lf_state *state = lf_session_state(w->table->match.session);
    return store_append(s, w->table->id, &w->event, error) &&
           store_set_standing(s, w->table->id, w->standing, w->over, w->event.time, error) &&
           (w->state == NULL || store_put_snapshot(s, w->table->id, w->event.number,
                                                   lf_table_hash(state), w->state, w->size, error));
}

static void *keep_state(const table *t, bool over, size_t *size) {
    if (t->match.events % SNAPSHOT_EVENTS != 0 && !over)
        return NULL;
    const lf_state *state = lf_session_state(t->match.session);
    *size = lf_save(state, NULL, 0);
    void *bytes = malloc(*size);
    if (bytes != NULL)
        lf_save(state, bytes, *size);
    return bytes;
}

static bool write_down(table *t, const char *kind, const json_t *payload, int64_t now,
                       store_error *error) {
    const bool over = lf_session_over(t->match.session, NULL);
    char *text = json_dumps(payload, JSON_COMPACT), *standing = match_standing(&t->match);
    writing w = {.table = t,
                 .event = {t->match.events, kind, text, now},
                 .standing = standing,
                 .over = over};
    w.state = keep_state(t, over, &w.size);
    const bool good = text != NULL && standing != NULL
                          ? store_write(t->server->store, write_event, &w, error)
                          : store_fail(error, STORE_FAILED, LF_NO_MEMORY);
    free(text);
    free(standing);
    free(w.state);
    return good;
}

/* The game stands elsewhere: whoever thinks about where it stood stops, and others begin. */
static void after_change(table *t) {
    agent_cache_stop(think_agent_cache(t->server), t->id);
    free(t->problem);
    t->problem = NULL;
    advice_forget(t);
    review_forget(t);
    chances_update(t);
    bots_wake(t);
}

/* What was thought goes with the event. False, with the error set: who acts has no time left, and
 * that is an event of its own. */
static bool charge(table *t, const char *kind, json_t *payload, store_error *error) {
    if (!lf_session_clock(t->match.session, NULL) || !match_plays(kind) ||
        strcmp(kind, "timeout") == 0)
        return true;
    if (clock_is_out(t))
        return clock_time_out(t, error) &&
               store_fail(error, STORE_CONFLICT, "That comes too late: there is no time left.");
    json_object_set_new(payload, "elapsed", json_integer((json_int_t)clock_spent(t)));
    return true;
}

bool table_commit(table *t, const char *kind, json_t *payload, store_error *error) {
    const int64_t now = time(NULL), plays = t->match.plays;
    if (payload != NULL && !charge(t, kind, payload, error)) {
        json_decref(payload);
        return false;
    }
    forget_views(t);
    bool good = payload != NULL ? match_apply(&t->match, kind, payload, now, error)
                                : store_fail(error, STORE_FAILED, LF_NO_MEMORY);
    if (match_plays(kind) && (good || error->status == STORE_CONFLICT))
        clock_note(t);
    if (!good && error->status != STORE_CONFLICT)
        table_give_up(t);
    if (good) {
        good = write_down(t, kind, payload, now, error);
        if (!good)
            table_give_up(t);
    }
    json_decref(payload);
    if (!good)
        return false;
    listeners_announce(t);
    if (t->match.plays != plays)
        after_change(t);
    return true;
}

/* ---- new ones -------------------------------------------------------------------------------- */

typedef struct {
    const store_table *row;
    const lf_game *game;
    const store_token *tokens;
    int token_count;
    const json_t *events; /* NULL, or [{kind, payload}] */
    int64_t own;          /* tables that its maker may have */
} making;

static bool write_table(store *s, void *context, store_error *error) {
    const making *m = context;
    bool good = store_room_for_table(s, m->row->maker, TABLES_MAX, m->own, error) &&
                store_put_game(s, m->game, error) && store_put_table(s, m->row, error);
    for (int i = 0; i < m->token_count && good; i++)
        good = store_put_token(s, m->row->id, &m->tokens[i], error);
    for (size_t i = 0; i < json_array_size(m->events) && good; i++) {
        const json_t *e = json_array_get(m->events, i);
        char *payload = json_dumps(json_object_get(e, "payload"), JSON_COMPACT);
        good = payload != NULL &&
               store_append(s, m->row->id,
                            &(store_event){(int64_t)i + 1,
                                           json_string_value(json_object_get(e, "kind")), payload,
                                           m->row->created},
                            error);
        free(payload);
    }
    return good;
}

bool table_create(server *s, store_table *row, const lf_game *game, const store_token *tokens,
                  int count, const json_t *events, int64_t own, store_error *error) {
    row->created = row->changed = time(NULL);
    row->identity = lf_game_identity(game);
    making m = {row, game, tokens, count, events, own};
    return store_write(s->store, write_table, &m, error);
}
