/* http.c: libmicrohttpd on one side, requests and answers on the other.
 *
 * The library reads requests generously: what two programs could read in two ways is refused here
 * (`wrong_with`), and the connection is closed.
 *
 * A few threads, each with many connections. A client that sends its request drop by drop does not
 * keep a connection: it is cut off when the request is not complete in time, whatever it sends. */
#include "http.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <arpa/inet.h>

#include "compress.h"

#define CONNECTION_MEMORY (32 << 10)
#define THREADS 8
#define OTHER_FILES 200
#define ADDRESS_BYTES 64

/* A connection, from when it was opened, or had its last request answered. */
typedef struct connection connection;
struct connection {
    int socket;
    time_t since;
    bool streams; /* a listener: it has all the time */
    char client[ADDRESS_BYTES];
    connection *next, **back;
};

struct http {
    server *server;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock; /* the connections */
    connection *connections;
};

/* What has come of a request so far. */
typedef struct {
    char *body;
    size_t size, max;
    bool too_long;
    bool begun;        /* the header has come */
    const char *uri;   /* where it was in the request, as it came */
    size_t uri_bytes;  /* up to a NUL, if it has one */
    bool uri_nul;      /* it has one in disguise */
    const char *wrong; /* why it is refused; NULL: it is not */
} arriving;

/* ---- connections ----------------------------------------------------------------------------- */

static void write_client(const struct sockaddr *address, char client[ADDRESS_BYTES]) {
    const void *bytes = NULL;
    if (address->sa_family == AF_INET)
        bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    else if (address->sa_family == AF_INET6)
        bytes = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    if (bytes == NULL || inet_ntop(address->sa_family, bytes, client, ADDRESS_BYTES) == NULL)
        snprintf(client, ADDRESS_BYTES, "?");
}

static void connection_begins(http *h, struct MHD_Connection *mhd, void **context) {
    connection *c = calloc(1, sizeof *c);
    *context = c;
    if (c == NULL)
        return;
    c->socket = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    c->since = time(NULL);
    write_client(MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr,
                 c->client);
    pthread_mutex_lock(&h->lock);
    c->next = h->connections;
    c->back = &h->connections;
    if (c->next != NULL)
        c->next->back = &c->next;
    h->connections = c;
    pthread_mutex_unlock(&h->lock);
}

static void connection_ends(http *h, connection *c) {
    if (c == NULL)
        return;
    pthread_mutex_lock(&h->lock);
    *c->back = c->next;
    if (c->next != NULL)
        c->next->back = c->back;
    pthread_mutex_unlock(&h->lock);
    free(c);
}

static void note_connection(void *context, struct MHD_Connection *mhd, void **socket_context,
                            enum MHD_ConnectionNotificationCode code) {
    http *h = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        connection_begins(h, mhd, socket_context);
    else
        connection_ends(h, *socket_context);
}

static connection *connection_of(struct MHD_Connection *mhd) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

void http_tick(http *h) {
    const time_t now = time(NULL);
    pthread_mutex_lock(&h->lock);
    for (connection *c = h->connections; c != NULL; c = c->next)
        if (!c->streams && now - c->since > IDLE_SECONDS)
            shutdown(c->socket, SHUT_RDWR);
    pthread_mutex_unlock(&h->lock);
}

/* ---- streams of events ----------------------------------------------------------------------- */

typedef struct {
    listener *listener;
    struct MHD_Connection *mhd;
} stream;

static void sleep_now(void *mhd) {
    MHD_suspend_connection(mhd);
}

static void wake_up(void *mhd) {
    MHD_resume_connection(mhd);
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t size) {
    stream *s = context;
    (void)position;
    const int64_t count = listener_read(s->listener, buffer, size, sleep_now, wake_up, s->mhd);
    return count < 0 ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)count;
}

static void close_stream(void *context) {
    stream *s = context;
    listener_free(s->listener);
    free(s);
}

static struct MHD_Response *stream_response(struct MHD_Connection *mhd, listener *l) {
    stream *s = malloc(sizeof *s);
    struct MHD_Response *response = NULL;
    if (s != NULL) {
        *s = (stream){l, mhd};
        response =
            MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 512, read_stream, s, close_stream);
    }
    if (response == NULL) {
        free(s);
        listener_free(l);
        return NULL;
    }
    return response;
}

/* ---- answers --------------------------------------------------------------------------------- */

