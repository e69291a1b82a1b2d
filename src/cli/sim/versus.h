/* versus.h: `sim A --versus B`: the same seeds under two versions of a game. */
#ifndef CLI_VERSUS_H
#define CLI_VERSUS_H

#include "cli/cli.h"
#include "tool/sim/sim.h"

typedef struct {
    const char *spec;         /* of B; NULL: the same as A */
    const text_list *options; /* of B; they replace those of A that have the same names */
    const char *without;      /* optimisations that B is compiled without, as A was */
    bool json;
} versus_request;

/* Plays `plan` (A) and its counterpart, and prints what differs; an exit status. */
int versus_run(const sim_plan *plan, const versus_request *);

#endif
