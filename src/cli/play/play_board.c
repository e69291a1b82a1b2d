/* play_board.c: draws the table of `play` with plain text, 80 columns or more: what is where, the values, the
 * cards. A map whose spaces all have a `column` and a `row` is drawn as a grid. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

#define NAME_COLUMN_MAX 24
#define CARDS_SHOWN 8
#define GRID_MAX 26
#define SYMBOLS_MAX 64 /* kinds of pieces, and then sets of spaces */
#define CELL_BYTES 32
#define STACK_COLUMN_MAX 34
#define FEW_ZONES 12 /* so many are shown at every turn */

/* ---- flowing text ---------------------------------------------------------------------------------------- */

void flow_begin(flow *f, const play_table *t, const char *head, size_t indent, const char *separator) {
    *f = (flow){.width = (size_t)t->width, .indent = indent, .separator = separator};
    fputs(head, stdout);
    f->column = text_width(head);
    for (; f->column < indent; f->column++)
        putchar(' ');
}

void flow_item(flow *f, const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    size_t width = text_width(text), gap = f->items > 0 ? text_width(f->separator) : 0;
    if (f->items > 0 && f->column + gap + width >= f->width) {
        printf("%.*s\n%*s", (int)strcspn(f->separator, " "), f->separator, (int)f->indent, "");
        f->column = f->indent;
    } else if (f->items > 0) {
        fputs(f->separator, stdout);
        f->column += gap;
    }
    fputs(text, stdout);
    f->column += width;
    f->items++;
}

void flow_end(flow *f) {
    (void)f;
    putchar('\n');
}

/* ---- one space --------------------------------------------------------------------------------------------- */

static void heading(const play_table *t, const char *text) {
    printf("%s%s%s\n", paint_strong(t), text, paint_off(t));
}

static bool is_empty_value(const char *text) {
    return strcmp(text, "false") == 0 || strcmp(text, "none") == 0;
}

/* A value that says something: `true` is said by the name alone, `false` and none by nothing. */
static void value_item(flow *f, const char *name, const char *value) {
    if (is_empty_value(value))
        return;
    const char *comma = strstr(value, ", ");
    if (strcmp(value, "true") == 0) {
        flow_item(f, "%s", name);
        return;
    }
    /* A set is as long as it likes, so its elements flow. */
    flow_item(f, "%s %.*s", name, (int)(comma ? comma - value : (ptrdiff_t)strlen(value)), value);
    while (comma) {
        value = comma + 2;
        comma = strstr(value, ", ");
        flow_item(f, "%.*s", (int)(comma ? comma - value : (ptrdiff_t)strlen(value)), value);
    }
}

static void piece_items(flow *f, const play_table *t, int zone) {
    for (int kind = 0; kind < lf_count(t->game, LF_OF_KINDS); kind++) {
        int count = lf_pieces(t->session.state, zone, kind);
        if (count > 0)
            flow_item(f, "%d %s", count, lf_label(t->game, LF_OF_KINDS, kind));
    }
}

static bool has_value_to_show(const play_table *t, int space, int var) {
    return !is_bookkeeping(lf_name(t->game, LF_OF_SPACE_VARS, var)) &&
           !lf_is_default(t->session.state, LF_OF_SPACE_VARS, space, var);
}

static void space_value_items(flow *f, const play_table *t, int space) {
    const lf_state *state = t->session.state;
    for (int var = 0; var < lf_count(t->game, LF_OF_SPACE_VARS); var++) {
        char buffer[64];
        if (!has_value_to_show(t, space, var))
            continue;
        value_item(f, lf_label(t->game, LF_OF_SPACE_VARS, var),
                   lf_value_name(t->game, LF_OF_SPACE_VARS, var, lf_space_value(state, space, var), buffer,
                                 sizeof buffer));
    }
}

static bool zone_is_bare(const play_table *t, int zone, bool is_space) {
    const lf_state *state = t->session.state;
    for (int kind = 0; kind < lf_count(t->game, LF_OF_KINDS); kind++) {
        if (lf_pieces(state, zone, kind) > 0)
            return false;
    }
    for (int var = 0; is_space && var < lf_count(t->game, LF_OF_SPACE_VARS); var++) {
        if (has_value_to_show(t, zone, var))
            return false;
    }
    return true;
}

/* ---- lists of zones -------------------------------------------------------------------------------------------- */

static size_t name_column(const play_table *t, int first, int end) {
    size_t widest = 8;
    for (int zone = first; zone < end; zone++) {
        size_t width = text_width(lf_label(t->game, LF_OF_ZONES, zone));
        if (width > widest && width <= NAME_COLUMN_MAX)
            widest = width;
    }
    return widest + 4;
}

