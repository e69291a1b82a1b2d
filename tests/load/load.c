/* load.c: a load generator for `ludoforge serve`: many tables of one game over loopback, a listener
 * at each, random decisions.
 *
 *     load PORT KEY GAME TABLES THREADS SECONDS [CLIENTS]
 *
 * Each thread has its share of the tables and one connection; it decides at one table after another
 * and fetches what it sees, as a page does. A listener for each table reads the stream of events.
 * At the end: requests a second and how long they took. */
#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_MAX (4 << 20)
#define SAMPLES_MAX (1 << 20)

static int port;
static const char *key, *game;
static atomic_bool stop;
static atomic_long events;

static void die(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- one connection -------------------------------------------------------------------------- */

typedef struct {
    int socket;
    char *answer; /* headers and body */
    size_t size;
    const char *body;
    int status;
} client;

static int connect_to_server(void) {
    const int one = 1;
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in where = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
    if (s < 0 || connect(s, (struct sockaddr *)&where, sizeof where) != 0)
        die("connecting");
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return s;
}

static void send_all(int s, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t sent = send(s, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            die("sending");
        bytes += sent;
        size -= (size_t)sent;
    }
}

static void send_request(int s, const char *method, const char *path, const char *body) {
    char head[1024];
    const int size = snprintf(head, sizeof head,
                              "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                              "%s\r\nContent-Length: %zu\r\n\r\n",
                              method, path, key, strlen(body));
    send_all(s, head, (size_t)size);
    send_all(s, body, strlen(body));
}

/* Reads one answer with a length. */
static void read_answer(client *c) {
    size_t have = 0, need = SIZE_MAX;
    while (have < need) {
        const ssize_t got = recv(c->socket, c->answer + have, ANSWER_MAX - have - 1, 0);
        if (got <= 0)
            die("reading");
        have += (size_t)got;
        c->answer[have] = '\0';
        const char *end = need == SIZE_MAX ? strstr(c->answer, "\r\n\r\n") : NULL;
        if (end == NULL)
            continue;
        const char *length = strstr(c->answer, "Content-Length: ");
        c->body = end + 4;
        need =
            (size_t)(c->body - c->answer) + (length != NULL ? strtoul(length + 16, NULL, 10) : 0);
    }
    c->size = have;
    c->status = atoi(c->answer + 9);
}

static void ask(client *c, const char *method, const char *path, const char *body) {
    send_request(c->socket, method, path, body);
    read_answer(c);
}

/* ---- tables ---------------------------------------------------------------------------------- */

typedef struct {
    char id[40];
    int64_t number;
    char **options; /* ids; NULL: the game is over */
    size_t count;
} played_table;

static void forget_options(played_table *t) {
    for (size_t i = 0; i < t->count; i++)
        free(t->options[i]);
    free(t->options);
    t->options = NULL;
    t->count = 0;
}

static void take_answer(played_table *t, const client *c) {
    json_t *json = json_loads(c->body, 0, NULL);
    const json_t *view = json_object_get(json, "view"),
                 *list = json_object_get(json_object_get(view, "decision"), "options");
    if (view == NULL) {
        fprintf(stderr, "load: %d %.300s\n", c->status, c->body);
        exit(1);
    }
    forget_options(t);
    t->number = json_integer_value(json_object_get(view, "number"));
    t->options =
        json_array_size(list) > 0 ? calloc(json_array_size(list), sizeof *t->options) : NULL;
    for (size_t i = 0; i < json_array_size(list); i++)
        t->options[t->count++] =
            strdup(json_string_value(json_object_get(json_array_get(list, i), "id")));
    json_decref(json);
}

static void look(client *c, played_table *t) {
    char path[120];
    snprintf(path, sizeof path, "/api/tables/%s", t->id);
    ask(c, "GET", path, "");
    take_answer(t, c);
}

static void make_table(client *c, played_table *t) {
    char body[200];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"confirm\":false}", game);
    ask(c, "POST", "/api/tables", body);
    json_t *json = json_loads(c->body, 0, NULL);
    const char *id = json_string_value(json_object_get(json, "table"));
    if (id == NULL) {
        fprintf(stderr, "load: %d %.300s\n", c->status, c->body);
        exit(1);
    }
    snprintf(t->id, sizeof t->id, "%s", id);
    json_decref(json);
    look(c, t);
}

/* ---- players --------------------------------------------------------------------------------- */

typedef struct {
    played_table *tables;
    int count;
    unsigned seed;
    double *decide, *fetch; /* seconds each took */
    int decided, fetched;
    pthread_t thread;
} player;

