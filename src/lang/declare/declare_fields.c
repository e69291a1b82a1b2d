/* declare_fields.c: reads maps strictly, by a table of their keys.
 *
 * Every map of a declaration has a shape: the keys that it may have, what each holds, and which it
 * must have. So an unknown key, a missing one and a value of the wrong kind are found and worded in
 * one place. */
#include "declare.h"

#include <string.h>

uint16_t lf_text_width(const char *text) {
    size_t width = lf_utf8_count(text, strcspn(text, "\n"));
    return (uint16_t)(width < UINT16_MAX ? width : UINT16_MAX);
}

uint16_t lf_doc_width(const lf_doc *doc) {
    if (doc->kind != LF_DOC_SCALAR)
        return 1;
    if (doc->style == LF_STYLE_PLAIN)
        return lf_text_width(doc->text);
    return doc->style == LF_STYLE_QUOTED ? (uint16_t)(lf_text_width(doc->text) + 2u) : 1;
}

lf_doc lf_key_as_scalar(lf_declaring *d, const char *key, size_t length, lf_pos pos) {
    return (lf_doc){.kind = LF_DOC_SCALAR,
                    .pos = pos,
                    .text = lf_intern(d->m->names, key, length),
                    .length = (uint32_t)length};
}

const char *lf_did_you_mean(lf_declaring *d, const lf_nearest *nearest) {
    return nearest->best != NULL ? lf_arena_printf(d->m->arena, "did you mean `%s`?", nearest->best)
                                 : NULL;
}

/* ---- kinds of values ---- */

static const char *const kind_texts[] = {
    [LF_KEY_ANY] = "given",          [LF_KEY_SCALAR] = "a text", [LF_KEY_INT] = "a whole number",
    [LF_KEY_BOOL] = "true or false", [LF_KEY_LIST] = "a list",   [LF_KEY_MAP] = "a map",
};

static const char *describe_doc(const lf_doc *doc) {
    int64_t number;
    bool truth;
    if (doc->kind == LF_DOC_LIST)
        return "a list";
    if (doc->kind == LF_DOC_MAP)
        return "a map";
    if (lf_doc_is_null(doc))
        return "empty";
    if (lf_doc_int(doc, &number))
        return "a number";
    if (lf_doc_bool(doc, &truth))
        return "true or false";
    return "a text";
}

static bool is_of_kind(const lf_doc *doc, lf_key_kind kind) {
    int64_t number;
    bool truth;
    switch (kind) {
    case LF_KEY_ANY:
        return !lf_doc_is_null(doc);
    case LF_KEY_SCALAR:
        return doc->kind == LF_DOC_SCALAR && !lf_doc_is_null(doc);
    case LF_KEY_INT:
        return lf_doc_int(doc, &number);
    case LF_KEY_BOOL:
        return lf_doc_bool(doc, &truth);
    case LF_KEY_LIST:
        return doc->kind == LF_DOC_LIST;
    case LF_KEY_MAP:
        return doc->kind == LF_DOC_MAP;
    }
    return false;
}

bool lf_is_list(lf_declaring *d, const lf_doc *doc, const char *what) {
    if (doc->kind == LF_DOC_LIST)
        return true;
    LF_WRONG(d, LF_E0404, doc, NULL, "%s must be a list, not %s", what, describe_doc(doc));
    return false;
}

bool lf_is_map(lf_declaring *d, const lf_doc *doc, const char *what) {
    if (doc->kind == LF_DOC_MAP)
        return true;
    LF_WRONG(d, LF_E0404, doc, NULL, "%s must be a map, not %s", what, describe_doc(doc));
    return false;
}

bool lf_is_scalar(lf_declaring *d, const lf_doc *doc, const char *what) {
    if (is_of_kind(doc, LF_KEY_SCALAR))
        return true;
    LF_WRONG(d, LF_E0404, doc, NULL, "%s must be a text, not %s", what, describe_doc(doc));
    return false;
}

/* ---- keys ---- */

static const lf_key_rule *find_rule(const lf_shape *shape, const char *key) {
    for (uint32_t i = 0; i < shape->count; i++)
        if (strcmp(shape->rules[i].key, key) == 0)
            return &shape->rules[i];
    return NULL;
}

bool lf_shape_has(const lf_shape *shape, const char *key) {
    return find_rule(shape, key) != NULL;
}

static lf_nearest nearest_key(const char *key, const lf_shape *shape, const lf_locals *more) {
    lf_nearest nearest = lf_nearest_to(key);
    for (uint32_t i = 0; i < shape->count; i++)
        lf_nearest_offer(&nearest, shape->rules[i].key);
    for (uint32_t i = 0; more != NULL && i < more->count; i++)
        lf_nearest_offer(&nearest, more->items[i]->name);
    return nearest;
}

