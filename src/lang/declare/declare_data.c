/* declare_data.c: the fields that a game adds to its scenarios, for its own `setup` to read.
 *
 * The section `scenarioFields` says what shape they have. The values stay in the document; here
 * they are only checked, so that a mistake in a scenario is found where it stands and not when
 * `setup` stumbles over it. */
#include "declare.h"

typedef enum { DATA_VALUE, DATA_LIST, DATA_RECORD } data_kind;

struct lf_data_shape {
    const char *name; /* of a field; "" for the items of a list */
    data_kind kind;
    bool optional;
    lf_type type; /* VALUE */
    int64_t min, max;
    lf_data_shape *items; /* LIST: one; RECORD: its fields */
    uint32_t count;
};

enum { DATA_TYPE, DATA_OF, DATA_FIELDS, DATA_MIN, DATA_MAX, DATA_OPTIONAL, DATA_KEYS };
static const lf_key_rule data_rules[] = {
    [DATA_TYPE] = {"type", LF_KEY_ANY, 0},     [DATA_OF] = {"list", LF_KEY_ANY, 0},
    [DATA_FIELDS] = {"fields", LF_KEY_MAP, 0}, [DATA_MIN] = {"min", LF_KEY_INT, 0},
    [DATA_MAX] = {"max", LF_KEY_INT, 0},       [DATA_OPTIONAL] = {"optional", LF_KEY_BOOL, 0},
};
LF_SHAPE(data_rule_shape, "a scenario field", data_rules, false);

/* ---- reading the shapes ---- */

static bool read_shape(lf_declaring *d, const lf_doc *doc, lf_data_shape *out);

static bool read_record_shape(lf_declaring *d, const lf_doc *map, lf_data_shape *out) {
    bool good = true;
    out->kind = DATA_RECORD;
    out->items = LF_NEW_ARRAY(d->m->arena, lf_data_shape, map->count + 1);
    for (uint32_t i = 0; i < map->count; i++) {
        lf_data_shape *field = &out->items[out->count];
        const lf_doc_pair *pair = &map->pairs[i];
        const char *name =
            lf_check_name(d, pair->key, pair->key_pos, "a scenario field", LF_NAME_MEMBER);
        if (name == NULL || !read_shape(d, pair->value, field)) {
            good = false;
            continue;
        }
        field->name = pair->key;
        out->count++;
    }
    return good;
}

static bool read_value_shape(lf_declaring *d, const lf_doc **values, lf_data_shape *out) {
    out->kind = DATA_VALUE;
    out->min = INT32_MIN;
    out->max = INT32_MAX;
    return lf_read_type(d, values[DATA_TYPE], LF_USE_DATA, &out->type) &&
           lf_read_bounds(d, out->type, values[DATA_MIN], values[DATA_MAX], &out->min, &out->max);
}

static bool read_list_shape(lf_declaring *d, const lf_doc *of, lf_data_shape *out) {
    out->kind = DATA_LIST;
    out->items = LF_NEW(d->m->arena, lf_data_shape);
    return read_shape(d, of, out->items);
}

/* A bare type stands for { type: … }. */
static bool read_shape(lf_declaring *d, const lf_doc *doc, lf_data_shape *out) {
    const lf_doc *values[DATA_KEYS] = {0};
    *out = (lf_data_shape){.name = ""};
    if (doc->kind == LF_DOC_MAP) {
        if (!lf_read_keys(d, doc, &data_rule_shape, values))
            return false;
    } else {
        values[DATA_TYPE] = doc;
    }
    out->optional = lf_bool_or(values[DATA_OPTIONAL], false);
    int forms =
        (values[DATA_TYPE] != NULL) + (values[DATA_OF] != NULL) + (values[DATA_FIELDS] != NULL);
    if (forms != 1) {
        LF_WRONG(d, LF_E0421, doc, NULL,
                 "a scenario field needs one of `type`, `list` and `fields`");
        return false;
    }
    if (values[DATA_OF] != NULL)
        return read_list_shape(d, values[DATA_OF], out);
    if (values[DATA_FIELDS] != NULL)
        return read_record_shape(d, values[DATA_FIELDS], out);
    return read_value_shape(d, values, out);
}

