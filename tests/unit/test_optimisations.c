/* test_optimisations.c: what the compiler does to make a program faster changes no answer.
 *
 * A generator (generated_rules.h) writes games with some hundred random functions. Each game is
 * compiled without any optimisation, with all of them, and with all but one, and on the same
 * positions every function must give the same answer, or fail, in each of these. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_tools.h"
#include "support/random.h"

#include <cmocka.h>

#include "generated_rules.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED /* which are slow */
#define GAMES 6
#define SEEDS 5
#else
#define GAMES 16
#define SEEDS 7
#endif
#define TUPLES 2 /* of arguments, a function and a position */

enum { MOST_VERSIONS = 40, SET_WORDS = 2, SHOWN = 8 };

/* ---- versions of one game ---- */

typedef struct {
    char without[256];
    lf_game *game;
    lf_state *state;
    uint32_t routines[FUNCTIONS];
} version;

typedef struct {
    bool ok; /* it did not fail */
    int64_t words[SET_WORDS];
} result;

typedef struct {
    int functions, evaluations, failures; /* how many there were … */
    int partial;          /* … of the evaluations, sets with some but not all elements … */
    int varying, failing; /* … of the functions, with different answers, with some failures … */
    int mismatches;
} counts;

typedef struct {
    writer w;
    version versions[MOST_VERSIONS]; /* the first without any optimisation, the second with all */
    int version_count;
    uint64_t seed; /* of the position */
    struct {
        result first;
        bool varies, fails;
    } seen[FUNCTIONS];
    counts *tally;
} trial;

static char folder[] = "/tmp/ludoforge-optimisations-XXXXXX", path[80];

/* Functions are called from outside, as `eval` calls them: play itself would never need their
 * room. */
static void make_room(lf_game *game) {
    game->layout.frame_size += LF_MAX_FRAME_WORDS;
    game->layout.call_depth += LF_MAX_CALL_DEPTH;
    lf_layout_fill(game);
}

/* The errors alone: random rules have many warnings. */
static void print_problems(const lf_diagnostics *problems) {
    for (int i = 0; i < lf_diagnostics_count(problems); i++) {
        const lf_problem p = lf_diagnostics_get(problems, i);
        if (p.is_error)
            print_error("%d:%d: %s: %s\n", p.line, p.column, p.code, p.message);
    }
}

static void load(trial *t, const char *without) {
    assert_true(t->version_count < MOST_VERSIONS);
    version *v = &t->versions[t->version_count++];
    lf_diagnostics *problems = NULL;
    snprintf(v->without, sizeof v->without, "%s", without);
    v->game = lf_game_load_without(path, without, &problems);
    if (v->game == NULL) {
        print_problems(problems);
        fail_msg("without `%s` the game does not compile", without);
        return;
    }
    lf_diagnostics_free(problems);
    make_room(v->game);
    for (int i = 0; i < t->w.count; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%d", i);
        const int routine = lf_find(v->game, LF_OF_ROUTINES, name);
        assert_true(routine > 0);
        v->routines[i] = (uint32_t)routine;
    }
}

/* The names of all optimisations but one. */
static void load_with_only(trial *t, int only) {
    char names[sizeof t->versions[0].without] = "";
    const char *name;
    for (int i = 0; (name = lf_optimisation_name(i, NULL)) != NULL; i++) {
        const size_t length = strlen(names);
        if (i != only)
            snprintf(names + length, sizeof names - length, "%s%s", length > 0 ? "," : "", name);
    }
    load(t, names);
}

/* All of them together, all but one, and one alone, for one may hide what another does wrong. */
static void load_versions(trial *t) {
    const char *without;
    load(t, "all");
    load(t, "");
    for (int i = 0; (without = lf_optimisation_name(i, NULL)) != NULL; i++) {
        load(t, without);
        load_with_only(t, i);
    }
}

/* ---- answers ---- */

static bool is_set(answer gives) {
    return gives == SPACES || gives == ZONES;
}

