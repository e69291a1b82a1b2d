/* play_grid.c: draws a map whose spaces all have a `column` and a `row`. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

#define GRID_MAX 26
#define SYMBOLS_MAX 64 /* kinds of pieces, and then sets of spaces */
#define CELL_BYTES 32

typedef struct {
    int columns, rows, first_column, first_row;
    int space[GRID_MAX][GRID_MAX]; /* by row and column; -1 where there is none */
    char symbol[SYMBOLS_MAX];      /* of the kinds of pieces, then of the drawn sets */
    int set_of[SYMBOLS_MAX];       /* the global that a symbol shows; -1: a kind of piece */
    char *elements[SYMBOLS_MAX];   /* of that set, as text: "{a1, b2}" */
    int symbols;
    bool has_values; /* some space has more to say than the grid shows */
} grid;

/* A global that is a set of spaces, as text, to be freed; NULL for any other. */
char *set_text(const play_table *t, int global) {
    lf_error error;
    char *text = lf_eval(state_of(t), lf_name(t->game, LF_OF_GLOBALS, global), NULL, &error);
    if (text != NULL && text[0] == '{')
        return text;
    lf_string_free(text);
    return NULL;
}

static bool in_set(const char *elements, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(elements, name); at; at = strstr(at + 1, name)) {
        bool begins = at[-1] == '{' || at[-1] == ' ', ends = at[length] == '}' || at[length] == ',';
        if (begins && ends)
            return true;
    }
    return false;
}

static const char *symbol_label(const play_table *t, const grid *g, int index) {
    return g->set_of[index] < 0 ? lf_label(t->game, LF_OF_KINDS, index)
                                : lf_label(t->game, LF_OF_GLOBALS, g->set_of[index]);
}

static int shown_in(const play_table *t, const grid *g, int space, int index) {
    if (g->set_of[index] < 0)
        return lf_pieces(state_of(t), space, index);
    return in_set(g->elements[index], lf_name(t->game, LF_OF_SPACES, space));
}

/* A letter for each kind of piece and each set: of its label if one is free, else any. */
static void choose_symbols(const play_table *t, grid *g) {
    bool used[128] = {false};
    for (int i = 0; i < g->symbols; i++) {
        char symbol = 0;
        for (const char *c = symbol_label(t, g, i); *c && !symbol; c++) {
            int letter = toupper((unsigned char)*c);
            if (letter < 128 && isalpha(letter) && !used[letter])
                symbol = (char)letter;
        }
        for (int letter = 'a'; letter <= 'z' && !symbol; letter++)
            symbol = used[letter] ? 0 : (char)letter;
        g->symbol[i] = symbol ? symbol : '?';
        used[(unsigned char)g->symbol[i]] = true;
    }
}

/* What is drawn: pieces, and the sets of spaces by which some games keep them. A set called `empty` shows best by
 * not being shown. */
static void collect_symbols(const play_table *t, grid *g) {
    int kinds = lf_count(t->game, LF_OF_KINDS);
    for (int kind = 0; kind < kinds && g->symbols < SYMBOLS_MAX; kind++)
        g->set_of[g->symbols++] = -1;
    for (int i = 0; i < lf_count(t->game, LF_OF_GLOBALS) && g->symbols < SYMBOLS_MAX; i++) {
        char *text = strcmp(lf_name(t->game, LF_OF_GLOBALS, i), "empty") == 0 ? NULL : set_text(t, i);
        if (text == NULL)
            continue;
        g->elements[g->symbols] = text;
        g->set_of[g->symbols++] = i;
    }
    choose_symbols(t, g);
}

static void free_grid(grid *g) {
    for (int i = 0; i < g->symbols; i++)
        lf_string_free(g->elements[i]);
}

static bool number_property(const play_table *t, int space, int property, int *out) {
    char buffer[64], *end;
    const char *text = lf_property(t->game, space, property, buffer, sizeof buffer);
    long number = text != NULL ? strtol(text, &end, 10) : 0;
    if (text == NULL || end == text || *end || number < -1000 || number > 1000)
        return false;
    *out = (int)number;
    return true;
}

/* The least and the greatest value of a property over all spaces. */
static bool property_range(const play_table *t, int property, int *least, int *most) {
    for (int space = 0; space < lf_count(t->game, LF_OF_SPACES); space++) {
        int number;
        if (!number_property(t, space, property, &number))
            return false;
        *least = space == 0 || number < *least ? number : *least;
        *most = space == 0 || number > *most ? number : *most;
    }
    return *most - *least < GRID_MAX;
}

