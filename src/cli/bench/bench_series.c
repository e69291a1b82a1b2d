/* bench_series.c: the clock, and the quantiles of what it measured in slices. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

double bench_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void series_add(series *s, double value) {
    if (s->count < BENCH_SLICES)
        s->at[s->count++] = value;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between two numbers of the sorted series it takes the share of the way from one to the other. */
double series_quantile(const series *s, double share) {
    double sorted[BENCH_SLICES];
    if (s->count == 0)
        return 0;
    memcpy(sorted, s->at, (size_t)s->count * sizeof *sorted);
    qsort(sorted, (size_t)s->count, sizeof *sorted, by_size);
    double place = share * (s->count - 1);
    int below = (int)place;
    if (below + 1 >= s->count)
        return sorted[s->count - 1];
    return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}
