/* vm_events.c: what a run tells its observer. Native code never gets here: it runs only where
 * nobody observes. */
#include "vm.h"

/* Does this word of the set region belong to this variable? */
static bool holds_word(const lf_game *game, const lf_var *var, uint32_t word) {
    return var->is_set && word >= var->cell &&
           word - var->cell < lf_var_owners(game, var) * var->words;
}

void lf_vm_notify_set(const lf_vm *vm, uint32_t place, uint32_t words, const uint64_t *now) {
    const lf_game *game = vm->game;
    uint64_t added[LF_SET_WORDS_MAX], removed[LF_SET_WORDS_MAX];
    assert(words <= LF_SET_WORDS_MAX && place + words <= game->layout.set_words);
    const uint64_t *old = lf_sets(game, vm->block) + place;
    uint32_t changed = 0, size = 0, var = 0;
    for (uint32_t w = 0; w < words; w++) {
        added[w] = now[w] & ~old[w];
        removed[w] = old[w] & ~now[w];
        changed += lf_popcount(added[w] | removed[w]);
        size += lf_popcount(now[w]);
    }
    while (var < game->var_count && !holds_word(game, &game->vars[var], place))
        var++;
    if (changed == 0 || var == game->var_count)
        return;
    const int owner = (int)((place - game->vars[var].cell) / words), scope = game->vars[var].scope;
    lf_notify(vm->observer, (lf_event){.kind = LF_EVENT_SET,
                                       .seat = scope == LF_SCOPE_SEAT ? owner : LF_NOBODY,
                                       .subject = (int)var,
                                       .from = -1,
                                       .to = scope == LF_SCOPE_SPACE ? owner : -1,
                                       .count = size,
                                       .added = added,
                                       .removed = removed,
                                       .words = (int)words});
}

void lf_vm_notify_roll(const lf_vm *vm, uint32_t sides, int64_t value) {
    if (vm->observer != NULL)
        lf_notify(vm->observer, (lf_event){.kind = LF_EVENT_ROLL,
                                           .seat = LF_NOBODY,
                                           .subject = (int)sides,
                                           .count = value});
}

void lf_vm_notify_log(const lf_vm *vm, uint32_t template, lf_log_level level, const int64_t *r) {
    lf_text line = {0};
    assert(template <vm->game->template_count);
    if (!lf_is_observed(vm->observer))
        return;
    lf_format_template(vm->game, &vm->game->templates[template], r, &line);
    lf_notify(vm->observer, (lf_event){.kind = LF_EVENT_LOG,
                                       .seat = LF_NOBODY,
                                       .level = level,
                                       .text = lf_text_shown(&line)});
    lf_text_free(&line);
}

/* ---- registers while a log line is made ----
 *
 * Making a log line must leave no trace. It is made only where somebody observes (QUIET), so the
 * registers that it was computed in must be as before once it has been reported: a routine that
 * waits for a decision keeps them in the position. */

/* The registers from the running window up to vm->high; everything above is zero. */
static int64_t *window(const lf_vm *vm, uint32_t *count) {
    const uint32_t base = lf_head_of(vm->block)->base;
    *count = vm->high > base ? vm->high - base : 0;
    return lf_frames(vm->game, vm->block) + base;
}

/* If memory runs out, nothing is saved, and the line is reported all the same. */
void lf_vm_save_registers(const lf_vm *vm) {
    lf_state *state = vm->observer;
    assert(state != NULL);
    if (state->saved_registers == NULL)
        state->saved_registers =
            lf_malloc(vm->game->layout.frame_size * sizeof *state->saved_registers);
    if (state->saved_registers == NULL)
        return;
    const int64_t *registers = window(vm, &state->saved_count);
    memcpy(state->saved_registers, registers, state->saved_count * sizeof *registers);
}

void lf_vm_restore_registers(const lf_vm *vm) {
    lf_state *state = vm->observer;
    assert(state != NULL);
    uint32_t count = 0;
    int64_t *registers = window(vm, &count);
    if (state->saved_registers == NULL || state->saved_count == 0)
        return;
    memcpy(registers, state->saved_registers, state->saved_count * sizeof *registers);
    lf_zero_registers(registers, state->saved_count, count);
    state->saved_count = 0;
}
