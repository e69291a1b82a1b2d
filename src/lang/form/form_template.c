/* form_template.c: builds nodes from a template, the right-hand side of a spelling.
 *
 *   (KIND:word.name kid …) a node of nodes.def, its words and its name where it has them, and one
 *   item for
 *                            every kid; a PIECES node of a single word is that word, as in the
 *                            notation
 *   [item …]                 a LIST
 *   {item …}                 a BLOCK
 *   field the value of that field of the form, read afresh at each use: no node has two parents
 *   field*                   in a list or block: all the items of the field's value
 *   'name                    a NAME        #3   an INT        -   no kid
 *   ^field a NAME that the form makes up: the field's name with `-count` behind it
 *
 * A word or a node's name is taken from a field of that name if there is one. Several items in a
 * row give a LIST. A template is part of the program: a mistake in one is our bug, and asserted. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "form.h"

typedef struct {
    lf_form *form;
    const lf_form_match *match;
    const char *at;
    bool failed; /* a field could not be read; reported */
} builder;

#define BREAKS " .:*()[]{}" /* a dot alone is a field all the same: see atom() */

static void skip_spaces(builder *b) {
    b->at += strspn(b->at, " ");
}

static const char *atom(builder *b) {
    size_t length = *b->at == '.' ? 1 : strcspn(b->at, BREAKS);
    const char *text = lf_arena_strndup(b->form->context->arena, b->at, length);
    b->at += length;
    return text;
}

static lf_node *field_value(builder *b, const char *name) {
    int i = lf_form_field_index(b->match, name);
    assert(i >= 0);
    lf_node *value = lf_form_value(b->form, b->match->fields[i].kind, b->match->docs[i]);
    if (b->match->docs[i] && value == NULL)
        b->failed = true;
    return value;
}

static const char *field_name(builder *b, const char *name) {
    const char *value = lf_form_name(b->form, lf_form_get(b->match, name));
    if (value == NULL)
        b->failed = true;
    return value;
}

/* name of a node: 'literal, ^made-up, or a field */
static const char *parse_node_name(builder *b) {
    lf_names *names = b->form->context->names;
    char sigil = *b->at;
    if (sigil == '\'' || sigil == '^')
        b->at++;
    const char *text = atom(b);
    if (sigil == '\'')
        return lf_intern_z(names, text);
    const char *name = field_name(b, text);
    if (sigil != '^' || name == NULL)
        return name;
    return lf_intern_z(names, lf_arena_printf(b->form->context->arena, "%s-count", name));
}

static lf_word word_of(builder *b, const lf_node_shape *shape, lf_node_kind kind) {
    size_t length = strcspn(b->at, " .:)");
    const char *text = lf_arena_strndup(b->form->context->arena, b->at, length);
    b->at += length;
    lf_word word = LF_W_NONE;
    int field = lf_form_field_index(b->match, text);
    if (field < 0 || b->match->fields[field].kind != 'w') {
        bool known = lf_word_find(text, &word);
        assert(known);
        (void)known;
        return word;
    }
    const lf_doc *doc = b->match->docs[field];
    assert(doc); /* the row applies because the word is there */
    for (int i = 0; i < shape->field_count; i++) {
        if (shape->fields[i].kind != 'w')
            continue;
        if (!lf_form_word(b->form, kind, shape->fields[i].name, doc, &word))
            b->failed = true;
        break;
    }
    return word;
}

static lf_node *item(builder *b);

static void add_all(builder *b, lf_node *list, const lf_node *values) {
    if (values == NULL)
        return;
    if (values->kind == LF_N_BLOCK)
        values = values->kids[LF_K_LIST];
    assert(values->kind == LF_N_LIST);
    for (uint32_t i = 0; i < values->kid_count; i++)
        lf_node_list_add(b->form->context->arena, list, values->kids[i]);
}

static lf_node *items_until(builder *b, char close) {
    lf_node *list = lf_node_list(b->form->context->arena, b->match->pos);
    for (skip_spaces(b); *b->at != close; skip_spaces(b)) {
        lf_node *value = item(b);
        if (*b->at == '*') {
            b->at++;
            add_all(b, list, value);
        } else {
            if (value != NULL) {
                lf_node_list_add(b->form->context->arena, list, value);
            }
        }
    }
    if (close)
        b->at++;
    return list;
}

static lf_node_kind kind_named(const char *name) {
    for (int kind = LF_N_LIST + 1; kind < LF_NODE_KINDS; kind++)
        if (strcmp(lf_node_shape_of((lf_node_kind)kind)->kind_name, name) == 0)
            return (lf_node_kind)kind;
    assert(false && "a kind that nodes.def lacks");
    return LF_N_LIST;
}

static lf_node *node(builder *b) {
    lf_node_kind kind = kind_named(atom(b));
    const lf_node_shape *shape = lf_node_shape_of(kind);
    lf_node *made = lf_form_node(b->form, b->match, kind);
    for (uint32_t words = 0; *b->at == ':'; words++) {
        b->at++;
        lf_node_set_word(made, words, word_of(b, shape, kind));
    }
    if (*b->at == '.') {
        b->at++;
        made->name = parse_node_name(b);
    }
    uint32_t kids = 0;
    for (skip_spaces(b); *b->at != ')'; skip_spaces(b)) {
        assert(kids < made->kid_count);
        made->kids[kids++] = item(b);
    }
    b->at++;
    assert(kids == made->kid_count);
    const lf_node *filter = kind == LF_N_PIECES ? made->kids[LF_K_LIST] : NULL;
    return filter != NULL && filter->kid_count == 1 ? filter->kids[0] : made;
}

static lf_node *block(builder *b) {
    lf_node *made = lf_form_node(b->form, b->match, LF_N_BLOCK);
    made->kids[LF_K_LIST] = items_until(b, '}');
    return made;
}

static lf_node *parse_integer(builder *b) {
    lf_node *made = lf_form_node(b->form, b->match, LF_N_INT);
    char *end;
    made->value = strtoll(b->at, &end, 10);
    b->at = end;
    return made;
}

static lf_node *item(builder *b) {
    switch (*b->at) {
    case '(':
        b->at++;
        return node(b);
    case '[':
        b->at++;
        return items_until(b, ']');
    case '{':
        b->at++;
        return block(b);
    case '#':
        b->at++;
        return parse_integer(b);
    case '-':
        b->at++;
        return NULL;
    case '\'':
    case '^':
        return lf_form_name_node(b->form, parse_node_name(b), b->match->pos,
                                 lf_form_width(b->match->key));
    default:
        return field_value(b, atom(b));
    }
}

lf_node *lf_form_build(lf_form *form, const lf_form_match *match, const char *template) {
    builder b = {.form = form, .match = match, .at = template};
    lf_node *all = items_until(&b, '\0');
    if (b.failed)
        return NULL;
    return all->kid_count == 1 ? all->kids[0] : all;
}
