/* stmt.c: statements. Choices are in choice.c, transfers of pieces in transfer.c. */
#include <assert.h>

#include "compile.h"

void lf_block(lf_compiler *c, const lf_node *block) {
    if (block == NULL)
        return;
    const lf_node *list = block->kids[LF_K_LIST];
    const uint32_t mark = c->next, n = list->kid_count;
    const bool outer = c->rest_may_fail;
    bool *rest = LF_NEW_ARRAY(c->arena, bool, n + 1);
    rest[n] = outer;
    for (uint32_t i = n; i-- > 0;)
        rest[i] = rest[i + 1] || lf_may_fail(c, list->kids[i]);
    for (uint32_t i = 0; i < n; i++) {
        c->rest_may_fail = rest[i + 1];
        lf_statement(c, list->kids[i]);
    }
    c->rest_may_fail = outer;
    c->next = mark;
}

/* ---- variables ---- */

static bool assigns_builtin(const lf_node *n, lf_builtin builtin) {
    return n->symbol != NULL && n->symbol->kind == LF_SYM_BUILTIN &&
           n->symbol->index == (int32_t)builtin;
}

/* How PUT moves this card: the one on top of some stack, whichever it is; each of all cards in
 * turn; or one that was picked. A card that is named by its id counts as picked, for whoever sets a
 * position up names cards so. */
static uint32_t how_to_put(const lf_compiler *c, const lf_node *card) {
    const lf_symbol *symbol = card->symbol;
    if (card->kind == LF_N_NAME && symbol != NULL && symbol->kind == LF_SYM_LOCAL)
        return c->local_how[symbol->index];
    return card->kind == LF_N_CALL && assigns_builtin(card, LF_BUILTIN_TOP) ? LF_PUT_BY_PLACE : 0;
}

static void let(lf_compiler *c, const lf_node *n) {
    const lf_node *value = n->kids[LF_K_LET_VALUE];
    assert(n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL); /* every binder has its local */
    if (value->kind == LF_N_TABLE) {
        const uint32_t size = (uint32_t)lf_table_size(c->game, (uint8_t)lf_table_by(n->symbol));
        c->local_tables[n->symbol->index] = c->table_words;
        lf_fixup_add(c, &c->table_uses,
                     lf_emit(c, LF_OP_ZERO, 0, size & 255, size >> 8, c->table_words));
        c->table_words += size;
        return;
    }
    const uint32_t reg = lf_take(c, lf_words_of(c, n->symbol->type));
    lf_expr_as(c, value, n->symbol->type, reg);
    lf_bind_local(c, n->symbol, reg);
    c->local_how[n->symbol->index] = n->symbol->assigned ? 0 : (uint8_t)how_to_put(c, value);
}

static bool adds_element(lf_type set, lf_type value) {
    return lf_is_set(set) && !lf_is_set(value);
}

/* target = target ∘ value, in a register that already holds the target. */
static void emit_compound(lf_compiler *c, const lf_node *n, lf_type type, uint32_t reg) {
    const lf_node *value = n->kids[LF_K_ASSIGN_VALUE];
    const uint32_t mark = c->next, words = lf_words_of(c, type);
    const bool adds = n->word == LF_W_INCREASE;
    if (type.base == LF_T_PIECES) {
        const uint32_t filter = lf_take(c, 1);
        lf_filter_to(c, value, filter);
        lf_emit(c, adds ? LF_OP_BOR : LF_OP_BANDN, reg, reg, filter, 0);
    } else if (adds_element(type, value->type)) {
        lf_emit(c, adds ? LF_OP_SETADD : LF_OP_SETDEL, reg, lf_expr(c, value), 0, words);
    } else if (lf_is_set(type)) {
        lf_emit(c, adds ? LF_OP_SETOR : LF_OP_SETNOT, reg, reg, lf_expr(c, value), words);
    } else {
        lf_emit(c, adds ? LF_OP_ADD : LF_OP_SUB, reg, reg, lf_expr(c, value), 0);
    }
    c->next = mark;
}

static void new_value(lf_compiler *c, const lf_node *n, uint32_t reg) {
    const lf_node *target = n->kids[LF_K_ASSIGN_TARGET];
    if (n->word == LF_W_SET) {
        lf_expr_as(c, n->kids[LF_K_ASSIGN_VALUE], target->type, reg);
        return;
    }
    lf_expr_to(c, target, reg);
    emit_compound(c, n, target->type, reg);
}

