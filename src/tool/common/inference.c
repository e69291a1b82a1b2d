/* inference.c: correlations, paired differences and their intervals. Textbook methods, nothing of
 * our own. */
#include "inference.h"

#include <math.h>
#include <stdlib.h>

#define Z95 1.959963984540054

/* Below this a correlation is noise: so many games, and so many on the rarer side of a yes-or-no
 * measure. */
#define GAMES_LEAST 30
#define SIDE_LEAST 10

/* ---- distributions --------------------------------------------------------------------------- */

/* Keeps a denominator of the fraction below away from 0. */
static double off_zero(double x) {
    return fabs(x) < 1e-300 ? 1e-300 : x;
}

/* The continued fraction of the incomplete beta function, by Lentz's method. */
static double beta_fraction(double a, double b, double x) {
    double c = 1, d = 1 / off_zero(1 - (a + b) * x / (a + 1)), result = d;
    for (int m = 1; m <= 10000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / off_zero(1 + even * d);
        c = off_zero(1 + even / c);
        result *= c * d;
        d = 1 / off_zero(1 + odd * d);
        c = off_zero(1 + odd / c);
        result *= c * d;
        if (fabs(c * d - 1) < 1e-14)
            break;
    }
    return result;
}

/* I_x(a, b), the regularised incomplete beta function: Student's t and the binomial are cases of
 * it. */
static double beta_share(double a, double b, double x) {
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* The chance that |t| is at least this, with so many degrees of freedom. */
static double t_beyond(double t, double freedom) {
    return beta_share(freedom / 2, 0.5, freedom / (freedom + t * t));
}

/* The t that is exceeded in 5 % of the cases, on both sides together. */
static double t_95(double freedom) {
    double low = 0, high = 1000;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (t_beyond(middle, freedom) > ALPHA)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* ---- estimates ------------------------------------------------------------------------------- */

void joint_add(joint_sums *s, double x, double y) {
    s->n++;
    s->x += x;
    s->xx += x * x;
    s->y += y;
    s->yy += y * y;
    s->xy += x * y;
}

/* A yes-or-no measure has x == xx; the rarer side of it must have been seen often enough. */
static bool seen_enough(double sum, double squares, double n) {
    return sum != squares || fmin(sum, n - sum) >= SIDE_LEAST;
}

bool correlation(const joint_sums *s, estimate *out) {
    double n = (double)s->n, xx = n * s->xx - s->x * s->x, yy = n * s->yy - s->y * s->y;
    if (s->n < GAMES_LEAST || xx <= 0 || yy <= 0 || !seen_enough(s->x, s->xx, n) ||
        !seen_enough(s->y, s->yy, n))
        return false;
    double r = (n * s->xy - s->x * s->y) / sqrt(xx * yy);
    double z = atanh(fmax(-0.999999, fmin(0.999999, r))), spread = 1 / sqrt(n - 3);
    *out = (estimate){r, tanh(z - Z95 * spread), tanh(z + Z95 * spread),
                      erfc(fabs(z) / spread / sqrt(2))};
    return true;
}

/* Agresti and Min (2005): half a pair is added to each of the four cells, which keeps the interval
 * honest when few pairs disagree. */
estimate paired_shares(int64_t pairs, int64_t only_a, int64_t only_b) {
    double n = (double)pairs + 2, a = (double)only_a + 0.5, b = (double)only_b + 0.5;
    double centre = (b - a) / n, spread = Z95 * sqrt(a + b - (b - a) * (b - a) / n) / n;
    double fewer = (double)(only_a < only_b ? only_a : only_b),
           differing = (double)(only_a + only_b);
    estimate e = {.low = centre - spread, .high = centre + spread, .p = 1};
    e.value = pairs > 0 ? (double)(only_b - only_a) / (double)pairs : 0;
    if (differing > 0)
        e.p = fmin(1, 2 * beta_share(differing - fewer, fewer + 1, 0.5));
    return e;
}

estimate paired_means(int64_t pairs, double sum, double squares) {
    double n = (double)pairs, mean = pairs > 0 ? sum / n : 0;
    double variance = pairs > 1 ? fmax(0, (squares - sum * mean) / (n - 1)) : 0;
    if (variance == 0) /* all pairs differ by the same; a single pair says nothing */
        return (estimate){mean, mean, mean, mean != 0 && pairs > 1 ? 0 : 1};
    double error = sqrt(variance / n), spread = t_95(n - 1) * error;
    return (estimate){mean, mean - spread, mean + spread, t_beyond(mean / error, n - 1)};
}

/* ---- many at once ---------------------------------------------------------------------------- */

typedef struct {
    double p;
    int at;
} ranked;

static int by_p(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return x->at - y->at;
}

void holm(double *p, int count) {
    ranked *order = count > 0 ? calloc((size_t)count, sizeof *order) : NULL;
    double least = 0;
    for (int i = 0; order != NULL && i < count; i++)
        order[i] = (ranked){p[i], i};
    if (order != NULL)
        qsort(order, (size_t)count, sizeof *order, by_p);
    for (int i = 0; i < count; i++) {
        /* Without memory for the order, every one pays the full price: too careful, never too
         * bold. */
        double raised = order != NULL ? order[i].p * (count - i) : p[i] * count;
        least = order != NULL ? fmax(least, fmin(1, raised)) : fmin(1, raised);
        p[order != NULL ? order[i].at : i] = least;
    }
    free(order);
}

int by_value(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

double quantile(const int64_t *sorted, int64_t count, double q) {
    if (count <= 0)
        return 0;
    double place = q * (double)(count - 1), whole = floor(place);
    int64_t below = (int64_t)whole, above = below + 1 < count ? below + 1 : below;
    return (double)sorted[below] + (place - whole) * (double)(sorted[above] - sorted[below]);
}
