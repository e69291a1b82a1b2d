/* background.c: one thread that builds native code, one game after the other, with one compiler at
 * a time, and stands back behind all others. It is there only once something is to be built. */
#include "background.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "support/thread.h"

#define GAMES_MAX 64 /* more are never built */
#define NICE 10      /* compilers inherit it from the thread that starts them */

typedef struct {
    lf_game *game;
    double seconds; /* thought about */
    bool wanted, done;
} thought_about;

struct background {
    double after;
    void (*tell)(const char *);
    pthread_mutex_t lock;
    pthread_cond_t news;
    pthread_t thread;
    bool begun;
    thought_about games[GAMES_MAX];
    int count;
    atomic_bool stopping;
};

static bool is_stopping(void *context) {
    const background *b = context;
    return atomic_load_explicit(&b->stopping, memory_order_relaxed);
}

static void build(background *b, lf_game *game) {
    char text[400];
    lf_error error = {0};
    const lf_build how = {.jobs = 1, .stop = is_stopping, .context = b};
    const bool good =
        lf_game_build(game, &how, &error) == LF_OK && lf_game_native(game, NULL, &error) == LF_OK;
    if (b->tell == NULL || is_stopping(b))
        return;
    if (good)
        snprintf(text, sizeof text, "%.100s runs as native code now.", lf_game_title(game));
    else
        snprintf(text, sizeof text,
                 "%.100s goes on as bytecode, which is slower and plays the same: %.200s",
                 lf_game_title(game), error.message);
    b->tell(text);
}

/* The next game to build; NULL: the end has come. Under the lock. */
static lf_game *next_game(background *b) {
    while (!is_stopping(b)) {
        for (int i = 0; i < b->count; i++)
            if (b->games[i].wanted && !b->games[i].done) {
                b->games[i].done = true;
                return b->games[i].game;
            }
        pthread_cond_wait(&b->news, &b->lock);
    }
    return NULL;
}

static void *run(void *context) {
    background *b = context;
    setpriority(PRIO_PROCESS, 0, NICE); /* of this thread alone */
    pthread_mutex_lock(&b->lock);
    for (lf_game *game = next_game(b); game != NULL; game = next_game(b)) {
        pthread_mutex_unlock(&b->lock);
        build(b, game);
        pthread_mutex_lock(&b->lock);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

background *background_new(double after, void (*tell)(const char *)) {
    background *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->after = after;
    b->tell = tell;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->news, NULL);
    return b;
}

/* The entry of a game, a new one if need be; NULL: there are too many. Under the lock. */
static thought_about *entry_of(background *b, const lf_game *game) {
    for (int i = 0; i < b->count; i++)
        if (b->games[i].game == game)
            return &b->games[i];
    if (b->count == GAMES_MAX)
        return NULL;
    b->games[b->count] = (thought_about){.game = (lf_game *)game};
    return &b->games[b->count++];
}

void background_thought(background *b, const lf_game *game, double seconds) {
    if (b == NULL || lf_game_is_native(game))
        return;
    pthread_mutex_lock(&b->lock);
    thought_about *entry = entry_of(b, game);
    if (entry != NULL && !entry->wanted && (entry->seconds += seconds) >= b->after) {
        entry->wanted = true;
        b->begun = b->begun || lf_thread_start(&b->thread, run, b);
        pthread_cond_signal(&b->news);
    }
    pthread_mutex_unlock(&b->lock);
}

void background_free(background *b) {
    if (b == NULL)
        return;
    pthread_mutex_lock(&b->lock);
    atomic_store_explicit(&b->stopping, true, memory_order_relaxed);
    pthread_cond_signal(&b->news);
    pthread_mutex_unlock(&b->lock);
    if (b->begun)
        pthread_join(b->thread, NULL);
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->news);
    free(b);
}
