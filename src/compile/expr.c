/* expr.c: expressions to registers, conditions to jumps. Calls and built-ins are in calls.c,
 * filters in filter.c. */
#include <assert.h>
#include <string.h>

#include "compile.h"

int lf_find_var(const lf_model *model, lf_scope scope, const char *name) {
    for (uint32_t i = 0; i < model->var_count; i++)
        if (model->vars[i].scope == scope && model->vars[i].name == name)
            return (int)i;
    return -1;
}

int lf_find_property(const lf_model_property *items, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (items[i].name == name)
            return (int)i;
    return -1;
}

lf_sort lf_sort_of(lf_type type) {
    static const uint8_t says[LF_BASE_TYPES] = {
#define LF_VALUE_SORT(type, text, sort) [LF_T_##type] = LF_SORT_##sort,
#define LF_REFERENCE_SORT LF_VALUE_SORT
#define LF_SET_SORT(type, text, sort, element, domain) [LF_T_##type] = LF_SORT_##sort,
#include "base/sorts.def"
    };
    assert(type.base < LF_BASE_TYPES);
    return (lf_sort)says[type.base];
}

static uint32_t local_register(const lf_compiler *c, const lf_symbol *symbol) {
    assert(symbol->kind == LF_SYM_LOCAL && (uint32_t)symbol->index < c->local_capacity);
    /* what is read has been bound before */
    assert(c->local_registers[symbol->index] != LF_NO_REGISTER);
    return c->local_registers[symbol->index];
}

static bool is_local_name(const lf_node *n) {
    return n->kind == LF_N_NAME && n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL;
}

static void load_int(lf_compiler *c, uint32_t target, int64_t value) {
    if (value >= INT32_MIN && value <= INT32_MAX)
        lf_emit(c, LF_OP_LOADI, target, 0, 0, value);
    else
        lf_emit(c, LF_OP_LOADK, target, 0, 0, lf_constant_words(c, &value, 1));
}

static void load_set(lf_compiler *c, uint32_t target, const uint64_t *words, uint32_t count) {
    lf_emit(c, LF_OP_LOADS, target, 0, count,
            lf_constant_words(c, (const int64_t *)(const void *)words, count));
}

/* The first `count` elements. */
static void load_first(lf_compiler *c, uint32_t target, uint32_t count, uint32_t words) {
    uint64_t set[(LF_MAX_ZONES + LF_MAX_CARDS) / 64 + 1] = {0};
    for (uint32_t i = 0; i < count; i++)
        set[i / 64] |= UINT64_C(1) << (i % 64);
    load_set(c, target, set, words);
}

static bool reads(const lf_compiler *c, const lf_node *n, uint32_t first, uint32_t words) {
    if (n == NULL)
        return false;
    if (n->kind == LF_N_NAME && n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL) {
        const uint32_t reg = c->local_registers[n->symbol->index];
        return reg != LF_NO_REGISTER && reg < first + words &&
               first < reg + lf_words_of(c, n->type);
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (reads(c, n->kids[i], first, words))
            return true;
    return false;
}

uint32_t lf_working_copy(lf_compiler *c, const lf_node *n, uint32_t target, uint32_t words) {
    return reads(c, n, target, words) ? lf_take(c, words) : target;
}

static void copy_value(lf_compiler *c, uint32_t target, uint32_t source, uint32_t words) {
    if (target == source)
        return;
    if (words == 1)
        lf_emit(c, LF_OP_MOV, target, source, 0, 0);
    else
        lf_emit(c, LF_OP_MOVS, target, source, 0, words);
}

/* ---- names ---- */

static void emit_cell(lf_compiler *c, lf_opcode op, uint32_t target, uint32_t owner,
                      const lf_var *var) {
    assert(!var->is_set && (var->width == 1 || var->width == 2 || var->width == 4));
    lf_emit(c, (lf_opcode)(op + (var->width >> 1)), target, owner, 0, (int32_t)var->place);
}

void lf_seats_in_play_to(lf_compiler *c, uint32_t target) {
    assert(c->game->seats_option > 0);
    emit_cell(c, LF_OP_GETV8, target, 0, &c->game->options[c->game->seats_option - 1]);
}

static void builtin_name(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_game *game = c->game;
    switch ((lf_builtin)n->symbol->index) {
    case LF_BUILTIN_SPACES:
        load_first(c, target, game->space_count, game->zone_words);
        break;
    case LF_BUILTIN_ZONES:
        load_first(c, target, game->zone_count, game->zone_words);
        break;
    case LF_BUILTIN_SEATS:
        if (game->seats_option > 0) { /* as many bits as the option says */
            lf_seats_in_play_to(c, target);
            lf_emit(c, LF_OP_BIT, target, target, 0, 0);
            lf_emit(c, LF_OP_ADDI, target, target, 0, -1);
        } else {
            load_first(c, target, game->seat_count, 1);
        }
        break;
    case LF_BUILTIN_CARDS:
        load_first(c, target, game->card_count, game->card_words);
        break;
    case LF_BUILTIN_DIRECTIONS:
        load_first(c, target, game->direction_count, 1);
        break;
    case LF_BUILTIN_PIECES:
        load_first(c, target, game->slot_count, 1);
        break;
    case LF_BUILTIN_ACTIVE_PLAYER:
        lf_emit(c, LF_OP_GETACT, target, 0, 0, 0);
        break;
    case LF_BUILTIN_TURN:
        lf_emit(c, LF_OP_GETTURN, target, 0, 0, 0);
        break;
    default:
        lf_emit(c, LF_OP_GETPHASE, target, 0, 0, 0);
        break;
    }
}

/* The cell of a variable, by its width: `op` is the instruction for cells of one byte, behind which
 * the others come. */

static void global_to(lf_compiler *c, int index, uint32_t target) {
    const lf_var *var = &c->game->vars[index];
    if (var->visibility != LF_VISIBLE_ALL)
        lf_emit(c, LF_OP_PEEK, 0, target, 0, (uint32_t)index);
    if (var->is_set)
        lf_emit(c, LF_OP_GETSET, target, 0, var->words, var->cell);
    else
        emit_cell(c, LF_OP_GETV8, target, 0, var);
}

static void name_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_symbol *symbol = n->symbol;
    if (symbol == NULL) { /* none: no element, or the empty filter */
        assert(strcmp(n->name, "none") == 0);
        load_int(c, target, -1);
        return;
    }
    switch (symbol->kind) {
    case LF_SYM_LOCAL:
        copy_value(c, target, local_register(c, symbol), lf_words_of(c, n->type));
        break;
    case LF_SYM_GLOBAL:
        global_to(c, symbol->index, target);
        break;
    case LF_SYM_OPTION:
        emit_cell(c, LF_OP_GETV8, target, 0, &c->game->options[symbol->index]);
        break;
    case LF_SYM_BUILTIN:
        builtin_name(c, n, target);
        break;
    case LF_SYM_SEAT_GROUP:
        load_int(c, target,
                 (int64_t)(n->type.base == LF_T_PIECES ? symbol->mask : symbol->members));
        break;
    case LF_SYM_PIECE_WORD:
        load_int(c, target, (int64_t)symbol->mask);
        break;
    default: /* seats, zones, stacks, cards, directions, enum values */
        assert(symbol->kind < LF_SYM_PIECE_WORD &&
               symbol->kind != LF_SYM_STACK_FAMILY); /* routines are calls */
        load_int(c, target, symbol->index);
        break;
    }
}

