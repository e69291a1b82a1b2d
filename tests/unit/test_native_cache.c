/* test_native_cache.c: the cache of compiled games and its failures: a folder that others can write
 * to, truncated or foreign objects, a full disk, two builds at once, a build that is stopped. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "native_fixture.h"

/* What is built into the cache is found there; a cache that others can write to is none. */
static void test_the_cache_is_private(void **unused) {
    (void)unused;
    char path[160];
    lf_error error = {0};
    lf_game *game = lf_game_load("data/games/tic-tac-toe.game-spec.md", NULL);
    assert_non_null(game);
    build_or_skip(game, &(lf_build){.compiler = compiler()});
    assert_int_equal(lf_game_native(game, NULL, &error), LF_OK);
    snprintf(path, sizeof path, "%s/ludoforge/native", folder);
    assert_int_equal(chmod(path, 0777), 0);
    assert_int_equal(lf_game_native(game, NULL, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "not yours alone"));
    assert_int_equal(chmod(path, 0700), 0);
    lf_game_free(game);
}

static void cache_path(char path[160], const char *name) {
    snprintf(path, 160, "%s/ludoforge/native%s%.100s", folder, name[0] != '\0' ? "/" : "", name);
}

/* The only object in the cache for games with this identity; how many files there are besides
 * folders. */
static int files_in_cache(const lf_game *game, char object[160]) {
    char path[160], prefix[24];
    int count = 0;
    cache_path(path, "");
    snprintf(prefix, sizeof prefix, "%016llx-", (unsigned long long)lf_game_identity(game));
    DIR *entries = opendir(path);
    assert_non_null(entries);
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        assert_int_not_equal(strncmp(entry->d_name, "build-", 6), 0); /* nobody leaves one behind */
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
            continue;
        cache_path(object, entry->d_name);
        count++;
    }
    closedir(entries);
    return count;
}

static lf_game *build_cached(const char *spec, char object[160]) {
    lf_game *game = lf_game_load(spec, NULL);
    assert_non_null(game);
    build_or_skip(game, &(lf_build){.compiler = compiler()});
    assert_int_equal(files_in_cache(game, object), 1);
    return game;
}

static size_t read_whole(const char *path, unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, size, file);
    fclose(file);
    assert_true(length > 0 && length < size);
    return length;
}

static void write_whole(const char *path, const unsigned char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* What lies in the cache under the right name and is not whole, or something else, is not loaded,
 * and built anew when asked. */
static void test_damaged_objects_are_not_loaded(void **unused) {
    (void)unused;
    static unsigned char bytes[4 << 20], damaged[4 << 20];
    char object[160];
    lf_error error = {0};
    lf_game *game = build_cached("data/games/tic-tac-toe.game-spec.md", object);
    const size_t size = read_whole(object, bytes, sizeof bytes);
    for (int way = 0; way < 5; way++) {
        size_t length = size;
        memcpy(damaged, bytes, size);
        if (way == 0)
            length = size / 2; /* cut off */
        else if (way == 1)
            damaged[size / 2] ^= 1;
        else if (way == 2)
            damaged[size - 1] ^= 1; /* in what it says of itself */
        else if (way == 3)
            memset(damaged, 0, size);
        else
            length = size - 48; /* an object without it: as somebody else may have made it */
        write_whole(object, damaged, length);
        assert_int_equal(lf_game_native(game, NULL, &error), LF_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "not been built"));
        assert_int_equal(lf_game_native(game, object, &error), LF_BAD_INPUT);
        assert_non_null(strstr(error.message, "not a whole one"));
        assert_false(lf_game_is_native(game));
        assert_int_equal(lf_game_build(game, &(lf_build){.compiler = compiler()}, &error), LF_OK);
        assert_int_equal(files_in_cache(game, object), 1);
        assert_int_equal(lf_game_native(game, NULL, &error), LF_OK);
        lf_native_unload(game);
    }
    lf_game_free(game);
}

