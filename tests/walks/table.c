/* table.c: one walk over the state serves both reading a row and comparing with one. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

static const lf_catalogue CATALOGUES[TABLE_CATALOGUES] = {LF_OF_GLOBALS, LF_OF_SEAT_VARS,
                                                          LF_OF_SPACE_VARS, LF_OF_STACKS};

bool table_new(const lf_game *game, table *out) {
    *out = (table){.game = game};
    for (int i = 0; i < TABLE_CATALOGUES; i++)
        if ((out->ignored[i] = calloc((size_t)lf_count(game, CATALOGUES[i]) + 1, sizeof(bool))) ==
            NULL)
            return false;
    const int size = lf_count(game, LF_OF_ZONES) * lf_count(game, LF_OF_KINDS) +
                     lf_count(game, LF_OF_GLOBALS) +
                     lf_count(game, LF_OF_SEATS) * lf_count(game, LF_OF_SEAT_VARS) +
                     lf_count(game, LF_OF_SPACES) * lf_count(game, LF_OF_SPACE_VARS) +
                     lf_count(game, LF_OF_STACKS) + lf_count(game, LF_OF_CARDS);
    out->size = (size_t)size;
    return true;
}

void table_free(table *t) {
    for (int i = 0; i < TABLE_CATALOGUES; i++)
        free(t->ignored[i]);
}

bool table_ignore(table *t, const char *name) {
    for (int i = 0; i < TABLE_CATALOGUES; i++) {
        const int found = lf_find(t->game, CATALOGUES[i], name);
        if (found >= 0)
            return t->ignored[i][found] = true;
    }
    return false;
}

int64_t *table_row_new(const table *t) {
    return calloc(t->size, sizeof(int64_t));
}

/* Takes the next number: kept in the row, or compared with it. */
typedef struct {
    int64_t *row;
    const int64_t *known;
    size_t at;
    bool same;
} taking;

static void take(taking *k, int64_t number) {
    if (k->row != NULL)
        k->row[k->at] = number;
    else if (k->known[k->at] != number)
        k->same = false;
    k->at++;
}

static void take_pieces(const table *t, const lf_state *state, taking *k) {
    const int zones = lf_count(t->game, LF_OF_ZONES), kinds = lf_count(t->game, LF_OF_KINDS);
    for (int z = 0; z < zones && k->same; z++)
        for (int kind = 0; kind < kinds; kind++)
            take(k, lf_pieces(state, z, kind));
}

static void take_variables(const table *t, const lf_state *state, taking *k) {
    const int globals = lf_count(t->game, LF_OF_GLOBALS), seats = lf_count(t->game, LF_OF_SEATS),
              spaces = lf_count(t->game, LF_OF_SPACES),
              of_seats = lf_count(t->game, LF_OF_SEAT_VARS),
              of_spaces = lf_count(t->game, LF_OF_SPACE_VARS);
    for (int i = 0; i < globals && k->same; i++)
        if (!t->ignored[0][i])
            take(k, lf_global(state, i));
    for (int i = 0; i < of_seats && k->same; i++)
        for (int s = 0; s < seats && !t->ignored[1][i]; s++)
            take(k, lf_seat_value(state, s, i));
    for (int i = 0; i < of_spaces && k->same; i++)
        for (int s = 0; s < spaces && !t->ignored[2][i]; s++)
            take(k, lf_space_value(state, s, i));
}

static void take_cards(const table *t, const lf_state *state, taking *k) {
    const int stacks = lf_count(t->game, LF_OF_STACKS);
    for (int s = 0; s < stacks && k->same; s++) {
        const int size = t->ignored[3][s] ? 0 : lf_stack_size(state, s);
        take(k, size);
        for (int i = 0; i < size && k->same; i++)
            take(k, lf_stack_card(state, s, i));
    }
}

static bool take_all(const table *t, const lf_state *state, taking *k) {
    take_pieces(t, state, k);
    take_variables(t, state, k);
    take_cards(t, state, k);
    return k->same;
}

void table_read(const table *t, const lf_state *state, int64_t *row) {
    take_all(t, state, &(taking){.row = row, .same = true});
}

bool table_same(const table *t, const lf_state *state, const int64_t *row) {
    return take_all(t, state, &(taking){.known = row, .same = true});
}
