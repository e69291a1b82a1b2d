/* ludoforge_session.h: sessions: a game with people. Who plays which seat, the log that they
 * read, undo, confirmation, clocks, saves.
 *
 *     lf_session *s = lf_session_new(game, "checkers");
 *     lf_session_start(s, NULL, &error);
 *     while (!lf_terminal(lf_session_state(s), NULL)) {
 *         lf_session_apply(s, pick(lf_session_state(s)), false, &error);
 *         if (lf_session_pending(s) != LF_PENDING_NOTHING)
 *             ask_the_player() ? lf_session_confirm(s, &error) : lf_session_undo(s, 1, &error);
 *     }
 *
 * The rules know nothing about it. A session belongs to one thread at a time, and to the host of
 * the game: its state, its record and its saves contain everything. Players may read what the
 * functions with a `viewer` return. */
#ifndef LUDOFORGE_SESSION_H
#define LUDOFORGE_SESSION_H

#include <ludoforge.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_session lf_session;

/* `spec` is how the user named the game; it is written into records. NULL: out of memory. */
LF_API lf_session *lf_session_new(const lf_game *, const char *spec);
LF_API void lf_session_free(lf_session *);
/* Starts a new game; on failure the old one stays. `setup` may be NULL. */
LF_API lf_status lf_session_start(lf_session *, const lf_setup *setup, lf_error *);
/* The present state; NULL before the first start. It belongs to the session: make decisions with
 * lf_session_apply. */
LF_API const lf_state *lf_session_state(const lf_session *);
LF_API const lf_game *lf_session_game(const lf_session *);
LF_API const char *lf_session_spec(const lf_session *);

/* ---- who plays ------------------------------------------------------------------------------- */

/* A person is a number that the client gives out; one person may play several seats. */
#define LF_PROGRAM 0 /* a program plays the seat: others may undo its decisions */
/* At first person 1 plays every seat. */
LF_API void lf_session_set_person(lf_session *, lf_seat, int person);
LF_API int lf_session_person(const lf_session *, lf_seat);
/* The client's name for the player of a seat, such as "human" or the name of an agent. Saves
 * contain it, so that a game continues with the same players. "" if it was never set. */
LF_API lf_status lf_session_set_player(lf_session *, lf_seat, const char *who, lf_error *);
LF_API const char *lf_session_player(const lf_session *, lf_seat);

/* ---- deciding -------------------------------------------------------------------------------- */

/* Applies an option of the pending decision. `automatic`: the client took it without asking, and
 * undo skips it. If a rule fails, the session stays as it was. Refused while a turn waits to be
 * confirmed. */
LF_API lf_status lf_session_apply(lf_session *, int option, bool automatic, lf_error *);

/* A person's turn has ended (another seat decides, or the turn counter changed) and waits for
 * lf_session_confirm or an undo. If continuing would reveal a roll or a card, which cannot be
 * undone, the last decision itself is held: the state is the one before it, and the decision is
 * applied when it is confirmed. */
typedef enum {
    LF_PENDING_NOTHING,
    LF_PENDING_TURN,    /* the turn is over and can be reviewed */
    LF_PENDING_DECISION /* lf_session_held is not applied yet */
} lf_pending;
LF_API lf_pending lf_session_pending(const lf_session *);
LF_API int lf_session_held(const lf_session *); /* the option, or LF_NO_OPTION */
LF_API lf_status lf_session_confirm(lf_session *, lf_error *);
LF_API void lf_session_set_confirm(lf_session *, bool on); /* on at first */
/* Takes decisions with a single option by itself where that neither ends the turn nor shows
 * anything new, of seats that know nothing that others do not. They count as automatic: undo goes
 * past them. For games that ask for every decision (LF_FORCED_ASK), so that players see such
 * decisions (lf_chosen) and can go back to them; off at first. */
