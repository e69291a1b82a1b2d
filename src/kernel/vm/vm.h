/* vm.h: a run of a game's program, and the functions that the bodies of its instructions call.
 *
 * vm.c has the loop and starts runs, vm_steps.c has what single instructions do, vm_choose.c
 * choices with their look-ahead. Only these files and the other back ends (bodies.inc) include
 * this. */
#ifndef LF_VM_H
#define LF_VM_H

#include "kernel/state/state.h"

typedef enum {
    LF_STOP_NONE,
    LF_STOP_DECISION,
    LF_STOP_OVER,
    LF_STOP_FAULT,
    LF_STOP_RETURN,  /* a routine called from outside has returned */
    LF_STOP_SUCCESS, /* look-ahead: what was tried can be completed */
    LF_STOP_FAIL,    /* look-ahead: it cannot */
    LF_STOP_CHANCE,  /* explicit chance has to decide first; also in look-ahead */
    /* between the routines of native code (native/flow.h): */
    LF_STOP_LEFT,     /* play has left all routines and continues in routine 0 */
    LF_STOP_ELSEWHERE /* no native function begins there: bytecode takes over */
} lf_stop;

/* Detects that a position repeats without a decision in between (Brent's algorithm). Each key is
 * compared with a stored one, and the distance between stored keys doubles. So a cycle is found
 * within three times its length. */
typedef struct {
    uint64_t stored;
    uint32_t since, until; /* keys since it was stored, and when the next one is stored */
} lf_cycle;

typedef struct {
    const lf_game *game;
    unsigned char *block;
    lf_state *observer; /* NULL: nobody observes */
    unsigned char *scratch;
    unsigned char *supposed;      /* what SUPPOSE saves: game->supposing times lf_supposed_size */
    lf_state *suspended_observer; /* the observer, while a position is only supposed */
    uint32_t supposing;           /* how many SUPPOSE wait for their RESTORE */
    uint64_t *hits, *probe_hits;  /* per instruction; NULL: not counted */
    volatile int *at;             /* lf_mark_steps */
    lf_clamp *clamps;             /* lf_count_clamps */
    int64_t budget;               /* work that is left; below zero: the run fails */
    lf_cycle round, idle; /* at the end of phases; at the search for actions within a phase */
    uint32_t floor;       /* a RET at this depth ends the run */
    uint32_t probe_depth; /* > 0: this run is a look-ahead */
    uint32_t high;        /* index in frames of the first register not used in this run */
    /* the bit of the seat whose decision this run carries out; 0: none */
    uint32_t decided;
    /* number of hidden cards that a seat has seen or a rule has read, look-ahead included */
    uint32_t learned;
    uint16_t asked_stack; /* LF_STOP_CHANCE: as in the head */
    /* native code: distance from the window up to the registers of the routine that failed */
    uint32_t fault_shift;
    /* use bytecode only: the caller will read the position in the middle of a run */
    bool by_loop;
    bool draws;     /* a routine called from outside may draw open cards from the RNG */
    bool committed; /* this run has passed a COMMIT; what follows is the position there */
    int8_t committed_active;
    uint64_t committed_running;
    lf_fault fault;
    lf_components *components; /* the state's */
} lf_vm;
_Static_assert(sizeof(lf_vm) == 184, "lf_vm_for must write every field; add a new one there");

/* Native code of a game (native/native.c). */
struct lf_native {
    /* the program that it was made of; a game with another program cannot use it */
    const lf_instr *code;
    lf_stop (*run)(lf_vm *); /* for a run without observer */
    /* lf_apply for a state without observer: gives the pending choice the value of an option and
     * runs to the next choice. LF_BAD_ARGUMENT: there is no such option. */
    lf_status (*apply)(lf_state *, int option);
    /* lf_playout for a state without observer */
    int64_t (*playout)(lf_state *, uint64_t *const *rng, int64_t most);
    void *object; /* as dlopen gave it */
};
/* Another thread may publish native code while the game is being played, so a caller reads the
 * pointer once and keeps it. */
static inline const struct lf_native *lf_native_of(const lf_game *game) {
    return __atomic_load_n(&game->native, __ATOMIC_ACQUIRE);
}

