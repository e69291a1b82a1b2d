/* declare_properties.c: properties of spaces and attributes of cards: fixed values that every
 * holder has.
 *
 * A holder that states none gets the default. Where there is none and the type has a natural empty
 * value (0, false, none) it gets that; a value of an enumeration must be stated. */
#include "declare.h"

enum {
    PROPERTY_NAME,
    PROPERTY_TYPE,
    PROPERTY_DEFAULT,
    PROPERTY_LABEL,
    PROPERTY_LENGTH,
    PROPERTY_KEYS
};
static const lf_key_rule property_rules[] = {
    [PROPERTY_NAME] = {"name", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [PROPERTY_TYPE] = {"type", LF_KEY_ANY, LF_KEY_REQUIRED},
    [PROPERTY_DEFAULT] = {"default", LF_KEY_SCALAR, 0},
    [PROPERTY_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [PROPERTY_LENGTH] = {"length", LF_KEY_INT, 0},
};

/* A list of properties is short: one value a seat, a column, a turn. */
#define MAX_LENGTH 64

static int64_t natural_value(lf_type type) {
    bool reference = type.base != LF_T_INT && type.base != LF_T_BOOL && type.base != LF_T_ENUM;
    return reference ? -1 : 0;
}

static void add_property(lf_declaring *d, const lf_property_kind *kind, const lf_doc *doc,
                         lf_model_property *properties, uint32_t *count) {
    /* `length` stands last in the table, and only lists may have it. */
    lf_shape shape = {kind->what, property_rules, kind->lists ? PROPERTY_KEYS : PROPERTY_LENGTH,
                      false};
    const lf_doc *values[PROPERTY_KEYS] = {0};
    lf_model_property p = {.length = 1};
    if (!lf_read_keys(d, doc, &shape, values))
        return;
    const lf_doc *name = values[PROPERTY_NAME], *fallback = values[PROPERTY_DEFAULT];
    p.name = lf_check_name(d, name->text, name->pos, kind->what, LF_NAME_MEMBER);
    p.pos = name->pos;
    if (!p.name || !lf_read_type(d, values[PROPERTY_TYPE], LF_USE_PROPERTY, &p.type))
        return;
    if (lf_shape_has(kind->holder, p.name)) {
        LF_WRONG(d, LF_E0407, name, NULL, "`%s` cannot be %s: it is already a key of %s", p.name,
                 kind->what, kind->holder->what);
        return;
    }
    p.label = lf_text_or(values[PROPERTY_LABEL], lf_label_from_id(d, p.name));
    p.fallback = natural_value(p.type);
    p.required = fallback == NULL && p.type.base == LF_T_ENUM;
    p.length = (uint32_t)lf_int_or(d, values[PROPERTY_LENGTH], 1, MAX_LENGTH, 1);
    if (fallback != NULL && !lf_read_value(d, p.type, fallback, &p.fallback))
        return;
    if (lf_add_local(d, kind->scope, kind->what, p.name, p.pos, (int)*count))
        properties[(*count)++] = p;
}

void lf_add_properties(lf_declaring *d, const lf_property_kind *kind, lf_doc_list list,
                       lf_model_property *properties, uint32_t *count) {
    for (uint32_t i = 0; i < list.count; i++)
        add_property(d, kind, list.items[i], properties, count);
}

bool lf_read_property(lf_declaring *d, const lf_model_property *p, const lf_doc *doc,
                      int64_t *values) {
    bool good = true;
    if (p->length == 1)
        return lf_read_value(d, p->type, doc, values);
    if (!lf_is_list(d, doc, lf_arena_printf(d->m->arena, "`%s`", p->name)))
        return false;
    if (doc->count != p->length) {
        LF_WRONG(d, LF_E0420, doc, NULL, "`%s` has %u values, not %u", p->name, (unsigned)p->length,
                 (unsigned)doc->count);
        return false;
    }
    for (uint32_t i = 0; i < doc->count; i++)
        good = lf_read_value(d, p->type, doc->items[i], &values[i]) && good;
    return good;
}

void lf_fill_properties(const lf_model_property *properties, uint32_t count, int64_t *values) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < properties[i].length; k++)
            *values++ = properties[i].fallback;
}

void lf_report_unstated(lf_declaring *d, const lf_model_property *p, const lf_entry *holder) {
    lf_report_add_at(d->m->report, LF_ERROR, LF_E0419, holder->pos, lf_text_width(holder->id),
                     p->pos, "it has no `default`", "`%s` has no `%s`", holder->id, p->name);
}
