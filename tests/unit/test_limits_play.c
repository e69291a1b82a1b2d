/* test_limits_play.c: the limits of the compiled game and of play, in the build where small games
 * reach them. Each is reported with the place of the rule that broke it; nothing hangs, and nothing
 * is cut short in silence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

static char folder[] = "/tmp/ludoforge-limits-XXXXXX", path[64];

/* The spec of a game with one action, whose effects begin in line 8, column 7. `more` is whatever
 * else it declares. */
static void write_spec(const char *effects, const char *more) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "```yaml\n"
            "metadata: {id: limits, name: Limits}\n"
            "turnStructure: {phases: [{id: main}]}\n"
            "actions:\n"
            "  - id: act\n"
            "    phase: main\n"
            "    effects: |\n"
            "      %s\n"
            "  - {id: wait, phase: main, effects: 'gold += 1'}\n"
            "seats: [Red, Blue]\n"
            "globalVars: [{name: gold, type: int, max: 1000}]\n"
            "terminal: {checkpoints: [{id: rich, when: gold >= 1000, draw: true}]}\n"
            "%s\n"
            "```\n",
            effects, more);
    assert_int_equal(fclose(file), 0);
}

static int make_folder(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/limits.game-spec.md", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return unlink(path) != 0 || rmdir(folder) != 0;
}

/* The game does not compile, for this reason, which is said at this place. Line 0: anywhere in the
 * spec. */
static void expect_refusal(const char *code, int line, int column, const char *words) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    assert_null(game);
    const lf_problem problem = lf_diagnostics_get(problems, 0);
    if (strcmp(problem.code, code) != 0 || strstr(problem.message, words) == NULL ||
        (line > 0 && (problem.line != line || problem.column != column)) || problem.line == 0)
        fail_msg("%d:%d: %s: %s", problem.line, problem.column, problem.code, problem.message);
    lf_diagnostics_free(problems);
}

/* The game compiles, and its action fails when it is chosen, or when it is looked ahead at. */
static void expect_fault(const char *place, const char *words) {
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    lf_state *state = lf_state_new(game, NULL, &error);
    if (state != NULL) {
        assert_int_equal(lf_apply(state, lf_find_option(state, "act")), LF_RULE_ERROR);
        assert_int_not_equal(lf_apply(state, 0), LF_OK); /* it stays where it is */
        error = *lf_state_error(state);
    }
    if (strstr(error.message, place) == NULL || strstr(error.message, words) == NULL)
        fail_msg("%s", error.message);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- the compiled game ---- */

/* A loop over data is unrolled: 60 times what stands in it. */
static void test_code(void **state) {
    (void)state;
    lf_text more = {0};
    lf_text_addz(&more, "scenarioFields: {numbers: {list: int}}\nscenarios: [{id: s, numbers: [1");
    for (int i = 0; i < 60; i++)
        lf_text_addz(&more, ", 2");
    lf_text_addz(&more, "]}]\nsetup: |\n  for n in scenario.numbers\n");
    for (int i = 0; i < 100; i++)
        lf_text_printf(&more, "    gold = gold * %d + n\n", i + 2);
    write_spec("gold = 1", more.data);
    lf_text_free(&more);
    expect_refusal("E0603", 0, 0, "the compiled game has more than 8192 instructions");
}

static void test_registers(void **state) {
    (void)state;
    lf_text body = {0};
    for (int i = 0; i < (int)LF_MAX_REGISTERS + 10; i++)
        lf_text_printf(&body, "let v%d = gold + %d\n      ", i, i);
    lf_text_addz(&body, "gold = 0");
    for (int i = 0; i < (int)LF_MAX_REGISTERS + 10; i++)
        lf_text_printf(&body, "%s + v%d", i % 9 == 8 ? "\n      gold = gold" : "", i);
    write_spec(body.data, "");
    lf_text_free(&body);
    expect_refusal("E0602", 0, 0, "");
}

static void test_depth_of_calls(void **state) {
    (void)state;
    lf_text more = {0};
    lf_text_addz(&more, "procedures:\n");
    for (int i = 0; i < (int)LF_MAX_CALL_DEPTH + 4; i++)
        lf_text_printf(&more, "  p%d: |\n    p%d()\n    p%d()\n", i, i + 1, i + 1);
    lf_text_printf(&more, "  p%d: gold += 1\n", (int)LF_MAX_CALL_DEPTH + 4);
    write_spec("p0()", more.data);
    lf_text_free(&more);
    expect_refusal("E0604", 0, 0, "deep");
}

static const char *call_of(int procedure) {
    static char text[16];
    snprintf(text, sizeof text, "p%d()", procedure);
    return text;
}

static void test_words_of_frames(void **state) {
    (void)state;
    lf_text more = {0};
    lf_text_addz(&more, "spaces:\n");
    for (int i = 0; i < 70; i++)
        lf_text_printf(&more, "  - {id: s%d}\n", i);
    lf_text_addz(&more, "procedures:\n");
    for (int i = 0; i < 4; i++)
        lf_text_printf(
            &more,
            "  p%d: |\n    let t = table by spaces of int\n    let u = table by spaces of int\n"
            "    choose s in spaces \"Where?\"\n    t[s] += 1\n    u[s] += gold\n    %s\n    gold "
            "+= t[s] + u[s]\n",
            i, i < 3 ? call_of(i + 1) : "gold += 1");
    write_spec("p0()", more.data);
    lf_text_free(&more);
    expect_refusal("E0604", 3, 31, "words; the limits are 6 and 512");
}

/* ---- numbers and cases in a row: the most that is allowed works, one more is refused ---- */

static void expect_success(void) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    lf_game_free(game);
}

