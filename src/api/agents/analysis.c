/* analysis.c: walks through a game that was played, and asks an agent what it thinks of it. */
#include "analysis.h"

#include <string.h>

#include "agents.h"
#include "base/base.h"
#include "explain.h"
#include "kernel/state/state.h"

#define MOMENTS_USUAL 6
#define SAMPLES 4 /* of what the viewer does not know, for a position */
#define ANALYSIS_SEED 1
#define AGENT_USUAL "greedy"

typedef struct {
    analysis a;
    lf_agent *asked;
    lf_analysis_limits limits;
    int done, all; /* steps of the work */
} work;

lf_seat analysis_decider(const analysis *a, size_t decision) {
    return a->session->steps[decision].seat;
}

const lf_advised *analysis_taken(const analysis *a, const analysis_moment *m) {
    const int option = a->session->record.decisions[m->decision].option;
    for (int i = 0; m->advice != NULL && i < m->advice->count; i++) {
        if (m->advice->options[i].option == option)
            return &m->advice->options[i];
    }
    return NULL;
}

/* False, with an error, when whoever watches has had enough. */
static bool step(work *w, lf_error *error) {
    w->done++;
    if (w->limits.progress == NULL || w->limits.progress(w->limits.context, w->done, w->all))
        return true;
    lf_fail(error, LF_BAD_ARGUMENT, "the analysis was ended");
    return false;
}

/* ---- chances ------------------------------------------------------------------------------------------------- */

/* What the game says itself, when it is over: a shared win is shared. */
static void take_outcome(const lf_game *game, const lf_outcome *outcome, analysis_point *out) {
    const int seats = lf_count(game, LF_OF_SEATS);
    int winners = 0;
    for (int seat = 0; seat < seats; seat++)
        winners += (outcome->winners >> seat & 1) != 0;
    for (int seat = 0; seat < seats; seat++) {
        const bool won = (outcome->winners >> seat & 1) != 0;
        out->win[seat] = winners == 0 ? 1.0 / seats : won ? 1.0 / winners : 0;
        out->margin[seat] = (double)outcome->margin[seat];
    }
}

/* The mean over a few samples of what is hidden; a game without cards hides nothing. */
static bool ask_chances(const work *w, const lf_state *state, analysis_point *out) {
    const int seats = lf_count(w->a.game, LF_OF_SEATS),
              samples = lf_count(w->a.game, LF_OF_STACKS) > 0 ? SAMPLES : 1;
    lf_outcome outcome;
    *out = (analysis_point){{0}, {0}};
    if (lf_terminal(state, &outcome)) {
        take_outcome(w->a.game, &outcome, out);
        return true;
    }
    for (int i = 0; i < samples; i++) {
        analysis_point one;
        if (lf_agent_begin(w->asked, w->a.viewer, ANALYSIS_SEED + (uint64_t)i) != LF_OK ||
            lf_agent_evaluate(w->asked, state, one.win, one.margin) != LF_OK)
            return false;
        for (int seat = 0; seat < seats; seat++) {
            out->win[seat] += one.win[seat] / samples;
            out->margin[seat] += one.margin[seat] / samples;
        }
    }
    return true;
}

static bool walk(work *w, lf_error *error) {
    analysis *const a = &w->a;
    lf_state *const state = history_state(a->session, a->first);
    bool good = state != NULL;
    for (size_t d = a->first; good && d <= a->end; d++) {
        good = ask_chances(w, state, &a->points[d - a->first]);
        if (good && d < a->end)
            good = lf_apply(state, a->session->record.decisions[d].option) == LF_OK;
        if (good && !step(w, error)) {
            lf_state_free(state);
            return false;
        }
    }
    lf_state_free(state);
    if (!good)
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    return good;
}

/* ---- moments --------------------------------------------------------------------------------------------------- */

/* By how much a decision moved the chances of the seat that it moved most. */
static double swing(const analysis *a, size_t decision) {
    const analysis_point *const before = analysis_at(a, decision), *const after =
                                                                       analysis_at(a, decision + 1);
    double most = 0;
    for (int seat = 0; seat < lf_count(a->game, LF_OF_SEATS); seat++) {
        const double by = after->win[seat] - before->win[seat];
        most = by > most ? by : -by > most ? -by : most;
    }
    return most;
}

/* Is a decision of this turn among the moments? */
static bool has_turn(const analysis *a, int turn) {
    for (int i = 0; i < a->moment_count; i++) {
        if (a->session->steps[a->moments[i].decision].turn == turn)
            return true;
    }
    return false;
}

