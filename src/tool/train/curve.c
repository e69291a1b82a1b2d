/* curve.c: draws the course of a training: two panels over the number of games, the error on
 * held-out games and the shares of games won. */
#include <inttypes.h>

#include "support/text.h"
#include "train.h"

enum { WIDTH = 760, PANEL = 240, LEFT = 64, RIGHT = 150, TOP = 40, GAP = 56 };

typedef struct {
    const char *name, *colour;
    double (*value)(const train_point *);
} series;

typedef struct {
    const char *title;
    const series *lines;
    int count, top;
    double low, high;
    bool percent;
} panel;

static double get_loss(const train_point *p) {
    return p->loss;
}
static double get_baseline(const train_point *p) {
    return p->baseline;
}
static double get_against_random(const train_point *p) {
    return p->against_random;
}
static double get_against_margin(const train_point *p) {
    return p->against_margin;
}

static double x_of(const train_result *r, int64_t games) {
    const double most = r->games > 0 ? (double)r->games : 1;
    return LEFT + (double)games / most * (WIDTH - LEFT - RIGHT);
}

static double y_of(const panel *p, double value) {
    const double share = p->high > p->low ? (value - p->low) / (p->high - p->low) : 0;
    return p->top + PANEL - (share < 0 ? 0 : share > 1 ? 1 : share) * PANEL;
}

static void draw_axes(lf_text *out, const train_result *r, const panel *p) {
    lf_text_printf(out, "<text x='%d' y='%d' font-weight='bold'>%s</text>\n", LEFT, p->top - 12,
                   p->title);
    for (int i = 0; i <= 4; i++) {
        const double value = p->low + (p->high - p->low) * i / 4;
        const double y = y_of(p, value);
        lf_text_printf(out, "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ccc'/>\n", LEFT,
                       WIDTH - RIGHT, y, y);
        lf_text_printf(out,
                       p->percent ? "<text x='%d' y='%.1f' text-anchor='end'>%.0f %%</text>\n"
                                  : "<text x='%d' y='%.1f' text-anchor='end'>%.2f</text>\n",
                       LEFT - 8, y + 4, p->percent ? 100 * value : value);
        const int64_t games = r->games * i / 4;
        lf_text_printf(out, "<text x='%.1f' y='%d' text-anchor='middle'>%" PRId64 "</text>\n",
                       x_of(r, games), p->top + PANEL + 18, games);
    }
    lf_text_printf(out, "<text x='%d' y='%d'>games</text>\n", WIDTH - RIGHT + 24,
                   p->top + PANEL + 18);
}

static void draw_line(lf_text *out, const train_result *r, const panel *p, const series *s) {
    lf_text_printf(out, "<polyline fill='none' stroke='%s' stroke-width='2' points='", s->colour);
    for (int i = 0; i < r->point_count; i++)
        lf_text_printf(out, "%s%.1f,%.1f", i > 0 ? " " : "", x_of(r, r->points[i].games),
                       y_of(p, s->value(&r->points[i])));
    lf_text_addz(out, "'/>\n");
}

static void draw_panel(lf_text *out, const train_result *r, const panel *p) {
    draw_axes(out, r, p);
    for (int i = 0; i < p->count; i++) {
        draw_line(out, r, p, &p->lines[i]);
        const double y = r->point_count > 0
                             ? y_of(p, p->lines[i].value(&r->points[r->point_count - 1]))
                             : p->top;
        lf_text_printf(out, "<text x='%d' y='%.1f' fill='%s'>%s</text>\n", WIDTH - RIGHT + 8, y + 4,
                       p->lines[i].colour, p->lines[i].name);
    }
}

static double largest_value(const train_result *r, const series *lines, int count) {
    double most = 0;
    for (int i = 0; i < r->point_count; i++)
        for (int s = 0; s < count; s++) {
            const double value = lines[s].value(&r->points[i]);
            most = value > most ? value : most;
        }
    return most;
}

char *curve_svg(const train_result *r) {
    static const series losses[] = {{"the net", "#0b6", get_loss},
                                    {"frequencies", "#888", get_baseline}};
    static const series wins[] = {{"against random", "#06c", get_against_random},
                                  {"against margins", "#c50", get_against_margin}};
    const panel first = {"Error on held-out games (cross entropy of who wins)",
                         losses,
                         2,
                         TOP,
                         0,
                         largest_value(r, losses, 2),
                         false};
    const panel second = {
        "Games won by one seat that plays by the net", wins, 2, TOP + PANEL + GAP, 0, 1, true};
    const int height = second.top + PANEL + 32;
    lf_text out = {0};
    lf_text_printf(
        &out,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' "
        "font-size='12' role='img'>\n<title>Training of %s</title>\n"
        "<desc>%d measurements over %" PRId64
        " games.</desc>\n<rect width='%d' height='%d' fill='#fff'/>\n",
        WIDTH, height, lf_game_id(lf_feature_layout_game(r->layout)), r->point_count, r->games,
        WIDTH, height);
    draw_panel(&out, r, &first);
    draw_panel(&out, r, &second);
    lf_text_addz(&out, "</svg>\n");
    return lf_text_take(&out);
}
