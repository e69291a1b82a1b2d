/* play_screen.c: puts a table together that fits the terminal: from the top the situation, the map
 * as far as there is room, what happened since the player decided last, and the decision, which is
 * never cut for anything else. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

#define COLUMN_LEAST 58 /* narrower columns of the map are hard to read */
#define COLUMNS_MAX 8
#define NEWS_LEAST 4
#define BEGIN_INDENT_MAX 6
#define DECISION_LEAST 8

/* ---- catching what is printed ---------------------------------------------------------------- */

typedef struct {
    char *text;
    char **lines; /* within text */
    int count;
} page;

static void page_free(page *p) {
    free(p->lines);
    free(p->text);
    *p = (page){0};
}

static void split_lines(page *p) {
    int count = 0;
    for (const char *at = p->text; *at; at++)
        count += *at == '\n';
    p->lines = calloc((size_t)count + 1, sizeof *p->lines);
    for (char *at = p->text; p->lines != NULL && *at;) {
        char *end = strchr(at, '\n');
        p->lines[p->count++] = at;
        if (end == NULL)
            break;
        *end = '\0';
        at = end + 1;
    }
}

typedef struct {
    play_table *table;
    FILE *before;
    int width;
    page page;
    size_t size;
} catching;

static bool catch_begin(catching *c, play_table *t, int width) {
    *c = (catching){.table = t, .before = t->out, .width = t->width};
    FILE *out = open_memstream(&c->page.text, &c->size);
    if (out == NULL)
        return false;
    t->out = out;
    t->width = width;
    return true;
}

static page catch_end(catching *c) {
    fclose(c->table->out);
    c->table->out = c->before;
    c->table->width = c->width;
    if (c->page.text != NULL)
        split_lines(&c->page);
    return c->page;
}

/* ---- parts ----------------------------------------------------------------------------------- */

static page catch_part(play_table *t, int width, void (*print)(const play_table *)) {
    catching c;
    if (!catch_begin(&c, t, width))
        return (page){0};
    print(t);
    return catch_end(&c);
}

static void print_all_values(const play_table *t) {
    print_values(t, false);
}

static void print_news_only(const play_table *t) {
    print_news_from(t, t->shown < log_size(t) ? t->shown : log_size(t));
}

static page catch_decision(play_table *t, int lines) {
    catching c;
    if (!catch_begin(&c, t, t->width))
        return (page){0};
    if (lf_session_pending(t->session) != LF_PENDING_NOTHING)
        print_confirmation(t);
    else
        print_decision(t, lines);
    return catch_end(&c);
}

/* The width of a line on the screen: colours take no room. */
static int visible_width(const char *line) {
    int width = 0;
    for (const char *at = line; *at; at++) {
        if (*at == '\x1b')
            at += strcspn(at, "m");
        else
            width += ((unsigned char)*at & 0xC0) != 0x80;
        if (*at == '\0')
            break;
    }
    return width;
}

static void print_lines(const play_table *t, const page *p, int first, int end) {
    for (int i = first; i < end && i < p->count; i++)
        say(t, p->lines[i]);
}

/* Lines that go on with the one before are indented deeper than any that begins something. */
static bool goes_on(const char *line) {
    return strspn(line, " ") > BEGIN_INDENT_MAX;
}

/* Lays the lines of a page out in columns of at most `rows`, none of which begins within something.
 * False if they need more. */
static bool lay_out(const page *p, int columns, int rows, int begin[COLUMNS_MAX + 1]) {
    int at = 0;
    for (int column = 0; column < columns; column++) {
        begin[column] = at;
        int end = at + rows < p->count ? at + rows : p->count;
        while (end > at && end < p->count && goes_on(p->lines[end]))
            end--;
        at = end;
    }
    begin[columns] = at;
    return at == p->count;
}

static int rows_needed(const page *p, int columns, int begin[COLUMNS_MAX + 1]) {
    assert(p->lines != NULL || p->count == 0);
    int rows = (p->count + columns - 1) / columns;
    while (!lay_out(p, columns, rows, begin))
        rows++;
    return rows;
}

/* The lines of a page beside each other in columns. Returns the rows that they take. */
static int print_columns(const play_table *t, const page *p, int columns, int width) {
    int begin[COLUMNS_MAX + 1];
    const int rows = rows_needed(p, columns, begin);
    for (int row = 0; row < rows; row++) {
        int gap = 0;
        for (int column = 0; column < columns; column++, gap += width) {
            if (begin[column] + row >= begin[column + 1])
                continue;
            assert(p->lines != NULL);
            const char *line = p->lines[begin[column] + row];
            fprintf(t->out, "%*s%s", gap, "", line);
            gap = -visible_width(line);
        }
        putc('\n', t->out);
    }
    return rows;
}

/* ---- the screen ------------------------------------------------------------------------------ */

static int columns_of(const play_table *t) {
    const int columns = t->width / COLUMN_LEAST;
    return columns < 1 ? 1 : columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
}

static bool is_heading(const char *line) {
    if (*line == '\x1b') /* in bold */
        line += strcspn(line, "m") + 1;
    return *line != ' ' && *line != '\0';
}

