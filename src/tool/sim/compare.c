/* compare.c: what differs between two series of games over the same seeds. Games are paired by
 * seed: what chance does to both alike (the same shuffle, the same dice) falls out of the
 * difference. */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- keeping games --------------------------------------------------------------------------- */

bool series_open(series *s, const lf_game *game, int64_t games) {
    *s = (series){.game = game, .seats = lf_count(game, LF_OF_SEATS), .games = games};
    s->at = calloc((size_t)games, sizeof *s->at);
    s->margins = calloc((size_t)games * (size_t)(s->seats + 1), sizeof *s->margins);
    if (s->at && s->margins)
        return true;
    series_close(s);
    return false;
}

void series_close(series *s) {
    free(s->at);
    free(s->margins);
    *s = (series){0};
}

void series_keep(void *context, const game_result *r) {
    series *s = context;
    if (r->index < 0 || r->index >= s->games)
        return;
    s->at[r->index] =
        (kept_game){r->end == PLAYOUT_ENDED, r->winners, r->checkpoint, r->decisions, r->turns};
    memcpy(s->margins + r->index * s->seats, r->margin, (size_t)s->seats * sizeof *s->margins);
}

/* ---- measures -------------------------------------------------------------------------------- */

const char *measure_name(measure of) {
    static const char *const names[] = {"wins", "draws", "margin", "decisions", "turns", "ending"};
    return names[of];
}

bool measure_is_share(measure of) {
    return of == OF_WINS || of == OF_DRAWS || of == OF_ENDING;
}

bool seats_match(const lf_game *a, const lf_game *b, lf_seat seat_in[LF_SEATS_MAX]) {
    int seats = lf_count(a, LF_OF_SEATS);
    if (seats != lf_count(b, LF_OF_SEATS))
        return false;
    for (int seat = 0; seat < seats; seat++) {
        seat_in[seat] = 0;
        while (seat_in[seat] < seats &&
               strcmp(lf_name(a, LF_OF_SEATS, seat), lf_name(b, LF_OF_SEATS, seat_in[seat])) != 0)
            seat_in[seat]++;
        if (seat_in[seat] == seats)
            return false;
    }
    return true;
}

static const char *ending_of(const kept_game *game) {
    return game->checkpoint != NULL ? game->checkpoint : "other";
}

