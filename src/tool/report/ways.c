/* ways.c: a list of the ways in which actions were taken. It is short, so it is searched from the
 * front. */
#include "ways.h"

#include "support/array.h"

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
    if (!lf_array_reserve(&list->at, &list->capacity, (size_t)list->count + 1, sizeof *list->at))
        return false;
    list->at[list->count++] = *way;
    return true;
}

void ways_free(way_list *list) {
    lf_free(list->at);
    *list = (way_list){0};
}

int ways_of(const way_list *list, lf_seat seat, int action) {
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += list->at[i].seat == seat && list->at[i].action == action;
    return count;
}
