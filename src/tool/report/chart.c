/* chart.c: draws SVG. Sizes are in the units of a viewBox as wide as the chart, about a CSS pixel
 * each. */
#include "chart.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "page.h"

#define ROW_HEIGHT 22
#define BAR_HEIGHT 12
#define VALUE_WIDTH 64 /* right of bars and dots, for the number */
#define AXIS_HEIGHT 24
#define BINS_MAX 30

/* ---- shared ---------------------------------------------------------------------------------- */

/* A scale from values to places on the chart. */
typedef struct {
    double from, to; /* values */
    double at, end;  /* places */
} scale;

static double place(const scale *s, double value) {
    double share = s->to > s->from ? (value - s->from) / (s->to - s->from) : 0;
    return s->at + fmax(0, fmin(1, share)) * (s->end - s->at);
}

/* The smallest of 1, 2, 5, 10, 20, 50 … that needs at most `ticks` steps for a range. */
static double tick_step(double range, int ticks) {
    assert(ticks > 0);
    double least = range / ticks, power = pow(10, floor(log10(least > 0 ? least : 1)));
    double times = least / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

static void open_figure(FILE *out, const chart_head *head, double height) {
    fputs("<figure><figcaption>", out);
    page_text(out, head->title);
    fprintf(out,
            "</figcaption>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 "
            "%d %.0f\">\n<title>",
            head->width, height);
    page_text(out, head->title);
    fputs("</title><desc>", out);
    page_text(out, head->describe);
    fputs("</desc>\n", out);
}

static void close_figure(FILE *out) {
    fputs("</svg></figure>\n", out);
}

static void draw_text(FILE *out, double x, double y, const char *kind, const char *text) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, kind);
    page_text(out, text);
    fputs("</text>\n", out);
}

static void draw_rule(FILE *out, double x1, double y1, double x2, double y2, const char *kind) {
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1,
            x2, y2, kind);
}

/* A number of an axis, with the decimals that its step needs. */
static void tick_text(double value, double step, bool percent, char *buffer, size_t size) {
    double shown = percent ? 100 * value : value, by = percent ? 100 * step : step;
    int decimals = by >= 1 ? 0 : (int)ceil(-log10(by) - 1e-9);
    if (fabs(shown) < by / 1000)
        shown = 0; /* not -0 */
    snprintf(buffer, size, "%.*f%s", decimals, shown, percent ? " %" : "");
}

/* Upright grid lines with their numbers below. */
static void draw_axis(FILE *out, const scale *x, double top, double bottom, bool percent,
                      int ticks) {
    double step = tick_step(x->to - x->from, ticks);
    assert(step > 0); /* or the loop never ends */
    char text[32];
    for (double value = ceil(x->from / step - 1e-9) * step; value <= x->to + step / 1000;
         value += step) {
        draw_rule(out, place(x, value), top, place(x, value), bottom,
                  fabs(value) < step / 1000 ? "zero" : "rule");
        tick_text(value, step, percent, text, sizeof text);
        draw_text(out, place(x, value), bottom + 16, "soft mid", text);
    }
}

/* ---- rows: bars and dots --------------------------------------------------------------------- */

/* As much of a label as fits; cut between characters. */
static void draw_label(FILE *out, double right, double y, const char *label) {
    char cut[256];
    size_t room = (size_t)(right / 6.6), used = 0, at = 0;
    while (label[at] && at + 8 < sizeof cut) {
        size_t next = at + 1;
        while (((unsigned char)label[next] & 0xC0) == 0x80)
            next++;
        if (used + 1 >= room && label[next]) {
            at += (size_t)snprintf(cut + at, sizeof cut - at, "…");
            break;
        }
        memcpy(cut + at, label + at, next - at);
        at = next;
        used++;
    }
    cut[at] = '\0';
    draw_text(out, right, y, "end", cut);
}

static void draw_whisker(FILE *out, const scale *x, double y, const chart_row *row) {
    double low = place(x, row->low), high = place(x, row->high);
    fprintf(out, "<path d=\"M%.1f %.1fv8m0 -4H%.1fm0 -4v8\" class=\"whisker\"/>\n", low, y - 4,
            high);
}