static result evaluate(const trial *t, const version *v, int f, const arguments *a) {
    result r = {.ok = false};
    const uint32_t words = is_set(t->w.functions[f].gives) ? v->game->zone_words : 1;
    r.ok =
        lf_call_pure(v->state, v->game, v->routines[f], a->words, a->count, r.words, words, NULL);
    if (!r.ok)
        memset(r.words, 0, sizeof r.words);
    return r;
}

static bool is_same(const result *a, const result *b) {
    return a->ok == b->ok && memcmp(a->words, b->words, sizeof a->words) == 0;
}

/* Through `eval`, which compiles the call as well: with arguments that are constants. */
static char *evaluated_text(const trial *t, const version *v, int f, const arguments *a) {
    char expression[128];
    lf_error error = {0};
    snprintf(expression, sizeof expression, "f%d(%s)", f, a->text);
    char *text = lf_eval(v->state, expression, NULL, &error);
    if (text == NULL && error.status != LF_RULE_ERROR)
        fail_msg("%s: %s\n%s", expression, error.message, t->w.functions[f].text);
    return text;
}

static void write_result(const trial *t, int f, const result *r, lf_text *out) {
    const char *between = "";
    if (!r->ok || !is_set(t->w.functions[f].gives)) {
        lf_text_printf(out, r->ok ? "%lld" : "a failure", (long long)r->words[0]);
        return;
    }
    lf_text_addz(out, "{");
    for (int i = 0; i < SET_WORDS * 64; i++)
        if ((r->words[i / 64] >> (i % 64) & 1) != 0) {
            lf_text_printf(out, "%s%s", between, lf_name(t->versions[0].game, LF_OF_ZONES, i));
            between = ", ";
        }
    lf_text_addz(out, "}");
}

static void show_mismatch(trial *t, const version *v, int f, const arguments *a, const char *plain,
                          const char *other) {
    if (++t->tally->mismatches <= SHOWN)
        print_error("%s\n  f%d(%s) with seed %u on %d spaces is %s,\n  and without `%s` it is %s\n",
                    t->w.functions[f].text, f, a->text, (unsigned)t->seed, t->w.spaces, plain,
                    v->without, other);
}

/* ---- a trial ---- */

static void note_answer(trial *t, int f, const result *r) {
    const answer gives = t->w.functions[f].gives;
    int members = 0;
    for (int i = 0; i < SET_WORDS; i++)
        members += __builtin_popcountll((uint64_t)r->words[i]);
    t->tally->evaluations++;
    t->tally->failures += !r->ok;
    t->tally->partial += is_set(gives) && members > 0 &&
                         members < (gives == ZONES ? t->w.spaces + BOXES : t->w.spaces);
    if (!r->ok)
        t->seen[f].fails = true;
    else if (!t->seen[f].first.ok)
        t->seen[f].first = *r;
    else if (!is_same(r, &t->seen[f].first))
        t->seen[f].varies = true;
}

static void compare_answers(trial *t, int f) {
    const arguments a = random_arguments(&t->w, t->w.functions[f].params);
    const result plain = evaluate(t, &t->versions[0], f, &a);
    note_answer(t, f, &plain);
    for (int i = 1; i < t->version_count; i++) {
        const result other = evaluate(t, &t->versions[i], f, &a);
        if (is_same(&plain, &other))
            continue;
        lf_text texts[2] = {{0}};
        write_result(t, f, &plain, &texts[0]);
        write_result(t, f, &other, &texts[1]);
        show_mismatch(t, &t->versions[i], f, &a, texts[0].data, texts[1].data);
        lf_text_free(&texts[0]);
        lf_text_free(&texts[1]);
    }
}

static void compare_texts(trial *t, int f) {
    static char failure[] = "a failure";
    const arguments a = random_arguments(&t->w, t->w.functions[f].params);
    char *plain = evaluated_text(t, &t->versions[0], f, &a);
    for (int i = 1; i < t->version_count; i++) {
        char *other = evaluated_text(t, &t->versions[i], f, &a);
        const char *a_text = plain == NULL ? failure : plain,
                   *b_text = other == NULL ? failure : other;
        if (strcmp(a_text, b_text) != 0)
            show_mismatch(t, &t->versions[i], f, &a, a_text, b_text);
        lf_string_free(other);
    }
    lf_string_free(plain);
}

