/* fuzz_run.c: plays one input of the fuzzer, and watches. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_internal.h"
#include "support/array.h"
#include "support/files.h"

#define CHECK_ONE_IN 16 /* decisions between two rounds of the expensive checks, on average */
#define NOTICE_EVERY 16 /* decisions between two looks at the coverage: a look costs time */
#define LISTEN_ONE_IN 4
#define STYLE_PERCENT 60 /* how often a style gets its way */

static bool push_choice(fuzz_input *input, uint16_t choice) {
    if (!lf_array_reserve(&input->choices, &input->capacity, input->count + 1,
                          sizeof *input->choices))
        return false;
    input->choices[input->count++] = choice;
    return true;
}

bool fuzz_copy(const fuzzer *f, fuzz_input *to, const fuzz_input *from) {
    *to = (fuzz_input){.scenario = from->scenario, .seed = from->seed};
    to->picks = calloc((size_t)f->option_count + 1, sizeof *to->picks);
    if (to->picks == NULL)
        return false;
    memcpy(to->picks, from->picks, (size_t)f->option_count * sizeof *to->picks);
    for (size_t i = 0; i < from->count; i++) {
        if (!push_choice(to, from->choices[i]))
            return false;
    }
    return true;
}

void fuzz_free(fuzz_input *input) {
    free(input->picks);
    lf_free(input->choices);
    *input = (fuzz_input){0};
}

lf_setup fuzz_setup(const fuzzer *f, const fuzz_input *input) {
    return (lf_setup){
        .scenario =
            input->scenario >= 0 ? lf_name(f->plan->game, LF_OF_SCENARIOS, input->scenario) : NULL,
        .seed = input->seed,
        .options = fuzz_option_list(f, input),
        .position = f->plan->position,
    };
}

/* Marks what was reached for the first time; returns how much that is. */
static int notice_coverage(fuzzer *f) {
    int fresh = 0;
    for (int i = 0; i < f->report->size; i++) {
        if (f->report->seen[i] == FUZZ_UNSEEN && f->hits[i]) {
            f->report->seen[i] = FUZZ_SEEN;
            fresh++;
        }
    }
    f->report->reached += fresh;
    return fresh;
}

static int choose(fuzzer *f, fuzz_style style, int options) {
    if (style != STYLE_UNIFORM && lf_random_below(&f->rng, 100) < STYLE_PERCENT)
        return style == STYLE_FIRST ? 0 : options - 1;
    return lf_random_below(&f->rng, options);
}

/* The option of decision number `at`; -1 when the input has none and is not to go on. */
static int next_option(fuzzer *f, fuzz_input *input, const run_mode *mode, size_t at, int options) {
    if (at < input->count)
        return input->choices[at] % options;
    if (!mode->go_on)
        return -1;
    int option = choose(f, mode->style, options);
    return push_choice(input, (uint16_t)option) ? option : -1;
}

/* Looks after every decision only where clamps are finds: a look costs time. */
static bool no_new_clamps(fuzzer *f, const run_mode *mode, run_result *result) {
    return !f->plan->strict || fuzz_take_clamps(f, mode, result->message, sizeof result->message);
}

/* Makes one decision and checks what came of it. False when something was found. */
static bool step(fuzzer *f, lf_state *state, int option, const run_mode *mode, run_result *result) {
    const bool all = mode->thorough || lf_random_below(&f->rng, CHECK_ONE_IN) == 0;
    const bool native = lf_game_is_native(f->plan->game);
    if (all || native)
        lf_copy(f->before, state);
    const lf_status status = lf_record_apply(mode->record, state, option);
    result->played++;
    if (native &&
        !fuzz_check_native(f, state, option, status, result->message, sizeof result->message))
        return false;
    if (status != LF_OK) {
        const lf_error *why = lf_state_error(state);
        snprintf(result->message, sizeof result->message, "%s",
                 why != NULL && why->message[0] ? why->message : lf_status_name(status));
        return false;
    }
    if (all)
        fuzz_ask_agents(f, state);
    return no_new_clamps(f, mode, result) &&
           fuzz_check_cheap(f, state, result->message, sizeof result->message) &&
           (!all || fuzz_check_all(f, state, option, result->message, sizeof result->message));
}

