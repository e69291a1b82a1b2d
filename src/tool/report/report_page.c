/* report_page.c: the frame of a report: its head, the overview of several runs, and the order of
 * sections. */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "chart.h"
#include "page.h"
#include "report.h"
#include "seat_style.h"

/* The name of the run's scenario for people. */
static const char *scenario_label(const report_run *run) {
    const char *name = run->results.setup.setup.scenario;
    int index =
        name != NULL ? lf_find(run->game, LF_OF_SCENARIOS, name) : lf_default_scenario(run->game);
    return index >= 0 ? lf_label(run->game, LF_OF_SCENARIOS, index) : "";
}

static const char *anchor_of(const report_run *run, const char *id, char *buffer, size_t size) {
    if (run->number == 1)
        snprintf(buffer, size, "%s", id);
    else
        snprintf(buffer, size, "%s-%d", id, run->number);
    return buffer;
}

void report_section(FILE *out, const report_run *run, const char *id, const char *title) {
    char anchor[64];
    page_section(out, anchor_of(run, id, anchor, sizeof anchor), title);
}

/* ---- the head -------------------------------------------------------------------------------- */

/* "random", or one for each seat when they differ. */
static void agents_text(const report_run *run, char *buffer, size_t size) {
    agent_name agents[LF_SEATS_MAX] = {0};
    lf_error error;
    size_t used = 0;
    bool alike = true;
    buffer[0] = '\0';
    if (!results_agents(&run->results, run->game, agents, &error))
        return;
    int seats = lf_count(run->game, LF_OF_SEATS);
    for (int seat = 1; seat < seats; seat++)
        alike = alike && strcmp(agents[seat].text, agents[0].text) == 0;
    for (int seat = 0; seat < (alike ? 1 : seats) && used < size; seat++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s%s%s", seat ? ", " : "",
                                 alike ? "" : lf_label(run->game, LF_OF_SEATS, seat),
                                 alike ? "" : " ", agents[seat].text);
}

