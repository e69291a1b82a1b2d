/* errors.h: filling in an lf_error. Each function returns false, so that a caller can
 * `return lf_error_set(...)`. The error may be NULL. */
#ifndef LF_SUPPORT_ERRORS_H
#define LF_SUPPORT_ERRORS_H

#include "ludoforge.h"
#include "text.h"

/* The message is cut to what an lf_error holds, between two characters. */
bool lf_error_set(lf_error *, lf_status, const char *format, ...) LF_PRINTF(3, 4);
/* LF_OUT_OF_MEMORY and its message, the same everywhere. */
bool lf_error_no_memory(lf_error *);

#endif
