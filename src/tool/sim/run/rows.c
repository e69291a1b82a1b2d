/* rows.c: one game as a line of CSV, and back. Written by hand, because one process may write and
 * read the rows of ten thousand cores: this is several times as fast as printf and scanf. */
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ends[] = {
    [PLAYOUT_ENDED] = "ended",
    [PLAYOUT_FAILED] = "failed",
    [PLAYOUT_RUNAWAY] = "runaway",
    [PLAYOUT_STOPPED] = "stopped",
};
enum { ENDS = sizeof ends / sizeof *ends };
enum { WINNERS_APART = '+' }; /* is in no id */

char *row_titles(const lf_game *game, bool work) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fputs("game,seed,end,winner,checkpoint,decisions,turns,hash", out);
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        fprintf(out, ",margin_%s", lf_name(game, LF_OF_SEATS, seat));
    for (int seat = 0; work && seat < lf_count(game, LF_OF_SEATS); seat++) {
        const char *const name = lf_name(game, LF_OF_SEATS, seat);
        fprintf(out, ",decisions_%s,turns_%s,ns_%s", name, name, name);
    }
    fputc('\n', out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static char *put_text(char *at, const char *text) {
    size_t length = text != NULL ? strlen(text) : 0;
    if (length > 0)
        memcpy(at, text, length);
    at[length] = ',';
    return at + length + 1;
}

static char *put_number(char *at, uint64_t number) {
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    *at++ = ',';
    return at;
}

static char *put_signed(char *at, int64_t number) {
    if (number >= 0)
        return put_number(at, (uint64_t)number);
    *at++ = '-';
    return put_number(at, 0 - (uint64_t)number);
}

static char *put_hash(char *at, uint64_t hash) {
    for (int shift = 60; shift >= 0; shift -= 4)
        *at++ = "0123456789abcdef"[hash >> shift & 15];
    *at++ = ',';
    return at;
}

/* The ids of those who have won, with WINNERS_APART between them. */
static char *put_winners(char *at, const lf_game *game, uint32_t winners) {
    char *const begin = at;
    for (lf_seat seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        if (!has_won(winners, seat))
            continue;
        at = put_text(at, lf_name(game, LF_OF_SEATS, seat));
        at[-1] = WINNERS_APART;
    }
    if (at == begin)
        at++; /* a draw: the field is empty */
    at[-1] = ',';
    return at;
}

size_t row_write(char row[ROW_BYTES], const lf_game *game, const game_result *r, bool work) {
    char *at = put_signed(row, r->index);
    at = put_number(at, r->seed);
    at = put_text(at, ends[r->end]);
    at = put_winners(at, game, r->winners);
    at = put_text(at, r->checkpoint);
    at = put_signed(at, r->decisions);
    at = put_signed(at, r->turns);
    at = put_hash(at, r->hash);
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        at = put_signed(at, r->margin[seat]);
    for (int seat = 0; work && seat < lf_count(game, LF_OF_SEATS); seat++) {
        at = put_signed(at, r->work[seat].decisions);
        at = put_signed(at, r->work[seat].turns);
        at = put_signed(at, r->work[seat].nanoseconds);
    }
    at[-1] = '\n'; /* the last comma */
    return (size_t)(at - row);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What is left of a line. `good` stays false once a field was not what it should be. */
typedef struct {
    const char *at, *end;
    bool good;
} reader;

/* The next field: *length bytes at the result. */
static const char *take(reader *r, size_t *length) {
    const char *field = r->at;
    if (field == NULL) {
        r->good = false;
        *length = 0;
        return "";
    }
    const char *comma = memchr(field, ',', (size_t)(r->end - field));
    *length = (size_t)((comma != NULL ? comma : r->end) - field);
    r->at = comma != NULL ? comma + 1 : NULL;
    return field;
}

static uint64_t digits(reader *r, const char *field, size_t length) {
    uint64_t number = 0;
    r->good = r->good && length > 0;
    for (size_t i = 0; i < length && r->good; i++) {
        unsigned digit = (unsigned)(field[i] - '0');
        r->good = digit <= 9 && number <= (UINT64_MAX - digit) / 10;
        number = number * 10 + digit;
    }
    return number;
}

static uint64_t take_number(reader *r) {
    size_t length;
    const char *field = take(r, &length);
    return digits(r, field, length);
}

static int64_t take_signed(reader *r) {
    size_t length;
    const char *field = take(r, &length);
    bool negative = length > 0 && *field == '-';
    uint64_t size = digits(r, field + negative, length - negative);
    r->good = r->good && size <= (uint64_t)INT64_MAX;
    return negative ? -(int64_t)size : (int64_t)size;
}

static uint64_t take_hash(reader *r) {
    size_t length;
    const char *field = take(r, &length);
    uint64_t hash = 0;
    r->good = r->good && length == 16;
    for (size_t i = 0; i < 16 && r->good; i++) {
        int digit = field[i] >= '0' && field[i] <= '9' ? field[i] - '0' : field[i] - 'a' + 10;
        r->good = digit >= 0 && digit <= 15 && (digit < 10 || field[i] >= 'a');
        hash = hash << 4 | (uint64_t)digit;
    }
    return hash;
}

static bool same(const char *field, size_t length, const char *name) {
    return name != NULL && strlen(name) == length && memcmp(name, field, length) == 0;
}

/* The entry of that name in a catalogue of the game. */
static int find_name(reader *r, const char *name, size_t length, const lf_game *game,
                     lf_catalogue of) {
    int count = lf_count(game, of), index = 0;
    while (index < count && !same(name, length, lf_name(game, of, index)))
        index++;
    r->good = r->good && index < count;
    return r->good ? index : -1;
}

/* -1 when the field is empty. */
static int take_name(reader *r, const lf_game *game, lf_catalogue of) {
    size_t length;
    const char *field = take(r, &length);
    return length == 0 ? -1 : find_name(r, field, length, game, of);
}

static uint32_t take_winners(reader *r, const lf_game *game) {
    size_t left;
    uint32_t winners = 0;
    const char *at = take(r, &left);
    while (left > 0 && r->good) {
        const char *next = memchr(at, WINNERS_APART, left);
        const size_t length = next != NULL ? (size_t)(next - at) : left;
        const int seat = find_name(r, at, length, game, LF_OF_SEATS);
        if (seat >= 0)
            winners |= UINT32_C(1) << seat;
        r->good = r->good && (next == NULL || left > length + 1); /* a name is to follow */
        left -= next != NULL ? length + 1 : length;
        at += length + 1;
    }
    return winners;
}

static playout_end take_end(reader *r) {
    size_t length;
    const char *field = take(r, &length);
    int end = 0;
    while (end < ENDS && !same(field, length, ends[end]))
        end++;
    r->good = r->good && end < ENDS;
    return r->good ? (playout_end)end : PLAYOUT_STOPPED;
}

bool row_read(const char *row, size_t length, const lf_game *game, bool work, game_result *out) {
    reader r = {row, row + length, true};
    *out = (game_result){.index = take_signed(&r)};
    out->seed = take_number(&r);
    out->end = take_end(&r);
    out->winners = take_winners(&r, game);
    int checkpoint = take_name(&r, game, LF_OF_CHECKPOINTS);
    out->checkpoint = checkpoint >= 0 ? lf_name(game, LF_OF_CHECKPOINTS, checkpoint) : NULL;
    out->decisions = take_signed(&r);
    int64_t turns = take_signed(&r);
    out->turns = (int)turns;
    out->hash = take_hash(&r);
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        out->margin[seat] = take_signed(&r);
    for (int seat = 0; work && seat < lf_count(game, LF_OF_SEATS); seat++) {
        const int64_t decisions = take_signed(&r), turns_taken = take_signed(&r),
                      nanoseconds = take_signed(&r);
        out->work[seat] = (seat_work){decisions, turns_taken, nanoseconds};
        r.good = r.good && decisions >= 0 && turns_taken >= 0 && nanoseconds >= 0;
    }
    return r.good && r.at == NULL && out->index >= 0 && out->decisions >= 0 && turns == out->turns;
}
