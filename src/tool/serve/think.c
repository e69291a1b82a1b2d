/* think.c: the threads that think. They take work from one queue, one decision at a time, so that
 * no table starves another; one of them takes only what is known to be quick, so that those who
 * think for long do not keep the others waiting, and one only reviews of whole games, which are
 * never quick.
 *
 * The queue is fair: of the work that a thread may take, it takes that of the table for which least
 * is being done, or for which something was done longest ago. All analyses of a person count as one
 * table. They have a thread of their own, and other threads take them only on machines with more
 * cores and when there is nothing else: however many somebody makes, no table waits for them.
 *
 * Whether work is quick is known from the last time that such an agent played such a game. Threads
 * of the pool stand back behind those that answer requests. */
#include "think.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support/clock.h"
#include "support/thread.h"

#define THREADS_MIN 2 /* beside those for reviews and analyses */
#define THREADS_MAX 16
#define NICE 5
#define NICE_ANALYSES 10
#define GROUPS 1024
#define PACES 64
#define QUICK_SECONDS 0.5

typedef struct waiting waiting;
struct waiting {
    work work;
    waiting *next;
};

/* How long a kind of work took the last time. */
typedef struct {
    work_kind kind;
    const lf_game *game; /* NULL: the place is free */
    char agent_spec[MATCH_WHO_BYTES];
    double seconds;
} pace;

/* What a thread takes. The first three take nothing else; TAKES_TABLES is all but reviews and
 * analyses. */
typedef enum { TAKES_REVIEWS, TAKES_ANALYSES, TAKES_QUICK, TAKES_TABLES, TAKES_ALL } worker_kind;

/* How much is done for a group. Groups that share a place share their turns, too. */
typedef struct {
    int running;
    uint64_t last; /* when something was begun for it, by the clock of the pool */
} group_turn;

typedef struct {
    struct bot_pool *pool;
    pthread_t thread;
    worker_kind kind;
} worker;

struct bot_pool {
    server *server;
    agent_cache *agent_cache;
    worker workers[THREADS_MAX + TAKES_QUICK];
    int count;
    pthread_mutex_t lock;
    pthread_cond_t news; /* there is work, or the end has come */
    waiting *first, **last;
    group_turn groups[GROUPS];
    uint64_t clock;
    pace paces[PACES];
    int next_pace;
    bool stopping;
};

agent_cache *think_agent_cache(const server *s) {
    return s->bots->agent_cache;
}

/* ---- what is quick: under the lock ----------------------------------------------------------- */

static pace *pace_of(bot_pool *p, const work *w) {
    for (int i = 0; i < PACES; i++)
        if (p->paces[i].game == w->game && p->paces[i].kind == w->kind &&
            strcmp(p->paces[i].agent_spec, w->agent_spec) == 0)
            return &p->paces[i];
    return NULL;
}

static bool is_quick(bot_pool *p, const work *w) {
    const pace *known = pace_of(p, w);
    return known == NULL || known->seconds < QUICK_SECONDS;
}

static bool may_take(bot_pool *p, worker_kind kind, const work *w) {
    if (w->kind == WORK_REVIEW || kind == TAKES_REVIEWS)
        return w->kind == WORK_REVIEW && kind == TAKES_REVIEWS;
    if (w->analysis || kind == TAKES_ANALYSES)
        return w->analysis && (kind == TAKES_ANALYSES || kind == TAKES_ALL);
    return kind != TAKES_QUICK || is_quick(p, w);
}

static void note_pace(bot_pool *p, const work *w, double seconds) {
    pace *known = pace_of(p, w);
    if (known == NULL) {
        known = &p->paces[p->next_pace++ % PACES];
        *known = (pace){.kind = w->kind, .game = w->game};
        snprintf(known->agent_spec, sizeof known->agent_spec, "%s", w->agent_spec);
    }
    known->seconds = seconds;
}

/* ---- the queue ------------------------------------------------------------------------------- */

/* What counts as one in the queue. */
static uint64_t group_of(const table *t, bool analysis) {
    static const unsigned char key[crypto_shorthash_KEYBYTES] = "who has his tur";
    static const uint8_t nobody[STORE_HASH_BYTES];
    /* older ones do not say it */
    const bool by_maker = analysis && !auth_same(t->row.maker, nobody);
    uint64_t group;
    crypto_shorthash((unsigned char *)&group,
                     by_maker ? t->row.maker : (const unsigned char *)t->id,
                     by_maker ? STORE_HASH_BYTES : strlen(t->id), key);
    return group;
}

static group_turn *turn_of(bot_pool *p, const work *w) {
    return &p->groups[w->group % GROUPS];
}

