/* table.h: what lies on the table, as a row of numbers that can be compared: pieces, cards and
 * variables, without those variables and stacks that only keep the books of play. */
#ifndef LF_WALKS_TABLE_H
#define LF_WALKS_TABLE_H

#include "ludoforge.h"

enum { TABLE_CATALOGUES = 4 };

typedef struct {
    const lf_game *game;
    bool *ignored[TABLE_CATALOGUES]; /* globals, variables of seats, of spaces, stacks */
    size_t size;                     /* numbers in a row */
} table;

bool table_new(const lf_game *game, table *out);
void table_free(table *);
/* Leaves a variable or stack out of the comparison; false if there is none of this name. */
bool table_ignore(table *, const char *name);
int64_t *table_row_new(const table *);
void table_read(const table *, const lf_state *, int64_t *row);
bool table_same(const table *, const lf_state *, const int64_t *row);

#endif
