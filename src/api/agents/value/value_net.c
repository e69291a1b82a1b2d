/* value_net.c: computes the learned evaluation of a position with integers up to the last
 * division. */
#include "value_net.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"

/* hidden + outputs, rounded up. */
static uint32_t row_width(uint32_t hidden, uint32_t seats) {
    return (hidden + 2 * seats + VALUE_VECTOR - 1) / VALUE_VECTOR * VALUE_VECTOR;
}

bool lf_value_net_open(value_net *net, uint32_t features, uint32_t rows, uint32_t hidden,
                       uint32_t seats) {
    assert(hidden <= LF_VALUE_HIDDEN_MAX && seats >= 1 && seats <= LF_SEATS_MAX);
    *net = (value_net){.features = features, .rows = rows, .hidden = hidden, .seats = seats};
    net->width = row_width(hidden, seats);
    net->row_of = lf_calloc(features + 1, sizeof *net->row_of);
    net->weights = lf_calloc((size_t)rows * net->width + 1, sizeof *net->weights);
    net->bias = lf_calloc(net->width, sizeof *net->bias);
    net->second = lf_calloc((size_t)hidden * 2 * seats + 1, sizeof *net->second);
    if (net->row_of != NULL && net->weights != NULL && net->bias != NULL && net->second != NULL)
        return true;
    lf_value_net_close(net);
    return false;
}

void lf_value_net_close(value_net *net) {
    lf_free(net->row_of);
    lf_free(net->weights);
    lf_free(net->bias);
    lf_free(net->second);
    *net = (value_net){0};
}

/* ---- the layers ---- */

/* Adds eight weights at a time with the vector types of the compiler; unsigned, because unsigned
 * sums wrap around. Most values are 1 and need no multiplication, which saves half the time on
 * x86-64. */
typedef int16_t vector_weights __attribute__((vector_size(VALUE_VECTOR * 2)));
typedef int32_t vector_signed __attribute__((vector_size(VALUE_VECTOR * 4)));
typedef uint32_t vector_sums __attribute__((vector_size(VALUE_VECTOR * 4)));

static void add_row(vector_sums *sums, const int16_t *row, uint32_t vectors, int32_t value) {
    for (uint32_t i = 0; i < vectors; i++) {
        vector_weights weights;
        memcpy(&weights, row + (size_t)i * VALUE_VECTOR, sizeof weights);
        const vector_sums wide = (vector_sums) __builtin_convertvector(weights, vector_signed);
        sums[i] += value == 1 ? wide : wide * (uint32_t)value;
    }
}

static void first_layer(const value_net *net, const feature *features, uint32_t count,
                        int32_t *sums) {
    vector_sums wrapping[(LF_VALUE_WIDTH_MAX + VALUE_VECTOR) / VALUE_VECTOR];
    memcpy(wrapping, net->bias, net->width * sizeof *sums);
    for (uint32_t i = 0; i < count; i++) {
        assert(features[i].place < net->features);
        const int32_t row = net->row_of[features[i].place];
        if (row >= 0)
            add_row(wrapping, net->weights + (size_t)row * net->width, net->width / VALUE_VECTOR,
                    features[i].value);
    }
    memcpy(sums, wrapping, net->width * sizeof *sums);
}

/* Converts units of 2^-from to units of 2^-to, rounded down. */
static int64_t rescale(int64_t value, uint32_t from, uint32_t to) {
    return from > to ? value >> (from - to) : value * (INT64_C(1) << (to - from));
}

/* The outputs before softmax and scaling, in units of 2^-VALUE_OUTPUT_BITS; for tests. */
static void compute_outputs(const value_net *net, const feature *features, uint32_t count,
                            int64_t out[LF_VALUE_OUTPUTS_MAX]) {
    int32_t sums[LF_VALUE_WIDTH_MAX + VALUE_VECTOR];
    const uint32_t outputs = 2 * net->seats;
    int64_t second[LF_VALUE_OUTPUTS_MAX] = {0};
    first_layer(net, features, count, sums);
    for (uint32_t h = 0; h < net->hidden; h++) {
        const int64_t most = LF_VALUE_HIDDEN_MOST << LF_VALUE_HIDDEN_BITS;
        int64_t unit = rescale(sums[h], net->first_shift, LF_VALUE_HIDDEN_BITS);
        if (unit <= 0)
            continue;
        unit = unit < most ? unit : most;
        for (uint32_t o = 0; o < outputs; o++)
            second[o] += unit * net->second[h * outputs + o];
    }
    for (uint32_t o = 0; o < outputs; o++)
        out[o] = rescale(sums[net->hidden + o], net->direct_shift, VALUE_OUTPUT_BITS) +
                 rescale(second[o], net->second_shift + LF_VALUE_HIDDEN_BITS, VALUE_OUTPUT_BITS);
}

/* ---- chances and margins ---- */

int64_t lf_value_exponential(int64_t z) {
    enum { UNITS = 30 };
    static const int64_t log2_of_e = 94548; /* in units of 2^-16 */
    if (z < -20 * (INT64_C(1) << 16))
        return 0;
    const int64_t power = z * log2_of_e >> 16; /* of 2, in units of 2^-16 */
    const int64_t whole = power >> 16, part = power - whole * 65536;
    const int64_t x = part << (UNITS - 16);
    /* 2^x for 0 <= x < 1 by the first terms of its series, ln(2)^n / n! */
    static const int64_t terms[] = {1073741824, 744261118, 257941248, 59597083,
                                    10327387,   1431680,   165394,    16377};
    int64_t sum = 0;
    for (int i = (int)LF_COUNT(terms) - 1; i > 0; i--)
        sum = (sum + terms[i]) * x >> UNITS;
    return (sum + terms[0]) >> -whole;
}

void lf_value_net_evaluate(const value_net *net, const feature *features, uint32_t count,
                           value_output *out) {
    int64_t z[LF_VALUE_OUTPUTS_MAX] = {0}, powers[LF_SEATS_MAX], best = INT64_MIN, sum = 0;
    compute_outputs(net, features, count, z);
    for (uint32_t seat = 0; seat < net->seats; seat++)
        best = z[seat] > best ? z[seat] : best;
    for (uint32_t seat = 0; seat < net->seats; seat++)
        sum += powers[seat] = lf_value_exponential(z[seat] - best);
    assert(sum > 0); /* the best is e^0 */
    for (uint32_t seat = 0; seat < net->seats; seat++) {
        out->win[seat] = (float)((double)powers[seat] / (double)sum);
        out->margin[seat] = (float)((double)z[net->seats + seat] * net->margin_scale /
                                    (double)(1 << VALUE_OUTPUT_BITS));
    }
}
