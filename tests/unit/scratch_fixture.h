/* scratch_fixture.h: a folder of the test's own, with the path of one spec in it that the test
 * writes. */
#ifndef LF_TESTS_SCRATCH_FIXTURE_H
#define LF_TESTS_SCRATCH_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/ludoforge-test-XXXXXX", path[64];

static int make_folder(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/made.game-spec.md", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    return unlink(path) != 0 || rmdir(folder) != 0;
}

#endif
