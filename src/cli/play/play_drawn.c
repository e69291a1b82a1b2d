/* play_drawn.c: the map as a picture, where the game says how its board is laid out: what is in
 * each space, as letters that a line below explains. Spaces without a place, and what the picture
 * cannot show, are told in words beside it. */
#include "play_drawn.h"

#include <ctype.h>
#include <string.h>

/* An expression that is a set, as text, to be freed; NULL for any other. */
static char *evaluated_set(const play_table *t, const char *expression) {
    lf_error error;
    char *text = lf_eval(state_of(t), expression, NULL, &error);
    if (text != NULL && text[0] == '{')
        return text;
    lf_string_free(text);
    return NULL;
}

char *set_text(const play_table *t, int global) {
    return evaluated_set(t, lf_name(t->game, LF_OF_GLOBALS, global));
}

char *owned_set_text(const play_table *t, lf_catalogue vars, int owner, int var) {
    const lf_catalogue owners = vars == LF_OF_SEAT_VARS ? LF_OF_SEATS : LF_OF_SPACES;
    const char *whose = lf_name(t->game, owners, owner), *name = lf_name(t->game, vars, var);
    const size_t size = strlen(whose) + strlen(name) + 2;
    char *expression = lf_var_is_set(t->game, vars, var) ? malloc(size) : NULL, *text = NULL;
    if (expression != NULL) {
        snprintf(expression, size, "%s.%s", whose, name);
        text = evaluated_set(t, expression);
    }
    free(expression);
    return text;
}

static bool in_set(const char *elements, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(elements, name); at != NULL; at = strstr(at + 1, name)) {
        const bool begins = at[-1] == '{' || at[-1] == ' ',
                   ends = at[length] == '}' || at[length] == ',';
        if (begins && ends)
            return true;
    }
    return false;
}

/* ---- symbols --------------------------------------------------------------------------------- */

static const char *symbol_label(const drawn_board *b, int index) {
    return b->set_of[index] < 0 ? lf_label(b->table->game, LF_OF_KINDS, index)
                                : lf_label(b->table->game, LF_OF_GLOBALS, b->set_of[index]);
}

static int shown_in(const drawn_board *b, int space, int index) {
    if (b->set_of[index] < 0)
        return pieces_seen(b->table, space, index);
    return in_set(b->elements[index], lf_name(b->table->game, LF_OF_SPACES, space));
}

/* A letter for each kind of piece and each set: of its label if one is free, else any. */
static void choose_symbols(drawn_board *b) {
    bool used[128] = {false};
    for (int i = 0; i < b->symbols; i++) {
        char symbol = 0;
        for (const char *c = symbol_label(b, i); *c && !symbol; c++) {
            const int letter = toupper((unsigned char)*c);
            if (letter < 128 && isalpha(letter) && !used[letter])
                symbol = (char)letter;
        }
        for (int letter = 'a'; letter <= 'z' && !symbol; letter++)
            symbol = used[letter] ? 0 : (char)letter;
        b->symbol[i] = symbol ? symbol : '?';
        used[(unsigned char)b->symbol[i]] = true;
    }
}

/* What is drawn: pieces, and the sets of spaces by which some games keep them. A set called `empty`
 * shows best by not being shown. */
static void collect_symbols(drawn_board *b) {
    const play_table *const t = b->table;
    const int kinds = lf_count(t->game, LF_OF_KINDS);
    for (int kind = 0; kind < kinds && b->symbols < SYMBOLS_MAX; kind++)
        b->set_of[b->symbols++] = -1;
    for (int i = 0; i < lf_count(t->game, LF_OF_GLOBALS) && b->symbols < SYMBOLS_MAX; i++) {
        const bool shown = !is_bookkeeping(t, LF_OF_GLOBALS, i) &&
                           strcmp(lf_name(t->game, LF_OF_GLOBALS, i), "empty") != 0;
        char *const text = shown ? set_text(t, i) : NULL;
        if (text == NULL)
            continue;
        b->elements[b->symbols] = text;
        b->set_of[b->symbols++] = i;
    }
    choose_symbols(b);
}

static void free_board(drawn_board *b) {
    for (int i = 0; i < b->symbols; i++)
        lf_string_free(b->elements[i]);
}

static void print_legend(const drawn_board *b) {
    flow f;
    flow_begin(&f, b->table, "  ", 2, "  ");
    for (int i = 0; i < b->symbols; i++)
        flow_item(&f, "%c = %s", b->symbol[i], symbol_label(b, i));
    if (b->symbols > 0)
        flow_end(&f);
}

/* ---- places ---------------------------------------------------------------------------------- */

int board_columns(const drawn_board *b) {
    return b->right - b->left + 1;
}

