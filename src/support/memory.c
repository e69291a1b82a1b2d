/* memory.c: the library's only calls of an allocator, so that a program can bring its own and a
 * test can make any of them fail.
 *
 * The counters belong to the thread: a test that starves one thread leaves the others alone.
 * Libraries that allocate on their own (libfyaml, jansson, SQLite) do not pass through here. */
#include "memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"

static void *system_allocate(void *context, size_t size) {
    (void)context;
    return malloc(size);
}

static void *system_reallocate(void *context, void *old, size_t size) {
    (void)context;
    return realloc(old, size);
}

static void system_release(void *context, void *memory) {
    (void)context;
    free(memory);
}

static const lf_allocator system_allocator = {system_allocate, system_reallocate, system_release,
                                              NULL};
static lf_allocator allocator = {system_allocate, system_reallocate, system_release, NULL};

static _Thread_local uint64_t calls;
static _Thread_local uint64_t first_failing_call; /* 0: none fails on purpose */

void lf_memory_use(const lf_allocator *given) {
    allocator = given != NULL ? *given : system_allocator;
}

static bool must_fail(void) {
    calls++;
    return first_failing_call != 0 && calls >= first_failing_call;
}

/* An allocation of nothing gives memory all the same, so that NULL always means "out of memory". */
void *lf_malloc(size_t size) {
    return must_fail() ? NULL : allocator.allocate(allocator.context, size > 0 ? size : 1);
}

/* The system knows which memory is zero already; of another allocator's nobody does. */
void *lf_calloc(size_t count, size_t size) {
    if (count == 0 || size == 0)
        count = size = 1;
    if (count > SIZE_MAX / size || must_fail())
        return NULL;
    if (allocator.allocate == system_allocate)
        return calloc(count, size);
    void *const memory = allocator.allocate(allocator.context, count * size);
    return memory != NULL ? memset(memory, 0, count * size) : NULL;
}

void *lf_realloc(void *old, size_t size) {
    return must_fail() ? NULL : allocator.reallocate(allocator.context, old, size > 0 ? size : 1);
}

char *lf_strdup(const char *text) {
    const size_t size = strlen(text) + 1;
    char *const copy = lf_malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

void lf_free(void *p) {
    if (p != NULL)
        allocator.release(allocator.context, p);
}

void lf_fail_allocation_at(uint64_t n) {
    first_failing_call = n ? calls + n : 0;
}

uint64_t lf_allocation_count(void) {
    return calls;
}
