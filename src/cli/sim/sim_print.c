/* sim_print.c: what `sim` shows: the progress bar, the statistics, the games that failed. */
#include <inttypes.h>

#include "cmd_sim.h"
#include "support/setup_json.h"
#include "tool/sim/ranks/team.h"

#define BAR_WIDTH 24

void sim_show_progress(int64_t done, int64_t games, double seconds) {
    double share = games > 0 ? (double)done / (double)games : 1,
           rate = seconds > 0 ? (double)done / seconds : 0;
    int filled = (int)(share * BAR_WIDTH);
    fputs("\r[", stderr);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%  %" PRId64 "/%" PRId64 "  %.0f games/s", share * 100, done, games,
            rate);
    if (rate > 0)
        fprintf(stderr, "  %.0f s left", (double)(games - done) / rate);
    fputs("\x1b[K", stderr);
}

/* ---- the statistics -------------------------------------------------------------------------- */

static int sim_threads(const sim_plan *plan) {
    return plan->threads + (plan->team ? team_threads(plan->team) : 0);
}

#define COLUMNS 80
#define SEAT_WIDTH 14
#define AGENT_WIDTH 9
#define LIST_INDENT 9

/* A cell of a table: a longer text is cut. */
static void print_cell(const char *text, size_t width) {
    size_t columns = 0, bytes = 0;
    const bool cut = text_width(text) > width;
    while (text[bytes] != '\0' && columns < width - cut) {
        for (bytes++; ((unsigned char)text[bytes] & 0xC0) == 0x80; bytes++)
            ;
        columns++;
    }
    printf("%.*s%s%*s ", (int)bytes, text, cut ? "…" : "", (int)(width - columns - cut), "");
}

static void print_seat(const sim_plan *plan, const sim_stats *s, int seat) {
    double low, high, games = s->completed > 0 ? (double)s->completed : 1;
    wilson_interval(s->wins[seat], s->completed, &low, &high);
    const tally *m = &s->margin[seat];
    print_cell(lf_label(plan->game, LF_OF_SEATS, seat), SEAT_WIDTH);
    print_cell(plan->agents[seat].text, AGENT_WIDTH);
    printf("%8" PRId64 " %5.1f %%  %5.1f-%5.1f %% %9.2f %5" PRId64 " %5" PRId64 "\n", s->wins[seat],
           100 * (double)s->wins[seat] / games, 100 * low, 100 * high, tally_mean(m, s->completed),
           m->min, m->max);
}

/* One of a list with commas, in lines that begin below the first item. */
static void print_item(const char *item, size_t *column) {
    const size_t width = text_width(item);
    const bool first = *column == LIST_INDENT;
    if (!first && *column + 3 + width > COLUMNS) {
        printf(",\n%*s%s", LIST_INDENT, "", item);
        *column = LIST_INDENT + width;
    } else {
        printf("%s%s", first ? "" : ", ", item);
        *column += width + (first ? 0 : 2);
    }
}

/* The agents whose settings do not fit the table. */
static void print_long_agents(const sim_plan *plan, int seats) {
    size_t column = LIST_INDENT;
    for (int seat = 0; seat < seats; seat++) {
        char item[2 * LF_AGENT_BYTES];
        if (text_width(plan->agents[seat].text) <= AGENT_WIDTH)
            continue;
        if (column == LIST_INDENT)
            fputs("agents   ", stdout);
        snprintf(item, sizeof item, "%.60s %s", lf_label(plan->game, LF_OF_SEATS, seat),
                 plan->agents[seat].text);
        print_item(item, &column);
    }
    if (column > LIST_INDENT)
        putchar('\n');
}

static void print_endings(const sim_stats *s) {
    size_t column = LIST_INDENT;
    if (s->completed == 0)
        return;
    fputs("endings  ", stdout);
    for (int i = 0; i < s->ending_count; i++) {
        char item[200];
        if (s->endings[i].games == 0)
            continue;
        snprintf(item, sizeof item, "%.100s %" PRId64, s->endings[i].checkpoint,
                 s->endings[i].games);
        print_item(item, &column);
    }
    putchar('\n');
}

/* "on 8 threads of 4 ranks" */
static void print_place(const sim_plan *plan) {
    int threads = sim_threads(plan);
    printf("on %d thread%s", threads, threads == 1 ? "" : "s");
    if (plan->team)
        printf(" of %d ranks", team_ranks(plan->team));
}

static void print_statistics(const sim_plan *plan, const sim_stats *s, const sim_pace *pace) {
    printf("%s, scenario %s, seed %" PRIu64 "\n", lf_game_title(plan->game), sim_scenario(plan),
           plan->setup.seed);
    printf("%" PRId64 " games completed, %" PRId64 " errors\n%.2f s ", s->completed, s->errors,
           pace->seconds);
    print_place(plan);
    printf(": %.0f games/s, %.0f decisions/s\n\n", pace->games_per_s, pace->decisions_per_s);
    printf("%-*s %-*s %8s %7s  %13s %9.9s %5s %5s\n", SEAT_WIDTH, "seat", AGENT_WIDTH, "agent",
           "wins", "share", "95 % interval", lf_payoff_label(plan->game), "min", "max");
    for (int seat = 0; seat < s->seats; seat++)
        print_seat(plan, s, seat);
    if (s->draws > 0)
        printf("%-*s %8" PRId64 " %5.1f %%\n", SEAT_WIDTH + 1 + AGENT_WIDTH, "drawn", s->draws,
               100 * (double)s->draws / (double)s->completed);
    printf("\nlength   %.1f decisions (%" PRId64 " to %" PRId64 "), %.1f turns\n",
           tally_mean(&s->length, s->completed), s->length.min, s->length.max,
           s->completed + s->errors > 0 ? (double)s->turns / (double)(s->completed + s->errors)
                                        : 0);
    print_long_agents(plan, s->seats);
    print_endings(s);
    printf("digest   %016" PRIx64 "\n", stats_digest(s));
}

static void print_statistics_json(const sim_plan *plan, const sim_stats *s, const sim_pace *pace) {
    json_t *object = json_pack("{s:s, s:s, s:o, s:I}", "game", lf_game_id(plan->game), "scenario",
                               sim_scenario(plan), "seed", lf_seed_to_json(plan->setup.seed),
                               "games", (json_int_t)plan->games);
    stats_counts_to_json(s, object);
    json_object_set_new(object, "seconds", json_real(pace->seconds));
    json_object_set_new(object, "games_per_s", json_real(pace->games_per_s));
    json_object_set_new(object, "decisions_per_s", json_real(pace->decisions_per_s));
    json_object_set_new(object, "threads", json_integer(sim_threads(plan)));
    stats_results_to_json(s, object);
    if (sim_stopped(plan, s))
        json_object_set_new(object, "stopped", json_true());
    print_json(object);
}

bool sim_stopped(const sim_plan *plan, const sim_stats *s) {
    return interrupted && s->completed + s->errors < plan->games;
}

void sim_print_failures(const sim_stats *s) {
    for (int i = 0; i < s->failure_count; i++)
        complain("game %" PRId64 " (seed %" PRIu64 ") failed: %s", s->failures[i].index,
                 s->failures[i].seed,
                 s->failures[i].message != NULL ? s->failures[i].message
                                                : "in an earlier part of the run");
    if (s->errors > s->failure_count)
        complain("… and %" PRId64 " more games failed", s->errors - s->failure_count);
}

void sim_print(const sim_plan *plan, const sim_stats *s, const sim_pace *pace, bool json) {
    if (json)
        print_statistics_json(plan, s, pace);
    else
        print_statistics(plan, s, pace);
}
