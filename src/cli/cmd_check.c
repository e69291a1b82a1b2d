/* cmd_check.c: `check`: compiles a game and prints its diagnostics. */
#include "cli.h"
#include "ludoforge_session.h"

typedef struct {
    bool json;
} check_options;

/* Those that are listed. There may be more errors than the list has room for, so they cannot be
 * subtracted. */
static int count_warnings(const lf_diagnostics *problems) {
    int warnings = 0;
    for (int i = 0; i < lf_diagnostics_count(problems); i++)
        warnings += !lf_diagnostics_get(problems, i).is_error;
    return warnings;
}

static void print_summary(const lf_game *game, const lf_diagnostics *problems, int warnings,
                          int lessons) {
    const int errors = lf_diagnostics_errors(problems);
    if (game == NULL || errors > 0) {
        fprintf(stderr, "%d error%s, %d warning%s\n", errors, errors == 1 ? "" : "s", warnings,
                warnings == 1 ? "" : "s");
        return;
    }
    static const struct {
        lf_catalogue what;
        const char *one, *many;
    } parts[] = {
        {LF_OF_SCENARIOS, "scenario", "scenarios"},
        {LF_OF_SEATS, "seat", "seats"},
        {LF_OF_SPACES, "space", "spaces"},
        {LF_OF_KINDS, "piece kind", "piece kinds"},
        {LF_OF_CARDS, "card", "cards"},
        {LF_OF_PHASES, "phase", "phases"},
        {LF_OF_ACTIONS, "action", "actions"},
    };
    const char *separator = "ok: ";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int count = lf_count(game, parts[i].what);
        if (count == 0)
            continue;
        printf("%s%d %s", separator, count, count == 1 ? parts[i].one : parts[i].many);
        separator = ", ";
    }
    if (lessons > 0)
        printf("%s%d lesson%s", separator, lessons, lessons == 1 ? "" : "s");
    if (warnings > 0)
        printf("%s%d warning%s", separator, warnings, warnings == 1 ? "" : "s");
    putchar('\n');
}

/* What is wrong with how the game looks; the rules themselves are good. */
static lf_diagnostics *visual_problems(const lf_game *game, const char *path) {
    lf_diagnostics *problems = NULL;
    lf_string_free(lf_visual(game, path, &problems));
    return problems;
}

/* How many there are. What is wrong with one takes the place of the warnings: it comes first. */
static int check_lessons(const lf_game *game, const char *path, lf_diagnostics **problems) {
    lf_diagnostics *found = NULL;
    lf_lessons *lessons = lf_lessons_load(game, path, &found);
    const int count = lessons != NULL ? lf_lessons_count(lessons) : 0;
    if (lessons == NULL && found != NULL) {
        lf_diagnostics *const before = *problems;
        *problems = found;
        found = before;
    }
    lf_diagnostics_free(found);
    lf_lessons_free(lessons);
    return count;
}

/* Two lists as one. */
static void print_both_json(const lf_diagnostics *first, const lf_diagnostics *second) {
    char *const texts[] = {lf_diagnostics_json(first),
                           second != NULL ? lf_diagnostics_json(second) : NULL};
    json_t *const all = texts[0] != NULL ? json_loads(texts[0], 0, NULL) : NULL;
    json_t *const more = texts[1] != NULL ? json_loads(texts[1], 0, NULL) : NULL;
    json_array_extend(all, more);
    if (json_array_size(more) == 0 && texts[0] != NULL)
        write_output(NULL, texts[0]);
    else if (all != NULL)
        print_json(json_incref(all));
    json_decref(all);
    json_decref(more);
    for (int i = 0; i < 2; i++)
        lf_string_free(texts[i]);
}

static int run_check(const arguments *given, const void *options) {
    const check_options *o = options;
    char path[LF_PATH_BYTES];
    if (!game_locate(given->at[0], path))
        return EXIT_USAGE;
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    if (game != NULL) {
        lf_diagnostics *const visual = visual_problems(game, path);
        if (visual == NULL || lf_diagnostics_errors(visual) > 0) {
            lf_diagnostics_free(problems);
            problems = visual;
        } else {
            lf_diagnostics_free(visual);
        }
    }
    if (problems == NULL) {
        complain(LF_NO_MEMORY);
        lf_game_free(game);
        return EXIT_BAD;
    }
    int lessons = 0;
    if (game != NULL && lf_diagnostics_errors(problems) == 0)
        lessons = check_lessons(game, path, &problems);
    lf_diagnostics *const learned = game != NULL ? lf_value_file_problems(game, path) : NULL;
    if (o->json) {
        print_both_json(problems, learned);
    } else {
        print_problems(problems);
        if (learned != NULL)
            print_problems(learned);
        print_summary(game, problems,
                      count_warnings(problems) + (learned != NULL ? count_warnings(learned) : 0),
                      lessons);
    }
    lf_diagnostics_free(learned);
    int status = game != NULL && lf_diagnostics_errors(problems) == 0 ? EXIT_GOOD : EXIT_BAD;
    lf_diagnostics_free(problems);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {JSON_FLAG(check_options), NO_MORE_FLAGS};

const command command_check = {
    .name = "check",
    .summary = "compile a game and print its errors and warnings",
    .usage = "GAME [--json]",
    .examples = "  ludoforge check {game}\n"
                "  ludoforge check {game} --json\n",
    .details =
        "Each diagnostic shows its position, the source line and a caret. The lessons beside the "
        "game are played through, and what was learned about it (agents/value.bin) must fit. "
        "Exits with 1 if there are errors. `ludoforge explain CODE` explains a diagnostic.\n",
    .least = 1,
    .most = 1,
    .flags = flags,
    .options_size = sizeof(check_options),
    .run = run_check,
};
