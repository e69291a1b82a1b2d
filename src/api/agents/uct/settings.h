/* settings.h: how a search is set, and the words that set it. docs/agents.md lists them for
 * people. */
#ifndef UCT_SETTINGS_H
#define UCT_SETTINGS_H

#include "ludoforge.h"

#define EVALUATION_BYTES 16

typedef struct {
    double seconds;       /* for a whole turn; 0: iterations count */
    double seconds_short; /* the same in games that are short; 0: as in others */
    int64_t iterations;   /* for a whole turn */
    int64_t lanes, threads;
    int64_t memory; /* bytes, of all lanes together */
    /* how far the tree reaches behind the own turn: so many turns; TO_THE_END; AUTOMATIC */
    int64_t turns;
    /* how many turns a playout goes on behind that of the leaf; TO_THE_END; AUTOMATIC */
    int64_t playout;
    int64_t redraw;  /* hidden things are drawn anew every so many iterations */
    int64_t plans;   /* so many whole turns are compared by playing on; 0: the tree decides */
    int64_t tries;   /* turns that a seat tries out in such playouts */
    int64_t propose; /* iterations that propose them */
    /* 1: alpha-beta by the evaluation decides in long games where it can (deepen.h) */
    int64_t deepen;
    double trust;   /* so many playouts weigh as much as what a turn looks like at its end */
    double explore; /* 0: by the length of the game */
    double
        /* how much worse than the best an option may be that is taken at times; 0: only the best */
        temperature;
    char evaluation[EVALUATION_BYTES]; /* "best": what there is */
    int64_t mast, priors, plain;       /* 0 or 1 */
} search_settings;

#define TO_THE_END (-1)
#define AUTOMATIC (-2)

/* Reads words, parted by commas; a later one replaces an earlier one. False with the word that is
 * wrong and what would be right. */
bool lf_uct_settings_read(search_settings *, const char *words, lf_error *);

#endif
