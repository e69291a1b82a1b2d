/* setup_json.h: how a game is set up (scenario, seed, options, order of the cards), as JSON and back. The
 * same five members stand in a request of `engine`, in a recorded game and in a save. */
#ifndef SIM_SETUP_H
#define SIM_SETUP_H

#include <jansson.h>

#include "ludoforge.h"

#define DEFAULT_STACK "deck" /* the stack that "deck" orders unless "stack" names another */

/* An lf_setup together with the texts it points at. */
typedef struct {
    lf_setup setup;
    char *scenario, *stack, *position;
    char **options, **cards; /* ended by NULL; NULL when there are none */
} owned_setup;

/* Reads `scenario`, `seed`, `options`, `stack` and `deck` of an object; all may be missing. On failure
 * there is nothing to free. Whether the names exist is for lf_state_new to say. */
bool setup_from_json(owned_setup *, const json_t *object, lf_error *);
bool setup_copy(owned_setup *, const lf_setup *, lf_error *);
void setup_free(owned_setup *);

/* Adds the members to an object. */
void setup_to_json(json_t *object, const lf_game *, const lf_setup *);

#endif