/* Of a range with a condition, and of a list. */
static void test_numbers(void **state) {
    (void)state;
    char effects[1024];
    snprintf(effects, sizeof effects,
             "choose n in -3..%d where n != gold \"?\"\n      gold = n + 3",
             (int)LF_MAX_NUMBERS - 4);
    write_spec(effects, "");
    expect_success();
    snprintf(effects, sizeof effects,
             "choose n in -3..%d where n != gold \"?\"\n      gold = n + 3",
             (int)LF_MAX_NUMBERS - 3);
    write_spec(effects, "");
    expect_refusal("E0606", 8, 21, "these are more than 100 numbers");
    lf_text list = {0};
    lf_text_addz(&list, "for n in {-1");
    for (int i = 1; i < (int)LF_MAX_NUMBERS; i++)
        lf_text_printf(&list, ", %d", i + 64);
    lf_text_addz(&list, "}: gold = n + 1");
    write_spec(list.data, "");
    expect_success();
    lf_text_free(&list);
    lf_text_addz(&list, "for n in {-1, 900");
    for (int i = 1; i < (int)LF_MAX_NUMBERS; i++)
        lf_text_printf(&list, ", %d", i + 64);
    lf_text_addz(&list, "}: gold = n + 1");
    write_spec(list.data, "");
    lf_text_free(&list);
    expect_refusal("E0606", 8, 16, "these are more than 100 numbers");
}

/* `count` conditions in one ladder, in statements or in an expression. */
static void write_ladder(int count, bool expression) {
    lf_text text = {0};
    for (int i = 0; i < count; i++)
        lf_text_printf(&text, expression ? "%sif gold == %d then %d" : "%sif gold == %d: gold = %d",
                       i == 0       ? ""
                       : expression ? " else "
                                    : "\n      else ",
                       i, i + 1);
    lf_text_addz(&text, expression ? " else 0" : "\n      else: gold = 0");
    lf_text effects = {0};
    lf_text_printf(&effects, expression ? "gold = %s" : "%s", text.data);
    write_spec(effects.data, "");
    lf_text_free(&effects);
    lf_text_free(&text);
}

static void test_rungs(void **state) {
    (void)state;
    write_ladder(LF_MAX_RUNGS, false);
    expect_success();
    write_ladder(LF_MAX_RUNGS + 1, false);
    expect_refusal("E0227", 8 + LF_MAX_RUNGS, 7, "more than 5 cases in a row");
    write_ladder(LF_MAX_RUNGS, true);
    expect_success();
    write_ladder(LF_MAX_RUNGS + 1, true);
    expect_refusal("E0227", 0, 0, "more than 5 cases in a row");
}

/* ---- play ---- */

