/* clocks.c: time for thinking at tables. What was thought goes with each event into the store
 * (`elapsed`), so that what is left is on the disk with the decision, and a table that is fetched
 * again goes on from there: while the server is down nobody's time runs. It runs once all seats are
 * taken. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server.h"

#define DUE_MAX 64 /* flags that fall in one look; others fall in the next */

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool clock_waits(const table *t) {
    for (lf_seat seat = 0; seat < match_seats(&t->match); seat++)
        if (strcmp(t->match.who[seat], "open") == 0 && !seat_is_taken(t, seat))
            return true;
    return false;
}

/* For whom time runs now, if for anybody. */
static lf_seat thinker(const table *t) {
    return clock_waits(t) ? LF_NOBODY : lf_session_clock_seat(t->match.session);
}

int64_t clock_spent(const table *t) {
    const int64_t now = now_ms();
    return thinker(t) != LF_NOBODY && now > t->clock_seen ? now - t->clock_seen : 0;
}

void clock_note(table *t) {
    const lf_seat seat = thinker(t);
    t->clock_seen = now_ms();
    t->deadline =
        seat != LF_NOBODY ? t->clock_seen + lf_session_time_left(t->match.session, seat) : 0;
}

bool clock_is_out(const table *t) {
    const lf_seat seat = thinker(t);
    return seat != LF_NOBODY && clock_spent(t) >= lf_session_time_left(t->match.session, seat);
}

bool clock_time_out(table *t, store_error *error) {
    const lf_seat seat = thinker(t);
    const lf_game *game = t->match.game;
    assert(seat != LF_NOBODY); /* somebody's time has run out */
    const bool goes_on = match_seats(&t->match) > LF_RESIGN_SEATS;
    json_t *payload = json_pack("{s:s, s:I, s:s*}", "seat", lf_name(game, LF_OF_SEATS, seat),
                                "elapsed", (json_int_t)lf_session_time_left(t->match.session, seat),
                                "who", goes_on ? DEPUTY : NULL);
    const bool good = table_commit(t, "timeout", payload, error);
    if (good)
        listeners_review(t);
    return good;
}

/* The tables whose deadline has passed, by their ids: they are entered one after the other, without
 * the lock of all. */
static int find_due(server *s, char due[DUE_MAX][STORE_ID_BYTES]) {
    const int64_t now = now_ms();
    int count = 0;
    pthread_mutex_lock(&s->tables_lock);
    for (size_t i = 0; i < s->bucket_count; i++)
        for (const table *t = s->buckets[i]; t != NULL && count < DUE_MAX; t = t->next)
            if (!t->failed && t->deadline != 0 && t->deadline <= now)
                snprintf(due[count++], STORE_ID_BYTES, "%s", t->id);
    pthread_mutex_unlock(&s->tables_lock);
    return count;
}

void clocks_tick(server *s) {
    char due[DUE_MAX][STORE_ID_BYTES];
    const int count = find_due(s, due);
    for (int i = 0; i < count; i++) {
        store_error error = {STORE_OK, ""};
        table *t = table_enter(s, due[i], &error);
        if (t == NULL)
            continue;
        if (clock_is_out(t))
            clock_time_out(t, &error);
        table_leave(t);
    }
}
