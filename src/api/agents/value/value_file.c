/* value_file.c: reads and writes the files of learned evaluations, and finds them. */
#include "value_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "base/base.h"
#include "compile/compile.h"
#include "support/files.h"

static const char magic[8] = "LFVALUE\n";

/* ---- writing ---- */

static void write_number(lf_text *out, uint64_t value, int bytes) {
    char raw[8];
    for (int i = 0; i < bytes; i++)
        raw[i] = (char)(uint8_t)(value >> (8 * i));
    lf_text_add(out, raw, (size_t)bytes);
}

static void write_head(lf_text *out, const value_net *net, uint64_t layout_hash, const char *note) {
    const uint32_t sizes[] = {
        net->features,    net->rows,         net->hidden,       net->seats,
        net->first_shift, net->direct_shift, net->second_shift, (uint32_t)net->margin_scale};
    const size_t length = strnlen(note, VALUE_NOTE_MAX);
    lf_text_add(out, magic, sizeof magic);
    write_number(out, VALUE_VERSION, 4);
    write_number(out, layout_hash, 8);
    for (size_t i = 0; i < LF_COUNT(sizes); i++)
        write_number(out, sizes[i], 4);
    write_number(out, length, 4);
    lf_text_add(out, note, length);
}

static void write_weights(lf_text *out, const value_net *net) {
    const uint32_t used = net->hidden + 2 * net->seats;
    for (uint32_t place = 0; place < net->features; place += 8) {
        unsigned bits = 0;
        for (uint32_t i = 0; i < 8 && place + i < net->features; i++)
            bits |= net->row_of[place + i] >= 0 ? 1U << i : 0;
        write_number(out, bits, 1);
    }
    for (uint32_t row = 0; row < net->rows; row++)
        for (uint32_t i = 0; i < used; i++)
            write_number(out, (uint16_t)net->weights[(size_t)row * net->width + i], 2);
    for (uint32_t i = 0; i < used; i++)
        write_number(out, (uint32_t)net->bias[i], 4);
    for (uint32_t i = 0; i < net->hidden * 2 * net->seats; i++)
        write_number(out, (uint16_t)net->second[i], 2);
}

char *lf_value_file_bytes(const value_net *net, uint64_t layout_hash, const char *note,
                          size_t *size) {
    lf_text out = {0};
    write_head(&out, net, layout_hash, note);
    write_weights(&out, net);
    if (out.data != NULL)
        write_number(&out, XXH64(out.data, out.length, 0), 8);
    *size = out.length;
    return lf_text_take(&out);
}

/* ---- reading ---- */

typedef struct {
    const uint8_t *bytes;
    size_t size, at;
} cursor;

static uint64_t read_number(cursor *c, int bytes) {
    uint64_t value = 0;
    assert(c->at + (size_t)bytes <= c->size);
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)c->bytes[c->at++] << (8 * i);
    return value;
}

enum { HEAD_BYTES = 8 + 4 + 8 + 8 * 4 + 4, CHECKSUM_BYTES = 8 };

typedef struct {
    uint32_t features, rows, hidden, seats, first_shift, direct_shift, second_shift, margin_scale,
        note;
} file_head;

static const char advice[] = "make a new one with `ludoforge train`";

/* Checks the first bytes, the version and the checksum. */
static bool check_frame(cursor *c, const char *name, lf_error *error) {
    if (c->size < HEAD_BYTES + CHECKSUM_BYTES || memcmp(c->bytes, magic, sizeof magic) != 0)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "%s: not a learned evaluation: it has a different first line; %s", name,
                            advice);
    c->at = sizeof magic;
    const uint32_t version = (uint32_t)read_number(c, 4);
    if (version != VALUE_VERSION)
        return lf_error_set(
            error, LF_BAD_ARGUMENT,
            "%s: the file has format version %u, but this program reads version %d; %s", name,
            version, VALUE_VERSION, advice);
    cursor checksum = {c->bytes, c->size, c->size - CHECKSUM_BYTES};
    if (XXH64(c->bytes, c->size - CHECKSUM_BYTES, 0) != read_number(&checksum, CHECKSUM_BYTES))
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "%s: the file is truncated or was changed: its checksum is wrong; "
                            "restore a good copy, or %s",
                            name, advice);
    return true;
}