static void options_text(const report_run *run, char *buffer, size_t size) {
    size_t used = 0;
    snprintf(buffer, size, "as the rules have them");
    for (const char *const *option = run->results.setup.setup.options;
         option != NULL && *option && used < size; option++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", used ? ", " : "", *option);
}

static void write_run_facts(FILE *out, const report_run *run) {
    char text[2048], games[32], seen[32];
    snprintf(text, sizeof text, "%s, scenario %s, seed %" PRIu64, run->results.folder,
             scenario_label(run), run->results.setup.setup.seed);
    page_fact(out, "Run", text, false);
    count_text(run->results.games.games, games);
    count_text(run->seen.count, seen);
    if (run->seen.count == run->results.games.games)
        snprintf(seen, sizeof seen, "all");
    snprintf(text, sizeof text, "%s; %s of them played again to see what happened within", games,
             seen);
    page_fact(out, "Games", text, false);
    agents_text(run, text, sizeof text);
    page_fact(out, "Agents", text, false);
    options_text(run, text, sizeof text);
    page_fact(out, "Options", text, false);
}

static void write_links(FILE *out, const report_run *run, bool several) {
    static const char *const links[][2] = {
        {"wins", "Wins"},       {"margins", "Margins"}, {"length", "Length"},
        {"endings", "Endings"}, {"actions", "Actions"}, {"cards", "Cards"},
        {"tracks", "Tracks"},
    };
    char anchor[64];
    fputs("<nav>", out);
    if (several) {
        page_text(out, scenario_label(run));
        fputs(": ", out);
    }
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
        fprintf(out, "<a href=\"#%s\">%s</a> ", anchor_of(run, links[i][0], anchor, sizeof anchor),
                links[i][1]);
    fputs("</nav>\n", out);
}

static void write_head(FILE *out, const report *r) {
    char text[256];
    fputs("<header>\n<h1>", out);
    page_text(out, lf_game_title(r->game));
    fputs("</h1>\n<dl>\n", out);
    for (int i = 0; i < r->count; i++)
        write_run_facts(out, &r->runs[i]);
    snprintf(text, sizeof text, "%.200s, identity %016" PRIx64, lf_game_id(r->game),
             lf_game_identity(r->game));
    page_fact(out, "Rules", text, false);
    page_fact(out, "Made by", r->command, true);
    fputs("</dl>\n", out);
    for (int i = 0; i < r->count; i++)
        write_links(out, &r->runs[i], r->count > 1);
    fputs("</header>\n", out);
}

/* ---- several runs beside each other ---------------------------------------------------------- */

#define OVERVIEW_MAX (8 * LF_SEATS_MAX)

typedef struct {
    char labels[OVERVIEW_MAX][160];
    chart_row rows[OVERVIEW_MAX];
    double margins[OVERVIEW_MAX];
    int count;
} overview;

static void add_seat(overview *o, const report_run *run, lf_seat seat) {
    const series *s = &run->results.games;
    int64_t completed = 0, wins = 0;
    double margins = 0;
    for (int64_t i = 0; i < s->games; i++) {
        completed += s->at[i].completed;
        wins += s->at[i].completed && has_won(s->at[i].winners, seat);
        margins += s->at[i].completed ? (double)s->margins[i * s->seats + seat] : 0;
    }
    chart_row *row = &o->rows[o->count];
    snprintf(o->labels[o->count], sizeof o->labels[0], "%s, %s",
             lf_label(run->game, LF_OF_SEATS, seat), scenario_label(run));
    *row = (chart_row){.label = o->labels[o->count], .interval = true, .colour = seat};
    row->value = completed > 0 ? (double)wins / (double)completed : 0;
    wilson_interval(wins, completed, &row->low, &row->high);
    o->margins[o->count++] = completed > 0 ? margins / (double)completed : 0;
}

static void write_overview(FILE *out, const report *r) {
    const char *const heads[] = {"Seat, scenario",         "wins", "95 % from", "to",
                                 lf_payoff_label(r->game), NULL};
    overview o = {.count = 0};
    for (lf_seat seat = 0; seat < lf_count(r->game, LF_OF_SEATS); seat++) {
        for (int i = 0; i < r->count && o.count < OVERVIEW_MAX; i++)
            add_seat(&o, &r->runs[i], seat);
    }
    page_section(out, "runs", "All runs");
    chart_rows chart = {
        {"Share of games won, by seat and scenario",
         "Bars: the share of games that each seat won in each run; lines: 95 % intervals.",
         CHART_WIDE},
        o.rows,
        o.count,
        true,
        0};
    chart_bars(out, &chart);
    table_open(out, "Table: wins and margins by seat and scenario", heads);
    for (int i = 0; i < o.count; i++) {
        table_row(out, o.rows[i].label);
        table_cell(out, "%.1f %%", 100 * o.rows[i].value);
        table_cell(out, "%.1f %%", 100 * o.rows[i].low);
        table_cell(out, "%.1f %%", 100 * o.rows[i].high);
        table_cell(out, "%.2f", o.margins[i]);
        table_row_end(out);
    }
    table_close(out);
    page_section_end(out);
}

static void write_run_title(FILE *out, const report_run *run) {
    fputs("<h1 class=\"run\">", out);
    page_text(out, scenario_label(run));
    fputs("</h1>\n", out);
}

void report_write(FILE *out, const report *r) {
    char title[256], css[1024];
    snprintf(title, sizeof title, "%.200s: report", lf_game_title(r->game));
    seat_style(r->game, r->spec, css, sizeof css);
    page_open(out, title, css);
    write_head(out, r);
    if (r->count > 1)
        write_overview(out, r);
    for (int i = 0; i < r->count; i++) {
        const report_run *run = &r->runs[i];
        if (r->count > 1)
            write_run_title(out, run);
        report_results(out, run);
        report_use(out, run);
        report_cards(out, run);
        report_tracks(out, run);
    }
    fprintf(out, "<footer>ludoforge %s. Lines on bars and dots are 95 %% intervals.</footer>\n",
            lf_version());
    page_close(out);
}
