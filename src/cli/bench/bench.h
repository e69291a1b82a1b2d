/* bench.h: what the parts of `bench` share.
 *
 * Everything is measured in short slices, the figures in turn, so that whatever else the machine
 * does meets all of them alike, and in processor time, so that other programs count as little as
 * possible. What is reported is the median of the slices with their quartiles. The work is the same
 * in every run: the same positions for the single operations, and the same games in the i-th slice
 * of a scenario, provided that the number of games in a slice is the same; a comparison takes it
 * from the earlier result. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "cli/cli.h"

#define BENCH_FORMAT 3 /* of the JSON; a comparison takes no other */
#define BENCH_SLICES 15
#define BENCH_SCENARIOS_MAX 64
#define BENCH_PLACE_BYTES 512

/* One figure, measured in slices. */
typedef struct {
    double at[BENCH_SLICES];
    int count;
} series;

void series_add(series *, double value);
double series_quantile(const series *, double share); /* 0.5: the median; 0 for an empty series */

/* Processor time of this thread. */
double bench_seconds(void);

/* Single operations; each has a row in bench_operations. */
typedef enum {
    BENCH_LOAD,
    BENCH_NEW,
    BENCH_LEGAL,
    BENCH_TEXTS,
    BENCH_APPLY,
    BENCH_COPY,
    BENCH_HASH,
    BENCH_OPERATIONS
} bench_operation;

extern const struct bench_operation_info {
    const char *key; /* in JSON */
    const char *label;
} bench_operations[BENCH_OPERATIONS];

typedef struct {
    const char *name; /* NULL: the game has no scenarios */
    int64_t slice_games;
    int64_t games, decisions;
    double seconds;
    series games_per_s, decisions_per_s;
} bench_scenario;

#define BENCH_SLOWEST_MAX 5
typedef struct {
    double seconds;
    int scenario; /* index into bench.scenarios */
    uint64_t seed;
    int64_t decision; /* how many were made before it */
    uint64_t steps;
    char place[BENCH_PLACE_BYTES];    /* where the choice is */
    char heaviest[BENCH_PLACE_BYTES]; /* the instruction that ran most often after it */
} bench_slowest;

typedef struct {
    const lf_game *game;
    const char *without;                 /* optimisations that were left out; "": none */
    lf_setup setup;                      /* seed and scenario are filled in for each game */
    double budget;                       /* seconds */
    series operations[BENCH_OPERATIONS]; /* in ns */
    bench_scenario scenarios[BENCH_SCENARIOS_MAX];
    int scenario_count, main_scenario; /* the one that the single operations are measured on */
    bench_slowest
        /* the slowest first; of each choice in the rules only its slowest */
        slowest[BENCH_SLOWEST_MAX];
    int slowest_count;
    uint64_t signature;
    lf_state *playing; /* what games are played in */
    lf_error error;
} bench;

/* The game compiled with some of the optimisations. */
typedef struct {
    char label[32]; /* the one switched on last; of a single one, the one left out */
    char without[512];
    bool single; /* all but one */
    lf_game *game;
    series games_per_s;
    uint64_t digest; /* of the games played; the same for all versions */
} bench_version;

#define BENCH_VERSIONS_MAX 72 /* twice as many as the library can have optimisations */
typedef struct {
    bench_version versions[BENCH_VERSIONS_MAX];
    int count;
} bench_steps;

/* bench_steps.c. False after a complaint, with the exit status in *status. */
bool bench_steps_open(bench_steps *, const char *game, int *status);
void bench_steps_free(bench_steps *);
bool bench_measure_steps(bench *, bench_steps *);
void bench_steps_print(const bench_steps *);
json_t *bench_steps_to_json(const bench_steps *);

/* Native code against bytecode, in turn (bench_versus.c): [0] is bytecode. */
typedef struct {
    series games_per_s[2];
    uint64_t digest[2]; /* of the games played; the same for both */
} bench_duel;
typedef struct {
    lf_game *bytecode;
    bench_duel scenarios[BENCH_SCENARIOS_MAX];
} bench_versus;
bool bench_versus_open(bench_versus *, const bench *, const char *game, int *status);
void bench_versus_free(bench_versus *);
bool bench_measure_versus(bench *, bench_versus *);
void bench_versus_print(const bench *, const bench_versus *);
json_t *bench_versus_to_json(const bench *, const bench_versus *);

