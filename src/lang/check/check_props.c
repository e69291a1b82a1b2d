/* check_props.c: what a thing has: properties of spaces, variables of seats and spaces, attributes
 * of cards, and what is read by index: tables, stacks of a seat, lists on cards. */
#include "check.h"

/* ---- owners ---- */

typedef struct {
    lf_type type;
    uint32_t length; /* > 1: a list */
    /* index in the model's variables, -1 for what cannot change */
    int var;
    const lf_model_row *row;           /* a variable with an index, or NULL */
    const lf_model_record_var *record; /* with fields, or NULL */
    bool part;                         /* of cards: whether it can be performed */
} member;

typedef struct {
    lf_base_type type;
    const char *name; /* "a space" */
} owner;

static const owner owners[] = {
    {LF_T_SPACE, "a space"}, {LF_T_SEAT, "a seat"}, {LF_T_CARD, "a card"}};

static bool find_property(const lf_model_property *list, uint32_t count, const char *name,
                          member *out) {
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].name != name)
            continue;
        *out = (member){.type = list[i].type, .length = list[i].length, .var = -1};
        return true;
    }
    return false;
}

static bool find_scoped_var(const lf_model *m, lf_scope scope, const char *name, member *out) {
    for (uint32_t i = 0; i < m->var_count; i++) {
        if (m->vars[i].scope != scope || m->vars[i].name != name)
            continue;
        *out = (member){.type = m->vars[i].type, .length = 1, .var = (int)i};
        return true;
    }
    const int record = lf_model_find_record_var(m, scope, name);
    if (record >= 0) {
        const lf_model_record_var *var = &m->record_vars[record];
        *out = (member){.type = var->type,
                        .length = 1,
                        .var = -1,
                        .row = var->row >= 0 ? &m->rows[var->row] : NULL,
                        .record = var};
        return true;
    }
    const int row = lf_model_find_row(m, scope, name);
    if (row >= 0)
        *out = (member){.type = m->rows[row].type, .length = 1, .var = -1, .row = &m->rows[row]};
    return row >= 0;
}

static bool find_card_part_member(const lf_model *m, const char *name, member *out) {
    for (uint32_t i = 0; i < m->card_part_count; i++)
        if (m->card_parts[i] == name) {
            *out = (member){.type = check_type(LF_T_BOOL), .length = 1, .var = -1, .part = true};
            return true;
        }
    return false;
}

static bool find_member(const lf_model *m, lf_base_type of, const char *name, member *out) {
    if (of == LF_T_CARD)
        return find_property(m->card_attributes, m->card_attribute_count, name, out) ||
               find_card_part_member(m, name, out);
    if (of == LF_T_SEAT)
        return find_scoped_var(m, LF_SCOPE_SEAT, name, out);
    return find_property(m->space_properties, m->space_property_count, name, out) ||
           find_scoped_var(m, LF_SCOPE_SPACE, name, out);
}

static void offer_members(const lf_model *m, lf_base_type of, lf_nearest *nearest) {
    const lf_model_property *list = of == LF_T_CARD ? m->card_attributes : m->space_properties;
    uint32_t count = of == LF_T_CARD    ? m->card_attribute_count
                     : of == LF_T_SPACE ? m->space_property_count
                                        : 0;
    for (uint32_t i = 0; i < count; i++)
        lf_nearest_offer(nearest, list[i].name);
    if (of == LF_T_CARD)
        return;
    lf_scope scope = of == LF_T_SEAT ? LF_SCOPE_SEAT : LF_SCOPE_SPACE;
    for (uint32_t i = 0; i < m->var_count; i++)
        if (m->vars[i].scope == scope)
            lf_nearest_offer(nearest, m->vars[i].name);
    for (uint32_t i = 0; i < m->row_count; i++)
        if (m->rows[i].scope == scope)
            lf_nearest_offer(nearest, m->rows[i].name);
    for (uint32_t i = 0; i < m->record_var_count; i++)
        if (m->record_vars[i].scope == scope)
            lf_nearest_offer(nearest, m->record_vars[i].name);
}

/* The only owner that has such a member, or NULL: what an undeclared parameter must then be. */
static const owner *sole_owner(const lf_model *m, const char *name) {
    const owner *found = NULL;
    member ignored;
    for (size_t i = 0; i < LF_COUNT(owners); i++) {
        if (!find_member(m, owners[i].type, name, &ignored))
            continue;
        if (found != NULL)
            return NULL;
        found = &owners[i];
    }
    return found;
}

/* ---- properties ---- */

