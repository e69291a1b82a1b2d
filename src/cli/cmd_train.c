/* cmd_train.c: `train`: learns an evaluation of a game by self-play and writes it for agents. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tool/sim/sim.h"
#include "tool/train/train.h"

typedef struct {
    double seconds, minutes, rate, lambda;
    seed_option seed;
    int64_t games, threads, hidden, samples, random_games;
    text_list scenario;
    const char *resume, *run, *output, *curve;
    bool no_terms, report, json;
} train_options;

static const train_options defaults = {
    .lambda = 0.9, .rate = 0.0005, .hidden = 16, .samples = 8, .random_games = 2048};

#define SECONDS_USUAL 300

/* ---- while it runs ---- */

static void show_progress(void *context, int64_t games, double seconds, const train_point *last) {
    const train_plan *const plan = context;
    const double share =
        plan->seconds > 0 ? seconds / plan->seconds : (double)games / (double)plan->games;
    fprintf(stderr, "\r%3.0f %%  %" PRId64 " games  %.0f s", 100 * (share < 1 ? share : 1), games,
            seconds);
    if (last != NULL)
        fprintf(stderr,
                "  error %.3f (baseline %.3f)  wins %.0f %% against random, %.0f %% "
                "against margins",
                last->loss, last->baseline, 100 * last->against_random, 100 * last->against_margin);
    fputs("\x1b[K", stderr);
}

/* ---- what came out ---- */

static void print_weights(const train_result *r) {
    int seat = -1;
    for (int i = 0; i < r->weight_count; i++) {
        const train_weight *const w = &r->weights[i];
        if (w->seat != seat)
            printf("\n%s: what its chances depend on\n%12s %10s %10s  %s\n",
                   lf_label(lf_feature_layout_game(r->layout), LF_OF_SEATS, w->seat), "importance",
                   "win", "margin", "one more of");
        seat = w->seat;
        char *const text = lf_feature_text(r->layout, w->place);
        printf("%12.4f %+10.4f %+10.3f  %s%s\n", w->importance, w->win, w->margin,
               text != NULL ? text : "?",
               lf_feature_is_own(r->layout, w->place, seat) ? " (its own)" : "");
        lf_string_free(text);
    }
}

static void print_points(const train_result *r) {
    printf("%9s %8s %11s %8s %8s %9s\n", "games", "error", "frequencies", "margins", "random",
           "margins");
    for (int i = 0; i < r->point_count; i++) {
        const train_point *const p = &r->points[i];
        printf("%9" PRId64 " %8.4f %11.4f %8.2f %6.1f %% %7.1f %%\n", p->games, p->loss,
               p->baseline, p->margin_error, 100 * p->against_random, 100 * p->against_margin);
    }
}

static void print_result(const train_result *r, const train_options *o, size_t bytes) {
    print_points(r);
    printf("%" PRId64 " games, %" PRId64 " positions, %.0f s\n", r->games, r->positions,
           r->seconds);
    if (r->failed > 0)
        printf("%" PRId64 " games ended in a fault; `ludoforge fuzz` finds where\n", r->failed);
    if (o->report)
        print_weights(r);
    if (o->output != NULL)
        printf("%s: %zu bytes\n", o->output, bytes);
}

static json_t *points_json(const train_result *r) {
    json_t *const points = json_array();
    for (int i = 0; i < r->point_count; i++) {
        const train_point *const p = &r->points[i];
        json_array_append_new(
            points,
            json_pack("{s:I, s:f, s:f, s:f, s:f, s:f}", "games", (json_int_t)p->games, "error",
                      p->loss, "frequencies", p->baseline, "margin_error", p->margin_error,
                      "against_random", p->against_random, "against_margins", p->against_margin));
    }
    return points;
}

static json_t *weights_json(const train_result *r) {
    json_t *const weights = json_array();
    for (int i = 0; i < r->weight_count; i++) {
        const train_weight *const w = &r->weights[i];
        char *const text = lf_feature_text(r->layout, w->place);
        json_array_append_new(
            weights,
            json_pack("{s:s, s:s?, s:b, s:f, s:f, s:f}", "seat",
                      lf_name(lf_feature_layout_game(r->layout), LF_OF_SEATS, w->seat), "feature",
                      text, "own", lf_feature_is_own(r->layout, w->place, w->seat), "win", w->win,
                      "margin", w->margin, "importance", w->importance));
        lf_string_free(text);
    }
    return weights;
}

