/* match.c: the game of a table, made from its events. */
#include "match.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ludoforge_agents.h"
#include "ludoforge_tools.h"
#include "support/array.h"

#define BOT "bot:"
#define CHAT_MAX 500 /* lines that are kept in memory; the store has all */

/* ---- who plays ------------------------------------------------------------------------------- */

static bool unknown(lf_error *why, const char *format, const char *who) {
    if (why != NULL) {
        why->status = LF_BAD_ARGUMENT;
        snprintf(why->message, sizeof why->message, format, who);
    }
    return false;
}

bool match_who_is_known(const lf_game *game, const char *who, lf_error *why) {
    if (strcmp(who, "me") == 0 || strcmp(who, "open") == 0)
        return true;
    if (strncmp(who, BOT, strlen(BOT)) != 0)
        return unknown(
            why, "a seat is played by \"me\", \"open\" or \"bot:NAME\", not by \"%.60s\"", who);
    if (strlen(who) >= MATCH_WHO_BYTES)
        return unknown(why, "\"%.30s…\" is too long a name for a bot", who);
    lf_agent *agent = lf_agent_new(game, who + strlen(BOT), why);
    lf_agent_free(agent);
    return agent != NULL;
}

const char *match_bot(const match *m, lf_seat seat) {
    assert(seat >= 0 && seat < LF_SEATS_MAX);
    const char *who = m->who[seat];
    return strncmp(who, BOT, strlen(BOT)) == 0 ? who + strlen(BOT) : NULL;
}

int match_seats(const match *m) {
    return lf_seats_in_play(lf_session_state(m->session));
}

/* Who plays a seat, as a person of the session. */
static int person_of(const match *m, lf_seat seat) {
    assert(seat >= 0 && seat < LF_SEATS_MAX);
    if (match_bot(m, seat) != NULL)
        return LF_PROGRAM;
    return strcmp(m->who[seat], "me") == 0 ? MATCH_OWNER : seat + 2;
}

bool match_of_one(const match *m) {
    int only = LF_PROGRAM;
    for (lf_seat seat = 0; seat < match_seats(m); seat++) {
        const int person = person_of(m, seat);
        if (person != LF_PROGRAM && only != LF_PROGRAM && person != only)
            return false;
        only = person != LF_PROGRAM ? person : only;
    }
    return true;
}

static void set_who(match *m, lf_seat seat, const char *who) {
    snprintf(m->who[seat], MATCH_WHO_BYTES, "%s", who);
    lf_session_set_person(m->session, seat, person_of(m, seat));
}

static void seat_people(match *m, const json_t *seats) {
    for (lf_seat seat = 0; seat < lf_count(m->game, LF_OF_SEATS); seat++) {
        const char *who =
            json_string_value(json_object_get(seats, lf_name(m->game, LF_OF_SEATS, seat)));
        set_who(m, seat, who != NULL && match_who_is_known(m->game, who, NULL) ? who : "me");
    }
}

/* ---- beginning and end ----------------------------------------------------------------------- */

typedef struct {
    const void *bytes;
    size_t size;
} saved_state;

static lf_status take_state(lf_state *state, void *context, lf_error *error) {
    const saved_state *saved = context;
    return lf_load(state, saved->bytes, saved->size, error);
}

static bool set_clock(match *m, const json_t *clock, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const json_t *main_ms = json_object_get(clock, "mainMs"),
                 *increment_ms = json_object_get(clock, "incrementMs");
    if (clock == NULL || json_is_null(clock))
        return true;
    if (!json_is_integer(main_ms) || (increment_ms != NULL && !json_is_integer(increment_ms)))
        return store_fail(error, STORE_CONFLICT,
                          "A clock is {\"mainMs\": …, \"incrementMs\": …}: whole milliseconds for "
                          "each seat and each turn.");
    const lf_clock rule = {json_integer_value(main_ms), json_integer_value(increment_ms)};
    if (lf_session_set_clock(m->session, &rule, &why) != LF_OK)
        return store_fail(error, STORE_CONFLICT, "%s", why.message);
    lf_session_tick(m->session, m->thought);
    return true;
}

