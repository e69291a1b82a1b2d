/* ways.c: a list of the ways in which actions were taken. It is short, so it is searched from the
 * front. */
#include "ways.h"

#include <stdlib.h>

bool ways_add(way_list *list, const action_way *way) {
    for (int i = 0; i < list->count; i++) {
        action_way *at = &list->at[i];
        if (at->seat == way->seat && at->action == way->action && at->kind == way->kind &&
            at->subject == way->subject) {
            at->uses += way->uses;
            at->games += way->games;
            return true;
        }
    }
    if (list->count == list->capacity) {
        const int capacity = list->capacity > 0 ? 2 * list->capacity : 16;
        action_way *larger = realloc(list->at, (size_t)capacity * sizeof *larger);
        if (larger == NULL)
            return false;
        list->at = larger;
        list->capacity = capacity;
    }
    list->at[list->count++] = *way;
    return true;
}

void ways_free(way_list *list) {
    free(list->at);
    *list = (way_list){0};
}

int ways_of(const way_list *list, lf_seat seat, int action) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += list->at[i].seat == seat && list->at[i].action == action;
    return count;
}
