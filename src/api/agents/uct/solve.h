/* solve.h: the end of a game for two, looked through to the last move, where nothing is hidden and
 * no dice are rolled. A search by samples needs long to see that one narrow path refutes a move;
 * this does not. It gives up when its budget is used. */
#ifndef UCT_SOLVE_H
#define UCT_SOLVE_H

#include "lane.h"

typedef struct solver solver;

#define SOLVER_BYTES ((size_t)2 << 20) /* about what it takes in games with small states */

enum { SOLVED_LOSS = -1, SOLVED_DRAW, SOLVED_WIN, SOLVED_UNKNOWN };

/* NULL: out of memory, or not a game for this. */
solver *lf_uct_solver_new(const lane *);
void lf_uct_solver_free(solver *);
/* What each option of the pending decision is worth to the one who decides, as far as it is found
 * within so many positions and before the deadline (0: none). True if an option wins or all are
 * known. */
bool lf_uct_solver_solve(solver *, lane *, int options, int64_t positions, double deadline,
                         int8_t *values);

#endif