lf_data_shape *lf_read_data_shapes(lf_declaring *d, const lf_shape *taken) {
    const lf_doc *section = lf_section_map(d, "scenarioFields");
    lf_data_shape *shape = LF_NEW(d->m->arena, lf_data_shape);
    *shape = (lf_data_shape){.name = "", .kind = DATA_RECORD};
    for (uint32_t i = 0; section != NULL && i < section->count; i++)
        if (lf_shape_has(taken, section->pairs[i].key))
            LF_WRONG_NAME(d, LF_E0407, section->pairs[i].key, section->pairs[i].key_pos, NULL,
                          "`%s` cannot be a scenario field: it is already a key of %s",
                          section->pairs[i].key, taken->what);
    /* With a broken shape, what the scenarios say cannot be judged. */
    return section == NULL || read_record_shape(d, section, shape) ? shape : NULL;
}

/* ---- checking the values ---- */

static void check_data_field(lf_declaring *d, const lf_data_shape *shape, const lf_doc *doc);

static const lf_data_shape *find_data_field(const lf_data_shape *record, const char *key) {
    for (uint32_t i = 0; i < record->count; i++)
        if (record->items[i].name == key)
            return &record->items[i];
    return NULL;
}

static void report_unknown_field(lf_declaring *d, const lf_data_shape *record,
                                 const lf_doc_pair *pair, const char *what, const lf_shape *known) {
    lf_nearest nearest = lf_nearest_to(pair->key);
    for (uint32_t i = 0; i < record->count; i++)
        lf_nearest_offer(&nearest, record->items[i].name);
    for (uint32_t i = 0; known != NULL && i < known->count; i++)
        lf_nearest_offer(&nearest, known->rules[i].key);
    LF_WRONG_NAME(d, LF_E0402, pair->key, pair->key_pos, lf_did_you_mean(d, &nearest),
                  "unknown key `%s` in %s", pair->key, what);
}

static void check_record(lf_declaring *d, const lf_data_shape *record, const lf_doc *doc,
                         const char *what, const lf_shape *known) {
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc_pair *pair = &doc->pairs[i];
        const lf_data_shape *field = find_data_field(record, pair->key);
        if (known != NULL && lf_shape_has(known, pair->key))
            continue;
        if (field != NULL)
            check_data_field(d, field, pair->value);
        else
            report_unknown_field(d, record, pair, what, known);
    }
    for (uint32_t i = 0; i < record->count; i++)
        if (!record->items[i].optional && !lf_doc_get(doc, record->items[i].name))
            lf_report_add(d->m->report, LF_ERROR, LF_E0403, doc->pos, 1, NULL,
                          "`%s` is missing in %s", record->items[i].name, what);
}

static void check_data_field(lf_declaring *d, const lf_data_shape *shape, const lf_doc *doc) {
    int64_t value;
    const char *what =
        shape->name[0] ? lf_arena_printf(d->m->arena, "`%s`", shape->name) : "an entry of the list";
    if (shape->kind == DATA_VALUE) {
        lf_read_ranged(d, shape->type, shape->min, shape->max, doc, &value);
    } else if (shape->kind == DATA_LIST) {
        for (uint32_t i = 0; lf_is_list(d, doc, what) && i < doc->count; i++)
            check_data_field(d, shape->items, doc->items[i]);
    } else if (lf_is_map(d, doc, what)) {
        check_record(d, shape, doc, what, NULL);
    }
}

void lf_check_data(lf_declaring *d, const lf_data_shape *shape, const lf_doc *scenario,
                   const lf_shape *known) {
    if (shape != NULL)
        check_record(d, shape, scenario, known->what, known);
}
