/* test_serve.c: the server without the network: who may ask what, limits, tokens, and a whole game
 * by requests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/serve/server.h"

#include <cmocka.h>

#define TABLE "tests/fixtures/table.game-spec.md"
#define HERE "127.0.0.1:8317"

static const char *const names[] = {"games.example", NULL};
static serve_settings settings = {.game = TABLE, .hosts = names};

/* ---- asking ---- */

typedef struct {
    const char *name, *value;
} one_query;

static const char *find_query(const void *context, const char *name) {
    const one_query *q = context;
    return q != NULL && strcmp(q->name, name) == 0 ? q->value : NULL;
}

static answer ask_as(server *s, const char *token, const char *method, const char *path,
                     const char *body, const one_query *q) {
    char authorization[128];
    snprintf(authorization, sizeof authorization, "Bearer %s", token);
    const request r = {.method = method,
                       .path = path,
                       .authorization = token != NULL ? authorization : NULL,
                       .host = HERE,
                       .client = "127.0.0.1",
                       .body = body,
                       .size = body != NULL ? strlen(body) : 0,
                       .query = find_query,
                       .context = q};
    answer a;
    server_answer(s, &r, &a);
    return a;
}

/* The answer as JSON, for json_decref. */
static json_t *json_of(answer *a, int status) {
    json_t *json = json_loadb(a->text != NULL ? a->text : a->fixed, a->size, JSON_DECODE_ANY, NULL);
    if (a->status != status)
        fail_msg("%d: %.*s", a->status, (int)a->size, a->text);
    free(a->text);
    assert_non_null(json);
    return json;
}

static json_t *ask(server *s, const char *token, int status, const char *method, const char *path,
                   const char *body) {
    answer a = ask_as(s, token, method, path, body, NULL);
    return json_of(&a, status);
}

static void expect(server *s, const char *token, int status, const char *code, const char *method,
                   const char *path, const char *body) {
    json_t *json = ask(s, token, status, method, path, body);
    const char *found = json_string_value(json_object_get(json, "code"));
    if (code != NULL && (found == NULL || strcmp(found, code) != 0))
        fail_msg("%s %s: %s, not %s", method, path, found, code);
    json_decref(json);
}

static server *start(void) {
    lf_error error;
    server *s = server_open(&settings, &error);
    if (s == NULL)
        fail_msg("%s", error.message);
    return s;
}

/* A table of two people; the tokens of Red and Blue. */
static void sit_down(server *s, char id[STORE_ID_BYTES], char tokens[2][TOKEN_BYTES]) {
    json_t *made = ask(
        s, s->key, 201, "POST", "/api/tables",
        "{\"game\":\"table\",\"confirm\":false,\"seats\":{\"Red\":\"open\",\"Blue\":\"open\"}}");
    snprintf(id, STORE_ID_BYTES, "%s", json_string_value(json_object_get(made, "table")));
    for (size_t i = 0; i < 2; i++) {
        const json_t *seat = json_array_get(json_object_get(made, "seats"), i);
        char body[128];
        snprintf(body, sizeof body, "{\"invitation\":\"%s\"}",
                 json_string_value(json_object_get(seat, "invitation")));
        json_t *joined = ask(s, NULL, 200, "POST", "/api/join", body);
        snprintf(tokens[i], TOKEN_BYTES, "%s", json_string_value(json_object_get(joined, "token")));
        json_decref(joined);
    }
    json_decref(made);
}

static void test_a_game_by_requests(void **unused) {
    (void)unused;
    server *s = start();
    char id[STORE_ID_BYTES], tokens[2][TOKEN_BYTES], path[100], decide[120];
    sit_down(s, id, tokens);
    snprintf(path, sizeof path, "/api/tables/%s", id);
    snprintf(decide, sizeof decide, "%s/decide", path);
    json_t *said = ask(s, tokens[0], 200, "POST", decide, "{\"number\":0,\"option\":\"march\"}");
    assert_int_equal(json_integer_value(json_object_get(said, "version")), 1);
    json_decref(said);
    expect(s, tokens[0], 200, NULL, "POST", decide, "{\"number\":0,\"option\":\"march\"}");
    expect(s, tokens[0], 409, "stale", "POST", decide, "{\"number\":0,\"option\":\"rest\"}");
    expect(s, tokens[0], 409, "refused", "POST", decide, "{\"number\":1,\"option\":\"moon\"}");
    expect(s, tokens[1], 409, "refused", "POST", decide, "{\"number\":1,\"option\":\"hill\"}");
    expect(s, tokens[1], 403, "seat", "POST", decide,
           "{\"number\":1,\"option\":\"hill\",\"seat\":\"Red\"}");
    expect(s, s->key, 403, "seat", "POST", decide, "{\"number\":1,\"option\":\"hill\"}");
    expect(s, tokens[0], 400, "body", "POST", decide, "{\"number\":\"1\",\"option\":\"hill\"}");
    expect(s, tokens[0], 400, "body", "POST", decide, NULL);
    expect(s, tokens[0], 200, NULL, "POST", decide, "{\"number\":1,\"option\":\"hill\"}");
    said = ask(s, tokens[1], 200, "GET", path, NULL);
    assert_string_equal(json_string_value(json_object_get(said, "viewer")), "Blue");
    assert_true(json_is_null(json_object_get(json_object_get(said, "view"), "decision")));
    json_decref(said);
    server_close(s);
}

