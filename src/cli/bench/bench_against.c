/* bench_against.c: the comparison of a measurement with an earlier one.
 *
 * The i-th slice now is set against the i-th slice then: both did the same work, as long as the
 * behaviour is the same. What is told is the median of these ratios, as speed (2: twice as fast),
 * and their quartiles. With BENCH_SLICES slices the quartiles are about a 95 % interval of the
 * median, so a difference is noise when 1 lies between them. What differs between two runs as a
 * whole, such as the processor's clock, the slices cannot show: hence NOISE_LEAST. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "support/files.h"
#include "support/json_forms.h"

#define NOISE_LEAST 0.03
#define EARLIER_BYTES_MAX (16u << 20)
#define SLICE_GAMES_MAX 1000000

typedef struct {
    char name[128];
    double then, now; /* medians: ns, or something a second */
    bool rate;
    series speed; /* slice by slice */
} difference;

typedef void (*teller)(void *context, const difference *);

/* ---- the earlier result ---------------------------------------------------------------------- */

static const char *text_at(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "?";
}

json_t *bench_read_earlier(const char *path, const lf_game *game) {
    lf_error error = {0};
    size_t size = 0;
    char *text = lf_file_read(path, EARLIER_BYTES_MAX, &size, &error);
    if (text == NULL) {
        complain("%s", error.message);
        return NULL;
    }
    json_t *then = json_loadb(text, size, 0, NULL);
    lf_string_free(text);
    if (json_integer_value(json_object_get(then, "bench")) != BENCH_FORMAT) {
        complain("%s is not a result of `ludoforge bench --json` of this version.", path);
    } else if (strcmp(text_at(then, "game"), lf_game_id(game)) != 0) {
        complain("%s is of another game: %s.", path, text_at(then, "game"));
    } else if (json_is_true(json_object_get(then, "stopped"))) {
        complain("%s is of a measurement that was stopped early.", path);
    } else {
        return then;
    }
    json_decref(then);
    return NULL;
}

static const json_t *scenario_then(const bench *b, const json_t *then, int scenario) {
    return json_object_get(json_object_get(then, "scenarios"), bench_scenario_name(b, scenario));
}

void bench_take_work(bench *b, const json_t *then) {
    for (int i = 0; i < b->scenario_count; i++) {
        json_int_t games =
            json_integer_value(json_object_get(scenario_then(b, then, i), "slice_games"));
        if (games >= 1 && games <= SLICE_GAMES_MAX)
            b->scenarios[i].slice_games = games;
    }
}

/* ---- figure by figure ------------------------------------------------------------------------ */

/* Tells the difference unless the figure is missing on one side. */
static void compare(const json_t *then, const series *now, difference *d, teller tell,
                    void *context) {
    const json_t *slices = json_object_get(then, "slices");
    series before = {0};
    for (size_t i = 0; i < json_array_size(slices) && (int)i < now->count; i++) {
        double old = json_number_value(json_array_get(slices, i));
        series_add(&before, old);
        if (old > 0 && now->at[i] > 0)
            series_add(&d->speed, d->rate ? now->at[i] / old : old / now->at[i]);
    }
    d->then = series_quantile(&before, 0.5);
    d->now = series_quantile(now, 0.5);
    if (d->speed.count > 0)
        tell(context, d);
}

static void compare_all(const bench *b, const json_t *then, teller tell, void *context) {
    const json_t *operations = json_object_get(then, "operations");
    for (int i = 0; i < BENCH_OPERATIONS; i++) {
        difference d = {.rate = false};
        snprintf(d.name, sizeof d.name, "%s", bench_operations[i].label);
        compare(json_object_get(operations, bench_operations[i].key), &b->operations[i], &d, tell,
                context);
    }
    for (int i = 0; i < b->scenario_count; i++) {
        const json_t *scenario = scenario_then(b, then, i);
        difference games = {.rate = true}, decisions = {.rate = true};
        snprintf(games.name, sizeof games.name, "%s, games/s", bench_scenario_name(b, i));
        compare(json_object_get(scenario, "games_slices"), &b->scenarios[i].games_per_s, &games,
                tell, context);
        snprintf(decisions.name, sizeof decisions.name, "%s, decisions/s",
                 bench_scenario_name(b, i));
        compare(json_object_get(scenario, "decisions_slices"), &b->scenarios[i].decisions_per_s,
                &decisions, tell, context);
    }
}

