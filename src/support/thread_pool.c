/* thread_pool.c: threads that wait for the next round of a job. A round is begun by counting it up
 * and ends when nobody is at it any more. */
#include "thread_pool.h"

#include <assert.h>
#include <stdint.h>
#include <unistd.h>

#include "memory.h"
#include "thread.h"

typedef struct {
    lf_thread_pool *thread_pool;
    int slice;
    pthread_t thread;
} lf_hand;

struct lf_thread_pool {
    lf_hand *hands; /* hands[0] is the caller */
    int size;
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t begun, ended;
    uint64_t round;
    int working;
    bool leaving;
    void (*job)(void *context, int slice);
    void *context;
};

static void *work(void *argument) {
    const lf_hand *hand = argument;
    lf_thread_pool *thread_pool = hand->thread_pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&thread_pool->lock);
    for (;;) {
        while (thread_pool->round == seen && !thread_pool->leaving)
            pthread_cond_wait(&thread_pool->begun, &thread_pool->lock);
        if (thread_pool->leaving)
            break;
        seen = thread_pool->round;
        pthread_mutex_unlock(&thread_pool->lock);
        thread_pool->job(thread_pool->context, hand->slice);
        pthread_mutex_lock(&thread_pool->lock);
        if (--thread_pool->working == 0)
            pthread_cond_signal(&thread_pool->ended);
    }
    pthread_mutex_unlock(&thread_pool->lock);
    return NULL;
}

lf_thread_pool *lf_thread_pool_new(int size) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int wanted = size > 0 ? size : cores > 0 ? (int)cores : 1;
    lf_thread_pool *thread_pool = lf_calloc(1, sizeof *thread_pool);
    lf_hand *hands = lf_calloc((size_t)wanted, sizeof *hands);
    if (thread_pool == NULL || hands == NULL) {
        lf_free(thread_pool);
        lf_free(hands);
        return NULL;
    }
    thread_pool->hands = hands;
    pthread_mutex_init(&thread_pool->lock, NULL);
    pthread_cond_init(&thread_pool->begun, NULL);
    pthread_cond_init(&thread_pool->ended, NULL);
    for (thread_pool->size = 1; thread_pool->size < wanted; thread_pool->size++) {
        lf_hand *hand = &hands[thread_pool->size];
        *hand = (lf_hand){.thread_pool = thread_pool, .slice = thread_pool->size};
        if (!lf_thread_start(&hand->thread, work, hand))
            break;
    }
    return thread_pool;
}

void lf_thread_pool_free(lf_thread_pool *thread_pool) {
    if (thread_pool == NULL)
        return;
    pthread_mutex_lock(&thread_pool->lock);
    thread_pool->leaving = true;
    pthread_cond_broadcast(&thread_pool->begun);
    pthread_mutex_unlock(&thread_pool->lock);
    for (int i = 1; i < thread_pool->size; i++)
        pthread_join(thread_pool->hands[i].thread, NULL);
    pthread_cond_destroy(&thread_pool->begun);
    pthread_cond_destroy(&thread_pool->ended);
    pthread_mutex_destroy(&thread_pool->lock);
    lf_free(thread_pool->hands);
    lf_free(thread_pool);
}

int lf_thread_pool_size(const lf_thread_pool *thread_pool) {
    return thread_pool->size;
}

void lf_thread_pool_run(lf_thread_pool *thread_pool, void (*job)(void *context, int slice),
                        void *context) {
    assert(thread_pool->size >= 1);
    if (thread_pool->size == 1) {
        job(context, 0);
        return;
    }
    pthread_mutex_lock(&thread_pool->lock);
    assert(thread_pool->working == 0); /* one caller at a time */
    thread_pool->job = job;
    thread_pool->context = context;
    thread_pool->working = thread_pool->size - 1;
    thread_pool->round++;
    pthread_cond_broadcast(&thread_pool->begun);
    pthread_mutex_unlock(&thread_pool->lock);
    job(context, 0);
    pthread_mutex_lock(&thread_pool->lock);
    while (thread_pool->working > 0)
        pthread_cond_wait(&thread_pool->ended, &thread_pool->lock);
    pthread_mutex_unlock(&thread_pool->lock);
}