/* ---- properties and elements ---- */

/* The checker knows the variables of seats and spaces. */
static uint32_t find_scoped_variable(const lf_model *model, lf_scope scope, const char *name) {
    const int var = lf_find_var(model, scope, name);
    assert(var >= 0);
    return (uint32_t)var;
}

/* A variable of the seat or space in register `owner`; `op` reads its cells of one byte. */
static void owned_to(lf_compiler *c, lf_opcode op, uint32_t index, uint32_t owner,
                     uint32_t target) {
    const lf_var *var = &c->game->vars[index];
    if (var->is_set)
        lf_emit(c, LF_OP_GETSETAT, target, owner, var->words, index);
    else
        emit_cell(c, op, target, owner, var);
}

static void prop_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_model *model = c->model;
    const lf_node *of = n->kids[LF_K_PROP_OF];
    const uint32_t mark = c->next;
    const int attribute =
        lf_find_property(model->card_attributes, model->card_attribute_count, n->name);
    if (of->type.base == LF_T_CARD && attribute < 0) {
        lf_ask_part(c, of, n->name, target);
        return;
    }
    const uint32_t owner = lf_expr(c, of);
    if (of->type.base == LF_T_CARD) {
        lf_emit(c, LF_OP_ATTR, target, owner, 0, model->attribute_offsets[attribute]);
    } else if (of->type.base == LF_T_SEAT) {
        const uint32_t var = find_scoped_variable(model, LF_SCOPE_SEAT, n->name);
        if (c->game->vars[var].visibility != LF_VISIBLE_ALL)
            lf_emit(c, LF_OP_PEEK, 0, owner, 0, var);
        owned_to(c, LF_OP_GETSEAT8, var, owner, target);
    } else {
        const int property =
            lf_find_property(model->space_properties, model->space_property_count, n->name);
        if (property >= 0)
            lf_emit(c, LF_OP_PROP, target, owner, 0, property);
        else
            owned_to(c, LF_OP_GETSPACE8, find_scoped_variable(model, LF_SCOPE_SPACE, n->name),
                     owner, target);
    }
    c->next = mark;
}

uint32_t lf_table_by(const lf_symbol *table) {
    const uint8_t by = table->type.by;
    return table->size > 0 ? 2 + table->size : by == LF_T_SPACE ? 0 : by == LF_T_SEAT ? 1 : 2;
}

/* A table by kinds is indexed by slots; a filter of one kind gives its slot. Numbers count from the
 * first entry. */
uint32_t lf_table_index(lf_compiler *c, const lf_node *at, const lf_symbol *table) {
    const uint32_t value = lf_expr(c, at);
    const bool by_kinds = table->type.by == LF_T_PIECES;
    if (!by_kinds && table->lowest == 0)
        return value;
    const uint32_t slot = lf_take(c, 1);
    if (by_kinds)
        lf_emit(c, LF_OP_SETFIRST, slot, value, 0, 1);
    else
        lf_emit(c, LF_OP_ADDI, slot, value, 0, -(int64_t)table->lowest);
    return slot;
}

