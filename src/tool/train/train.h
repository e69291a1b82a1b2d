/* train.h: learns an evaluation of a game by self-play.
 *
 * A training consists of generations of games. All games of a generation are played with the same
 * net, on any number of threads; then the net learns from their positions in the order of the
 * games. So a training depends only on its seed and the number of games. The first generations are
 * random games, which are cheap and show which features matter. Then seats play by the net, and
 * sometimes a seat plays at random, so that the net also learns positions that good play avoids.
 * The target of a position combines the outcome and the evaluations of later positions: TD(λ). One
 * game in sixteen is held out: it is measured, and nothing is learned from it. */
#ifndef TRAIN_TRAIN_H
#define TRAIN_TRAIN_H

#include <stdatomic.h>

#include "learner.h"
#include "selfplay.h"

/* The settings of a training. A checkpoint contains them, so that a resumed training is the
 * same. */
typedef struct {
    uint64_t seed;
    uint64_t scenarios;    /* one bit for each scenario that is played; 0: all */
    int64_t generation;    /* games in a generation */
    int64_t random_games;  /* at the beginning */
    int64_t measure_every; /* generations between two measurements */
    int64_t hidden, samples, explore;
    int64_t terms; /* 1: the terms of the game are features, too */
    double lambda, rate;
} train_settings;
extern const train_settings train_defaults;

/* A measurement of the net after some games. */
typedef struct {
    int64_t games;
    double seconds;  /* of all runs so far; the only number that differs between equal trainings */
    double loss;     /* held-out games: cross entropy of the wins */
    double baseline; /* the same if the frequencies of wins are predicted */
    double margin_error; /* held-out games: root mean square */
    /* Share of the wins of one seat that plays by the net, against seats of one kind. */
    double against_random, against_margin;
} train_point;
#define TRAIN_POINTS_MAX 4096
#define TRAIN_GENERATION_MAX 4096
#define TRAIN_SAMPLES_MAX 4096

typedef struct {
    const lf_game *game;
    train_settings settings;
    /* of all runs, rounded up to whole generations; INT64_MAX: only the clock counts */
    int64_t games;
    double seconds;         /* of this run; 0: no limit */
    int threads;            /* 0: as many as cores */
    const char *resume;     /* the checkpoint to continue from, or NULL */
    const char *checkpoint; /* where checkpoints are written, or NULL */
    const atomic_bool *stop;
    void (*progress)(void *context, int64_t games, double seconds, const train_point *last);
    void *context;
} train_plan;

/* Sums over the held-out positions since the last measurement. */
typedef struct {
    double loss, margin_error, wins[LF_SEATS_MAX];
    int64_t positions;
} train_held;

/* The weight of a feature: the derivatives of a seat's win (before softmax) and margin by it, and
 * its importance, which is the derivative times the standard deviation of the feature over held-out
 * positions. */
typedef struct {
    uint32_t place;
    int seat;
    double win, margin, importance;
} train_weight;

typedef struct {
    lf_feature_layout *layout;
    learner net;
    int64_t games, failed; /* played so far; those of them that did not end */
    int64_t positions;     /* from which the net learned */
    double seconds;
    train_held held;
    train_point points[TRAIN_POINTS_MAX];
    int point_count;
    train_settings settings;
    /* Margins and terms of all seats and the most important others, most important first. */
    train_weight *weights;
    int weight_count;
} train_result;

/* The set-up of a game with this seed: one of the scenarios, each with the same probability. */
lf_setup train_setup(const lf_game *, const train_settings *, uint64_t seed);

/* False with an error: a checkpoint does not fit, or memory ran out. A stop is no error. Close the
 * result in either case. */
bool train_run(const train_plan *, train_result *, lf_error *);
void train_result_close(train_result *);

/* checkpoint.c */
bool checkpoint_write(const train_result *, const char *path, lf_error *);
bool checkpoint_read(train_result *, const char *path, lf_error *);

/* curve.c: loss and shares of wins over games as SVG, for lf_string_free; NULL: out of memory. */
char *curve_svg(const train_result *);

#endif