static void play_on(fuzzer *f, lf_state *state, fuzz_input *input, const run_mode *mode,
                    run_result *result) {
    const fuzz_plan *plan = f->plan;
    while (!lf_terminal(state, NULL)) {
        if (plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed))
            return;
        if ((int64_t)result->played >= plan->max_decisions) {
            snprintf(result->message, sizeof result->message,
                     "Runaway: no end after %" PRId64 " decisions.", plan->max_decisions);
            result->found = true;
            return;
        }
        int option = next_option(f, input, mode, result->played, lf_legal_count(state));
        if (option < 0)
            return;
        if (!step(f, state, option, mode, result)) {
            result->found = true;
            return;
        }
        if (mode->go_on && result->played % NOTICE_EVERY == 0 && notice_coverage(f) > 0)
            result->new_until = result->played;
    }
}

/* Narration is rules too: some games are played to a listener, who must not change anything. */
static void listen(void *context, const lf_event *event) {
    size_t *bytes = context;
    *bytes += event->text != NULL ? strlen(event->text) : 0;
}

static bool make_scratch(fuzzer *f) {
    lf_state **const scratch[] = {&f->before, &f->trial, &f->other};
    for (int i = 0; i < 3; i++) {
        if (*scratch[i] == NULL)
            *scratch[i] = lf_state_clone(f->state);
        if (*scratch[i] == NULL)
            return false;
        lf_count_calls(*scratch[i], f->hits);
    }
    return true;
}

/* The first state is made once without being counted, and set up again: so set-up is counted,
 * too. */
static lf_status set_up(fuzzer *f, const fuzz_input *input, lf_error *error) {
    const lf_setup setup = fuzz_setup(f, input);
    if (f->state == NULL) {
        f->state = lf_state_new(f->plan->game, &setup, error);
        if (f->state == NULL)
            return error->status;
        lf_count_steps(f->state, f->hits);
        lf_count_calls(f->state, f->hits);
        lf_count_clamps(f->state, f->clamps);
    }
    lf_watch(f->state, NULL);
    if (!make_scratch(f))
        return lf_fail_no_memory(error);
    return lf_state_reset(f->state, &setup, error);
}

static void play_from_setup(fuzzer *f, fuzz_input *input, const run_mode *mode,
                            run_result *result) {
    lf_state *state = f->state;
    if (mode->record != NULL)
        lf_record_begin(mode->record, state);
    if (lf_random_below(&f->rng, LISTEN_ONE_IN) == 0)
        lf_watch(state, &(lf_observer){listen, &f->heard});
    fuzz_ask_agents(f, state);
    if (no_new_clamps(f, mode, result) &&
        fuzz_check_cheap(f, state, result->message, sizeof result->message))
        play_on(f, state, input, mode, result);
    else
        result->found = true;
    fuzz_ask_agents(f, state);
}

bool fuzz_play(fuzzer *f, fuzz_input *input, const run_mode *mode, run_result *result,
               lf_error *error) {
    *result = (run_result){0};
    *error = (lf_error){0};
    f->detail[0] = '\0';
    const lf_status status = set_up(f, input, error);
    if (status == LF_OK) {
        play_from_setup(f, input, mode, result);
    } else if (status == LF_RULE_ERROR) { /* a mistake in the rules of set-up, with these options */
        result->found = true;
        snprintf(result->message, sizeof result->message, "%s", error->message);
    } else {
        return false;
    }
    if (!f->plan->strict)
        fuzz_take_clamps(f, mode, NULL, 0);
    snprintf(result->detail, sizeof result->detail, "%s", f->detail);
    if (mode->go_on && notice_coverage(f) > 0)
        result->new_until = result->played;
    if (input->count > result->played)
        input->count = result->played;
    f->report->decisions += (int64_t)result->played;
    return true;
}
