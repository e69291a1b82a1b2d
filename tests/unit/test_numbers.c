/* test_numbers.c: sets of numbers are exact, whatever the numbers, with every optimisation and
 * without any.
 *
 * Each case is a small game in a file. An expression has one right answer in every version of the
 * game; a wrong set is refused with a code, or is a fault during play, and never loses a number. */
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

#include "scratch_fixture.h"

static void write_game(const char *functions, const char *effects) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "```yaml\n"
            "metadata: { id: numbers, name: Numbers }\n"
            "seats: [A, B]\n"
            "globalVars:\n"
            "  - { name: x, type: int, init: 5, min: -1000000, max: 1000000 }\n"
            "enums: { weather: [sun, rain, storm] }\n"
            "functions:\n"
            "  nothing: x\n"
            "  least-above(n): first k in {3, 6, 9} where k > n\n"
            "  next-one: |\n"
            "    let k = least-above(x)\n"
            "    return if k != none then k + 1 else 0\n"
            "%s"
            "turnStructure: { phases: [{ id: play }] }\n"
            "actions:\n"
            "  - id: go\n"
            "    phase: play\n"
            "    effects: |\n"
            "      %s\n"
            "  - { id: pass, phase: play, effects: end turn }\n"
            "terminal: { checkpoints: [{ id: late, when: turnNumber > 50, draw: true }] }\n"
            "```\n",
            functions, effects);
    assert_int_equal(fclose(file), 0);
}

