/* match.h: the game of a table, made from its head and its events. The server makes it event by
 * event, loading and checking make it again: by the same function, so that what is loaded is what
 * was played.
 *
 * The head of a table is JSON: `game`, `scenario`, `seed`, `options` and the other members of a
 * set-up; `seats` {seat: who}; `confirm`; and what the server notes besides. Who: "me" (the owner),
 * "open" (whoever has the invitation), "bot:WORDS", an agent as lf_agent_new makes it.
 *
 * The kinds of events, and the members of their payloads:
 *
 *     decision   seat, option (its id); reason: why a bot took it, where it has one
 *     confirm    seat
 *     undo, undoTurn, redo   seat: who takes back
 *     rewind     seat, to: the index of a choice of this turn
 *     rollback   turn
 *     seat       seat, who
 *     resign     seat; who: where more than two play, who plays on
 *     timeout    seat; who: where more than two play, who plays on
 *     chat       from, text
 *
 * Events that change the game have a member `hash` besides: of the table after them
 * (lf_table_hash), to be compared when they are made again; and, where the head has a `clock`
 * {mainMs, incrementMs}, `elapsed`: the ms that were thought before them. */
#ifndef STORE_MATCH_H
#define STORE_MATCH_H

#include <jansson.h>

#include "ludoforge_session.h"
#include "store.h"

#define MATCH_WHO_BYTES 104 /* "bot:" and the name of an agent */
#define MATCH_OWNER 1 /* as a person of the session; seat i, where another sits, is person i + 2 */

typedef struct {
    const lf_game *game;
    lf_session *session;
    char who[LF_SEATS_MAX][MATCH_WHO_BYTES];
    json_t *chat;       /* [{from, text, time}] */
    int64_t events;     /* so far */
    int64_t plays;      /* those of them that changed the game */
    int64_t returns;    /* those by which decisions were taken back */
    uint32_t resigned;  /* a bit a seat that was given up */
    uint32_t timed_out; /* and one that had no time left */
    int64_t thought;    /* ms of all that were charged: the clock of the session */
    int64_t unwritten;  /* of them by events that were refused: the next one has them */
    lf_seat flag;       /* whose time has run out by the event that is being made */
} match;

/* The game as it begins. On failure there is nothing to close. */
bool match_open(match *, const lf_game *, const store_table *, store_error *);
void match_close(match *);

/* Makes one event. `payload` gets its `hash` if it has none, else they are compared. On failure the
 * game is as before, except after STORE_BROKEN: then the match can only be closed. Refusals of the
 * game are STORE_CONFLICT. */
bool match_apply(match *, const char *kind, json_t *payload, int64_t time, store_error *);

/* Does this kind of event change the game? */
bool match_plays(const char *kind);

/* Opens a table with all its events. */
bool match_load(match *, store *, const lf_game *, const store_table *, store_error *);

/* Was this what a seat decided at that number, held or done? */
bool match_was_decided(const match *, int64_t number, lf_seat, const char *option);

/* Why the bot that made a decision made it; NULL: no bot did, or it has no reason. */
const char *match_reason(const match *, int64_t number, lf_seat *seat);

/* How many seats play: the first ones. */
int match_seats(const match *);
/* the name of the agent, NULL if no bot sits there */
const char *match_bot(const match *, lf_seat);
/* May this stand as who plays a seat of this game? `why`, which may be NULL, says why not. */
bool match_who_is_known(const lf_game *, const char *who, lf_error *why);
/* Does one person play all seats that are not bots'? */
bool match_of_one(const match *);

/* What a list of tables shows of it, for free(): public things only. */
char *match_standing(const match *);

#endif
