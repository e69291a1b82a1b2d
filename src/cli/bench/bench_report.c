/* bench_report.c: the figures as people and programs read them. */
#include <inttypes.h>
#include <unistd.h>

#include "bench.h"
#include "support/json_forms.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#if defined(__x86_64__)
#define PROCESSOR "x86_64"
#elif defined(__aarch64__)
#define PROCESSOR "aarch64"
#else
#define PROCESSOR "other"
#endif

#if defined(__OPTIMIZE__)
#define OPTIMISED true
#else
#define OPTIMISED false
#endif

const char *bench_scenario_name(const bench *b, int scenario) {
    const char *name = b->scenarios[scenario].name;
    return name != NULL ? name : "default";
}

const char *bench_time(double ns, char buffer[BENCH_TIME_BYTES]) {
    const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    for (; unit < 3 && ns >= 1000; unit++)
        ns /= 1000;
    snprintf(buffer, BENCH_TIME_BYTES, "%.*f %s", ns < 10 ? 2 : ns < 100 ? 1 : 0, ns, units[unit]);
    return buffer;
}

/* How many programs wanted to run in the last minute; -1 when unknown. */
static double load_average(void) {
    FILE *file = fopen("/proc/loadavg", "r");
    double load = -1;
    if (file != NULL && fscanf(file, "%lf", &load) != 1)
        load = -1;
    if (file != NULL)
        fclose(file);
    return load;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_operations(const bench *b) {
    char middle[BENCH_TIME_BYTES], low[BENCH_TIME_BYTES], high[BENCH_TIME_BYTES];
    printf("%-14s %10s   %s\n", "operation", "median", "quartiles");
    for (int i = 0; i < BENCH_OPERATIONS; i++) {
        const series *s = &b->operations[i];
        if (s->count > 0)
            printf("%-14s %10s   %s to %s\n", bench_operations[i].label,
                   bench_time(series_quantile(s, 0.5), middle),
                   bench_time(series_quantile(s, 0.25), low),
                   bench_time(series_quantile(s, 0.75), high));
    }
}

static void print_scenarios(const bench *b) {
    printf("\n%-14s %10s %12s %25s %15s\n", "scenario", "games/s", "decisions/s", "quartiles",
           "decisions/game");
    for (int i = 0; i < b->scenario_count; i++) {
        const bench_scenario *s = &b->scenarios[i];
        if (s->games > 0)
            printf("%-14s %10.1f %12.0f %11.0f to %10.0f %15.1f\n", bench_scenario_name(b, i),
                   (double)s->games / s->seconds, (double)s->decisions / s->seconds,
                   series_quantile(&s->decisions_per_s, 0.25),
                   series_quantile(&s->decisions_per_s, 0.75),
                   (double)s->decisions / (double)s->games);
    }
}

static void print_slowest(const bench *b) {
    char time[BENCH_TIME_BYTES];
    for (int i = 0; i < b->slowest_count; i++) {
        const bench_slowest *s = &b->slowest[i];
        printf("%s%s, %" PRIu64 " steps (scenario %s, seed %" PRIu64 ", after %" PRId64
               " decisions)\n",
               i == 0 ? "\nslowest decision  " : "then              ",
               bench_time(s->seconds * 1e9, time), s->steps, bench_scenario_name(b, s->scenario),
               s->seed, s->decision);
        printf("  chosen at       %s\n  most steps at   %s\n", s->place, s->heaviest);
    }
}

void bench_print(const bench *b) {
    const double load = load_average();
    print_operations(b);
    print_scenarios(b);
    print_slowest(b);
    printf("\nstate         %zu bytes\n", lf_state_size(b->game));
    printf("program       %d instructions, %d routines, %d choices%s%s\n", lf_program_size(b->game),
           lf_count(b->game, LF_OF_ROUTINES), lf_count(b->game, LF_OF_SITES),
           *b->without ? ", without " : "", b->without);
    printf("runs as       %s\n", lf_game_is_native(b->game) ? "native code" : "bytecode");
    printf("built with    %s for " PROCESSOR "%s\n", COMPILER,
           OPTIMISED ? "" : ", without optimisation");
    if (load >= 0)
        printf("load          %.2f on %ld processors\n", load, sysconf(_SC_NPROCESSORS_ONLN));
    printf("signature     %016" PRIx64 "\n", b->signature);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static json_t *series_to_json(const series *s) {
    json_t *slices = json_array();
    for (int i = 0; i < s->count; i++)
        json_array_append_new(slices, json_real(s->at[i]));
    return json_pack("{s:f, s:f, s:f, s:o}", "median", series_quantile(s, 0.5), "q1",
                     series_quantile(s, 0.25), "q3", series_quantile(s, 0.75), "slices", slices);
}

static json_t *machine_to_json(void) {
    const double load = load_average();
    return json_pack("{s:s, s:b, s:b, s:s, s:i, s:I, s:o}", "compiler", COMPILER, "optimised",
                     OPTIMISED,
#ifdef NDEBUG
                     "asserts", false,
#else
                     "asserts", true,
#endif
                     "processor", PROCESSOR, "word_bits", (int)(8 * sizeof(void *)), "processors",
                     (json_int_t)sysconf(_SC_NPROCESSORS_ONLN), "load",
                     load < 0 ? json_null() : json_real(load));
}

static json_t *scenario_to_json(const bench_scenario *s) {
    const double games = s->games > 0 ? (double)s->games : 1,
                 seconds = s->seconds > 0 ? s->seconds : 1;
    return json_pack("{s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:o, s:o}", "slice_games",
                     (json_int_t)s->slice_games, "games", (json_int_t)s->games, "decisions",
                     (json_int_t)s->decisions, "seconds", s->seconds, "games_per_s",
                     (double)s->games / seconds, "decisions_per_s", (double)s->decisions / seconds,
                     "decisions_per_game", (double)s->decisions / games, "games_slices",
                     series_to_json(&s->games_per_s), "decisions_slices",
                     series_to_json(&s->decisions_per_s));
}

static json_t *decision_to_json(const bench *b, const bench_slowest *s) {
    return json_pack("{s:f, s:I, s:s, s:I, s:I, s:s, s:s}", "ms", s->seconds * 1e3, "steps",
                     (json_int_t)s->steps, "scenario", bench_scenario_name(b, s->scenario), "seed",
                     (json_int_t)s->seed, "decision", (json_int_t)s->decision, "place", s->place,
                     "heaviest", s->heaviest);
}

static json_t *slow_to_json(const bench *b) {
    json_t *rows = json_array();
    for (int i = 0; i < b->slowest_count; i++)
        json_array_append_new(rows, decision_to_json(b, &b->slowest[i]));
    return rows;
}

/* The medians also stand on the top level, for short scripts. */
json_t *bench_to_json(const bench *b) {
    const bench_scenario *first = &b->scenarios[b->main_scenario];
    json_t *operations = json_object(), *scenarios = json_object();
    json_t *object =
        json_pack("{s:i, s:s, s:s, s:s, s:f}", "bench", BENCH_FORMAT, "game", lf_game_id(b->game),
                  "version", lf_version(), "without", b->without, "seconds", b->budget);
    json_object_set_new(object, "optimisations", optimisations_to_json());
    json_object_set_new(object, "machine", machine_to_json());
    json_object_set_new(object, "native", json_boolean(lf_game_is_native(b->game)));
    json_object_set_new(object, "signature", lf_hex_to_json(b->signature));
    json_object_set_new(object, "state_bytes", json_integer((json_int_t)lf_state_size(b->game)));
    json_object_set_new(object, "program",
                        json_pack("{s:i, s:i, s:i}", "instructions", lf_program_size(b->game),
                                  "routines", lf_count(b->game, LF_OF_ROUTINES), "choices",
                                  lf_count(b->game, LF_OF_SITES)));
    json_object_set_new(object, "scenario", json_string(bench_scenario_name(b, b->main_scenario)));
    json_object_set_new(object, "games_per_s",
                        json_real(first->seconds > 0 ? (double)first->games / first->seconds : 0));
    json_object_set_new(
        object, "decisions_per_s",
        json_real(first->seconds > 0 ? (double)first->decisions / first->seconds : 0));
    for (int i = 0; i < BENCH_OPERATIONS; i++) {
        json_object_set_new(object, bench_operations[i].key,
                            json_real(series_quantile(&b->operations[i], 0.5)));
        json_object_set_new(operations, bench_operations[i].key, series_to_json(&b->operations[i]));
    }
    for (int i = 0; i < b->scenario_count; i++)
        json_object_set_new(scenarios, bench_scenario_name(b, i),
                            scenario_to_json(&b->scenarios[i]));
    json_object_set_new(object, "operations", operations);
    json_object_set_new(object, "scenarios", scenarios);
    json_object_set_new(object, "slowest",
                        b->slowest_count > 0 ? decision_to_json(b, &b->slowest[0]) : json_null());
    json_object_set_new(object, "slow", slow_to_json(b));
    return object;
}