/* For those who point at a row. */
static void draw_hint(FILE *out, const chart_row *row, bool percent) {
    double times = percent ? 100 : 1;
    const char *unit = percent ? " %" : "";
    fputs("<title>", out);
    page_text(out, row->label);
    fprintf(out, ": %.4g%s", times * row->value, unit);
    if (row->interval)
        fprintf(out, " (95 %% %.4g to %.4g%s)", times * row->low, times * row->high, unit);
    fputs("</title>", out);
}

static void value_text(const chart_row *row, bool percent, bool dots, char *buffer, size_t size) {
    if (percent)
        snprintf(buffer, size, "%.1f %%", 100 * row->value);
    else if (dots)
        snprintf(buffer, size, "%+.2f", fabs(row->value) < 0.005 ? 0 : row->value);
    else
        snprintf(buffer, size, "%.*f",
                 row->value >= 100  ? 0
                 : row->value >= 10 ? 1
                                    : 2,
                 row->value);
}

static void draw_row(FILE *out, const chart_rows *c, const scale *x, const chart_row *row, double y,
                     bool dots) {
    char text[32];
    double at = place(x, row->value), zero = place(x, 0);
    draw_label(out, x->at - 8, y + 4, row->label);
    if (dots && row->interval)
        draw_whisker(out, x, y, row);
    if (dots)
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" class=\"%s%d%s\">", at, y,
                row->faint ? "s" : "f", row->colour % PAGE_COLOURS, row->faint ? " faint" : "");
    else
        fprintf(
            out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\" class=\"f%d\">",
            zero, y - BAR_HEIGHT / 2.0, fmax(0, at - zero), BAR_HEIGHT, row->colour % PAGE_COLOURS);
    draw_hint(out, row, c->percent);
    fputs(dots ? "</circle>\n" : "</rect>\n", out);
    if (!dots && row->interval)
        draw_whisker(out, x, y, row);
    value_text(row, c->percent, dots, text, sizeof text);
    draw_text(out, c->head.width - 4, y + 4, "end", text);
}

static double widest_label(const chart_rows *c) {
    double width = 40, most = c->head.width * 0.42;
    for (int i = 0; i < c->count; i++) {
        double letters = 0;
        for (const char *at = c->rows[i].label; *at; at++)
            letters += ((unsigned char)*at & 0xC0) != 0x80;
        width = fmax(width, 6.8 * letters + 18);
    }
    return fmin(width, most);
}

static void draw_rows(FILE *out, const chart_rows *c, const scale *x, bool dots) {
    double bottom = 8 + c->count * ROW_HEIGHT;
    open_figure(out, &c->head, bottom + AXIS_HEIGHT);
    draw_axis(out, x, 4, bottom, c->percent, c->head.width > CHART_NARROW ? 8 : 4);
    for (int i = 0; i < c->count; i++)
        draw_row(out, c, x, &c->rows[i], 8 + (i + 0.5) * ROW_HEIGHT, dots);
    close_figure(out);
}

void chart_bars(FILE *out, const chart_rows *c) {
    double most = c->most;
    for (int i = 0; i < c->count; i++)
        most = fmax(most, c->rows[i].interval ? c->rows[i].high : c->rows[i].value);
    if (most <= 0)
        most = 1;
    double step = tick_step(most, 8);
    scale x = {0, ceil(most / step - 1e-9) * step, widest_label(c), c->head.width - VALUE_WIDTH};
    if (c->percent)
        x.to = fmin(1, x.to);
    draw_rows(out, c, &x, false);
}

void chart_dots(FILE *out, const chart_rows *c) {
    double most = c->most;
    for (int i = 0; i < c->count; i++)
        most = fmax(most, fmax(fabs(c->rows[i].low), fabs(c->rows[i].high)));
    most *= 1.04;
    scale x = {-most, most, widest_label(c), c->head.width - VALUE_WIDTH};
    draw_rows(out, c, &x, true);
}

/* ---- histograms ------------------------------------------------------------------------------ */

chart_bins bins_for(int64_t min, int64_t max) {
    double step = fmax(1, tick_step((double)(max - min) + 1, BINS_MAX));
    chart_bins bins = {.width = (int64_t)step};
    bins.first = (int64_t)floor((double)min / step) * bins.width;
    bins.count = (int)((max - bins.first) / bins.width) + 1;
    return bins;
}

