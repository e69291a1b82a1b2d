/* session.h: one game in progress as a client holds it: the state, the log, the record, and the states
 * that a decision can be taken back to. The terminal game and the JSON engine are both built on it.
 *
 * The invariant of undo: every state on the stack may be returned to. As soon as another seat has to
 * decide, a die was rolled or a card revealed, the stack is emptied. */
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
    char *text;
} session_line;

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

json_t *session_line_to_json(const session *, size_t index);

#endif
