/* dev.c: a game whose rules change while it is played, for its designer.
 *
 * The files of the game are looked at by the clock. When one has changed, the game is compiled
 * again; if that works, the tables that were made in this mode go on under the new rules: their
 * events are made again as far as the rules let them, and the rest is forgotten. Tables that were
 * begun otherwise keep the rules that they were begun with. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "server.h"
#include "support/files.h"

#define DEPTH_MAX 4
#define ENDING ".game-spec.md"

/* ---- have the files changed? ----------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

static uint64_t look_at_file(uint64_t hash, const struct stat *file) {
    hash = mix(hash, (uint64_t)file->st_ino);
    hash = mix(hash, (uint64_t)file->st_size);
    hash = mix(hash, (uint64_t)file->st_mtim.tv_sec);
    return mix(hash, (uint64_t)file->st_mtim.tv_nsec);
}

/* All files below a folder; their order does not matter. */
static uint64_t look_at_folder(const char *path, int depth) {
    uint64_t sum = 0;
    DIR *folder = depth < DEPTH_MAX ? opendir(path) : NULL;
    for (struct dirent *entry = folder != NULL ? readdir(folder) : NULL; entry != NULL;
         entry = readdir(folder)) {
        char below[LF_PATH_BYTES];
        struct stat file;
        if (entry->d_name[0] == '.' ||
            snprintf(below, sizeof below, "%s/%s", path, entry->d_name) >= (int)sizeof below ||
            stat(below, &file) != 0)
            continue;
        sum += S_ISDIR(file.st_mode) ? look_at_folder(below, depth + 1)
                                     : look_at_file(UINT64_C(0xcbf29ce484222325), &file);
    }
    if (folder != NULL)
        closedir(folder);
    return sum;
}

/* The spec, and the folder of the same name beside it. */
static uint64_t look(const char *spec) {
    char folder[LF_PATH_BYTES];
    struct stat file;
    uint64_t sum = stat(spec, &file) == 0 ? look_at_file(1, &file) : 0;
    snprintf(folder, sizeof folder, "%s", spec);
    char *ending = strstr(folder, ENDING);
    if (ending != NULL && ending[strlen(ENDING)] == '\0') {
        *ending = '\0';
        sum += look_at_folder(folder, 0);
    }
    return sum;
}

/* ---- tables under new rules ------------------------------------------------------------------ */

/* The events of a table, as they may be made under other rules: without their hashes. */
static bool collect(void *context, const store_event *e) {
    json_t *payload = json_loads(e->payload, 0, NULL);
    json_object_del(payload, "hash");
    return json_array_append_new(context, json_pack("{s:s, s:o, s:I}", "kind", e->kind, "payload",
                                                    payload, "time", (json_int_t)e->time)) == 0;
}

typedef struct {
    const char *table;
    const lf_game *game;
    const json_t *events;
    size_t kept;
    const char *standing;
    bool over;
} rebinding;

static bool write_again(store *s, void *context, store_error *error) {
    const rebinding *r = context;
    bool good = store_put_game(s, r->game, error) &&
                store_begin_again(s, r->table, lf_game_identity(r->game), error) &&
                store_set_standing(s, r->table, r->standing, r->over, time(NULL), error);
    for (size_t i = 0; i < r->kept && good; i++) {
        const json_t *e = json_array_get(r->events, i);
        char *payload = json_dumps(json_object_get(e, "payload"), JSON_COMPACT);
        const store_event event = {(int64_t)i + 1, json_string_value(json_object_get(e, "kind")),
                                   payload, json_integer_value(json_object_get(e, "time"))};
        good = payload != NULL && store_append(s, r->table, &event, error);
        free(payload);
    }
    return good;
}