/* How many lines from the top are whole regions that fit together. */
static int regions_that_fit(const page *map, int columns, int room) {
    int fit = 0, begin[COLUMNS_MAX + 1];
    for (int i = 1; i <= map->count; i++) {
        page part = *map;
        part.count = i;
        if ((i == map->count || is_heading(map->lines[i])) &&
            rows_needed(&part, columns, begin) <= room)
            fit = i;
    }
    return fit;
}

static page catch_map(play_table *t, int width, bool tight) {
    t->tight = tight;
    const page map = catch_part(t, width, print_map);
    t->tight = false;
    return map;
}

static void print_map_hint(const play_table *t) {
    fprintf(t->out, "%sboard: the table; board SPACE; map REGION; help%s\n", paint_faint(t),
            paint_off(t));
}

/* The map, if all of it fits; otherwise the regions that do, and how to see the rest. Returns the
 * lines that it took. */
static int print_map_within(play_table *t, int room) {
    const bool drawn = map_is_drawn(t);
    const int columns = drawn ? 1 : columns_of(t), width = t->width / columns;
    page map = catch_map(t, width - 1, false);
    if (map.count > room && drawn) {
        page_free(&map);
        map = catch_map(t, width - 1, true);
    }
    page part = map;
    part.count = regions_that_fit(&map, columns, room);
    const bool all = part.count == map.count;
    if (!all)
        part.count = regions_that_fit(&map, columns, room - 1);
    int used = print_columns(t, &part, columns, width);
    if (!all && room > used && lf_count(t->game, LF_OF_ZONES) > 0) {
        print_map_hint(t);
        used++;
    }
    page_free(&map);
    return used;
}

static void print_news_within(const play_table *t, const page *news, int room) {
    const int hidden = news->count > room ? news->count - room + 1 : 0;
    if (hidden > 0)
        fprintf(t->out, "%s  … %d more lines: log turn%s\n", paint_faint(t), hidden, paint_off(t));
    print_lines(t, news, hidden, news->count);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* As many lines of a part as there is room for, without half sentences and without headings that
 * nothing follows; returns the room that is left. */
static int print_part(play_table *t, void (*print)(const play_table *), int room) {
    page part = catch_part(t, t->width, print);
    int lines = least(part.count, room > 0 ? room : 0);
    while (lines > 0 && lines < part.count &&
           (goes_on(part.lines[lines]) || is_heading(part.lines[lines - 1])))
        lines--;
    print_lines(t, &part, 0, lines);
    page_free(&part);
    return room - lines;
}

/* The least lines that a drawn map takes; 0: it is not drawn. */
static int picture_lines(play_table *t) {
    if (!map_is_drawn(t))
        return 0;
    page map = catch_map(t, t->width - 1, true);
    const int lines = map.count;
    page_free(&map);
    return lines;
}

/* How many lines news get for sure: fewer where a drawn map would not fit otherwise. */
static int lines_for_news(const play_table *t, int news, int room, int picture) {
    const int spare = room - picture - lf_seats_in_play(state_of(t));
    return least(news, picture == 0 || spare >= NEWS_LEAST ? NEWS_LEAST : spare > 1 ? spare : 1);
}

/* What matters most comes first: the decision, then how the seats stand, a map that is drawn, news,
 * cards, values, a map that is a list. */
void draw_screen(play_table *t) {
    t->width = terminal_width();
    t->height = terminal_height();
    const int most = t->height - 3; /* a title above, a line to type in below */
    page decision = catch_decision(t, t->height - DECISION_LEAST);
    page news = catch_part(t, t->width, print_news_only);
    const int notice = *t->notice ? 1 : 0;
    int room = most + 1 - notice - least(decision.count, most);
    const int drawn = picture_lines(t);
    const int picture = drawn < room ? drawn : 0; /* one that cannot fit gets no room */
    const int for_news = lines_for_news(t, news.count, room, picture);
    room -= for_news + picture;
    fputs("\x1b[H\x1b[2J", t->out);
    print_title(t);
    room = print_part(t, print_scores, room);
    room = print_part(t, print_cards_in_play, room);
    room = print_part(t, print_all_values, room);
    room += picture;
    room -= print_map_within(t, room);
    if (room + for_news > 0)
        print_news_within(t, &news, room + for_news);
    if (notice)
        say(t, t->notice);
    /* Where even the decision alone is too long, its end is what has to be seen. */
    print_lines(t, &decision, decision.count > most ? decision.count - most : 0, decision.count);
    t->notice[0] = '\0';
    page_free(&decision);
    page_free(&news);
}

/* Shows what a command printed: a page at a time. */
void show_pages(play_table *t, const char *text) {
    page p = {.text = strdup(text)};
    if (p.text == NULL)
        return;
    split_lines(&p);
    const int rows = t->height > 4 ? t->height - 2 : 2;
    for (int first = 0; first < p.count; first += rows) {
        print_lines(t, &p, first, first + rows);
        if (first + rows < p.count && !wait_for_enter(t, "-- Enter: more, q: enough -- "))
            break;
    }
    page_free(&p);
}
