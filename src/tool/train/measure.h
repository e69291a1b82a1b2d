/* measure.h: how good a net is: its error on games that it did not learn from, games against simple
 * players, and which features it turns on. */
#ifndef TRAIN_MEASURE_H
#define TRAIN_MEASURE_H

#include "api/env/thread_pool.h"
#include "train.h"

/* What was held out: its sums, which are the result's, and how features were spread there. */
typedef struct {
    const vocabulary *words;
    train_held *held;
    double *sums, *squares,
        *open; /* [features], [features], [hidden]: over the last positions that were held out */
    int64_t looked_at;
} measures;

bool measures_open(measures *, const vocabulary *, train_held *);
void measures_close(measures *);
void measures_add(measures *, const learner *, const lesson *, size_t count);

typedef struct {
    lf_thread_pool *thread_pool;
    practice *tables; /* one a thread */
    const vocabulary *words;
    const value_net *net;
    const train_settings *settings;
    const atomic_bool *stop;
} matches_plan;

/* Plays the matches and takes the sums, which begin anew. */
bool measures_take(measures *, const matches_plan *, train_point *out);

/* The weights that matter, into result->weights. */
bool measures_weigh(const measures *, train_result *);

#endif