typedef struct {
    /* last: the number of the line that says that the rest is left out; 0: none did */
    int lines, last;
    size_t longest;
} heard;

static void hear(void *context, const lf_event *event) {
    heard *h = context;
    h->lines++;
    if (strstr(event->text, "the log of this decision ends here, after 50 lines") != NULL)
        h->last = h->lines;
    const size_t length = strlen(event->text);
    h->longest = length > h->longest ? length : h->longest;
}

/* Plays `act`, which tells that many lines, and returns what was heard; the action is carried
 * through. */
static heard lines_told(int lines) {
    char effects[512];
    snprintf(effects, sizeof effects,
             "for i in 1..%d: log \"{i} of very many lines, each as long as this, which is a good "
             "deal longer than a "
             "line of the log may be in the build for these tests\"\n      gold = 7",
             lines);
    write_spec(effects, "");
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_non_null(state);
    heard h = {0};
    lf_watch(state, &(lf_observer){hear, &h});
    assert_int_equal(lf_apply(state, lf_find_option(state, "act")), LF_OK);
    assert_int_equal(lf_global(state, lf_find(game, LF_OF_GLOBALS, "gold")), 7);
    lf_state_free(state);
    lf_game_free(game);
    return h;
}

/* The decision itself is a line, and so is the variable that is set. */
static void test_lines_of_the_log(void **state) {
    (void)state;
    const heard all = lines_told(LF_MAX_LOG_LINES - 2);
    assert_int_equal(all.lines, LF_MAX_LOG_LINES);
    assert_int_equal(all.last, 0);
    assert_int_equal(all.longest, LF_MAX_LINE_BYTES);
    const heard cut = lines_told(LF_MAX_LOG_LINES + 30);
    assert_int_equal(cut.last, cut.lines);
    assert_int_equal(cut.longest, LF_MAX_LINE_BYTES);
}

static void test_steps(void **state) {
    (void)state;
    write_spec("for a in 1..60\n"
               "        for b in 1..60\n"
               "          for c in 1..60: gold = (a + b + c) mod 7",
               "");
    expect_fault("error[E0702]", "too much work");
    expect_fault(":10:", "action act");
}

static void test_rounds(void **state) {
    (void)state;
    write_spec("loop\n        if gold > 900: break", "");
    expect_fault(":8:7: error[E0702]", "the limit is 1000");
    write_spec("repeat 1001 times: gold += 1", "");
    expect_refusal("E0523", 8, 14, "cannot repeat 1001 times");
}

static void test_options(void **state) {
    (void)state;
    write_spec("choose n in 1..gold + 101 \"How many?\"\n      gold = n", "");
    expect_fault(":8:7: error[", "100");
}

static void test_depth_of_look_ahead(void **state) {
    (void)state;
    write_spec("choose a in 1..3 \"?\"\n"
               "      choose b in 1..3 \"?\"\n"
               "      choose c in 1..3 \"?\"\n"
               "      choose d in 1..3 \"?\"\n"
               "      choose e in 1..3 \"?\"\n"
               "      require a + b + c + d + e == gold + 15\n"
               "      gold += e",
               "");
    expect_fault("error[E0703]", "look");
}

static void test_rolls(void **state) {
    (void)state;
    int rolls[LF_MAX_FIXED_ROLLS + 1];
    for (int i = 0; i <= LF_MAX_FIXED_ROLLS; i++)
        rolls[i] = 1;
    write_spec("gold += 1", "");
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    lf_game *game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    lf_state *s = lf_state_new(game, NULL, &error);
    assert_int_equal(lf_fix_rolls(s, rolls, LF_MAX_FIXED_ROLLS, &error), LF_OK);
    assert_int_not_equal(lf_fix_rolls(s, rolls, LF_MAX_FIXED_ROLLS + 1, &error), LF_OK);
    assert_non_null(strstr(error.message, "16"));
    lf_state_free(s);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_code),           cmocka_unit_test(test_registers),
        cmocka_unit_test(test_depth_of_calls), cmocka_unit_test(test_words_of_frames),
        cmocka_unit_test(test_steps),          cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_options),        cmocka_unit_test(test_depth_of_look_ahead),
        cmocka_unit_test(test_rolls),          cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_rungs),          cmocka_unit_test(test_lines_of_the_log),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
