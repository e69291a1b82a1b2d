/* play.c: handlers of all that changes a game: deciding, confirming, taking back; and talking at
 * the table.
 *
 * A client says at which number of decisions it thinks the game is. If it is elsewhere, nothing is
 * done and the client gets the present state; the same decision sent again, because an answer was
 * lost, is no mistake. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"
#include "support/json_writer.h"

/* ---- the table as a visitor sees it ---------------------------------------------------------- */

static const char *who_plays(const call *c, lf_seat seat) {
    const char *who = c->table->match.who[seat];
    if ((c->visitor.seats >> seat & 1) != 0)
        return "me";
    if (strcmp(who, "me") == 0)
        return "person";
    return strcmp(who, "open") == 0 && seat_is_taken(c->table, seat) ? "person" : who;
}

static void write_seats(lf_writer *w, const call *c) {
    const lf_game *game = c->table->match.game;
    const uint32_t present = listeners_present(c->table);
    lf_write_array(w);
    for (lf_seat seat = 0; seat < match_seats(&c->table->match); seat++) {
        lf_write_object(w);
        lf_put_text(w, "label", lf_label(game, LF_OF_SEATS, seat));
        lf_put_bool(w, "present", (present >> seat & 1) != 0);
        lf_put_text(w, "seat", lf_name(game, LF_OF_SEATS, seat));
        lf_put_text(w, "who", who_plays(c, seat));
        lf_write_end(w);
    }
    lf_write_end(w);
}

/* The names of these seats, a bit each. */
static void write_names(lf_writer *w, const lf_game *game, uint32_t seats) {
    lf_write_array(w);
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        if ((seats >> seat & 1) != 0)
            lf_write_text(w, lf_name(game, LF_OF_SEATS, seat));
    lf_write_end(w);
}

static void write_you(lf_writer *w, const call *c) {
    lf_write_object(w);
    lf_put_bool(w, "host", c->host);
    lf_put_text(w, "role",
                c->visitor.owner        ? "owner"
                : c->visitor.seats != 0 ? "seat"
                                        : "onlooker");
    lf_write_key(w, "seats");
    write_names(w, c->table->match.game, c->visitor.seats);
    lf_write_end(w);
}

/* Seats that their players have left, a bit each, with a sentence for each of them. `last`: the one
 * by whom the game has ended. */
static void write_left(lf_writer *w, const match *m, uint32_t seats, lf_seat last,
                       const char *how) {
    lf_write_array(w);
    for (lf_seat seat = 0; seat < lf_count(m->game, LF_OF_SEATS); seat++) {
        char text[400];
        if ((seats >> seat & 1) == 0)
            continue;
        const bool ended = last == seat;
        const char *bot = match_bot(m, seat);
        snprintf(text, sizeof text, "%.100s %s%s%.100s.", lf_label(m->game, LF_OF_SEATS, seat), how,
                 ended         ? "; the game is over"
                 : bot != NULL ? "; a bot plays on: "
                               : "; somebody else plays on",
                 !ended && bot != NULL ? bot : "");
        lf_write_object(w);
        lf_put_text(w, "seat", lf_name(m->game, LF_OF_SEATS, seat));
        lf_put_text(w, "text", text);
        lf_write_end(w);
    }
    lf_write_end(w);
}

/* What was thought since the view was made: its clock is of that moment. */
static void write_clock(lf_writer *w, const table *t) {
    if (!lf_session_clock(t->match.session, NULL)) {
        lf_write_null(w);
        return;
    }
    lf_write_object(w);
    lf_put_number(w, "spentMs", clock_spent(t));
    lf_put_bool(w, "waits", clock_waits(t));
    lf_write_end(w);
}

/* Why the bot that is to decide cannot. */
static void write_problem(lf_writer *w, const table *t) {
    const lf_seat decider = lf_decider(lf_session_state(t->match.session));
    if (t->problem == NULL) {
        lf_write_null(w);
        return;
    }
    lf_write_object(w);
    lf_put_text(w, "seat", lf_name(t->match.game, LF_OF_SEATS, decider));
    lf_put_text(w, "text", t->problem);
    lf_write_end(w);
}

