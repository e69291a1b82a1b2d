/* analysis.c: replays a game, asks an agent for evaluations and advice, and finds the moments. */
#include "analysis.h"

#include <string.h>

#include "api/agents/agents.h"
#include "api/agents/explain.h"
#include "base/base.h"
#include "kernel/state/state.h"

#define MOMENTS_DEFAULT 6
#define DECISIONS_MAX 16 /* of a turn that are examined */
#define SAMPLES 4        /* of hidden information, for each position */
#define ANALYSIS_SEED 1

typedef struct {
    analysis a;
    lf_agent *asked;
    lf_analysis_limits limits;
    int done, all; /* steps, for the progress */
} analyser;

static const lf_advised *advice_on_choice(const analysis *a, size_t decision,
                                          const lf_advice *advice) {
    const int option = a->session->record.decisions[decision].option;
    for (int i = 0; advice != NULL && i < advice->count; i++) {
        if (advice->options[i].option == option)
            return &advice->options[i];
    }
    return NULL;
}

static const lf_advised *better_option(const lf_advice *advice, const lf_advised *taken) {
    const lf_advised *const best = taken != NULL ? &advice->options[0] : NULL;
    return best != NULL && best != taken && (best->win > taken->win || best->margin > taken->margin)
               ? best
               : NULL;
}

const lf_advised *lf_analysis_taken(const analysis *a, const analysis_moment *m) {
    return advice_on_choice(a, m->decision, m->advice);
}

const lf_advised *lf_analysis_better(const analysis *a, const analysis_moment *m) {
    return better_option(m->advice, lf_analysis_taken(a, m));
}

/* Reports progress. False with an error: the caller ends the analysis. */
static bool report_progress(analyser *w, lf_error *error) {
    w->done++;
    if (w->limits.progress == NULL || w->limits.progress(w->limits.context, w->done, w->all))
        return true;
    return lf_error_set(error, LF_BAD_ARGUMENT, "the analysis was cancelled");
}

/* ---- chances --------------------------------------------------------------------------------- */

static void evaluate_outcome(const lf_game *game, const lf_outcome *outcome, analysis_point *out) {
    const int seats = lf_count(game, LF_OF_SEATS);
    lf_win_shares(game, outcome, seats, out->win);
    for (int seat = 0; seat < seats; seat++)
        out->margin[seat] = (double)outcome->margin[seat];
}

