/* emit_marks.c: finds where the function of a routine can be entered (targets of jumps, and places
 * where a run is resumed), and which routines are kept (flow.h). */
#include "native.h"

/* Can play wait for explicit chance at this instruction? */
static bool asks_chance(uint8_t op) {
    return op == LF_OP_ROLL || op == LF_OP_DEAL || op == LF_OP_TOPCARD || op == LF_OP_PUT ||
           op == LF_OP_PUTALL || op == LF_OP_SHUFFLE;
}

static bool calls_kept(const lf_native_marks *marks, const lf_instr *in) {
    return (in->op == LF_OP_CALL || in->op == LF_OP_CALLFAR) && marks->kept[in->imm] != 0;
}

/* Can play be resumed behind this instruction? */
static bool may_stop(const lf_native_marks *marks, const lf_instr *in) {
    return in->op == LF_OP_CHOOSE || in->op == LF_OP_CALLPART || asks_chance(in->op) ||
           calls_kept(marks, in);
}

/* Can play wait at an OVER? It does while the margins depend on cards whose place is open. */
static bool waits_for_margins(const lf_game *game) {
    return game->margin_routines != NULL && game->stack_count > 0;
}

/* Does this instruction need the head and the stack of calls? */
static bool needs_head(const lf_game *game, const lf_instr *in) {
    switch (in->op) {
    case LF_OP_ENDPHASE:
    case LF_OP_ENDTURN:
    case LF_OP_GOTOPHASE:
        return true;
    case LF_OP_OVER:
        return waits_for_margins(game);
    case LF_OP_KEEP:
        return lf_keep_left(in->c) == LF_ROW_TABLE || lf_keep_right(in->c) == LF_ROW_TABLE;
    default:
        return false;
    }
}

/* A routine is kept if it calls a kept one, so this repeats until nothing changes. */
static void find_kept(const lf_game *game, lf_native_marks *marks) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < game->routine_count; i++)
            for (uint32_t pc = game->routines[i].entry;
                 pc < game->routines[i].end && !marks->kept[i]; pc++)
                if (may_stop(marks, &game->code[pc]) || needs_head(game, &game->code[pc])) {
                    marks->kept[i] = 1;
                    changed = true;
                }
    }
}

/* A routine that a hot routine calls by number is hot. Parts of cards are called by the card; each
 * runs once or twice in a game, so they are cold. */
static void find_hot(const lf_game *game, uint8_t *hot, uint32_t index) {
    const lf_routine *routine = &game->routines[index];
    if (hot[index])
        return;
    hot[index] = 1;
    for (uint32_t pc = routine->entry; pc < routine->end; pc++)
        if (game->code[pc].op == LF_OP_CALL || game->code[pc].op == LF_OP_CALLFAR)
            find_hot(game, hot, (uint32_t)game->code[pc].imm);
}

static void mark(lf_native_marks *marks, uint32_t pc) {
    marks->at[pc] |= LF_MARK_LABEL | LF_MARK_RESUME;
}

static void mark_instruction(const lf_game *game, lf_native_marks *marks, uint32_t pc) {
    const lf_instr *in = &game->code[pc];
    if (lf_op_table[in->op].imm == 'J')
        marks->at[in->imm] |= LF_MARK_LABEL;
    if (in->op == LF_OP_PHASEJUMP)
        mark(marks, (uint32_t)in->imm);
    if (in->op == LF_OP_OVER && waits_for_margins(game))
        mark(marks, pc);
    if (!may_stop(marks, in))
        return;
    mark(marks, pc + 1);
    if (in->op == LF_OP_CHOOSE || asks_chance(in->op)) /* play waits at the instruction itself */
        mark(marks, pc);
}

/* How many registers, counted from its own window, a routine and the plain routines that it calls
 * use. The verifier excludes recursion. */
static uint32_t reach_of(const lf_game *game, lf_native_marks *marks, uint32_t index) {
    const lf_routine *routine = &game->routines[index];
    if (marks->reach[index] != 0)
        return marks->reach[index];
    uint32_t reach = routine->frame_size;
    for (uint32_t pc = routine->entry; pc < routine->end; pc++) {
        const lf_instr *in = &game->code[pc];
        if ((in->op != LF_OP_CALL && in->op != LF_OP_CALLFAR) || marks->kept[in->imm])
            continue;
        const uint32_t shift = in->op == LF_OP_CALL ? in->a : routine->frame_size;
        const uint32_t needed = shift + reach_of(game, marks, (uint32_t)in->imm);
        reach = needed > reach ? needed : reach;
    }
    assert(reach >= routine->frame_size);
    marks->reach[index] = reach;
    return reach;
}

bool lf_native_marks_new(const lf_game *game, lf_native_marks *marks) {
    marks->at = lf_calloc(game->code_count + 1, 1);
    marks->kept = lf_calloc(game->routine_count, 1);
    marks->reach = lf_calloc(game->routine_count, sizeof *marks->reach);
    marks->hot = lf_calloc(game->routine_count, 1);
    if (marks->at == NULL || marks->kept == NULL || marks->reach == NULL || marks->hot == NULL) {
        lf_native_marks_free(marks);
        return false;
    }
    /* which routines are kept, and which are hot */
    find_kept(game, marks);
    marks->kept[0] = 1;
    find_hot(game, marks->hot, 0);
    for (uint32_t i = game->rules.routine_count; i < game->routine_count; i++)
        find_hot(game, marks->hot, i);
    for (uint32_t i = 0; i < game->routine_count; i++)
        reach_of(game, marks, i);
    /* where functions can be entered: at jumps and stops, at the places of phases, at their
     * entries */
    for (uint32_t pc = 0; pc < game->code_count; pc++)
        mark_instruction(game, marks, pc);
    for (uint32_t i = 0; i < game->phase_count; i++) {
        const lf_phase_info *phase = &game->phases[i];
        const uint32_t places[] = {phase->entry, phase->loop, phase->next_seat, phase->exit,
                                   phase->left};
        for (size_t p = 0; p < LF_COUNT(places); p++)
            mark(marks, places[p]);
    }
    for (uint32_t i = 0; i < game->routine_count; i++)
        mark(marks, game->routines[i].entry);
    return true;
}

void lf_native_marks_free(lf_native_marks *marks) {
    lf_free(marks->at);
    lf_free(marks->kept);
    lf_free(marks->reach);
    lf_free(marks->hot);
    *marks = (lf_native_marks){0};
}
