/* gamedef.c: a game as a GameDef: the merged document as canonical JSON, every behaviour in the AST
 * form.
 *
 * What loads from it is the same game as from the spec. Canonical means that the bytes follow from
 * the content: keys are sorted, numbers and truth values are JSON's own, and there is one spelling
 * of each behaviour. Only maps whose order is part of the game (the first direction, the first
 * function) keep it.
 *
 * The document is all that is needed, with the trees as they were read from it (read.h). The model
 * is asked what names mean, and is not touched: threads may share it. Out of memory is NULL all the
 * way up; jansson's setters take the value they are given, also when they fail. */
#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/json_text.h"
#include "compile.h"
#include "lang/ast_print.h"
#include "lang/read.h"

/* ---- what stands where ---- */

typedef enum {
    AS_DATA,    /* as it stands */
    AS_LABEL,   /* a text, even if it looks like a number */
    AS_ORDERED, /* a map whose order counts */
    AS_BEHAVIOUR
} lf_treatment;

/* Paths of keys; lists do not count. `a|b` is either, `*` any key, and `PART` a part of cards that
 * the game declares. Everything else is AS_DATA. */
static const struct {
    const char *path;
    lf_treatment treatment;
} places[] = {
    {"functions/*", AS_BEHAVIOUR},
    {"procedures/*", AS_BEHAVIOUR},
    {"pieceGroups/*", AS_BEHAVIOUR},
    {"turnStructure/phases/when|prompt", AS_BEHAVIOUR},
    {"turnStructure/phases/prompts/when|text", AS_BEHAVIOUR},
    {"turnStructure/phases/onEnter|onExit", AS_BEHAVIOUR},
    {"turnStructure/phases/pass/when", AS_BEHAVIOUR},
    {"actions/params/domain", AS_BEHAVIOUR},
    {"actions/params/prompt", AS_BEHAVIOUR},
    {"actions/pre", AS_BEHAVIOUR},
    {"actions/cost|effects", AS_BEHAVIOUR},
    {"cards/PART/when", AS_BEHAVIOUR},
    {"cards/PART/effects", AS_BEHAVIOUR},
    {"eventDecks/cards/PART/when", AS_BEHAVIOUR},
    {"eventDecks/cards/PART/effects", AS_BEHAVIOUR},
    {"setup", AS_BEHAVIOUR},
    {"terminal/checkpoints/when|winner", AS_BEHAVIOUR},
    {"terminal/margins/value", AS_BEHAVIOUR},
    {"invariants/holds", AS_BEHAVIOUR},
    {"positionText/valid/holds", AS_BEHAVIOUR},
    {"globalVars|seatVars|perPlayerVars|pieces/possible", AS_BEHAVIOUR},
    {"displays/*/value|when|goal", AS_BEHAVIOUR},
    {"agents/functions/*", AS_BEHAVIOUR},
    {"agents/terms/*/value", AS_BEHAVIOUR},
    {"agents/priors/*/when|spaces", AS_BEHAVIOUR},

    {"seatGroups|enums|pieceGroups|functions|procedures|displays", AS_ORDERED},
    {"records", AS_ORDERED},
    {"records/*", AS_ORDERED},
    {"map/directions", AS_ORDERED},
    {"patterns", AS_ORDERED},
    {"positionText/board|seat|flags", AS_ORDERED},
    {"agents/functions|terms|priors", AS_ORDERED},
    {"scenarios/initialPlacements/pieces", AS_ORDERED},
    {"dataAssets/payload/initialPlacements/pieces", AS_ORDERED},

    {"metadata/name|description|version", AS_LABEL},
    {"seats|options|pieces|spaces|zones|actions|eventDecks/name", AS_LABEL},
    {"options/description", AS_LABEL},
    {"pieces/one|short", AS_LABEL},
    {"pieces/states/label|short", AS_LABEL},
    {"enums/*/label|short", AS_LABEL},
    {"options/values/label|short", AS_LABEL},
    {"globalVars|seatVars|perPlayerVars|spaceVars|zoneVars/label|words", AS_LABEL},
    {"globalVars|seatVars|perPlayerVars|spaceVars|zoneVars/type/label|short", AS_LABEL},
    {"records/*/*/label|short|words", AS_LABEL},
    {"records/*/*/type/label|short", AS_LABEL},
    {"markers|markerLattices|globalMarkers|globalMarkerLattices/label", AS_LABEL},
    {"markers|markerLattices|globalMarkers|globalMarkerLattices/states/label|short", AS_LABEL},
    {"spaceProperties|cardAttributes|cardParts/label", AS_LABEL},
    {"spaceProperties|cardAttributes/type/label|short", AS_LABEL},
    {"repetition/label", AS_LABEL},
    {"positionText/valid/message", AS_LABEL},
    {"terminal/checkpoints/label", AS_LABEL},
    {"terminal/payoff/unit|label", AS_LABEL},
    {"displays/*/label|group", AS_LABEL},
    {"agents/terms|priors/*/label|weight", AS_LABEL},
    {"agents/priors/*/options|in", AS_LABEL},
    {"turnStructure/phases/name", AS_LABEL},
    {"turnStructure/phases/pass/label", AS_LABEL},
    {"cards/name|title|text", AS_LABEL},
    {"cards/PART/text", AS_LABEL},
    {"eventDecks/cards/name|title|text", AS_LABEL},
    {"eventDecks/cards/PART/text", AS_LABEL},
    {"scenarios/title", AS_LABEL},
    {"dataAssets/payload/title", AS_LABEL},
    {"dataAssets/payload/spaces/name", AS_LABEL},
};