LF_API void lf_session_take_forced(lf_session *, bool on); /* before the game is started */
/* A number that changes whenever the game does: with a decision, even a held one, a
 * confirmation, undo, redo, a change by hand, a new or loaded game, an end by the players. A
 * client that waits for a change compares this number, not the hash of the state, which a held
 * decision does not change. */
LF_API uint64_t lf_session_revision(const lf_session *);

/* ---- undo ------------------------------------------------------------------------------------ */

/* Takes back the last decision of a person, with the automatic ones and those of programs after
 * it. It cannot go past another person's decision, dice, or cards that were seen. */
LF_API lf_status lf_session_undo(lf_session *, int person, lf_error *);
/* The same for all decisions of the turn, as far back as that goes. */
LF_API lf_status lf_session_undo_turn(lf_session *, int person, lf_error *);
LF_API bool lf_session_can_undo(const lf_session *, int person);
/* One decision of the game, as the seat that made it read it. */
typedef struct {
    size_t index;      /* decisions made before it */
    uint64_t decision; /* the id of what it answered: lf_session_revision when it was asked */
    lf_seat seat;
    lf_option chosen;
    const char *option; /* the id of what was chosen */
    const char *prompt, *label;
    const char *reason; /* lf_session_set_reason; NULL: there is none */
    bool forced;        /* there was no other option */
} lf_chosen;
/* The decision with this index, also one that is held; false if there is none. The texts live as
 * long as the decision. */
LF_API bool lf_session_decided(const lf_session *, size_t index, lf_chosen *out);
/* What the deciding seat has chosen in this turn so far, or, of a turn that waits to be confirmed,
 * all that was chosen in it. Returns how many there are; fills at most `cap`. */
LF_API size_t lf_session_chosen(const lf_session *, lf_chosen *out, size_t cap);
LF_API size_t lf_session_turn_start(const lf_session *); /* the index of the first of them */
/* Takes back the choices of this turn from this one on: the game stands just before it. Refused,
 * with the reason, for choices of another turn or person, and where dice were rolled or cards were
 * seen since. Unlike undo it also stops before decisions that the client took by itself. */
LF_API lf_status lf_session_rewind(lf_session *, int person, size_t index, lf_error *);
/* Why a program made a decision; kept with it, also while it is taken back. */
LF_API lf_status lf_session_set_reason(lf_session *, size_t index, const char *reason, lf_error *);
/* Goes back to the beginning of a turn of the log, also past dice and cards. Only if one person
 * plays all seats that are played by persons. */
LF_API lf_status lf_session_rollback(lf_session *, int turn, lf_error *);
/* Makes the decisions again that the last undo or rollback took back. Not possible after a new
 * decision. */
LF_API lf_status lf_session_redo(lf_session *, lf_error *);
LF_API bool lf_session_can_redo(const lf_session *);

LF_API size_t lf_session_decisions(const lf_session *);     /* made so far */
LF_API lf_seat lf_session_last_decider(const lf_session *); /* LF_NOBODY before the first */
/* Changes the state by hand, for tests. If `change` fails, the session stays as it was. Undo
 * cannot go past such a change, and records are marked as edited. */
LF_API lf_status lf_session_edit(lf_session *,
                                 lf_status (*change)(lf_state *, void *context, lf_error *),
                                 void *context, lf_error *);
LF_API bool lf_session_edited(const lf_session *);

/* ---- resigning, agreeing to a draw ----------------------------------------------------------- */

/* In a game of at most two seats a seat may resign: the game is over, and the other seat has won
 * by LF_RESIGNATION. Nothing can be decided or undone afterwards; views, saves and records
 * contain it. In a game with more seats the client lets somebody else play the seat. */
#define LF_RESIGN_SEATS 2
#define LF_RESIGNATION "resignation" /* the checkpoint of such an outcome */
LF_API lf_status lf_session_resign(lf_session *, lf_seat, lf_error *);
LF_API lf_seat lf_session_resigned(const lf_session *); /* LF_NOBODY: nobody has */
/* A seat offers a draw, or agrees to one. Once all seats have, the game is over, drawn by
 * LF_AGREEMENT, as final as a resignation. Offers stand until a seat declines, a seat that has
 * not offered makes a decision, or something is undone; saves do not keep them. */
