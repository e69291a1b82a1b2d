/* array.h: an array on the heap that grows. What lives in an arena grows by lf_grow (base.h). */
#ifndef LF_SUPPORT_ARRAY_H
#define LF_SUPPORT_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

#include "memory.h" /* who grows an array frees it */

/* Makes room for at least `count` elements of `element` bytes. `items` is the address of a pointer
 * to them, which is NULL at first and for lf_free at the end. The capacity doubles, so that adding
 * one after the other costs linear time. False: out of memory, and nothing has changed. */
bool lf_array_reserve(void *items, size_t *capacity, size_t count, size_t element);

#endif
