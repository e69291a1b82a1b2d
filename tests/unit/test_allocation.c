/* test_allocation.c: memory runs out at every possible place of a compile, of a new state and of a
 * snippet; each time the answer is a clean error, and nothing leaks (the sanitizer build
 * watches). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <cmocka.h>

#include "base/base.h"
#include "ludoforge_env.h"
#include "ludoforge_tools.h"

#define SPEC "data/games/kuhn-poker.game-spec.md"

static void compiling(void **unused) {
    (void)unused;
    uint64_t n = 1;
    for (;; n++) {
        lf_diagnostics *problems = NULL;
        lf_fail_allocation_at(n);
        lf_game *game = lf_game_load(SPEC, &problems);
        lf_fail_allocation_at(0);
        if (game) {
            lf_game_free(game);
            lf_diagnostics_free(problems);
            break;
        }
        assert_true(lf_diagnostics_errors(problems) >= 1);
        assert_string_equal(lf_diagnostics_get(problems, 0).code, "E0601");
        char *text = lf_diagnostics_text(problems, false);
        assert_non_null(strstr(text, "memory"));
        lf_string_free(text);
        lf_diagnostics_free(problems);
    }
    assert_true(n > 10); /* it did fail on the way */
}

static void playing(void **unused) {
    (void)unused;
    lf_game *game = lf_game_load(SPEC, NULL);
    assert_non_null(game);
    for (uint64_t n = 1;; n++) {
        lf_error error = {0};
        lf_fail_allocation_at(n);
        lf_state *state = lf_state_new(game, NULL, &error);
        lf_fail_allocation_at(0);
        if (state) {
            lf_state_free(state);
            break;
        }
        assert_int_equal(error.status, LF_OUT_OF_MEMORY);
    }
    lf_game_free(game);
}

static void evaluating(void **unused) {
    (void)unused;
    lf_game *game = lf_game_load(SPEC, NULL);
    lf_state *state = lf_state_new(game, NULL, NULL);
    for (uint64_t n = 1;; n++) {
        lf_error error = {0};
        lf_fail_allocation_at(n);
        char *sides = NULL,
             *value = lf_eval(state, "sum(s.chips for s in seats) + 1 == 3", &sides, &error);
        lf_fail_allocation_at(0);
        if (value) { /* the whole of it, or nothing */
            assert_string_equal(value, "true");
            assert_string_equal(sides, "3 == 3");
            lf_string_free(value);
            lf_string_free(sides);
            break;
        }
        assert_null(sides);
        assert_int_equal(error.status, LF_OUT_OF_MEMORY);
    }
    lf_state_free(state);
    lf_game_free(game);
}

/* Every text that the library gives away is whole or is not given. */
static const lf_game *text_game;
static const lf_state *text_state;
static const lf_diagnostics *text_problems;

static char *say_prompt(void) {
    return lf_prompt(text_state);
}
static char *say_state(void) {
    return lf_state_json(text_state);
}
static char *say_game(void) {
    return lf_game_json(text_game);
}
static char *say_program(void) {
    return lf_game_disassembly(text_game);
}
static char *say_option_values(void) {
    return lf_option_values(text_game, 0);
}
static char *say_why(void) {
    return lf_why(text_state, "limitedOperation", NULL);
}
static char *say_problems(void) {
    return lf_diagnostics_text(text_problems, false);
}
static char *say_problems_json(void) {
    return lf_diagnostics_json(text_problems);
}

static void expect_whole_or_nothing(char *(*say)(void)) {
    char *const whole = say();
    assert_non_null(whole);
    lf_fail_allocation_at(0);
    uint64_t n = 1, failures = 0;
    for (char *text = NULL; text == NULL;
         n += 1 + n / 50) { /* the early ones all, the later ones in samples */
        lf_fail_allocation_at(n);
        text = say();
        lf_fail_allocation_at(0);
        failures += text == NULL;
        if (text != NULL)
            assert_string_equal(text, whole);
        lf_string_free(text);
        if (text != NULL)
            break;
    }
    assert_true(failures > 0);
    lf_string_free(whole);
}

static void saying(void **unused) {
    (void)unused;
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load("data/games/fire-in-the-lake.game-spec.md", NULL);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_null(lf_game_load("no/such/file.md", &problems));
    text_game = game;
    text_state = state;
    text_problems = problems;
    static char *(*const all[])(void) = {say_prompt,   say_state,         say_game,
                                         say_program,  say_option_values, say_why,
                                         say_problems, say_problems_json};
    for (size_t i = 0; i < LF_COUNT(all); i++)
        expect_whole_or_nothing(all[i]);
    lf_diagnostics_free(problems);
    lf_state_free(state);
    lf_game_free(game);
}

/* A log line is told whole, or says that it is lost. */
static void watch_lines(void *context, const lf_event *event) {
    char *const lines = context;
    lf_fail_allocation_at(0);
    strncat(lines, event->text, 400);
    strcat(lines, "\n");
    lf_fail_allocation_at(1);
}

static void telling(void **unused) {
    (void)unused;
    static char lines[1 << 16];
    lf_game *game = lf_game_load(SPEC, NULL);
    lf_state *state = lf_state_new(game, NULL, NULL);
    lf_watch(state, &(lf_observer){watch_lines, lines});
    lf_fail_allocation_at(1);
    assert_int_equal(lf_apply(state, 0), LF_OK);
    lf_fail_allocation_at(0);
    assert_non_null(strstr(lines, "(out of memory)\n"));
    lf_state_free(state);
    lf_game_free(game);
}

