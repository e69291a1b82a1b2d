/* seats.c: who may what at a table. A visitor is a token; the owner plays the seats that say "me",
 * the token of a seat plays that seat while it is open to people, all others who may come look
 * on. */
#include <string.h>

#include "server.h"

visitor table_visitor(const table *t, const uint8_t hash[STORE_HASH_BYTES]) {
    static const uint8_t nobody[STORE_HASH_BYTES];
    visitor v = {.may_view = false};
    memcpy(v.hash, hash, STORE_HASH_BYTES);
    memcpy(v.person, hash, STORE_HASH_BYTES);
    for (int i = 0; i < t->token_count; i++) { /* all of them, so that the time tells nothing */
        const store_token *token = &t->tokens[i];
        if (!auth_same(token->hash, hash) || token->role == STORE_INVITATION)
            continue;
        v.may_view = true;
        if (!auth_same(token->person, nobody))
            memcpy(v.person, token->person, STORE_HASH_BYTES);
        v.owner = v.owner || token->role == STORE_OWNER;
        if (token->role == STORE_SEAT && strcmp(t->match.who[token->seat], "open") == 0)
            v.seats |= UINT32_C(1) << token->seat;
    }
    for (lf_seat seat = 0; v.owner && seat < match_seats(&t->match); seat++)
        if (strcmp(t->match.who[seat], "me") == 0)
            v.seats |= UINT32_C(1) << seat;
    return v;
}

static bool has(const visitor *v, lf_seat seat) {
    return seat >= 0 && (v->seats >> seat & 1) != 0;
}

bool visitor_seat(const table *t, const visitor *v, const char *named, lf_seat *seat) {
    const lf_session *session = t->match.session;
    const lf_seat decider = lf_decider(lf_session_state(session)),
                  last = lf_session_last_decider(session);
    if (named != NULL) {
        *seat = lf_find(t->match.game, LF_OF_SEATS, named);
        return has(v, *seat);
    }
    *seat = LF_NOBODY;
    if (lf_session_pending(session) == LF_PENDING_TURN && has(v, last))
        *seat = last;
    else if (has(v, decider))
        *seat = decider;
    for (lf_seat i = 0; *seat == LF_NOBODY && i < LF_SEATS_MAX; i++)
        *seat = has(v, i) ? i : LF_NOBODY;
    return true;
}

bool seat_is_taken(const table *t, lf_seat seat) {
    for (int i = 0; i < t->token_count; i++)
        if (t->tokens[i].role == STORE_SEAT && t->tokens[i].seat == seat)
            return true;
    return false;
}
