/* selfplay.h: games that a learned evaluation is trained on, and is measured by.
 *
 * A seat plays a turn as a whole: of some turns that it tries out at random on copies in which what
 * it cannot know is redrawn, it plays the one after which it stands best, by the net or by the
 * margins. That is a simple agent, and a fast one; the positions that it stands in after its turns
 * are those that agents ask the evaluation about. */
#ifndef TRAIN_SELFPLAY_H
#define TRAIN_SELFPLAY_H

#include <stdatomic.h>

#include "api/agents/value/value_net.h"
#include "support/random.h"

typedef enum {
    PLAY_RANDOM, /* any option */
    PLAY_MARGIN, /* the turn with the best own margin behind it */
    PLAY_NET     /* the turn that the net likes best */
} play_style;

typedef struct {
    const vocabulary *words;
    const value_net *net; /* NULL as long as nobody plays by it */
    lf_setup setup;       /* its seed is left out: */
    uint64_t seed;        /* of the game and of what is tried out */
    play_style styles[LF_SEATS_MAX];
    int samples;   /* turns tried out */
    int explore;   /* one turn of so many is any of those tried out; 0: none */
    bool remember; /* keeps positions */
    const atomic_bool *stop;
} game_plan;

/* Positions of one game are much alike: a few dozen are enough, spread over the game by rng. */
#define POSITIONS_MOST 40

/* A position at the end of a turn, as the seat sees it that has played it. */
typedef struct {
    size_t first; /* of its features */
    uint32_t count;
} position;

typedef struct {
    bool ended; /* false: a rule failed, it ran away, or was stopped */
    lf_outcome outcome;
    int64_t decisions;
    feature *features;
    size_t feature_count, feature_room;
    position *positions; /* fewer than POSITIONS_MOST */
    size_t position_count;
    int thinned; /* one position of so many was kept */
} game_played;

/* What a thread needs to play, made once. */
typedef struct {
    const vocabulary *words;
    lf_state *state, *trial;
    feature_reader reader;
    int32_t *line, *best_line; /* ids of a turn */
} practice;

bool practice_open(practice *, const vocabulary *);
void practice_close(practice *);

/* Plays a game. `out` keeps its memory for the next. False when memory has run out. */
bool practice_play(practice *, const game_plan *, game_played *out);
void game_played_close(game_played *);

/* What an outcome is to each seat: its share of the win. All have the same at a draw. */
void shares_of(const lf_outcome *, int seats, double *out);

#endif
