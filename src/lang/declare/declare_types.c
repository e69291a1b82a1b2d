/* declare_types.c: the types that declarations can name, the enumerations, and constants in
 * YAML. */
#include "declare.h"

#include <string.h>

/* ---- types by name ---- */

enum {
    VALUES = LF_USE_PROPERTY | LF_USE_VARIABLE | LF_USE_PARAM | LF_USE_DATA,
    SETS = LF_USE_VARIABLE | LF_USE_PARAM
};

static const struct {
    const char *name;
    lf_base_type base;
    unsigned uses;
} types[] = {
    {"int", LF_T_INT, VALUES | LF_USE_OPTION},
    {"boolean", LF_T_BOOL, VALUES | LF_USE_OPTION},
    {"bool", LF_T_BOOL, VALUES | LF_USE_OPTION},
    {"seat", LF_T_SEAT, VALUES},
    {"space", LF_T_SPACE, VALUES},
    {"card", LF_T_CARD, VALUES},
    {"zone", LF_T_ZONE, LF_USE_PROPERTY | LF_USE_PARAM | LF_USE_DATA},
    {"direction", LF_T_DIRECTION, LF_USE_PROPERTY | LF_USE_PARAM},
    {"spaces", LF_T_SPACES, SETS},
    {"seats", LF_T_SEATS, SETS},
    {"cards", LF_T_CARDS, SETS},
    {"zones", LF_T_ZONES, LF_USE_PARAM},
    {"directions", LF_T_DIRECTIONS, LF_USE_PARAM},
    {"pieces", LF_T_PIECES, LF_USE_PARAM},
    {"stack", LF_T_STACK, LF_USE_PARAM},
    {"string", LF_T_TEXT, LF_USE_DATA},
};

static int built_in_type(const char *name) {
    for (size_t i = 0; i < LF_COUNT(types); i++)
        if (strcmp(types[i].name, name) == 0)
            return (int)i;
    return -1;
}

static void report_unknown_type(lf_declaring *d, const char *name, lf_pos pos, unsigned use) {
    const lf_locals *enums = &d->locals[LF_NAMES_ENUM];
    lf_nearest nearest = lf_nearest_to(name);
    for (size_t i = 0; i < LF_COUNT(types); i++)
        if (types[i].uses & use)
            lf_nearest_offer(&nearest, types[i].name);
    for (uint32_t i = 0; i < enums->count; i++)
        lf_nearest_offer(&nearest, enums->items[i]->name);
    /* which are read behind most that has a type */
    const lf_doc *records = lf_section_map(d, "records");
    if (records != NULL && lf_doc_get(records, name) != NULL)
        LF_WRONG_NAME(d, LF_E0409, name, pos,
                      "only variables of the game can be records; name a field of one",
                      "the record `%s` is not allowed here", name);
    else if (built_in_type(name) >= 0)
        LF_WRONG_NAME(d, LF_E0409, name, pos, NULL, "the type `%s` is not allowed here", name);
    else
        LF_WRONG_NAME(d, LF_E0409, name, pos, lf_did_you_mean(d, &nearest), "unknown type `%s`",
                      name);
}

bool lf_find_type(lf_declaring *d, const char *name, lf_pos pos, unsigned use, lf_type *out) {
    int row = built_in_type(name);
    if (row >= 0 && (types[row].uses & use)) {
        *out = (lf_type){.base = (uint8_t)types[row].base};
        return true;
    }
    const lf_local *enumeration = lf_find_local(d, LF_NAMES_ENUM, name);
    if (row < 0 && enumeration != NULL) {
        *out = (lf_type){.base = LF_T_ENUM, .id = (uint16_t)enumeration->index};
        return true;
    }
    report_unknown_type(d, name, pos, use);
    return false;
}

bool lf_is_type(const lf_declaring *d, const char *name) {
    return built_in_type(name) >= 0 || lf_find_local(d, LF_NAMES_ENUM, name) != NULL;
}

/* ---- enumerations ---- */

/* The chain of the first value leads to all enumerations that begin alike. The phases are never
 * shared. */
static int find_equal(const lf_declaring *d, const char **values, uint32_t count) {
    const lf_enum_ref *ref = lf_map_get(d->m->enum_values, values[0]);
    for (; ref; ref = ref->next) {
        const lf_model_enum *e = &d->m->enums[ref->enum_id];
        if (ref->enum_id == 0 || ref->value != 0 || e->count != count)
            continue;
        if (memcmp(e->values, values, count * sizeof *values) == 0)
            return ref->enum_id;
    }
    return -1;
}

