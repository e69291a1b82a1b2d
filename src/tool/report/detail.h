/* detail.h: what happened within a game, for reports: which actions were taken, which cards came
 * into the open, how the tracks moved. Gathered by watching a game while it is played. */
#ifndef SIM_DETAIL_H
#define SIM_DETAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "first_choices.h"
#include "ludoforge.h"

#define OPTION_KINDS LF_OPTION_KINDS
#define EVENT_KINDS (LF_EVENT_END + 1)
#define SAMPLES_MAX 200 /* points of a track over time; longer games are sampled more coarsely */

/* A number that is followed over time. */
typedef enum { TRACK_MARGIN, TRACK_GLOBAL, TRACK_SEAT } track_kind;
typedef struct {
    track_kind kind;
    int var;
    lf_seat seat;
} track;

/* What is looked at: the same for all games of a run. */
typedef struct {
    const lf_game *game;
    int seats, actions, cards, stacks;
    track *tracks;
    int track_count;
    bool *open_stack; /* by stack: everybody sees its cards */
    bool by_turn;     /* time is counted in turns; else in decisions */
    int64_t step;     /* time between two samples */
} watch_plan;

/* `turns` and `decisions`: of the longest game. */
bool watch_plan_open(watch_plan *, const lf_game *, int64_t turns, int64_t decisions);
void watch_plan_close(watch_plan *);
/* The name of a track, in `buffer`. */
const char *track_label(const watch_plan *, const track *, char *buffer, size_t size);

/* What is kept of one game. */
typedef struct {
    uint32_t *actions;               /* seat × action: how often taken */
    first_choice_list first_choices; /* and what was chosen first in them */
    uint32_t *cards;                 /* stack × card: how often it came into an open stack */
    int32_t *samples;                /* sample × track */
    int sample_count;
    uint32_t kinds[LF_SEATS_MAX][OPTION_KINDS]; /* decisions with a choice, by what was chosen */
    uint32_t forced[LF_SEATS_MAX];              /* decisions without a choice */
    uint32_t events[EVENT_KINDS];
} detail;

bool detail_open(detail *, const watch_plan *);
void detail_close(detail *);

/* Watches a game into a detail. It must stay where it is while the state is played. */
typedef struct {
    const watch_plan *watch_plan;
    lf_state *state;
    detail *out;
    int64_t decisions;
    lf_seat actor; /* whose action has just begun; LF_NOBODY: something was chosen in it */
    int action;
    size_t capacity; /* of the samples */
    bool failed;     /* out of memory */
} detail_watch;

void detail_watch_begin(detail_watch *, const watch_plan *, lf_state *, detail *);

#endif