#define LF_AGREEMENT "agreement"
LF_API lf_status lf_session_offer_draw(lf_session *, lf_seat, lf_error *);
LF_API lf_status lf_session_decline_draw(lf_session *, lf_seat, lf_error *);
LF_API uint32_t lf_session_draw_offers(const lf_session *); /* a bit a seat */
/* Whether the game is over: by its rules, because its players have ended it, or because time has
 * run out. Like lf_terminal; outcome may be NULL. */
LF_API bool lf_session_over(const lf_session *, lf_outcome *);

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Thinking time for each seat. The session never reads a clock: the client passes the present
 * time, in milliseconds of any clock that only goes forward, before everything that it does and
 * whenever it wants to know the times. So saves, replays and tests are exact:
 *
 *     lf_session_tick(s, now);                       charges the time until now
 *     lf_session_apply(s, option, false, &error);    refused if time has run out
 *
 * Time runs for the decider, and for a seat whose turn waits to be confirmed. Each of its turns
 * that is over (and confirmed) adds the increment. Programs have no clock: for a seat of
 * LF_PROGRAM no time runs and none is added. Undo gives no time back, and a repeated turn gets
 * no second increment. */
typedef struct {
    int64_t main_ms;      /* for each seat, from the beginning: 1 to LF_CLOCK_MS_MAX */
    int64_t increment_ms; /* for each turn: 0 to LF_CLOCK_MS_MAX */
} lf_clock;
#define LF_CLOCK_MS_MAX INT64_C(31536000000) /* a year */
/* Sets the clock of a game, from its first decision on; NULL: no clock. Refused after the first
 * decision. A new game has the same clock with the full time; a save brings its own. */
LF_API lf_status lf_session_set_clock(lf_session *, const lf_clock *, lf_error *);
/* false: there is none; `out` may be NULL */
LF_API bool lf_session_clock(const lf_session *, lf_clock *out);
/* The present time is `now_ms`: charges the time since the last tick to the seat for which time
 * runs. The first tick, and the first after a pause, a new game or a load, charges nothing and
 * starts the clock. Returns the seat whose time has run out with this tick, or LF_NOBODY. A game
 * of at most LF_RESIGN_SEATS seats is then over, as final as after a resignation, and the other
 * seat has won by LF_TIMEOUT. In a game with more seats the client lets somebody else play the
 * seat; until it does (lf_session_set_person), every tick returns the seat again. */
#define LF_TIMEOUT "time"
LF_API lf_seat lf_session_tick(lf_session *, int64_t now_ms);
/* Nobody's time runs until the next tick. */
LF_API void lf_session_pause_clock(lf_session *);
/* The seat for which time runs now; LF_NOBODY: there is no clock, it is paused, a program
 * decides, or the game is over. */
LF_API lf_seat lf_session_clock_seat(const lf_session *);
LF_API int64_t lf_session_time_left(const lf_session *,
                                    /* ms, at the last tick; -1 without a clock */
                                    lf_seat);
/* the seat whose clock ended the game, or LF_NOBODY */
LF_API lf_seat lf_session_timed_out(const lf_session *);

/* ---- the log --------------------------------------------------------------------------------- */

/* A viewer: the host, who may know everything. LF_NOBODY is an onlooker. */
#define LF_HOST (-2)

/* An entry of the log. For a viewer who may not know its subject, `subject` is -1 and `text` is
 * the public line. */
