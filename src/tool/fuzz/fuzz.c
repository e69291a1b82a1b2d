/* fuzz.c: steers the fuzzer: what is played next, what is kept in the corpus, what is done with
 * finds. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz_internal.h"
#include "support/clock.h"
#include "support/files.h"
#include "support/memory.h"
#include "tool/sim/sim.h"

#define CORPUS_MAX 256
#define FRESH_PERCENT 30  /* runs that start anew instead of from the corpus */
#define CHANGE_PERCENT 25 /* runs from the corpus that also change a decision on the way */
#define SHRINK_MAX 20000  /* a longer find is written as it is */
#define PROGRESS_SECONDS 0.2
#define FILES_MAX 999999

/* ---- inputs ---------------------------------------------------------------------------------- */

static int pick_scenario(fuzzer *f) {
    int scenarios = lf_count(f->plan->game, LF_OF_SCENARIOS);
    if (f->plan->scenario)
        return lf_find(f->plan->game, LF_OF_SCENARIOS, f->plan->scenario);
    if (f->plan->position != NULL)
        return lf_default_scenario(f->plan->game);
    return scenarios > 0 ? lf_random_below(&f->rng, scenarios) : -1;
}

/* A new game, or the beginning of one that once reached something new. */
static bool next_input(fuzzer *f, fuzz_input *input) {
    if (f->corpus_count == 0 || lf_random_below(&f->rng, 100) < FRESH_PERCENT) {
        *input = (fuzz_input){.scenario = pick_scenario(f), .seed = lf_random_next(&f->rng) >> 11};
        return fuzz_pick_options(f, input);
    }
    if (!fuzz_copy(f, input, &f->corpus[lf_random_below(&f->rng, f->corpus_count)]))
        return false;
    if (input->count == 0)
        return true;
    input->count = (size_t)lf_random_below(&f->rng, (int)input->count) + 1;
    if (lf_random_below(&f->rng, 100) < CHANGE_PERCENT)
        input->choices[lf_random_below(&f->rng, (int)input->count)] =
            (uint16_t)lf_random_below(&f->rng, LF_OPTIONS_MAX);
    return true;
}

/* Keeps the part of an input up to where it last reached something new. Takes the input over. */
static void keep(fuzzer *f, fuzz_input *input, size_t length) {
    input->count = length < input->count ? length : input->count;
    if (f->corpus_count < CORPUS_MAX) {
        f->corpus[f->corpus_count++] = *input;
    } else {
        fuzz_input *old = &f->corpus[lf_random_below(&f->rng, CORPUS_MAX)];
        fuzz_free(old);
        *old = *input;
    }
    f->report->corpus = f->corpus_count;
    *input = (fuzz_input){0};
}

/* ---- finds ----------------------------------------------------------------------------------- */

bool fuzz_is_known(const fuzz_report *report, const char *message) {
    for (int i = 0; i < report->find_count; i++) {
        if (strcmp(report->finds[i].message, message) == 0)
            return true;
    }
    return report->find_count == FUZZ_FINDS_MAX;
}

/* The first free number: finds of earlier runs are not overwritten. */
static void name_file(const fuzzer *f, fuzz_find *find) {
    int number = f->report->find_count;
    do
        snprintf(find->file, sizeof find->file, "%s/find-%03d.json", f->plan->folder, number);
    while (access(find->file, F_OK) == 0 && number++ < FILES_MAX);
}

/* Plays the find once more to record it. A long one skips the expensive checks, which have run. */
static bool write_find(fuzzer *f, fuzz_input *input, fuzz_find *find, lf_error *error) {
    run_result result;
    lf_setup setup = fuzz_setup(f, input);
    lf_record *const taken = lf_record_new(f->plan->game, f->plan->spec, &setup);
    if (taken == NULL)
        return lf_error_no_memory(error);
    run_mode mode = {
        .thorough = input->count <= SHRINK_MAX, .record = taken, .wanted = find->message};
    bool good = fuzz_play(f, input, &mode, &result, error);
    lf_record_end_with_find(taken, find->message);
    find->decisions = lf_record_count(taken);
    name_file(f, find);
    good = good && lf_file_make_folder(f->plan->folder, error) &&
           lf_record_write(taken, find->file, error);
    if (!good)
        find->file[0] = '\0';
    lf_record_free(taken);
    return good;
}

