/* session.h: how a session (ludoforge_session.h) is made, for the files that make it:
 *
 *     session.c       starting, deciding, confirming
 *     history.c       the way back: decisions, states that were kept on the way, undo and redo
 *     choices.c       single decisions, those of this turn, and going back to one of them
 *     session_log.c   what happened, as entries in turns
 *     steps.c         what happened, as steps
 *     turn_text.c          a turn as people read it
 *     marks.c         scores and the like at the beginning of each turn
 *     session_save.c  sessions as JSON and in files
 *     ending.c        a seat that gives up, a draw that all agree to, time that has run out
 *     clock.c         time for thinking: whose it is, what is left of it
 *     view.c          what a viewer may know of it all, for clients
 *     view_decision.c the pending decision, and what was chosen in this turn
 *     log_json.c      the log as a viewer may read it, for clients
 *     turns_json.c    lines and steps of a turn, or of what an option would do, for clients
 *
 * The record is the only history: undo, redo, the log, clocks and clients read it. The invariants:
 * the log has no entry of a decision that is not in the record; and from the last kept state at or
 * before any decision the state there is reached by applying the recorded options. */
#ifndef SESSION_H
#define SESSION_H

#include <jansson.h>

#include "ludoforge_session.h"
#include "record.h"
#include "support/setup_json.h"

/* One thing that happened, as the host knows it; lf_log_entry is what a viewer gets of it. */
typedef struct {
    lf_event_kind kind;
    lf_log_level level;
    lf_option_kind choice; /* of a decision */
    lf_seat seat;
    int subject, from, to, action, turn, step;
    size_t decision;
    int64_t before, after;
    bool forced;       /* there was no other option */
    bool applied;      /* the decision itself, and not one that the kernel took behind it */
    int seen_as;       /* as of an lf_event */
    uint32_t known_to; /* the same */
    const char *cause; /* belongs to the game, or to `sections` of the session */
    bool in_section;   /* the cause is a section of the rules */
    /* what is done, as a key of `steps` in the words of the game, to which it belongs, or NULL */
    const char *verb;
    char *text;
    char *public_text; /* NULL: `text` is for everybody */
} session_line;

typedef struct {
    lf_seat seat;
    int phase, game_turn;
    size_t decision, first;
} session_turn;

/* What the displays of `results` said before a decision that began a turn. */
typedef struct {
    size_t decision;
    int64_t *values; /* of each display for each owner */
} turn_mark;

/* Time for thinking (clock.c). `seen` is when it was charged last. */
typedef struct {
    lf_clock rule;
    bool on;      /* the game is timed */
    bool running; /* there was a tick since the last pause */
    int64_t seen;
    int64_t left[LF_SEATS_MAX];
    int advance[LF_SEATS_MAX]; /* turns that were taken back: their increments have been had */
} session_clock;

/* A state on the way, after so many decisions. */
typedef struct {
    lf_state *state;
    size_t decision;
} kept_state;
#define SESSION_KEPT_MAX 64   /* then every other one is given up */
#define SESSION_KEPT_EVERY 16 /* decisions from one to the next, at first */

/* A decision that is made but not shown before it is confirmed (LF_PENDING_DECISION). The rules ran
 * once: this is what they did. The state after it is `trial` of the session. */
typedef struct {
    record_decision decision;
    session_line *lines; /* of the log */
    size_t line_count;
    session_turn *turns; /* that it began */
    size_t turn_count;
} session_held;

struct lf_session {
    const lf_game *game;
    char *spec;
    lf_state *state; /* NULL before the first start */
    /* the state before the last decision; while a decision is held, the one after it */
    lf_state *trial;
    owned_setup setup;
    record record;
    int person[LF_SEATS_MAX];
    char *player[LF_SEATS_MAX]; /* what the client calls who plays; NULL: it has not said */

    const json_t *words; /* `log` of visual.yaml, of the game; NULL: it has none */
    session_line *log;
    size_t log_count, log_capacity;
    /* by routine: what its section of the rules is called, once somebody wanted to know */
    char **sections;
    session_turn *turns;
    size_t turn_count, turn_capacity;
    turn_mark *marks; /* by decision */
    size_t mark_count, mark_capacity;
    size_t phase_line; /* plus one: of the phase in which nothing has happened yet; 0: none */

    /* decisions that cannot be taken back: the position was changed by hand after them */
    size_t floor;
    kept_state kept[SESSION_KEPT_MAX];
    size_t kept_count, kept_every;

    bool confirm;
    bool take_forced; /* lf_session_take_forced */
    lf_pending pending;
    session_held held;    /* while `pending` is LF_PENDING_DECISION */
    uint64_t revision;    /* grows with everything that moves the game on or back */
    lf_seat resigned;     /* who has given up; LF_NOBODY: nobody */
    lf_seat timed_out;    /* whose time has run out and ended the game; LF_NOBODY: nobody's */
    uint32_t draw_offers; /* a bit a seat that offers a draw; all of them: the game is drawn */
    session_clock clock;

