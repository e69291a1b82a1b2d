/* measure.h: measures a net: its error on games that it did not learn from, its results against
 * simple players, and which features matter. */
#ifndef TRAIN_MEASURE_H
#define TRAIN_MEASURE_H

#include "support/thread_pool.h"
#include "train.h"

/* Held-out positions: the sums of errors, which belong to the result, and statistics of the
 * features. */
typedef struct {
    const lf_feature_layout *layout;
    train_held *held;
    double *sums, *squares; /* [features]: over the last held-out positions */
    double *open;           /* [hidden]: how often a hidden unit was not clipped */
    int64_t counted;        /* positions */
} measures;

bool measures_open(measures *, const lf_feature_layout *, train_held *);
void measures_close(measures *);
void measures_add(measures *, const learner *, const training_example *, size_t count);

typedef struct {
    lf_thread_pool *thread_pool;
    selfplay_worker *workers; /* one for each thread */
    const lf_feature_layout *layout;
    const lf_value_net *net;
    const train_settings *settings;
    const atomic_bool *stop;
} matches_plan;

/* Plays the matches and reads the sums, which begin at 0 again. */
bool measures_take(measures *, const matches_plan *, train_point *out);

/* Writes the weights that matter into result->weights. */
bool measures_weigh(const measures *, train_result *);

#endif
