/* playout.c: one game, played by agents to its end. */
#include "playout.h"

#include <inttypes.h>

#include "api/session/files.h"

/* How many decisions pass between two looks at the stop flag, less one. */
#define STOP_MASK 63

static playout_end failed(playout_result *result, const lf_state *state, lf_status status) {
    const lf_error *why = lf_state_error(state);
    fail(&result->error, status, "%s",
         why != NULL && why->message[0] ? why->message : lf_status_name(status));
    return PLAYOUT_FAILED;
}

static playout_end play_on(lf_state *state, const playout_plan *plan, playout_result *result) {
    while (!lf_terminal(state, NULL)) {
        if ((result->decisions & STOP_MASK) == 0 && plan->stop &&
            atomic_load_explicit(plan->stop, memory_order_relaxed))
            return PLAYOUT_STOPPED;
        if (result->decisions >= plan->max_decisions) {
            fail(&result->error, LF_RULE_ERROR, "Runaway: no end after %" PRId64 " decisions.",
                 result->decisions);
            return PLAYOUT_RUNAWAY;
        }
        lf_seat seat = lf_decider(state);
        int option = seat >= 0 ? agent_choose(&plan->agents[seat], state) : -1;
        if (option < 0) {
            fail(&result->error, LF_RULE_ERROR, "Dead end: the game is not over, and there is no option.");
            return PLAYOUT_FAILED;
        }
        lf_status status = record_apply(plan->record, state, option);
        if (status != LF_OK)
            return failed(result, state, status);
        result->decisions++;
    }
    return PLAYOUT_ENDED;
}

void playout_run(lf_state *state, const playout_plan *plan, playout_result *result) {
    *result = (playout_result){0};
    result->end = play_on(state, plan, result);
    if (result->end == PLAYOUT_ENDED)
        lf_terminal(state, &result->outcome);
    if (plan->record)
        record_end(plan->record, state);
}
