/* chance_fixture.h: games with explicit chance, walked as trees and played at random. */
#ifndef LF_TESTS_CHANCE_FIXTURE_H
#define LF_TESTS_CHANCE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "ludoforge_env.h"
#include "ludoforge_tools.h"
#include "support/rng.h"

static lf_game *must_load(lf_game *game, lf_diagnostics *problems) {
    char *text = game == NULL ? lf_diagnostics_text(problems, false) : NULL;
    lf_diagnostics_free(problems);
    if (game == NULL)
        fail_msg("%s", text);
    return game;
}

static inline lf_game *load_file(const char *path) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    return must_load(game, problems);
}

static inline lf_game *load_text(const char *text) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("made.game-spec.md", text, strlen(text), &problems);
    return must_load(game, problems);
}

static inline lf_state *new_explicit(const lf_game *game, const lf_setup *setup) {
    lf_error error = {0};
    lf_state *state = lf_state_new_explicit(game, setup, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

static inline void must_apply(lf_state *state, int option) {
    if (lf_apply(state, option) != LF_OK)
        fail_msg("%s", lf_state_error(state)->message);
}

static inline void apply_named(lf_state *state, const char *name) {
    const int option = lf_find_option(state, name);
    if (option < 0)
        fail_msg("there is no option %s", name);
    must_apply(state, option);
}

/* ---- distributions: how likely the ends of a game are, each said in a line ---- */

enum { ENDS_MAX = 4096, END_BYTES = 120 };
typedef struct {
    char text[ENDS_MAX][END_BYTES];
    double chance[ENDS_MAX];
    int count;
} distribution;

static inline int end_at(distribution *d, const char *text) {
    int i = 0;
    while (i < d->count && strcmp(d->text[i], text) != 0)
        i++;
    if (i == d->count) {
        assert_true(d->count < ENDS_MAX);
        snprintf(d->text[d->count], END_BYTES, "%s", text);
        d->chance[d->count++] = 0;
    }
    return i;
}

static inline void add_end(distribution *d, const char *text, double chance) {
    d->chance[end_at(d, text)] += chance;
}

static inline double chance_of(distribution *d, const char *text) {
    return d->chance[end_at(d, text)];
}

static inline void assert_same_chances(distribution *a, distribution *b) {
    for (int i = 0; i < a->count; i++) {
        const double other = chance_of(b, a->text[i]);
        if (a->chance[i] - other > 1e-9 || other - a->chance[i] > 1e-9)
            fail_msg("%s: %.9f and %.9f", a->text[i], a->chance[i], other);
    }
    assert_int_equal(a->count, b->count);
}

/* Who decides where chance does not: the number of an option, from the number of the step. */
typedef int (*policy)(uint64_t seed, int step, int count);
typedef void (*teller)(const lf_state *, char *line);
typedef void (*visitor)(const lf_state *);

typedef struct {
    policy choose;
    uint64_t seed;
    teller tell;
    visitor visit; /* NULL: none */
    distribution *ends;
} tree;

static inline void walk(const tree *t, const lf_state *state, int step, double chance) {
    char line[END_BYTES];
    double chances[LF_OPTIONS_MAX];
    if (t->visit != NULL)
        t->visit(state);
    if (lf_terminal(state, NULL)) {
        t->tell(state, line);
        add_end(t->ends, line, chance);
        return;
    }
    lf_state *next = lf_state_clone(state);
    if (lf_decider(state) != LF_CHANCE) {
        must_apply(next, t->choose(t->seed, step, lf_legal_count(state)));
        walk(t, next, step + 1, chance);
    } else {
        const int n = lf_chances(state, chances, LF_OPTIONS_MAX);
        double sum = 0;
        assert_int_equal(n, lf_legal_count(state));
        assert_true(n >= 2);
        for (int i = 0; i < n; i++) {
            lf_copy(next, state);
            must_apply(next, i);
            walk(t, next, step, chance * chances[i]);
            sum += chances[i];
        }
        assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
    }
    lf_state_free(next);
}

/* ---- what must hold in every state ---- */

static inline void check_state(const lf_state *state) {
    static unsigned char buffer[1 << 16];
    lf_error error = {0};
    lf_state *other = lf_state_clone(state);
    assert_true(lf_hash(state) == lf_hash_from_scratch(state));
    const size_t size = lf_save(state, buffer, sizeof buffer);
    assert_true(size <= sizeof buffer);
    if (lf_load(other, buffer, size, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_true(lf_equal(state, other));
    char *text = lf_state_json(state);
    if (lf_state_from_json(other, text, &error) != LF_OK)
        fail_msg("%s\n%s", error.message, text);
    assert_true(lf_equal(state, other));
    assert_true(lf_hash(state) == lf_hash(other));
    lf_string_free(text);
    lf_state_free(other);
}

#endif
