/* check_records.c: variables of a record: one field of them, one assigned to another, two compared.
 *
 * Each field is a variable of its own, so nothing of records is left behind the checker:
 * `highest.amount` becomes the name of a variable, `p.bid.amount` a property of `p`, `highest =
 * p.bid` a block of assignments, and `highest == p.bid` an `and` of comparisons. What was made so
 * is checked like what was written, in this walk and in the next. */
#include <assert.h>

#include "check.h"

/* The name or property that stands for the record, in front of its index if it has one. */
static lf_node *record_name_node(lf_node *whole) {
    return whole->kind == LF_N_INDEX ? whole->kids[LF_K_INDEX_OF] : whole;
}

static const lf_model_record_var *record_variable(const lf_model *m, lf_node *whole) {
    const lf_node *head = record_name_node(whole);
    if (head->kind == LF_N_NAME)
        return &m->record_vars[head->symbol->index];
    const bool seat = head->kids[LF_K_PROP_OF]->type.base == LF_T_SEAT;
    const int var = lf_model_find_record_var(m, seat ? LF_SCOPE_SEAT : LF_SCOPE_SPACE, head->name);
    assert(var >= 0);
    return &m->record_vars[var];
}

void lf_check_use_record(checker *c, const lf_model_record_var *var) {
    for (uint32_t i = 0; i < var->count; i++)
        c->var_used[var->first + i] = true;
}

lf_type lf_check_refuse_record(checker *c, lf_node *n) {
    const lf_model_record *record = &c->model->records[n->type.id];
    return n->type = lf_check_fault(
               c, n, LF_E0546, lf_check_printf(c, "name a field: `….%s`", record->fields[0].name),
               "`%s` is a record, not a value", record_name_node(n)->name);
}

/* ---- fields ---- */

static void become_field(checker *c, lf_node *n, lf_node *whole, uint32_t field) {
    const lf_model_record_var *var = record_variable(c->model, whole);
    const lf_type type = c->model->records[var->type.id].fields[field].type;
    const lf_pos pos = n->pos;
    const uint16_t length = n->length;
    lf_node *head = record_name_node(whole);
    head->name = var->members[field];
    if (head->kind == LF_N_NAME)
        head->symbol = lf_model_find(c->model, head->name);
    head->type = whole->type = type;
    *n = *whole;
    n->pos = pos;
    n->length = length;
}

lf_type lf_check_field(checker *c, lf_node *n) {
    lf_node *whole = n->kids[LF_K_PROP_OF];
    const lf_model_record *record = &c->model->records[whole->type.id];
    lf_nearest nearest = lf_nearest_to(n->name);
    for (uint32_t i = 0; i < record->count; i++) {
        if (record->fields[i].name == n->name) {
            become_field(c, n, whole, i);
            return n->type;
        }
        lf_nearest_offer(&nearest, record->fields[i].name);
    }
    return n->type = lf_check_fault(c, n, LF_E0505, lf_check_did_you_mean(c, &nearest),
                                    "the record `%s` has no field `%s`", record->name, n->name);
}

static lf_node *field_of(checker *c, const lf_node *whole, uint32_t field) {
    lf_node *copy = lf_node_clone(c->model->arena, whole);
    become_field(c, copy, copy, field);
    return copy;
}

/* ---- two of them ---- */

static bool same_record(checker *c, lf_node *other, lf_type wanted) {
    const lf_type type = lf_check_record_or_expr(c, other, check_type(LF_T_UNKNOWN));
    if (type.base == LF_T_ERROR || lf_check_same(type, wanted))
        return type.base != LF_T_ERROR;
    const lf_model_record *record = &c->model->records[wanted.id];
    lf_check_fault(
        c, other, LF_E0503,
        lf_check_printf(c, "write another variable of the same record, or name a field: `….%s`",
                        record->fields[0].name),
        "expected %s, found %s", lf_check_type_name(c, wanted), lf_check_type_name(c, type));
    return false;
}

/* Worked out again for each field, it would be the same. */
static bool is_steady(const lf_node *n) {
    return n->kind == LF_N_INT ||
           (n->kind == LF_N_NAME && (n->symbol == NULL || n->symbol->kind != LF_SYM_GLOBAL));
}

/* What says whose or which record is worked out once, before the first field changes: in `highest =
 * highest.by.bid`, the first assignment may be to `by`. */