/* Of the head everything but what tells how the cards lie. */
static void write_head(lf_writer *w, const json_t *head) {
    static const char *const members[] = {"scenario", "options",  "confirm", "seeded",
                                          "analysis", "imported", "name",    NULL};
    for (const char *const *name = members; *name != NULL; name++) {
        const json_t *value = json_object_get(head, *name);
        char *text = value != NULL ? json_dumps(value, ANSWER_FORMAT) : NULL;
        w->failed = w->failed || (value != NULL && text == NULL);
        lf_write_key(w, *name);
        lf_write_json(w, text != NULL ? text : "null");
        free(text);
    }
}

static void write_table(lf_writer *w, const call *c) {
    const table *t = c->table;
    const match *m = &t->match;
    lf_write_object(w);
    lf_put_text(w, "id", t->id);
    lf_put_text(w, "game", lf_game_id(m->game));
    lf_put_text(w, "title", lf_game_title(m->game));
    lf_write_key(w, "seats");
    write_seats(w, c);
    lf_write_key(w, "you");
    write_you(w, c);
    write_head(w, t->head);
    lf_put_bool(w, "hints", hints_are_allowed(t));
    lf_write_key(w, "resigned");
    write_left(w, m, m->resigned, lf_session_resigned(m->session), "resigned");
    lf_write_key(w, "timedOut");
    write_left(w, m, m->timed_out, lf_session_timed_out(m->session), "had no time left");
    lf_write_key(w, "clock");
    write_clock(w, t);
    lf_write_key(w, "draw");
    write_names(w, m->game, lf_session_draw_offers(m->session));
    lf_write_key(w, "problem");
    write_problem(w, t);
    lf_write_end(w);
}

/* The members are written in the order of their names: an object that is sorted when it ends copies
 * the view, which is long. */
void answer_table(call *c, answer *a, int status, const char *code, const char *message) {
    lf_seat viewer;
    if (!visitor_seat(c->table, &c->visitor, c->request->query(c->request->context, "seat"),
                      &viewer)) {
        answer_error(a, 403, "seat", "That seat is not yours.");
        return;
    }
    const char *view = table_view(c->table, viewer);
    if (view == NULL) {
        answer_text(a, 500, NULL);
        return;
    }
    lf_writer w = {0};
    lf_write_object(&w);
    if (code != NULL) {
        char text[sizeof((store_error *)NULL)->message];
        snprintf(text, sizeof text, "%s", message);
        hide_folders(text);
        lf_put_text(&w, "code", code);
        lf_put_text(&w, "error", text);
    }
    lf_write_key(&w, "table");
    write_table(&w, c);
    lf_put_number(&w, "version", c->table->match.events);
    lf_write_key(&w, "view");
    lf_write_json(&w, view);
    lf_put_text(&w, "viewer",
                viewer != LF_NOBODY ? lf_name(c->table->match.game, LF_OF_SEATS, viewer) : NULL);
    lf_write_end(&w);
    answer_text(a, status, lf_writer_take(&w));
}

void handle_table(call *c, answer *a) {
    answer_table(c, a, 200, NULL, NULL);
}

/* ---- making events --------------------------------------------------------------------------- */

static void stale(call *c, answer *a, const char *message) {
    answer_table(c, a, 409, "stale", message);
}

/* The number that the client gave, if it gave any, must be the present one. */
static bool is_present(call *c, answer *a) {
    const json_t *number = json_object_get(c->body, "number");
    if (number == NULL ||
        (json_is_integer(number) &&
         json_integer_value(number) == (json_int_t)lf_session_decisions(c->table->match.session)))
        return true;
    stale(c, a, "The game has gone on since.");
    return false;
}

/* The seat that acts: the one named, or the one that is the visitor's and fits. False with an
 * answer. */
static bool acting_seat(call *c, answer *a, lf_seat *seat) {
    const char *named = json_string_value(json_object_get(c->body, "seat"));
    if (c->visitor.seats != 0 && visitor_seat(c->table, &c->visitor, named, seat) &&
        *seat != LF_NOBODY)
        return true;
    answer_error(a, 403, "seat", "%s",
                 named != NULL ? "That seat is not yours." : "You look on; you have no seat here.");
    return false;
}

static void commit(call *c, answer *a, const char *kind, json_t *payload) {
    store_error error = {STORE_OK, ""};
    const bool good = table_commit(c->table, kind, payload, &error);
    /* who has given a seat up sees no more than others */
    c->visitor = table_visitor(c->table, c->hash);
    if (good)
        answer_table(c, a, 200, NULL, NULL);
    else if (error.status == STORE_CONFLICT)
        answer_table(c, a, 409, "refused", error.message);
    else
        answer_store_error(a, &error);
}

