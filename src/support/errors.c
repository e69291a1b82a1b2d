/* errors.c: filling in an lf_error. */
#include "errors.h"

#include <stdarg.h>
#include <stdio.h>

#include "utf8.h"

bool lf_error_set(lf_error *error, lf_status status, const char *format, ...) {
    if (error == NULL)
        return false;
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    lf_utf8_mend(error->message);
    return false;
}

bool lf_error_no_memory(lf_error *error) {
    return lf_error_set(error, LF_OUT_OF_MEMORY, "Out of memory.");
}
