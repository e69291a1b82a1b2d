/* evaluate.c: the three evaluators: by what was learned (value/), by the terms of the game
 * (heuristics.h), and by margins, which every game has. */
#include "evaluate.h"

#include <assert.h>
#include <string.h>

#include "base/base.h"
#include "heuristics.h"
#include "kernel/state/state.h"
#include "value/value_file.h"

struct evaluator {
    const lf_game *game;
    void (*evaluate)(evaluator *, const lf_state *, lf_seat viewer, evaluation *out);
    heuristics *terms; /* for terms; NULL otherwise */
    /* for a learned evaluation */
    feature_layout layout;
    feature_reader reader;
    value_net net;
};

/* With this lead a seat wins three games out of four. */
#define LEAD_SCALE 6.0F

static void evaluate_end(const lf_game *game, const lf_outcome *outcome, int seats,
                         evaluation *out) {
    double shares[LF_SEATS_MAX];
    lf_win_shares(game, outcome, seats, shares);
    for (int seat = 0; seat < seats; seat++) {
        out->win[seat] = (float)shares[seat];
        out->margin[seat] = (float)outcome->margin[seat];
    }
}

/* Maps all numbers to 0 … 1, and 0 to 1/2. */
static float squash(float x) {
    return 0.5F + 0.5F * x / (1.0F + (x < 0 ? -x : x));
}

/* If all seats win or lose together, the chance to win follows from the margin alone. False: they
 * do not. */
static bool win_together(const lf_game *game, int seats, evaluation *out) {
    const bool together = game->cooperative || seats == 1;
    for (int seat = 0; together && seat < seats; seat++)
        out->win[seat] = squash(out->margin[seat] / (LEAD_SCALE / 2));
    return together;
}

/* The chances to win follow from the lead over the best other seat. */
static void win_by_margins(const lf_game *game, int seats, evaluation *out) {
    float sum = 0;
    if (win_together(game, seats, out))
        return;
    for (int seat = 0; seat < seats; seat++) {
        float best = -1e30F;
        for (int other = 0; other < seats; other++)
            if (other != seat && out->margin[other] > best)
                best = out->margin[other];
        out->win[seat] = squash((out->margin[seat] - best) / (LEAD_SCALE / 2));
        sum += out->win[seat];
    }
    assert(sum > 0);
    for (int seat = 0; seat < seats; seat++)
        out->win[seat] = out->win[seat] / sum;
}

static void evaluate_by_margins(evaluator *e, const lf_state *state, lf_seat viewer,
                                evaluation *out) {
    const int seats = lf_seats_in_play(state);
    (void)viewer; /* margins are public */
    for (int seat = 0; seat < seats; seat++)
        out->margin[seat] = (float)lf_margin(state, seat);
    win_by_margins(e->game, seats, out);
}

/* The sum of the terms by the weights of the section `agents` is the margin. */
static void evaluate_by_terms(evaluator *e, const lf_state *state, lf_seat viewer,
                              evaluation *out) {
    const int seats = lf_seats_in_play(state);
    (void)viewer; /* the state contains only what the viewer may know */
    for (int seat = 0; seat < seats; seat++)
        out->margin[seat] = (float)lf_heuristics_value(e->terms, state, seat) / 1000.0F;
    win_by_margins(e->game, seats, out);
}

static void evaluate_by_net(evaluator *e, const lf_state *state, lf_seat viewer, evaluation *out) {
    value_output output;
    const uint32_t count = lf_value_reader_read(&e->reader, state, viewer);
    lf_value_net_evaluate(&e->net, e->reader.features, count, &output);
    for (uint32_t seat = 0; seat < e->game->seat_count; seat++) {
        out->win[seat] = output.win[seat];
        out->margin[seat] = output.margin[seat];
    }
    /* the net compares seats with each other, which does not apply here */
    win_together(e->game, (int)e->game->seat_count, out);
}

