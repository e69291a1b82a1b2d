/* search.h: the interface between a search and the algorithms that it uses.
 *
 * A search finds a decision for an agent. It has four algorithms, each in a folder of its own:
 *
 *     solver/     searches to the end of the game and proves wins, draws and losses
 *     alphabeta/  searches turn by turn to a fixed depth and evaluates there
 *     plans/      compares whole turns by playouts
 *     mcts/       grows a tree by sampling (UCT); suits every game
 *
 * search_agents.c holds the one place that selects among them: it measures the game, lets each
 * algorithm prepare itself, and runs them in a fixed order until one decides. An algorithm is one
 * constant of the type search_algorithm. */
#ifndef AGENTS_SEARCH_SEARCH_H
#define AGENTS_SEARCH_SEARCH_H

#include "api/agents/agents.h"
#include "settings.h"

typedef struct search search;
typedef struct search_algorithm search_algorithm;

/* `reserve`, `evaluate`, `advance` and `free` may be NULL: then there is nothing to do. */
struct search_algorithm {
    /* How much of the memory the algorithm needs for itself; 0: it cannot be used. The searchers
     * share the rest. */
    size_t (*reserve)(const search *);
    /* The length of the game is known. Allocates what the algorithm needs, if the game suits it. */
    void (*prepare)(search *);
    /* Searches the pending decision with its part of the budget. True: the decision is found, so
     * that the algorithms behind this one do not run. */
    bool (*run)(search *, int options);
    /* Adds what was found about an option to what other algorithms reported. */
    void (*report)(const search *, int option, option_stats *);
    /* The value of the position if `best` is chosen. */
    void (*evaluate)(const search *, int best, evaluation *);
    /* The option was chosen. Keeps what remains useful for the next decision. */
    void (*advance)(search *, int option);
    void (*free)(search *);
};

extern const search_algorithm lf_search_solver, lf_search_alphabeta, lf_search_plans,
    lf_search_mcts;

/* How much a search may compute. If `seconds` is above 0, only the clock counts. */
typedef struct {
    double seconds;
    int64_t iterations;
} search_budget;

typedef enum { LENGTH_UNKNOWN, LENGTH_SHORT, LENGTH_LONG } game_length;

#define NO_TURN (-1)

/* What the solver found out about an option, for the decider. */
enum { SOLVED_LOSS = -1, SOLVED_DRAW, SOLVED_WIN, SOLVED_UNKNOWN };

struct search {
    agent *owner;
    search_settings settings;
    size_t memory; /* bytes that it may use */
    game_length length;
    struct searcher *searchers; /* see mcts/searcher.h; NULL until the first decision */
    int searcher_count;
    search_budget left; /* of the turn; the iterations are those of one searcher */
    int turn;           /* the turn that goes on after the last choice, or NO_TURN */
    int decisions;      /* made in this turn */
    const search_algorithm *decided_by; /* the algorithm that found the pending decision */
    /* Data of the algorithms; NULL: the game does not suit the algorithm. */
    struct solver *solver;
    struct alphabeta *alphabeta;
    struct plans *plans;
    int8_t proven[LF_OPTIONS_MAX]; /* by option: SOLVED_… */
};

/* Do plans decide in this game? */
static inline bool search_uses_plans(const search *s) {
    return s->plans != NULL && s->length == LENGTH_LONG;
}

/* Compared with any number of visits or playouts, a proof counts more. */
#define PROOF 1e15
#define WIN_OF_DRAW 0.5

/* Takes the time since `started` from the budget of the turn, if the clock counts. */
void lf_search_spend(search *, double started);
/* Takes iterations from the budget of the turn and leaves a few for later decisions. */
void lf_search_spend_iterations(search *, int64_t iterations);

#endif