static void store_name(lf_compiler *c, const lf_symbol *symbol, uint32_t reg, uint32_t words) {
    if (symbol->kind == LF_SYM_BUILTIN) {
        assert(symbol->index == LF_BUILTIN_ACTIVE_PLAYER); /* the only one that can be changed */
        lf_emit(c, LF_OP_SETACT, reg, 0, 0, 0);
        return;
    }
    assert(symbol->kind == LF_SYM_GLOBAL);
    const lf_var *var = &c->game->vars[symbol->index];
    if (var->is_set)
        lf_emit(c, LF_OP_PUTSET, reg, 0, words, var->cell);
    else
        lf_emit(c, LF_OP_SETV, reg, 0, 0, symbol->index);
}

static void store_group(lf_compiler *c, const lf_model_var_group *group, uint32_t reg,
                        uint32_t words) {
    for (uint32_t i = 0; i < group->count; i++)
        store_name(c, c->model->vars[group->vars[i]].symbol, reg, words);
}

static void store_prop(lf_compiler *c, const lf_node *target, uint32_t reg) {
    const lf_node *of = target->kids[LF_K_PROP_OF];
    const uint32_t owner = lf_expr(c, of);
    const bool seat = of->type.base == LF_T_SEAT;
    const int var = lf_find_var(c->model, seat ? LF_SCOPE_SEAT : LF_SCOPE_SPACE, target->name);
    assert(var >= 0); /* the checker knows the variables of seats and spaces */
    const uint32_t words = c->game->vars[var].words;
    if (c->game->vars[var].is_set)
        lf_emit(c, LF_OP_PUTSETAT, reg, owner, words, var);
    else
        lf_emit(c, seat ? LF_OP_SETSEAT : LF_OP_SETSPACE, reg, owner, 0, var);
}

static void store_element(lf_compiler *c, const lf_node *target, uint32_t reg) {
    const lf_node *table = target->kids[LF_K_INDEX_OF];
    uint32_t place = 0;
    const lf_var *row = lf_row_place(c, target, &place);
    if (row != NULL) {
        lf_emit(c, row->is_set ? LF_OP_PUTSETAT : LF_OP_SETROW, reg, place, row->words,
                (uint32_t)(row - c->game->vars));
        return;
    }
    assert(table->type.base == LF_T_TABLE && table->symbol->kind == LF_SYM_LOCAL);
    const uint32_t at = lf_table_index(c, target->kids[LF_K_INDEX_AT], table->symbol);
    lf_fixup_add(c, &c->table_uses,
                 lf_emit(c, LF_OP_TSET, reg, at, lf_table_by(table->symbol),
                         c->local_tables[table->symbol->index]));
}

static void assign_to(lf_compiler *c, const lf_node *n, const lf_node *target) {
    assert(target->kind != LF_N_NAME || target->symbol != NULL);
    const uint32_t mark = c->next, words = lf_words_of(c, target->type);
    if (target->kind == LF_N_NAME && target->symbol->kind == LF_SYM_LOCAL) {
        const uint32_t reg = c->local_registers[target->symbol->index];
        if (n->word == LF_W_SET) {
            const uint32_t value = lf_take(c, words); /* the value may read the local */
            lf_expr_as(c, n->kids[LF_K_ASSIGN_VALUE], target->type, value);
            lf_emit(c, LF_OP_MOVS, reg, value, 0, words);
        } else {
            emit_compound(c, n, target->type, reg);
        }
        c->next = mark;
        return;
    }
    const uint32_t reg = lf_take(c, words);
    new_value(c, n, reg);
    if (target->kind == LF_N_NAME && target->symbol->kind == LF_SYM_VAR_GROUP)
        store_group(c, &c->model->var_groups[target->symbol->index], reg, words);
    else if (target->kind == LF_N_NAME)
        store_name(c, target->symbol, reg, words);
    else if (target->kind == LF_N_PROP)
        store_prop(c, target, reg);
    else
        store_element(c, target, reg); /* which asserts that it is one */
    c->next = mark;
}

/* Dice, and procedures that give a value: what must not be done twice. */
static bool does_something(const lf_node *n) {
    if (n == NULL || n->kind == LF_N_ROLL)
        return n != NULL;
    if (n->kind == LF_N_CALL && n->symbol != NULL && n->symbol->kind == LF_SYM_PROCEDURE)
        return true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (does_something(n->kids[i]))
            return true;
    return false;
}

/* `rolled[roll 6] += 1` reads and writes the same entry: where the index, or whose variable it is,
 * has effects, it is worked out before. */
