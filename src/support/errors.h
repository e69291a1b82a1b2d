/* errors.h: filling in an lf_error, which may be NULL. Those that return a bool return false and
 * those that return a status return the status, so that a caller can report and return in one
 * line. */
#ifndef LF_SUPPORT_ERRORS_H
#define LF_SUPPORT_ERRORS_H

#include "ludoforge.h"
#include "text.h"

/* The message is cut to what an lf_error holds, between two characters. */
bool lf_error_set(lf_error *, lf_status, const char *format, ...) LF_PRINTF(3, 4);
lf_status lf_fail(lf_error *, lf_status, const char *format, ...) LF_PRINTF(3, 4);

/* LF_OUT_OF_MEMORY and its message, the same everywhere. */
#define LF_NO_MEMORY "Out of memory."
bool lf_error_no_memory(lf_error *);
lf_status lf_fail_no_memory(lf_error *);

#endif
