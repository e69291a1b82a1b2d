/* made_fixture.h: for tests that play one small game of their own, which is compiled with every
 * optimisation and with none, and also to native code. Whoever includes it has declared the game
 * before: `static const char vocabulary[]`. */
#ifndef MADE_FIXTURE_H
#define MADE_FIXTURE_H

#include "native_fixture.h"

#include <stdbool.h>

#include "base/base.h"
#include "ludoforge_tools.h"

static char path[96];

typedef struct {
    lf_game *game;
    lf_state *state;
    char lines[4096];
} table;

static inline void write_spec(void) {
    snprintf(path, sizeof path, "%s/made.game-spec.md", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "```yaml\n%s```\n", vocabulary);
    assert_int_equal(fclose(file), 0);
}

static inline lf_game *load(const char *without) {
    lf_diagnostics *problems = NULL;
    write_spec();
    lf_game *game = lf_game_load_without(path, without, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

static inline table begin(const char *without) {
    lf_error error = {0};
    table t = {.game = load(without)};
    t.state = lf_state_new(t.game, NULL, &error);
    if (t.state == NULL)
        fail_msg("%s", error.message);
    return t;
}

static inline void finish(table *t) {
    lf_state_free(t->state);
    lf_game_free(t->game);
}

static const char *const versions[] = {"", "all"};
#define EACH_VERSION(t)                                                                            \
    for (size_t v_ = 0; v_ < LF_COUNT(versions); v_++)                                             \
        for (table t = begin(versions[v_]); t.game != NULL; finish(&t), t.game = NULL)

static inline void expect(const table *t, const char *expression, const char *wanted) {
    lf_error error = {0};
    const uint64_t before = lf_hash(t->state);
    char *value = lf_eval(t->state, expression, NULL, &error);
    if (value == NULL || strcmp(value, wanted) != 0)
        fail_msg("%s is %s, not %s", expression, value == NULL ? error.message : value, wanted);
    assert_int_equal(lf_hash(t->state), before);
    lf_string_free(value);
}

static inline void choose(table *t, const char *option) {
    const int index = lf_find_option(t->state, option);
    if (index < 0)
        fail_msg("`%s` is not offered", option);
    if (lf_apply(t->state, index) != LF_OK)
        fail_msg("%s: %s", option, lf_state_error(t->state)->message);
    assert_int_equal(lf_hash(t->state), lf_hash_from_scratch(t->state));
}

/* JSON and binary: the state comes back to the byte. */
static inline void expect_saved(const table *t, const char *json) {
    lf_error error = {0};
    lf_state *read = lf_state_new(t->game, NULL, &error);
    if (lf_state_from_json(read, json, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_int_equal(lf_hash(read), lf_hash(t->state));
    lf_state_free(read);
    const size_t size = lf_save(t->state, NULL, 0);
    unsigned char *bytes = malloc(size);
    assert_int_equal(lf_save(t->state, bytes, size), size);
    read = lf_state_new(t->game, NULL, &error);
    assert_int_equal(lf_load(read, bytes, size, &error), LF_OK);
    assert_int_equal(lf_hash(read), lf_hash(t->state));
    lf_state_free(read);
    free(bytes);
}

/* An observer that keeps the lines of what has changed. */
static inline void note(void *context, const lf_event *event) {
    table *t = context;
    if (event->kind != LF_EVENT_SET && event->kind != LF_EVENT_VALUE)
        return;
    strncat(t->lines, event->text, sizeof t->lines - strlen(t->lines) - 1);
    strncat(t->lines, "\n", sizeof t->lines - strlen(t->lines) - 1);
}

/* Random games, decision by decision: native code leaves the same bytes, and the same faults. */
static inline void play_in_step(const char *name) {
    lf_game *plain = load(""), *native = load("");
    make_native(native, name);
    for (uint64_t seed = 1; seed <= 30; seed++) {
        lf_error error = {0};
        const lf_setup setup = {.seed = seed};
        lf_state *a = lf_state_new(plain, &setup, &error),
                 *b = lf_state_new(native, &setup, &error);
        uint64_t rng = seed;
        for (int i = 0; i < 60 && lf_legal_count(a) > 0; i++) {
            const int option = (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(a));
            const lf_status first = lf_apply(a, option), second = lf_apply(b, option);
            assert_int_equal(first, second);
            assert_int_equal(lf_hash(a), lf_hash(b));
        }
        lf_state_free(a);
        lf_state_free(b);
    }
    lf_game_free(plain);
    lf_game_free(native);
}

#endif