    char *autosave;
    lf_error autosave_error;
};

/* ---- session.c ---- */
/* Applies without asking whether the turn waits; the record and the log follow. */
lf_status lf_session_decide(lf_session *, int option, bool automatic, lf_error *);
/* Forgets a decision that is held; false if none is. */
bool lf_session_drop_held(lf_session *);
void lf_session_save_now(lf_session *);

/* ---- ending.c ---- */
/* Has a seat given up, have all agreed to a draw, or has time run out? */
bool lf_session_ended_by_players(const lf_session *);
/* LF_OK unless they have ended it. */
lf_status lf_session_refuse_after_end(const lf_session *, lf_error *);
/* Who decides something without having offered a draw does not want one. */
void lf_session_answer_by_deciding(lf_session *, lf_seat decider);

/* The time of a seat has run out, where that ends the game. */
void lf_session_end_by_time(lf_session *, lf_seat);

/* ---- clock.c ---- */
void lf_session_clock_reset(lf_session *); /* a new game: the whole time for everybody */
/* The last turn is over and confirmed: its increment is added, once. */
void lf_session_clock_turn_over(lf_session *);
/* The decisions from `target` on are taken back. */
void lf_session_clock_go_back(lf_session *, size_t target);
json_t *lf_session_clock_rule_to_json(const lf_clock *);
json_t *lf_session_clock_to_json(const lf_session *); /* JSON null without one */
bool lf_session_clock_from_json(lf_session *, const json_t *, lf_error *);

/* ---- marks.c ---- */
/* How many owners a display of `results` has; 0: it is not told, since it looks at cards. */
int lf_session_mark_owners(const lf_game *, int display);
#define LF_MARK_NOT_SHOWN INT64_MIN /* the value of a display that is not shown */
/* A turn begins with the decision that has just been made: `trial` is the state before it. */
void lf_session_mark_turn(lf_session *, size_t decision);
/* What the displays said when the turn began, and when it ended or now; returns how many values
 * there are, 0 if they are not known. Freed with lf_free. */
size_t lf_session_marks(const lf_session *, int turn, int64_t **before, int64_t **after);
void lf_session_free_marks(lf_session *);

/* ---- view.c ---- */
/* Who must confirm, LF_NOBODY if nothing waits. */
lf_seat lf_session_waiting(const lf_session *);

/* ---- history.c ---- */
/* Notes a state for going back to, if one is due. */
void lf_session_history_keep(lf_session *);
/* Nothing before this point can be returned to. */
void lf_session_history_begin(lf_session *);
void lf_session_history_free(lf_session *);
/* Does one person play all seats that persons play? */
bool lf_session_of_one_person(const lf_session *);
/* Back to before a decision; nobody asks whether that is allowed. */
lf_status lf_session_go_back(lf_session *, size_t target, lf_error *);
/* A new state as it was before a decision; NULL, with the reason: out of memory, or a rule failed
 * on the way. */
lf_state *lf_session_history_state(const lf_session *, size_t decision, lf_error *);
/* Makes a decision of the record once more on another state; false, with what the rules say. */
bool lf_session_repeat(const lf_session *, lf_state *, size_t decision, lf_error *);

/* ---- session_log.c ---- */
void lf_session_watch(lf_session *); /* the events of its state are noted from now on */
/* Forgets what followed from decisions after the first `decisions`. */
void lf_session_cut_decisions(lf_session *, size_t decisions);
/* Forgets the lines from this one on. */
void lf_session_cut_log(lf_session *, size_t count);
/* Moves the lines from this one on, and the turns that they began, out of the log, and back into
 * it. False: out of memory, and nothing has changed. */
bool lf_session_hold_log(lf_session *, size_t count, session_held *);
void lf_session_show_held_log(lf_session *, session_held *);
void lf_session_free_lines(session_line *, size_t count);
/* may the viewer know its subject? */
bool lf_session_line_known(const session_line *, lf_seat viewer);
const char *lf_session_line_text(const session_line *, lf_seat viewer);
json_t *lf_session_line_to_json(const lf_session *, size_t index, lf_seat viewer);
/* Reads what lf_session_line_to_json wrote for the host; false: out of memory. */
bool lf_session_read_log(lf_session *, const json_t *log);

/* Does this seat know what others do not? Then nobody may learn that it had no other option. */
bool lf_session_has_secrets(const lf_game *, lf_seat);

/* ---- session_save.c ---- */
json_t *lf_session_write_json(const lf_session *); /* NULL: out of memory */
bool lf_session_read_json(lf_session *, const json_t *, lf_error *);

#endif
