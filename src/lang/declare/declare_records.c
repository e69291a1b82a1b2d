/* declare_records.c: the section `records`: fields that stand under one name. What variables of a
 * record become is declare_vars.c. */
#include "declare.h"

#include <ctype.h>

enum { FIELD_TYPE, FIELD_INIT, FIELD_MIN, FIELD_MAX, FIELD_LABEL, FIELD_WORDS, FIELD_KEYS };
static const lf_key_rule field_rules[] = {
    [FIELD_TYPE] = {"type", LF_KEY_ANY, LF_KEY_REQUIRED},
    [FIELD_INIT] = {"init", LF_KEY_SCALAR, 0},
    [FIELD_MIN] = {"min", LF_KEY_INT, 0},
    [FIELD_MAX] = {"max", LF_KEY_INT, 0},
    [FIELD_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [FIELD_WORDS] = {"words", LF_KEY_LIST, 0},
};
LF_SHAPE(field_shape, "a field of a record", field_rules, false);

/* "amount": it stands behind the label of a variable, as in "Highest: amount". */
static const char *label_of_id(lf_declaring *d, const char *id) {
    char *const label = lf_arena_printf(d->m->arena, "%s", lf_label_from_id(d, id));
    label[0] = (char)tolower((unsigned char)label[0]);
    return label;
}

static bool refuse_record(lf_declaring *d, const lf_doc *records, const lf_doc *type) {
    if (type->kind != LF_DOC_SCALAR || lf_doc_get(records, type->text) == NULL)
        return true;
    LF_WRONG(d, LF_E0443, type, "put the fields of both into one record",
             "a record cannot contain the record `%s`", type->text);
    return false;
}

static bool read_record_field(lf_declaring *d, const lf_doc *records, const lf_doc_pair *pair,
                              lf_model_var *field) {
    const lf_doc *values[FIELD_KEYS] = {[FIELD_TYPE] = pair->value};
    if (pair->value->kind == LF_DOC_MAP && !lf_read_keys(d, pair->value, &field_shape, values))
        return false;
    field->name = lf_check_name(d, pair->key, pair->key_pos, "a field", LF_NAME_MEMBER);
    field->possible = -1;
    if (field->name == NULL || !refuse_record(d, records, values[FIELD_TYPE]))
        return false;
    field->label = lf_text_or(values[FIELD_LABEL], label_of_id(d, field->name));
    return lf_read_holding(d,
                           &(lf_holding){values[FIELD_TYPE], values[FIELD_INIT], values[FIELD_MIN],
                                         values[FIELD_MAX], values[FIELD_WORDS]},
                           field);
}

static void declare_record(lf_declaring *d, const lf_doc *records, const lf_doc_pair *pair) {
    lf_model *m = d->m;
    const char *name = lf_check_name(d, pair->key, pair->key_pos, "a record", LF_NAME_ID);
    if (name == NULL || !lf_is_map(d, pair->value, "a record"))
        return;
    if (lf_is_type(d, name)) {
        LF_WRONG_NAME(d, LF_E0407, name, pair->key_pos, NULL,
                      "`%s` cannot be a record: it is already a type", name);
        return;
    }
    const lf_doc *fields = pair->value;
    lf_model_record record = {.name = name,
                              .fields = LF_NEW_ARRAY(m->arena, lf_model_var, fields->count + 1)};
    for (uint32_t i = 0; i < fields->count; i++) {
        if (!read_record_field(d, records, &fields->pairs[i], &record.fields[record.count]))
            return;
        record.count++;
    }
    if (record.count == 0)
        LF_WRONG(d, LF_E0443, fields, "for example `offer: {amount: int, by: seat}`",
                 "the record `%s` has no fields", name);
    else if (lf_add_local(d, LF_NAMES_RECORD, "a record", name, pair->key_pos,
                          (int)m->record_count))
        m->records[m->record_count++] = record;
}

void lf_declare_records(lf_declaring *d) {
    const lf_doc *records = lf_section_map(d, "records");
    d->m->records =
        LF_NEW_ARRAY(d->m->arena, lf_model_record, (records != NULL ? records->count : 0) + 1);
    for (uint32_t i = 0; records != NULL && i < records->count; i++)
        declare_record(d, records, &records->pairs[i]);
}
