/* report_use.c: which actions the seats took, what kinds of decisions and events there were, and which
 * actions go together with winning. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/session/outcome.h"
#include "chart.h"
#include "page.h"
#include "report.h"

/* ---- actions -------------------------------------------------------------------------------------------- */

typedef struct {
    int action;
    int64_t uses, games; /* in all, and the games with at least one */
} action_use;

static int by_uses(const void *a, const void *b) {
    const action_use *x = a, *y = b;
    if (x->uses != y->uses)
        return x->uses < y->uses ? 1 : -1;
    return x->action - y->action;
}

/* The uses by one seat, the most frequent first; how many actions it used at all. */
static int count_uses(const collection *seen, lf_seat seat, action_use *uses) {
    int actions = seen->outlook.actions, used = 0;
    for (int action = 0; action < actions; action++) {
        uses[action] = (action_use){.action = action};
        for (int64_t i = 0; i < seen->count; i++) {
            uint32_t n = seen->games[i].actions[seat * actions + action];
            uses[action].uses += n;
            uses[action].games += n > 0;
        }
        used += uses[action].uses > 0;
    }
    qsort(uses, (size_t)actions, sizeof *uses, by_uses);
    return used;
}

static void write_seat_actions(FILE *out, const report_run *run, lf_seat seat, action_use *uses,
                               chart_row *rows) {
    static const char *const heads[] = {"Action", "uses", "a game", "games with it", NULL};
    const collection *seen = &run->seen;
    double games = (double)seen->count;
    char title[256], number[32];
    int used = count_uses(seen, seat, uses);
    if (used == 0)
        return;
    for (int i = 0; i < used; i++)
        rows[i] = (chart_row){.label = lf_label(run->game, LF_OF_ACTIONS, uses[i].action),
                              .value = (double)uses[i].uses / games,
                              .colour = seat};
    snprintf(title, sizeof title, "%.120s: uses a game", lf_label(run->game, LF_OF_SEATS, seat));
    chart_rows chart = {
        {title, "Bars: how often this seat took each action in a game, on average.", CHART_NARROW},
        rows,
        used,
        false,
        0};
    fputs("<div>\n", out);
    chart_bars(out, &chart);
    table_open(out, "Table", heads);
    for (int i = 0; i < used; i++) {
        table_row(out, rows[i].label);
        table_cell(out, "%s", count_text(uses[i].uses, number));
        table_cell(out, "%.2f", rows[i].value);
        table_cell(out, "%.1f %%", 100 * (double)uses[i].games / games);
        table_row_end(out);
    }
    table_close(out);
    fputs("</div>\n", out);
}

static bool add_action_suspect(const report_run *run, lf_seat seat, int action, suspects *list) {
    const collection *seen = &run->seen;
    const kept_game *played = run->results.games.at;
    suspect item = {.seat = seat};
    for (int64_t i = 0; i < seen->count; i++) {
        if (played[i].completed)
            joint_add(&item.sums, seen->games[i].actions[seat * seen->outlook.actions + action],
                      has_won(played[i].winners, seat));
    }
    if (item.sums.x == 0)
        return true; /* it is not an action of this seat */
    snprintf(item.label, sizeof item.label, "%.70s by %.70s", lf_label(run->game, LF_OF_ACTIONS, action),
             lf_label(run->game, LF_OF_SEATS, seat));
    return suspects_add(list, &item);
}

static void write_action_correlations(FILE *out, const report_run *run) {
    suspects list = {0};
    bool good = true;
    for (lf_seat seat = 0; seat < run->seen.outlook.seats && good; seat++) {
        for (int action = 0; action < run->seen.outlook.actions && good; action++)
            good = add_action_suspect(run, seat, action, &list);
    }
    page_subtitle(out, "Actions and winning");
    page_paragraph(
        out, NULL,
        "How the number of times that a seat takes an action in a game goes together with its winning that "
        "game (point-biserial r). To go together is not to cause: a long game has more of everything.");
    suspects_draw(
        out, &list, "Correlation of the uses of an action with the win of its seat",
        "Dots: the correlation, strongest positive first; lines: 95 % intervals; the middle is none.");
}

