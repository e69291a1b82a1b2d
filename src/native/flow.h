/* flow.h: control flow of generated C: how one body follows the other. Part of unit.h; native.c
 * includes it for the types.
 *
 * A routine is a function. Native code runs only without an observer (vm.c), so it maintains the
 * stack of calls only as far as a resumed position needs it:
 *
 * - A routine that can stop, or leave the phase, is *kept*: a call writes its return address,
 * window
 *   and number into the block. The function begins at `pc`: at its entry, or behind a choice or
 *   call
 *   where a run is resumed. At a RET it returns LF_STOP_NONE, and its caller continues. If the run
 *   was
 *   resumed inside the routine, it has no caller in C, and the run continues at head->pc. Any other
 *   stop ends all calling functions, too.
 * - All others are *plain*: a call is a C call, with the window of registers where the loop would
 * have
 *   it. The kept routine that calls them makes vm->high cover all registers that they use. */
#ifndef LF_NATIVE_FLOW_H
#define LF_NATIVE_FLOW_H

#include "kernel_table.h"

typedef lf_stop lf_native_routine(lf_vm *, unsigned char *block, int64_t *r, uint32_t pc);

/* What a compiled game exports, as `ludoforge_native`. */
typedef struct {
    uint64_t abi, identity, program; /* of the engine and the game */
    void (*bind)(const lf_kernel_table *);
    lf_stop (*run)(lf_vm *);
    lf_status (*apply)(lf_state *, int option);
    int64_t (*playout)(lf_state *, uint64_t *const *rng, int64_t most);
} lf_native_module;

#define LF_HIDDEN __attribute__((visibility("hidden")))
#define LF_UNLIKELY(condition) __builtin_expect((condition), 0)

static inline lf_stop lf_native_go(lf_vm *vm, lf_native_routine *const *routines) {
    for (;;) {
        const lf_head *head = lf_head_of(vm->block);
        int64_t *frames = lf_frames(LF_GAME(vm), vm->block);
        const lf_stop stop = routines[head->routine](vm, vm->block, frames + head->base, head->pc);
        if (stop != LF_STOP_NONE && stop != LF_STOP_LEFT)
            return stop;
    }
}

/* Records a fault. The registers of a plain routine are above the window of the head, so messages
 * need the distance. */
__attribute__((cold, noinline, unused)) static lf_stop lf_native_fault(lf_vm *vm, lf_fault fault,
                                                                       uint32_t pc,
                                                                       const int64_t *r) {
    lf_head *head = lf_head_of(vm->block);
    vm->fault = fault;
    vm->fault_shift = (uint32_t)(r - lf_frames(LF_GAME(vm), vm->block)) - head->base;
    head->pc = pc;
    return LF_STOP_FAULT;
}

/* What bodies.inc requires of a back end. LF_AT is the first statement of every instruction.
 * emit_c.c defines JUMP anew before each instruction that jumps, because it contains the label. */
#define LF_AT(pc, a, b, c, imm)                                                                    \
    enum { HERE = (pc), BEHIND = (pc) + 1, IN_A = (a), IN_B = (b), IN_C = (c), IMM = (imm) }
#define STOP(stop) return (stop)
#define FAULT(name) return lf_native_fault(vm, LF_FAULT_##name, HERE, r)
#define GO_TO(where) (head->pc = (uint32_t)(where))

/* At the beginning of a kept routine: makes vm->high cover the registers of the plain routines that
 * it calls. */
#define LF_COVER(size)                                                                             \
    do {                                                                                           \
        const uint32_t top_ = (uint32_t)(r - frames) + (size);                                     \
        if (LF_UNLIKELY(top_ > game->layout.frame_size))                                           \
            FAULT(STATE);                                                                          \
        if (vm->high < top_)                                                                       \
            vm->high = top_;                                                                       \
    } while (0)

#define LF_CALL(number, function, shift, behind, arguments)                                        \
    do {                                                                                           \
        WORK(lf_length_of(&game->routines[number]));                                               \
        if (LF_UNLIKELY(!lf_vm_enter(vm, number, shift, behind)))                                  \
            FAULT(STATE);                                                                          \
        arguments;                                                                                 \
        const lf_stop stop_ = function(vm, block, r + (shift), game->routines[number].entry);      \
        if (LF_UNLIKELY(stop_ != LF_STOP_NONE))                                                    \
            return stop_;                                                                          \
    } while (0)