/* Makes the events again under the new rules, as far as that goes, and writes it down. */
static bool play_again(table *t, const lf_game *game, const json_t *events, size_t *kept,
                       store_error *error) {
    match m;
    *kept = 0;
    if (!match_open(&m, game, &t->row, error))
        return false;
    while (*kept < json_array_size(events)) {
        const json_t *e = json_array_get(events, *kept);
        if (!match_apply(&m, json_string_value(json_object_get(e, "kind")),
                         json_object_get(e, "payload"),
                         json_integer_value(json_object_get(e, "time")), error))
            break;
        ++*kept;
    }
    char *standing = match_standing(&m);
    rebinding r = {t->id, game, events, *kept, standing, lf_session_over(m.session, NULL)};
    const bool good = standing != NULL && store_write(t->server->store, write_again, &r, error);
    free(standing);
    match_close(&m);
    return good;
}

/* What became of a table, as JSON; NULL if it is none of ours. */
static json_t *rebind(server *s, const char *id, const lf_game *game) {
    store_error error = {STORE_OK, ""};
    table *t = table_enter(s, id, &error);
    if (t == NULL)
        return NULL;
    json_t *reloaded = NULL;
    if (json_is_true(json_object_get(t->head, "dev")) &&
        strcmp(lf_game_id(t->match.game), lf_game_id(game)) == 0 && t->match.game != game) {
        json_t *events = json_array();
        size_t kept = 0;
        const bool good = store_each_event(s->store, id, collect, events, &error) &&
                          play_again(t, game, events, &kept, &error);
        reloaded = json_pack("{s:s, s:I, s:I, s:s}", "table", id, "kept", (json_int_t)kept, "of",
                             (json_int_t)json_array_size(events), "problem",
                             good && kept == json_array_size(events) ? "" : error.message);
        json_decref(events);
        if (good)
            table_give_up(t);
    }
    table_leave(t);
    return reloaded;
}

static bool note_table(void *context, const store_table *t) {
    return t->finished || json_array_append_new(context, json_string(t->id)) == 0;
}

static json_t *rebind_all(server *s, const lf_game *game) {
    store_error error = {STORE_OK, ""};
    json_t *ids = json_array(), *reloaded = json_array();
    size_t i;
    const json_t *id;
    store_each_table(s->store, note_table, ids, &error);
    json_array_foreach(ids, i, id) {
        json_t *one = rebind(s, json_string_value(id), game);
        if (one != NULL)
            json_array_append_new(reloaded, one);
    }
    json_decref(ids);
    return reloaded;
}

/* ---- watching -------------------------------------------------------------------------------- */

static json_t *parsed(char *text) {
    json_t *json = text != NULL ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
    lf_string_free(text);
    return json != NULL ? json : json_null();
}

static void tell(server *s, const char *id, json_t *problems, char *text, json_t *tables) {
    pthread_mutex_lock(&s->dev_lock);
    json_decref(s->dev);
    s->dev = json_pack("{s:I, s:b, s:s?, s:o, s:s, s:o}", "version", (json_int_t)s->dev_version + 1,
                       "ok", id != NULL, "game", id, "problems", problems, "text",
                       text != NULL ? text : "", "tables", tables);
    s->dev_version++;
    pthread_mutex_unlock(&s->dev_lock);
    lf_string_free(text);
    listeners_wake_all(s);
}

static void compile(server *s) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load(s->settings->game, &problems);
    json_t *list = problems != NULL ? parsed(lf_diagnostics_json(problems)) : json_null();
    char *text = problems != NULL ? lf_diagnostics_text(problems, false) : NULL;
    lf_diagnostics_free(problems);
    char id[128] = "";
    json_t *tables = NULL;
    if (game != NULL) {
        snprintf(id, sizeof id, "%s", lf_game_id(game));
        if (games_offer(s, game))
            tables = rebind_all(s, games_find(s, id));
    }
    tell(s, game != NULL ? id : NULL, list, text, tables != NULL ? tables : json_array());
}

void dev_open(server *s) {
    if (!s->settings->dev)
        return;
    s->dev_seen = look(s->settings->game);
    compile(s);
}

void dev_tick(server *s) {
    if (!s->settings->dev)
        return;
    const uint64_t seen = look(s->settings->game);
    if (seen == s->dev_seen)
        return;
    s->dev_seen = seen;
    compile(s);
}
