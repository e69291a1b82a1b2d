/* serve_none.c: stands in for the server where its libraries were not there when the program was
 * built. */
#include <stdio.h>

#include "serve.h"

const bool serve_is_built = false;

static bool refuse(lf_error *error) {
    error->status = LF_BAD_ARGUMENT;
    snprintf(error->message, sizeof error->message,
             "This program was built without the table server: it needs libmicrohttpd, SQLite, "
             "libsodium and zlib.");
    return false;
}

bool serve_run(const serve_settings *settings, const atomic_bool *stop,
               void (*ready)(const char *address), lf_error *error) {
    (void)settings, (void)stop, (void)ready;
    return refuse(error);
}

bool serve_check(const char *data, lf_error *error) {
    (void)data;
    return refuse(error);
}

bool serve_backup(const char *data, const char *path, lf_error *error) {
    (void)data, (void)path;
    return refuse(error);
}