/* False if the map is no grid: a space without place, two in one place, or too large. */
static bool find_grid(const play_table *t, grid *g) {
    int column = lf_find(t->game, LF_OF_PROPERTIES, "column"),
        row = lf_find(t->game, LF_OF_PROPERTIES, "row");
    int spaces = lf_count(t->game, LF_OF_SPACES), last_column = 0, last_row = 0;
    *g = (grid){0};
    if (column < 0 || row < 0 || spaces == 0 || lf_count(t->game, LF_OF_KINDS) > SYMBOLS_MAX ||
        !property_range(t, column, &g->first_column, &last_column) ||
        !property_range(t, row, &g->first_row, &last_row))
        return false;
    g->columns = last_column - g->first_column + 1;
    g->rows = last_row - g->first_row + 1;
    for (int y = 0; y < g->rows; y++) {
        for (int x = 0; x < g->columns; x++)
            g->space[y][x] = -1;
    }
    for (int space = 0; space < spaces; space++) {
        int x = 0, y = 0;
        number_property(t, space, column, &x);
        number_property(t, space, row, &y);
        int *cell = &g->space[y - g->first_row][x - g->first_column];
        if (*cell >= 0)
            return false;
        *cell = space;
        for (int var = 0; var < lf_count(t->game, LF_OF_SPACE_VARS); var++)
            g->has_values |= !is_bookkeeping(t, LF_OF_SPACE_VARS, var) &&
                             !lf_is_default(state_of(t), LF_OF_SPACE_VARS, space, var);
    }
    collect_symbols(t, g);
    return true;
}

static lf_seat cell_text(const play_table *t, const grid *g, int space, char text[CELL_BYTES]) {
    lf_seat seat = LF_NOBODY;
    size_t length = 0;
    text[0] = '\0';
    if (space < 0)
        return seat;
    for (int i = 0; i < g->symbols && length + 8 < CELL_BYTES; i++) {
        int count = shown_in(t, g, space, i);
        if (count == 0)
            continue;
        length += (size_t)(count == 1 ? snprintf(text + length, CELL_BYTES - length, "%c", g->symbol[i])
                                      : snprintf(text + length, CELL_BYTES - length, "%c%d", g->symbol[i],
                                                 count % 1000));
        seat = g->set_of[i] < 0 ? lf_kind_seat(t->game, i) : i % lf_count(t->game, LF_OF_SEATS);
    }
    if (length == 0)
        snprintf(text, CELL_BYTES, ".");
    return seat;
}

static int cell_width(const play_table *t, const grid *g) {
    size_t widest = 1;
    for (int y = 0; y < g->rows; y++) {
        for (int x = 0; x < g->columns; x++) {
            char text[CELL_BYTES];
            cell_text(t, g, g->space[y][x], text);
            widest = strlen(text) > widest ? strlen(text) : widest;
        }
    }
    return (int)widest + 1;
}

/* The letter that the names of all spaces of a column begin with (a1, a2, …), or 0. */
static char column_letter(const play_table *t, const grid *g, int x) {
    char letter = 0;
    for (int y = 0; y < g->rows; y++) {
        if (g->space[y][x] < 0)
            continue;
        char first = lf_name(t->game, LF_OF_SPACES, g->space[y][x])[0];
        if (!isalpha((unsigned char)first) || (letter && first != letter))
            return 0;
        letter = first;
    }
    return letter;
}

/* Columns are numbered, unless each has a letter of its own. */
static void print_column_heads(const play_table *t, const grid *g, int width) {
    bool letters = true;
    for (int x = 0; x < g->columns; x++) {
        char letter = column_letter(t, g, x);
        letters = letters && letter && (x == 0 || letter != column_letter(t, g, x - 1));
    }
    fprintf(t->out, "      ");
    for (int x = 0; x < g->columns; x++) {
        if (letters)
            fprintf(t->out, "%*c", width, column_letter(t, g, x));
        else
            fprintf(t->out, "%*d", width, (g->first_column + x) % (width > 2 ? 100 : 10));
    }
    putc('\n', t->out);
}

/* The row with the least number is drawn at the bottom, as on a chart. */
static void print_grid(const play_table *t, const grid *g) {
    int width = cell_width(t, g);
    for (int y = g->rows - 1; y >= 0; y--) {
        fprintf(t->out, "  %3d ", g->first_row + y);
        for (int x = 0; x < g->columns; x++) {
            char text[CELL_BYTES];
            lf_seat seat = cell_text(t, g, g->space[y][x], text);
            fprintf(t->out, "%*s%s%s%s", width - (int)strlen(text), "", paint_seat(t, seat), text,
                    paint_off(t));
        }
        putc('\n', t->out);
    }
    print_column_heads(t, g, width);
    flow f;
    flow_begin(&f, t, "  ", 2, "  ");
    for (int i = 0; i < g->symbols; i++)
        flow_item(&f, "%c = %s", g->symbol[i], symbol_label(t, g, i));
    flow_end(&f);
}

bool print_grid_map(const play_table *t, bool *has_values) {
    grid g;
    const bool drawn = find_grid(t, &g);
    *has_values = g.has_values;
    if (drawn)
        print_grid(t, &g);
    free_grid(&g);
    return drawn;
}

bool map_is_drawn(const play_table *t) {
    grid g;
    const bool drawn = find_grid(t, &g);
    free_grid(&g);
    return drawn;
}
