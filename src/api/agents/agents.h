/* agents.h: programs that play a seat.
 *
 * An agent is a class (one row of the registry) and some words of its own: a generator seeded from
 * the game and the seat, what it thought last, and whatever its class keeps. All tools name agents
 * by words: a name, and settings behind a colon.
 *
 * The invariant: a class never sees the true state. It gets the number of options and the seed of
 * its rng, and may have as many samples of the state as it likes (lf_agent_sample): copies from
 * which everything that the seat may not know has been redrawn. So no agent can play by hidden
 * cards or by coming dice, even by mistake. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include <stdatomic.h>

#include "evaluate.h"
#include "ludoforge.h"
#include "support/random.h"

typedef struct agent agent;

#define AGENT_WORDS_BYTES 96
/* What names an agent, to be kept in plans and files: "greedy", "mcts:2s,lanes=2". */
typedef struct {
    char text[AGENT_WORDS_BYTES];
} agent_words;

#define AGENT_LINE 6 /* so many decisions of an expected line are kept */
/* What an agent found out about an option; all of it for the seat that decides. */
typedef struct {
    int option;
    int64_t visits;
    double value; /* what options are compared by */
    double mean;  /* utility of 0 … 1, see search/utility.h */
    double win, margin;
    int line_length;
    int32_t line[AGENT_LINE]; /* ids of actions that it expects next */
} option_stats;

typedef struct {
    const char *name;
    const char *summary; /* one line, for help */
    /* Settings that stand before those that are given: what makes two names of one class. NULL:
     * none. */
    const char *preset;
    /* Takes the settings, the preset in front; keeps what it needs in `own`. NULL: it has none and
     * keeps nothing. */
    bool (*open)(agent *, const char *settings, lf_error *);
    void (*begin)(agent *); /* a new game, or NULL */
    /* the host allows other bytes than before; NULL: it keeps nothing that is big */
    void (*limit)(agent *);
    /* Which of `options` (at least 2) to take. A class that thinks says of them what it found out
     * (lf_agent_new_stats). */
    int (*choose)(agent *, int options);
    /* How likely it takes each of them, for classes that know it and else do the same as when they
     * choose; false: out of memory. NULL: nobody knows. */
    bool (*weigh)(agent *, int options, double *weights);
    void (*evaluate)(agent *, const lf_state *sample, evaluation *out); /* NULL: by margins */
    void (*close)(agent *);                                             /* NULL: nothing to free */
} agent_class;

struct agent {
    const agent_class *kind;
    const lf_game *game;
    agent_words words;
    lf_seat seat;
    lf_random rng;
    void *own; /* of the class */
    /* the true state while a decision is asked for; for lf_agent_sample alone */
    const lf_state *asked;
    /* What is asked, which whoever is asked may know: who decides, which question of the rules, the
     * ids of the options. */
    lf_seat decider;
    int question, turn;
    int32_t ids[LF_OPTIONS_MAX];
    atomic_bool cancelled;
    double seconds_most; /* what the host allows for a turn; 0: all */
    size_t bytes_most;
    option_stats *stats;    /* of the last decision, best first; NULL: none */
    int stats_count, taken; /* which option it took */
    evaluation evaluation;  /* of the position, by the last search */
};

/* The registry: all classes by index, until NULL. */
const agent_class *lf_agent_class_at(int index);
/* What `name` was probably meant to be, or NULL. */
const char *lf_agent_class_suggest(const char *name);

/* Are these words an agent of this game? */
bool lf_agent_check(const lf_game *, const char *words, lf_error *);
/* Takes the agents of a list apart ("mcts:2s,lanes=2,random" are two): where the first one ends,
 * its length; parts that name no agent are settings of the one before. */
size_t lf_agent_words_length(const char *list);

/* An agent is opened once and may play any number of games of one lf_game. False with the reason;
 * then there is nothing to close. */
bool lf_agent_open(agent *, const lf_game *, const char *words, lf_error *);
void lf_agent_start(agent *, lf_seat seat, uint64_t game_seed);
/* The option it takes in the pending decision, which must be its own; -1 when there is none or
 * memory has run out. The state is not changed. */
int lf_agent_pick(agent *, const lf_state *);
/* How likely it takes each option; false if its class cannot say, or memory ran out. It counts as a
 * choice. */
bool lf_agent_weigh(agent *, const lf_state *, double *weights);
/* Thinks about the decision, whosever it is; false when there is nothing to think about, or memory
 * ran out. */
bool lf_agent_search(agent *, const lf_state *);
/* What the position is worth as the seat sees it, without a search; false: out of memory. */
bool lf_agent_evaluate_state(agent *, const lf_state *, evaluation *out);
void lf_agent_close(agent *);

/* ---- for classes ---- */

/* What the seat may know of the state that it is asked about, all else redrawn from the seed. */
void lf_agent_sample(const agent *, uint64_t seed, lf_state *into);
/* A state to work on, of the agent's game; NULL: out of memory. lf_state_free. */
lf_state *lf_agent_scratch(const agent *);
/* Room for stats on so many options, which the class fills in; NULL: out of memory. */
option_stats *lf_agent_new_stats(agent *, int options);
/* Orders them, best first, equals in the order of the options. */
void lf_agent_sort_stats(agent *);
static inline bool agent_is_cancelled(const agent *a) {
    return atomic_load_explicit(&a->cancelled, memory_order_relaxed);
}

extern const agent_class lf_agent_random, lf_agent_greedy, lf_agent_value, lf_agent_mcts,
    lf_agent_mcts_value, lf_agent_easy, lf_agent_normal, lf_agent_hard, lf_agent_cfr;

#endif
