/* cmd_fuzz.c: `fuzz`: hunts dead ends, broken invariants and games without end; reports what it
 * found and which rules it never reached. */
#include "support/clock.h"
#include "tool/fuzz/fuzz.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tool/common/playout.h"
#include "tool/sim/sim.h"

#define PLACES_LISTED 20 /* unless --coverage asks for all */
#define TEXT_BYTES 160   /* of a line of the rules that is shown */

typedef struct {
    double seconds;
    seed_option seed;
    int64_t games, max_decisions;
    const char *scenario, *position, *output;
    text_list option;
    bool coverage, strict, json;
} fuzz_options;

static const fuzz_options defaults = {.seconds = 10,
                                      .games = INT64_MAX,
                                      .max_decisions = PLAYOUT_DECISIONS_MAX,
                                      .output = "ludoforge-finds"};

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

/* ---- coverage -------------------------------------------------------------------------------- */

/* A place in the rules. A rule that the compiler has put into several routines has instructions in
 * each of them; it was reached if one of them was. A function that is put into all its callers is
 * never entered itself; of its lines only those count that were reached nowhere. */
typedef struct {
    char *file; /* owned */
    int line, column;
    bool reached, entered; /* entered: the routine that it belongs to, or one of them */
} rule_place;

static int by_place(const void *left, const void *right) {
    const rule_place *a = left, *b = right;
    int file = strcmp(a->file, b->file);
    return file                 ? file
           : a->line != b->line ? (a->line > b->line) - (a->line < b->line)
                                : (a->column > b->column) - (a->column < b->column);
}

/* "file:line:column, routine". False if it is of another form. */
static bool parse_place(char *text, rule_place *out) {
    char *comma = strstr(text, ", ");
    if (comma != NULL)
        *comma = 0;
    int *numbers[] = {&out->column, &out->line};
    for (int i = 0; i < 2; i++) {
        char *colon = strrchr(text, ':');
        if (colon == NULL)
            return false;
        *numbers[i] = atoi(colon + 1);
        *colon = 0;
    }
    out->file = strdup(text);
    return out->file;
}

/* Joins neighbours of the same place; returns how many there are then. */
static int join_places(rule_place *places, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept > 0 && by_place(&places[kept - 1], &places[i]) == 0) {
            places[kept - 1].reached |= places[i].reached;
            places[kept - 1].entered |= places[i].entered;
            free(places[i].file);
        } else {
            places[kept++] = places[i];
        }
    return kept;
}

