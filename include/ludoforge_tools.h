/* ludoforge_tools.h: what tests, measurements and designers' tools need in addition to
 * ludoforge.h: changing a game from outside, compiling in other ways, examining the program and
 * how it runs, rule cases.
 *
 * It is installed with the library and kept as stable as tools need it. A program that plays
 * games does not need it. */
#ifndef LUDOFORGE_TOOLS_H
#define LUDOFORGE_TOOLS_H

#include <ludoforge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- changing a game from outside ------------------------------------------------------------ */

/* The value of an expression in the notation, as text ("3", "true", "hill", "{a, b}"). NULL on
 * error. With `sides`, for a comparison, both sides are described ("4 == 5"). */
LF_API char *lf_eval(const lf_state *, const char *expression, char **sides, lf_error *);
/* Carries out statements in the notation, without choices. The pending decision is then offered
 * again. */
LF_API lf_status lf_do(lf_state *, const char *statements, lf_error *);
/* Leaves whatever is running and enters a phase as play would. */
LF_API lf_status lf_enter_phase(lf_state *, const char *phase, lf_error *);
LF_API lf_status lf_fix_rolls(lf_state *, const int *values, int count, lf_error *);
LF_API bool lf_invariant_holds(const lf_state *, int invariant);

/* ---- comparing ------------------------------------------------------------------------------- */

/* A hash of the position without the place in the program. It is equal for every version of the
 * compiler that plays the same game, so digests of whole games change exactly when behaviour
 * changes. */
LF_API uint64_t lf_table_hash(const lf_state *);
/* lf_hash, computed without the running hash: the same number, or the engine is wrong. */
LF_API uint64_t lf_hash_from_scratch(const lf_state *);

/* ---- compiling ------------------------------------------------------------------------------- */

/* lf_game_load without some of the compiler's optimisations: slower, but the same game decision
 * for decision. `without` has their names, separated by commas, or "all". */
LF_API lf_game *lf_game_load_without(const char *path, const char *without,
                                     lf_diagnostics **problems);
/* The name of optimisation number i, and in *text what it does. NULL after the last. */
LF_API const char *lf_optimisation_name(int i, const char **text);
LF_API char *lf_game_disassembly(const lf_game *); /* the bytecode, with spec positions */

/* ---- native code ----------------------------------------------------------------------------- */

/* The program as C, to be compiled with the header that is installed as ludoforge_native.h;
 * docs/internals-native.md explains it. It plays the same games, decision for decision and byte for
 * byte. Free it with lf_string_free. */
LF_API char *lf_game_c(const lf_game *);

typedef struct {
    /* the shared object to write; NULL: into the cache, where lf_game_native finds it */
    const char *output;
    const char *compiler;     /* a C compiler, by name or path; NULL: cc */
    int jobs;                 /* how many of them run at a time; 0: one for each processor */
    const char *const *flags; /* further flags for the compiler, with NULL at the end; NULL: none */
    bool (*stop)(
        /* called many times a second; true ends the build, which fails. May be NULL */
        void *context);
    void *context;
} lf_build;
/* Lets the system's C compiler make a shared object of the program, which can take a minute for
 * a large game. An object that is already in the cache stays. `build` may be NULL. Any number of
 * programs and threads may build at the same time. */
LF_API lf_status lf_game_build(const lf_game *, const lf_build *build, lf_error *);
/* Lets the game run as native code from now on: from this shared object, or from the cache
 * (NULL). States of the game may be in use; they change over at their next decision. But if the
 * game already runs as native code, none may be in use. LF_BAD_ARGUMENT: there is none in the
 * cache. If it fails, the game runs as before. A shared object is a program: load only those
 * that you trust. An object that was not built for this game, or is incomplete, is refused
 * before any of it runs. */
LF_API lf_status lf_game_native(lf_game *, const char *path, lf_error *);
LF_API bool lf_game_is_native(const lf_game *);

/* ---- the program and how it runs ------------------------------------------------------------- */

LF_API int lf_site(const lf_state *); /* which LF_OF_SITES the pending decision is */
/* The rule of the pending decision, as the designer wrote it for players: the heading, an empty
 * line, the text. The text is the quote (lines with `>`) above the rule that asks, else above the
 * rule that called it, and the text of the card that is carried out. Other paragraphs are notes for
 * designers and are left out. "" if there is nothing, as in a GameDef. NULL: the game was loaded
 * from an image, or out of memory. Free it with lf_string_free. */
LF_API char *lf_rule_text(const lf_state *);
/* What the designer wrote for players about a thing: the quote under the heading that has its
 * name, or above the action that it is (id or label). "" if there is nothing. NULL: the game was
 * loaded from an image, or out of memory. Free it with lf_string_free. */
