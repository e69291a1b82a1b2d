/* events.c: listeners, and what is sent to them: that something has changed at their table, never
 * what. They fetch the change and get what they may know.
 *
 * A stream has nothing to say most of the time: its connection sleeps, and is woken when there is
 * something. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"
#include "support/text.h"

struct listener {
    table *table;
    uint8_t hash[STORE_HASH_BYTES]; /* of its token */
    device device;
    uint32_t seats;
    bool onlooker;                                 /* it has no seat, and does not own the table */
    bool ended;                                    /* it may not look any more */
    int64_t sent_version;                          /* version */
    int64_t advised, reckoned, reviewed, problems; /* as last sent */
    uint32_t present;                              /* as last sent */
    /* a seat of its own is open on another device: now, as last sent */
    bool elsewhere, sent_elsewhere;
    long long dev; /* the same, of the game that is watched */
    time_t heard;  /* when it was last sent anything */
    lf_text text;  /* what is being sent */
    size_t sent;   /* bytes of it */
    bool sleeps;
    listener_wake *wake;
    void *connection;
    listener *next, **back, *next_here, **back_here; /* of all, and of those at this table */
};

/* ---- waking: under listen_lock --------------------------------------------------------------- */

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

/* ---- who is there: under listen_lock -------------------------------------------------------- */

/* Counts a listener's seats in (by 1) or out (by -1). What is present follows from the counts, so
 * that nobody has to look at all listeners for it. */
static void count_seats(table *t, uint32_t seats, int by) {
    const uint32_t before = t->present;
    for (int seat = 0; seat < LF_SEATS_MAX; seat++) {
        if ((seats >> seat & 1) == 0)
            continue;
        t->listening[seat] += by;
        assert(t->listening[seat] >= 0);
        t->present = t->listening[seat] > 0 ? t->present | UINT32_C(1) << seat
                                            : t->present & ~(UINT32_C(1) << seat);
    }
    if (t->present != before)
        wake_those_of(t);
}

static bool are_two_devices(const listener *a, const listener *b) {
    return (a->seats & b->seats) != 0 && (a->device.name == 0 || a->device.name != b->device.name);
}

/* Has somebody asked lately from another device than the listener's? */
static bool is_polled_elsewhere(const listener *l, const device *poll, time_t now) {
    if (poll->seen == 0 || now - poll->seen > POLL_SECONDS || (poll->seats & l->seats) == 0)
        return false;
    return poll->name != 0 && l->device.name != 0 ? poll->name != l->device.name
                                                  : poll->origin != l->device.origin;
}

/* A listener learns when a seat of its own is open on another device. */
static void compare_devices(table *t) {
    const time_t now = time(NULL);
    for (listener *l = t->listeners; l != NULL; l = l->next_here) {
        l->elsewhere = false;
        for (listener *m = l->seats != 0 ? t->listeners : NULL; m != NULL && !l->elsewhere;
             m = m->next_here)
            l->elsewhere = m != l && are_two_devices(l, m);
        for (int i = 0; i < POLLS_MAX && !l->elsewhere; i++)
            l->elsewhere = is_polled_elsewhere(l, &t->polls[i], now);
        if (l->elsewhere != l->sent_elsewhere)
            wake(l);
    }
}

static void set_seats(listener *l, uint32_t seats) {
    if (seats == l->seats)
        return;
    count_seats(l->table, l->seats, -1);
    l->seats = seats;
    count_seats(l->table, l->seats, 1);
    compare_devices(l->table);
}

/* A person may have so many streams, those who look on at a table so many together. The host has a
 * page for each of any number of tables. */
static bool has_room(const table *t, const listener *l, bool host) {
    int own = 0, onlookers = 0;
    for (const listener *m = t->server->listeners; m != NULL; m = m->next) {
        own += !m->onlooker && auth_same(m->hash, l->hash) && (!host || m->table == t);
        onlookers += m->onlooker && m->table == t;
    }
    return l->onlooker ? onlookers < ONLOOKER_STREAMS_MAX : own < TOKEN_STREAMS_MAX;
}

static uint64_t number_of(const char *text) {
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "devices of seat";
    uint64_t number = 0;
    if (text == NULL || *text == '\0')
        return 0;
    crypto_shorthash((unsigned char *)&number, (const unsigned char *)text, strlen(text), key);
    return number | 1;
}

