/* run.h: a simulation kept in a folder, so that it can be continued after any end, a kill included:
 *
 *     run.json   which games: see settings.h
 *     games.csv  one row a game, in order, without gaps: see rows.h
 *     games.seal a digest of these rows, so that a changed one is noticed: see checksum.h
 *
 * Rows are appended in whole chunks with one write each. A kill can leave rows at the end that are
 * not sealed, or half a row; they are cut off when the run is continued, and played again. One
 * process writes at a time: it holds a lock on games.csv. */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "settings.h"
#include "tool/sim/checksum.h"

typedef struct {
    const char *folder; /* as it was given */
    const lf_game *game;
    bool work; /* rows have what the seats had to do */
    int file;  /* games.csv, locked; -1: not open */
    checksum checksum;
    char *rows;
    size_t size, capacity; /* of the rows that wait to be written */
    int64_t waiting;       /* how many they are */
    bool full;             /* memory ran out */
} run;

/* Begins a run; the folder is made if it is not there, and must not have one yet. */
bool run_create(run *, const char *folder, const sim_plan *, lf_error *);
/* The content of run.json, checked by settings_check and to be that of a ladder, or of none; NULL
 * on errors. */
json_t *run_read(const char *folder, bool ladder, lf_error *);
/* Continues the run of this plan, unless its rows were changed: folds its games into the
 * statistics, sets plan->first behind them, and writes run.json anew if the number of games has
 * changed. */
bool run_continue(run *, const char *folder, sim_plan *, sim_stats *, lf_error *);
/* False, with the reason, if what was written last is not certain to be on the disk. */
bool run_close(run *, lf_error *);

/* Adds a game; run_flush writes what was added. */
void run_add(run *, const game_result *);
bool run_flush(run *, lf_error *);

#endif
