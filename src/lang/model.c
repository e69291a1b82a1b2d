/* model.c: looking things up in a finished model, and the names of types. */
#include "model.h"

#include <string.h>

lf_symbol *lf_model_find(const lf_model *model, const char *interned_name) {
    return lf_map_get(model->symbols, interned_name);
}

/* ---- entries that were left out ---- */

/* `f(space s)` is the key of `f`. */
static bool is_key_of(const char *key, const char *name) {
    size_t length = strlen(name);
    return strncmp(key, name, length) == 0 && (key[length] == '\0' || key[length] == '(');
}

static bool lists_name(const lf_doc *list, const char *name) {
    for (uint32_t i = 0; list->kind == LF_DOC_LIST && i < list->count; i++)
        if (list->items[i]->kind == LF_DOC_SCALAR && strcmp(list->items[i]->text, name) == 0)
            return true;
    return false;
}

/* Does something in here bear the name? Entries are called by `id` or `name`, variables also by a list of names. */
static bool bears_name(const lf_doc *doc, const char *name) {
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc *inner = doc->kind == LF_DOC_LIST ? doc->items[i] : doc->pairs[i].value;
        const char *key = doc->kind == LF_DOC_LIST ? "" : doc->pairs[i].key;
        const bool called = strcmp(key, "id") == 0 || strcmp(key, "name") == 0;
        if (inner->kind != LF_DOC_SCALAR ? bears_name(inner, name) : called && strcmp(inner->text, name) == 0)
            return true;
        if (called && lists_name(inner, name))
            return true;
    }
    return false;
}

/* The sections that are maps have the names as keys; a list such as `seats` may have them as they are. */
static bool section_declares(const lf_doc *section, const char *name) {
    for (uint32_t i = 0; section->kind == LF_DOC_MAP && i < section->count; i++)
        if (is_key_of(section->pairs[i].key, name))
            return true;
    return lists_name(section, name) || bears_name(section, name);
}

bool lf_model_left_out(const lf_model *model, const char *name) {
    const lf_doc *document = model->document;
    if (model->report->errors == 0 || document == NULL)
        return false;
    for (uint32_t i = 0; i < document->count; i++)
        if (section_declares(document->pairs[i].value, name))
            return true;
    return false;
}

/* ---- values and types ---- */

int lf_model_enum_value(const lf_model *model, uint16_t enum_id, const char *interned_name) {
    const lf_enum_ref *ref = lf_map_get(model->enum_values, interned_name);
    for (; ref; ref = ref->next)
        if (ref->enum_id == enum_id)
            return ref->value;
    return -1;
}

static const char *const type_names[] = {
    [LF_T_UNKNOWN] = "a value",
    [LF_T_ERROR] = "a value",
    [LF_T_VOID] = "nothing",
    [LF_T_NONE] = "none",
    [LF_T_INT] = "a number",
    [LF_T_BOOL] = "true or false",
    [LF_T_SEAT] = "a seat",
    [LF_T_SPACE] = "a space",
    [LF_T_ZONE] = "a zone",
    [LF_T_DIRECTION] = "a direction",
    [LF_T_PIECES] = "pieces",
    [LF_T_CARD] = "a card",
    [LF_T_STACK] = "a stack of cards",
    [LF_T_SPACES] = "a set of spaces",
    [LF_T_ZONES] = "a set of zones",
    [LF_T_SEATS] = "a set of seats",
    [LF_T_CARDS] = "a set of cards",
    [LF_T_DIRECTIONS] = "a set of directions",
    [LF_T_INTS] = "a range of numbers",
    [LF_T_TEXT] = "a text",
    [LF_T_DATA] = "data of the scenario",
};

/* Values shown of an enumeration without a name; a message stays a line. */
#define SHOWN_VALUES 6u

static const char *enum_text(const lf_model *model, const lf_model_enum *e) {
    if (e->name[0])
        return lf_arena_printf(model->arena, "one of %s", e->name);
    const char *text = "one of";
    for (uint32_t i = 0; i < e->count && i < SHOWN_VALUES; i++)
        text = lf_arena_printf(model->arena, "%s%s %s", text, i ? "," : "", e->values[i]);
    return e->count > SHOWN_VALUES ? lf_arena_printf(model->arena, "%s, …", text) : text;
}

static const char *table_text(const lf_model *model, lf_type type) {
    const char *by = type.by == LF_T_SPACE ? "spaces" : type.by == LF_T_SEAT ? "seats" : "kinds";
    return lf_arena_printf(model->arena, "a table by %s of %s", by, type.id == LF_T_BOOL ? "bool" : "int");
}

const char *lf_type_text(const lf_model *model, lf_type type) {
    if (type.base == LF_T_ENUM && type.id < model->enum_count)
        return enum_text(model, &model->enums[type.id]);
    if (type.base == LF_T_TABLE)
        return table_text(model, type);
    if (type.base == LF_T_INT && type.by)
        return "a number or none";
    return type.base < LF_COUNT(type_names) && type_names[type.base] ? type_names[type.base] : "a value";
}

const char *lf_type_name(const lf_model *model, lf_type type, lf_text *buffer) {
    const char *text = lf_type_text(model, type);
    lf_text_addz(buffer, text);
    return buffer->failed ? text : buffer->data;
}