const lf_var *lf_row_place(lf_compiler *c, const lf_node *n, uint32_t *reg) {
    const lf_node *of = n->kids[LF_K_INDEX_OF];
    const lf_model_row *row = lf_model_row_of(c->model, of);
    if (row == NULL)
        return NULL;
    *reg = lf_expr(c, n->kids[LF_K_INDEX_AT]);
    if (row->lowest != 0) {
        const uint32_t counted = lf_take(c, 1);
        lf_emit(c, LF_OP_ADDI, counted, *reg, 0, -row->lowest);
        *reg = counted;
    }
    if (row->scope != LF_SCOPE_GLOBAL) {
        const uint32_t owner = lf_expr(c, of->kids[LF_K_PROP_OF]), place = lf_take(c, 1);
        lf_emit(c, LF_OP_ENTRY, place, *reg, owner, row->first);
        *reg = place;
    }
    return &c->game->vars[row->first];
}

static bool emit_row_read(lf_compiler *c, const lf_node *n, uint32_t target) {
    uint32_t place = 0;
    const lf_var *var = lf_row_place(c, n, &place);
    if (var != NULL)
        lf_emit(c, var->is_set ? LF_OP_GETSETAT : LF_OP_GETROW, target, place, var->words,
                (uint32_t)(var - c->game->vars));
    return var != NULL;
}

static void index_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_node *of = n->kids[LF_K_INDEX_OF], *at = n->kids[LF_K_INDEX_AT];
    const uint32_t mark = c->next;
    if (emit_row_read(c, n, target)) {
        c->next = mark;
        return;
    }
    if (of->type.base == LF_T_TABLE) {
        const uint32_t slot = lf_table_index(c, at, of->symbol);
        const uint32_t use = lf_emit(c, LF_OP_TGET, target, slot, lf_table_by(of->symbol),
                                     c->local_tables[of->symbol->index]);
        lf_fixup_add(c, &c->table_uses, use);
    } else if (of->kind == LF_N_NAME) { /* a family of stacks */
        assert(of->symbol != NULL && of->symbol->kind == LF_SYM_STACK_FAMILY);
        lf_emit(c, LF_OP_FAMILY, target, lf_expr(c, at), 0,
                c->model->families[of->symbol->index].first);
    } else { /* card.attribute[i] */
        const lf_model *model = c->model;
        const int attribute =
            lf_find_property(model->card_attributes, model->card_attribute_count, of->name);
        assert(of->kind == LF_N_PROP && attribute >= 0);
        const uint32_t card = lf_expr(c, of->kids[LF_K_PROP_OF]), which = lf_expr(c, at);
        lf_emit(c, LF_OP_ATTRI, target, card, which, model->attribute_offsets[attribute]);
    }
    c->next = mark;
}

/* ---- operators ---- */

static void set_binary_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    static const uint8_t ops[] = {
        [LF_W_AND] = LF_OP_SETAND, [LF_W_OR] = LF_OP_SETOR, [LF_W_EXCEPT] = LF_OP_SETNOT};
    const uint32_t mark = c->next, left = lf_expr(c, n->kids[LF_K_BINARY_LEFT]),
                   right = lf_expr(c, n->kids[LF_K_BINARY_RIGHT]);
    lf_emit(c, (lf_opcode)ops[n->word], target, left, right, lf_words_of(c, n->type));
    c->next = mark;
}

static void arithmetic_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    static const uint8_t ops[] = {[LF_W_ADD] = LF_OP_ADD,
                                  [LF_W_SUB] = LF_OP_SUB,
                                  [LF_W_MUL] = LF_OP_MUL,
                                  [LF_W_DIV] = LF_OP_DIV,
                                  [LF_W_MOD] = LF_OP_MOD};
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    const uint32_t mark = c->next, a = lf_expr(c, left);
    const bool small = right->kind == LF_N_INT && right->value > -1000000 && right->value < 1000000;
    if (small && n->word == LF_W_ADD)
        lf_emit(c, LF_OP_ADDI, target, a, 0, right->value);
    else if (small && n->word == LF_W_SUB)
        lf_emit(c, LF_OP_ADDI, target, a, 0, -right->value);
    else
        lf_emit(c, (lf_opcode)ops[n->word], target, a, lf_expr(c, right), 0);
    c->next = mark;
}

/* Truth that is made by jumping: and, or, comparisons. */
static void condition_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    lf_fixups when_false = {0};
    const uint32_t mark = c->next, result = lf_working_copy(c, n, target, 1);
    lf_emit(c, LF_OP_LOADI, result, 0, 0, 0);
    lf_branch(c, n, false, &when_false);
    lf_emit(c, LF_OP_LOADI, result, 0, 0, 1);
    lf_fixup_here(c, &when_false);
    c->next = mark;
    copy_value(c, target, result, 1);
}

static void in_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    if (lf_compares_members(right)) {
        condition_to(c, n, target);
        return;
    }
    const uint32_t mark = c->next, element = lf_expr(c, left);
    if (right->kind == LF_N_RANGE) {
        const uint32_t low = lf_take(c, 1), ok = lf_take(c, 1);
        lf_expr_to(c, right->kids[LF_K_RANGE_MIN], low);
        lf_emit(c, LF_OP_LE, ok, low, element, 0);
        const uint32_t skip = lf_emit(c, LF_OP_JZ, ok, 0, 0, 0);
        lf_expr_to(c, right->kids[LF_K_RANGE_MAX], low);
        lf_emit(c, LF_OP_LE, ok, element, low, 0);
        lf_patch(c, skip, lf_here(c));
        copy_value(c, target, ok, 1);
    } else if (right->type.base == LF_T_PIECES) { /* kinds among kinds: nothing outside */
        const uint32_t outside = lf_take(c, 1);
        lf_emit(c, LF_OP_BANDN, outside, element, lf_expr(c, right), 0);
        lf_emit(c, LF_OP_NOT, target, outside, 0, 0);
    } else {
        lf_emit(c, LF_OP_SETHAS, target, element, lf_expr(c, right), lf_words_of(c, right->type));
    }
    c->next = mark;
}

