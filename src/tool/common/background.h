/* background.h: native code that is built beside the play, where it pays: once the bots of a game
 * have thought for a while. */
#ifndef TOOL_BACKGROUND_H
#define TOOL_BACKGROUND_H

#include "ludoforge_tools.h"

typedef struct background background;

#define BACKGROUND_PAYS_AFTER                                                                      \
    2.0 /* seconds that bots thought; a small game is built in about as many */

/* Builds what bots have thought about for so many seconds. Once for each game says in words how it
 * went to `tell`, from another thread; `tell` may be NULL. NULL: there is no memory, and nothing is
 * ever built. */
background *background_new(double after, void (*tell)(const char *text));
/* Bots have thought so long about a game, which has to stay until background_free. Never waits. May
 * be called from any thread; NULL does nothing. Who plays the game changes over by itself: the
 * state is the same. */
void background_thought(background *, const lf_game *, double seconds);
/* Stops what is being built. */
void background_free(background *);

#endif
