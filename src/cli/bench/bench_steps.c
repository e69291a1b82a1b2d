/* bench_steps.c: what each optimisation of the compiler brings. The game is compiled without any,
 * with one after the other, and with all but one; all these versions play the same games, slice by
 * slice in turn, so that a ratio compares what was measured side by side. */
#include "bench.h"

void bench_steps_free(bench_steps *s) {
    for (int i = 0; i < s->count; i++)
        lf_game_free(s->versions[i].game);
}

/* The optimisations from `first` on, as --without takes them. */
static void list_from(int first, char *out, size_t size) {
    const char *name;
    size_t at = 0;
    out[0] = 0;
    for (int i = first; (name = lf_optimisation_name(i, NULL)) != NULL && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s", at > 0 ? "," : "", name);
}

static bool add_version(bench_steps *s, const char *game, bench_version v, int *status) {
    if (s->count == BENCH_VERSIONS_MAX)
        return true;
    v.game = game_open_as(game, v.without, status);
    if (v.game)
        s->versions[s->count++] = v;
    return v.game;
}

bool bench_steps_open(bench_steps *s, const char *game, int *status) {
    const char *name = "none";
    for (int i = 0; name;
         name = lf_optimisation_name(i++, NULL)) { /* none, the first, the first two, … all */
        bench_version v = {0};
        snprintf(v.label, sizeof v.label, "%s", name);
        list_from(i, v.without, sizeof v.without);
        if (!add_version(s, game, v, status))
            return false;
    }
    for (int i = 0; (name = lf_optimisation_name(i, NULL)); i++) {
        bench_version v = {.single = true};
        snprintf(v.label, sizeof v.label, "%s", name);
        snprintf(v.without, sizeof v.without, "%s", name);
        if (!add_version(s, game, v, status))
            return false;
    }
    return true;
}

/* One slice of one version: games by number, and a digest of how they ended. */
static bool play_slice(bench *b, bench_version *v, int slice, int64_t games) {
    const lf_game *main_game = b->game;
    const double start = bench_seconds();
    b->game = v->game;
    bool good = true;
    for (int64_t i = 0; good && i < games; i++)
        good = bench_play(b, b->main_scenario, (uint64_t)(slice * games + i), &v->digest) >= 0;
    b->game = main_game;
    if (good && !interrupted)
        series_add(&v->games_per_s, (double)games / (bench_seconds() - start));
    return good;
}

bool bench_measure_steps(bench *b, bench_steps *s) {
    const double wanted = b->budget / (s->count * BENCH_SLICES), start = bench_seconds();
    int64_t games = 0;
    while (bench_seconds() - start < wanted && !interrupted) {
        if (bench_play(b, b->main_scenario, (uint64_t)games, NULL) < 0)
            return false;
        games++;
    }
    for (int slice = 0; slice < BENCH_SLICES && !interrupted; slice++)
        for (int i = 0; i < s->count; i++)
            if (!play_slice(b, &s->versions[i], slice, games > 0 ? games : 1))
                return false;
    return true;
}

/* ---- the report ------------------------------------------------------------------------------ */

static const bench_version *with_all(const bench_steps *s) {
    int i = 0;
    while (i + 1 < s->count && !s->versions[i + 1].single)
        i++;
    return &s->versions[i];
}

/* What a step brings, against the one before; what a single one brings, against leaving only it
 * out. */
static series ratios(const bench_steps *s, int index) {
    const bench_version *v = &s->versions[index];
    const series *faster = v->single ? &with_all(s)->games_per_s : &v->games_per_s;
    const series *slower = v->single   ? &v->games_per_s
                           : index > 0 ? &s->versions[index - 1].games_per_s
                                       : faster;
    series out = {.count = 0};
    for (int i = 0; i < faster->count && i < slower->count; i++)
        series_add(&out, faster->at[i] / slower->at[i]);
    return out;
}

static void print_version(const bench_steps *s, int i, const char *prefix) {
    const bench_version *v = &s->versions[i];
    const series ratio = ratios(s, i);
    printf("%-8s %-12s %10.1f %8.2f   %.2f to %.2f   %12d   %s\n", prefix, v->label,
           series_quantile(&v->games_per_s, 0.5), series_quantile(&ratio, 0.5),
           series_quantile(&ratio, 0.25), series_quantile(&ratio, 0.75), lf_program_size(v->game),
           v->digest == with_all(s)->digest ? "yes" : "NO");
}

void bench_steps_print(const bench_steps *s) {
    puts("\noptimisations           games/s    ratio   quartiles      instructions   same games");
    for (int i = 0; i < s->count; i++)
        print_version(s, i, s->versions[i].single ? "all but" : i > 0 ? "and" : "");
    puts("The ratio is to the row above; for \"all but\", what leaving out only this one costs.");
}

json_t *bench_steps_to_json(const bench_steps *s) {
    json_t *rows = json_array();
    for (int i = 0; i < s->count; i++) {
        const bench_version *v = &s->versions[i];
        const series ratio = ratios(s, i);
        json_array_append_new(
            rows, json_pack("{s:s, s:b, s:s, s:f, s:f, s:f, s:f, s:i, s:b}", "name", v->label,
                            "single", v->single, "without", v->without, "games_per_s",
                            series_quantile(&v->games_per_s, 0.5), "ratio",
                            series_quantile(&ratio, 0.5), "q1", series_quantile(&ratio, 0.25), "q3",
                            series_quantile(&ratio, 0.75), "instructions", lf_program_size(v->game),
                            "same_games", v->digest == with_all(s)->digest));
    }
    return rows;
}