/* Figures of other programs, those for this game (bench_peers.c). */
#define BENCH_PEERS_MAX 64
typedef struct {
    char name[128], game[128], scenario[128]; /* scenario "": the default */
    double games_per_s;
} bench_peer;
typedef struct {
    bench_peer at[BENCH_PEERS_MAX];
    int count;
} bench_peers;
/* false after a complaint */
bool bench_peers_read(bench_peers *, const char *path, const lf_game *);
void bench_peers_print(const bench *, const bench_peers *);
json_t *bench_peers_to_json(const bench *, const bench_peers *);

/* Positions of random games that single operations are measured on (bench_single.c). */
#define BENCH_POSITIONS 256
typedef struct {
    lf_state *state;
    int option; /* a random one of its decision */
} bench_position;
typedef struct {
    bench_position at[BENCH_POSITIONS];
    int count;
} bench_positions;
bool bench_positions_take(bench *, bench_positions *);
void bench_positions_free(bench_positions *);

/* The environment for search and learning (bench_api.c); each has a row in bench_api_figures. */
typedef enum {
    BENCH_API_IDS,
    BENCH_API_MASK,
    BENCH_API_APPLY,
    BENCH_API_TENSOR,
    BENCH_API_BYTES,
    BENCH_API_COPY,
    BENCH_API_CLONE,
    BENCH_API_RESET,
    BENCH_API_SAMPLE,
    BENCH_API_STEP,
    BENCH_API_FIGURES
} bench_api_figure;
typedef struct {
    series figures[BENCH_API_FIGURES]; /* in ns */
} bench_api;
bool bench_measure_api(bench *, bench_api *);
void bench_api_print(const bench *, const bench_api *);
json_t *bench_api_to_json(const bench *, const bench_api *);

/* Where the results of measured calls go, so that no compiler leaves a call out. */
extern volatile uint64_t bench_sink;

/* Each returns false with bench.error filled in, except when memory ran out. */
bool bench_sign(bench *);           /* bench_signature.c */
bool bench_measure_games(bench *);  /* bench_games.c */
bool bench_find_slowest(bench *);   /* bench_slowest.c */
bool bench_measure_single(bench *); /* bench_single.c */

/* A game of a series in one of the scenarios; NULL on error. */
lf_state *bench_game(bench *, int scenario, uint64_t index);
/* Plays such a game to its end and adds how it ended to the digest, unless that is NULL. Returns
 * the number of decisions, or -1 on error. */
int64_t bench_play(bench *, int scenario, uint64_t index, uint64_t *digest);
/* Makes a random decision; false if there is none, or it failed: bench.error says why. */
bool bench_decide(bench *, lf_state *, uint64_t random);
#define BENCH_DECISIONS_MAX 100000 /* a longer game is given up */

/* Words and JSON (bench_report.c). */
void bench_print(const bench *);
json_t *bench_to_json(const bench *);
const char *bench_scenario_name(const bench *, int scenario);
#define BENCH_TIME_BYTES 32
/* "15.2 ns", "4.31 us", "61.0 ms", in `buffer`. */
const char *bench_time(double ns, char buffer[BENCH_TIME_BYTES]);

/* The comparison with an earlier result (bench_against.c). `then` is what bench_read_earlier
 * gave. */
json_t *bench_read_earlier(const char *path, const lf_game *); /* NULL after a complaint */
/* the same games in a slice as there */
void bench_take_work(bench *, const json_t *then);
void bench_print_comparison(const bench *, const json_t *then);
json_t *bench_comparison_to_json(const bench *, const json_t *then);

/* The profile (bench_profile.c and bench_profile_report.c). */
typedef struct {
    uint64_t *steps, *probes; /* per instruction; probes: while looking ahead */
    uint64_t *samples;        /* by the clock: [0] outside the program, [i + 1] in instruction i */
    int size;
    int64_t decisions;
    double ns_per_decision; /* without counting */
} bench_profile;
bool bench_profile_run(bench *, bench_profile *);
void bench_profile_free(bench_profile *);
void bench_profile_print(const bench *, const bench_profile *);
json_t *bench_profile_to_json(const bench *, const bench_profile *);

#endif
