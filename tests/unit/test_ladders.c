/* test_ladders.c: functions that call each other in ladders are compiled in time, and great input
 * that is wrong is refused in time.
 *
 * A function that calls the one below it twice, thirty rungs high, stands for a billion calls in
 * some hundred bytes. No pass of the compiler may follow them all. Each game here is a few
 * kilobytes; what it may cost is processor time, so that a busy machine changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "scratch_fixture.h"

enum { RUNGS = 30, SECONDS = 20 /* sanitizers are slow; followed to the end it would be years */ };

/* @ is the function below. */
static const struct {
    const char *name, *first, *rung;
} ladders[] = {
    {"a row of eight", "s.worth > x",
     "@(s) and @(s) and @(s) and @(s) and @(s) and @(s) and @(s) and @(s)"},
    {"a known row", "s.worth > 1",
     "@(s) and @(s) and @(s) and @(s) and @(s) and @(s) and @(s) and @(s)"},
    {"either", "x > s.worth", "@(s) or not @(s)"},
    {"a condition", "s.worth > x", "if @(s) then @(s) else @(s)"},
    {"around", "s.worth > x", "any q in adjacent(s) where @(q) and @(s)"},
    {"counting", "s.worth > x", "count(q in spaces where @(q)) > count(q in spaces where @(s))"},
    {"what can fail", "4 / s.worth > x", "@(s) and @(s) and @(s) and @(s)"},
    {"an argument", "s.worth > x", "@((first q in spaces where @(q)))"},
    {"among numbers", "s.worth in {1, 70, 700}",
     "sum(n for n in {1, 70, 700} where @(s)) in {n in 1..900 where @(s)}"},
};

static const char *const tops[] = {"{s in spaces where @(s)}",
                                   "any s in spaces where @(s) and x > 0"};

static void write_rung(FILE *file, const char *head, const char *text, int below) {
    fputs(head, file);
    for (const char *at = text; *at != '\0'; at++)
        if (*at == '@')
            fprintf(file, "f%d", below);
        else
            fputc(*at, file);
    fputs("\"\n", file);
}

static void write_game(const char *first, const char *rung, const char *top) {
    char head[40];
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("```yaml\n"
          "metadata: { id: ladder, name: Ladder }\n"
          "seats: [A, B]\n"
          "spaceProperties: [{ name: worth, type: int, default: 1 }]\n"
          "spaces:\n"
          "  - { id: a, adjacent: [b, c] }\n"
          "  - { id: b, worth: 2 }\n"
          "  - { id: c, worth: 3, adjacent: [d] }\n"
          "  - { id: d }\n"
          "globalVars: [{ name: x, type: int, init: 1, min: 0, max: 9 }]\n"
          "turnStructure: { phases: [{ id: play }] }\n"
          "actions: [{ id: go, phase: play, effects: \"x += 1\" }]\n"
          "terminal: { checkpoints: [{ id: full, when: x > 8, draw: true }] }\n"
          "functions:\n",
          file);
    write_rung(file, "  f0(space s): \"", first, 0);
    for (int i = 1; i < RUNGS; i++) {
        snprintf(head, sizeof head, "  f%d(space s): \"", i);
        write_rung(file, head, rung, i - 1);
    }
    write_rung(file, "  peak: \"", top, RUNGS - 1);
    fputs("```\n", file);
    assert_int_equal(fclose(file), 0);
}

static void climb(size_t ladder, const char *top, const char *without) {
    lf_diagnostics *problems = NULL;
    write_game(ladders[ladder].first, ladders[ladder].rung, top);
    const clock_t begin = clock();
    lf_game *game = lf_game_load_without(path, without, &problems);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (game == NULL)
        fail_msg("%s: %s", ladders[ladder].name, lf_diagnostics_get(problems, 0).message);
    if (seconds > SECONDS)
        fail_msg("%s without `%s` takes %.1f s", ladders[ladder].name, without, seconds);
    lf_diagnostics_free(problems);
    lf_game_free(game);
}

static void ladders_are_compiled_in_time(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LF_COUNT(ladders); i++)
        for (size_t k = 0; k < LF_COUNT(tops); k++) {
            climb(i, tops[k], "");
            climb(i, tops[k], "inline");
        }
}

/* ---- great input that is wrong ---- */

static bool reports(const char *code) {
    lf_diagnostics *problems = NULL;
    const clock_t begin = clock();
    lf_game *game = lf_game_load(path, &problems);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    bool found = false;
    for (int i = 0; i < lf_diagnostics_count(problems); i++)
        found = found || strcmp(lf_diagnostics_get(problems, i).code, code) == 0;
    if (seconds > SECONDS)
        fail_msg("%s takes %.1f s", code, seconds);
    assert_null(game);
    lf_diagnostics_free(problems);
    return found;
}

/* Each is looked up among all names, and the nearest is sought. */
static void many_unknown_names_are_told_in_time(void **unused) {
    (void)unused;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("```yaml\nmetadata: { id: wrong, name: Wrong }\nseats: [A, B]\nfunctions:\n", file);
    for (int i = 0; i < 20000; i++)
        fprintf(file, "  fine-%d: wrong-%d + 1\n", i, i);
    fputs("```\n", file);
    assert_int_equal(fclose(file), 0);
    assert_true(reports("E0501"));
}

static void brackets_without_end_are_refused(void **unused) {
    (void)unused;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("```yaml\nmetadata: ", file);
    for (int i = 0; i < 3000000; i++)
        fputc('[', file);
    fputs("\n```\n", file);
    assert_int_equal(fclose(file), 0);
    assert_true(reports("E0129"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ladders_are_compiled_in_time),
        cmocka_unit_test(many_unknown_names_are_told_in_time),
        cmocka_unit_test(brackets_without_end_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
