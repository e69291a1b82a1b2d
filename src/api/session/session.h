/* session.h: one game in progress as a client holds it: the state, the log, the record, and the states
 * that a decision can be taken back to. The terminal game and the JSON engine are both built on it.
 *
 * The invariant of undo: every state on the stack may be returned to. As soon as another seat has to
 * decide, or anybody has learned something (a roll, a card that came into view or was looked at), the stack is
 * emptied.
 *
 * A session is the host's: its state, its record and its saves tell everything. What a player may be told of the
 * log is what session_line_text and session_line_to_json give for that seat. */
#ifndef SIM_SESSION_H
#define SIM_SESSION_H

#include <jansson.h>

#include "ludoforge.h"
#include "record.h"
#include "setup_json.h"

typedef struct {
    lf_event_kind kind;
    lf_seat seat;
    int subject, from, to;
    bool forced;
    uint32_t known_to; /* as of an lf_event */
    char *text;
    char *public_text; /* NULL: `text` is for everybody */
} session_line;

/* As the viewer of a line: the host, who may know everything. LF_NOBODY is an onlooker. */
#define SESSION_HOST (-2)

typedef struct {
    lf_state *state; /* before the decision */
    size_t log_count, decision_count;
    bool automatic; /* the client took the only option by itself */
} session_step;

typedef struct {
    const lf_game *game;
    const char *spec; /* how the user named the game; borrowed */
    lf_state *state;  /* NULL before the first session_start */
    owned_setup setup;
    record record;
    session_line *log;
    size_t log_count, log_capacity;
    session_step *steps;
    size_t step_count, step_capacity;
} session;

void session_open(session *, const lf_game *, const char *spec);
void session_close(session *);

/* Starts a new game; on failure the old one goes on. */
bool session_start(session *, const lf_setup *, lf_error *);
/* Applies an option of the pending decision. When a rule fails, the state is as it was before. */
bool session_apply(session *, int option, bool automatic, lf_error *);
/* Takes back the last decision and the automatic ones after it. False, with the reason, if it may not. */
bool session_undo(session *, lf_error *);

/* Forgets the lines from this one on: what was told of something that then failed did not happen. */
void session_cut_log(session *, size_t count);

/* Changes made by hand (tests): nothing can be taken back across one, and the record is marked. */
void session_mark_edited(session *);

/* The whole session: {"format":"ludoforge-save", …, "state":{…}, "log":[…]}. NULL: out of memory. */
json_t *session_to_json(const session *);
bool session_from_json(session *, const json_t *, lf_error *);

/* Has the session note the events of its state. To be called again when the session itself was moved. */
void session_watch(session *);

/* A line of the log as the viewer (a seat, an onlooker, the host) may read it. */
bool session_line_known(const session_line *, lf_seat viewer); /* may the viewer know its subject? */
const char *session_line_text(const session_line *, lf_seat viewer);
json_t *session_line_to_json(const session *, size_t index, lf_seat viewer);

#endif
