/* cmd_analyse.c: `analyse`: reviews a recorded game: the chances of each seat over time, the
 * turning points, and the better options. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "ludoforge_agents.h"
#include "ludoforge_session.h"
#include "replay.h"
#include "support/files.h"
#include "tool/report/analysis_page.h"

typedef struct {
    const char *output, *agents, *seat, *game;
    int64_t moments;
    double seconds;
    bool json, decisions, quick;
} analyse_options;

static const analyse_options defaults = {.moments = 6};

/* ---- the game -------------------------------------------------------------------------------- */

/* Plays a record again, by the names of its options, so another version of the rules is accepted as
 * long as it offers them. A game that ended in a fault is played up to the fault. */
static bool play_again(lf_session *s, const lf_record *r, const json_t *recorded, lf_error *error) {
    char *const setup = lf_record_json(r);
    bool good =
        setup != NULL ? lf_session_start_json(s, setup, error) == LF_OK : lf_error_no_memory(error);
    lf_string_free(setup);
    const json_t *const decisions = json_object_get(recorded, "decisions");
    lf_session_set_confirm(s, false);
    for (size_t i = 0; good && i < json_array_size(decisions); i++) {
        const json_t *const decision = json_array_get(decisions, i);
        const char *const name = json_string_value(json_object_get(decision, "name"));
        if (json_is_null(json_object_get(decision, "hash"))) /* the rules failed here */
            break;
        const int option = lf_find_option(lf_session_state(s), name);
        good = option >= 0 ? lf_session_apply(s, option, false, error) == LF_OK
                           : lf_error_set(error, LF_BAD_INPUT,
                                          "Decision %zu, \"%.100s\", is not offered. The rules "
                                          "have changed since the game was recorded.",
                                          i + 1, name);
    }
    return good;
}

/* Reads a record into a session of its game. NULL after a complaint. */
static lf_session *open_record(const char *path, const char *named, lf_game **game, int *status) {
    json_t *recorded;
    lf_error error = {0};
    lf_session *s = NULL;
    *status = EXIT_BAD;
    lf_record *const r = record_open(path, &recorded, &error);
    if (r == NULL) {
        complain("%s", error.message);
        return NULL;
    }
    const bool edited = json_is_true(json_object_get(recorded, "edited"));
    if (edited)
        lf_error_set(&error, LF_BAD_INPUT,
                     "%s cannot be analysed: the position was edited during the game.", path);
    *game = edited ? NULL : game_open_played(recorded, named, "the recorded game", status);
    if (*game != NULL) {
        s = lf_session_new(*game, game_played(recorded, named));
        if (s == NULL || !play_again(s, r, recorded, &error)) {
            lf_session_free(s);
            s = NULL;
            *status = EXIT_BAD;
        }
    }
    if (s == NULL && error.message[0] != '\0')
        complain("%s", error.message);
    json_decref(recorded);
    lf_record_free(r);
    return s;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_chances(const lf_game *game, const json_t *point) {
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        const char *const name = lf_name(game, LF_OF_SEATS, seat);
        printf("  %s %.0f %% (%+.1f)", lf_label(game, LF_OF_SEATS, seat),
               100 * json_number_value(json_object_get(json_object_get(point, "win"), name)),
               json_number_value(json_object_get(json_object_get(point, "margin"), name)));
    }
    putchar('\n');
}

static void print_analysis(const lf_game *game, const json_t *analysis) {
    const json_t *const turns = json_object_get(analysis, "turns"), *const moments =
                                                                        json_object_get(analysis,
                                                                                        "moments");
    printf("Chances and margins, estimated by %s\n",
           json_string_value(json_object_get(analysis, "agent")));
    if (json_array_size(turns) > 0) {
        fputs("at the start    ", stdout);
        print_chances(game, json_array_get(turns, 0));
    }
    fputs(json_is_true(json_object_get(analysis, "over")) ? "at the end      " : "now             ",
          stdout);
    print_chances(game, json_object_get(analysis, "now"));
    puts(json_array_size(moments) > 0 ? "\nTurning points" : "\nNo turning points.");
    for (size_t i = 0; i < json_array_size(moments); i++) {
        const json_t *const m = json_array_get(moments, i);
        printf("  turn %d: ", (int)json_integer_value(json_object_get(m, "turn")));
        print_visibly(stdout, json_string_value(json_object_get(m, "text")));
        putchar('\n');
    }
}

