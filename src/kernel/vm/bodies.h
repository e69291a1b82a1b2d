/* bodies.h: the macros that the bodies of the opcodes are written in (bodies.inc), the same for
 * every back end. They are made of the macros and variables that a back end defines. */
#ifndef LF_BODIES_H
#define LF_BODIES_H

#define WINDOW() (frames + head->base)
#define WORK(amount)                                                                               \
    do {                                                                                           \
        if ((vm->budget -= (int64_t)(amount)) < 0)                                                 \
            FAULT(STEPS);                                                                          \
    } while (0)
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            FAULT(VALUE);                                                                          \
    } while (0)
/* A fault in play. In look-ahead it is not a fault: the option fails, or it succeeds, and play will
 * report the fault when it gets here. */
#define FAIL_AHEAD(stop, name)                                                                     \
    do {                                                                                           \
        if (vm->probe_depth > 0)                                                                   \
            STOP(stop);                                                                            \
        FAULT(name);                                                                               \
    } while (0)
/* Leaves all routines and continues in routine 0 at a pc of the phase. A routine that was called
 * from outside must not do it: what is suspended below does not belong to it. */
#define LEAVE_FOR(where)                                                                           \
    do {                                                                                           \
        WORK(lf_length_of(&game->routines[0]));                                                    \
        if (vm->floor != UINT32_MAX || head->phase < 0)                                            \
            FAULT(STATE);                                                                          \
        GO_TO(lf_vm_leave_phase(vm, game->phases[head->phase].where));                             \
        r = WINDOW();                                                                              \
    } while (0)
/* Explicit chance: play stops at this instruction until chance has decided, or continues. */
#define ASK(question)                                                                              \
    do {                                                                                           \
        const lf_stop asked_ = (question);                                                         \
        if (asked_ != LF_STOP_NONE) {                                                              \
            head->pc = HERE;                                                                       \
            STOP(asked_);                                                                          \
        }                                                                                          \
    } while (0)
/* Copies a set. Most sets have one word. */
#define COPY(to, from, words)                                                                      \
    do {                                                                                           \
        const int64_t *from_ = (from);                                                             \
        int64_t *to_ = (to);                                                                       \
        *to_ = *from_;                                                                             \
        if ((words) > 1)                                                                           \
            memcpy(to_ + 1, from_ + 1, ((words)-1) * sizeof(int64_t));                             \
    } while (0)
#define A r[IN_A]
#define B r[IN_B]
#define C r[IN_C]
#define K ((int16_t)(uint16_t)(IN_B | IN_C << 8))
#define POOL_INDEX ((uint32_t)(IN_B | IN_C << 8))
#define SET(x) ((uint64_t *)(void *)&r[x])
#define SEAT(x) ((uint64_t)(x) < game->seat_count)
#define SPACE(x) ((uint64_t)(x) < game->space_count)
#define ZONE(x) ((uint64_t)(x) < game->zone_count)
#define CARD(x) ((uint64_t)(x) < game->card_count)
#define STACK(x) ((uint64_t)(x) < game->stack_count)

#endif
