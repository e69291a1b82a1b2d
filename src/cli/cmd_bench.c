/* cmd_bench.c: `bench`: the speed of a game and the signature of its behaviour. The measurements
 * are in cli/bench. */
#include "bench/bench.h"

#include <stdlib.h>

#define LOADS 5 /* how often the game is compiled */

typedef struct {
    double seconds;
    const char *scenario, *position, *against, *without, *peers;
    text_list option;
    bool json, profile, steps, api, versus;
} bench_options;

static const bench_options defaults = {.seconds = 3, .without = ""};

/* Compiles the game a few times; NULL after a complaint. */
static lf_game *open_game(const char *name, bench *b, int *status) {
    lf_game *game = NULL;
    for (int i = 0; i < LOADS && (i == 0 || (game != NULL && !interrupted)); i++) {
        lf_game_free(game);
        double start = bench_seconds();
        game = game_open_as(name, b->without, status);
        series_add(&b->operations[BENCH_LOAD], (bench_seconds() - start) * 1e9);
    }
    return game;
}

/* All scenarios, or the one that was asked for; a position takes the place of what the usual one
 * sets up. False after a complaint. */
static bool list_scenarios(bench *b, const char *wanted) {
    int count = lf_count(b->game, LF_OF_SCENARIOS);
    if (!check_scenario(b->game, wanted))
        return false;
    int only = wanted != NULL              ? lf_find(b->game, LF_OF_SCENARIOS, wanted)
               : b->setup.position != NULL ? lf_default_scenario(b->game)
                                           : -1;
    for (int i = 0; i < count && b->scenario_count < BENCH_SCENARIOS_MAX; i++) {
        if (only >= 0 && i != only)
            continue;
        if (i == lf_default_scenario(b->game))
            b->main_scenario = b->scenario_count;
        b->scenarios[b->scenario_count++].name = lf_name(b->game, LF_OF_SCENARIOS, i);
    }
    if (count == 0)
        b->scenario_count = 1;
    return true;
}

static int failed(const bench *b) {
    complain("%s", b->error.message[0] ? b->error.message : LF_NO_MEMORY);
    return b->error.status == LF_BAD_ARGUMENT ? EXIT_USAGE : EXIT_BAD;
}

/* What was asked for besides; NULL for what was not. */
typedef struct {
    const bench_profile *profile;
    const bench_steps *steps;
    const bench_api *api;
    const bench_versus *versus;
    const bench_peers *peers;
    const json_t *then;
} bench_extras;

static json_t *to_json(const bench *b, const bench_extras *x) {
    json_t *object = bench_to_json(b);
    if (x->versus != NULL)
        json_object_set_new(object, "versus_bytecode", bench_versus_to_json(b, x->versus));
    if (x->peers != NULL)
        json_object_set_new(object, "peers", bench_peers_to_json(b, x->peers));
    if (x->then != NULL)
        json_object_set_new(object, "against", bench_comparison_to_json(b, x->then));
    if (x->profile != NULL)
        json_object_set_new(object, "profile", bench_profile_to_json(b, x->profile));
    if (x->steps != NULL)
        json_object_set_new(object, "steps", bench_steps_to_json(x->steps));
    if (x->api != NULL)
        json_object_set_new(object, "api", bench_api_to_json(b, x->api));
    if (interrupted)
        json_object_set_new(object, "stopped", json_true());
    return object;
}

static void report(const bench *b, const bench_extras *x, bool json) {
    if (json) {
        print_json(to_json(b, x));
        return;
    }
    bench_print(b);
    if (x->versus != NULL)
        bench_versus_print(b, x->versus);
    if (x->peers != NULL)
        bench_peers_print(b, x->peers);
    if (x->then != NULL)
        bench_print_comparison(b, x->then);
    if (x->profile != NULL)
        bench_profile_print(b, x->profile);
    if (x->steps != NULL)
        bench_steps_print(x->steps);
    if (x->api != NULL)
        bench_api_print(b, x->api);
}

/* What is asked for besides, and has to be opened before anything is measured. */
typedef struct {
    bench_steps steps;
    bench_versus versus;
    bench_peers peers;
    json_t *then;
} bench_opened;

static int measure(bench *b, const bench_options *o, bench_opened *x) {
    bench_profile profile = {0};
    bench_api api = {0};
    const bench_extras extras = {.profile = o->profile ? &profile : NULL,
                                 .steps = o->steps ? &x->steps : NULL,
                                 .api = o->api ? &api : NULL,
                                 .versus = o->versus ? &x->versus : NULL,
                                 .peers = o->peers != NULL ? &x->peers : NULL,
                                 .then = x->then};
    if (x->then != NULL)
        bench_take_work(b, x->then);
    bool good =
        bench_sign(b) && bench_measure_games(b) && bench_measure_single(b) && bench_find_slowest(b);
    if (good && o->versus)
        good = bench_measure_versus(b, &x->versus);
    if (good && o->profile)
        good = bench_profile_run(b, &profile);
    if (good && o->steps)
        good = bench_measure_steps(b, &x->steps);
    if (good && o->api)
        good = bench_measure_api(b, &api);
    if (good)
        report(b, &extras, o->json);
    bench_profile_free(&profile);
    if (good && interrupted)
        complain("stopped early: some figures have fewer slices or are missing.");
    return !good ? failed(b) : interrupted ? EXIT_STOPPED : EXIT_GOOD;
}

