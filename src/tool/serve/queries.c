/* queries.c: handlers that only read: the stream of events, the log, earlier positions, rules and
 * hints; and a person's own notes. */
#include <stdlib.h>
#include <string.h>

#include "ludoforge_tools.h"
#include "server.h"

const char *call_query(const call *c, const char *name) {
    return c->request->query(c->request->context, name);
}

long long call_number(const call *c, const char *name, long long otherwise) {
    const char *text = call_query(c, name);
    char *end;
    if (text == NULL)
        return otherwise;
    const long long number = strtoll(text, &end, 10);
    return *text != '\0' && *end == '\0' && number >= 0 && number <= INT32_MAX ? number : -1;
}

bool call_viewer(const call *c, lf_seat *viewer, answer *a) {
    if (visitor_seat(c->table, &c->visitor, call_query(c, "seat"), viewer))
        return true;
    answer_error(a, 403, "seat", "That seat is not yours.");
    return false;
}

void handle_table_game(call *c, answer *a) {
    answer_json(a, 200, games_describe(c->server, c->table->match.game));
}

void handle_events(call *c, answer *a) {
    const listening wanted = {c->request->last_event, device_of(c->request, &c->visitor), c->host};
    bool full;
    listener *l = listener_new(c->table, &c->visitor, &wanted, &full);
    if (l != NULL)
        *a = (answer){.status = 200, .type = "text/event-stream", .stream = l};
    else if (full)
        answer_error(a, 429, "streams",
                     "Too many streams are open: %d of one player, %d of all onlookers of a table. "
                     "Close some.",
                     TOKEN_STREAMS_MAX, ONLOOKER_STREAMS_MAX);
    else
        answer_text(a, 500, NULL);
}

/* How many turns the client wants in one answer; 0 with an answer. */
static int page_limit(const call *c, answer *a) {
    const long long limit = call_number(c, "limit", PAGE_TURNS);
    if (limit >= 1 && limit <= PAGE_TURNS_MAX)
        return (int)limit;
    answer_error(a, 400, "query", "\"limit\" must be a number from 1 to %d.", PAGE_TURNS_MAX);
    return 0;
}

/* All turns from `from` on; or, with `before` or `limit`, one page. */
void handle_log(call *c, answer *a) {
    lf_seat viewer;
    const long long from = call_number(c, "from", 0), before = call_number(c, "before", INT32_MAX);
    const bool paged = call_query(c, "before") != NULL || call_query(c, "limit") != NULL;
    const int limit = page_limit(c, a);
    if (limit == 0)
        return;
    if (from < 0 || before < 0 || (paged && call_query(c, "from") != NULL))
        answer_error(a, 400, "query",
                     "\"from\" or \"before\" must be a number of a turn, and only one of them.");
    else if (call_viewer(c, &viewer, a))
        answer_text(a, 200,
                    paged ? lf_session_log_page(c->table->match.session, viewer, (int)before, limit)
                          : lf_session_log_json(c->table->match.session, viewer, (int)from));
}

void handle_turns(call *c, answer *a) {
    lf_seat viewer;
    const long long since = call_number(c, "since", 0);
    const int limit = page_limit(c, a);
    if (limit == 0)
        return;
    if (since < 0)
        answer_error(a, 400, "query", "\"since\" must be a number of a turn.");
    else if (call_viewer(c, &viewer, a))
        answer_text(a, 200,
                    lf_session_turns_json(c->table->match.session, viewer, (int)since, limit));
}

void handle_at(call *c, answer *a) {
    lf_seat viewer;
    const long long number = call_number(c, "number", -1);
    if (number < 0 || (size_t)number > lf_session_decisions(c->table->match.session)) {
        answer_error(a, 400, "number",
                     "\"number\" must be a number of decisions that were made at this table.");
        return;
    }
    if (call_viewer(c, &viewer, a))
        answer_text(a, 200, lf_session_view_at(c->table->match.session, (size_t)number, viewer));
}

/* ---- the pending decision -------------------------------------------------------------------- */

bool call_decides(const call *c, answer *a) {
    const lf_session *session = c->table->match.session;
    const lf_state *state = lf_session_state(session);
    const lf_seat decider = lf_session_over(session, NULL) ? LF_NOBODY : lf_decider(state);
    if (decider != LF_NOBODY && (c->visitor.seats >> decider & 1) != 0 &&
        lf_session_pending(session) == LF_PENDING_NOTHING)
        return true;
    answer_error(a, 403, "seat", "It is not your decision.");
    return false;
}

/* The rule that asks, for the one who is asked; what the rules say about a thing is for all. */
void handle_rule(call *c, answer *a) {
    const char *about = call_query(c, "about");
    if (about == NULL && !call_decides(c, a))
        return;
    const lf_state *state = lf_session_state(c->table->match.session);
    char *text = about != NULL ? lf_rule_about(c->table->match.game, about) : lf_rule_text(state);
    answer_json(a, 200, json_pack("{s:s}", "text", text != NULL ? text : ""));
    lf_string_free(text);
}

/* What was worked out about options, or why it could not be. */
static void answer_options(answer *a, char *text, const lf_error *error) {
    if (text != NULL)
        answer_text(a, 200, text);
    else
        answer_error(a, error->status == LF_OUT_OF_MEMORY ? 500 : 400, "option", "%s",
                     error->message);
}

void handle_preview(call *c, answer *a) {
    lf_error error = {.status = LF_OK, .message = ""};
    const lf_session *session = c->table->match.session;
    if (call_decides(c, a))
        answer_options(a, lf_session_preview(session, call_query(c, "option"), &error), &error);
}

void handle_ahead(call *c, answer *a) {
    lf_error error = {.status = LF_OK, .message = ""};
    if (call_decides(c, a))
        answer_options(a, lf_session_ahead(c->table->match.session, &error), &error);
}

void handle_why(call *c, answer *a) {
    const char *thing = call_query(c, "thing");
    lf_error error = {.status = LF_OK, .message = ""};
    if (thing == NULL) {
        answer_error(a, 400, "query", "\"thing\" must say what cannot be chosen: an id.");
        return;
    }
    if (!call_decides(c, a))
        return;
    char *text = lf_why(lf_session_state(c->table->match.session), thing, &error);
    if (text != NULL)
        answer_json(a, 200, json_pack("{s:s}", "text", text));
    else
        answer_error(a, 400, "thing", "%s", error.message);
    lf_string_free(text);
}

/* ---- notes ----------------------------------------------------------------------------------- */

void handle_notes(call *c, answer *a) {
    store_error error = {STORE_OK, ""};
    char *text = store_get_note(c->server->store, c->table->id, c->hash, &error);
    if (text == NULL)
        answer_store_error(a, &error);
    else
        answer_json(a, 200, json_pack("{s:s}", "text", text));
    free(text);
}

typedef struct {
    const call *call;
    const char *text;
} noting;

static bool write_note(store *s, void *context, store_error *error) {
    const noting *n = context;
    return store_put_note(s, n->call->table->id, n->call->hash, n->text, error);
}

void handle_put_notes(call *c, answer *a) {
    store_error error = {STORE_OK, ""};
    noting n = {c, json_string_value(json_object_get(c->body, "text"))};
    if (n.text == NULL || strlen(n.text) > NOTE_BYTES)
        answer_error(a, 400, "body", "Notes need a \"text\" of at most %d bytes.", NOTE_BYTES);
    else if (store_write(c->server->store, write_note, &n, &error))
        answer_json(a, 200, json_pack("{s:s}", "text", n.text));
    else
        answer_store_error(a, &error);
}
