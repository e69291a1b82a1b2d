/* bench_peers.c: ratios against figures of other programs that a file gives: how many random games
 * a second each of them plays.
 *
 * The file is YAML or JSON: `peers`, a list of { name, game, scenario (if there are several),
 * games_per_s }. Rows for other games are checked and left out, so one file serves all games. What
 * the figures mean, and on which machine they were taken, is for who wrote them to say. */
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "compile/compile.h"

typedef struct {
    const lf_reader *reader;
    const char *path;
    const lf_game *game;
    bench_peers *out;
} peer_reading;

static bool wrong(const peer_reading *r, const lf_doc *at, const char *what) {
    complain("%s:%u:%u: %s", r->path, (unsigned)at->pos.line, (unsigned)at->pos.column, what);
    return false;
}

static bool read_text(const peer_reading *r, const lf_doc *value, char *out, size_t size) {
    if (value->kind != LF_DOC_SCALAR || value->length == 0 || value->length >= size)
        return wrong(r, value, "a short text is expected here.");
    memcpy(out, value->text, value->length + 1);
    return true;
}

static bool read_rate(const peer_reading *r, const lf_doc *value, double *out) {
    char *end = NULL;
    const double number = value->kind == LF_DOC_SCALAR ? strtod(value->text, &end) : 0;
    if (end == NULL || end == value->text || *end != '\0' || !isfinite(number) || number <= 0)
        return wrong(r, value, "games_per_s is a number above 0.");
    *out = number;
    return true;
}

static bool read_field(const peer_reading *r, const lf_doc_pair *pair, bench_peer *peer) {
    static const char *const fields[] = {"name", "game", "scenario", "games_per_s", NULL};
    char message[200];
    if (strcmp(pair->key, "name") == 0)
        return read_text(r, pair->value, peer->name, sizeof peer->name);
    if (strcmp(pair->key, "game") == 0)
        return read_text(r, pair->value, peer->game, sizeof peer->game);
    if (strcmp(pair->key, "scenario") == 0)
        return read_text(r, pair->value, peer->scenario, sizeof peer->scenario);
    if (strcmp(pair->key, "games_per_s") == 0)
        return read_rate(r, pair->value, &peer->games_per_s);
    const char *near = lf_suggest(pair->key, fields);
    snprintf(message, sizeof message, "a peer has no field \"%.60s\"%s%s%s.", pair->key,
             near != NULL ? "; did you mean " : "", near != NULL ? near : "",
             near != NULL ? "?" : "");
    return wrong(r, pair->value, message);
}

/* Rows of other games are only checked for their form. */
static bool read_peer(const peer_reading *r, const lf_doc *row) {
    bench_peer peer = {0};
    if (row->kind != LF_DOC_MAP)
        return wrong(r, row, "a peer is a map: { name, game, games_per_s }.");
    for (uint32_t i = 0; i < row->count; i++)
        if (!read_field(r, &row->pairs[i], &peer))
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

static bool read_all(peer_reading *r, lf_reader *reader) {
    static const lf_section sections[] = {{"peers", LF_SECTION_LIST}, {NULL, LF_SECTION_ONCE}};
    const lf_doc *document = lf_spec_read(reader, r->path, sections);
    const lf_doc *list = document != NULL ? lf_doc_get(document, "peers") : NULL;
    if (document == NULL || reader->report->errors > 0) {
        lf_diagnostics *problems = lf_diagnostics_new(reader->report, reader->sources);
        print_problems(problems);
        lf_diagnostics_free(problems);
        return false;
    }
    if (list == NULL || list->kind != LF_DOC_LIST)
        return wrong(r, list != NULL ? list : document, "a list `peers` is expected.");
    for (uint32_t i = 0; i < list->count; i++)
        if (!read_peer(r, list->items[i]))
            return false;
    return true;
}

bool bench_peers_read(bench_peers *out, const char *path, const lf_game *game) {
    lf_arena *const arena = lf_arena_new();
    if (arena == NULL || setjmp(*lf_arena_guard(arena)) != 0) {
        complain("out of memory");
        if (arena != NULL)
            lf_arena_free(arena);
        return false;
    }
    lf_reader reader = {.arena = arena,
                        .names = lf_names_new(arena),
                        .sources = LF_NEW(arena, lf_sources),
                        .report = LF_NEW(arena, lf_report)};
    reader.sources->arena = arena;
    reader.report->arena = arena;
    peer_reading r = {.path = path, .game = game, .out = out};
    const bool good = read_all(&r, &reader);
    lf_arena_free(arena);
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
