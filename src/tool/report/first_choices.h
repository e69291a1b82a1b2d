/* first_choices.h: first-choice statistics: what a seat chose first in an action (a value, an entry
 * of a menu) and how often. Actions whose first choice is of another kind have no entry. So "Build"
 * falls into "Build: House" and "Build: Road", whatever the game is. */
#ifndef REPORT_FIRST_CHOICES_H
#define REPORT_FIRST_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

#include "ludoforge.h"

typedef struct {
    lf_seat seat;
    int action;
    lf_option_kind kind;
    int subject;
    int64_t uses, games; /* in all, and the games with at least one */
    char label[96];      /* of what was chosen */
} first_choice;

typedef struct {
    first_choice *at;
    int count;
    size_t capacity;
} first_choice_list;

/* Adds to the entry for the same choice in the same action of the same seat. False: out of
 * memory. */
bool first_choices_add(first_choice_list *, const first_choice *);
void first_choices_free(first_choice_list *);
/* How many different first choices an action of a seat has. */
int first_choices_of(const first_choice_list *, lf_seat, int action);

#endif