/* ---- runs (vm.c) ---- */

/* Resets the fields that every run begins with; `waiting` is the suspended routine. */
static inline void lf_vm_again(lf_vm *vm, const lf_routine *waiting) {
    vm->budget = LF_MAX_WORK;
    vm->round = vm->idle = (lf_cycle){0};
    vm->high = lf_head_const(vm->block)->base + waiting->frame_size;
    vm->learned = 0;
    vm->committed = false;
}

/* A run that continues where the state has stopped, with a full budget and no observer. It assigns
 * every field by itself: runs are short, and clearing the whole structure is slower. */
static inline lf_vm lf_vm_for(const lf_state *state, const lf_game *game) {
    lf_vm vm;
    vm.game = game;
    vm.block = state->block;
    vm.observer = NULL;
    vm.scratch = state->scratch;
    vm.supposed = state->supposed;
    vm.suspended_observer = NULL;
    vm.supposing = 0;
    vm.hits = state->hits;
    vm.probe_hits = state->probe_hits;
    vm.at = state->at;
    vm.clamps = state->clamps;
    vm.floor = UINT32_MAX;
    vm.probe_depth = vm.decided = vm.fault_shift = 0;
    vm.asked_stack = 0;
    vm.by_loop = vm.draws = false;
    vm.committed_active = 0;
    vm.committed_running = 0;
    vm.fault = LF_FAULT_NONE;
    /* a cache, not part of the state's value */
    vm.components = (lf_components *)(uintptr_t)&state->components;
    lf_vm_again(&vm, &game->routines[lf_head_const(state->block)->routine]);
    return vm;
}
/* Runs from the head's pc until something stops the run. */
lf_stop lf_vm_run(lf_vm *);
/* Brings the state into the form in which it waits or has ended, after a run has stopped. */
void lf_vm_finish(lf_state *, lf_vm *, lf_stop);
/* The same for a run that waits for a decision (vm_steps.c). */
LF_KERNEL_HOT void lf_vm_settle(const lf_vm *);
/* Has nothing changed since the phase looked for its actions? */
LF_KERNEL_STATIC bool lf_vm_is_untouched(const lf_vm *);

/* ---- listing (disassemble.c) ---- */

/* One line of the disassembly without the newline. It names the place in the spec if that is not
 * *last_place. */
void lf_instruction_listing(const lf_game *, uint32_t pc, uint32_t *last_place, lf_text *out);

/* ---- choices (vm_choose.c) ---- */

/* At a CHOOSE: stores the only option in *value (LF_STOP_NONE), or returns why play stops. */
LF_KERNEL_FN lf_stop lf_vm_choose_among(lf_vm *, const lf_choice_site *, int64_t *r,
                                        int64_t *value);

/* Is the seat asked, although it has only this option? Never in look-ahead or in a routine that was
 * called from outside: nobody could answer there. */
static inline bool lf_vm_asks(const lf_vm *vm, const lf_choice_site *site, int64_t seat,
                              int64_t value) {
    const uint32_t mode = lf_head_const(vm->block)->forced;
    if (mode == LF_FORCED_TAKE || vm->probe_depth > 0 || vm->floor != UINT32_MAX)
        return false;
    const bool listed = site->domain == LF_DOMAIN_ACTIONS && value >= 0 && value < 64;
    const bool always = listed && (site->ask_always >> value & 1);
    const bool real = listed && (site->ask_real >> value & 1);
    return mode == LF_FORCED_ASK || always || (!real && (site->asked >> seat & 1));
}

/* lf_vm_choose_among with a short path for the most common choices: those among the bits of one
 * word, without look-ahead. */
static inline lf_stop lf_vm_choose(lf_vm *vm, const lf_choice_site *site, int64_t *r,
                                   int64_t *value) {
    const uint64_t set = (uint64_t)r[site->source];
    const bool plain = lf_is_word(LF_GAME(vm), site) && !site->checked && LF_MAX_OPTIONS > 64 &&
                       !(site->shows_cards && LF_GAME(vm)->layout.viewers > 1);
    if (!plain || set == 0 || LF_OBSERVER(vm) != NULL || vm->probe_depth > 0 ||
        (uint64_t)r[site->by] >= LF_GAME(vm)->seat_count)
        return lf_vm_choose_among(vm, site, r, value);
    lf_head_of(vm->block)->way_out = site->or_done;
    if (site->or_done || (set & (set - 1)) != 0)
        return LF_STOP_DECISION;
    *value = __builtin_ctzll(set);
    return lf_vm_asks(vm, site, r[site->by], *value) ? LF_STOP_DECISION : LF_STOP_NONE;
}