/* Evaluates a position: the mean over a few samples. A game without cards needs only one. */
static bool evaluate_position(const analyser *w, const lf_state *state, analysis_point *out) {
    const int seats = lf_count(w->a.game, LF_OF_SEATS),
              samples = lf_count(w->a.game, LF_OF_STACKS) > 0 ? SAMPLES : 1;
    lf_outcome outcome;
    *out = (analysis_point){{0}, {0}};
    if (lf_terminal(state, &outcome)) {
        evaluate_outcome(w->a.game, &outcome, out);
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

/* Evaluates the position before each decision, and the present one. */
static bool evaluate_decisions(analyser *w, lf_error *error) {
    analysis *const a = &w->a;
    lf_error why = {0};
    lf_state *const state = lf_session_history_state(a->session, a->first, &why);
    bool good = state != NULL;
    for (size_t d = a->first; good && d <= a->end; d++) {
        good = evaluate_position(w, state, &a->points[d - a->first]);
        if (good && d < a->end)
            good = lf_session_repeat(a->session, state, d, &why);
        if (good && !report_progress(w, error)) {
            lf_state_free(state);
            return false;
        }
    }
    lf_state_free(state);
    if (!good && why.status != LF_OK)
        lf_error_set(error, why.status, "%s", why.message);
    else if (!good)
        lf_error_no_memory(error);
    return good;
}

/* ---- turns ----------------------------------------------------------------------------------- */

static bool find_turns(analysis *a) {
    const int all = lf_session_turns(a->session);
    lf_log_turn about;
    a->turns = lf_calloc((size_t)all + 1, sizeof *a->turns);
    for (int turn = 0; a->turns != NULL && turn < all; turn++) {
        if (lf_session_turn(a->session, turn, &about) && about.seat >= 0 &&
            about.decision >= a->first && about.decision < a->end)
            a->turns[a->turn_count++] =
                (analysis_turn){.number = turn, .seat = about.seat, .decision = about.decision};
    }
    return a->turns != NULL;
}

/* May the reader know the options of the seat? */
static bool may_see_options(const analysis *a, lf_seat decider) {
    const agent reader = {.game = a->game, .seat = a->viewer};
    return a->reader == LF_HOST || a->viewer == decider || lf_explain_is_shared(&reader, decider);
}

/* The advice of the agent at a decision, with the knowledge of the seat `as`. NULL: memory ran out,
 * a rule failed, or the agent has no advice; the error says which. */
static lf_advice *ask_advice(const analyser *w, lf_seat as, size_t decision, lf_decision **offered,
                             lf_error *error) {
    lf_state *const state = lf_session_history_state(w->a.session, decision, error);
    lf_advice *advice = NULL;
    if (state != NULL && lf_agent_begin(w->asked, as, ANALYSIS_SEED) != LF_OK)
        lf_error_no_memory(error);
    else if (state != NULL)
        advice = lf_agent_advise(w->asked, state, error);
    if (state != NULL && offered != NULL)
        *offered = lf_decision_new(state);
    lf_state_free(state);
    return advice;
}

/* The chances at the beginning of each turn: by the evaluation of the position or, if searches are
 * wished and the viewer may see the options, by a search. */
static bool evaluate_turns(analyser *w, lf_error *error) {
    analysis *const a = &w->a;
    for (int i = 0; i < a->turn_count; i++) {
        analysis_turn *const turn = &a->turns[i];
        lf_error why = {0};
        turn->point = *analysis_at(a, turn->decision);
        if (!w->limits.search)
            continue;
        lf_advice *const advice = ask_advice(w, a->viewer, turn->decision, NULL, &why);
        if (advice != NULL) {
            memcpy(turn->point.win, advice->win, sizeof turn->point.win);
            memcpy(turn->point.margin, advice->margin, sizeof turn->point.margin);
        }
        lf_advice_free(advice);
        if (why.status == LF_OUT_OF_MEMORY || why.status == LF_RULE_ERROR)
            return lf_error_set(error, why.status, "%s", why.message);
        if (!report_progress(w, error))
            return false;
    }
    return true;
}

/* ---- moments --------------------------------------------------------------------------------- */

/* The largest change of a seat's chances in a turn. */
static double change_of_turn(const analysis *a, int turn) {
    const analysis_point *const before = &a->turns[turn].point, *const after =
                                                                    analysis_after(a, turn);
    double most = 0;
    for (int seat = 0; seat < lf_count(a->game, LF_OF_SEATS); seat++) {
        const double by = after->win[seat] - before->win[seat];
        most = by > most ? by : -by > most ? -by : most;
    }
    return most;
}

static bool is_moment(const analysis *a, int turn) {
    for (int i = 0; i < a->moment_count; i++) {
        if (a->moments[i].turn == turn)
            return true;
    }
    return false;
}

/* Picks the turns that changed the chances most, and keeps them in the order of the game. */
static void pick_moments(analysis *a, int most) {
    while (a->moment_count < most) {
        int best = -1;
        for (int turn = 0; turn < a->turn_count; turn++) {
            const double by = change_of_turn(a, turn);
            if (by > 0 && (best < 0 || by > change_of_turn(a, best)) && !is_moment(a, turn))
                best = turn;
        }
        if (best < 0)
            break;
        int at = a->moment_count++;
        for (; at > 0 && a->moments[at - 1].turn > best; at--)
            a->moments[at] = a->moments[at - 1];
        a->moments[at] = (analysis_moment){.turn = best, .decision = a->turns[best].decision};
    }
}

static void keep_decision(analysis_moment *m, size_t decision, lf_advice *advice,
                          lf_decision *offered) {
    lf_advice_free(m->advice);
    lf_decision_free(m->offered);
    m->decision = decision;
    m->advice = advice;
    m->offered = offered;
}

/* How much more the best option would have brought than the chosen one; -1: unknown. */
static double loss_of_choice(const analysis *a, size_t decision, const lf_advice *advice) {
    const lf_advised *const taken = advice_on_choice(a, decision, advice), *const best =
                                                                               better_option(advice,
                                                                                             taken);
    return taken == NULL            ? -1
           : best == NULL           ? 0
           : best->win > taken->win ? best->win - taken->win
                                    : 0;
}

/* Asks for advice on the decisions of the turn, and keeps the one at which most was lost, or the
 * first. */
static bool examine_moment(analyser *w, analysis_moment *m, lf_error *error) {
    const analysis *const a = &w->a;
    const lf_seat seat = a->turns[m->turn].seat;
    const size_t end = m->turn + 1 < a->turn_count ? a->turns[m->turn + 1].decision : a->end;
    double most = -2;
    for (size_t d = m->decision, first = d;
         may_see_options(a, seat) && d < end && d - first < DECISIONS_MAX; d++) {
        lf_error why = {0};
        lf_decision *offered = NULL;
        if (a->session->record.decisions[d].seat != seat)
            continue;
        lf_advice *const advice =
            ask_advice(w, a->reader == LF_HOST ? seat : a->viewer, d, &offered, &why);
        /* Keep the decision with the greatest loss. */
        const double lost = loss_of_choice(a, d, advice);
        if (lost > most) {
            most = lost;
            keep_decision(m, d, advice, offered);
        } else {
            lf_advice_free(advice);
            lf_decision_free(offered);
        }
        /* Missing advice is no error, unless memory ran out or a rule failed. */
        if (why.status == LF_OUT_OF_MEMORY || why.status == LF_RULE_ERROR || m->offered == NULL) {
            const bool failed = why.status == LF_RULE_ERROR;
            return lf_error_set(error, failed ? why.status : LF_OUT_OF_MEMORY, "%s",
                                failed ? why.message : LF_NO_MEMORY);
        }
    }
    return true;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool open_analyser(analyser *w, lf_error *error) {
    analysis *const a = &w->a;
    const int most = w->limits.moments > 0   ? w->limits.moments
                     : w->limits.moments < 0 ? 0
                                             : MOMENTS_DEFAULT;
    const size_t points = a->end - a->first + 1;
    w->asked = lf_agent_new(a->game, a->agent, error);
    if (w->asked == NULL)
        return false;
    lf_agent_limit(w->asked, w->limits.seconds, 0);
    a->points = lf_calloc(points, sizeof *a->points);
    a->moments = lf_calloc((size_t)most + 1, sizeof *a->moments);
    if (a->points != NULL && a->moments != NULL && find_turns(a)) {
        w->all = (int)points + (w->limits.search ? a->turn_count : 0) + most;
        return true;
    }
    return lf_error_no_memory(error);
}

static bool run_analysis(analyser *w, lf_error *error) {
    analysis *const a = &w->a;
    if (!open_analyser(w, error) || !evaluate_decisions(w, error) || !evaluate_turns(w, error))
        return false;
    lf_outcome outcome;
    a->now = *analysis_at(a, a->end);
    if (lf_session_over(a->session, &outcome))
        evaluate_outcome(a->game, &outcome, &a->now);
    pick_moments(a, w->all - w->done);
    assert(w->done <= w->all);
    w->all = w->done + a->moment_count;
    for (int i = 0; i < a->moment_count; i++) {
        if (!examine_moment(w, &a->moments[i], error) || !report_progress(w, error))
            return false;
    }
    return true;
}

static void close_analyser(analyser *w) {
    for (int i = 0; i < w->a.moment_count; i++) {
        lf_advice_free(w->a.moments[i].advice);
        lf_decision_free(w->a.moments[i].offered);
    }
    lf_free(w->a.points);
    lf_free(w->a.moments);
    lf_free(w->a.turns);
    lf_agent_free(w->asked);
}

static bool check_arguments(const lf_session *session, lf_seat viewer, lf_error *error) {
    if (session->state == NULL)
        return lf_error_set(error, LF_BAD_ARGUMENT, "no game has started in the session");
    if (viewer == LF_NOBODY || viewer == LF_HOST ||
        (viewer >= 0 && viewer < lf_count(session->game, LF_OF_SEATS)))
        return true;
    return lf_error_set(error, LF_BAD_ARGUMENT, "seat %d does not exist", viewer);
}

char *lf_analyse(const lf_session *session, lf_seat viewer, const char *name,
                 const lf_analysis_limits *limits, lf_error *error) {
    if (!check_arguments(session, viewer, error))
        return NULL;
    const bool over = lf_session_over(session, NULL);
    analyser w = {.a = {.session = session,
                        .game = session->game,
                        .agent = name != NULL ? name : LF_ADVISER,
                        .viewer = viewer == LF_HOST ? LF_NOBODY : viewer,
                        .reader = over ? LF_HOST : viewer,
                        .over = over,
                        .first = session->floor,
                        .end = session->record.count},
                  .limits = limits != NULL ? *limits : (lf_analysis_limits){0}};
    char *text = NULL;
    if (run_analysis(&w, error)) {
        text = lf_analysis_to_json(&w.a, w.limits.decisions);
        if (text == NULL)
            lf_error_no_memory(error);
    }
    close_analyser(&w);
    return text;
}
