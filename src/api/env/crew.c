/* crew.c: threads that wait for the next round of a job. A round is begun by counting it up and
 * ends when nobody is at it any more. */
#include "crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "base/base.h"

typedef struct {
    lf_crew *crew;
    int slice;
    pthread_t thread;
} lf_hand;

struct lf_crew {
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
    lf_crew *crew = hand->crew;
    uint64_t seen = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->round == seen && !crew->leaving)
            pthread_cond_wait(&crew->begun, &crew->lock);
        if (crew->leaving)
            break;
        seen = crew->round;
        pthread_mutex_unlock(&crew->lock);
        crew->job(crew->context, hand->slice);
        pthread_mutex_lock(&crew->lock);
        if (--crew->working == 0)
            pthread_cond_signal(&crew->ended);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

lf_crew *lf_crew_new(int size) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const int wanted = size > 0 ? size : cores > 0 ? (int)cores : 1;
    lf_crew *crew = lf_calloc(1, sizeof *crew);
    lf_hand *hands = lf_calloc((size_t)wanted, sizeof *hands);
    if (crew == NULL || hands == NULL) {
        lf_free(crew);
        lf_free(hands);
        return NULL;
    }
    crew->hands = hands;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->ended, NULL);
    for (crew->size = 1; crew->size < wanted; crew->size++) {
        lf_hand *hand = &hands[crew->size];
        *hand = (lf_hand){.crew = crew, .slice = crew->size};
        if (pthread_create(&hand->thread, NULL, work, hand) != 0)
            break;
    }
    return crew;
}

void lf_crew_free(lf_crew *crew) {
    if (crew == NULL)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->leaving = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 1; i < crew->size; i++)
        pthread_join(crew->hands[i].thread, NULL);
    pthread_cond_destroy(&crew->begun);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
    lf_free(crew->hands);
    lf_free(crew);
}

int lf_crew_size(const lf_crew *crew) {
    return crew->size;
}

void lf_crew_run(lf_crew *crew, void (*job)(void *context, int slice), void *context) {
    if (crew->size == 1) {
        job(context, 0);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->job = job;
    crew->context = context;
    crew->working = crew->size - 1;
    crew->round++;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
    job(context, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0)
        pthread_cond_wait(&crew->ended, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