static bool same_line(const rule_place *a, const rule_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Places of routines that were never entered are reached if their line was, anywhere. */
static void settle_lines(rule_place *places, int count) {
    for (int first = 0, next; first < count; first = next) {
        bool reached = false;
        for (next = first; next < count && same_line(&places[first], &places[next]); next++)
            reached |= places[next].reached;
        for (int i = first; i < next; i++)
            places[i].reached |= reached && !places[i].entered;
    }
}

/* Marks the places from `first` on, which are one routine's. */
static void mark_entered(rule_place *places, int first, int end) {
    bool entered = false;
    for (int i = first; i < end; i++)
        entered |= places[i].reached;
    for (int i = first; i < end; i++)
        places[i].entered = entered;
}

/* One place an instruction that counts, in the order of the program. */
static int collect_places(const lf_game *game, const fuzz_report *r, rule_place *places) {
    char routine[512] = "", buffer[512];
    int count = 0, first = 0;
    for (int i = 0; i < r->size; i++) {
        if (r->seen[i] == FUZZ_NOT_COUNTED ||
            !*lf_instruction_place(game, i, buffer, sizeof buffer))
            continue;
        const char *comma = strstr(buffer, ", ");
        if (comma != NULL && strcmp(comma, routine) != 0) {
            mark_entered(places, first, count);
            first = count;
            snprintf(routine, sizeof routine, "%s", comma);
        }
        if (parse_place(buffer, &places[count]))
            places[count++].reached = r->seen[i] != FUZZ_UNSEEN;
    }
    mark_entered(places, first, count);
    return count;
}

/* The places that count, in order; NULL when memory is short. */
static rule_place *find_places(const lf_game *game, const fuzz_report *r, int *count) {
    rule_place *places = calloc((size_t)r->size + 1, sizeof *places);
    *count = places != NULL ? collect_places(game, r, places) : 0;
    if (*count > 0) {
        qsort(places, (size_t)*count, sizeof *places, by_place);
        *count = join_places(places, *count);
        settle_lines(places, *count);
    }
    return places;
}

static void free_places(rule_place *places, int count) {
    for (int i = 0; i < count; i++)
        free(places[i].file);
    free(places);
}

static int count_reached(const rule_place *places, int count) {
    int reached = 0;
    for (int i = 0; i < count; i++)
        reached += places[i].reached;
    return reached;
}

/* Calls `each` for every line of which some part was never reached: a line is where a reader
 * looks. */
static int list_unreached(const rule_place *places, int count, void (*each)(void *, const char *),
                          void *context) {
    const rule_place *last = NULL;
    int lines = 0;
    for (const rule_place *p = places; p < places + count; p++) {
        if (p->reached || (last != NULL && same_line(last, p)))
            continue;
        char text[512];
        snprintf(text, sizeof text, "%s:%d", p->file, p->line);
        each(context, text);
        last = p;
        lines++;
    }
    return lines;
}

/* Prints what stands in the line of "file:line", cut to fit; nothing if the file cannot be read. */
static void print_source(const char *place) {
    const char *colon = strrchr(place, ':');
    char path[LF_PATH_BYTES], text[TEXT_BYTES] = "";
    snprintf(path, sizeof path, "%.*s", (int)(colon - place), place);
    FILE *file = fopen(path, "r");
    int line = 1;
    for (int c; file != NULL && line < atoi(colon + 1) && (c = getc(file)) != EOF;)
        line += c == '\n';
    if (file != NULL && fgets(text, sizeof text, file) != NULL) {
        text[strcspn(text, "\n")] = '\0';
        printf("      %s\n", text + strspn(text, " "));
    }
    if (file != NULL)
        fclose(file);
}

typedef struct {
    int left;    /* lines that are still printed */
    bool source; /* with what stands there */
} place_printer;

static void print_place(void *context, const char *place) {
    place_printer *p = context;
    if (p->left-- <= 0)
        return;
    printf("  %s\n", place);
    if (p->source)
        print_source(place);
}

static void append_place(void *context, const char *place) {
    json_array_append_new(context, json_string(place));
}

static void print_coverage(const rule_place *places, int count, bool all) {
    int reached = count_reached(places, count);
    place_printer printer = {.left = all ? INT32_MAX : PLACES_LISTED, .source = all};
    printf("coverage: %d of %d places in the rules (%.1f %%)\n", reached, count,
           count ? 100.0 * reached / count : 0);
    if (reached == count)
        return;
    puts("not reached, or only in part:");
    int lines = list_unreached(places, count, print_place, &printer);
    if (!all && lines > PLACES_LISTED)
        printf("  … and %d more lines; --coverage lists all\n", lines - PLACES_LISTED);
}

/* ---- clamped numbers ------------------------------------------------------------------------- */

/* Rules that were put into several places, and parts of one line, are one row. */
typedef struct {
    char place[512]; /* file:line */
    lf_clamp clamp;
} clamp_row;

static void line_of(const lf_game *game, int instruction, char *out, size_t size) {
    char buffer[512];
    rule_place place = {0};
    lf_instruction_place(game, instruction, buffer, sizeof buffer);
    const bool known = parse_place(buffer, &place);
    snprintf(out, size, "%s:%d", known ? place.file : "", place.line);
    free(place.file);
}

static void add_row(clamp_row *rows, int *count, const char *place, const lf_clamp *clamp) {
    for (clamp_row *row = rows; row < rows + *count; row++) {
        if (strcmp(row->place, place) != 0 || strcmp(row->clamp.variable, clamp->variable) != 0)
            continue;
        row->clamp.count += clamp->count;
        row->clamp.least = clamp->least < row->clamp.least ? clamp->least : row->clamp.least;
        row->clamp.most = clamp->most > row->clamp.most ? clamp->most : row->clamp.most;
        return;
    }
    clamp_row *row = &rows[(*count)++];
    snprintf(row->place, sizeof row->place, "%s", place);
    row->clamp = *clamp;
}

static int by_count(const void *left, const void *right) {
    const clamp_row *a = left, *b = right;
    return (a->clamp.count < b->clamp.count) - (a->clamp.count > b->clamp.count);
}

/* The most frequent first; NULL when memory is short. */
static clamp_row *find_clamps(const lf_game *game, const fuzz_report *r, int *count) {
    int most = 0;
    for (int i = 0; i < r->size; i++)
        most += r->clamps[i].count > 0;
    clamp_row *rows = calloc((size_t)most + 1, sizeof *rows);
    *count = 0;
    for (int i = 0; rows != NULL && i < r->size; i++) {
        char place[512];
        if (r->clamps[i].count == 0)
            continue;
        line_of(game, i, place, sizeof place);
        add_row(rows, count, place, &r->clamps[i]);
    }
    if (rows != NULL)
        qsort(rows, (size_t)*count, sizeof *rows, by_count);
    return rows;
}

static void print_clamps(const lf_game *game, const fuzz_report *r, bool all) {
    int count;
    clamp_row *rows = find_clamps(game, r, &count);
    if (count > 0)
        puts("clamped to the range of the variable (a find only with --strict):");
    for (int i = 0; i < count && (all || i < PLACES_LISTED); i++) {
        const lf_clamp *c = &rows[i].clamp;
        printf("  %s, %" PRId64 " to %" PRId64 ": %" PRIu64 " times, numbers from %" PRId64
               " to %" PRId64 ", %s\n",
               c->variable, c->min, c->max, c->count, c->least, c->most, rows[i].place);
    }
    if (!all && count > PLACES_LISTED)
        printf("  … and %d more; --coverage lists all\n", count - PLACES_LISTED);
    free(rows);
}

static json_t *clamps_to_json(const lf_game *game, const fuzz_report *r) {
    int count;
    clamp_row *rows = find_clamps(game, r, &count);
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        const lf_clamp *c = &rows[i].clamp;
        json_array_append_new(list, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:s}", "variable",
                                              c->variable, "min", (json_int_t)c->min, "max",
                                              (json_int_t)c->max, "least", (json_int_t)c->least,
                                              "most", (json_int_t)c->most, "count",
                                              (json_int_t)c->count, "place", rows[i].place));
    }
    free(rows);
    return list;
}

