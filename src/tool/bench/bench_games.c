/* bench_games.c: whole random games of each scenario, in slices. */
#include "api/agents/luck.h"
#include "bench.h"

#define GAMES_SHARE 0.5 /* of the time, for all scenarios together */

lf_state *bench_game(bench *b, int scenario, uint64_t index) {
    lf_setup setup = b->setup;
    setup.scenario = b->scenarios[scenario].name;
    setup.seed = rng_series_seed(0, index);
    return lf_state_new(b->game, &setup, &b->error);
}

bool bench_decide(bench *b, lf_state *state, uint64_t random) {
    rng luck = {random};
    int options = lf_legal_count(state);
    if (options > 0 && lf_apply(state, rng_below(&luck, options)) == LF_OK)
        return true;
    b->error = *lf_state_error(state);
    if (!b->error.message[0])
        snprintf(b->error.message, sizeof b->error.message,
                 "a random game came to a decision without options.");
    return false;
}

int64_t bench_play(bench *b, int scenario, uint64_t index, uint64_t *digest) {
    lf_state *state = bench_game(b, scenario, index);
    rng luck = {lf_mix64(index + 1)};
    int64_t decisions = 0;
    if (state == NULL)
        return -1;
    while (decisions < BENCH_DECISIONS_MAX && !lf_terminal(state, NULL) && !interrupted) {
        if (!bench_decide(b, state, rng_next(&luck))) {
            lf_state_free(state);
            return -1;
        }
        decisions++;
    }
    if (digest != NULL)
        *digest = lf_mix64(*digest ^ lf_table_hash(state));
    lf_state_free(state);
    return decisions;
}

/* How many games fill a slice: found out by playing, which also warms the caches up. */
static bool fit_slice(bench *b, int scenario) {
    bench_scenario *s = &b->scenarios[scenario];
    const double wanted = b->budget * GAMES_SHARE / b->scenario_count / (BENCH_SLICES + 1);
    const double start = bench_seconds();
    for (int64_t games = 0; bench_seconds() - start < wanted && !interrupted; games++) {
        if (bench_play(b, scenario, (uint64_t)games, NULL) < 0)
            return false;
        if (s->slice_games < games)
            s->slice_games = games;
    }
    if (s->slice_games < 1)
        s->slice_games = 1;
    return true;
}

static bool play_slice(bench *b, int scenario, int slice) {
    bench_scenario *s = &b->scenarios[scenario];
    const double start = bench_seconds();
    int64_t decisions = 0;
    for (int64_t i = 0; i < s->slice_games; i++) {
        int64_t played = bench_play(b, scenario, (uint64_t)(slice * s->slice_games + i), NULL);
        if (played < 0)
            return false;
        decisions += played;
    }
    if (interrupted)
        return true; /* the slice is not whole: it does not count */
    const double seconds = bench_seconds() - start;
    s->games += s->slice_games;
    s->decisions += decisions;
    s->seconds += seconds;
    series_add(&s->games_per_s, (double)s->slice_games / seconds);
    series_add(&s->decisions_per_s, (double)decisions / seconds);
    return true;
}

bool bench_measure_games(bench *b) {
    for (int i = 0; i < b->scenario_count; i++) {
        if (b->scenarios[i].slice_games == 0 && !fit_slice(b, i))
            return false;
    }
    for (int slice = 0; slice < BENCH_SLICES && !interrupted; slice++) {
        for (int i = 0; i < b->scenario_count; i++) {
            if (!play_slice(b, i, slice))
                return false;
        }
    }
    return true;
}
