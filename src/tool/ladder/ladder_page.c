/* ladder_page.c: writes a ladder as a page of charts: strengths, wins and margins by seat, pairs,
 * and times. Every chart has a table. */
#include <assert.h>
#include <inttypes.h>

#include "ladder.h"
#include "tool/report/chart.h"
#include "tool/report/page.h"
#include "tool/sim/seating.h"

#define LABEL_BYTES (LF_AGENT_BYTES + 80)
#define ROWS_MAX (LF_SEATS_MAX * LF_SEATS_MAX)

/* The rows of a chart, with the labels that they point to, and of the table below it. */
typedef struct {
    char labels[ROWS_MAX][LABEL_BYTES];
    chart_row rows[ROWS_MAX];
    int64_t games[ROWS_MAX];
    int count;
} page_rows;

static void add_row(page_rows *p, estimate e, int64_t games, int colour, const char *label) {
    assert(p->count < ROWS_MAX);
    snprintf(p->labels[p->count], LABEL_BYTES, "%s", label);
    p->games[p->count] = games;
    p->rows[p->count] = (chart_row){.label = p->labels[p->count],
                                    .value = e.value,
                                    .interval = true,
                                    .low = e.low,
                                    .high = e.high,
                                    .colour = colour};
    p->count++;
}

/* Draws the rows as bars or dots. */
static void draw_rows(FILE *out, const page_rows *p, const char *title, const char *text,
                      bool percent, double most, void (*draw)(FILE *, const chart_rows *)) {
    draw(out, &(chart_rows){{title, text, CHART_WIDE}, p->rows, p->count, percent, most});
}

static void write_table(FILE *out, const page_rows *p, const char *first, const char *value,
                        const char *games, bool percent) {
    const char *const heads[] = {first, games, value, "95 % from", "to", NULL};
    const double times = percent ? 100 : 1;
    const char *const unit = percent ? " %" : "";
    char count[32];
    table_open(out, "Table", heads);
    for (int i = 0; i < p->count; i++) {
        table_row(out, p->labels[i]);
        table_cell(out, "%s", count_text(p->games[i], count));
        table_cell(out, "%.1f%s", times * p->rows[i].value, unit);
        table_cell(out, "%.1f%s", times * p->rows[i].low, unit);
        table_cell(out, "%.1f%s", times * p->rows[i].high, unit);
        table_row_end(out);
    }
    table_close(out);
}

/* ---- the parts ------------------------------------------------------------------------------- */

static void write_strengths(FILE *out, const ladder *l, const int *order, page_rows *p) {
    page_section(out, "strength", "Strength");
    p->count = 0;
    for (int i = 0; l->rated && i < l->plan->seatings->agents; i++)
        add_row(p, rating_elo(&l->ratings, order[i]), ladder_total(l, order[i]).games, order[i],
                l->plan->agents[order[i]].text);
    page_paragraph(out, NULL,
                   "Elo numbers by the %s model; 0 is the mean of these agents. 400 points more "
                   "are ten times the strength. With two seats, 100 points more are about 64 %% "
                   "of the points.",
                   ladder_model(l));
    if (l->rated && l->ratings.anchored)
        page_paragraph(
            out, "note",
            "An agent that won or lost all its games has no finite strength. So each agent "
            "was given half a win and half a loss against a middling opponent.");
    if (p->count > 0)
        draw_rows(out, p, "Elo", "Dots: the Elo number of each agent; lines: 95 % intervals.",
                  false, 1, chart_dots);
    write_table(out, p, "Agent", "Elo", "seats", false);
    page_section_end(out);
}

/* Adds a row "agent, seat" for each cell. */
static void add_cells(const ladder *l, const int *order, page_rows *p,
                      estimate (*of)(const ladder_cell *)) {
    char label[LABEL_BYTES];
    p->count = 0;
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        for (lf_seat seat = 0; seat < l->seats; seat++) {
            const ladder_cell *const c = &l->cells[order[i]][seat];
            snprintf(label, sizeof label, "%s, %.60s", l->plan->agents[order[i]].text,
                     lf_label(l->plan->game, LF_OF_SEATS, seat));
            if (c->games > 0)
                add_row(p, of(c), c->games, order[i], label);
        }
    }
}

static void write_wins(FILE *out, const ladder *l, const int *order, page_rows *p) {
    page_section(out, "wins", "Wins by seat");
    add_cells(l, order, p, cell_share);
    draw_rows(
        out, p, "Share of games won",
        "Bars: the share of its games that an agent won in a seat; lines: 95 % Wilson intervals.",
        true, 0, chart_bars);
    write_table(out, p, "Agent, seat", "won", "games", true);
    page_section_end(out);
}