static void print_result_json(const train_result *r, const train_options *o, size_t bytes) {
    json_t *const object =
        json_pack("{s:s, s:I, s:I, s:I, s:f, s:I, s:o}", "game",
                  lf_game_id(lf_feature_layout_game(r->layout)), "games", (json_int_t)r->games,
                  "failed", (json_int_t)r->failed, "positions", (json_int_t)r->positions, "seconds",
                  r->seconds, "bytes", (json_int_t)bytes, "points", points_json(r));
    if (o->report)
        json_object_set_new(object, "weights", weights_json(r));
    if (interrupted)
        json_object_set_new(object, "stopped", json_true());
    print_json(object);
}

/* ---- the files ---- */

static int write_net(const train_result *r, const char *path, size_t *size) {
    lf_value_net net;
    char note[512];
    const train_settings *const s = &r->settings;
    snprintf(note, sizeof note,
             "ludoforge train %s: %" PRId64 " games, seed %" PRIu64 ", lambda %g, hidden %" PRId64
             ", samples %" PRId64,
             lf_game_id(lf_feature_layout_game(r->layout)), r->games, s->seed, s->lambda, s->hidden,
             s->samples);
    *size = 0;
    if (!learner_quantise(&r->net, &net)) {
        complain(LF_NO_MEMORY);
        return EXIT_BAD;
    }
    char *const bytes = lf_value_file_bytes(&net, lf_feature_layout_hash(r->layout), note, size);
    const int status = bytes != NULL ? write_bytes(path, bytes, *size) : EXIT_BAD;
    if (bytes == NULL)
        complain(LF_NO_MEMORY);
    lf_string_free(bytes);
    lf_value_net_close(&net);
    return status;
}

static int write_curve(const train_result *r, const char *path) {
    char *const svg = curve_svg(r);
    const int status = svg != NULL ? write_output(path, svg) : EXIT_BAD;
    lf_string_free(svg);
    return status;
}

static int finish(const train_result *r, const train_options *o) {
    size_t bytes = 0;
    int status = o->output != NULL ? write_net(r, o->output, &bytes) : EXIT_GOOD;
    if (status == EXIT_GOOD && o->curve != NULL)
        status = write_curve(r, o->curve);
    if (o->json)
        print_result_json(r, o, bytes);
    else
        print_result(r, o, bytes);
    return status != EXIT_GOOD ? status : interrupted ? EXIT_STOPPED : EXIT_GOOD;
}

/* ---- the command line ---- */

/* The scenarios as bits. False after a complaint. */
static bool read_scenarios(const lf_game *game, const text_list *list, uint64_t *bits) {
    *bits = 0;
    for (int i = 0; i < list->count; i++) {
        if (!check_scenario(game, list->items[i]))
            return false;
        const int scenario = lf_find(game, LF_OF_SCENARIOS, list->items[i]);
        *bits |= scenario >= 0 && scenario < 64 ? UINT64_C(1) << scenario : 0;
    }
    return true;
}

static bool read_plan(const lf_game *game, const train_options *o, train_plan *plan) {
    train_settings *const s = &plan->settings;
    *s = train_defaults;
    s->seed = o->seed.value;
    s->lambda = o->lambda;
    s->rate = o->rate;
    s->hidden = o->hidden;
    s->terms = !o->no_terms;
    s->samples = o->samples;
    s->random_games = o->random_games;
    if (!read_scenarios(game, &o->scenario, &s->scenarios))
        return false;
    if (o->lambda > 1 || o->rate > 1) {
        complain("--%s must be at most 1.", o->lambda > 1 ? "lambda" : "rate");
        return false;
    }
    plan->game = game;
    plan->games = o->games > 0 ? o->games : INT64_MAX;
    plan->seconds = o->seconds > 0   ? o->seconds
                    : o->minutes > 0 ? 60 * o->minutes
                    : o->games > 0   ? 0
                                     : SECONDS_USUAL;
    plan->threads = (int)o->threads;
    plan->resume = o->resume;
    plan->checkpoint = o->run != NULL ? o->run : o->resume;
    plan->stop = &interrupted;
    plan->progress = shows_progress() ? show_progress : NULL;
    plan->context = plan;
    return true;
}

