/* form_fields.c: matching a YAML map against the fields of a form, and the errors of the AST form.
 *
 * It finds which value belongs to which field. What the values mean is read elsewhere. */
#include <assert.h>
#include <string.h>

#include "form.h"

uint16_t lf_form_width(const char *text) {
    size_t width = lf_utf8_count(text, strlen(text));
    return (uint16_t)(width < UINT16_MAX ? width : UINT16_MAX);
}

const char *lf_form_next(const char *alternatives, char out[LF_FORM_WORD_BYTES]) {
    assert(alternatives != NULL);
    size_t length = strcspn(alternatives, "|");
    assert(length < LF_FORM_WORD_BYTES);
    memcpy(out, alternatives, length);
    out[length] = '\0';
    return alternatives[length] ? alternatives + length + 1 : NULL;
}

bool lf_form_is_one_of(const char *alternatives, const char *text) {
    char word[LF_FORM_WORD_BYTES];
    for (const char *rest = alternatives; rest;) {
        rest = lf_form_next(rest, word);
        if (strcmp(word, text) == 0)
            return true;
    }
    return false;
}

/* ---- errors ---- */

void lf_form_wrong_kind(lf_form *form, const lf_doc *doc, const char *what, const char *must) {
    static const char *const kinds[] = {"a single value", "a list", "a map"};
    const char *found = lf_doc_is_null(doc) ? "nothing" : kinds[doc->kind];
    lf_report_add(form->context->report, LF_ERROR, LF_E0306, doc->pos, 1, NULL,
                  "%s must be %s, but this is %s", what, must, found);
}

void lf_form_missing(lf_form *form, const lf_form_match *match, const char *field) {
    char name[LF_FORM_WORD_BYTES];
    lf_form_next(field, name);
    lf_report_add(form->context->report, LF_ERROR, LF_E0304, match->pos, lf_form_width(match->key),
                  NULL, "`%s` needs the field `%s`", match->key, name);
}

void lf_form_unknown(lf_form *form, lf_code code, lf_pos pos, const lf_nearest *nearest,
                     const char *otherwise, const char *message) {
    const char *note = otherwise;
    if (nearest->best != NULL)
        note = lf_arena_printf(form->context->arena, "did you mean `%s`?", nearest->best);
    lf_report_add(form->context->report, LF_ERROR, code, pos, lf_form_width(nearest->word), note,
                  "%s", message);
}

bool lf_form_too_deep(lf_form *form, lf_pos pos) {
    if (form->depth < LF_FORM_MAX_DEPTH)
        return false;
    lf_report_add(form->context->report, LF_ERROR, LF_E0310, pos, 1,
                  "move a part of it into a function or procedure",
                  "this is nested more than %d levels deep", LF_FORM_MAX_DEPTH);
    return true;
}

/* ---- matching ---- */

int lf_form_field_index(const lf_form_match *match, const char *key) {
    for (int i = 0; i < match->count; i++)
        if (lf_form_is_one_of(match->fields[i].name, key))
            return i;
    return -1;
}

static const char *all_fields(lf_form *form, const lf_form_match *match) {
    const char *list = "";
    char name[LF_FORM_WORD_BYTES];
    for (int i = 0; i < match->count; i++) {
        lf_form_next(match->fields[i].name, name);
        list = lf_arena_printf(form->context->arena, "%s%s`%s`", list, i ? ", " : "", name);
    }
    if (!*list)
        return "it has no fields";
    return lf_arena_printf(form->context->arena,
                           match->count > 1 ? "its fields are %s" : "its only field is %s", list);
}

/* Returns the field that was probably meant, or -1. */
static int unknown_field(lf_form *form, const lf_form_match *match, const lf_doc_pair *pair) {
    /* The nearest name outlives the loop, so the candidates are kept. */
    char names[LF_MAX_FIELDS * 4][LF_FORM_WORD_BYTES];
    size_t count = 0;
    lf_nearest nearest = lf_nearest_to(pair->key);
    for (int i = 0; i < match->count; i++) {
        for (const char *rest = match->fields[i].name; rest != NULL && count < LF_COUNT(names);
             count++) {
            rest = lf_form_next(rest, names[count]);
            lf_nearest_offer(&nearest, names[count]);
        }
    }
    lf_form_unknown(
        form, LF_E0303, pair->key_pos, &nearest, all_fields(form, match),
        lf_arena_printf(form->context->arena, "`%s` has no field `%s`", match->key, pair->key));
    return nearest.best != NULL ? lf_form_field_index(match, nearest.best) : -1;
}

/* A field that was only mistyped is not missing as well: it is made optional. */
static bool match_pair(lf_form *form, lf_form_match *match, const lf_doc_pair *pair,
                       const char *also) {
    int i = lf_form_field_index(match, pair->key);
    if (i < 0 && lf_form_is_one_of(also, pair->key))
        return true;
    if (i < 0) {
        int meant = unknown_field(form, match, pair);
        if (meant >= 0)
            match->fields[meant].optional = true;
        return false;
    }
    if (match->docs[i]) {
        lf_report_add(
            form->context->report, LF_ERROR, LF_E0305, pair->key_pos, lf_form_width(pair->key),
            NULL, "`%s` is another name for a field that `%s` already has", pair->key, match->key);
        return false;
    }
    if (!lf_doc_is_null(pair->value))
        match->docs[i] = pair->value;
    return true;
}

bool lf_form_match_fields(lf_form *form, lf_form_match *match, const char *also) {
    const lf_doc *body = match->body;
    bool empty = lf_doc_is_null(body);
    if (!empty && body->kind != LF_DOC_MAP) {
        const char *what = lf_arena_printf(form->context->arena, "the content of `%s`", match->key);
        lf_form_wrong_kind(form, body, what, "a map of its fields");
        return false;
    }
    bool ok = true;
    for (uint32_t i = 0; !empty && i < body->count; i++)
        ok &= match_pair(form, match, &body->pairs[i], also);
    for (int i = 0; i < match->count; i++) {
        if (match->docs[i] || match->fields[i].optional)
            continue;
        lf_form_missing(form, match, match->fields[i].name);
        ok = false;
    }
    return ok;
}

const lf_doc *lf_form_get(const lf_form_match *match, const char *field) {
    int i = lf_form_field_index(match, field);
    return i < 0 ? NULL : match->docs[i];
}

lf_node *lf_form_node(lf_form *form, const lf_form_match *match, lf_node_kind kind) {
    return lf_node_new(form->context->arena, kind, match->pos, lf_form_width(match->key));
}