static lf_type unknown_member(checker *c, lf_node *n, lf_type of) {
    if (lf_model_left_out(c->model, n->name) && sole_owner(c->model, n->name) == NULL)
        return n->type = check_type(LF_T_ERROR);
    lf_nearest nearest = lf_nearest_to(n->name);
    offer_members(c->model, (lf_base_type)of.base, &nearest);
    const char *note = lf_check_did_you_mean(c, &nearest);
    const owner *other = sole_owner(c->model, n->name);
    if (note == NULL && other != NULL)
        note = lf_check_printf(c, "it belongs to %s", other->name);
    return n->type = lf_check_fault(c, n, LF_E0505, note, "%s has no property `%s`",
                                    lf_check_type_name(c, of), n->name);
}

static lf_type no_members(checker *c, lf_node *n, lf_type of) {
    member ignored;
    if (of.base == LF_T_ZONE && find_member(c->model, LF_T_SPACE, n->name, &ignored))
        return n->type = lf_check_fault(
                   c, n, LF_E0506,
                   "only spaces have properties; choose it from `spaces`, or declare it as a space",
                   "this may be a box, and boxes have no property `%s`", n->name);
    return n->type = lf_check_fault(c, n, LF_E0506, "spaces, seats and cards have properties",
                                    "%s has no properties, so it has no `%s`",
                                    lf_check_type_name(c, of), n->name);
}

/* The type of a local whose uses decide it, from the property that is asked of it. */
static lf_type infer_owner(checker *c, lf_node *n, lf_type of) {
    lf_node *owner_node = n->kids[LF_K_PROP_OF];
    member ignored;
    if (of.base == LF_T_UNKNOWN) {
        const owner *found = sole_owner(c->model, n->name);
        if (found != NULL)
            return lf_check_bind(owner_node, check_type(found->type));
    }
    if (of.base == LF_T_ZONE && find_member(c->model, LF_T_SPACE, n->name, &ignored))
        return lf_check_bind(owner_node, check_type(LF_T_SPACE));
    return of;
}

static void use_row(checker *c, const lf_model_row *row) {
    for (uint32_t i = 0; i < row->count; i++)
        c->var_used[row->first + i] = true;
}

/* What a thing has under a name; the type of the node is that of one value of it. */
static lf_type member_type(checker *c, lf_node *n, member *found) {
    const lf_type unknown = check_type(LF_T_UNKNOWN);
    lf_type of = infer_owner(c, n, lf_check_record_or_expr(c, n->kids[LF_K_PROP_OF], unknown));
    *found = (member){.length = 1, .var = -1};
    if (of.base == LF_T_RECORD)
        return lf_check_field(c, n);
    if (of.base == LF_T_UNKNOWN || of.base == LF_T_ERROR)
        return n->type = of;
    if (!check_is(of, BASE_BIT(LF_T_SPACE) | BASE_BIT(LF_T_SEAT) | BASE_BIT(LF_T_CARD)))
        return no_members(c, n, of);
    if (!find_member(c->model, (lf_base_type)of.base, n->name, found))
        return unknown_member(c, n, of);
    if (found->var >= 0)
        c->var_used[found->var] = true;
    if (found->record != NULL)
        lf_check_use_record(c, found->record);
    else if (found->row != NULL)
        use_row(c, found->row);
    if (found->part)
        lf_check_part_question(c, n);
    return n->type = found->type;
}

lf_type lf_check_prop(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    member found;
    member_type(c, n, &found);
    if (found.row != NULL)
        n->type =
            lf_check_fault(c, n, LF_E0527, lf_check_printf(c, "give the index: `….%s[…]`", n->name),
                           "`%s` is an indexed variable", n->name);
    if (found.length > 1)
        n->type = lf_check_fault(
            c, n, LF_E0527, lf_check_printf(c, "read one entry: `….%s[0]` is the first", n->name),
            "`%s` is a list of %u values", n->name, found.length);
    return n->type;
}

/* ---- indices ---- */

/* A number that is written out is an entry of what has `count` of them, from `lowest` on. */
static bool has_entry(checker *c, const lf_node *of, const lf_node *at, int64_t lowest,
                      uint32_t count) {
    if (at->kind != LF_N_INT || at->type.base != LF_T_INT ||
        (at->value >= lowest && at->value < lowest + (int64_t)count))
        return true;
    lf_check_fault(c, at, LF_E0527,
                   lf_check_printf(c, "its entries are numbered from %lld to %lld",
                                   (long long)lowest, (long long)lowest + count - 1),
                   "`%s` has no entry %lld", of->name, (long long)at->value);
    return false;
}