typedef struct {
    size_t number;
    size_t
        /* the number of decisions up to and including its cause; 0: the beginning */
        decision;
    int turn;     /* of the log: lf_session_turn; -1: before the first, in the set-up */
    int step;     /* choices of this turn so far */
    lf_seat seat; /* a decision: who chose; a variable of a seat: whose; else LF_NOBODY */
    int action;   /* LF_OF_ACTIONS: the action that it is part of, or -1 */
    lf_log_level level;
    lf_event_kind kind;
    bool forced;
    lf_option_kind choice; /* a decision: what sort of thing was chosen; `subject` is which */
    int subject, from, to; /* else as in lf_event */
    /* a variable: its values; pieces: 0 and how many; a roll: 0 and the result */
    int64_t before, after;
    const char *
        /* what caused it, as text: a card, a section of the rules, an action; "" for the course
         * of play */
        cause;
    const char *text;
} lf_log_entry;
LF_API size_t lf_session_log_count(const lf_session *);
/* False if there is no such entry. The texts live as long as the entry. */
LF_API bool lf_session_entry(const lf_session *, size_t number, lf_seat viewer, lf_log_entry *out);

/* The entry as JSON: {n, kind, seat, forced, text, level, turn, step, action, cause}; for LF_HOST
 * also what others read instead and who may know it (`public`, `knownTo`). lf_string_free. NULL:
 * there is no such entry, or out of memory. */
LF_API char *lf_session_entry_json(const lf_session *, size_t number, lf_seat viewer);

/* The log is divided into turns: what one seat does in one phase until another seat acts, and
 * what the course of play does in between (seat LF_NOBODY). */
typedef struct {
    lf_seat seat;
    int phase, game_turn;  /* as lf_phase, lf_turn when it began */
    size_t decision;       /* decisions made before it */
    size_t first, entries; /* of the log */
} lf_log_turn;
LF_API int lf_session_turns(const lf_session *);
LF_API bool lf_session_turn(const lf_session *, int turn, lf_log_turn *out);
/* The turn as people read it, in the words of the game (`log` in docs/visual.md): the head, one
 * line for each thing done ("1. 3 Troops march from Ford to Hill."), and what else has changed.
 * Free it with lf_string_free. "" if nothing happened that people read; NULL: out of memory, or
 * there is no such turn. */
LF_API char *lf_session_turn_text(const lf_session *, int turn, lf_seat viewer);
/* The same in one line, without numbers. */
LF_API char *lf_session_summary(const lf_session *, int turn, lf_seat viewer);

/* ---- for clients ----------------------------------------------------------------------------- */

/* Everything that a client shows to a viewer (a seat; LF_NOBODY: an onlooker), as canonical
 * JSON. Nothing in it depends on what the viewer may not know:
 *
 *     number     decisions made so far
 *     over, outcome, phase {id, label}, turn, decider
 *     waiting    the seat whose turn is over and not confirmed yet; then nobody decides
 *     pending    "nothing", "turn" or "decision": what waits to be confirmed; for that seat only
 *     held       the option that is held; for that seat only
 *     canUndo, canRedo, canRollback
 *     clock      {mainMs, incrementMs, left {seat: ms, at the last tick}, runs: the seat for which
 *                time runs}, or null
 *     position   as lf_observe, without decision and outcome
 *     displays   [{id, label, group, scope, owner, text, value, goal}]: those whose value the
 *                viewer can know; of cards, those that the viewer sees
 *     decision   {id, seat, prompt, card, chosen, options [{id, label, kind, subject, count, text,
 *                wayOut, place, group}]}; null for everybody but the decider. `id` is
 *                lf_session_revision. `place` is where the option belongs: {space}, {card},
 *                {seat}, {piece: {space, kind}} or {amount: {low, high}}, or null; `group` is the
 *                kind of choice
 *     chosen     [{index, prompt, option, kind, subject, label, forced}] (lf_session_chosen), in
 *                the decision; in the view also for the seat whose turn waits to be confirmed,
 *                null for others
 *
 * NULL: there is no game yet, or no such seat, or memory has run out. Freed with lf_string_free. */
LF_API char *lf_session_view(const lf_session *, lf_seat viewer);
/* The same for an earlier position, after `number` decisions: what the viewer could see then. It
 * has no decision, and nothing waits. NULL also if there were not so many decisions. */