static lf_state *begin(lf_game **game, const char *without) {
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    *game = lf_game_load_without(path, without, &problems);
    if (*game == NULL)
        fail_msg("without `%s`: %s", without, lf_diagnostics_get(problems, 0).message);
    lf_diagnostics_free(problems);
    lf_state *state = lf_state_new(*game, &(lf_setup){.seed = 1}, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    return state;
}

/* ---- answers ---- */

typedef struct {
    const char *expression, *answer; /* NULL: a fault */
} answered;

static const answered answers[] = {
    {"700 in {1, 700}", "true"},
    {"700 in {1, 701}", "false"},
    {"700 not in {1, 700}", "false"},
    {"-4 in {-4, 9}", "true"},
    {"-1 in {0, 63}", "false"},
    {"64 in {0, 63}", "false"},
    {"128 in {0, 64}", "false"},
    {"576 in {576}", "true"},
    {"x in {x, 700}", "true"},
    {"700 in {x, 700}", "true"},
    {"x + 1 in {x, 700}", "false"},
    {"9000000000 in {9000000000, 1}", "true"},
    {"x in {}", "false"},
    {"600 in {n in 1..600 where n mod 2 == 0}", "true"},
    {"599 in {n in 1..600 where n mod 2 == 0}", "false"},
    {"700 in {n in {1, 700} where n > x}", "true"},
    {"1 in {n in {1, 700} where n > x}", "false"},
    {"900 in (if x > 3 then {1, 900} else 5..7)", "true"},
    {"6 in (if x > 3 then {1, 900} else 5..7)", "false"},
    {"6 in (if x > 5 then {1, 900} else 5..7)", "true"},
    {"2 in {x, 6 / (x - 5)}", NULL}, /* 5 is not 2, so the second is needed */
    {"5 in {x, 6 / (x - 5)}", "true"},
    {"sum(n for n in {100, 200, 3})", "303"},
    {"sum(n for n in {100, 200, 3} where n > 0)", "303"},
    {"sum(n for n in {100, 200, 3} where n > x)", "300"},
    {"sum(n for n in {100, 100, 3})", "103"},
    {"sum(n for n in {x, 3})", "8"},
    {"sum(n for n in {x * 100, 3})", NULL},
    {"sum(n for n in {n in 1..600 where n mod 2 == 0})", "90300"},
    {"sum(n for n in {m in {k in {1, 70, 700} where k > 1} where m < 100 + x})", "70"},
    {"count(n in {900, 100, -4, 100})", "3"},
    {"first n in {900, 100, -4, 100} where n > 3", "100"},
    {"first n in {900, 100, -4, 100} where n > x - 10", "-4"},
    {"first n in {n in -5..70 where n > 66}", "67"},
    {"first n in {900, 100} where n > 900", "none"},
    {"first n in 1..10 where n > 5 + x", "none"},
    {"(first n in -5..10 where n == -1) == -1", "true"},
    {"(first n in 1..10 where n > 5 + x) == none", "true"},
    {"(first n in 1..10 where n > x) != none", "true"},
    {"(first n in 1..10 where n > 5 + x) == -1", "false"},
    {"min(first n in 1..10 where n > 5 + x, 44)", "44"},
    {"min(first n in 1..10 where n > x, 44)", "6"},
    {"next-one()", "7"},
    {"first w in {storm, rain} where x == 5", "rain"},
    {"first w in {storm, rain} where x == 6", NULL},
    {"any n in {100, 200} where n > 150 + x", "true"},
    {"any n in {100, 200} where n > 200 + x", "false"},
    {"every n in {100, 200} where n > 90 + x", "true"},
    {"every n in {100, 200} where n > 100", "false"},
    {"any n in {64, 128}", "true"},
    {"sum(count(m in {n, 3}) for n in {5, 3})", "3"},
    /* the smallest and the greatest, of any numbers and of none */
    {"min(n * 1000000000000 for n in {100, 200})", "100000000000000"},
    {"max(0 - n * 1000000000000 for n in {100, 200})", "-100000000000000"},
    {"max(n for n in 1..10 where n < x)", "4"},
    {"min(n for n in 1..10 where n > 10)", NULL},
    {"max(n for n in {1, 700} where n > 700)", NULL},
    {"if any n in 1..10 where n > 10 then min(n for n in 1..10 where n > 10) else 0", "0"},
    /* the smallest number of all */
    {"0 - 9223372036854775806 - 2 < 0", "true"},
    {"-(x - x - 9223372036854775806 - 2) < 0", "true"},
    {"-(0 - 9223372036854775806 - 2) < 0", "true"},
};

static void check_answer(lf_state *state, const answered *a, const char *without) {
    lf_error error = {0};
    char *text = lf_eval(state, a->expression, NULL, &error);
    if (text == NULL && a->answer != NULL)
        fail_msg("%s without `%s`: %s", a->expression, without, error.message);
    if (text != NULL && (a->answer == NULL || strcmp(text, a->answer) != 0))
        fail_msg("%s without `%s` is %s", a->expression, without, text);
    if (text == NULL)
        assert_int_equal(error.status, LF_RULE_ERROR);
    lf_string_free(text);
}

/* As functions of the game as well: `eval` compiles an expression in another way. */
static void check_version(const char *without) {
    lf_text functions = {0};
    for (size_t i = 0; i < LF_COUNT(answers); i++)
        lf_text_printf(&functions, "  f%zu: \"%s\"\n", i, answers[i].expression);
    write_game(functions.data, "x += 1");
    lf_text_free(&functions);
    lf_game *game = NULL;
    lf_state *state = begin(&game, without);
    for (size_t i = 0; i < LF_COUNT(answers); i++) {
        char call[16];
        snprintf(call, sizeof call, "f%zu()", i);
        check_answer(state, &answers[i], without);
        check_answer(state, &(answered){call, answers[i].answer}, without);
    }
    lf_state_free(state);
    lf_game_free(game);
}

static void answers_are_exact(void **unused) {
    (void)unused;
    const char *name;
    check_version("");
    check_version("all");
    for (int i = 0; (name = lf_optimisation_name(i, NULL)) != NULL; i++)
        check_version(name);
}

/* ---- choices ---- */

static const struct {
    const char *effects;
    const char *offered; /* ids, with a comma behind each */
} choices[] = {
    {"choose n in {100, 3, 5}; x = n", "3,5,100,"},
    {"choose n in {100, 3, 5} where n > 0; x = n", "3,5,100,"},
    {"choose n in {100, 3, 5} where n > x - 1; x = n", "5,100,"},
    {"choose n in {100, -3, 100, 5}; x = n", "-3,5,100,"},
    {"choose n in -3..300 where n mod 100 == 0; x = n", "0,100,200,300,"},
    {"choose n in {m in {1, 70, 700, 64} where m != 64}; x = n", "1,70,700,"},
    {"choose n in {x, 9}; x = n", "5,9,"},
    {"choose n in {100, 3, 700}; require n > 50; x = n", "100,700,"},
};

static lf_text option_ids(const lf_state *state) {
    lf_text labels = {0};
    char id[32];
    for (int i = 0; i < lf_legal_count(state); i++)
        lf_text_printf(&labels, "%s,", lf_option_id(state, i, id, sizeof id));
    return labels;
}

static void write_choice(const char *effects) {
    char lines[256] = "";
    for (const char *at = effects; *at != '\0'; at++)
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), *at == ';' ? "\n     " : "%c",
                 *at);
    write_game("", lines);
}