LF_API char *lf_rule_about(const lf_game *, const char *thing);
/* Counters of one state, for `bench` and coverage-guided fuzzing: hits per instruction. NULL turns
 * it off. The array has lf_program_size(game) entries and is not part of the state's value. */
LF_API int lf_program_size(const lf_game *);
LF_API void lf_count_steps(lf_state *, uint64_t *hits);
/* The same for the steps of look-ahead, which lf_count_steps leaves out. Both may be one array. */
LF_API void lf_count_probes(lf_state *, uint64_t *hits);
/* The same for what is evaluated outside of play: margins, invariants, displays. Both may be one
 * array. */
LF_API void lf_count_calls(lf_state *, uint64_t *hits);
/* Counts numbers that a rule assigned to a variable outside its range, and that were clamped to
 * it, by the assigning instruction, while steps are counted. Look-ahead is left out. NULL turns
 * it off. */
typedef struct {
    const char *variable; /* NULL: nothing was clamped here */
    int64_t min, max;     /* its range */
    int64_t least, most;  /* of the numbers outside of it */
    uint64_t count;
} lf_clamp;
LF_API void lf_count_clamps(lf_state *, lf_clamp *by_instruction);
/* While steps are counted, *at is the instruction that runs, and -1 between runs: for a sampling
 * profiler. Steps of look-ahead that are not counted belong to the choice that looks ahead. NULL
 * turns it off. */
LF_API void lf_mark_steps(lf_state *, volatile int *at);
LF_API const char *lf_instruction_name(const lf_game *, int instruction); /* of its opcode */
/* which of LF_OF_ROUTINES; -1 */
LF_API int lf_instruction_routine(const lf_game *, int instruction);
/* where a site's choice is made */
LF_API int lf_site_instruction(const lf_game *, int site);
LF_API const char *lf_instruction_place(const lf_game *, int instruction, char *buffer,
                                        size_t size); /* file:line:col, routine */

/* ---- what a game tells agents ---------------------------------------------------------------- */

/* The terms and priors of the section `agents`, for coverage: an object for one thread, which the
 * game must outlive. NULL: out of memory. A game that tells nothing has none. */
typedef struct lf_heuristics lf_heuristics;
LF_API lf_heuristics *lf_heuristics_new(const lf_game *);
LF_API void lf_heuristics_free(lf_heuristics *);
/* Counts the steps of terms and priors, as lf_count_calls does for a state. */
LF_API void lf_heuristics_count_steps(lf_heuristics *, uint64_t *hits);
/* Works out all terms for all seats, and the priors of the pending decision. */
LF_API void lf_heuristics_ask(lf_heuristics *, const lf_state *);
/* A warning if a learned evaluation lies beside the game that does not fit it (E0708); none if it
 * fits or there is none. `spec` names the spec whose folder is looked into; NULL: the game's. NULL:
 * out of memory. lf_diagnostics_free. */
LF_API lf_diagnostics *lf_value_file_problems(const lf_game *, const char *spec);

/* ---- learned evaluations --------------------------------------------------------------------- */

/* A position as the numbers that a learned evaluation reads: what a seat may know of it, the
 * margins, and the terms that the designer declared. Which number stands where follows from the
 * names and shapes of the game's tables; the hash says which it is. */
typedef struct {
    uint32_t place;
    int32_t value; /* cut to LF_FEATURE_MOST */
} lf_feature;
#define LF_FEATURE_MOST 1023
typedef struct lf_feature_layout lf_feature_layout;
/* With the designer's terms, or without. The game must live longer. NULL: out of memory. */
LF_API lf_feature_layout *lf_feature_layout_new(const lf_game *, bool with_terms);
LF_API void lf_feature_layout_free(lf_feature_layout *);
LF_API const lf_game *lf_feature_layout_game(const lf_feature_layout *);
LF_API uint32_t lf_feature_layout_count(const lf_feature_layout *);
LF_API uint32_t lf_feature_layout_terms(const lf_feature_layout *); /* of each seat */
LF_API uint64_t lf_feature_layout_hash(const lf_feature_layout *);
/* Whether it is the margin of this seat, or one of its terms. */
LF_API bool lf_feature_is_own(const lf_feature_layout *, uint32_t place, lf_seat seat);
/* What a feature stands for, in words ("Hill, Red cubes"); lf_string_free. NULL: no such feature,
 * or no memory. */
