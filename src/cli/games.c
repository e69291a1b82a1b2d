/* games.c: finds the game that a command line names, and compiles it. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

#define NAMES_MAX 200

static void complain_unknown(const char *name) {
    char **names = lf_bundled_games();
    const char *near = names != NULL ? lf_suggest(name, (const char *const *)names) : NULL;
    complain("there is no game \"%s\".%s%s%s", name, near != NULL ? " Did you mean " : "",
             near != NULL ? near : "", near != NULL ? "?" : "");
    if (names == NULL || names[0] == NULL)
        fputs("No bundled games were found; set LUDOFORGE_GAMES to their folder, or give a path.\n",
              stderr);
    else
        fputs("Bundled games:\n", stderr);
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        fprintf(stderr, "  %s\n", names[i]);
    lf_bundled_games_free(names);
}

static bool is_file(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && !S_ISDIR(there.st_mode);
}

static bool looks_like_path(const char *name) {
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 3 && strcmp(name + length - 3, ".md") == 0) ||
           (length > 5 && strcmp(name + length - 5, ".json") == 0) ||
           (length > 4 && strcmp(name + length - 4, ".lfi") == 0);
}

bool game_locate(const char *name, char path[LF_PATH_BYTES]) {
    if (looks_like_path(name)) {
        bool good = is_file(name) && snprintf(path, LF_PATH_BYTES, "%s", name) < LF_PATH_BYTES;
        if (!good)
            complain("there is no file \"%s\".", name);
        return good;
    }
    char *bundled = lf_bundled_path(name);
    const bool found =
        bundled != NULL && snprintf(path, LF_PATH_BYTES, "%s", bundled) < LF_PATH_BYTES;
    if (!found)
        complain_unknown(name);
    lf_string_free(bundled);
    return found;
}

void print_problems(const lf_diagnostics *problems) {
    char *text = lf_diagnostics_text(problems, use_colour(stderr));
    if (text != NULL)
        fputs(text, stderr);
    lf_string_free(text);
}

/* ---- native code ---- */

typedef enum { NATIVE_AUTO, NATIVE_YES, NATIVE_NO } native_mode;
static native_mode native = NATIVE_AUTO;

bool games_run_native(const char *mode) {
    static const char *const modes[] = {
        [NATIVE_AUTO] = "auto", [NATIVE_YES] = "yes", [NATIVE_NO] = "no"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(mode, modes[i]) == 0) {
            native = (native_mode)i;
            return true;
        }
    complain("--native takes yes, no or auto, not \"%s\".", mode);
    return false;
}

bool games_may_be_native(void) {
    return native != NATIVE_NO;
}

bool games_must_be_native(void) {
    return native == NATIVE_YES;
}

/* Whatever happens, the game runs: as bytecode if there is no other way, and whoever asked for more
 * is told why, once: what failed for one game of a command is not tried again for the next. */
static void go_native(lf_game *game) {
    static bool failed;
    lf_error error = {0};
    if (native == NATIVE_NO || lf_game_native(game, NULL, NULL) == LF_OK || native == NATIVE_AUTO ||
        failed)
        return;
    fprintf(stderr, "Building native code of %s; this is done once.\n", lf_game_title(game));
    failed =
        lf_game_build(game, NULL, &error) != LF_OK || lf_game_native(game, NULL, &error) != LF_OK;
    if (failed)
        complain("%s\nThe game runs as bytecode, which is slower and plays the same.",
                 error.message);
}

lf_game *game_open_bytecode(const char *name, const char *without, int *status) {
    char path[LF_PATH_BYTES];
    *status = EXIT_USAGE;
    if (!check_optimisations(without) || !game_locate(name, path))
        return NULL;
    *status = EXIT_BAD;
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_without(path, without != NULL ? without : "", &problems);
    if (game == NULL && problems != NULL)
        print_problems(problems);
    else if (game == NULL)
        complain("out of memory");
    lf_diagnostics_free(problems);
    return game;
}

lf_game *game_open_as(const char *name, const char *without, int *status) {
    lf_game *const game = game_open_bytecode(name, without, status);
    if (game != NULL)
        go_native(game);
    return game;
}

lf_game *game_open(const char *name, int *status) {
    return game_open_as(name, NULL, status);
}

bool read_forced(const char *text, lf_forced *out) {
    *out = LF_FORCED_GAME;
    if (text == NULL || lf_forced_find(text, out))
        return true;
    complain("--forced takes game, ask or take, not \"%s\".", text);
    return false;
}

bool check_scenario(const lf_game *game, const char *scenario) {
    if (scenario == NULL || lf_find(game, LF_OF_SCENARIOS, scenario) >= 0)
        return true;
    const char *names[NAMES_MAX + 1] = {NULL};
    int count = lf_count(game, LF_OF_SCENARIOS);
    for (int i = 0; i < count && i < NAMES_MAX; i++)
        names[i] = lf_name(game, LF_OF_SCENARIOS, i);
    const char *near = lf_suggest(scenario, names);
    complain("there is no scenario \"%s\".%s%s%s", scenario, near != NULL ? " Did you mean " : "",
             near != NULL ? near : "", near != NULL ? "?" : "");
    fputs("Scenarios:", stderr);
    for (int i = 0; names[i]; i++)
        fprintf(stderr, " %s", names[i]);
    fputc('\n', stderr);
    return false;
}