int bin_of(const chart_bins *bins, int64_t value) {
    int64_t bin = (value - bins->first) / bins->width;
    return bin < 0 ? 0 : bin >= bins->count ? bins->count - 1 : (int)bin;
}

const char *bin_label(const chart_bins *bins, int bin, char buffer[64]) {
    int64_t low = bins->first + bin * bins->width;
    if (bins->width == 1)
        snprintf(buffer, 64, "%" PRId64, low);
    else
        snprintf(buffer, 64, "%" PRId64 " to %" PRId64, low, low + bins->width - 1);
    return buffer;
}

static void draw_bin(FILE *out, const chart_bins *bins, int bin, int64_t count, const scale *x,
                     const scale *y, int colour) {
    char label[64];
    double low = (double)(bins->first + bin * bins->width) - 0.5;
    double left = place(x, low), right = place(x, low + (double)bins->width),
           top = place(y, (double)count);
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"f%d\"><title>%s: "
            "%" PRId64 " games</title></rect>\n",
            left + 0.5, top, fmax(0.5, right - left - 1), y->at - top, colour % PAGE_COLOURS,
            bin_label(bins, bin, label), count);
}

void chart_histogram(FILE *out, const chart_head *head, const chart_bins *bins,
                     const int64_t *counts, double mark, int colour) {
    double height = head->width > CHART_NARROW ? 220 : 150, most = fmax(1, (double)bins->most);
    for (int i = 0; i < bins->count; i++)
        most = fmax(most, (double)counts[i]);
    double last = (double)(bins->first + bins->count * bins->width) - 0.5;
    scale x = {(double)bins->first - 0.5, last, 40, head->width - 12}, y = {0, most, height, 14};
    open_figure(out, head, height + AXIS_HEIGHT);
    double step = fmax(1, tick_step(most, 4));
    char text[32];
    for (double value = 0; value <= most; value += step) {
        draw_rule(out, x.at, place(&y, value), x.end, place(&y, value),
                  value == 0 ? "zero" : "rule");
        draw_text(out, x.at - 6, place(&y, value) + 4, "soft end",
                  count_text((int64_t)value, text));
    }
    for (int i = 0; i < bins->count; i++) {
        if (counts[i] > 0)
            draw_bin(out, bins, i, counts[i], &x, &y, colour);
    }
    step = fmax(1, tick_step(x.to - x.from, head->width > CHART_NARROW ? 10 : 6));
    for (double value = ceil(x.from / step) * step; value <= x.to; value += step) {
        tick_text(value, step, false, text, sizeof text);
        draw_text(out, place(&x, value), height + 16, "soft mid", text);
    }
    fprintf(out, "<path d=\"M%.1f 8V%.1f\" class=\"whisker\" stroke-dasharray=\"4 3\"/>\n",
            place(&x, mark), height);
    close_figure(out);
}

/* ---- lines over time ------------------------------------------------------------------------- */

/* Points of a path, forwards or backwards. */
static void draw_points(FILE *out, const chart_line *c, const double *values, const scale *x,
                        const scale *y, bool back) {
    for (int i = 0; i < c->count; i++) {
        int at = back ? c->count - 1 - i : i;
        fprintf(out, "%s%.1f %.1f", i == 0 && !back ? "M" : "L", place(x, at * c->step),
                place(y, values[at]));
    }
}

void chart_band(FILE *out, const chart_line *c) {
    double height = 150, min = c->low[0], max = c->high[0];
    for (int i = 0; i < c->count; i++) {
        min = fmin(min, c->low[i]);
        max = fmax(max, c->high[i]);
    }
    double step = tick_step(max > min ? max - min : 1, 4);
    scale x = {0, c->count > 1 ? (c->count - 1) * c->step : 1, 40, c->head.width - 12};
    scale y = {floor(min / step + 1e-9) * step, ceil(max / step - 1e-9) * step, height, 10};
    if (y.to <= y.from)
        y.to = y.from + step;
    open_figure(out, &c->head, height + AXIS_HEIGHT);
    char text[32];
    for (double value = y.from; value <= y.to + step / 1000; value += step) {
        draw_rule(out, x.at, place(&y, value), x.end, place(&y, value),
                  fabs(value) < step / 1000 ? "zero" : "rule");
        tick_text(value, step, false, text, sizeof text);
        draw_text(out, x.at - 6, place(&y, value) + 4, "soft end", text);
    }
    step = fmax(1, tick_step(x.to, 6));
    for (double value = 0; value <= x.to; value += step) {
        tick_text(value, step, false, text, sizeof text);
        draw_text(out, place(&x, value), height + 16, "soft mid", text);
    }
    fprintf(out, "<path class=\"band f%d\" d=\"", c->colour % PAGE_COLOURS);
    draw_points(out, c, c->low, &x, &y, false);
    draw_points(out, c, c->high, &x, &y, true);
    fprintf(out, "Z\"/>\n<path class=\"line s%d\" d=\"", c->colour % PAGE_COLOURS);
    draw_points(out, c, c->middle, &x, &y, false);
    fputs("\"/>\n", out);
    close_figure(out);
}

