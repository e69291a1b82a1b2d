/* bench.c: `bench`: how fast a game runs, and the signature of its behaviour.
 *
 * The signature is XXH64 over the hash of the first state and of the state after every decision of
 * SIGNATURE_GAMES random games of each scenario, each cut off after SIGNATURE_DECISIONS decisions. It changes
 * exactly when the behaviour of these games does, on any machine. */
#include <inttypes.h>
#include <stdlib.h>
#include <xxhash.h>

#include "cli/cli.h"
#include "sim/outcome.h"
#include "sim/sim.h"

#define SIGNATURE_GAMES 32
#define SIGNATURE_DECISIONS 1000
#define SAMPLES 256           /* states that the single operations are measured on */
#define SAMPLE_DISTANCE 7     /* decisions between two of them: no multiple of a usual number of seats */
#define GAME_DECISIONS 100000 /* a longer game is given up */
#define OPERATION_SHARE 0.1   /* of the time, for each operation */

typedef struct {
    double seconds;
    const char *scenario;
    text_list option;
    bool json;
} bench_options;

static const bench_options defaults = {.seconds = 2};

typedef struct {
    const lf_game *game;
    lf_setup setup;
    double budget; /* seconds */
    lf_state *samples[SAMPLES];
    int sample_count;
    lf_state *scratch;
    double decisions_per_s, games_per_s, legal_ns, list_ns, apply_ns, copy_ns, hash_ns;
    uint64_t signature;
    lf_error error;
} bench;

/* Where results of measured calls go, so that no compiler leaves a call out. */
static volatile uint64_t sink;

/* ---- the signature ------------------------------------------------------------------------------------ */

static void digest_hash(XXH64_state_t *digest, const lf_state *state) {
    uint64_t hash = lf_table_hash(state);
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(hash >> (8 * i));
    XXH64_update(digest, bytes, sizeof bytes);
}

static bool sign_game(bench *b, XXH64_state_t *digest, const char *scenario, uint64_t seed) {
    lf_setup setup = {.scenario = scenario, .seed = seed};
    lf_state *state = lf_state_new(b->game, &setup, &b->error);
    rng luck = {rng_mix(seed)};
    if (!state)
        return false;
    digest_hash(digest, state);
    for (int i = 0; i < SIGNATURE_DECISIONS && !lf_terminal(state, NULL); i++) {
        int options = lf_legal_count(state);
        if (options < 1 || lf_apply(state, rng_below(&luck, options)) != LF_OK)
            break; /* a failure is behaviour too: the digest stops where the game does */
        digest_hash(digest, state);
    }
    lf_state_free(state);
    return true;
}

static bool sign(bench *b) {
    XXH64_state_t *digest = XXH64_createState();
    if (!digest)
        return false;
    XXH64_reset(digest, 0);
    int scenarios = lf_count(b->game, LF_OF_SCENARIOS);
    bool good = true;
    for (int s = 0; good && s < (scenarios > 0 ? scenarios : 1); s++) {
        const char *scenario = scenarios > 0 ? lf_name(b->game, LF_OF_SCENARIOS, s) : NULL;
        for (uint64_t i = 0; good && i < SIGNATURE_GAMES; i++)
            good = sign_game(b, digest, scenario, rng_series_seed(0, i));
    }
    b->signature = XXH64_digest(digest);
    XXH64_freeState(digest);
    return good;
}

/* ---- whole games ---------------------------------------------------------------------------------------- */

static bool keep_sample(bench *b, const lf_state *state) {
    lf_state *copy = lf_state_clone(state);
    if (copy)
        b->samples[b->sample_count++] = copy;
    return copy != NULL;
}

/* Plays one game; returns its decisions, or -1 on error. Takes samples until there are enough. */
static int64_t play(bench *b, uint64_t seed) {
    lf_setup setup = b->setup;
    setup.seed = seed;
    lf_state *state = lf_state_new(b->game, &setup, &b->error);
    rng luck = {rng_mix(seed)};
    int64_t decisions = 0;
    if (!state)
        return -1;
    while (decisions < GAME_DECISIONS && !lf_terminal(state, NULL)) {
        int options = lf_legal_count(state);
        if (b->sample_count < SAMPLES && decisions % SAMPLE_DISTANCE == 0 && options > 0)
            keep_sample(b, state);
        if (options < 1 || lf_apply(state, rng_below(&luck, options)) != LF_OK) {
            b->error = *lf_state_error(state);
            lf_state_free(state);
            return -1;
        }
        decisions++;
    }
    lf_state_free(state);
    return decisions;
}

static bool measure_games(bench *b) {
    double start = now_seconds(), seconds = 0;
    int64_t games = 0, decisions = 0;
    while (seconds < b->budget * (1 - 5 * OPERATION_SHARE) && !interrupted) {
        int64_t played = play(b, rng_series_seed(b->setup.seed, (uint64_t)games));
        if (played < 0)
            return false;
        decisions += played;
        games++;
        seconds = now_seconds() - start;
    }
    b->games_per_s = (double)games / seconds;
    b->decisions_per_s = (double)decisions / seconds;
    return true;
}