/* The head of a table that was made before single options could be asked for has no word of it. */
static bool start_session(match *m, json_t *head, lf_error *why) {
    if (json_object_get(head, "forced") == NULL)
        json_object_set_new(head, "forced", json_string("take"));
    char *setup = json_dumps(head, JSON_COMPACT);
    const bool good = setup != NULL && lf_session_start_json(m->session, setup, why) == LF_OK;
    free(setup);
    return good;
}

static bool start(match *m, const store_table *t, json_t *head, store_error *error) {
    lf_error why = {.status = LF_OK, .message = LF_NO_MEMORY};
    lf_session_set_confirm(m->session, json_is_true(json_object_get(head, "confirm")));
    /* older tables do not say it, and their events have such decisions one by one */
    lf_session_take_forced(m->session, json_is_true(json_object_get(head, "takeForced")));
    if (!start_session(m, head, &why))
        return store_fail(error, STORE_CONFLICT, "%s", why.message);
    saved_state base = {t->base, t->base_size};
    if (t->base != NULL && lf_session_edit(m->session, take_state, &base, &why) != LF_OK)
        return store_fail(error, STORE_BROKEN,
                          "The position that table %s begins with cannot be read: %s", t->id,
                          why.message);
    seat_people(m, json_object_get(head, "seats"));
    return set_clock(m, json_object_get(head, "clock"), error);
}

bool match_open(match *m, const lf_game *game, const store_table *t, store_error *error) {
    *m = (match){
        .game = game, .session = lf_session_new(game, lf_game_id(game)), .chat = json_array()};
    json_t *head = json_loads(t->head, 0, NULL);
    const bool good =
        m->session != NULL && head != NULL
            ? start(m, t, head, error)
            : store_fail(error, STORE_BROKEN, "The head of table %s cannot be read.", t->id);
    json_decref(head);
    if (!good)
        match_close(m);
    return good;
}

void match_close(match *m) {
    lf_session_free(m->session);
    json_decref(m->chat);
    *m = (match){.game = NULL};
}

/* ---- events ---------------------------------------------------------------------------------- */

static const char *text_of(const json_t *payload, const char *name) {
    const char *text = json_string_value(json_object_get(payload, name));
    return text != NULL ? text : "";
}

/* LF_NOBODY if there is none of that name. */
static lf_seat seat_of(const match *m, const json_t *payload) {
    return lf_find(m->game, LF_OF_SEATS, text_of(payload, "seat"));
}

static bool settle(lf_status status, const lf_error *why, store_error *error) {
    if (status == LF_OK)
        return true;
    return store_fail(error, status == LF_OUT_OF_MEMORY ? STORE_FAILED : STORE_CONFLICT, "%s",
                      why->message);
}

const char *match_reason(const match *m, int64_t number, lf_seat *seat) {
    lf_chosen made;
    if (number < 0 || !lf_session_decided(m->session, (size_t)number, &made))
        return NULL;
    *seat = made.seat;
    return made.reason;
}

bool match_was_decided(const match *m, int64_t number, lf_seat seat, const char *option) {
    lf_chosen made;
    return number >= 0 && lf_session_decided(m->session, (size_t)number, &made) &&
           made.seat == seat && strcmp(made.option, option) == 0;
}

static bool decide(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_state *state = lf_session_state(m->session);
    const char *id = text_of(payload, "option");
    if (lf_session_over(m->session, NULL))
        return store_fail(error, STORE_CONFLICT, "The game is over.");
    if (lf_decider(state) != seat_of(m, payload))
        return store_fail(error, STORE_CONFLICT, "It is not the decision of %.64s.",
                          text_of(payload, "seat"));
    const int option = lf_find_option_id(state, id);
    if (option == LF_NO_OPTION)
        return store_fail(error, STORE_CONFLICT, "There is no option \"%.100s\" now.", id);
    const char *reason = json_string_value(json_object_get(payload, "reason"));
    const size_t number = lf_session_decisions(m->session);
    lf_status status = lf_session_apply(m->session, option, false, &why);
    if (status == LF_OK && reason != NULL)
        status = lf_session_set_reason(m->session, number, reason, &why);
    return settle(status, &why, error);
}

