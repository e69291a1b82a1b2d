/* evaluate.c: the evaluators there are, by name: what was learned (value/), what the game tells
 * (knowledge.h), and margins, which need nothing but the rules. */
#include "evaluate.h"

#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "knowledge.h"
#include "value/value_file.h"

struct evaluator {
    const lf_game *game;
    void (*work)(evaluator *, const lf_state *, lf_seat viewer, evaluation *out);
    knowledge *known; /* of terms */
    vocabulary words; /* of a learned one, all below */
    feature_reader reader;
    value_net net;
};

/* A lead of so much makes three wins out of four. */
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

/* 0 … 1, and 1/2 at 0. */
static float squash(float x) {
    return 0.5F + 0.5F * x / (1.0F + (x < 0 ? -x : x));
}

/* Where all win or all lose, nobody leads the others: their margin says how likely a win is. */
static bool wins_together(const lf_game *game, int seats, evaluation *out) {
    const bool together = game->cooperative || seats == 1;
    for (int seat = 0; together && seat < seats; seat++)
        out->win[seat] = squash(out->margin[seat] / (LEAD_SCALE / 2));
    return together;
}

/* Whoever leads the best of the others by more is likelier to win. */
static void wins_of_margins(const lf_game *game, int seats, evaluation *out) {
    float sum = 0;
    if (wins_together(game, seats, out))
        return;
    for (int seat = 0; seat < seats; seat++) {
        float best = -1e30F;
        for (int other = 0; other < seats; other++)
            if (other != seat && out->margin[other] > best)
                best = out->margin[other];
        out->win[seat] = squash((out->margin[seat] - best) / (LEAD_SCALE / 2));
        sum += out->win[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        out->win[seat] = out->win[seat] / sum;
}

static void by_margins(evaluator *e, const lf_state *state, lf_seat viewer, evaluation *out) {
    const int seats = lf_seats_in_play(state);
    (void)viewer; /* margins are public */
    for (int seat = 0; seat < seats; seat++)
        out->margin[seat] = (float)lf_margin(state, seat);
    wins_of_margins(e->game, seats, out);
}

/* The designer's terms by the designer's weights. */
static void by_terms(evaluator *e, const lf_state *state, lf_seat viewer, evaluation *out) {
    const int seats = lf_seats_in_play(state);
    (void)viewer; /* the state shows what it may know, and nothing else is asked */
    for (int seat = 0; seat < seats; seat++)
        out->margin[seat] = (float)lf_knowledge_value(e->known, state, seat) / 1000.0F;
    wins_of_margins(e->game, seats, out);
}

static void by_learning(evaluator *e, const lf_state *state, lf_seat viewer, evaluation *out) {
    value_said said;
    const uint32_t count = lf_value_reader_read(&e->reader, state, viewer);
    lf_value_net_say(&e->net, e->reader.features, count, &said);
    for (uint32_t seat = 0; seat < e->game->seat_count; seat++) {
        out->win[seat] = said.win[seat];
        out->margin[seat] = said.margin[seat];
    }
    /* what is learned of wins is who is before whom */
    wins_together(e->game, (int)e->game->seat_count, out);
}

void lf_evaluate(evaluator *e, const lf_state *state, lf_seat viewer, evaluation *out) {
    lf_outcome outcome;
    for (uint32_t seat = (uint32_t)lf_seats_in_play(state); seat < e->game->seat_count; seat++)
        out->win[seat] = out->margin[seat] = 0;
    if (lf_terminal(state, &outcome))
        evaluate_end(e->game, &outcome, lf_seats_in_play(state), out);
    else
        e->work(e, state, viewer, out);
}

/* ---- opening ---- */

static bool open_margins(evaluator *e, lf_error *error) {
    (void)error;
    e->work = by_margins;
    return true;
}

static bool open_terms(evaluator *e, lf_error *error) {
    if (lf_knowledge_terms(e->game) == 0)
        return lf_fail(error, LF_BAD_ARGUMENT, "\"%s\" has no terms in a section `agents`",
                       lf_game_id(e->game)) == LF_OK;
    e->work = by_terms;
    e->known = lf_knowledge_new(e->game);
    return e->known != NULL || lf_fail(error, LF_OUT_OF_MEMORY, "out of memory") == LF_OK;
}

static bool open_learned(evaluator *e, lf_error *error) {
    char path[VALUE_PATH_BYTES];
    if (!lf_value_file_find(e->game, NULL, path))
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "nothing has been learned about \"%s\": there is no agents/value.bin in its "
                       "folder; `ludoforge "
                       "train` makes one",
                       lf_game_id(e->game)) == LF_OK;
    if (!lf_value_file_load_for(&e->net, &e->words, e->game, path, error))
        return false;
    e->work = by_learning;
    if (lf_value_reader_open(&e->reader, &e->words))
        return true;
    return lf_fail(error, LF_OUT_OF_MEMORY, "out of memory") == LF_OK;
}

static void close_parts(evaluator *e) {
    lf_value_reader_close(&e->reader);
    lf_value_net_close(&e->net);
    lf_knowledge_free(e->known);
    e->known = NULL;
}

/* From the best to what every game has. */
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
            return false; /* what does not fit the game is left out; `check` tells of it */
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
    return lf_fail(error, LF_BAD_ARGUMENT, "there is no evaluation \"%.40s\"%s%s%s", name,
                   near != NULL ? "; did you mean \"" : "", near != NULL ? near : "",
                   near != NULL ? "\"?" : "") == LF_OK;
}

evaluator *lf_evaluator_new(const lf_game *game, const char *which, lf_error *error) {
    lf_error ignored;
    lf_error *const said = error != NULL ? error : &ignored;
    evaluator *const made = lf_calloc(1, sizeof *made);
    if (made == NULL) {
        lf_fail(said, LF_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    made->game = game;
    *said = (lf_error){0};
    if (which == NULL ? open_best(made, said) : open_by_name(made, which, said)) {
        *said = (lf_error){0};
        return made;
    }
    lf_evaluator_free(made);
    return NULL;
}

bool lf_evaluator_uses_terms(const evaluator *e) {
    return e->known != NULL;
}

bool lf_evaluator_knows_more(const evaluator *e) {
    return e->work != by_margins;
}

void lf_evaluator_free(evaluator *e) {
    if (e != NULL)
        close_parts(e);
    lf_free(e);
}
