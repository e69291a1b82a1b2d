/* selfplay.h: plays the games from which a learned evaluation is trained and measured.
 *
 * A seat plays whole turns: it tries some random turns on samples of the state and plays the one
 * after which it stands best, by the net or by margins. This player is simple and fast. Its
 * positions after a turn are the kind of positions that agents evaluate. */
#ifndef TRAIN_SELFPLAY_H
#define TRAIN_SELFPLAY_H

#include <stdatomic.h>

#include "ludoforge_tools.h"
#include "support/random.h"

typedef enum {
    PLAY_RANDOM, /* random options */
    PLAY_MARGIN, /* the turn with the best own margin at its end */
    PLAY_NET     /* the turn with the best evaluation by the net at its end */
} play_style;

typedef struct {
    const lf_feature_layout *layout;
    const lf_value_net *net; /* NULL if no seat plays by it */
    lf_setup setup;          /* its seed is not used */
    uint64_t seed;           /* of the game and of the turns that are tried */
    play_style styles[LF_SEATS_MAX];
    int samples; /* turns that are tried */
    int explore; /* one turn in so many is random; 0: none */
    bool record; /* keep positions */
    const atomic_bool *stop;
} game_plan;

/* The positions of one game are similar: a few dozen are enough, spread over the game at random. */
#define POSITIONS_MAX 40

/* A position at the end of a turn, as the seat of the turn sees it. */
typedef struct {
    size_t first; /* of its features */
    uint32_t count;
} position;

typedef struct {
    bool ended; /* false: a rule failed, the game was too long, or it was stopped */
    lf_outcome outcome;
    int64_t decisions;
    lf_feature *features;
    size_t feature_count, feature_room;
    position *positions; /* fewer than POSITIONS_MAX */
    size_t position_count;
    int thinned; /* one position in so many was kept */
} played_game;

/* What a thread needs to play. */
typedef struct {
    const lf_feature_layout *layout;
    lf_state *state, *trial;
    lf_feature_reader *reader;
    int32_t *line, *best_line; /* ids of the actions of a turn */
} selfplay_worker;

bool selfplay_open(selfplay_worker *, const lf_feature_layout *); /* false: out of memory */
void selfplay_close(selfplay_worker *);

/* Plays a game. `out` keeps its memory for the next game. False: out of memory. */
bool selfplay_play(selfplay_worker *, const game_plan *, played_game *out);
void played_game_close(played_game *);

/* The share of the win of each seat; all seats share a draw. */
void win_shares(const lf_outcome *, int seats, double *out);

#endif