static void *play(void *context) {
    player *p = context;
    client c = {.socket = connect_to_server(), .answer = malloc(ANSWER_MAX)};
    for (int i = 0; !stop; i = (i + 1) % p->count) {
        played_table *t = &p->tables[i];
        char path[120], body[200];
        if (t->count == 0) {
            make_table(&c, t);
            continue;
        }
        snprintf(path, sizeof path, "/api/tables/%s/decide", t->id);
        snprintf(body, sizeof body, "{\"number\":%lld,\"option\":\"%.120s\"}", (long long)t->number,
                 t->options[(size_t)rand_r(&p->seed) % t->count]);
        double begin = now();
        ask(&c, "POST", path, body);
        if (p->decided < SAMPLES_MAX)
            p->decide[p->decided++] = now() - begin;
        take_answer(t, &c);
        begin = now();
        look(&c, t);
        if (p->fetched < SAMPLES_MAX)
            p->fetch[p->fetched++] = now() - begin;
    }
    close(c.socket);
    free(c.answer);
    return NULL;
}

/* ---- listeners ------------------------------------------------------------------------------- */

typedef struct {
    struct pollfd *sockets;
    int count;
} audience;

static void *listen_to_all(void *context) {
    audience *a = context;
    char buffer[4096];
    while (!stop) {
        if (poll(a->sockets, (nfds_t)a->count, 100) <= 0)
            continue;
        for (int i = 0; i < a->count; i++) {
            if ((a->sockets[i].revents & POLLIN) == 0)
                continue;
            const ssize_t got = recv(a->sockets[i].fd, buffer, sizeof buffer - 1, 0);
            if (got <= 0) {
                a->sockets[i].fd = -1;
                continue;
            }
            buffer[got] = '\0';
            for (const char *at = strstr(buffer, "event: change"); at != NULL;
                 at = strstr(at + 1, "event: change"))
                events++;
        }
    }
    return NULL;
}

/* ---- figures --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static void print_times(const char *what, player *players, int count, bool decide, double seconds) {
    size_t total = 0, at = 0;
    for (int i = 0; i < count; i++)
        total += (size_t)(decide ? players[i].decided : players[i].fetched);
    double *all = malloc((total + 1) * sizeof *all);
    for (int i = 0; i < count; i++) {
        const size_t n = (size_t)(decide ? players[i].decided : players[i].fetched);
        memcpy(all + at, decide ? players[i].decide : players[i].fetch, n * sizeof *all);
        at += n;
    }
    qsort(all, total, sizeof *all, by_size);
    printf("%s: %zu, %.0f a second, p50 %.2f ms, p99 %.2f ms, longest %.2f ms\n", what, total,
           (double)total / seconds, total ? all[total / 2] * 1e3 : 0,
           total ? all[total * 99 / 100] * 1e3 : 0, total ? all[total - 1] * 1e3 : 0);
    free(all);
}

int main(int argc, char **argv) {
    if (argc < 7) {
        fprintf(stderr, "usage: load PORT KEY GAME TABLES THREADS SECONDS\n");
        return 2;
    }
    port = atoi(argv[1]);
    key = argv[2];
    game = argv[3];
    const int count = atoi(argv[4]), threads = atoi(argv[5]);
    const double seconds = atof(argv[6]);
    played_table *tables = calloc((size_t)count, sizeof *tables);
    audience a = {calloc((size_t)count, sizeof *a.sockets), count};
    client c = {.socket = connect_to_server(), .answer = malloc(ANSWER_MAX)};
    double begin = now();
    for (int i = 0; i < count; i++) {
        char path[120];
        make_table(&c, &tables[i]);
        a.sockets[i] = (struct pollfd){connect_to_server(), POLLIN, 0};
        snprintf(path, sizeof path, "/api/tables/%s/events", tables[i].id);
        send_request(a.sockets[i].fd, "GET", path, "");
    }
    printf("%d tables with a listener each, made in %.1f s\n", count, now() - begin);
    pthread_t listener;
    pthread_create(&listener, NULL, listen_to_all, &a);
    player *players = calloc((size_t)threads, sizeof *players);
    begin = now();
    for (int i = 0; i < threads; i++) {
        const int first = (int)((long)count * i / threads),
                  end = (int)((long)count * (i + 1) / threads);
        players[i] =
            (player){.tables = tables + first, .count = end - first, .seed = (unsigned)i + 1};
        players[i].decide = malloc(SAMPLES_MAX * sizeof(double));
        players[i].fetch = malloc(SAMPLES_MAX * sizeof(double));
        pthread_create(&players[i].thread, NULL, play, &players[i]);
    }
    while (now() - begin < seconds)
        nanosleep(&(struct timespec){0, 50000000}, NULL);
    stop = true;
    for (int i = 0; i < threads; i++)
        pthread_join(players[i].thread, NULL);
    const double took = now() - begin;
    pthread_join(listener, NULL);
    print_times("decisions", players, threads, true, took);
    print_times("fetches", players, threads, false, took);
    printf("events heard: %ld\n", (long)events);
    return 0;
}
