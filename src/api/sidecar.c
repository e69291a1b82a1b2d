/* sidecar.c: the files beside a game, and the shapes that their entries share. */
#include "sidecar.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "support/setup_json.h"

static void open_sidecar(lf_sidecar *b, lf_arena *arena, lf_code code) {
    *b = (lf_sidecar){.arena = arena,
                      .code = code,
                      .reader = {.arena = arena,
                                 .names = lf_names_new(arena),
                                 .sources = LF_NEW(arena, lf_sources),
                                 .report = LF_NEW(arena, lf_report)}};
    b->reader.sources->arena = arena;
    b->reader.report->arena = arena;
}

/* ---- entries ---- */

void lf_sidecar_wrong(const lf_sidecar *b, const lf_doc *doc, const char *note,
                      const char *message) {
    lf_report_add(b->reader.report, LF_ERROR, b->code, doc->pos, 1, note, "%s", message);
}

void lf_sidecar_unknown(const lf_sidecar *b, const char *key, const lf_doc *value, const char *what,
                        const char *const *keys) {
    lf_nearest near = lf_nearest_to(key);
    for (; *keys != NULL; keys++) {
        if (strcmp(*keys, key) == 0) {
            lf_sidecar_wrong(b, value, NULL,
                             lf_arena_printf(b->arena, "`%s` of %s cannot be this", key, what));
            return;
        }
        lf_nearest_offer(&near, *keys);
    }
    lf_sidecar_wrong(b, value,
                     near.best != NULL ? lf_arena_printf(b->arena, "did you mean `%s`?", near.best)
                                       : NULL,
                     lf_arena_printf(b->arena, "%s has no field `%s`", what, key));
}

const char *lf_sidecar_text(const lf_sidecar *b, const lf_doc *doc) {
    if (doc->kind == LF_DOC_SCALAR)
        return doc->text;
    lf_sidecar_wrong(b, doc, NULL, "expected a text here");
    return NULL;
}

const char *const *lf_sidecar_texts(const lf_sidecar *b, const lf_doc *doc) {
    const uint32_t count = doc->kind == LF_DOC_LIST ? doc->count : 1;
    const char **list = LF_NEW_ARRAY(b->arena, const char *, count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *text = lf_sidecar_text(b, doc->kind == LF_DOC_LIST ? doc->items[i] : doc);
        if (text != NULL)
            list[n++] = text;
    }
    return list;
}

/* options: { name: value } → "name=value", ended by NULL. NULL: reported. */
static const char *const *read_settings(const lf_sidecar *b, const lf_doc *doc) {
    if (doc->kind != LF_DOC_MAP) {
        lf_sidecar_wrong(b, doc, "write `options: { name: value }`",
                         "options are a map from name to value");
        return NULL;
    }
    const char **list = LF_NEW_ARRAY(b->arena, const char *, doc->count + 1);
    for (uint32_t i = 0; i < doc->count; i++) {
        const char *value = lf_sidecar_text(b, doc->pairs[i].value);
        list[i] = lf_arena_printf(b->arena, "%s=%s", doc->pairs[i].key, value != NULL ? value : "");
    }
    return list;
}

/* `cards` and `deck` say what a stack consists of, `top` what lies on top of it. */
static void read_cards(const lf_sidecar *b, const char *key, const lf_doc *value, lf_setup *setup) {
    if (setup->cards != NULL)
        lf_sidecar_wrong(b, value, "keep one of `cards`, `deck` and `top`",
                         "the cards of a stack are given twice");
    setup->cards = lf_sidecar_texts(b, value);
    setup->on_top = strcmp(key, "top") == 0;
    if (setup->stack == NULL)
        setup->stack = "deck";
}

