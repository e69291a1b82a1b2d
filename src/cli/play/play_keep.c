/* play_keep.c: keeps a game that its players leave unfinished, whatever made them leave: from the
 * first decision on it is in a file, which follows every decision, so that a program that is killed
 * loses nothing.
 *
 * Such games lie in the user's state folder: GAME.json, GAME-2.json and so on. No file is taken
 * from another game; a game that was loaded from one of them goes back into it. The file of a game
 * that has ended goes. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "play.h"
#include "support/files.h"

#define KEPT_MAX 9999 /* games of one kind */

/* The folder, which is made on the way with those above it. */
static bool state_folder(char folder[LF_PATH_BYTES / 2]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const size_t size = LF_PATH_BYTES / 2;
    lf_error error;
    if (state != NULL && *state)
        snprintf(folder, size, "%s/ludoforge", state);
    else if (home != NULL && *home)
        snprintf(folder, size, "%s/.local/state/ludoforge", home);
    else
        return false;
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool good = lf_file_make_folder(folder, &error);
        *slash = '/';
        if (!good)
            return false;
    }
    return lf_file_make_folder(folder, &error);
}

/* A file that is nobody's yet, made on the spot, so that two programs never find the same one. */
static bool reserve_file(const play_table *t, char path[LF_PATH_BYTES]) {
    char folder[LF_PATH_BYTES / 2];
    if (!state_folder(folder))
        return false;
    for (int i = 1; i <= KEPT_MAX; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        if (snprintf(path, LF_PATH_BYTES, "%s/%s%s.json", folder, lf_game_id(t->game), number) >=
            LF_PATH_BYTES)
            return false;
        const int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0644);
        if (file >= 0) {
            close(file);
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* The game has a file from here on. False: there is none to be had, and *error says why. */
static bool find_file(play_table *t, lf_error *error) {
    if (*t->kept != '\0')
        return true;
    t->kept_is_new = reserve_file(t, t->kept);
    if (t->kept_is_new)
        return true;
    t->kept[0] = '\0';
    snprintf(error->message, sizeof error->message, "there is no folder or no free name for it.");
    return false;
}

static void drop_file(play_table *t) {
    lf_session_autosave(t->session, NULL, NULL);
    if (*t->kept != '\0')
        unlink(t->kept);
    t->kept[0] = '\0';
    t->keeping = false;
}

void keep_now(play_table *t) {
    lf_error error = {0};
    if (t->cannot_keep || lf_hash(state_of(t)) == t->safe)
        return;
    t->keeping = find_file(t, &error) && lf_session_autosave(t->session, t->kept, &error) == LF_OK;
    if (t->keeping)
        return;
    t->cannot_keep = true; /* it is said once, and tried again at the end */
    snprintf(t->notice, sizeof t->notice, "The game cannot be kept on the way: %.150s",
             error.message);
    if (!t->screen)
        say(t, t->notice);
}

void note_loaded(play_table *t, const char *path) {
    char folder[LF_PATH_BYTES / 2];
    t->safe = lf_hash(state_of(t));
    t->kept[0] = '\0';
    t->kept_is_new = t->keeping = false;
    lf_session_autosave(t->session, NULL, NULL);
    if (state_folder(folder) && strncmp(path, folder, strlen(folder)) == 0 &&
        strlen(path) < LF_PATH_BYTES)
        snprintf(t->kept, sizeof t->kept, "%s", path);
}

bool newest_kept_game(char path[LF_PATH_BYTES]) {
    char folder[LF_PATH_BYTES / 2], file[LF_PATH_BYTES];
    time_t newest = 0;
    DIR *const kept = state_folder(folder) ? opendir(folder) : NULL;
    path[0] = '\0';
    for (struct dirent *entry; kept != NULL && (entry = readdir(kept)) != NULL;) {
        struct stat there;
        const char *ending = strrchr(entry->d_name, '.');
        if (ending == NULL || strcmp(ending, ".json") != 0 ||
            snprintf(file, sizeof file, "%s/%s", folder, entry->d_name) >= (int)sizeof file ||
            stat(file, &there) != 0 || there.st_size == 0 || (*path && there.st_mtime <= newest))
            continue;
        newest = there.st_mtime;
        snprintf(path, LF_PATH_BYTES, "%s", file);
    }
    if (kept != NULL)
        closedir(kept);
    return *path != '\0';
}

void forget_finished_game(play_table *t) {
    drop_file(t);
}

void keep_game(play_table *t) {
    lf_error error = {0};
    if (!interrupted && lf_hash(state_of(t)) == t->safe) {
        if (t->kept_is_new) /* what it had is taken back, or in a file of the player's */
            drop_file(t);
        say(t, "\nThe game is left unfinished. Nothing has changed since it was dealt, loaded or "
               "saved.");
    } else if (find_file(t, &error) && save_game(t, t->kept, &error)) {
        fprintf(
            t->out,
            "\nThe game is left unfinished and kept. Go on with:\n  ludoforge play %s --load %s\n",
            lf_session_spec(t->session), t->kept);
    } else {
        if (t->kept_is_new)
            drop_file(t);
        fprintf(t->out, "\nThe game is left unfinished, and not kept: %s\n", error.message);
    }
}
