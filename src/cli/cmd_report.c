/* cmd_report.c: `report`: a page with charts of one or more runs. */
#include "tool/report/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "replay.h"
#include "support/files.h"

#define RUNS_MAX 8
#define THREADS_MAX 1024

typedef struct {
    const char *output, *game;
    int64_t sample, threads;
    text_list with;
} report_options;

static const report_options defaults = {.output = "report.html", .sample = 2000};

/* ---- reading the runs ------------------------------------------------------------------------ */

static int usual_threads(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > THREADS_MAX ? THREADS_MAX : (int)online;
}

/* Reads the games of an opened run and plays a sample of them again. */
static bool study(report_run *run, const lf_game *game, const report_options *o, lf_error *error) {
    const char *id = results_text(&run->results, "game");
    if (id != NULL && strcmp(id, lf_game_id(game)) != 0)
        return lf_error_set(error, LF_BAD_ARGUMENT, "%s is a run of %.64s, not of %.64s.",
                            run->results.folder, id, lf_game_id(game));
    if (run->results.identity != lf_game_identity(game))
        complain("the rules of %s have changed since %s was played.", lf_game_id(game),
                 run->results.folder);
    collect_plan plan = {.game = game,
                         .run = &run->results,
                         .most = o->sample,
                         .threads = o->threads > 0 ? (int)o->threads : usual_threads(),
                         .stop = &interrupted};
    run->game = game;
    return results_agents(&run->results, game, plan.agents, error) &&
           results_read_games(&run->results, game, error) && collect(&plan, &run->seen, error);
}

/* ---- writing the page ------------------------------------------------------------------------ */

/* The command line, without flags that do not show on the page. */
static void command_text(const report *r, const report_options *o, char *buffer, size_t size) {
    size_t used = (size_t)snprintf(buffer, size, "ludoforge report %s", r->runs[0].results.folder);
    for (int i = 1; i < r->count && used < size; i++)
        used +=
            (size_t)snprintf(buffer + used, size - used, " --with %s", r->runs[i].results.folder);
    if (o->sample != defaults.sample && used < size)
        used +=
            (size_t)snprintf(buffer + used, size - used, " --sample %lld", (long long)o->sample);
    if (used < size)
        snprintf(buffer + used, size - used, " -o %s", o->output);
}

static int write_page(report *r, const report_options *o) {
    char command_line[4 * LF_PATH_BYTES], *text = NULL;
    size_t size = 0;
    command_text(r, o, command_line, sizeof command_line);
    r->command = command_line;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL)
        report_write(out, r);
    r->command = NULL;
    bool good = out != NULL && !ferror(out);
    good = out != NULL && fclose(out) == 0 && good;
    lf_error error = {.message = LF_NO_MEMORY};
    good = good && lf_file_write(o->output, text, size, &error);
    free(text);
    if (!good) {
        complain("%s", error.message);
        return EXIT_BAD;
    }
    note("%s: %lld games\n", o->output, (long long)r->runs[0].results.games.games);
    return EXIT_GOOD;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool open_runs(report *r, const char *first, const text_list *with, lf_error *error) {
    for (int i = 0; i <= with->count; i++) {
        if (i == RUNS_MAX)
            return lf_error_set(error, LF_BAD_ARGUMENT, "A page shows at most %d runs.", RUNS_MAX);
        if (!results_open(&r->runs[i].results, i == 0 ? first : with->items[i - 1], error))
            return false;
        r->runs[i].number = i + 1;
        r->count++;
    }
    return true;
}

static int make(report *r, const arguments *given, const report_options *o) {
    lf_error error = {0};
    int status = EXIT_BAD;
    if (!open_runs(r, given->at[0], &o->with, &error)) {
        complain("%s", error.message);
        return EXIT_BAD;
    }
    lf_game *game = game_open_played(r->runs[0].results.head, o->game, "the run", &status);
    if (game == NULL)
        return status;
    char path[LF_PATH_BYTES];
    r->game = game;
    r->spec = game_locate(game_played(r->runs[0].results.head, o->game), path) ? path : NULL;
    bool good = true;
    interrupt_catch();
    for (int i = 0; i < r->count && good; i++)
        good = study(&r->runs[i], game, o, &error);
    if (good)
        status = write_page(r, o);
    else
        complain("%s", error.message);
    for (int i = 0; i < r->count; i++)
        collection_free(&r->runs[i].seen);
    r->spec = NULL;
    lf_game_free(game);
    return good ? status : interrupted ? EXIT_STOPPED : EXIT_BAD;
}

static int run_report(const arguments *given, const void *options) {
    report_run runs[RUNS_MAX] = {0};
    report r = {.runs = runs};
    int status = make(&r, given, options);
    for (int i = 0; i < r.count; i++)
        results_close(&runs[i].results);
    return status;
}

static const flag flags[] = {
    OUTPUT_FLAG(report_options, "FILE", "the page (default report.html)"),
    {"with", FLAG_LIST, offsetof(report_options, with), "RUN",
     "another run of the same game, such as another scenario; repeatable", 0, 0},
    {"sample", FLAG_INTEGER, offsetof(report_options, sample), "N",
     "replay at most N games of a run (default 2000)", 1, 1000000},
    {"threads", FLAG_INTEGER, offsetof(report_options, threads), "N",
     "how many threads (default: one per processor)", 1, THREADS_MAX},
    {"game", FLAG_TEXT, offsetof(report_options, game), "GAME",
     "the game, if the run does not name one that is found", 0, 0},
    NO_MORE_FLAGS,
};

const command command_report = {
    .name = "report",
    .summary = "make a page with charts of a run",
    .usage = "RUN [-o FILE] [flags]",
    .examples = "  ludoforge sim {game} --games 200 --run run\n"
                "  ludoforge report run -o report.html\n"
                "  ludoforge sim {game} --games 200 --agents greedy --run other\n"
                "  ludoforge report run --with other -o both.html\n",
    .details =
        "RUN is a folder written by `sim --run`. The page is one self-contained file: wins, "
        "margins, length and endings of all games; use of actions and cards, their correlation "
        "with winning, and tracks over time, from the first games of the run, which are replayed "
        "and checked against their hashes. Every chart has a table.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(report_options),
    .run = run_report,
};
