/* ludoforge_agents.h: programs that play a seat, explain themselves and give advice.
 *
 *     lf_agent *agent = lf_agent_new(game, "hard", NULL);
 *     lf_agent_begin(agent, lf_find(game, LF_OF_SEATS, "red"), seed);
 *     …
 *     if (lf_decider(state) == its seat)
 *         lf_apply(state, lf_agent_choose(agent, state));
 *     lf_agent_free(agent);
 *
 * An agent knows only what its seat may know: it searches copies in which everything else is
 * redrawn. The same seed and the same decisions give the same choices on every machine, unless
 * its budget is a time. Keep one agent for a seat through a game: its budget is for a whole
 * turn, and it uses the results of one decision for the next. An agent belongs to one thread at
 * a time; only lf_agent_cancel may be called from any thread. */
#ifndef LUDOFORGE_AGENTS_H
#define LUDOFORGE_AGENTS_H

#include <ludoforge.h>
#include <ludoforge_session.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_agent lf_agent;

/* The default adviser: for the hints of the table and of `play`, and for lf_analyse. It has a
 * number of iterations, not a time, so that the same position gets the same advice. */
#define LF_ADVISER "hard:2000"

/* The name of agent number `index`, and in *summary (which may be NULL) a line on how it plays.
 * NULL after the last. */
LF_API const char *lf_agent_name(int index, const char **summary);

/* Makes an agent by its name, "NAME", or with settings after a colon: "mcts:2s" or
 * "mcts:500ms" (time for a whole turn), "mcts:5000" (iterations for a whole turn),
 * "NAME:key=value,key=value". docs/agents.md lists names and settings. NULL if there is no such
 * agent or setting, with an error that suggests the right one, or if memory ran out. */
LF_API lf_agent *lf_agent_new(const lf_game *, const char *agent, lf_error *);
#define LF_AGENT_BYTES 96 /* room for any text that names an agent */
/* Such a text, for plans and files: "greedy", "mcts:2s". */
typedef struct {
    char text[LF_AGENT_BYTES];
} lf_agent_id;
/* Does this text name an agent of this game? False, with what is wrong, if not. */
LF_API bool lf_agent_check(const lf_game *, const char *agent, lf_error *);
/* The length of the first agent in a list with commas ("mcts:2s,searchers=2,random" are two): a
 * part that names no agent is a setting of the one before. */
LF_API size_t lf_agent_name_length(const char *list);
/* The text that the agent was made from; it lives as long as the agent. */
LF_API const char *lf_agent_text(const lf_agent *);
/* The generator of an agent that plays at random, for lf_playout; NULL: it plays otherwise. */
LF_API uint64_t *lf_agent_random_rng(lf_agent *);
/* Starts a new game: which seat the agent plays, and the seed of its RNG. An agent may play any
 * number of games, one after the other. LF_NOBODY: an onlooker, which makes no choices but gives
 * advice. */
LF_API lf_status lf_agent_begin(lf_agent *, lf_seat, uint64_t seed);
/* Limits that a host sets over the agent's own settings: seconds for a whole turn, bytes of
 * memory. 0: no limit. */
LF_API void lf_agent_limit(lf_agent *, double seconds_a_turn, size_t bytes);
/* The option that the agent takes in the pending decision; LF_NO_OPTION if another seat decides
 * or memory ran out. The state does not change. */
LF_API int lf_agent_choose(lf_agent *, const lf_state *);
/* From any thread: ends a running choice at once, with the best option found so far. Later
 * choices also end at once, until the next lf_agent_begin. */
LF_API void lf_agent_cancel(lf_agent *);
/* What the last lf_agent_choose took and why, as a sentence: "Build on the hill promises
 * margin +3.1; the next best, Trade, +1.8." `before` is the state that it was asked about. NULL:
 * it gives no reasons (random), or memory ran out. Free it with lf_string_free. */
LF_API char *lf_agent_reason(const lf_agent *, const lf_state *before);
LF_API void lf_agent_free(lf_agent *);

/* What an agent thinks of the pending decision: the options, best first. `win` is the chance to
 * win, 0 … 1, `margin` the expected margin at the end, both for the decider; `line` is the text
 * of the decisions that it expects next ("" if none). */
