/* report_results.c: how the games of a run went: wins, margins, length and endings. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "page.h"
#include "report.h"

/* ---- wins and endings: shares of the games --------------------------------------------------- */

typedef struct {
    chart_row rows[STATS_CHECKPOINTS_MAX + LF_SEATS_MAX + 1];
    int64_t hits[STATS_CHECKPOINTS_MAX + LF_SEATS_MAX + 1];
    int count;
    int64_t trials;
} shares;

static void add_share(shares *s, const char *label, int64_t hits, int colour) {
    chart_row *row = &s->rows[s->count];
    *row = (chart_row){.label = label, .interval = true, .colour = colour};
    row->value = s->trials > 0 ? (double)hits / (double)s->trials : 0;
    wilson_interval(hits, s->trials, &row->low, &row->high);
    s->hits[s->count++] = hits;
}

static void draw_shares(FILE *out, const shares *s, const char *title, const char *describe,
                        const char *first) {
    const char *const heads[] = {first, "games", "share", "95 % from", "to", NULL};
    char count[32];
    chart_rows chart = {{title, describe, CHART_WIDE}, s->rows, s->count, true, 0};
    chart_bars(out, &chart);
    table_open(out, "Table", heads);
    for (int i = 0; i < s->count; i++) {
        table_row(out, s->rows[i].label);
        table_cell(out, "%s", count_text(s->hits[i], count));
        table_cell(out, "%.1f %%", 100 * s->rows[i].value);
        table_cell(out, "%.1f %%", 100 * s->rows[i].low);
        table_cell(out, "%.1f %%", 100 * s->rows[i].high);
        table_row_end(out);
    }
    table_close(out);
}

static int64_t count_completed(const series *s) {
    int64_t completed = 0;
    for (int64_t i = 0; i < s->games; i++)
        completed += s->at[i].completed;
    return completed;
}

static int64_t count_wins(const series *s, lf_seat seat) {
    int64_t wins = 0;
    for (int64_t i = 0; i < s->games; i++)
        wins += s->at[i].completed && has_won(s->at[i].winners, seat);
    return wins;
}

static int64_t count_draws(const series *s) {
    int64_t draws = 0;
    for (int64_t i = 0; i < s->games; i++)
        draws += s->at[i].completed && s->at[i].winners == 0;
    return draws;
}

static void write_wins(FILE *out, const report_run *run, int64_t completed) {
    const series *s = &run->results.games;
    shares wins = {.trials = completed};
    char games[32], failed[32];
    report_section(out, run, "wins", "Who wins");
    for (lf_seat seat = 0; seat < s->seats; seat++)
        add_share(&wins, lf_label(run->game, LF_OF_SEATS, seat), count_wins(s, seat), seat);
    int64_t draws = count_draws(s);
    if (draws > 0)
        add_share(&wins, "nobody (a draw)", draws, PAGE_COLOURS - 1);
    page_paragraph(out, NULL, "%s games were completed.", count_text(completed, games));
    if (completed < s->games)
        page_paragraph(out, NULL, "%s games failed; they are left out everywhere.",
                       count_text(s->games - completed, failed));
    draw_shares(out, &wins, "Share of games won",
                "Bars: the share of the games that each seat won; lines: 95 % Wilson intervals.",
                "Seat");
    page_section_end(out);
}

static const char *ending_name(const kept_game *game) {
    return game->checkpoint ? game->checkpoint : "other";
}

static int64_t count_ending(const series *s, const char *name) {
    int64_t count = 0;
    for (int64_t i = 0; i < s->games; i++)
        count += s->at[i].completed && strcmp(ending_name(&s->at[i]), name) == 0;
    return count;
}

static void write_endings(FILE *out, const report_run *run, int64_t completed) {
    const series *s = &run->results.games;
    shares endings = {.trials = completed};
    int checkpoints = lf_count(run->game, LF_OF_CHECKPOINTS);
    report_section(out, run, "endings", "How games end");
    for (int i = 0; i < checkpoints && i < STATS_CHECKPOINTS_MAX; i++) {
        const char *name = lf_name(run->game, LF_OF_CHECKPOINTS, i);
        add_share(&endings, name, count_ending(s, name), 0);
    }
    int64_t other = count_ending(s, "other");
    if (other > 0)
        add_share(&endings, "other", other, 0);
    draw_shares(
        out, &endings, "Share of games by ending",
        "Bars: the share of the games that ended in each way; lines: 95 % Wilson intervals.",
        "Ending");
    page_section_end(out);
}

/* ---- margins and length: distributions ------------------------------------------------------- */

#define DISTRIBUTIONS_MAX LF_SEATS_MAX

/* Values of the completed games, sorted, one list for each thing that is shown. */
typedef struct {
    int64_t *values[DISTRIBUTIONS_MAX];
    const char *names[DISTRIBUTIONS_MAX];
    int64_t *counts; /* list × bin */
    int count;
    int64_t games;
    chart_bins bins;
} distributions;

static void distributions_close(distributions *d) {
    for (int i = 0; i < d->count; i++)
        free(d->values[i]);
    free(d->counts);
}

/* Adds a list of a value of each game, given by where it lies in the series. */
static bool add_distribution(distributions *d, const series *s, const char *name,
                             int64_t (*value)(const series *, int64_t game, lf_seat),
                             lf_seat seat) {
    int64_t *values = calloc((size_t)d->games + 1, sizeof *values), at = 0;
    if (values == NULL)
        return false;
    for (int64_t i = 0; i < s->games; i++) {
        if (s->at[i].completed)
            values[at++] = value(s, i, seat);
    }
    qsort(values, (size_t)at, sizeof *values, by_value);
    d->names[d->count] = name;
    d->values[d->count++] = values;
    return true;
}

