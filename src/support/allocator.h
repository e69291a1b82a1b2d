/* allocator.h: where lf_malloc gets its memory. */
#ifndef LF_SUPPORT_ALLOCATOR_H
#define LF_SUPPORT_ALLOCATOR_H

#include "ludoforge.h"

/* From now on memory comes from there (copied in); NULL: from the C library. */
void lf_memory_use(const lf_allocator *);

#endif
