/* fuzz_checks.c: what the fuzzer looks at after a decision. A check that fails says so in words
 * that do not depend on the position, so that the same fault is found once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_difference.h"
#include "fuzz_internal.h"
#include "support/array.h"

#define NATIVE_SAVE_ONE_IN 8

static bool broken(char *message, size_t size, const char *what, const char *name) {
    snprintf(message, size, "%s%s%s", what, name != NULL ? " " : "", name != NULL ? name : "");
    return false;
}

bool fuzz_check_cheap(fuzzer *f, const lf_state *state, char *message, size_t size) {
    const lf_game *game = f->plan->game;
    for (int i = 0; i < lf_count(game, LF_OF_INVARIANTS); i++) {
        if (!lf_invariant_holds(state, i))
            return broken(message, size,
                          "This invariant does not hold:", lf_name(game, LF_OF_INVARIANTS, i));
    }
    if (!lf_terminal(state, NULL) && lf_legal_count(state) < 1)
        return broken(message, size, "Dead end: the game is not over, and there is no option.",
                      NULL);
    if (lf_hash(state) != lf_hash_from_scratch(state))
        return broken(message, size,
                      "The running hash differs from the hash computed from scratch.", NULL);
    return true;
}

void fuzz_ask_agents(fuzzer *f, const lf_state *state) {
    for (lf_seat seat = 0; seat < lf_count(f->plan->game, LF_OF_SEATS); seat++)
        lf_margin(state, seat);
    lf_heuristics_ask(f->heuristics, state);
}

static void add_clamp(lf_clamp *to, const lf_clamp *from) {
    const uint64_t before = to->count;
    const lf_clamp old = *to;
    *to = *from;
    to->count += before;
    if (before > 0 && old.least < to->least)
        to->least = old.least;
    if (before > 0 && old.most > to->most)
        to->most = old.most;
}

/* Where a designer looks: "file:line". */
static void place_of(const lf_game *game, int instruction, char *out, size_t size) {
    lf_instruction_place(game, instruction, out, size);
    char *comma = strstr(out, ", ");
    if (comma != NULL)
        *comma = '\0';
    char *column = strrchr(out, ':');
    if (column != NULL)
        *column = '\0';
}

/* Games are played on beyond a clamp that is known, so that others are found. */
bool fuzz_take_clamps(fuzzer *f, const run_mode *mode, char *message, size_t size) {
    bool good = true;
    for (int i = 0; i < f->report->size; i++) {
        lf_clamp *clamp = &f->clamps[i];
        char place[512], text[640];
        if (clamp->count == 0)
            continue;
        if (mode->go_on)
            add_clamp(&f->report->clamps[i], clamp);
        place_of(f->plan->game, i, place, sizeof place);
        snprintf(text, sizeof text,
                 "Clamped: `%.80s` is given a number outside of %lld to %lld: %.400s",
                 clamp->variable, (long long)clamp->min, (long long)clamp->max, place);
        const bool wanted = mode->wanted != NULL ? strcmp(text, mode->wanted) == 0
                                                 : !fuzz_is_known(f->report, text);
        if (f->plan->strict && wanted && good) {
            good = broken(message, size, text, NULL);
            snprintf(f->detail, sizeof f->detail, "the number: %lld", (long long)clamp->least);
        }
        *clamp = (lf_clamp){0};
    }
    return good;
}

/* Saves into the fuzzer's own room; 0: there is no memory for it. */
static size_t save(fuzzer *f, const lf_state *state) {
    const size_t needed = lf_save(state, NULL, 0);
    return lf_array_reserve(&f->bytes, &f->bytes_size, needed, 1) ? lf_save(state, f->bytes, needed)
                                                                  : 0;
}

