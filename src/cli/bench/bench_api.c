/* bench_api.c: the environment for search and learning, call by call: what a learner does most.
 * Measured as the single operations are, on positions of random games; a batch plays games of its
 * own. */
#include <stdlib.h>

#include "bench.h"
#include "ludoforge_env.h"

#define BATCH_GAMES 256
#define BATCH_STEPS 16 /* measured at once */

static const struct {
    const char *key, *label;
} rows[BENCH_API_FIGURES] = {
    [BENCH_API_IDS] = {"legal_ids_ns", "legal ids"},
    [BENCH_API_MASK] = {"mask_ns", "mask"},
    [BENCH_API_APPLY] = {"apply_id_ns", "apply by id"},
    [BENCH_API_TENSOR] = {"tensor_ns", "tensor, floats"},
    [BENCH_API_BYTES] = {"bytes_ns", "tensor, bytes"},
    [BENCH_API_COPY] = {"copy_ns", "copy"},
    [BENCH_API_CLONE] = {"clone_ns", "clone"},
    [BENCH_API_RESET] = {"reset_ns", "reset"},
    [BENCH_API_SAMPLE] = {"batch_sample_ns", "batch sample"},
    [BENCH_API_STEP] = {"batch_step_ns", "batch step"},
};

typedef struct {
    bench *bench;
    bench_positions positions;
    int32_t ids[BENCH_POSITIONS]; /* of the options of the positions */
    lf_state *scratch;
    lf_batch *batch;
    int32_t drawn[BATCH_GAMES];
    uint64_t *mask;
    float *numbers;
    int8_t *bytes;
    uint64_t seed;
} stand;

/* ---- the calls ---- */

static void do_nothing(stand *s, int i) {
    (void)s;
    (void)i;
}

static void do_ids(stand *s, int i) {
    int32_t ids[LF_OPTIONS_MAX];
    bench_sink +=
        (uint64_t)lf_legal_ids(s->positions.at[i].state, ids, LF_OPTIONS_MAX) + (uint64_t)ids[0];
}

static void do_mask(stand *s, int i) {
    lf_legal_mask(s->positions.at[i].state, s->mask);
    bench_sink += s->mask[0];
}

static void do_copy(stand *s, int i) {
    lf_copy(s->scratch, s->positions.at[i].state);
}

static void do_copy_and_apply(stand *s, int i) {
    lf_copy(s->scratch, s->positions.at[i].state);
    bench_sink += (uint64_t)lf_apply_id(s->scratch, s->ids[i]);
}

static void do_tensor(stand *s, int i) {
    const lf_state *state = s->positions.at[i].state;
    lf_observe_tensor(state, lf_decider(state), s->numbers);
    bench_sink += (uint64_t)s->numbers[0];
}

static void do_bytes(stand *s, int i) {
    const lf_state *state = s->positions.at[i].state;
    lf_observe_bytes(state, lf_decider(state), s->bytes);
    bench_sink += (uint64_t)s->bytes[0];
}

static void do_clone(stand *s, int i) {
    lf_state_free(lf_state_clone(s->positions.at[i].state));
}

static void do_reset(stand *s, int i) {
    lf_setup setup = s->bench->setup;
    (void)i;
    setup.scenario = s->bench->scenarios[s->bench->main_scenario].name;
    setup.seed = s->seed++;
    bench_sink += (uint64_t)lf_state_reset(s->scratch, &setup, NULL);
}

/* ---- measuring ---- */

static double share(const stand *s) {
    return s->bench->budget / (2.0 * BENCH_API_FIGURES * BENCH_SLICES);
}

/* ns a call, over all positions as often as they fit into the time. */
static double time_call(stand *s, void (*call)(stand *, int)) {
    const double start = bench_seconds();
    double seconds = 0;
    int64_t calls = 0;
    while (calls == 0 || (seconds < share(s) && !interrupted)) {
        for (int i = 0; i < s->positions.count; i++)
            call(s, i);
        calls += s->positions.count;
        seconds = bench_seconds() - start;
    }
    return seconds * 1e9 / (double)calls;
}

/* ns a game: drawing ids, and with `step` playing them too. */
static double time_batch(stand *s, bool step) {
    const double start = bench_seconds();
    double seconds = 0;
    int64_t games = 0;
    while (games == 0 || (seconds < share(s) && !interrupted)) {
        for (int i = 0; i < BATCH_STEPS; i++) {
            lf_batch_sample(s->batch, s->drawn);
            if (step)
                bench_sink += (uint64_t)lf_batch_step(s->batch, s->drawn, NULL, NULL);
        }
        games += (int64_t)BATCH_STEPS * BATCH_GAMES;
        seconds = bench_seconds() - start;
    }
    return seconds * 1e9 / (double)games;
}