static int train(const train_plan *plan, const train_options *o) {
    lf_error error = {0};
    train_result *const result = calloc(1, sizeof *result);
    if (result == NULL) {
        complain(LF_NO_MEMORY);
        return EXIT_BAD;
    }
    interrupt_catch();
    const bool good = train_run(plan, result, &error);
    if (plan->progress != NULL)
        fputs("\r\x1b[K", stderr);
    if (!good)
        complain("%s", error.message);
    const int status = good ? finish(result, o) : EXIT_BAD;
    train_result_close(result);
    free(result);
    return status;
}

static int run_train(const arguments *given, const void *options) {
    const train_options *o = options;
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (game == NULL)
        return status;
    train_plan plan = {0};
    status = read_plan(game, o, &plan) ? train(&plan, o) : EXIT_USAGE;
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"games", FLAG_INTEGER, offsetof(train_options, games), "N",
     "how many games, rounded up to generations of 128", 1, INT64_MAX / 2},
    {"seconds", FLAG_REAL, offsetof(train_options, seconds), "S",
     "how long to train (default 300, unless --games is given)", 0, 0},
    {"minutes", FLAG_REAL, offsetof(train_options, minutes), "M", "the same in minutes", 0, 0},
    {"scenario", FLAG_LIST, offsetof(train_options, scenario), "NAME",
     "scenario; repeatable (default: all)", 0, 0},
    {"seed", FLAG_SEED, offsetof(train_options, seed), "X", "seed of the training (default 0)", 0,
     0},
    {"threads", FLAG_INTEGER, offsetof(train_options, threads), "N",
     "how many threads (default: one per processor)", 1, 1024},
    {"lambda", FLAG_REAL, offsetof(train_options, lambda), "L",
     "weight of the outcome against later estimates, up to 1 (default 0.9)", 0, 0},
    {"rate", FLAG_REAL, offsetof(train_options, rate), "R", "learning rate (default 0.0005)", 0, 0},
    {"hidden", FLAG_INTEGER, offsetof(train_options, hidden), "N",
     "units of the hidden layer; 0 is linear (default 16)", 0, LF_VALUE_HIDDEN_MAX},
    {"samples", FLAG_INTEGER, offsetof(train_options, samples), "N",
     "turns to compare before one is played (default 8)", 1, TRAIN_SAMPLES_MAX},
    {"random-games", FLAG_INTEGER, offsetof(train_options, random_games), "N",
     "how many games are random at first (default 2048)", 0, INT64_MAX / 2},
    {"no-terms", FLAG_SWITCH, offsetof(train_options, no_terms), NULL,
     "ignore the terms of the game's section `agents`; agents evaluate faster", 0, 0},
    {"run", FLAG_OUTPUT, offsetof(train_options, run), "FILE",
     "keep a checkpoint in a new file, to resume later", 0, 0},
    {"resume", FLAG_TEXT, offsetof(train_options, resume), "FILE",
     "resume from a checkpoint, with its settings, and keep it up to date", 0, 0},
    OUTPUT_FLAG(train_options, "FILE",
                "write the evaluation: agents/value.bin in the game's folder"),
    {"curve", FLAG_OUTPUT, offsetof(train_options, curve), "FILE", "draw the progress (SVG)", 0, 0},
    {"report", FLAG_SWITCH, offsetof(train_options, report), NULL,
     "list what the chances of each seat depend on", 0, 0},
    JSON_FLAG(train_options),
    NO_MORE_FLAGS,
};

const command command_train = {
    .name = "train",
    .summary = "learn an evaluation of positions by self-play, for agents",
    .usage = "GAME [flags]",
    .examples = "  ludoforge train {game} --games 256 --run learning\n"
                "  ludoforge train {game} --resume learning --games 512 -o value.bin\n"
                "  ludoforge train {game} --games 256 --seed 1 --report\n",
    .details =
        "Seats play by what has been learned so far; the evaluation learns from outcomes and from "
        "its own later estimates in the same game. One game of sixteen is only measured. The "
        "table shows the error of the predicted winner (cross entropy) beside that of the plain "
        "win frequencies, the error of margins, and how often one seat that uses the evaluation "
        "wins against random seats and against seats that play for their margin.\n"
        "\n"
        "--games N with --seed X gives the same file on any number of threads and after any "
        "interruption. Ctrl-C stops it after the current games and writes all files.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(train_options),
    .run = run_train,
};
