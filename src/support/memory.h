/* memory.h: the only callers of the C allocator in the library (tests/scripts/check-memory), so
 * that a program can bring its own and a test can make any call fail. */
#ifndef LF_SUPPORT_MEMORY_H
#define LF_SUPPORT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* lf_fail_allocation_at(n) makes the n-th call from now (1 = the next) and all later ones fail, for
 * tests; 0 turns it off. lf_allocation_count() is the number of calls so far on this thread. */
void *lf_malloc(size_t size);
void *lf_calloc(size_t count, size_t size);
void *lf_realloc(void *old, size_t size);
char *lf_strdup(const char *text);
void lf_free(void *p);
void lf_fail_allocation_at(uint64_t n);
uint64_t lf_allocation_count(void);

#endif
