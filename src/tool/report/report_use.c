/* report_use.c: which actions the seats took, what kinds of decisions and events there were, and
 * which actions go together with winning. */
#include <inttypes.h>
#include <stdlib.h>

#include "chart.h"
#include "page.h"
#include "report.h"
#include "support/json_forms.h"

/* ---- actions --------------------------------------------------------------------------------- */

/* A row of the chart: an action, or one of its first choices if there are several. */
typedef struct {
    char label[160];
    int64_t uses, games; /* in all, and the games with at least one */
    int number;          /* in the order of the rules */
} action_use;

typedef struct {
    action_use *at;
    int count;
} use_list;

static int by_uses(const void *a, const void *b) {
    const action_use *x = a, *y = b;
    if (x->uses != y->uses)
        return x->uses < y->uses ? 1 : -1;
    return x->number - y->number;
}

/* The first choices of all games together. */
static bool gather_first_choices(const collection *seen, first_choice_list *all) {
    for (int64_t i = 0; i < seen->count; i++) {
        const first_choice_list *game = &seen->games[i].first_choices;
        for (int k = 0; k < game->count; k++) {
            first_choice choice = game->at[k];
            choice.games = 1;
            if (!first_choices_add(all, &choice))
                return false;
        }
    }
    return true;
}

static void add_use(use_list *uses, const char *action, const char *choice, int64_t times,
                    int64_t games) {
    action_use *use = &uses->at[uses->count];
    if (times == 0)
        return;
    *use = (action_use){.uses = times, .games = games, .number = uses->count++};
    snprintf(use->label, sizeof use->label, "%.60s%s%.90s", action, choice != NULL ? ": " : "",
             choice != NULL ? choice : "");
}

/* The uses by one seat, the most frequent first. `uses` has room for every action and every first
 * choice. */
static void count_uses(const report_run *run, const first_choice_list *choices, lf_seat seat,
                       use_list *uses) {
    const collection *seen = &run->seen;
    const int actions = seen->watch_plan.actions;
    uses->count = 0;
    for (int action = 0; action < actions; action++) {
        const char *label = lf_label(run->game, LF_OF_ACTIONS, action);
        const bool split = first_choices_of(choices, seat, action) > 1;
        int64_t times = 0, games = 0;
        for (int64_t i = 0; i < seen->count; i++) {
            const uint32_t n = seen->games[i].actions[seat * actions + action];
            times += n;
            games += n > 0;
        }
        for (int i = 0; split && i < choices->count; i++) {
            const first_choice *choice = &choices->at[i];
            if (choice->seat != seat || choice->action != action)
                continue;
            add_use(uses, label, choice->label, choice->uses, choice->games);
            times -= choice->uses;
        }
        /* all of it, or what has no first choice */
        add_use(uses, label, NULL, times > 0 ? times : 0, games);
    }
    qsort(uses->at, (size_t)uses->count, sizeof *uses->at, by_uses);
}

static void write_seat_actions(FILE *out, const report_run *run, lf_seat seat, const use_list *uses,
                               chart_row *rows, double most) {
    static const char *const heads[] = {"Action", "uses", "a game", "games with it", NULL};
    const double games = (double)run->seen.count;
    char title[256], number[32];
    if (uses->count == 0)
        return;
    for (int i = 0; i < uses->count; i++)
        rows[i] = (chart_row){
            .label = uses->at[i].label, .value = (double)uses->at[i].uses / games, .colour = seat};
    snprintf(title, sizeof title, "%.120s: uses a game", lf_label(run->game, LF_OF_SEATS, seat));
    chart_rows chart = {{title,
                         "Bars: how often this seat took each action in a game, on average. All "
                         "seats have one scale.",
                         CHART_NARROW},
                        rows,
                        uses->count,
                        false,
                        most};
    fputs("<div>\n", out);
    chart_bars(out, &chart);
    table_open(out, "Table", heads);
    for (int i = 0; i < uses->count; i++) {
        table_row(out, rows[i].label);
        table_cell(out, "%s", count_text(uses->at[i].uses, number));
        table_cell(out, "%.2f", rows[i].value);
        table_cell(out, "%.1f %%", 100 * (double)uses->at[i].games / games);
        table_row_end(out);
    }
    table_close(out);
    fputs("</div>\n", out);
}

