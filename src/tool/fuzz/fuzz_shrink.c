/* fuzz_shrink.c: makes a find short: cuts decisions out and simplifies those that are left, as long
 * as the same thing is still found. The work is bounded; a find need not be the shortest, only
 * short enough to read. */
#include <stdio.h>
#include <string.h>

#include "fuzz_internal.h"
#include "support/clock.h"
#include "tool/sim/sim.h"

#define TRIES_MAX 4000
#define SECONDS_MAX 5.0

typedef struct {
    fuzzer *f;
    fuzz_find *find;
    int tries;
    double deadline;
} shrinker;

static bool is_spent(const shrinker *s) {
    return s->tries >= TRIES_MAX || lf_clock_seconds() > s->deadline;
}

/* Takes over `candidate` into `best` if it still shows the same. */
static bool try_candidate(shrinker *s, fuzz_input *best, fuzz_input *candidate) {
    run_mode mode = {.thorough = true, .wanted = s->find->message};
    run_result result;
    lf_error error;
    s->tries++;
    bool good = fuzz_play(s->f, candidate, &mode, &result, &error) && result.found &&
                strcmp(result.message, s->find->message) == 0 && candidate->count <= best->count;
    if (good) {
        snprintf(s->find->detail, sizeof s->find->detail, "%s", result.detail);
        fuzz_input old = *best;
        *best = *candidate;
        *candidate = old;
    }
    fuzz_free(candidate);
    return good;
}

static bool try_without(shrinker *s, fuzz_input *best, size_t from, size_t length) {
    fuzz_input candidate;
    if (!fuzz_copy(s->f, &candidate, best)) {
        fuzz_free(&candidate);
        return false;
    }
    memmove(candidate.choices + from, candidate.choices + from + length,
            (candidate.count - from - length) * sizeof *candidate.choices);
    candidate.count -= length;
    return try_candidate(s, best, &candidate);
}

static void simplify(shrinker *s, fuzz_input *best) {
    for (size_t i = 0; i < best->count && !is_spent(s); i++) {
        fuzz_input candidate;
        if (best->choices[i] == 0)
            continue;
        if (!fuzz_copy(s->f, &candidate, best)) {
            fuzz_free(&candidate);
            return;
        }
        candidate.choices[i] = 0;
        try_candidate(s, best, &candidate);
    }
}

/* Options with their defaults, as far as the same is found. */
static void simplify_options(shrinker *s, fuzz_input *best) {
    for (int i = 0; i < s->f->option_count && !is_spent(s); i++) {
        fuzz_input candidate;
        if (best->picks == NULL || best->picks[i] == 0)
            continue;
        if (!fuzz_copy(s->f, &candidate, best)) {
            fuzz_free(&candidate);
            return;
        }
        candidate.picks[i] = 0;
        try_candidate(s, best, &candidate);
    }
}

void fuzz_shrink(fuzzer *f, fuzz_input *best, fuzz_find *find) {
    shrinker s = {.f = f, .find = find, .deadline = lf_clock_seconds() + SECONDS_MAX};
    simplify_options(&s, best);
    for (size_t length = best->count / 2; length > 0 && !is_spent(&s); length /= 2) {
        size_t from = 0;
        while (from + length <= best->count && !is_spent(&s)) {
            if (!try_without(&s, best, from, length))
                from += length;
        }
    }
    simplify(&s, best);
}
