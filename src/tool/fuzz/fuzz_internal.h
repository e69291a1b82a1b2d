/* fuzz_internal.h: between the parts of the fuzzer: fuzz.c steers and keeps the corpus, fuzz_run.c
 * plays one input, fuzz_options.c picks its options, fuzz_checks.c looks for what is broken,
 * fuzz_worlds.c for what a seat should not know, fuzz_difference.c says what differs, fuzz_shrink.c
 * makes finds short. */
#ifndef SIM_FUZZ_INTERNAL_H
#define SIM_FUZZ_INTERNAL_H

#include "fuzz.h"
#include "support/random.h"

/* A game as the fuzzer holds it. A choice means option `choice mod (number of options)`, so every
 * list of numbers is a game, and cutting one out leaves a game. */
typedef struct {
    int scenario; /* -1: the game has none */
    uint64_t seed;
    int *picks; /* by option of the game that varies: its value plus one; 0: the default */
    uint16_t *choices;
    size_t count, capacity;
} fuzz_input;

typedef struct fuzz_option fuzz_option;
#define FUZZ_DETAIL_BYTES 512

typedef enum {
    STYLE_UNIFORM,
    STYLE_FIRST, /* often the first option */
    STYLE_LAST,  /* often the last one, which is often the way out */
    STYLES
} fuzz_style;

typedef struct {
    const fuzz_plan *plan;
    fuzz_report *report;
    lf_random rng;
    uint64_t *hits;            /* by instruction, over all runs */
    lf_clamp *clamps;          /* by instruction, since they were last looked at */
    lf_heuristics *heuristics; /* the terms and priors of the game's agents */
    lf_state *state;           /* that is played; NULL until the first one is made */
    /* scratch of the checks; NULL until the first state is made */
    lf_state *before, *trial, *other;
    void *bytes;
    size_t bytes_size;
    size_t heard;                   /* bytes of narration */
    char detail[FUZZ_DETAIL_BYTES]; /* what differs, of the check that failed last; or empty */
    fuzz_option *options;           /* those that vary */
    int option_count;
    char (*option_texts)[160]; /* room of fuzz_option_list */
    const char **option_list;
    fuzz_input *corpus;
    int corpus_count;
} fuzzer;

/* How one input is played. */
typedef struct {
    bool go_on;        /* beyond the choices, at random, adding what is chosen to the input */
    bool thorough;     /* the expensive checks after every decision, not after a sample */
    fuzz_style style;  /* of the choices that are added */
    lf_record *record; /* NULL: none is kept */
    /* the message that is looked for, where clamps are finds; NULL: any new one */
    const char *wanted;
} run_mode;

typedef struct {
    bool found;
    char message[640];              /* what is broken; equal messages are the same find */
    char detail[FUZZ_DETAIL_BYTES]; /* what differs; empty: there is nothing to say */
    size_t played;                  /* decisions */
    /* decisions after which nothing new was reached; 0 if there was nothing new */
    size_t new_until;
} run_result;

bool fuzz_copy(const fuzzer *, fuzz_input *, const fuzz_input *);
void fuzz_free(fuzz_input *);

/* False when memory has run out or the game cannot be set up. */
bool fuzz_play(fuzzer *, fuzz_input *, const run_mode *, run_result *, lf_error *);

/* The options of the game that vary; false: out of memory. Picks values for a new input; and all
 * options of an input as a set-up takes them, until the next call. */
bool fuzz_options_open(fuzzer *);
void fuzz_options_close(fuzzer *);
bool fuzz_pick_options(fuzzer *, fuzz_input *);
const char *const *fuzz_option_list(const fuzzer *, const fuzz_input *);

/* Adds up what was clamped since the last call; false, with the message, if that is a find
 * (--strict). */
bool fuzz_take_clamps(fuzzer *, const run_mode *, char *message, size_t size);
bool fuzz_is_known(const fuzz_report *, const char *message);

/* Works out margins, terms and priors, so that they are counted. */
void fuzz_ask_agents(fuzzer *, const lf_state *);

/* The setup of an input. */
lf_setup fuzz_setup(const fuzzer *, const fuzz_input *);

/* Checks of the state after a decision that took `before` to `state` by `option`. False if one is
 * broken, with the message. */
bool fuzz_check_cheap(fuzzer *, const lf_state *state, char *message, size_t size);
/* The same decision from `before` by native code; the steps of `state` are counted, and so bytecode
 * made it. */
bool fuzz_check_native(fuzzer *, const lf_state *state, int option, lf_status, char *message,
                       size_t size);
bool fuzz_check_all(fuzzer *, const lf_state *state, int option, char *message, size_t size);

/* Makes a decision from `before` again, and in a world that differs in what its seat cannot know.
 * What the seat should not have learned from it, as a message about *seat; NULL if that is
 * nothing. */
const char *fuzz_compare_worlds(fuzzer *, int option, lf_seat *seat);

/* Shortens an input as long as the same thing is found; the find then says what differs in the
 * short one. */
void fuzz_shrink(fuzzer *, fuzz_input *, fuzz_find *);

#endif
