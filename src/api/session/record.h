/* record.h: a recorded game: the set-up, every decision, and the hash of the state after each. It
 * can be played again anywhere, and the first decision after which anything differs is known.
 *
 * The file is JSON, one decision a line:
 *
 *     {"format": "ludoforge-record", "version": 1, "game": …, "identity": hex, "spec": …,
 *      "scenario": …, "seed": number or text, "options": {…}, "edited": bool, "start": hex,
 *      "decisions": [
 *       {"option": 3, "name": "b2", "hash": hex},
 *       …],
 *      "end": {"outcome": …} | {"error": text} | {"find": text} |
 *              {"resigned": seat, "winner": seat} | {"timedOut": seat, "winner": seat} |
 *              {"agreed": "draw"} | null}
 *
 * A decision whose rule failed has the hash null: there is no state after it. */
#ifndef SIM_RECORD_H
#define SIM_RECORD_H

#include <jansson.h>

#include "ludoforge_session.h"

/* One decision of the history. The first four members are in the file; the others are what a
 * session knows of it besides, and empty in other records. */
typedef struct {
    int option;
    bool failed; /* the rules failed here; nothing follows */
    uint64_t hash;
    char *name; /* the option's id */

    lf_seat seat;
    lf_option chosen;
    uint64_t id;          /* lf_session_revision when it was asked */
    uint32_t barrier;     /* before it */
    int turn;             /* of the log */
    bool automatic;       /* the client took it by itself, and undo goes past it */
    bool forced;          /* there was no other option */
    bool ends_turn;       /* another seat decides after it, or the turn counter has moved */
    bool paid;            /* the clock's increment for that turn has been added */
    bool last_taken_back; /* of those that one undo took back */
    char *prompt, *label; /* as the seat read them; NULL: out of memory */
    char *reason;         /* why a program chose it; NULL: nobody has said */
} record_decision;

/* decisions[0 … count - 1] are made; those from there up to `end_count` were taken back and can be
 * made again. */
typedef lf_record record;
struct lf_record {
    json_t *head; /* game, identity, spec and the set-up */
    uint64_t start;
    record_decision *decisions;
    size_t count, end_count, capacity; /* count <= end_count <= capacity */
    json_t *end;
    bool edited; /* the position was changed by hand on the way: playing it again will differ */
};

/* As lf_record_new and lf_record_load, in memory of the caller. */
void lf_record_open(record *, const lf_game *, const char *spec, const lf_setup *);
void lf_record_close(record *);
/* Forgets the decisions from `count` on, also those that were taken back. */
void lf_record_truncate(record *, size_t count);
/* Takes the decisions from `count` on back; they stay to be made again. */
void lf_record_take_back(record *, size_t count);
/* Forgets those that were taken back. */
void lf_record_forget_taken_back(record *);
/* A new last decision in the place of the first one that was taken back, if there is any, which
 * *displaced gets; NULL: out of memory. lf_record_replace puts it back instead of the new one. */
record_decision *lf_record_push(record *, lf_state *, int option, record_decision *displaced);
void lf_record_replace(record *, const record_decision *displaced);
void lf_record_free_decision(const record_decision *);
/* A seat has given up, or has no time left: `how` is the key of the end; `winner` may be
 * LF_NOBODY. */
#define RECORD_RESIGNED "resigned"
#define RECORD_TIMEOUT "timedOut"
void lf_record_end_by_loss(record *, const lf_game *, const char *how, lf_seat, lf_seat winner);
/* All have agreed to a draw. */
void lf_record_end_by_agreement(record *);

json_t *lf_record_to_json(const record *);
bool lf_record_from_json(record *, const json_t *, lf_error *);

/* A new state set up as the record says; NULL on error. */
lf_state *lf_record_new_state(const record *, const lf_game *, lf_error *);

#endif
