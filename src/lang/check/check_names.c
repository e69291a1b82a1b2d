/* check_names.c: what a name means: a local, a declared thing, a value of an enumeration.
 *
 * Locals live in one array with the innermost last; a scope is a mark in it. A local may not have
 * the name of another local in sight nor of anything declared, so a name never changes its meaning
 * inside a body. Values of enumerations are not names of their own: which enumeration is meant
 * follows from the hint. */
#include <string.h>

#include "check.h"

/* ---- locals ---- */

check_local *lf_check_find_local(const checker *c, const char *name) {
    for (uint32_t i = c->body->scope_count; i-- > 0;)
        if (c->body->scope[i]->symbol.name == name)
            return c->body->scope[i];
    return NULL;
}

check_local *lf_check_local_of(const lf_node *n) {
    if (n->kind != LF_N_NAME || !n->symbol || n->symbol->kind != LF_SYM_LOCAL)
        return NULL;
    return (check_local *)n->symbol;
}

static bool refuse_shadowing(checker *c, const char *name, lf_pos pos) {
    const lf_node at = {.pos = pos, .length = (uint16_t)lf_utf8_count(name, strlen(name))};
    const check_local *other = lf_check_find_local(c, name);
    if (other) {
        lf_check_fault_at(c, &at, LF_E0511, other->symbol.pos,
                          "it is declared here; choose another name",
                          "the name `%s` is already taken", name);
        return true;
    }
    const lf_symbol *global = lf_model_find(c->model, name);
    if (!global)
        return false;
    if (global->kind == LF_SYM_BUILTIN)
        lf_check_fault(c, &at, LF_E0511, "it is a built-in name; choose another one",
                       "the name `%s` is already taken", name);
    else
        lf_check_fault_at(c, &at, LF_E0511, global->pos,
                          "the game declares it here; choose another name",
                          "the name `%s` is already taken", name);
    return true;
}

check_local *lf_check_declare(checker *c, const char *name, lf_pos pos, lf_type type,
                              local_role role) {
    bool wrong = refuse_shadowing(c, name, pos);
    check_body *body = c->body;
    check_local *local = LF_NEW(c->model->arena, check_local);
    local->symbol = (lf_symbol){.kind = role == LOCAL_DATA ? LF_SYM_DATA : LF_SYM_LOCAL,
                                .name = name,
                                .pos = pos,
                                .type = type,
                                .index = role == LOCAL_DATA ? -1 : (int32_t)body->local_count++};
    local->role = role;
    local->learned = &body->learned;
    local->quiet = wrong || name[0] == '_';
    LF_PUSH(c->model->arena, body->scope, body->scope_count, body->scope_capacity, local);
    return local;
}

static bool is_name_byte(char b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '_' ||
           b == '-' || (unsigned char)b >= 0x80;
}

/* A binder's node begins at its statement, so its name is looked for in the rest of the line. */
lf_pos lf_check_binder_pos(const checker *c, const lf_node *n) {
    size_t bytes, length = strlen(n->name);
    const char *p = lf_source_rest(c->model->sources, n->pos, &bytes), *end = p + bytes;
    for (const char *at = p; at + length <= end; at++) {
        if (memcmp(at, n->name, length) != 0)
            continue;
        if ((at > p && is_name_byte(at[-1])) || (at + length < end && is_name_byte(at[length])))
            continue;
        lf_pos pos = n->pos;
        pos.column = (uint16_t)(pos.column + lf_utf8_count(p, (size_t)(at - p)));
        return pos;
    }
    return n->pos;
}

static const char *const role_names[] = {
    [LOCAL_VARIABLE] = "local variable", [LOCAL_PARAMETER] = "parameter",
    [LOCAL_LOOP] = "loop variable",      [LOCAL_CHOICE] = "choice",
    [LOCAL_DATA] = "loop variable",
};