/* ---- the report ------------------------------------------------------------------------------ */

static void print_report(const lf_game *game, const fuzz_report *r, double seconds, bool all) {
    for (int i = 0; i < r->find_count; i++) {
        printf("FOUND %s\n", r->finds[i].message);
        if (r->finds[i].detail[0] != '\0')
            printf("  %s\n", r->finds[i].detail);
        printf("  %zu decisions: %s\n", r->finds[i].decisions, r->finds[i].file);
    }
    printf("%" PRId64 " games, %" PRId64 " decisions, %.1f s: %d find%s\n", r->runs, r->decisions,
           seconds, r->find_count, r->find_count == 1 ? "" : "s");
    print_clamps(game, r, all);
    int count;
    rule_place *places = find_places(game, r, &count);
    print_coverage(places, count, all);
    free_places(places, count);
}

static void print_report_json(const lf_game *game, const fuzz_report *r, double seconds, bool all) {
    json_t *finds = json_array();
    for (int i = 0; i < r->find_count; i++) {
        json_t *find = json_pack("{s:s, s:s, s:I}", "message", r->finds[i].message, "file",
                                 r->finds[i].file, "decisions", (json_int_t)r->finds[i].decisions);
        if (r->finds[i].detail[0] != '\0')
            json_object_set_new(find, "detail", json_string(r->finds[i].detail));
        json_array_append_new(finds, find);
    }
    int count;
    rule_place *places = find_places(game, r, &count);
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:f, s:o, s:i, s:i}", "game", lf_game_id(game), "runs",
                  (json_int_t)r->runs, "decisions", (json_int_t)r->decisions, "seconds", seconds,
                  "finds", finds, "reached", count_reached(places, count), "places", count);
    json_object_set_new(object, "clamped", clamps_to_json(game, r));
    if (all) {
        json_t *lines = json_array();
        list_unreached(places, count, append_place, lines);
        json_object_set_new(object, "unreached", lines);
    }
    free_places(places, count);
    if (interrupted)
        json_object_set_new(object, "stopped", json_true());
    print_json(object);
}

