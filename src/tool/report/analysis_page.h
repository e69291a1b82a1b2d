/* analysis_page.h: an analysis (lf_analyse) as a page that a player reads. */
#ifndef REPORT_ANALYSIS_PAGE_H
#define REPORT_ANALYSIS_PAGE_H

#include <jansson.h>
#include <stdio.h>

#include "ludoforge.h"

typedef struct {
    const lf_game *game;
    const char *spec;       /* where it was loaded from, for its colours; NULL: unknown */
    const json_t *analysis; /* as lf_analyse gives it */
    const char *command;    /* the command line that makes the page */
} analysis_page;

/* False: out of memory. */
bool analysis_write_page(FILE *, const analysis_page *);

#endif