#define PATH_MAX_KEYS 8 /* more than the longest path above has */

typedef struct {
    const lf_model *model;
    const char *path[PATH_MAX_KEYS];
    uint32_t depth; /* keys on the way here; those that do not fit are only counted */
} lf_writer;

static bool is_part(const lf_model *m, const char *key) {
    for (uint32_t i = 0; i < m->card_part_count; i++)
        if (strcmp(m->card_parts[i], key) == 0)
            return true;
    return false;
}

static bool key_is(const lf_writer *w, const char *key, const char *word, size_t length) {
    if (length == 1 && *word == '*')
        return true;
    if (length == 4 && memcmp(word, "PART", length) == 0)
        return is_part(w->model, key);
    return strlen(key) == length && memcmp(key, word, length) == 0;
}

/* Whether the key is one of the words up to the next `/`; moves *pattern behind them. */
static bool matches_step(const lf_writer *w, const char *key, const char **pattern) {
    bool found = false;
    for (;;) {
        size_t length = strcspn(*pattern, "|/");
        found = found || key_is(w, key, *pattern, length);
        *pattern += length;
        char behind = **pattern;
        if (behind != '\0')
            ++*pattern;
        if (behind != '|')
            return found;
    }
}

static bool matches_path(const lf_writer *w, const char *pattern) {
    for (uint32_t i = 0; i < w->depth && *pattern != '\0'; i++)
        if (!matches_step(w, w->path[i], &pattern) || (*pattern == '\0') != (i + 1 == w->depth))
            return false;
    return true;
}

static lf_treatment treatment_here(const lf_writer *w) {
    if (w->depth == 0 || w->depth > PATH_MAX_KEYS)
        return AS_DATA;
    for (size_t i = 0; i < LF_COUNT(places); i++)
        if (matches_path(w, places[i].path))
            return places[i].treatment;
    return AS_DATA;
}

/* ---- JSON ---- */

static json_t *json_or_failure(json_t *value, bool ok) {
    if (ok)
        return value;
    json_decref(value);
    return NULL;
}

/* The first key behind `last` in the order of bytes, or the first of all; NULL at the end. */
static const char *next_key(json_t *object, const char *last) {
    const char *next = NULL;
    for (void *i = json_object_iter(object); i != NULL; i = json_object_iter_next(object, i)) {
        const char *key = json_object_iter_key(i);
        if ((last == NULL || strcmp(key, last) > 0) && (next == NULL || strcmp(key, next) < 0))
            next = key;
    }
    return next;
}