/* ---- explicit chance (vm_chance.c) ----
 *
 * Each returns LF_STOP_NONE, or why play stops. */
lf_stop lf_vm_ask_die(lf_vm *, int64_t sides);
/* To be called before the card in this place is read. */
lf_stop lf_vm_ask_place(lf_vm *, uint32_t stack, uint32_t place);
/* To be called before the order of stacks becomes part of a key. */
lf_stop lf_vm_ask_history(lf_vm *, uint32_t repetition);
/* To be called before this card is moved. */
lf_stop lf_vm_ask_card(lf_vm *, uint32_t card);
lf_stop lf_vm_shuffle_openly(lf_vm *, uint32_t stack);
lf_stop lf_vm_put_all_openly(lf_vm *, uint32_t from, uint32_t to, bool bottom);
lf_stop lf_vm_deal_openly(lf_vm *, int64_t count, uint32_t from, uint32_t to);

/* ---- supposed positions (vm_suppose.c) ---- */

/* Saves the position. False if there is no room for one more. */
bool lf_vm_suppose(lf_vm *);
/* Returns to the position that was saved last. False if there is none. */
bool lf_vm_restore(lf_vm *);

/* ---- what single instructions do (vm_steps.c) ---- */

/* Opens a window whose registers begin `shift` registers above those of the running routine. False
 * if there is no room. */
LF_KERNEL_HOT bool lf_vm_enter(lf_vm *, uint32_t routine, uint32_t shift, uint32_t return_pc);
/* Returns to the caller: the pc at which it continues. */
LF_KERNEL_HOT uint32_t lf_vm_leave(lf_vm *);
/* Leaves all routines: back to the course of play, routine 0. */
LF_KERNEL_STATIC void lf_vm_unwind(lf_vm *);
/* The same to leave a phase for good. Returns where play continues: at `where`, or behind the exit
 * hook if the exit hook is running. */
LF_KERNEL_FN uint32_t lf_vm_leave_phase(lf_vm *, uint32_t where);
/* A hash of everything that the further course of play depends on, while routine 0 is at this
 * place. */
LF_KERNEL_FN uint64_t lf_vm_key(const lf_vm *, uint32_t place, bool with_turn);
/* Keeps the elements of the set whose numbers compare as `code` says. False if an element has no
 * such number. */
LF_KERNEL_FN bool lf_vm_keep_compared(const lf_vm *, uint64_t *set, const int64_t *r,
                                      uint8_t sources, uint8_t code);
LF_KERNEL_HOT void lf_vm_store(lf_vm *, const lf_var *, uint32_t owner, int64_t value);
/* Assigns a variable. In native code, where the variable is a constant, this takes a few
 * instructions if it has the value already. */
#ifdef LF_NATIVE_CODE
static inline void lf_vm_put_value(lf_vm *vm, const lf_var *var, uint32_t owner, int64_t value) {
    if (var->visibility != LF_VISIBLE_ALL || lf_var_read(vm->block, var, owner) != value)
        lf_vm_store(vm, var, owner, value);
}
#else
#define lf_vm_put_value lf_vm_store
#endif
LF_KERNEL_FN void lf_vm_put_card(lf_vm *, uint32_t card, uint32_t stack, uint32_t how);
LF_KERNEL_FN void lf_vm_put_all(lf_vm *, uint32_t from, uint32_t to, bool bottom);
LF_KERNEL_FN int64_t lf_vm_roll(lf_vm *, uint32_t sides);

