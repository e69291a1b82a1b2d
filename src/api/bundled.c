/* bundled.c: the games that come with the library: where their folders are, and which games lie
 * there. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge.h"
#include "places.h"
#include "support/files.h"

#define SPEC_ENDING ".game-spec.md"
#define NAMES_MAX 200
#define FOLDERS_MAX 8

typedef struct {
    char at[FOLDERS_MAX][LF_PATH_BYTES];
    int count;
} lf_folders;

static void add_folder(lf_folders *f, const char *path) {
    if (path != NULL && *path != '\0' && f->count < FOLDERS_MAX &&
        snprintf(f->at[f->count], LF_PATH_BYTES, "%s", path) < LF_PATH_BYTES)
        f->count++;
}

/* The games that belong to this very program, installed wherever it is or still in the folder that
 * it was built in. */
static void add_folders_beside_program(lf_folders *f) {
    char program[LF_PATH_BYTES / 2], path[LF_PATH_BYTES];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return;
    program[length] = '\0';
    char *const slash = strrchr(program, '/');
    if (slash == NULL)
        return;
    *slash = '\0';
    snprintf(path, sizeof path, "%s/../share/ludoforge/games", program);
    add_folder(f, path);
    snprintf(path, sizeof path, "%s/../data/games", program);
    add_folder(f, path);
}

static lf_folders *find_folders(void) {
    lf_folders *const f = lf_calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    add_folder(f, getenv("LUDOFORGE_GAMES"));
    add_folders_beside_program(f);
    add_folder(f, LF_GAMES_DIR);
    add_folder(f, LF_BUILD_GAMES_DIR);
    add_folder(
        /* last: whoever wrote the folder that we stand in need not be trusted with names */
        f, "data/games");
    return f;
}

/* ---- one by its name ---- */

/* A name is no path: it cannot lead out of the folders. */
static bool is_name(const char *name) {
    return name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL;
}

char *lf_bundled_path(const char *name) {
    lf_folders *const f = is_name(name) ? find_folders() : NULL;
    char path[LF_PATH_BYTES];
    bool found = false;
    for (int i = 0; f != NULL && i < f->count && !found; i++) {
        const int length = snprintf(path, sizeof path, "%s/%s" SPEC_ENDING, f->at[i], name);
        found = length < LF_PATH_BYTES && lf_file_exists(path);
    }
    lf_free(f);
    lf_text text = {0};
    if (found)
        lf_text_addz(&text, path);
    return found ? lf_text_take(&text) : NULL;
}

/* ---- all of them ---- */

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

static char *copy_of(const char *text) {
    lf_text copy = {0};
    lf_text_addz(&copy, text);
    return lf_text_take(&copy);
}

/* Adds the names of the games in a folder. */
static int list_folder(const char *path, char **names, int count) {
    DIR *const folder = opendir(path);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        const size_t length = strlen(entry->d_name), ending = strlen(SPEC_ENDING);
        if (length <= ending || strcmp(entry->d_name + length - ending, SPEC_ENDING) != 0)
            continue;
        entry->d_name[length - ending] = '\0';
        if (count < NAMES_MAX && !has_name(names, count, entry->d_name) &&
            (names[count] = copy_of(entry->d_name)) != NULL)
            count++;
    }
    if (folder != NULL)
        closedir(folder);
    return count;
}

static int list_games(const lf_folders *f, char *names[NAMES_MAX + 1]) {
    int count = 0;
    for (int i = 0; i < f->count; i++)
        count = list_folder(f->at[i], names, count);
    qsort(names, (size_t)count, sizeof *names, by_text);
    return count;
}

static bool read_default(const char *folder, char *name, int size) {
    char path[LF_PATH_BYTES + 16];
    snprintf(path, sizeof path, "%s/default", folder);
    FILE *const file = fopen(path, "r");
    const bool read = file != NULL && fgets(name, size, file) != NULL;
    if (file != NULL)
        fclose(file);
    name[read ? strcspn(name, "\r\n") : 0] = '\0';
    return read;
}

/* The game that a folder's file `default` names is put first. */
static void put_default_first(const lf_folders *f, char **names, int count) {
    char name[200];
    for (int i = 0; i < f->count; i++) {
        const bool read = read_default(f->at[i], name, sizeof name);
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

char **lf_bundled_games(void) {
    lf_folders *const f = find_folders();
    char **const names = f != NULL ? lf_calloc(NAMES_MAX + 1, sizeof *names) : NULL;
    if (names != NULL)
        put_default_first(f, names, list_games(f, names));
    lf_free(f);
    return names;
}

void lf_bundled_games_free(char **names) {
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        lf_free(names[i]);
    lf_free(names);
}