void lf_unknown_key(lf_declaring *d, const lf_doc_pair *pair, const lf_shape *shape,
                    const lf_locals *more) {
    lf_nearest nearest = nearest_key(pair->key, shape, more);
    const char *note = lf_did_you_mean(d, &nearest);
    if (note == NULL && lf_doc_is_null(pair->value)) /* `{effects: deal(1, 2)}` */
        note = "in a list or map in brackets, quote values that contain `,`";
    LF_WRONG_NAME(d, LF_E0402, pair->key, pair->key_pos, note, "unknown key `%s` in %s", pair->key,
                  shape->what);
}

static const lf_doc *accept(lf_declaring *d, const lf_key_rule *rule, const lf_doc *value) {
    if (is_of_kind(value, rule->kind))
        return value;
    if ((rule->flags & LF_KEY_NULLABLE) && lf_doc_is_null(value))
        return NULL;
    if (rule->kind == LF_KEY_ANY)
        LF_WRONG(d, LF_E0404, value, NULL, "`%s` is empty", rule->key);
    else
        LF_WRONG(d, LF_E0404, value, NULL, "`%s` must be %s, not %s", rule->key,
                 kind_texts[rule->kind], describe_doc(value));
    return NULL;
}

/* Is there an unknown key that was taken for a slip of this one? Then one diagnostic is enough. */
static bool is_misspelt(const lf_doc *doc, const lf_shape *shape, const char *key) {
    for (uint32_t i = 0; i < doc->count && !shape->open; i++)
        if (find_rule(shape, doc->pairs[i].key) == NULL &&
            nearest_key(doc->pairs[i].key, shape, NULL).best == key)
            return true;
    return false;
}

/* A key that is there but wrong was reported with its value. */
static bool has_required(lf_declaring *d, const lf_doc *doc, const lf_shape *shape,
                         const lf_doc **values) {
    bool complete = true;
    for (uint32_t i = 0; i < shape->count; i++) {
        const lf_key_rule *rule = &shape->rules[i];
        if (!(rule->flags & LF_KEY_REQUIRED) || values[i] != NULL)
            continue;
        if (lf_doc_get(doc, rule->key) == NULL && !is_misspelt(doc, shape, rule->key))
            lf_report_add(d->m->report, LF_ERROR, LF_E0403, doc->pos, 1, NULL,
                          "`%s` is missing in %s", rule->key, shape->what);
        complete = false;
    }
    return complete;
}

bool lf_read_keys(lf_declaring *d, const lf_doc *doc, const lf_shape *shape,
                  const lf_doc **values) {
    for (uint32_t i = 0; i < shape->count; i++)
        values[i] = NULL;
    if (!lf_is_map(d, doc, shape->what))
        return false;
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc_pair *pair = &doc->pairs[i];
        const lf_key_rule *rule = find_rule(shape, pair->key);
        if (rule != NULL)
            values[rule - shape->rules] = accept(d, rule, pair->value);
        else if (!shape->open)
            lf_unknown_key(d, pair, shape, NULL);
    }
    return has_required(d, doc, shape, values);
}

const lf_doc *lf_either(lf_declaring *d, const lf_doc *a, const lf_doc *b, const char *keys) {
    if (a != NULL && b)
        LF_WRONG(d, LF_E0421, b, "keep one of them", "%s mean the same", keys);
    return a != NULL ? a : b;
}

/* ---- values with a fallback ---- */

const char *lf_text_or(const lf_doc *scalar, const char *fallback) {
    return scalar != NULL && scalar->kind == LF_DOC_SCALAR ? scalar->text : fallback;
}

bool lf_bool_or(const lf_doc *doc, bool fallback) {
    bool value = fallback;
    return doc != NULL && lf_doc_bool(doc, &value) ? value : fallback;
}

int lf_read_choice(lf_declaring *d, const lf_doc *doc, const char *const *words, const char *what) {
    if (doc == NULL)
        return 0;
    lf_nearest nearest = lf_nearest_to(doc->text);
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], doc->text) == 0)
            return i;
        lf_nearest_offer(&nearest, words[i]);
    }
    LF_WRONG(d, LF_E0408, doc, lf_did_you_mean(d, &nearest), "`%s` is not %s", doc->text, what);
    return -1;
}

int64_t lf_int_or(lf_declaring *d, const lf_doc *doc, int64_t min, int64_t max, int64_t fallback) {
    int64_t value;
    if (doc == NULL || !lf_doc_int(doc, &value))
        return fallback;
    if (value >= min && value <= max)
        return value;
    LF_WRONG(d, LF_E0410, doc, NULL, "%lld is outside %lld..%lld", (long long)value, (long long)min,
             (long long)max);
    return fallback;
}