static void measure_slice(stand *s, bench_api *api) {
    const double nothing = time_call(s, do_nothing), copy = time_call(s, do_copy);
    const double sampled = time_batch(s, false);
    const double net[BENCH_API_FIGURES] = {
        [BENCH_API_IDS] = time_call(s, do_ids) - nothing,
        [BENCH_API_MASK] = time_call(s, do_mask) - nothing,
        [BENCH_API_APPLY] = time_call(s, do_copy_and_apply) - copy,
        [BENCH_API_TENSOR] = time_call(s, do_tensor) - nothing,
        [BENCH_API_BYTES] = time_call(s, do_bytes) - nothing,
        [BENCH_API_COPY] = copy - nothing,
        [BENCH_API_CLONE] = time_call(s, do_clone) - nothing,
        [BENCH_API_RESET] = time_call(s, do_reset) - nothing,
        [BENCH_API_SAMPLE] = sampled,
        [BENCH_API_STEP] = time_batch(s, true) - sampled,
    };
    for (int i = 0; i < BENCH_API_FIGURES && !interrupted; i++)
        series_add(&api->figures[i], net[i] > 0 ? net[i] : 0);
}

static bool stand_open(stand *s, bench *b) {
    lf_setup setup = b->setup;
    setup.scenario = b->scenarios[b->main_scenario].name;
    const lf_batch_config config = {.setup = &setup, .games = BATCH_GAMES, .threads = 1};
    s->bench = b;
    if (!bench_positions_take(b, &s->positions) || s->positions.count == 0)
        return false;
    for (int i = 0; i < s->positions.count; i++)
        s->ids[i] = lf_id_of_option(s->positions.at[i].state, s->positions.at[i].option);
    s->scratch = lf_state_clone(s->positions.at[0].state);
    s->batch = lf_batch_new(b->game, &config, &b->error);
    s->mask = calloc((size_t)lf_mask_words(b->game) + 1, sizeof *s->mask);
    s->numbers = calloc((size_t)lf_tensor_size(b->game) + 1, sizeof *s->numbers);
    s->bytes = calloc((size_t)lf_tensor_size(b->game) + 1, sizeof *s->bytes);
    return s->scratch != NULL && s->batch != NULL && s->mask != NULL && s->numbers != NULL &&
           s->bytes != NULL;
}

static void stand_close(stand *s) {
    bench_positions_free(&s->positions);
    lf_state_free(s->scratch);
    lf_batch_free(s->batch);
    free(s->mask);
    free(s->numbers);
    free(s->bytes);
    free(s);
}

bool bench_measure_api(bench *b, bench_api *api) {
    stand *s = calloc(1, sizeof *s);
    if (s == NULL)
        return false;
    const bool good = stand_open(s, b);
    for (int slice = 0; good && slice < BENCH_SLICES && !interrupted; slice++)
        measure_slice(s, api);
    stand_close(s);
    return good || interrupted;
}

/* ---- the report ---- */

void bench_api_print(const bench *b, const bench_api *api) {
    char middle[BENCH_TIME_BYTES], low[BENCH_TIME_BYTES], high[BENCH_TIME_BYTES];
    printf("\n%-14s %10s   %s\n", "environment", "median", "quartiles");
    for (int i = 0; i < BENCH_API_FIGURES; i++) {
        const series *s = &api->figures[i];
        printf(
            "%-14s %10s   %s to %s\n", rows[i].label, bench_time(series_quantile(s, 0.5), middle),
            bench_time(series_quantile(s, 0.25), low), bench_time(series_quantile(s, 0.75), high));
    }
    printf("%d actions in %d questions; an observation has %d numbers. A step is of one of %d "
           "games, on one thread.\n",
           lf_action_count(b->game), lf_question_count(b->game), lf_tensor_size(b->game),
           BATCH_GAMES);
}

json_t *bench_api_to_json(const bench *b, const bench_api *api) {
    json_t *figures = json_object();
    for (int i = 0; i < BENCH_API_FIGURES; i++)
        json_object_set_new(figures, rows[i].key,
                            json_pack("{s:f, s:f, s:f}", "median",
                                      series_quantile(&api->figures[i], 0.5), "q1",
                                      series_quantile(&api->figures[i], 0.25), "q3",
                                      series_quantile(&api->figures[i], 0.75)));
    return json_pack("{s:o, s:i, s:i, s:i, s:i}", "figures", figures, "actions",
                     lf_action_count(b->game), "questions", lf_question_count(b->game), "numbers",
                     lf_tensor_size(b->game), "batch_games", BATCH_GAMES);
}