LF_API char *lf_feature_text(const lf_feature_layout *, uint32_t place);
/* Reads positions, on one thread; the layout must live longer. NULL: out of memory. */
typedef struct lf_feature_reader lf_feature_reader;
LF_API lf_feature_reader *lf_feature_reader_new(const lf_feature_layout *);
LF_API void lf_feature_reader_free(lf_feature_reader *);
/* What the seat (LF_NOBODY: an onlooker) may know of the position, as features that are not 0, in
 * *out until the next call. Returns how many; never allocates. */
LF_API uint32_t lf_feature_read(lf_feature_reader *, const lf_state *, lf_seat viewer,
                                const lf_feature **out);

/* A small network in whole numbers, so that it says the same on every machine. Weights are in units
 * of 2^-shift. */
#define LF_VALUE_HIDDEN_MAX 64
#define LF_VALUE_OUTPUTS_MAX (2 * LF_SEATS_MAX)
#define LF_VALUE_WIDTH_MAX (LF_VALUE_HIDDEN_MAX + LF_VALUE_OUTPUTS_MAX)
#define LF_VALUE_HIDDEN_MOST 8
#define LF_VALUE_HIDDEN_BITS 8 /* of a hidden unit behind the point */
#define LF_VALUE_SHIFT_MAX 24
typedef struct {
    uint32_t features, rows; /* of the layout; those of them that have weights */
    uint32_t hidden, seats, width;
    uint32_t first_shift, direct_shift,
        second_shift;     /* LF_VALUE_HIDDEN_BITS … LF_VALUE_SHIFT_MAX each */
    int32_t margin_scale; /* 1 … */
    int32_t *row_of;      /* [features]: -1 without weights */
    /* [rows][width]: hidden, then outputs, then 0 */
    int16_t *weights;
    int32_t *bias;   /* [width], in the units of the weights */
    int16_t *second; /* [hidden][2 * seats] */
} lf_value_net;
/* Sets the sizes and makes room, all 0; false when memory has run out. */
LF_API bool lf_value_net_open(lf_value_net *, uint32_t features, uint32_t rows, uint32_t hidden,
                              uint32_t seats);
LF_API void lf_value_net_close(lf_value_net *);
/* By seat: win in 0 … 1, sums to 1; margin in the game's own units. */
typedef struct {
    float win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
} lf_value_output;
LF_API void lf_value_net_evaluate(const lf_value_net *, const lf_feature *, uint32_t count,
                                  lf_value_output *out);
/* The bytes of a file `agents/value.bin` for the features with this hash; lf_string_free. `note`
 * says how it was made. NULL: out of memory. */
LF_API char *lf_value_file_bytes(const lf_value_net *, uint64_t layout_hash, const char *note,
                                 size_t *size);

/* ---- tables of a tool's own ------------------------------------------------------------------ */

/* The list `section` of a file, which is YAML, JSON or Markdown with them, as JSON: [{line, column,
 * fields: [{key, text, line, column}]}]. `fields` is null for a row that is no map, and `text` for
 * a value that is no scalar; "null" if the file has no such list. NULL: the file cannot be read,
 * and *problems says why, or memory has run out, and it is NULL. lf_string_free,
 * lf_diagnostics_free. */
LF_API char *lf_rows_json(const char *path, const char *section, lf_diagnostics **problems);

/* ---- rule cases ------------------------------------------------------------------------------ */

/* The rule cases of a game, read from the files next to it. */
typedef struct {
    const char *name, *file;
    int line;
    const char *scenario; /* NULL: default */
    uint64_t seed;
    const char *const *options; /* ended by NULL */
    const char *given, *phase;  /* NULL when absent */
    const char *stack;
    const char *const *cards; /* ended by NULL; NULL when absent */
    bool on_top;              /* as in lf_setup */
    const char *position;     /* as in lf_setup */
    const int *rolls;
    int roll_count;
    const char *const *play;                 /* ended by NULL */
    const char *const *has, *const *has_not; /* `legal:` lists, ended by NULL; NULL when absent */
    const char *const *why,
        *const
            /* things that are not offered, and what lf_why must say about them; ended by NULL */
            *reasons;
    const char *const *expect; /* one expression a line, ended by NULL */
    const int *expect_lines;
    bool states_end, over; /* with states_end: the game must be over, or must not be */
    const char *winner;    /* NULL: not stated; a seat, or "none" for a draw */
} lf_case;
typedef struct lf_cases lf_cases;
LF_API lf_cases *lf_cases_load(const char *spec_path, lf_diagnostics **problems);
LF_API int lf_cases_count(const lf_cases *);
LF_API const lf_case *lf_cases_get(const lf_cases *, int index);
LF_API void lf_cases_free(lf_cases *);

#ifdef __cplusplus
}
#endif

#endif
