/* route.c: which handler a request goes to, and what it must be allowed before: a Host and an
 * Origin that hold, a token, a rate, a body that is JSON with the members that it may have, a table
 * that the token may look at. A handler begins when all that is settled. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"

#define PEOPLE_AT_AN_ADDRESS 8

typedef enum {
    ANYBODY, /* who has a token of any kind, or an invitation */
    KNOWN,   /* a token that is the host's or may something at some table */
    HOST,
    VIEWS, /* may look at the table */
    OWNS   /* owns the table */
} needs;

typedef struct {
    const char *method, *path; /* a star stands for one part */
    needs needs;
    void (*handle)(call *, answer *);
    const field *fields; /* of its body */
} route;

static const route routes[] = {
    {"GET", "/api/games", ANYBODY, handle_games, fields_none},
    {"GET", "/api/games/*", ANYBODY, handle_game, fields_none},
    {"GET", "/api/bots", ANYBODY, handle_bots, fields_none},
    {"GET", "/api/tables", ANYBODY, handle_tables, fields_none},
    {"POST", "/api/tables", HOST, handle_new_table, fields_table},
    {"POST", "/api/join", ANYBODY, handle_join, fields_join},
    {"POST", "/api/records", HOST, handle_import, fields_record},
    {"GET", "/api/dev", HOST, handle_dev, fields_none},
    {"GET", "/api/tables/*", VIEWS, handle_table, fields_none},
    {"DELETE", "/api/tables/*", OWNS, handle_drop, fields_none},
    {"GET", "/api/tables/*/game", VIEWS, handle_table_game, fields_none},
    {"GET", "/api/tables/*/events", VIEWS, handle_events, fields_none},
    {"POST", "/api/tables/*/decide", VIEWS, handle_decide, fields_decide},
    {"POST", "/api/tables/*/confirm", VIEWS, handle_confirm, fields_now},
    {"POST", "/api/tables/*/undo", VIEWS, handle_undo, fields_now},
    {"POST", "/api/tables/*/undo-turn", VIEWS, handle_undo_turn, fields_now},
    {"POST", "/api/tables/*/rewind", VIEWS, handle_rewind, fields_rewind},
    {"POST", "/api/tables/*/redo", VIEWS, handle_redo, fields_now},
    {"POST", "/api/tables/*/rollback", VIEWS, handle_rollback, fields_rollback},
    {"POST", "/api/tables/*/resign", VIEWS, handle_resign, fields_now},
    {"POST", "/api/tables/*/draw", VIEWS, handle_draw, fields_draw},
    {"GET", "/api/tables/*/chat", VIEWS, handle_read_chat, fields_none},
    {"POST", "/api/tables/*/chat", VIEWS, handle_chat, fields_chat},
    {"POST", "/api/tables/*/seats/*", OWNS, handle_seat, fields_seat},
    {"POST", "/api/tables/*/invitations", OWNS, handle_invite, fields_invite},
    {"GET", "/api/tables/*/log", VIEWS, handle_log, fields_none},
    {"GET", "/api/tables/*/turns", VIEWS, handle_turns, fields_none},
    {"GET", "/api/tables/*/preview", VIEWS, handle_preview, fields_none},
    {"GET", "/api/tables/*/ahead", VIEWS, handle_ahead, fields_none},
    {"GET", "/api/tables/*/at", VIEWS, handle_at, fields_none},
    {"GET", "/api/tables/*/rule", VIEWS, handle_rule, fields_none},
    {"GET", "/api/tables/*/why", VIEWS, handle_why, fields_none},
    {"GET", "/api/tables/*/advice", VIEWS, handle_advice, fields_none},
    {"GET", "/api/tables/*/chances", VIEWS, handle_chances, fields_none},
    {"GET", "/api/tables/*/reasons", VIEWS, handle_reasons, fields_none},
    {"GET", "/api/tables/*/review", VIEWS, handle_review, fields_none},
    {"GET", "/api/tables/*/notes", VIEWS, handle_notes, fields_none},
    {"PUT", "/api/tables/*/notes", VIEWS, handle_put_notes, fields_notes},
    {"GET", "/api/tables/*/record", VIEWS, handle_record, fields_none},
    {"POST", "/api/tables/*/try", VIEWS, handle_try, fields_try},
};

size_t route_body_max(const char *path) {
    return strcmp(path, "/api/records") == 0 ? RECORD_MAX : BODY_MAX;
}

/* ---- matching paths -------------------------------------------------------------------------- */

/* What a path has where the pattern has stars. */
typedef struct {
    const char *begin[2];
    size_t size[2];
    int count;
} stars;