typedef struct {
    int option;
    int64_t visits;
    double win, margin;
    const char *line;
} lf_advised;
typedef struct {
    lf_seat seat; /* who decides */
    int count;
    const lf_advised *options;
    double win[LF_SEATS_MAX], margin[LF_SEATS_MAX]; /* of the position, by seat */
} lf_advice;
/* Takes as long as a choice. NULL with an error: no decision is pending, lf_agent_begin was not
 * called, the agent does not evaluate (random), the decision shows what its seat may not know,
 * or memory ran out. */
LF_API lf_advice *lf_agent_advise(lf_agent *, const lf_state *, lf_error *);
LF_API void lf_advice_free(lf_advice *);

/* How good the position is for every seat, as the agent's seat sees it, without a search: two
 * arrays with a number for each seat; either may be NULL. LF_BAD_ARGUMENT: lf_agent_begin was
 * not called, or the state belongs to another game. */
LF_API lf_status lf_agent_evaluate(lf_agent *, const lf_state *, double *win, double *margin);

/* ---- exploitability -------------------------------------------------------------------------- */

/* How an agent is measured in a game so small that all its positions can be written down, chance
 * included: it is asked in every information state. */
typedef struct {
    const lf_setup *setup; /* NULL: the usual one */
    const char *agent;     /* who plays all seats */
    int positions;         /* of the game, at most */
    int samples;   /* choices in each, of an agent that does not say how likely it takes what */
    uint64_t seed; /* of the agent */
    bool (*stop)(void *context); /* asked now and then; true gives it up. NULL: nothing does */
    void *context;
} lf_exploit_plan;
typedef struct {
    int seats, positions, information_states;
    bool exact; /* the agent said itself how likely it takes what */
    /* two seats, and what one wins the other loses: else no strategy need be safe */
    bool zero_sum;
    double value[LF_SEATS_MAX];    /* what a seat can expect */
    double response[LF_SEATS_MAX]; /* what it could have if it knew how the others play */
    double exploitability;         /* the mean of what seats would gain by that */
} lf_exploit;
/* What somebody who knows how the agent plays could win by it. False with the reason: the game is
 * too large, there is no such agent, out of memory; with the status LF_OK if it was stopped. */
LF_API bool lf_exploit_agent(const lf_game *, const lf_exploit_plan *, lf_exploit *out, lf_error *);

/* ---- games ----------------------------------------------------------------------------------- */

/* Limits of an analysis, and its progress callback. All 0: the defaults. */
typedef struct {
    /* how many turns to look at closely, those that changed the chances most; 0: the default of
     * 6, below 0: none */
    int moments;
    double seconds; /* for each look of the agent, over its own settings; 0: as they say */
    bool decisions; /* chances before every decision too, evaluated without a search */
    bool
        /* chances at the beginning of turns come from a search where the viewer may know what is
         * offered, which is slower and better; otherwise they are evaluated without one */
        search;
    /* Called after every step of the work, of which there are at most `all`; false ends it. May
     * be NULL. */
    bool (*progress)(void *context, int done, int all);
    void *context;
} lf_analysis_limits;

/* Lets an agent (NULL: LF_ADVISER) analyse a game, as a viewer may know it (a seat; LF_NOBODY:
 * an onlooker; LF_HOST: everything): the chances of every seat turn by turn, the turns that
 * changed them most, and what would have been better there. Once a game is over, everything may
 * be known, and the viewer only says whose chances are reported. Canonical JSON,
 * schemas/analysis.schema.json:
 *
 *     turns      [{turn, gameTurn, seat, decision, summary, win {SEAT: 0 … 1}, margin {SEAT: …}}]
 *                at the beginning of each turn of the log
 *     now        {win, margin} of the present position; of a finished game, how it ended
 *     moments    [{turn, decision, seat, prompt, before, after {win, margin}, change, chosen,
 *                better [option], loss, text}] in the order of the game: the chances before and
 *                after the turn, and the decision in it at which most was lost
 *
 * An option is {id, label, win, margin, line}. `change` is the change of the chance of the seat
 * whose turn it was, `loss` how much better the best option would have been than the chosen one
 * (null: nothing, or unknown), and `text` says it in a sentence. What the viewer may not know is
 * null.
 *
 * `limits` may be NULL. NULL with an error: no game yet, no such seat or agent, ended by
 * `progress`, or memory ran out. Free it with lf_string_free. Do not change the session
 * meanwhile. */
LF_API char *lf_analyse(const lf_session *, lf_seat viewer, const char *agent,
                        const lf_analysis_limits *limits, lf_error *);

#ifdef __cplusplus
}
#endif

#endif
