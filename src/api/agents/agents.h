/* agents.h: programs that play a seat.
 *
 * An agent is a class (one file, one row of the registry) and a few words of its own: a generator
 * seeded from the game and the seat, and, for classes that look ahead, two states to work on.
 *
 * The invariant: a class never sees the true state. It gets the number of options, and in
 * `agent->known` a copy from which everything that its seat may not know has been redrawn. So no
 * agent can play by hidden cards or by coming dice, even by mistake. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "luck.h"
#include "ludoforge.h"

typedef struct agent agent;

typedef struct {
    const char *name;
    const char *summary; /* one line, for help */
    bool looks_ahead;    /* needs `known` and `trial` */
    /* Which of `options` (at least 2) to take. */
    int (*choose)(agent *, int options);
} agent_class;

struct agent {
    const agent_class *kind;
    lf_seat seat;
    rng luck;
    lf_state *known; /* what the seat may know, the rest redrawn; NULL unless the class looks ahead */
    lf_state *trial; /* scratch of the class, of the same game */
};

/* The registry: the class of a name or NULL, and all of them by index, until NULL. */
const agent_class *agent_class_find(const char *name);
const agent_class *agent_class_at(int index);
/* What `name` was probably meant to be, or NULL. */
const char *agent_class_suggest(const char *name);

/* An agent is opened once and may play any number of games of one lf_game. */
void agent_open(agent *, const agent_class *);
void agent_begin(agent *, lf_seat seat, uint64_t game_seed);
/* The option it takes in the pending decision, which must be its own; -1 when there is none or memory
 * has run out. The state is not changed. */
int agent_choose(agent *, const lf_state *);
void agent_close(agent *);

extern const agent_class agent_random;
extern const agent_class agent_greedy;

#endif
