/* ladder_print.c: what `ladder` shows: the ranking, every agent in every seat, every pair. */
#include <inttypes.h>

#include "ladder_print.h"
#include "support/setup_json.h"
#include "tool/sim/ranks/team.h"

static void print_head(const ladder *l, const sim_stats *s, const sim_pace *pace) {
    const sim_plan *const plan = l->plan;
    printf("%s, scenario %s, seed %" PRIu64 "\n", lf_game_title(plan->game), sim_scenario(plan),
           plan->setup.seed);
    printf("%" PRId64 " games completed, %" PRId64 " errors, %d seatings in turn", s->completed,
           s->errors, plan->seatings->count);
    if (plan->field >= 0)
        printf(", one agent in a field of %s", plan->agents[plan->field].text);
    printf("; %.2f s *\n", pace->seconds);
}

static int widest_agent(const ladder *l) {
    int width = 8;
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        const int columns = (int)text_width(l->plan->agents[i].text);
        width = columns > width ? columns : width;
    }
    return width;
}

static void print_share(const ladder_cell *c) {
    const estimate share = cell_share(c);
    printf("%7" PRId64 " %7" PRId64 " %6.1f %% %5.1f to %5.1f %%", c->games, c->wins,
           100 * share.value, 100 * share.low, 100 * share.high);
}

static void print_agents(const ladder *l, const int *order, int width) {
    printf("\n%-*s %7s %17s %7s %7s %8s %16s %9s %12s %10s\n", width, "agent", "Elo",
           "95 % interval", "seats", "wins", "share", "95 % interval",
           lf_payoff_label(l->plan->game), "ms/decision*", "ms/turn*");
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        const ladder_cell total = ladder_total(l, order[i]);
        const estimate elo = l->rated ? rating_elo(&l->ratings, order[i]) : (estimate){0};
        printf("%-*s %+7.0f %+7.0f to %+6.0f ", width, l->plan->agents[order[i]].text, elo.value,
               elo.low, elo.high);
        print_share(&total);
        printf(" %9.2f %12.3g %10.3g\n", cell_margin(&total).value, cell_decision_ms(&total),
               cell_turn_ms(&total));
    }
}

static void print_seats(const ladder *l, const int *order, int width) {
    printf("\n%-*s %-16s %7s %7s %8s %16s %9s %19s\n", width, "agent", "seat", "games", "wins",
           "share", "95 % interval", lf_payoff_label(l->plan->game), "95 % interval");
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        for (lf_seat seat = 0; seat < l->seats; seat++) {
            const ladder_cell *const c = &l->cells[order[i]][seat];
            const estimate margin = cell_margin(c);
            if (c->games == 0)
                continue;
            printf("%-*s %-16s ", width, l->plan->agents[order[i]].text,
                   lf_label(l->plan->game, LF_OF_SEATS, seat));
            print_share(c);
            printf(" %9.2f %8.2f to %7.2f\n", margin.value, margin.low, margin.high);
        }
    }
}

static void print_pair(const ladder *l, int who, int other, int width) {
    const estimate points = ladder_points(l, who, other),
                   elo = l->rated ? rating_difference(&l->ratings, who, other) : (estimate){0};
    printf("%-*s %-*s %7" PRId64 " %6.1f %% %5.1f to %5.1f %% %+7.0f %+7.0f to %+6.0f\n", width,
           l->plan->agents[who].text, width, l->plan->agents[other].text, l->met[who][other],
           100 * points.value, 100 * points.low, 100 * points.high, elo.value, elo.low, elo.high);
}

static void print_pairs(const ladder *l, const int *order, int width) {
    bool first = true;
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        for (int k = i + 1; k < l->plan->seatings->agents; k++) {
            if (l->met[order[i]][order[k]] == 0)
                continue;
            if (first)
                printf("\n%-*s %-*s %7s %8s %16s %7s %17s\n", width, "agent", width, "before",
                       "met", "points", "95 % interval", "Elo", "95 % interval");
            first = false;
            print_pair(l, order[i], order[k], width);
        }
    }
}

void ladder_print(const ladder *l, const sim_stats *s, const sim_pace *pace) {
    int order[LF_SEATS_MAX];
    const int width = widest_agent(l);
    ladder_order(l, order);
    print_head(l, s, pace);
    print_agents(l, order, width);
    print_seats(l, order, width);
    print_pairs(l, order, width);
    printf(
        "\nElo by the model of %s, 0 being the mean.%s * differs from run to run.\n",
        ladder_model(l),
        l->rated && l->ratings.anchored
            ? " Some agent has won or lost everything: each was given half a win and half a loss."
            : "");
    printf("digest   %016" PRIx64 "\n", stats_digest(s));
}

void ladder_print_json(const ladder *l, const sim_stats *s, const sim_pace *pace) {
    const sim_plan *const plan = l->plan;
    json_t *const object = json_pack(
        "{s:s, s:s, s:o, s:I}", "game", lf_game_id(plan->game), "scenario", sim_scenario(plan),
        "seed", lf_seed_to_json(plan->setup.seed), "games", (json_int_t)plan->games);
    stats_counts_to_json(s, object);
    ladder_to_json(l, object);
    stats_results_to_json(s, object);
    json_object_set_new(object, "seconds", json_real(pace->seconds));
    json_object_set_new(
        object, "threads",
        json_integer(plan->threads + (plan->team != NULL ? team_threads(plan->team) : 0)));
    if (sim_stopped(plan, s))
        json_object_set_new(object, "stopped", json_true());
    print_json(object);
}
