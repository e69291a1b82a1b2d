/* play_hex.c: draws a board of hexagons: every row stands half a cell further to the right than the
 * one below it, so each cell touches two cells above, two below and one at either side. */
#include "play_drawn.h"

#define ROW_HEAD 5

/* Half a cell; a cell and the gap behind it are an even number of columns. */
static int half_cell(const drawn_board *b) {
    return (b->cell + 2) / 2;
}

/* The column of the screen where a cell begins, from the leftmost one of the board. */
static int column_of(const drawn_board *b, int x, int y, int leftmost) {
    return (2 * x + y) * half_cell(b) - leftmost;
}

static int leftmost_column(const drawn_board *b, int *first_x, int y) {
    for (int x = 0; x < board_columns(b); x++) {
        if (b->space[y][x] >= 0)
            return *first_x = x, column_of(b, x, y, 0);
    }
    return *first_x = -1, -1;
}

static int leftmost_of_all(const drawn_board *b) {
    int leftmost = -1, x;
    for (int y = 0; y < board_rows(b); y++) {
        const int column = leftmost_column(b, &x, y);
        leftmost = column >= 0 && (leftmost < 0 || column < leftmost) ? column : leftmost;
    }
    return leftmost < 0 ? 0 : leftmost;
}

/* Columns have their letters below the lowest row, if that row has all of them: they run up to the
 * right from there. */
static bool lowest_row_is_full(const drawn_board *b) {
    for (int x = 0; x < board_columns(b); x++) {
        if (b->space[0][x] < 0)
            return false;
    }
    return true;
}

static void print_row(const drawn_board *b, int y, int leftmost) {
    FILE *const out = b->table->out;
    int at = 0, first;
    const int begin = leftmost_column(b, &first, y) - leftmost;
    if (first < 0)
        return;
    if (b->headed)
        fprintf(out, "%*s%*d ", begin, "", ROW_HEAD - 1, b->bottom + y);
    else
        fprintf(out, "%*s", begin + ROW_HEAD, "");
    at = begin;
    for (int x = first; x < board_columns(b); x++) {
        char text[CELL_BYTES];
        if (b->space[y][x] < 0)
            continue;
        const lf_seat seat = cell_text(b, b->space[y][x], text);
        const int column = column_of(b, x, y, leftmost);
        fprintf(out, "%*s", column - at, "");
        print_cell(b, b->space[y][x], text, seat);
        at = column + (int)text_width(text);
    }
    putc('\n', out);
}

static void print_letters(const drawn_board *b, int leftmost) {
    FILE *const out = b->table->out;
    int at = -1; /* half a cell to the left of the row above, where the slanted columns come down */
    fprintf(out, "%*s", ROW_HEAD - 1, "");
    for (int x = 0; x < board_columns(b); x++) {
        const int column = column_of(b, x, 0, leftmost) - 1;
        fprintf(out, "%*s%c", column - at, "", column_letter(b, x));
        at = column + 1;
    }
    putc('\n', out);
}

/* The width of the board in cells, the half ones included. */
static int cells_across(const drawn_board *b) {
    const int leftmost = leftmost_of_all(b), half = half_cell(b);
    int most = 0;
    for (int y = 0; y < board_rows(b); y++) {
        for (int x = 0; x < board_columns(b); x++) {
            const int end = (column_of(b, x, y, leftmost) + half - 1) / half + 2;
            most = b->space[y][x] >= 0 && end > most ? end : most;
        }
    }
    return (most + 1) / 2;
}

int hexagons_width(const drawn_board *b) {
    return ROW_HEAD + cells_across(b) * 2 * half_cell(b);
}

void print_hexagons(drawn_board *b) {
    const bool letters = b->headed && lowest_row_is_full(b);
    if (!letters)
        use_names_if_they_fit(b, cells_across(b), ROW_HEAD + 1);
    b->headed = b->headed && !b->names;
    const int leftmost = leftmost_of_all(b);
    for (int y = board_rows(b) - 1; y >= 0; y--)
        print_row(b, y, leftmost);
    if (letters)
        print_letters(b, leftmost);
}
