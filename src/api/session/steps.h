/* steps.h: what happened, as steps: an action does something in a space to pieces and values. They
 * are made from the entries of the log that a viewer may read; turn_text.c puts them in words. */
#ifndef LF_SESSION_STEPS_H
#define LF_SESSION_STEPS_H

#include "kernel/state/state.h"
#include "session.h"

#define STEP_PIECES_MAX 24 /* of one step; further ones begin another */
#define STEP_VALUES_MAX 24

typedef enum {
    STEP_VALUE, /* nothing but values */
    STEP_PLACE,
    STEP_REMOVE,
    STEP_MOVE,
    STEP_FLIP,
    STEP_CARD,
    STEP_OTHER /* an entry that is a step of its own */
} step_effect;

typedef struct {
    int kind; /* with its state */
    int64_t count;
} step_pieces;

typedef struct {
    int var, owner; /* owner: a seat or a space, or -1 */
    int64_t before, after;
    bool stated; /* a sentence has said it */
} step_value;

typedef struct {
    step_effect effect;
    lf_event_kind kind;
    lf_log_level level;
    lf_seat seat; /* who chose last */
    int action, space, from, to, card;
    int chosen;       /* the space that the seat chose last for this action, or -1 */
    int64_t result;   /* of a roll */
    size_t number;    /* as `decision` of an entry */
    size_t line;      /* the entry that began it */
    const char *verb; /* as of a session_line */
    const char *cause, *text;
    bool in_section; /* the cause is a section of the rules */
    bool replaced;   /* a line of the game's own stands for it */
    step_pieces pieces[STEP_PIECES_MAX];
    step_value values[STEP_VALUES_MAX];
    int piece_count, value_count;
} step;

typedef struct {
    step *steps;
    size_t count, capacity;
    bool failed; /* out of memory: steps are missing */
} step_list;

/* The steps of these entries of the log; `seat` is the first actor. */
void lf_steps_gather(step_list *, const lf_session *, size_t first, size_t count, lf_seat seat,
                     lf_seat viewer);
void lf_steps_free(step_list *);

/* ---- turn_text.c: in words ---- */

/* The steps from one on, as a sentence; all their values are told. */
void lf_step_format(const lf_session *, step *, lf_seat turn_seat, lf_text *out);

/* A line of a turn as people read it. */
typedef enum { LINE_HEAD, LINE_STEP, LINE_RESULT } turn_line_kind;
typedef struct {
    turn_line_kind kind;
    size_t first, count; /* LINE_STEP: of the steps of the turn */
    char *text;
} turn_line;
typedef struct {
    turn_line *lines;
    size_t count, capacity;
    bool failed;
} turn_lines;
/* Nothing is told of a turn in which nothing happened that people read. */
void lf_turn_lines_gather(turn_lines *, const lf_session *, int turn, lf_seat viewer,
                          step_list *steps);
void lf_turn_lines_free(turn_lines *);

#endif