/* Who waits to confirm: the one who decided last, or who is about to, if the decision is held. */
static lf_seat waiting_seat(const match *m) {
    switch (lf_session_pending(m->session)) {
    case LF_PENDING_TURN:
        return lf_session_last_decider(m->session);
    case LF_PENDING_DECISION:
        return lf_decider(lf_session_state(m->session));
    default:
        return LF_NOBODY;
    }
}

static bool confirm(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat waiting = waiting_seat(m), seat = seat_of(m, payload);
    if (waiting != LF_NOBODY && (seat == LF_NOBODY || person_of(m, seat) != person_of(m, waiting)))
        return store_fail(error, STORE_CONFLICT,
                          "It is not the turn of %.64s that waits to be confirmed.",
                          text_of(payload, "seat"));
    return settle(lf_session_confirm(m->session, &why), &why, error);
}

static bool undo(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat seat = seat_of(m, payload);
    const int person = seat != LF_NOBODY ? person_of(m, seat) : LF_PROGRAM;
    if (person == LF_PROGRAM)
        return store_fail(error, STORE_CONFLICT, "Only a person who plays can take back.");
    return settle(lf_session_undo(m->session, person, &why), &why, error);
}

static bool undo_turn(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat seat = seat_of(m, payload);
    const int person = seat != LF_NOBODY ? person_of(m, seat) : LF_PROGRAM;
    if (person == LF_PROGRAM)
        return store_fail(error, STORE_CONFLICT, "Only a person who plays can take back.");
    return settle(lf_session_undo_turn(m->session, person, &why), &why, error);
}

static bool rewind_turn(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat seat = seat_of(m, payload);
    const int person = seat != LF_NOBODY ? person_of(m, seat) : LF_PROGRAM;
    const json_t *to = json_object_get(payload, "to");
    if (person == LF_PROGRAM)
        return store_fail(error, STORE_CONFLICT, "Only a person who plays can take back.");
    if (!json_is_integer(to) || json_integer_value(to) < 0)
        return store_fail(error, STORE_CONFLICT, "\"to\" must be the index of a choice.");
    return settle(lf_session_rewind(m->session, person, (size_t)json_integer_value(to), &why), &why,
                  error);
}

static bool redo(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat seat = seat_of(m, payload), decider = lf_decider(lf_session_state(m->session));
    if (seat == LF_NOBODY || decider == LF_NOBODY || person_of(m, seat) != person_of(m, decider))
        return store_fail(error, STORE_CONFLICT,
                          "Only the person whose decision it is can do it again.");
    return settle(lf_session_redo(m->session, &why), &why, error);
}

static bool rollback(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const json_t *turn = json_object_get(payload, "turn");
    const json_int_t number = json_is_integer(turn) ? json_integer_value(turn) : -1;
    return settle(
        lf_session_rollback(m->session, number >= 0 && number < INT32_MAX ? (int)number : -1, &why),
        &why, error);
}

/* What waits to be confirmed by the person who leaves is confirmed: nobody else could. */
static bool change_seat(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat seat = seat_of(m, payload);
    const char *who = text_of(payload, "who");
    if (seat == LF_NOBODY)
        return store_fail(error, STORE_CONFLICT, "There is no seat \"%.64s\".",
                          text_of(payload, "seat"));
    if (!match_who_is_known(m->game, who, &why))
        return store_fail(error, STORE_CONFLICT, "Nobody can play there so: %s", why.message);
    if (waiting_seat(m) == seat && !settle(lf_session_confirm(m->session, &why), &why, error))
        return false;
    set_who(m, seat, who);
    return true;
}

/* Where two play the game is over then; where more do, somebody else plays on. */
static bool resign(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat seat = seat_of(m, payload);
    if (lf_session_over(m->session, NULL))
        return store_fail(error, STORE_CONFLICT, "The game is over.");
    if (seat != LF_NOBODY && match_bot(m, seat) != NULL)
        return store_fail(error, STORE_CONFLICT, "A bot plays that seat; it does not resign.");
    const bool good = match_seats(m) > LF_RESIGN_SEATS
                          ? change_seat(m, payload, error)
                          : settle(lf_session_resign(m->session, seat, &why), &why, error);
    if (good) {
        assert(seat >= 0); /* both ways refuse LF_NOBODY */
        m->resigned |= UINT32_C(1) << seat;
    }
    return good;
}

