/* check_vars.c: `let` and the assignments: what a variable can hold, and what can be changed. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* ---- let ---- */

/* What the entries of a table by numbers are numbered by. */
typedef struct {
    lf_type type;
    int32_t lowest;
    uint32_t size; /* 0: it is another table */
} table_index;

static bool by_enumeration(const lf_model *m, const lf_node *in, table_index *index) {
    for (uint32_t i = 0; in->kind == LF_N_NAME && i < m->enum_count; i++)
        if (m->enums[i].name == in->name && m->enums[i].count <= LF_MAX_TABLE) {
            *index = (table_index){(lf_type){.base = LF_T_ENUM, .id = (uint16_t)i}, 0,
                                   m->enums[i].count};
            return true;
        }
    return false;
}

static bool by_range(const lf_node *in, table_index *index) {
    const lf_node *const min = in->kind == LF_N_RANGE ? in->kids[LF_K_RANGE_MIN] : NULL;
    const lf_node *const max = in->kind == LF_N_RANGE ? in->kids[LF_K_RANGE_MAX] : NULL;
    if (min == NULL || max == NULL || min->kind != LF_N_INT || max->kind != LF_N_INT)
        return false;
    if (llabs(min->value) > INT32_MAX || max->value < min->value ||
        max->value - min->value >= LF_MAX_TABLE)
        return false;
    *index = (table_index){check_type(LF_T_INT), (int32_t)min->value,
                           (uint32_t)(max->value - min->value) + 1};
    return true;
}

static lf_type table_type(checker *c, lf_node *table, table_index *index) {
    static const uint8_t keys[LF_WORD_COUNT] = {
        [LF_W_SPACES] = LF_T_SPACE, [LF_W_SEATS] = LF_T_SEAT, [LF_W_KINDS] = LF_T_PIECES};
    const lf_base_type of = table->value == LF_W_BOOL ? LF_T_BOOL : LF_T_INT;
    lf_node *const in = table->kids[LF_K_TABLE_IN];
    uint8_t by = keys[table->word];
    if (table->word == LF_W_NUMBERS && in == NULL) /* reported by the parser */
        return table->type = check_type(LF_T_ERROR);
    if (table->word == LF_W_NUMBERS) {
        if (!by_enumeration(c->model, in, index) && !by_range(in, index))
            return table->type = lf_check_fault(
                       c, in, LF_E0527,
                       lf_check_printf(c,
                                       "write `spaces`, `seats`, `kinds`, an enumeration, or a "
                                       "range as 0..14 of at most %d numbers",
                                       LF_MAX_TABLE),
                       "a table cannot be indexed by this");
        by = index->type.base;
    }
    return table->type = (lf_type){.base = LF_T_TABLE, .by = by, .id = (uint16_t)of};
}

/* What the walk before has found out about a local whose first value does not tell its type. */
static lf_type type_of_last_walk(const lf_node *n) {
    const check_local *before = (const check_local *)n->symbol;
    const bool found = before != NULL && before->inferred && before->symbol.type.base != LF_T_ERROR;
    return found ? before->symbol.type : check_type(LF_T_UNKNOWN);
}

/* `none` and `{}` leave the type to what is done with the variable. */
static lf_type open_type(checker *c, lf_node *n, lf_type known) {
    lf_node *value = n->kids[LF_K_LET_VALUE];
    if (value->type.base == LF_T_NONE && known.base == LF_T_INT)
        known = check_bound();
    lf_check_settle_none(value, known);
    lf_check_settle(value, known);
    if (known.base != LF_T_UNKNOWN)
        return known;
    if (!c->body->muted)
        LF_PUSH(c->model->arena, c->body->open_lets, c->body->open_let_count,
                c->body->open_let_capacity, n);
    return value->type.base == LF_T_NONE ? check_open(LF_OPEN_NONE) : value->type;
}

void lf_check_settle_lets(checker *c) {
    for (uint32_t i = 0; i < c->body->open_let_count; i++) {
        const lf_node *n = c->body->open_lets[i];
        lf_node *value = n->kids[LF_K_LET_VALUE];
        lf_check_settle(value, n->symbol->type);
        const bool reported_elsewhere =
            value->type.base != LF_T_NONE &&
            (value->kind == LF_N_NAME || value->kind == LF_N_CALL || value->kind == LF_N_PROP);
        if (n->symbol->type.base != LF_T_UNKNOWN || reported_elsewhere)
            continue;
        const lf_node at = {.pos = lf_check_binder_pos(c, n),
                            .length = (uint16_t)lf_utf8_count(n->name, strlen(n->name))};
        lf_check_fault(c, &at, LF_E0512,
                       "give it a first value with a type, or use it where its type is clear",
                       "cannot infer the type of `%s`", n->name);
        lf_check_settle(value, check_type(LF_T_ERROR));
    }
}