static void keep_in_local(checker *c, lf_node *block, lf_node **kept, const char *name) {
    if (*kept == NULL || is_steady(*kept))
        return;
    const lf_type type = (*kept)->type;
    lf_node *let = lf_node_new(c->model->arena, LF_N_LET, (*kept)->pos, (*kept)->length);
    let->name = name;
    let->kids[LF_K_LET_VALUE] = *kept;
    lf_node_list_add(c->model->arena, block->kids[LF_K_LIST], let);
    *kept = lf_node_new(c->model->arena, LF_N_NAME, let->pos, let->length);
    (*kept)->name = name;
    (*kept)->type = type;
}

/* Names that no rule can write, so that they are not taken. */
static void keep_places(checker *c, lf_node *block, lf_node *whole, const char *owner,
                        const char *index) {
    lf_node *head = record_name_node(whole);
    if (head->kind == LF_N_PROP)
        keep_in_local(c, block, &head->kids[LF_K_PROP_OF], owner);
    if (whole->kind == LF_N_INDEX)
        keep_in_local(c, block, &whole->kids[LF_K_INDEX_AT], index);
}

void lf_check_assign_record(checker *c, lf_node *n) {
    lf_arena *arena = c->model->arena;
    lf_node *target = n->kids[LF_K_ASSIGN_TARGET], *value = n->kids[LF_K_ASSIGN_VALUE];
    const lf_type type = target->type;
    if (n->word != LF_W_SET) {
        lf_check_refuse_record(c, target);
        return;
    }
    /* which is reported */
    if (value == NULL || !same_record(c, value, type) || c->body->pure != NULL)
        return;
    lf_node *block = lf_node_new(arena, LF_N_BLOCK, n->pos, n->length);
    block->kids[LF_K_LIST] = lf_node_list(arena, n->pos);
    keep_places(c, block, target, "the owner", "the index");
    keep_places(c, block, value, "the other owner", "the other index");
    for (uint32_t i = 0; i < c->model->records[type.id].count; i++) {
        lf_node *assign = lf_node_new(arena, LF_N_ASSIGN, n->pos, n->length);
        assign->word = LF_W_SET;
        assign->kids[LF_K_ASSIGN_TARGET] = field_of(c, target, i);
        assign->kids[LF_K_ASSIGN_VALUE] = field_of(c, value, i);
        lf_node_list_add(arena, block->kids[LF_K_LIST], assign);
    }
    *n = *block;
    lf_check_block(c, n);
}

/* Something that happens each time that it is worked out. */
static bool acts(const lf_node *n) {
    if (n == NULL)
        return false;
    if (n->kind == LF_N_ROLL ||
        (n->kind == LF_N_CALL && n->symbol != NULL && n->symbol->kind == LF_SYM_PROCEDURE))
        return true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (acts(n->kids[i]))
            return true;
    return false;
}

static lf_node *make_binary(checker *c, const lf_node *n, lf_word word, lf_node *left,
                            lf_node *right) {
    lf_node *made = lf_node_new(c->model->arena, LF_N_BINARY, n->pos, n->length);
    made->word = (uint8_t)word;
    made->kids[LF_K_BINARY_LEFT] = left;
    made->kids[LF_K_BINARY_RIGHT] = right;
    return made;
}

lf_type lf_check_compare_records(checker *c, lf_node *n, lf_node *first, lf_node *second) {
    const lf_type type = first->type;
    if (!same_record(c, second, type))
        return n->type = check_type(LF_T_ERROR);
    if (acts(first) || acts(second))
        return n->type =
                   lf_check_fault(c, acts(first) ? first : second, LF_E0546,
                                  "do it in an earlier statement, and keep the result with `let`",
                                  "the compared record may not depend on an effect");
    const lf_word word = (lf_word)n->word;
    lf_node *all = NULL;
    for (uint32_t i = 0; i < c->model->records[type.id].count; i++) {
        lf_node *one = make_binary(c, n, word, field_of(c, first, i), field_of(c, second, i));
        all = all == NULL ? one : make_binary(c, n, word == LF_W_EQ ? LF_W_AND : LF_W_OR, all, one);
    }
    assert(all != NULL); /* a record has fields (declare_records.c) */
    *n = *all;
    return lf_check_expr(c, n, check_type(LF_T_BOOL));
}