static const lf_node *settled_target(lf_compiler *c, const lf_node *target) {
    if (!does_something(target))
        return target;
    lf_node *settled = LF_NEW(c->arena, lf_node);
    *settled = *target;
    settled->kids = LF_NEW_ARRAY(c->arena, lf_node *, target->kid_count);
    for (uint32_t i = 0; i < target->kid_count; i++) {
        const lf_node *kid = target->kids[i];
        const bool holder = target->kind == LF_N_INDEX && i == LF_K_INDEX_OF;
        settled->kids[i] =
            (lf_node *)(uintptr_t)(holder                ? settled_target(c, kid)
                                   : does_something(kid) ? lf_computed(c, kid, kid->type)
                                                         : kid);
    }
    return settled;
}

/* `+=` and `-=`: the same assignment with a target that can be worked out twice. */
static const lf_node *settled_assignment(lf_compiler *c, const lf_node *n) {
    const lf_node *target = settled_target(c, n->kids[LF_K_ASSIGN_TARGET]);
    if (target == n->kids[LF_K_ASSIGN_TARGET])
        return n;
    lf_node *settled = LF_NEW(c->arena, lf_node);
    *settled = *n;
    settled->kids = LF_NEW_ARRAY(c->arena, lf_node *, n->kid_count);
    for (uint32_t i = 0; i < n->kid_count; i++)
        settled->kids[i] = n->kids[i];
    settled->kids[LF_K_ASSIGN_TARGET] = (lf_node *)(uintptr_t)target;
    return settled;
}

static void assign(lf_compiler *c, const lf_node *given) {
    const uint32_t before = c->next;
    const lf_node *n = given->word == LF_W_SET ? given : settled_assignment(c, given);
    assign_to(c, n, n->kids[LF_K_ASSIGN_TARGET]);
    c->next = before;
}

/* ---- control ---- */

static void if_statement(lf_compiler *c, const lf_node *n) {
    lf_fixups otherwise = {0};
    lf_branch(c, n->kids[LF_K_IF_CONDITION], false, &otherwise);
    lf_block(c, n->kids[LF_K_IF_THEN]);
    if (n->kids[LF_K_IF_ELSE] == NULL) {
        lf_fixup_here(c, &otherwise);
        return;
    }
    const uint32_t done = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
    lf_fixup_here(c, &otherwise);
    lf_block(c, n->kids[LF_K_IF_ELSE]);
    lf_patch(c, done, lf_here(c));
}

/* In a loop, the rest of a statement is also the whole body once more. */
static void loop_body(lf_compiler *c, const lf_node *loop, const lf_node *body, lf_loop *frame) {
    const bool outer = c->rest_may_fail;
    c->rest_may_fail = outer || lf_may_fail(c, loop);
    frame->outer = c->loop;
    c->loop = frame;
    lf_block(c, body);
    c->loop = frame->outer;
    c->rest_may_fail = outer;
}

static void for_statement(lf_compiler *c, const lf_node *n) {
    lf_walk walk;
    /* loops over data have been unrolled */
    assert(n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL);
    lf_walk_begin(c, &walk, n->kids[LF_K_FOR_OVER], n->symbol);
    if (n->kids[LF_K_FOR_WHERE] == NULL && !n->symbol->assigned &&
        assigns_builtin(n->kids[LF_K_FOR_OVER], LF_BUILTIN_CARDS))
        c->local_how[n->symbol->index] = LF_PUT_OPENLY; /* all of them, so everybody knows which */
    if (n->kids[LF_K_FOR_WHERE] != NULL)
        lf_branch(c, n->kids[LF_K_FOR_WHERE], false, &walk.loop.continues);
    loop_body(c, n, n->kids[LF_K_FOR_DO], &walk.loop);
    lf_walk_end(c, &walk);
}

/* The rounds of a loop whose number may be none: then the engine's, and `bounded` is 0. */
static void rounds_to(lf_compiler *c, const lf_node *times, uint32_t left, uint32_t bounded) {
    lf_expr_to(c, times, left);
    lf_emit(c, LF_OP_LOADI, bounded, 0, 0, LF_MAX_ROUNDS);
    const uint32_t few = lf_emit(c, LF_OP_JLE, left, bounded, 0, 0);
    lf_emit(c, LF_OP_MOV, left, bounded, 0, 0);
    lf_emit(c, LF_OP_LOADI, bounded, 0, 0, 0);
    lf_patch(c, few, lf_here(c));
}