void lf_evaluate(evaluator *e, const lf_state *state, lf_seat viewer, evaluation *out) {
    lf_outcome outcome;
    for (uint32_t seat = (uint32_t)lf_seats_in_play(state); seat < e->game->seat_count; seat++)
        out->win[seat] = out->margin[seat] = 0;
    if (lf_terminal(state, &outcome))
        evaluate_end(e->game, &outcome, lf_seats_in_play(state), out);
    else
        e->evaluate(e, state, viewer, out);
}

/* ---- opening ---- */

static bool open_margins(evaluator *e, lf_error *error) {
    (void)error;
    e->evaluate = evaluate_by_margins;
    return true;
}

static bool open_terms(evaluator *e, lf_error *error) {
    if (lf_heuristics_terms(e->game) == 0)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "\"%s\" declares no terms in a section `agents`", lf_game_id(e->game));
    e->evaluate = evaluate_by_terms;
    e->terms = lf_heuristics_new(e->game);
    return e->terms != NULL || lf_error_no_memory(error);
}

static bool open_learned(evaluator *e, lf_error *error) {
    char path[LF_PATH_BYTES];
    if (!lf_value_file_find(e->game, NULL, path))
        return lf_error_set(
            error, LF_BAD_ARGUMENT,
            "nothing has been learned about \"%s\": its folder has no agents/value.bin; "
            "`ludoforge train` makes one",
            lf_game_id(e->game));
    if (!lf_value_file_load_for(&e->net, &e->layout, e->game, path, error))
        return false;
    e->evaluate = evaluate_by_net;
    if (lf_value_reader_open(&e->reader, &e->layout))
        return true;
    return lf_error_no_memory(error);
}

static void close_parts(evaluator *e) {
    lf_value_reader_close(&e->reader);
    lf_value_net_close(&e->net);
    lf_heuristics_free(e->terms);
    e->terms = NULL;
}

/* The best first; every game has the last. */
static const struct {
    const char *name;
    bool (*open)(evaluator *, lf_error *);
} kinds[] = {{"learned", open_learned}, {"terms", open_terms}, {"margins", open_margins}};

static bool open_best(evaluator *e, lf_error *error) {
    for (size_t i = 0; i < LF_COUNT(kinds); i++) {
        if (kinds[i].open(e, error))
            return true;
        close_parts(e);
        if (error->status == LF_OUT_OF_MEMORY)
            return false; /* a file that does not fit is ignored; `check` reports it */
    }
    return false;
}

static bool open_by_name(evaluator *e, const char *name, lf_error *error) {
    const char *names[LF_COUNT(kinds) + 1] = {NULL};
    for (size_t i = 0; i < LF_COUNT(kinds); i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].open(e, error);
        names[i] = kinds[i].name;
    }
    const char *const near = lf_suggest(name, names);
    return lf_error_set(error, LF_BAD_ARGUMENT, "there is no evaluation \"%.40s\"%s%s%s", name,
                        near != NULL ? "; did you mean \"" : "", near != NULL ? near : "",
                        near != NULL ? "\"?" : "");
}

evaluator *lf_evaluator_new(const lf_game *game, const char *which, lf_error *error) {
    lf_error ignored;
    lf_error *const found = error != NULL ? error : &ignored;
    evaluator *const made = lf_calloc(1, sizeof *made);
    if (made == NULL) {
        lf_error_no_memory(found);
        return NULL;
    }
    made->game = game;
    *found = (lf_error){0};
    if (which == NULL ? open_best(made, found) : open_by_name(made, which, found)) {
        *found = (lf_error){0};
        return made;
    }
    lf_evaluator_free(made);
    return NULL;
}

bool lf_evaluator_uses_terms(const evaluator *e) {
    return e->terms != NULL;
}

bool lf_evaluator_knows_more(const evaluator *e) {
    return e->evaluate != evaluate_by_margins;
}

void lf_evaluator_free(evaluator *e) {
    if (e != NULL)
        close_parts(e);
    lf_free(e);
}
