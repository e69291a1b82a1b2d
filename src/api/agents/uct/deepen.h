/* deepen.h: alpha-beta by turns, each time a turn deeper, with the evaluation at its end: for two
 * seats, where nothing is hidden and no dice are rolled. Where a single reply refutes what looks
 * good, as in games of captures, a search by samples needs long to see it.
 *
 * Depth is counted in whole turns, so that nobody is judged in the middle of one. Behind the last
 * turn it goes on as long as there are loud options, those that the game's designer wants looked at
 * first (priors of twice the usual weight and more), and whoever is to move may also leave it at
 * that. */
#ifndef UCT_DEEPEN_H
#define UCT_DEEPEN_H

#include "lane.h"

typedef struct deepener deepener;

#define DEEPENER_BYTES ((size_t)4 << 20) /* about what it takes in games with small states */

/* NULL: out of memory, or not a game for this. */
deepener *lf_uct_deepener_new(const lane *);
void lf_uct_deepener_free(deepener *);
/* Looks at the options of the pending decision within so many positions and before the deadline (0:
 * none). How many turns deep all of them were seen; 0: chance came into it, or there was no
 * time. */
int lf_uct_deepener_look(deepener *, lane *, int options, int64_t positions, double deadline);
/* Was there chance in the last look? Then the game is none for this. */
bool lf_uct_deepener_met_chance(const deepener *);
/* What it thinks of an option, after a look that saw one turn or more. */
void lf_uct_deepener_say(const deepener *, int option, agent_thought *out);
/* The position as it is expected to become behind an option. */
void lf_uct_deepener_expect(const deepener *, int option, evaluation *out);

#endif
