/* limits.c: how often a client may ask, and what a bot may be set to. The numbers are in server.h.
 *
 * Each client has a bucket that fills by the clock; a request takes one drop. Who is not seen for
 * long loses its bucket to somebody else, which is as good as a full one. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"
#include "support/clock.h"

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
    const double full = rate * BURST_SECONDS, time = lf_clock_seconds();
    pthread_mutex_lock(&s->limits_lock);
    bucket *b = find(s, number, full, time);
    b->drops += (time - b->filled) * rate;
    b->drops = b->drops > full ? full : b->drops;
    b->filled = time;
    const bool allowed = b->drops >= 1;
    b->drops -= allowed ? 1 : 0;
    assert(b->drops >= 0);
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

typedef struct {
    const char *key, *unit;
    double most; /* in the unit; 0: as much as one likes */
} bot_cap;

/* The cap that a setting exceeds (KEY=VALUE, a time, or a number of iterations); a key of NULL:
 * none. */
static bot_cap exceeded_cap(const server *s, const char *setting) {
    const bot_cap caps[] = {
        {"threads", "", BOT_THREADS_MAX},
        {"searchers", "", BOT_SEARCHERS_MAX},
        {"lanes", "", BOT_SEARCHERS_MAX}, /* the deprecated name */
        {"tries", "", BOT_TRIES_MAX},
        {"iterations", "", BOT_ITERATIONS_MAX},
        {"propose", "", BOT_ITERATIONS_MAX},
        {"memory", "M", BOT_MEGABYTES},
        {"time", "s", s->settings->bot_seconds},
        {"short", "s", s->settings->bot_seconds},
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
        if (same && most > 0 && amount(value) > most)
            return caps[i];
    }
    return (bot_cap){.key = NULL};
}

/* The settings of "bot:NAME:SETTINGS"; "" if it has none. */
static const char *settings_of(const char *who) {
    const char *name = strchr(who, ':');
    const char *colon = name != NULL ? strchr(name + 1, ':') : NULL;
    return colon != NULL ? colon + 1 : "";
}

bool limits_bot(const server *s, const char *who, lf_error *why) {
    char settings[MATCH_WHO_BYTES], *rest = NULL;
    snprintf(settings, sizeof settings, "%s", settings_of(who));
    for (char *one = strtok_r(settings, ",", &rest); one != NULL;
         one = strtok_r(NULL, ",", &rest)) {
        const bot_cap cap = exceeded_cap(s, one);
        if (cap.key == NULL)
            continue;
        why->status = LF_BAD_ARGUMENT;
        snprintf(why->message, sizeof why->message,
                 "\"%.40s\" is too much: on this server %s may be at most %.12g%s", one, cap.key,
                 cap.most, cap.unit);
        return false;
    }
    return true;
}

void limits_clamp_bot(const server *s, char who[MATCH_WHO_BYTES]) {
    char settings[MATCH_WHO_BYTES], clamped[2 * MATCH_WHO_BYTES], *rest = NULL;
    snprintf(settings, sizeof settings, "%s", settings_of(who));
    const size_t head = strlen(who) - strlen(settings);
    size_t size = (size_t)snprintf(clamped, sizeof clamped, "%.*s", (int)head, who);
    bool first = true;
    for (char *one = strtok_r(settings, ",", &rest); one != NULL;
         one = strtok_r(NULL, ",", &rest), first = false) {
        const bot_cap cap = exceeded_cap(s, one);
        assert(size + strlen(one) + 40 < sizeof clamped);
        size += (size_t)(cap.key != NULL
                             ? snprintf(clamped + size, sizeof clamped - size, "%s%s=%.12g%s",
                                        first ? "" : ",", cap.key, cap.most, cap.unit)
                             : snprintf(clamped + size, sizeof clamped - size, "%s%s",
                                        first ? "" : ",", one));
    }
    /* what becomes too long by it is played by the agent with its own settings */
    if (size >= MATCH_WHO_BYTES)
        clamped[head > 0 && who[head - 1] == ':' ? head - 1 : head] = '\0';
    snprintf(who, MATCH_WHO_BYTES, "%.*s", MATCH_WHO_BYTES - 1, clamped);
}