/* The same object with its keys sorted; takes the reference. Objects are small, and this needs no
 * memory of its own. */
static json_t *sort_keys(json_t *object) {
    json_t *sorted = json_object();
    bool ok = sorted != NULL && object != NULL;
    for (const char *key = next_key(object, NULL); ok && key != NULL; key = next_key(object, key))
        ok = json_object_set(sorted, key, json_object_get(object, key)) == 0;
    json_decref(object);
    return json_or_failure(sorted, ok);
}

/* The same all the way down. */
static json_t *sort_all_keys(json_t *value) {
    bool ok = value != NULL;
    for (size_t i = 0; ok && i < json_array_size(value); i++)
        ok =
            json_array_set_new(value, i, sort_all_keys(json_incref(json_array_get(value, i)))) == 0;
    for (void *i = json_object_iter(value); ok && i != NULL; i = json_object_iter_next(value, i))
        ok = json_object_iter_set_new(value, i,
                                      sort_all_keys(json_incref(json_object_iter_value(i)))) == 0;
    return ok && json_is_object(value) ? sort_keys(value) : json_or_failure(value, ok);
}

/* ---- behaviours ---- */

/* What a name stands for, as far as the printer wants to know: what nothing declares is bound
 * inside the behaviour. */
static lf_ref_kind classify(const lf_node *name, const void *context) {
    const lf_model *const model = context;
    const lf_symbol *const symbol = lf_model_find(model, name->name);
    if (symbol == NULL) {
        const bool constant =
            strcmp(name->name, "none") == 0 || lf_map_get(model->enum_values, name->name) != NULL;
        return constant ? LF_REF_CONSTANT : LF_REF_BINDING;
    }
    switch (symbol->kind) {
    case LF_SYM_GLOBAL:
        return LF_REF_GLOBAL;
    case LF_SYM_OPTION:
        return LF_REF_OPTION;
    case LF_SYM_BUILTIN:
        return symbol->index == LF_BUILTIN_ACTIVE_PLAYER ? LF_REF_ACTIVE_PLAYER : LF_REF_CONSTANT;
    default:
        return LF_REF_CONSTANT;
    }
}

/* ---- the document ---- */

static json_t *write_value(lf_writer *, const lf_doc *);

static json_t *scalar_json(const lf_doc *doc) {
    int64_t number;
    bool truth;
    if (lf_doc_is_null(doc))
        return json_null();
    if (lf_doc_int(doc, &number))
        return json_integer(number);
    if (lf_doc_bool(doc, &truth))
        return json_boolean(truth);
    return json_stringn(doc->text, doc->length);
}

/* An entry with several names, which only variables have, becomes an entry for each. Takes the
 * entry. */
static bool append_entry(json_t *array, json_t *entry) {
    const json_t *names = json_object_get(entry, "name");
    if (!json_is_array(names))
        return json_array_append_new(array, entry) == 0;
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(names); i++) {
        json_t *one = json_copy(entry);
        ok = one != NULL && json_object_set(one, "name", json_array_get(names, i)) == 0;
        ok = json_array_append_new(array, one) == 0 && ok;
    }
    json_decref(entry);
    return ok;
}

static json_t *list_json(lf_writer *w, const lf_doc *list) {
    json_t *array = json_array();
    bool ok = array != NULL;
    for (uint32_t i = 0; ok && i < list->count; i++)
        ok = append_entry(array, write_value(w, list->items[i]));
    return json_or_failure(array, ok);
}

/* A behaviour that is null is absent; the head of a GameDef is written anew. */
static bool is_left_out(const lf_writer *w, const lf_doc *value) {
    if (w->depth == 1 && strcmp(w->path[0], "gameDef") == 0)
        return true;
    return lf_doc_is_null(value) && treatment_here(w) == AS_BEHAVIOUR;
}

