/* report_tracks.c: how the numbers of a game (margins, tracks) moved over time: their mean and the
 * band of the middle four fifths of the games. */
#include <inttypes.h>
#include <stdlib.h>

#include "chart.h"
#include "page.h"
#include "report.h"

#define SHOWN_TRACKS 48

/* One track at each sample, over the games that were still going on. */
typedef struct {
    double mean[SAMPLES_MAX + 1], low[SAMPLES_MAX + 1], high[SAMPLES_MAX + 1];
    int64_t games[SAMPLES_MAX + 1];
    int count;
    bool moves; /* not the same number all the time */
} course;

/* The values of a track at one sample, sorted into `values`; returns how many games got that
 * far. */
static int64_t values_at(const collection *seen, int at, int index, int64_t *values) {
    int64_t count = 0;
    for (int64_t i = 0; i < seen->count; i++) {
        const detail *game = &seen->games[i];
        if (at < game->sample_count)
            values[count++] = game->samples[at * seen->watch_plan.track_count + index];
    }
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count;
}

/* It ends where fewer than one game in ten goes on: the rest is not what games are like. */
static void follow(const collection *seen, int index, int64_t *values, course *c) {
    int64_t first = 0;
    *c = (course){0};
    for (int at = 0; at <= SAMPLES_MAX; at++) {
        int64_t count = values_at(seen, at, index, values);
        if (count == 0 || count * 10 < seen->count)
            break;
        if (at == 0)
            first = values[0];
        double sum = 0;
        for (int64_t i = 0; i < count; i++)
            sum += (double)values[i];
        c->mean[at] = sum / (double)count;
        c->low[at] = quantile(values, count, 0.1);
        c->high[at] = quantile(values, count, 0.9);
        c->games[at] = count;
        c->moves = c->moves || values[0] != first || values[count - 1] != first;
        c->count = at + 1;
    }
}

static void write_track(FILE *out, const report_run *run, int index, const course *c) {
    const watch_plan *o = &run->seen.watch_plan;
    const char *const heads[] = {
        o->by_turn ? "Turn" : "Decision", "games", "mean", "10 %", "90 %", NULL};
    char label[200], time[32];
    const track *t = &o->tracks[index];
    chart_line line = {
        {track_label(o, t, label, sizeof label),
         "Line: the mean over the games still going on; band: from the 10 % to the 90 % quantile.",
         CHART_NARROW},
        c->low,
        c->mean,
        c->high,
        c->count,
        (double)o->step,
        t->seat >= 0 ? t->seat : 0};
    fputs("<div>\n", out);
    chart_band(out, &line);
    table_open(out, "Table", heads);
    for (int at = 0; at < c->count; at++) {
        table_row(out, count_text(at * o->step, time));
        table_cell(out, "%" PRId64, c->games[at]);
        table_cell(out, "%.2f", c->mean[at]);
        table_cell(out, "%.4g", c->low[at]);
        table_cell(out, "%.4g", c->high[at]);
        table_row_end(out);
    }
    table_close(out);
    fputs("</div>\n", out);
}

void report_tracks(FILE *out, const report_run *run) {
    const watch_plan *o = &run->seen.watch_plan;
    int64_t *values = calloc((size_t)run->seen.count + 1, sizeof *values);
    course *c = malloc(sizeof *c);
    int shown = 0;
    report_section(out, run, "tracks", "Tracks over time");
    page_paragraph(out, "note",
                   "Time is counted in %s. Lines: the mean over the games still going on, until "
                   "fewer than one in ten "
                   "is; bands: the middle four fifths of them (10 %% to 90 %%).",
                   o->by_turn ? "turns" : "decisions");
    fputs("<div class=\"grid\">\n", out);
    for (int i = 0; values != NULL && c && i < o->track_count && shown < SHOWN_TRACKS; i++) {
        follow(&run->seen, i, values, c);
        if (c->moves && c->count > 1) {
            write_track(out, run, i, c);
            shown++;
        }
    }
    fputs("</div>\n", out);
    if (shown == 0)
        page_paragraph(out, NULL, "This game has no numbers that change while it is played.");
    page_section_end(out);
    free(values);
    free(c);
}