/* False after a complaint, with the exit status. */
static bool open_extras(bench_opened *x, const bench *b, const bench_options *o, const char *game,
                        int *status) {
    *status = EXIT_USAGE;
    return (o->against == NULL || (x->then = bench_read_earlier(o->against, b->game)) != NULL) &&
           (o->peers == NULL || bench_peers_read(&x->peers, o->peers, b->game)) &&
           (!o->versus || bench_versus_open(&x->versus, b, game, status)) &&
           (!o->steps || bench_steps_open(&x->steps, game, status));
}

static void close_extras(bench_opened *x) {
    bench_steps_free(&x->steps);
    bench_versus_free(&x->versus);
    json_decref(x->then);
    free(x);
}

static int run_bench(const arguments *given, const void *options) {
    const bench_options *o = options;
    bench *b = calloc(1, sizeof *b);
    bench_opened *extras = calloc(1, sizeof *extras);
    int status = EXIT_BAD;
    if (b == NULL || extras == NULL) {
        complain(LF_NO_MEMORY);
        free(b);
        free(extras);
        return status;
    }
    interrupt_catch();
    b->without = o->without;
    lf_game *game = open_game(given->at[0], b, &status);
    b->game = game;
    b->setup.options = o->option.items;
    b->setup.position = o->position;
    b->budget = o->seconds;
    if (game != NULL) {
        if (!list_scenarios(b, o->scenario))
            status = EXIT_USAGE;
        else if (open_extras(extras, b, o, given->at[0], &status))
            status = measure(b, o, extras);
    }
    lf_state_free(b->playing);
    close_extras(extras);
    lf_game_free(game);
    free(b);
    return status;
}

static const flag flags[] = {
    {"seconds", FLAG_REAL, offsetof(bench_options, seconds), "N", "how long to measure (default 3)",
     0, 0},
    SCENARIO_FLAG(bench_options),
    POSITION_FLAG(bench_options),
    OPTION_FLAG(bench_options),
    {"against", FLAG_TEXT, offsetof(bench_options, against), "FILE",
     "compare with an earlier --json result", 0, 0},
    {"peers", FLAG_TEXT, offsetof(bench_options, peers), "FILE",
     "print ratios to figures of other programs, from a YAML or JSON file", 0, 0},
    {"versus-bytecode", FLAG_SWITCH, offsetof(bench_options, versus), NULL,
     "compare native code with bytecode on the same games", 0, 0},
    {"profile", FLAG_SWITCH, offsetof(bench_options, profile), NULL,
     "count and time opcodes, routines and lines of the rules", 0, 0},
    {"steps", FLAG_SWITCH, offsetof(bench_options, steps), NULL,
     "measure the effect of each optimisation", 0, 0},
    {"api", FLAG_SWITCH, offsetof(bench_options, api), NULL,
     "measure what a learner calls: ids, masks, tensors, batches", 0, 0},
    WITHOUT_FLAG(bench_options),
    JSON_FLAG(bench_options),
    NO_MORE_FLAGS,
};

const command command_bench = {
    .name = "bench",
    .summary = "measure speed, and the signature of the behaviour",
    .usage = "GAME [flags]",
    .examples = "  ludoforge bench {game} --seconds 1\n"
                "  ludoforge bench {game} --seconds 1 --profile\n"
                "  ludoforge bench {game} --seconds 1 --json > before.json\n"
                "  ludoforge bench {game} --seconds 1 --against before.json\n"
                "  ludoforge bench {game} --seconds 1 --without all --against before.json\n"
                "  ludoforge bench {game} --native --versus-bytecode\n",
    .details =
        "Plays random games of each scenario, or of the given one, on one thread. Figures are "
        "medians of 15 short slices of processor time, with quartiles. A comparison matches slice "
        "with slice: speed 2 means twice as fast. A difference below 3 %, or with quartiles on "
        "both sides of 1, is within noise.\n"
        "\n"
        "The signature is a digest of every state of 32 seeded random games of each scenario, of "
        "up to 1000 decisions each. It changes exactly when behaviour changes.\n"
        "\n"
        "--profile counts every instruction, including look-ahead, and samples which one is "
        "running. The time of a routine excludes the routines it calls. A function that the "
        "compiler inlined shows by its lines, not as a routine.\n"
        "\n"
        "--steps plays the same games with no optimisation, with each one alone, and with all but "
        "one. It takes two or three times --seconds longer.\n"
        "\n"
        "The slowest decisions are the five slowest choice sites of the random games, each timed "
        "again by itself. A copy is timed as a search uses it: the same position many times in a "
        "row.\n"
        "\n"
        "--versus-bytecode needs native code (--native builds it). A file for --peers has a list "
        "`peers` of { name, game, scenario, games_per_s }; such figures hold only for the machine "
        "they were measured on.\n"
        "\n"
        "--api measures, on one thread: the list of legal ids, their mask, a decision by id, the "
        "decider's observation as floats and as bytes, and one step of a batch of 256 games.\n"
        "\n"
        "Ctrl-C stops it and prints what was measured, with \"stopped\": true in the JSON and "
        "exit code 130. Such a result cannot be compared.\n",
    .more = print_optimisations,
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(bench_options),
    .run = run_bench,
};
