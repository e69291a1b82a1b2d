/* reference.h: the bundled board games a second time, in plain C, to check the engine against.
 *
 * Nothing of the engine is in here, and nothing of its way to do things either: a position is an
 * array of squares, and each rule is written down as people say it, square by square. Speed comes
 * second.
 *
 * The engine offers decisions, not moves, and so do these programs:
 * - a move of two parts (which piece, where to) is two decisions;
 * - where there is exactly one option, nobody is asked: it is played at once, and is not
 * counted. */
#ifndef LF_REFERENCE_H
#define LF_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#define REFERENCE_SIZE_MAX (1 << 16) /* bytes of a position */
#define REFERENCE_OPTIONS_MAX 128    /* of a decision */
#define REFERENCE_PASS (-1)          /* an option; all others are squares: row * columns + column */
#define REFERENCE_NOBODY (-1)

typedef struct {
    const char *name; /* of the bundled game */
    int columns;
    size_t size; /* of a position: a struct without pointers */
    void (*start)(void *position);
    int (*legal)(const void *position, int *options); /* how many; 0: the game is over */
    void (*play)(void *position, int option);
    int (*mover)(const void *position);  /* 0 for the seat that begins, 1 for the other */
    int (*winner)(const void *position); /* of a game that is over; REFERENCE_NOBODY for a draw */
    void (*option_name)(int option, char *out,
                        size_t size); /* the engine's id; NULL: all options are squares */
} reference_game;

extern const reference_game reference_tic_tac_toe, reference_connect_four, reference_breakthrough,
    reference_reversi, reference_hex, reference_amazons, reference_kalah,
    reference_nine_mens_morris, reference_draughts, reference_go_2x2, reference_go_9x9;

/* How many positions of go on such a board are legal: every stone has a liberty. */
int reference_go_positions(int side);

/* NULL if there is no such game. */
const reference_game *reference_find(const char *name);

/* Plays the options that stand alone, until there is a choice or the game is over. The options are
 * those of the position that it leaves. */
int reference_settle(const reference_game *, void *position, int *options);

#endif