/* One set of bins and one height for all lists, so that charts beside each other can be
 * compared. */
static bool fill_bins(distributions *d) {
    assert(d->count > 0 && d->games > 0);
    int64_t min = d->values[0][0], max = min;
    for (int i = 0; i < d->count; i++) {
        min = d->values[i][0] < min ? d->values[i][0] : min;
        max = d->values[i][d->games - 1] > max ? d->values[i][d->games - 1] : max;
    }
    d->bins = bins_for(min, max);
    d->counts = calloc((size_t)d->count * (size_t)d->bins.count, sizeof *d->counts);
    for (int i = 0; d->counts != NULL && i < d->count; i++) {
        for (int64_t g = 0; g < d->games; g++)
            d->counts[i * d->bins.count + bin_of(&d->bins, d->values[i][g])]++;
    }
    for (int i = 0; d->counts != NULL && i < d->count * d->bins.count; i++)
        d->bins.most = d->counts[i] > d->bins.most ? d->counts[i] : d->bins.most;
    return d->counts != NULL;
}

static double mean_of(const int64_t *values, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += (double)values[i];
    return count > 0 ? sum / (double)count : 0;
}

static void write_quantiles(FILE *out, const distributions *d, const char *first) {
    const char *const heads[] = {first,    "mean", "least", "10 %", "25 %",
                                 "median", "75 %", "90 %",  "most", NULL};
    static const double quantiles[] = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 1};
    table_open(out, "Table: mean and quantiles", heads);
    for (int i = 0; i < d->count; i++) {
        table_row(out, d->names[i]);
        table_cell(out, "%.2f", mean_of(d->values[i], d->games));
        for (int q = 0; q < 7; q++)
            table_cell(out, "%.4g", quantile(d->values[i], d->games, quantiles[q]));
        table_row_end(out);
    }
    table_close(out);
}

static void write_bins(FILE *out, const distributions *d, const char *first) {
    const char *heads[DISTRIBUTIONS_MAX + 2] = {first};
    char label[64];
    for (int i = 0; i < d->count; i++)
        heads[i + 1] = d->names[i];
    table_open(out, "Table: games in each column of the charts", heads);
    for (int bin = 0; bin < d->bins.count; bin++) {
        table_row(out, bin_label(&d->bins, bin, label));
        for (int i = 0; i < d->count; i++)
            table_cell(out, "%" PRId64, d->counts[i * d->bins.count + bin]);
        table_row_end(out);
    }
    table_close(out);
}

static void draw_distribution(FILE *out, const distributions *d, int i, const char *what,
                              int colour) {
    char title[256], mean[32];
    snprintf(title, sizeof title, "%.120s, mean %s", d->names[i],
             plain_number(mean_of(d->values[i], d->games), mean));
    chart_head head = {title, what, CHART_NARROW};
    chart_histogram(out, &head, &d->bins, d->counts + i * d->bins.count,
                    mean_of(d->values[i], d->games), colour);
}

static int64_t margin_of(const series *s, int64_t game, lf_seat seat) {
    return s->margins[game * s->seats + seat];
}

static int64_t decisions_of(const series *s, int64_t game, lf_seat seat) {
    (void)seat;
    return s->at[game].decisions;
}

static int64_t turns_of(const series *s, int64_t game, lf_seat seat) {
    (void)seat;
    return s->at[game].turns;
}

static void write_margins(FILE *out, const report_run *run, int64_t completed) {
    const series *s = &run->results.games;
    distributions d = {.games = completed};
    bool good = true;
    report_section(out, run, "margins", "Margins");
    page_paragraph(out, "note",
                   "Columns: how many games ended with a margin; the dashed line is the mean.");
    for (lf_seat seat = 0; seat < s->seats && good; seat++)
        good = add_distribution(&d, s, lf_label(run->game, LF_OF_SEATS, seat), margin_of, seat);
    if (good && fill_bins(&d)) {
        fputs("<div class=\"grid\">\n", out);
        for (int i = 0; i < d.count; i++)
            draw_distribution(out, &d, i,
                              "Columns: how many games ended with each margin of this seat.", i);
        fputs("</div>\n", out);
        write_quantiles(out, &d, "Seat");
        write_bins(out, &d, "Margin");
    }
    distributions_close(&d);
    page_section_end(out);
}

static void write_length_of(FILE *out, const report_run *run, int64_t completed, const char *name,
                            int64_t (*value)(const series *, int64_t, lf_seat)) {
    distributions d = {.games = completed};
    if (add_distribution(&d, &run->results.games, name, value, 0) && fill_bins(&d)) {
        draw_distribution(out, &d, 0, "Columns: how many games had this length.", 0);
        write_quantiles(out, &d, "Length");
        write_bins(out, &d, name);
    }
    distributions_close(&d);
}

void report_results(FILE *out, const report_run *run) {
    int64_t completed = count_completed(&run->results.games);
    write_wins(out, run, completed);
    if (completed == 0)
        return;
    write_margins(out, run, completed);
    report_section(out, run, "length", "How long games are");
    fputs("<div class=\"grid\"><div>\n", out);
    write_length_of(out, run, completed, "Decisions", decisions_of);
    if (run->seen.watch_plan.by_turn) {
        fputs("</div><div>\n", out);
        write_length_of(out, run, completed, "Turns", turns_of);
    }
    fputs("</div></div>\n", out);
    page_section_end(out);
    write_endings(out, run, completed);
}