/* ---- which decision a click answers ---------------------------------------------------------- */

typedef enum {
    CLICK_APPLIES,
    CLICK_REPEATED, /* the same was decided there: its answer was lost */
    CLICK_STALE
} click_kind;

/* The index of the decision with this id; SIZE_MAX: it is not in the history. Ids grow. */
static size_t find_decision(const lf_session *session, uint64_t id) {
    lf_chosen made;
    size_t low = 0, high = lf_session_decisions(session);
    if (lf_session_decided(session, high, &made) && made.decision == id) /* it is held */
        return high;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        lf_session_decided(session, middle, &made);
        if (made.decision == id)
            return middle;
        if (made.decision < id)
            low = middle + 1;
        else
            high = middle;
    }
    return SIZE_MAX;
}

/* Equal but for digits: prompts count ("a space, 2 of 3"). */
static bool is_same_question(const char *a, const char *b) {
    do {
        a += strspn(a, "0123456789");
        b += strspn(b, "0123456789");
        if (*a != *b++)
            return false;
    } while (*a++ != '\0');
    return true;
}

/* Is the option offered now, by a question that reads like the one that was answered? */
static bool is_still_asked(const lf_session *session, const lf_chosen *answered,
                           const char *option) {
    const lf_state *state = lf_session_state(session);
    if (lf_decider(state) != answered->seat || lf_find_option_id(state, option) == LF_NO_OPTION)
        return false;
    char *prompt = lf_prompt(state);
    const bool same = prompt != NULL && is_same_question(prompt, answered->prompt);
    lf_string_free(prompt);
    return same;
}

/* A click that names a decision which was answered meanwhile still applies while the same question
 * is open and the visitor alone has decided since: players click faster than answers come. */
static click_kind click_on_past(const call *c, size_t index, const char *option) {
    const lf_session *session = c->table->match.session;
    lf_chosen answered, made;
    if (!lf_session_decided(session, index, &answered) ||
        (c->visitor.seats >> answered.seat & 1) == 0)
        return CLICK_STALE;
    if (strcmp(answered.option, option) == 0)
        return CLICK_REPEATED;
    for (size_t i = index + 1; lf_session_decided(session, i, &made); i++)
        if (made.seat != answered.seat)
            return CLICK_STALE;
    return lf_session_pending(session) == LF_PENDING_NOTHING &&
                   is_still_asked(session, &answered, option)
               ? CLICK_APPLIES
               : CLICK_STALE;
}

/* By the id of the decision, or by its number: how many were made before it. */
static click_kind find_click(const call *c, const json_t *id, const json_t *number,
                             const char *option) {
    const match *m = &c->table->match;
    if (id != NULL) {
        const uint64_t wanted = (uint64_t)json_integer_value(id);
        const size_t index = find_decision(m->session, wanted);
        if (index != SIZE_MAX)
            return click_on_past(c, index, option);
        return wanted == lf_session_revision(m->session) ? CLICK_APPLIES : CLICK_STALE;
    }
    for (lf_seat mine = 0; mine < LF_SEATS_MAX; mine++)
        if ((c->visitor.seats >> mine & 1) != 0 &&
            match_was_decided(m, json_integer_value(number), mine, option))
            return CLICK_REPEATED;
    return json_integer_value(number) == (json_int_t)lf_session_decisions(m->session)
               ? CLICK_APPLIES
               : CLICK_STALE;
}

void handle_decide(call *c, answer *a) {
    const json_t *id = json_object_get(c->body, "decision"),
                 *number = json_object_get(c->body, "number");
    const char *option = json_string_value(json_object_get(c->body, "option"));
    lf_seat seat;
    if ((id == NULL && number == NULL) || option == NULL) {
        answer_error(a, 400, "body",
                     "A decision needs \"decision\", its id, or \"number\", how many were made "
                     "before it; and \"option\", an id.");
        return;
    }
    if (!acting_seat(c, a, &seat))
        return;
    switch (find_click(c, id, number, option)) {
    case CLICK_REPEATED:
        answer_table(c, a, 200, NULL, NULL);
        break;
    case CLICK_STALE:
        stale(c, a, id != NULL ? "That can no longer be chosen." : "The game has gone on since.");
        break;
    case CLICK_APPLIES:
        commit(c, a, "decision",
               json_pack("{s:s, s:s}", "seat", lf_name(c->table->match.game, LF_OF_SEATS, seat),
                         "option", option));
        break;
    }
}

