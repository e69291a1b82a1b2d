/* settings.h: the settings of a search, and how they are written: "2s,searchers=2". docs/agents.md
 * lists them for users. */
#ifndef AGENTS_SEARCH_SETTINGS_H
#define AGENTS_SEARCH_SETTINGS_H

#include "ludoforge.h"

#define EVALUATION_BYTES 16
#define SEARCHERS_MAX 64

#define TO_THE_END (-1)
#define AUTOMATIC (-2)

typedef struct {
    double seconds;       /* for a whole turn; 0: iterations count */
    double seconds_short; /* the same in short games; 0: as in others */
    int64_t iterations;   /* for a whole turn, of all searchers together */
    int64_t searchers, threads;
    int64_t memory;     /* bytes, of all searchers together */
    int64_t turns;      /* how far the tree reaches behind the own turn; TO_THE_END; AUTOMATIC */
    int64_t playout;    /* turns that a playout goes on behind the leaf; TO_THE_END; AUTOMATIC */
    int64_t redraw;     /* iterations until hidden information is sampled anew */
    int64_t plans;      /* whole turns that are compared by playouts; 0: the tree decides */
    int64_t tries;      /* turns that a seat tries in such playouts */
    int64_t propose;    /* iterations that propose plans */
    int64_t alphabeta;  /* 1: alpha-beta decides in long games that suit it */
    double trust;       /* the utility at the end of a turn counts like so many playouts */
    double explore;     /* 0: by the length of the game */
    double temperature; /* how much worse than the best a chosen option may be; 0: not at all */
    char evaluation[EVALUATION_BYTES]; /* "best": the best that the game has */
    int64_t mast, priors, plain;       /* 0 or 1 */
} search_settings;

/* Reads settings that are separated by commas; a later one replaces an earlier one. False: the
 * error names the wrong setting and shows a right one. */
bool lf_search_settings_read(search_settings *, const char *text, lf_error *);

#endif
