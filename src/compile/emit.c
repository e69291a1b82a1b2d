/* emit.c: the compiler's hands: instructions, constants, places, registers. */
#include <assert.h>
#include <string.h>

#include "compile.h"

lf_work *lf_work_new(lf_arena *arena, const lf_model *model) {
    lf_work *work = LF_NEW(arena, lf_work);
    work->safe_calls = LF_NEW_ARRAY(arena, lf_safe_call *, model->routine_count + 1);
    return work;
}

uint32_t lf_here(const lf_compiler *c) {
    return c->game->code_count;
}

/* The file among those of the game's places. There are few, and the last one is mostly the right
 * one. */
static uint32_t place_file(lf_compiler *c, lf_pos pos) {
    lf_game *game = c->game;
    const char *path = pos.file == 0 ? "(engine)" : c->model->sources->items[pos.file - 1].path;
    for (uint32_t i = game->place_file_count; i > 0; i--)
        if (game->place_files[i - 1] == path)
            return i - 1;
    LF_PUSH(c->arena, game->place_files, game->place_file_count, c->place_file_capacity, path);
    return game->place_file_count - 1;
}

uint32_t lf_place_of(lf_compiler *c, lf_pos pos) {
    lf_game *game = c->game;
    const uint32_t file = place_file(c, pos);
    if (game->place_count > 0) {
        const lf_place *last = &game->places[game->place_count - 1];
        if (last->line == pos.line && last->column == pos.column && last->file == file)
            return game->place_count - 1;
    }
    const lf_place place = {.file = file, .line = pos.line, .column = pos.column};
    LF_PUSH(c->arena, game->places, game->place_count, c->place_capacity, place);
    return game->place_count - 1;
}

uint32_t lf_emit(lf_compiler *c, lf_opcode op, uint32_t a, uint32_t b, uint32_t cc, int64_t imm) {
    lf_game *game = c->game;
    if (game->code_count >= LF_MAX_CODE && !c->too_big) {
        lf_report_add(c->model->report, LF_ERROR, LF_E0603, c->pos, 1, NULL,
                      "the compiled game has more than %u instructions", (unsigned)LF_MAX_CODE);
        c->too_big = true;
    }
    const uint32_t place = lf_place_of(c, c->pos);
    uint32_t capacity = c->code_capacity;
    lf_grow(c->arena, &game->places_of, &capacity, game->code_count, sizeof *game->places_of);
    game->places_of[game->code_count] = place;
    const lf_instr in = {
        .op = (uint8_t)op, .a = (uint8_t)a, .b = (uint8_t)b, .c = (uint8_t)cc, .imm = (int32_t)imm};
    LF_PUSH(c->arena, game->code, game->code_count, c->code_capacity, in);
    return game->code_count - 1;
}

void lf_patch(lf_compiler *c, uint32_t instruction, uint32_t target) {
    c->game->code[instruction].imm = (int32_t)target;
}

void lf_fixup_add(lf_compiler *c, lf_fixups *fixups, uint32_t instruction) {
    LF_PUSH(c->arena, fixups->items, fixups->count, fixups->capacity, instruction);
}

void lf_fixup_here(lf_compiler *c, const lf_fixups *fixups) {
    for (uint32_t i = 0; i < fixups->count; i++)
        lf_patch(c, fixups->items[i], lf_here(c));
}

uint32_t lf_constant_words(lf_compiler *c, const int64_t *words, uint32_t count) {
    lf_game *game = c->game;
    for (uint32_t i = 0; i + count <= game->constant_count; i++)
        if (memcmp(game->constants + i, words, count * sizeof *words) == 0)
            return i;
    const uint32_t first = game->constant_count;
    for (uint32_t i = 0; i < count; i++)
        LF_PUSH(c->arena, game->constants, game->constant_count, c->constant_capacity, words[i]);
    return first;
}

/* What lay in registers that get another use lies there no longer. */
static void end_cards(lf_compiler *c, uint32_t first, uint32_t words) {
    lf_game *game = c->game;
    for (uint32_t i = c->first_card_register; i < game->card_register_count; i++) {
        lf_card_register *held = &game->card_registers[i];
        const uint32_t end = held->reg + (held->is_set ? game->card_words : 1);
        if (held->to == UINT32_MAX && held->reg < first + words && first < end)
            held->to = lf_here(c);
    }
}

void lf_note_cards(lf_compiler *c, uint32_t reg, lf_type type) {
    lf_game *game = c->game;
    end_cards(c, reg, lf_words_of(c, type));
    if (type.base != LF_T_CARD && type.base != LF_T_CARDS)
        return;
    const lf_card_register held = {.from = lf_here(c),
                                   .to = UINT32_MAX,
                                   .reg = (uint8_t)reg,
                                   .is_set = type.base == LF_T_CARDS};
    LF_PUSH(c->arena, game->card_registers, game->card_register_count, c->card_register_capacity,
            held);
}