/* The flag has fallen when this is made (charge). As with resigning. */
static bool time_out(match *m, const json_t *payload, store_error *error) {
    const lf_seat seat = seat_of(m, payload);
    if (seat == LF_NOBODY || m->flag != seat)
        return store_fail(error, STORE_CONFLICT, "%.64s has time left.", text_of(payload, "seat"));
    if (match_seats(m) > LF_RESIGN_SEATS && !change_seat(m, payload, error))
        return false;
    m->timed_out |= UINT32_C(1) << seat;
    return true;
}

/* Offers, agrees or declines. Bots are not asked: where one plays, nobody can agree to a draw. */
static bool draw(match *m, const json_t *payload, store_error *error) {
    lf_error why = {.status = LF_OK, .message = ""};
    const lf_seat seat = seat_of(m, payload);
    if (strcmp(text_of(payload, "answer"), "decline") == 0)
        return settle(lf_session_decline_draw(m->session, seat, &why), &why, error);
    for (lf_seat other = 0; other < match_seats(m); other++)
        if (match_bot(m, other) != NULL)
            return store_fail(error, STORE_CONFLICT,
                              "A bot plays %.64s, and bots agree to no draw.",
                              lf_label(m->game, LF_OF_SEATS, other));
    return settle(lf_session_offer_draw(m->session, seat, &why), &why, error);
}

static bool chat(match *m, const json_t *payload, store_error *error) {
    (void)error;
    if (json_array_size(m->chat) >= CHAT_MAX)
        json_array_remove(m->chat, 0);
    return json_array_append_new(m->chat, json_deep_copy(payload)) == 0;
}

static const struct {
    const char *kind;
    bool (*make)(match *, const json_t *payload, store_error *);
    bool plays; /* it changes the game */
} kinds[] = {
    {"decision", decide, true},    {"confirm", confirm, true}, {"undo", undo, true},
    {"undoTurn", undo_turn, true}, {"redo", redo, true},       {"rollback", rollback, true},
    {"seat", change_seat, true},   {"resign", resign, true},   {"draw", draw, true},
    {"timeout", time_out, true},   {"chat", chat, false},      {"rewind", rewind_turn, true},
};

bool match_plays(const char *kind) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return kinds[i].plays;
    return false;
}

/* Charges what was thought before an event. Only a time-out may use all that is left: so nothing
 * else is ever made by who has no time. */
static bool charge(match *m, const char *kind, const json_t *payload, store_error *error) {
    const json_int_t elapsed = json_integer_value(json_object_get(payload, "elapsed"));
    const lf_seat seat = lf_session_clock_seat(m->session);
    m->flag = LF_NOBODY;
    if (elapsed <= 0 || seat == LF_NOBODY)
        return true;
    const bool out = elapsed >= lf_session_time_left(m->session, seat);
    if (out != (strcmp(kind, "timeout") == 0))
        return store_fail(error, STORE_CONFLICT, "%.64s has %s.",
                          lf_label(m->game, LF_OF_SEATS, seat), out ? "no time left" : "time left");
    m->thought += elapsed;
    m->unwritten += elapsed;
    m->flag = lf_session_tick(m->session, m->thought);
    return true;
}

/* Writes what was charged since the last event that was made. */
static void note_charged(match *m, json_t *payload) {
    if (m->unwritten > 0)
        json_object_set_new(payload, "elapsed", json_integer((json_int_t)m->unwritten));
    m->unwritten = 0;
}

/* Notes where the game stands now, or compares. */
static bool checksum(const match *m, json_t *payload, store_error *error) {
    char now[17];
    snprintf(now, sizeof now, "%016" PRIx64, lf_table_hash(lf_session_state(m->session)));
    const json_t *noted = json_object_get(payload, "hash");
    if (noted == NULL) {
        json_object_set_new(payload, "hash", json_string(now));
        return true;
    }
    if (json_is_string(noted) && strcmp(json_string_value(noted), now) == 0)
        return true;
    return store_fail(error, STORE_BROKEN,
                      "Event %lld leads elsewhere than it did when it was made.",
                      (long long)m->events + 1);
}

