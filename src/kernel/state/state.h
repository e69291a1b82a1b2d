/* state.h: a state is one flat block of bytes that holds everything that can influence play.
 *
 * The block holds no pointer. So a copy is a memcpy, equality a memcmp, and a save is the block
 * with a header. It has these regions, whose offsets are the same for all states of a game
 * (lf_layout):
 *
 *   head        phase, active player, RNG, outcome, program counter of the VM, fixed rolls
 *   cells options, then variables of the game, of seats and of spaces, each in as few bytes as
 *               its range needs
 *   sets        set variables; a set is a sequence of 64-bit words, one bit for each element
 *   counts      uint8 [zone][slot]: like pieces have no identity, a zone holds a number of each
 *   cards       each card has its stack and the cards below and above it; each stack has its top,
 *               bottom and size
 *   presence    which slots have pieces in a zone, and in which zones a slot has pieces: most rules
 *               ask only this
 *   open        one bit for each card: its place in its stack is not decided yet (explicit chance)
 *   knowledge   what each viewer can know of the places of cards; not part of the hash
 *   history     keys of the positions that rules have remembered, oldest first
 *   calls       return addresses of the running routines
 *   frames      the registers of the running routines, one window for each call
 *
 * A pending decision needs no data of its own: the program has stopped at a CHOOSE, and the options
 * are in its registers. With explicit chance it stops in the same way at an instruction that rolls
 * a die or needs a card whose place is open.
 *
 * Invariants.
 * - `running` is the xor of lf_cell_hash over every nonzero cell, set word, count, card field and
 *   word of open cards. Every write goes through the setters below, which keep it so. lf_hash adds
 *   the head, the calls and the live frames. In a block with `quick_hash`, `running` is a cheaper
 *   number that only tells the positions of one run apart; lf_hash then computes the hash anew.
 * - Presence follows from the counts and is not hashed; lf_count_set updates both. The card above a
 *   card follows from the other card fields in the same way.
 * - Open cards of one stack are exchangeable: each is equally likely to be in any of their places.
 *   They are stored in ascending order. A stack has either none or at least two of them, and has
 *   them only with explicit chance.
 * - At a decision, every register above the live ones of the top routine is zero, and so is
 *   everything above its tables. So equal positions reached by the same calls are equal bytes.
 *   After
 *   the end of the game or an error all registers are zero.
 * - Nothing in a block is trusted: every index is checked when it is used, because a block may come
 *   from a file.
 *
 * Functions that only read a block still take `unsigned char *`, where the accessors of a region
 * serve readers and writers alike (LF_REGION). A function that takes `const lf_state *` does not
 * change the state's value: its block ends as it was, although lf_call_pure uses the free space
 * above the live frames, and the cache `components` and the counters of profile.c may change. So
 * two threads must not use one state at the same time, even to read. */
#ifndef LF_STATE_H
#define LF_STATE_H

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "kernel/target.h"
#include "ludoforge_env.h"
#include "support/errors.h"
#include "support/rng.h"

#define LF_SET_WORDS_MAX ((LF_MAX_ZONES + LF_MAX_CARDS) / 64 + 1) /* more than any set has */

typedef enum { LF_RUN_DECISION, LF_RUN_OVER, LF_RUN_ERROR, LF_RUN_CHANCE } lf_run_status;

typedef struct {
    uint64_t running;
    uint64_t generator;
    uint64_t identity; /* of the game, so that a block is never used with another */
    /* where to go on: the pending CHOOSE, or the instruction that waits for chance */
    uint32_t pc;
    uint32_t base; /* index in frames of the first register of the running routine */
    uint32_t routine;
    uint32_t depth; /* number of calls below the running routine */
    uint32_t turn;
    /* counts dice, shuffles and what seats have learned: an undo does not go back across a change
     * of it; not part of the hash */
    uint32_t barrier;
    int16_t phase, wanted_phase; /* wanted_phase: GOTOPHASE sets it, PHASEJUMP uses it */
    int16_t scenario, checkpoint;
    int16_t site; /* pending choice, or -1 */
    int8_t active, winner;
    uint8_t status;  /* lf_run_status */
    uint8_t ranked;  /* the outcome is decided by margins */
    uint8_t error;   /* lf_fault */
    uint8_t way_out; /* the pending choice has a way out */
    uint8_t roll_count;
    uint8_t rolls[LF_MAX_FIXED_ROLLS]; /* dice fixed by a test, next first */
    /* nothing has changed since the phase looked for its legal actions (lf_reoffer); not part of
     * the hash */
    uint8_t untouched;
    /* LF_RUN_CHANCE: the stack that a card is drawn from, plus one; 0: chance rolls a die */
    uint16_t asked_stack;
    uint16_t dealt;              /* number of cards already dealt by a DEAL that waits for chance */
    uint8_t explicit_chance : 1; /* chance is a decision */
    uint8_t forced : 2;          /* lf_forced; not part of the hash */
    uint8_t unused : 5;
    uint8_t quick_hash; /* `running` is the cheaper number (lf_hash_on_demand); never in a save */
} lf_head;
_Static_assert(sizeof(lf_head) == 88, "a head has no padding");

typedef struct {
    uint32_t pc;         /* return address */
    uint16_t base_shift; /* distance down to the caller's window */
    uint16_t routine;    /* of the caller */
} lf_call;

typedef enum {
    LF_FAULT_NONE,
    LF_FAULT_DEAD_END,  /* a choice without options that no look-ahead prevented */
    LF_FAULT_STEPS,     /* the run has used up its budget of work */
    LF_FAULT_LOOKAHEAD, /* look-aheads nest too deeply */
    LF_FAULT_VALUE,     /* index, division, count out of range */
    LF_FAULT_OPTIONS,   /* more options than a decision may have */
    LF_FAULT_STATE,     /* the block does not fit the program; calls nest too deeply */
    LF_FAULT_CHOICE,    /* a choice in effects that may have none */
    LF_FAULT_ROUNDS,    /* a loop without a declared bound has run too often */
    LF_FAULT_CIRCLE,    /* the phases repeat without a decision, and nothing changes */
    LF_FAULT_IDLE,      /* the only action is taken again and again, and nothing changes */
    LF_FAULT_ROLL,      /* a fixed roll that the die cannot show */
    LF_FAULT_REQUIRE,   /* a failed require that no look-ahead prevented */
    LF_FAULT_NOTHING,   /* the smallest, greatest or first element of an empty set */
    LF_FAULT_SUPPLY,    /* a move from or to the supply of kinds that have none */
    /* something that cannot wait for chance reads a card whose place is open */
    LF_FAULT_OPEN,
    LF_FAULTS
} lf_fault;

