/* fuzz.c: `fuzz`: hunts dead ends, broken invariants and games without end; reports what it found and which
 * rules it never reached. */
#include "sim/fuzz.h"

#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "sim/playout.h"
#include "sim/sim.h"

#define PLACES_LISTED 20 /* unless --coverage asks for all */

typedef struct {
    double seconds;
    int64_t seed, runs, max_decisions;
    const char *scenario, *output;
    text_list option;
    bool coverage, json;
} fuzz_options;

static const fuzz_options defaults = {
    .seconds = 10, .runs = INT64_MAX, .max_decisions = PLAYOUT_DECISIONS_MAX, .output = "ludoforge-finds"};

static double share(const fuzz_report *r) {
    return r->countable > 0 ? 100.0 * r->reached / r->countable : 0;
}

static void show_progress(void *context, const fuzz_report *r, double seconds) {
    const fuzz_plan *plan = context;
    fprintf(stderr,
            "\r%.0f of %.0f s  %" PRId64 " games  %" PRId64
            " decisions  %.1f %% of the rules  %d finds\x1b[K",
            seconds, plan->seconds, r->runs, r->decisions, share(r), r->find_count);
}

/* ---- coverage ---------------------------------------------------------------------------------------------- */

/* "file:line:column, routine" without the column: a line is where a reader looks. */
static void cut_column(char *place) {
    char *comma = strstr(place, ", ");
    char *colon = comma;
    while (colon && colon > place && *colon != ':')
        colon--;
    if (colon && *colon == ':')
        memmove(colon, comma, strlen(comma) + 1);
}

/* Calls `each` for every line of which some part was never reached, once for neighbours. */
static int list_unreached(const lf_game *game, const fuzz_report *r, void (*each)(void *, const char *),
                          void *context) {
    char last[512] = "", buffer[512];
    int count = 0;
    for (int i = 0; i < r->size; i++) {
        if (r->seen[i] != FUZZ_UNSEEN || !*lf_instruction_place(game, i, buffer, sizeof buffer))
            continue;
        cut_column(buffer);
        if (strcmp(buffer, last) == 0)
            continue;
        snprintf(last, sizeof last, "%s", buffer);
        each(context, buffer);
        count++;
    }
    return count;
}

static void print_place(void *context, const char *place) {
    int *left = context;
    if ((*left)-- > 0)
        printf("  %s\n", place);
}

static void append_place(void *context, const char *place) {
    json_array_append_new(context, json_string(place));
}

static void print_coverage(const lf_game *game, const fuzz_report *r, bool all) {
    printf("coverage: %d of %d instructions of the rules (%.1f %%)\n", r->reached, r->countable, share(r));
    if (r->reached == r->countable)
        return;
    int left = all ? INT32_MAX : PLACES_LISTED;
    puts("not reached, or only in part:");
    int count = list_unreached(game, r, print_place, &left);
    if (!all && count > PLACES_LISTED)
        printf("  … and %d more places; --coverage lists all\n", count - PLACES_LISTED);
}

/* ---- the report ---------------------------------------------------------------------------------------------- */

static void print_report(const lf_game *game, const fuzz_report *r, double seconds, bool all) {
    for (int i = 0; i < r->find_count; i++)
        printf("FOUND %s\n  %zu decisions: %s\n", r->finds[i].message, r->finds[i].decisions,
               r->finds[i].file);
    printf("%" PRId64 " games, %" PRId64 " decisions, %.1f s: %d find%s\n", r->runs, r->decisions, seconds,
           r->find_count, r->find_count == 1 ? "" : "s");
    print_coverage(game, r, all);
}

static void print_report_json(const lf_game *game, const fuzz_report *r, double seconds, bool all) {
    json_t *finds = json_array();
    for (int i = 0; i < r->find_count; i++)
        json_array_append_new(finds,
                              json_pack("{s:s, s:s, s:I}", "message", r->finds[i].message, "file",
                                        r->finds[i].file, "decisions", (json_int_t)r->finds[i].decisions));
    json_t *object = json_pack("{s:s, s:I, s:I, s:f, s:o, s:i, s:i}", "game", lf_game_id(game), "runs",
                               (json_int_t)r->runs, "decisions", (json_int_t)r->decisions, "seconds", seconds,
                               "finds", finds, "reached", r->reached, "instructions", r->countable);
    if (all) {
        json_t *places = json_array();
        list_unreached(game, r, append_place, places);
        json_object_set_new(object, "unreached", places);
    }
    print_json(object);
}

static int hunt(fuzz_plan *plan, const fuzz_options *o) {
    fuzz_report *report = &(fuzz_report){0};
    lf_error error = {0};
    double start = now_seconds();
    interrupt_catch();
    bool good = fuzz_run(plan, report, &error);
    double seconds = now_seconds() - start;
    if (plan->progress)
        fputs("\r\x1b[K", stderr);
    if (!good)
        complain("%s", error.message[0] ? error.message : "out of memory");
    if (o->json)
        print_report_json(plan->game, report, seconds, o->coverage);
    else
        print_report(plan->game, report, seconds, o->coverage);
    int status = good && report->find_count == 0 ? EXIT_GOOD : EXIT_BAD;
    fuzz_report_close(report);
    return status;
}

static int run(const arguments *given, const void *options) {
    const fuzz_options *o = options;
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (!game)
        return status;
    fuzz_plan plan = {
        .game = game,
        .spec = given->at[0],
        .scenario = o->scenario,
        .options = o->option.items,
        .seed = (uint64_t)o->seed,
        .seconds = o->seconds,
        .runs = o->runs,
        .max_decisions = o->max_decisions,
        .folder = o->output,
        .stop = &interrupted,
        .progress = is_terminal(stderr) ? show_progress : NULL,
        .context = &plan,
    };
    status = check_scenario(game, o->scenario) ? hunt(&plan, o) : EXIT_USAGE;
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"seconds", FLAG_REAL, offsetof(fuzz_options, seconds), "N", "how long (default 10)", 0, 0},
    {"runs", FLAG_INTEGER, offsetof(fuzz_options, runs), "N", "at most so many games", 1, INT64_MAX},
    {"seed", FLAG_INTEGER, offsetof(fuzz_options, seed), "X", "seed of the hunt (default 0)", 0, INT64_MAX},
    SCENARIO_FLAG(fuzz_options),
    OPTION_FLAG(fuzz_options),
    {"max-decisions", FLAG_INTEGER, offsetof(fuzz_options, max_decisions), "N",
     "longer games are finds (default 100000)", 1, INT64_MAX},
    {"coverage", FLAG_SWITCH, offsetof(fuzz_options, coverage), NULL,
     "list all rules that were never reached", 0, 0},
    {"o", FLAG_TEXT, offsetof(fuzz_options, output), "DIR",
     "where finds are written (default ludoforge-finds)", 0, 0},
    JSON_FLAG(fuzz_options),
    NO_MORE_FLAGS,
};

const command command_fuzz = {
    .name = "fuzz",
    .summary = "hunt dead ends, broken invariants and games without end",
    .usage = "GAME [flags]",
    .examples = "  ludoforge fuzz my-game.game-spec.md --seconds 60\n"
                "  ludoforge fuzz my-game.game-spec.md --seconds 5 --coverage\n"
                "  ludoforge replay ludoforge-finds/find-001.json\n",
    .details =
        "Random play, and play that starts from games that reached new rules. After decisions it checks\n"
        "invariants, hashes, saves, undo, and that hidden things stay hidden. Each find is shortened and\n"
        "written as a recorded game. Exits 1 if there are finds. Ctrl-C stops and still reports.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(fuzz_options),
    .run = run,
};