static int hunt(fuzz_plan *plan, const fuzz_options *o) {
    fuzz_report *report = &(fuzz_report){0};
    lf_error error = {0};
    double start = lf_clock_seconds();
    interrupt_catch();
    bool good = fuzz_run(plan, report, &error);
    double seconds = lf_clock_seconds() - start;
    if (plan->progress != NULL)
        fputs("\r\x1b[K", stderr);
    if (!good)
        complain("%s", error.message[0] ? error.message : LF_NO_MEMORY);
    if (interrupted)
        complain("stopped early, after %.1f of %.1f seconds.", seconds, plan->seconds);
    if (o->json)
        print_report_json(plan->game, report, seconds, o->coverage);
    else
        print_report(plan->game, report, seconds, o->coverage);
    int status = !good || report->find_count > 0 ? EXIT_BAD
                 : interrupted                   ? EXIT_STOPPED
                                                 : EXIT_GOOD;
    fuzz_report_close(report);
    return status;
}

static int run_fuzz(const arguments *given, const void *options) {
    const fuzz_options *o = options;
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (game == NULL)
        return status;
    fuzz_plan plan = {
        .game = game,
        .spec = given->at[0],
        .scenario = o->scenario,
        .position = o->position,
        .options = o->option.items,
        .strict = o->strict,
        .seed = o->seed.value,
        .seconds = o->seconds,
        .runs = o->games,
        .max_decisions = o->max_decisions,
        .folder = o->output,
        .stop = &interrupted,
        .progress = shows_progress() ? show_progress : NULL,
        .context = &plan,
    };
    status = check_scenario(game, o->scenario) ? hunt(&plan, o) : EXIT_USAGE;
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    {"seconds", FLAG_REAL, offsetof(fuzz_options, seconds), "N", "how long to run (default 10)", 0,
     0},
    {"games", FLAG_INTEGER, offsetof(fuzz_options, games), "N", "at most this many games", 1,
     INT64_MAX},
    {"seed", FLAG_SEED, offsetof(fuzz_options, seed), "X", "seed of the search (default 0)", 0, 0},
    SCENARIO_FLAG(fuzz_options),
    POSITION_FLAG(fuzz_options),
    OPTION_FLAG(fuzz_options),
    {"max-decisions", FLAG_INTEGER, offsetof(fuzz_options, max_decisions), "N",
     "count longer games as finds (default 100000)", 1, INT64_MAX},
    {"coverage", FLAG_SWITCH, offsetof(fuzz_options, coverage), NULL,
     "list every rule that was never reached, with its text", 0, 0},
    {"strict", FLAG_SWITCH, offsetof(fuzz_options, strict), NULL,
     "count clamping a number to its variable's range as a find", 0, 0},
    {"output", FLAG_TEXT, offsetof(fuzz_options, output), "DIR",
     "folder for finds (default ludoforge-finds)", 0, 0},
    JSON_FLAG(fuzz_options),
    NO_MORE_FLAGS,
};

const command command_fuzz = {
    .name = "fuzz",
    .summary = "search for dead ends, broken invariants and endless games",
    .usage = "GAME [flags]",
    .examples = "  ludoforge fuzz {game} --seconds 5\n"
                "  ludoforge fuzz {game} --seconds 5 --coverage\n",
    .details =
        "Plays at random, and continues from games that reached new rules. Scenarios and options "
        "that are not given take all their values. After decisions it checks invariants, hashes, "
        "saves, undo, and that hidden information stays hidden. With native code it compares "
        "every decision with bytecode.\n"
        "\n"
        "Each find is shortened and written as a record; `ludoforge replay` plays it again. Exits "
        "with 1 if there are finds. Ctrl-C stops it and prints the report, with \"stopped\": true "
        "in the JSON and, without finds, exit code 130.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(fuzz_options),
    .run = run_fuzz,
};