bool think_add(server *s, work_kind kind, const table *t, lf_seat seat, const char *agent_spec) {
    bot_pool *p = s->bots;
    waiting *w = p != NULL ? calloc(1, sizeof *w) : NULL;
    if (w == NULL)
        return false;
    const bool analysis = json_is_object(json_object_get(t->head, "analysis"));
    w->work = (work){.kind = kind,
                     .seat = seat,
                     .game = t->match.game,
                     .analysis = analysis,
                     .group = group_of(t, analysis)};
    snprintf(w->work.table, sizeof w->work.table, "%s", t->id);
    snprintf(w->work.agent_spec, sizeof w->work.agent_spec, "%s", agent_spec);
    pthread_mutex_lock(&p->lock);
    *p->last = w;
    p->last = &w->next;
    pthread_cond_broadcast(&p->news); /* a single one might wake the thread that may not take it */
    pthread_mutex_unlock(&p->lock);
    return true;
}

/* Does `a` come before `b`, which was queued earlier? */
static bool comes_first(bot_pool *p, const work *a, const work *b) {
    const group_turn *one = turn_of(p, a), *other = turn_of(p, b);
    if (a->analysis != b->analysis)
        return b->analysis;
    return one->running != other->running ? one->running < other->running : one->last < other->last;
}

/* The work that this thread takes next; NULL: none. Nobody knows yet how long work that is begun
 * for the first time takes: until it is done, others like it do not count as quick. */
static waiting *find_work(bot_pool *p, worker_kind kind) {
    waiting **best = NULL;
    for (waiting **at = &p->first; *at != NULL; at = &(*at)->next)
        if (may_take(p, kind, &(*at)->work) &&
            (best == NULL || comes_first(p, &(*at)->work, &(*best)->work)))
            best = at;
    if (best == NULL)
        return NULL;
    waiting *found = *best;
    *best = found->next;
    if (p->last == &found->next)
        p->last = best;
    if (pace_of(p, &found->work) == NULL)
        note_pace(p, &found->work, QUICK_SECONDS);
    turn_of(p, &found->work)->running++;
    turn_of(p, &found->work)->last = ++p->clock;
    return found;
}

static waiting *take(bot_pool *p, worker_kind kind) {
    waiting *w = NULL;
    pthread_mutex_lock(&p->lock);
    while (!p->stopping && (w = find_work(p, kind)) == NULL)
        pthread_cond_wait(&p->news, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return w;
}

static void *run(void *context) {
    static void (*const works[WORK_KINDS])(server *, const work *) = {[WORK_BOT] = bots_work,
                                                                      [WORK_ADVICE] = advice_work,
                                                                      [WORK_CHANCES] = chances_work,
                                                                      [WORK_REVIEW] = review_work};
    const worker *self = context;
    bot_pool *p = self->pool;
    /* of this thread alone */
    setpriority(PRIO_PROCESS, 0, self->kind == TAKES_ANALYSES ? NICE_ANALYSES : NICE);
    for (waiting *w = take(p, self->kind); w != NULL; w = take(p, self->kind)) {
        const double begin = lf_clock_seconds();
        works[w->work.kind](p->server, &w->work);
        const double seconds = lf_clock_seconds() - begin;
        background_thought(p->server->background, w->work.game, seconds);
        pthread_mutex_lock(&p->lock);
        note_pace(p, &w->work, seconds);
        assert(turn_of(p, &w->work)->running > 0);
        turn_of(p, &w->work)->running--;
        pthread_cond_broadcast(&p->news); /* what waited may count as quick now */
        pthread_mutex_unlock(&p->lock);
        free(w);
    }
    return NULL;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static int threads_wanted(const server *s) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const long wanted = s->settings->bots > 0 ? s->settings->bots : cores;
    return wanted < THREADS_MIN ? THREADS_MIN : wanted > THREADS_MAX ? THREADS_MAX : (int)wanted;
}

bool think_open(server *s) {
    bot_pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return false;
    p->server = s;
    p->last = &p->first;
    p->agent_cache = agent_cache_open(s->settings->bot_seconds);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->news, NULL);
    s->bots = p;
    const int wanted = p->agent_cache != NULL ? TAKES_QUICK + threads_wanted(s) : 0;
    for (; p->count < wanted; p->count++) {
        worker *w = &p->workers[p->count];
        *w = (worker){.pool = p, .kind = p->count < TAKES_ALL ? (worker_kind)p->count : TAKES_ALL};
        if (!lf_thread_start(&w->thread, run, w))
            break;
    }
    return p->count > TAKES_TABLES;
}

void think_close(server *s) {
    bot_pool *p = s->bots;
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->news);
    pthread_mutex_unlock(&p->lock);
    if (p->agent_cache != NULL)
        agent_cache_stop(p->agent_cache, NULL);
    for (int i = 0; i < p->count; i++)
        pthread_join(p->workers[i].thread, NULL);
    while (p->first != NULL) {
        waiting *next = p->first->next;
        free(p->first);
        p->first = next;
    }
    agent_cache_close(p->agent_cache);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->news);
    free(p);
    s->bots = NULL;
}