/* ---- decisions and events by kind ------------------------------------------------------------------------- */

static void write_decision_kinds(FILE *out, const report_run *run) {
    const char *heads[LF_SEATS_MAX + 2] = {"Decisions a game, by what is chosen"};
    const collection *seen = &run->seen;
    for (lf_seat seat = 0; seat < seen->outlook.seats; seat++)
        heads[seat + 1] = lf_label(run->game, LF_OF_SEATS, seat);
    table_open(out, "Table: decisions by kind", heads);
    for (int kind = 0; kind <= OPTION_KINDS; kind++) { /* the last row: decisions without a choice */
        int64_t sums[LF_SEATS_MAX] = {0}, all = 0;
        for (int64_t i = 0; i < seen->count; i++) {
            for (lf_seat seat = 0; seat < seen->outlook.seats; seat++)
                sums[seat] +=
                    kind < OPTION_KINDS ? seen->games[i].kinds[seat][kind] : seen->games[i].forced[seat];
        }
        for (lf_seat seat = 0; seat < seen->outlook.seats; seat++)
            all += sums[seat];
        if (all == 0)
            continue;
        table_row(out,
                  kind < OPTION_KINDS ? option_kind_name((lf_option_kind)kind) : "no choice: one option");
        for (lf_seat seat = 0; seat < seen->outlook.seats; seat++)
            table_cell(out, "%.2f", (double)sums[seat] / (double)seen->count);
        table_row_end(out);
    }
    table_close(out);
}

static void write_event_kinds(FILE *out, const report_run *run) {
    static const char *const heads[] = {"Event", "in all", "a game", NULL};
    char number[32];
    const collection *seen = &run->seen;
    chart_row rows[EVENT_KINDS];
    int64_t sums[EVENT_KINDS] = {0};
    int count = 0;
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        for (int64_t i = 0; i < seen->count; i++)
            sums[count] += seen->games[i].events[kind];
        if (sums[count] > 0) {
            rows[count] = (chart_row){.label = event_kind_name((lf_event_kind)kind),
                                      .value = (double)sums[count] / (double)seen->count};
            count++;
        }
    }
    chart_rows chart = {
        {"Events a game", "Bars: how many events of each kind a game has, on average.", CHART_WIDE},
        rows,
        count,
        false,
        0};
    chart_bars(out, &chart);
    table_open(out, "Table: events by kind", heads);
    for (int i = 0; i < count; i++) {
        table_row(out, rows[i].label);
        table_cell(out, "%s", count_text(sums[i], number));
        table_cell(out, "%.2f", rows[i].value);
        table_row_end(out);
    }
    table_close(out);
}

void report_use(FILE *out, const report_run *run) {
    size_t actions = (size_t)run->seen.outlook.actions + 1;
    action_use *uses = calloc(actions, sizeof *uses);
    chart_row *rows = calloc(actions, sizeof *rows);
    char games[32];
    report_section(out, run, "actions", "Use of actions");
    page_paragraph(
        out, "note",
        "From %s games of the run, played again. What a seat must do because there is no other option counts "
        "too, except before the first decision of a game.",
        count_text(run->seen.count, games));
    fputs("<div class=\"grid\">\n", out);
    for (lf_seat seat = 0; uses != NULL && rows && seat < run->seen.outlook.seats; seat++)
        write_seat_actions(out, run, seat, uses, rows);
    fputs("</div>\n", out);
    write_action_correlations(out, run);
    page_subtitle(out, "Decisions and events by kind");
    write_event_kinds(out, run);
    write_decision_kinds(out, run);
    page_section_end(out);
    free(uses);
    free(rows);
}
