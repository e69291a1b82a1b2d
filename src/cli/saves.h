/* saves.h: the unfinished games that `play` keeps in the user's state folder. */
#ifndef CLI_SAVES_H
#define CLI_SAVES_H

#include <time.h>

#include "cli.h"

#define SAVES_MAX 200

typedef struct {
    char path[LF_PATH_BYTES];
    char *spec; /* the game as it was named */
    time_t when;
} save_entry;

typedef struct {
    save_entry *at; /* the newest first */
    int count;
} save_list;

/* False after a complaint. No folder, or an empty one, is an empty list. */
bool save_list_open(save_list *);
void save_list_close(save_list *);

/* The folder, which is created if `create`. False if there is none. */
bool state_folder(char folder[LF_PATH_BYTES / 2], bool create);

/* Continues a kept game; an exit status. */
int continue_save(const save_entry *);

#endif
