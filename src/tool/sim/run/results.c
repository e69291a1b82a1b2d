/* results.c: reads a run back from its folder. */
#include "results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"
#include "run.h"
#include "support/files.h"
#include "support/json_forms.h"

#define MEASURE_MAX INT32_MAX

/* ---- run.json -------------------------------------------------------------------------------- */

const char *results_text(const results *r, const char *name) {
    return json_string_value(json_object_get(r->head, name));
}

static bool read_head(results *r, lf_error *error) {
    if (!lf_hex_from_json(json_object_get(r->head, "identity"), &r->identity))
        return lf_error_set(error, LF_BAD_INPUT, "%s/run.json has no valid \"identity\".",
                            r->folder);
    const json_t *most = json_object_get(r->head, "maxDecisions");
    r->max_decisions = json_is_integer(most) ? json_integer_value(most) : PLAYOUT_DECISIONS_MAX;
    return lf_setup_from_file(&r->setup, r->head, error);
}

bool results_open(results *r, const char *folder, lf_error *error) {
    *r = (results){.folder = folder, .head = run_read(folder, false, error)};
    if (r->head && read_head(r, error))
        return true;
    results_close(r);
    return false;
}

void results_close(results *r) {
    json_decref(r->head);
    lf_setup_free(&r->setup);
    series_close(&r->games);
    free(r->keys);
    *r = (results){0};
}

/* The agent name of a seat: in a list of them, or in a text where commas part them. */
static bool read_agent_name(const json_t *agents, int seat, char *name, size_t size) {
    const char *text =
        json_string_value(json_is_array(agents) ? json_array_get(agents, (size_t)seat) : agents);
    for (int i = 0; text != NULL && i < seat && !json_is_array(agents); i++) {
        const size_t length = lf_agent_name_length(text);
        if (text[length] == '\0' && i == 0)
            break; /* one for all seats */
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    if (text != NULL)
        snprintf(name, size, "%.*s",
                 (int)(json_is_array(agents) ? strlen(text) : lf_agent_name_length(text)), text);
    return text != NULL;
}

bool results_agents(const results *r, const lf_game *game, agent_name out[LF_SEATS_MAX],
                    lf_error *error) {
    const json_t *agents = json_object_get(r->head, "agents");
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++) {
        lf_error why = {0};
        out[seat].text[0] = '\0';
        if (!read_agent_name(agents, seat, out[seat].text, sizeof out[seat].text) ||
            !lf_agent_check(game, out[seat].text, &why))
            return lf_error_set(error, LF_BAD_INPUT,
                                "%s/run.json names no known agent for %s (\"%s\").", r->folder,
                                lf_label(game, LF_OF_SEATS, seat), out[seat].text);
    }
    return true;
}

/* ---- games.csv ------------------------------------------------------------------------------- */

/* The rows are read by these titles, in this order. */
static bool check_titles(const results *r, const lf_game *game, const char *line, lf_error *error) {
    char *titles = row_titles(game, false);
    if (titles == NULL)
        return lf_error_no_memory(error);
    bool good = true;
    const char *title = titles;
    for (size_t length; good && *title; title += length + 1) {
        length = strcspn(title, ",\n");
        good = strcspn(line, ",") == length && memcmp(title, line, length) == 0;
        line += good ? length + (line[length] == ',') : 0;
        if (!good)
            lf_error_set(error, LF_BAD_INPUT,
                         "%s/games.csv has no column \"%.*s\" where it should be.", r->folder,
                         (int)length, title);
    }
    free(titles);
    return good;
}

/* A margin or a length: no game has one beyond this, and sums and differences of them stay
 * exact. */
static bool is_measure(int64_t value) {
    return value >= -MEASURE_MAX && value <= MEASURE_MAX;
}

/* False when the line is not a row of this game. */
static bool read_row(const char *line, const lf_game *game, game_result *out) {
    bool good = row_read(line, strlen(line), game, false, out) && is_measure(out->decisions);
    for (int seat = 0; seat < lf_count(game, LF_OF_SEATS); seat++)
        good = good && is_measure(out->margin[seat]);
    return good;
}

static int64_t count_rows(FILE *file) {
    int64_t lines = 0;
    for (int c; (c = fgetc(file)) != EOF;)
        lines += c == '\n';
    rewind(file);
    /* less the head; a last line without an end was cut off by a kill and is no row */
    return lines - 1;
}

static bool read_line(FILE *file, char **line, size_t *capacity) {
    bool good = getline(line, capacity, file) > 0;
    if (good)
        (*line)[strcspn(*line, "\r\n")] = '\0';
    return good;
}

static bool read_rows(results *r, const lf_game *game, FILE *file, lf_error *error) {
    int64_t rows = count_rows(file);
    if (rows < 1)
        return lf_error_set(error, LF_BAD_INPUT, "%s/games.csv has no games.", r->folder);
    r->keys = calloc((size_t)rows, sizeof *r->keys);
    if (r->keys == NULL || !series_open(&r->games, game, rows))
        return lf_error_no_memory(error);
    char *line = NULL;
    size_t capacity = 0;
    bool good = read_line(file, &line, &capacity) && check_titles(r, game, line, error);
    for (int64_t i = 0; good && i < rows && read_line(file, &line, &capacity); i++) {
        game_result row;
        good = read_row(line, game, &row) ||
               lf_error_set(error, LF_BAD_INPUT,
                            "%s/games.csv, line %" PRId64 ": this is not a game of %s.", r->folder,
                            i + 2, lf_game_title(game));
        row.index = i;
        series_keep(&r->games, &row);
        r->keys[i] = (replay_key){row.seed, row.hash};
    }
    free(line);
    return good;
}

bool results_read_games(results *r, const lf_game *game, lf_error *error) {
    char path[LF_PATH_BYTES];
    if (!lf_file_path(path, r->folder, "games.csv", error))
        return false;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return lf_error_set(error, LF_BAD_INPUT, "Cannot read %s: %s.", path, strerror(errno));
    bool good = read_rows(r, game, file, error);
    fclose(file);
    return good;
}