static void test_hosts_and_origins(void **unused) {
    (void)unused;
    const server s = {.settings = &settings};
    const char *const good[] = {"127.0.0.1", "127.0.0.1:80",  "localhost:9",      "[::1]:80",
                                "[::1]",     "games.example", "games.example:443"};
    const char *const bad[] = {"",     ":80",    "evil.example",   "127.0.0.1.evil.example",
                               "[::1", "[::1]x", "games.example.", "[evil]"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(auth_host(&s, good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(auth_host(&s, bad[i]));
    assert_false(auth_host(&s, NULL));
    assert_true(auth_origin(NULL, HERE) && auth_origin("http://" HERE, HERE) &&
                auth_origin("https://" HERE, HERE));
    assert_false(auth_origin("null", HERE) || auth_origin("http://" HERE ".evil", HERE) ||
                 auth_origin("ftp://" HERE, HERE) || auth_origin("", HERE) ||
                 auth_origin("http://" HERE, NULL));
}

static void test_tokens(void **unused) {
    (void)unused;
    char one[TOKEN_BYTES], other[TOKEN_BYTES], joined[TOKEN_BYTES], again[TOKEN_BYTES];
    uint8_t hash[STORE_HASH_BYTES], same[STORE_HASH_BYTES];
    auth_new_token(one);
    auth_new_token(other);
    assert_int_equal(strlen(one), TOKEN_BYTES - 1);
    assert_string_not_equal(one, other);
    auth_joined(one, other, joined);
    auth_joined(one, other, again);
    assert_string_equal(joined, again);
    assert_string_not_equal(joined, one);
    auth_joined(one, "", again); /* another secret, another token */
    assert_string_not_equal(joined, again);
    auth_hash(one, hash);
    auth_hash(one, same);
    assert_true(auth_same(hash, same));
    auth_hash(other, same);
    assert_false(auth_same(hash, same));
    const char *const bad[] = {NULL,           "",           "Bearer",  "Bearer ",
                               "Bearer short", "Basic AAAA", "bearer x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(auth_token(&(request){.authorization = bad[i]}, hash));
}

static void test_a_client_is_slowed_down(void **unused) {
    (void)unused;
    settings.rate = 10;
    server *s = start();
    int allowed = 0;
    for (int i = 0; i < 200; i++)
        allowed += limits_allow(s, "a", 1, 1);
    assert_in_range(allowed, 40,
                    60); /* what has gathered in four seconds, and a little that came meanwhile */
    assert_true(limits_allow(s, "b", 1, 1));
    settings.rate = 0;
    assert_true(limits_allow(s, "a", 1, 1));
    server_close(s);
}

static void test_what_is_asked_wrongly(void **unused) {
    (void)unused;
    server *s = start();
    char id[STORE_ID_BYTES], tokens[2][TOKEN_BYTES], path[100];
    sit_down(s, id, tokens);
    const struct {
        const char *token, *method, *path, *body;
        int status;
        const char *code;
    } rows[] = {
        {NULL, "GET", "/api/games", NULL, 401, "token"},
        {tokens[0], "GET", "/api/nothing", NULL, 404, "unknown"},
        {tokens[0], "GET", "/api/", NULL, 404, "unknown"},
        {tokens[0], "GET", "/api/tables/", NULL, 404, "unknown"},
        {tokens[0], "GET", "/api/tables//log", NULL, 404, "unknown"},
        {tokens[0], "BREW", "/api/games", NULL, 405, "method"},
        {tokens[0], "POST", "/api/tables", "{}", 403, "host"},
        {tokens[0], "GET", "/api/dev", NULL, 403, "host"},
        {s->key, "POST", "/api/tables", "{", 400, "json"},
        {s->key, "POST", "/api/tables", "[]", 400, "json"},
        {s->key, "POST", "/api/tables", "{\"game\":\"table\",\"game\":\"table\"}", 400, "json"},
        {s->key, "POST", "/api/tables", "{\"game\":\"none\"}", 400, "game"},
        {s->key, "POST", "/api/tables", "{\"game\":\"table\",\"seats\":{\"Green\":\"me\"}}", 400,
         "seat"},
        {s->key, "POST", "/api/tables", "{\"game\":\"table\",\"seats\":{\"Red\":\"bot:\"}}", 400,
         "seat"},
        {s->key, "POST", "/api/tables", "{\"game\":\"table\",\"seed\":-1}", 400, "setup"},
        {s->key, "POST", "/api/tables", "{\"game\":\"table\",\"deck\":[\"nothing\"]}", 400,
         "setup"},
        {s->key, "POST", "/api/records",
         "{\"format\":\"ludoforge-record\",\"game\":\"table\",\"decisions\":[{}]}", 400, "record"},
        {NULL, "POST", "/api/join", "{\"invitation\":\"x\"}", 400, "body"},
        {NULL, "POST", "/api/join",
         "{\"invitation\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}", 404, "unknown"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect(s, rows[i].token, rows[i].status, rows[i].code, rows[i].method, rows[i].path,
               rows[i].body);
    const struct {
        const char *method, *end, *body;
        int status;
    } at_table[] = {
        {"POST", "/rollback", "{}", 400},
        {"POST", "/chat", "{\"text\":\"\"}", 400},
        {"GET", "/log", NULL, 200},
        {"GET", "/at", NULL, 400},
        {"PUT", "/notes", "{}", 400},
        {"POST", "/try", "{\"number\":-1}", 400},
        {"POST", "/try", "{\"number\":1}", 400},
        {"POST", "/seats/Red", "{\"who\":\"me\"}", 403},
        {"DELETE", "", NULL, 403},
        {"GET", "/record", NULL, 403},
        {"POST", "/redo", NULL, 409},
    };
    for (size_t i = 0; i < sizeof at_table / sizeof *at_table; i++) {
        snprintf(path, sizeof path, "/api/tables/%s%s", id, at_table[i].end);
        expect(s, tokens[0], at_table[i].status, NULL, at_table[i].method, path, at_table[i].body);
    }
    server_close(s);
}

static void test_another_site_may_not_ask(void **unused) {
    (void)unused;
    server *s = start();
    char authorization[128];
    snprintf(authorization, sizeof authorization, "Bearer %s", s->key);
    request r = {.method = "POST",
                 .path = "/api/tables",
                 .authorization = authorization,
                 .host = HERE,
                 .origin = "http://evil.example",
                 .client = "1.2.3.4",
                 .body = "{}",
                 .size = 2,
                 .query = find_query};
    answer a;
    server_answer(s, &r, &a);
    json_decref(json_of(&a, 403));
    r.origin = NULL;
    r.host = "evil.example";
    server_answer(s, &r, &a);
    json_decref(json_of(&a, 421));
    server_close(s);
}

/* A table that cannot be written down is fetched anew: what nobody acknowledged is not there. */
static void test_a_full_disk_takes_nothing_back(void **unused) {
    (void)unused;
    server *s = start();
    char id[STORE_ID_BYTES], tokens[2][TOKEN_BYTES], path[100], decide[120], chat[120];
    sit_down(s, id, tokens);
    snprintf(path, sizeof path, "/api/tables/%s", id);
    snprintf(decide, sizeof decide, "%s/decide", path);
    snprintf(chat, sizeof chat, "%s/chat", path);
    expect(s, tokens[0], 200, NULL, "POST", decide, "{\"number\":0,\"option\":\"march\"}");
    store_limit_pages(s->store, 1);
    char body[1600];
    snprintf(body, sizeof body, "{\"text\":\"%01500d\"}", 0);
    int status = 200, sent = 0;
    while (status == 200 && sent++ < 1000) {
        answer a = ask_as(s, tokens[0], "POST", chat, body, NULL);
        status = a.status;
        free(a.text);
    }
    assert_int_equal(status, 507);
    json_t *said = ask(s, tokens[0], 200, "GET", path, NULL);
    assert_int_equal(json_integer_value(json_object_get(said, "version")),
                     sent); /* one decision, and all lines but the last */
    json_decref(said);
    store_limit_pages(s->store, 1000000);
    expect(s, tokens[0], 200, NULL, "POST", decide, "{\"number\":1,\"option\":\"hill\"}");
    server_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_by_requests),
        cmocka_unit_test(test_hosts_and_origins),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_a_client_is_slowed_down),
        cmocka_unit_test(test_what_is_asked_wrongly),
        cmocka_unit_test(test_another_site_may_not_ask),
        cmocka_unit_test(test_a_full_disk_takes_nothing_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