static lf_type let_type(checker *c, lf_node *n, bool *inferred, table_index *index) {
    lf_node *value = n->kids[LF_K_LET_VALUE];
    if (value == NULL)
        return check_type(LF_T_ERROR);
    if (value->kind == LF_N_TABLE)
        return table_type(c, value, index);
    const lf_type before = type_of_last_walk(n);
    lf_type type = lf_check_expr(c, value, before);
    *inferred = type.base == LF_T_NONE || type.base == LF_T_UNKNOWN || before.base != LF_T_UNKNOWN;
    if (type.base == LF_T_NONE || type.base == LF_T_UNKNOWN)
        return open_type(c, n, before);
    if (type.base == LF_T_ERROR || lf_check_is_value(type))
        return type;
    const char *note = type.base == LF_T_TABLE ? "a table cannot be copied" : NULL;
    return lf_check_fault(c, value, LF_E0536, note, "%s cannot be kept in a variable",
                          lf_check_type_name(c, type));
}

void lf_check_let(checker *c, lf_node *n) {
    bool inferred = false;
    table_index index = {0};
    lf_type type = let_type(c, n, &inferred, &index);
    check_local *local =
        lf_check_declare(c, n->name, lf_check_binder_pos(c, n), type, LOCAL_VARIABLE);
    local->symbol.entries = index.type;
    local->symbol.lowest = index.lowest;
    local->symbol.size = index.size;
    local->inferred = inferred;
    n->symbol = &local->symbol;
}

/* ---- what can be changed ---- */

/* The end of "… cannot be changed", for what has a name but is no variable. */
static const char *const constants[LF_SYMBOL_KINDS] = {
#define LF_SYMBOL_SORT(symbol, text, type, why_fixed) [LF_SYM_##symbol] = (why_fixed),
#include "base/sorts.def"
};

static const char *const fixed_locals[] = {
    [LOCAL_PARAMETER] = "it is a parameter; copy it with `let` to change it",
    [LOCAL_LOOP] = "it is a loop variable; copy it with `let` to change it",
    [LOCAL_CHOICE] = "it is the result of a choice; copy it with `let` to change it",
};

static lf_type not_assignable(checker *c, lf_node *target, const char *why) {
    return target->type = lf_check_fault(c, target, LF_E0507, why, "`%s` cannot be changed",
                                         target->name != NULL ? target->name : "this");
}

static lf_type assign_local(checker *c, lf_node *target, check_local *local) {
    target->symbol = &local->symbol;
    target->type = local->symbol.type;
    local->quiet = local->quiet || local->role != LOCAL_VARIABLE; /* wrong enough */
    if (local->role == LOCAL_DATA)
        return not_assignable(c, target, constants[LF_SYM_DATA]);
    if (local->role != LOCAL_VARIABLE)
        return not_assignable(c, target, fixed_locals[local->role]);
    if (target->type.base == LF_T_TABLE)
        return not_assignable(c, target, "it is a table; change its entries: `…[…] = …`");
    local->symbol.assigned = true;
    return target->type;
}

/* What is assigned to a group is assigned to each of its variables. */
static lf_type assign_group(checker *c, lf_node *target) {
    lf_check_use_group(c, target->symbol);
    lf_check_require_pure(c, target, lf_check_printf(c, "change `%s`", target->name));
    return target->type = c->model->var_groups[target->symbol->index].type;
}

static lf_type assign_name(checker *c, lf_node *target) {
    check_local *local = lf_check_find_local(c, target->name);
    if (local != NULL)
        return assign_local(c, target, local);
    lf_symbol *symbol = lf_model_find(c->model, target->name);
    if (symbol == NULL && lf_check_wants_hint(c, target))
        return not_assignable(c, target, constants[LF_SYM_ENUM_VALUE]);
    /* which says that it is unknown */
    if (symbol == NULL && lf_check_any_expr(c, target).base != LF_T_NONE)
        return target->type;
    if (symbol == NULL)
        return not_assignable(c, target, "only variables and entries of tables can be changed");
    target->symbol = symbol;
    if (symbol->kind == LF_SYM_VAR_GROUP)
        return assign_group(c, target);
    if (symbol->kind == LF_SYM_VAR_RECORD && c->model->record_vars[symbol->index].row < 0) {
        lf_check_use_record(c, &c->model->record_vars[symbol->index]);
        lf_check_require_pure(c, target, lf_check_printf(c, "change `%s`", target->name));
        return target->type = lf_check_symbol_type(c->model, symbol);
    }
    bool active = symbol->kind == LF_SYM_BUILTIN && symbol->index == LF_BUILTIN_ACTIVE_PLAYER;
    if (symbol->kind != LF_SYM_GLOBAL && !active)
        return not_assignable(c, target, constants[symbol->kind]);
    if (!active)
        c->var_used[symbol->index] = true;
    lf_check_require_pure(c, target, lf_check_printf(c, "change `%s`", target->name));
    return target->type = lf_check_symbol_type(c->model, symbol);
}

