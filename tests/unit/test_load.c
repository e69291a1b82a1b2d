/* test_load.c: the ways into the library besides a path: bytes in memory, and the name of a bundled
 * game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ludoforge.h"

#include <cmocka.h>

#include "bundled_games.h"

#define GAMES "data/games/"

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static lf_game *load(const char *path) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(path, &problems);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    return game;
}

/* Of what could not be loaded: the code of the only error. */
static void assert_refused(lf_game *game, lf_diagnostics *problems, const char *code,
                           const char *words) {
    assert_null(game);
    assert_int_equal(lf_diagnostics_errors(problems), 1);
    assert_string_equal(lf_diagnostics_get(problems, 0).code, code);
    assert_non_null(strstr(lf_diagnostics_get(problems, 0).message, words));
    lf_diagnostics_free(problems);
}

static void test_a_spec_in_memory(void **state) {
    (void)state;
    size_t size;
    char *bytes = read_file(GAMES "tic-tac-toe.game-spec.md", &size);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("mine", bytes, size, &problems),
            *file = load(GAMES "tic-tac-toe.game-spec.md");
    memset(bytes, 'x', size); /* nobody needs them any more */
    free(bytes);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    assert_true(lf_game_identity(game) == lf_game_identity(file));
    assert_string_equal(lf_game_title(game), lf_game_title(file));
    lf_game_free(game);
    lf_game_free(file);
}

/* A GameDef is known by what it says, with blanks or a byte order mark before it too. */
static void test_a_gamedef_in_memory(void **state) {
    (void)state;
    lf_game *file = load(GAMES "connect-four.game-spec.md");
    char *json = lf_game_json(file);
    static const char *const before[] = {"", " \n", "\xEF\xBB\xBF"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        const size_t size = strlen(before[i]) + strlen(json);
        char *bytes = malloc(size + 1);
        assert_non_null(bytes);
        snprintf(bytes, size + 1, "%s%s", before[i], json);
        lf_diagnostics *problems = NULL;
        lf_game *game = lf_game_load_memory("definition", bytes, size, &problems);
        lf_diagnostics_free(problems);
        free(bytes);
        assert_non_null(game);
        assert_true(lf_game_identity(game) == lf_game_identity(file));
        lf_game_free(game);
    }
    lf_string_free(json);
    lf_game_free(file);
}

static void test_memory_has_no_folder(void **state) {
    (void)state;
    static const char spec[] = "```yaml\nimports: [other.md]\n```\n";
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("mine", spec, sizeof spec - 1, &problems);
    assert_refused(game, problems, "E0111", "cannot import");
}

static void test_bytes_that_are_no_game(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *code;
    } rows[] = {{NULL, 0, "E0144"},
                {"", 0, "E0144"},
                {"a\0b", 3, "E0102"},
                {"\xFF", 1, "E0102"},
                {"{", 1, "E0120"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lf_diagnostics *problems = NULL;
        lf_game *game = lf_game_load_memory("mine", rows[i].bytes, rows[i].size, &problems);
        assert_refused(game, problems, rows[i].code, "");
    }
}

/* Diagnostics name the text as the caller does. */
static void test_the_name_of_a_text(void **state) {
    (void)state;
    static const char spec[] = "# A game\n\n```yaml\nmetdata: {}\n```\n";
    lf_diagnostics *problems = NULL;
    assert_null(lf_game_load_memory("my words", spec, sizeof spec - 1, &problems));
    assert_string_equal(lf_diagnostics_get(problems, 0).file, "my words");
    assert_int_equal(lf_diagnostics_get(problems, 0).line, 4);
    lf_diagnostics_free(problems);
}

static void test_bundled_games(void **state) {
    (void)state;
    char **names = lf_bundled_games();
    assert_non_null(names);
    int count = 0;
    for (; names[count] != NULL; count++) {
        bool listed = false;
        for (int i = 0; i < BUNDLED_GAMES; i++)
            listed = listed || strcmp(names[count], bundled_games[i]) == 0;
        if (!listed)
            fail_msg("tests/unit/bundled_games.h does not know %s", names[count]);
    }
    assert_int_equal(count, BUNDLED_GAMES);
    lf_bundled_games_free(names);
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_bundled("connect-four", &problems);
    lf_diagnostics_free(problems);
    assert_non_null(game);
    assert_string_equal(lf_game_id(game), "connect-four");
    lf_game_free(game);
}

static void test_unknown_bundled_game(void **state) {
    (void)state;
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_bundled("conect-four", &problems);
    assert_non_null(strstr(lf_diagnostics_get(problems, 0).note, "`connect-four`"));
    assert_refused(game, problems, "E0112", "no bundled game `conect-four`");
}

/* A name is no path, and leads nowhere else. */
static void test_a_name_is_no_path(void **state) {
    (void)state;
    static const char *const names[] = {"", ".", "../games/tic-tac-toe", "/tic-tac-toe",
                                        "./tic-tac-toe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lf_diagnostics *problems = NULL;
        assert_null(lf_bundled_path(names[i]));
        lf_game *game = lf_game_load_bundled(names[i], &problems);
        assert_refused(game, problems, "E0112", "");
    }
}

/* The folder that the environment names comes first. */
static void test_the_folder_of_the_environment(void **state) {
    (void)state;
    setenv("LUDOFORGE_GAMES", "docs/examples", 1);
    char *path = lf_bundled_path("take-away");
    unsetenv("LUDOFORGE_GAMES");
    assert_string_equal(path, "docs/examples/take-away.game-spec.md");
    lf_string_free(path);
    assert_null(lf_bundled_path("take-away"));
}

int main(void) {
    unsetenv("LUDOFORGE_GAMES");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_spec_in_memory),
        cmocka_unit_test(test_a_gamedef_in_memory),
        cmocka_unit_test(test_memory_has_no_folder),
        cmocka_unit_test(test_bytes_that_are_no_game),
        cmocka_unit_test(test_the_name_of_a_text),
        cmocka_unit_test(test_bundled_games),
        cmocka_unit_test(test_unknown_bundled_game),
        cmocka_unit_test(test_a_name_is_no_path),
        cmocka_unit_test(test_the_folder_of_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
