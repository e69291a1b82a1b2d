/* fuzz_requests.c: any request to the table server is answered, and none crashes it. An input is a
 * few lines: who asks (one letter), the method, the path and the body in one line each, and so on
 * with the next request. "TABLE" stands for a table that is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/serve/server.h"

#define REQUESTS_MAX 16
#define LINE_BYTES 4096

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const serve_settings settings = {.game = "tests/fixtures/table.game-spec.md"};
static server *under_test;
static char table_id[STORE_ID_BYTES], owner[TOKEN_BYTES];

/* ---- asking ---- */

/* The query of a path: "?name=value&name=value". */
static const char *find_query(const void *context, const char *name) {
    static char value[LINE_BYTES];
    const size_t length = strlen(name);
    for (const char *at = context; at != NULL && *at != '\0'; at = strchr(at + 1, '&')) {
        if (strncmp(at + 1, name, length) != 0 || at[1 + length] != '=')
            continue;
        snprintf(value, sizeof value, "%.*s", (int)strcspn(at + 2 + length, "&"), at + 2 + length);
        return value;
    }
    return NULL;
}

static void ask(char who, const char *method, char *path, const char *body, answer *a) {
    char authorization[TOKEN_BYTES + 16] = "";
    char *query = strchr(path, '?');
    if (who == 'h' || who == 'o')
        snprintf(authorization, sizeof authorization, "Bearer %s",
                 who == 'h' ? under_test->key : owner);
    else if (who == 's')
        snprintf(authorization, sizeof authorization, "Bearer %043d", 0);
    char *without = query != NULL ? strndup(path, (size_t)(query - path)) : strdup(path);
    const request r = {.method = method,
                       .path = without,
                       .authorization = *authorization != '\0' ? authorization : NULL,
                       .host = "127.0.0.1",
                       .client = "127.0.0.1",
                       .body = body,
                       .size = strlen(body),
                       .query = find_query,
                       .context = query};
    server_answer(under_test, &r, a);
    free(without);
}

static void check(answer *a) {
    if (a->status < 100 || a->status > 599 ||
        (a->stream == NULL && a->text == NULL && a->fixed == NULL))
        abort();
    if (a->text != NULL && !a->page) {
        json_t *json = json_loadb(a->text, a->size, JSON_DECODE_ANY, NULL);
        if (json == NULL)
            abort();
        json_decref(json);
    }
    free(a->text);
    if (a->stream != NULL)
        listener_free(a->stream);
}

/* ---- the server, made once; a fresh table for every input ---- */

static void open_server(void) {
    lf_error error;
    setenv("LUDOFORGE_GAMES", "tests/fixtures/none", 1);
    under_test = server_open(&settings, &error);
    if (under_test == NULL) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
}

static void open_table(void) {
    answer a;
    char path[] = "/api/tables";
    ask('h', "POST", path, "{\"game\":\"table\",\"seats\":{\"Blue\":\"open\"}}", &a);
    json_t *made = json_loadb(a.text, a.size, 0, NULL);
    if (a.status != 201 || made == NULL)
        abort();
    snprintf(table_id, sizeof table_id, "%s", json_string_value(json_object_get(made, "table")));
    snprintf(owner, sizeof owner, "%s", json_string_value(json_object_get(made, "token")));
    json_decref(made);
    free(a.text);
}

static void close_table(void) {
    answer a;
    char path[STORE_ID_BYTES + 16];
    snprintf(path, sizeof path, "/api/tables/%s", table_id);
    ask('o', "DELETE", path, "", &a);
    check(&a);
}

/* ---- inputs ---- */

static const char *next_line(const char **at, const char *end, char line[LINE_BYTES]) {
    size_t size = 0;
    while (*at < end && **at != '\n') {
        if (size < LINE_BYTES - 1 && **at != '\0')
            line[size++] = **at;
        ++*at;
    }
    line[size] = '\0';
    *at += *at < end ? 1 : 0;
    return line;
}

static void put_table(const char *line, char path[LINE_BYTES + STORE_ID_BYTES]) {
    const char *name = strstr(line, "TABLE");
    if (name == NULL)
        snprintf(path, LINE_BYTES + STORE_ID_BYTES, "%s", line);
    else
        snprintf(path, LINE_BYTES + STORE_ID_BYTES, "%.*s%s%s", (int)(name - line), line, table_id,
                 name + 5);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static char who[LINE_BYTES], method[LINE_BYTES], line[LINE_BYTES], body[LINE_BYTES],
        path[LINE_BYTES + STORE_ID_BYTES];
    const char *at = (const char *)bytes, *end = at + size;
    if (under_test == NULL)
        open_server();
    open_table();
    for (int i = 0; i < REQUESTS_MAX && at < end; i++) {
        answer a;
        next_line(&at, end, who);
        next_line(&at, end, method);
        put_table(next_line(&at, end, line), path);
        next_line(&at, end, body);
        ask(*who, method, path, body, &a);
        check(&a);
    }
    close_table();
    return 0;
}