static json_t *map_json(lf_writer *w, const lf_doc *map) {
    json_t *object = json_object();
    bool ok = object != NULL, ordered = treatment_here(w) == AS_ORDERED;
    for (uint32_t i = 0; ok && i < map->count; i++) {
        const lf_doc_pair *pair = &map->pairs[i];
        if (w->depth < PATH_MAX_KEYS)
            w->path[w->depth] = pair->key;
        w->depth++;
        if (!is_left_out(w, pair->value))
            ok = json_object_set_new(object, pair->key, write_value(w, pair->value)) == 0;
        w->depth--;
    }
    return ok && !ordered ? sort_keys(object) : json_or_failure(object, ok);
}

static json_t *write_value(lf_writer *w, const lf_doc *doc) {
    const lf_treatment treatment = treatment_here(w);
    assert(w->model->trees != NULL); /* declared */
    const lf_node *const tree = treatment == AS_BEHAVIOUR ? lf_tree_of(w->model->trees, doc) : NULL;
    /* a game without errors has read them all; as data, one would load the same */
    if (tree != NULL)
        return sort_all_keys(lf_ast_to_json(tree, classify, w->model));
    switch (doc->kind) {
    case LF_DOC_LIST:
        return list_json(w, doc);
    case LF_DOC_MAP:
        return map_json(w, doc);
    default:
        return treatment == AS_LABEL ? json_stringn(doc->text, doc->length) : scalar_json(doc);
    }
}

/* ---- the whole ---- */

/* A number for everything that the GameDef says but for its head. */
static json_t *hash_json(const json_t *document) {
    char *text = lf_json_text(document, JSON_COMPACT), digits[17];
    if (text == NULL)
        return NULL;
    XXH64_canonical_t bytes;
    XXH64_canonicalFromHash(&bytes, XXH3_64bits(text, strlen(text)));
    for (size_t i = 0; i < sizeof bytes.digest; i++)
        snprintf(digits + 2 * i, 3, "%02x", bytes.digest[i]);
    lf_free(text);
    return json_string(digits);
}

void lf_gamedef_verify(lf_model *model) {
    const lf_doc *head = lf_doc_get(model->document, "gameDef");
    const lf_doc *given = head != NULL ? lf_doc_get(head, "specHash") : NULL;
    if (given == NULL)
        return;
    lf_writer w = {.model = model};
    json_t *document = map_json(&w, model->document);
    json_t *hash = document != NULL ? hash_json(document) : NULL;
    char digits[17];
    snprintf(digits, sizeof digits, "%s", hash != NULL ? json_string_value(hash) : "");
    json_decref(document);
    json_decref(hash);
    if (digits[0] == '\0')
        longjmp(*lf_arena_guard(model->arena), 1);
    if (strcmp(given->text, digits) != 0)
        lf_report_add(model->report, LF_ERROR, LF_E0440, given->pos, 1,
                      "compile the spec again, or delete `specHash` if the change is intended",
                      "this GameDef was changed after it was compiled: its hash is %s", digits);
}

static json_t *document_json(lf_writer *w) {
    json_t *document = map_json(w, w->model->document);
    json_t *head =
        json_pack("{s:s, s:i, s:o}", "compiler", lf_version(), "format", LF_GAMEDEF_FORMAT,
                  "specHash", document != NULL ? hash_json(document) : NULL);
    bool ok = json_object_set_new(document, "gameDef", head) == 0;
    return ok ? sort_keys(document) : json_or_failure(document, ok);
}

/* The caller frees it; NULL when out of memory. */
static char *canonical_text(json_t *document) {
    lf_text text = {0};
    lf_text_add_json(&text, document, JSON_INDENT(2));
    lf_text_addz(&text, "\n");
    json_decref(document);
    return lf_text_take(&text);
}

char *lf_game_json(const lf_game *game) {
    lf_writer w = {.model = lf_model_of(game)};
    return w.model != NULL ? canonical_text(document_json(&w)) : NULL;
}
