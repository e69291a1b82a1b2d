/* form_complete.c: that a tree has everything that nodes.def asks of it.
 *
 * The checker and the compiler rely on it: what is not optional is there. Which fields those are is
 * said in nodes.def and nowhere else, for every spelling alike; some are asked for only beside
 * certain words (`value` of a sum). */
#include <string.h>

#include "form.h"

/* Does one of the node's words ask for the field? */
static bool is_required_field(const lf_node *n, const lf_node_shape *shape, const lf_field *field) {
    if (!field->optional)
        return true;
    uint32_t words = 0;
    for (uint32_t i = 0; i < shape->field_count && *field->asked_by; i++) {
        if (shape->fields[i].kind != 'w')
            continue;
        const lf_word word = lf_node_word(n, words++);
        if (word < LF_WORD_COUNT && lf_form_is_one_of(field->asked_by, lf_word_text(word)))
            return true;
    }
    return false;
}

static bool lacks(lf_form *form, const lf_node *n, const lf_node_shape *shape,
                  const lf_field *field) {
    const char *key = *shape->key ? shape->key : shape->kind_name;
    lf_report_add(form->context->report, LF_ERROR, LF_E0304, n->pos, n->length, NULL,
                  "`%s` needs the field `%s`", key, field->name);
    return false;
}

bool lf_form_complete(lf_form *form, const lf_node *n) {
    bool complete = true;
    const lf_node_shape *shape = lf_node_shape_of((lf_node_kind)n->kind);
    for (uint32_t i = 0, kid = 0; i < shape->field_count && n->kind != LF_N_LIST; i++) {
        const lf_field *field = &shape->fields[i];
        if (lf_field_is_kid(field) && n->kids[kid++] == NULL && is_required_field(n, shape, field))
            complete = lacks(form, n, shape, field);
        else if (field->kind == 'n' && !field->optional && n->name == NULL)
            complete = lacks(form, n, shape, field);
    }
    for (uint32_t i = 0; i < n->kid_count; i++) {
        if (n->kids[i] != NULL)
            complete &= lf_form_complete(form, n->kids[i]);
    }
    return complete;
}
