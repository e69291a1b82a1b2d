/* follower.c: the life of a rank that is not the leader. Its threads play what is in its pool; the
 * caller's own thread talks to the leader: it adds the chunks that come and sends the finished
 * ones. */
#include "follower.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "support/clock.h"
#include "support/files.h"
#include "tool/sim/pool.h"
#include "tool/sim/run/rows.h"

#define LEADER 0
#define HOST_BYTES 64
#define SLOTS_PER_THREAD 16 /* the leader gives fewer chunks at a time: see team.c */

/* A finished chunk as a message. */
typedef struct letter {
    struct letter *next;
    size_t size;
    char text[];
} letter;

typedef struct {
    ranks *ranks;
    pool pool;
    atomic_bool stop;     /* for the games that are being played */
    bool dismissed, lost; /* by the leader; the leader */
    bool all;             /* nobody is missing at the end */
    double heard, sent;
    double patience;
    pthread_mutex_t lock; /* guards the letters */
    letter *first, **last;
} follower;

static void nap(double seconds) {
    struct timespec pause = {.tv_nsec = (long)(seconds * 1e9)};
    nanosleep(&pause, NULL);
}

char *follower_order(ranks *r) {
    double until =
        lf_clock_seconds() + ranks_patience() * 4; /* the leader compiles the game first */
    rank_message message;
    while (!ranks_receive(r, &message)) {
        if (lf_clock_seconds() > until)
            return NULL;
        nap(RANKS_PAUSE_LEAST);
    }
    return message.bytes; /* the first message is always the order */
}

void follower_refuse(ranks *r, const char *why) {
    char host[HOST_BYTES] = "?", text[HOST_BYTES + 512];
    gethostname(host, sizeof host - 1);
    int length = snprintf(text, sizeof text, "%s: %.500s", host, why);
    ranks_send(r, LEADER, RANK_FAILED, text, (size_t)length);
}

/* ---- finished chunks, from the threads ------------------------------------------------------- */

static void write_chunk(const slot *s, const sim_plan *plan, FILE *out) {
    char row[ROW_BYTES];
    fprintf(out, "%" PRId64 "\n", s->number);
    for (int i = 0; i < s->count; i++) {
        size_t length = row_write(row, plan->game, &s->games[i], plan->seatings != NULL);
        fwrite(row, 1, length - 1, out);
        if (s->games[i].error) {
            fputc('\t', out);
            for (const char *c = s->games[i].error; *c; c++)
                fputc(*c == '\n' ? ' ' : *c, out);
        }
        fputc('\n', out);
    }
}

static letter *write_letter(const slot *s, const sim_plan *plan) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL)
        write_chunk(s, plan, out);
    bool good = out != NULL && fclose(out) == 0;
    letter *l = good ? malloc(sizeof *l + size) : NULL;
    if (l != NULL) {
        l->next = NULL;
        l->size = size;
        memcpy(l->text, text, size);
    }
    free(text);
    return l;
}

/* What is folded here is only put aside: only one thread may send. A chunk that was cut short by a
 * stop is dropped. */
static bool put_aside(pool *p, slot *s, lf_error *error) {
    follower *f = p->context;
    letter *l = s->count == s->wanted ? write_letter(s, p->plan) : NULL;
    for (int i = 0; i < s->count; i++) {
        free(s->games[i].error);
        s->games[i].error = NULL;
    }
    if (l == NULL)
        return s->count < s->wanted || lf_error_no_memory(error);
    pthread_mutex_lock(&f->lock);
    *f->last = l;
    f->last = &l->next;
    pthread_mutex_unlock(&f->lock);
    return true;
}

static letter *take_letters(follower *f) {
    pthread_mutex_lock(&f->lock);
    letter *all = f->first;
    f->first = NULL;
    f->last = &f->first;
    pthread_mutex_unlock(&f->lock);
    return all;
}

