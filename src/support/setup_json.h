/* setup_json.h: how a game is set up (scenario, seed, options, order of the cards, forced
 * decisions), as JSON and back. The same members stand in a request of `engine`, in a recorded
 * game and in a save. */
#ifndef LF_SUPPORT_SETUP_JSON_H
#define LF_SUPPORT_SETUP_JSON_H

#include <jansson.h>

#include "ludoforge.h"

#define DEFAULT_STACK "deck" /* the stack that "deck" orders unless "stack" names another */

/* An lf_setup together with the texts it points at. */
typedef struct {
    lf_setup setup;
    char *scenario, *stack, *position;
    char **options, **cards; /* ended by NULL; NULL when there are none */
} owned_setup;

/* Reads `scenario`, `seed`, `options`, `stack`, `deck`, `position` and `forced` of an object; all
 * may be missing. On failure there is nothing to free. Whether the names exist is for lf_state_new
 * to say. */
bool lf_setup_from_json(owned_setup *, const json_t *object, lf_error *);
/* The same of a recorded game, a save or a series. Those from before `forced` do not say it:
 * then single options were taken at once. */
bool lf_setup_from_file(owned_setup *, const json_t *object, lf_error *);
bool lf_setup_copy(owned_setup *, const lf_setup *, lf_error *);
void lf_setup_free(owned_setup *);

/* A seed has 64 bits, and jansson's integers are signed: a seed above 2^63 - 1 is written as a text
 * of decimal digits, a smaller one as a number. Reading takes both forms for every seed. */
json_t *lf_seed_to_json(uint64_t seed);
bool lf_seed_from_json(const json_t *, uint64_t *seed);
/* Decimal digits and nothing else, at most 2^64 - 1. */
bool lf_seed_from_text(const char *text, uint64_t *seed);

/* Adds the members to an object. */
void lf_setup_to_json(json_t *object, const lf_game *, const lf_setup *);

#endif
