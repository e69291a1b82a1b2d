/* program.h: what the programs share that play a game on the engine, through its public interface
 * only. */
#ifndef LF_REFERENCE_PROGRAM_H
#define LF_REFERENCE_PROGRAM_H

#include "ludoforge.h"

/* Loads a spec. On errors they are printed, and the result is NULL. */
lf_game *program_load(const char *path);
bool program_number(const char *text, uint64_t *out);
/* A generator (splitmix64) of its own: the engine's must not decide what it is tested with. */
uint64_t program_random(uint64_t *state);

#endif