LF_API char *lf_session_view_at(const lf_session *, size_t number, lf_seat viewer);
/* That position itself, for the host: it contains everything. NULL like lf_session_view_at. Free
 * it with lf_state_free. */
LF_API lf_state *lf_session_state_at(const lf_session *, size_t number);
/* The log as a viewer may read it, from one of its turns on: {turns: [{turn, seat, phase, gameTurn,
 * number, summary, entries: [{kind, level, seat, text, number, step, action, cause, forced,
 * subject, from, to, before, after}]}]}. Spaces, cards and the like are their ids; what the viewer
 * may not know is null; lines that are not for people are left out, and so are turns without
 * other lines. Each turn has `lines`, too: [{kind: "head", "step" or "result", text, first,
 * count}], the lines of lf_session_turn_text and which steps (lf_session_turns_json) they tell.
 * NULL like lf_session_view. */
LF_API char *lf_session_log_json(const lf_session *, lf_seat viewer, int from_turn);
/* The last `limit` such turns before turn `before` (-1: the end of the log), and `previous`: the
 * `before` of the page that comes before it, or null. */
LF_API char *lf_session_log_page(const lf_session *, lf_seat viewer, int before, int limit);
/* The turns of the log from this one on, at most `limit` of them, as steps: {turns: [{turn, seat,
 * phase, gameTurn, number, summary, actions: [{id, label}], steps: [{seat, verb, effect, space,
 * from, to, card, pieces: [{kind, count}], values: [{name, label, seat, space, before, after}],
 * why, text, number}]}], next: the turn that the next page begins with, or null, last: {seat: its
 * last turn}}. A step is what one action does in one space: pieces that are placed, removed, moved
 * or turned, and values that change with it. Each turn has `lines` as above. NULL like
 * lf_session_view. */
LF_API char *lf_session_turns_json(const lf_session *, lf_seat viewer, int since, int limit);
/* What options of the pending decision would do, for the seat that decides: {decision, options:
 * [{option, known, changesNothing, steps, next}]}. `option` is an id, NULL stands for all (at most
 * LF_PREVIEW_MAX). "a/b" is option b behind option a, and "a/" stands for all behind a; the steps
 * are those of the last one. Where dice, hidden cards or the like would decide, `known` is false
 * and there is nothing else to read. `next` is the decision that the same seat would have then,
 * like `decision` of a view without `id` and `chosen`, or null. NULL: there is no such option, or
 * nobody decides. */
#define LF_PREVIEW_MAX 64
LF_API char *lf_session_preview(const lf_session *, const char *option, lf_error *);
/* What lies behind the pending decision, for the seat that decides: {decision, all: [path],
 * ends: [path], questions: [{path, next}], moves: [{from, to, kind, most, amount, path}]}. A path
 * is a list of ids of options. `all` takes every space of a question, where that must be done and
 * the order changes nothing: of the pending one, and of one that completing a choice leads to.
 * `ends` completes what is being chosen until the turn is over. Both leave out what is asked in
 * between without a choice.
 * `questions` are those that menus and completed choices lead to without doing anything, two deep
 * at most. `moves` are ways to take pieces of one kind from one zone to another, of which the path
 * names at least one: it moves as many as possible (`most`), and fewer if its member `amount` is
 * replaced by their number (-1: there is none). These have the options without alternative.
 * NULL: nobody decides, or memory is out. */
LF_API char *lf_session_ahead(const lf_session *, lf_error *);
/* Starts a new game from the members `scenario`, `seed`, `options`, `stack`, `deck` and `top` of
 * a JSON object; all are optional, and other members are ignored. */
LF_API lf_status lf_session_start_json(lf_session *, const char *setup, lf_error *);

/* ---- saves and records ----------------------------------------------------------------------- */

LF_API char *lf_session_json(const lf_session *); /* all of it; NULL: out of memory */
/* Replaces the game by a saved one, with its names of players; on failure the old one stays.
 * Which person plays which seat does not change. */
