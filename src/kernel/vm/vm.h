/* vm.h: a run of a game's program, and what the bodies of its instructions call.
 *
 * vm.c has the loop and the entries for the rest of the kernel; vm_steps.c what single instructions
 * do, vm_choose.c choices with their look-ahead. Only they, and back ends of their own
 * (bodies.inc), include this. */
#ifndef LF_VM_H
#define LF_VM_H

#include "kernel/state/state.h"

typedef enum {
    LF_STOP_NONE,
    LF_STOP_DECISION,
    LF_STOP_OVER,
    LF_STOP_FAULT,
    LF_STOP_RETURN,  /* a routine called from outside is done */
    LF_STOP_SUCCESS, /* look-ahead: what was tried can be carried through */
    LF_STOP_FAIL,    /* look-ahead: it cannot */
    LF_STOP_CHANCE,  /* explicit chance has to decide first; so too while looking ahead */
    /* between the routines of native code (native/flow.h): */
    LF_STOP_LEFT,     /* play has left all routines; it goes on in the course of play */
    LF_STOP_ELSEWHERE /* no function begins there: bytecode takes over */
} lf_stop;

/* Finds a position that comes again without a decision between: it is compared with one kept from
 * before, and the steps from keeping to keeping double (Brent), so that any circle is found within
 * three times its length. */
typedef struct {
    uint64_t kept;
    uint32_t since, until;
} lf_circle;

typedef struct {
    const lf_game *game;
    unsigned char *block;
    lf_state *observer; /* NULL: nobody watches */
    unsigned char *scratch;
    unsigned char *supposed;     /* what SUPPOSE keeps: game->supposing times lf_supposed_size */
    lf_state *unsuspecting;      /* who watches, but is told of nothing that is only supposed */
    uint32_t supposing;          /* how many SUPPOSE wait for their RESTORE */
    uint64_t *hits, *probe_hits; /* per instruction; NULL: not counted */
    volatile int *at;            /* lf_mark_steps */
    lf_clamp *clamps;            /* lf_count_clamps */
    int64_t budget;              /* of work; below zero: too much */
    lf_circle round, idle;       /* at the end of a phase; at the search for actions in one phase */
    uint32_t floor;              /* RET at this depth leaves the loop */
    uint32_t probe_depth;        /* > 0: looking ahead */
    uint32_t high;               /* first word of frames that has not been touched in this run */
    /* who made the decision that this run carries out: the seat's bit; 0: nobody */
    uint32_t decided;
    /* hidden cards that came into view or that a rule looked at, look-ahead included */
    uint32_t learned;
    uint16_t asked_stack; /* LF_STOP_CHANCE: as in the head */
    /* native code: how far above the window the registers of what failed lie */
    uint32_t fault_shift;
    /* bytecode only: somebody will look at the position in the middle of a run */
    bool by_loop;
    bool draws;     /* what is called from outside may draw from the generator what is open */
    bool committed; /* this run has passed a COMMIT; the position there: */
    int8_t committed_active;
    uint64_t committed_running;
    lf_fault fault;
    lf_components *components; /* the state's */
} lf_vm;
_Static_assert(sizeof(lf_vm) == 184, "lf_vm_for writes every field: a new one, too");

/* Native code of a game (native/native.c). */
struct lf_native {
    /* what it was made of: a game with another program has no use for it */
    const lf_instr *code;
    lf_stop (*run)(lf_vm *); /* nobody watches */
    /* Gives the pending choice of a state that nobody watches the value of one of its options, and
     * runs to the next one: what lf_apply does, in one go. LF_BAD_ARGUMENT: it has no such
     * option. */
    lf_status (*apply)(lf_state *, int option);
    /* lf_playout for such a state */
    int64_t (*playout)(lf_state *, uint64_t *const *rng, int64_t most);
    void *object; /* as dlopen gave it */
};
/* It may be there all of a sudden, while others play the game: who wants it asks once. */
static inline const struct lf_native *lf_native_of(const lf_game *game) {
    return __atomic_load_n(&game->native, __ATOMIC_ACQUIRE);
}

/* ---- runs (vm.c) ---- */

/* What a run begins with, where this routine waits. */
static inline void lf_vm_again(lf_vm *vm, const lf_routine *waiting) {
    vm->budget = LF_MAX_WORK;
    vm->round = vm->idle = (lf_circle){0};
    vm->high = lf_head_const(vm->block)->base + waiting->frame_words;
    vm->learned = 0;
    vm->committed = false;
}

