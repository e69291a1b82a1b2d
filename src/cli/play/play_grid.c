/* play_grid.c: draws a board of squares. The row with the least number is at the bottom, as on a
 * chart. */
#include "play_drawn.h"

#define ROW_HEAD 6 /* columns for the number of a row */

/* Columns are numbered, unless each has a letter of its own. */
static void print_column_heads(const drawn_board *b, int width) {
    FILE *const out = b->table->out;
    bool letters = true;
    for (int x = 0; x < board_columns(b); x++) {
        const char letter = column_letter(b, x);
        letters = letters && letter && (x == 0 || letter != column_letter(b, x - 1));
    }
    fprintf(out, "%*s", ROW_HEAD, "");
    for (int x = 0; x < board_columns(b); x++) {
        if (letters)
            fprintf(out, "%*c", width, column_letter(b, x));
        else
            fprintf(out, "%*d", width, (b->left + x) % (width > 2 ? 100 : 10));
    }
    putc('\n', out);
}

int squares_width(const drawn_board *b) {
    return ROW_HEAD + board_columns(b) * (b->cell + 1);
}

void print_squares(drawn_board *b) {
    FILE *const out = b->table->out;
    if (!b->headed)
        use_names_if_they_fit(b, board_columns(b), ROW_HEAD);
    const int width = b->cell + 1;
    for (int y = board_rows(b) - 1; y >= 0; y--) {
        if (b->names)
            fprintf(out, "%*s", ROW_HEAD, "");
        else
            fprintf(out, "  %3d ", b->bottom + y);
        for (int x = 0; x < board_columns(b); x++) {
            char text[CELL_BYTES];
            const lf_seat seat = cell_text(b, b->space[y][x], text);
            fprintf(out, "%*s", width - (int)text_width(text), "");
            print_cell(b, b->space[y][x], text, seat);
        }
        putc('\n', out);
    }
    if (!b->names)
        print_column_heads(b, width);
}
