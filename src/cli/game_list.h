/* game_list.h: the bundled games with what people choose by, from easy to hard. */
#ifndef CLI_GAME_LIST_H
#define CLI_GAME_LIST_H

#include "cli.h"

typedef struct {
    char *id; /* the name by which commands find it */
    /* NULL if the game does not compile; the rest is then 0 or "" */
    lf_game *game;
    int min_players, max_players;
    int difficulty; /* 1 to 5, 0: unknown */
    int minutes;    /* 0: unknown */
} listed_game;

typedef struct {
    listed_game *at;
    int count;
    int first; /* the index of the default game */
} game_list;

/* Loads all bundled games, and sorts them by difficulty, length and name. False after a
 * complaint. */
bool game_list_open(game_list *);
void game_list_close(game_list *);
const char *listed_title(const listed_game *);
/* "2", "2–9"; "easy"; "10 min", "1½ h": "" or "?" where nothing is known. */
const char *players_text(const listed_game *, char text[16]);
const char *difficulty_text(const listed_game *);
const char *length_text(const listed_game *, char text[16]);

/* A value of the file `examples` beside the bundled games, by its key; the key itself without
 * one. */
#define EXAMPLE_BYTES 100
bool example_value(const char *key, char value[EXAMPLE_BYTES]);

#endif