static void binary_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    switch ((lf_word)n->word) {
    case LF_W_ADD:
    case LF_W_SUB:
    case LF_W_MUL:
    case LF_W_DIV:
    case LF_W_MOD:
        arithmetic_to(c, n, target);
        break;
    case LF_W_IN:
        in_to(c, n, target);
        break;
    case LF_W_AND:
    case LF_W_OR:
    case LF_W_EXCEPT:
        if (n->type.base == LF_T_PIECES)
            lf_filter_to(c, n, target);
        else if (lf_is_set(n->type))
            set_binary_to(c, n, target);
        else
            condition_to(c, n, target);
        break;
    default:
        condition_to(c, n, target);
        break;
    }
}

static void unary_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t mark = c->next;
    lf_emit(c, n->word == LF_W_NOT ? LF_OP_NOT : LF_OP_NEG, target,
            lf_expr(c, n->kids[LF_K_UNARY_ARG]), 0, 0);
    c->next = mark;
}

static void cond_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    lf_fixups otherwise = {0};
    lf_branch(c, n->kids[LF_K_COND_WHEN], false, &otherwise);
    lf_expr_as(c, n->kids[LF_K_COND_THEN], n->type, target);
    const uint32_t done = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
    lf_fixup_here(c, &otherwise);
    lf_expr_as(c, n->kids[LF_K_COND_ELSE], n->type, target);
    lf_patch(c, done, lf_here(c));
}

/* ---- sets ---- */

bool lf_constant_element(const lf_node *n, int64_t *value) {
    if (n->kind == LF_N_INT || n->kind == LF_N_BOOL) {
        *value = n->value;
        return true;
    }
    if (n->kind != LF_N_NAME || n->symbol == NULL)
        return false;
    switch (n->symbol->kind) {
    case LF_SYM_SEAT:
    case LF_SYM_ZONE:
    case LF_SYM_CARD:
    case LF_SYM_DIRECTION:
    case LF_SYM_ENUM_VALUE:
        *value = n->symbol->index;
        return true;
    default:
        return false;
    }
}

static void set_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_node *items = n->kids[LF_K_LIST];
    const uint32_t words = lf_words_of(c, n->type), mark = c->next;
    uint64_t constant[(LF_MAX_ZONES + LF_MAX_CARDS) / 64 + 1] = {0};
    for (uint32_t i = 0; i < items->kid_count; i++) {
        int64_t value = 0;
        if (lf_constant_element(items->kids[i], &value) && value >= 0 &&
            value < (int64_t)words * 64)
            constant[value / 64] |= UINT64_C(1) << (value % 64);
    }
    load_set(c, target, constant, words);
    for (uint32_t i = 0; i < items->kid_count; i++) {
        int64_t value = 0;
        if (lf_constant_element(items->kids[i], &value) && value >= 0 &&
            value < (int64_t)words * 64)
            continue;
        lf_emit(c, LF_OP_SETADD, target, lf_expr(c, items->kids[i]), 0, words);
        c->next = mark;
    }
}

static void select_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t words = lf_words_of(c, n->type), mark = c->next,
                   result = lf_working_copy(c, n, target, words);
    lf_select_to(c, n->kids[LF_K_AGG_IN], n->kids[LF_K_AGG_WHERE], n->symbol, result);
    c->next = mark;
    copy_value(c, target, result, words);
}

/* ---- aggregates ---- */

static int64_t none_of(lf_type type) {
    return lf_is_bound(type) ? LF_NO_BOUND : type.base == LF_T_PIECES ? 0 : -1;
}

static void start_value(lf_compiler *c, const lf_node *n, uint32_t result) {
    switch ((lf_word)n->word) {
    case LF_W_MIN:
        load_int(c, result, INT64_MAX);
        break;
    case LF_W_MAX:
        load_int(c, result, INT64_MIN);
        break;
    case LF_W_EVERY:
        load_int(c, result, 1);
        break;
    case LF_W_FIRST:
        load_int(c, result, none_of(n->type));
        break;
    default:
        load_int(c, result, 0);
        break;
    }
}

