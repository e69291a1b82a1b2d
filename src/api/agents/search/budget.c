/* budget.c: what is left of the budget of a turn. */
#include "search.h"
#include "support/clock.h"

#define LEAST_ITERATIONS 16
#define LEAST_SECONDS 0.0002

/* The rest never becomes 0, because 0 seconds mean that iterations count. */
void lf_search_spend(search *s, double started) {
    if (s->left.seconds <= 0)
        return;
    const double left = s->left.seconds - (lf_clock_seconds() - started);
    s->left.seconds = left < LEAST_SECONDS ? LEAST_SECONDS : left;
}

void lf_search_spend_iterations(search *s, int64_t iterations) {
    assert(iterations >= 0);
    const int64_t left = s->left.iterations - iterations;
    s->left.iterations = left > LEAST_ITERATIONS ? left : LEAST_ITERATIONS;
}
