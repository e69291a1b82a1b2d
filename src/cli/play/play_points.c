/* play_points.c: draws a board of points with lines between adjacent ones, on a canvas of
 * characters: first the lines, then the points over them. The distance between points is as large
 * as the table allows. */
#include "play_drawn.h"

#include <stdlib.h>
#include <string.h>

#define ROW_HEAD 5
#define STEP_MAX 6 /* columns between neighbouring points, where cells need no more */

typedef struct {
    char *lines; /* rows × columns of characters */
    int rows, columns;
    int across, down; /* columns and rows from one place to the next */
    int margin;       /* columns at the left for what stands around the leftmost point */
} canvas;

static char *spot(const canvas *c, int row, int column) {
    return &c->lines[row * c->columns + column];
}

static int column_at(const canvas *c, int x) {
    return c->margin + x * c->across;
}

/* The rows of the screen count from the top, those of the board from the bottom. */
static int row_at(const drawn_board *b, const canvas *c, int y) {
    return (board_rows(b) - 1 - y) * c->down;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static char stroke(int across, int down) {
    const int slant = sign(across) * sign(down);
    const bool steep = abs(across) <= 3 * abs(down);
    return down == 0 ? '-' : across == 0 ? '|' : !steep ? '.' : slant > 0 ? '\\' : '/';
}

/* From one point to another, without the points themselves: a stroke a row, or a column where the
 * line is flat. */
static void draw_line(const canvas *c, int row, int column, int to_row, int to_column) {
    const int across = to_column - column, down = to_row - row;
    const char mark = stroke(across, down);
    const int steps = mark == '-' || mark == '.' ? abs(across) : abs(down);
    for (int i = 1; i < steps; i++) {
        if (mark == '.' && i % 2 == 1)
            continue;
        *spot(c, row + down * i / steps, column + across * i / steps) = mark;
    }
}

static void draw_lines(const drawn_board *b, const canvas *c) {
    const lf_game *const game = b->table->game;
    int x, y, to_x, to_y;
    for (int a = 0; a < lf_count(game, LF_OF_SPACES); a++) {
        for (int z = a + 1; z < lf_count(game, LF_OF_SPACES); z++) {
            if (lf_adjacent(game, a, z) && lf_space_place(game, a, &x, &y) &&
                lf_space_place(game, z, &to_x, &to_y))
                draw_line(c, row_at(b, c, y - b->bottom), column_at(c, x - b->left),
                          row_at(b, c, to_y - b->bottom), column_at(c, to_x - b->left));
        }
    }
}

/* ---- points ---------------------------------------------------------------------------------- */

/* A row of the screen: points where there are some, and what is drawn between them. */
static void print_line(const drawn_board *b, const canvas *c, int row) {
    FILE *const out = b->table->out;
    const bool points = row % c->down == 0;
    const int y = board_rows(b) - 1 - row / c->down;
    int column = 0;
    if (points && b->headed)
        fprintf(out, "%*d ", ROW_HEAD - 1, b->bottom + y);
    else
        fprintf(out, "%*s", ROW_HEAD, "");
    for (int x = 0; points && x < board_columns(b); x++) {
        char text[CELL_BYTES];
        if (b->space[y][x] < 0)
            continue;
        const lf_seat seat = cell_text(b, b->space[y][x], text);
        const int width = (int)text_width(text), begin = column_at(c, x) - (width - 1) / 2;
        fwrite(spot(c, row, column), 1, (size_t)(begin - column), out);
        print_cell(b, b->space[y][x], text, seat);
        column = begin + width;
    }
    int end = c->columns;
    while (end > column && *spot(c, row, end - 1) == ' ')
        end--;
    fwrite(spot(c, row, column), 1, (size_t)(end - column), out);
    putc('\n', out);
}

static void print_letters(const drawn_board *b, const canvas *c) {
    fprintf(b->table->out, "%*s", ROW_HEAD + c->margin, "");
    for (int x = 0; x < board_columns(b); x++) {
        const char letter = column_letter(b, x);
        fprintf(b->table->out, "%c%*s", letter ? letter : ' ',
                x + 1 < board_columns(b) ? c->across - 1 : 0, "");
    }
    putc('\n', b->table->out);
}

int points_width(const drawn_board *b) {
    return ROW_HEAD + board_columns(b) * (b->cell + 1);
}

static int step_across(const drawn_board *b) {
    const int room =
        (b->table->width - ROW_HEAD - b->cell) / (board_columns(b) > 1 ? board_columns(b) - 1 : 1);
    const int wanted = b->cell + 2 > STEP_MAX ? b->cell + 2 : STEP_MAX;
    const int step = room < wanted ? room : wanted;
    return step > b->cell ? step : b->cell + 1;
}

void print_points(drawn_board *b) {
    if (!b->headed)
        use_names_if_they_fit(b, board_columns(b), ROW_HEAD + board_columns(b));
    canvas c = {
        .across = step_across(b), .down = b->table->tight ? 1 : 2, .margin = (b->cell - 1) / 2};
    c.rows = (board_rows(b) - 1) * c.down + 1;
    c.columns = (board_columns(b) - 1) * c.across + CELL_BYTES;
    c.lines = malloc((size_t)c.rows * (size_t)c.columns);
    if (c.lines == NULL)
        return;
    memset(c.lines, ' ', (size_t)c.rows * (size_t)c.columns);
    draw_lines(b, &c);
    for (int row = 0; row < c.rows; row++)
        print_line(b, &c, row);
    if (b->headed)
        print_letters(b, &c);
    free(c.lines);
}
