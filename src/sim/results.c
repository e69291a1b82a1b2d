/* results.c: reads a run back from its folder. */
#include "sim/results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/files.h"
#include "sim/outcome.h"

#define HEAD_BYTES_MAX (1 << 20)
#define COLUMNS_MAX (16 + LF_SEATS_MAX)
#define MEASURE_MAX INT32_MAX

/* ---- run.json --------------------------------------------------------------------------------------------- */

static bool path_in(const char *folder, const char *file, char *path, size_t size, lf_error *error) {
    if (snprintf(path, size, "%s/%s", folder, file) < (int)size)
        return true;
    return fail(error, LF_BAD_ARGUMENT, "The path is too long: %.200s…", folder);
}

const char *results_text(const results *r, const char *name) {
    return json_string_value(json_object_get(r->head, name));
}

static bool check_head(results *r, lf_error *error) {
    const char *format = results_text(r, "format");
    if (!format || strcmp(format, RUN_FORMAT) != 0)
        return fail(error, LF_BAD_INPUT,
                    "%s/run.json is not a run: its \"format\" is not \"" RUN_FORMAT "\".", r->folder);
    json_int_t version = json_integer_value(json_object_get(r->head, "version"));
    if (version != RUN_VERSION)
        return fail(error, LF_BAD_INPUT, "%s/run.json has version %lld, and this program reads version %d.",
                    r->folder, (long long)version, RUN_VERSION);
    if (!hex_from_json(json_object_get(r->head, "identity"), &r->identity))
        return fail(error, LF_BAD_INPUT, "%s/run.json has no valid \"identity\".", r->folder);
    const json_t *most = json_object_get(r->head, "maxDecisions");
    r->max_decisions = json_is_integer(most) ? json_integer_value(most) : PLAYOUT_DECISIONS_MAX;
    return setup_from_json(&r->setup, r->head, error);
}

bool results_open(results *r, const char *folder, lf_error *error) {
    char path[4096];
    size_t size;
    *r = (results){.folder = folder};
    if (!path_in(folder, "run.json", path, sizeof path, error))
        return false;
    char *text = file_read(path, HEAD_BYTES_MAX, &size, error);
    if (!text)
        return false;
    json_error_t why;
    r->head = json_loadb(text, size, JSON_REJECT_DUPLICATES, &why);
    free(text);
    bool good = r->head ? check_head(r, error)
                        : fail(error, LF_BAD_INPUT, "%s, line %d: %s.", path, why.line, why.text);
    if (!good)
        results_close(r);
    return good;
}

void results_close(results *r) {
    json_decref(r->head);
    setup_free(&r->setup);
    series_close(&r->games);
    free(r->keys);
    *r = (results){0};
}

/* The name of a seat's agent: in a list of them, or in a text where commas part them. */
static bool agent_name(const json_t *agents, int seat, char *name, size_t size) {
    const char *text =
        json_string_value(json_is_array(agents) ? json_array_get(agents, (size_t)seat) : agents);
    for (int i = 0; text && i < seat && !json_is_array(agents); i++) {
        const char *comma = strchr(text, ',');
        if (!comma && i == 0)
            break; /* one for all seats */
        text = comma ? comma + 1 : NULL;
    }
    if (text)
        snprintf(name, size, "%.*s", (int)strcspn(text, ","), text);
    return text != NULL;
}

bool results_agents(const results *r, const lf_game *game, const agent_class *out[LF_SEATS_MAX],
                    lf_error *error) {
    const json_t *agents = json_object_get(r->head, "agents");
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        char name[64] = "";
        if (agent_name(agents, seat, name, sizeof name))
            out[seat] = agent_class_find(name);
        if (!out[seat])
            return fail(error, LF_BAD_INPUT, "%s/run.json names no known agent for %s (\"%s\").", r->folder,
                        lf_label(game, LF_OF_SEATS, seat), name);
    }
    return true;
}

/* ---- games.csv ---------------------------------------------------------------------------------------------- */

enum { SEED, END, WINNER, CHECKPOINT, DECISIONS, TURNS, HASH, FIXED };
static const char *const fixed_columns[] = {"seed",      "end",   "winner", "checkpoint",
                                            "decisions", "turns", "hash"};

/* Where the columns are that we read: the fixed ones, then the margins by seat. */
typedef struct {
    int at[FIXED + LF_SEATS_MAX];
} layout;

typedef struct {
    char *at[COLUMNS_MAX];
    int count;
} cells;

/* Cuts a line at its commas, in place. The ids of a game have neither commas nor quotes. */
static void split(char *line, cells *out) {
    line[strcspn(line, "\r\n")] = '\0';
    out->count = 0;
    for (char *at = line; at && out->count < COLUMNS_MAX;) {
        char *comma = strchr(at, ',');
        out->at[out->count++] = at;
        if (comma)
            *comma++ = '\0';
        at = comma;
    }
}

