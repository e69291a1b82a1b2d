/* learner.h: the net of a learned evaluation (api/agents/value/value_net.h) while it is trained, in
 * doubles: what it says, how its weights follow what the games said (Adam), and how it becomes
 * whole numbers.
 *
 * Everything is done in one fixed order on one thread, so that a run can be repeated bit for
 * bit. */
#ifndef TRAIN_LEARNER_H
#define TRAIN_LEARNER_H

#include "api/agents/value/value_net.h"

/* A position with what it is to be worth, by seat: shares of the win, which sum to 1, and margins
 * in units of the margins' scale. */
typedef struct {
    const feature *features;
    uint32_t count;
    double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
} lesson;

typedef struct {
    uint32_t features, hidden, seats, outputs, width; /* width = hidden + outputs */
    size_t count;                                     /* of all weights */
    int32_t margin_scale;
    double *weights; /* [features][width], then [width] biases, then [hidden][outputs] */
    double *first_moment, *second_moment, *gradient;
    int64_t steps;
    int8_t *halvings; /* [features]: a value is halved so often before it is learned from */
    uint8_t *touched; /* [features]: in this batch */
    uint32_t *touched_list, touched_count;
    uint32_t *seen; /* [features]: in how many positions so far, as far as 32 bits count */
} learner;

bool learner_open(learner *, uint32_t features, uint32_t hidden, uint32_t seats, uint64_t seed);
void learner_close(learner *);

/* Takes the range of values from positions, before anything is learned: greater values are halved
 * until they are at most 1. */
void learner_measure(learner *, const lesson *, size_t count);

/* What it says, as targets are: chances and margins in units of the scale. */
void learner_say(const learner *, const feature *, uint32_t count, double *win, double *margin);
/* How wrong it is: cross entropy of the wins, and the mean squared error of margins, each for one
 * position. */
typedef struct {
    double win, margin;
} learner_loss;
learner_loss learner_loss_of(const learner *, const lesson *);

/* Adds the gradient of one position's loss. */
void learner_add(learner *, const lesson *);
/* Moves the weights by what was added since, and forgets it. `positions`: how many were added. */
void learner_step(learner *, size_t positions, double rate);

/* Counts in `open` [hidden] which hidden units follow their sums at this position. */
void learner_count_open(const learner *, const feature *, uint32_t count, double *open);
/* How an output changes with a feature, in the mean of `positions` that were counted. */
double learner_slope(const learner *, const double *open, int64_t positions, uint32_t place,
                     uint32_t output);

/* As whole numbers, for agents. Features that hardly ever were seen get no row. False when memory
 * has run out. */
bool learner_quantise(const learner *, value_net *out);

#endif
