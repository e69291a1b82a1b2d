/* test_files.c: a file is written whole or not at all, whatever fails on the way. The test stands
 * between the library and the system: it sees the order of the calls, and can make them fail. */
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): syscall
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/base.h"
#include "support/files.h"

#include <cmocka.h>

static char calls[64];     /* f: fsync of a file, d: of a folder, r: a rename */
static char failing = '-'; /* the call that fails with EIO */

static int note(char call, int done) {
    const size_t length = strlen(calls);
    if (length + 1 < sizeof calls) {
        calls[length] = call;
        calls[length + 1] = '\0';
    }
    if (call != failing)
        return done;
    errno = EIO;
    return -1;
}

int fsync(int file) {
    struct stat about;
    assert_int_equal(fstat(file, &about), 0);
    return note(S_ISDIR(about.st_mode) ? 'd' : 'f', 0);
}

int rename(const char *from, const char *to) {
    return note('r',
                failing == 'r' ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

/* The mask belongs to all threads: for a moment without one, another's new file would be open to
 * everybody. */
mode_t umask(mode_t mask) {
    fail_msg("umask(%o) was called", (unsigned)mask);
    return 0;
}

static char folder[] = "/tmp/ludoforge-files-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int remove_folder(void **state) {
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command); /* NOLINT(cert-env33-c): our own scratch folder */
}

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool write_text(const char *text, char fails, lf_error *error) {
    calls[0] = '\0';
    failing = fails;
    const bool good = lf_file_write(path_of("game.json"), text, strlen(text), error);
    failing = '-';
    return good;
}

static void expect_content(const char *text) {
    size_t size;
    lf_error error;
    char *found = lf_file_read(path_of("game.json"), 1000, &size, &error);
    assert_non_null(found);
    assert_string_equal(found, text);
    lf_free(found);
}

static void a_file_is_on_the_disk_before_it_takes_its_name(void **state) {
    (void)state;
    lf_error error;
    assert_true(write_text("old", '-', &error));
    assert_string_equal(calls, "frd");
    expect_content("old");
}

static void what_fails_leaves_the_old_file(void **state) {
    (void)state;
    lf_error error;
    assert_true(write_text("old", '-', &error));
    for (const char *call = "fr"; *call; call++) {
        error = (lf_error){0};
        assert_false(write_text("new", *call, &error));
        assert_non_null(strstr(error.message, strerror(EIO)));
        assert_int_equal(error.status, LF_BAD_INPUT);
        expect_content("old");
    }
    /* it is there, but nobody can promise that it stays */
    assert_false(write_text("new", 'd', &error));
    char command[96];
    snprintf(command, sizeof command, "test \"$(ls '%s')\" = game.json", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
}

static void the_mode_is_that_of_any_new_file(void **state) {
    (void)state;
    lf_error error;
    struct stat ours, plain;
    unlink(path_of("game.json"));
    assert_true(write_text("x", '-', &error));
    assert_int_equal(stat(path_of("game.json"), &ours), 0);
    const int file = open(path_of("plain"), O_WRONLY | O_CREAT | O_EXCL, 0666);
    assert_int_equal(fstat(file, &plain), 0);
    close(file);
    assert_int_equal(ours.st_mode, plain.st_mode);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_on_the_disk_before_it_takes_its_name),
        cmocka_unit_test(what_fails_leaves_the_old_file),
        cmocka_unit_test(the_mode_is_that_of_any_new_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
