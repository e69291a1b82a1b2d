/* fuzz.c: steers the fuzzer: what is played next, what is kept in the corpus, what is done with finds. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/session/files.h"
#include "fuzz_internal.h"
#include "tool/sim/sim.h"

#define CORPUS_MAX 256
#define FRESH_PERCENT 30  /* runs that start anew instead of from the corpus */
#define CHANGE_PERCENT 25 /* runs from the corpus that also change a decision on the way */
#define SHRINK_MAX 20000  /* a longer find is written as it is */
#define PROGRESS_SECONDS 0.2

/* ---- inputs ---------------------------------------------------------------------------------------------- */

static int pick_scenario(fuzzer *f) {
    int scenarios = lf_count(f->plan->game, LF_OF_SCENARIOS);
    if (f->plan->scenario)
        return lf_find(f->plan->game, LF_OF_SCENARIOS, f->plan->scenario);
    if (f->plan->position != NULL)
        return lf_default_scenario(f->plan->game);
    return scenarios > 0 ? rng_below(&f->luck, scenarios) : -1;
}

/* A new game, or the beginning of one that once reached something new. */
static bool next_input(fuzzer *f, fuzz_input *input) {
    if (f->corpus_count == 0 || rng_below(&f->luck, 100) < FRESH_PERCENT) {
        *input = (fuzz_input){.scenario = pick_scenario(f), .seed = rng_next(&f->luck) >> 11};
        return true;
    }
    if (!fuzz_copy(input, &f->corpus[rng_below(&f->luck, f->corpus_count)]))
        return false;
    if (input->count == 0)
        return true;
    input->count = (size_t)rng_below(&f->luck, (int)input->count) + 1;
    if (rng_below(&f->luck, 100) < CHANGE_PERCENT)
        input->choices[rng_below(&f->luck, (int)input->count)] =
            (uint16_t)rng_below(&f->luck, LF_OPTIONS_MAX);
    return true;
}

/* Keeps the part of an input up to where it last reached something new. Takes the input over. */
static void keep(fuzzer *f, fuzz_input *input, size_t length) {
    input->count = length < input->count ? length : input->count;
    if (f->corpus_count < CORPUS_MAX) {
        f->corpus[f->corpus_count++] = *input;
    } else {
        fuzz_input *old = &f->corpus[rng_below(&f->luck, CORPUS_MAX)];
        fuzz_free(old);
        *old = *input;
    }
    f->report->corpus = f->corpus_count;
    *input = (fuzz_input){0};
}

/* ---- finds ------------------------------------------------------------------------------------------------- */

static bool is_known(const fuzz_report *report, const char *message) {
    for (int i = 0; i < report->find_count; i++) {
        if (strcmp(report->finds[i].message, message) == 0)
            return true;
    }
    return report->find_count == FUZZ_FINDS_MAX;
}

/* Plays the find once more to write it down; a long one without the expensive checks, which have had their say. */
static bool write_find(fuzzer *f, fuzz_input *input, fuzz_find *find, lf_error *error) {
    record taken;
    run_result result;
    lf_setup setup = fuzz_setup(f, input);
    record_open(&taken, f->plan->game, f->plan->spec, &setup);
    run_mode mode = {.thorough = input->count <= SHRINK_MAX, .record = &taken};
    bool good = fuzz_play(f, input, &mode, &result, error);
    record_end_with_find(&taken, find->message);
    find->decisions = taken.count;
    snprintf(find->file, sizeof find->file, "%s/find-%03d.json", f->plan->folder, f->report->find_count);
    good = good && file_make_folder(f->plan->folder, error) && record_write(&taken, find->file, error);
    if (!good)
        find->file[0] = '\0';
    record_close(&taken);
    return good;
}

static bool take_find(fuzzer *f, const fuzz_input *input, const char *message, lf_error *error) {
    if (is_known(f->report, message))
        return true;
    fuzz_find *find = &f->report->finds[f->report->find_count++];
    snprintf(find->message, sizeof find->message, "%s", message);
    fuzz_input shorter;
    bool good = fuzz_copy(&shorter, input) || fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    if (good && shorter.count <= SHRINK_MAX)
        fuzz_shrink(f, &shorter, message);
    good = good && write_find(f, &shorter, find, error);
    fuzz_free(&shorter);
    return good;
}

/* ---- the loop ------------------------------------------------------------------------------------------------ */

static bool run_once(fuzzer *f, lf_error *error) {
    fuzz_input input = {0};
    run_result result;
    run_mode mode = {.go_on = true};
    if (rng_below(&f->luck, 3) == 0)
        mode.style = (fuzz_style)rng_below(&f->luck, STYLES);
    bool good = next_input(f, &input) && fuzz_play(f, &input, &mode, &result, error);
    if (good && result.found)
        good = take_find(f, &input, result.message, error);
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
    double start = now_seconds(), told = start;
    for (int64_t i = 0; i < plan->runs && !is_stopped(plan); i++) {
        double now = now_seconds();
        if (now - start >= plan->seconds)
            break;
        if (plan->progress != NULL && now - told >= PROGRESS_SECONDS) {
            plan->progress(plan->context, f->report, now - start);
            told = now;
        }
        if (!run_once(f, error))
            return false;
    }
    return true;
}

/* Leaves out what runs where nobody counts; see fuzz_seen. */
static void find_countable(const lf_game *game, fuzz_report *report) {
    static const char *const uncounted[] = {", setup ", ", invariant ", ", margin", "(engine)"};
    for (int i = 0; i < report->size; i++) {
        char buffer[512];
        const char *place = lf_instruction_place(game, i, buffer, sizeof buffer);
        bool counts = place != NULL && *place;
        for (size_t k = 0; counts && k < sizeof uncounted / sizeof *uncounted; k++)
            counts = !strstr(place, uncounted[k]);
        report->seen[i] = counts ? FUZZ_UNSEEN : FUZZ_NOT_COUNTED;
        report->countable += counts;
    }
}

bool fuzz_run(const fuzz_plan *plan, fuzz_report *report, lf_error *error) {
    int size = lf_program_size(plan->game);
    fuzzer f = {.plan = plan, .report = report, .luck = {lf_mix64(plan->seed + 1)}};
    *report = (fuzz_report){.seen = calloc((size_t)size + 1, sizeof *report->seen)};
    report->size = report->seen != NULL ? size : 0;
    find_countable(plan->game, report);
    f.hits = calloc((size_t)size + 1, sizeof *f.hits);
    f.corpus = calloc(CORPUS_MAX, sizeof *f.corpus);
    bool good = report->seen != NULL && f.hits && f.corpus ? loop(&f, error)
                                                           : fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    for (int i = 0; i < f.corpus_count; i++)
        fuzz_free(&f.corpus[i]);
    free(f.corpus);
    free(f.hits);
    free(f.bytes);
    lf_state_free(f.before);
    lf_state_free(f.trial);
    lf_state_free(f.other);
    return good;
}

void fuzz_report_close(fuzz_report *report) {
    free(report->seen);
    report->seen = NULL;
}
