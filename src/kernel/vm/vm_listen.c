/* vm_listen.c: making the words of a log line leaves no trace. Only where somebody listens are they
 * made (QUIET), so the registers that they were made in must be as before when the line has been
 * told: whatever of them stays below a routine that waits for a decision is a part of the
 * position. */
#include "vm.h"

/* The words of frames from the running window up to vm->high; above, all is zero. */
static int64_t *window(const lf_vm *vm, uint32_t *words) {
    const uint32_t base = lf_head_of(vm->block)->base;
    *words = vm->high > base ? vm->high - base : 0;
    return lf_frames(vm->game, vm->block) + base;
}

/* Without memory for it nothing is kept, and the line is told all the same. */
void lf_vm_listen(const lf_vm *vm) {
    lf_state *state = vm->observer;
    if (state->unheard == NULL)
        state->unheard = lf_malloc(vm->game->layout.frame_words * sizeof *state->unheard);
    if (state->unheard == NULL)
        return;
    const int64_t *registers = window(vm, &state->unheard_words);
    memcpy(state->unheard, registers, state->unheard_words * sizeof *registers);
}

void lf_vm_forget(const lf_vm *vm) {
    lf_state *state = vm->observer;
    uint32_t words = 0;
    int64_t *registers = window(vm, &words);
    if (state->unheard == NULL || state->unheard_words == 0)
        return;
    memcpy(registers, state->unheard, state->unheard_words * sizeof *registers);
    lf_zero_words(registers, state->unheard_words, words);
    state->unheard_words = 0;
}