/* An event of a seat at the present number. */
static void commit_for_seat(call *c, answer *a, const char *kind) {
    lf_seat seat;
    if (acting_seat(c, a, &seat) && is_present(c, a))
        commit(c, a, kind,
               json_pack("{s:s}", "seat", lf_name(c->table->match.game, LF_OF_SEATS, seat)));
}

void handle_confirm(call *c, answer *a) {
    commit_for_seat(c, a, "confirm");
}

void handle_undo(call *c, answer *a) {
    commit_for_seat(c, a, "undo");
}

void handle_undo_turn(call *c, answer *a) {
    commit_for_seat(c, a, "undoTurn");
}

void handle_rewind(call *c, answer *a) {
    const json_t *to = json_object_get(c->body, "to");
    lf_seat seat;
    if (!json_is_integer(to))
        answer_error(a, 400, "body", "Rewinding needs \"to\", the index of a choice.");
    else if (acting_seat(c, a, &seat) && is_present(c, a))
        commit(c, a, "rewind",
               json_pack("{s:s, s:I}", "seat", lf_name(c->table->match.game, LF_OF_SEATS, seat),
                         "to", json_integer_value(to)));
}

void handle_redo(call *c, answer *a) {
    commit_for_seat(c, a, "redo");
}

void handle_rollback(call *c, answer *a) {
    const json_t *turn = json_object_get(c->body, "turn");
    lf_seat seat;
    if (!json_is_integer(turn))
        answer_error(a, 400, "body", "Going back needs \"turn\", of the log.");
    else if (acting_seat(c, a, &seat) && is_present(c, a))
        commit(c, a, "rollback", json_pack("{s:I}", "turn", json_integer_value(turn)));
}

/* Where two play, the other side has won; where more play, a bot plays on, and whoever resigned may
 * look on. */
void handle_resign(call *c, answer *a) {
    const lf_game *game = c->table->match.game;
    lf_seat seat;
    if (!acting_seat(c, a, &seat) || !is_present(c, a))
        return;
    const bool goes_on = match_seats(&c->table->match) > LF_RESIGN_SEATS;
    commit(c, a, "resign",
           json_pack("{s:s, s:s*}", "seat", lf_name(game, LF_OF_SEATS, seat), "who",
                     goes_on ? DEPUTY : NULL));
    listeners_review(c->table);
}

void handle_draw(call *c, answer *a) {
    const char *answered = json_string_value(json_object_get(c->body, "answer"));
    lf_seat seat;
    if (answered == NULL || (strcmp(answered, "offer") != 0 && strcmp(answered, "decline") != 0))
        answer_error(a, 400, "body",
                     "A draw needs \"answer\": \"offer\" (or agree), or \"decline\".");
    else if (acting_seat(c, a, &seat) && is_present(c, a))
        commit(c, a, "draw",
               json_pack("{s:s, s:s}", "seat", lf_name(c->table->match.game, LF_OF_SEATS, seat),
                         "answer", answered));
}

/* ---- talking --------------------------------------------------------------------------------- */

void handle_chat(call *c, answer *a) {
    const char *text = json_string_value(json_object_get(c->body, "text"));
    const lf_game *game = c->table->match.game;
    lf_seat seat = LF_NOBODY;
    store_error error = {STORE_OK, ""};
    if (text == NULL || *text == '\0' || strlen(text) > CHAT_BYTES) {
        answer_error(a, 400, "body", "A line needs a \"text\" of at most %d bytes.", CHAT_BYTES);
        return;
    }
    if (c->visitor.seats != 0 && !acting_seat(c, a, &seat))
        return;
    const char *from = seat != LF_NOBODY  ? lf_name(game, LF_OF_SEATS, seat)
                       : c->visitor.owner ? "owner"
                                          : "onlooker";
    if (table_commit(c->table, "chat", json_pack("{s:s, s:s}", "from", from, "text", text), &error))
        handle_read_chat(c, a);
    else
        answer_store_error(a, &error);
}

void handle_read_chat(call *c, answer *a) {
    answer_json(a, 200,
                json_pack("{s:I, s:O}", "version", (json_int_t)c->table->match.events, "chat",
                          c->table->match.chat));
}
