/* analysis_page.c: a game looked at again, as a page: chances over the game, its turning points in
 * words, and the turns in a table. */
#include "analysis_page.h"

#include <inttypes.h>
#include <stdlib.h>

#include "chart.h"
#include "page.h"
#include "seat_style.h"

#define MARKS_MAX 64

/* The numbers of the charts: a place for each turn, and one for the end. */
typedef struct {
    int seats, points;
    double *places;            /* decisions made before */
    double *win[LF_SEATS_MAX]; /* by point */
    double *margin[LF_SEATS_MAX];
    double marks[MARKS_MAX]; /* the moments */
    int mark_count;
} courses;

static void courses_close(courses *c) {
    free(c->places);
    for (int seat = 0; seat < c->seats; seat++) {
        free(c->win[seat]);
        free(c->margin[seat]);
    }
}

static double number_of(const json_t *point, const char *part, const char *seat) {
    return json_number_value(json_object_get(json_object_get(point, part), seat));
}

static void add_point(courses *c, const lf_game *game, const json_t *point, double at) {
    c->places[c->points] = at;
    for (int seat = 0; seat < c->seats; seat++) {
        const char *const name = lf_name(game, LF_OF_SEATS, seat);
        c->win[seat][c->points] = number_of(point, "win", name);
        c->margin[seat][c->points] = number_of(point, "margin", name);
    }
    c->points++;
}

static bool courses_open(courses *c, const analysis_page *p) {
    const json_t *const turns = json_object_get(p->analysis, "turns"), *const moments =
                                                                           json_object_get(
                                                                               p->analysis,
                                                                               "moments");
    const size_t room = json_array_size(turns) + 1;
    bool good = true;
    *c = (courses){.seats = lf_count(p->game, LF_OF_SEATS), .places = calloc(room, sizeof(double))};
    for (int seat = 0; seat < c->seats; seat++) {
        c->win[seat] = calloc(room, sizeof(double));
        c->margin[seat] = calloc(room, sizeof(double));
        good = good && c->win[seat] != NULL && c->margin[seat] != NULL;
    }
    if (!good || c->places == NULL)
        return false;
    for (size_t i = 0; i < json_array_size(turns); i++)
        add_point(c, p->game, json_array_get(turns, i),
                  json_number_value(json_object_get(json_array_get(turns, i), "decision")));
    add_point(c, p->game, json_object_get(p->analysis, "now"),
              json_number_value(json_object_get(p->analysis, "number")));
    for (size_t i = 0; i < json_array_size(moments) && c->mark_count < MARKS_MAX; i++)
        c->marks[c->mark_count++] =
            json_number_value(json_object_get(json_array_get(moments, i), "decision"));
    return true;
}

/* ---- the parts ------------------------------------------------------------------------------- */

static void draw(FILE *out, const courses *c, const lf_game *game, bool win) {
    chart_course lines[LF_SEATS_MAX];
    for (int seat = 0; seat < c->seats; seat++)
        lines[seat] = (chart_course){lf_label(game, LF_OF_SEATS, seat),
                                     win ? c->win[seat] : c->margin[seat], seat};
    const chart_courses chart = {
        .head = {win ? "Chances to win" : "Margins expected",
                 win ? "A line for each seat: its chance to win at the beginning of every turn. "
                       "Dotted: the turning points."
                     : "A line for each seat: the margin expected at the beginning of every turn. "
                       "Dotted: the turning points.",
                 CHART_WIDE},
        .places = c->places,
        .points = c->points,
        .courses = lines,
        .count = c->seats,
        .percent = win,
        .marks = c->marks,
        .mark_count = c->mark_count,
        .below = "decisions made"};
    chart_lines(out, &chart);
}