/* ---- talking to the leader ------------------------------------------------------------------- */

static void tell(follower *f, rank_tag tag, const char *text, size_t size) {
    f->sent = lf_clock_seconds();
    ranks_send(f->ranks, LEADER, tag, text, size);
}

static void add_chunks(follower *f, const char *text) {
    while (*text) {
        char *at;
        int64_t number = strtoll(text, &at, 10), first = strtoll(at, &at, 10);
        int wanted = (int)strtol(at, &at, 10);
        if (*at != '\n' || wanted < 1 || wanted > CHUNK_MAX)
            return;
        pool_add(&f->pool, number, first, wanted);
        text = at + 1;
    }
}

static bool listen(follower *f) {
    rank_message message;
    bool some = false;
    while (ranks_receive(f->ranks, &message)) {
        f->heard = lf_clock_seconds();
        if (message.tag == RANK_GRANT)
            add_chunks(f, message.bytes);
        f->dismissed = f->dismissed || message.tag == RANK_STOP;
        f->all = f->all || (message.tag == RANK_STOP && message.size == 0);
        free(message.bytes);
        some = true;
    }
    return some;
}

static bool speak(follower *f) {
    letter *all = take_letters(f), *next;
    for (letter *l = all; l; l = next) {
        next = l->next;
        tell(f, RANK_RESULT, l->text, l->size);
        free(l);
    }
    if (lf_clock_seconds() - f->sent > f->patience / 6 && ranks_sent(f->ranks, LEADER))
        tell(f, RANK_ALIVE, "", 0);
    return all != NULL;
}

static void introduce(follower *f) {
    char host[HOST_BYTES] = "?", text[HOST_BYTES + 32];
    gethostname(host, sizeof host - 1);
    int length = snprintf(text, sizeof text, "%d %s", f->pool.plan->threads, host);
    f->heard = lf_clock_seconds();
    tell(f, RANK_READY, text, (size_t)length);
}

/* True until the leader has enough, or one of the two is at its end. */
static bool go_on(follower *f, const atomic_bool *stop) {
    f->lost = lf_clock_seconds() - f->heard > f->patience;
    return !f->dismissed && !f->lost && !atomic_load(&f->pool.broken) &&
           !(stop != NULL && atomic_load(stop));
}

static void say_goodbye(follower *f) {
    if (atomic_load(&f->pool.broken))
        follower_refuse(f->ranks, f->pool.error.message);
    else
        tell(f, RANK_BYE, "", 0);
}

bool follower_work(ranks *r, const sim_plan *plan) {
    follower f = {.ranks = r, .patience = ranks_patience()};
    sim_plan own = *plan;
    own.stop = &f.stop;
    f.last = &f.first;
    if (!pool_open(&f.pool, &own, (int64_t)plan->threads * SLOTS_PER_THREAD)) {
        follower_refuse(r, LF_NO_MEMORY);
        return true;
    }
    f.pool.fold = put_aside;
    f.pool.context = &f;
    f.pool.open = true;
    pthread_mutex_init(&f.lock, NULL);
    if (pool_start(&f.pool))
        introduce(&f);
    else
        follower_refuse(r, "No thread could be started.");
    double pause = RANKS_PAUSE_LEAST;
    while (f.pool.started > 0 && go_on(&f, plan->stop)) {
        bool heard = listen(&f), spoke = speak(&f);
        pause = ranks_pause(pause, heard || spoke);
        nap(pause);
    }
    if (f.pool.started > 0)
        say_goodbye(&f);
    f.all = f.all || f.pool.started == 0 ||
            atomic_load(&f.pool.broken); /* it says so: it is not missing */
    atomic_store(&f.stop, true);
    pool_shut(&f.pool);
    pool_close(&f.pool);
    for (letter *l = take_letters(&f), *next; l; l = next) {
        next = l->next;
        free(l);
    }
    pthread_mutex_destroy(&f.lock);
    return f.all;
}