/* It is not taken from the cache, and a build puts a good one in its place. */
static void expect_refused(lf_game *game, const char *object) {
    struct stat there;
    lf_error error = {0};
    assert_int_equal(lf_game_native(game, NULL, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "not been built"));
    assert_false(lf_game_is_native(game));
    assert_int_equal(lf_game_build(game, &(lf_build){.compiler = compiler()}, &error), LF_OK);
    assert_int_equal(lstat(object, &there), 0);
    assert_true(S_ISREG(there.st_mode) && there.st_uid == geteuid() && (there.st_mode & 022) == 0);
    assert_int_equal(lf_game_native(game, NULL, &error), LF_OK);
    lf_native_unload(game);
}

/* Whoever can write to an object decides what this program runs. */
static void test_objects_that_others_can_write_are_not_loaded(void **unused) {
    (void)unused;
    static const mode_t modes[] = {0720, 0702, 0722, 0777, 0660, 0606};
    char object[160], aside[200];
    lf_game *game = build_cached("data/games/tic-tac-toe.game-spec.md", object);
    for (size_t i = 0; i < LF_COUNT(modes); i++) {
        assert_int_equal(chmod(object, modes[i]), 0);
        expect_refused(game, object);
    }
    snprintf(aside, sizeof aside, "%s/aside", folder);
    assert_int_equal(rename(object, aside), 0);
    /* the link is whole, and its goal can be exchanged */
    assert_int_equal(symlink(aside, object), 0);
    expect_refused(game, object);
    assert_int_equal(unlink(aside), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(object, 1, (gid_t)-1), 0);
        expect_refused(game, object);
    }
    lf_game_free(game);
}

static void expect_no_cache(lf_game *game, const char *words) {
    lf_error error = {0};
    assert_int_equal(lf_game_native(game, NULL, &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, words));
    assert_int_equal(lf_game_build(game, &(lf_build){.compiler = compiler()}, &error),
                     LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, words));
}

/* Whoever can write to the folder, too. */
static void test_a_folder_that_others_can_enter_is_no_cache(void **unused) {
    (void)unused;
    static const mode_t modes[] = {0770, 0720, 0710, 0702, 0707, 0777};
    char object[160], path[160], aside[200];
    lf_game *game = build_cached("data/games/tic-tac-toe.game-spec.md", object);
    cache_path(path, "");
    for (size_t i = 0; i < LF_COUNT(modes); i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        expect_no_cache(game, "not yours alone");
    }
    assert_int_equal(chmod(path, 0700), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 1, (gid_t)-1), 0);
        expect_no_cache(game, "not yours alone");
        assert_int_equal(chown(path, 0, (gid_t)-1), 0);
    }
    snprintf(aside, sizeof aside, "%s/aside", folder);
    assert_int_equal(rename(path, aside), 0);
    assert_int_equal(symlink(aside, path), 0);
    expect_no_cache(game, "cannot be made");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(aside, path), 0);
    assert_int_equal(lf_game_native(game, NULL, NULL), LF_OK);
    lf_game_free(game);
}

/* An object of another game under the name of this one: its own makers vouch for it, but not for
 * this game. */
static void test_an_object_under_another_name_is_not_loaded(void **unused) {
    (void)unused;
    static unsigned char bytes[4 << 20];
    char object[160], other_object[160];
    lf_error error = {0};
    lf_game *game = build_cached("data/games/tic-tac-toe.game-spec.md", object);
    lf_game *other = build_cached("data/games/kuhn-poker.game-spec.md", other_object);
    write_whole(object, bytes, read_whole(other_object, bytes, sizeof bytes));
    assert_int_equal(lf_game_native(game, NULL, &error), LF_BAD_ARGUMENT);
    assert_int_equal(lf_game_native(game, object, &error), LF_BAD_INPUT);
    assert_non_null(strstr(error.message, "another game"));
    assert_int_equal(lf_game_build(game, &(lf_build){.compiler = compiler()}, &error), LF_OK);
    assert_int_equal(lf_game_native(game, NULL, &error), LF_OK);
    lf_game_free(other);
    lf_game_free(game);
}

/* Two processes build the same game at the same time: both have it afterwards, and nothing else is
 * left. */
