/* train.h: learns an evaluation of a game by playing it.
 *
 * Training goes by generations of games: all games of one are played with the same net, on as many
 * threads as wanted, then the net learns from their positions, in the order of the games. So a run
 * depends on its seed and the number of games alone. The first generations are random games, which
 * cost little and tell what matters; then seats play by the net, and now and then a seat is random,
 * so that the net also knows positions that good play avoids. A position learns from the game's
 * outcome and from what the net said of the positions behind it: TD(λ). One game of sixteen is held
 * out: nothing is learned from it, it measures. */
#ifndef TRAIN_TRAIN_H
#define TRAIN_TRAIN_H

#include <stdatomic.h>

#include "learner.h"
#include "selfplay.h"

/* What a run is; kept in checkpoints, so that a resumed one is the same. */
typedef struct {
    uint64_t seed;
    uint64_t scenarios;    /* a bit each that is played; 0: all */
    int64_t generation;    /* games in one */
    int64_t random_games;  /* the first so many */
    int64_t measure_every; /* generations between two measures; */
    int64_t hidden, samples, explore;
    int64_t terms; /* 1: learns from the designer's terms as well */
    double lambda, rate;
} train_settings;
extern const train_settings train_defaults;

/* How good the net was after some games. */
typedef struct {
    int64_t games;
    double seconds; /* of all runs so far; the only number that differs between two runs */
    double loss, baseline,
        /* held-out games: cross entropy of wins, that of the bare frequencies; root mean square of
         * margins */
        margin_error;
    double against_random,
        /* share of wins of one seat by the net, all seats alike, against others of one kind */
        against_margin;
} train_point;
#define TRAIN_POINTS_MAX 4096
#define TRAIN_GENERATION_MAX 4096
#define TRAIN_SAMPLES_MAX 4096

typedef struct {
    const lf_game *game;
    train_settings settings;
    /* of all runs, rounded up to whole generations; INT64_MAX: by the clock */
    int64_t games;
    double seconds;         /* of this run; 0: no limit */
    int threads;            /* 0: as many as cores */
    const char *resume;     /* a checkpoint to go on from, or NULL */
    const char *checkpoint; /* where to keep one, or NULL */
    const atomic_bool *stop;
    void (*progress)(void *context, int64_t games, double seconds, const train_point *last);
    void *context;
} train_plan;

/* Sums over the positions that were held out since the last measure. */
typedef struct {
    double loss, margin_error, wins[LF_SEATS_MAX];
    int64_t positions;
} train_held;

/* A feature, and what the net makes of it: how a seat's own win (before softmax) and margin change
 * with a step of it, and how much of what the net says it moves (slope times the spread of the
 * feature, over held-out positions). */
typedef struct {
    uint32_t place;
    int seat;
    double win, margin, importance;
} train_weight;

typedef struct {
    vocabulary words;
    learner net;
    int64_t games, failed; /* played so far; those of them that did not end */
    int64_t positions;     /* learned from */
    double seconds;
    train_held held;
    train_point points[TRAIN_POINTS_MAX];
    int point_count;
    train_settings settings;
    train_weight
        /* margins and terms of all seats, and the most important others, most important first */
        *weights;
    int weight_count;
} train_result;

/* The set-up of a game with this seed: one of the scenarios, each as likely. */
lf_setup train_setup(const lf_game *, const train_settings *, uint64_t seed);

/* False with the reason: a checkpoint that does not fit, no memory. A stop is none. To be closed in
 * either case. */
bool train_run(const train_plan *, train_result *, lf_error *);
void train_result_close(train_result *);

/* checkpoint.c */
bool checkpoint_write(const train_result *, const char *path, lf_error *);
bool checkpoint_read(train_result *, const char *path, lf_error *);

/* curve.c: loss and win rates over games, as SVG. lf_string_free; NULL: out of memory. */
char *curve_svg(const train_result *);

#endif