/* One element: its condition holds (`every`: does not hold). */
static void aggregate_element(lf_compiler *c, const lf_node *n, lf_walk *walk, uint32_t result) {
    const uint32_t mark = c->next;
    const bool adds_up = n->word == LF_W_SUM || n->word == LF_W_MIN || n->word == LF_W_MAX;
    assert(!adds_up || n->kids[LF_K_AGG_VALUE] != NULL);
    switch ((lf_word)n->word) {
    case LF_W_SUM:
        lf_emit(c, LF_OP_ADD, result, result, lf_expr(c, n->kids[LF_K_AGG_VALUE]), 0);
        break;
    case LF_W_MIN:
        lf_emit(c, LF_OP_MIN, result, result, lf_expr(c, n->kids[LF_K_AGG_VALUE]), 0);
        break;
    case LF_W_MAX:
        lf_emit(c, LF_OP_MAX, result, result, lf_expr(c, n->kids[LF_K_AGG_VALUE]), 0);
        break;
    case LF_W_COUNT:
        lf_emit(c, LF_OP_ADDI, result, result, 0, 1);
        break;
    case LF_W_FIRST:
        copy_value(c, result, walk->element, 1);
        lf_fixup_add(c, &walk->loop.breaks, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        break;
    default: /* any, every: settled */
        load_int(c, result, n->word == LF_W_ANY);
        lf_fixup_add(c, &walk->loop.breaks, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        break;
    }
    c->next = mark;
}

static bool counts_a_set(const lf_node *n) {
    const lf_type domain = n->kids[LF_K_AGG_IN]->type;
    return n->kids[LF_K_AGG_WHERE] == NULL && (n->word == LF_W_COUNT || n->word == LF_W_ANY) &&
           lf_is_set(domain) && domain.base != LF_T_INTS;
}

/* How many elements of a set of spaces: the size of what the condition, put to the whole set,
 * leaves. */
static bool asks_for_set(const lf_compiler *c, const lf_node *n) {
    const lf_type domain = n->kids[LF_K_AGG_IN]->type;
    return lf_does(c, LF_OPT_SETWISE) && n->word == LF_W_COUNT && n->kids[LF_K_AGG_WHERE] != NULL &&
           (domain.base == LF_T_SPACES || domain.base == LF_T_ZONES);
}

static void walk_aggregate(lf_compiler *c, const lf_node *n, uint32_t result) {
    const lf_node *in = n->kids[LF_K_AGG_IN];
    const bool needs_one = lf_needs_one(n);
    const uint32_t seen = needs_one ? lf_take(c, 1) : 0;
    lf_walk walk;
    start_value(c, n, result);
    if (needs_one)
        load_int(c, seen, 0);
    if (n->word == LF_W_EVERY) {
        lf_walk_where(c, &walk, in, NULL, n->symbol, false);
        lf_branch(c, n->kids[LF_K_AGG_WHERE], true, &walk.loop.continues);
    } else {
        lf_walk_where(c, &walk, in, n->kids[LF_K_AGG_WHERE], n->symbol,
                      n->word != LF_W_ANY && n->word != LF_W_FIRST);
    }
    if (needs_one)
        load_int(c, seen, 1);
    aggregate_element(c, n, &walk, result);
    lf_walk_end(c, &walk);
    if (needs_one)
        lf_emit(c, LF_OP_SEEN, seen, 0, 0, 0);
}

static void aggregate_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t mark = c->next;
    const lf_node *in = n->kids[LF_K_AGG_IN];
    if (counts_a_set(n)) {
        lf_emit(c, n->word == LF_W_ANY ? LF_OP_SETSOME : LF_OP_SETSIZE, target, lf_expr(c, in), 0,
                lf_words_of(c, in->type));
        c->next = mark;
        return;
    }
    const uint32_t result = lf_working_copy(c, n, target, 1);
    if (asks_for_set(c, n)) {
        const uint32_t words = lf_words_of(c, in->type), set = lf_take(c, words);
        lf_select_to(c, in, n->kids[LF_K_AGG_WHERE], n->symbol, set);
        lf_emit(c, LF_OP_SETSIZE, result, set, 0, words);
        c->next = mark;
        copy_value(c, target, result, 1);
        return;
    }
    walk_aggregate(c, n, result);
    c->next = mark;
    copy_value(c, target, result, 1);
}

/* ---- pieces ---- */

static void pieces_in_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    static const uint8_t in_zone[] = {LF_OP_COUNT, LF_OP_ANY, LF_OP_KINDS};
    static const uint8_t in_set[] = {LF_OP_COUNTSET, LF_OP_ANYSET, LF_OP_KINDSSET};
    const uint32_t which = n->kind == LF_N_COUNT ? 0 : n->kind == LF_N_ANY ? 1 : 2;
    const lf_node *in = n->kids[LF_K_IN];
    const uint32_t mark = c->next, zone = lf_expr(c, in);
    int64_t constant = 0;
    if (lf_does(c, LF_OPT_FUSE) && !lf_is_set(in->type) && n->kind != LF_N_KINDS &&
        lf_filter_constant(c, n->kids[LF_K_PIECES], (uint64_t *)&constant)) {
        lf_emit(c, n->kind == LF_N_COUNT ? LF_OP_COUNTK : LF_OP_ANYK, target, zone, 0,
                lf_constant_words(c, &constant, 1));
        c->next = mark;
        return;
    }
    const uint32_t filter = lf_take(c, 1);
    lf_filter_to(c, n->kids[LF_K_PIECES], filter);
    if (lf_is_set(in->type))
        lf_emit(c, (lf_opcode)in_set[which], target, zone, filter, lf_words_of(c, in->type));
    else
        lf_emit(c, (lf_opcode)in_zone[which], target, zone, filter, 0);
    c->next = mark;
}

/* Spaces have the first numbers of the zones; `none` is below them and stays what it is. */
static void cast_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    lf_expr_to(c, n->kids[LF_K_AS_VALUE], target);
    const uint32_t is_space = lf_jump_constant(c, LF_W_LT, target, c->game->space_count);
    load_int(c, target, -1);
    lf_patch(c, is_space, lf_here(c));
}

