/* flow.h: how generated C goes from one body to the next; a part of ludoforge_native.h (embed.py), and included by native.c.
 *
 * A routine is a function. It begins at `pc`: at its entry, or behind a choice or a call where a position is taken up again. It
 * returns LF_STOP_NONE behind a RET; whoever called it goes on, and if nobody did, because the position was taken up inside, the
 * run goes on where head->pc says. Everything else that it returns ends the functions below it as well. */
#ifndef LF_NATIVE_FLOW_H
#define LF_NATIVE_FLOW_H

typedef lf_stop lf_native_routine(lf_vm *, unsigned char *block, int64_t *r, uint32_t pc);

/* What a compiled game exports, as `ludoforge_native`. */
typedef struct {
    uint64_t abi, identity, program; /* of the engine and the game that it was made by and for */
    void (*bind)(const lf_kernel_table *);
    lf_stop (*run)(lf_vm *);
} lf_native_module;

#define LF_HIDDEN __attribute__((visibility("hidden")))
extern LF_HIDDEN const lf_kernel_table *lf_kernel;

static inline lf_stop lf_native_go(lf_vm *vm, lf_native_routine *const *routines) {
    for (;;) {
        const lf_head *head = lf_head_of(vm->block);
        int64_t *frames = lf_frames(vm->game, vm->block);
        const lf_stop stop = routines[head->routine](vm, vm->block, frames + head->base, head->pc);
        if (stop != LF_STOP_NONE && stop != LF_STOP_LEFT)
            return stop;
    }
}

__attribute__((cold, noinline, unused)) static lf_stop lf_native_fault(lf_vm *vm, lf_fault fault,
                                                                       uint32_t pc) {
    vm->fault = fault;
    lf_head_of(vm->block)->pc = pc;
    return LF_STOP_FAULT;
}

#define STOP(stop) return (stop)
#define FAULT(name) return lf_native_fault(vm, LF_FAULT_##name, HERE)
#define GO_TO(where) (head->pc = (uint32_t)(where))

#define LF_CALL(number, function, shift, behind, arguments)                                                  \
    do {                                                                                                     \
        WORK(lf_length_of(&game->routines[number]));                                                         \
        if (!lf_vm_enter(vm, number, shift, behind))                                                         \
            FAULT(STATE);                                                                                    \
        arguments;                                                                                           \
        const lf_stop stop_ = function(vm, block, r + (shift), game->routines[number].entry);                \
        if (stop_ != LF_STOP_NONE)                                                                           \
            return stop_;                                                                                    \
    } while (0)

#endif