#define LF_COMPONENTS 8
/* A cache for lf_map_reach_known: the connected parts of the set `through`, and the spaces around
 * each part, as far as rules have asked for them. Rules often ask for one space after the other
 * through the same set. The answers depend on the map alone, so they never become stale. */
typedef struct {
    uint64_t through;
    uint64_t parts[LF_COMPONENTS], around[LF_COMPONENTS];
    uint32_t count;
} lf_components;

struct lf_state {
    const lf_game *game;
    unsigned char *block;
    /* copies for look-ahead, LF_MAX_LOOKAHEAD_DEPTH blocks; NULL if the game needs none */
    unsigned char *scratch;
    /* what SUPPOSE saves (vm_suppose.c), game->supposing times; NULL if the game needs none */
    unsigned char *supposed;
    lf_observer observer;
    uint64_t *hits, *probe_hits; /* the counters of profile.c; not part of the state's value */
    uint64_t *call_hits;
    lf_clamp *clamps;
    volatile int *at;
    bool tried_fresh; /* `fresh` has been made, or cannot be made */
    /* the first position, for lf_state_reset, if nothing is drawn before it; or NULL */
    unsigned char *fresh;
    bool quick_hash;    /* its block has it, too (lf_hash_on_demand) */
    lf_error error;     /* the text of the last rule error */
    uint32_t log_lines; /* events reported in the present run (LF_MAX_LOG_LINES) */
    /* the registers as they were before a log line was made (vm_events.c); NULL until the first */
    int64_t *saved_registers;
    uint32_t saved_count;
    /* for the set that REACH went through last; here, because look-ahead copies lf_vm */
    lf_components components;
};

/* Bytes for the look-ahead copies of one run. */
static inline size_t lf_scratch_size(const lf_game *game) {
    return (size_t)game->layout.size * LF_MAX_LOOKAHEAD_DEPTH;
}

/* What a supposed position may change lies in two parts of the block: the values (cells, sets and
 * counts), and the presence of pieces. */
static inline uint32_t lf_values_size(const lf_game *game) {
    return game->layout.card_stack - game->layout.cells;
}
static inline uint32_t lf_presence_size(const lf_game *game) {
    return game->layout.open - game->layout.zone_slots;
}
#define LF_KEPT_HEAD 16u
static inline size_t lf_supposed_size(const lf_game *game) {
    return LF_KEPT_HEAD + lf_values_size(game) + lf_presence_size(game);
}

static inline lf_head *lf_head_of(unsigned char *block) {
    return (lf_head *)(void *)block;
}
static inline const lf_head *lf_head_const(const unsigned char *block) {
    return (const lf_head *)(const void *)block;
}

#define LF_REGION(name, type, field)                                                               \
    static inline type *name(const lf_game *game, unsigned char *block) {                          \
        return (type *)(void *)(block + game->layout.field);                                       \
    }
LF_REGION(lf_sets, uint64_t, sets)
LF_REGION(lf_counts, uint8_t, counts)
LF_REGION(lf_calls, lf_call, calls)
LF_REGION(lf_frames, int64_t, frames)
LF_REGION(lf_zone_slots, uint64_t, zone_slots)
LF_REGION(lf_slot_zones, uint64_t, slot_zones)
LF_REGION(lf_open, uint64_t, open)
LF_REGION(lf_past, uint64_t, history)
#undef LF_REGION

static inline bool lf_has_tables(const lf_routine *routine) {
    return routine->registers < routine->frame_size;
}

/* What one datum contributes to the running hash. A zero contributes nothing, so an empty block has
 * the hash 0. `key` is unique over all regions (lf_hash_keys). */
static inline uint64_t lf_cell_hash(uint32_t key, uint64_t value) {
    return value == 0 ? 0 : lf_mix64(value * LF_GOLDEN + key * UINT64_C(0xD1B54A32D192ED03));
}

/* By how much a quick hash changes with a datum. It is the sum of all data, each times a factor of
 * its place, which costs a fraction of lf_cell_hash. */
static inline uint64_t lf_quick_hash_change(uint32_t place, uint64_t old, uint64_t now) {
    return (now - old) * (lf_mix64(place + LF_GOLDEN) | 1);
}

/* Updates the running hash for a datum of the block that is about to change. */
static inline void lf_running_change(unsigned char *block, uint32_t place, uint64_t old,
                                     uint64_t now) {
    lf_head *head = lf_head_of(block);
    if (head->quick_hash)
        head->running += lf_quick_hash_change(place, old, now);
    else
        head->running ^= lf_cell_hash(place, old) ^ lf_cell_hash(place, now);
}

/* The same for a datum that follows from others: a quick hash does not need it. */
static inline void lf_running_follow(unsigned char *block, uint32_t place, uint64_t old,
                                     uint64_t now) {
    if (!lf_head_of(block)->quick_hash)
        lf_running_change(block, place, old, now);
}

/* In the loop this is a call: the compiler keeps the loop's own variables in processor registers
 * only if no body needs many. */
#ifdef LF_NATIVE_CODE
#define LF_APART inline
#else
#define LF_APART __attribute__((noinline, unused))
#endif

/* For a word of a set, both halves of the product count; otherwise two words that differ only in
 * their highest bits could cancel each other. */
