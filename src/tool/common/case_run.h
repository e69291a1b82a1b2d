/* case_run.h: runs one rule case: set a position up, play, and compare with what is expected. */
#ifndef SIM_CASES_H
#define SIM_CASES_H

#include <stdio.h>

#include "ludoforge_tools.h"

/* True if the case holds. Otherwise everything that a reader needs to see is written to `why`, one
 * or more lines. */
bool case_run(const lf_game *, const lf_case *, FILE *why);

#endif