static void begin_position(trial *t, uint64_t seed) {
    const lf_setup setup = {.seed = seed};
    t->seed = seed;
    for (int i = 0; i < t->version_count; i++) {
        lf_error error = {0};
        version *v = &t->versions[i];
        v->state = lf_state_new(v->game, &setup, &error);
        if (v->state == NULL)
            fail_msg("without %s: %s", v->without, error.message);
        assert_true(lf_table_hash(v->state) == lf_table_hash(t->versions[0].state));
    }
}

static void end_position(trial *t) {
    for (int i = 0; i < t->version_count; i++)
        lf_state_free(t->versions[i].state);
}

static void compare_position(trial *t, uint64_t seed) {
    begin_position(t, seed);
    lf_state *before = lf_state_clone(t->versions[1].state);
    for (int f = 0; f < t->w.count; f++)
        for (int i = 0; i < TUPLES; i++)
            compare_answers(t, f);
    for (int f = (int)seed; f < t->w.count; f += 2 * SEEDS)
        compare_texts(t, f);
    assert_true(lf_hash(t->versions[1].state) == lf_hash(before)); /* asking changes nothing */
    assert_true(lf_equal(t->versions[1].state, before));
    lf_state_free(before);
    end_position(t);
}

static void try_game(uint64_t seed, int spaces, counts *tally) {
    trial *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->tally = tally;
    t->w.g.state = seed;
    t->w.spaces = spaces;
    while (t->w.count < FUNCTIONS)
        write_function(&t->w);
    write_game(&t->w, path, "");
    load_versions(t);
    for (uint64_t s = 0; s < SEEDS; s++)
        compare_position(t, s);
    tally->functions += t->w.count;
    for (int i = 0; i < t->w.count; i++) {
        tally->varying += t->seen[i].varies;
        tally->failing += t->seen[i].fails;
        lf_free(t->w.functions[i].text);
    }
    for (int i = 0; i < t->version_count; i++)
        lf_game_free(t->versions[i].game);
    free(t);
}

/* The games must ask something: most functions have different answers, some fail now and then, few
 * do often. */
static void try_games(uint64_t first_seed, int spaces, int games) {
    counts all = {0};
    for (int i = 0; i < games; i++)
        try_game(first_seed + (uint64_t)i, spaces, &all);
    print_message(
        "%d spaces: %d functions, %d with different answers, %d that fail; %d evaluations, %d of "
        "them failures, %d sets in part\n",
        spaces, all.functions, all.varying, all.failing, all.evaluations, all.failures,
        all.partial);
    assert_int_equal(all.mismatches, 0);
    assert_true(all.varying > all.functions / 3);
    assert_true(all.failing > all.functions / 20);
    assert_true(all.failures < all.evaluations / 5);
    assert_true(all.partial > all.evaluations / 20);
}

static void small_map(void **state) {
    (void)state;
    try_games(1, 14, GAMES);
}

/* The spaces fill a word, and the boxes begin the next. */
static void full_word(void **state) {
    (void)state;
    try_games(101, 64, GAMES / 2);
}

static void two_words(void **state) {
    (void)state;
    try_games(201, 75, GAMES / 2);
}

static int make_folder(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/random.game-spec.md", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return unlink(path) != 0 || rmdir(folder) != 0;
}

static void unknown_names_are_refused(void **state) {
    (void)state;
    lf_diagnostics *problems = NULL;
    assert_null(lf_game_load_without("data/games/tic-tac-toe.game-spec.md", "no-such", &problems));
    assert_int_equal(lf_diagnostics_errors(problems), 1);
    assert_string_equal(lf_diagnostics_get(problems, 0).code, "E0607");
    assert_non_null(strstr(lf_diagnostics_get(problems, 0).message, "`no-such`"));
    lf_diagnostics_free(problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(small_map),
        cmocka_unit_test(full_word),
        cmocka_unit_test(two_words),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