/* `type`: of the entry, which for a record is not that of the row, its first field. */
static lf_type check_row_entry(checker *c, lf_node *n, const lf_model_row *row, lf_type type) {
    lf_node *of = n->kids[LF_K_INDEX_OF], *at = n->kids[LF_K_INDEX_AT];
    of->type = type;
    use_row(c, row);
    lf_check_as(c, at,
                (check_wish){.type = row->index,
                             .what = lf_check_printf(c, "the index of `%s`", of->name)});
    return n->type = has_entry(c, of, at, row->lowest, row->count) ? type : check_type(LF_T_ERROR);
}

static lf_type check_list_entry(checker *c, lf_node *n) {
    lf_node *of = n->kids[LF_K_INDEX_OF], *at = n->kids[LF_K_INDEX_AT];
    member found;
    lf_type type = member_type(c, of, &found);
    if (found.row != NULL)
        return check_row_entry(c, n, found.row, found.type);
    lf_check_as(c, at, WISH(LF_T_INT, "the index of a list"));
    if (type.base == LF_T_ERROR || type.base == LF_T_UNKNOWN)
        return n->type = type;
    if (found.length <= 1)
        return n->type =
                   lf_check_fault(c, of, LF_E0527, NULL, "`%s` is one value, not a list", of->name);
    return n->type = has_entry(c, of, at, 0, found.length) ? type : check_type(LF_T_ERROR);
}

static lf_type check_family(checker *c, lf_node *n, lf_symbol *family) {
    lf_node *of = n->kids[LF_K_INDEX_OF];
    of->symbol = family;
    of->type = check_type(LF_T_STACK);
    lf_check_as(c, n->kids[LF_K_INDEX_AT],
                (check_wish){.type = check_type(LF_T_SEAT),
                             .what = lf_check_printf(c, "`%s[…]`", of->name)});
    return n->type = check_type(LF_T_STACK);
}

static lf_type check_table_entry(checker *c, lf_node *n) {
    lf_node *of = n->kids[LF_K_INDEX_OF], *at = n->kids[LF_K_INDEX_AT];
    lf_type type = lf_check_any_expr(c, of);
    if (type.base != LF_T_TABLE) {
        lf_check_any_expr(c, at);
        if (type.base == LF_T_ERROR || type.base == LF_T_UNKNOWN)
            return n->type = type;
        return n->type =
                   lf_check_fault(c, of, LF_E0527,
                                  "tables, stacks of seats and lists on cards are read with `[…]`",
                                  "%s has no entries", lf_check_type_name(c, type));
    }
    const check_local *table = lf_check_local_of(of);
    const bool by_number = table != NULL && table->symbol.size > 0;
    lf_check_as(
        c, at,
        (check_wish){.type = by_number ? table->symbol.entries : check_type((lf_base_type)type.by),
                     .what = "the index of this table",
                     .pos = table != NULL ? table->symbol.pos : of->pos});
    if (by_number && !has_entry(c, of, at, table->symbol.lowest, table->symbol.size))
        return n->type = check_type(LF_T_ERROR);
    return n->type = check_type((lf_base_type)type.id);
}

lf_type lf_check_index(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    const lf_node *of = n->kids[LF_K_INDEX_OF];
    if (of == NULL || n->kids[LF_K_INDEX_AT] == NULL)
        return n->type = check_type(LF_T_ERROR);
    if (of->kind == LF_N_PROP)
        return check_list_entry(c, n);
    if (of->kind == LF_N_NAME && lf_check_find_local(c, of->name) == NULL) {
        lf_symbol *symbol = lf_model_find(c->model, of->name);
        if (symbol != NULL && symbol->kind == LF_SYM_STACK_FAMILY)
            return check_family(c, n, symbol);
        if (symbol != NULL && symbol->kind == LF_SYM_VAR_ROW) {
            n->kids[LF_K_INDEX_OF]->symbol = symbol;
            const lf_model_row *row = &c->model->rows[symbol->index];
            return check_row_entry(c, n, row, row->type);
        }
        if (symbol != NULL && symbol->kind == LF_SYM_VAR_RECORD &&
            c->model->record_vars[symbol->index].row >= 0) {
            const lf_model_record_var *var = &c->model->record_vars[symbol->index];
            n->kids[LF_K_INDEX_OF]->symbol = symbol;
            lf_check_use_record(c, var);
            return check_row_entry(c, n, &c->model->rows[var->row], var->type);
        }
    }
    return check_table_entry(c, n);
}
