/* native_fixture.h: for tests of native code: a folder for what is built, which is also the cache,
 * and the compiler. */
#ifndef NATIVE_FIXTURE_H
#define NATIVE_FIXTURE_H

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernel/vm/vm.h"
#include "native/native.h"

static char folder[] = "/tmp/ludoforge-native-XXXXXX";

static inline const char *compiler(void) {
    const char *given = getenv("LUDOFORGE_NATIVE_CC");
    return given != NULL && given[0] != '\0' ? given : "cc";
}

static inline void build_or_skip(const lf_game *game, const lf_build *build) {
    lf_error error = {0};
    if (lf_game_build(game, build, &error) == LF_OK)
        return;
    print_message("%s\n", error.message);
    if (strstr(error.message, "there is no C compiler") != NULL)
        skip();
    fail();
}

/* Makes native code of the game, in its own file, and loads it. */
static inline void make_native(lf_game *game, const char *name) {
    char path[128];
    lf_error error = {0};
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    build_or_skip(game, &(lf_build){.output = path, .compiler = compiler()});
    if (lf_game_native(game, path, &error) != LF_OK)
        fail_msg("%s", error.message);
    assert_true(lf_game_is_native(game));
}

/* The objects, and the empty folders that builds have made below it. */
static inline void remove_all(const char *path) {
    DIR *entries = opendir(path);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char below[600];
        snprintf(below, sizeof below, "%.300s/%.250s", path, entry->d_name);
        if (entry->d_name[0] != '.' && unlink(below) != 0)
            remove_all(below);
    }
    if (entries != NULL)
        closedir(entries);
    rmdir(path);
}

static inline int native_folder_make(void **unused) {
    (void)unused;
    return mkdtemp(folder) == NULL || setenv("XDG_CACHE_HOME", folder, 1) != 0;
}

static inline int native_folder_remove(void **unused) {
    (void)unused;
    remove_all(folder);
    return 0;
}

#endif