static void add_headers(struct MHD_Response *response, const answer *a) {
    static const char *const always[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; "
                                    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
                                    "form-action 'none'; frame-ancestors 'none'"},
    };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        MHD_add_response_header(response, always[i][0], always[i][1]);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
                            a->type != NULL ? a->type : "text/plain");
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL,
                            a->tag != NULL ? "no-cache" : "no-store");
    if (a->tag != NULL)
        MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, a->tag);
    if (a->encoding != NULL)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, a->encoding);
    if (a->encoding != NULL || compress_pays(a)) /* what is kept on the way depends on the client */
        MHD_add_response_header(response, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    if (a->stream != NULL)
        MHD_add_response_header(response, "X-Accel-Buffering", "no");
    if (a->last)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    if (a->status == 429)
        MHD_add_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
}

/* A listener's connection has all the time. */
static void note_stream(http *h, struct MHD_Connection *mhd) {
    connection *c = connection_of(mhd);
    pthread_mutex_lock(&h->lock);
    if (c != NULL)
        c->streams = true;
    pthread_mutex_unlock(&h->lock);
}

static enum MHD_Result send_answer(http *h, struct MHD_Connection *mhd, answer *a) {
    if (a->stream != NULL)
        note_stream(h, mhd);
    struct MHD_Response *response =
        a->stream != NULL ? stream_response(mhd, a->stream)
        : a->text != NULL ? MHD_create_response_from_buffer(a->size, a->text, MHD_RESPMEM_MUST_FREE)
                          : MHD_create_response_from_buffer(a->size, (void *)(uintptr_t)a->fixed,
                                                            MHD_RESPMEM_PERSISTENT);
    if (response == NULL) {
        free(a->stream != NULL ? NULL : a->text);
        return MHD_NO;
    }
    add_headers(response, a);
    const enum MHD_Result result = MHD_queue_response(mhd, (unsigned)a->status, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- is it sound? --------------------------------------------------------------------------- */

/* Newer versions of the library refuse bare line ends themselves, and may keep what they read
 * elsewhere. */
#define LENIENT_LIBRARY "0.9.75"
#if MHD_VERSION > 0x00097500
#define STRICT_MODE MHD_OPTION_CLIENT_DISCIPLINE_LVL
#else
#define STRICT_MODE MHD_OPTION_STRICT_FOR_CLIENT
#endif

/* What is found while the fields of a header are looked at, in their order. */
typedef struct {
    /* where the line before should end, in the bytes that came; NULL: not known */
    const char *line_end;
    const char *wrong; /* the first thing that is wrong */
    const char *length, *encoding;
    int hosts, lengths, encodings, authorizations;
} field_check;

static bool is_token(const char *text, size_t size) {
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < size; i++)
        if (!isalnum((unsigned char)text[i]) &&
            (text[i] == '\0' || strchr(others, text[i]) == NULL))
            return false;
    return size > 0;
}

static bool has_controls(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == '\x7f')
            return true;
    return false;
}

/* The library takes a bare LF for the end of a line, and does not say so. But it leaves the header
 * where it came: behind a line that ended with CR and LF the next one begins two bytes later, and
 * no less. */
static enum MHD_Result check_field(void *context, enum MHD_ValueKind kind, const char *name,
                                   size_t name_size, const char *value, size_t value_size) {
    field_check *c = context;
    (void)kind;
    if (!is_token(name, name_size))
        c->wrong = "the name of a field has letters that it may not have";
    else if (value != NULL && has_controls(value, value_size))
        c->wrong = "a field has control characters, or goes on in the next line";
    else if (c->line_end != NULL && name != c->line_end + 2)
        c->wrong = "a line does not end with CR LF";
    c->line_end = c->line_end != NULL && value != NULL ? value + value_size : NULL;
    c->hosts += strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0;
    c->authorizations += strcasecmp(name, MHD_HTTP_HEADER_AUTHORIZATION) == 0;
    if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0)
        c->lengths++, c->length = value;
    if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0)
        c->encodings++, c->encoding = value;
    return c->wrong == NULL ? MHD_YES : MHD_NO;
}

/* Where the body ends must be said once, and so that nobody can read it otherwise. */
static const char *wrong_with_length(const field_check *c, const char *version) {
    if (c->lengths + c->encodings > 1)
        return "it says more than once how long it is";
    if (c->length != NULL &&
        (*c->length == '\0' || c->length[strspn(c->length, "0123456789")] != '\0'))
        return "Content-Length is not a number";
    if (c->encodings > 0 && (c->encoding == NULL || strcasecmp(c->encoding, "chunked") != 0))
        return "the only Transfer-Encoding is \"chunked\"";
    return c->encodings > 0 && strcmp(version, MHD_HTTP_VERSION_1_1) != 0
               ? "HTTP/1.0 has no Transfer-Encoding"
               : NULL;
}