static int append_enum(lf_declaring *d, lf_model_enum e) {
    lf_model *m = d->m;
    uint16_t id = (uint16_t)m->enum_count;
    LF_PUSH(m->arena, m->enums, m->enum_count, d->enum_capacity, e);
    for (uint32_t i = 0; i < e.count; i++) {
        lf_enum_ref *ref = LF_NEW(m->arena, lf_enum_ref);
        *ref = (lf_enum_ref){id, (uint16_t)i, lf_map_get(m->enum_values, e.values[i])};
        lf_map_put(m->enum_values, e.values[i], ref);
    }
    return id;
}

/* Equal lists are one enumeration, so its values have one label each, whichever list gives it. */
static bool share_labels(lf_declaring *d, lf_model_enum *e, const lf_id_list *values,
                         const lf_doc *list) {
    for (uint32_t i = 0; i < e->count; i++) {
        const char *label = values->labels[i];
        if (label == NULL || e->labels[i] == NULL || strcmp(label, e->labels[i]) == 0)
            continue;
        LF_WRONG(d, LF_E0407, list->items[i], "name the list in `enums` and use its name",
                 "`%s` has the label \"%s\" in an equal list and \"%s\" here", e->values[i],
                 e->labels[i], label);
        return false;
    }
    for (uint32_t i = 0; i < e->count; i++)
        if (e->labels[i] == NULL)
            e->labels[i] = values->labels[i];
    return true;
}

/* An enumeration; an inline one (name "") is shared with an equal one. Its index, or -1. */
static int add_enum(lf_declaring *d, const char *name, lf_pos pos, const lf_doc *list) {
    if (!lf_is_list(d, list, "an enumeration"))
        return -1;
    if (!lf_within(d, list, list->count ? list->count - 1 : 0, LF_MAX_SYMBOLS,
                   "values in an enumeration"))
        return -1;
    if (!lf_within(d, list, d->m->enum_count, LF_MAX_SYMBOLS, "enumerations"))
        return -1;
    const lf_id_list values = lf_read_id_list(d, list, "a value", true);
    if (values.ids == NULL)
        return -1;
    int equal = name[0] == '\0' ? find_equal(d, values.ids, list->count) : -1;
    if (equal >= 0)
        return share_labels(d, &d->m->enums[equal], &values, list) ? equal : -1;
    return append_enum(d, (lf_model_enum){name, pos, values.ids, values.labels, list->count});
}

bool lf_read_type(lf_declaring *d, const lf_doc *doc, unsigned use, lf_type *out) {
    if (doc->kind == LF_DOC_LIST) {
        int index = add_enum(d, "", doc->pos, doc);
        if (index >= 0)
            *out = (lf_type){.base = LF_T_ENUM, .id = (uint16_t)index};
        return index >= 0;
    }
    return lf_is_scalar(d, doc, "a type") && lf_find_type(d, doc->text, doc->pos, use, out);
}

void lf_add_phase_enum(lf_declaring *d) {
    lf_model *m = d->m;
    const char *name = lf_intern_z(m->names, "phase");
    const char **ids = LF_NEW_ARRAY(m->arena, const char *, m->phase_count + 1);
    const char **labels = LF_NEW_ARRAY(m->arena, const char *, m->phase_count + 1);
    for (uint32_t i = 0; i < m->phase_count; i++) {
        ids[i] = m->phases[i].entry.id;
        labels[i] = m->phases[i].entry.label;
    }
    append_enum(d, (lf_model_enum){name, {0}, ids, labels, m->phase_count});
    lf_add_local(d, LF_NAMES_ENUM, "the enumeration of phases", name, (lf_pos){0}, 0);
}

int lf_add_pattern_enum(lf_declaring *d, const char **ids, uint32_t count, lf_pos pos) {
    const char *name = lf_intern_z(d->m->names, "pattern");
    const char **labels = LF_NEW_ARRAY(d->m->arena, const char *, count);
    const int id = append_enum(d, (lf_model_enum){name, pos, ids, labels, count});
    lf_add_local(d, LF_NAMES_ENUM, "the enumeration of patterns", name, pos, id);
    return id;
}

void lf_declare_enums(lf_declaring *d) {
    const lf_doc *section = lf_section_map(d, "enums");
    for (uint32_t i = 0; section != NULL && i < section->count; i++) {
        const lf_doc_pair *pair = &section->pairs[i];
        const char *name = lf_check_name(d, pair->key, pair->key_pos, "an enumeration", LF_NAME_ID);
        if (name == NULL)
            continue;
        if (built_in_type(name) >= 0) {
            LF_WRONG_NAME(d, LF_E0407, name, pair->key_pos, NULL,
                          "`%s` cannot be an enumeration: it is already a type", name);
            continue;
        }
        int index = add_enum(d, name, pair->key_pos, pair->value);
        if (index >= 0)
            lf_add_local(d, LF_NAMES_ENUM, "an enumeration", name, pair->key_pos, index);
    }
}

