/* model.c: looking things up in a finished model, and the names of types. */
#include <assert.h>
#include <string.h>

#include "model.h"

lf_symbol *lf_model_find(const lf_model *model, const char *interned_name) {
    return lf_map_get(model->symbols, interned_name);
}

int lf_model_find_row(const lf_model *model, lf_scope scope, const char *name) {
    for (uint32_t i = 0; i < model->row_count; i++)
        if (model->rows[i].scope == scope && model->rows[i].name == name)
            return (int)i;
    return -1;
}

const lf_model_row *lf_model_row_of(const lf_model *model, const lf_node *of) {
    if (of->kind == LF_N_NAME)
        return of->symbol != NULL && of->symbol->kind == LF_SYM_VAR_ROW
                   ? &model->rows[of->symbol->index]
                   : NULL;
    if (of->kind != LF_N_PROP || of->kids[LF_K_PROP_OF]->type.base == LF_T_CARD)
        return NULL;
    const bool seat = of->kids[LF_K_PROP_OF]->type.base == LF_T_SEAT;
    const int row = lf_model_find_row(model, seat ? LF_SCOPE_SEAT : LF_SCOPE_SPACE, of->name);
    return row >= 0 ? &model->rows[row] : NULL;
}

int lf_model_find_record(const lf_model *model, const char *name) {
    for (uint32_t i = 0; i < model->record_count; i++)
        if (strcmp(model->records[i].name, name) == 0)
            return (int)i;
    return -1;
}

int lf_model_find_record_var(const lf_model *model, lf_scope scope, const char *name) {
    for (uint32_t i = 0; i < model->record_var_count; i++)
        if (model->record_vars[i].scope == scope && model->record_vars[i].name == name)
            return (int)i;
    return -1;
}

/* ---- entries that were left out ---- */

/* A name and what follows it up to a bracket: `f(space s)` is the key of `f`. */
static void note_name(lf_model *model, const char *text, const lf_doc *doc) {
    const char *name = lf_intern(model->names, text, strcspn(text, "("));
    if (lf_map_get(model->written_names, name) == NULL)
        lf_map_put(model->written_names, name, (void *)(uintptr_t)doc);
}

static void note_list(lf_model *model, const lf_doc *list) {
    for (uint32_t i = 0; list->kind == LF_DOC_LIST && i < list->count; i++)
        if (list->items[i]->kind == LF_DOC_SCALAR)
            note_name(model, list->items[i]->text, list);
}

/* Everything in here that bears a name: entries are called by `id` or `name`, variables also by a
 * list of names. */
static void note_entries(lf_model *model, const lf_doc *doc) {
    for (uint32_t i = 0; i < doc->count; i++) {
        const lf_doc *inner = doc->kind == LF_DOC_LIST ? doc->items[i] : doc->pairs[i].value;
        const char *key = doc->kind == LF_DOC_LIST ? "" : doc->pairs[i].key;
        const bool called = strcmp(key, "id") == 0 || strcmp(key, "name") == 0;
        if (inner->kind != LF_DOC_SCALAR)
            note_entries(model, inner);
        else if (called)
            note_name(model, inner->text, inner);
        if (called)
            note_list(model, inner);
    }
}

/* The sections that are maps have the names as keys; a list such as `seats` may have them as they
 * are. */
static void note_section(lf_model *model, const lf_doc *section) {
    for (uint32_t i = 0; section->kind == LF_DOC_MAP && i < section->count; i++)
        note_name(model, section->pairs[i].key, section);
    note_list(model, section);
    note_entries(model, section);
}

/* The names are collected once, when the first unknown one is met: a spec may have thousands. */
bool lf_model_left_out(lf_model *model, const char *name) {
    const lf_doc *document = model->document;
    if (model->report->errors == 0 || document == NULL)
        return false;
    if (model->written_names == NULL) {
        model->written_names = lf_map_new(model->arena);
        for (uint32_t i = 0; i < document->count; i++)
            note_section(model, document->pairs[i].value);
    }
    return lf_map_get(model->written_names, lf_intern_z(model->names, name)) != NULL;
}

/* ---- values and types ---- */

int lf_model_enum_value(const lf_model *model, uint16_t enum_id, const char *interned_name) {
    const lf_enum_ref *ref = lf_map_get(model->enum_values, interned_name);
    for (; ref; ref = ref->next)
        if (ref->enum_id == enum_id)
            return ref->value;
    return -1;
}

