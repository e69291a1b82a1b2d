/* replay.h: finds the game that a file is of which was written when it was played: a recorded game,
 * a run. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include <jansson.h>

#include "ludoforge_session.h"

/* Reads a recorded game, for lf_record_free, and all of it as JSON, for json_decref. NULL with the
 * reason. */
lf_record *record_open(const char *path, json_t **recorded, lf_error *);
/* Opens the game of a file that begins with `head`. `named` is what the flag --game says, or NULL;
 * `what` is what a complaint calls the file. NULL after a complaint; *status is then the exit
 * status. */
/* Its name or path: `named`, or what the head says; NULL if it says nothing. */
const char *game_played(const json_t *head, const char *named);
lf_game *game_open_played(const json_t *head, const char *named, const char *what, int *status);

#endif