/* Only when all lists are read is it known which values have no label of their own. */
void lf_label_values(lf_declaring *d) {
    for (uint32_t e = 0; e < d->m->enum_count; e++)
        for (uint32_t i = 0; i < d->m->enums[e].count; i++)
            if (d->m->enums[e].labels[i] == NULL)
                d->m->enums[e].labels[i] = lf_label_from_id(d, d->m->enums[e].values[i]);
}

/* ---- constants ---- */

static bool read_int_value(lf_declaring *d, const lf_doc *doc, int64_t *out) {
    if (!lf_doc_int(doc, out)) {
        LF_WRONG(d, LF_E0404, doc, NULL, "`%s` is not a whole number", lf_text_or(doc, "this"));
        return false;
    }
    if (*out >= INT32_MIN && *out <= INT32_MAX)
        return true;
    LF_WRONG(d, LF_E0410, doc, NULL, "%lld is outside %d..%d", (long long)*out, (int)INT32_MIN,
             (int)INT32_MAX);
    return false;
}

static bool read_bool(lf_declaring *d, const lf_doc *doc, int64_t *out) {
    bool value;
    if (!lf_doc_bool(doc, &value)) {
        LF_WRONG(d, LF_E0404, doc, NULL, "`%s` is neither true nor false", lf_text_or(doc, "this"));
        return false;
    }
    *out = value;
    return true;
}

static bool read_enum(lf_declaring *d, uint16_t id, const lf_doc *doc, int64_t *out) {
    const lf_model_enum *e = &d->m->enums[id];
    if (!lf_is_scalar(d, doc, "a value"))
        return false;
    *out = lf_model_enum_value(d->m, id, doc->text);
    if (*out >= 0)
        return true;
    lf_nearest nearest = lf_nearest_to(doc->text);
    for (uint32_t i = 0; i < e->count; i++)
        lf_nearest_offer(&nearest, e->values[i]);
    LF_WRONG(d, LF_E0408, doc, lf_did_you_mean(d, &nearest), "`%s` is not %s", doc->text,
             lf_type_text(d->m, (lf_type){.base = LF_T_ENUM, .id = id}));
    return false;
}

static bool read_reference(lf_declaring *d, lf_ref ref, const lf_doc *doc, int64_t *out) {
    bool none = doc->kind == LF_DOC_SCALAR && strcmp(doc->text, "none") == 0;
    *out = none ? -1 : lf_reference(d, ref, doc);
    return none || *out >= 0;
}

bool lf_read_value(lf_declaring *d, lf_type type, const lf_doc *doc, int64_t *out) {
    switch (type.base) {
    case LF_T_INT:
        return read_int_value(d, doc, out);
    case LF_T_BOOL:
        return read_bool(d, doc, out);
    case LF_T_ENUM:
        return read_enum(d, type.id, doc, out);
    case LF_T_SEAT:
        return read_reference(d, LF_REF_SEAT, doc, out);
    case LF_T_SPACE:
        return read_reference(d, LF_REF_SPACE, doc, out);
    case LF_T_ZONE:
        return read_reference(d, LF_REF_ZONE, doc, out);
    case LF_T_CARD:
        return read_reference(d, LF_REF_CARD, doc, out);
    case LF_T_DIRECTION:
        return read_reference(d, LF_REF_DIRECTION, doc, out);
    case LF_T_TEXT:
        *out = 0;
        return lf_is_scalar(d, doc, "a string");
    default:
        LF_WRONG(d, LF_E0421, doc, "fill it in `setup`", "a set starts empty");
        return false;
    }
}

bool lf_read_ranged(lf_declaring *d, lf_type type, int64_t min, int64_t max, const lf_doc *doc,
                    int64_t *out) {
    if (!lf_read_value(d, type, doc, out))
        return false;
    if (type.base != LF_T_INT || (*out >= min && *out <= max))
        return true;
    LF_WRONG(d, LF_E0410, doc, NULL, "%lld is outside %lld..%lld", (long long)*out, (long long)min,
             (long long)max);
    return false;
}

bool lf_read_bounds(lf_declaring *d, lf_type type, const lf_doc *min, const lf_doc *max,
                    int64_t *low, int64_t *high) {
    const lf_doc *given = min != NULL ? min : max;
    if (type.base != LF_T_INT) {
        *low = 0;
        *high = type.base == LF_T_ENUM ? (int64_t)d->m->enums[type.id].count - 1
                                       : type.base == LF_T_BOOL;
        if (given != NULL)
            LF_WRONG(d, LF_E0421, given, NULL, "only an int has `min` and `max`");
        return given == NULL;
    }
    *low = lf_int_or(d, min, INT32_MIN, INT32_MAX, *low);
    *high = lf_int_or(d, max, INT32_MIN, INT32_MAX, *high);
    if (*low <= *high)
        return true;
    LF_WRONG(d, LF_E0410, given, NULL, "the range %lld..%lld is empty", (long long)*low,
             (long long)*high);
    return false;
}