static bool is_variable(const lf_model *m, const lf_node *prop) {
    lf_scope scope =
        prop->kids[LF_K_PROP_OF]->type.base == LF_T_SEAT ? LF_SCOPE_SEAT : LF_SCOPE_SPACE;
    for (uint32_t i = 0; i < m->var_count; i++)
        if (m->vars[i].scope == scope && m->vars[i].name == prop->name)
            return true;
    return false;
}

static lf_type check_target(checker *, lf_node *);

static lf_type assign_prop(checker *c, lf_node *target) {
    const lf_doc *data;
    if (lf_check_data_path(c, target, &data) != DATA_NOT)
        return not_assignable(c, target, constants[LF_SYM_DATA]);
    lf_type type = lf_check_record_or_expr(c, target, check_type(LF_T_UNKNOWN));
    if (type.base == LF_T_ERROR || type.base == LF_T_UNKNOWN)
        return type;
    /* what the field of a record has become */
    if (target->kind == LF_N_NAME || target->kind == LF_N_INDEX)
        return check_target(c, target);
    lf_check_require_pure(c, target, lf_check_printf(c, "change `%s`", target->name));
    if (type.base == LF_T_RECORD)
        return type;
    if (target->kids[LF_K_PROP_OF]->type.base == LF_T_CARD)
        return not_assignable(c, target, "it is printed on the card");
    if (!is_variable(c->model, target))
        return not_assignable(
            c, target, "it is a fixed property of the space; declare variables under `spaceVars`");
    return type;
}

/* Only rows and tables have entries that change; writing one does not count as using the table. */
static lf_type assign_entry(checker *c, lf_node *target) {
    lf_node *of = target->kids[LF_K_INDEX_OF];
    check_local *local =
        of != NULL && of->kind == LF_N_NAME ? lf_check_find_local(c, of->name) : NULL;
    bool used = local != NULL && local->symbol.used;
    lf_type type = lf_check_record_or_expr(c, target, check_type(LF_T_UNKNOWN));
    if (type.base == LF_T_ERROR)
        return type;
    assert(of != NULL); /* without it the index has no type (lf_check_index) */
    if (local == NULL && (type.base == LF_T_RECORD || lf_model_row_of(c->model, of) != NULL)) {
        lf_check_require_pure(c, target, lf_check_printf(c, "change `%s`", of->name));
        return type;
    }
    if (local == NULL || local->symbol.type.base != LF_T_TABLE)
        return not_assignable(c, target, "only the entries of a table can be assigned");
    local->symbol.used = used;
    local->symbol.assigned = true;
    return type;
}

static lf_type check_target(checker *c, lf_node *target) {
    switch (target->kind) {
    case LF_N_NAME:
        return assign_name(c, target);
    case LF_N_PROP:
        return assign_prop(c, target);
    case LF_N_INDEX:
        return assign_entry(c, target);
    default:
        lf_check_any_expr(c, target);
        return not_assignable(c, target, "only variables and entries of tables can be changed");
    }
}

/* ---- assignment ---- */

static check_wish target_wish(const checker *c, const lf_node *target, lf_type type) {
    const check_local *local = lf_check_local_of(target);
    bool global = target->symbol != NULL && target->symbol->kind == LF_SYM_GLOBAL;
    lf_pos pos = local != NULL ? local->symbol.pos
                 : global      ? c->model->vars[target->symbol->index].pos
                               : (lf_pos){
                                     0,
                            };
    return (check_wish){.type = type,
                        .what = "the variable",
                        .name = target->name != NULL ? target->name : "",
                        .pos = pos};
}

/* A number that the variable can never hold would be cut to its range without a word. */
static void warn_of_range(checker *c, const lf_node *target, const lf_node *value) {
    if (target->symbol == NULL || target->symbol->kind != LF_SYM_GLOBAL || value == NULL ||
        value->kind != LF_N_INT)
        return;
    const lf_model_var *var = &c->model->vars[target->symbol->index];
    if (var->type.base != LF_T_INT || (value->value >= var->min && value->value <= var->max))
        return;
    lf_check_warn(
        c, value->pos, value->length, LF_E0537,
        lf_check_printf(c, "it goes from %lld to %lld", (long long)var->min, (long long)var->max),
        "`%s` cannot be %lld", var->name, (long long)value->value);
}

