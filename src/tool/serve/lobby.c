/* lobby.c: handlers around tables: games, lists of tables, new ones, who sits where, invitations,
 * recorded games. */
#include <stdlib.h>
#include <string.h>

#include "ludoforge_agents.h"
#include "server.h"
#include "support/array.h"

#define NAME_BYTES 120 /* of a table's name */

void handle_games(call *c, answer *a) {
    answer_json(a, 200, json_pack("{s:o}", "games", games_list(c->server)));
}

/* The levels, which people choose among, come first, and then all others. */
void handle_bots(call *c, answer *a) {
    static const char *const levels[] = {"easy", "normal", "hard"};
    json_t *first = json_array(), *others = json_array();
    const char *name, *line;
    (void)c;
    for (int i = 0; (name = lf_agent_name(i, &line)) != NULL; i++) {
        bool level = false;
        for (size_t at = 0; at < sizeof levels / sizeof *levels; at++)
            level = level || strcmp(name, levels[at]) == 0;
        json_array_append_new(level ? first : others, json_pack("{s:s, s:s, s:b}", "name", name,
                                                                "line", line, "level", (int)level));
    }
    json_array_extend(first, others);
    json_decref(others);
    answer_json(a, 200, json_pack("{s:o}", "bots", first));
}

void handle_game(call *c, answer *a) {
    const lf_game *game = games_find(c->server, c->part[0]);
    if (game == NULL)
        answer_error(a, 404, "unknown", "There is no game \"%.60s\" here.", c->part[0]);
    else
        answer_json(a, 200, games_describe(c->server, game));
}

void handle_dev(call *c, answer *a) {
    server *s = c->server;
    pthread_mutex_lock(&s->dev_lock);
    json_t *said = s->dev != NULL ? json_deep_copy(s->dev) : json_null();
    pthread_mutex_unlock(&s->dev_lock);
    answer_json(a, 200, said);
}

/* ---- lists ----------------------------------------------------------------------------------- */

typedef struct {
    char (*ids)[STORE_ID_BYTES];
    size_t count, capacity;
} id_list;

static bool note_id(void *context, const char *id) {
    id_list *list = context;
    if (!lf_array_reserve(&list->ids, &list->capacity, list->count + 1, sizeof *list->ids))
        return false;
    strncpy(list->ids[list->count], id, STORE_ID_BYTES - 1);
    list->ids[list->count++][STORE_ID_BYTES - 1] = '\0';
    return true;
}

static json_t *row_json(const store_table *t) {
    json_t *head = json_loads(t->head, 0, NULL), *standing = json_loads(t->standing, 0, NULL);
    json_t *json = json_pack(
        "{s:s, s:O?, s:O?, s:O?, s:O?, s:O?, s:I, s:I, s:b, s:o?}", "id", t->id, "game",
        json_object_get(head, "game"), "name", json_object_get(head, "name"), "scenario",
        json_object_get(head, "scenario"), "analysis", json_object_get(head, "analysis"),
        "imported", json_object_get(head, "imported"), "created", (json_int_t)t->created, "changed",
        (json_int_t)t->changed, "finished", (int)t->finished, "standing", standing);
    json_decref(head);
    return json;
}

static int newest_first(const void *a, const void *b) {
    const json_int_t one = json_integer_value(json_object_get(*(json_t *const *)a, "changed"));
    const json_int_t other = json_integer_value(json_object_get(*(json_t *const *)b, "changed"));
    return (one < other) - (one > other);
}