/* ---- several lines --------------------------------------------------------------------------- */

static scale height_scale(const chart_courses *c, double height, double *step) {
    double min = 0, max = c->percent ? 1 : 0;
    for (int i = 0; !c->percent && i < c->count * c->points; i++) {
        const double value = c->courses[i / c->points].values[i % c->points];
        min = fmin(min, value);
        max = fmax(max, value);
    }
    *step = tick_step(max > min ? max - min : 1, 4);
    scale y = {floor(min / *step + 1e-9) * *step, ceil(max / *step - 1e-9) * *step, height, 26};
    if (y.to <= y.from)
        y.to = y.from + *step;
    return y;
}

static void draw_frame(FILE *out, const chart_courses *c, const scale *x, const scale *y,
                       double step) {
    char text[32];
    for (double value = y->from; value <= y->to + step / 1000; value += step) {
        draw_rule(out, x->at, place(y, value), x->end, place(y, value),
                  fabs(value) < step / 1000 ? "zero" : "rule");
        tick_text(value, step, c->percent, text, sizeof text);
        draw_text(out, x->at - 6, place(y, value) + 4, "soft end", text);
    }
    step = fmax(1, tick_step(x->to - x->from, 10));
    for (double value = ceil(x->from / step) * step; value <= x->to; value += step) {
        tick_text(value, step, false, text, sizeof text);
        draw_text(out, place(x, value), y->at + 16, "soft mid", text);
    }
    draw_text(out, (x->at + x->end) / 2, y->at + 32, "soft mid", c->below);
    for (int i = 0; i < c->mark_count; i++) {
        const double at = place(x, c->marks[i]);
        fprintf(out, "<path d=\"M%.1f 22V%.1f\" class=\"whisker\" stroke-dasharray=\"2 4\"/>\n", at,
                y->at);
        snprintf(text, sizeof text, "%d", i + 1);
        draw_text(out, at, 18, "mid", text);
    }
}

/* The names of the lines, each with a piece of it, in a row below. */
static void draw_key(FILE *out, const chart_courses *c, double left, double y) {
    for (int i = 0; i < c->count; i++) {
        fprintf(out, "<path class=\"line s%d\" d=\"M%.1f %.1fh18\"/>\n",
                c->courses[i].colour % PAGE_COLOURS, left, y - 4);
        draw_text(out, left + 24, y, "", c->courses[i].label);
        left += 44 + 7.2 * (double)strlen(c->courses[i].label);
    }
}

void chart_lines(FILE *out, const chart_courses *c) {
    const double height = 260;
    double step;
    const scale y = height_scale(c, height, &step);
    const scale x = {c->places[0], fmax(c->places[c->points - 1], c->places[0] + 1), 48,
                     c->head.width - 12};
    open_figure(out, &c->head, height + 64);
    draw_frame(out, c, &x, &y, step);
    for (int i = 0; i < c->count; i++) {
        fprintf(out, "<path class=\"line s%d\" d=\"", c->courses[i].colour % PAGE_COLOURS);
        for (int k = 0; k < c->points; k++)
            fprintf(out, "%s%.1f %.1f", k == 0 ? "M" : "L", place(&x, c->places[k]),
                    place(&y, c->courses[i].values[k]));
        fputs("\"><title>", out);
        page_text(out, c->courses[i].label);
        fputs("</title></path>\n", out);
    }
    draw_key(out, c, x.at, height + 56);
    close_figure(out);
}
