/* ladder_print.h: what `ladder` prints, for people and for programs. */
#ifndef CLI_LADDER_PRINT_H
#define CLI_LADDER_PRINT_H

#include "cli/sim/cmd_sim.h"
#include "tool/ladder/ladder.h"

void ladder_print(const ladder *, const sim_stats *, const sim_pace *);
void ladder_print_json(const ladder *, const sim_stats *, const sim_pace *);

#endif