void handle_tables(call *c, answer *a) {
    store_error error = {STORE_OK, ""};
    id_list list = {.ids = NULL};
    json_t *rows = json_array();
    bool good = store_each_table_of(c->server->store, c->hash, note_id, &list, &error);
    json_t **sorted = calloc(list.count + 1, sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < list.count && good && sorted != NULL; i++) {
        store_table t;
        if (store_get_table(c->server->store, list.ids[i], &t, &error)) {
            sorted[count++] = row_json(&t);
            store_table_free(&t);
        } else {
            /* it was removed meanwhile: the others are listed */
            good = error.status == STORE_MISSING;
        }
    }
    if (sorted != NULL)
        qsort(sorted, count, sizeof *sorted, newest_first);
    for (size_t i = 0; i < count; i++)
        json_array_append_new(rows, sorted[i]);
    free(sorted);
    lf_free(list.ids);
    if (good) {
        answer_json(a, 200, json_pack("{s:o}", "tables", rows));
        return;
    }
    json_decref(rows);
    answer_store_error(a, &error);
}

/* ---- new tables ------------------------------------------------------------------------------ */

/* How many seats play if a table is made with these options. What is wrong with them is said when
 * it is tried. */
static int seats_wanted(const lf_game *game, const json_t *options) {
    const char *name;
    json_t *value;
    int seats = lf_seats_for(game, NULL);
    json_object_foreach((json_t *)(uintptr_t)options, name, value) {
        char text[200];
        const char *const given[] = {text, NULL};
        const lf_setup setup = {.options = given};
        if (json_is_integer(value))
            snprintf(text, sizeof text, "%.100s=%lld", name, (long long)json_integer_value(value));
        else
            snprintf(text, sizeof text, "%.100s=%.60s", name,
                     json_is_string(value) ? json_string_value(value) : "");
        const int with_this = lf_seats_for(game, &setup);
        seats = with_this != lf_seats_for(game, NULL) ? with_this : seats;
    }
    return seats;
}

/* Is there such a seat among the first ones, and can it be played so? False with an answer. */
static bool may_sit(const call *c, const lf_game *game, int seats, const char *seat,
                    const char *who, answer *a) {
    lf_error why = {.status = LF_OK, .message = "\"who\" must be a text"};
    const lf_seat found = lf_find(game, LF_OF_SEATS, seat);
    const bool known = found >= 0 && found < seats;
    if (known && who != NULL && match_who_is_known(game, who, &why) &&
        limits_bot(c->server, who, &why))
        return true;
    answer_error(a, 400, "seat",
                 known ? "The seat \"%.60s\": %s." : "There is no seat \"%.60s\" in this game.",
                 seat, why.message);
    return false;
}

/* Who plays each seat, as the request says; "me" where it says nothing. NULL with an answer. */
static json_t *read_seats(const call *c, const lf_game *game, int count, const json_t *wanted,
                          answer *a) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)wanted, name, value) {
        if (!may_sit(c, game, count, name, json_string_value(value), a))
            return NULL;
    }
    json_t *seats = json_object();
    for (lf_seat seat = 0; seat < count; seat++) {
        const char *who =
            json_string_value(json_object_get(wanted, lf_name(game, LF_OF_SEATS, seat)));
        json_object_set_new(seats, lf_name(game, LF_OF_SEATS, seat),
                            json_string(who != NULL ? who : "me"));
    }
    return seats;
}

/* What becomes of single options. "show": the rules ask for all of them, and the session takes
 * those that do not end a turn. A record that says nothing comes from before they could be asked
 * for. */
static void set_forced(json_t *head, bool recorded) {
    const char *forced = json_string_value(json_object_get(head, "forced"));
    if (forced == NULL) {
        json_object_set_new(head, "forced", json_string(recorded ? "take" : "game"));
    } else if (strcmp(forced, "show") == 0) {
        json_object_set_new(head, "forced", json_string("ask"));
        json_object_set_new(head, "takeForced", json_true());
    }
}

