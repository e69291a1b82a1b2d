/* test_native.c: native code against bytecode, in lock step: whole games, position by position, byte by byte.
 *
 * Where no C compiler is found there is nothing to compare, and the tests say so. LUDOFORGE_NATIVE_GAMES names more games than
 * the small ones (a list with spaces), LUDOFORGE_NATIVE_CC another compiler: the long tests use both. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel_fixture.h"

#include "kernel/vm/vm.h"
#include "native/native.h"

static char folder[] = "/tmp/ludoforge-native-XXXXXX";

static const char *compiler(void) {
    const char *given = getenv("LUDOFORGE_NATIVE_CC");
    return given != NULL && given[0] != '\0' ? given : "cc";
}

/* Makes native code of the game, in its own file, and loads it. */
static void make_native(lf_game *game, const char *name) {
    char path[128];
    lf_error error = {0};
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    if (lf_game_build(game, &(lf_build){.output = path, .compiler = compiler()}, &error) != LF_OK) {
        print_message("%s\n", error.message);
        if (strstr(error.message, "there is no C compiler") != NULL)
            skip();
        fail();
    }
    if (lf_game_native(game, path, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_true(lf_game_is_native(game));
}

static void expect_equal(const lf_state *bytecode, const lf_state *native) {
    assert_memory_equal(bytecode->block, native->block, bytecode->game->layout.size);
    assert_int_equal(lf_hash(bytecode), lf_hash(native));
    assert_string_equal(lf_state_error(bytecode)->message, lf_state_error(native)->message);
}

/* Now and then each goes on from what the other has saved. */
static void exchange(lf_state *one, lf_state *other) {
    static unsigned char save[1 << 16], second[1 << 16];
    const size_t size = lf_save(one, save, sizeof save), other_size = lf_save(other, second, sizeof second);
    assert_true(size > 0 && size <= sizeof save && size == other_size);
    assert_int_equal(lf_load(other, save, size, NULL), LF_OK);
    assert_int_equal(lf_load(one, second, other_size, NULL), LF_OK);
}

static lf_state *new_state(const lf_game *game, const lf_setup *setup, lf_chance chance) {
    return chance == LF_CHANCE_EXPLICIT ? lf_state_new_explicit(game, setup, NULL)
                                        : lf_state_new(game, setup, NULL);
}

static int play(const lf_game *plain, const lf_game *native, const lf_setup *setup, lf_chance chance,
                int most) {
    uint64_t generator = setup->seed;
    lf_state *one = new_state(plain, setup, chance);
    lf_state *other = new_state(native, setup, chance);
    int decisions = 0;
    assert_non_null(one);
    assert_non_null(other);
    expect_equal(one, other);
    for (; decisions < most && lf_legal_count(one) > 0; decisions++) {
        const int option = (int)lf_rng_below(&generator, (uint32_t)lf_legal_count(one));
        assert_int_equal(lf_apply(one, option), lf_apply(other, option));
        expect_equal(one, other);
        if (decisions % 16 == 7)
            exchange(one, other);
    }
    lf_state_free(other);
    lf_state_free(one);
    return decisions;
}

static void compare(const char *name, int games, int most) {
    char path[128];
    snprintf(path, sizeof path, "data/games/%s.game-spec.md", name);
    lf_game *plain = lf_game_load(path, NULL), *native = lf_game_load(path, NULL);
    assert_non_null(plain);
    assert_non_null(native);
    make_native(native, name);
    int decisions = 0;
    for (int scenario = 0; scenario < lf_count(plain, LF_OF_SCENARIOS); scenario++)
        for (uint64_t seed = 0; seed < (uint64_t)games; seed++) {
            const lf_setup setup = {.seed = seed, .scenario = lf_name(plain, LF_OF_SCENARIOS, scenario)};
            decisions += play(plain, native, &setup, LF_CHANCE_SAMPLED, most);
            decisions += play(plain, native, &setup, LF_CHANCE_EXPLICIT, most);
        }
    assert_true(decisions > 0);
    lf_game_free(native);
    lf_game_free(plain);
}

static void test_small_games(void **unused) {
    (void)unused;
    static const char *const names[] = {"tic-tac-toe", "connect-four", "breakthrough", "reversi",
                                        "kuhn-poker",  "leduc-poker",  "kalah"};
    for (size_t i = 0; i < LF_COUNT(names); i++)
        compare(names[i], 20, 400);
}

/* It uses every kind of choice, and fails in every way. */
static void test_the_game_made_by_hand(void **unused) {
    (void)unused;
    lf_fixture *plain = fixture_new(), *native = fixture_new();
    int decisions = 0;
    make_native(&native->game, "by-hand");
    for (uint64_t seed = 0; seed < 200; seed++) {
        decisions += play(&plain->game, &native->game, &(lf_setup){.seed = seed}, LF_CHANCE_SAMPLED, 60);
        decisions += play(&plain->game, &native->game, &(lf_setup){.seed = seed}, LF_CHANCE_EXPLICIT, 60);
    }
    assert_true(decisions > 1000);
    lf_native_unload(&native->game);
    fixture_free(native);
    fixture_free(plain);
}

/* Words of a spec stand in comments of the C. They must not be able to end one: this would not compile. */
static void test_words_stay_in_comments(void **unused) {
    (void)unused;
    static char text[1 << 16];
    static const char prompt[] = "Mark which cell?", nasty[] = "'*/ x ?\?/ \\'";
    FILE *file = fopen("data/games/tic-tac-toe.game-spec.md", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *at = strstr(text, prompt);
    assert_non_null(at);
    memset(at, ' ', strlen(prompt));
    memcpy(at, nasty, strlen(nasty));
    lf_game *game = lf_game_load_memory("nasty", text, strlen(text), NULL);
    assert_non_null(game);
    char *c = lf_game_c(game);
    assert_non_null(strstr(c, "_/ x __/ _"));
    assert_null(strstr(c, "*/ x"));
    lf_string_free(c);
    make_native(game, "nasty");
    lf_game_free(game);
}

/* An object is taken only for the very game that it was made for. */
static void test_objects_of_other_games_are_refused(void **unused) {
    (void)unused;
    char path[128];
    lf_error error = {0};
    lf_game *one = lf_game_load("data/games/tic-tac-toe.game-spec.md", NULL);
    lf_game *other = lf_game_load("data/games/kuhn-poker.game-spec.md", NULL);
    assert_non_null(one);
    assert_non_null(other);
    snprintf(path, sizeof path, "%s/one.so", folder);
    make_native(one, "one");
    assert_int_equal(lf_game_native(other, path, &error), LF_BAD_INPUT);
    assert_non_null(strstr(error.message, "another game"));
    assert_false(lf_game_is_native(other));
    assert_int_equal(lf_game_native(other, NULL, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "not been built"));
    assert_int_equal(lf_game_native(other, "data/games/kuhn-poker.game-spec.md", &error), LF_BAD_INPUT);
    assert_int_equal(lf_game_build(other, &(lf_build){.compiler = "no-such-compiler"}, &error),
                     LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "no C compiler"));
    lf_game_free(other);
    lf_game_free(one);
}

/* What is built into the cache is found there; a cache that others can write to is none. */
static void test_the_cache_is_private(void **unused) {
    (void)unused;
    char path[160];
    lf_error error = {0};
    lf_game *game = lf_game_load("data/games/tic-tac-toe.game-spec.md", NULL);
    assert_non_null(game);
    assert_int_equal(lf_game_build(game, &(lf_build){.compiler = compiler()}, &error), LF_OK);
    assert_int_equal(lf_game_native(game, NULL, &error), LF_OK);
    snprintf(path, sizeof path, "%s/ludoforge/native", folder);
    assert_int_equal(chmod(path, 0777), 0);
    assert_int_equal(lf_game_native(game, NULL, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "not yours alone"));
    assert_int_equal(chmod(path, 0700), 0);
    lf_game_free(game);
}

static void test_named_games(void **unused) {
    (void)unused;
    char names[1024];
    const char *given = getenv("LUDOFORGE_NATIVE_GAMES");
    snprintf(names, sizeof names, "%s", given != NULL ? given : "");
    for (char *rest = names, *name; (name = strtok_r(rest, " ", &rest)) != NULL;)
        compare(name, 4, 100000);
}

/* The objects, and the empty folders that builds have made below it. */
static void remove_all(const char *path) {
    DIR *entries = opendir(path);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char below[600];
        snprintf(below, sizeof below, "%s/%.250s", path, entry->d_name);
        if (entry->d_name[0] != '.' && unlink(below) != 0)
            remove_all(below);
    }
    if (entries != NULL)
        closedir(entries);
    rmdir(path);
}

static int make_folder(void **unused) {
    (void)unused;
    return mkdtemp(folder) == NULL || setenv("XDG_CACHE_HOME", folder, 1) != 0;
}

static int remove_folder(void **unused) {
    (void)unused;
    remove_all(folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_game_made_by_hand),
                                       cmocka_unit_test(test_words_stay_in_comments),
                                       cmocka_unit_test(test_objects_of_other_games_are_refused),
                                       cmocka_unit_test(test_the_cache_is_private),
                                       cmocka_unit_test(test_small_games),
                                       cmocka_unit_test(test_named_games)};
    return cmocka_run_group_tests_name("native", tests, make_folder, remove_folder);
}
