/* bench_peers.c: ratios against figures of other programs that a file gives: how many random games
 * a second each of them plays.
 *
 * The file is YAML or JSON: `peers`, a list of { name, game, scenario (if there are several),
 * games_per_s }. Rows for other games are checked and left out, so one file serves all games. What
 * the figures mean, and on which machine they were taken, is for who wrote them to say. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef struct {
    const char *path;
    const lf_game *game;
    bench_peers *out;
} peer_reading;

static bool wrong(const peer_reading *r, const json_t *at, const char *what) {
    complain("%s:%d:%d: %s", r->path, (int)json_integer_value(json_object_get(at, "line")),
             (int)json_integer_value(json_object_get(at, "column")), what);
    return false;
}

static bool read_text(const peer_reading *r, const json_t *field, char *out, size_t size) {
    const char *const text = json_string_value(json_object_get(field, "text"));
    if (text == NULL || *text == '\0' || strlen(text) >= size)
        return wrong(r, field, "a short text is expected here.");
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_rate(const peer_reading *r, const json_t *field, double *out) {
    const char *const text = json_string_value(json_object_get(field, "text"));
    char *end = NULL;
    const double number = text != NULL ? strtod(text, &end) : 0;
    if (end == NULL || end == text || *end != '\0' || !isfinite(number) || number <= 0)
        return wrong(r, field, "games_per_s is a number above 0.");
    *out = number;
    return true;
}

static bool read_field(const peer_reading *r, const json_t *field, bench_peer *peer) {
    static const char *const fields[] = {"name", "game", "scenario", "games_per_s", NULL};
    const char *const key = json_string_value(json_object_get(field, "key"));
    char message[200];
    if (strcmp(key, "name") == 0)
        return read_text(r, field, peer->name, sizeof peer->name);
    if (strcmp(key, "game") == 0)
        return read_text(r, field, peer->game, sizeof peer->game);
    if (strcmp(key, "scenario") == 0)
        return read_text(r, field, peer->scenario, sizeof peer->scenario);
    if (strcmp(key, "games_per_s") == 0)
        return read_rate(r, field, &peer->games_per_s);
    const char *near = lf_suggest(key, fields);
    snprintf(message, sizeof message, "a peer has no field \"%.60s\"%s%s%s.", key,
             near != NULL ? "; did you mean " : "", near != NULL ? near : "",
             near != NULL ? "?" : "");
    return wrong(r, field, message);
}

/* Rows of other games are only checked for their form. */
static bool read_peer(const peer_reading *r, const json_t *row) {
    bench_peer peer = {0};
    const json_t *const fields = json_object_get(row, "fields");
    if (!json_is_array(fields))
        return wrong(r, row, "a peer is a map: { name, game, games_per_s }.");
    for (size_t i = 0; i < json_array_size(fields); i++)
        if (!read_field(r, json_array_get(fields, i), &peer))
            return false;
    if (peer.name[0] == '\0' || peer.game[0] == '\0' || peer.games_per_s <= 0)
        return wrong(r, row, "a peer needs name, game and games_per_s.");
    if (strcmp(peer.game, lf_game_id(r->game)) != 0)
        return true;
    if (peer.scenario[0] != '\0' && lf_find(r->game, LF_OF_SCENARIOS, peer.scenario) < 0)
        return wrong(r, row, "the game has no such scenario.");
    if (r->out->count == BENCH_PEERS_MAX)
        return wrong(r, row, "there are too many peers for one game.");
    r->out->at[r->out->count++] = peer;
    return true;
}

bool bench_peers_read(bench_peers *out, const char *path, const lf_game *game) {
    const peer_reading r = {.path = path, .game = game, .out = out};
    lf_diagnostics *problems = NULL;
    char *const text = lf_rows_json(path, "peers", &problems);
    json_t *const rows = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    bool good = json_is_array(rows);
    if (problems != NULL)
        print_problems(problems);
    else if (rows == NULL)
        complain(LF_NO_MEMORY);
    else if (!good)
        complain("%s: a list `peers` is expected.", path);
    for (size_t i = 0; good && i < json_array_size(rows); i++)
        good = read_peer(&r, json_array_get(rows, i));
    lf_diagnostics_free(problems);
    json_decref(rows);
    lf_string_free(text);
    return good;
}

/* ---- the ratios ---- */

static const bench_scenario *scenario_of(const bench *b, const bench_peer *peer) {
    const bench_scenario *found =
        peer->scenario[0] == '\0' ? &b->scenarios[b->main_scenario] : NULL;
    for (int i = 0; i < b->scenario_count && found == NULL; i++)
        if (b->scenarios[i].name != NULL && strcmp(b->scenarios[i].name, peer->scenario) == 0)
            found = &b->scenarios[i];
    return found; /* NULL: --scenario left it out */
}

static series ratios(const bench_scenario *s, const bench_peer *peer) {
    series out = {.count = 0};
    for (int i = 0; i < s->games_per_s.count; i++)
        series_add(&out, s->games_per_s.at[i] / peer->games_per_s);
    return out;
}

void bench_peers_print(const bench *b, const bench_peers *peers) {
    if (peers->count == 0) {
        puts("\nThe file of peers has no figures for this game.");
        return;
    }
    printf("\n%-40s %12s %12s %8s   %s\n", "peer", "its games/s", "our games/s", "ratio",
           "quartiles");
    for (int i = 0; i < peers->count; i++) {
        const bench_peer *peer = &peers->at[i];
        const bench_scenario *s = scenario_of(b, peer);
        if (s == NULL || s->games_per_s.count == 0)
            continue;
        const series ratio = ratios(s, peer);
        printf("%-40s %12.4g %12.4g %8.3g   %.3g to %.3g\n", peer->name, peer->games_per_s,
               series_quantile(&s->games_per_s, 0.5), series_quantile(&ratio, 0.5),
               series_quantile(&ratio, 0.25), series_quantile(&ratio, 0.75));
    }
}

json_t *bench_peers_to_json(const bench *b, const bench_peers *peers) {
    json_t *rows = json_array();
    for (int i = 0; i < peers->count; i++) {
        const bench_peer *peer = &peers->at[i];
        const bench_scenario *s = scenario_of(b, peer);
        if (s == NULL || s->games_per_s.count == 0)
            continue;
        const series ratio = ratios(s, peer);
        json_array_append_new(
            rows, json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f}", "name", peer->name, "scenario",
                            s->name != NULL ? s->name : "default", "games_per_s", peer->games_per_s,
                            "ours", series_quantile(&s->games_per_s, 0.5), "ratio",
                            series_quantile(&ratio, 0.5), "q1", series_quantile(&ratio, 0.25), "q3",
                            series_quantile(&ratio, 0.75)));
    }
    return rows;
}
