/* table_fixture.h: a game that a test has written, with a state of it, and questions to it. With
 * scratch_fixture.h, whose file it is. */
#ifndef LF_TESTS_TABLE_FIXTURE_H
#define LF_TESTS_TABLE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

typedef struct {
    lf_game *game;
    lf_state *state;
} table;

static inline void write_text(const char *file_path, const char *text) {
    FILE *file = fopen(file_path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Compiled without some of the optimisations, as `--without` says. */
static inline table open_table(const char *file_path, const char *without, const lf_setup *setup) {
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    table t = {.game = lf_game_load_without(file_path, without, &problems)};
    if (t.game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    t.state = lf_state_new(t.game, setup, &error);
    if (t.state == NULL)
        fail_msg("%s", error.message);
    return t;
}

static inline void finish(table *t) {
    lf_state_free(t->state);
    lf_game_free(t->game);
}

static inline void expect_answer(const table *t, const char *expression, const char *wanted) {
    lf_error error = {0};
    char *value = lf_eval(t->state, expression, NULL, &error);
    if (value == NULL || strcmp(value, wanted) != 0)
        fail_msg("%s is %s, not %s", expression, value == NULL ? error.message : value, wanted);
    free(value);
}

#endif