static void repeat_statement(lf_compiler *c, const lf_node *n) {
    const lf_node *times = n->kids[LF_K_REPEAT_TIMES];
    const bool open = times != NULL && lf_is_bound(times->type);
    const uint32_t mark = c->next, left = lf_take(c, 1), bounded = open ? lf_take(c, 1) : 0;
    lf_loop loop = {.base = c->next};
    if (open)
        rounds_to(c, times, left, bounded);
    else {
        if (times != NULL)
            lf_expr_to(c, times, left);
        else
            lf_emit(c, LF_OP_LOADI, left, 0, 0, LF_MAX_ROUNDS);
    }
    lf_fixup_add(c, &loop.continues, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
    const uint32_t body = lf_here(c);
    if (n->kids[LF_K_REPEAT_WHILE] != NULL)
        lf_branch(c, n->kids[LF_K_REPEAT_WHILE], false, &loop.breaks);
    loop_body(c, n, n->kids[LF_K_REPEAT_DO], &loop);
    lf_fixup_here(c, &loop.continues);
    lf_emit(c, LF_OP_LOOP, left, 0, 0, body);
    if (open)
        lf_fixup_add(c, &loop.breaks, lf_emit(c, LF_OP_JNZ, bounded, 0, 0, 0));
    if (open || times == NULL)
        lf_emit(c, LF_OP_HALT, 0, 0, 0, 0);
    lf_fixup_here(c, &loop.breaks);
    c->next = mark;
}

static void return_statement(lf_compiler *c, const lf_node *n) {
    const lf_node *value = n->kids[0];
    if (value != NULL) {
        const uint32_t mark = c->next, words = lf_words_of(c, value->type), reg = lf_expr(c, value);
        if (reg != 0)
            lf_emit(c, LF_OP_MOVS, 0, reg, 0, words);
        c->next = mark;
        if (words > c->high)
            c->high = words;
    }
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
}

/* ---- cards, log, the course of play ---- */

static void lower_put(lf_compiler *c, const lf_node *n) {
    const lf_node *what = n->kids[LF_K_PUT_CARD];
    const uint32_t card = lf_expr(c, what);
    const uint32_t how = how_to_put(c, what) | (n->word == LF_W_BOTTOM ? LF_PUT_BOTTOM : 0u);
    lf_emit(c, LF_OP_PUT, card, lf_expr(c, n->kids[LF_K_PUT_STACK]), how, 0);
}

static void put_all(lf_compiler *c, const lf_node *n) {
    const uint32_t from = lf_expr(c, n->kids[LF_K_PUT_ALL_FROM]);
    lf_emit(c, LF_OP_PUTALL, from, lf_expr(c, n->kids[LF_K_PUT_ALL_TO]), n->word == LF_W_BOTTOM, 0);
}

static void deal(lf_compiler *c, const lf_node *n) {
    const uint32_t count = lf_expr(c, n->kids[LF_K_DEAL_COUNT]),
                   from = lf_expr(c, n->kids[LF_K_DEAL_FROM]);
    lf_emit(c, LF_OP_DEAL, count, from, lf_expr(c, n->kids[LF_K_DEAL_TO]), 0);
}

static void lower_perform(lf_compiler *c, const lf_node *n) {
    uint32_t part = 0;
    while (part < c->model->card_part_count && c->model->card_parts[part] != n->name)
        part++;
    assert(part < c->model->card_part_count); /* the checker knows the parts */
    lf_emit(c, LF_OP_CALLPART, 0, lf_expr(c, n->kids[0]), part, 0);
}

static void log_line(lf_compiler *c, const lf_node *n) {
    const uint32_t skip = lf_emit(c, LF_OP_QUIET, 0, 0, 0, 0);
    assert(n->word >= LF_W_LOG_TURN && n->word <= LF_W_LOG_DETAIL);
    const uint32_t level = (uint32_t)(n->word - LF_W_LOG_TURN); /* as in lf_log_level */
    lf_emit(c, LF_OP_LOG, 0, 0, level, lf_template_of(c, n->kids[0]));
    lf_patch(c, skip, lf_here(c));
}

/* The words of the reason are worked out only where it is needed. */
static void require(lf_compiler *c, const lf_node *n) {
    const lf_node *condition = n->kids[LF_K_REQUIRE_CONDITION],
                  *reason = n->kids[LF_K_REQUIRE_BECAUSE];
    if (reason == NULL) {
        lf_emit(c, LF_OP_REQUIRE, lf_expr(c, condition), 0, 0, -1);
        return;
    }
    lf_fixups holds = {0};
    lf_branch(c, condition, true, &holds);
    const uint32_t no = lf_take(c, 1);
    const int32_t words = lf_template_of(c, reason);
    lf_emit(c, LF_OP_LOADI, no, 0, 0, 0);
    lf_emit(c, LF_OP_REQUIRE, no, 0, 0, words);
    lf_fixup_here(c, &holds);
}

static void lower_end_game(lf_compiler *c, const lf_node *n) {
    const bool decided = n->kids[0] != NULL || c->model->margins == NULL;
    const uint32_t winner = lf_take(c, 1);
    if (n->kids[0] != NULL)
        lf_expr_to(c, n->kids[0], winner);
    else
        lf_emit(c, LF_OP_LOADI, winner, 0, 0, -1);
    lf_emit(c, LF_OP_OVER, winner, 0, decided, c->model->checkpoint_count);
}

static void goto_phase(lf_compiler *c, const lf_node *n) {
    uint32_t phase = 0;
    while (phase < c->model->phase_count && c->model->phases[phase].entry.id != n->name)
        phase++;
    assert(phase < c->model->phase_count); /* the checker knows the phases */
    lf_emit(c, LF_OP_GOTOPHASE, 0, 0, 0, phase);
}

static void lower_check(lf_compiler *c, const lf_node *n) {
    const lf_model *model = c->model;
    for (uint32_t i = 0; i < model->checkpoint_count; i++)
        if (model->checkpoints[i].timing == n->name)
            lf_call_routine(c, c->checkpoint_routines + i, lf_take(c, 1), 0, 0);
}

static void do_call(lf_compiler *c, const lf_node *n) {
    const lf_node *call = n->kids[LF_K_DO_CALL];
    assert(n->kind == LF_N_DO && call->kind == LF_N_CALL);
    const uint32_t words = lf_words_of(c, call->type);
    lf_call_to(c, call, lf_take(c, words > 0 ? words : 1));
}

static void simple_statement(lf_compiler *c, const lf_node *n) {
    switch ((lf_node_kind)n->kind) {
    case LF_N_BREAK:
        assert(c->loop != NULL);
        lf_fixup_add(c, &c->loop->breaks, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        break;
    case LF_N_CONTINUE:
        assert(c->loop != NULL);
        lf_fixup_add(c, &c->loop->continues, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
        break;
    case LF_N_RETURN:
        return_statement(c, n);
        break;
    case LF_N_PUT:
        lower_put(c, n);
        break;
    case LF_N_PUT_ALL:
        put_all(c, n);
        break;
    case LF_N_DEAL:
        deal(c, n);
        break;
    case LF_N_SHUFFLE:
        lf_emit(c, LF_OP_SHUFFLE, lf_expr(c, n->kids[0]), 0, 0, 0);
        break;
    case LF_N_PERFORM:
        lower_perform(c, n);
        break;
    case LF_N_LOG:
        log_line(c, n);
        break;
    case LF_N_REQUIRE:
        require(c, n);
        break;
    case LF_N_END_GAME:
        lower_end_game(c, n);
        break;
    case LF_N_END_PHASE:
        lf_emit(c, LF_OP_ENDPHASE, 0, 0, 0, 0);
        break;
    case LF_N_END_TURN:
        lf_emit(c, LF_OP_ENDTURN, 0, 0, 0, 0);
        break;
    case LF_N_GOTO_PHASE:
        goto_phase(c, n);
        break;
    case LF_N_REMEMBER:
    case LF_N_FORGET:
        lf_emit(c, n->kind == LF_N_REMEMBER ? LF_OP_REMEMBER : LF_OP_FORGET, 0, 0, 0,
                (uint32_t)n->symbol->index);
        break;
    case LF_N_CHECK_END:
        lower_check(c, n);
        break;
    default:
        do_call(c, n);
        break;
    }
}

void lf_statement(lf_compiler *c, const lf_node *n) {
    const lf_pos outer = c->pos;
    const uint32_t mark = c->next;
    c->pos = n->pos;
    switch ((lf_node_kind)n->kind) {
    case LF_N_LET:
        let(c, n);
        break;
    case LF_N_CHOOSE:
        lf_choose(c, n);
        break;
    case LF_N_CHOOSE_N:
        lf_choose_n(c, n);
        break;
    case LF_N_BLOCK:
        lf_block(c, n);
        break;
    case LF_N_ASSIGN:
        assign(c, n);
        break;
    case LF_N_IF:
        if_statement(c, n);
        break;
    case LF_N_FOR:
        for_statement(c, n);
        break;
    case LF_N_REPEAT:
        repeat_statement(c, n);
        break;
    case LF_N_MENU:
        lf_menu(c, n);
        break;
    case LF_N_PLACE:
    case LF_N_REMOVE:
    case LF_N_MOVE:
    case LF_N_FLIP:
    case LF_N_REPLACE:
        lf_transfer(c, n);
        break;
    default:
        simple_statement(c, n);
        c->next = mark;
        break;
    }
    c->pos = outer;
}