/* ---- all trees ---- */

typedef struct {
    lf_tree_visit *visit;
    void *context;
} tree_visitor;

static void visit_tree(const tree_visitor *v, lf_node *tree) {
    if (tree != NULL)
        v->visit(v->context, tree);
}

static void visit_routine(const tree_visitor *v, const lf_model_routine *routine) {
    for (uint32_t i = 0; i < routine->param_count; i++)
        visit_tree(v, routine->params[i].default_value);
    visit_tree(v, routine->body);
}

static void visit_action(const tree_visitor *v, const lf_model_action *action) {
    for (uint32_t i = 0; i < action->param_count; i++) {
        visit_tree(v, action->params[i].domain);
        visit_tree(v, action->params[i].prompt);
    }
    visit_tree(v, action->pre);
    visit_tree(v, action->effects);
}

static void visit_phase(const tree_visitor *v, const lf_model_phase *phase) {
    visit_tree(v, phase->when);
    for (uint32_t i = 0; i < phase->prompt_count; i++) {
        visit_tree(v, phase->prompts[i].when);
        visit_tree(v, phase->prompts[i].text);
    }
    visit_tree(v, phase->on_enter);
    visit_tree(v, phase->on_exit);
}

static void visit_ends(const lf_model *m, const tree_visitor *v) {
    for (uint32_t i = 0; i < m->checkpoint_count; i++) {
        visit_tree(v, m->checkpoints[i].when);
        visit_tree(v, m->checkpoints[i].winner);
    }
    for (uint32_t i = 0; m->margins != NULL && i < m->seat_count; i++)
        visit_tree(v, m->margins[i]);
    for (uint32_t i = 0; i < m->invariant_count; i++)
        visit_tree(v, m->invariants[i].holds);
}

void lf_model_each_tree(const lf_model *m, lf_tree_visit *visit, void *context) {
    const tree_visitor v = {visit, context};
    for (uint32_t i = 0; i < m->routine_count; i++)
        visit_routine(&v, &m->routines[i]);
    for (uint32_t i = 0; i < m->action_count; i++)
        visit_action(&v, &m->actions[i]);
    for (uint32_t i = 0; i < m->phase_count; i++)
        visit_phase(&v, &m->phases[i]);
    for (uint32_t i = 0; i < m->card_count * m->card_part_count; i++) {
        const lf_model_part *part = &m->cards[i / m->card_part_count].parts[i % m->card_part_count];
        visit_tree(&v, part->when);
        visit_tree(&v, part->effects);
    }
    visit_ends(m, &v);
    for (uint32_t i = 0; i < m->scenario_count; i++)
        visit_routine(&v, &m->scenarios[i].setup);
}

/* ---- types in words ---- */

static const char *const type_names[LF_BASE_TYPES] = {
#define LF_VALUE_SORT(type, text, say) [LF_T_##type] = (text),
#define LF_REFERENCE_SORT LF_VALUE_SORT
#define LF_SET_SORT(type, text, say, element, domain) [LF_T_##type] = (text),
#include "base/sorts.def"
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
    const char *by = type.by == LF_T_SPACE    ? "spaces"
                     : type.by == LF_T_SEAT   ? "seats"
                     : type.by == LF_T_PIECES ? "kinds"
                     : type.by == LF_T_ENUM   ? "values"
                                              : "numbers";
    return lf_arena_printf(model->arena, "a table by %s of %s", by,
                           type.id == LF_T_BOOL ? "bool" : "int");
}

const char *lf_type_text(const lf_model *model, lf_type type) {
    if (type.base == LF_T_ENUM && type.id < model->enum_count)
        return enum_text(model, &model->enums[type.id]);
    if (type.base == LF_T_TABLE)
        return table_text(model, type);
    if (type.base == LF_T_RECORD && type.id < model->record_count)
        return lf_arena_printf(model->arena, "a record `%s`", model->records[type.id].name);
    if (type.base == LF_T_INT && type.by)
        return "a number or none";
    if (type.base == LF_T_UNKNOWN && type.by != LF_OPEN_ANY)
        return type.by == LF_OPEN_SET ? "a set" : "a value that may be none";
    assert(type.base < LF_BASE_TYPES);
    return type_names[type.base];
}

const char *lf_type_name(const lf_model *model, lf_type type, lf_text *buffer) {
    const char *text = lf_type_text(model, type);
    lf_text_addz(buffer, text);
    return buffer->failed ? text : buffer->data;
}
