/* learner.h: the net of a learned evaluation (api/agents/value/value_net.h) while it is trained. It
 * computes with doubles, learns by gradient descent (Adam), and is quantised to integers for use.
 *
 * Everything runs in a fixed order on one thread, so that a training can be repeated bit for
 * bit. */
#ifndef TRAIN_LEARNER_H
#define TRAIN_LEARNER_H

#include "ludoforge_tools.h"

/* A position with its targets by seat: shares of the win, which add up to 1, and margins in units
 * of the margin scale. */
typedef struct {
    const lf_feature *features;
    uint32_t count;
    double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
} training_example;

typedef struct {
    uint32_t features, hidden, seats, outputs, width; /* width = hidden + outputs */
    size_t count;                                     /* of all weights */
    int32_t margin_scale;
    double *weights; /* [features][width], then [width] biases, then [hidden][outputs] */
    double *first_moment, *second_moment, *gradient;
    int64_t steps;
    int8_t *halvings; /* [features]: how often a value is halved before it is used */
    uint8_t *touched; /* [features]: occurs in this batch */
    uint32_t *touched_list, touched_count;
    uint32_t *seen; /* [features]: in how many positions it occurred, at most UINT32_MAX */
} learner;

bool learner_open(learner *, uint32_t features, uint32_t hidden, uint32_t seats, uint64_t seed);
void learner_close(learner *);

/* Finds the range of each feature before the training: larger values are halved until they are at
 * most 1. */
void learner_measure(learner *, const training_example *, size_t count);

/* Evaluates a position, in the units of the targets. */
void learner_evaluate(const learner *, const lf_feature *, uint32_t count, double *win,
                      double *margin);
/* The error for one position: cross entropy of the wins, and mean squared error of the margins. */
typedef struct {
    double win, margin;
} learner_loss;
learner_loss learner_loss_of(const learner *, const training_example *);

/* Adds the gradient of one position's loss. */
void learner_add(learner *, const training_example *);
/* Moves the weights by the gradients that were added since the last step. `positions`: their
 * number. */
void learner_step(learner *, size_t positions, double rate);

/* Counts in `open` [hidden] which hidden units are not clipped at this position. */
void learner_count_open(const learner *, const lf_feature *, uint32_t count, double *open);
/* The derivative of an output by a feature, as the mean of the `positions` that were counted. */
double learner_slope(const learner *, const double *open, int64_t positions, uint32_t place,
                     uint32_t output);

/* Converts the net to integers, for agents. Features that were hardly ever seen get no row. False:
 * out of memory. */
bool learner_quantise(const learner *, lf_value_net *out);

#endif