/* The head of a table. A seed that nobody named is one that nobody can guess. */
static json_t *make_head(const lf_game *game, const json_t *body, json_t *seats) {
    static const char *const setup[] = {"options", "clock", "forced", "position",
                                        "stack",   "deck",  "top",    NULL};
    const char *scenario = json_string_value(json_object_get(body, "scenario"));
    const char *name = json_string_value(json_object_get(body, "name"));
    const json_t *seed = json_object_get(body, "seed"), *confirm = json_object_get(body, "confirm"),
                 *hints = json_object_get(body, "hints");
    bool seeded = seed != NULL && !json_is_null(seed);
    json_t *head = json_pack(
        "{s:s, s:s?, s:o, s:b, s:b}", "game", lf_game_id(game), "scenario",
        scenario != NULL ? scenario : lf_name(game, LF_OF_SCENARIOS, lf_default_scenario(game)),
        "seats", seats, "confirm", confirm == NULL || json_is_true(confirm), "hints",
        hints == NULL || json_is_true(hints));
    for (const char *const *member = setup; *member != NULL; member++) {
        json_t *value = json_object_get(body, *member);
        if (value == NULL || json_is_null(value))
            continue;
        json_object_set(head, *member, value);
        seeded = seeded || member > setup + 3; /* those behind it say how the cards lie */
    }
    set_forced(head, json_object_get(body, "decisions") != NULL);
    if (seed != NULL && !json_is_null(seed))
        json_object_set(head, "seed", (json_t *)(uintptr_t)seed);
    else
        json_object_set_new(head, "seed", json_integer((json_int_t)(auth_random() >> 1)));
    json_object_set_new(head, "seeded", json_boolean(seeded));
    if (name != NULL)
        json_object_set_new(head, "name", json_string(name));
    return head;
}

/* Does the game begin like that? Tried before anything is kept. */
static bool try_table(const store_table *row, const lf_game *game, const json_t *events,
                      answer *a) {
    store_error error = {STORE_OK, ""};
    match m;
    if (!match_open(&m, game, row, &error)) {
        answer_error(a, 400, "setup", "%s", error.message);
        return false;
    }
    if (!deck_holds(game, row, lf_session_state(m.session), a)) {
        match_close(&m);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < json_array_size(events) && good; i++) {
        const json_t *e = json_array_get(events, i);
        good = match_apply(&m, json_string_value(json_object_get(e, "kind")),
                           json_object_get(e, "payload"), 0, &error);
    }
    match_close(&m);
    if (!good)
        answer_error(a, 400, "record", "The recorded game cannot be played again: %s",
                     error.message);
    return good;
}

/* The tokens of a new table: a fresh one and the maker's own for the owner, an invitation for each
 * open seat. */
typedef struct {
    store_token tokens[LF_SEATS_MAX + 2];
    int count;
    char owner[TOKEN_BYTES], invitations[LF_SEATS_MAX][TOKEN_BYTES];
} new_tokens;

/* Whoever makes tokens for others, or for more devices, has their quotas with them. Those whom the
 * host lets in are persons of their own. */
static store_token new_token(const call *c, store_role role, lf_seat seat) {
    store_token token = {.role = role, .seat = seat};
    if (!c->host)
        memcpy(token.person, c->visitor.person, STORE_HASH_BYTES);
    return token;
}

static void make_tokens(new_tokens *n, const call *c, const lf_game *game, const json_t *seats) {
    *n = (new_tokens){.count = 2};
    auth_new_token(n->owner);
    n->tokens[0] = new_token(c, STORE_OWNER, LF_NOBODY);
    n->tokens[1] = n->tokens[0];
    auth_hash(n->owner, n->tokens[0].hash);
    memcpy(n->tokens[1].hash, c->hash, STORE_HASH_BYTES);
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        const char *who =
            json_string_value(json_object_get(seats, lf_name(game, LF_OF_SEATS, seat)));
        if (who == NULL || strcmp(who, "open") != 0)
            continue;
        auth_new_token(n->invitations[seat]);
        n->tokens[n->count] = new_token(c, STORE_INVITATION, seat);
        auth_hash(n->invitations[seat], n->tokens[n->count++].hash);
    }
}

