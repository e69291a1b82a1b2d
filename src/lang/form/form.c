/* form.c: the AST form, behaviour written as YAML maps and lists, to the AST.
 *
 * This file finds out which form a map is and reads those that follow nodes.def to the letter. The
 * other spellings are in form_spellings.c, and what is not a map in form_values.c. Whether names
 * exist and types agree is the checker's business. */
#include <string.h>

#include "form.h"

/* Forms whose fields stand beside the key that makes them, `{ op: …, left: …, right: … }`. */
static const char *const open_expressions = "op|ref|query|call";
static const char *const open_statements = "call|macro";

/* ---- forms after nodes.def ---- */

static bool read_word_field(lf_form *form, lf_node *node, const lf_field *field, const lf_doc *doc,
                            uint32_t index) {
    lf_word word = lf_form_keywords_of(node->kind, field->name).absent;
    bool ok = doc == NULL || lf_form_word(form, node->kind, field->name, doc, &word);
    lf_node_set_word(node, index, word);
    return ok;
}

static void fields_of_shape(lf_form_match *match, lf_node_kind kind) {
    const lf_node_shape *shape = lf_node_shape_of(kind);
    match->count = shape->field_count;
    memcpy(match->fields, shape->fields, sizeof match->fields);
    for (int i = 0; i < match->count; i++) {
        lf_field *field = &match->fields[i];
        if (field->kind == 'w')
            field->optional = lf_form_keywords_of(kind, field->name).optional;
    }
}

lf_node *lf_form_shape(lf_form *form, lf_node_kind kind, const char *key, lf_pos pos,
                       const lf_doc *body) {
    lf_form_match match = {.key = key, .pos = pos, .body = body};
    fields_of_shape(&match, kind);
    bool ok = lf_form_match_fields(form, &match, "");
    lf_node *node = lf_form_node(form, &match, kind);
    uint32_t kids = 0, words = 0;
    for (int i = 0; i < match.count; i++) {
        const lf_field *field = &match.fields[i];
        const lf_doc *doc = match.docs[i];
        if (field->kind == 'w') {
            ok &= read_word_field(form, node, field, doc, words++);
        } else if (field->kind == 'n') {
            node->name = lf_form_name(form, doc);
            ok &= node->name != NULL;
        } else if (field->kind == 'd') {
            node->name = lf_form_id(form, doc);
            ok &= node->name != NULL || doc == NULL;
        } else {
            lf_node *kid = lf_form_value(form, field->kind, doc);
            ok &= kid != NULL || doc == NULL;
            node->kids[kids++] = kid;
        }
    }
    return ok ? node : NULL;
}

/* ---- which form a map is ---- */

static bool shape_of_key(const char *key, bool statement, lf_node_kind *out) {
    for (int kind = LF_N_LIST + 1; kind < LF_NODE_KINDS; kind++) {
        const lf_node_shape *shape = lf_node_shape_of((lf_node_kind)kind);
        if (!*shape->key || shape->statement != statement || strcmp(shape->key, key) != 0)
            continue;
        *out = (lf_node_kind)kind;
        return true;
    }
    return false;
}

static bool is_known(const char *key, bool statement) {
    lf_node_kind kind;
    return shape_of_key(key, statement, &kind) || lf_form_has_spelling(statement, key);
}

static void unknown_form(lf_form *form, const lf_doc_pair *pair, bool statement) {
    lf_nearest nearest = lf_nearest_to(pair->key);
    const char *note = NULL;
    if (is_known(pair->key, !statement)) {
        note = statement ? "it is an expression: assign it, or use it in a condition"
                         : "it is a statement";
    } else {
        for (int kind = LF_N_LIST + 1; kind < LF_NODE_KINDS; kind++) {
            const lf_node_shape *shape = lf_node_shape_of((lf_node_kind)kind);
            if (*shape->key && shape->statement == statement)
                lf_nearest_offer(&nearest, shape->key);
        }
        lf_form_offer_spellings(&nearest, statement);
    }
    lf_form_unknown(form, LF_E0302, pair->key_pos, &nearest, note,
                    lf_arena_printf(form->context->arena, "unknown %s `%s`",
                                    statement ? "statement" : "expression", pair->key));
}

static lf_node *read_keyed_form(lf_form *form, const lf_doc_pair *pair, const lf_doc *body,
                                bool statement) {
    lf_node *node = NULL;
    lf_node_kind kind;
    lf_word word;
    if (lf_form_spelling(form, statement, pair->key, pair->key_pos, body, &node))
        return node;
    if (shape_of_key(pair->key, statement, &kind))
        return lf_form_shape(form, kind, pair->key, pair->key_pos, body);
    if (!is_known(pair->key, statement)) {
        unknown_form(form, pair, statement);
        return NULL;
    }
    if (strcmp(pair->key, "op") == 0 && pair->value->kind == LF_DOC_SCALAR &&
        lf_word_find(pair->value->text, &word) && word >= LF_W_NOT && word <= LF_W_IN)
        return lf_form_shape(form, word <= LF_W_NEG ? LF_N_UNARY : LF_N_BINARY, pair->key,
                             pair->key_pos, body);
    lf_form_no_spelling(form, statement, pair->key, pair->key_pos, body);
    return NULL;
}

