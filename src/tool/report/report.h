/* report.h: the page that `ludoforge report` makes of one or more runs of a game, section by
 * section. */
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

#include <stdio.h>

#include "collect.h"

/* A run, and what was seen when its games were played again. */
typedef struct {
    const lf_game *game;
    results results;
    collection seen;
    int number; /* 1 for the first; tells the anchors of the page apart */
} report_run;

typedef struct {
    const lf_game *game;
    report_run *runs;
    int count;
    const char *command; /* the command line that makes this page */
    const char *spec;    /* where the game was loaded from, for its colours; NULL: unknown */
} report;

/* The whole page. */
void report_write(FILE *, const report *);

/* How games went: wins, margins, length, endings. From all games of the run. */
void report_results(FILE *, const report_run *);
/* What was done in them: actions, cards, decisions, and their correlation with winning. From the
 * games that were played again, as are the tracks. */
void report_use(FILE *, const report_run *);
void report_cards(FILE *, const report_run *);
/* How the numbers of the game moved over time. */
void report_tracks(FILE *, const report_run *);

/* Opens a section whose anchor belongs to this run. */
void report_section(FILE *, const report_run *, const char *id, const char *title);

/* ---- correlations with winning --------------------------------------------------------------- */

/* Something that may go together with the win of a seat. */
typedef struct {
    char label[160];
    lf_seat seat;
    joint_sums sums;
    estimate r;
    double adjusted; /* p after Holm's correction over the list */
} correlation_row;

typedef struct {
    correlation_row *items;
    int count;   /* those with enough data */
    int dropped; /* those without */
    size_t capacity;
} correlation_list;

/* Adds one unless its games are too few; false when out of memory. */
bool correlations_add(correlation_list *, const correlation_row *);
/* Draws the strongest of each direction, with their table, and frees the list. */
void correlations_draw(FILE *, correlation_list *, const char *title, const char *describe);

#endif
