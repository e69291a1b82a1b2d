/* test_lessons.c: lessons beside a game: what a good one says, that a wrong one is pointed at where
 * it is wrong, and that those of the bundled games lead where they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "ludoforge_session.h"

static char folder[] = "/tmp/ludoforge-lessons-XXXXXX", spec[64], parts[2][64], file[96];
static lf_game *game;

static int open_all(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(spec, sizeof spec, "%s/made.game-spec.md", folder);
    snprintf(parts[0], sizeof parts[0], "%s/made", folder);
    snprintf(parts[1], sizeof parts[1], "%s/made/lessons", folder);
    snprintf(file, sizeof file, "%s/made/lessons/x.md", folder);
    game = lf_game_load("data/games/tic-tac-toe.game-spec.md", NULL);
    return game == NULL || mkdir(parts[0], 0755) != 0 || mkdir(parts[1], 0755) != 0;
}

static int close_all(void **state) {
    (void)state;
    lf_game_free(game);
    unlink(file);
    return rmdir(parts[1]) != 0 || rmdir(parts[0]) != 0 || rmdir(folder) != 0;
}

static lf_lessons *load(const char *yaml, lf_diagnostics **problems) {
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fprintf(out, "```yaml\n%s\n```\n", yaml);
    fclose(out);
    return lf_lessons_load(game, spec, problems);
}

#define HEAD                                                                                       \
    "lessons:\n  - lesson: marks\n    title: The first marks\n    players: { X: human, O: random " \
    "}\n"

static void test_a_lesson(void **state) {
    (void)state;
    lf_diagnostics *problems = NULL;
    lf_lessons *lessons = load(HEAD "    seed: 7\n"
                                    "    text: Hello.\n"
                                    "    steps:\n"
                                    "      - { seat: X, text: The middle., play: [b2] }\n"
                                    "      - { seat: O, text: A corner., play: [a1] }\n"
                                    "      - { play: [c3, b1] }\n"
                                    "    end: Goodbye.\n",
                               &problems);
    assert_non_null(lessons);
    assert_int_equal(lf_lessons_count(lessons), 1);
    const lf_lesson *l = lf_lessons_get(lessons, 0);
    assert_null(lf_lessons_get(lessons, 1));
    assert_string_equal(l->id, "marks");
    assert_string_equal(l->title, "The first marks");
    assert_string_equal(l->text, "Hello.");
    assert_string_equal(l->end, "Goodbye.");
    assert_string_equal(l->players[0], "human");
    assert_string_equal(l->players[1], "random");
    assert_true(l->setup.seed == 7);
    assert_int_equal(l->count, 4);
    static const struct {
        const char *option, *text;
        lf_seat seat;
    } wanted[] = {{"b2", "The middle.", 0}, {"a1", "A corner.", 1}, {"c3", "", 0}, {"b1", NULL, 1}};
    lf_state *game_state = lf_state_new(game, &l->setup, NULL);
    for (int i = 0; i < l->count; i++) {
        assert_true(lf_hash(game_state) == l->hashes[i]);
        assert_string_equal(l->decisions[i].option, wanted[i].option);
        assert_int_equal(l->decisions[i].seat, wanted[i].seat);
        assert_true((l->decisions[i].text == NULL) == (wanted[i].text == NULL));
        if (wanted[i].text != NULL)
            assert_string_equal(l->decisions[i].text, wanted[i].text);
        assert_int_equal(lf_apply(game_state, lf_find_option(game_state, wanted[i].option)), LF_OK);
    }
    assert_true(lf_hash(game_state) == l->hashes[l->count]);
    lf_state_free(game_state);
    lf_diagnostics_free(problems);
    lf_lessons_free(lessons);
}

static void test_no_lessons(void **state) {
    (void)state;
    lf_diagnostics *problems = NULL;
    lf_lessons *lessons = lf_lessons_load(game, "/nowhere/at-all.game-spec.md", &problems);
    assert_non_null(lessons);
    assert_int_equal(lf_lessons_count(lessons), 0);
    lf_diagnostics_free(problems);
    lf_lessons_free(lessons);
}

#define STEPS "    steps: [{ play: [b2] }]\n"

static const struct {
    const char *yaml;
    int line; /* of the file, whose first is the fence */
    const char *message, *note;
} rows[] = {
    {"lessons: [marks]", 2, "a lesson is a map", "begin with `- lesson: ID`"},
    {"lessons:\n  - lesson: marks\n    players: { X: human }\n" STEPS, 3,
     "a lesson needs a name and a title", "begin with `- lesson: ID` and `title: …`"},
    {"lessons:\n  - lesson: marks\n    title: T\n" STEPS, 3, "nobody learns in this lesson",
     "write `players: { SEAT: human }`"},
    {"lessons:\n  - lesson: marks\n    title: T\n    players: { Z: human }\n" STEPS, 5,
     "there is no seat `Z`", NULL},
    {"lessons:\n  - lesson: marks\n    title: T\n    players: { X: humna }\n" STEPS, 5,
     "nobody is called `humna`", "`human`, or the name of an agent"},
    {"lessons:\n  - lesson: marks\n    title: T\n    players: X\n" STEPS, 5,
     "players are a map from seat to who plays it", "write `players: { SEAT: human }`"},
    {HEAD, 3, "a lesson has at least one step", "add `steps:`"},
    {HEAD "    stepps: []\n", 6, "a lesson has no field `stepps`", "did you mean `steps`?"},
    {HEAD "    steps: [b2]\n", 6, "a step is a map", "write `- { text: …, play: […] }`"},
    {HEAD "    steps: [{ text: Look. }]\n", 6, "a step plays at least one decision",
     "add `play: [ID, …]`"},
    {HEAD "    steps: [{ paly: [b2], play: [b2] }]\n", 6, "a step has no field `paly`",
     "did you mean `play`?"},
    {HEAD "    steps: [{ play: [[b2]] }]\n", 6, "a decision is the id of an option", NULL},
    {HEAD "    steps: [{ seat: Z, play: [b2] }]\n", 6, "there is no such seat", NULL},
    {HEAD "    steps: [{ seat: O, play: [b2] }]\n", 6, "X decides here, not O", NULL},
    {HEAD "    steps:\n      - play: [b2]\n      - play: [b2]\n", 8, "`b2` is not offered here",
     "O decides: Mark which cell? Offered: a1 b1 c1 a2 c2 a3 b3 c3"},
    {HEAD "    steps: [{ play: [a1, a2, b1, b2, c1, c2] }]\n", 6, "`c2` is not offered here", NULL},
    {HEAD "    scenario: nowhere\n" STEPS, 3, "the game cannot be set up so: ", NULL},
    {HEAD "    options: { swift: true }\n" STEPS, 3, "the game cannot be set up so: ", NULL},
    {HEAD "    options: [swift]\n" STEPS, 6, "options are a map from name to value",
     "write `options: { name: value }`"},
    {HEAD "    seed: much\n" STEPS, 6, "`seed` of a lesson cannot be this", NULL},
    {HEAD "    deck: [a]\n    top: [b]\n" STEPS, 7, "the cards of a stack are given twice",
     "keep one of `cards`, `deck` and `top`"},
};

static bool row_holds(size_t i) {
    lf_diagnostics *problems = NULL;
    lf_lessons *lessons = load(rows[i].yaml, &problems);
    bool good = lessons == NULL && lf_diagnostics_count(problems) > 0;
    if (good) {
        const lf_problem p = lf_diagnostics_get(problems, 0);
        good = strcmp(p.code, "E0707") == 0 && p.line == rows[i].line &&
               strncmp(p.message, rows[i].message, strlen(rows[i].message)) == 0 &&
               (rows[i].note == NULL || (p.note != NULL && strcmp(p.note, rows[i].note) == 0));
        if (!good)
            print_error("row %zu: %s at line %d: %s (%s)\n", i, p.code, p.line, p.message,
                        p.note != NULL ? p.note : "no note");
    } else {
        print_error("row %zu has no problem\n", i);
    }
    lf_diagnostics_free(problems);
    lf_lessons_free(lessons);
    return good;
}

static void test_wrong_lessons(void **state) {
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        failures += !row_holds(i);
    assert_int_equal(failures, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_lesson),
        cmocka_unit_test(test_no_lessons),
        cmocka_unit_test(test_wrong_lessons),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
