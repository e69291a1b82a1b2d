/* learner.c: the forward pass, the backward pass, the step of the weights, and quantisation. */
#include "learner.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "support/memory.h"
#include "support/rng.h"

#define MARGIN_WEIGHT 0.5 /* of the error of margins relative to that of wins */
#define MOMENT_1 0.9
#define MOMENT_2 0.999
#define TINY 1e-8
/* Weight decay for each step, in units of the rate: rare features get small weights. */
#define DECAY 0.03
#define SEEN_LEAST 8      /* positions; a feature seen in fewer gets no weights */
#define WEIGHT_MOST 16383 /* of a quantised weight */

/* ---- opening ---- */

static double *second_of(const learner *l) {
    return l->weights + (size_t)(l->features + 1) * l->width;
}

static double *bias_of(const learner *l) {
    return l->weights + (size_t)l->features * l->width;
}

static double random_uniform(uint64_t *rng) {
    return (double)(lf_rng_next(rng) >> 11) / (double)(INT64_C(1) << 52) - 1; /* -1 … 1 */
}

/* Hidden units begin with different random weights. Direct weights begin at 0. */
static void init_weights(learner *l, uint64_t seed) {
    for (uint32_t f = 0; f < l->features; f++)
        for (uint32_t h = 0; h < l->hidden; h++)
            l->weights[(size_t)f * l->width + h] = 0.15 * random_uniform(&seed);
    for (uint32_t h = 0; h < l->hidden; h++)
        bias_of(l)[h] = 0.3 * random_uniform(&seed) + 0.3;
    for (uint32_t i = 0; i < l->hidden * l->outputs; i++)
        second_of(l)[i] = 0.1 * random_uniform(&seed);
}

bool learner_open(learner *l, uint32_t features, uint32_t hidden, uint32_t seats, uint64_t seed) {
    *l = (learner){.features = features, .hidden = hidden, .seats = seats, .outputs = 2 * seats};
    l->width = hidden + l->outputs;
    l->count = (size_t)(features + 1) * l->width + (size_t)hidden * l->outputs;
    l->margin_scale = 1;
    l->weights = lf_calloc(l->count, sizeof *l->weights);
    l->first_moment = lf_calloc(l->count, sizeof *l->first_moment);
    l->second_moment = lf_calloc(l->count, sizeof *l->second_moment);
    l->gradient = lf_calloc(l->count, sizeof *l->gradient);
    l->halvings = lf_calloc(features + 1, sizeof *l->halvings);
    l->touched = lf_calloc(features + 1, sizeof *l->touched);
    l->touched_list = lf_calloc(features + 1, sizeof *l->touched_list);
    l->seen = lf_calloc(features + 1, sizeof *l->seen);
    if (l->weights == NULL || l->first_moment == NULL || l->second_moment == NULL ||
        l->gradient == NULL || l->halvings == NULL || l->touched == NULL ||
        l->touched_list == NULL || l->seen == NULL) {
        learner_close(l);
        return false;
    }
    init_weights(l, seed);
    return true;
}

void learner_close(learner *l) {
    lf_free(l->weights);
    lf_free(l->first_moment);
    lf_free(l->second_moment);
    lf_free(l->gradient);
    lf_free(l->halvings);
    lf_free(l->touched);
    lf_free(l->touched_list);
    lf_free(l->seen);
    *l = (learner){0};
}

void learner_measure(learner *l, const training_example *examples, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (uint32_t f = 0; f < examples[i].count; f++) {
            const lf_feature x = examples[i].features[f];
            const int32_t size = x.value < 0 ? -x.value : x.value;
            while (size > 1 << l->halvings[x.place])
                l->halvings[x.place]++;
        }
}

/* ---- forward ---- */

static double value_of(const learner *l, lf_feature x) {
    static const double shares[] = {1,        1 / 2.0,   1 / 4.0,   1 / 8.0,   1 / 16.0,  1 / 32.0,
                                    1 / 64.0, 1 / 128.0, 1 / 256.0, 1 / 512.0, 1 / 1024.0};
    static_assert(LF_FEATURE_MOST < 1024, "the table must cover all values");
    return (double)x.value * shares[l->halvings[x.place]];
}

typedef struct {
    double unit[LF_VALUE_HIDDEN_MAX]; /* after the clip */
    double z[LF_VALUE_OUTPUTS_MAX];
} activations;