/* A chart a seat, all on one scale, so that they can be compared. */
static void write_actions(FILE *out, const report_run *run) {
    first_choice_list choices = {0};
    const bool gathered = gather_first_choices(&run->seen, &choices);
    const size_t room = (size_t)run->seen.watch_plan.actions + (size_t)choices.count + 1;
    use_list uses = {.at = calloc(room, sizeof *uses.at)};
    chart_row *rows = calloc(room, sizeof *rows);
    const bool good = gathered && uses.at != NULL && rows != NULL;
    double most = 0;
    for (lf_seat seat = 0; good && seat < run->seen.watch_plan.seats; seat++) {
        count_uses(run, &choices, seat, &uses);
        const double top = uses.count > 0 ? (double)uses.at[0].uses / (double)run->seen.count : 0;
        most = top > most ? top : most;
    }
    for (lf_seat seat = 0; good && seat < run->seen.watch_plan.seats; seat++) {
        count_uses(run, &choices, seat, &uses);
        write_seat_actions(out, run, seat, &uses, rows, most);
    }
    free(rows);
    free(uses.at);
    first_choices_free(&choices);
}

static bool add_action_correlation(const report_run *run, lf_seat seat, int action,
                                   correlation_list *list) {
    const collection *seen = &run->seen;
    const kept_game *played = run->results.games.at;
    correlation_row item = {.seat = seat};
    for (int64_t i = 0; i < seen->count; i++) {
        if (played[i].completed)
            joint_add(&item.sums, seen->games[i].actions[seat * seen->watch_plan.actions + action],
                      has_won(played[i].winners, seat));
    }
    if (item.sums.x == 0)
        return true; /* it is not an action of this seat */
    snprintf(item.label, sizeof item.label, "%.70s by %.70s",
             lf_label(run->game, LF_OF_ACTIONS, action), lf_label(run->game, LF_OF_SEATS, seat));
    return correlations_add(list, &item);
}

static void write_action_correlations(FILE *out, const report_run *run) {
    correlation_list list = {0};
    bool good = true;
    for (lf_seat seat = 0; seat < run->seen.watch_plan.seats && good; seat++) {
        for (int action = 0; action < run->seen.watch_plan.actions && good; action++)
            good = add_action_correlation(run, seat, action, &list);
    }
    page_subtitle(out, "Actions and winning");
    page_paragraph(out, NULL,
                   "How the number of times that a seat takes an action in a game goes together "
                   "with its winning that "
                   "game (point-biserial r). To go together is not to cause: a long game has more "
                   "of everything.");
    correlations_draw(out, &list, "Correlation of the uses of an action with the win of its seat",
                      "Dots: the correlation, strongest positive first; lines: 95 % intervals; the "
                      "middle is none.");
}

/* ---- decisions and events by kind ------------------------------------------------------------ */

static void write_decision_kinds(FILE *out, const report_run *run) {
    const char *heads[LF_SEATS_MAX + 2] = {"Decisions a game, by what is chosen"};
    const collection *seen = &run->seen;
    for (lf_seat seat = 0; seat < seen->watch_plan.seats; seat++)
        heads[seat + 1] = lf_label(run->game, LF_OF_SEATS, seat);
    table_open(out, "Table: decisions by kind", heads);
    /* the last row: decisions without a choice */
    for (int kind = 0; kind <= OPTION_KINDS; kind++) {
        int64_t sums[LF_SEATS_MAX] = {0}, all = 0;
        for (int64_t i = 0; i < seen->count; i++) {
            for (lf_seat seat = 0; seat < seen->watch_plan.seats; seat++)
                sums[seat] += kind < OPTION_KINDS ? seen->games[i].kinds[seat][kind]
                                                  : seen->games[i].forced[seat];
        }
        for (lf_seat seat = 0; seat < seen->watch_plan.seats; seat++)
            all += sums[seat];
        if (all == 0)
            continue;
        table_row(out, kind < OPTION_KINDS ? lf_option_kind_name((lf_option_kind)kind)
                                           : "no choice: one option");
        for (lf_seat seat = 0; seat < seen->watch_plan.seats; seat++)
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
            rows[count] = (chart_row){.label = lf_event_kind_name((lf_event_kind)kind),
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
    char games[32];
    report_section(out, run, "actions", "Use of actions");
    page_paragraph(out, "note",
                   "From %s games of the run, played again. What a seat must do because there is "
                   "no other option counts "
                   "too, except before the first decision of a game.",
                   count_text(run->seen.count, games));
    fputs("<div class=\"grid\">\n", out);
    write_actions(out, run);
    fputs("</div>\n", out);
    write_action_correlations(out, run);
    page_subtitle(out, "Decisions and events by kind");
    write_event_kinds(out, run);
    write_decision_kinds(out, run);
    page_section_end(out);
}