/* One decision a turn, those that moved most; then in the order of the game. */
static void pick_moments(analysis *a, int most) {
    while (a->moment_count < most) {
        size_t best = a->end;
        for (size_t d = a->first; d < a->end; d++) {
            const double by = swing(a, d);
            if (by > 0 && (best == a->end || by > swing(a, best)) && !has_turn(a, a->session->steps[d].turn))
                best = d;
        }
        if (best == a->end)
            break;
        int at = a->moment_count++;
        for (; at > 0 && a->moments[at - 1].decision > best; at--)
            a->moments[at] = a->moments[at - 1];
        a->moments[at] = (analysis_moment){.decision = best};
    }
}

/* May the reader know what was offered to the seat? */
static bool is_open(const analysis *a, lf_seat decider) {
    const agent reader = {.game = a->game, .seat = a->viewer};
    return a->reader == LF_HOST || a->viewer == decider || explain_is_shared(&reader, decider);
}

static bool study(work *w, analysis_moment *m, lf_error *error) {
    const lf_seat decider = analysis_decider(&w->a, m->decision);
    if (!is_open(&w->a, decider))
        return true;
    lf_state *const state = history_state(w->a.session, m->decision);
    lf_error why = {0};
    if (state != NULL &&
        lf_agent_begin(w->asked, w->a.reader == LF_HOST ? decider : w->a.viewer, ANALYSIS_SEED) == LF_OK) {
        m->words = lf_decision_new(state);
        m->advice = lf_agent_advise(w->asked, state, &why);
    }
    lf_state_free(state);
    if (state == NULL || m->words == NULL || (m->advice == NULL && why.status == LF_OUT_OF_MEMORY)) {
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    return true;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool prepare(work *w, lf_error *error) {
    analysis *const a = &w->a;
    const int most = w->limits.moments > 0 ? w->limits.moments : w->limits.moments < 0 ? 0 : MOMENTS_USUAL;
    const size_t points = a->end - a->first + 1;
    w->asked = lf_agent_new(a->game, a->agent, error);
    if (w->asked == NULL)
        return false;
    lf_agent_limit(w->asked, w->limits.seconds, 0);
    a->points = lf_calloc(points, sizeof *a->points);
    a->moments = lf_calloc((size_t)most + 1, sizeof *a->moments);
    w->all = (int)points + most;
    if (a->points != NULL && a->moments != NULL)
        return true;
    lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    return false;
}

static bool analyse(work *w, lf_error *error) {
    analysis *const a = &w->a;
    if (!prepare(w, error) || !walk(w, error))
        return false;
    const int points = w->done;
    pick_moments(a, w->all - points);
    w->all = points + a->moment_count;
    for (int i = 0; i < a->moment_count; i++) {
        if (!study(w, &a->moments[i], error) || !step(w, error))
            return false;
    }
    return true;
}

static void let_go(work *w) {
    for (int i = 0; i < w->a.moment_count; i++) {
        lf_advice_free(w->a.moments[i].advice);
        lf_decision_free(w->a.moments[i].words);
    }
    lf_free(w->a.points);
    lf_free(w->a.moments);
    lf_agent_free(w->asked);
}

static bool check(const lf_session *session, lf_seat viewer, lf_error *error) {
    if (session->state == NULL) {
        lf_fail(error, LF_BAD_ARGUMENT, "the session has no game yet");
        return false;
    }
    if (viewer == LF_NOBODY || viewer == LF_HOST ||
        (viewer >= 0 && viewer < lf_count(session->game, LF_OF_SEATS)))
        return true;
    lf_fail(error, LF_BAD_ARGUMENT, "there is no seat %d", viewer);
    return false;
}

char *lf_analyse(const lf_session *session, lf_seat viewer, const char *words,
                 const lf_analysis_limits *limits, lf_error *error) {
    if (!check(session, viewer, error))
        return NULL;
    const bool over = lf_terminal(session->state, NULL);
    work w = {.a = {.session = session,
                    .game = session->game,
                    .agent = words != NULL ? words : AGENT_USUAL,
                    .viewer = viewer == LF_HOST ? LF_NOBODY : viewer,
                    .reader = over ? LF_HOST : viewer,
                    .first = session->floor,
                    .end = session->step_count},
              .limits = limits != NULL ? *limits : (lf_analysis_limits){0}};
    char *text = NULL;
    if (analyse(&w, error)) {
        text = analysis_to_json(&w.a, w.limits.decisions);
        if (text == NULL)
            lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    }
    let_go(&w);
    return text;
}
