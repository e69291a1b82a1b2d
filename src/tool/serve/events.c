/* events.c: listeners, and what they are told: that something has changed at their table, never what. They fetch it then, and get what
 * they may know.
 *
 * A stream has nothing to say most of the time: its connection sleeps, and is woken when there is something. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

#define TEXT_BYTES 256

struct listener {
    table *table;
    uint8_t hash[STORE_HASH_BYTES]; /* of its token */
    uint32_t seats;
    bool ended;                          /* it may not look any more */
    int64_t told;                        /* version */
    int64_t advised, reckoned, reviewed; /* as last told */
    uint32_t present;                    /* as last told */
    long long dev;                       /* the same, of the game that is watched */
    time_t heard;                        /* when it was last sent anything */
    char text[TEXT_BYTES];
    size_t size, sent;
    bool sleeps;
    listener_wake *wake;
    void *connection;
    listener *next, *next_here; /* of all, and of those at this table */
};

listener *listener_new(table *t, const visitor *v, const char *last_event) {
    listener *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    char *end = NULL;
    const long long last = last_event != NULL ? strtoll(last_event, &end, 10) : -1;
    *l = (listener){
        .table = t, .seats = v->seats, .told = end != NULL && *end == '\0' ? last : -1, .heard = time(NULL)};
    l->advised = t->advised;
    l->reckoned = t->reckoned;
    l->reviewed = t->reviewed;
    memcpy(l->hash, v->hash, STORE_HASH_BYTES);
    server *s = t->server;
    table_hold(t);
    pthread_mutex_lock(&s->listen_lock);
    l->next = s->listeners;
    s->listeners = l;
    l->next_here = t->listeners;
    t->listeners = l;
    pthread_mutex_unlock(&s->listen_lock);
    return l;
}

/* ---- waking: under listen_lock ------------------------------------------------------------------------------------ */

static void wake(listener *l) {
    if (!l->sleeps)
        return;
    l->sleeps = false;
    l->wake(l->connection);
}

static void wake_those_of(const table *t) {
    for (listener *l = t->listeners; l != NULL; l = l->next_here)
        wake(l);
}

static uint32_t present_at(const table *t) {
    uint32_t present = 0;
    for (const listener *l = t->listeners; l != NULL; l = l->next_here)
        present |= l->seats;
    return present;
}

void listener_free(listener *l) {
    server *s = l->table->server;
    pthread_mutex_lock(&s->listen_lock);
    listener **at = &s->listeners;
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    at = &l->table->listeners;
    while (*at != l)
        at = &(*at)->next_here;
    *at = l->next_here;
    wake_those_of(l->table); /* somebody is not there any more */
    pthread_mutex_unlock(&s->listen_lock);
    table_release(l->table);
    free(l);
}

void listeners_announce(table *t) {
    server *s = t->server;
    pthread_mutex_lock(&s->listen_lock);
    t->version = t->match.events;
    t->number = (int64_t)lf_session_decisions(t->match.session);
    wake_those_of(t);
    pthread_mutex_unlock(&s->listen_lock);
}