/* What makes a request ambiguous, in words; NULL: nothing. */
static const char *wrong_with(struct MHD_Connection *mhd, const arriving *got, const char *method,
                              const char *version) {
    const bool raw = strcmp(MHD_get_version(), LENIENT_LIBRARY) <= 0;
    field_check c = {.line_end = raw ? version + strlen(version) : NULL};
    if (got->uri_nul || (raw && version != got->uri + got->uri_bytes + 1))
        return "the address has a NUL or a space";
    MHD_get_connection_values_n(mhd, MHD_HEADER_KIND, check_field, &c);
    if (c.wrong != NULL)
        return c.wrong;
    if (c.hosts != 1 || c.authorizations > 1)
        return c.hosts != 1 ? "it must have one field Host" : "it has two fields Authorization";
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    if (c.line_end != NULL && info != NULL && c.line_end + 4 != method + info->header_size)
        return "the header does not end with CR LF CR LF";
    return wrong_with_length(&c, version);
}

/* ---- requests -------------------------------------------------------------------------------- */

static const char *header(struct MHD_Connection *mhd, const char *name) {
    return MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, name);
}

static const char *query(const void *context, const char *name) {
    return MHD_lookup_connection_value((struct MHD_Connection *)(uintptr_t)context,
                                       MHD_GET_ARGUMENT_KIND, name);
}

/* Behind a proxy the client is the last one that the proxy names. */
static const char *client_of(const http *h, struct MHD_Connection *mhd) {
    const connection *c = connection_of(mhd);
    const char *forwarded = h->server->settings->proxy ? header(mhd, "X-Forwarded-For") : NULL;
    if (forwarded != NULL) {
        const char *comma = strrchr(forwarded, ',');
        return comma != NULL ? comma + 1 + strspn(comma + 1, " ") : forwarded;
    }
    return c != NULL ? c->client : "?";
}

static enum MHD_Result answer_now(http *h, struct MHD_Connection *mhd, const char *method,
                                  const char *path, const arriving *got) {
    const request r = {.method = method,
                       .path = path,
                       .authorization = header(mhd, MHD_HTTP_HEADER_AUTHORIZATION),
                       .origin = header(mhd, "Origin"),
                       .host = header(mhd, MHD_HTTP_HEADER_HOST),
                       .last_event = header(mhd, "Last-Event-ID"),
                       .none_match = header(mhd, MHD_HTTP_HEADER_IF_NONE_MATCH),
                       .client = client_of(h, mhd),
                       .agent = header(mhd, MHD_HTTP_HEADER_USER_AGENT),
                       .body = got->body,
                       .size = got->size,
                       .query = query,
                       .context = mhd};
    answer a;
    if (got->wrong != NULL)
        answer_error(memset(&a, 0, sizeof a), 400, "http", "This request is not sound HTTP: %s.",
                     got->wrong);
    else if (got->too_long)
        answer_error(memset(&a, 0, sizeof a), 413, "size", "The request is longer than %zu bytes.",
                     got->max);
    else
        server_answer(h->server, &r, &a);
    a.last = got->wrong != NULL;
    if (compress_pays(&a) && compress_is_accepted(header(mhd, MHD_HTTP_HEADER_ACCEPT_ENCODING)))
        compress_answer(&a);
    return send_answer(h, mhd, &a);
}

