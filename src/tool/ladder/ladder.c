/* ladder.c: counts the games of a ladder, and writes the results as JSON. */
#include "ladder.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "tool/sim/seating.h"

#define NANOSECONDS_PER_MS 1e6

void ladder_open(ladder *l, const sim_plan *plan) {
    *l = (ladder){.plan = plan, .seats = sim_seats(plan)};
    assert(plan->seatings != NULL && l->seats >= 1 && l->seats <= LF_SEATS_MAX);
    rating_open(&l->games, plan->seatings->agents);
}

void ladder_close(ladder *l) {
    rating_close(&l->games);
}

/* ---- counting -------------------------------------------------------------------------------- */

/* Did one seat do better than another? The win decides, and among seats without a win the margin.
 * In games that are played for margins only the margin counts. */
static bool is_before(const ladder *l, const game_result *game, lf_seat seat, lf_seat other) {
    if (*lf_payoff_unit(l->plan->game) != '\0')
        return game->margin[seat] > game->margin[other];
    const bool won = has_won(game->winners, seat), other_won = has_won(game->winners, other);
    return won != other_won ? won : !won && game->margin[seat] > game->margin[other];
}

static void count_seat(ladder *l, const game_result *game, int who, lf_seat seat) {
    ladder_cell *const c = &l->cells[who][seat];
    const double margin = (double)game->margin[seat];
    c->games++;
    c->wins += has_won(game->winners, seat);
    c->draws += game->winners == 0;
    c->margin += margin;
    c->squares += margin * margin;
    seat_work_add(&c->work, &game->work[seat]);
}

void ladder_add(ladder *l, const game_result *game) {
    int of[LF_SEATS_MAX], rank[LF_SEATS_MAX] = {0};
    if (game->end != PLAYOUT_ENDED)
        return;
    for (lf_seat seat = 0; seat < l->seats; seat++) {
        of[seat] = sim_agent(l->plan, game->index, seat);
        assert(of[seat] >= 0 && of[seat] < l->plan->seatings->agents);
        count_seat(l, game, of[seat], seat);
    }
    for (lf_seat seat = 0; seat < l->seats; seat++) {
        for (lf_seat other = 0; other < l->seats; other++) {
            const bool before = is_before(l, game, seat, other),
                       behind = is_before(l, game, other, seat);
            rank[seat] += behind;
            if (of[seat] == of[other])
                continue;
            l->met[of[seat]][of[other]]++;
            l->halves[of[seat]][of[other]] += before ? 2 : behind ? 0 : 1;
        }
    }
    rating_add(&l->games, l->seats, of, rank);
}

void ladder_rate(ladder *l) {
    l->rated = rating_solve(&l->games, &l->ratings);
}

/* ---- results --------------------------------------------------------------------------------- */

ladder_cell ladder_total(const ladder *l, int who) {
    ladder_cell sum = {0};
    for (int seat = 0; seat < l->seats; seat++) {
        const ladder_cell *const c = &l->cells[who][seat];
        sum.games += c->games;
        sum.wins += c->wins;
        sum.draws += c->draws;
        sum.margin += c->margin;
        sum.squares += c->squares;
        seat_work_add(&sum.work, &c->work);
    }
    return sum;
}

estimate cell_margin(const ladder_cell *c) {
    return paired_means(c->games, c->margin, c->squares);
}

estimate cell_share(const ladder_cell *c) {
    estimate e = {.value = c->games > 0 ? (double)c->wins / (double)c->games : 0};
    wilson_interval(c->wins, c->games, &e.low, &e.high);
    return e;
}

estimate ladder_points(const ladder *l, int who, int other) {
    const int64_t met = l->met[who][other], halves = l->halves[who][other];
    assert(halves >= 0 && halves <= 2 * met);
    estimate e = {.value = met > 0 ? (double)halves / (double)(2 * met) : 0};
    wilson_interval_of((double)halves / 2, (double)met, &e.low, &e.high);
    return e;
}

