/* think.c: the threads that think. They take work from one queue, one decision at a time, so that no table starves another; one of them takes
 * only what is known to be quick, so that those who think for long do not keep the others waiting, and one only reviews of whole games,
 * which are never quick.
 *
 * Whether work is quick is known from the last time that such an agent played such a game. Threads of the pool stand back
 * behind those that answer requests. */
#include "think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define THREADS_MIN 2 /* beside the one for reviews */
#define THREADS_MAX 16
#define NICE 5
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
    char words[MATCH_WHO_BYTES];
    double seconds;
} pace;

typedef enum { TAKES_REVIEWS, TAKES_QUICK, TAKES_ALL } worker_kind; /* all but reviews */

typedef struct {
    struct bot_pool *pool;
    pthread_t thread;
    worker_kind kind;
} worker;

struct bot_pool {
    server *server;
    minds *minds;
    worker workers[THREADS_MAX + 1];
    int count;
    pthread_mutex_t lock;
    pthread_cond_t news; /* there is work, or the end has come */
    waiting *first, **last;
    pace paces[PACES];
    int next_pace;
    bool stopping;
};

minds *think_minds(const server *s) {
    return s->bots->minds;
}

/* ---- what is quick: under the lock ---------------------------------------------------------------------------------------- */

static pace *pace_of(bot_pool *p, const work *w) {
    for (int i = 0; i < PACES; i++)
        if (p->paces[i].game == w->game && p->paces[i].kind == w->kind &&
            strcmp(p->paces[i].words, w->words) == 0)
            return &p->paces[i];
    return NULL;
}

static bool is_quick(bot_pool *p, const work *w) {
    const pace *known = pace_of(p, w);
    return known == NULL || known->seconds < QUICK_SECONDS;
}

static bool may_take(bot_pool *p, worker_kind kind, const work *w) {
    if ((w->kind == WORK_REVIEW) != (kind == TAKES_REVIEWS))
        return false;
    return kind != TAKES_QUICK || is_quick(p, w);
}

static void note_pace(bot_pool *p, const work *w, double seconds) {
    pace *known = pace_of(p, w);
    if (known == NULL) {
        known = &p->paces[p->next_pace++ % PACES];
        *known = (pace){.kind = w->kind, .game = w->game};
        snprintf(known->words, sizeof known->words, "%s", w->words);
    }
    known->seconds = seconds;
}

/* ---- the queue --------------------------------------------------------------------------------------------------------- */

bool think_add(server *s, work_kind kind, const table *t, lf_seat seat, const char *words) {
    bot_pool *p = s->bots;
    waiting *w = p != NULL ? calloc(1, sizeof *w) : NULL;
    if (w == NULL)
        return false;
    w->work = (work){.kind = kind, .seat = seat, .game = t->match.game};
    snprintf(w->work.table, sizeof w->work.table, "%s", t->id);
    snprintf(w->work.words, sizeof w->work.words, "%s", words);
    pthread_mutex_lock(&p->lock);
    *p->last = w;
    p->last = &w->next;
    pthread_cond_broadcast(&p->news); /* a single one might wake the thread that may not take it */
    pthread_mutex_unlock(&p->lock);
    return true;
}

/* The first work that this thread may take; NULL: none. Nobody knows yet how long work that is begun for the first time takes: until it is
 * done, others like it do not count as quick. */
static waiting *find_work(bot_pool *p, worker_kind kind) {
    waiting **at = &p->first;
    while (*at != NULL && !may_take(p, kind, &(*at)->work))
        at = &(*at)->next;
    waiting *found = *at;
    if (found == NULL)
        return NULL;
    *at = found->next;
    if (p->last == &found->next)
        p->last = at;
    if (pace_of(p, &found->work) == NULL)
        note_pace(p, &found->work, QUICK_SECONDS);
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

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *run(void *context) {
    static void (*const works[WORK_KINDS])(server *, const work *) = {[WORK_BOT] = bots_work,
                                                                      [WORK_ADVICE] = advice_work,
                                                                      [WORK_CHANCES] = chances_work,
                                                                      [WORK_REVIEW] = review_work};
    const worker *self = context;
    bot_pool *p = self->pool;
    setpriority(PRIO_PROCESS, 0, NICE); /* of this thread alone */
    for (waiting *w = take(p, self->kind); w != NULL; w = take(p, self->kind)) {
        const double begin = now();
        works[w->work.kind](p->server, &w->work);
        const double seconds = now() - begin;
        background_thought(p->server->background, w->work.game, seconds);
        pthread_mutex_lock(&p->lock);
        note_pace(p, &w->work, seconds);
        pthread_cond_broadcast(&p->news); /* what waited may count as quick now */
        pthread_mutex_unlock(&p->lock);
        free(w);
    }
    return NULL;
}

/* ---- beginning and end ---------------------------------------------------------------------------------------------------- */

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
    p->minds = minds_open(s->settings->bot_seconds);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->news, NULL);
    s->bots = p;
    const int wanted = p->minds != NULL ? 1 + threads_wanted(s) : 0;
    for (; p->count < wanted; p->count++) {
        worker *w = &p->workers[p->count];
        *w = (worker){.pool = p, .kind = p->count < TAKES_ALL ? (worker_kind)p->count : TAKES_ALL};
        if (pthread_create(&w->thread, NULL, run, w) != 0)
            break;
    }
    return p->count > THREADS_MIN;
}

void think_close(server *s) {
    bot_pool *p = s->bots;
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->news);
    pthread_mutex_unlock(&p->lock);
    if (p->minds != NULL)
        minds_stop(p->minds, NULL);
    for (int i = 0; i < p->count; i++)
        pthread_join(p->workers[i].thread, NULL);
    while (p->first != NULL) {
        waiting *next = p->first->next;
        free(p->first);
        p->first = next;
    }
    minds_close(p->minds);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->news);
    free(p);
    s->bots = NULL;
}