static bool take_find(fuzzer *f, const fuzz_input *input, const run_result *result,
                      lf_error *error) {
    if (fuzz_is_known(f->report, result->message))
        return true;
    fuzz_find *find = &f->report->finds[f->report->find_count++];
    snprintf(find->message, sizeof find->message, "%s", result->message);
    snprintf(find->detail, sizeof find->detail, "%s", result->detail);
    fuzz_input shorter;
    bool good = fuzz_copy(f, &shorter, input) || lf_error_no_memory(error);
    if (good && shorter.count <= SHRINK_MAX)
        fuzz_shrink(f, &shorter, find);
    good = good && write_find(f, &shorter, find, error);
    fuzz_free(&shorter);
    return good;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static bool run_once(fuzzer *f, lf_error *error) {
    fuzz_input input = {0};
    run_result result;
    run_mode mode = {.go_on = true};
    if (lf_random_below(&f->rng, 3) == 0)
        mode.style = (fuzz_style)lf_random_below(&f->rng, STYLES);
    bool good = next_input(f, &input) && fuzz_play(f, &input, &mode, &result, error);
    if (good && result.found)
        good = take_find(f, &input, &result, error);
    if (good && result.new_until > 0 && !result.found)
        keep(f, &input, result.new_until);
    f->report->runs += good;
    fuzz_free(&input);
    return good;
}

static bool is_stopped(const fuzz_plan *plan) {
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

static bool loop(fuzzer *f, lf_error *error) {
    const fuzz_plan *plan = f->plan;
    double start = lf_clock_seconds(), reported = start;
    for (int64_t i = 0; i < plan->runs && !is_stopped(plan); i++) {
        double now = lf_clock_seconds();
        if (now - start >= plan->seconds)
            break;
        if (plan->progress != NULL && now - reported >= PROGRESS_SECONDS) {
            plan->progress(plan->context, f->report, now - start);
            reported = now;
        }
        if (!run_once(f, error))
            return false;
    }
    return true;
}

static void find_countable(const lf_game *game, fuzz_report *report) {
    for (int i = 0; i < report->size; i++) {
        char buffer[512];
        const char *place = lf_instruction_place(game, i, buffer, sizeof buffer);
        const bool counts = place != NULL && *place && !strstr(place, "(engine)");
        report->seen[i] = counts ? FUZZ_UNSEEN : FUZZ_NOT_COUNTED;
        report->countable += counts;
    }
}

static bool open_all(fuzzer *f, size_t size) {
    f->hits = calloc(size + 1, sizeof *f->hits);
    f->clamps = calloc(size + 1, sizeof *f->clamps);
    f->corpus = calloc(CORPUS_MAX, sizeof *f->corpus);
    f->heuristics = lf_heuristics_new(f->plan->game);
    if (f->heuristics != NULL)
        lf_heuristics_count_steps(f->heuristics, f->hits);
    return fuzz_options_open(f) && f->hits && f->clamps && f->corpus && f->heuristics;
}

static void close_all(fuzzer *f) {
    for (int i = 0; i < f->corpus_count; i++)
        fuzz_free(&f->corpus[i]);
    fuzz_options_close(f);
    lf_heuristics_free(f->heuristics);
    free(f->corpus);
    free(f->hits);
    free(f->clamps);
    lf_free(f->bytes);
    lf_state_free(f->state);
    lf_state_free(f->before);
    lf_state_free(f->trial);
    lf_state_free(f->other);
}

bool fuzz_run(const fuzz_plan *plan, fuzz_report *report, lf_error *error) {
    const size_t size = (size_t)lf_program_size(plan->game);
    fuzzer f = {.plan = plan, .report = report, .rng = {lf_mix64(plan->seed + 1)}};
    *report = (fuzz_report){.seen = calloc(size + 1, sizeof *report->seen),
                            .clamps = calloc(size + 1, sizeof *report->clamps)};
    report->size = report->seen != NULL && report->clamps ? (int)size : 0;
    find_countable(plan->game, report);
    const bool opened = open_all(&f, size) && report->seen != NULL && report->clamps;
    const bool good = opened ? loop(&f, error) : lf_error_no_memory(error);
    close_all(&f);
    return good;
}

void fuzz_report_close(fuzz_report *report) {
    free(report->seen);
    free(report->clamps);
    report->seen = NULL;
    report->clamps = NULL;
}