int board_rows(const drawn_board *b) {
    return b->top - b->bottom + 1;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static int greatest(int a, int b) {
    return a > b ? a : b;
}

/* False if no space has a place, or the board is too large for a picture. */
static bool find_bounds(drawn_board *b) {
    bool any = false;
    int x, y;
    for (int space = 0; space < lf_count(b->table->game, LF_OF_SPACES); space++) {
        if (!lf_space_place(b->table->game, space, &x, &y))
            continue;
        b->left = any ? least(b->left, x) : x;
        b->right = any ? greatest(b->right, x) : x;
        b->bottom = any ? least(b->bottom, y) : y;
        b->top = any ? greatest(b->top, y) : y;
        any = true;
    }
    return any && board_columns(b) <= BOARD_MAX && board_rows(b) <= BOARD_MAX;
}

static void place_spaces(drawn_board *b) {
    int x, y;
    for (y = 0; y < BOARD_MAX; y++) {
        for (x = 0; x < BOARD_MAX; x++)
            b->space[y][x] = -1;
    }
    for (int space = 0; space < lf_count(b->table->game, LF_OF_SPACES); space++) {
        if (lf_space_place(b->table->game, space, &x, &y))
            b->space[y - b->bottom][x - b->left] = space;
    }
}

char column_letter(const drawn_board *b, int column) {
    char letter = 0;
    for (int y = 0; y < board_rows(b); y++) {
        if (b->space[y][column] < 0)
            continue;
        const char first = lf_label(b->table->game, LF_OF_SPACES, b->space[y][column])[0];
        if (!isalpha((unsigned char)first) || (letter && first != letter))
            return 0;
        letter = first;
    }
    return letter;
}

/* Is the name the letter of its column and the number of its row? */
static bool is_headed(const drawn_board *b, int x, int y) {
    char name[16];
    snprintf(name, sizeof name, "%c%d", column_letter(b, x), b->bottom + y);
    return strcmp(lf_label(b->table->game, LF_OF_SPACES, b->space[y][x]), name) == 0;
}

static bool all_are_headed(const drawn_board *b) {
    for (int x = 0; x < board_columns(b); x++) {
        for (int y = 0; y < board_rows(b); y++) {
            if (b->space[y][x] >= 0 && !is_headed(b, x, y))
                return false;
        }
    }
    return true;
}

/* ---- cells ----------------------------------------------------------------------------------- */

lf_seat cell_text(const drawn_board *b, int space, char text[CELL_BYTES]) {
    const play_table *const t = b->table;
    lf_seat seat = LF_NOBODY;
    size_t length = 0;
    text[0] = '\0';
    if (space < 0)
        return seat;
    if (b->names)
        length =
            (size_t)snprintf(text, CELL_BYTES, "%.40s", lf_label(t->game, LF_OF_SPACES, space));
    const size_t name = length;
    for (int i = 0; i < b->symbols && length + 8 < CELL_BYTES; i++) {
        const int count = shown_in(b, space, i);
        if (count == 0)
            continue;
        if (name > 0 && length == name)
            text[length++] = ':';
        length +=
            (size_t)(count == 1 ? snprintf(text + length, CELL_BYTES - length, "%c", b->symbol[i])
                                : snprintf(text + length, CELL_BYTES - length, "%c%d", b->symbol[i],
                                           count % 1000));
        seat = b->set_of[i] < 0 ? lf_kind_seat(t->game, i) : i % lf_count(t->game, LF_OF_SEATS);
    }
    if (length == 0)
        snprintf(text, CELL_BYTES, ".");
    return seat;
}

void print_cell(const drawn_board *b, int space, const char *text, lf_seat seat) {
    const play_table *const t = b->table;
    const bool changed = space >= 0 && zone_has_changed(t, space);
    fprintf(t->out, "%s%s%s%s", changed ? paint_changed(t) : "", paint_seat(t, seat), text,
            changed || seat >= 0 ? paint_off(t) : "");
}

static void measure_cells(drawn_board *b) {
    b->cell = 1;
    for (int y = 0; y < board_rows(b); y++) {
        for (int x = 0; x < board_columns(b); x++) {
            char text[CELL_BYTES];
            cell_text(b, b->space[y][x], text);
            b->cell = greatest(b->cell, (int)text_width(text));
        }
    }
}

void use_names_if_they_fit(drawn_board *b, int columns, int margin) {
    b->names = true;
    measure_cells(b);
    if (columns * (b->cell + 1) + margin < b->table->width)
        return;
    b->names = false;
    measure_cells(b);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static const struct {
    int (*width)(const drawn_board *); /* without names in the cells */
    void (*print)(drawn_board *);
} ways[] = {
    [LF_BOARD_SQUARES] = {squares_width, print_squares},
    [LF_BOARD_HEX] = {hexagons_width, print_hexagons},
    [LF_BOARD_POINTS] = {points_width, print_points},
};

/* False if there is no picture: the game has none, it does not fit, or the player wants words. */
static bool open_board(const play_table *t, drawn_board *b) {
    *b = (drawn_board){.table = t};
    if (t->plain || lf_board_of(t->game) == LF_BOARD_WORDS ||
        lf_count(t->game, LF_OF_KINDS) > SYMBOLS_MAX || !find_bounds(b))
        return false;
    place_spaces(b);
    b->headed = all_are_headed(b);
    collect_symbols(b);
    measure_cells(b);
    return ways[lf_board_of(t->game)].width(b) <= t->width;
}

bool map_is_drawn(const play_table *t) {
    drawn_board b;
    const bool drawn = open_board(t, &b);
    free_board(&b);
    return drawn;
}

bool print_drawn_map(const play_table *t) {
    drawn_board b;
    const bool drawn = open_board(t, &b);
    if (drawn) {
        ways[lf_board_of(t->game)].print(&b);
        print_legend(&b);
    }
    free_board(&b);
    return drawn;
}