static const char *verdict(const difference *d) {
    const double median = series_quantile(&d->speed, 0.5);
    const bool spread =
        series_quantile(&d->speed, 0.25) <= 1 && series_quantile(&d->speed, 0.75) >= 1;
    if (spread || (median > 1 - NOISE_LEAST && median < 1 + NOISE_LEAST))
        return "within noise";
    return median > 1 ? "faster" : "slower";
}

static bool same_signature(const bench *b, const json_t *then) {
    char now[17];
    snprintf(now, sizeof now, "%016" PRIx64, b->signature);
    return strcmp(now, text_at(then, "signature")) == 0;
}

/* Whether both were compiled with the same optimisations. */
static bool same_without(const bench *b, const json_t *then) {
    return strcmp(b->without, text_at(then, "without")) == 0;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_figure(double value, bool rate) {
    char time[BENCH_TIME_BYTES];
    if (rate)
        printf(" %12.*f", value < 100 ? 1 : 0, value);
    else
        printf(" %12s", bench_time(value, time));
}

static void print_difference(void *context, const difference *d) {
    (void)context;
    printf("%-28s", d->name);
    print_figure(d->then, d->rate);
    print_figure(d->now, d->rate);
    printf(" %8.3f  %6.3f to %6.3f   %s\n", series_quantile(&d->speed, 0.5),
           series_quantile(&d->speed, 0.25), series_quantile(&d->speed, 0.75), verdict(d));
}

static const char *without_text(const char *without) {
    return *without ? without : "nothing";
}

void bench_print_comparison(const bench *b, const json_t *then) {
    const json_t *program = json_object_get(then, "program");
    const char *without = text_at(then, "without");
    printf("\nagainst version %s, built with %s%s%s\n", text_at(then, "version"),
           text_at(json_object_get(then, "machine"), "compiler"), *without ? ", without " : "",
           without);
    printf("%-28s %12s %12s %8s  %s\n", "figure", "then", "now", "speed", "quartiles");
    compare_all(b, then, print_difference, NULL);
    printf("%-28s %12" JSON_INTEGER_FORMAT " %12zu\n", "state bytes",
           json_integer_value(json_object_get(then, "state_bytes")), lf_state_size(b->game));
    printf("%-28s %12" JSON_INTEGER_FORMAT " %12d\n", "instructions",
           json_integer_value(json_object_get(program, "instructions")), lf_program_size(b->game));
    if (!same_without(b, then))
        printf("%-28s %12s %12s\n", "optimisations left out", without_text(without),
               without_text(b->without));
    if (same_signature(b, then))
        printf("the signature is the same\n");
    else
        printf("the signature DIFFERS: %s then. The games are other games, and their speeds not of "
               "the same work.\n",
               text_at(then, "signature"));
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_difference(void *context, const difference *d) {
    json_object_set_new(context, d->name,
                        json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "then", d->then, "now", d->now,
                                  "speed", series_quantile(&d->speed, 0.5), "q1",
                                  series_quantile(&d->speed, 0.25), "q3",
                                  series_quantile(&d->speed, 0.75), "verdict", verdict(d)));
}

json_t *bench_comparison_to_json(const bench *b, const json_t *then) {
    json_t *figures = json_object();
    compare_all(b, then, add_difference, figures);
    return json_pack("{s:s, s:s, s:s, s:b, s:o}", "version", text_at(then, "version"), "without",
                     text_at(then, "without"), "signature", text_at(then, "signature"),
                     "signature_same", same_signature(b, then), "figures", figures);
}
