/* cmd_test.c: `test`: runs the rule cases of a game. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tool/common/case_run.h"

typedef struct {
    bool json;
} test_options;

typedef struct {
    const lf_game *game;
    int passed, failed;
    json_t *failures; /* NULL: print them */
} tally;

/* A pattern is a part of the name of the case or of its file, or a glob for the whole of one of
 * them. */
static bool matches(const lf_case *c, const char *pattern) {
    return pattern == NULL || strstr(c->name, pattern) || strstr(c->file, pattern) ||
           fnmatch(pattern, c->name, 0) == 0 || fnmatch(pattern, c->file, 0) == 0;
}

static void report(tally *t, const lf_case *c, const char *why) {
    if (t->failures != NULL)
        json_array_append_new(t->failures, json_pack("{s:s, s:s, s:i, s:s}", "case", c->name,
                                                     "file", c->file, "line", c->line, "why", why));
    else
        printf("FAILED %s\n  %s:%d\n%s\n", c->name, c->file, c->line, why);
}

static void run_case(tally *t, const lf_case *c) {
    char *why = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&why, &size);
    if (out == NULL) {
        complain(LF_NO_MEMORY);
        t->failed++;
        return;
    }
    bool good = case_run(t->game, c, out);
    fclose(out);
    if (good)
        t->passed++;
    else
        t->failed++;
    if (!good)
        report(t, c, why);
    free(why);
}

static int run_cases(const lf_game *game, const lf_cases *cases, const char *pattern, bool json) {
    tally t = {.game = game, .failures = json ? json_array() : NULL};
    int count = lf_cases_count(cases);
    for (int i = 0; i < count; i++) {
        const lf_case *c = lf_cases_get(cases, i);
        if (matches(c, pattern))
            run_case(&t, c);
    }
    if (json)
        print_json(json_pack("{s:i, s:i, s:o}", "passed", t.passed, "failed", t.failed, "failures",
                             t.failures));
    else
        printf("%d passed, %d failed\n", t.passed, t.failed);
    if (t.passed + t.failed > 0)
        return t.failed == 0 ? EXIT_GOOD : EXIT_BAD;
    if (count > 0)
        complain("no case matches \"%s\"; the game has %d.", pattern, count);
    else
        complain("the game has no rule cases.");
    return EXIT_BAD;
}

static int run_test(const arguments *given, const void *options) {
    const test_options *o = options;
    char path[LF_PATH_BYTES];
    int status;
    lf_game *game = game_open(given->at[0], &status);
    if (game == NULL)
        return status;
    status = EXIT_BAD;
    lf_diagnostics *problems = NULL;
    lf_cases *cases = game_locate(given->at[0], path) ? lf_cases_load(path, &problems) : NULL;
    if (problems != NULL && lf_diagnostics_count(problems) > 0)
        print_problems(problems);
    if (cases != NULL)
        status = run_cases(game, cases, given->at[1], o->json);
    lf_cases_free(cases);
    lf_diagnostics_free(problems);
    lf_game_free(game);
    return status;
}

static const flag flags[] = {JSON_FLAG(test_options), NO_MORE_FLAGS};

const command command_test = {
    .name = "test",
    .summary = "run the rule cases of a game",
    .usage = "GAME [PATTERN] [--json]",
    .examples = "  ludoforge test {game}\n"
                "  ludoforge test {game} win\n",
    .details =
        "PATTERN selects the cases whose name or file contains it, or matches it as a glob such "
        "as '*corner*'. Prints each failure, then `N passed, N failed`. Exits with 1 if a case "
        "fails or none was run.\n",
    .least = 1,
    .most = 2,
    .flags = flags,
    .options_size = sizeof(test_options),
    .run = run_test,
};
