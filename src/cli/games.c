/* games.c: finds the game that a command line names, and compiles it. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"

#define NAMES_MAX 200

static void complain_unknown_game(const char *name) {
    char **names = lf_bundled_games();
    static const char *const none[] = {NULL};
    const bool found = names != NULL && names[0] != NULL;
    complain_unknown("game", name, found ? (const char *const *)names : none, true);
    if (!found)
        fputs("No bundled games were found. Set LUDOFORGE_GAMES to their folder, or give a path.\n",
              stderr);
    lf_bundled_games_free(names);
}

static bool looks_like_path(const char *name) {
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 3 && strcmp(name + length - 3, ".md") == 0) ||
           (length > 5 && strcmp(name + length - 5, ".json") == 0) ||
           (length > 4 && strcmp(name + length - 4, ".lfi") == 0);
}

bool game_locate(const char *name, char path[LF_PATH_BYTES]) {
    if (looks_like_path(name)) {
        bool good =
            lf_file_exists(name) && snprintf(path, LF_PATH_BYTES, "%s", name) < LF_PATH_BYTES;
        if (!good)
            complain("file \"%s\" not found.", name);
        return good;
    }
    char *bundled = lf_bundled_path(name);
    const bool found =
        bundled != NULL && snprintf(path, LF_PATH_BYTES, "%s", bundled) < LF_PATH_BYTES;
    if (!found)
        complain_unknown_game(name);
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

/* If native code cannot be built, the game runs as bytecode. With --native=yes the reason is
 * reported once; later games of the same command do not try again. */
static void go_native(lf_game *game) {
    static bool failed;
    lf_error error = {0};
    if (native == NATIVE_NO || lf_game_native(game, NULL, NULL) == LF_OK || native == NATIVE_AUTO ||
        failed)
        return;
    note("Building native code of %s (once).\n", lf_game_title(game));
    failed =
        lf_game_build(game, NULL, &error) != LF_OK || lf_game_native(game, NULL, &error) != LF_OK;
    if (failed)
        complain("%s\nThe game runs as bytecode: the same play, but slower.", error.message);
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
        complain(LF_NO_MEMORY);
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
    complain_unknown("scenario", scenario, names, true);
    return false;
}

lf_seat find_seat(const lf_game *game, const char *name) {
    const char *names[LF_SEATS_MAX + 1] = {NULL};
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        names[seat] = lf_name(game, LF_OF_SEATS, seat);
        if (strcasecmp(names[seat], name) == 0 ||
            strcasecmp(lf_label(game, LF_OF_SEATS, seat), name) == 0)
            return seat;
    }
    complain_unknown("seat", name, names, true);
    return -1;
}
