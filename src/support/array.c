/* array.c: an array on the heap that grows. */
#include "array.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define FIRST_BYTES 256 /* a first block of fewer bytes saves nothing */

/* The caller's pointer has some type T *. It is read and written as bytes, since a void ** must not
 * alias it. */
bool lf_array_reserve(void *items, size_t *capacity, size_t count, size_t element) {
    assert(element > 0);
    if (count <= *capacity)
        return true;
    if (count > SIZE_MAX / 2 / element)
        return false;
    size_t larger = *capacity > 0 ? *capacity : (FIRST_BYTES + element - 1) / element;
    while (larger < count)
        larger *= 2;
    void *old;
    memcpy(&old, items, sizeof old);
    void *const moved = lf_realloc(old, larger * element);
    if (moved == NULL)
        return false;
    memcpy(items, &moved, sizeof moved);
    *capacity = larger;
    return true;
}
