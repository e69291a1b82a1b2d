/* limits.c: how often a client may ask, and what a bot may be set to. The numbers are in server.h.
 *
 * Each client has a bucket that fills by the clock; a request takes one drop. Who is not seen for
 * long loses its bucket to somebody else, which is as good as a full one. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

#define BUCKETS 4096
#define PROBES 8
#define BURST_SECONDS 4

struct bucket {
    uint64_t who; /* 0: free */
    double drops;
    double filled; /* when */
};

bool limits_open(server *s) {
    pthread_mutex_init(&s->limits_lock, NULL);
    s->limits = calloc(BUCKETS, sizeof *s->limits);
    return s->limits != NULL;
}

void limits_close(server *s) {
    free(s->limits);
    pthread_mutex_destroy(&s->limits_lock);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The bucket of a client, or the one among its places that was used longest ago. */
static bucket *find(server *s, uint64_t who, double full, double time) {
    bucket *oldest = NULL;
    for (size_t i = 0; i < PROBES; i++) {
        bucket *b = &s->limits[(who + i) % BUCKETS];
        if (b->who == who)
            return b;
        if (oldest == NULL || b->who == 0 || (oldest->who != 0 && b->filled < oldest->filled))
            oldest = b;
    }
    *oldest = (bucket){who, full, time};
    return oldest;
}

bool limits_allow(server *s, const void *who, size_t size, int share) {
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "clients of serve";
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t number;
    const double rate = (double)s->settings->rate * share;
    if (rate <= 0)
        return true;
    crypto_shorthash(hash, who, size, key);
    memcpy(&number, hash, sizeof number);
    number |= 1;
    const double full = rate * BURST_SECONDS, time = now();
    pthread_mutex_lock(&s->limits_lock);
    bucket *b = find(s, number, full, time);
    b->drops += (time - b->filled) * rate;
    b->drops = b->drops > full ? full : b->drops;
    b->filled = time;
    const bool allowed = b->drops >= 1;
    b->drops -= allowed ? 1 : 0;
    pthread_mutex_unlock(&s->limits_lock);
    return allowed;
}

/* ---- what a bot may be set to --------------------------------------------------------------- */

/* A number with its unit: of bytes, seconds, or just so many. */
static double amount(const char *value) {
    static const struct {
        const char *unit;
        double factor;
    } units[] = {{"ms", 0.001}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}};
    char *unit;
    const double number = strtod(value, &unit);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].unit, unit) == 0)
            return number * units[i].factor;
    return number;
}

/* One setting: KEY=VALUE, a time, or a number of iterations. */
static bool is_within(const server *s, const char *setting, lf_error *why) {
    const struct {
        const char *key;
        double most;
        const char *unit;
    } caps[] = {
        {"threads", BOT_THREADS_MAX, ""},
        {"searchers", BOT_SEARCHERS_MAX, ""},
        {"lanes", BOT_SEARCHERS_MAX, ""}, /* the deprecated name */
        {"tries", BOT_TRIES_MAX, ""},
        {"iterations", BOT_ITERATIONS_MAX, ""},
        {"propose", BOT_ITERATIONS_MAX, ""},
        {"memory", BOT_MEGABYTES, "M"},
        {"time", s->settings->bot_seconds, "s"},
        {"short", s->settings->bot_seconds, "s"},
    };
    const size_t size = strcspn(setting, "=");
    const char *value = setting[size] == '=' ? setting + size + 1 : setting;
    const char *key = value != setting               ? NULL
                      : strchr(setting, 's') != NULL ? "time"
                                                     : "iterations";
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        const bool same =
            key != NULL ? strcmp(caps[i].key, key) == 0
                        : strlen(caps[i].key) == size && strncmp(caps[i].key, setting, size) == 0;
        const double most = caps[i].most * (*caps[i].unit == 'M' ? 1 << 20 : 1);
        if (!same || most <= 0 || amount(value) <= most)
            continue;
        why->status = LF_BAD_ARGUMENT;
        snprintf(why->message, sizeof why->message,
                 "\"%.40s\" is too much: on this server %s may be at most %.12g%s", setting,
                 caps[i].key, caps[i].most, caps[i].unit);
        return false;
    }
    return true;
}

bool limits_bot(const server *s, const char *who, lf_error *why) {
    char settings[MATCH_WHO_BYTES] = "", *rest = NULL;
    const char *name = strchr(who, ':'); /* "bot:NAME:SETTINGS" */
    const char *colon = name != NULL ? strchr(name + 1, ':') : NULL;
    snprintf(settings, sizeof settings, "%s", colon != NULL ? colon + 1 : "");
    for (char *one = strtok_r(settings, ",", &rest); one != NULL; one = strtok_r(NULL, ",", &rest))
        if (!is_within(s, one, why))
            return false;
    return true;
}
