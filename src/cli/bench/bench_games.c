/* bench_games.c: whole random games of each scenario, in slices. */
#include "bench.h"
#include "ludoforge_env.h"
#include "support/random.h"

#define LOOKING_UP 4096 /* decisions until it is asked whether somebody interrupts */
#define GAMES_SHARE 0.5 /* of the time, for all scenarios together */

lf_state *bench_game(bench *b, int scenario, uint64_t index) {
    lf_setup setup = b->setup;
    setup.scenario = b->scenarios[scenario].name;
    setup.seed = lf_series_seed(0, index);
    return lf_state_new(b->game, &setup, &b->error);
}

bool bench_decide(bench *b, lf_state *state, uint64_t random) {
    lf_random rng = {random};
    int options = lf_legal_count(state);
    if (options > 0 && lf_apply(state, lf_random_below(&rng, options)) == LF_OK)
        return true;
    b->error = *lf_state_error(state);
    if (!b->error.message[0])
        snprintf(b->error.message, sizeof b->error.message,
                 "a random game came to a decision without options.");
    return false;
}

/* The state that games are played in, at the beginning of one. Nobody asks for its hash on the
 * way. */
static lf_state *begin_game(bench *b, int scenario, uint64_t index) {
    lf_setup setup = b->setup;
    setup.scenario = b->scenarios[scenario].name;
    setup.seed = lf_series_seed(0, index);
    if (b->playing == NULL || lf_state_game(b->playing) != b->game) {
        lf_state_free(b->playing);
        b->playing = bench_game(b, scenario, index);
        if (b->playing != NULL)
            lf_hash_on_demand(b->playing, true);
        return b->playing;
    }
    return lf_state_reset(b->playing, &setup, &b->error) == LF_OK ? b->playing : NULL;
}

/* Plays on to the end, or until somebody interrupts. Decisions, or -1 with an error. */
static int64_t play_on(bench *b, lf_state *state, uint64_t rng) {
    uint64_t *words[LF_SEATS_MAX];
    int64_t decisions = 0;
    for (int i = 0; i < LF_SEATS_MAX; i++)
        words[i] = &rng;
    while (decisions < BENCH_DECISIONS_MAX && !lf_terminal(state, NULL) && !interrupted) {
        const int64_t most = BENCH_DECISIONS_MAX - decisions < LOOKING_UP
                                 ? BENCH_DECISIONS_MAX - decisions
                                 : LOOKING_UP;
        const int64_t made = lf_playout(state, words, most);
        decisions += made;
        if (made < most && !lf_terminal(state, NULL))
            return bench_decide(b, state, 0) ? decisions : -1;
    }
    return decisions;
}

int64_t bench_play(bench *b, int scenario, uint64_t index, uint64_t *digest) {
    lf_state *state = begin_game(b, scenario, index);
    const int64_t decisions = state != NULL ? play_on(b, state, lf_mix64(index + 1)) : -1;
    if (decisions >= 0 && digest != NULL)
        *digest = lf_mix64(*digest ^ lf_table_hash(state));
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
