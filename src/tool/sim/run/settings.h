/* settings.h: which games a simulation plays, as JSON and back. The same object is the file
 * run.json of a run and the order that the leader of several ranks sends to the others:
 *
 *     {"format": "ludoforge-run", "version": 1, "game": id, "identity": hex, "spec": text,
 *     "scenario": …,
 *      "seed": …, "options": {…}, "games": n, "agents": [name, …], "maxDecisions": n}
 *
 * That of a ladder has the format "ludoforge-ladder", any number of agents, and "field": the agent
 * in all other seats, or null.
 *
 * `identity` is the hash of the compiled game: with another version of the rules it is another
 * series. */
#ifndef SIM_SETTINGS_H
#define SIM_SETTINGS_H

#include "support/setup_json.h"
#include "tool/sim/sim.h"

json_t *settings_to_json(const sim_plan *);

/* Is this such an object at all? Looks at the format and the version, and at nothing of the
 * game. */
bool settings_check(const json_t *, lf_error *);
/* Is it of a ladder? */
bool settings_of_ladder(const json_t *);
/* How the game was named; NULL if the object does not say. */
const char *settings_spec(const json_t *);
/* Fills the set-up, the number of games, the agents and the longest game of a plan whose `game` is
 * set; false if this is a series of another game, or of other rules. The texts are in `texts`, for
 * lf_setup_free; a ladder is for sim_close_ladder. */
bool settings_from_json(const json_t *, sim_plan *, owned_setup *texts, lf_error *);
/* False, with the first difference in words, when two plans of one game do not play the same games.
 * Their numbers of games are not compared. */
bool settings_same(const sim_plan *theirs, const sim_plan *ours, lf_error *);

#endif