/* An information state is whole or there is none: with a line missing, different games would look
 * the same. */
static void remembering(void **unused) {
    (void)unused;
    lf_game *game = lf_game_load(SPEC, NULL);
    lf_state *start = lf_state_new_explicit(game, NULL, NULL);
    char *whole = NULL;
    int failures = 0;
    for (uint64_t n = 0;; n++) { /* 0: nothing fails */
        lf_state *state = lf_state_clone(start), *other = lf_state_clone(start);
        lf_fail_allocation_at(n);
        lf_history *first = lf_history_new(state);
        while (first != NULL && !lf_terminal(state, NULL))
            lf_apply(state, 0);
        lf_history *history = first != NULL ? lf_history_clone(first, other) : NULL;
        char *text = history != NULL ? lf_information_state(history, 0) : NULL;
        lf_fail_allocation_at(0);
        if (n == 0)
            whole = strdup(text);
        else if (text != NULL && strcmp(text, whole) != 0)
            fail_msg("allocation %llu: %s", (unsigned long long)n, text);
        failures += text == NULL;
        const bool done = n > 0 && text != NULL;
        lf_string_free(text);
        lf_history_free(history);
        lf_history_free(first);
        lf_state_free(other);
        lf_state_free(state);
        if (done)
            break;
    }
    assert_true(failures > 10);
    free(whole);
    lf_state_free(start);
    lf_game_free(game);
}

static int use_own_allocator(void **unused) {
    (void)unused;
    json_set_alloc_funcs(lf_malloc, lf_free);
    return 0;
}

/* ---- an allocator of the program's own ---- */

typedef struct {
    uint64_t calls, held; /* pieces of memory that were not given back */
    uint64_t most_calls;  /* 0: as many as you like; beyond it memory is out */
} counted;

static bool runs_out(counted *c) {
    return c->calls++ >= c->most_calls && c->most_calls > 0;
}

static void *count_allocate(void *context, size_t size) {
    counted *c = context;
    void *memory = runs_out(c) ? NULL : malloc(size);
    c->held += memory != NULL;
    return memory != NULL ? memset(memory, 0xa5, size) : NULL; /* nobody may take it for zeros */
}

static void *count_reallocate(void *context, void *old, size_t size) {
    counted *c = context;
    if (old == NULL)
        return count_allocate(context, size);
    return runs_out(c) ? NULL : realloc(old, size);
}

static void count_release(void *context, void *memory) {
    counted *c = context;
    assert_non_null(memory);
    assert_true(c->held > 0);
    c->held--;
    free(memory);
}

/* Loads an image and plays a decision; how far it came. */
static int play_image(const char *bytes, size_t size) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("image", bytes, size, &problems);
    lf_state *state = game != NULL ? lf_state_new(game, NULL, NULL) : NULL;
    lf_decision *decision = state != NULL ? lf_decision_new(state) : NULL;
    const int reached = (game != NULL) + (state != NULL) + (decision != NULL);
    if (state != NULL)
        assert_int_equal(lf_apply(state, 0), LF_OK);
    lf_decision_free(decision);
    lf_state_free(state);
    lf_game_free(game);
    lf_diagnostics_free(problems);
    return reached;
}

static char *image_of_spec(size_t *size) {
    lf_game *game = lf_game_load(SPEC, NULL);
    assert_non_null(game);
    char *bytes = lf_game_image(game, size);
    assert_non_null(bytes);
    lf_game_free(game);
    return bytes;
}

static void an_allocator_of_ones_own(void **unused) {
    (void)unused;
    size_t size;
    char *bytes = image_of_spec(&size);
    counted c = {0};
    lf_set_allocator(&(lf_allocator){count_allocate, count_reallocate, count_release, &c});
    assert_int_equal(play_image(bytes, size), 3);
    lf_game *spec = lf_game_load(SPEC, NULL);
    assert_non_null(spec);
    lf_game_free(spec);
    lf_set_allocator(NULL);
    assert_true(c.calls > 10);
    assert_int_equal(c.held, 0);
    lf_string_free(bytes);
}

/* One that has too little to give, and then a little more: nothing is lost, whatever fails. */
static void an_allocator_that_fails(void **unused) {
    (void)unused;
    size_t size;
    char *bytes = image_of_spec(&size);
    int reached = 0, failures = 0;
    for (uint64_t most = 1; reached < 3; most++) {
        counted c = {.most_calls = most};
        lf_set_allocator(&(lf_allocator){count_allocate, count_reallocate, count_release, &c});
        reached = play_image(bytes, size);
        lf_set_allocator(NULL);
        assert_int_equal(c.held, 0);
        failures += reached < 3;
    }
    assert_true(failures > 3);
    lf_string_free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiling),
        cmocka_unit_test(playing),
        cmocka_unit_test(evaluating),
        cmocka_unit_test(an_allocator_of_ones_own),
        cmocka_unit_test(an_allocator_that_fails),
        cmocka_unit_test(saying),
        cmocka_unit_test(telling),
        cmocka_unit_test(remembering),
    };
    return cmocka_run_group_tests(tests, use_own_allocator, NULL);
}