/* ---- events (vm_events.c) ---- */
void lf_vm_notify_roll(const lf_vm *, uint32_t sides, int64_t value);
/* A set, whose first word is at `place`, is about to become `now`. */
void lf_vm_notify_set(const lf_vm *, uint32_t place, uint32_t words, const uint64_t *now);
void lf_vm_notify_log(const lf_vm *, uint32_t template, lf_log_level, const int64_t *r);
/* To be called before a log line is computed in the registers, and after it was reported. */
void lf_vm_save_registers(const lf_vm *);
void lf_vm_restore_registers(const lf_vm *);

/* ---- arithmetic and sets ---- */

static inline int64_t lf_floor_div(int64_t a, int64_t b) {
    const int64_t q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

/* The remainder that belongs to lf_floor_div: it has the sign of b. */
static inline int64_t lf_floor_mod(int64_t a, int64_t b) {
    const int64_t m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
}

static inline uint64_t lf_filter_of(const lf_game *game, int64_t mask) {
    return game->slot_count >= 64 ? (uint64_t)mask
                                  : (uint64_t)mask & ((UINT64_C(1) << game->slot_count) - 1);
}

static inline void lf_zero_registers(int64_t *frames, uint32_t from, uint32_t to) {
    if (from < to)
        memset(frames + from, 0, (to - from) * sizeof *frames);
}

/* Clears the registers that are dead at a decision, so that equal positions are equal bytes. Tables
 * stay until their routine ends. */
static inline void lf_vm_clear_dead(const lf_vm *vm, const lf_choice_site *site,
                                    const lf_routine *routine) {
    const uint32_t base = lf_head_const(vm->block)->base;
    assert(site->live <= routine->registers && base + routine->frame_size <= vm->high);
    int64_t *frames = lf_frames(LF_GAME(vm), vm->block);
    if (lf_has_tables(routine)) {
        lf_zero_registers(frames, base + site->live, base + routine->registers);
        lf_zero_registers(frames, base + routine->frame_size, vm->high);
    } else {
        lf_zero_registers(frames, base + site->live, vm->high);
    }
}

static inline bool lf_has_element(const uint64_t *set, uint32_t words) {
    uint64_t any = set[0];
    for (uint32_t w = 1; w < words; w++)
        any |= set[w];
    return any != 0;
}

static inline uint32_t lf_elements(const uint64_t *set, uint32_t words) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < words; w++)
        n += lf_popcount(set[w]);
    return n;
}

/* Removes the first element and returns it; -1 if the set is empty. */
static inline int64_t lf_take_first(uint64_t *set, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (set[w] != 0) {
            const int bit = __builtin_ctzll(set[w]);
            set[w] &= set[w] - 1;
            return (int64_t)w * 64 + bit;
        }
    return -1;
}

/* The work that a call pays: no run through the routine without a backward jump is longer. */
static inline uint32_t lf_length_of(const lf_routine *routine) {
    return routine->end - routine->entry;
}

static inline bool lf_cycle_found(lf_cycle *cycle, uint64_t key) {
    if (cycle->until > 0 && key == cycle->stored)
        return true;
    if (cycle->since++ == cycle->until) {
        cycle->stored = key;
        cycle->since = 0;
        cycle->until = cycle->until * 2 + 1;
    }
    return false;
}

/* Notes that a rule reads a card of this stack. What the rule offers or changes next may reveal the
 * card to the seat that decided. So reading a card that this seat cannot see counts as revealing
 * it. */
static inline void lf_vm_note_card_read(lf_vm *vm, int stack) {
    if (stack >= 0 && LF_GAME(vm)->stacks[stack].visibility != LF_VISIBLE_ALL &&
        (lf_stack_seats(LF_GAME(vm), stack) & vm->decided) == 0)
        vm->learned++;
}

/* The same for a variable that not all seats may know. */
static inline void lf_vm_note_var_read(lf_vm *vm, const lf_var *var, int64_t owner) {
    if ((lf_var_seats(var, owner) & vm->decided) == 0)
        vm->learned++;
}

/* Stores for a profiler which instruction is running. */
static inline void lf_vm_mark(const lf_vm *vm, int instruction) {
    if (vm->at != NULL)
        *vm->at = instruction;
}

/* The counting loop calls this before each instruction, to count assignments outside the range of a
 * variable. */
void lf_vm_count_clamp(const lf_vm *, uint32_t pc, const int64_t *r);

#endif
