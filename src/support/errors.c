/* errors.c: filling in an lf_error. */
#include "errors.h"

#include <stdarg.h>
#include <stdio.h>

#include "utf8.h"

LF_PRINTF(3, 0)
static void fill(lf_error *error, lf_status status, const char *format, va_list arguments) {
    if (error == NULL)
        return;
    error->status = status;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    lf_utf8_mend(error->message);
}

bool lf_error_set(lf_error *error, lf_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, format, arguments);
    va_end(arguments);
    return false;
}

lf_status lf_fail(lf_error *error, lf_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, format, arguments);
    va_end(arguments);
    return status;
}

bool lf_error_no_memory(lf_error *error) {
    return lf_error_set(error, LF_OUT_OF_MEMORY, LF_NO_MEMORY);
}

lf_status lf_fail_no_memory(lf_error *error) {
    return lf_fail(error, LF_OUT_OF_MEMORY, LF_NO_MEMORY);
}