static void run_forward(const learner *l, const lf_feature *features, uint32_t count,
                        activations *p) {
    double sums[LF_VALUE_WIDTH_MAX];
    memcpy(sums, bias_of(l), l->width * sizeof *sums);
    for (uint32_t i = 0; i < count; i++) {
        const double x = value_of(l, features[i]);
        const double *const row = l->weights + (size_t)features[i].place * l->width;
        for (uint32_t w = 0; w < l->width; w++)
            sums[w] += x * row[w];
    }
    memcpy(p->z, sums + l->hidden, l->outputs * sizeof *p->z);
    for (uint32_t h = 0; h < l->hidden; h++) {
        p->unit[h] = sums[h] <= 0                     ? 0
                     : sums[h] < LF_VALUE_HIDDEN_MOST ? sums[h]
                                                      : LF_VALUE_HIDDEN_MOST;
        for (uint32_t o = 0; o < l->outputs && p->unit[h] > 0; o++)
            p->z[o] += p->unit[h] * second_of(l)[h * l->outputs + o];
    }
}

static void softmax(const double *z, uint32_t count, double *out) {
    double best = z[0], sum = 0;
    for (uint32_t i = 1; i < count; i++)
        best = z[i] > best ? z[i] : best;
    for (uint32_t i = 0; i < count; i++)
        sum += out[i] = exp(z[i] - best);
    for (uint32_t i = 0; i < count; i++)
        out[i] /= sum;
}

void learner_evaluate(const learner *l, const lf_feature *features, uint32_t count, double *win,
                      double *margin) {
    activations p;
    run_forward(l, features, count, &p);
    softmax(p.z, l->seats, win);
    memcpy(margin, p.z + l->seats, l->seats * sizeof *margin);
}

learner_loss learner_loss_of(const learner *l, const training_example *item) {
    double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
    learner_loss loss = {0};
    learner_evaluate(l, item->features, item->count, win, margin);
    for (uint32_t s = 0; s < l->seats; s++) {
        const double off = margin[s] - item->margin[s];
        loss.win -= item->win[s] * log(win[s] > 1e-12 ? win[s] : 1e-12);
        loss.margin += off * off / l->seats;
    }
    return loss;
}

/* ---- backward ---- */

static void mark_touched(learner *l, uint32_t place) {
    assert(place < l->features && l->touched_count <= l->features);
    if (l->touched[place] != 0)
        return;
    l->touched[place] = 1;
    l->touched_list[l->touched_count++] = place;
}

/* The derivative of the loss by the outputs: win - target for softmax with cross entropy, and the
 * error of the margins. */
static void slopes_of_outputs(const learner *l, const training_example *item, const activations *p,
                              double *out) {
    double win[LF_SEATS_MAX];
    softmax(p->z, l->seats, win);
    for (uint32_t s = 0; s < l->seats; s++) {
        out[s] = win[s] - item->win[s];
        out[l->seats + s] = MARGIN_WEIGHT * 2 * (p->z[l->seats + s] - item->margin[s]) / l->seats;
    }
}

void learner_add(learner *l, const training_example *item) {
    activations p;
    double slopes[LF_VALUE_WIDTH_MAX] = {0};
    double *const outputs = slopes + l->hidden;
    run_forward(l, item->features, item->count, &p);
    slopes_of_outputs(l, item, &p, outputs);
    double *const second = l->gradient + (size_t)(l->features + 1) * l->width;
    for (uint32_t h = 0; h < l->hidden; h++) {
        const bool open = p.unit[h] > 0 && p.unit[h] < LF_VALUE_HIDDEN_MOST;
        for (uint32_t o = 0; o < l->outputs; o++) {
            second[h * l->outputs + o] += p.unit[h] * outputs[o];
            slopes[h] += open ? second_of(l)[h * l->outputs + o] * outputs[o] : 0;
        }
    }
    for (uint32_t i = 0; i < item->count; i++) {
        const lf_feature x = item->features[i];
        const double value = value_of(l, x);
        double *const row = l->gradient + (size_t)x.place * l->width;
        for (uint32_t w = 0; w < l->width; w++)
            row[w] += value * slopes[w];
        mark_touched(l, x.place);
        l->seen[x.place] += l->seen[x.place] < UINT32_MAX;
    }
    for (uint32_t w = 0; w < l->width; w++)
        l->gradient[(size_t)l->features * l->width + w] += slopes[w];
}

void learner_count_open(const learner *l, const lf_feature *features, uint32_t count,
                        double *open) {
    activations p;
    run_forward(l, features, count, &p);
    for (uint32_t h = 0; h < l->hidden; h++)
        open[h] += p.unit[h] > 0 && p.unit[h] < LF_VALUE_HIDDEN_MOST;
}

double learner_slope(const learner *l, const double *open, int64_t positions, uint32_t place,
                     uint32_t output) {
    assert(positions > 0 && output < l->outputs);
    const double *const row = l->weights + (size_t)place * l->width;
    double slope = row[l->hidden + output];
    for (uint32_t h = 0; h < l->hidden; h++)
        slope += open[h] / (double)positions * row[h] * second_of(l)[h * l->outputs + output];
    return ldexp(slope, -l->halvings[place]);
}

