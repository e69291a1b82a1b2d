/* fuzz_difference.h: the first difference of two observations or texts, as "where: one; redrawn:
 * other". */
#ifndef SIM_FUZZ_DIFFERENCE_H
#define SIM_FUZZ_DIFFERENCE_H

#include <jansson.h>
#include <stdbool.h>

/* The path of keys and both values. False if they are the same. */
bool fuzz_json_difference(const json_t *, const json_t *, char *out, size_t size);
/* The first line that differs. */
void fuzz_text_difference(const char *what, const char *, const char *, char *out, size_t size);

#endif