bool lf_sidecar_setup(const lf_sidecar *b, const char *key, const lf_doc *value, lf_setup *setup) {
    if (strcmp(key, "scenario") == 0)
        setup->scenario = lf_sidecar_text(b, value);
    else if (strcmp(key, "seed") == 0 && value->kind == LF_DOC_SCALAR &&
             lf_seed_from_text(value->text, &setup->seed))
        return true;
    else if (strcmp(key, "options") == 0)
        setup->options = read_settings(b, value);
    else if (strcmp(key, "position") == 0)
        setup->position = lf_sidecar_text(b, value);
    else if (strcmp(key, "stack") == 0)
        setup->stack = lf_sidecar_text(b, value);
    else if (strcmp(key, "cards") == 0 || strcmp(key, "deck") == 0 || strcmp(key, "top") == 0)
        read_cards(b, key, value, setup);
    else
        return false;
    return true;
}

/* ---- files ---- */

static int in_byte_order(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_markdown(const char *name) {
    const size_t length = strlen(name);
    return name[0] != '.' && length > 3 && strcmp(name + length - 3, ".md") == 0;
}

static void close_folder(void *object) {
    closedir(object);
}

/* The paths of the files in a folder, in byte order; none if it cannot be read. */
static const char **list_files(lf_arena *arena, const char *folder, uint32_t *count) {
    const char **paths = NULL;
    uint32_t capacity = 0;
    *count = 0;
    DIR *opened = opendir(folder);
    if (opened == NULL)
        return NULL;
    lf_arena_defer(arena, close_folder, opened);
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;)
        if (is_markdown(entry->d_name))
            LF_PUSH(arena, paths, *count, capacity,
                    lf_arena_printf(arena, "%s/%s", folder, entry->d_name));
    if (*count > 0)
        qsort(paths, *count, sizeof *paths, in_byte_order);
    return paths;
}

/* "games/x.game-spec.md" → "games/x/cases". */
static const char *sidecar_folder(lf_arena *arena, const char *spec_path, const char *folder) {
    static const char *const endings[] = {".game-spec.md", ".json", ".md", ".yaml"};
    size_t length = strlen(spec_path);
    for (size_t i = 0; i < LF_COUNT(endings); i++) {
        const size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(spec_path + length - ending, endings[i]) == 0) {
            length -= ending;
            break;
        }
    }
    return lf_arena_printf(arena, "%.*s/%s", (int)length, spec_path, folder);
}

/* Reads the entries of a list section in all files of a folder, in byte order of their names. */
static void each_entry(lf_sidecar *b, const char *spec_path, const char *folder,
                       const char *section,
                       void (*read)(const lf_sidecar *, const lf_doc *, void *context),
                       void *context) {
    const lf_section sections[] = {{section, LF_SECTION_LIST}, {NULL, LF_SECTION_ONCE}};
    uint32_t count;
    const char **paths = list_files(b->arena, sidecar_folder(b->arena, spec_path, folder), &count);
    for (uint32_t i = 0; i < count; i++) {
        b->path = paths[i];
        const lf_doc *document = lf_spec_read(&b->reader, paths[i], sections);
        const lf_doc *list = document != NULL ? lf_doc_get(document, section) : NULL;
        for (uint32_t entry = 0; list != NULL && list->kind == LF_DOC_LIST && entry < list->count;
             entry++)
            read(b, list->items[entry], context);
    }
}

void *lf_sidecar_load(const char *spec_path, const char *folder, lf_code code,
                      void *(*make)(lf_arena *, const void *context),
                      void (*read)(const lf_sidecar *, const lf_doc *, void *made),
                      const void *context, lf_diagnostics **problems) {
    if (problems != NULL)
        *problems = lf_diagnostics_out_of_memory();
    lf_arena *const arena = lf_arena_new();
    if (arena == NULL)
        return NULL;
    if (setjmp(*lf_arena_guard(arena)) != 0) {
        lf_arena_free(arena);
        return NULL;
    }
    void *const made = make(arena, context);
    lf_sidecar b;
    open_sidecar(&b, arena, code);
    each_entry(&b, spec_path, folder, folder, read, made);
    if (problems != NULL)
        *problems = lf_diagnostics_new(b.reader.report, b.reader.sources);
    if (b.reader.report->errors == 0)
        return made;
    lf_arena_free(arena);
    return NULL;
}
