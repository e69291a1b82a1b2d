/* advice.c: what an agent would do, for the one who decides; and why bots did what they did.
 *
 * Advice is worked out by the pool. Until it is there a request for it is answered 202, and the one
 * who decides is sent an event. It is worked out from what the seat knows, so it tells
 * nothing else.
 *
 * Reasons of a bot are shown at once where everybody knows what the bot knows. A bot that holds
 * cards which others cannot see would reveal them by its reasons: those are shown when the game is
 * over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "think.h"

#define ADVICE_SEED 1 /* constant: the answer may depend only on what the seat knows */

bool hints_are_allowed(const table *t) {
    const json_t *hints = json_object_get(t->head, "hints");
    return hints == NULL || json_is_true(hints) || lf_session_over(t->match.session, NULL);
}

static bool allowed(const call *c, answer *a) {
    if (hints_are_allowed(c->table))
        return true;
    answer_error(a, 403, "hints", "There are no hints at this table until the game is over.");
    return false;
}

/* ---- advice as JSON -------------------------------------------------------------------------- */

json_t *by_seat_json(const lf_game *game, const double *values) {
    json_t *object = json_object();
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        json_object_set_new(object, lf_name(game, LF_OF_SEATS, seat), json_real(values[seat]));
    return object;
}

static json_t *options_json(const lf_state *state, const lf_advice *found) {
    json_t *list = json_array();
    lf_decision *decision = lf_decision_new(state);
    for (int i = 0; decision != NULL && i < found->count; i++) {
        const lf_advised *one = &found->options[i];
        if (one->option < 0 || one->option >= decision->count)
            continue;
        const lf_choice *option = &decision->options[one->option];
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:I, s:f, s:f, s:s}", "option", option->id, "label",
                            option->label, "visits", (json_int_t)one->visits, "win", one->win,
                            "margin", one->margin, "line", one->line != NULL ? one->line : ""));
    }
    lf_decision_free(decision);
    return list;
}

static json_t *advice_json(const lf_state *state, const char *agent_spec, const lf_advice *found) {
    const lf_game *game = lf_state_game(state);
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "agent", agent_spec, "seat",
                     lf_name(game, LF_OF_SEATS, found->seat), "options", options_json(state, found),
                     "win", by_seat_json(game, found->win), "margin",
                     by_seat_json(game, found->margin));
}

/* ---- working it out -------------------------------------------------------------------------- */

void advice_forget(table *t) {
    free(t->advice.text);
    t->advice = (thought){.text = NULL};
}

/* Is the work still what somebody waits for? */
static bool is_wanted(const table *t, const work *w) {
    return t->advice.waits && t->advice.plays == t->match.plays &&
           lf_decider(lf_session_state(t->match.session)) == w->seat;
}

static char *advise(agent_cache *all, cached_agent *m, const lf_state *state,
                    const char *agent_spec) {
    lf_error error = {.status = LF_OK, .message = ""};
    lf_agent *agent = cached_agent_begin(all, m, ADVICE_SEED);
    lf_advice *found = agent != NULL ? lf_agent_advise(agent, state, &error) : NULL;
    hide_folders(error.message);
    json_t *json = found != NULL
                       ? advice_json(state, agent_spec, found)
                       : json_pack("{s:s, s:s}", "error", error.message, "code", "advice");
    char *text = json != NULL ? json_dumps(json, ANSWER_FORMAT) : NULL;
    json_decref(json);
    lf_advice_free(found);
    return text;
}

void advice_work(server *s, const work *w) {
    store_error error = {STORE_OK, ""};
    table *t = table_enter(s, w->table, &error);
    if (t == NULL)
        return;
    cached_agent *m =
        is_wanted(t, w) ? cached_agent_take(think_agent_cache(s), t, w->seat, w->agent_spec) : NULL;
    lf_state *state = m != NULL ? lf_state_clone(lf_session_state(t->match.session)) : NULL;
    const int64_t plays = t->match.plays;
    if (state != NULL) /* agents do not think about what is forced */
        lf_forced_mode(state, LF_FORCED_GAME);
    if (m == NULL)
        t->advice.waits = false;
    table_leave(t);
    char *text =
        m != NULL && state != NULL ? advise(think_agent_cache(s), m, state, w->agent_spec) : NULL;
    lf_state_free(state);
    if (m != NULL)
        cached_agent_put_back(think_agent_cache(s), m);
    t = m != NULL ? table_enter(s, w->table, &error) : NULL;
    if (t != NULL && t->match.plays == plays) {
        advice_forget(t);
        t->advice = (thought){.text = text, .plays = plays};
        text = NULL;
        listeners_send_advice(t, w->seat);
    }
    free(text);
    if (t != NULL)
        table_leave(t);
}

/* ---- handlers -------------------------------------------------------------------------------- */

void handle_advice(call *c, answer *a) {
    table *t = c->table;
    lf_seat viewer;
    if (!allowed(c, a) || !call_viewer(c, &viewer, a) || !call_decides(c, a))
        return;
    const lf_seat decider = lf_decider(lf_session_state(t->match.session));
    if (t->advice.text != NULL && t->advice.plays == t->match.plays) {
        answer_text(a, 200, strdup(t->advice.text));
        return;
    }
    if (!t->advice.waits)
        t->advice = (thought){.plays = t->match.plays,
                              .waits = think_add(c->server, WORK_ADVICE, t, decider, LF_ADVISER)};
    answer_json(a, 202, json_pack("{s:b}", "ready", 0));
}

void handle_reasons(call *c, answer *a) {
    const match *m = &c->table->match;
    const long long from = call_number(c, "from", 0);
    const bool over = lf_session_over(m->session, NULL);
    if (from < 0) {
        answer_error(a, 400, "query", "\"from\" must be a number of decisions.");
        return;
    }
    if (!allowed(c, a))
        return;
    json_t *list = json_array();
    for (int64_t number = from; number < (int64_t)lf_session_decisions(m->session); number++) {
        lf_seat seat;
        const char *reason = match_reason(m, number, &seat);
        if (reason != NULL && (over || !lf_knows_more(m->game, seat, LF_NOBODY)))
            json_array_append_new(list,
                                  json_pack("{s:I, s:s, s:s}", "number", (json_int_t)number, "seat",
                                            lf_name(m->game, LF_OF_SEATS, seat), "text", reason));
    }
    answer_json(a, 200, json_pack("{s:o}", "reasons", list));
}