bool match_apply(match *m, const char *kind, json_t *payload, int64_t time, store_error *error) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].kind, kind) != 0)
            continue;
        const size_t decisions = lf_session_decisions(m->session);
        if (!kinds[i].plays)
            json_object_set_new(payload, "time", json_integer(time));
        if ((kinds[i].plays && !charge(m, kind, payload, error)) ||
            !kinds[i].make(m, payload, error) || (kinds[i].plays && !checksum(m, payload, error)))
            return false;
        if (kinds[i].plays)
            note_charged(m, payload);
        m->events++;
        m->plays += kinds[i].plays;
        m->returns += lf_session_decisions(m->session) < decisions;
        return true;
    }
    return store_fail(error, STORE_BROKEN, "There is no kind of event \"%.40s\".", kind);
}

/* ---- loading --------------------------------------------------------------------------------- */

/* The events of a table, fetched at once: nobody else can read while rows are being visited. */
typedef struct {
    char *kind, *payload;
    int64_t time;
} fetched_event;

typedef struct {
    fetched_event *at;
    size_t count, capacity;
    bool failed;
} fetched;

static bool fetch(void *context, const store_event *e) {
    fetched *f = context;
    f->failed = !lf_array_reserve(&f->at, &f->capacity, f->count + 1, sizeof *f->at);
    if (f->failed)
        return false;
    const fetched_event copy = {strdup(e->kind), strdup(e->payload), e->time};
    f->at[f->count++] = copy;
    f->failed = copy.kind == NULL || copy.payload == NULL;
    return !f->failed;
}

static void forget(fetched *f) {
    for (size_t i = 0; i < f->count; i++) {
        free(f->at[i].kind);
        free(f->at[i].payload);
    }
    lf_free(f->at);
}

static bool make_again(match *m, const fetched_event *e, store_error *error) {
    store_error why = {STORE_OK, ""};
    json_t *payload = json_loads(e->payload, 0, NULL);
    const bool good = payload != NULL ? match_apply(m, e->kind, payload, e->time, &why)
                                      : store_fail(&why, STORE_BROKEN, "it cannot be read");
    json_decref(payload);
    return good ||
           store_fail(error, STORE_BROKEN, "Event %lld (%.20s) in the store does not hold: %s",
                      (long long)m->events + 1, e->kind, why.message);
}

bool match_load(match *m, store *s, const lf_game *game, const store_table *t, store_error *error) {
    fetched f = {.at = NULL};
    bool good = store_each_event(s, t->id, fetch, &f, error);
    if (good && f.failed)
        good = store_fail(error, STORE_FAILED, LF_NO_MEMORY);
    const bool opened = good && match_open(m, game, t, error);
    good = opened;
    for (size_t i = 0; i < f.count && good; i++)
        good = make_again(m, &f.at[i], error);
    if (opened && !good)
        match_close(m);
    forget(&f);
    return good;
}

/* ---- for lists ------------------------------------------------------------------------------- */

char *match_standing(const match *m) {
    const lf_state *state = lf_session_state(m->session);
    lf_outcome outcome;
    const bool over = lf_session_over(m->session, &outcome);
    const lf_seat decider = over ? LF_NOBODY : lf_decider(state);
    json_t *seats = json_object(), *winners = json_array();
    for (lf_seat seat = 0; seat < match_seats(m); seat++) {
        const char *name = lf_name(m->game, LF_OF_SEATS, seat);
        json_object_set_new(seats, name, json_string(m->who[seat]));
        if (over && (outcome.winners >> seat & 1) != 0)
            json_array_append_new(winners, json_string(name));
    }
    json_t *json = json_pack("{s:I, s:i, s:s?, s:b, s:o, s:o}", "number",
                             (json_int_t)lf_session_decisions(m->session), "turn", lf_turn(state),
                             "decider", lf_name(m->game, LF_OF_SEATS, decider), "over", over,
                             "winners", winners, "seats", seats);
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}
