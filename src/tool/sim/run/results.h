/* results.h: a finished (or interrupted) run, read back from the folder that `sim --run` wrote: how
 * it was played (run.json) and one row a game (games.csv). */
#ifndef SIM_RESULTS_H
#define SIM_RESULTS_H

#include <jansson.h>

#include "support/setup_json.h"
#include "tool/sim/compare.h"

/* How one game can be played again, and what must come of it. */
typedef struct {
    uint64_t seed, hash;
} replay_key;

typedef struct {
    const char *folder;
    json_t *head; /* run.json */
    owned_setup setup;
    int64_t max_decisions;
    uint64_t identity; /* of the rules that were played */
    series games;      /* after results_read_games, as are all below */
    replay_key *keys;  /* one a game */
} results;

/* Reads run.json. On failure there is nothing to close. */
bool results_open(results *, const char *folder, lf_error *);
void results_close(results *);
/* A text of run.json, or NULL. */
const char *results_text(const results *, const char *name);
/* The agents of the seats; "random" and ["random", …] are both understood. */
bool results_agents(const results *, const lf_game *, agent_name out[LF_SEATS_MAX], lf_error *);
/* Reads games.csv, whose seats and endings are those of the game. */
bool results_read_games(results *, const lf_game *, lf_error *);

#endif