void listeners_tell_advice(table *t, lf_seat seat) {
    pthread_mutex_lock(&t->server->listen_lock);
    t->advised++;
    t->advised_seat = seat;
    wake_those_of(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

void listeners_tell_chances(table *t) {
    pthread_mutex_lock(&t->server->listen_lock);
    t->reckoned++;
    wake_those_of(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

void listeners_tell_review(table *t) {
    pthread_mutex_lock(&t->server->listen_lock);
    t->reviewed++;
    wake_those_of(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

void listeners_dismiss(table *t) {
    pthread_mutex_lock(&t->server->listen_lock);
    wake_those_of(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

void listeners_review(table *t) {
    pthread_mutex_lock(&t->server->listen_lock);
    for (listener *l = t->listeners; l != NULL; l = l->next_here) {
        const visitor v = table_visitor(t, l->hash);
        l->seats = v.seats;
        l->ended = !v.may_look;
        wake(l);
    }
    pthread_mutex_unlock(&t->server->listen_lock);
}

uint32_t listeners_present(const table *t) {
    server *s = t->server;
    pthread_mutex_lock(&s->listen_lock);
    const uint32_t present = present_at(t);
    pthread_mutex_unlock(&s->listen_lock);
    return present;
}

void listeners_tick(server *s, time_t now) {
    pthread_mutex_lock(&s->listen_lock);
    for (listener *l = s->listeners; l != NULL; l = l->next)
        if (now - l->heard >= HEARTBEAT_SECONDS)
            wake(l);
    pthread_mutex_unlock(&s->listen_lock);
}

void listeners_wake_all(server *s) {
    pthread_mutex_lock(&s->listen_lock);
    for (listener *l = s->listeners; l != NULL; l = l->next)
        wake(l);
    pthread_mutex_unlock(&s->listen_lock);
}

/* ---- what is told ----------------------------------------------------------------------------------------------------- */

static void write_presence(listener *l, uint32_t present) {
    const lf_game *game = l->table->match.game;
    size_t at = (size_t)snprintf(l->text, TEXT_BYTES, "event: presence\ndata: [");
    bool first = true;
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        if ((present >> seat & 1) == 0 || at + 8 >= TEXT_BYTES - 70)
            continue;
        at += (size_t)snprintf(l->text + at, TEXT_BYTES - at - 8, "%s\"%.60s\"", first ? "" : ",",
                               lf_name(game, LF_OF_SEATS, seat));
        first = false;
    }
    at += (size_t)snprintf(l->text + at, TEXT_BYTES - at, "]\n\n");
    l->present = present;
    l->size = at;
}

/* Puts the next thing to tell into `text`; none: size 0. */
static void write_next(listener *l) {
    const table *t = l->table;
    const uint32_t present = present_at(t);
    const time_t now = time(NULL);
    l->sent = l->size = 0;
    if (l->told != t->version) {
        l->size = (size_t)snprintf(l->text, TEXT_BYTES,
                                   "id: %lld\nevent: change\ndata: {\"version\":%lld,\"number\":%lld}\n\n",
                                   (long long)t->version, (long long)t->version, (long long)t->number);
        l->told = t->version;
    } else if (present != l->present) {
        write_presence(l, present);
    } else if (l->advised != t->advised && (l->seats >> t->advised_seat & 1) != 0) {
        l->advised = t->advised;
        l->size = (size_t)snprintf(l->text, TEXT_BYTES, "event: advice\ndata: {\"number\":%lld}\n\n",
                                   (long long)t->number);
    } else if (l->reckoned != t->reckoned) {
        l->reckoned = t->reckoned;
        l->size = (size_t)snprintf(l->text, TEXT_BYTES, "event: chances\ndata: {\"number\":%lld}\n\n",
                                   (long long)t->number);
    } else if (l->reviewed != t->reviewed) {
        l->reviewed = t->reviewed;
        l->size = (size_t)snprintf(l->text, TEXT_BYTES, "event: review\ndata: {\"number\":%lld}\n\n",
                                   (long long)t->number);
    } else if (t->server->dev_version != l->dev) {
        l->dev = t->server->dev_version;
        l->size = (size_t)snprintf(l->text, TEXT_BYTES, "event: dev\ndata: {\"version\":%lld}\n\n", l->dev);
    } else if (now - l->heard >= HEARTBEAT_SECONDS) {
        l->size = (size_t)snprintf(l->text, TEXT_BYTES, ":\n\n");
    }
    l->heard = l->size > 0 ? now : l->heard;
}

int64_t listener_read(listener *l, char *buffer, size_t size, void (*wait)(void *connection),
                      listener_wake *how, void *connection) {
    server *s = l->table->server;
    int64_t count = 0;
    pthread_mutex_lock(&s->listen_lock);
    if (s->stopping || l->ended || l->table->failed) {
        count = -1;
    } else {
        if (l->sent == l->size)
            write_next(l);
        count = (int64_t)(l->size - l->sent < size ? l->size - l->sent : size);
        memcpy(buffer, l->text + l->sent, (size_t)count);
        l->sent += (size_t)count;
        if (count == 0) {
            l->sleeps = true;
            l->wake = how;
            l->connection = connection;
            wait(connection);
        }
    }
    pthread_mutex_unlock(&s->listen_lock);
    return count;
}
