/* bench_profile.c: plays games with every instruction counted, and looks by the clock at which one
 * runs.
 *
 * Counts say how often a rule ran, samples how long: an instruction that walks a set costs more
 * than one that adds. What the counting itself costs is about the same for every instruction. The
 * report is in bench_profile_report.c. */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"
#include "support/clock.h"
#include "support/random.h"
#include "tool/sim/sim.h"

#define SAMPLE_NS 97000 /* between two looks; no divisor of the clock's usual ticks */

/* What the signal handler sees. */
static volatile int running_at = -1;
static uint64_t *volatile samples;

static void take_sample(int number) {
    (void)number;
    if (samples != NULL)
        samples[running_at + 1]++;
}

static bool start_clock(timer_t *clock) {
    struct sigaction action = {.sa_handler = take_sample, .sa_flags = SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    const struct itimerspec interval = {{0, SAMPLE_NS}, {0, SAMPLE_NS}};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGPROF, &action, NULL) == 0 &&
           timer_create(CLOCK_MONOTONIC, &event, clock) == 0 &&
           timer_settime(*clock, 0, &interval, NULL) == 0;
}

static bool play_counted(bench *b, bench_profile *p, uint64_t game) {
    lf_state *state = bench_game(b, b->main_scenario, game);
    lf_random rng = {lf_mix64(game + 1)};
    bool good = state != NULL;
    if (good) {
        lf_count_steps(state, p->steps);
        lf_count_probes(state, p->probes);
        lf_mark_steps(state, &running_at);
    }
    samples = p->samples;
    for (int i = 0; good && i < BENCH_DECISIONS_MAX && !lf_terminal(state, NULL) && !interrupted;
         i++) {
        good = bench_decide(b, state, lf_random_next(&rng));
        p->decisions++;
    }
    samples = NULL;
    lf_state_free(state);
    return good;
}

static bool play_games(bench *b, bench_profile *p) {
    const double start = lf_clock_seconds();
    bool good = true;
    for (uint64_t game = 0; good && lf_clock_seconds() - start < b->budget && !interrupted; game++)
        good = play_counted(b, p, game);
    return good;
}

bool bench_profile_run(bench *b, bench_profile *p) {
    const double rate = series_quantile(&b->scenarios[b->main_scenario].decisions_per_s, 0.5);
    timer_t clock;
    *p = (bench_profile){.size = lf_program_size(b->game),
                         .ns_per_decision = rate > 0 ? 1e9 / rate : 0};
    p->steps = calloc((size_t)p->size + 1, sizeof *p->steps);
    p->probes = calloc((size_t)p->size + 1, sizeof *p->probes);
    p->samples = calloc((size_t)p->size + 1, sizeof *p->samples);
    if (p->steps == NULL || p->probes == NULL || p->samples == NULL)
        return false;
    bool ticks = start_clock(&clock); /* without it there are counts all the same */
    bool good = play_games(b, p);
    if (ticks)
        timer_delete(clock);
    return good;
}

void bench_profile_free(bench_profile *p) {
    free(p->steps);
    free(p->probes);
    free(p->samples);
}
