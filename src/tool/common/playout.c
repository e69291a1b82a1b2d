/* playout.c: one game, played by agents to its end. */
#include "playout.h"

#include <inttypes.h>
#include <time.h>

#include "ludoforge_env.h"
#include "support/files.h"

static playout_end failed(playout_result *result, const lf_state *state, lf_status status) {
    const lf_error *why = lf_state_error(state);
    lf_error_set(&result->error, status, "%s",
                 why != NULL && why->message[0] ? why->message : lf_status_name(status));
    return PLAYOUT_FAILED;
}

static int64_t processor_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Whose turn it was last, to notice when another begins. */
typedef struct {
    lf_seat seat;
    int turn;
} turn_mark;

static int ask(const playout_plan *plan, const lf_state *state, lf_seat seat, turn_mark *last) {
    if (plan->work == NULL)
        return lf_agent_choose(plan->agents[seat], state);
    seat_work *const work = &plan->work[seat];
    const int turn = lf_turn(state);
    const int64_t before = processor_nanoseconds();
    const int option = lf_agent_choose(plan->agents[seat], state);
    work->nanoseconds += processor_nanoseconds() - before;
    work->decisions++;
    work->turns += seat != last->seat || turn != last->turn;
    *last = (turn_mark){seat, turn};
    return option;
}

#define LOOKING_UP 1024 /* random decisions until it is asked whether to stop */

/* The words of rng of the seats, if all of them play at random and nobody asks how. */
static bool is_random(const lf_state *state, const playout_plan *plan,
                      uint64_t *rng[LF_SEATS_MAX]) {
    bool random = plan->record == NULL && plan->work == NULL;
    for (lf_seat seat = 0; random && seat < lf_count(lf_state_game(state), LF_OF_SEATS); seat++) {
        rng[seat] = lf_agent_random_rng(plan->agents[seat]);
        random = rng[seat] != NULL;
    }
    return random;
}

/* Random decisions at one go; what stops them is looked at by who asked for them. */
static void play_randomly(lf_state *state, const playout_plan *plan, uint64_t *const rng[],
                          playout_result *result) {
    int64_t made = LOOKING_UP;
    while (made == LOOKING_UP &&
           (plan->stop == NULL || !atomic_load_explicit(plan->stop, memory_order_relaxed))) {
        const int64_t left = plan->max_decisions - result->decisions;
        made = lf_playout(state, rng, left < LOOKING_UP ? left : LOOKING_UP);
        result->decisions += made;
    }
}

static playout_end play_on(lf_state *state, const playout_plan *plan, playout_result *result) {
    turn_mark last = {.seat = LF_NOBODY};
    uint64_t *rng[LF_SEATS_MAX];
    if (is_random(state, plan, rng)) {
        play_randomly(state, plan, rng, result);
        if (lf_state_error(state)->message[0])
            return failed(result, state, LF_RULE_ERROR);
    }
    while (!lf_terminal(state, NULL)) {
        /* Looked at every time: an agent may think for seconds. */
        if (plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed))
            return PLAYOUT_STOPPED;
        if (result->decisions >= plan->max_decisions) {
            lf_error_set(&result->error, LF_RULE_ERROR,
                         "Runaway: no end after %" PRId64 " decisions.", result->decisions);
            return PLAYOUT_RUNAWAY;
        }
        lf_seat seat = lf_decider(state);
        int option = seat >= 0 ? ask(plan, state, seat, &last) : -1;
        if (option < 0) {
            lf_error_set(&result->error, LF_RULE_ERROR,
                         "Dead end: the game is not over, and there is no option.");
            return PLAYOUT_FAILED;
        }
        lf_status status = lf_record_apply(plan->record, state, option);
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
        lf_record_end(plan->record, state);
}