static LF_APART uint64_t lf_quick_hash_word(uint32_t place, uint64_t value) {
    __extension__ typedef unsigned __int128 lf_wide;
    const lf_wide product = (lf_wide)value * lf_mix64(place + LF_GOLDEN);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* lf_running_change for a word of 64 bits. */
static inline void lf_running_change_word(unsigned char *block, uint32_t place, uint64_t old,
                                          uint64_t now) {
    lf_head *head = lf_head_of(block);
    if (head->quick_hash)
        head->running += lf_quick_hash_word(place, now) - lf_quick_hash_word(place, old);
    else
        head->running ^= lf_cell_hash(place, old) ^ lf_cell_hash(place, now);
}

/* Cells at a byte offset, by their width. */
static inline int32_t lf_cell8(const unsigned char *block, uint64_t place) {
    return (int8_t)block[place];
}
static inline int32_t lf_cell16(const unsigned char *block, uint64_t place) {
    return *(const int16_t *)(const void *)(block + place);
}
static inline int32_t lf_cell32(const unsigned char *block, uint64_t place) {
    return *(const int32_t *)(const void *)(block + place);
}

/* The value of a variable that is not a set. A variable of the game has owner 0. */
static inline int32_t lf_var_read(const unsigned char *block, const lf_var *var, uint32_t owner) {
    const uint64_t place = var->place + owner * (uint64_t)var->width;
    return var->width == 1   ? lf_cell8(block, place)
           : var->width == 2 ? lf_cell16(block, place)
                             : lf_cell32(block, place);
}

static inline uint32_t lf_var_key(const lf_game *game, const lf_var *var, uint32_t owner) {
    return game->layout.keys.cells + (var->cell + owner) * 4;
}

/* `value` must be in the variable's range. */
static inline void lf_var_write(const lf_game *game, unsigned char *block, const lf_var *var,
                                uint32_t owner, int32_t value) {
    unsigned char *cell = block + var->place + owner * (uint64_t)var->width;
    lf_running_change(block, lf_var_key(game, var, owner), (uint32_t)lf_var_read(block, var, owner),
                      (uint32_t)value);
    if (var->width == 1)
        *cell = (unsigned char)value;
    else if (var->width == 2)
        *(int16_t *)(void *)cell = (int16_t)value;
    else
        *(int32_t *)(void *)cell = value;
}

/* The first word of a set variable. */
static inline const uint64_t *lf_set_of(const lf_game *game, unsigned char *block,
                                        const lf_var *var, uint32_t owner) {
    return lf_sets(game, block) + var->cell + (uint64_t)owner * var->words;
}

static inline void lf_set_word(const lf_game *game, unsigned char *block, uint32_t word,
                               uint64_t value) {
    uint64_t *slot = lf_sets(game, block) + word;
    lf_running_change_word(block, game->layout.keys.sets + word * 8, *slot, value);
    *slot = value;
}

static inline void lf_presence_flip(const lf_game *game, unsigned char *block, uint32_t zone,
                                    uint32_t slot) {
    lf_zone_slots(game, block)[zone] ^= UINT64_C(1) << slot;
    lf_slot_zones(game, block)[slot * game->zone_words + zone / 64] ^= UINT64_C(1) << (zone % 64);
}

static inline void lf_count_set(const lf_game *game, unsigned char *block, uint32_t zone,
                                uint32_t slot, uint8_t value) {
    const uint32_t index = zone * game->slot_count + slot;
    uint8_t *count = lf_counts(game, block) + index;
    lf_running_change(block, game->layout.keys.counts + index, *count, value);
    if ((*count == 0) != (value == 0))
        lf_presence_flip(game, block, zone, slot);
    *count = value;
}

/* The fields of cards and stacks have one byte or two. They are stored plus one, so that zero means
 * "none". */
static inline uint32_t lf_card_field(const lf_game *game, const unsigned char *block,
                                     uint32_t region, uint32_t index) {
    return game->layout.card_width == 1 ? block[region + index]
                                        : ((const uint16_t *)(const void *)(block + region))[index];
}
static inline void lf_card_field_write(const lf_game *game, unsigned char *block, uint32_t region,
                                       uint32_t index, uint32_t value) {
    if (game->layout.card_width == 1)
        block[region + index] = (unsigned char)value;
    else
        ((uint16_t *)(void *)(block + region))[index] = (uint16_t)value;
}

#define LF_CARD_FIELD(name, setter, field, change)                                                 \
    static inline uint32_t name(const lf_game *game, const unsigned char *block, uint32_t index) { \
        return lf_card_field(game, block, game->layout.field, index);                              \
    }                                                                                              \
    static inline void setter(const lf_game *game, unsigned char *block, uint32_t index,           \
                              uint32_t value) {                                                    \
        const uint32_t old = name(game, block, index);                                             \
        if (old != value) { /* shuffling leaves many fields as they are */                         \
            change(block, game->layout.keys.field + index * 2, old, value);                        \
            lf_card_field_write(game, block, game->layout.field, index, value);                    \
        }                                                                                          \
    }
LF_CARD_FIELD(lf_card_stack, lf_card_stack_only, card_stack, lf_running_change)
LF_CARD_FIELD(lf_card_below, lf_card_below_only, card_below, lf_running_change)
LF_CARD_FIELD(lf_stack_top, lf_stack_top_only, stack_top, lf_running_follow)
LF_CARD_FIELD(lf_stack_bottom, lf_stack_bottom_set, stack_bottom, lf_running_follow)
LF_CARD_FIELD(lf_stack_size_of, lf_stack_size_of_set, stack_size, lf_running_follow)
#undef LF_CARD_FIELD

/* The card above a card follows from the other fields; the setters below update it. */
static inline uint32_t lf_card_above(const lf_game *game, const unsigned char *block,
                                     uint32_t card) {
    return lf_card_field(game, block, game->layout.card_above, card);
}
static inline void lf_card_below_set(const lf_game *game, unsigned char *block, uint32_t card,
                                     uint32_t below) {
    lf_card_below_only(game, block, card, below);
    if (below > 0)
        lf_card_field_write(game, block, game->layout.card_above, below - 1, card + 1);
}
static inline void lf_stack_top_set(const lf_game *game, unsigned char *block, uint32_t stack,
                                    uint32_t top) {
    lf_stack_top_only(game, block, stack, top);
    if (top > 0)
        lf_card_field_write(game, block, game->layout.card_above, top - 1, 0);
}
static inline void lf_card_stack_set(const lf_game *game, unsigned char *block, uint32_t card,
                                     uint32_t stack) {
    lf_card_stack_only(game, block, card, stack);
    if (stack == 0)
        lf_card_field_write(game, block, game->layout.card_above, card, 0);
}

/* ---- copying blocks (block_copy.c) ---- */

/* How many registers can be other than zero, counted from the beginning of the frames, in a state
 * that waits or has ended. */
static inline uint32_t lf_live_registers(const lf_game *game, const lf_head *head) {
    const lf_routine *routine = &game->routines[head->routine];
    if (head->status == LF_RUN_CHANCE) /* only choice sites know which registers are dead */
        return head->base + routine->frame_size;
    if (head->status != LF_RUN_DECISION || head->site < 0)
        return 0;
    return head->base +
           (lf_has_tables(routine) ? routine->frame_size : game->sites[head->site].live);
}
/* Makes `to` equal to `from`. Both must wait, have ended, or be zero; of calls and frames only what
 * is live in one of them is written. */
LF_KERNEL_STATIC void lf_block_copy(const lf_game *, unsigned char *to, const unsigned char *from);
/* The same for a block that a program runs on and of whose frames `high` registers have been used;
 * `to` may hold anything. */
LF_KERNEL_STATIC void lf_block_copy_running(const lf_game *, unsigned char *to,
                                            const unsigned char *from, uint32_t high);

/* How many seats play; they are the first ones. */
static inline uint32_t lf_seats_of(const lf_game *game, const unsigned char *block) {
    return game->seats_option == 0
               ? game->seat_count
               : (uint32_t)lf_var_read(block, &game->options[game->seats_option - 1], 0);
}

/* ---- a new position (play/new_game.c) ---- */

/* The first RNG state for a seed. The RNG steps by a constant, so seeds are mixed: neighbouring
 * seeds must not give overlapping sequences. */
static inline uint64_t lf_first_generator(uint64_t seed) {
    return lf_mix64(seed + LF_GOLDEN);
}

/* Fills a zeroed block up to the first phase, which the caller then runs. With explicit chance it
 * stops before the code of the set-up, which may have to wait. `setup` must not be NULL. */
lf_status lf_set_up(lf_state *, const lf_setup *setup, lf_chance, lf_error *);
/* Writes the head and the initial value of every variable into a zeroed block. */
void lf_block_begin(const lf_game *, unsigned char *block);

/* Sets up the position that a text describes (play/position_text.c). */
lf_status lf_position_lay(const lf_game *, unsigned char *block, const char *text, lf_error *);
/* LF_BAD_ARGUMENT if a position that was set up violates a condition of `positionText: valid`. */
lf_status lf_position_check(const lf_state *, lf_error *);

/* ---- hashing and checking a block (hash.c, validate.c) ---- */
uint64_t lf_running_from_scratch(const lf_game *, unsigned char *block);
/* Converts `running` of a block that was just written to the kind of hash that its state uses. */
void lf_refit_hash(lf_state *);
static inline void lf_fit_hash(lf_state *state) {
    if (lf_head_const(state->block)->quick_hash != state->quick_hash)
        lf_refit_hash(state);
}
/* Checks that a block from outside holds what the program relies on. If not, *error says why. */
lf_status lf_block_check(const lf_game *, unsigned char *block, lf_error *error);
/* Copies a checked block into the state. */
void lf_block_adopt(lf_state *, const unsigned char *block);

/* ---- reading (reading.c) ---- */
const lf_var *lf_var_at(const lf_game *, lf_catalogue vars,
                        int index); /* also for options; NULL if there is none */

/* ---- what is hidden (observe.c) ---- */

/* The seats that may see the cards of a stack, one bit each, as in the `known_to` of an event. All
 * seats know the cards that are in no stack (-1). */
static inline uint32_t lf_stack_seats(const lf_game *game, int stack) {
    if (stack < 0 || game->stacks[stack].visibility == LF_VISIBLE_ALL)
        return LF_KNOWN_TO_ALL;
    const int owner = game->stacks[stack].owner;
    return game->stacks[stack].visibility == LF_VISIBLE_OWNER && owner >= 0 ? UINT32_C(1) << owner
                                                                            : 0;
}

/* The seats that may know a variable of this owner. */
static inline uint32_t lf_var_seats(const lf_var *var, int64_t owner) {
    if (var->visibility == LF_VISIBLE_ALL)
        return LF_KNOWN_TO_ALL;
    return var->visibility == LF_VISIBLE_OWNER && owner >= 0 && owner < LF_SEATS_MAX
               ? UINT32_C(1) << owner
               : 0;
}

/* The seats that may know what a piece in this slot is. */
static inline uint32_t lf_slot_seats(const lf_slot *slot) {
    return slot->seen_as == 0 ? LF_KNOWN_TO_ALL : slot->seat >= 0 ? UINT32_C(1) << slot->seat : 0;
}

/* ---- changes from outside (play/steer.c) ---- */

/* After an edit from outside: if the phase is asking for an action, it computes the legal actions
 * again. A choice in the middle of an action stays as it is. */
void lf_reoffer(lf_state *);
bool lf_can_reoffer(const lf_state *);

/* ---- cards (cards.c): -1 stands for "no card" and "no stack" ---- */
LF_KERNEL_FN int lf_card_where(const lf_game *, unsigned char *block, uint32_t card);
LF_KERNEL_FN int lf_cards_top(const lf_game *, unsigned char *block, uint32_t stack,
                              uint32_t depth);
LF_KERNEL_FN uint32_t lf_cards_count(const lf_game *, unsigned char *block, uint32_t stack);
LF_KERNEL_STATIC void lf_cards_put(const lf_game *, unsigned char *block, uint32_t card,
                                   uint32_t stack, bool bottom);
/* Takes the card out of its stack; it is in no stack then. */
LF_KERNEL_STATIC void lf_cards_remove(const lf_game *, unsigned char *block, uint32_t card);
/* Set single fields while a stack is rebuilt card by card. The caller must leave all fields
 * consistent, the size included. -1: no stack, no card. */
LF_KERNEL_STATIC void lf_card_lay(const lf_game *, unsigned char *block, uint32_t card, int stack,
                                  int below);
LF_KERNEL_STATIC void lf_stack_begin(const lf_game *, unsigned char *block, uint32_t stack,
                                     uint32_t card);
LF_KERNEL_STATIC void lf_stack_end(const lf_game *, unsigned char *block, uint32_t stack,
                                   uint32_t card);
LF_KERNEL_FN void lf_cards_shuffle(const lf_game *, unsigned char *block, uint32_t stack,
                                   uint64_t *generator);
LF_KERNEL_FN void lf_cards_collect(const lf_game *, unsigned char *block, uint32_t stack,
                                   uint64_t *set);

/* ---- cards whose place is open (open_cards.c) ---- */
static inline uint32_t lf_open_words(const lf_game *game) {
    return game->card_count > 0 ? game->card_words : 0;
}
static inline bool lf_card_is_open(const lf_game *game, const unsigned char *block, uint32_t card) {
    const uint64_t *open = (const uint64_t *)(const void *)(block + game->layout.open);
    return (open[card / 64] >> (card % 64) & 1) != 0;
}
/* The key of a word of open cards in the running hash. It is a number beyond every block: the
 * offset of the region would not do, because it depends on the size of the frames, which snippets
 * enlarge. */
static inline uint32_t lf_open_hash_place(uint32_t word) {
    return UINT32_C(0x80000000) + word;
}
/* Makes the order of all cards of this stack open. */
LF_KERNEL_STATIC void lf_cards_open(const lf_game *, unsigned char *block, uint32_t stack);
/* How many cards of the stack are open; and its uppermost open place, or -1. */
LF_KERNEL_STATIC uint32_t lf_open_count(const lf_game *, const unsigned char *block,
                                        uint32_t stack);
LF_KERNEL_STATIC int lf_open_place(const lf_game *, const unsigned char *block, uint32_t stack);
LF_KERNEL_STATIC bool lf_place_is_open(const lf_game *, const unsigned char *block, uint32_t stack,
                                       uint32_t place);
/* The i-th of the open cards of a stack, in ascending order; -1 if there is none. */
LF_KERNEL_STATIC int lf_open_card(const lf_game *, const unsigned char *block, uint32_t stack,
                                  uint32_t index);
/* Do settled cards lie between the open ones? Then it matters from which place an open card is
 * taken. */
LF_KERNEL_STATIC bool lf_open_is_split(const lf_game *, const unsigned char *block, uint32_t stack);
/* Chance has decided: this open card lies in this open place of its stack. */
LF_KERNEL_STATIC void lf_card_settle(const lf_game *, unsigned char *block, uint32_t stack,
                                     uint32_t place, uint32_t card);
/* To be called before an open card leaves its stack: it is not open any more. */
LF_KERNEL_STATIC void lf_card_forget_open(const lf_game *, unsigned char *block, uint32_t card);
/* Draws the places of all open cards of a stack. */
LF_KERNEL_STATIC void lf_cards_draw(const lf_game *, unsigned char *block, uint32_t stack,
                                    uint64_t *generator);
/* Makes the cards in these places of a stack open; one bit for each place. */
LF_KERNEL_STATIC void lf_places_open(const lf_game *, unsigned char *block, uint32_t stack,
                                     const uint64_t *places);

/* ---- hidden variables (hidden_vars.c) ---- */
bool lf_hides_vars(const lf_game *, lf_seat viewer);
/* lf_forget_vars gives the variables that the viewer may not know their initial values;
 * lf_redraw_vars draws them from the values that the viewer must consider possible. */
void lf_forget_vars(lf_state *, lf_seat viewer);
void lf_redraw_vars(lf_state *, lf_seat viewer, uint64_t *generator);

/* ---- positions that occur again (history.c) ---- */
static inline uint32_t lf_history_size(const lf_game *game) {
    if (game->repetition_count == 0)
        return 0;
    const lf_repetition *last = &game->repetitions[game->repetition_count - 1];
    return last->first + 1 + last->memory;
}
/* How many keys a repetition has remembered. A damaged block cannot make it more than there is room
 * for. */
static inline uint32_t lf_remembered(const lf_game *game, unsigned char *block, uint32_t which) {
    const lf_repetition *repetition = &game->repetitions[which];
    const uint64_t count = lf_past(game, block)[repetition->first];
    return count < repetition->memory ? (uint32_t)count : repetition->memory;
}
/* Remembers the present position. */
void lf_remember(const lf_game *, unsigned char *block, uint32_t which);
/* Forgets all positions. */
void lf_forget(const lf_game *, unsigned char *block, uint32_t which);
/* How often the present position has been remembered. */
int64_t lf_times(const lf_game *, unsigned char *block, uint32_t which);
/* The work that each of these costs. */
int64_t lf_history_work(const lf_game *, unsigned char *block, uint32_t which);
void lf_history_add(const lf_game *, unsigned char *block, uint32_t which, uint64_t key);
uint64_t lf_history_hash(const lf_game *, unsigned char *block);
void lf_history_copy(const lf_game *, unsigned char *to, unsigned char *from);

/* ---- what viewers know of cards (knowledge.c) ----
 *
 * A game in which all seats see all stacks has no viewers. */

/* The number of fields in a viewer's row: a class for each card, a group for each card, and whether
 * groups were merged. */
static inline uint32_t lf_knowledge_row_size(const lf_game *game) {
    return 2 * game->card_count + 1;
}
uint32_t lf_viewer_of(const lf_game *, lf_seat seat);
uint32_t lf_known_class(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t card);
uint32_t lf_known_group(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t card);
bool lf_knowledge_merged(const lf_game *, unsigned char *block, uint32_t viewer);
/* One field of a row, for the JSON of a state. */
uint32_t lf_knowledge_read(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t index);
void lf_knowledge_write(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t index,
                        uint32_t value);
/* Updates knowledge after a card was moved; `how` is one of LF_PUT_…. A viewer who does not see a
 * card that was picked cannot tell from which place of the stack it came. */
void lf_know_moved(const lf_game *, unsigned char *block, uint32_t card, int from, uint32_t to,
                   uint32_t how);
void lf_know_shuffled(const lf_game *, unsigned char *block, uint32_t stack);
/* Updates knowledge when the seat is asked this choice with these registers: it reads the cards
 * that are offered and named. `pending`: a world is sampled while the seat is being asked. */
void lf_know_asked(const lf_game *, unsigned char *block, lf_seat seat, const lf_choice_site *,
                   const int64_t *registers, bool pending);
/* The same for a single text; `template` may be NULL. */
void lf_know_text(const lf_game *, unsigned char *block, lf_seat seat, const lf_template *template,
                  const int64_t *registers);
/* Updates knowledge after a world was sampled for the viewer: now[card] is the card that took the
 * place of `card`. */
void lf_know_redrawn(const lf_game *, unsigned char *block, uint32_t viewer, const uint16_t *now);
/* After the set-up of a scenario: all viewers know which cards are in each stack, but no order. */
void lf_know_set_up(const lf_game *, unsigned char *block);
/* After cards were placed from outside: a card that a viewer cannot see may be anywhere. */
void lf_know_nothing(const lf_game *, unsigned char *block);

/* ---- covered pieces (hidden_pieces.c) ---- */
bool lf_hides_pieces(const lf_game *, lf_seat viewer);
/* How many pieces of a slot the viewer sees in a zone. It sees the covered pieces of other seats as
 * pieces of the slot `seen_as`. */
int lf_pieces_as_seen(const lf_game *, unsigned char *block, uint32_t zone, uint32_t slot,
                      lf_seat viewer);
/* lf_forget_pieces places the covered pieces of other seats in an order that reveals nothing;
 * lf_redraw_pieces then draws a placement that the viewer must consider possible. */
void lf_forget_pieces(lf_state *, lf_seat viewer);
void lf_redraw_pieces(lf_state *, lf_seat viewer, uint64_t *generator);

/* ---- pieces (pieces.c) ---- */

#define LF_SUPPLY (-1) /* as `from` or `to`: each kind's own supply */
#define LF_NO_SUPPLY (-2)
/* Moves up to `want` pieces (all if negative) of a filter, kinds in declared order. Returns how
 * many were moved; -1 if a zone would hold more pieces than a count can express; LF_NO_SUPPLY if
 * pieces would come from or go to a supply that their kinds lack. `observer` may be NULL. */
LF_KERNEL_FN int64_t lf_pieces_move(const lf_game *, unsigned char *block, lf_state *observer,
                                    uint64_t mask, int64_t want, int from, int to);
LF_KERNEL_FN int64_t lf_pieces_flip(const lf_game *, unsigned char *block, lf_state *observer,
                                    uint64_t mask, int64_t want, int zone, const uint8_t *flip_map);

#define FOR_EACH_SLOT(slot, mask)                                                                  \
    for (uint64_t left_ = (mask); left_ != 0; left_ &= left_ - 1)                                  \
        for (uint32_t slot = (uint32_t)__builtin_ctzll(left_), once_ = 1; once_; once_ = 0)

/* The slots of a filter that have pieces in a zone. A game without pieces has no presence region,
 * and only empty filters. */
static inline uint64_t lf_pieces_kinds(const lf_game *game, unsigned char *block, uint64_t mask,
                                       uint32_t zone) {
    return mask == 0 ? 0 : mask & lf_zone_slots(game, block)[zone];
}

/* A filter as a mask over the bytes of a zone's counts, for counting in many zones: it sums sixteen
 * counts at a time without a branch. If all its slots lie within sixteen counts, as those of one
 * seat often do, the tally is `near`, and one step counts them all. Reading beyond the counts of
 * the last zone reads presence, which the mask removes. */
#define LF_TALLIED 16
typedef struct {
    uint32_t first; /* slot of the first byte */
    bool near;
    unsigned char bytes[(LF_MAX_PIECE_SLOTS + LF_TALLIED - 1) / LF_TALLIED * LF_TALLIED];
} lf_tally;

static inline void lf_tally_open(const lf_game *game, uint64_t mask, lf_tally *tally) {
    const uint32_t lowest = mask == 0 ? 0 : (uint32_t)__builtin_ctzll(mask);
    tally->near = mask >> lowest >> LF_TALLIED == 0;
    tally->first = tally->near ? lowest : 0;
    memset(tally->bytes, 0,
           tally->near ? LF_TALLIED
                       : (game->slot_count + LF_TALLIED - 1) / LF_TALLIED * LF_TALLIED);
    FOR_EACH_SLOT(slot, mask)
    tally->bytes[slot - tally->first] = 0xFF;
}

/* `size`: LF_TALLIED for a near tally, otherwise the number of slots. */
static inline int64_t lf_tally_count(const lf_game *game, unsigned char *block,
                                     const lf_tally *tally, uint32_t zone, uint32_t size) {
    const uint8_t *counts = lf_counts(game, block) + zone * game->slot_count + tally->first;
#ifdef __SSE2__
    typedef char lf_bytes __attribute__((vector_size(16)));
    typedef long long lf_halves __attribute__((vector_size(16)));
    lf_halves sums = {0};
    for (uint32_t at = 0; at < size; at += LF_TALLIED) {
        lf_bytes here, wanted;
        memcpy(&here, counts + at, sizeof here);
        memcpy(&wanted, tally->bytes + at, sizeof wanted);
        sums += (lf_halves)__builtin_ia32_psadbw128(here & wanted, (lf_bytes){0});
    }
    return sums[0] + sums[1];
#else
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    uint64_t pairs = 0; /* four sums of 16 bits, of at most 64 bytes together */
    for (uint32_t at = 0; at < size; at += 8) {
        uint64_t here, wanted;
        memcpy(&here, counts + at, sizeof here);
        memcpy(&wanted, tally->bytes + at, sizeof wanted);
        pairs += (here & wanted & even) + ((here & wanted) >> 8 & even);
    }
    return (int64_t)(pairs * UINT64_C(0x0001000100010001) >> 48);
#endif
}

static inline int64_t lf_pieces_count(const lf_game *game, unsigned char *block, uint64_t mask,
                                      uint32_t zone) {
    const uint8_t *counts = lf_counts(game, block) + zone * game->slot_count;
    int64_t n = 0;
    FOR_EACH_SLOT(slot, lf_pieces_kinds(game, block, mask, zone))
    n += counts[slot];
    return n;
}

/* The number of pieces, and their slots, in all zones of a set. */
LF_KERNEL_FN int64_t lf_pieces_count_in(const lf_game *, unsigned char *block, uint64_t mask,
                                        const uint64_t *zones);
LF_KERNEL_FN uint64_t lf_pieces_kinds_in(const lf_game *, unsigned char *block, uint64_t mask,
                                         const uint64_t *zones);
/* The zones in which the filter has pieces. */
LF_KERNEL_STATIC void lf_pieces_zones(const lf_game *, unsigned char *block, uint64_t mask,
                                      uint64_t *zones);
/* Keeps in the set the zones with any piece of the filter, or those with none. */
LF_KERNEL_FN void lf_pieces_keep(const lf_game *, unsigned char *block, uint64_t *set,
                                 uint64_t filter, bool some);
/* The declared number of pieces of these kinds. */
LF_KERNEL_FN int64_t lf_pieces_pool(const lf_game *, uint64_t mask);
LF_KERNEL_FN int64_t lf_pieces_supply(const lf_game *, unsigned char *block, uint64_t mask);
LF_KERNEL_FN uint64_t lf_pieces_supply_kinds(const lf_game *, unsigned char *block, uint64_t mask);

/* ---- the map (reach.c) ---- */
LF_KERNEL_FN void lf_map_adjacent(const lf_game *, const uint64_t *from, uint64_t *out);
LF_KERNEL_FN void lf_map_reach(const lf_game *, const uint64_t *from, const uint64_t *through,
                               int64_t steps, uint64_t *out);
/* lf_map_reach without a bound on the steps, for a game of which lf_map_is_mutual is true. */
LF_KERNEL_FN uint64_t lf_map_reach_known(const lf_game *, lf_components *, uint64_t from,
                                         uint64_t through);
/* Is a set of spaces one word, and does a way lead back wherever one leads? (rays.c) */
bool lf_map_is_mutual(const lf_game *);
/* What a pattern covers from one space, and from all spaces of a set: leaps, and slides through
 * members up to the first space that is not a member. */
LF_KERNEL_FN void lf_map_covered(const lf_game *, uint32_t pattern, uint32_t space,
                                 const uint64_t *members, uint64_t *out);
LF_KERNEL_FN void lf_map_covered_by(const lf_game *, uint32_t pattern, const uint64_t *from,
                                    const uint64_t *members, uint64_t *out);
/* The members in an unbroken row from a space on, without that space; and the first space behind
 * them, or -1. */
LF_KERNEL_HOT void lf_map_run(const lf_game *, uint32_t space, uint32_t direction,
                              const uint64_t *members, uint64_t *out);
LF_KERNEL_HOT int64_t lf_map_beyond(const lf_game *, uint32_t space, uint32_t direction,
                                    const uint64_t *members);
/* lf_map_keep_step keeps the spaces of the set whose neighbour in a direction is a goal;
 * lf_map_keep_beyond those from which the first space behind a row of members is a goal. */
LF_KERNEL_FN void lf_map_keep_step(const lf_game *, uint64_t *set, uint32_t direction,
                                   const uint64_t *goals);
LF_KERNEL_FN void lf_map_keep_beyond(const lf_game *, uint64_t *set, uint32_t direction,
                                     const uint64_t *members, const uint64_t *goals);

/* ---- running (vm/vm.c) ---- */

/* Runs from the head's pc until a decision, the end of the game, or an error. */
void lf_run(lf_state *);
/* The same, after giving the pending choice its value (-1: the way out). */
void lf_resume(lf_state *, int64_t chosen);
/* Gives the pending choice a value, offered or not, in a copy that the caller throws away. False:
 * the action cannot be completed; *fault says why, and the copy has stopped there with its
 * registers. */
bool lf_try_value(lf_state *copy, int64_t chosen, lf_fault *fault);
/* Continues after chance has decided: the number of a die, or a card. */
void lf_resume_chance(lf_state *, int64_t outcome);
/* Makes the next run begin with this routine, and then continue at the head's pc. False: no
 * room. */
bool lf_run_first(lf_state *, uint32_t routine);
/* Calls a pure routine on top of whatever is suspended and leaves the state as it was. Copies
 * `result_count` registers to `results`. `error`, which may be NULL, says why it failed. */
bool lf_call_pure(const lf_state *, const lf_game *, uint32_t routine, const int64_t *args,
                  uint32_t arg_count, int64_t *results, uint32_t result_count, lf_error *error);
/* The same with a budget of work other than that of a decision. */
bool lf_call_within(const lf_state *, const lf_game *, uint32_t routine, int64_t budget,
                    const int64_t *args, uint32_t arg_count, int64_t *results,
                    uint32_t result_count, lf_error *error);
/* Runs effects without choices (snippets, the set-up). The block changes, the suspended frames do
 * not. state->error says why it failed. `observed`: the observer gets its events. */
bool lf_call_effects(lf_state *, const lf_game *, uint32_t routine, bool observed);

/* ---- the pending decision (play/decisions.c) ---- */
const lf_choice_site *lf_pending_site(const lf_state *); /* NULL if there is none */
/* The template of the pending decision's prompt, or NULL, and the registers with its values. The
 * values of a phase's prompt are computed now, into `room`. */
const lf_template *lf_pending_prompt(const lf_state *, const int64_t **registers,
                                     int64_t room[LF_MAX_REGISTERS]);
/* Is this option of the pending decision the way out of its choice? It is always the last one. */
bool lf_is_way_out(const lf_state *, int option);
/* The way out, and a value of the domain, as options; decision_text.c makes their texts. */
lf_option lf_option_out(const lf_choice_site *);
lf_option lf_option_of(const lf_game *, const lf_choice_site *, int64_t value);
/* The value of an option of the pending decision that is not the way out. */
int64_t lf_pending_value(const lf_state *, const lf_choice_site *, int option);
/* Continues with this legal value of the pending decision (-1: the way out), without an event for
 * the choice. */
lf_status lf_apply_value(lf_state *, int64_t value);

/* ---- explicit chance (play/chance.c) ---- */
static inline bool lf_chance_decides(const lf_state *state) {
    return lf_head_const(state->block)->status == LF_RUN_CHANCE;
}
/* The place of the stack for which chance draws a card, taken from the waiting instruction. */
int64_t lf_chance_place(const lf_game *, unsigned char *block);
/* The number of possible outcomes, and the value of one: a number of the die, or a card. */
uint32_t lf_outcome_count(const lf_game *, unsigned char *block);
int64_t lf_outcome_value(const lf_game *, unsigned char *block, uint32_t index);
lf_option lf_outcome_option(const lf_state *, uint32_t index);
/* Outcomes have ids of their own, 0 … lf_chance_count - 1: the number of the card, or the number of
 * the die minus one. No outcome is legal while chance does not decide. */
int lf_outcome_ids(const lf_state *, int32_t *out, int cap);
int lf_outcome_of_id(const lf_state *, int id);    /* LF_NO_OPTION if it is not legal */
int lf_id_of_outcome(const lf_state *, int index); /* -1 if there is no such outcome */
void lf_format_outcome(const lf_state *, uint32_t index, lf_text *out);
void lf_format_chance(const lf_state *, lf_text *out);

/* ---- options (play/options.c) ---- */

/* The number of set words of a choice among numbers or values. */
static inline uint32_t lf_list_words(const lf_choice_site *site) {
    return site->number_count > 0 ? (site->number_count + 63) / 64 : 1;
}
/* Is the domain a set of one word, whose bits are the values? Most are. */
static inline bool lf_is_word(const lf_game *game, const lf_choice_site *site) {
    return site->domain == LF_DOMAIN_ZONES ? game->zone_words == 1
           : site->domain == LF_DOMAIN_CARDS
               ? game->card_words == 1
               : site->domain != LF_DOMAIN_RANGE && site->number_count == 0;
}
/* The number of words of the set of options; for a range, of what look-ahead has left of it. */
LF_KERNEL_STATIC uint32_t lf_site_words(const lf_game *, const lf_choice_site *);
/* How many options a choice has, and the value of the i-th (-1: the way out). */
LF_KERNEL_HOT uint32_t lf_domain_count(const lf_game *, const lf_choice_site *,
                                       const int64_t *registers, bool way_out);
LF_KERNEL_HOT int64_t lf_domain_value(const lf_game *, const lf_choice_site *,
                                      const int64_t *registers, uint32_t index);
/* Does this game have `value` in the domain? A state from a file may hold anything. */
LF_KERNEL_STATIC bool lf_domain_has(const lf_game *, const lf_choice_site *, int64_t value);
/* The id of a value that lf_domain_has; NULL for numbers, whose id is their decimal text. */
LF_KERNEL_STATIC const char *lf_domain_id(const lf_game *, const lf_choice_site *, int64_t value);
LF_KERNEL_STATIC void lf_domain_drop(const lf_game *, const lf_choice_site *, int64_t *registers,
                                     int64_t value);

/* ---- values in the texts of a choice (play/choice_values.c) ---- */

#define LF_VALUE_IN_PROMPT (-2)
#define LF_VALUE_IN_WAY_OUT (-1)
/* The i-th value in the texts of a choice, or NULL. *where is one of the above, or the menu entry
 * whose label contains it. */
const lf_text_part *lf_choice_text_value(const lf_game *, const lf_choice_site *, uint32_t i,
                                         int *where);

/* ---- texts (play/text.c) ---- */

/* The change of a variable: "Supplies 4 -> 2", "Burning: yes", or the text that the game
 * declares. */
void lf_format_change(const lf_game *, const lf_var *, int64_t old, int64_t now, const char *arrow,
                      lf_text *out);
/* A value of this sort, with labels; and with ids, for programs. A set is in as many registers as
 * it has words. */
void lf_format_value(const lf_game *, lf_sort, uint16_t enum_id, const int64_t *registers,
                     lf_text *out);
void lf_format_id(const lf_game *, lf_sort, uint16_t enum_id, const int64_t *registers,
                  lf_text *out);
/* The list of the game that values of this sort, or elements of such a set, are indices of. */
typedef struct {
    const lf_named *items;
    uint32_t count;
    bool named; /* there is such a list */
} lf_things;
lf_things lf_things_of(const lf_game *, lf_sort, uint16_t enum_id);
void lf_format_template(const lf_game *, const lf_template *, const int64_t *registers,
                        lf_text *out);
/* The label of the option that has this value. Without a block, whatever depends on the position
 * is "…". */
void lf_format_choice(const lf_game *, unsigned char *block, const lf_choice_site *, int64_t value,
                      lf_text *out);
/* The message for a fault at this instruction, with its place in the spec. `registers` are those of
 * its routine, or NULL; the message of a failed `require` may contain their values. */
void lf_format_fault(const lf_game *, uint32_t pc, lf_fault, const int64_t *registers, lf_error *);
/* Reports an event to the observer. If its `text` is NULL, a standard line is made of its fields.
 * After LF_MAX_LOG_LINES events of one run, a last line says that the rest is left out. */
void lf_notify(lf_state *observer, lf_event event);
/* Reports that a seat has chosen this value, and computes what the other seats may know of it. */
void lf_notify_choice(lf_state *observer, const lf_choice_site *, int64_t value, lf_event event);
/* Reports what chance has decided; no seat may know it. */
void lf_notify_outcome(lf_state *observer, int option);
/* Will the observer still get events of this run? If not, no line needs to be made. */
static inline bool lf_is_observed(const lf_state *observer) {
    return observer != NULL && observer->log_lines <= LF_MAX_LOG_LINES;
}

#endif