static void answer_new_table(const store_table *row, const lf_game *game, const json_t *seats,
                             const new_tokens *n, answer *a) {
    json_t *list = json_array();
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        const char *name = lf_name(game, LF_OF_SEATS, seat), *invitation = n->invitations[seat];
        if (json_object_get(seats, name) == NULL) /* it does not play */
            continue;
        json_array_append_new(list, json_pack("{s:s, s:O, s:s?}", "seat", name, "who",
                                              json_object_get(seats, name), "invitation",
                                              *invitation != '\0' ? invitation : NULL));
    }
    answer_json(a, 201,
                json_pack("{s:s, s:s, s:o}", "table", row->id, "token", n->owner, "seats", list));
}

/* Keeps a table with this head, and answers. Takes the head over. The host may make as many as
 * there is room for; others have tables of their own to try things at, but not without end. */
static void make_table(call *c, const lf_game *game, json_t *head, store_table *row,
                       const json_t *events, answer *a) {
    store_error error = {STORE_OK, ""};
    const json_t *seats = json_object_get(head, "seats");
    new_tokens n;
    row->head = json_dumps(head, JSON_COMPACT);
    table_new_id(row->id);
    memcpy(row->maker, c->host ? c->hash : c->visitor.person, STORE_HASH_BYTES);
    make_tokens(&n, c, game, seats);
    if (row->head == NULL)
        answer_text(a, 500, NULL);
    else if (try_table(row, game, events, a)) {
        if (table_create(c->server, row, game, n.tokens, n.count, events,
                         c->host ? TABLES_MAX : OWN_TABLES_MAX, &error))
            answer_new_table(row, game, seats, &n, a);
        else
            answer_store_error(a, &error);
    }
    store_table_free(row);
    json_decref(head);
}

static bool name_fits(const call *c, answer *a) {
    const bool fits = json_string_length(json_object_get(c->body, "name")) <= NAME_BYTES;
    if (!fits)
        answer_error(a, 400, "body", "\"name\" may have at most %d bytes.", NAME_BYTES);
    return fits;
}

void handle_new_table(call *c, answer *a) {
    const char *id = json_string_value(json_object_get(c->body, "game"));
    const lf_game *game = id != NULL ? games_find(c->server, id) : NULL;
    store_table row = {.head = NULL};
    if (game == NULL) {
        answer_error(a, 400, "game", "There is no game \"%.60s\" here.", id != NULL ? id : "");
        return;
    }
    if (!name_fits(c, a))
        return;
    json_t *seats = read_seats(c, game, seats_wanted(game, json_object_get(c->body, "options")),
                               json_object_get(c->body, "seats"), a);
    if (seats == NULL)
        return;
    json_t *head = make_head(game, c->body, seats);
    if (c->server->settings->dev) /* it goes on when the rules change */
        json_object_set_new(head, "dev", json_true());
    make_table(c, game, head, &row, NULL, a);
}

static bool write_drop(store *s, void *context, store_error *error) {
    return store_drop_table(s, context, error);
}

void handle_drop(call *c, answer *a) {
    store_error error = {STORE_OK, ""};
    if (!store_write(c->server->store, write_drop, c->table->id, &error)) {
        answer_store_error(a, &error);
        return;
    }
    table_give_up(c->table);
    answer_json(a, 200, json_pack("{s:s}", "removed", c->table->id));
}

/* ---- an analysis ----------------------------------------------------------------------------- */

/* May this visitor see all there is? */
static bool sees_all(const call *c) {
    const match *m = &c->table->match;
    return lf_session_over(m->session, NULL) || (match_of_one(m) && c->visitor.owner);
}

/* The position at a number of decisions, with what the visitor cannot know redrawn. NULL with an
 * answer. */
static lf_state *position_at(call *c, answer *a) {
    const json_t *number = json_object_get(c->body, "number");
    lf_seat viewer;
    lf_state *state =
        json_is_integer(number) && json_integer_value(number) >= 0
            ? lf_session_state_at(c->table->match.session, (size_t)json_integer_value(number))
            : NULL;
    if (state == NULL) {
        answer_error(a, 400, "number", "There is no position of that number at this table.");
        return NULL;
    }
    if (!visitor_seat(c->table, &c->visitor, json_string_value(json_object_get(c->body, "seat")),
                      &viewer)) {
        answer_error(a, 403, "seat", "That seat is not yours.");
        lf_state_free(state);
        return NULL;
    }
    if (!sees_all(c))
        lf_determinize(state, viewer, auth_random());
    return state;
}

