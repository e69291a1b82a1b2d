/* analysis.h: a game looked at again: how the chances of every seat went, which decisions moved
 * them most, and what would have been better there. The public function is lf_analyse
 * (ludoforge_agents.h); its parts are
 *
 *     analysis.c       walks through the game, asks the agent, finds the moments
 *     analysis_json.c  says it in JSON and in words
 *
 * Nothing is in it that its viewer may not know: the agent has the viewer's knowledge, and so have
 * the texts. Once a game is over everything may be known; then the agent knows at each decision
 * what the seat that made it knew. */
#ifndef AGENTS_ANALYSIS_H
#define AGENTS_ANALYSIS_H

#include "api/session/session.h"
#include "ludoforge_agents.h"

/* What the agent thinks of a position. */
typedef struct {
    double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
} analysis_point;

/* A turn of the log in which a seat decided. */
typedef struct {
    int number;
    lf_seat seat;
    size_t decision;      /* decisions made before it */
    analysis_point point; /* where it begins */
} analysis_turn;

/* A turn that was looked at closely, and the decision in it that is spoken of. */
typedef struct {
    int turn;        /* of `turns` below */
    size_t decision; /* decisions before it */
    lf_advice
        /* NULL: the viewer may not know what was offered, or the agent thinks nothing of options */
        *advice;
    lf_decision *words; /* the decision as it was offered; NULL likewise */
} analysis_moment;

typedef struct {
    const lf_session *session;
    const lf_game *game;
    const char *agent;
    lf_seat viewer;         /* whose knowledge the chances are made of */
    lf_seat reader;         /* what texts may tell */
    size_t first, end;      /* decisions from the first that can be reached to behind the last */
    analysis_point *points; /* before decision first + i; the last: where the game stands */
    analysis_point now;     /* the last of them, or how the game ended if its players ended it */
    bool over;
    analysis_turn *turns;
    int turn_count;
    analysis_moment *moments; /* in the order of the game */
    int moment_count;
} analysis;

static inline const analysis_point *analysis_at(const analysis *a, size_t decision) {
    return &a->points[decision - a->first];
}
/* Where a turn has led to: the beginning of the next one, or where the game stands. */
static inline const analysis_point *analysis_after(const analysis *a, int turn) {
    return turn + 1 < a->turn_count ? &a->turns[turn + 1].point : analysis_at(a, a->end);
}

/* The option that was taken, as advised; NULL: it was not advised on. */
const lf_advised *lf_analysis_taken(const analysis *, const analysis_moment *);
/* The option that the agent thinks more of than of the one taken; NULL: there is none. */
const lf_advised *lf_analysis_better(const analysis *, const analysis_moment *);

/* NULL: out of memory. lf_string_free. */
char *lf_analysis_to_json(const analysis *, bool decisions);

#endif