void lf_check_leave_scope(checker *c, uint32_t mark) {
    check_body *body = c->body;
    while (body->scope_count > mark) {
        const check_local *local = body->scope[--body->scope_count];
        const lf_symbol *symbol = &local->symbol;
        const bool open = local->inferred && !lf_is_settled(symbol->type);
        body->still_open |= open;
        if (symbol->used || local->quiet || body->incomplete || open)
            continue;
        lf_check_warn(c, symbol->pos, (uint16_t)lf_utf8_count(symbol->name, strlen(symbol->name)),
                      LF_E0532,
                      lf_check_printf(c, "if this is intended, call it `_%s`", symbol->name),
                      "the %s `%s` is never used", role_names[local->role], symbol->name);
    }
}

/* ---- types of symbols ---- */

lf_type lf_check_symbol_type(const lf_model *model, const lf_symbol *symbol) {
    static const uint8_t fixed[LF_SYMBOL_KINDS] = {
#define LF_SYMBOL_SORT(symbol, text, type, why_fixed) [LF_SYM_##symbol] = LF_T_##type,
#include "base/sorts.def"
    };
    switch (symbol->kind) {
    case LF_SYM_ZONE:
        return check_type((uint32_t)symbol->index < model->space_count ? LF_T_SPACE : LF_T_ZONE);
    case LF_SYM_GLOBAL:
        return model->vars[symbol->index].type;
    case LF_SYM_VAR_RECORD:
        return model->record_vars[symbol->index].row < 0 ? model->record_vars[symbol->index].type
                                                         : check_type(LF_T_UNKNOWN);
    case LF_SYM_OPTION:
        return model->options[symbol->index].type;
    case LF_SYM_BUILTIN:
    case LF_SYM_LOCAL:
    case LF_SYM_ENUM_VALUE:
        return symbol->type;
    default:
        return check_type((lf_base_type)fixed[symbol->kind]);
    }
}

/* ---- enumerations ---- */

static const lf_enum_ref *enum_refs(const checker *c, const char *name) {
    return lf_map_get(c->model->enum_values, name);
}

static lf_type take_enum_value(checker *c, lf_node *n, uint16_t enum_id, int value) {
    lf_symbol *symbol = LF_NEW(c->model->arena, lf_symbol);
    lf_type type = {.base = LF_T_ENUM, .id = enum_id};
    *symbol = (lf_symbol){
        .kind = LF_SYM_ENUM_VALUE, .name = n->name, .type = type, .index = value, .used = true};
    n->symbol = symbol;
    return n->type = type;
}

static lf_type ambiguous_value(checker *c, lf_node *n, const lf_enum_ref *refs) {
    const char *list = NULL;
    for (const lf_enum_ref *ref = refs; ref; ref = ref->next) {
        const char *name = lf_check_type_name(c, (lf_type){.base = LF_T_ENUM, .id = ref->enum_id});
        list = !list ? name : lf_check_printf(c, ref->next ? "%s, %s" : "%s and %s", list, name);
    }
    const char *note = lf_check_printf(
        c, "it can be %s; compare it with, or assign it to, a variable of the enumeration you mean",
        list);
    return n->type = lf_check_fault(c, n, LF_E0502, note,
                                    "the value `%s` belongs to several enumerations", n->name);
}

/* ---- resolution ---- */

bool lf_check_wants_hint(const checker *c, const lf_node *n) {
    if (n->kind == LF_N_SET)
        return n->kids[LF_K_LIST]->kid_count == 0 ||
               lf_check_wants_hint(c, n->kids[LF_K_LIST]->kids[0]);
    if (n->kind == LF_N_INT)
        return true; /* may be a seat's number */
    return n->kind == LF_N_NAME && !lf_check_find_local(c, n->name) && enum_refs(c, n->name);
}

void lf_check_name_to_call(checker *c, lf_node *n) {
    n->kind = LF_N_CALL;
    n->kid_count = 2;
    n->kids = LF_NEW_ARRAY(c->model->arena, lf_node *, 2);
    n->kids[LF_K_CALL_ARGS] = lf_node_list(c->model->arena, n->pos);
}