static void test_two_builds_at_the_same_time(void **unused) {
    (void)unused;
    char object[160];
    lf_game *game = build_cached("data/games/leduc-poker.game-spec.md", object);
    assert_int_equal(unlink(object), 0);
    pid_t children[2];
    for (int i = 0; i < 2; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) /* without the exit handlers of the test */
            _exit(lf_game_build(game, &(lf_build){.compiler = compiler(), .jobs = 1}, NULL) ==
                              LF_OK &&
                          lf_game_native(game, NULL, NULL) == LF_OK
                      ? 0
                      : 1);
    }
    for (int i = 0; i < 2; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert_int_equal(files_in_cache(game, object), 1);
    assert_int_equal(lf_game_native(game, NULL, NULL), LF_OK);
    lf_game_free(game);
}

/* A disk that is full, as a limit on the size of files has it: the build fails with words, and
 * leaves nothing. */
static void test_a_full_disk(void **unused) {
    (void)unused;
    char object[160];
    lf_game *game = build_cached("data/games/kalah.game-spec.md", object);
    assert_int_equal(unlink(object), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        lf_error error = {0};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){20000, 20000});
        const lf_status status = lf_game_build(game, &(lf_build){.compiler = compiler()}, &error);
        _exit(status != LF_OK && error.message[0] != '\0' &&
                      lf_game_native(game, NULL, NULL) != LF_OK
                  ? 0
                  : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(files_in_cache(game, object), 0);
    lf_game_free(game);
}

/* No folder can be made, or something else has its place: said, and the game runs as bytecode. */
static void test_a_cache_that_cannot_be_made(void **unused) {
    (void)unused;
    lf_error error = {0};
    lf_game *game = lf_game_load("data/games/tic-tac-toe.game-spec.md", NULL);
    assert_non_null(game);
    static const char *const places[] = {"/proc/self/nowhere", "/dev/null"};
    for (size_t i = 0; i < LF_COUNT(places); i++) {
        setenv("XDG_CACHE_HOME", places[i], 1);
        assert_int_equal(lf_game_build(game, NULL, &error), LF_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "cannot be made"));
        assert_int_equal(lf_game_native(game, NULL, &error), LF_BAD_ARGUMENT);
    }
    setenv("XDG_CACHE_HOME", folder, 1);
    char path[160], aside[160];
    cache_path(path, "");
    snprintf(aside, sizeof aside, "%s/aside", folder);
    if (rename(path, aside) != 0)
        assert_int_equal(mkdir(aside, 0700), 0);
    assert_int_equal(symlink(aside, path), 0); /* private, but somewhere else */
    assert_int_equal(lf_game_build(game, NULL, &error), LF_BAD_ARGUMENT);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(aside, path), 0);
    lf_game_free(game);
}

static bool says_stop(void *context) {
    return --*(int *)context < 0;
}

/* A build that is stopped ends soon, fails, and leaves nothing. */
static void test_a_build_can_be_stopped(void **unused) {
    (void)unused;
    char object[160];
    lf_error error = {0};
    int patience = 1;
    lf_game *game = build_cached("data/games/reversi.game-spec.md", object);
    assert_int_equal(unlink(object), 0);
    const lf_build build = {.compiler = compiler(), .stop = says_stop, .context = &patience};
    assert_int_not_equal(lf_game_build(game, &build, &error), LF_OK);
    assert_non_null(strstr(error.message, "stopped"));
    assert_int_equal(files_in_cache(game, object), 0);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_cache_is_private),
        cmocka_unit_test(test_damaged_objects_are_not_loaded),
        cmocka_unit_test(test_an_object_under_another_name_is_not_loaded),
        cmocka_unit_test(test_objects_that_others_can_write_are_not_loaded),
        cmocka_unit_test(test_a_folder_that_others_can_enter_is_no_cache),
        cmocka_unit_test(test_two_builds_at_the_same_time),
        cmocka_unit_test(test_a_full_disk),
        cmocka_unit_test(test_a_cache_that_cannot_be_made),
        cmocka_unit_test(test_a_build_can_be_stopped)};
    return cmocka_run_group_tests_name("native cache", tests, native_folder_make,
                                       native_folder_remove);
}
