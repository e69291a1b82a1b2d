/* bots.c: programs that play seats. A bot thinks about a copy, in a thread of the pool, while
 * people may look at the table and talk; it stops when the game is changed under it. Why it did
 * what it did is kept with what it did. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/setup_json.h"
#include "think.h"

/* The bot that decides here now, NULL if none does. */
static const char *deciding_bot(const table *t, lf_seat *seat) {
    const lf_session *session = t->match.session;
    if (lf_session_over(session, NULL) || lf_session_pending(session) != LF_PENDING_NOTHING)
        return NULL;
    *seat = lf_decider(lf_session_state(session));
    return match_bot(&t->match, *seat);
}

void bots_wake(table *t) {
    lf_seat seat;
    const char *bot = t->bot_waits ? NULL : deciding_bot(t, &seat);
    if (bot != NULL) /* if it cannot be queued, the next one who changes the table tries again */
        t->bot_waits = think_add(t->server, WORK_BOT, t, seat, bot);
}

/* ---- one decision ---------------------------------------------------------------------------- */

/* What a bot is to think about; a state of NULL: nothing. */
typedef struct {
    lf_state *state;
    cached_agent *cached;
    int64_t plays;
    uint64_t seed; /* of the bot's rng */
} task;

/* Nobody can guess the rng of bots, except at a table whose set-up names a seed: there the same
 * decisions lead to the same game. */
static uint64_t rng(const table *t) {
    uint64_t seed;
    if (!json_is_true(json_object_get(t->head, "seeded")) ||
        !lf_seed_from_json(json_object_get(t->head, "seed"), &seed))
        return auth_random();
    return seed * 0x9e3779b97f4a7c15U + (uint64_t)lf_session_decisions(t->match.session);
}

static task take_task(table *t, const work *w) {
    task k = {.plays = t->match.plays};
    lf_seat seat;
    const char *bot = deciding_bot(t, &seat);
    t->bot_waits = false;
    if (bot == NULL)
        return k;
    if (seat != w->seat || strcmp(bot, w->agent_spec) != 0) {
        bots_wake(t); /* another bot's decision by now */
        return k;
    }
    /* A thread that still has the agent was stopped, and looks at the table again when it is
     * done. */
    k.cached = cached_agent_take(think_agent_cache(t->server), t, seat, bot);
    k.state = k.cached != NULL ? lf_state_clone(lf_session_state(t->match.session)) : NULL;
    if (k.state != NULL) /* agents do not think about what is forced */
        lf_forced_mode(k.state, LF_FORCED_GAME);
    k.seed = rng(t);
    return k;
}

/* What it chose, as an event; NULL if it chose nothing. */
static json_t *choose(agent_cache *all, const task *k) {
    char number[LF_NUMBER_SIZE];
    const lf_game *game = lf_state_game(k->state);
    lf_agent *agent = cached_agent_begin(all, k->cached, k->seed);
    const int option = agent != NULL ? lf_agent_choose(agent, k->state) : LF_NO_OPTION;
    if (option < 0)
        return NULL;
    char *reason = lf_legal_count(k->state) > 1 ? lf_agent_reason(agent, k->state) : NULL;
    json_t *event = json_pack(
        "{s:s, s:s, s:s*}", "seat", lf_name(game, LF_OF_SEATS, lf_decider(k->state)), "option",
        lf_option_id(k->state, option, number, sizeof number), "reason", reason);
    lf_string_free(reason);
    return event;
}

/* ---- when there is no decision -------------------------------------------------------------- */

/* All listeners see it, and the owner may put somebody else there; with any change the bot tries
 * again. */
static void tell_problem(table *t, lf_seat seat, const char *bot, const char *why) {
    char text[sizeof((store_error *)NULL)->message + 300];
    snprintf(text, sizeof text,
             "%.100s cannot go on: the bot %.100s found nothing that the game accepts. The owner "
             "of the table "
             "may put somebody else there or take back. %s",
             lf_label(t->match.game, LF_OF_SEATS, seat), bot, why);
    hide_folders(text);
    free(t->problem);
    t->problem = strdup(text);
    listeners_send_problem(t);
}

/* A bot that finds nothing, or wants what a rule fails at, must not stop the table: it takes any
 * other option that the game accepts. Refusals leave the game as it was. */
static void decide_anything(table *t, const work *w, const task *k, store_error *error) {
    char number[LF_NUMBER_SIZE];
    const int count = lf_legal_count(lf_session_state(t->match.session));
    for (int i = 0; i < count && error->status <= STORE_CONFLICT && t->match.plays == k->plays;
         i++) {
        const lf_state *state = lf_session_state(t->match.session);
        const int option = (int)((k->seed % (uint64_t)count + (uint64_t)i) % (uint64_t)count);
        json_t *payload =
            json_pack("{s:s, s:s, s:s}", "seat", lf_name(t->match.game, LF_OF_SEATS, w->seat),
                      "option", lf_option_id(state, option, number, sizeof number), "reason",
                      "It found nothing better: any option that the rules accept.");
        *error = (store_error){STORE_OK, ""};
        if (table_commit(t, "decision", payload, error))
            return;
    }
    if (t->match.plays == k->plays && !t->failed)
        tell_problem(t, w->seat, w->agent_spec, error->message);
}

void bots_work(server *s, const work *w) {
    store_error error = {STORE_OK, ""};
    table *t = table_enter(s, w->table, &error);
    if (t == NULL)
        return;
    const task k = take_task(t, w);
    table_leave(t);
    if (k.cached == NULL)
        return;
    json_t *choice = k.state != NULL ? choose(think_agent_cache(s), &k) : NULL;
    cached_agent_put_back(think_agent_cache(s), k.cached);
    lf_state_free(k.state);
    t = table_enter(s, w->table, &error);
    if (t == NULL || s->stopping) {
        json_decref(choice);
    } else if (t->match.plays !=
               k.plays) { /* somebody took a decision back, or the like: it is too late */
        json_decref(choice);
        bots_wake(t);
    } else if (choice == NULL || !table_commit(t, "decision", choice, &error)) {
        decide_anything(t, w, &k, &error);
    }
    if (t != NULL)
        table_leave(t);
}
