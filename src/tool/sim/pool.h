/* pool.h: the threads of one process, and the ring in which finished games wait for their turn.
 *
 * Games are handed out in chunks of consecutive numbers. A finished chunk waits in a ring of slots
 * until all chunks before it have been folded; whoever finishes the chunk that is due folds it and
 * every finished one behind it. A thread that is a whole ring ahead waits, so memory is constant
 * however many games are played. The lock is taken twice a chunk, and never while a game is played
 * or folded.
 *
 * Three parties share the ring: the threads here; the leader of several ranks (team.c), which takes
 * chunks for the others and hands in what they send; and, in another rank, its follower
 * (follower.c), which adds the chunks that it was given. */
#ifndef SIM_POOL_H
#define SIM_POOL_H

#include <pthread.h>

#include "sim.h"

#define CHUNK_MAX 32

typedef struct {
    int64_t number; /* of the chunk in the whole series */
    int64_t first;  /* its first game */
    int wanted;     /* games in it */
    int count;      /* games played: fewer when stopped */
    bool finished;
    game_result games[CHUNK_MAX];
} slot;

typedef struct pool pool;
struct pool {
    const sim_plan *plan;
    /* Called for each chunk in order, by one thread at a time. False, with `error`, breaks
     * everything off. */
    bool (*fold)(pool *, slot *, lf_error *error);
    void *context; /* of `fold` */
    int64_t chunk; /* games in a chunk, but for the last */
    int64_t slot_count;
    slot *slots; /* chunk i of this pool is in slot i mod slot_count */
    pthread_t *threads;
    int started;

    pthread_mutex_t lock; /* guards all below, and slots[…].finished */
    pthread_cond_t changed;
    int64_t chunks;    /* how many there are, as far as known */
    int64_t next;      /* the first that nobody has taken */
    int64_t due;       /* the first that is not folded */
    int64_t *returned; /* chunks that were taken and given back, at most slot_count */
    int64_t returned_count;
    bool open;    /* more chunks may come, or come back */
    bool folding; /* somebody is at it */
    /* a stop cut a chunk short: what is behind it is no longer folded in order */
    bool gap;
    int running;        /* threads that have not ended … */
    int resting;        /* … and those of them that wait for something to do */
    int64_t done;       /* games folded */
    atomic_bool broken; /* `error` says why; everybody stops */
    lf_error error;
};

/* For at most `slot_count` chunks on their way at once. False when out of memory. */
bool pool_open(pool *, const sim_plan *, int64_t slot_count);
void pool_close(pool *);
/* Starts the threads; false if not one started. */
bool pool_start(pool *);
/* Waits until all threads have ended. */
void pool_join(pool *);
/* True while threads are at work, after waiting for at most `seconds`. */
bool pool_wait(pool *, double seconds);
int64_t pool_done(pool *); /* games folded so far */
int64_t pool_left(pool *); /* chunks that nobody has taken */

/* Takes the next chunk; NULL when there is none now. */
slot *pool_take(pool *);
/* Gives back a chunk that was taken and not played. */
void pool_return(pool *, int64_t number);
/* The slot of a chunk that was taken. */
slot *pool_slot(pool *, int64_t number);
/* Adds a chunk to play; there must be a free slot. */
void pool_add(pool *, int64_t number, int64_t first, int wanted);
/* Nothing more will come: threads that find nothing to do end. */
void pool_shut(pool *);
/* The slot is filled. */
void pool_hand_in(pool *, slot *);
void pool_break(pool *, const lf_error *);
bool pool_stopped(pool *);

#endif
