/* value_net.h: the learned evaluation: a small network that computes with integers, so that the
 * result is the same on every machine.
 *
 *     hidden  h = clip(first layer of the features, 0 … HIDDEN_MOST)
 *     outputs z = direct layer of the features + second layer of h
 *     win       = softmax of the first z, one for each seat
 *     margin    = the other z, one for each seat, times the scale of the game's margins
 *
 * The first layer and the direct layer share one row of weights for each feature, because both read
 * the same few features that are not 0. Weights are int16 in units of 2^-shift. Sums are int32 that
 * wrap around, so that a wrong file gives wrong numbers but no undefined behaviour. src/tool/train
 * trains the network; value_file.c reads it from a file. */
#ifndef AGENTS_VALUE_NET_H
#define AGENTS_VALUE_NET_H

#include "features.h"

#define VALUE_HIDDEN_MAX 64
#define VALUE_OUTPUTS_MAX (2 * LF_SEATS_MAX)
#define VALUE_WIDTH_MAX (VALUE_HIDDEN_MAX + VALUE_OUTPUTS_MAX)
#define VALUE_VECTOR 8 /* the width of rows is a multiple of this */
#define VALUE_HIDDEN_MOST 8
#define VALUE_HIDDEN_BITS 8 /* fraction bits of a hidden unit */
#define VALUE_OUTPUT_BITS 16
#define VALUE_SHIFT_MAX 24

typedef struct {
    uint32_t features, rows; /* of the layout; those of them that have weights */
    uint32_t hidden, seats, width;
    uint32_t first_shift, direct_shift, second_shift; /* VALUE_HIDDEN_BITS … VALUE_SHIFT_MAX each */
    int32_t margin_scale;                             /* 1 … */
    int32_t *row_of;                                  /* [features]: -1 without weights */
    /* [rows][width]: hidden, then outputs, then 0 */
    int16_t *weights;
    int32_t *bias;   /* [width], in the units of the weights */
    int16_t *second; /* [hidden][2 * seats] */
} value_net;

/* hidden + outputs, rounded up. */
uint32_t lf_value_width(uint32_t hidden, uint32_t seats);
/* Sets the sizes and allocates weights that are all 0. False: out of memory. */
bool lf_value_net_open(value_net *, uint32_t features, uint32_t rows, uint32_t hidden,
                       uint32_t seats);
void lf_value_net_close(value_net *);

/* By seat: `win` of 0 … 1, with the sum 1; `margin` in the units of the game. */
typedef struct {
    float win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
} value_output;
void lf_value_net_evaluate(const value_net *, const feature *, uint32_t count, value_output *out);

/* The outputs before softmax and scaling, in units of 2^-VALUE_OUTPUT_BITS; for tests. */
void lf_value_net_outputs(const value_net *, const feature *, uint32_t count,
                          int64_t out[VALUE_OUTPUTS_MAX]);

/* e^(z / 2^16) in units of 2^-30, for z <= 0. */
int64_t lf_value_exponential(int64_t z);

#endif