device device_of(const request *r, const visitor *v) {
    return (device){.name = number_of(r->query(r->context, "device")),
                    .origin = number_of(r->client) ^ number_of(r->agent) << 1,
                    .seats = v->seats,
                    .seen = time(NULL)};
}

void listeners_note_request(table *t, const device *from) {
    pthread_mutex_lock(&t->server->listen_lock);
    device *place = &t->polls[0];
    for (int i = 0; i < POLLS_MAX; i++) {
        device *const poll = &t->polls[i];
        if (poll->name == from->name && poll->origin == from->origin) {
            place = poll;
            break;
        }
        place = poll->seen < place->seen ? poll : place;
    }
    const bool news = place->name != from->name || place->origin != from->origin ||
                      place->seats != from->seats || from->seen - place->seen > POLL_SECONDS;
    *place = *from;
    if (news)
        compare_devices(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

static void link_in(server *s, listener *l) {
    table *t = l->table;
    l->next = s->listeners;
    l->back = &s->listeners;
    l->next_here = t->listeners;
    l->back_here = &t->listeners;
    if (l->next != NULL)
        l->next->back = &l->next;
    if (l->next_here != NULL)
        l->next_here->back_here = &l->next_here;
    s->listeners = t->listeners = l;
}

static void unlink_from(listener *l) {
    *l->back = l->next;
    *l->back_here = l->next_here;
    if (l->next != NULL)
        l->next->back = l->back;
    if (l->next_here != NULL)
        l->next_here->back_here = l->back_here;
}

listener *listener_new(table *t, const visitor *v, const listening *wanted, bool *full) {
    listener *l = calloc(1, sizeof *l);
    *full = false;
    if (l == NULL)
        return NULL;
    char *end = NULL;
    const long long last = wanted->last_event != NULL ? strtoll(wanted->last_event, &end, 10) : -1;
    *l = (listener){.table = t,
                    .device = wanted->device,
                    .onlooker = v->seats == 0 && !v->owner,
                    .sent_version = end != NULL && *end == '\0' ? last : -1,
                    .heard = time(NULL),
                    .advised = t->advised,
                    .reckoned = t->reckoned,
                    .reviewed = t->reviewed,
                    .problems = t->problems};
    memcpy(l->hash, v->hash, STORE_HASH_BYTES);
    server *s = t->server;
    table_hold(t);
    pthread_mutex_lock(&s->listen_lock);
    *full = !has_room(t, l, wanted->host);
    if (!*full) {
        link_in(s, l);
        set_seats(l, v->seats);
    }
    pthread_mutex_unlock(&s->listen_lock);
    if (!*full)
        return l;
    table_release(t);
    free(l);
    return NULL;
}

void listener_free(listener *l) {
    server *s = l->table->server;
    pthread_mutex_lock(&s->listen_lock);
    unlink_from(l);
    set_seats(l, 0); /* the others see that somebody has left */
    pthread_mutex_unlock(&s->listen_lock);
    table_release(l->table);
    lf_text_free(&l->text);
    free(l);
}

/* ---- telling -------------------------------------------------------------------------------- */

void listeners_announce(table *t) {
    server *s = t->server;
    pthread_mutex_lock(&s->listen_lock);
    t->version = t->match.events;
    t->number = (int64_t)lf_session_decisions(t->match.session);
    wake_those_of(t);
    pthread_mutex_unlock(&s->listen_lock);
}

void listeners_send_advice(table *t, lf_seat seat) {
    pthread_mutex_lock(&t->server->listen_lock);
    t->advised++;
    t->advised_seat = seat;
    wake_those_of(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

void listeners_send_chances(table *t) {
    pthread_mutex_lock(&t->server->listen_lock);
    t->reckoned++;
    wake_those_of(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

void listeners_send_review(table *t) {
    pthread_mutex_lock(&t->server->listen_lock);
    t->reviewed++;
    wake_those_of(t);
    pthread_mutex_unlock(&t->server->listen_lock);
}

void listeners_send_problem(table *t) {
    pthread_mutex_lock(&t->server->listen_lock);
    t->problems++;
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
        set_seats(l, v.seats);
        l->onlooker = v.seats == 0 && !v.owner;
        l->ended = !v.may_view;
        wake(l);
    }
    pthread_mutex_unlock(&t->server->listen_lock);
}

uint32_t listeners_present(const table *t) {
    server *s = t->server;
    pthread_mutex_lock(&s->listen_lock);
    const uint32_t present = t->present;
    pthread_mutex_unlock(&s->listen_lock);
    return present;
}

void listeners_tick(server *s, time_t now) {
    pthread_mutex_lock(&s->listen_lock);
    for (listener *l = s->listeners; l != NULL; l = l->next) {
        if (l->elsewhere && l == l->table->listeners) /* a device that only asked may be gone */
            compare_devices(l->table);
        if (now - l->heard >= HEARTBEAT_SECONDS)
            wake(l);
    }
    pthread_mutex_unlock(&s->listen_lock);
}

void listeners_wake_all(server *s) {
    pthread_mutex_lock(&s->listen_lock);
    for (listener *l = s->listeners; l != NULL; l = l->next)
        wake(l);
    pthread_mutex_unlock(&s->listen_lock);
}

/* ---- what is sent ---------------------------------------------------------------------------- */

static void send_presence(listener *l) {
    const lf_game *game = l->table->match.game;
    json_t *names = json_array();
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        if ((l->table->present >> seat & 1) != 0)
            json_array_append_new(names, json_string(lf_name(game, LF_OF_SEATS, seat)));
    char *text = json_dumps(names, JSON_COMPACT);
    json_decref(names);
    if (text != NULL)
        lf_text_printf(&l->text, "event: presence\ndata: %s\n\n", text);
    free(text);
    l->present = l->table->present;
}

static void send_number(listener *l, const char *event) {
    lf_text_printf(&l->text, "event: %s\ndata: {\"number\":%lld}\n\n", event,
                   (long long)l->table->number);
}

/* Puts the next event into `text`; none, or no memory for it: the text is empty. */
static void write_next(listener *l) {
    const table *t = l->table;
    const time_t now = time(NULL);
    l->sent = l->text.length = 0;
    l->text.failed = false;
    if (l->sent_version != t->version) {
        l->sent_version = t->version;
        lf_text_printf(&l->text,
                       "id: %lld\nevent: change\ndata: {\"version\":%lld,\"number\":%lld}\n\n",
                       (long long)t->version, (long long)t->version, (long long)t->number);
    } else if (t->present != l->present) {
        send_presence(l);
    } else if (l->elsewhere != l->sent_elsewhere) {
        l->sent_elsewhere = l->elsewhere;
        lf_text_printf(&l->text, "event: devices\ndata: {\"elsewhere\":%s}\n\n",
                       l->elsewhere ? "true" : "false");
    } else if (l->advised != t->advised && (l->seats >> t->advised_seat & 1) != 0) {
        l->advised = t->advised;
        send_number(l, "advice");
    } else if (l->reckoned != t->reckoned) {
        l->reckoned = t->reckoned;
        send_number(l, "chances");
    } else if (l->reviewed != t->reviewed) {
        l->reviewed = t->reviewed;
        send_number(l, "review");
    } else if (l->problems != t->problems) {
        l->problems = t->problems;
        send_number(l, "problem");
    } else if (t->server->dev_version != l->dev) {
        l->dev = t->server->dev_version;
        lf_text_printf(&l->text, "event: dev\ndata: {\"version\":%lld}\n\n", l->dev);
    } else if (now - l->heard >= HEARTBEAT_SECONDS) {
        lf_text_printf(&l->text, ":\n\n");
    }
    if (l->text.failed) /* half an event is none */
        l->text.length = 0;
    l->heard = l->text.length > 0 ? now : l->heard;
}

int64_t listener_read(listener *l, char *buffer, size_t size, void (*wait)(void *connection),
                      listener_wake *how, void *connection) {
    server *s = l->table->server;
    int64_t count = 0;
    pthread_mutex_lock(&s->listen_lock);
    if (s->stopping || l->ended || l->table->failed) {
        count = -1;
    } else {
        if (l->sent == l->text.length)
            write_next(l);
        assert(l->sent <= l->text.length);
        const size_t left = l->text.length - l->sent;
        count = (int64_t)(left < size ? left : size);
        if (count > 0)
            memcpy(buffer, l->text.data + l->sent, (size_t)count);
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