static void enter_action(lf_state *state) {
    const int go = lf_find_option(state, "go");
    assert_true(go >= 0);
    assert_int_equal(lf_apply(state, go), LF_OK);
}

/* What is chosen is what was offered; a saved choice offers the same. */
static void choose_last(lf_state *state, const char *offered) {
    unsigned char saved[4096];
    char id[32];
    lf_error error = {0};
    const size_t size = lf_save(state, saved, sizeof saved);
    assert_true(size > 0 && size <= sizeof saved);
    const int last = lf_legal_count(state) - 1;
    assert_non_null(lf_option_id(state, last, id, sizeof id));
    assert_int_equal(lf_apply(state, last), LF_OK);
    char *x = lf_eval(state, "x", NULL, &error);
    assert_string_equal(x, id);
    lf_string_free(x);
    assert_int_equal(lf_load(state, saved, size, &error), LF_OK);
    lf_text labels = option_ids(state);
    assert_string_equal(labels.data, offered);
    lf_text_free(&labels);
    assert_true(lf_hash(state) == lf_hash_from_scratch(state));
}

static void check_choice(size_t i, const char *without) {
    lf_game *game = NULL;
    write_choice(choices[i].effects);
    lf_state *state = begin(&game, without);
    enter_action(state);
    lf_text labels = option_ids(state);
    if (strcmp(labels.data, choices[i].offered) != 0)
        fail_msg("%s without `%s` offers %s", choices[i].effects, without, labels.data);
    choose_last(state, choices[i].offered);
    lf_text_free(&labels);
    lf_state_free(state);
    lf_game_free(game);
}

static void choices_offer_every_number(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LF_COUNT(choices); i++) {
        check_choice(i, "");
        check_choice(i, "all");
    }
}

/* ---- loops ---- */

static void loops_go_up(void **unused) {
    (void)unused;
    lf_game *game = NULL;
    lf_error error = {0};
    write_choice("for n in {900, 1, 70, 700}; \n        x = x * 3 + n");
    lf_state *state = begin(&game, "");
    enter_action(state);
    char *x = lf_eval(state, "x", NULL, &error);
    assert_string_equal(x, "4062"); /* (((5 * 3 + 1) * 3 + 70) * 3 + 700) * 3 + 900 */
    lf_string_free(x);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- what is refused ---- */

static const struct {
    const char *effects, *code;
} refused[] = {
    {"x = first n in 1..10 where n > x", "E0503"},
    {"x += 1 + (first n in 1..10 where n > x)", "E0508"},
    {"choose n in {x, 100}; x = n", "E0608"},
    {"for n in {x, -1}: x = n", "E0608"},
    {"for n in (if x > 3 then {1, 900} else {2}): x = n", "E0608"},
    {"repeat 3 times;   choose n in {100, -3} or done;   x = n", "E0608"},
    {"repeat 3 times;   choose n in -3..3 or done;   x = n", "E0608"},
    {"choose n in {9000000000, 1}; x = n", "E0608"},
    {"choose n in -3..3000 where n != x; x = n", "E0606"},
    {"choose n in x..300 where n != x; x = n", "E0606"},
    {"x = count(n in {m in 1..5000 where m > x})", "E0606"},
};

static bool reports(const lf_diagnostics *problems, const char *code) {
    for (int i = 0; i < lf_diagnostics_count(problems); i++)
        if (strcmp(lf_diagnostics_get(problems, i).code, code) == 0)
            return true;
    return false;
}

static void what_cannot_be_kept_is_refused(void **unused) {
    (void)unused;
    for (size_t i = 0; i < LF_COUNT(refused); i++) {
        lf_diagnostics *problems = NULL;
        write_choice(refused[i].effects);
        lf_game *game = lf_game_load_without(path, "", &problems);
        if (game != NULL || !reports(problems, refused[i].code))
            fail_msg("%s: expected %s", refused[i].effects, refused[i].code);
        lf_diagnostics_free(problems);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_exact),
        cmocka_unit_test(choices_offer_every_number),
        cmocka_unit_test(loops_go_up),
        cmocka_unit_test(what_cannot_be_kept_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
