/* public_agents.c: the agents of ludoforge_agents.h. Checks the arguments of other programs; how
 * agents play is in agents.c and the files of the classes, and what they say is in explain.c. */
#include "agents.h"
#include "base/base.h"
#include "explain.h"
#include "kernel/state/state.h"
#include "ludoforge_agents.h"

struct lf_agent {
    agent inside;
    bool begun;
};

const char *lf_agent_name(int index, const char **summary) {
    const agent_class *const kind = lf_agent_class_at(index);
    if (summary != NULL)
        *summary = kind != NULL ? kind->summary : NULL;
    return kind != NULL ? kind->name : NULL;
}

lf_agent *lf_agent_new(const lf_game *game, const char *name, lf_error *error) {
    lf_agent *const made = lf_calloc(1, sizeof *made);
    if (made == NULL) {
        lf_error_no_memory(error);
        return NULL;
    }
    if (lf_agent_open(&made->inside, game, name, error)) {
        lf_game_retain(game);
        return made;
    }
    lf_free(made);
    return NULL;
}

const char *lf_agent_text(const lf_agent *a) {
    return a->inside.name.text;
}

uint64_t *lf_agent_random_rng(lf_agent *a) {
    return a->inside.kind == &lf_agent_random ? &a->inside.rng.state : NULL;
}

lf_status lf_agent_begin(lf_agent *a, lf_seat seat, uint64_t seed) {
    if (seat != LF_NOBODY && (seat < 0 || seat >= lf_count(a->inside.game, LF_OF_SEATS)))
        return LF_BAD_ARGUMENT;
    a->begun = true;
    lf_agent_start(&a->inside, seat, seed);
    return LF_OK;
}

void lf_agent_limit(lf_agent *a, double seconds_a_turn, size_t bytes) {
    a->inside.seconds_most = seconds_a_turn > 0 ? seconds_a_turn : 0;
    if (a->inside.bytes_most == bytes)
        return;
    a->inside.bytes_most = bytes;
    if (a->inside.kind->limit != NULL)
        a->inside.kind->limit(&a->inside);
}

void lf_agent_cancel(lf_agent *a) {
    atomic_store(&a->inside.cancelled, true);
}

static bool is_ready(const lf_agent *a, const lf_state *state) {
    return a->begun && lf_state_game(state) == a->inside.game;
}

int lf_agent_choose(lf_agent *a, const lf_state *state) {
    const bool its_own =
        is_ready(a, state) && a->inside.seat != LF_NOBODY && lf_decider(state) == a->inside.seat;
    return its_own ? lf_agent_pick(&a->inside, state) : LF_NO_OPTION;
}

char *lf_agent_reason(const lf_agent *a, const lf_state *before) {
    const bool its_own = is_ready(a, before) && lf_decider(before) == a->inside.seat;
    return its_own ? lf_explain_choice(&a->inside, before) : NULL;
}

void lf_agent_free(lf_agent *a) {
    if (a == NULL)
        return;
    const lf_game *const game = a->inside.game;
    lf_agent_close(&a->inside);
    lf_game_free((lf_game *)game);
    lf_free(a);
}

/* ---- advice ---- */

static lf_advice *refuse_advice(lf_error *error, lf_status status, const char *why) {
    lf_error_set(error, status, "%s", why);
    return NULL;
}

lf_advice *lf_agent_advise(lf_agent *a, const lf_state *state, lf_error *error) {
    if (!a->begun)
        return refuse_advice(error, LF_BAD_ARGUMENT,
                             "the agent has not begun a game: call lf_agent_begin first");
    if (!is_ready(a, state))
        return refuse_advice(error, LF_BAD_ARGUMENT, "the state belongs to another game");
    if (lf_terminal(state, NULL))
        return refuse_advice(error, LF_GAME_OVER, "the game is over: there is nothing to decide");
    if (lf_decider(state) < 0 || lf_legal_count(state) == 0)
        return refuse_advice(error, LF_BAD_ARGUMENT, "no seat has a decision here");
    if (a->inside.kind->open == NULL)
        return refuse_advice(error, LF_BAD_ARGUMENT,
                             "this agent does not evaluate options: use \"hard\" or \"greedy\"");
    if (lf_decider(state) != a->inside.seat && !lf_explain_is_shared(&a->inside, lf_decider(state)))
        return refuse_advice(error, LF_BAD_ARGUMENT,
                             "only the seat that decides may see these options");
    lf_advice *const advice =
        lf_agent_search(&a->inside, state) ? lf_explain_advice(&a->inside, state) : NULL;
    return advice != NULL ? advice : refuse_advice(error, LF_OUT_OF_MEMORY, LF_NO_MEMORY);
}

void lf_advice_free(lf_advice *advice) {
    lf_free(advice);
}

lf_status lf_agent_evaluate(lf_agent *a, const lf_state *state, double *win, double *margin) {
    if (!is_ready(a, state))
        return LF_BAD_ARGUMENT;
    evaluation found;
    if (!lf_agent_evaluate_state(&a->inside, state, &found))
        return LF_OUT_OF_MEMORY;
    for (int seat = 0; seat < lf_count(a->inside.game, LF_OF_SEATS); seat++) {
        if (win != NULL)
            win[seat] = (double)found.win[seat];
        if (margin != NULL)
            margin[seat] = (double)found.margin[seat];
    }
    return LF_OK;
}