/* ---- single operations -------------------------------------------------------------------------------------- */

static void do_nothing(bench *b, const lf_state *state) {
    (void)b;
    (void)state;
}

static void do_legal(bench *b, const lf_state *state) {
    (void)b;
    sink += (uint64_t)lf_legal_count(state);
}

static void do_list(bench *b, const lf_state *state) {
    static lf_option options[LF_OPTIONS_MAX];
    (void)b;
    sink += (uint64_t)lf_legal(state, options, LF_OPTIONS_MAX);
}

static void do_copy(bench *b, const lf_state *state) {
    lf_copy(b->scratch, state);
}

static void do_copy_and_apply(bench *b, const lf_state *state) {
    lf_copy(b->scratch, state);
    sink += (uint64_t)lf_apply(b->scratch, 0);
}

static void do_hash(bench *b, const lf_state *state) {
    (void)b;
    sink += lf_hash(state);
}

static double time_operation(bench *b, void (*operation)(bench *, const lf_state *)) {
    double start = now_seconds(), seconds = 0;
    int64_t calls = 0;
    while (seconds < b->budget * OPERATION_SHARE && !interrupted) {
        for (int i = 0; i < b->sample_count; i++)
            operation(b, b->samples[i]);
        calls += b->sample_count;
        seconds = now_seconds() - start;
    }
    return calls > 0 ? seconds * 1e9 / (double)calls : 0;
}

static bool measure_operations(bench *b) {
    if (b->sample_count == 0)
        return true;
    b->scratch = lf_state_clone(b->samples[0]);
    if (!b->scratch)
        return false;
    double nothing = time_operation(b, do_nothing), copy = time_operation(b, do_copy);
    b->copy_ns = copy - nothing;
    b->legal_ns = time_operation(b, do_legal) - nothing;
    b->list_ns = time_operation(b, do_list) - nothing;
    b->apply_ns = time_operation(b, do_copy_and_apply) - copy;
    b->hash_ns = time_operation(b, do_hash) - nothing;
    return true;
}

/* ---- the report ------------------------------------------------------------------------------------------------ */

static void print_report(const bench *b) {
    printf("decisions/s   %.0f\ngames/s       %.1f\n", b->decisions_per_s, b->games_per_s);
    printf("legal         %.0f ns\nlegal, texts  %.0f ns\napply         %.0f ns\n", b->legal_ns, b->list_ns,
           b->apply_ns);
    printf("copy          %.0f ns\nhash          %.0f ns\n", b->copy_ns, b->hash_ns);
    printf("state         %zu bytes\nsignature     %016" PRIx64 "\n", lf_state_size(b->game), b->signature);
}

static void print_report_json(const bench *b) {
    print_json(json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:o}", "game", lf_game_id(b->game),
                         "decisions_per_s", b->decisions_per_s, "games_per_s", b->games_per_s, "legal_ns",
                         b->legal_ns, "list_ns", b->list_ns, "apply_ns", b->apply_ns, "copy_ns", b->copy_ns,
                         "hash_ns", b->hash_ns, "state_bytes", (json_int_t)lf_state_size(b->game),
                         "signature", hex_to_json(b->signature)));
}

static int run(const arguments *given, const void *options) {
    const bench_options *o = options;
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (!game)
        return status;
    bench b = {
        .game = game, .setup = {.scenario = o->scenario, .options = o->option.items}, .budget = o->seconds};
    status = check_scenario(game, o->scenario) ? EXIT_GOOD : EXIT_USAGE;
    interrupt_catch();
    if (status == EXIT_GOOD && !(sign(&b) && measure_games(&b) && measure_operations(&b))) {
        complain("%s", b.error.message[0] ? b.error.message : "out of memory");
        status = EXIT_BAD;
    }
    if (status == EXIT_GOOD && o->json)
        print_report_json(&b);
    else if (status == EXIT_GOOD)
        print_report(&b);
    for (int i = 0; i < b.sample_count; i++)
        lf_state_free(b.samples[i]);
    lf_state_free(b.scratch);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"seconds", FLAG_REAL, offsetof(bench_options, seconds), "N", "how long to measure (default 2)", 0, 0},
    SCENARIO_FLAG(bench_options),
    OPTION_FLAG(bench_options),
    JSON_FLAG(bench_options),
    NO_MORE_FLAGS,
};

const command command_bench = {
    .name = "bench",
    .summary = "measure speed, and the signature of the behaviour",
    .usage = "GAME [--seconds N] [--json]",
    .examples = "  ludoforge bench my-game.game-spec.md\n"
                "  ludoforge bench my-game.game-spec.md --json | jq -r .signature\n",
    .details =
        "Random games on one thread. The signature is a digest of every state of 32 seeded random games of\n"
        "each scenario, up to 1000 decisions each: it changes exactly when their behaviour does.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(bench_options),
    .run = run,
};