void handle_try(call *c, answer *a) {
    const lf_game *game = c->table->match.game;
    store_table row = {.head = NULL};
    lf_state *state = name_fits(c, a) ? position_at(c, a) : NULL;
    if (state == NULL)
        return;
    row.base_size = lf_save(state, NULL, 0);
    row.base = malloc(row.base_size);
    if (row.base != NULL)
        lf_save(state, row.base, row.base_size);
    lf_state_free(state);
    json_t *seats =
        row.base != NULL ? read_seats(c, game, match_seats(&c->table->match), NULL, a) : NULL;
    if (seats == NULL) {
        store_table_free(&row);
        answer_text(a, 500, NULL);
        return;
    }
    /* Nobody gets around the rule of the table that way. */
    json_t *body = json_pack(
        "{s:O?, s:O?, s:O?, s:b, s:b}", "scenario", json_object_get(c->table->head, "scenario"),
        "options", json_object_get(c->table->head, "options"), "name",
        json_object_get(c->body, "name"), "confirm", 0, "hints", (int)hints_are_allowed(c->table));
    if (json_is_true(json_object_get(c->table->head, "takeForced")))
        json_object_set_new(body, "forced", json_string("show"));
    json_t *head = make_head(game, body, seats);
    json_object_set_new(head, "analysis",
                        json_pack("{s:s, s:O}", "table", c->table->id, "number",
                                  json_object_get(c->body, "number")));
    json_decref(body);
    make_table(c, game, head, &row, NULL, a);
}

/* ---- who sits where -------------------------------------------------------------------------- */

typedef struct {
    const char *table;
    lf_seat seat;
    const store_token *token; /* NULL: none instead */
} replacing;

static bool write_replacement(store *s, void *context, store_error *error) {
    const replacing *r = context;
    return store_drop_tokens(s, r->table, r->seat, error) &&
           (r->token == NULL || store_put_token(s, r->table, r->token, error));
}

/* All tokens and invitations of a seat (LF_NOBODY: of onlookers) die; a new invitation takes their
 * place if one is wanted. */
static bool replace_tokens(call *c, lf_seat seat, char invitation[TOKEN_BYTES], answer *a) {
    store_error error = {STORE_OK, ""};
    store_token token = new_token(c, STORE_INVITATION, seat);
    if (invitation != NULL) {
        auth_new_token(invitation);
        auth_hash(invitation, token.hash);
    }
    replacing r = {c->table->id, seat, invitation != NULL ? &token : NULL};
    if (store_write(c->server->store, write_replacement, &r, &error) &&
        table_read_tokens(c->table, &error))
        return true;
    answer_store_error(a, &error);
    return false;
}

void handle_seat(call *c, answer *a) {
    const lf_game *game = c->table->match.game;
    const lf_seat seat = lf_find(game, LF_OF_SEATS, c->part[1]);
    const char *who = json_string_value(json_object_get(c->body, "who"));
    store_error error = {STORE_OK, ""};
    if (!may_sit(c, game, match_seats(&c->table->match), c->part[1], who, a))
        return;
    char invitation[TOKEN_BYTES] = "";
    const bool open = strcmp(who, "open") == 0;
    if (!replace_tokens(c, seat, open ? invitation : NULL, a))
        return;
    if (!table_commit(c->table, "seat",
                      json_pack("{s:s, s:s}", "seat", lf_name(game, LF_OF_SEATS, seat), "who", who),
                      &error)) {
        answer_store_error(a, &error);
        return;
    }
    listeners_review(c->table);
    answer_json(a, 200,
                json_pack("{s:s, s:s, s:s?}", "seat", lf_name(game, LF_OF_SEATS, seat), "who", who,
                          "invitation", open ? invitation : NULL));
}