bool lf_check_is_ambiguous(const checker *c, const lf_node *n) {
    if (n->kind != LF_N_NAME || lf_check_find_local(c, n->name) || lf_model_find(c->model, n->name))
        return false;
    const lf_enum_ref *refs = enum_refs(c, n->name);
    return refs && refs->next;
}

/* A name alone that is a routine, a built-in function or a family of stacks. */
static lf_type misused_name(checker *c, lf_node *n, const lf_symbol *symbol) {
    if (symbol->kind == LF_SYM_STACK_FAMILY)
        return n->type = lf_check_fault(c, n, LF_E0509,
                                        lf_check_printf(c, "name the seat: `%s[SEAT]`", n->name),
                                        "`%s` has one stack for each seat", n->name);
    if (symbol->kind == LF_SYM_VAR_GROUP)
        return n->type = lf_check_fault(
                   c, n, LF_E0509,
                   lf_check_printf(c,
                                   "write `any(%s)` or `count(%s)`; to assign to all, write "
                                   "`%s = …`",
                                   n->name, n->name, n->name),
                   "`%s` is a group of variables, not a value", n->name);
    if (symbol->kind == LF_SYM_VAR_ROW || symbol->kind == LF_SYM_VAR_RECORD)
        return n->type = lf_check_fault(c, n, LF_E0509,
                                        lf_check_printf(c, "give the index: `%s[…]`", n->name),
                                        "`%s` is an indexed variable", n->name);
    if (symbol->kind == LF_SYM_REPETITION)
        return n->type = lf_check_fault(c, n, LF_E0509,
                                        lf_check_printf(c, "write `occurrences(%s)`", n->name),
                                        "`%s` is a repetition, not a value", n->name);
    if (symbol->kind == LF_SYM_BUILTIN)
        return n->type =
                   lf_check_fault(c, n, LF_E0509, NULL,
                                  "`%s` is a function: it needs arguments in brackets", n->name);
    lf_check_name_to_call(c, n);
    return lf_check_call(c, n, check_type(LF_T_UNKNOWN));
}

/* The symbols of the game may be shared by threads: what is noted of them stands in the checker. */
static void note_use(checker *c, const lf_node *n, const lf_symbol *symbol) {
    if (symbol->kind == LF_SYM_GLOBAL)
        c->var_used[symbol->index] = true;
    if (symbol->kind == LF_SYM_VAR_RECORD)
        lf_check_use_record(c, &c->model->record_vars[symbol->index]);
    const check_local *local = lf_check_local_of(n);
    if (local && local->role == LOCAL_PARAMETER)
        c->param_read = true;
}

static lf_type take_symbol(checker *c, lf_node *n, lf_symbol *symbol) {
    n->symbol = symbol;
    note_use(c, n, symbol);
    n->type = lf_check_symbol_type(c->model, symbol);
    if (n->type.base == LF_T_UNKNOWN && symbol->kind != LF_SYM_LOCAL)
        return misused_name(c, n, symbol);
    return n->type;
}

lf_type lf_check_name_expr(checker *c, lf_node *n, lf_type hint) {
    static const char none[] = "none";
    n->symbol = NULL;
    if (strcmp(n->name, none) == 0)
        return n->type = check_type(LF_T_NONE);
    check_local *local = lf_check_find_local(c, n->name);
    if (local) {
        local->symbol.used = true;
        return take_symbol(c, n, &local->symbol);
    }
    const lf_enum_ref *refs = enum_refs(c, n->name);
    if (hint.base == LF_T_ENUM) {
        int value = lf_model_enum_value(c->model, hint.id, n->name);
        if (value >= 0)
            return take_enum_value(c, n, hint.id, value);
    }
    lf_symbol *symbol = lf_model_find(c->model, n->name);
    if (symbol)
        return take_symbol(c, n, symbol);
    if (!refs)
        return lf_check_unknown_name(c, n, hint);
    if (refs->next)
        return ambiguous_value(c, n, refs);
    return take_enum_value(c, n, refs->enum_id, refs->value);
}
