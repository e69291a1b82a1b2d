/* compare.h: two series of games over the same seeds, and what differs between them: for `sim
 * --versus`. */
#ifndef SIM_COMPARE_H
#define SIM_COMPARE_H

#include "stats.h"
#include "tool/common/inference.h"

/* What is kept of each game of a series. */
typedef struct {
    bool completed;
    uint32_t winners;
    const char *checkpoint; /* belongs to the game */
    int64_t decisions;
    int turns;
} kept_game;

typedef struct {
    const lf_game *game;
    int seats;
    int64_t games;
    kept_game *at;
    int64_t *margins; /* games × seats */
} series;

bool series_open(series *, const lf_game *, int64_t games);
void series_close(series *);
/* For sim_plan.each, with the series as its context. */
void series_keep(void *series, const game_result *);

typedef enum { OF_WINS, OF_DRAWS, OF_MARGIN, OF_DECISIONS, OF_TURNS, OF_ENDING } measure;

typedef struct {
    measure of;
    const char *name, *label; /* of the seat or the ending; "" for others */
    double a, b;              /* a share of the games, or a mean */
    estimate difference;      /* b less a */
    bool varies;              /* some pair differs in it; only then is there a question to ask */
    double adjusted;          /* p after Holm's correction over all rows that vary */
    bool significant;
} difference;

typedef struct {
    int64_t pairs;    /* seeds whose games were completed under both */
    int64_t left_out; /* seeds whose game failed under either, or was not played */
    int64_t same;     /* pairs with the same winners, ending, length and margins */
    difference *rows;
    int count;
} comparison;

/* Whether both games have seats of the same names; seat_in[s] is then the seat of `b` that is seat
 * s of `a`. */
bool seats_match(const lf_game *a, const lf_game *b, lf_seat seat_in[LF_SEATS_MAX]);
/* Compares, seat by seat of the same name. False when out of memory, or when the seats do not
 * match. */
bool compare(const series *a, const series *b, comparison *);
void comparison_free(comparison *);

const char *measure_name(measure);
bool measure_is_share(measure); /* shown in percent; differences in points */
/* "Blue wins 3.2 points more often (95 % 1.1 to 5.3)." */
void difference_sentence(const difference *, char *buffer, size_t size);
/* A number with as many decimals as help. */
const char *plain_number(double, char buffer[32]);

#endif