static bool check_range(const char *name, const char *what, uint32_t value, uint32_t min,
                        uint32_t max, lf_error *error) {
    return (value >= min && value <= max) ||
           lf_error_set(error, LF_BAD_ARGUMENT, "%s: %s is %u, but must be %u to %u; %s", name,
                        what, value, min, max, advice);
}

static bool check_sizes(const file_head *h, const feature_layout *layout, const char *name,
                        lf_error *error) {
    return check_range(name, "the number of features", h->features, layout->count, layout->count,
                       error) &&
           check_range(name, "the number of rows", h->rows, 0, h->features, error) &&
           check_range(name, "the number of hidden units", h->hidden, 0, LF_VALUE_HIDDEN_MAX,
                       error) &&
           check_range(name, "the number of seats", h->seats, layout->game->seat_count,
                       layout->game->seat_count, error) &&
           check_range(name, "the first shift", h->first_shift, LF_VALUE_HIDDEN_BITS,
                       LF_VALUE_SHIFT_MAX, error) &&
           check_range(name, "the direct shift", h->direct_shift, LF_VALUE_HIDDEN_BITS,
                       LF_VALUE_SHIFT_MAX, error) &&
           check_range(name, "the second shift", h->second_shift, LF_VALUE_HIDDEN_BITS,
                       LF_VALUE_SHIFT_MAX, error) &&
           check_range(name, "the scale of margins", h->margin_scale, 1, INT32_MAX, error) &&
           check_range(name, "the length of the note", h->note, 0, VALUE_NOTE_MAX, error);
}

static size_t expected_size(const file_head *h) {
    const size_t used = h->hidden + 2 * (size_t)h->seats;
    return HEAD_BYTES + h->note + (h->features + 7) / 8 + h->rows * used * 2 + used * 4 +
           (size_t)h->hidden * 2 * h->seats * 2 + CHECKSUM_BYTES;
}

static bool read_head(cursor *c, file_head *h, const feature_layout *layout, const char *name,
                      lf_error *error) {
    if (!check_frame(c, name, error))
        return false;
    if (read_number(c, 8) != layout->hash)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "%s: it was learned for other seats, spaces, pieces, cards, variables "
                            "or terms than \"%s\" has now; %s",
                            name, lf_game_id(layout->game), advice);
    uint32_t *const fields[] = {&h->features,     &h->rows,         &h->hidden,
                                &h->seats,        &h->first_shift,  &h->direct_shift,
                                &h->second_shift, &h->margin_scale, &h->note};
    for (size_t i = 0; i < LF_COUNT(fields); i++)
        *fields[i] = (uint32_t)read_number(c, 4);
    if (!check_sizes(h, layout, name, error))
        return false;
    return c->size == expected_size(h) ||
           lf_error_set(error, LF_BAD_ARGUMENT,
                        "%s: the file has %zu bytes, but by its sizes must have %zu; %s", name,
                        c->size, expected_size(h), advice);
}

/* Reads which features have rows of weights. */
static bool read_rows(cursor *c, value_net *net, const char *name, lf_error *error) {
    uint32_t rows = 0;
    for (uint32_t place = 0; place < net->features; place++) {
        const bool has = (c->bytes[c->at + place / 8] >> (place % 8) & 1) != 0;
        net->row_of[place] = has ? (int32_t)rows++ : -1;
    }
    c->at += (net->features + 7) / 8;
    return rows == net->rows ||
           lf_error_set(error, LF_BAD_ARGUMENT,
                        "%s: %u features have weights, but the head says %u; %s", name, rows,
                        net->rows, advice);
}

static void read_weights(cursor *c, value_net *net) {
    const uint32_t used = net->hidden + 2 * net->seats;
    for (uint32_t row = 0; row < net->rows; row++)
        for (uint32_t i = 0; i < used; i++)
            net->weights[(size_t)row * net->width + i] = (int16_t)(uint16_t)read_number(c, 2);
    for (uint32_t i = 0; i < used; i++)
        net->bias[i] = (int32_t)(uint32_t)read_number(c, 4);
    for (uint32_t i = 0; i < net->hidden * 2 * net->seats; i++)
        net->second[i] = (int16_t)(uint16_t)read_number(c, 2);
}

static char *read_note(const cursor *c, uint32_t length) {
    lf_text text = {0};
    lf_text_add(&text, (const char *)c->bytes + c->at, length);
    return lf_text_take(&text);
}