static void roll_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t mark = c->next;
    const lf_node *sides = n->kids[LF_K_ROLL_SIDES];
    const bool known = sides->kind == LF_N_INT && sides->value > 0 && sides->value < LF_MAX_OPTIONS;
    /* chance has no more outcomes */
    const uint32_t most = known ? (uint32_t)sides->value : LF_MAX_OPTIONS;
    if (most > c->game->greatest_die)
        c->game->greatest_die = most;
    lf_emit(c, LF_OP_ROLL, target, lf_expr(c, n->kids[LF_K_ROLL_SIDES]), 0, 0);
    c->next = mark;
}

/* The call and the value stand between the two instructions; what the call changes is undone by the
 * second. */
static void supposing_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t mark = c->next;
    const uint32_t suppose = lf_emit(c, LF_OP_SUPPOSE, 0, 0, 0, 0);
    const lf_node *call = n->kids[LF_K_SUPPOSING_DO];
    const uint32_t words = lf_words_of(c, call->type);
    lf_call_to(c, call, lf_take(c, words > 0 ? words : 1));
    lf_expr_to(c, n->kids[LF_K_SUPPOSING_VALUE], target);
    lf_patch(c, suppose, lf_emit(c, LF_OP_RESTORE, 0, 0, 0, 0));
    c->next = mark;
}

/* ---- the way in ---- */

/* Loads a value that is known while compiling. Plain names and numbers are short enough as they
 * are. */
static bool known_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    lf_known known;
    const bool worth = n->kind == LF_N_CALL || n->kind == LF_N_SELECT || n->kind == LF_N_BINARY ||
                       n->kind == LF_N_PROP || n->kind == LF_N_COND || n->kind == LF_N_UNARY ||
                       n->kind == LF_N_AS;
    if (!worth || n->type.base == LF_T_PIECES || !lf_known_value(c, n, &known))
        return false;
    if (lf_is_set(n->type))
        lf_emit(c, LF_OP_LOADS, target, 0, lf_words_of(c, n->type),
                lf_constant_words(c, known.words, lf_words_of(c, n->type)));
    else
        load_int(c, target, known.words[0]);
    return true;
}

void lf_expr_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    assert(lf_is_settled(n->type) && target < LF_MAX_REGISTERS);
    const lf_pos outer = c->pos;
    c->pos = n->pos;
    if (known_to(c, n, target)) {
        c->pos = outer;
        return;
    }
    switch ((lf_node_kind)n->kind) {
    case LF_N_INT:
    case LF_N_BOOL:
        load_int(c, target, n->value);
        break;
    case LF_N_NAME:
        if (n->type.base == LF_T_PIECES && !is_local_name(n))
            lf_filter_to(c, n, target);
        else
            name_to(c, n, target);
        break;
    case LF_N_PROP:
        prop_to(c, n, target);
        break;
    case LF_N_INDEX:
        index_to(c, n, target);
        break;
    case LF_N_CALL:
        lf_call_to(c, n, target);
        break;
    case LF_N_UNARY:
        unary_to(c, n, target);
        break;
    case LF_N_BINARY:
        binary_to(c, n, target);
        break;
    case LF_N_COND:
        cond_to(c, n, target);
        break;
    case LF_N_SET:
        if (n->type.base == LF_T_PIECES)
            lf_filter_to(c, n, target);
        else
            set_to(c, n, target);
        break;
    case LF_N_PIECES:
        lf_filter_to(c, n, target);
        break;
    case LF_N_COUNT:
    case LF_N_ANY:
    case LF_N_KINDS:
        pieces_in_to(c, n, target);
        break;
    case LF_N_AGGREGATE:
        aggregate_to(c, n, target);
        break;
    case LF_N_SELECT:
        select_to(c, n, target);
        break;
    case LF_N_AS:
        cast_to(c, n, target);
        break;
    case LF_N_SUPPOSING:
        supposing_to(c, n, target);
        break;
    case LF_N_ROLL:
        roll_to(c, n, target);
        break;
    default:
        /* ranges, tables, texts never stand here after the check */
        lf_emit(c, LF_OP_HALT, 0, 0, 0, 0);
        break;
    }
    c->pos = outer;
}

uint32_t lf_expr(lf_compiler *c, const lf_node *n) {
    if (is_local_name(n) && n->type.base != LF_T_TABLE)
        return local_register(c, n->symbol);
    const uint32_t target = lf_take(c, lf_words_of(c, n->type));
    lf_expr_to(c, n, target);
    return target;
}

/* ---- conditions ---- */

static void jump_if(lf_compiler *c, uint32_t value, bool when, lf_fixups *targets) {
    lf_fixup_add(c, targets, lf_emit(c, when ? LF_OP_JNZ : LF_OP_JZ, value, 0, 0, 0));
}

/* `and` fails at the first false, `or` succeeds at the first true; the other way round they fall
 * through. */
static void branch_logical(lf_compiler *c, const lf_node *n, bool when, lf_fixups *targets) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    const bool decisive = n->word == LF_W_OR; /* the value of the left side that settles it */
    if (decisive == when) {
        lf_branch(c, left, when, targets);
        lf_branch(c, right, when, targets);
        return;
    }
    lf_fixups settled = {0};
    lf_branch(c, left, decisive, &settled);
    lf_branch(c, right, when, targets);
    lf_fixup_here(c, &settled);
}