void handle_invite(call *c, answer *a) {
    const lf_game *game = c->table->match.game;
    const char *name = json_string_value(json_object_get(c->body, "seat"));
    const lf_seat seat = name != NULL ? lf_find(game, LF_OF_SEATS, name) : LF_NOBODY;
    char invitation[TOKEN_BYTES];
    if (name != NULL && (seat < 0 || strcmp(c->table->match.who[seat], "open") != 0)) {
        answer_error(a, 400, "seat", "\"%.60s\" is no seat that is open to people.", name);
        return;
    }
    if (!replace_tokens(c, seat, invitation, a))
        return;
    listeners_review(c->table);
    answer_json(a, 200, json_pack("{s:s?, s:s}", "seat", name, "invitation", invitation));
}

typedef struct {
    char table[STORE_ID_BYTES];
    uint8_t invitation[STORE_HASH_BYTES];
    store_token token;
} joining;

static bool write_joined(store *s, void *context, store_error *error) {
    const joining *j = context;
    return store_accept(s, j->table, j->invitation, &j->token, error);
}

/* The token of whoever joins. The first one has the seat, and nobody gets in by the invitation any
 * more: not even whoever made it. The same invitation with the same secret gives the same token
 * each time, so that a lost answer can be asked for again. Onlookers share one token. */
static void joined_token(const char *invitation, const char *secret, lf_seat seat,
                         char token[TOKEN_BYTES]) {
    if (seat == LF_NOBODY)
        auth_joined(invitation, "", token);
    else if (secret != NULL)
        auth_joined(invitation, secret, token);
    else
        auth_new_token(token);
}

static bool is_token(const char *text) {
    return text != NULL && strlen(text) == TOKEN_BYTES - 1;
}

void handle_join(call *c, answer *a) {
    const char *invitation = json_string_value(json_object_get(c->body, "invitation")),
               *secret = json_string_value(json_object_get(c->body, "secret"));
    char token[TOKEN_BYTES];
    joining j;
    store_error error = {STORE_OK, ""};
    if (!is_token(invitation) || (secret != NULL && !is_token(secret))) {
        answer_error(a, 400, "body", "Joining needs an \"invitation\"%s: %d characters.",
                     is_token(invitation) ? ", and \"secret\" must be as long" : "",
                     TOKEN_BYTES - 1);
        return;
    }
    auth_hash(invitation, j.invitation);
    if (!store_find_invitation(c->server->store, j.invitation, j.table, &j.token, &error) ||
        (c->table = table_enter(c->server, j.table, &error)) == NULL) {
        answer_store_error(a, &error);
        return;
    }
    const lf_seat seat = j.token.seat;
    j.token.role = seat == LF_NOBODY ? STORE_ONLOOKER : STORE_SEAT;
    joined_token(invitation, secret, seat, token);
    auth_hash(token, j.token.hash);
    if (!store_write(c->server->store, write_joined, &j, &error) ||
        !table_read_tokens(c->table, &error)) {
        if (error.status == STORE_CONFLICT)
            answer_error(a, 409, "taken", "%s", error.message);
        else
            answer_store_error(a, &error);
        return;
    }
    listeners_announce(c->table);
    const lf_game *game = c->table->match.game;
    answer_json(a, 200,
                json_pack("{s:s, s:s, s:s?}", "token", token, "table", j.table, "seat",
                          seat != LF_NOBODY ? lf_name(game, LF_OF_SEATS, seat) : NULL));
}

/* ---- recorded games -------------------------------------------------------------------------- */

void handle_record(call *c, answer *a) {
    if (!sees_all(c))
        answer_error(a, 403, "hidden",
                     "The record tells what is hidden: it is given out when the game is over.");
    else
        answer_text(a, 200, lf_session_record_json(c->table->match.session));
}

/* How its players ended it, if they did. A record does not say how long anybody thought: whoever
 * had no time left has used it all at the end. */
