/* play_keep.c: keeps unfinished games. From the first decision on the game is saved to a file at
 * every decision, so a killed program loses nothing.
 *
 * The files are in the user's state folder: GAME.json, GAME-2.json and so on. Each game has its own
 * file; a game loaded from one of them is saved to it again. The file of a finished game is
 * removed. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/saves.h"
#include "play.h"
#include "support/files.h"

#define KEPT_MAX 9999 /* games of one kind */

/* A file that is nobody's yet, made on the spot, so that two programs never find the same one. */
static bool reserve_file(const play_table *t, char path[LF_PATH_BYTES]) {
    char folder[LF_PATH_BYTES / 2];
    if (!state_folder(folder, true))
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
    snprintf(error->message, sizeof error->message, "no folder or no free file name.");
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
    t->cannot_keep = true; /* reported once, and tried again at the end */
    snprintf(t->notice, sizeof t->notice, "The game cannot be saved automatically: %.150s",
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
    if (state_folder(folder, true) && strncmp(path, folder, strlen(folder)) == 0 &&
        strlen(path) < LF_PATH_BYTES)
        snprintf(t->kept, sizeof t->kept, "%s", path);
    snprintf(t->saved, sizeof t->saved, "%s", path);
}

void forget_finished_game(play_table *t) {
    drop_file(t);
}

void keep_game(play_table *t) {
    lf_error error = {0};
    if (!interrupted && lf_hash(state_of(t)) == t->safe) {
        if (t->kept_is_new) /* all was taken back, or is in a file of the player */
            drop_file(t);
        say(t, "\nNothing has changed since the game was started, loaded or saved.");
    } else if (find_file(t, &error) && save_game(t, t->kept, &error)) {
        fprintf(t->out, "\nThe game is kept. Continue with:\n  ludoforge play %s --load %s\n",
                lf_session_spec(t->session), t->kept);
    } else {
        if (t->kept_is_new)
            drop_file(t);
        fprintf(t->out, "\nThe game could not be kept: %s\n", error.message);
    }
}
