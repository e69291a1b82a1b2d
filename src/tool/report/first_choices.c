/* first_choices.c: first-choice statistics as a list. It is short, so it is searched from the
 * front. */
#include <assert.h>

#include "first_choices.h"

#include "support/array.h"

bool first_choices_add(first_choice_list *list, const first_choice *choice) {
    assert(choice->uses > 0 && choice->seat >= 0);
    for (int i = 0; i < list->count; i++) {
        first_choice *at = &list->at[i];
        if (at->seat == choice->seat && at->action == choice->action && at->kind == choice->kind &&
            at->subject == choice->subject) {
            at->uses += choice->uses;
            at->games += choice->games;
            return true;
        }
    }
    if (!lf_array_reserve(&list->at, &list->capacity, (size_t)list->count + 1, sizeof *list->at))
        return false;
    list->at[list->count++] = *choice;
    return true;
}

void first_choices_free(first_choice_list *list) {
    lf_free(list->at);
    *list = (first_choice_list){0};
}

int first_choices_of(const first_choice_list *list, lf_seat seat, int action) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += list->at[i].seat == seat && list->at[i].action == action;
    return count;
}
