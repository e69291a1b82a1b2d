/* analysis.h: the analysis of a game: the chances of every seat over time, the moments that changed
 * them most, and the options that would have been better there. The public function is lf_analyse
 * (ludoforge_agents.h). Its parts:
 *
 *     analysis.c       replays the game, asks an agent, finds the moments
 *     analysis_json.c  writes the analysis as JSON, with a sentence for each moment
 *
 * An analysis contains nothing that its viewer may not know: the agent and the texts use the
 * viewer's knowledge. When a game is over, everything may be known; then the agent knows at each
 * decision what the decider knew. */
#ifndef LF_ANALYSIS_H
#define LF_ANALYSIS_H

#include <assert.h>

#include "api/session/session.h"
#include "ludoforge_agents.h"

/* The agent's evaluation of a position. */
typedef struct {
    double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
} analysis_point;

/* A turn of the log in which a seat decided. */
typedef struct {
    int number;
    lf_seat seat;
    size_t decision;      /* decisions made before it */
    analysis_point point; /* at its beginning */
} analysis_turn;

/* A turn that was examined, and the decision in it that the text is about. */
typedef struct {
    int turn;        /* of `turns` below */
    size_t decision; /* decisions before it */
    /* NULL: the viewer may not know the options, or the agent does not evaluate options. */
    lf_advice *advice;
    lf_decision *offered; /* the decision with its options; NULL: the viewer may not know them */
} analysis_moment;

typedef struct {
    const lf_session *session;
    const lf_game *game;
    const char *agent;
    lf_seat viewer;         /* whose knowledge the chances are based on */
    lf_seat reader;         /* whose knowledge the texts may contain */
    size_t first, end;      /* the decisions: the first that can be replayed, behind the last */
    analysis_point *points; /* before decision first + i; the last one: the present position */
    analysis_point now;     /* the last of them, or the outcome if the players ended the game */
    bool over;
    analysis_turn *turns;
    int turn_count;
    analysis_moment *moments; /* in the order of the game */
    int moment_count;
} analysis;

static inline const analysis_point *analysis_at(const analysis *a, size_t decision) {
    assert(decision >= a->first && decision <= a->end);
    return &a->points[decision - a->first];
}
/* The evaluation after a turn: at the beginning of the next one, or of the present position. */
static inline const analysis_point *analysis_after(const analysis *a, int turn) {
    return turn + 1 < a->turn_count ? &a->turns[turn + 1].point : analysis_at(a, a->end);
}

/* The advice on the option that was chosen; NULL: there is none. */
const lf_advised *lf_analysis_taken(const analysis *, const analysis_moment *);
/* The best option, if the agent values it higher than the chosen one; NULL otherwise. */
const lf_advised *lf_analysis_better(const analysis *, const analysis_moment *);

/* For lf_string_free; NULL: out of memory. */
char *lf_analysis_to_json(const analysis *, bool decisions);

#endif