static void several_keys(lf_form *form, const lf_doc *map, bool statement) {
    const lf_doc_pair *known = NULL, *other = NULL;
    for (uint32_t i = 0; i < map->count; i++) {
        const lf_doc_pair *pair = &map->pairs[i];
        if (known == NULL && is_known(pair->key, statement))
            known = pair;
        else if (other == NULL)
            other = pair;
    }
    if (known == NULL) {
        unknown_form(form, &map->pairs[0], statement);
        return;
    }
    const char *what = statement ? "a statement" : "an expression";
    bool both = is_known(other->key, statement);
    lf_report_add(form->context->report, LF_ERROR, LF_E0305, other->key_pos,
                  lf_form_width(other->key),
                  both ? "write each as a map of its own, in a list"
                       : "if it is a field of the other key, indent it",
                  "%s has one key, but this one has `%s` and `%s`", what, known->key, other->key);
}

/* `{s in spaces where …}` and `{a, b}` without quotes are maps whose keys have no values. */
static bool is_unquoted(const lf_doc *map, bool statement) {
    for (uint32_t i = 0; i < map->count; i++)
        if (!lf_doc_is_null(map->pairs[i].value) || is_known(map->pairs[i].key, statement))
            return false;
    return map->count > 0;
}

lf_node *lf_form_map(lf_form *form, const lf_doc *map, bool statement) {
    if (is_unquoted(map, statement)) {
        lf_report_add(form->context->report, LF_ERROR, LF_E0302, map->pos, 1,
                      "put the whole value in quotes, as in `\"{a, b}\"`",
                      "without quotes, this is a YAML map, not %s",
                      statement ? "a statement" : "an expression");
        return NULL;
    }
    const char *open = statement ? open_statements : open_expressions;
    for (uint32_t i = 0; i < map->count; i++)
        if (lf_form_is_one_of(open, map->pairs[i].key))
            return read_keyed_form(form, &map->pairs[i], map, statement);
    if (map->count == 1)
        return read_keyed_form(form, &map->pairs[0], map->pairs[0].value, statement);
    if (map->count)
        several_keys(form, map, statement);
    else
        lf_report_add(form->context->report, LF_ERROR, LF_E0301, map->pos, 1, NULL,
                      "%s is missing in this empty map",
                      statement ? "a statement" : "an expression");
    return NULL;
}

/* ---- the ways in ---- */

/* What was read without an error has all that the checker relies on. */
static lf_node *completed(lf_form *form, lf_node *node, uint32_t errors_before) {
    const bool good = node == NULL || form->context->report->errors > errors_before;
    return good || lf_form_complete(form, node) ? node : NULL;
}

/* The map goes by addresses, of names or of anything else that stays where it is. */
static const char *tree_key(const lf_doc *doc) {
    return (const char *)(const void *)doc;
}

const lf_node *lf_tree_of(const lf_map *trees, const lf_doc *doc) {
    return lf_map_get(trees, tree_key(doc));
}

/* Keeps the tree as it was read and gives a copy to work on. */
static lf_node *keep_tree(const lf_parse_context *context, const lf_doc *doc, lf_node *tree) {
    if (context->trees == NULL || tree == NULL)
        return tree;
    lf_map_put(context->trees, tree_key(doc), tree);
    return lf_node_clone(context->arena, tree);
}

static lf_node *read_value(const lf_parse_context *context, char kind, const lf_doc *doc) {
    lf_form form = {.context = context};
    const uint32_t errors = context->report->errors;
    lf_node *const node =
        kind == 'e' ? lf_form_expression(&form, doc) : lf_form_value(&form, kind, doc);
    return keep_tree(context, doc, completed(&form, node, errors));
}

lf_node *lf_read_expression(const lf_parse_context *context, const lf_doc *doc) {
    return read_value(context, 'e', doc);
}

lf_node *lf_read_block(const lf_parse_context *context, const lf_doc *doc) {
    return read_value(context, 'b', doc);
}

lf_node *lf_read_text(const lf_parse_context *context, const lf_doc *doc) {
    return read_value(context, 't', doc);
}

lf_node *lf_read_body(const lf_parse_context *context, const lf_doc *doc, bool pure) {
    const bool literal = doc->kind == LF_DOC_SCALAR && doc->style == LF_STYLE_LITERAL;
    const bool block = !pure || literal || doc->kind == LF_DOC_LIST;
    return read_value(context, block ? 'b' : 'e', doc);
}

lf_node *lf_read_domain(const lf_parse_context *context, const lf_doc *doc, const char *bind) {
    const bool notation = doc->kind == LF_DOC_SCALAR && !lf_doc_is_null(doc) && doc->text[0] != '$';
    return notation ? keep_tree(context, doc, lf_parse_domain(context, doc, bind))
                    : lf_read_expression(context, doc);
}