/* ---- the step ---- */

typedef struct {
    double share, rate, correct_1, correct_2;
} adam;

static void move_weights(learner *l, size_t from, size_t count, const adam *a, double decay) {
    for (size_t i = from; i < from + count; i++) {
        const double g = l->gradient[i] * a->share;
        l->first_moment[i] += (1 - MOMENT_1) * (g - l->first_moment[i]);
        l->second_moment[i] += (1 - MOMENT_2) * (g * g - l->second_moment[i]);
        const double step =
            l->first_moment[i] / a->correct_1 / (sqrt(l->second_moment[i] / a->correct_2) + TINY);
        l->weights[i] -= a->rate * (step + decay * l->weights[i]);
        l->gradient[i] = 0;
    }
}

/* Rows of features that do not occur in the batch do not change. */
void learner_step(learner *l, size_t positions, double rate) {
    if (positions == 0)
        return;
    l->steps++;
    const adam a = {1 / (double)positions, rate, 1 - pow(MOMENT_1, (double)l->steps),
                    1 - pow(MOMENT_2, (double)l->steps)};
    for (uint32_t i = 0; i < l->touched_count; i++) {
        move_weights(l, (size_t)l->touched_list[i] * l->width, l->width, &a, DECAY);
        l->touched[l->touched_list[i]] = 0;
    }
    l->touched_count = 0;
    move_weights(l, (size_t)l->features * l->width, l->count - (size_t)l->features * l->width, &a,
                 0);
}

/* ---- quantisation ---- */

/* The weight for values that are not halved. */
static double raw_weight(const learner *l, uint32_t feature_place, uint32_t w) {
    return ldexp(l->weights[(size_t)feature_place * l->width + w], -l->halvings[feature_place]);
}

/* The largest shift with which the largest weight still fits. */
static uint32_t shift_for(double most) {
    uint32_t shift = LF_VALUE_HIDDEN_BITS;
    while (shift < LF_VALUE_SHIFT_MAX && ldexp(most, (int)shift + 1) <= WEIGHT_MOST)
        shift++;
    return shift;
}

static int64_t round_to(double value, uint32_t shift, double most) {
    const double scaled = floor(ldexp(value, (int)shift) + 0.5);
    return (int64_t)(scaled > most ? most : scaled < -most ? -most : scaled);
}

static bool has_row(const learner *l, uint32_t place) {
    return l->seen[place] >= SEEN_LEAST;
}

static void choose_shifts(const learner *l, lf_value_net *out) {
    double first = 0, direct = 0, second = 0;
    for (uint32_t f = 0; f < l->features; f++)
        for (uint32_t w = 0; w < l->width && has_row(l, f); w++) {
            double *const most = w < l->hidden ? &first : &direct;
            *most = fmax(*most, fabs(raw_weight(l, f, w)));
        }
    for (uint32_t i = 0; i < l->hidden * l->outputs; i++)
        second = fmax(second, fabs(second_of(l)[i]));
    /* Sums of many weights must fit as well: with a shift of at most 19, sums up to 2^12 do. */
    out->first_shift = shift_for(fmax(first, 0.02));
    out->direct_shift = shift_for(fmax(direct, 0.02));
    out->second_shift = shift_for(fmax(second, 0.02));
}

bool learner_quantise(const learner *l, lf_value_net *out) {
    uint32_t rows = 0;
    for (uint32_t f = 0; f < l->features; f++)
        rows += has_row(l, f);
    if (!lf_value_net_open(out, l->features, rows, l->hidden, l->seats))
        return false;
    assert(out->width >= l->width);
    choose_shifts(l, out);
    out->margin_scale = l->margin_scale;
    int32_t row = 0;
    for (uint32_t f = 0; f < l->features; f++) {
        out->row_of[f] = has_row(l, f) ? row++ : -1;
        for (uint32_t w = 0; w < l->width && out->row_of[f] >= 0; w++)
            out->weights[(size_t)out->row_of[f] * out->width + w] =
                (int16_t)round_to(raw_weight(l, f, w),
                                  w < l->hidden ? out->first_shift : out->direct_shift, INT16_MAX);
    }
    for (uint32_t w = 0; w < l->width; w++)
        out->bias[w] = (int32_t)round_to(
            bias_of(l)[w], w < l->hidden ? out->first_shift : out->direct_shift, INT32_MAX / 2);
    for (uint32_t i = 0; i < l->hidden * l->outputs; i++)
        out->second[i] = (int16_t)round_to(second_of(l)[i], out->second_shift, INT16_MAX);
    return true;
}