/* `+=` and `-=` on a local whose type is open: an element or a set tells it. */
static void check_open_step(checker *c, lf_node *n, lf_type type) {
    lf_node *target = n->kids[LF_K_ASSIGN_TARGET], *value = n->kids[LF_K_ASSIGN_VALUE];
    const lf_type by = lf_check_any_expr(c, value);
    const bool whole = check_is(by, BITS_OF_SETS) || check_is_open_set(by) ||
                       by.base == LF_T_ERROR || (by.base == LF_T_INT && type.by != LF_OPEN_SET);
    const lf_type wanted = whole ? by : lf_check_set_of(by);
    const bool none = wanted.base == LF_T_ERROR && !whole; /* there are no sets of this */
    if (!none && lf_check_agrees(type, wanted) &&
        (lf_check_is_value(wanted) || !lf_is_settled(wanted))) {
        lf_check_bind(target, wanted);
        return;
    }
    lf_check_fault(c, value, LF_E0508,
                   type.by == LF_OPEN_NONE
                       ? "a set begins as `{}`, not as `none`"
                       : "a variable holds sets of spaces, zones, seats, cards or directions",
                   "%s cannot be added to or removed from %s", lf_check_type_name(c, by),
                   lf_check_type_name(c, type));
    lf_check_mark_reported(c, target);
    lf_check_mark_reported(c, value);
}

/* `+=` and `-=`: a number moves an int or a marker, an element or a set joins or leaves a set. */
static void check_step(checker *c, lf_node *n, lf_type type) {
    lf_node *target = n->kids[LF_K_ASSIGN_TARGET], *value = n->kids[LF_K_ASSIGN_VALUE];
    if (type.base == LF_T_UNKNOWN) {
        check_open_step(c, n, type);
    } else if (lf_is_bound(type)) {
        lf_check_any_expr(c, value);
        lf_check_fault(c, target, LF_E0508, lf_check_how_to_bound, "`%s` needs a number, found %s",
                       n->word == LF_W_INCREASE ? "+=" : "-=", lf_check_type_name(c, type));
    } else if (type.base == LF_T_INT || type.base == LF_T_ENUM || type.base == LF_T_ERROR) {
        lf_check_as(c, value,
                    WISH(type.base == LF_T_ERROR ? LF_T_UNKNOWN : LF_T_INT,
                         n->word == LF_W_INCREASE ? "`+=`" : "`-=`"));
    } else if (check_is(type, BITS_OF_SETS)) {
        check_wish wish = target_wish(c, target, type);
        wish.also = BASE_BIT(lf_check_element(type).base);
        if (type.base == LF_T_ZONES)
            wish.also |= BASE_BIT(LF_T_SPACE);
        lf_check_expr(c, value,
                      value != NULL && lf_check_wants_hint(c, value) ? type
                                                                     : lf_check_element(type));
        if (value != NULL && value->type.base == LF_T_ZONE && type.base == LF_T_SPACES)
            lf_check_bind(value, check_type(LF_T_SPACE));
        wish.loose = true;
        lf_check_fit(c, value, wish);
    } else {
        lf_check_any_expr(c, value);
        lf_check_fault(c, target, LF_E0508, "`+=` and `-=` work on numbers, markers and sets",
                       "`%s` needs a number, a marker or a set, found %s",
                       n->word == LF_W_INCREASE ? "+=" : "-=", lf_check_type_name(c, type));
    }
}

void lf_check_assign(checker *c, lf_node *n) {
    lf_node *target = n->kids[LF_K_ASSIGN_TARGET], *value = n->kids[LF_K_ASSIGN_VALUE];
    if (target == NULL)
        return;
    if (n->word == LF_W_SET && target->kind == LF_N_NAME && lf_check_unknown_variable(c, target))
        target->type = check_type(LF_T_ERROR);
    lf_type type = check_target(c, target);
    if (type.base == LF_T_RECORD) {
        lf_check_assign_record(c, n);
        return;
    }
    bool group = target->symbol != NULL && target->symbol->kind == LF_SYM_VAR_GROUP;
    if (n->word != LF_W_SET && group)
        lf_check_fault(c, target, LF_E0508, "change the variables one by one",
                       "a group of variables takes only `=`");
    if (n->word != LF_W_SET) {
        check_step(c, n, group ? check_type(LF_T_ERROR) : type);
        return;
    }
    if (type.base == LF_T_ERROR) { /* a record would have been as good as a value */
        lf_check_record_or_expr(c, value, type);
        return;
    }
    lf_check_as(c, value, target_wish(c, target, type));
    if (value != NULL)
        lf_check_bind(target, value->type);
    warn_of_range(c, target, value);
}
