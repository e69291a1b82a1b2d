/* ast_print.c: the AST to JSON, in the canonical AST form.
 *
 * Most nodes are written after their row in nodes.def; the kinds whose row has a spelling of its
 * own have a function here. Values are built with jansson; how the text looks (order, indentation)
 * is decided by who dumps it.
 *
 * Out of memory is NULL all the way up: set_key() and append() take the value they are given, also
 * when they fail. */
#include "ast_print.h"

#include <assert.h>
#include <string.h>

#include "lang/form/form.h"

typedef struct {
    lf_ref_classifier classify;
    const void *context; /* of the classifier */
} printer;

typedef json_t *print_kind(const printer *, const lf_node *);

static json_t *print_node(const printer *, const lf_node *);

/* ---- building ---- */

static bool set_key(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value) == 0; /* fails for a NULL value */
}

static json_t *node_or_failure(json_t *value, bool ok) {
    if (ok)
        return value;
    json_decref(value);
    return NULL;
}

static json_t *wrap(const char *key, json_t *content) {
    json_t *object = json_object();
    return node_or_failure(object, set_key(object, key, content));
}

static json_t *print_each(const printer *p, const lf_node *list, print_kind *item) {
    json_t *array = json_array();
    bool ok = array != NULL;
    for (uint32_t i = 0; ok && i < list->kid_count; i++)
        ok = json_array_append_new(array, item(p, list->kids[i])) == 0;
    return node_or_failure(array, ok);
}

/* ---- texts ---- */

/* Among the parts of a text a bare string is literal, so that a constant has to be written as a
 * reference. */
static json_t *print_text_part(const printer *p, const lf_node *node) {
    if (node->kind == LF_N_STRING)
        return json_string(node->name);
    json_t *value = print_node(p, node);
    if (!json_is_string(value))
        return value;
    json_t *object = wrap("ref", json_string("constant"));
    return node_or_failure(object, set_key(object, "name", value));
}

static json_t *print_forms(const printer *p, const lf_node *node) {
    (void)p;
    return wrap("forms", json_string(node->name));
}

static json_t *print_parts(const printer *p, const lf_node *node) {
    return wrap("text", print_each(p, node->kids[LF_K_LIST], print_text_part));
}

/* Where a text is expected, a literal one without braces is a plain string. */
static json_t *print_text_node(const printer *p, const lf_node *node) {
    const lf_node *parts = node->kids[LF_K_LIST];
    bool plain = parts->kid_count == 1 && parts->kids[0]->kind == LF_N_STRING &&
                 !strpbrk(parts->kids[0]->name, "{}");
    return plain ? json_string(parts->kids[0]->name) : print_parts(p, node);
}

/* ---- forms after nodes.def ---- */

static json_t *print_arguments(const printer *p, const lf_node *list) {
    json_t *object = json_object();
    bool ok = object != NULL;
    for (uint32_t i = 0; ok && i < list->kid_count; i++)
        ok = set_key(object, list->kids[i]->name,
                     print_node(p, list->kids[i]->kids[LF_K_ARG_VALUE]));
    return node_or_failure(object, ok);
}

static json_t *print_kid(const printer *p, char letter, const lf_node *kid) {
    switch (letter) {
    case 'a':
        return print_arguments(p, kid);
    case 't':
        return print_text_node(p, kid);
    default:
        return print_node(p, kid); /* lists, blocks and options know what they are */
    }
}

static bool put_word(json_t *object, const lf_node *node, const char *field, lf_word word) {
    lf_form_keywords allowed = lf_form_keywords_of((lf_node_kind)node->kind, field);
    if (allowed.optional && word == allowed.absent)
        return true;
    return set_key(object, field, json_string(lf_word_text(word)));
}

static bool put_fields(const printer *p, json_t *object, const lf_node *node) {
    const lf_node_shape *shape = lf_node_shape_of((lf_node_kind)node->kind);
    uint32_t kids = 0, words = 0;
    bool ok = object != NULL;
    for (int i = 0; ok && i < shape->field_count; i++) {
        const lf_field *field = &shape->fields[i];
        if (field->kind == 'n' || field->kind == 'd') {
            ok = set_key(object, field->name, json_string(node->name));
        } else if (field->kind == 'w') {
            ok = put_word(object, node, field->name, lf_node_word(node, words++));
        } else {
            const lf_node *kid = node->kids[kids++];
            ok = kid == NULL || set_key(object, field->name, print_kid(p, field->kind, kid));
        }
    }
    return ok;
}

static json_t *print_fields(const printer *p, const lf_node *node) {
    json_t *object = json_object();
    return node_or_failure(object, put_fields(p, object, node));
}

/* ---- kinds with a spelling of their own ---- */

static json_t *print_int(const printer *p, const lf_node *node) {
    (void)p;
    return json_integer(node->value);
}

static json_t *print_bool(const printer *p, const lf_node *node) {
    (void)p;
    return json_boolean(node->value);
}