static double ms_per(int64_t nanoseconds, int64_t count) {
    return count > 0 ? (double)nanoseconds / NANOSECONDS_PER_MS / (double)count : 0;
}

double cell_decision_ms(const ladder_cell *c) {
    return ms_per(c->work.nanoseconds, c->work.decisions);
}

double cell_turn_ms(const ladder_cell *c) {
    return ms_per(c->work.nanoseconds, c->work.turns);
}

void ladder_order(const ladder *l, int order[LF_SEATS_MAX]) {
    for (int i = 0; i < l->plan->seatings->agents; i++) {
        int at = i;
        for (; at > 0 && l->rated && l->ratings.theta[order[at - 1]] < l->ratings.theta[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

const char *ladder_model(const ladder *l) {
    return l->seats == 2 ? "Bradley-Terry" : "Plackett-Luce";
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *estimate_json(estimate e) {
    return json_pack("{s:f, s:f, s:f}", "value", e.value, "low", e.low, "high", e.high);
}

static json_t *cell_json(const ladder_cell *c) {
    return json_pack("{s:I, s:I, s:I, s:o, s:o, s:I, s:I, s:{s:f, s:f}}", "games",
                     (json_int_t)c->games, "wins", (json_int_t)c->wins, "draws",
                     (json_int_t)c->draws, "share", estimate_json(cell_share(c)), "margin",
                     estimate_json(cell_margin(c)), "decisions", (json_int_t)c->work.decisions,
                     "turns", (json_int_t)c->work.turns, "time", "decision_ms", cell_decision_ms(c),
                     "turn_ms", cell_turn_ms(c));
}

static json_t *agent_json(const ladder *l, int who) {
    const ladder_cell total = ladder_total(l, who);
    json_t *const object = cell_json(&total), *const seats = json_object();
    json_object_set_new(object, "agent", json_string(l->plan->agents[who].text));
    json_object_set_new(object, "elo",
                        l->rated ? estimate_json(rating_elo(&l->ratings, who)) : json_null());
    for (int seat = 0; seat < l->seats; seat++) {
        if (l->cells[who][seat].games > 0)
            json_object_set_new(seats, lf_name(l->plan->game, LF_OF_SEATS, seat),
                                cell_json(&l->cells[who][seat]));
    }
    json_object_set_new(object, "seats", seats);
    return object;
}

static json_t *pair_json(const ladder *l, int who, int other) {
    json_t *const object = estimate_json(ladder_points(l, who, other));
    json_object_set_new(object, "agent", json_string(l->plan->agents[who].text));
    json_object_set_new(object, "other", json_string(l->plan->agents[other].text));
    json_object_set_new(object, "met", json_integer(l->met[who][other]));
    json_object_set_new(object, "points", json_real((double)l->halves[who][other] / 2));
    json_object_set_new(object, "elo",
                        l->rated ? estimate_json(rating_difference(&l->ratings, who, other))
                                 : json_null());
    return object;
}

void ladder_to_json(const ladder *l, json_t *object) {
    json_t *const agents = json_array(), *const pairs = json_array();
    int order[LF_SEATS_MAX];
    const int count = l->plan->seatings->agents;
    ladder_order(l, order);
    for (int i = 0; i < count; i++) {
        json_array_append_new(agents, agent_json(l, order[i]));
        for (int k = i + 1; k < count; k++) {
            if (l->met[order[i]][order[k]] > 0)
                json_array_append_new(pairs, pair_json(l, order[i], order[k]));
        }
    }
    json_object_set_new(object, "seatings", json_integer(l->plan->seatings->count));
    json_object_set_new(object, "field",
                        l->plan->field >= 0 ? json_string(l->plan->agents[l->plan->field].text)
                                            : json_null());
    json_object_set_new(object, "model", json_string(ladder_model(l)));
    json_object_set_new(object, "anchored", json_boolean(l->rated && l->ratings.anchored));
    json_object_set_new(object, "agents", agents);
    json_object_set_new(object, "pairs", pairs);
}