void lf_expr_as(lf_compiler *c, const lf_node *n, lf_type type, uint32_t target) {
    if (n->type.base == LF_T_NONE && type.base == LF_T_PIECES)
        lf_emit(c, LF_OP_LOADI, target, 0, 0, 0);
    else
        lf_expr_to(c, n, target);
}

static uint32_t comparison_operand(lf_compiler *c, const lf_node *n, lf_type other) {
    if (n->type.base != LF_T_NONE)
        return lf_expr(c, n);
    const uint32_t target = lf_take(c, 1);
    lf_expr_as(c, n, other, target);
    return target;
}

/* Jumps if the set has (no) element. A set that would be made by testing elements is not made: the
 * first one settles it. */
static void branch_some(lf_compiler *c, const lf_node *set, bool some, lf_fixups *targets) {
    const lf_node *body = lf_inlined(c, set);
    const lf_node *made = body != NULL ? body : set;
    if (made->kind == LF_N_SELECT) {
        lf_branch_some(c, made, NULL, NULL, some, targets);
        return;
    }
    lf_fixup_add(c, targets,
                 lf_emit(c, some ? LF_OP_JSOME : LF_OP_JEMPTY, lf_expr(c, made), 0,
                         lf_words_of(c, made->type), 0));
}

/* The comparison that is true exactly when this one is false. */
lf_word lf_opposite(lf_word word) {
    static const uint8_t opposites[] = {
        [LF_W_EQ] = LF_W_NE, [LF_W_NE] = LF_W_EQ, [LF_W_LT] = LF_W_GE,
        [LF_W_LE] = LF_W_GT, [LF_W_GT] = LF_W_LE, [LF_W_GE] = LF_W_LT};
    return (lf_word)opposites[word];
}

/* Against a small constant: one instruction, the number inside it. */
uint32_t lf_jump_constant(lf_compiler *c, lf_word word, uint32_t a, int64_t k) {
    static const uint8_t ops[] = {
        [LF_W_EQ] = LF_OP_JEQI, [LF_W_NE] = LF_OP_JNEI, [LF_W_LT] = LF_OP_JLTI,
        [LF_W_LE] = LF_OP_JLTI, [LF_W_GT] = LF_OP_JGTI, [LF_W_GE] = LF_OP_JGTI};
    const int64_t limit = word == LF_W_LE ? k + 1 : word == LF_W_GE ? k - 1 : k;
    const uint16_t bits = (uint16_t)(int16_t)limit;
    return lf_emit(c, (lf_opcode)ops[word], a, bits & 255, bits >> 8, 0);
}

static uint32_t jump_registers(lf_compiler *c, lf_word word, uint32_t a, uint32_t b) {
    switch (word) {
    case LF_W_EQ:
        return lf_emit(c, LF_OP_JEQ, a, b, 0, 0);
    case LF_W_NE:
        return lf_emit(c, LF_OP_JNE, a, b, 0, 0);
    case LF_W_LT:
        return lf_emit(c, LF_OP_JLT, a, b, 0, 0);
    case LF_W_LE:
        return lf_emit(c, LF_OP_JLE, a, b, 0, 0);
    case LF_W_GT:
        return lf_emit(c, LF_OP_JLT, b, a, 0, 0);
    default:
        return lf_emit(c, LF_OP_JLE, b, a, 0, 0);
    }
}

static bool byte_constant(const lf_compiler *c, const lf_node *n, int64_t *value) {
    return lf_does(c, LF_OPT_COMPARE) && lf_constant_element(n, value) && *value > INT16_MIN &&
           *value < INT16_MAX;
}

/* Whether there are pieces in a zone, and the jump, in one instruction. */
static void branch_any(lf_compiler *c, const lf_node *pieces, const lf_node *zone, bool when,
                       lf_fixups *targets) {
    const uint32_t at = lf_expr(c, zone);
    int64_t filter = 0;
    const uint32_t constant = lf_filter_constant(c, pieces, (uint64_t *)&filter)
                                  ? lf_constant_words(c, &filter, 1)
                                  : UINT32_MAX;
    if (constant <= UINT16_MAX) {
        lf_fixup_add(
            c, targets,
            lf_emit(c, when ? LF_OP_JHAS : LF_OP_JLACKS, at, constant & 255, constant >> 8, 0));
        return;
    }
    const uint32_t computed = lf_take(c, 1);
    lf_filter_to(c, pieces, computed);
    lf_fixup_add(c, targets, lf_emit(c, LF_OP_JANY, at, computed, when, 0));
}

/* `count(…) > 0` asks no more than `any …`. Sets *any to what the comparison says of it. */
static bool compares_with_none(const lf_compiler *c, const lf_node *n, bool *any) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    if (!lf_does(c, LF_OPT_FUSE) || left->kind != LF_N_COUNT ||
        lf_is_set(left->kids[LF_K_IN]->type) || right->kind != LF_N_INT || right->value < 0 ||
        right->value > 1)
        return false;
    *any = n->word == LF_W_GT || n->word == LF_W_GE || n->word == LF_W_NE;
    return right->value == 0 ? n->word == LF_W_GT || n->word == LF_W_EQ || n->word == LF_W_NE ||
                                   n->word == LF_W_LE
                             : n->word == LF_W_GE || n->word == LF_W_LT;
}

