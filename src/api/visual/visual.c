/* visual.c: from a game and the place of its spec to how it looks. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "compile/compile.h"
#include "kernel/json/json.h"
#include "support/files.h"
#include "visual.h"

/* "dir/NAME.game-spec.md" → "dir/NAME/visual.yaml"; false if there is no such file. */
static bool find_file(const char *spec, char *path) {
    static const char ending[] = ".game-spec.md";
    struct stat status;
    const size_t length = spec != NULL ? strlen(spec) : 0, tail = sizeof ending - 1;
    if (length <= tail || strcmp(spec + length - tail, ending) != 0)
        return false;
    return snprintf(path, LF_PATH_BYTES, "%.*s/visual.yaml", (int)(length - tail), spec) <
               LF_PATH_BYTES &&
           stat(path, &status) == 0;
}

static json_t *read_file(const lf_game *game, const char *path, lf_arena *arena, lf_report *report,
                         lf_sources *sources) {
    lf_reader reader = {
        .arena = arena, .names = lf_names_new(arena), .sources = sources, .report = report};
    const lf_doc *const document = lf_spec_read(&reader, path, lf_visual_sections);
    const lf_visual_reading reading = {.game = game, .arena = arena, .report = report};
    return document != NULL ? lf_visual_forms(&reading, document) : NULL;
}

static char *finish(const lf_game *game, json_t *visual) {
    if (visual != NULL && lf_visual_places(game, visual))
        return lf_json_dump(visual);
    json_decref(visual);
    return NULL;
}

/* ---- the words of the log ---- */

/* Read by the first who needs them. */
typedef struct {
    _Atomic(json_t *) words; /* NULL: not read yet; JSON null: there are none */
} kept_words;

static void forget_words(void *object) {
    json_decref(atomic_load(&((kept_words *)object)->words));
}

void lf_visual_keep_log(lf_game *game, lf_arena *arena) {
    kept_words *const kept = LF_NEW(arena, kept_words);
    lf_arena_defer(arena, forget_words, kept);
    game->log_words = kept;
}

static json_t *read_log(const lf_game *game, const char *path) {
    lf_arena *const arena = lf_arena_new();
    if (arena == NULL)
        return NULL;
    if (setjmp(*lf_arena_guard(arena)) != 0) {
        lf_arena_free(arena);
        return NULL;
    }
    lf_report report = {.arena = arena};
    lf_sources sources = {.arena = arena};
    json_t *const visual = read_file(game, path, arena, &report, &sources);
    json_t *const log = json_incref(json_object_get(visual, "log"));
    json_decref(visual);
    lf_arena_free(arena);
    return log;
}

const json_t *lf_visual_log(const lf_game *game) {
    char path[LF_PATH_BYTES];
    kept_words *const kept = game->log_words;
    if (kept == NULL || !find_file(game->spec, path))
        return NULL;
    json_t *known = atomic_load(&kept->words);
    if (known == NULL) {
        json_t *const read = read_log(game, path);
        json_t *const mine = read != NULL ? read : json_null();
        if (atomic_compare_exchange_strong(&kept->words, &known, mine))
            known = mine;
        else
            json_decref(mine); /* another thread was faster */
    }
    return json_is_object(known) ? known : NULL;
}

char *lf_visual(const lf_game *game, const char *spec, lf_diagnostics **problems) {
    char path[LF_PATH_BYTES];
    if (problems != NULL)
        *problems = lf_diagnostics_out_of_memory();
    lf_arena *const arena = lf_arena_new();
    if (arena == NULL)
        return NULL;
    if (setjmp(*lf_arena_guard(arena)) != 0) {
        lf_arena_free(arena);
        return NULL;
    }
    lf_report report = {.arena = arena};
    lf_sources sources = {.arena = arena};
    json_t *const visual = find_file(spec != NULL ? spec : game->spec, path)
                               ? read_file(game, path, arena, &report, &sources)
                               : json_object();
    char *text = NULL;
    if (report.errors == 0)
        text = finish(game, visual);
    else
        json_decref(visual);
    if (problems != NULL)
        *problems = lf_diagnostics_new(&report, &sources);
    lf_arena_free(arena);
    return text;
}