/* Now and then native code goes on from a save of what bytecode left. */
bool fuzz_check_native(fuzzer *f, const lf_state *state, int option, lf_status status,
                       char *message, size_t size) {
    const size_t saved = lf_random_below(&f->rng, NATIVE_SAVE_ONE_IN) == 0 ? save(f, f->before) : 0;
    if (saved == 0 || lf_load(f->trial, f->bytes, saved, NULL) != LF_OK)
        lf_copy(f->trial, f->before);
    if (lf_apply(f->trial, option) != status)
        return broken(message, size,
                      "Native code fails where bytecode does not, or the other way round.", NULL);
    if (strcmp(lf_state_error(f->trial)->message, lf_state_error(state)->message) != 0)
        return broken(message, size, "Native code fails with other words than bytecode.", NULL);
    if (!lf_equal(f->trial, state) || lf_hash(f->trial) != lf_hash(state))
        return broken(message, size, "Native code and bytecode lead to two states.", NULL);
    return true;
}

static bool check_save(fuzzer *f, const lf_state *state, char *message, size_t size) {
    lf_error error;
    const size_t needed = save(f, state);
    if (needed == 0)
        return true;
    if (lf_load(f->trial, f->bytes, needed, &error) != LF_OK)
        return broken(message, size, "A save cannot be loaded:", error.message);
    if (!lf_equal(state, f->trial))
        return broken(message, size, "A save loads to another state.", NULL);
    return true;
}

static bool check_json(fuzzer *f, const lf_state *state, char *message, size_t size) {
    lf_error error;
    char *text = lf_state_json(state);
    if (text == NULL)
        return true;
    bool loaded = lf_state_from_json(f->trial, text, &error) == LF_OK;
    lf_string_free(text);
    if (!loaded)
        return broken(message, size, "The JSON of a state cannot be read back:", error.message);
    if (!lf_equal(state, f->trial))
        return broken(message, size, "The JSON of a state reads back to another state.", NULL);
    return true;
}

/* The same decision again leads to the same bytes, and taking it back to the bytes before it. */
static bool check_undo(fuzzer *f, const lf_state *state, int option, char *message, size_t size) {
    lf_copy(f->trial, f->before);
    if (lf_apply(f->trial, option) != LF_OK || !lf_equal(f->trial, state))
        return broken(message, size, "The same decision, made twice, leads to two states.", NULL);
    lf_copy(f->trial, f->before);
    if (!lf_equal(f->trial, f->before) || lf_barrier(f->trial) != lf_barrier(f->before))
        return broken(message, size, "A decision that is taken back leaves something behind.",
                      NULL);
    return true;
}

static void tell_observations_apart(fuzzer *f, const char *here, const char *there) {
    json_t *one = json_loads(here, 0, NULL), *other = json_loads(there, 0, NULL);
    char difference[480] = "the order of the keys";
    fuzz_json_difference(one, other, difference, sizeof difference);
    snprintf(f->detail, sizeof f->detail, "differs: %s", difference);
    json_decref(one);
    json_decref(other);
}

/* Not after the end: the margins, which are then told to all, may count hidden cards. */
static bool check_view(fuzzer *f, const lf_state *state, lf_seat seat, char *message, size_t size) {
    if (lf_terminal(state, NULL))
        return true;
    lf_copy(f->trial, state);
    lf_determinize(f->trial, seat, lf_random_next(&f->rng));
    char *here = lf_observe(state, seat), *there = lf_observe(f->trial, seat);
    bool same = here == NULL || there == NULL || strcmp(here, there) == 0;
    if (!same)
        tell_observations_apart(f, here, there);
    lf_string_free(here);
    lf_string_free(there);
    if (!same)
        return broken(message, size, "Redrawing what a seat cannot know changes what it knows:",
                      lf_name(f->plan->game, LF_OF_SEATS, seat));
    return true;
}

static bool check_worlds(fuzzer *f, int option, char *message, size_t size) {
    lf_seat seat;
    const char *found = fuzz_compare_worlds(f, option, &seat);
    return found == NULL || broken(message, size, found, lf_name(f->plan->game, LF_OF_SEATS, seat));
}

bool fuzz_check_all(fuzzer *f, const lf_state *state, int option, char *message, size_t size) {
    if (!check_save(f, state, message, size) || !check_json(f, state, message, size) ||
        !check_undo(f, state, option, message, size) || !check_worlds(f, option, message, size))
        return false;
    for (lf_seat seat = 0; seat < lf_count(f->plan->game, LF_OF_SEATS); seat++) {
        if (!check_view(f, state, seat, message, size))
            return false;
    }
    return true;
}
