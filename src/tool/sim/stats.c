/* stats.c: what a series of games adds up to. */
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/json_forms.h"

#define UNNAMED_ENDING "other"

bool stats_open(sim_stats *s, const lf_game *game, int seats) {
    *s = (sim_stats){.game = game, .seats = seats};
    s->digest = XXH64_createState();
    if (!s->digest)
        return false;
    XXH64_reset(s->digest, 0);
    for (int i = 0; i < lf_count(game, LF_OF_CHECKPOINTS) && i < STATS_CHECKPOINTS_MAX - 1; i++)
        s->endings[s->ending_count++].checkpoint = lf_name(game, LF_OF_CHECKPOINTS, i);
    return true;
}

void stats_close(sim_stats *s) {
    for (int i = 0; i < s->failure_count; i++)
        free(s->failures[i].message);
    XXH64_freeState(s->digest);
    *s = (sim_stats){0};
}

static void tally_add(tally *t, int64_t value, bool first) {
    t->sum += (double)value;
    if (first || value < t->min)
        t->min = value;
    if (first || value > t->max)
        t->max = value;
}

double tally_mean(const tally *t, int64_t count) {
    return count > 0 ? t->sum / (double)count : 0;
}

static void count_ending(sim_stats *s, const char *checkpoint) {
    const char *name = checkpoint != NULL ? checkpoint : UNNAMED_ENDING;
    int i = 0;
    while (i < s->ending_count && strcmp(s->endings[i].checkpoint, name) != 0)
        i++;
    if (i == STATS_CHECKPOINTS_MAX) {
        i--; /* full: the last one takes the rest */
    } else if (i == s->ending_count) {
        s->endings[s->ending_count++].checkpoint = name;
    }
    s->endings[i].games++;
}

static void fold_failure(sim_stats *s, game_result *game) {
    s->errors++;
    if (s->failure_count < STATS_FAILURES_MAX)
        s->failures[s->failure_count++] = (failure){game->index, game->seed, game->error};
    else
        free(game->error);
    game->error = NULL;
}

static void fold_completed(sim_stats *s, const game_result *game) {
    bool first = s->completed++ == 0;
    s->draws += game->winners == 0;
    for (int seat = 0; seat < s->seats; seat++) {
        s->wins[seat] += has_won(game->winners, seat);
        tally_add(&s->margin[seat], game->margin[seat], first);
    }
    tally_add(&s->length, game->decisions, first);
    count_ending(s, game->checkpoint);
}

void stats_fold(sim_stats *s, game_result *game) {
    unsigned char bytes[8]; /* little-endian, so that the digest is the same on every machine */
    if (s->also != NULL)
        s->also(s->also_context, game);
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(game->hash >> (8 * i));
    XXH64_update(s->digest, bytes, sizeof bytes);
    s->decisions += game->decisions;
    s->turns += game->turns;
    if (game->end == PLAYOUT_ENDED)
        fold_completed(s, game);
    else
        fold_failure(s, game);
}

uint64_t stats_digest(const sim_stats *s) {
    return XXH64_digest(s->digest);
}

static json_t *tally_to_json(const tally *t, int64_t count) {
    return json_pack("{s:f, s:I, s:I}", "mean", tally_mean(t, count), "min", (json_int_t)t->min,
                     "max", (json_int_t)t->max);
}

void stats_counts_to_json(const sim_stats *s, json_t *object) {
    json_object_set_new(object, "completed", json_integer(s->completed));
    json_object_set_new(object, "errors", json_integer(s->errors));
    json_object_set_new(object, "decisions", json_integer(s->decisions));
    json_object_set_new(object, "turns", json_integer(s->turns));
}

void stats_results_to_json(const sim_stats *s, json_t *object) {
    json_t *wins = json_object(), *margins = json_object(), *victory = json_object();
    for (int seat = 0; seat < s->seats; seat++) {
        const char *name = lf_name(s->game, LF_OF_SEATS, seat);
        json_object_set_new(wins, name, json_integer(s->wins[seat]));
        json_object_set_new(margins, name, tally_to_json(&s->margin[seat], s->completed));
    }
    for (int i = 0; i < s->ending_count; i++)
        json_object_set_new(victory, s->endings[i].checkpoint, json_integer(s->endings[i].games));
    json_object_set_new(object, "wins", wins);
    json_object_set_new(object, "margins", margins);
    json_object_set_new(object, "victory", victory);
    json_object_set_new(object, "length", tally_to_json(&s->length, s->completed));
    json_object_set_new(object, "digest", lf_hex_to_json(stats_digest(s)));
}

void wilson_interval(int64_t hits, int64_t trials, double *low, double *high) {
    wilson_interval_of((double)hits, (double)trials, low, high);
}

void wilson_interval_of(double hits, double trials, double *low, double *high) {
    const double z = 1.959963984540054;
    if (trials <= 0) {
        *low = 0;
        *high = 1;
        return;
    }
    double n = trials, share = hits / n;
    double centre = share + z * z / (2 * n);
    double spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = fmax(0, (centre - spread) / (1 + z * z / n));
    *high = fmin(1, (centre + spread) / (1 + z * z / n));
}