static void print_zones(const play_table *t, const char *title, int first, int end, int spaces) {
    size_t indent = name_column(t, first, end);
    int bare = 0;
    heading(t, title);
    for (int zone = first; zone < end; zone++) {
        if (zone_is_bare(t, zone, zone < spaces)) {
            bare++;
            continue;
        }
        char head[200];
        flow f;
        snprintf(head, sizeof head, "  %s  ", lf_label(t->game, LF_OF_ZONES, zone));
        flow_begin(&f, t, head, indent, ", ");
        piece_items(&f, t, zone);
        if (zone < spaces)
            space_value_items(&f, t, zone);
        flow_end(&f);
    }
    if (bare == 0)
        return;
    flow f;
    flow_begin(&f, t, "  empty: ", 4, ", ");
    for (int zone = first; zone < end; zone++) {
        if (zone_is_bare(t, zone, zone < spaces))
            flow_item(&f, "%s", lf_label(t->game, LF_OF_ZONES, zone));
    }
    flow_end(&f);
}

/* ---- the grid ----------------------------------------------------------------------------------------------------- */

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
static char *set_text(const play_table *t, int global) {
    lf_error error;
    char *text = lf_eval(t->session.state, lf_name(t->game, LF_OF_GLOBALS, global), NULL, &error);
    if (text && text[0] == '{')
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
        return lf_pieces(t->session.state, space, index);
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
        if (!text)
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
    long number = text ? strtol(text, &end, 10) : 0;
    if (!text || end == text || *end || number < -1000 || number > 1000)
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
            g->has_values |= has_value_to_show(t, space, var);
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
    printf("      ");
    for (int x = 0; x < g->columns; x++) {
        if (letters)
            printf("%*c", width, column_letter(t, g, x));
        else
            printf("%*d", width, (g->first_column + x) % (width > 2 ? 100 : 10));
    }
    putchar('\n');
}

/* The row with the least number is drawn at the bottom, as on a chart. */
static void print_grid(const play_table *t, const grid *g) {
    int width = cell_width(t, g);
    for (int y = g->rows - 1; y >= 0; y--) {
        printf("  %3d ", g->first_row + y);
        for (int x = 0; x < g->columns; x++) {
            char text[CELL_BYTES];
            lf_seat seat = cell_text(t, g, g->space[y][x], text);
            printf("%*s%s%s%s", width - (int)strlen(text), "", paint_seat(t, seat), text, paint_off(t));
        }
        putchar('\n');
    }
    print_column_heads(t, g, width);
    flow f;
    flow_begin(&f, t, "  ", 2, "  ");
    for (int i = 0; i < g->symbols; i++)
        flow_item(&f, "%c = %s", g->symbol[i], symbol_label(t, g, i));
    flow_end(&f);
}

/* True if the map was drawn as a grid. */
static bool print_map(const play_table *t) {
    grid g;
    int spaces = lf_count(t->game, LF_OF_SPACES), zones = lf_count(t->game, LF_OF_ZONES);
    bool drawn = find_grid(t, &g);
    if (drawn)
        print_grid(t, &g);
    if (spaces > 0 && (!drawn || g.has_values))
        print_zones(t, "Spaces", 0, spaces, spaces);
    if (zones > spaces)
        print_zones(t, "Boxes", spaces, zones, spaces);
    free_grid(&g);
    return drawn;
}

/* ---- values and cards ----------------------------------------------------------------------------------------------- */

bool is_bookkeeping(const char *variable) {
    return variable[0] == '_';
}

/* What differs from the first position, and the markers, which always stand somewhere. */
static bool is_worth_showing(const play_table *t, int global, bool all) {
    if (is_bookkeeping(lf_name(t->game, LF_OF_GLOBALS, global)))
        return false;
    return all || lf_is_marker(t->game, LF_OF_GLOBALS, global) ||
           !lf_is_default(t->session.state, LF_OF_GLOBALS, 0, global);
}

/* "name value", to be freed; NULL if there is nothing to say. A set is asked for by name: it may be larger than a value. */
static char *global_text(const play_table *t, int global, bool without_sets, bool all) {
    if (!is_worth_showing(t, global, all))
        return NULL;
    char buffer[64], *set = set_text(t, global), *text = NULL;
    const char *value = set ? set
                            : lf_value_name(t->game, LF_OF_GLOBALS, global,
                                            lf_global(t->session.state, global), buffer, sizeof buffer);
    const char *label = lf_label(t->game, LF_OF_GLOBALS, global);
    size_t size = strlen(label) + strlen(value) + 2;
    if (!(set && without_sets) && (text = malloc(size)) != NULL)
        snprintf(text, size, "%s%s%s", label, !all && strcmp(value, "true") == 0 ? "" : " ",
                 !all && strcmp(value, "true") == 0 ? "" : value);
    lf_string_free(set);
    return text;
}

/* Short texts stand in columns, a long one has lines of its own. */
static void print_in_columns(const play_table *t, char *const *texts, int count) {
    size_t room = (size_t)t->width - 2, widest = 1;
    for (int i = 0; i < count; i++) {
        size_t width = text_width(texts[i]);
        widest = width > widest && width < room / 2 ? width : widest;
    }
    size_t columns = room / (widest + 2), at = 0;
    for (int i = 0; i < count; i++) {
        size_t width = text_width(texts[i]);
        if (width > widest) {
            if (at > 0)
                putchar('\n');
            print_paragraph(t, "", texts[i], 2);
            at = 0;
            continue;
        }
        bool last = ++at >= columns || i + 1 == count;
        printf("  %s%*s", texts[i], last ? 0 : (int)(widest - width), "");
        if (last) {
            putchar('\n');
            at = 0;
        }
    }
}

