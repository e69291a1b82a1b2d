/* games.c: finds the game that a command line names, and compiles it. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

#define SPEC_ENDING ".game-spec.md"
#define NAMES_MAX 200
#define FOLDERS_MAX 8

/* ---- where bundled games are ---------------------------------------------------------------------- */

typedef struct {
    char at[FOLDERS_MAX][PATH_BYTES];
    int count;
} folders;

static void add_folder(folders *f, const char *path) {
    if (path != NULL && *path && f->count < FOLDERS_MAX &&
        snprintf(f->at[f->count], PATH_BYTES, "%s", path) < PATH_BYTES)
        f->count++;
}

/* The games that belong to this very program, installed wherever it is or still in the folder that it was built in. */
static void add_folders_beside_program(folders *f) {
    char program[PATH_BYTES / 2], path[PATH_BYTES];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return;
    *slash = '\0';
    snprintf(path, sizeof path, "%s/../share/ludoforge/games", program);
    add_folder(f, path);
    snprintf(path, sizeof path, "%s/../data/games", program);
    add_folder(f, path);
}

static folders *find_folders(void) {
    folders *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    add_folder(f, getenv("LUDOFORGE_GAMES"));
    add_folders_beside_program(f);
#ifdef LF_GAMES_DIR
    add_folder(f, LF_GAMES_DIR);
#endif
#ifdef LF_BUILD_GAMES_DIR
    add_folder(f, LF_BUILD_GAMES_DIR);
#endif
    add_folder(
        f, "data/games"); /* last: whoever wrote the folder that we stand in need not be trusted with names */
    return f;
}

/* ---- what was probably meant ------------------------------------------------------------------------ */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_name(char **names, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

/* Adds the names of the games in a folder. */
static int list_folder(const char *path, char **names, int count) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder))) {
        size_t length = strlen(entry->d_name), ending = strlen(SPEC_ENDING);
        if (length <= ending || strcmp(entry->d_name + length - ending, SPEC_ENDING) != 0)
            continue;
        entry->d_name[length - ending] = '\0';
        if (count < NAMES_MAX && !has_name(names, count, entry->d_name) &&
            (names[count] = strdup(entry->d_name)) != NULL)
            count++;
    }
    if (folder != NULL)
        closedir(folder);
    return count;
}

static int list_games(const folders *f, char *names[NAMES_MAX + 1]) {
    int count = 0;
    for (int i = 0; i < f->count; i++)
        count = list_folder(f->at[i], names, count);
    qsort(names, (size_t)count, sizeof *names, by_text);
    return count;
}

static void complain_unknown(const folders *f, const char *name) {
    char *names[NAMES_MAX + 1] = {NULL};
    const int count = list_games(f, names);
    const char *near = lf_suggest(name, (const char *const *)names);
    complain("there is no game \"%s\".%s%s%s", name, near != NULL ? " Did you mean " : "",
             near != NULL ? near : "", near != NULL ? "?" : "");
    if (count == 0)
        fputs("No bundled games were found; set LUDOFORGE_GAMES to their folder, or give a path.\n", stderr);
    else
        fputs("Bundled games:\n", stderr);
    for (int i = 0; i < count; i++) {
        fprintf(stderr, "  %s\n", names[i]);
        free(names[i]);
    }
}

/* The game that a folder's file `default` names is put first. */
static void put_default_first(const folders *f, char **names, int count) {
    char path[PATH_BYTES + 16], name[200];
    for (int i = 0; i < f->count; i++) {
        snprintf(path, sizeof path, "%s/default", f->at[i]);
        FILE *file = fopen(path, "r");
        const bool read = file != NULL && fgets(name, sizeof name, file) != NULL;
        if (file != NULL)
            fclose(file);
        name[read ? strcspn(name, "\r\n") : 0] = '\0';
        for (int at = 0; read && at < count; at++) {
            if (strcmp(names[at], name) != 0)
                continue;
            char *const first = names[at];
            memmove(names + 1, names, (size_t)at * sizeof *names);
            names[0] = first;
            return;
        }
    }
}

char **bundled_games(void) {
    folders *f = find_folders();
    char **names = calloc(NAMES_MAX + 1, sizeof *names);
    if (f != NULL && names != NULL)
        put_default_first(f, names, list_games(f, names));
    free(f);
    return names;
}

void bundled_games_free(char **names) {
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        free(names[i]);
    free(names);
}

/* ---- finding and opening ------------------------------------------------------------------------------ */

static bool is_file(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && !S_ISDIR(there.st_mode);
}

static bool looks_like_path(const char *name) {
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 3 && strcmp(name + length - 3, ".md") == 0) ||
           (length > 5 && strcmp(name + length - 5, ".json") == 0);
}

bool game_locate(const char *name, char path[PATH_BYTES]) {
    if (looks_like_path(name)) {
        bool good = is_file(name) && snprintf(path, PATH_BYTES, "%s", name) < PATH_BYTES;
        if (!good)
            complain("there is no file \"%s\".", name);
        return good;
    }
    folders *f = find_folders();
    bool found = false;
    for (int i = 0; f != NULL && i < f->count && !found; i++) {
        int length = snprintf(path, PATH_BYTES, "%s/%s" SPEC_ENDING, f->at[i], name);
        found = length < PATH_BYTES && is_file(path);
    }
    if (f != NULL && !found)
        complain_unknown(f, name);
    free(f);
    return found;
}

void print_problems(const lf_diagnostics *problems) {
    char *text = lf_diagnostics_text(problems, use_colour(stderr));
    if (text != NULL)
        fputs(text, stderr);
    lf_string_free(text);
}

lf_game *game_open_as(const char *name, const char *without, int *status) {
    char path[PATH_BYTES];
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

lf_game *game_open(const char *name, int *status) {
    return game_open_as(name, NULL, status);
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