static bool path_fits(const char *pattern, const char *path, stars *found) {
    found->count = 0;
    while (*pattern != '\0' && *path != '\0') {
        if (*pattern == '*') {
            const size_t size = strcspn(path, "/");
            if (size == 0)
                return false;
            assert(found->count < 2); /* no pattern has more stars */
            found->begin[found->count] = path;
            found->size[found->count++] = size;
            path += size;
            pattern++;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *pattern == '\0' && *path == '\0';
}

/* The route of a request; NULL with an answer. */
static const route *find_route(const request *r, stars *found, answer *a) {
    bool path_known = false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!path_fits(routes[i].path, r->path, found))
            continue;
        if (strcmp(routes[i].method, r->method) == 0)
            return &routes[i];
        path_known = true;
    }
    if (path_known)
        answer_error(a, 405, "method", "This cannot be asked by %.10s.", r->method);
    else
        answer_error(a, 404, "unknown", "There is nothing here.");
    return NULL;
}

/* ---- what must hold -------------------------------------------------------------------------- */

static bool changes_something(const request *r) {
    return strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0;
}

/* Is it a page of ours that asks, in the host's own name? */
static bool has_trusted_origin(const server *s, const request *r, answer *a) {
    if (!auth_host(s, r->host))
        answer_error(a, 421, "host", "This server is not called that. Start it with --host NAME.");
    else if (changes_something(r) && !auth_origin(r->origin, r->host))
        answer_error(a, 403, "origin", "Another site may not ask this.");
    else
        return true;
    return false;
}

static bool is_rate_limited(call *c, bool has_token, answer *a) {
    const request *r = c->request;
    /* Users may share an address; throttle token guessing per address. */
    const bool allowed =
        limits_allow(c->server, r->client, strlen(r->client), PEOPLE_AT_AN_ADDRESS) &&
        (!has_token || limits_allow(c->server, c->hash, sizeof c->hash, 1));
    if (!allowed)
        answer_error(a, 429, "rate", "Too many requests; wait a moment.");
    return !allowed;
}

static bool read_body(call *c, answer *a) {
    const request *r = c->request;
    if (r->size == 0)
        return true;
    json_error_t where;
    c->body = json_loadb(r->body, r->size, JSON_REJECT_DUPLICATES, &where);
    if (json_is_object(c->body))
        return true;
    answer_error(a, 400, "json", "The body must be a JSON object: %.200s.",
                 c->body != NULL ? "it is something else" : where.text);
    return false;
}

/* A table that one may not look at is as good as none. */
static bool enter_table(call *c, const char *id, bool must_own, answer *a) {
    store_error error = {STORE_OK, ""};
    c->table = table_enter(c->server, id, &error);
    if (c->table == NULL) {
        answer_store_error(a, &error);
        return false;
    }
    c->visitor = table_visitor(c->table, c->hash);
    if (!c->visitor.may_view)
        answer_error(a, 404, "unknown", "There is no table \"%.40s\".", id);
    else if (must_own && !c->visitor.owner)
        answer_error(a, 403, "owner", "Only the owner of the table may do that.");
    else
        return true;
    return false;
}

static bool is_allowed(call *c, const route *found, bool has_token, answer *a) {
    c->host = has_token && auth_same(c->hash, c->server->key_hash);
    if (!has_token && found->handle != handle_join) {
        answer_error(a, 401, "token", "This needs a token: Authorization: Bearer TOKEN.");
        return false;
    }
    if (found->needs == HOST && !c->host) {
        answer_error(a, 403, "host", "Only the host of this server may do that.");
        return false;
    }
    return found->needs < VIEWS || enter_table(c, c->part[0], found->needs == OWNS, a);
}

/* A stream says itself when it begins and ends; of all else a player is told for a while. */
static void note_device(const call *c, const route *to) {
    if (c->table == NULL || c->visitor.seats == 0 || to->handle == handle_events)
        return;
    const device from = device_of(c->request, &c->visitor);
    listeners_note_request(c->table, &from);
}

static void answer_api(server *s, const request *r, answer *a) {
    call c = {.server = s, .request = r};
    stars found;
    const bool has_token = auth_token(r, c.hash);
    const route *to = is_rate_limited(&c, has_token, a) ? NULL : find_route(r, &found, a);
    char *parts[2] = {NULL, NULL};
    for (int i = 0; to != NULL && i < found.count; i++)
        c.part[i] = parts[i] = strndup(found.begin[i], found.size[i]);
    if (to != NULL && is_allowed(&c, to, has_token, a) && read_body(&c, a) &&
        fields_hold(to->fields, c.body, a)) {
        note_device(&c, to);
        to->handle(&c, a);
    }
    if (c.table != NULL)
        table_leave(c.table);
    json_decref(c.body);
    free(parts[0]);
    free(parts[1]);
}

void server_answer(server *s, const request *r, answer *a) {
    *a = (answer){.status = 500};
    if (!has_trusted_origin(s, r, a))
        return;
    if (strncmp(r->path, "/api/", 5) == 0)
        answer_api(s, r, a);
    else
        page_answer(s, r, a);
}
