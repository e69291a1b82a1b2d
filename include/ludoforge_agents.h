/* ludoforge_agents.h: programs that play a seat.
 *
 *     lf_agent *agent = lf_agent_new(game, "greedy", NULL);
 *     lf_agent_begin(agent, lf_find(game, LF_OF_SEATS, "red"), seed);
 *     …
 *     if (lf_decider(state) == its seat)
 *         lf_apply(state, lf_agent_choose(agent, state));
 *     lf_agent_free(agent);
 *
 * An agent knows what its seat may know: it looks at a copy in which all else is redrawn. The same seed and the same decisions give the
 * same choices. An agent belongs to one thread at a time; the game must live longer than the agent. */
#ifndef LUDOFORGE_AGENTS_H
#define LUDOFORGE_AGENTS_H

#include <ludoforge.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lf_agent lf_agent;

/* The i-th agent there is: its name, and in *summary (which may be NULL) a line on how it plays. NULL behind the last. */
LF_API const char *lf_agent_name(int index, const char **summary);

/* An agent by its name, with settings behind a colon where it takes any: "NAME:key=value,key=value". NULL, with words that say
 * what was probably meant, if there is none such or memory ran out. */
LF_API lf_agent *lf_agent_new(const lf_game *, const char *agent, lf_error *);
/* A new game: which seat it plays, and its luck. It may play any number of games, one after the other. */
LF_API lf_status lf_agent_begin(lf_agent *, lf_seat, uint64_t seed);
/* The option that it takes in the pending decision; LF_NO_OPTION when that is not its own or memory ran out. The state is not
 * changed. */
LF_API int lf_agent_choose(lf_agent *, const lf_state *);
LF_API void lf_agent_free(lf_agent *);

#ifdef __cplusplus
}
#endif

#endif