/* A run that goes on where the state stands, with a whole budget. Nobody watches it yet. Every
 * field is written by itself: runs are short, and clearing the whole at once is slower. */
static inline lf_vm lf_vm_for(const lf_state *state, const lf_game *game) {
    lf_vm vm;
    vm.game = game;
    vm.block = state->block;
    vm.observer = NULL;
    vm.scratch = state->scratch;
    vm.supposed = state->supposed;
    vm.unsuspecting = NULL;
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
    /* no part of the state's value */
    vm.components = (lf_components *)(uintptr_t)&state->components;
    lf_vm_again(&vm, &game->routines[lf_head_const(state->block)->routine]);
    return vm;
}
/* Runs from the head's pc until something stops it. */
lf_stop lf_vm_run(lf_vm *);
/* What a run that has stopped leaves behind in the state, whatever stopped it. */
void lf_vm_finish(lf_state *, lf_vm *, lf_stop);
/* The same where it waits for a decision (vm_steps.c). */
LF_KERNEL_HOT void lf_vm_settle(const lf_vm *);
/* Has nothing changed since the phase looked for its actions? */
LF_KERNEL_STATIC bool lf_vm_is_untouched(const lf_vm *);

/* ---- listing (disassemble.c) ---- */

/* One instruction as the disassembly has it, without its line's end; its place in the spec if that
 * is not *last_place. */
void lf_instruction_listing(const lf_game *, uint32_t pc, uint32_t *last_place, lf_text *out);

/* ---- choices (vm_choose.c) ---- */

/* At a CHOOSE: gives *value its only option (LF_STOP_NONE), or says why play does not go on. */
LF_KERNEL_FN lf_stop lf_vm_choose_among(lf_vm *, const lf_choice_site *, int64_t *r,
                                        int64_t *value);

/* Is the seat asked, although it has no other option than this? Not while somebody looks ahead
 * or calls a routine from outside: then nobody can answer. */
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

/* The same; the short way for what most choices are: among the bits of a word, with no
 * look-ahead. */
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

/* ---- explicit chance (vm_chance.c): LF_STOP_NONE, or why play does not go on ---- */
lf_stop lf_vm_ask_die(lf_vm *, int64_t sides);
/* Before the card in this place is looked at. */
lf_stop lf_vm_ask_place(lf_vm *, uint32_t stack, uint32_t place);
/* Before the order of stacks becomes part of a key. */
lf_stop lf_vm_ask_history(lf_vm *, uint32_t repetition);
/* Before this card is moved. */
lf_stop lf_vm_ask_card(lf_vm *, uint32_t card);
lf_stop lf_vm_shuffle_openly(lf_vm *, uint32_t stack);
lf_stop lf_vm_put_all_openly(lf_vm *, uint32_t from, uint32_t to, bool bottom);
lf_stop lf_vm_deal_openly(lf_vm *, int64_t count, uint32_t from, uint32_t to);

/* ---- what would be so (vm_suppose.c) ---- */

/* Keeps the position. False if there is no room for one more. */
bool lf_vm_suppose(lf_vm *);
/* Back to the position that was kept last. False if there is none. */
bool lf_vm_restore(lf_vm *);

/* ---- what single instructions do (vm_steps.c) ---- */

/* A new window whose registers begin `shift` words above the running routine's. False if there is
 * no room. */
LF_KERNEL_HOT bool lf_vm_enter(lf_vm *, uint32_t routine, uint32_t shift, uint32_t return_pc);
/* Back to the caller: where it goes on. */
LF_KERNEL_HOT uint32_t lf_vm_leave(lf_vm *);
/* Back to the course of play: routine 0. */
LF_KERNEL_STATIC void lf_vm_unwind(lf_vm *);
/* The same from a phase, for good: where to go on, `where` or behind the exit hook if that is what
 * runs. */
LF_KERNEL_FN uint32_t lf_vm_leave_phase(lf_vm *, uint32_t where);
/* All on which the further course of play depends, when routine 0 runs at this place. */
LF_KERNEL_FN uint64_t lf_vm_key(const lf_vm *, uint32_t place, bool with_turn);
/* Keeps in the set what compares as `code` says. False if an element has no such number. */
LF_KERNEL_FN bool lf_vm_keep_compared(const lf_vm *, uint64_t *set, const int64_t *r,
                                      uint8_t sources, uint8_t code);
