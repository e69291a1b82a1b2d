/* playout.h: agents play one game from where it stands to its end. */
#ifndef SIM_PLAYOUT_H
#define SIM_PLAYOUT_H

#include <stdatomic.h>

#include "ludoforge_agents.h"

typedef lf_agent_id agent_name;

#define PLAYOUT_DECISIONS_MAX 100000 /* beyond this a game counts as runaway */

typedef enum {
    PLAYOUT_ENDED,
    PLAYOUT_FAILED,  /* a rule failed, or a decision without options */
    PLAYOUT_RUNAWAY, /* more decisions than allowed */
    PLAYOUT_STOPPED  /* the stop flag was set; not a result */
} playout_end;

/* What a seat had to do in a game. */
typedef struct {
    int64_t decisions;
    int64_t turns;       /* a turn ends when another decides, or the game's own turn does */
    int64_t nanoseconds; /* processor time of the thread that asked its agent */
} seat_work;

static inline void seat_work_add(seat_work *sum, const seat_work *more) {
    sum->decisions += more->decisions;
    sum->turns += more->turns;
    sum->nanoseconds += more->nanoseconds;
}

typedef struct {
    lf_agent *const *agents; /* one a seat */
    int64_t max_decisions;
    lf_record *record;       /* NULL: none is kept */
    const atomic_bool *stop; /* NULL: never */
    seat_work *work;         /* NULL, or zeroes, one a seat: it is measured */
} playout_plan;

typedef struct {
    playout_end end;
    int64_t decisions;
    lf_outcome outcome; /* when it ended */
    lf_error error;     /* when it failed or ran away */
} playout_result;

void playout_run(lf_state *, const playout_plan *, playout_result *);

#endif
