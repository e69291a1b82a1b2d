/* bench_versus.c: native code against bytecode in one run: both play the same games, slice by slice
 * in turn, so that whatever else the machine does meets both alike. */
#include "bench.h"

enum { BYTECODE, NATIVE };

bool bench_versus_open(bench_versus *v, const bench *b, const char *name, int *status) {
    *status = EXIT_BAD;
    if (!lf_game_is_native(b->game)) {
        complain(
            "there is no native code to measure: add --native, or build it (ludoforge build %s).",
            name);
        return false;
    }
    v->bytecode = game_open_bytecode(name, b->without, status);
    return v->bytecode != NULL;
}

void bench_versus_free(bench_versus *v) {
    lf_game_free(v->bytecode);
}

/* One slice of one scenario by one of the two. */
static bool play_slice(bench *b, bench_versus *v, int which, int scenario, int slice) {
    const lf_game *main_game = b->game;
    bench_duel *d = &v->scenarios[scenario];
    const int64_t games = b->scenarios[scenario].slice_games;
    b->game = which == NATIVE ? main_game : v->bytecode;
    const double start = bench_seconds();
    bool good = true;
    for (int64_t i = 0; good && i < games; i++)
        good = bench_play(b, scenario, (uint64_t)(slice * games + i), &d->digest[which]) >= 0;
    const double seconds = bench_seconds() - start;
    b->game = main_game;
    if (good && !interrupted)
        series_add(&d->games_per_s[which], (double)games / seconds);
    return good;
}

/* Who begins changes from slice to slice. */
bool bench_measure_versus(bench *b, bench_versus *v) {
    for (int slice = 0; slice < BENCH_SLICES && !interrupted; slice++)
        for (int scenario = 0; scenario < b->scenario_count; scenario++)
            for (int turn = 0; turn < 2; turn++)
                if (!play_slice(b, v, (slice + turn) % 2, scenario, slice))
                    return false;
    return true;
}

/* ---- the report ---- */

static series ratios(const bench_duel *d) {
    series out = {.count = 0};
    for (int i = 0; i < d->games_per_s[BYTECODE].count && i < d->games_per_s[NATIVE].count; i++)
        series_add(&out, d->games_per_s[NATIVE].at[i] / d->games_per_s[BYTECODE].at[i]);
    return out;
}

void bench_versus_print(const bench *b, const bench_versus *v) {
    printf("\n%-14s %14s %14s %8s   %-16s %s\n", "games/s", "bytecode", "native", "ratio",
           "quartiles", "same games");
    for (int i = 0; i < b->scenario_count; i++) {
        const bench_duel *d = &v->scenarios[i];
        const series ratio = ratios(d);
        printf("%-14s %14.1f %14.1f %8.2f   %5.2f to %-7.2f %s\n", bench_scenario_name(b, i),
               series_quantile(&d->games_per_s[BYTECODE], 0.5),
               series_quantile(&d->games_per_s[NATIVE], 0.5), series_quantile(&ratio, 0.5),
               series_quantile(&ratio, 0.25), series_quantile(&ratio, 0.75),
               d->digest[BYTECODE] == d->digest[NATIVE] ? "yes" : "NO");
    }
}

json_t *bench_versus_to_json(const bench *b, const bench_versus *v) {
    json_t *rows = json_object();
    for (int i = 0; i < b->scenario_count; i++) {
        const bench_duel *d = &v->scenarios[i];
        const series ratio = ratios(d);
        json_object_set_new(
            rows, bench_scenario_name(b, i),
            json_pack("{s:f, s:f, s:f, s:f, s:f, s:b}", "bytecode_games_per_s",
                      series_quantile(&d->games_per_s[BYTECODE], 0.5), "native_games_per_s",
                      series_quantile(&d->games_per_s[NATIVE], 0.5), "ratio",
                      series_quantile(&ratio, 0.5), "q1", series_quantile(&ratio, 0.25), "q3",
                      series_quantile(&ratio, 0.75), "same_games",
                      d->digest[BYTECODE] == d->digest[NATIVE]));
    }
    return rows;
}