static int write_page(const lf_game *game, const json_t *analysis, const char *path,
                      const analyse_options *o) {
    char line[2 * LF_PATH_BYTES], spec[LF_PATH_BYTES], *text = NULL;
    size_t size = 0;
    lf_error error = {.message = LF_NO_MEMORY};
    snprintf(line, sizeof line, "ludoforge analyse %s --agents %s%s%s -o %s", path,
             json_string_value(json_object_get(analysis, "agent")),
             o->seat != NULL ? " --seat " : "", o->seat != NULL ? o->seat : "", o->output);
    const analysis_page page = {game, game_locate(lf_game_id(game), spec) ? spec : NULL, analysis,
                                line};
    FILE *const out = open_memstream(&text, &size);
    bool good = out != NULL && analysis_write_page(out, &page);
    good = out != NULL && fclose(out) == 0 && good && lf_file_write(o->output, text, size, &error);
    free(text);
    if (!good)
        complain("%s", error.message);
    return good ? EXIT_GOOD : EXIT_BAD;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool show_progress(void *context, int done, int all) {
    if (*(const bool *)context && (done % 16 == 0 || done == all))
        fprintf(stderr, "\r%3d %%\x1b[K", 100 * done / all);
    return !interrupted;
}

static int analyse(const lf_session *s, const char *path, lf_seat viewer,
                   const analyse_options *o) {
    bool shows = shows_progress();
    lf_error error = {0};
    const lf_analysis_limits limits = {.moments = o->moments > 0 ? (int)o->moments : -1,
                                       .seconds = o->seconds,
                                       .decisions = o->decisions,
                                       .search = !o->quick,
                                       .progress = show_progress,
                                       .context = &shows};
    interrupt_catch();
    char *const text = lf_analyse(s, viewer, o->agents, &limits, &error);
    if (shows)
        fputs("\r\x1b[K", stderr);
    json_t *const found = text != NULL ? json_loads(text, 0, NULL) : NULL;
    lf_string_free(text);
    if (found == NULL) {
        complain("%s", error.message[0] != '\0' ? error.message : LF_NO_MEMORY);
        return interrupted ? EXIT_STOPPED : error.status == LF_BAD_ARGUMENT ? EXIT_USAGE : EXIT_BAD;
    }
    const int status =
        o->output != NULL ? write_page(lf_session_game(s), found, path, o) : EXIT_GOOD;
    if (o->json)
        print_json(json_incref(found));
    else
        print_analysis(lf_session_game(s), found);
    json_decref(found);
    return status;
}

static int run_analyse(const arguments *given, const void *options) {
    const analyse_options *const o = options;
    lf_game *game = NULL;
    int status;
    lf_session *const s = open_record(given->at[0], o->game, &game, &status);
    if (s != NULL) {
        const lf_seat viewer = o->seat != NULL ? find_seat(game, o->seat) : LF_NOBODY;
        const bool found = o->seat == NULL || viewer >= 0;
        status = found ? analyse(s, given->at[0], viewer, o) : EXIT_USAGE;
    }
    lf_session_free(s);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {
    OUTPUT_FLAG(analyse_options, "FILE", "write a page with charts"),
    {"agents", FLAG_TEXT, offsetof(analyse_options, agents), "A",
     "the agent that estimates the chances (default " LF_ADVISER ")", 0, 0},
    {"seat", FLAG_TEXT, offsetof(analyse_options, seat), "SEAT",
     "use only what this seat knew (default: what the public knew)", 0, 0},
    {"moments", FLAG_INTEGER, offsetof(analyse_options, moments), "N",
     "how many turning points to search (default 6)", 0, 1000},
    {"seconds", FLAG_REAL, offsetof(analyse_options, seconds), "S",
     "time limit of each search (default: the agent's own)", 0, 0},
    {"quick", FLAG_SWITCH, offsetof(analyse_options, quick), NULL,
     "estimate the chances without a search", 0, 0},
    {"decisions", FLAG_SWITCH, offsetof(analyse_options, decisions), NULL,
     "with --json, add the chances before every decision", 0, 0},
    {"game", FLAG_TEXT, offsetof(analyse_options, game), "GAME",
     "the game, if the file does not name one that is found", 0, 0},
    JSON_FLAG(analyse_options),
    NO_MORE_FLAGS,
};

const command command_analyse = {
    .name = "analyse",
    .summary = "review a recorded game: chances and turning points",
    .usage = "FILE [-o PAGE] [flags]",
    .examples = "  ludoforge play {game} --no-input --record game.json\n"
                "  ludoforge analyse game.json -o game.html\n"
                "  ludoforge analyse game.json --agents hard --seconds 1 --moments 3\n",
    .details =
        "FILE is a record: a game written by `play --record`, `sim --record` or `ladder "
        "--record`, or exported from the table.\n"
        "An agent estimates the chances of every seat at the start of each turn. It then searches "
        "the turns that changed the chances most, and reports what was chosen, what it would have "
        "chosen, and what it expects to follow. A finished game is reported in full; an "
        "unfinished game is reported as the seat may know it.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .defaults = &defaults,
    .options_size = sizeof(analyse_options),
    .run = run_analyse,
};
