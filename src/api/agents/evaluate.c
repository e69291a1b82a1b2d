/* evaluate.c: the evaluators there are, by name, and the one that needs nothing but the rules: margins. */
#include "evaluate.h"

#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"

struct evaluator {
    const lf_game *game;
};

/* A lead of so much makes three wins out of four. */
#define LEAD_SCALE 6.0F

evaluator *evaluator_new(const lf_game *game, const char *which, lf_error *error) {
    static const char *const names[] = {"margins", NULL};
    if (which != NULL && strcmp(which, names[0]) != 0) {
        const char *const near = lf_suggest(which, names);
        lf_fail(error, LF_BAD_ARGUMENT, "there is no evaluation \"%.40s\"%s%s%s", which,
                near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "");
        return NULL;
    }
    evaluator *const made = lf_calloc(1, sizeof *made);
    if (made == NULL)
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    else
        made->game = game;
    return made;
}

void evaluator_free(evaluator *e) {
    lf_free(e);
}

static void evaluate_end(const lf_outcome *outcome, int seats, evaluation *out) {
    const int winners = __builtin_popcount(outcome->winners);
    for (int seat = 0; seat < seats; seat++) {
        const bool won = (outcome->winners >> seat & 1) != 0;
        out->win[seat] = winners == 0 ? 1.0F / (float)seats : won ? 1.0F / (float)winners : 0.0F;
        out->margin[seat] = (float)outcome->margin[seat];
    }
}

/* 0 … 1, and 1/2 at 0. */
static float squash(float x) {
    return 0.5F + 0.5F * x / (1.0F + (x < 0 ? -x : x));
}

/* Whoever leads the best of the others by more is likelier to win. */
static void wins_of_margins(int seats, evaluation *out) {
    float sum = 0;
    for (int seat = 0; seat < seats; seat++) {
        float best = -1e30F;
        for (int other = 0; other < seats; other++)
            if (other != seat && out->margin[other] > best)
                best = out->margin[other];
        out->win[seat] = squash(seats > 1 ? (out->margin[seat] - best) / (LEAD_SCALE / 2) : 0);
        sum += out->win[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        out->win[seat] = out->win[seat] / sum;
}

void evaluate(evaluator *e, const lf_state *state, lf_seat viewer, evaluation *out) {
    const int seats = (int)e->game->seat_count;
    lf_outcome outcome;
    (void)viewer; /* margins are public */
    if (lf_terminal(state, &outcome)) {
        evaluate_end(&outcome, seats, out);
        return;
    }
    for (int seat = 0; seat < seats; seat++)
        out->margin[seat] = (float)lf_margin(state, seat);
    wins_of_margins(seats, out);
}
