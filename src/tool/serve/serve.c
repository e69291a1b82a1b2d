/* serve.c: beginning and end of the server: its parts are opened in order, and closed in the
 * other. */
#include "serve.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http.h"
#include "server.h"
#include "support/files.h"

#define TICK_MS 250

const bool serve_is_built = true;

static bool fail(lf_error *error, lf_status status, const char *message, const char *about) {
    error->status = status;
    snprintf(error->message, sizeof error->message, message, about, strerror(errno));
    return false;
}

/* ---- the folder ------------------------------------------------------------------------------ */

/* Makes a folder with those above it; only its owner may look into it. */
static bool make_folder(const char *path, lf_error *error) {
    char part[LF_PATH_BYTES];
    const size_t size = strlen(path) + 1;
    if (size > sizeof part)
        return fail(error, LF_BAD_ARGUMENT, "%.200s is too long a path.", path);
    memcpy(part, path, size);
    for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return true;
    return fail(error, LF_BAD_INPUT, "%.300s cannot be made: %s.", path);
}

static void store_path(const char *data, char path[LF_PATH_BYTES]) {
    snprintf(path, LF_PATH_BYTES, "%.4000s/tables.sqlite", data);
}

/* Two servers with one store would not know of each other's tables. -1 with the error set. */
static int lock_folder(const char *data, lf_error *error) {
    char path[LF_PATH_BYTES];
    snprintf(path, sizeof path, "%.4000s/lock", data);
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        fail(error, LF_BAD_INPUT, "%.300s cannot be opened: %s.", path);
        return -1;
    }
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    close(file);
    fail(error, LF_BAD_INPUT, "%.300s is in use: another server runs there.", data);
    return -1;
}

static store *open_store(const char *data, bool to_read, lf_error *error) {
    char path[LF_PATH_BYTES];
    store_error why = {STORE_OK, ""};
    store_path(data, path);
    store *s = to_read ? store_open_to_read(path, &why)
                       : store_open(data != NULL && *data != ':' ? path : ":memory:", &why);
    if (s == NULL) {
        error->status = LF_BAD_INPUT;
        snprintf(error->message, sizeof error->message, "%s", why.message);
    }
    return s;
}

/* ---- the server without the network ---------------------------------------------------------- */

static void tell(const char *text) {
    fprintf(stderr, "%s\n", text);
}

static bool open_parts(server *s, lf_error *error) {
    pthread_mutex_init(&s->listen_lock, NULL);
    pthread_mutex_init(&s->dev_lock, NULL);
    *error = (lf_error){.status = LF_OUT_OF_MEMORY, .message = LF_NO_MEMORY};
    if (!limits_open(s) || !tables_open(s) || !auth_open(s, error) || !games_open(s, error))
        return false;
    const char *data = s->settings->data;
    s->store = open_store(data != NULL ? data : ":", false, error);
    if (s->settings->build && !s->settings->dev) /* rules that are being changed are not worth it */
        s->background = background_new(s->settings->build_after, tell);
    return s->store != NULL && think_open(s);
}

server *server_open(const serve_settings *settings, lf_error *error) {
    server *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->settings = settings;
    if (open_parts(s, error))
        return s;
    server_close(s);
    return NULL;
}

void server_close(server *s) {
    s->stopping = true;
    think_close(s);
    background_free(s->background);
    tables_close(s);
    store_close(s->store);
    games_close(s);
    limits_close(s);
    json_decref(s->dev);
    pthread_mutex_destroy(&s->listen_lock);
    pthread_mutex_destroy(&s->dev_lock);
    free(s);
}

/* ---- serving --------------------------------------------------------------------------------- */

static void tick_until(server *s, http *h, const atomic_bool *stop) {
    const struct timespec pause = {0, TICK_MS * 1000000L};
    dev_open(s);
    while (!*stop) {
        nanosleep(&pause, NULL);
        listeners_tick(s, time(NULL));
        clocks_tick(s);
        tables_thin_out(s);
        http_tick(h);
        dev_tick(s);
    }
}

static void tell_address(const server *s, int port, void (*ready)(const char *)) {
    char address[512];
    const char *host = s->settings->address != NULL ? s->settings->address : "127.0.0.1";
    const bool brackets = strchr(host, ':') != NULL;
    snprintf(address, sizeof address, "http://%s%.200s%s:%d/#key=%s", brackets ? "[" : "", host,
             brackets ? "]" : "", port, s->key);
    ready(address);
}

bool serve_run(const serve_settings *settings, const atomic_bool *stop,
               void (*ready)(const char *address), lf_error *error) {
    *error = (lf_error){.status = LF_OK};
    if (!make_folder(settings->data, error))
        return false;
    const int lock = lock_folder(settings->data, error);
    server *s = lock >= 0 ? server_open(settings, error) : NULL;
    http *h = s != NULL ? http_open(s, error) : NULL;
    if (h != NULL) {
        tell_address(s, http_port(h), ready);
        tick_until(s, h, stop);
        s->stopping = true;
        http_close(h);
    }
    const bool good = h != NULL;
    if (s != NULL)
        server_close(s);
    if (lock >= 0)
        close(lock);
    return good;
}

/* ---- looking after the store ----------------------------------------------------------------- */

static void print_line(void *context, const char *text) {
    (void)context;
    puts(text);
}

bool serve_check(const char *data, lf_error *error) {
    *error = (lf_error){.status = LF_OK};
    store *s = open_store(data, true, error);
    if (s == NULL)
        return false;
    store_summary found;
    const bool good = store_check(s, &found, print_line, NULL);
    store_close(s);
    printf("%s: %lld tables, %lld events, %lld bad\n", good ? "ok" : "not sound",
           (long long)found.tables, (long long)found.events, (long long)found.bad);
    return good;
}

bool serve_backup(const char *data, const char *path, lf_error *error) {
    store_error why = {STORE_OK, ""};
    *error = (lf_error){.status = LF_OK};
    store *s = open_store(data, true, error);
    if (s == NULL)
        return false;
    const bool good = store_backup(s, path, &why);
    store_close(s);
    if (!good) {
        error->status = LF_BAD_INPUT;
        snprintf(error->message, sizeof error->message, "%s", why.message);
    }
    return good;
}
