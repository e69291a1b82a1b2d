/* ways.h: in which ways an action was taken: the word (a value, an entry of a menu) that its seat
 * chose first in it, as far as it chose a word first. So "Build" falls into "Build: House" and
 * "Build: Road", whatever the game is. */
#ifndef REPORT_WAYS_H
#define REPORT_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "ludoforge.h"

typedef struct {
    lf_seat seat;
    int action;
    lf_option_kind kind;
    int subject;
    int64_t uses, games; /* in all, and the games with at least one */
    char label[96];      /* of the word */
} action_way;

typedef struct {
    action_way *at;
    int count;
    size_t capacity;
} way_list;

/* Adds to the entry for the same word of the same action of the same seat. False: out of memory. */
bool ways_add(way_list *, const action_way *);
void ways_free(way_list *);
/* How many different words there are for an action of a seat. */
int ways_of(const way_list *, lf_seat, int action);

#endif