LF_API lf_status lf_session_from_json(lf_session *, const char *text, lf_error *);
LF_API lf_status lf_session_save(const lf_session *, const char *path, lf_error *);
LF_API lf_status lf_session_load(lf_session *, const char *path, lf_error *);
/* Saves the session to this path after each decision of a person and after each undo; NULL stops
 * it. If saving fails, the game continues, and lf_session_autosave_error has the error. */
LF_API lf_status lf_session_autosave(lf_session *, const char *path, lf_error *);
/* status LF_OK: the last one worked */
LF_API const lf_error *lf_session_autosave_error(const lf_session *);
/* The record of the game, which `ludoforge replay` verifies. */
LF_API char *lf_session_record_json(const lf_session *);
LF_API lf_status lf_session_write_record(const lf_session *, const char *path, lf_error *);

/* ---- records --------------------------------------------------------------------------------- */

/* A recorded game: the set-up, every decision, and the hash of the state after each. It can be
 * played again anywhere, and the first decision after which anything differs is known. */
typedef struct lf_record lf_record;
/* `spec` is how the user named the game; it helps `replay` to find it again. `setup` may be NULL.
 * NULL: out of memory. */
LF_API lf_record *lf_record_new(const lf_game *, const char *spec, const lf_setup *setup);
/* Reads a file; NULL with the reason. */
LF_API lf_record *lf_record_load(const char *path, lf_error *);
LF_API void lf_record_free(lf_record *);
/* Forgets all decisions: `state` is where the game begins. */
LF_API void lf_record_begin(lf_record *, const lf_state *);
/* Applies an option and writes it down. Like lf_apply; a NULL record only applies. */
LF_API lf_status lf_record_apply(lf_record *, lf_state *, int option);
/* Writes down how it ended: the outcome, or the error of the state. */
LF_API void lf_record_end(lf_record *, const lf_state *);
/* The same for a game that was recorded because something was found in it. */
LF_API void lf_record_end_with_find(lf_record *, const char *what);
LF_API size_t lf_record_count(const lf_record *); /* decisions */
/* All of it as the file has it (docs/scale.md); lf_string_free. NULL: out of memory. */
LF_API char *lf_record_json(const lf_record *);
/* False with the reason. */
LF_API bool lf_record_write(const lf_record *, const char *path, lf_error *);
/* Plays it again. *verified becomes the number of decisions that agreed; false, with the first
 * difference in words, when one did not. */
LF_API bool lf_record_verify(const lf_record *, const lf_game *, size_t *verified,
                             lf_error *difference);

/* ---- lessons --------------------------------------------------------------------------------- */

/* A lesson: a guided beginning of a game, read from the files next to it (`NAME/lessons/…md`).
 * It has the intended decision of all players, and what a learner reads on the way. A player may
 * always do something else: a game still follows the lesson after n decisions if its hash is
 * hashes[n]. */
typedef struct {
    const char *option; /* the id of what is chosen */
    const char *text;   /* what is read before it; NULL within a step */
    lf_seat seat;       /* who decides */
} lf_lesson_decision;
typedef struct {
    const char *id, *title;
    const char *text,
        *end; /* texts before the first and after the last decision; "" if there is none */
    lf_setup setup;
    const char *players[LF_SEATS_MAX]; /* by seat: "human", or the name of an agent */
    int count;
    const lf_lesson_decision *decisions; /* [count] */
    const uint64_t *hashes;              /* [count + 1], as lf_hash */
} lf_lesson;
typedef struct lf_lessons lf_lessons;
/* All lessons of the game, each played through once. NULL: one is wrong, and *problems says how;
 * a game without lesson files has none. They are valid as long as the game. */
LF_API lf_lessons *lf_lessons_load(const lf_game *, const char *spec_path,
                                   lf_diagnostics **problems);
LF_API int lf_lessons_count(const lf_lessons *);
LF_API const lf_lesson *lf_lessons_get(const lf_lessons *, int index);
LF_API void lf_lessons_free(lf_lessons *);

#ifdef __cplusplus
}
#endif

#endif