static json_t *print_name(const printer *p, const lf_node *node) {
    static const char *const refs[] = {
        [LF_REF_GLOBAL] = "globalVar",
        [LF_REF_BINDING] = "binding",
        [LF_REF_ACTIVE_PLAYER] = "activePlayer",
        [LF_REF_OPTION] = "option",
    };
    lf_ref_kind ref = p->classify != NULL ? p->classify(node, p->context) : LF_REF_CONSTANT;
    if (ref == LF_REF_CONSTANT)
        return json_string(node->name);
    json_t *object = wrap("ref", json_string(refs[ref]));
    return node_or_failure(object,
                           object != NULL && (ref == LF_REF_ACTIVE_PLAYER ||
                                              set_key(object, "name", json_string(node->name))));
}

static json_t *print_property(const printer *p, const lf_node *node) {
    json_t *object = wrap("ref", json_string("prop"));
    return node_or_failure(object, put_fields(p, object, node));
}

static json_t *print_call(const printer *p, const lf_node *node) {
    json_t *object = wrap("call", json_string(node->name));
    const lf_node *named = node->kids[LF_K_CALL_WITH];
    bool ok = set_key(object, "args", print_node(p, node->kids[LF_K_CALL_ARGS])) &&
              (named == NULL || set_key(object, "with", print_arguments(p, named)));
    return node_or_failure(object, ok);
}

/* The operands of `a + b + c`: as many levels of left kids as have the same word. Filled from the
 * end, because the first operand is the deepest. */
static json_t *print_chain(const printer *p, const lf_node *node) {
    json_t *operands = json_array();
    bool ok = operands != NULL;
    const lf_node *rest = node;
    for (; ok && rest->kind == LF_N_BINARY && rest->word == node->word;
         rest = rest->kids[LF_K_BINARY_LEFT])
        ok = json_array_insert_new(operands, 0, print_node(p, rest->kids[LF_K_BINARY_RIGHT])) == 0;
    return node_or_failure(operands,
                           ok && json_array_insert_new(operands, 0, print_node(p, rest)) == 0);
}

/* Rows of one operator are lists, or they would nest as deep as they are long. */
static bool is_chain(const lf_node *node) {
    if (node->word == LF_W_AND || node->word == LF_W_OR)
        return true;
    const lf_node *left = node->kids[LF_K_BINARY_LEFT];
    bool chains = (node->word >= LF_W_ADD && node->word <= LF_W_MOD) || node->word == LF_W_EXCEPT;
    return chains && left->kind == LF_N_BINARY && left->word == node->word;
}

static json_t *print_binary(const printer *p, const lf_node *node) {
    if (!is_chain(node))
        return print_fields(p, node);
    json_t *object = wrap("op", json_string(lf_word_text((lf_word)node->word)));
    return node_or_failure(object, set_key(object, "args", print_chain(p, node)));
}

static json_t *print_set(const printer *p, const lf_node *node) {
    return wrap("set", print_node(p, node->kids[LF_K_LIST]));
}

static json_t *print_pieces(const printer *p, const lf_node *node) {
    return wrap("pieces", print_node(p, node->kids[LF_K_LIST]));
}

static json_t *print_assignment(const printer *p, const lf_node *node) {
    json_t *content = wrap("target", print_node(p, node->kids[LF_K_ASSIGN_TARGET]));
    const char *value = node->word == LF_W_SET ? "to" : "by";
    content = node_or_failure(
        content, set_key(content, value, print_node(p, node->kids[LF_K_ASSIGN_VALUE])));
    return wrap(lf_word_text((lf_word)node->word), content);
}

static json_t *print_list(const printer *p, const lf_node *node) {
    return print_each(p, node, print_node);
}

static json_t *print_block(const printer *p, const lf_node *node) {
    return print_list(p, node->kids[LF_K_LIST]);
}

static json_t *print_do(const printer *p, const lf_node *node) {
    return print_node(p, node->kids[LF_K_DO_CALL]);
}

static print_kind *const own_spelling[LF_NODE_KINDS] = {
    [LF_N_LIST] = print_list,     [LF_N_INT] = print_int,       [LF_N_BOOL] = print_bool,
    [LF_N_NAME] = print_name,     [LF_N_TEXT] = print_parts,    [LF_N_STRING] = print_text_part,
    [LF_N_FORMS] = print_forms,   [LF_N_PROP] = print_property, [LF_N_CALL] = print_call,
    [LF_N_UNARY] = print_fields,  [LF_N_BINARY] = print_binary, [LF_N_SET] = print_set,
    [LF_N_PIECES] = print_pieces, [LF_N_BLOCK] = print_block,   [LF_N_ASSIGN] = print_assignment,
    [LF_N_OPTION] = print_fields, [LF_N_DO] = print_do,
};

static json_t *print_node(const printer *p, const lf_node *node) {
    print_kind *own = own_spelling[node->kind];
    if (own != NULL)
        return own(p, node);
    const char *key = lf_node_shape_of((lf_node_kind)node->kind)->key;
    assert(*key);
    return wrap(key, print_fields(p, node));
}

json_t *lf_ast_to_json(const lf_node *node, lf_ref_classifier classify, const void *context) {
    const printer p = {.classify = classify, .context = context};
    return node->kind == LF_N_TEXT ? print_text_node(&p, node) : print_node(&p, node);
}