static const char *text_of(const json_t *object, const char *name) {
    const char *const text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static const char *seat_label(const lf_game *game, const char *name) {
    const int seat = lf_find(game, LF_OF_SEATS, name);
    return seat >= 0 ? lf_label(game, LF_OF_SEATS, seat) : name;
}

static const json_t *turn_of(const analysis_page *p, const json_t *moment) {
    const json_t *const turns = json_object_get(p->analysis, "turns");
    const json_int_t number = json_integer_value(json_object_get(moment, "turn"));
    for (size_t i = 0; i < json_array_size(turns); i++) {
        if (json_integer_value(json_object_get(json_array_get(turns, i), "turn")) == number)
            return json_array_get(turns, i);
    }
    return NULL;
}

static void write_option(FILE *out, const char *what, const json_t *option) {
    const char *const line = text_of(option, "line");
    table_row(out, text_of(option, "label"));
    table_cell(out, "%s", what);
    if (json_is_number(json_object_get(option, "win"))) {
        table_cell(out, "%.0f %%", 100 * json_number_value(json_object_get(option, "win")));
        table_cell(out, "%+.1f", json_number_value(json_object_get(option, "margin")));
    } else {
        table_cell(out, "–");
        table_cell(out, "–");
    }
    table_cell(out, "%.200s%s", line, line[0] == '\0' ? "–" : "");
    table_row_end(out);
}

static void write_moment(FILE *out, const analysis_page *p, const json_t *moment, int number) {
    const char *const heads[] = {"Option",        "",  "chance", lf_payoff_label(p->game),
                                 "then expected", NULL};
    const json_t *const turn = turn_of(p, moment), *const better =
                                                       json_object_get(moment, "better");
    char title[256];
    snprintf(title, sizeof title, "%d. %.120s, turn %d", number,
             seat_label(p->game, text_of(moment, "seat")),
             (int)json_integer_value(json_object_get(turn, "gameTurn")));
    page_subtitle(out, title);
    page_paragraph(out, NULL, "%s", text_of(moment, "text"));
    if (turn != NULL && text_of(turn, "summary")[0] != '\0')
        page_paragraph(out, "note", "%s", text_of(turn, "summary"));
    if (!json_is_object(json_object_get(moment, "chosen")))
        return;
    table_open(out, "What was thought of it", heads);
    for (size_t i = 0; i < json_array_size(better); i++)
        write_option(out, "better", json_array_get(better, i));
    write_option(out, "chosen", json_object_get(moment, "chosen"));
    table_close(out);
}

static void write_moments(FILE *out, const analysis_page *p) {
    const json_t *const moments = json_object_get(p->analysis, "moments");
    page_section(out, "moments", "Turning points");
    if (json_array_size(moments) == 0)
        page_paragraph(out, NULL, "No decision moved the chances.");
    for (size_t i = 0; i < json_array_size(moments); i++)
        write_moment(out, p, json_array_get(moments, i), (int)i + 1);
    page_section_end(out);
}

static void write_turns(FILE *out, const analysis_page *p) {
    const json_t *const turns = json_object_get(p->analysis, "turns");
    const char *heads[LF_SEATS_MAX + 3] = {"Turn", "decisions"};
    const int seats = lf_count(p->game, LF_OF_SEATS);
    char first[512];
    for (int seat = 0; seat < seats; seat++)
        heads[seat + 2] = lf_label(p->game, LF_OF_SEATS, seat);
    heads[seats + 2] = NULL;
    page_section(out, "turns", "Turn by turn");
    table_open(out, "Table: chances to win at the beginning of every turn, and margins expected",
               heads);
    for (size_t i = 0; i <= json_array_size(turns); i++) {
        const json_t *const turn = i < json_array_size(turns) ? json_array_get(turns, i)
                                                              : json_object_get(p->analysis, "now");
        const bool now = i == json_array_size(turns);
        snprintf(first, sizeof first, "%.80s%s%.300s",
                 now ? "at the end" : seat_label(p->game, text_of(turn, "seat")),
                 now || text_of(turn, "summary")[0] == '\0' ? "" : ": ",
                 now ? "" : text_of(turn, "summary"));
        table_row(out, first);
        table_cell(out, "%d",
                   (int)json_integer_value(now ? json_object_get(p->analysis, "number")
                                               : json_object_get(turn, "decision")));
        for (int seat = 0; seat < seats; seat++) {
            const char *const name = lf_name(p->game, LF_OF_SEATS, seat);
            table_cell(out, "%.0f %% (%+.1f)", 100 * number_of(turn, "win", name),
                       number_of(turn, "margin", name));
        }
        table_row_end(out);
    }
    table_close(out);
    page_section_end(out);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void write_head(FILE *out, const analysis_page *p) {
    const char *const viewer = text_of(p->analysis, "viewer");
    char text[256];
    fputs("<header>\n<h1>", out);
    page_text(out, lf_game_title(p->game));
    fputs(": a game looked at again</h1>\n<dl>\n", out);
    page_fact(out, "Looked at by", text_of(p->analysis, "agent"), false);
    page_fact(out, "As seen by", viewer[0] != '\0' ? seat_label(p->game, viewer) : "an onlooker",
              false);
    snprintf(text, sizeof text, "%d, and %s",
             (int)json_integer_value(json_object_get(p->analysis, "number")),
             json_is_true(json_object_get(p->analysis, "over")) ? "the game is over"
                                                                : "the game goes on");
    page_fact(out, "Decisions", text, false);
    page_fact(out, "Made by", p->command, true);
    fputs("</dl>\n</header>\n", out);
}

bool analysis_write_page(FILE *out, const analysis_page *p) {
    char title[256], css[1024];
    courses c;
    const bool good = courses_open(&c, p);
    if (good) {
        snprintf(title, sizeof title, "%.200s: analysis", lf_game_title(p->game));
        seat_style(p->game, p->spec, css, sizeof css);
        page_open(out, title, css);
        write_head(out, p);
        page_section(out, "chances", "How it went");
        draw(out, &c, p->game, true);
        if (lf_has_margins(p->game))
            draw(out, &c, p->game, false);
        page_section_end(out);
        write_moments(out, p);
        write_turns(out, p);
        fprintf(out,
                "<footer>ludoforge %s. Chances are what the agent thinks, not what is "
                "proved.</footer>\n",
                lf_version());
        page_close(out);
    }
    courses_close(&c);
    return good;
}