/* A request that says beforehand that it will be too long is not waited for. */
static bool announces_too_much(struct MHD_Connection *mhd, size_t max) {
    const char *length = header(mhd, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL && (strlen(length) > 12 || strtoull(length, NULL, 10) > max);
}

/* Called when the first line has come, before anything in it is decoded. What it returns comes with
 * every later call. */
static void *note_uri(void *context, const char *uri, struct MHD_Connection *mhd) {
    arriving *got = calloc(1, sizeof *got);
    (void)context, (void)mhd;
    if (got != NULL) {
        got->uri = uri;
        got->uri_bytes = strlen(uri);
        got->uri_nul = strstr(uri, "%00") != NULL;
    }
    return got;
}

/* Takes in a piece of the body. False: it goes on without end, or memory has run out. */
static bool take_in(arriving *got, const char *piece, size_t size) {
    if (got->too_long || got->size + size > got->max) {
        got->too_long = true;
        got->size += size;
        return got->size <= 2 * got->max;
    }
    char *moved = realloc(got->body, got->size + size);
    if (moved == NULL)
        return false;
    got->body = moved;
    memcpy(got->body + got->size, piece, size);
    got->size += size;
    return true;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *mhd, const char *path,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request_context) {
    http *h = context;
    arriving *got = *request_context;
    if (got == NULL)
        return MHD_NO;
    if (!got->begun) {
        got->begun = true;
        got->max = route_body_max(path);
        got->wrong = wrong_with(mhd, got, method, version);
        got->too_long = announces_too_much(mhd, got->max);
        return got->wrong != NULL || got->too_long ? answer_now(h, mhd, method, path, got)
                                                   : MHD_YES;
    }
    if (*upload_size > 0) {
        const bool good = take_in(got, upload, *upload_size);
        *upload_size = 0;
        return good ? MHD_YES : MHD_NO;
    }
    return answer_now(h, mhd, method, path, got);
}

static void request_is_done(void *context, struct MHD_Connection *mhd, void **request_context,
                            enum MHD_RequestTerminationCode code) {
    arriving *got = *request_context;
    connection *c = connection_of(mhd);
    http *h = context;
    (void)code;
    pthread_mutex_lock(&h->lock);
    if (c != NULL) {
        c->since = time(NULL);
        c->streams = false;
    }
    pthread_mutex_unlock(&h->lock);
    if (got != NULL)
        free(got->body);
    free(got);
    *request_context = NULL;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void quiet(void *context, const char *format, va_list arguments) {
    (void)context;
    (void)format;
    (void)arguments;
}

/* As many connections as the system lets us have files, less those of the store and the like. */
static unsigned connections_max(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return CONNECTIONS_MIN;
    files.rlim_cur = files.rlim_max < CONNECTIONS_MAX + OTHER_FILES ? files.rlim_max
                                                                    : CONNECTIONS_MAX + OTHER_FILES;
    setrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_cur > CONNECTIONS_MIN + OTHER_FILES ? (unsigned)files.rlim_cur - OTHER_FILES
                                                          : CONNECTIONS_MIN;
}

static struct MHD_Daemon *start(http *h, const struct addrinfo *where) {
    const unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
                           MHD_USE_ERROR_LOG | (where->ai_family == AF_INET6 ? MHD_USE_IPv6 : 0);
    const int threads = h->server->settings->threads > 0 ? h->server->settings->threads : THREADS;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handle, h, MHD_OPTION_EXTERNAL_LOGGER, quiet, NULL, STRICT_MODE, 1,
        MHD_OPTION_URI_LOG_CALLBACK, note_uri, NULL, MHD_OPTION_SOCK_ADDR, where->ai_addr,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)threads, MHD_OPTION_CONNECTION_LIMIT,
        connections_max(), MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED,
        request_is_done, h, MHD_OPTION_NOTIFY_CONNECTION, note_connection, h, MHD_OPTION_END);
}

static bool listen_at(http *h, int port, lf_error *error) {
    char service[16];
    struct addrinfo wanted = {.ai_flags = AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM},
                    *found = NULL;
    const char *address =
        h->server->settings->address != NULL ? h->server->settings->address : "127.0.0.1";
    snprintf(service, sizeof service, "%d", port);
    const int result = getaddrinfo(address, service, &wanted, &found);
    errno = 0;
    h->daemon = result == 0 ? start(h, found) : NULL;
    if (h->daemon == NULL) {
        error->status = LF_BAD_ARGUMENT;
        snprintf(error->message, sizeof error->message, "Cannot listen at %.100s, port %d: %s.",
                 address, port,
                 result != 0  ? gai_strerror(result)
                 : errno != 0 ? strerror(errno)
                              : "it does not work");
    }
    if (result == 0)
        freeaddrinfo(found);
    return h->daemon != NULL;
}

http *http_open(server *s, lf_error *error) {
    http *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->server = s;
    pthread_mutex_init(&h->lock, NULL);
    if (listen_at(h, s->settings->port, error) || (s->settings->any_port && listen_at(h, 0, error)))
        return h;
    pthread_mutex_destroy(&h->lock);
    free(h);
    return NULL;
}

int http_port(const http *h) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info != NULL ? info->port : 0;
}

void http_close(http *h) {
    listeners_wake_all(h->server); /* a connection that sleeps cannot be closed */
    MHD_stop_daemon(h->daemon);
    pthread_mutex_destroy(&h->lock);
    free(h);
}
