/* declare_vars.c: the variables of a game: global, per seat, per space; markers are variables with
 * named states. A variable with an index, and one of a record, is several plain ones. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "declare.h"

/* Every section that declares variables. The order here is the order in the model. */
static const struct {
    const char *section;
    lf_scope scope;
    bool marker;
} sources[] = {
    {"globalVars", LF_SCOPE_GLOBAL, false},
    {"globalMarkers", LF_SCOPE_GLOBAL, true},
    {"globalMarkerLattices", LF_SCOPE_GLOBAL, true},
    {"seatVars", LF_SCOPE_SEAT, false},
    {"perPlayerVars", LF_SCOPE_SEAT, false},
    {"spaceVars", LF_SCOPE_SPACE, false},
    {"zoneVars", LF_SCOPE_SPACE, false},
    {"markers", LF_SCOPE_SPACE, true},
    {"markerLattices", LF_SCOPE_SPACE, true},
};

enum {
    VAR_NAME,
    VAR_TYPE,
    VAR_INIT,
    VAR_MIN,
    VAR_MAX,
    VAR_LABEL,
    VAR_WORDS,
    VAR_BOOKKEEPING,
    VAR_VISIBILITY,
    VAR_POSSIBLE,
    VAR_BY,
    VAR_KEYS
};
static const lf_key_rule var_rules[] = {
    [VAR_NAME] = {"name", LF_KEY_ANY, LF_KEY_REQUIRED}, /* or a list of them */
    [VAR_TYPE] = {"type", LF_KEY_ANY, LF_KEY_REQUIRED},
    [VAR_INIT] = {"init", LF_KEY_SCALAR, 0},
    [VAR_MIN] = {"min", LF_KEY_INT, 0},
    [VAR_MAX] = {"max", LF_KEY_INT, 0},
    [VAR_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [VAR_WORDS] = {"words", LF_KEY_LIST, 0},
    [VAR_BOOKKEEPING] = {"bookkeeping", LF_KEY_BOOL, 0},
    [VAR_VISIBILITY] = {"visibility", LF_KEY_SCALAR, 0},
    [VAR_POSSIBLE] = {"possible", LF_KEY_ANY, 0},
    [VAR_BY] = {"by", LF_KEY_SCALAR, 0},
};
LF_SHAPE(var_shape, "a variable", var_rules, false);

enum {
    MARKER_ID,
    MARKER_STATES,
    MARKER_DEFAULT,
    MARKER_DEFAULT_STATE,
    MARKER_LABEL,
    MARKER_BOOKKEEPING,
    MARKER_KEYS
};
static const lf_key_rule marker_rules[] = {
    [MARKER_ID] = {"id", LF_KEY_SCALAR, LF_KEY_REQUIRED},
    [MARKER_STATES] = {"states", LF_KEY_LIST, LF_KEY_REQUIRED},
    [MARKER_DEFAULT] = {"default", LF_KEY_SCALAR, 0},
    [MARKER_DEFAULT_STATE] = {"defaultState", LF_KEY_SCALAR, 0},
    [MARKER_LABEL] = {"label", LF_KEY_SCALAR, 0},
    [MARKER_BOOKKEEPING] = {"bookkeeping", LF_KEY_BOOL, 0},
};
LF_SHAPE(marker_shape, "a marker", marker_rules, false);

/* What a variable holds that states no `init`. */
static int64_t natural_init(const lf_model_var *var) {
    switch (var->type.base) {
    case LF_T_INT:
        return var->min > 0 ? var->min : var->max < 0 ? var->max : 0;
    case LF_T_SEAT:
    case LF_T_SPACE:
    case LF_T_CARD:
        return -1;
    default:
        return 0;
    }
}

/* "Off duty" and "On duty": what has become of something that is true or false. */
static void read_words(lf_declaring *d, const lf_doc *doc, lf_model_var *var) {
    if (doc == NULL)
        return;
    const bool texts = doc->count == 2 && doc->items[0]->kind == LF_DOC_SCALAR &&
                       doc->items[1]->kind == LF_DOC_SCALAR;
    if (var->type.base != LF_T_BOOL || !texts) {
        LF_WRONG(
            d, LF_E0404, doc, "for example `words: [Off duty, On duty]`",
            "`words` takes two texts, for false and for true, and only a variable that is true or "
            "false has them");
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        var->words[i] = doc->items[i]->text;
}

/* ---- indices ---- */

/* What the variables of a row are counted by; count 0: it is no row. */
typedef struct {
    lf_type type;
    int64_t lowest;
    uint32_t count;
} row_index;

/* `0..8`: both numbers are written out. */
static bool parse_index_range(const char *text, row_index *index) {
    char *end = NULL;
    errno = 0;
    const long long low = strtoll(text, &end, 10);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    const char *const second = end + 2;
    const long long high = strtoll(second, &end, 10);
    if (end == second || *end != '\0' || errno != 0 || low < INT32_MIN || high > INT32_MAX ||
        high < low || high - low >= LF_MAX_TABLE)
        return false;
    *index = (row_index){(lf_type){.base = LF_T_INT}, low, (uint32_t)(high - low) + 1};
    return true;
}

static bool read_enumeration(const lf_model *m, const char *name, row_index *index) {
    for (uint32_t i = 0; i < m->enum_count; i++)
        if (strcmp(m->enums[i].name, name) == 0 && m->enums[i].count <= LF_MAX_TABLE) {
            *index =
                (row_index){(lf_type){.base = LF_T_ENUM, .id = (uint16_t)i}, 0, m->enums[i].count};
            return true;
        }
    return false;
}

static bool read_index(lf_declaring *d, const lf_doc *by, const lf_model_var *var,
                       row_index *index) {
    if (by == NULL)
        return true;
    if (!parse_index_range(by->text, index) && !read_enumeration(d->m, by->text, index)) {
        LF_WRONG(
            d, LF_E0432, by,
            lf_arena_printf(d->m->arena,
                            "for example `by: 0..7`, at most %d; or the name of an enumeration",
                            LF_MAX_TABLE),
            "`%s` is neither a range of numbers nor an enumeration", by->text);
        return false;
    }
    if (var->visibility != LF_VISIBLE_ALL) {
        LF_WRONG(d, LF_E0432, by, "use single variables to hide values, or leave it public",
                 "an indexed variable cannot be hidden");
        return false;
    }
    return true;
}

bool lf_read_holding(lf_declaring *d, const lf_holding *docs, lf_model_var *var) {
    var->max = INT32_MAX;
    if (!lf_read_type(d, docs->type, LF_USE_VARIABLE, &var->type))
        return false;
    read_words(d, docs->words, var);
    if (!lf_read_bounds(d, var->type, docs->min, docs->max, &var->min, &var->max))
        return false;
    var->init = natural_init(var);
    return docs->init == NULL ||
           lf_read_ranged(d, var->type, var->min, var->max, docs->init, &var->init);
}

/* What its fields hold is said in `records`. */
static bool read_record_type(lf_declaring *d, const lf_doc *const *values, int record,
                             lf_model_var *var) {
    static const int of_fields[] = {VAR_INIT, VAR_MIN, VAR_MAX, VAR_WORDS};
    var->type = (lf_type){.base = LF_T_RECORD, .id = (uint16_t)record};
    for (size_t i = 0; i < LF_COUNT(of_fields); i++) {
        const lf_doc *doc = values[of_fields[i]];
        if (doc != NULL) {
            LF_WRONG(d, LF_E0443, doc, "give it to a field, in `records`",
                     "a record has no `%s` of its own", var_rules[of_fields[i]].key);
            return false;
        }
    }
    const lf_doc *secret =
        values[VAR_VISIBILITY] != NULL ? values[VAR_VISIBILITY] : values[VAR_POSSIBLE];
    if (secret != NULL)
        LF_WRONG(d, LF_E0443, secret, "use single variables to hide values, or leave it public",
                 "a record cannot be hidden");
    return secret == NULL;
}

static int record_of(const lf_model *m, const lf_doc *type) {
    return type != NULL && type->kind == LF_DOC_SCALAR ? lf_model_find_record(m, type->text) : -1;
}

static bool read_var(lf_declaring *d, const lf_doc *doc, const lf_doc **name, lf_model_var *var,
                     row_index *index) {
    const lf_doc *values[VAR_KEYS];
    if (!lf_read_keys(d, doc, &var_shape, values))
        return false;
    *name = values[VAR_NAME];
    var->label = lf_text_or(values[VAR_LABEL], NULL);
    var->bookkeeping = lf_bool_or(values[VAR_BOOKKEEPING], false);
    const int record = record_of(d->m, values[VAR_TYPE]);
    if (record >= 0)
        return read_record_type(d, values, record, var) &&
               read_index(d, values[VAR_BY], var, index);
    if (!lf_read_holding(d,
                         &(lf_holding){values[VAR_TYPE], values[VAR_INIT], values[VAR_MIN],
                                       values[VAR_MAX], values[VAR_WORDS]},
                         var))
        return false;
    return lf_read_secrecy(d, values[VAR_VISIBILITY], values[VAR_POSSIBLE], var) &&
           read_index(d, values[VAR_BY], var, index);
}

static bool read_marker(lf_declaring *d, const lf_doc *doc, const lf_doc **name,
                        lf_model_var *var) {
    const lf_doc *values[MARKER_KEYS];
    if (!lf_read_keys(d, doc, &marker_shape, values))
        return false;
    *name = values[MARKER_ID];
    var->label = lf_text_or(values[MARKER_LABEL], NULL);
    var->bookkeeping = lf_bool_or(values[MARKER_BOOKKEEPING], false);
    if (!lf_read_type(d, values[MARKER_STATES], LF_USE_VARIABLE, &var->type))
        return false;
    var->is_marker = true;
    var->max = (int64_t)d->m->enums[var->type.id].count - 1;
    const lf_doc *init = lf_either(d, values[MARKER_DEFAULT], values[MARKER_DEFAULT_STATE],
                                   "`default` and `defaultState`");
    return init == NULL || lf_read_value(d, var->type, init, &var->init);
}

static bool enter_name(lf_declaring *d, lf_model_var *var) {
    int index = (int)d->m->var_count;
    if (var->scope == LF_SCOPE_SEAT)
        return lf_add_local(d, LF_NAMES_SEAT, "a variable of seats", var->name, var->pos, index);
    if (var->scope == LF_SCOPE_SPACE)
        return lf_add_local(d, LF_NAMES_SPACE, "a variable of spaces", var->name, var->pos, index);
    var->symbol =
        lf_add_symbol(d, LF_SYM_GLOBAL, var->name, var->pos, (lf_base_type)var->type.base, index);
    if (var->symbol != NULL)
        var->symbol->type = var->type;
    return var->symbol != NULL;
}

static bool enter_var(lf_declaring *d, lf_model_var var) {
    lf_model *m = d->m;
    if (!enter_name(d, &var))
        return false;
    m->vars[m->var_count++] = var;
    uint32_t *counts[] = {&m->global_count, &m->seat_var_count, &m->space_var_count};
    ++*counts[var.scope];
    return true;
}

/* The name of a row or a record is a word that takes an index or a field; its variables have names
 * that only data can write. */
static bool enter_whole(lf_declaring *d, const lf_model_var *var, lf_symbol_kind kind,
                        uint32_t index) {
    lf_model *m = d->m;
    if (var->scope == LF_SCOPE_GLOBAL)
        return lf_add_symbol(d, kind, var->name, var->pos, LF_T_UNKNOWN, (int)index) != NULL;
    return lf_add_local(d, var->scope == LF_SCOPE_SEAT ? LF_NAMES_SEAT : LF_NAMES_SPACE,
                        var->scope == LF_SCOPE_SEAT ? "a variable of seats"
                                                    : "a variable of spaces",
                        var->name, var->pos, (int)m->var_count);
}

/* "pile[3]", "Pile 3"; of an enumeration "held[clubs]", "Held: Clubs"; of a field
 * "offers[3].amount", "Offers 3: amount": what the row is called goes on where its whole, which may
 * be the row itself, ends. */
static void name_entry(lf_declaring *d, const lf_model_var *whole, const row_index *index,
                       uint32_t entry, lf_model_var *var) {
    lf_model *m = d->m;
    const char *name = whole->name, *label = whole->label;
    const char *field = var->name + strlen(name), *field_label = var->label + strlen(label);
    if (index->type.base == LF_T_ENUM) {
        const lf_model_enum *values = &m->enums[index->type.id];
        var->name = lf_arena_printf(m->arena, "%s[%s]%s", name, values->values[entry], field);
        /* or it gets one later */
        const char *said = values->labels[entry] != NULL
                               ? values->labels[entry]
                               : lf_label_from_id(d, values->values[entry]);
        var->label = lf_arena_printf(m->arena, "%s: %s%s", label, said, field_label);
    } else {
        const long long number = (long long)index->lowest + entry;
        var->name = lf_arena_printf(m->arena, "%s[%lld]%s", name, number, field);
        var->label = lf_arena_printf(m->arena, "%s %lld%s", label, number, field_label);
    }
    var->name = lf_intern_z(m->names, var->name);
    var->entries = entry == 0 ? index->count : 0;
}

static void add_indexed_var(lf_declaring *d, const lf_model_var *whole, const lf_model_var *var,
                            const row_index *index) {
    lf_model *m = d->m;
    if (!enter_whole(d, var, LF_SYM_VAR_ROW, m->row_count))
        return;
    m->rows[m->row_count++] = (lf_model_row){.name = var->name,
                                             .label = var->label,
                                             .scope = var->scope,
                                             .type = var->type,
                                             .index = index->type,
                                             .lowest = index->lowest,
                                             .first = m->var_count,
                                             .count = index->count};
    for (uint32_t i = 0; i < index->count; i++) {
        lf_model_var entry = *var;
        name_entry(d, whole, index, i, &entry);
        enter_var(d, entry);
    }
}

/* "highest.amount", "Highest: amount". */
static lf_model_var field_var(lf_declaring *d, const lf_model_var *whole,
                              const lf_model_var *field) {
    lf_model_var var = *field;
    var.name =
        lf_intern_z(d->m->names, lf_arena_printf(d->m->arena, "%s.%s", whole->name, field->name));
    var.label = lf_arena_printf(d->m->arena, "%s: %s", whole->label, field->label);
    var.pos = whole->pos;
    var.scope = whole->scope;
    var.bookkeeping = whole->bookkeeping;
    return var;
}

static void add_record(lf_declaring *d, const lf_model_var *whole, const row_index *index) {
    lf_model *m = d->m;
    const lf_model_record *record = &m->records[whole->type.id];
    if (!enter_whole(d, whole, LF_SYM_VAR_RECORD, m->record_var_count))
        return;
    lf_model_record_var *added = &m->record_vars[m->record_var_count++];
    *added = (lf_model_record_var){.name = whole->name,
                                   .scope = whole->scope,
                                   .type = whole->type,
                                   .members = LF_NEW_ARRAY(m->arena, const char *, record->count),
                                   .row = index->count > 0 ? (int)m->row_count : -1,
                                   .first = m->var_count};
    for (uint32_t i = 0; i < record->count; i++) {
        const lf_model_var field = field_var(d, whole, &record->fields[i]);
        added->members[i] = field.name;
        if (index->count > 0)
            add_indexed_var(d, whole, &field, index);
        else
            enter_var(d, field);
    }
    added->count = m->var_count - added->first;
}

/* How many plain variables a variable of this type and index is. */
static uint32_t parts_of(const lf_model *m, int record, const row_index *index) {
    return (record >= 0 ? m->records[record].count : 1) * (index->count > 0 ? index->count : 1);
}

static void add_var(lf_declaring *d, const lf_doc *name, lf_model_var var, const row_index *index) {
    lf_model *m = d->m;
    const int record = var.type.base == LF_T_RECORD ? var.type.id : -1;
    if (!lf_is_scalar(d, name, "the name of a variable") ||
        !lf_within(d, name, m->var_count + parts_of(m, record, index) - 1, LF_MAX_SYMBOLS,
                   "variables"))
        return;
    var.name = lf_check_name(d, name->text, name->pos, var.is_marker ? "a marker" : "a variable",
                             var.scope == LF_SCOPE_GLOBAL ? LF_NAME_ID : LF_NAME_MEMBER);
    var.pos = name->pos;
    if (var.name == NULL)
        return;
    if (var.label == NULL)
        var.label = lf_label_from_id(d, var.name);
    if (record >= 0)
        add_record(d, &var, index);
    else if (index->count > 0)
        add_indexed_var(d, &var, &var, index);
    else
        enter_var(d, var);
}

/* One entry may declare several variables that are alike: `name: [rain, hail]`. */
static void declare_var(lf_declaring *d, const lf_doc *doc, lf_scope scope, bool marker) {
    lf_model_var var = {.scope = scope, .possible = -1};
    row_index index = {0};
    const lf_doc *name = NULL;
    if (!(marker ? read_marker(d, doc, &name, &var) : read_var(d, doc, &name, &var, &index)))
        return;
    if (name->kind != LF_DOC_LIST) {
        add_var(d, name, var, &index);
        return;
    }
    if (name->count == 0)
        LF_WRONG(d, LF_E0404, name, NULL, "the list needs at least one name");
    for (uint32_t i = 0; i < name->count; i++)
        add_var(d, name->items[i], var, &index);
}

/* How many names an entry has, and how many variables it can declare; a wrong one is reported when
 * it is read. */
static uint32_t count_names(const lf_doc *doc) {
    const lf_doc *name = lf_doc_get(doc, "name");
    return name != NULL && name->kind == LF_DOC_LIST ? name->count : 1;
}

static uint32_t vars_of(const lf_model *m, const lf_doc *doc) {
    const lf_doc *by = lf_doc_get(doc, "by");
    row_index index = {0};
    if (by != NULL && by->kind == LF_DOC_SCALAR && !parse_index_range(by->text, &index))
        read_enumeration(m, by->text, &index);
    return count_names(doc) * parts_of(m, record_of(m, lf_doc_get(doc, "type")), &index);
}

/* ---- groups ---- */

static bool stands_in(const lf_model_var_group *group, uint32_t var) {
    for (uint32_t i = 0; i < group->count; i++)
        if (group->vars[i] == var)
            return true;
    return false;
}

static bool same_type(lf_type a, lf_type b) {
    return a.base == b.base && a.by == b.by && a.id == b.id;
}

static void add_member(lf_declaring *d, lf_model_var_group *group, const lf_doc *item) {
    const int var = lf_reference(d, LF_REF_GLOBAL, item);
    if (var < 0)
        return;
    const lf_type type = d->m->vars[var].type;
    if (stands_in(group, (uint32_t)var))
        LF_WRONG(d, LF_E0407, item, NULL, "`%s` is given twice in this list", item->text);
    else if (group->count > 0 && !same_type(type, group->type))
        LF_WRONG(d, LF_E0409, item, "all variables of a group must have the same type",
                 "`%s` is %s, and `%s` is %s", item->text, lf_type_text(d->m, type),
                 d->m->vars[group->vars[0]].name, lf_type_text(d->m, group->type));
    else {
        group->type = type;
        group->vars[group->count++] = (uint32_t)var;
    }
}

static void declare_var_group(lf_declaring *d, const lf_doc_pair *pair) {
    lf_model *m = d->m;
    const char *name =
        lf_check_name(d, pair->key, pair->key_pos, "a group of variables", LF_NAME_ID);
    if (name == NULL || !lf_is_list(d, pair->value, "a group of variables"))
        return;
    lf_model_var_group group = {.entry = {name, name, pair->key_pos},
                                .vars = LF_NEW_ARRAY(m->arena, uint32_t, pair->value->count + 1)};
    for (uint32_t i = 0; i < pair->value->count; i++)
        add_member(d, &group, pair->value->items[i]);
    if (pair->value->count == 0)
        LF_WRONG(d, LF_E0404, pair->value, NULL, "the list needs at least one variable");
    if (group.count == 0)
        return;
    lf_symbol *symbol = lf_add_symbol(d, LF_SYM_VAR_GROUP, name, pair->key_pos, LF_T_UNKNOWN,
                                      (int)m->var_group_count);
    if (symbol != NULL)
        m->var_groups[m->var_group_count++] = group;
}

static void declare_var_groups(lf_declaring *d) {
    const lf_doc *groups = lf_section_map(d, "variableGroups");
    d->m->var_groups =
        LF_NEW_ARRAY(d->m->arena, lf_model_var_group, (groups != NULL ? groups->count : 0) + 1);
    for (uint32_t i = 0; groups != NULL && i < groups->count; i++)
        declare_var_group(d, &groups->pairs[i]);
}

void lf_declare_vars(lf_declaring *d) {
    lf_doc_list lists[LF_COUNT(sources)];
    uint32_t total = 0, names = 0, most = 1;
    for (size_t i = 0; i < LF_COUNT(sources); i++) {
        lists[i] = lf_gather(d, (const char *const[]){sources[i].section, NULL});
        for (uint32_t j = 0; j < lists[i].count; j++) {
            total += vars_of(d->m, lists[i].items[j]);
            names += count_names(lists[i].items[j]);
        }
    }
    for (uint32_t i = 0; i < d->m->record_count; i++)
        most = d->m->records[i].count > most ? d->m->records[i].count : most;
    d->m->rows = LF_NEW_ARRAY(d->m->arena, lf_model_row, names * most + 1);
    d->m->record_vars = LF_NEW_ARRAY(d->m->arena, lf_model_record_var, names + 1);
    d->m->vars = LF_NEW_ARRAY(d->m->arena, lf_model_var, total + 1);
    for (size_t i = 0; i < LF_COUNT(sources); i++)
        for (uint32_t j = 0; j < lists[i].count; j++)
            declare_var(d, lists[i].items[j], sources[i].scope, sources[i].marker);
    declare_var_groups(d);
}
