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

#define VALUE_VECTOR 8 /* the width of rows is a multiple of this */
#define VALUE_OUTPUT_BITS 16

typedef lf_value_net value_net;

typedef lf_value_output value_output;

/* e^(z / 2^16) in units of 2^-30, for z <= 0. */
int64_t lf_value_exponential(int64_t z);

#endif