/* The sets are left out when the grid has shown them. */
static void print_globals(const play_table *t, bool without_sets, bool all) {
    int globals = lf_count(t->game, LF_OF_GLOBALS), count = 0;
    char **texts = calloc((size_t)globals + 1, sizeof *texts);
    for (int i = 0; texts && i < globals; i++) {
        char *text = global_text(t, i, without_sets, all);
        if (text)
            texts[count++] = text;
    }
    if (count > 0) {
        heading(t, "Values");
        print_in_columns(t, texts, count);
    }
    while (count > 0)
        free(texts[--count]);
    free(texts);
}

static void print_seats(const play_table *t) {
    int vars = lf_count(t->game, LF_OF_SEAT_VARS);
    heading(t, "Seats");
    for (lf_seat seat = 0; seat < lf_count(t->game, LF_OF_SEATS); seat++) {
        char head[200];
        flow f;
        snprintf(head, sizeof head, "  %s%s  ", lf_label(t->game, LF_OF_SEATS, seat),
                 t->human[seat] ? "" : " (agent)");
        flow_begin(&f, t, head, 24, ", ");
        flow_item(&f, "margin %" PRId64, lf_margin(t->session.state, seat));
        for (int i = 0; i < vars; i++) {
            char buffer[64];
            if (is_bookkeeping(lf_name(t->game, LF_OF_SEAT_VARS, i)))
                continue;
            value_item(&f, lf_label(t->game, LF_OF_SEAT_VARS, i),
                       lf_value_name(t->game, LF_OF_SEAT_VARS, i, lf_seat_value(t->session.state, seat, i),
                                     buffer, sizeof buffer));
        }
        flow_end(&f);
    }
}

static void print_stack(const play_table *t, int stack, size_t indent) {
    int size = lf_stack_size(t->session.state, stack);
    bool seen = t->watching || lf_stack_visible(t->game, stack, viewpoint(t));
    char head[200];
    flow f;
    snprintf(head, sizeof head, "  %s  ", lf_label(t->game, LF_OF_STACKS, stack));
    flow_begin(&f, t, head, indent, ", ");
    if (!seen)
        flow_item(&f, "%d face down", size);
    for (int i = 0; seen && i < size && i < CARDS_SHOWN; i++)
        flow_item(&f, "%s", lf_label(t->game, LF_OF_CARDS, lf_stack_card(t->session.state, stack, i)));
    if (seen && size > CARDS_SHOWN)
        flow_item(&f, "and %d more", size - CARDS_SHOWN);
    flow_end(&f);
}

static void print_stacks(const play_table *t) {
    int stacks = lf_count(t->game, LF_OF_STACKS), empty = 0;
    if (stacks == 0)
        return;
    size_t widest = 8;
    for (int stack = 0; stack < stacks; stack++) {
        size_t width = text_width(lf_label(t->game, LF_OF_STACKS, stack));
        widest = width > widest && width <= STACK_COLUMN_MAX ? width : widest;
    }
    heading(t, "Cards");
    for (int stack = 0; stack < stacks; stack++) {
        if (lf_stack_size(t->session.state, stack) > 0)
            print_stack(t, stack, widest + 4);
        else
            empty++;
    }
    if (empty == 0)
        return;
    flow f;
    flow_begin(&f, t, "  empty: ", 4, ", ");
    for (int stack = 0; stack < stacks; stack++) {
        if (lf_stack_size(t->session.state, stack) == 0)
            flow_item(&f, "%s", lf_label(t->game, LF_OF_STACKS, stack));
    }
    flow_end(&f);
}

static void print_title(const play_table *t) {
    const lf_state *state = t->session.state;
    const char *phase = lf_label(t->game, LF_OF_PHASES, lf_phase(state));
    printf("\n%s%s%s", paint_strong(t), lf_game_title(t->game), paint_off(t));
    if (lf_turn(state) > 0)
        printf(", turn %d", lf_turn(state));
    printf("%s%s\n", phase && *phase ? ", " : "", phase ? phase : "");
}

void print_board(const play_table *t, bool all) {
    print_title(t);
    bool drawn = print_map(t);
    print_globals(t, drawn, all);
    print_seats(t);
    print_stacks(t);
}

void print_turn(const play_table *t) {
    grid g;
    bool drawn = find_grid(t, &g);
    free_grid(&g);
    if (drawn || lf_count(t->game, LF_OF_ZONES) <= FEW_ZONES) {
        print_board(t, false);
        return;
    }
    print_title(t);
    print_globals(t, false, false);
    print_seats(t);
    print_stacks(t);
    printf("%s`board` shows the map, `card` the cards that lie open.%s\n", paint_faint(t), paint_off(t));
}
