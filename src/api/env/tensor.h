/* tensor.h: the parts of an observation in numbers: what the file of their shapes (tensor_layout.c)
 * and the file that fills them in (tensor.c) share. */
#ifndef LF_TENSOR_H
#define LF_TENSOR_H

#include "kernel/state/state.h"
#include "ludoforge_env.h"
#include "ludoforge_tools.h"

/* In the order in which they lie behind each other; a game has those of them that are not empty. */
typedef enum {
    LF_PART_VIEWER,
    LF_PART_SCENARIO,
    LF_PART_PHASE,
    LF_PART_TURN,
    LF_PART_ACTIVE,
    LF_PART_DECIDER,
    LF_PART_OPTION_NUMBERS,
    LF_PART_OPTION_VALUES,
    LF_PART_GLOBAL_NUMBERS,
    LF_PART_GLOBAL_VALUES,
    LF_PART_GLOBAL_SETS,
    LF_PART_SEAT_NUMBERS,
    LF_PART_SEAT_VALUES,
    LF_PART_SEAT_SETS,
    LF_PART_SPACE_NUMBERS,
    LF_PART_SPACE_VALUES,
    LF_PART_SPACE_SETS,
    LF_PART_PIECES,
    LF_PART_STACK_SIZES,
    LF_PART_CARD_STACKS,
    LF_PART_CARD_PLACES,
    LF_PART_TIMES,
    LF_PART_QUESTION,
    LF_PART_OFFERED,
    LF_PART_OFFERED_NUMBERS,
    LF_PART_SHOWN_NUMBERS,
    LF_PART_SHOWN_THINGS,
    LF_PART_OUTCOME,
    LF_PART_CHECKPOINT,
    LF_PART_MARGINS,
    LF_PARTS
} lf_part;

/* Its name, shape, size, least and greatest number; not its offset. */
void lf_part_measure(const lf_game *, lf_part, lf_tensor_part *out);

uint32_t lf_part_size(const lf_game *, lf_part);

/* ---- an observation as the numbers that are not 0, for what reads many of them (tensor.c) ---- */

typedef lf_feature lf_number;
#define LF_PART_LEFT_OUT UINT32_MAX
/* Where each part begins is the caller's: `first` says it, or that the part is left out. The
 * pending decision's parts (from LF_PART_QUESTION to LF_PART_SHOWN_THINGS) and the places of cards
 * must be. Returns how many there are, at most one a place. */
uint32_t lf_observe_numbers(const lf_state *, lf_seat, const uint32_t first[LF_PARTS],
                            lf_number *out);

/* ---- variables: numbers as they are, everything else a place for each value, a set one for each
 * element ---- */

typedef struct {
    const lf_var *vars;
    uint32_t count, owners;
} lf_var_list;
lf_var_list lf_vars_of_part(const lf_game *, lf_part);
static inline bool lf_var_is_number(const lf_var *var) {
    return !var->is_set && (var->sort == LF_SORT_INT || var->sort == LF_SORT_PIECES);
}
/* The places that a variable takes which is no number: one a value or element; of a truth one. */
uint32_t lf_var_places(const lf_game *, const lf_var *);

/* ---- cards ---- */

/* Behind the stacks: a card that lies nowhere, and one of which the seat does not know where it
 * lies. */
static inline uint32_t lf_nowhere(const lf_game *game) {
    return game->stack_count;
}
static inline uint32_t lf_unknown(const lf_game *game) {
    return game->stack_count + 1;
}

/* ---- things: whatever has a name in a game, all in one row ---- */

typedef enum {
    LF_THING_ZONE,
    LF_THING_SEAT,
    LF_THING_CARD,
    LF_THING_KIND,
    LF_THING_DIRECTION,
    LF_THING_STACK,
    LF_THING_ACTION,
    LF_THING_VALUE, /* of whatever enumeration */
    LF_THING_MENU,  /* an entry of whatever menu */
    LF_THING_OUT,   /* the way out */
    LF_THINGS
} lf_thing;
uint32_t lf_thing_count(const lf_game *, lf_thing);
uint32_t lf_first_of_things(const lf_game *, lf_thing); /* where they begin in the row */

#endif
