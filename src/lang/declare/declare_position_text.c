/* declare_position_text.c: the section `positionText`: how a position is written in one line.
 *
 * A list of fields in the order in which they stand in the text, each a map with one key that says
 * of what sort it is: a board with letters for what stands on its spaces, the seat to move, letters
 * for what is true, a space, a number. The reader and writer of such texts is
 * kernel/play/position_text.c. An entry `valid` is no field: it lists conditions that hold of every
 * possible position, so that the reader refuses the others. */
#include "declare.h"

#include <ctype.h>
#include <string.h>

enum { FIELD_VALID = LF_FIELD_INT + 1 };
static const lf_key_rule field_rules[] = {
    [LF_FIELD_BOARD] = {"board", LF_KEY_MAP, 0}, [LF_FIELD_SEAT] = {"seat", LF_KEY_MAP, 0},
    [LF_FIELD_FLAGS] = {"flags", LF_KEY_MAP, 0}, [LF_FIELD_SPACE] = {"space", LF_KEY_SCALAR, 0},
    [LF_FIELD_INT] = {"int", LF_KEY_SCALAR, 0},  [FIELD_VALID] = {"valid", LF_KEY_LIST, 0},
};
LF_SHAPE(field_shape, "a field of a position", field_rules, false);

enum { RULE_HOLDS, RULE_MESSAGE, RULE_KEYS };
static const lf_key_rule rule_rules[] = {
    [RULE_HOLDS] = {"holds", LF_KEY_ANY, LF_KEY_REQUIRED},
    [RULE_MESSAGE] = {"message", LF_KEY_SCALAR, LF_KEY_REQUIRED},
};
LF_SHAPE(rule_shape, "a condition of `valid`", rule_rules, false);

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
    LF_WRONG(d, LF_E0442, name, lf_did_you_mean(d, &nearest), "`%s` is not a %s", name->text, what);
    return -1;
}

static int find_piece_kind(const lf_model *m, const char *id) {
    for (uint32_t i = 0; i < m->kind_count; i++)
        if (strcmp(m->kinds[i].entry.id, id) == 0)
            return (int)i;
    return -1;
}

static bool read_target(lf_declaring *d, lf_text_field_sort sort, const lf_doc *name,
                        lf_model_letter *out) {
    if (!lf_is_scalar(d, name, "what a letter stands for"))
        return false;
    const int kind = sort == LF_FIELD_BOARD ? find_piece_kind(d->m, name->text) : -1;
    out->is_piece = kind >= 0;
    const int target =
        kind >= 0 ? (int)d->m->kinds[kind].first_slot
        : sort == LF_FIELD_BOARD
            ? find_variable(d, name, LF_T_SPACES, "kind of pieces or set of spaces")
        : sort == LF_FIELD_SEAT
            ? lf_reference(d, LF_REF_SEAT, name)
            : find_variable(d, name, LF_T_BOOL, "global variable that is true or false");
    out->target = (uint32_t)target;
    return target >= 0;
}

static bool is_single_letter(const char *key) {
    return strlen(key) == 1 && isprint((unsigned char)key[0]) &&
           strchr("0123456789/- ", key[0]) == NULL;
}

static void read_letters(lf_declaring *d, lf_model_text_field *field, const lf_doc *map) {
    field->letters = LF_NEW_ARRAY(d->m->arena, lf_model_letter, map->count + 1);
    for (uint32_t i = 0; i < map->count; i++) {
        const lf_doc_pair *pair = &map->pairs[i];
        lf_model_letter letter = {.letter = pair->key[0]};
        if (!is_single_letter(pair->key))
            lf_report_add(d->m->report, LF_ERROR, LF_E0442, pair->key_pos, lf_text_width(pair->key),
                          "digits count empty spaces, `/` ends a row, and `-` means none",
                          "`%s` is not a single letter", pair->key);
        else if (read_target(d, field->sort, pair->value, &letter))
            field->letters[field->letter_count++] = letter;
    }
}

/* ---- conditions ---- */

static void read_rules(lf_declaring *d, const lf_doc *list) {
    lf_model *m = d->m;
    for (uint32_t i = 0; i < list->count; i++) {
        const lf_doc *values[RULE_KEYS];
        if (!lf_read_keys(d, list->items[i], &rule_shape, values))
            continue;
        const lf_model_position_rule rule = {lf_read_expression(&d->parse, values[RULE_HOLDS]),
                                             values[RULE_MESSAGE]->text};
        LF_PUSH(m->arena, m->position_rules, m->position_rule_count, d->position_rule_capacity,
                rule);
    }
}

/* ---- fields ---- */

static void read_position_field(lf_declaring *d, lf_text_field_sort sort, const lf_doc *doc,
                                const lf_doc *value) {
    lf_model *m = d->m;
    lf_model_text_field *field = &m->text_fields[m->text_field_count++];
    field->sort = sort;
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

static void read_position_entry(lf_declaring *d, const lf_doc *doc) {
    const lf_doc *values[LF_COUNT(field_rules)];
    if (!lf_read_keys(d, doc, &field_shape, values))
        return;
    if (doc->count != 1) {
        LF_WRONG(d, LF_E0442, doc, "for example `- seat: { w: White, b: Black }`",
                 "a field has one key: board, seat, flags, space, int or valid");
        return;
    }
    for (uint32_t i = 0; i < FIELD_VALID; i++)
        if (values[i] != NULL)
            read_position_field(d, (lf_text_field_sort)i, doc, values[i]);
    if (values[FIELD_VALID] != NULL)
        read_rules(d, values[FIELD_VALID]);
}

void lf_declare_position_text(lf_declaring *d) {
    const lf_doc_list list = lf_gather(d, (const char *const[]){"positionText", NULL});
    d->m->text_fields = LF_NEW_ARRAY(d->m->arena, lf_model_text_field, list.count + 1);
    for (uint32_t i = 0; i < list.count; i++)
        read_position_entry(d, list.items[i]);
}
