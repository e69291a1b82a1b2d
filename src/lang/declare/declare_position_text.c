/* declare_position_text.c: the section `positionText`: how a position is written in one line.
 *
 * A list of fields in the order in which they stand in the text, each a map with one key that says of what sort it is: a board with
 * letters for what stands on its spaces, the seat to move, letters for what is true, a space, a number. The reader and writer
 * of such texts is kernel/play/position_text.c. */
#include "declare.h"

#include <ctype.h>
#include <string.h>

static const char *const sorts[] = {"board", "seat", "flags",
                                    "space", "int",  NULL}; /* as lf_text_field_sort */
static const lf_key_rule field_rules[] = {
    {"board", LF_KEY_MAP, 0},    {"seat", LF_KEY_MAP, 0},   {"flags", LF_KEY_MAP, 0},
    {"space", LF_KEY_SCALAR, 0}, {"int", LF_KEY_SCALAR, 0},
};
LF_SHAPE(field_shape, "a field of a position", field_rules, false);

/* ---- what letters stand for ---- */

/* The global variable of this name and type. */
static int find_variable(lf_declaring *d, const lf_doc *name, lf_base_type type, const char *what) {
    lf_model *m = d->m;
    lf_nearest nearest = lf_nearest_to(name->text);
    for (uint32_t i = 0; i < m->global_count; i++) {
        if (m->vars[i].type.base != type)
            continue;
        if (strcmp(m->vars[i].name, name->text) == 0)
            return (int)i;
        lf_nearest_offer(&nearest, m->vars[i].name);
    }
    LF_WRONG(d, LF_E0442, name, lf_did_you_mean(d, &nearest), "`%s` is no %s", name->text, what);
    return -1;
}

static int find_kind(const lf_model *m, const char *id) {
    for (uint32_t i = 0; i < m->kind_count; i++)
        if (strcmp(m->kinds[i].entry.id, id) == 0)
            return (int)i;
    return -1;
}

static bool read_target(lf_declaring *d, lf_text_field_sort sort, const lf_doc *name, lf_model_letter *out) {
    if (!lf_is_scalar(d, name, "what a letter stands for"))
        return false;
    const int kind = sort == LF_FIELD_BOARD ? find_kind(d->m, name->text) : -1;
    out->is_piece = kind >= 0;
    const int target =
        kind >= 0                ? (int)d->m->kinds[kind].first_slot
        : sort == LF_FIELD_BOARD ? find_variable(d, name, LF_T_SPACES, "kind of pieces and no set of spaces")
        : sort == LF_FIELD_SEAT  ? lf_reference(d, LF_REF_SEAT, name)
                                 : find_variable(d, name, LF_T_BOOL, "global variable that is true or false");
    out->target = (uint32_t)target;
    return target >= 0;
}

static bool is_letter(const char *key) {
    return strlen(key) == 1 && isprint((unsigned char)key[0]) && strchr("0123456789/- ", key[0]) == NULL;
}

static void read_letters(lf_declaring *d, lf_model_text_field *field, const lf_doc *map) {
    field->letters = LF_NEW_ARRAY(d->m->arena, lf_model_letter, map->count + 1);
    for (uint32_t i = 0; i < map->count; i++) {
        const lf_doc_pair *pair = &map->pairs[i];
        lf_model_letter letter = {.letter = pair->key[0]};
        if (!is_letter(pair->key))
            lf_report_add(d->m->report, LF_ERROR, LF_E0442, pair->key_pos, lf_text_width(pair->key),
                          "digits count empty spaces, `/` ends a row, and `-` is none",
                          "`%s` is not a single letter", pair->key);
        else if (read_target(d, field->sort, pair->value, &letter))
            field->letters[field->letter_count++] = letter;
    }
}

/* ---- fields ---- */

static void read_field(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[LF_COUNT(field_rules)], *value = NULL;
    lf_model *m = d->m;
    lf_model_text_field *field = &m->text_fields[m->text_field_count];
    if (!lf_read_keys(d, doc, &field_shape, values))
        return;
    for (uint32_t i = 0; i < LF_COUNT(field_rules); i++)
        if (values[i] != NULL && doc->count == 1) {
            value = values[i];
            field->sort = (lf_text_field_sort)i;
        }
    if (value == NULL) {
        if (doc->count != 1)
            LF_WRONG(d, LF_E0442, doc, "like `- seat: { w: White, b: Black }`",
                     "a field has one key: %s, %s, %s, %s or %s", sorts[0], sorts[1], sorts[2], sorts[3],
                     sorts[4]);
        return;
    }
    m->text_field_count++;
    field->columns = d->columns;
    field->rows = d->rows;
    if (field->sort == LF_FIELD_BOARD && d->columns == 0) {
        LF_WRONG(d, LF_E0442, doc, NULL, "only a grid can be written row by row");
        return;
    }
    if (value->kind == LF_DOC_MAP) {
        read_letters(d, field, value);
        return;
    }
    const bool number = field->sort == LF_FIELD_INT;
    const int var = find_variable(d, value, number ? LF_T_INT : LF_T_SPACE,
                                  number ? "global number" : "global variable that holds a space");
    field->var = var >= 0 ? (uint32_t)var : 0;
}

void lf_declare_position_text(lf_declaring *d) {
    const lf_doc_list list = lf_gather(d, (const char *const[]){"positionText", NULL});
    d->m->text_fields = LF_NEW_ARRAY(d->m->arena, lf_model_text_field, list.count + 1);
    for (uint32_t i = 0; i < list.count; i++)
        read_field(d, list.items[i]);
}