static bool find_column(const results *r, const cells *head, const char *name, int *out, lf_error *error) {
    for (*out = 0; *out < head->count; ++*out) {
        if (strcmp(head->at[*out], name) == 0)
            return true;
    }
    return fail(error, LF_BAD_INPUT, "%s/games.csv has no column \"%s\".", r->folder, name);
}

static bool read_layout(const results *r, const lf_game *game, const cells *head, layout *out,
                        lf_error *error) {
    for (int i = 0; i < FIXED; i++) {
        if (!find_column(r, head, fixed_columns[i], &out->at[i], error))
            return false;
    }
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        char name[256];
        snprintf(name, sizeof name, "margin_%s", lf_name(game, LF_OF_SEATS, seat));
        if (!find_column(r, head, name, &out->at[FIXED + seat], error))
            return false;
    }
    return true;
}

static bool read_number(const char *text, int64_t *out) {
    char *end;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return end != text && !*end && errno == 0;
}

/* A margin or a length: no game has one beyond this, and sums and differences of them stay exact. */
static bool read_measure(const char *text, int64_t *out) {
    return read_number(text, out) && *out >= -MEASURE_MAX && *out <= MEASURE_MAX;
}

static bool read_hash(const char *text, uint64_t *out) {
    char *end;
    *out = strtoull(text, &end, 16);
    return strlen(text) == 16 && !*end;
}

/* One row; false when a cell is no number or names nobody. */
static bool read_row(const results *r, const layout *l, const cells *row, int64_t index, game_result *out) {
    const lf_game *game = r->games.game;
    int64_t turns = 0, seed = 0;
    const char *fixed[FIXED];
    for (int i = 0; i < FIXED + r->games.seats; i++) {
        if (l->at[i] >= row->count)
            return false;
        if (i < FIXED)
            fixed[i] = row->at[l->at[i]];
        else if (!read_measure(row->at[l->at[i]], &out->margin[i - FIXED]))
            return false;
    }
    if (!read_number(fixed[SEED], &seed) || !read_measure(fixed[DECISIONS], &out->decisions) ||
        !read_measure(fixed[TURNS], &turns) || !read_hash(fixed[HASH], &out->hash))
        return false;
    out->index = index;
    out->seed = (uint64_t)seed;
    out->turns = (int)turns;
    out->end = strcmp(fixed[END], "ended") == 0 ? PLAYOUT_ENDED : PLAYOUT_FAILED;
    out->winner = fixed[WINNER][0] ? lf_find(game, LF_OF_SEATS, fixed[WINNER]) : LF_NOBODY;
    int checkpoint = lf_find(game, LF_OF_CHECKPOINTS, fixed[CHECKPOINT]);
    out->checkpoint = checkpoint >= 0 ? lf_name(game, LF_OF_CHECKPOINTS, checkpoint) : NULL;
    return out->winner >= 0 || !fixed[WINNER][0];
}

static int64_t count_rows(FILE *file) {
    int64_t lines = 0;
    for (int c; (c = fgetc(file)) != EOF;)
        lines += c == '\n';
    rewind(file);
    return lines - 1; /* less the head; a last line without an end was cut off by a kill and is no row */
}

static bool read_rows(results *r, const lf_game *game, FILE *file, lf_error *error) {
    int64_t rows = count_rows(file);
    if (rows < 1)
        return fail(error, LF_BAD_INPUT, "%s/games.csv has no games.", r->folder);
    r->keys = calloc((size_t)rows, sizeof *r->keys);
    if (!r->keys || !series_open(&r->games, game, rows))
        return fail(error, LF_OUT_OF_MEMORY, "Out of memory.");
    char *line = NULL;
    size_t capacity = 0;
    cells row;
    layout columns = {0};
    bool good = getline(&line, &capacity, file) > 0;
    if (good) {
        split(line, &row);
        good = read_layout(r, game, &row, &columns, error);
    }
    for (int64_t i = 0; good && i < rows && getline(&line, &capacity, file) > 0; i++) {
        game_result game_row = {0};
        split(line, &row);
        good = read_row(r, &columns, &row, i, &game_row) ||
               fail(error, LF_BAD_INPUT, "%s/games.csv, line %" PRId64 ": this is not a game of %s.",
                    r->folder, i + 2, lf_game_title(game));
        series_keep(&r->games, &game_row);
        r->keys[i] = (replay_key){game_row.seed, game_row.hash};
    }
    free(line);
    return good;
}

bool results_read_games(results *r, const lf_game *game, lf_error *error) {
    char path[4096];
    if (!path_in(r->folder, "games.csv", path, sizeof path, error))
        return false;
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(error, LF_BAD_INPUT, "Cannot read %s: %s.", path, strerror(errno));
    bool good = read_rows(r, game, file, error);
    fclose(file);
    return good;
}
