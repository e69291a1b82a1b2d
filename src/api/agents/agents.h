/* agents.h: agents, the programs that play a seat.
 *
 * An agent has a class (one row of the registry) and data of its own: an RNG seeded from the game
 * and the seat, the results of its last search, and whatever its class keeps. A text names an
 * agent: the name of its class, and settings behind a colon.
 *
 * Invariant: a class never sees the true state. It gets the number of options and an RNG, and may
 * take as many samples of the state as it likes (lf_agent_sample): copies in which everything that
 * the seat may not know is drawn anew. So no agent can use hidden cards or coming dice, not even by
 * mistake.
 *
 *     simple/            random
 *     search_agents.c    greedy, value, mcts, easy, normal, hard: presets of one search
 *     search/            the interface, settings and budget of the search; its algorithms are in
 *                        solver/, alphabeta/, plans/ and mcts/
 *     cfr/               cfr
 *     evaluate.h         evaluators: by a learned net (value/), by terms (heuristics.h), by margins
 *     explain.h          results of a search as text
 *     public_agents.c    the functions of ludoforge_agents.h */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include <stdatomic.h>

#include "evaluate.h"
#include "ludoforge_agents.h"
#include "support/random.h"

typedef struct agent agent;

typedef lf_agent_id agent_name;

#define AGENT_LINE 6 /* decisions of an expected line that are kept */
/* What a search found about an option, for the decider. */
typedef struct {
    int option;
    int64_t visits;
    double value; /* options are sorted by it */
    double mean;  /* utility of 0 … 1, see search/utility.h */
    double win, margin;
    int line_length;
    int32_t line[AGENT_LINE]; /* ids of the actions that are expected next */
} option_stats;

typedef struct {
    const char *name;
    const char *summary; /* one line, for help */
    /* Settings that come before the given ones, so that one implementation has several names; or
     * NULL. */
    const char *preset;
    /* Reads the settings, the preset first, and allocates `own`. NULL: the class has no settings
     * and no data. */
    bool (*open)(agent *, const char *settings, lf_error *);
    void (*begin)(agent *); /* a new game begins; or NULL */
    void (*limit)(agent *); /* the host allows another amount of memory; or NULL */
    /* Chooses one of at least 2 options; -1: out of memory. A class that searches also reports what
     * it found about the options (lf_agent_new_stats). */
    int (*choose)(agent *, int options);
    /* The probability of each option, for classes that know it; otherwise like `choose`. False: out
     * of memory. NULL: unknown. */
    bool (*weigh)(agent *, int options, double *weights);
    void (*evaluate)(agent *, const lf_state *sample, evaluation *out); /* NULL: by margins */
    void (*close)(agent *);                                             /* NULL: nothing to free */
} agent_class;

struct agent {
    const agent_class *kind;
    const lf_game *game;
    agent_name name;
    lf_seat seat;
    lf_random rng;
    void *own; /* data of the class */
    /* The true state while a decision is asked; only lf_agent_sample reads it. */
    const lf_state *asked;
    /* The pending decision, as far as everybody who is asked may know it. */
    lf_seat decider;
    int question, turn;
    int32_t ids[LF_OPTIONS_MAX];
    atomic_bool cancelled;
    double seconds_most;    /* that the host allows for a turn; 0: no limit */
    size_t bytes_most;      /* of memory; 0: no limit */
    option_stats *stats;    /* of the last decision, best first; NULL: none */
    int stats_count, taken; /* `taken`: the option that was chosen */
    evaluation evaluation;  /* of the position, by the last search */
};

/* The registry: the class at an index; NULL behind the last. */
const agent_class *lf_agent_class_at(int index);

/* An agent is opened once and may play any number of games of one lf_game. False with an error:
 * then there is nothing to close. */
bool lf_agent_open(agent *, const lf_game *, const char *name, lf_error *);
void lf_agent_start(agent *, lf_seat seat, uint64_t game_seed);
/* The option that the agent chooses in the pending decision, which must be its own; -1: there is
 * none, or memory ran out. The state does not change. */
int lf_agent_pick(agent *, const lf_state *);
/* The probability of each option; false: the class does not know it, or memory ran out. It counts
 * as a choice. */
bool lf_agent_weigh(agent *, const lf_state *, double *weights);
/* Searches the pending decision of any seat. False: there are no results, or memory ran out. */
bool lf_agent_search(agent *, const lf_state *);
/* Evaluates the position as the seat sees it, without a search. False: out of memory. */
bool lf_agent_evaluate_state(agent *, const lf_state *, evaluation *out);
void lf_agent_close(agent *);

/* ---- for classes ---- */

/* Samples the state that is asked about: everything that the seat may not know is drawn anew from
 * the seed. */
void lf_agent_sample(const agent *, uint64_t seed, lf_state *into);
/* A state of the agent's game to work on, for lf_state_free; NULL: out of memory. */
lf_state *lf_agent_scratch(const agent *);
/* Room for the statistics of so many options, all 0, which the class fills in; NULL: out of
 * memory. */
option_stats *lf_agent_new_stats(agent *, int options);
/* Sorts them, best first, equals in the order of the options. */
void lf_agent_sort_stats(agent *);
static inline bool agent_is_cancelled(const agent *a) {
    return atomic_load_explicit(&a->cancelled, memory_order_relaxed);
}

extern const agent_class lf_agent_random, lf_agent_greedy, lf_agent_value, lf_agent_mcts,
    lf_agent_mcts_value, lf_agent_easy, lf_agent_normal, lf_agent_hard, lf_agent_cfr;

#endif