static void add_end(json_t *events, const lf_game *game, int seats, const json_t *end) {
    const json_t *resigned = json_object_get(end, "resigned"),
                 *late = json_object_get(end, "timedOut");
    if (json_is_string(late) &&
        json_object_get(end, "clock") != NULL) /* older records do not say how it was timed */
        json_array_append_new(events, json_pack("{s:s, s:{s:s, s:I}}", "kind", "timeout", "payload",
                                                "seat", json_string_value(late), "elapsed",
                                                (json_int_t)LF_CLOCK_MS_MAX));
    if (json_is_string(resigned))
        json_array_append_new(events, json_pack("{s:s, s:{s:s}}", "kind", "resign", "payload",
                                                "seat", json_string_value(resigned)));
    if (json_object_get(end, "agreed") != NULL)
        for (lf_seat seat = 0; seat < seats; seat++)
            json_array_append_new(
                events, json_pack("{s:s, s:{s:s, s:s}}", "kind", "draw", "payload", "seat",
                                  lf_name(game, LF_OF_SEATS, seat), "answer", "offer"));
}

/* The decisions of a record as events. Who decided is found by playing it. NULL with an answer. */
static json_t *record_events(const lf_game *game, const json_t *head, const json_t *record,
                             answer *a) {
    lf_error error = {.status = LF_OK, .message = ""};
    lf_session *session = lf_session_new(game, lf_game_id(game));
    char *setup = json_dumps(head, JSON_COMPACT);
    json_t *events = json_array();
    size_t i;
    const json_t *made;
    bool good =
        session != NULL && setup != NULL && lf_session_start_json(session, setup, &error) == LF_OK;
    if (good)
        lf_session_set_confirm(session, false);
    json_array_foreach(json_object_get(record, "decisions"), i, made) {
        const char *name = json_string_value(json_object_get(made, "name"));
        const lf_state *state = good ? lf_session_state(session) : NULL;
        const int option = good && name != NULL ? lf_find_option(state, name) : LF_NO_OPTION;
        const lf_seat seat = good ? lf_decider(state) : LF_NOBODY;
        good = option != LF_NO_OPTION && lf_session_apply(session, option, false, &error) == LF_OK;
        if (!good)
            break;
        json_array_append_new(events,
                              json_pack("{s:s, s:{s:s, s:s}}", "kind", "decision", "payload",
                                        "seat", lf_name(game, LF_OF_SEATS, seat), "option", name));
    }
    lf_session_free(session);
    free(setup);
    add_end(events, game, seats_wanted(game, json_object_get(head, "options")),
            json_object_get(record, "end"));
    if (good)
        return events;
    json_decref(events);
    answer_error(
        a, 400, "record",
        "The recorded game cannot be played again under the rules that are served here. %s",
        error.message);
    return NULL;
}

void handle_import(call *c, answer *a) {
    const char *format = json_string_value(json_object_get(c->body, "format"));
    const char *id = json_string_value(json_object_get(c->body, "game"));
    const lf_game *game = id != NULL ? games_find(c->server, id) : NULL;
    store_table row = {.head = NULL};
    if (format == NULL || strcmp(format, "ludoforge-record") != 0 || game == NULL ||
        json_object_get(c->body, "decisions") == NULL ||
        json_is_true(json_object_get(c->body, "edited"))) {
        answer_error(a, 400, "record",
                     "The body must be a recorded game of a game that is served here.");
        return;
    }
    json_t *head = make_head(
        game, c->body,
        read_seats(c, game, seats_wanted(game, json_object_get(c->body, "options")), NULL, a));
    json_object_set_new(head, "confirm", json_false());
    json_object_set_new(head, "imported", json_true());
    json_t *clock = json_object_get(json_object_get(c->body, "end"), "clock");
    if (clock != NULL)
        json_object_set(head, "clock", clock);
    json_t *events = record_events(game, head, c->body, a);
    if (events != NULL)
        make_table(c, game, head, &row, events, a);
    else
        json_decref(head);
    json_decref(events);
}