#define LF_CALL_PLAIN(number, function, shift, arguments)                                          \
    do {                                                                                           \
        WORK(lf_length_of(&game->routines[number]));                                               \
        if (lf_has_tables(&game->routines[number]))                                                \
            lf_zero_registers(r + (shift), game->routines[number].registers,                       \
                              game->routines[number].frame_size);                                  \
        arguments;                                                                                 \
        const lf_stop stop_ = function(vm, block, r + (shift), 0);                                 \
        if (LF_UNLIKELY(stop_ != LF_STOP_NONE))                                                    \
            return stop_;                                                                          \
    } while (0)

/* Wraps a plain routine for callers that treat all routines as kept: parts of cards, the engine. */
#define LF_PLAIN_AS_KEPT(number, function, size)                                                   \
    static lf_stop function##_kept(lf_vm *vm, unsigned char *block, int64_t *r, uint32_t pc) {     \
        const lf_game *const game = &lf_facts;                                                     \
        lf_head *const head = lf_head_of(block);                                                   \
        int64_t *const frames = lf_frames(game, block);                                            \
        enum { HERE = 0 };                                                                         \
        if (pc != game->routines[number].entry)                                                    \
            return LF_STOP_ELSEWHERE;                                                              \
        LF_COVER(size);                                                                            \
        const lf_stop stop = function(vm, block, r, pc);                                           \
        if (stop != LF_STOP_NONE)                                                                  \
            return stop;                                                                           \
        if (head->depth == vm->floor)                                                              \
            return LF_STOP_RETURN;                                                                 \
        head->pc = lf_vm_leave(vm);                                                                \
        return LF_STOP_NONE;                                                                       \
    }

/* Stores the value of the option in the register of the choice and continues behind it. `function`
 * is the routine of the site. */
#define LF_TAKE(at, option, count, function)                                                       \
    do {                                                                                           \
        const bool out_ = head->way_out && (option) == (count)-1;                                  \
        r[(at)->bind] = out_ ? -1 : lf_domain_value(&lf_facts, (at), r, (option));                 \
        head->site = -1;                                                                           \
        head->way_out = 0;                                                                         \
        head->pc = (at)->pc + 1;                                                                   \
        stop = function(vm, block, r, (at)->pc + 1);                                               \
    } while (0)

/* lf_apply for the pending choice `of` in the routine `number`. */
#define LF_APPLY(of, function, number)                                                             \
    do {                                                                                           \
        const lf_choice_site *const at_ = (of);                                                    \
        const uint32_t count_ = lf_domain_count(&lf_facts, at_, r, head->way_out);                 \
        if (option < 0 || (uint32_t)option >= count_)                                              \
            return LF_BAD_ARGUMENT;                                                                \
        const int64_t seat_ = r[at_->by];                                                          \
        vm->decided = (uint64_t)seat_ < lf_facts.seat_count ? UINT32_C(1) << seat_ : 0;            \
        LF_TAKE(at_, (uint32_t)option, count_, function);                                          \
    } while (0)

/* lf_vm_clear_dead for a known site: the size of the dead part of its window is a constant, and the
 * registers above the window were rarely used. */
static inline void lf_native_clear(const lf_vm *vm, const lf_choice_site *site,
                                   const lf_routine *routine, uint32_t base, int64_t *r) {
    memset(r + site->live, 0, (routine->registers - site->live) * sizeof *r);
    if (LF_UNLIKELY(vm->high > base + routine->frame_size))
        memset(r + routine->frame_size, 0, (vm->high - base - routine->frame_size) * sizeof *r);
}

/* One decision of lf_playout: clears what the last run has left, as lf_vm_settle does, and draws an
 * option. An invalid choice is left to bytecode. */
#define LF_PLAY(of, function, number)                                                              \
    do {                                                                                           \
        const lf_choice_site *const at_ = (of);                                                    \
        const uint32_t count_ = lf_domain_count(&lf_facts, at_, r, head->way_out);                 \
        const int64_t seat_ = r[at_->by];                                                          \
        if (LF_UNLIKELY((uint64_t)seat_ >= lf_facts.seat_count || count_ == 0))                    \
            goto done;                                                                             \
        lf_native_clear(vm, at_, &lf_facts.routines[number], head->base, r);                       \
        lf_vm_again(vm, &lf_facts.routines[number]);                                               \
        const uint32_t option_ = LF_UNLIKELY(count_ == 1) ? 0 : lf_rng_below(rng[seat_], count_);  \
        vm->decided = UINT32_C(1) << seat_;                                                        \
        LF_TAKE(at_, option_, count_, function);                                                   \
    } while (0)

#endif