bool lf_value_file_net(value_net *net, const feature_layout *layout, const char *name,
                       const void *bytes, size_t size, char **note, lf_error *error) {
    cursor c = {bytes, size, 0};
    file_head h = {0};
    *net = (value_net){0};
    if (!read_head(&c, &h, layout, name, error))
        return false;
    if (!lf_value_net_open(net, h.features, h.rows, h.hidden, h.seats))
        return lf_error_no_memory(error);
    net->first_shift = h.first_shift;
    net->direct_shift = h.direct_shift;
    net->second_shift = h.second_shift;
    net->margin_scale = (int32_t)h.margin_scale;
    char *const text = note != NULL ? read_note(&c, h.note) : NULL;
    c.at += h.note;
    if (!read_rows(&c, net, name, error)) {
        lf_value_net_close(net);
        lf_free(text);
        return false;
    }
    read_weights(&c, net);
    if (note != NULL)
        *note = text;
    return true;
}

/* ---- paths ---- */

static bool file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

/* "dir/NAME.game-spec.md" → "dir/NAME/agents/value.bin" */
static bool path_of_spec(const char *spec, char path[LF_PATH_BYTES]) {
    static const char ending[] = ".game-spec.md";
    const size_t length = spec != NULL ? strlen(spec) : 0, tail = sizeof ending - 1;
    if (length <= tail || strcmp(spec + length - tail, ending) != 0)
        return false;
    return snprintf(path, LF_PATH_BYTES, "%.*s/agents/value.bin", (int)(length - tail), spec) <
               LF_PATH_BYTES &&
           file_exists(path);
}

bool lf_value_file_find(const lf_game *game, const char *spec, char path[LF_PATH_BYTES]) {
    if (spec != NULL)
        return path_of_spec(spec, path);
    if (game->spec != NULL)
        return path_of_spec(game->spec, path);
    char *const bundled = lf_bundled_path(lf_game_id(game));
    const bool found = path_of_spec(bundled, path);
    lf_string_free(bundled);
    return found;
}

/* Reads the file at `path`. */
static bool load_file(value_net *net, const feature_layout *layout, const char *path, char **note,
                      lf_error *error) {
    size_t size;
    char *const bytes = lf_file_read(path, VALUE_FILE_MAX, &size, error);
    if (bytes == NULL)
        return false;
    const bool good = lf_value_file_net(net, layout, path, bytes, size, note, error);
    lf_free(bytes);
    return good;
}

bool lf_value_file_load_for(value_net *net, feature_layout *layout, const lf_game *game,
                            const char *path, lf_error *error) {
    lf_error second;
    lf_value_layout_open(layout, game, true);
    if (load_file(net, layout, path, NULL, error))
        return true;
    if (layout->terms == 0)
        return false;
    lf_value_layout_open(layout, game, false);
    return load_file(net, layout, path, NULL, &second);
}

/* ---- for `check` ---- */

static void report_misfit(const lf_game *game, const char *path, lf_report *report,
                          lf_sources *sources) {
    value_net net;
    feature_layout layout;
    lf_error error = {0};
    if (lf_value_file_load_for(&net, &layout, game, path, &error)) {
        lf_value_net_close(&net);
        return;
    }
    const size_t name = strlen(path);
    const bool names_it =
        strncmp(error.message, path, name) == 0 && strncmp(error.message + name, ": ", 2) == 0;
    const lf_pos pos = {.file = lf_sources_add(sources, path, "", 0), .column = 1, .line = 1};
    lf_report_add(report, LF_WARNING, LF_E0708, pos, 1, "agents play without it", "%s",
                  error.message + (names_it ? name + 2 : 0));
}

lf_diagnostics *lf_value_file_problems(const lf_game *game, const char *spec) {
    char path[LF_PATH_BYTES];
    lf_arena *const arena = lf_arena_new();
    if (arena == NULL)
        return NULL;
    if (setjmp(*lf_arena_guard(arena)) != 0) {
        lf_arena_free(arena);
        return NULL;
    }
    lf_report report = {.arena = arena};
    lf_sources sources = {.arena = arena};
    if (lf_value_file_find(game, spec, path))
        report_misfit(game, path, &report, &sources);
    lf_diagnostics *const problems = lf_diagnostics_new(&report, &sources);
    lf_arena_free(arena);
    return problems;
}
