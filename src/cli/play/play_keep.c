/* play_keep.c: keeps a game that its players leave unfinished, whatever made them leave.
 *
 * Such games lie in the user's state folder: GAME.json, GAME-2.json and so on. No file is taken from another game; a game that
 * was loaded from one of them goes back into it. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/session/files.h"
#include "play.h"

#define KEPT_MAX 9999 /* games of one kind */

/* The folder, which is made on the way with those above it. */
static bool state_folder(char folder[PATH_BYTES / 2]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const size_t size = PATH_BYTES / 2;
    lf_error error;
    if (state != NULL && *state)
        snprintf(folder, size, "%s/ludoforge", state);
    else if (home != NULL && *home)
        snprintf(folder, size, "%s/.local/state/ludoforge", home);
    else
        return false;
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool good = file_make_folder(folder, &error);
        *slash = '/';
        if (!good)
            return false;
    }
    return file_make_folder(folder, &error);
}

/* The file that this game was in before, or the first that is free. */
static bool find_place(const play_table *t, char path[PATH_BYTES]) {
    char folder[PATH_BYTES / 2];
    if (!state_folder(folder))
        return false;
    if (*t->kept) {
        snprintf(path, PATH_BYTES, "%s", t->kept);
        return true;
    }
    for (int i = 1; i <= KEPT_MAX; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        if (snprintf(path, PATH_BYTES, "%s/%s%s.json", folder, lf_game_id(t->game), number) >= PATH_BYTES)
            return false;
        if (access(path, F_OK) != 0)
            return true;
    }
    return false;
}

void note_loaded(play_table *t, const char *path) {
    char folder[PATH_BYTES / 2];
    t->safe = lf_hash(state_of(t));
    t->kept[0] = '\0';
    if (state_folder(folder) && strncmp(path, folder, strlen(folder)) == 0 && strlen(path) < PATH_BYTES)
        snprintf(t->kept, sizeof t->kept, "%s", path);
}

bool newest_kept_game(char path[PATH_BYTES]) {
    char folder[PATH_BYTES / 2], file[PATH_BYTES];
    time_t newest = 0;
    DIR *const kept = state_folder(folder) ? opendir(folder) : NULL;
    path[0] = '\0';
    for (struct dirent *entry; kept != NULL && (entry = readdir(kept)) != NULL;) {
        struct stat there;
        const char *ending = strrchr(entry->d_name, '.');
        if (ending == NULL || strcmp(ending, ".json") != 0 ||
            snprintf(file, sizeof file, "%s/%s", folder, entry->d_name) >= (int)sizeof file ||
            stat(file, &there) != 0 || (*path && there.st_mtime <= newest))
            continue;
        newest = there.st_mtime;
        snprintf(path, PATH_BYTES, "%s", file);
    }
    if (kept != NULL)
        closedir(kept);
    return *path != '\0';
}

void keep_game(play_table *t) {
    char path[PATH_BYTES];
    lf_error error;
    if (!interrupted && lf_hash(state_of(t)) == t->safe) {
        say(t, "\nThe game is left unfinished. Nothing has changed since it was dealt, loaded or saved.");
    } else if (!find_place(t, path)) {
        say(t, "\nThe game is left unfinished, and not kept: there is no folder or no free name for it.");
    } else if (save_game(t, path, &error)) {
        snprintf(t->kept, sizeof t->kept, "%s", path);
        fprintf(t->out,
                "\nThe game is left unfinished and kept. Go on with:\n  ludoforge play %s --load %s\n",
                lf_session_spec(t->session), path);
    } else {
        fprintf(t->out, "\nThe game is left unfinished, and not kept: %s\n", error.message);
    }
}
