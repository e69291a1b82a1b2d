/* emit_marks.c: where a routine can be entered: targets of jumps, and places where a position is taken up again. */
#include "native.h"

/* Explicit chance may wait at it. */
static bool asks_chance(uint8_t op) {
    return op == LF_OP_ROLL || op == LF_OP_DEAL || op == LF_OP_TOPCARD || op == LF_OP_PUT ||
           op == LF_OP_SHUFFLE;
}

static bool may_stop(const lf_native_marks *marks, const lf_instr *in) {
    if (in->op == LF_OP_CALL || in->op == LF_OP_CALLFAR)
        return marks->suspends[in->imm] != 0;
    return in->op == LF_OP_CHOOSE || in->op == LF_OP_CALLPART || asks_chance(in->op);
}

/* A routine suspends if one that it calls does: around again until nothing is new. */
static void find_suspending(const lf_game *game, lf_native_marks *marks) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < game->routine_count; i++)
            for (uint32_t pc = game->routines[i].entry; pc < game->routines[i].end && !marks->suspends[i];
                 pc++)
                if (may_stop(marks, &game->code[pc])) {
                    marks->suspends[i] = 1;
                    changed = true;
                }
    }
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
    if (!may_stop(marks, in))
        return;
    mark(marks, pc + 1);
    if (in->op == LF_OP_CHOOSE || asks_chance(in->op)) /* it waits for chance at itself */
        mark(marks, pc);
}

bool lf_native_marks_new(const lf_game *game, lf_native_marks *marks) {
    marks->at = lf_calloc(game->code_count + 1, 1);
    marks->suspends = lf_calloc(game->routine_count, 1);
    if (marks->at == NULL || marks->suspends == NULL) {
        lf_native_marks_free(marks);
        return false;
    }
    find_suspending(game, marks);
    marks->suspends[0] = 1;
    for (uint32_t pc = 0; pc < game->code_count; pc++)
        mark_instruction(game, marks, pc);
    for (uint32_t i = 0; i < game->phase_count; i++) {
        const lf_phase_info *phase = &game->phases[i];
        const uint32_t places[] = {phase->entry, phase->loop, phase->next_seat, phase->exit, phase->left};
        for (size_t p = 0; p < LF_COUNT(places); p++)
            mark(marks, places[p]);
    }
    for (uint32_t i = 0; i < game->routine_count; i++)
        mark(marks, game->routines[i].entry);
    return true;
}

void lf_native_marks_free(lf_native_marks *marks) {
    lf_free(marks->at);
    lf_free(marks->suspends);
    *marks = (lf_native_marks){0};
}
