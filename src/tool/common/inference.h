/* inference.h: what a number of games says, and how surely: correlations, paired differences, and
 * the correction for asking many questions at once. Everything comes from sums, so that no order of
 * the games and no rounding matters. */
#ifndef SIM_INFERENCE_H
#define SIM_INFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#define ALPHA 0.05 /* what counts as significant: the other side of "95 %" */

/* A measured value, its 95 % interval, and the chance p of one at least as far from 0 if there were
 * nothing. */
typedef struct {
    double value, low, high, p;
} estimate;

/* Sums over games of two things measured in each. */
typedef struct {
    int64_t n;
    double x, xx, y, yy, xy;
} joint_sums;

void joint_add(joint_sums *, double x, double y);
/* Pearson's r (for two yes-or-no measures that is phi, for one of them point-biserial), with the
 * interval of Fisher's z. False when there is too little to say: see inference.c. */
bool correlation(const joint_sums *, estimate *);

/* The share of games where something holds under B less that under A, from pairs of games: how many
 * pairs show it under A alone and under B alone. p is McNemar's exact test, the interval that of
 * Agresti and Min. */
estimate paired_shares(int64_t pairs, int64_t only_a, int64_t only_b);
/* The mean of the differences B less A of pairs, from their sum and the sum of their squares:
 * paired t. */
estimate paired_means(int64_t pairs, double sum, double squares);

/* Replaces p-values by those of Holm's step-down procedure: of all that are below 0.05 afterwards,
 * even one is false in at most 5 % of the tables. */
void holm(double *p, int count);

/* The q-quantile of sorted values, between two of them by linear interpolation. */
double quantile(const int64_t *sorted, int64_t count, double q);
int by_value(const void *, const void *); /* order of int64_t, for qsort */

#endif
