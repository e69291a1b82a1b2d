/* limits.c: how often a client may ask. Each has a bucket that fills by the clock; a request takes one drop. Who is not seen for long
 * loses its bucket to somebody else, which is as good as a full one. */
#include <sodium.h>
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