static void write_margins(FILE *out, const ladder *l, const int *order, page_rows *p) {
    page_section(out, "margins", "Margins by seat");
    add_cells(l, order, p, cell_margin);
    draw_rows(out, p, "Mean margin",
              "Dots: the mean margin of an agent in a seat; lines: 95 % intervals.", false, 1,
              chart_dots);
    write_table(out, p, "Agent, seat", lf_payoff_label(l->plan->game), "games", false);
    page_section_end(out);
}

static void write_pairs(FILE *out, const ladder *l, const int *order, page_rows *p) {
    char label[LABEL_BYTES * 2];
    p->count = 0;
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        for (int k = i + 1; k < l->plan->seatings->agents; k++) {
            snprintf(label, sizeof label, "%.80s over %.80s", l->plan->agents[order[i]].text,
                     l->plan->agents[order[k]].text);
            if (l->met[order[i]][order[k]] > 0)
                add_row(p, ladder_points(l, order[i], order[k]), l->met[order[i]][order[k]],
                        order[i], label);
        }
    }
    if (p->count == 0)
        return;
    page_section(out, "pairs", "Each against each");
    page_paragraph(
        out, NULL,
        "Points: 1 for finishing before the other, ½ for a tie. Two seats of one game are "
        "a meeting.");
    draw_rows(out, p, "Share of the points",
              "Bars: the share of points of the first; lines: 95 % intervals.", true, 1,
              chart_bars);
    write_table(out, p, "Pair", "points", "meetings", true);
    page_section_end(out);
}

static void write_times(FILE *out, const ladder *l, const int *order, page_rows *p) {
    static const char *const heads[] = {"Agent", "decisions",   "ms per decision",
                                        "turns", "ms per turn", NULL};
    char decisions[32], turns[32];
    page_section(out, "time", "Time");
    p->count = 0;
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        const ladder_cell total = ladder_total(l, order[i]);
        add_row(p, (estimate){.value = cell_turn_ms(&total)}, total.games, order[i],
                l->plan->agents[order[i]].text);
        p->rows[i].interval = false;
    }
    page_paragraph(out, "note", "Processor time. Only these figures differ from run to run.");
    draw_rows(out, p, "Milliseconds per turn", "Bars: processor time of each agent for a turn.",
              false, 0, chart_bars);
    table_open(out, "Table", heads);
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        const ladder_cell total = ladder_total(l, order[i]);
        table_row(out, l->plan->agents[order[i]].text);
        table_cell(out, "%s", count_text(total.work.decisions, decisions));
        table_cell(out, "%.4g", cell_decision_ms(&total));
        table_cell(out, "%s", count_text(total.work.turns, turns));
        table_cell(out, "%.4g", cell_turn_ms(&total));
        table_row_end(out);
    }
    table_close(out);
    page_section_end(out);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void write_head(FILE *out, const ladder *l, const sim_stats *stats, const char *command) {
    const sim_plan *const plan = l->plan;
    char text[512], games[32];
    fputs("<header>\n<h1>", out);
    page_text(out, lf_game_title(plan->game));
    fputs(": ladder</h1>\n<dl>\n", out);
    snprintf(text, sizeof text, "%s completed, %" PRId64 " failed; %d seatings, in turn",
             count_text(stats->completed, games), stats->errors, plan->seatings->count);
    page_fact(out, "Games", text, false);
    snprintf(text, sizeof text, "%.200s, seed %" PRIu64, sim_scenario(plan), plan->setup.seed);
    page_fact(out, "Scenario", text, false);
    if (plan->field >= 0)
        page_fact(out, "Field", plan->agents[plan->field].text, false);
    snprintf(text, sizeof text, "%.200s, identity %016" PRIx64, lf_game_id(plan->game),
             lf_game_identity(plan->game));
    page_fact(out, "Rules", text, false);
    snprintf(text, sizeof text, "%016" PRIx64, stats_digest(stats));
    page_fact(out, "Digest", text, true);
    page_fact(out, "Made by", command, true);
    fputs("</dl>\n</header>\n", out);
}

void ladder_write_page(FILE *out, const ladder *l, const sim_stats *stats, const char *command) {
    page_rows rows;
    char title[256];
    int order[LF_SEATS_MAX];
    ladder_order(l, order);
    snprintf(title, sizeof title, "%.200s: ladder", lf_game_title(l->plan->game));
    page_open(out, title, "");
    write_head(out, l, stats, command);
    write_strengths(out, l, order, &rows);
    write_wins(out, l, order, &rows);
    write_margins(out, l, order, &rows);
    write_pairs(out, l, order, &rows);
    write_times(out, l, order, &rows);
    fprintf(out, "<footer>ludoforge %s. Lines on bars and dots are 95 %% intervals.</footer>\n",
            lf_version());
    page_close(out);
}