LF_KERNEL_HOT void lf_vm_store(lf_vm *, const lf_var *, uint32_t owner, int64_t value);
/* The same. In native code, where all about the variable is a constant, a few instructions if it
 * has the value already. */
#ifdef LF_NATIVE_CODE
static inline void lf_vm_put_value(lf_vm *vm, const lf_var *var, uint32_t owner, int64_t value) {
    if (var->visibility != 0 || lf_var_read(vm->block, var, owner) != value)
        lf_vm_store(vm, var, owner, value);
}
#else
#define lf_vm_put_value lf_vm_store
#endif
LF_KERNEL_FN void lf_vm_put_card(lf_vm *, uint32_t card, uint32_t stack, uint32_t how);
LF_KERNEL_FN void lf_vm_put_all(lf_vm *, uint32_t from, uint32_t to, bool bottom);
LF_KERNEL_FN int64_t lf_vm_roll(lf_vm *, uint32_t sides);

/* ---- events (vm_events.c) ---- */
void lf_vm_tell_roll(const lf_vm *, uint32_t sides, int64_t value);
/* A set, whose first word is at `place`, is about to become `now`. */
void lf_vm_tell_set(const lf_vm *, uint32_t place, uint32_t words, const uint64_t *now);
void lf_vm_tell_text(const lf_vm *, uint32_t template, lf_log_level, const int64_t *r);
/* Before a log line is computed in the registers, and after it has been told. */
void lf_vm_listen(const lf_vm *);
void lf_vm_forget(const lf_vm *);

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

static inline void lf_zero_words(int64_t *frames, uint32_t from, uint32_t to) {
    if (from < to)
        memset(frames + from, 0, (to - from) * sizeof *frames);
}

/* Zeroes what is dead at a decision, so that equal positions are equal bytes. Tables stay until
 * their routine ends. */
static inline void lf_vm_clear_dead(const lf_vm *vm, const lf_choice_site *site,
                                    const lf_routine *routine) {
    const uint32_t base = lf_head_const(vm->block)->base;
    assert(site->live <= routine->registers && base + routine->frame_words <= vm->high);
    int64_t *frames = lf_frames(LF_GAME(vm), vm->block);
    if (lf_has_tables(routine)) {
        lf_zero_words(frames, base + site->live, base + routine->registers);
        lf_zero_words(frames, base + routine->frame_words, vm->high);
    } else {
        lf_zero_words(frames, base + site->live, vm->high);
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

/* Takes the first element out; none if there is none. */
static inline int64_t lf_take_first(uint64_t *set, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (set[w] != 0) {
            const int bit = __builtin_ctzll(set[w]);
            set[w] &= set[w] - 1;
            return (int64_t)w * 64 + bit;
        }
    return -1;
}

/* What a call pays: no straight run through the routine is longer. */
static inline uint32_t lf_length_of(const lf_routine *routine) {
    return routine->end - routine->entry;
}

static inline bool lf_comes_again(lf_circle *circle, uint64_t key) {
    if (circle->until > 0 && key == circle->kept)
        return true;
    if (circle->since++ == circle->until) {
        circle->kept = key;
        circle->since = 0;
        circle->until = circle->until * 2 + 1;
    }
    return false;
}

/* A rule looks at a card of this stack. What it does next may tell the player who decided which
 * card it is: by what it offers, by what it changes. So looking at what that player cannot see
 * counts as showing it. */
static inline void lf_vm_look_at(lf_vm *vm, int stack) {
    if (stack >= 0 && LF_GAME(vm)->stacks[stack].visibility != 0 &&
        (lf_stack_seats(LF_GAME(vm), stack) & vm->decided) == 0)
        vm->learned++;
}

/* The same of a variable that not all may know. */
static inline void lf_vm_peek(lf_vm *vm, const lf_var *var, int64_t owner) {
    if ((lf_var_seats(var, owner) & vm->decided) == 0)
        vm->learned++;
}

/* Tells a profiler which instruction runs now. */
static inline void lf_vm_mark(const lf_vm *vm, int instruction) {
    if (vm->at != NULL)
        *vm->at = instruction;
}

/* Before an instruction of the counting loop: does it give a variable a number outside of its
 * range? */
void lf_vm_count_clamp(const lf_vm *, uint32_t pc, const int64_t *r);

#endif
