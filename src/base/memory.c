/* memory.c: the project's only calls of the C allocator, so that a test can make any of them fail.
 *
 * The counters belong to the thread: a test that starves one thread leaves the others alone. Libraries
 * that allocate on their own (libfyaml, SQLite) do not pass through here. */
#include <stdlib.h>

#include "base.h"

static _Thread_local uint64_t calls;
static _Thread_local uint64_t first_failing_call; /* 0: none fails on purpose */

static bool must_fail(void) {
    calls++;
    return first_failing_call != 0 && calls >= first_failing_call;
}

/* An allocation of nothing gives memory all the same, so that NULL always means "out of memory". */
void *lf_malloc(size_t size) {
    return must_fail() ? NULL : malloc(size ? size : 1);
}

void *lf_calloc(size_t count, size_t size) {
    return must_fail() ? NULL : calloc(count ? count : 1, size ? size : 1);
}

void *lf_realloc(void *old, size_t size) {
    return must_fail() ? NULL : realloc(old, size ? size : 1);
}

void lf_free(void *p) {
    free(p);
}

void lf_fail_allocation_at(uint64_t n) {
    first_failing_call = n ? calls + n : 0;
}

uint64_t lf_allocation_count(void) {
    return calls;
}