uint32_t lf_take(lf_compiler *c, uint32_t words) {
    const uint32_t first = c->next;
    end_cards(c, first, words);
    c->next += words;
    if (c->next > LF_MAX_REGISTERS) {
        if (!c->too_big)
            lf_report_add(c->model->report, LF_ERROR, LF_E0602, c->pos, 1,
                          "move a part of it into a procedure",
                          "too many values are in use at once here");
        c->too_big = true;
        c->next = words; /* go on somewhere; nothing of this will run */
        return 0;
    }
    if (c->next > c->high)
        c->high = c->next;
    return first;
}

uint32_t lf_words_of(const lf_compiler *c, lf_type type) {
    assert(lf_is_settled(type));
    switch ((lf_base_type)type.base) {
    case LF_T_SPACES:
    case LF_T_ZONES:
        return c->game->zone_words;
    case LF_T_CARDS:
        return c->game->card_words;
    case LF_T_VOID:
        return 0;
    default:
        return 1;
    }
}

uint32_t lf_routine_new(lf_compiler *c, const char *name) {
    const lf_routine routine = {.name = name};
    LF_PUSH(c->arena, c->game->routines, c->game->routine_count, c->routine_capacity, routine);
    return c->game->routine_count - 1;
}

static bool holds_table(const lf_node *n) {
    if (n == NULL)
        return false;
    if (n->kind == LF_N_TABLE)
        return true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (holds_table(n->kids[i]))
            return true;
    return false;
}

static uint32_t locals_in(const lf_node *n) {
    if (n == NULL)
        return 0;
    uint32_t count =
        n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL ? (uint32_t)n->symbol->index + 1 : 0;
    for (uint32_t i = 0; i < n->kid_count; i++) {
        const uint32_t inside = locals_in(n->kids[i]);
        count = inside > count ? inside : count;
    }
    return count;
}

void lf_routine_locals(lf_compiler *c, const lf_node *body) {
    const uint32_t count = locals_in(body) + 1;
    if (count > c->local_count)
        c->local_count = count;
    if (count > c->own_locals)
        c->own_locals = count;
    if (count <= c->local_capacity)
        return;
    uint8_t *registers = LF_NEW_ARRAY(c->arena, uint8_t, count * 2);
    uint32_t *tables = LF_NEW_ARRAY(c->arena, uint32_t, count * 2);
    bool *sure = LF_NEW_ARRAY(c->arena, bool, count * 2);
    uint8_t *how = LF_NEW_ARRAY(c->arena, uint8_t, count * 2);
    memset(registers, LF_NO_REGISTER, count * 2);
    if (c->local_capacity > 0) {
        memcpy(registers, c->local_registers, c->local_capacity);
        memcpy(tables, c->local_tables, c->local_capacity * sizeof *tables);
        memcpy(sure, c->local_sure, c->local_capacity * sizeof *sure);
        memcpy(how, c->local_how, c->local_capacity * sizeof *how);
    }
    c->local_registers = registers;
    c->local_tables = tables;
    c->local_sure = sure;
    c->local_how = how;
    c->local_capacity = count * 2;
}

void lf_routine_begin(lf_compiler *c, uint32_t routine, const lf_node *body) {
    assert(routine < c->game->routine_count);
    assert(c->loop == NULL); /* the routine before has ended */
    c->routine = routine;
    c->next = c->high = 0;
    c->first_card_register = c->game->card_register_count;
    c->table_words = 0;
    c->table_uses.count = 0;
    c->local_count = c->own_locals = 0;
    c->inlined_nodes = 0;
    c->loop = NULL;
    c->rest_may_fail = false;
    c->too_big = false;
    c->has_tables = holds_table(body);
    lf_routine_locals(c, body);
    memset(c->local_registers, LF_NO_REGISTER, c->local_capacity);
    memset(c->local_sure, 0, c->local_capacity * sizeof *c->local_sure);
    c->game->routines[routine].entry = lf_here(c);
}

/* A jump to a jump goes where that one goes. Not backward: every round of a loop must pay at its
 * own jump. */
static void thread_jumps(const lf_compiler *c, uint32_t entry) {
    lf_instr *code = c->game->code;
    for (uint32_t pc = entry; pc < lf_here(c); pc++) {
        if (lf_op_table[code[pc].op].imm != 'J' || code[pc].op == LF_OP_PHASEJUMP)
            continue;
        for (int32_t next = code[pc].imm; code[next].op == LF_OP_JMP && code[next].imm > next;
             next = code[pc].imm)
            code[pc].imm = code[next].imm;
    }
}

/* Tables lie behind the registers, whose number is known only now. */
void lf_routine_end(lf_compiler *c) {
    lf_routine *routine = &c->game->routines[c->routine];
    assert(c->loop == NULL && c->high <= LF_MAX_REGISTERS && routine->entry <= lf_here(c));
    if (lf_does(c, LF_OPT_FUSE))
        thread_jumps(c, routine->entry);
    for (uint32_t i = 0; i < c->table_uses.count; i++)
        c->game->code[c->table_uses.items[i]].imm += (int32_t)c->high;
    end_cards(c, 0, UINT8_MAX);
    routine->end = lf_here(c);
    routine->registers = c->high == 0 ? 1 : c->high; /* room for a result */
    routine->frame_size = routine->registers + c->table_words;
}