/* What one game says on a measure; a seat is given by its number in that game. */
static int64_t value_of(const series *s, int64_t index, const difference *row, lf_seat seat) {
    const kept_game *game = &s->at[index];
    switch (row->of) {
    case OF_WINS:
        return has_won(game->winners, seat);
    case OF_DRAWS:
        return game->winners == 0;
    case OF_MARGIN:
        return s->margins[index * s->seats + seat];
    case OF_DECISIONS:
        return game->decisions;
    case OF_TURNS:
        return game->turns;
    case OF_ENDING:
        return strcmp(ending_of(game), row->name) == 0;
    }
    return 0;
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct {
    const series *a, *b;
    lf_seat seat_in_b[LF_SEATS_MAX];
    comparison *out;
} comparing;

static bool is_pair(const comparing *c, int64_t index) {
    return c->a->at[index].completed && c->b->at[index].completed;
}

static void measure_row(const comparing *c, difference *row, lf_seat seat) {
    int64_t pairs = c->out->pairs, only_a = 0, only_b = 0;
    double sum_a = 0, sum_b = 0, squares = 0;
    for (int64_t i = 0; i < c->a->games; i++) {
        if (!is_pair(c, i))
            continue;
        int64_t a = value_of(c->a, i, row, seat);
        int64_t b = value_of(c->b, i, row, seat >= 0 ? c->seat_in_b[seat] : seat);
        only_a += a > b;
        only_b += b > a;
        sum_a += (double)a;
        sum_b += (double)b;
        squares += (double)(b - a) * (double)(b - a);
    }
    row->a = pairs > 0 ? sum_a / (double)pairs : 0;
    row->b = pairs > 0 ? sum_b / (double)pairs : 0;
    row->varies = only_a + only_b > 0;
    row->difference = measure_is_share(row->of) ? paired_shares(pairs, only_a, only_b)
                                                : paired_means(pairs, sum_b - sum_a, squares);
}

static void add_row(comparing *c, measure of, lf_seat seat, const char *name, const char *label) {
    difference *row = &c->out->rows[c->out->count++];
    *row = (difference){.of = of, .name = name, .label = label, .adjusted = 1};
    measure_row(c, row, seat);
}

static bool has_row(const comparison *out, measure of, const char *name) {
    for (int i = 0; i < out->count; i++) {
        if (out->rows[i].of == of && strcmp(out->rows[i].name, name) == 0)
            return true;
    }
    return false;
}

static void add_endings(comparing *c, const series *s, int room) {
    for (int64_t i = 0; i < s->games && c->out->count < room; i++) {
        const char *name = ending_of(&s->at[i]);
        if (is_pair(c, i) && !has_row(c->out, OF_ENDING, name))
            add_row(c, OF_ENDING, LF_NOBODY, name, name);
    }
}

static void add_rows(comparing *c, int room) {
    const lf_game *game = c->a->game;
    static const measure by_seat[] = {OF_WINS, OF_MARGIN};
    for (int m = 0; m < 2; m++) {
        for (lf_seat seat = 0; seat < c->a->seats; seat++)
            add_row(c, by_seat[m], seat, lf_name(game, LF_OF_SEATS, seat),
                    lf_label(game, LF_OF_SEATS, seat));
        if (by_seat[m] == OF_WINS) {
            add_row(c, OF_DRAWS, LF_NOBODY, "", "");
            const difference *draws = &c->out->rows[c->out->count - 1];
            c->out->count -= draws->a == 0 && draws->b == 0; /* a game that knows no draws */
        }
    }
    add_row(c, OF_DECISIONS, LF_NOBODY, "", "");
    add_row(c, OF_TURNS, LF_NOBODY, "", "");
    add_endings(c, c->a, room);
    add_endings(c, c->b, room);
}

static void correct_for_many(comparison *out) {
    double *p = calloc((size_t)out->count + 1, sizeof *p);
    int asked = 0, at = 0;
    for (int i = 0; i < out->count; i++) {
        if (out->rows[i].varies && p != NULL)
            p[asked++] = out->rows[i].difference.p;
    }
    if (p != NULL)
        holm(p, asked);
    for (int i = 0; p != NULL && i < out->count; i++) {
        difference *row = &out->rows[i];
        row->adjusted = row->varies ? p[at++] : 1;
        row->significant = row->adjusted < ALPHA;
    }
    free(p);
}

static bool same_game(const comparing *c, int64_t i) {
    const kept_game *a = &c->a->at[i], *b = &c->b->at[i];
    bool same = a->decisions == b->decisions && a->turns == b->turns &&
                strcmp(ending_of(a), ending_of(b)) == 0;
    for (lf_seat seat = 0; seat < c->a->seats && same; seat++)
        same = has_won(a->winners, seat) == has_won(b->winners, c->seat_in_b[seat]) &&
               c->a->margins[i * c->a->seats + seat] ==
                   c->b->margins[i * c->b->seats + c->seat_in_b[seat]];
    return same;
}

bool compare(const series *a, const series *b, comparison *out) {
    comparing c = {.a = a, .b = b, .out = out};
    int room = 2 * LF_SEATS_MAX + 3 + STATS_CHECKPOINTS_MAX;
    *out = (comparison){.rows = calloc((size_t)room, sizeof *out->rows)};
    if (out->rows == NULL || a->games != b->games || !seats_match(a->game, b->game, c.seat_in_b)) {
        comparison_free(out);
        return false;
    }
    for (int64_t i = 0; i < a->games; i++) {
        bool pair = is_pair(&c, i);
        out->pairs += pair;
        out->left_out += !pair;
        out->same += pair && same_game(&c, i);
    }
    add_rows(&c, room);
    correct_for_many(out);
    return true;
}

void comparison_free(comparison *c) {
    free(c->rows);
    *c = (comparison){0};
}

/* ---- in words -------------------------------------------------------------------------------- */

const char *plain_number(double value, char buffer[32]) {
    double size = fabs(value);
    int decimals = size == 0 || size >= 1000 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
    snprintf(buffer, 32, "%.*f", decimals, value);
    return buffer;
}

void difference_sentence(const difference *d, char *buffer, size_t size) {
    bool less = d->difference.value < 0, share = measure_is_share(d->of);
    double scale = (less ? -1 : 1) * (share ? 100 : 1);
    double low = scale * (less ? d->difference.high : d->difference.low);
    double high = scale * (less ? d->difference.low : d->difference.high);
    char by[32], from[32], to[32], what[256];
    if (share) {
        snprintf(by, sizeof by, "%.1f", scale * d->difference.value);
        snprintf(from, sizeof from, "%.1f", low);
        snprintf(to, sizeof to, "%.1f", high);
    } else {
        plain_number(scale * d->difference.value, by);
        plain_number(low, from);
        plain_number(high, to);
    }
    const char *often = less ? "less often" : "more often";
    switch (d->of) {
    case OF_WINS:
        snprintf(what, sizeof what, "%.100s wins %s points %s", d->label, by, often);
        break;
    case OF_DRAWS:
        snprintf(what, sizeof what, "Games are drawn %s points %s", by, often);
        break;
    case OF_MARGIN:
        snprintf(what, sizeof what, "The margin of %.100s is %s %s", d->label, by,
                 less ? "lower" : "higher");
        break;
    case OF_DECISIONS:
    case OF_TURNS:
        snprintf(what, sizeof what, "Games take %s %s %s", by, less ? "fewer" : "more",
                 measure_name(d->of));
        break;
    case OF_ENDING:
        snprintf(what, sizeof what, "Games end by %.100s %s points %s", d->label, by, often);
        break;
    }
    snprintf(buffer, size, "%s (95 %% %s to %s).", what, from, to);
}
