/* fuzz.h: random and coverage-guided play that hunts for games that break.
 *
 * What counts as broken: a rule that fails, a decision without options, an invariant of the game
 * that does not hold, a game without end, a running hash that is wrong, a save or JSON that does
 * not read back to the same state, the same decision leading to two states, a redrawn state in
 * which a seat sees something else than before, and options or words that tell a seat what it may
 * not know. Each kind of failure is shrunk to a short game and written as a record. */
#ifndef SIM_FUZZ_H
#define SIM_FUZZ_H

#include <stdatomic.h>

#include "ludoforge_session.h"
#include "ludoforge_tools.h"
#include "support/files.h"

#define FUZZ_FINDS_MAX 64

typedef struct fuzz_report fuzz_report;

typedef struct {
    const lf_game *game;
    const char *spec;
    const char *scenario;       /* NULL: all of them; with a position, the usual one */
    const char *position;       /* NULL: what the scenario sets up */
    const char *const *options; /* those that are fixed; all others take all their values */
    uint64_t seed;
    bool strict; /* a number that is clamped to the range of its variable is a find */
    double seconds;
    int64_t runs;          /* at most */
    int64_t max_decisions; /* a longer game is a find */
    const char *folder;    /* where finds are written; made when there is one */
    const atomic_bool *stop;
    void (*progress)(void *context, const fuzz_report *, double seconds); /* NULL: none */
    void *context;
} fuzz_plan;

/* Not counted: what belongs to no rule of the game. */
typedef enum { FUZZ_UNSEEN, FUZZ_SEEN, FUZZ_NOT_COUNTED } fuzz_seen;

typedef struct {
    char message[640];
    char detail[512];         /* what differs between two worlds that are one to a seat; or empty */
    char file[LF_PATH_BYTES]; /* the record; empty if it could not be written */
    size_t decisions;
} fuzz_find;

struct fuzz_report {
    int64_t runs, decisions;
    int corpus;
    fuzz_find finds[FUZZ_FINDS_MAX];
    int find_count;
    int size; /* instructions of the compiled rules */
    int reached, countable;
    unsigned char *seen; /* by instruction: a fuzz_seen */
    lf_clamp *clamps;    /* by instruction */
};

/* False when it could not be run at all, with the reason. The report is to be closed in any
 * case. */
bool fuzz_run(const fuzz_plan *, fuzz_report *, lf_error *);
void fuzz_report_close(fuzz_report *);

#endif
