/* profile.c: data for profilers: how often each instruction ran, which one is running, and which
 * rule it belongs to. The counting loop of vm.c counts. */
#include <stdio.h>

#include "vm.h"

static bool is_instruction(const lf_game *game, int instruction) {
    return instruction >= 0 && (uint32_t)instruction < game->code_count;
}

int lf_program_size(const lf_game *game) {
    return (int)game->code_count;
}

void lf_count_steps(lf_state *state, uint64_t *hits) {
    state->hits = hits;
}

void lf_count_probes(lf_state *state, uint64_t *hits) {
    state->probe_hits = hits;
}

void lf_count_calls(lf_state *state, uint64_t *hits) {
    state->call_hits = hits;
}

void lf_count_clamps(lf_state *state, lf_clamp *by_instruction) {
    state->clamps = by_instruction;
}

/* Counts assignments of numbers outside the range of their variable. Markers are left out: they
 * clamp by design. */
void lf_vm_count_clamp(const lf_vm *vm, uint32_t pc, const int64_t *r) {
    const lf_instr *in = &vm->game->code[pc];
    const bool sets = in->op == LF_OP_SETV || in->op == LF_OP_SETSEAT || in->op == LF_OP_SETSPACE ||
                      in->op == LF_OP_SETROW;
    if (vm->clamps == NULL || !sets || vm->probe_depth > 0 || vm->supposing > 0)
        return;
    const lf_var *var = &vm->game->vars[in->imm];
    const int64_t value = r[in->a];
    if (var->sort != LF_SORT_INT || (value >= var->min && value <= var->max))
        return;
    lf_clamp *clamp = &vm->clamps[pc];
    if (clamp->count++ == 0)
        *clamp = (lf_clamp){var->name, var->min, var->max, value, value, 1};
    clamp->least = value < clamp->least ? value : clamp->least;
    clamp->most = value > clamp->most ? value : clamp->most;
}

void lf_mark_steps(lf_state *state, volatile int *at) {
    state->at = at;
    if (at != NULL)
        *at = -1;
}

int lf_instruction_routine(const lf_game *game, int instruction) {
    for (uint32_t i = 0; i < game->routine_count && is_instruction(game, instruction); i++)
        if ((uint32_t)instruction >= game->routines[i].entry &&
            (uint32_t)instruction < game->routines[i].end)
            return (int)i;
    return -1;
}

const char *lf_instruction_name(const lf_game *game, int instruction) {
    return is_instruction(game, instruction) ? lf_op_table[game->code[instruction].op].name : "";
}

const char *lf_instruction_place(const lf_game *game, int instruction, char *buffer, size_t size) {
    if (!is_instruction(game, instruction))
        return "";
    const lf_place *place = &game->places[game->places_of[instruction]];
    snprintf(buffer, size, "%s:%u:%u, %s", game->place_files[place->file], place->line,
             place->column,
             lf_name(game, LF_OF_ROUTINES, lf_instruction_routine(game, instruction)));
    return buffer;
}

int lf_site_instruction(const lf_game *game, int site) {
    return site >= 0 && (uint32_t)site < game->site_count ? (int)game->sites[site].pc : -1;
}
