/* play_drawn.h: what the drawn boards share (play_drawn.c): which spaces are drawn where, and what
 * stands in them. Each way to draw is a file: play_grid.c squares, play_hex.c hexagons,
 * play_points.c points with lines. */
#ifndef CLI_PLAY_DRAWN_H
#define CLI_PLAY_DRAWN_H

#include "play.h"

#define SYMBOLS_MAX 64 /* kinds of pieces, and then sets of spaces */
#define CELL_BYTES 64
#define BOARD_MAX 64 /* columns and rows; what is larger is told in words */

typedef struct {
    const play_table *table;
    int left, right, bottom, top; /* the places that there are */
    /* by row and column from the lower left; -1 where there is none */
    int space[BOARD_MAX][BOARD_MAX];
    char symbol[SYMBOLS_MAX];    /* of the kinds of pieces, then of the drawn sets */
    int set_of[SYMBOLS_MAX];     /* the global that a symbol shows; -1: a kind of piece */
    char *elements[SYMBOLS_MAX]; /* of that set, as text: "{a1, b2}" */
    int symbols;
    bool headed; /* every name is the letter of its column and the number of its row: a1 */
    bool names;  /* each cell says its name */
    int cell;    /* columns of the widest cell */
} drawn_board;

int board_columns(const drawn_board *);
int board_rows(const drawn_board *);
/* "RB2" or "." in a cell, and whose colour it has; "" where no space is. */
lf_seat cell_text(const drawn_board *, int space, char text[CELL_BYTES]);
/* The text in its colour. */
void print_cell(const drawn_board *, int space, const char *text, lf_seat seat);
/* The letter of a column that has one, else 0. */
char column_letter(const drawn_board *, int column);
/* Lets cells say their names if lines of `columns` cells still fit the table then. */
void use_names_if_they_fit(drawn_board *, int columns, int margin);

int squares_width(const drawn_board *);
int hexagons_width(const drawn_board *);
int points_width(const drawn_board *);
void print_squares(drawn_board *);
void print_hexagons(drawn_board *);
void print_points(drawn_board *);

#endif