static void branch_comparison(lf_compiler *c, const lf_node *n, bool when, lf_fixups *targets) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    const lf_word word = when ? (lf_word)n->word : lf_opposite((lf_word)n->word);
    const lf_type type = left->type.base == LF_T_NONE ? right->type : left->type;
    const uint32_t mark = c->next;
    int64_t constant = 0;
    bool any = false;
    if (compares_with_none(c, n, &any)) {
        branch_any(c, left->kids[LF_K_PIECES], left->kids[LF_K_IN], any == when, targets);
    } else if (lf_does(c, LF_OPT_STREAM) && lf_is_set(left->type) &&
               (lf_is_empty_set(left) || lf_is_empty_set(right))) {
        branch_some(c, lf_is_empty_set(right) ? left : right, word == LF_W_NE, targets);
    } else if (lf_words_of(c, type) > 1) {
        const uint32_t a = lf_expr(c, left), b = lf_expr(c, right), equal = lf_take(c, 1);
        lf_emit(c, LF_OP_SETEQ, equal, a, b, lf_words_of(c, type));
        jump_if(c, equal, word == LF_W_EQ, targets);
    } else if (type.base != LF_T_PIECES && byte_constant(c, right, &constant)) {
        lf_fixup_add(c, targets,
                     lf_jump_constant(c, word, comparison_operand(c, left, right->type), constant));
    } else {
        const uint32_t a = comparison_operand(c, left, right->type),
                       b = comparison_operand(c, right, left->type);
        lf_fixup_add(c, targets, jump_registers(c, word, a, b));
    }
    c->next = mark;
}

/* Is this `element in set`, with a set that stands in registers? */
static bool asks_membership(const lf_node *n) {
    return n->kind == LF_N_BINARY && n->word == LF_W_IN &&
           n->kids[LF_K_BINARY_RIGHT]->kind != LF_N_RANGE &&
           n->kids[LF_K_BINARY_RIGHT]->type.base != LF_T_PIECES;
}

/* Whether an element is in a set, and the jump, in one instruction. */
static void branch_in(lf_compiler *c, const lf_node *n, bool when, lf_fixups *targets) {
    const lf_node *right = n->kids[LF_K_BINARY_RIGHT];
    const uint32_t element = lf_expr(c, n->kids[LF_K_BINARY_LEFT]), set = lf_expr(c, right);
    lf_fixup_add(
        c, targets,
        lf_emit(c, when ? LF_OP_JIN : LF_OP_JOUT, element, set, lf_words_of(c, right->type), 0));
}

static void branch_cond(lf_compiler *c, const lf_node *n, bool when, lf_fixups *targets) {
    lf_fixups otherwise = {0};
    lf_branch(c, n->kids[LF_K_COND_WHEN], false, &otherwise);
    lf_branch(c, n->kids[LF_K_COND_THEN], when, targets);
    const uint32_t done = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
    lf_fixup_here(c, &otherwise);
    lf_branch(c, n->kids[LF_K_COND_ELSE], when, targets);
    lf_patch(c, done, lf_here(c));
}

void lf_branch(lf_compiler *c, const lf_node *n, bool when, lf_fixups *targets) {
    assert(n->type.base == LF_T_BOOL);
    const lf_pos outer = c->pos;
    const uint32_t mark = c->next;
    c->pos = n->pos;
    if (n->kind == LF_N_BOOL && lf_does(c, LF_OPT_FOLD)) {
        if ((n->value != 0) == when)
            lf_fixup_add(c, targets, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
    } else if (n->kind == LF_N_UNARY && n->word == LF_W_NOT)
        lf_branch(c, n->kids[LF_K_UNARY_ARG], !when, targets);
    else if (n->kind == LF_N_BINARY && (n->word == LF_W_AND || n->word == LF_W_OR))
        branch_logical(c, n, when, targets);
    else if (lf_is_comparison(n))
        branch_comparison(c, n, when, targets);
    else if (n->kind == LF_N_BINARY && n->word == LF_W_IN &&
             lf_compares_members(n->kids[LF_K_BINARY_RIGHT]))
        lf_branch_member(c, lf_expr(c, n->kids[LF_K_BINARY_LEFT]), n->kids[LF_K_BINARY_RIGHT], when,
                         targets);
    else if (lf_does(c, LF_OPT_FUSE) && asks_membership(n))
        branch_in(c, n, when, targets);
    else if (n->kind == LF_N_COND)
        branch_cond(c, n, when, targets);
    else if (n->kind == LF_N_ANY && lf_does(c, LF_OPT_FUSE) && !lf_is_set(n->kids[LF_K_IN]->type))
        branch_any(c, n->kids[LF_K_PIECES], n->kids[LF_K_IN], when, targets);
    else if (lf_does(c, LF_OPT_STREAM) && n->kind == LF_N_AGGREGATE && n->word == LF_W_ANY &&
             n->kids[LF_K_AGG_IN]->kind != LF_N_RANGE)
        lf_branch_some(c, n->kids[LF_K_AGG_IN], n->kids[LF_K_AGG_WHERE], n->symbol, when, targets);
    else {
        const lf_node *body = lf_inlined(c, n);
        if (body != NULL)
            lf_branch(c, body, when, targets);
        else
            jump_if(c, lf_expr(c, n), when, targets);
    }
    c->next = mark;
    c->pos = outer;
}
