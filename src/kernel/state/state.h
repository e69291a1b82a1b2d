/* state.h: a state is one flat block of bytes, and everything that can influence play is in it.
 *
 * The block holds no pointer, so a copy is a memcpy, equality a memcmp, and a save the block with a
 * header. It has these regions, whose offsets are the same for all states of a game (lf_layout):
 *
 *   head        phase, active player, generator, outcome, the VM's program counter, fixed rolls
 *   cells options, then global, per-seat and per-space variables, in as few bytes as their ranges
 *   need
 *   sets        set variables, as words of bits
 *   counts      uint8 [zone][slot]: like pieces have no identity, they are a number
 *   cards each card knows its stack and the cards below and above it; each stack its top, bottom
 *   and size
 *   presence which slots have pieces in a zone, and in which zones a slot has pieces: what most
 *   rules ask
 *   open        a bit a card: where it lies in its stack is still open (explicit chance)
 *   knowledge   what each viewer can know of where cards lie; no part of the hash
 *   history     keys of the positions that rules have remembered, the oldest first
 *   calls       return addresses of the running routines
 *   frames      the registers of the running routines, one window a call
 *
 * A pending decision is nothing special: the program has stopped at a CHOOSE, and the options stand
 * in its registers. With explicit chance it stops in the same way at an instruction that rolls a
 * die or needs a card whose place is open.
 *
 * Invariants.
 * - `running` is the xor of lf_cell_hash over every nonzero cell, set word, count and card field.
 * Every write goes
 *   through the setters below, which keep it so; the bits of open cards count too. lf_hash adds the
 *   head, the calls and the live frames.
 *   Of a *loose* block it only tells positions of one run apart, which is cheaper; whoever asks for
 *   its hash has it worked out.
 * - Presence is made of the counts and of nothing else, and has no part in the hash: lf_count_set
 * keeps both. In the same way the
 *   card above a card follows from the others.
 * - Open cards of one stack are exchangeable: each is as likely as the others to lie in any of
 * their places. They stand there
 *   in ascending order, at least two of them or none, and only where chance is explicit.
 * - At a decision, every register above the live ones of the top routine is zero, and so is every
 * word above its
 *   tables, so that equal positions reached by the same calls are equal bytes. After the end or an
 *   error all are zero.
 * - Nothing in the block is trusted: indices are checked when they are used, because a block may
 * come from a file. */
#ifndef LF_STATE_H
#define LF_STATE_H

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"
#include "kernel/target.h"
#include "ludoforge_env.h"

#define LF_SET_WORDS_MAX ((LF_MAX_ZONES + LF_MAX_CARDS) / 64 + 1) /* no set has as many words */

typedef enum { LF_RUN_DECISION, LF_RUN_OVER, LF_RUN_ERROR, LF_RUN_CHANCE } lf_run_status;

typedef struct {
    uint64_t running;
    uint64_t generator;
    uint64_t identity; /* of the game, so that a block is never used with another */
    /* where to go on: the pending CHOOSE, or the instruction that waits for chance */
    uint32_t pc;
    uint32_t base; /* first register of the running routine, in words of frames */
    uint32_t routine;
    uint32_t depth; /* calls below the running routine */
    uint32_t turn;
    /* chance and what seats have learned so far; no part of the hash */
    uint32_t barrier;
    int16_t phase, wanted_phase; /* wanted_phase: set by GOTOPHASE until PHASEJUMP */
    int16_t scenario, checkpoint;
    int16_t site; /* pending choice, or -1 */
    int8_t active, winner;
    uint8_t status;  /* lf_run_status */
    uint8_t ranked;  /* the outcome is decided by margins */
    uint8_t error;   /* lf_fault */
    uint8_t way_out; /* the pending choice may be left with "done" or "none" */
    uint8_t roll_count;
    uint8_t rolls[LF_MAX_FIXED_ROLLS]; /* dice fixed by a test, next first */
    uint8_t
        /* nothing has changed since the phase looked for its legal actions (lf_reoffer); no part of
         * the hash */
        untouched;
    /* LF_RUN_CHANCE: plus one, the stack that a card is drawn from; 0: a die */
    uint16_t asked_stack;
    uint16_t dealt;              /* cards that the DEAL which waits for chance has dealt already */
    uint8_t explicit_chance : 1; /* chance is a decision */
    uint8_t forced : 2;          /* lf_forced; no part of the hash */
    uint8_t unused : 5;
    uint8_t loose; /* `running` is a number of another sort (lf_hash_on_demand); never in a save */
} lf_head;
_Static_assert(sizeof(lf_head) == 88, "a head has no holes");

typedef struct {
    uint32_t pc;         /* return address */
    uint16_t base_shift; /* how far the caller's window lies below */
    uint16_t routine;    /* of the caller */
} lf_call;

typedef enum {
    LF_FAULT_NONE,
    LF_FAULT_DEAD_END, /* a choice without options that no look-ahead prevented */
    LF_FAULT_STEPS,
    LF_FAULT_LOOKAHEAD,
    LF_FAULT_VALUE,   /* index, division, count out of range */
    LF_FAULT_OPTIONS, /* more options than a decision may have */
    LF_FAULT_STATE,   /* the block does not fit the program; calls nest too deeply */
    LF_FAULT_CHOICE,  /* a choice in effects that may have none */
    LF_FAULT_ROUNDS,  /* of a loop that names no bound */
    LF_FAULT_CIRCLE,  /* the phases go round without a decision, and nothing changes */
    LF_FAULT_IDLE,    /* the only action is taken again and again, and nothing changes */
    LF_FAULT_ROLL,    /* a fixed roll that the die cannot show */
    LF_FAULT_REQUIRE, /* a failed require that no look-ahead prevented */
    LF_FAULT_NOTHING, /* the smallest, the greatest or the first of nothing */
    LF_FAULT_SUPPLY,  /* pieces whose kinds have no supply come from there or go there */
    /* something that cannot wait for chance looks at a card whose place is open */
    LF_FAULT_OPEN,
    LF_FAULTS
} lf_fault;

#define LF_COMPONENTS 8
/* What hangs together within a set of spaces, and what touches it, as far as somebody has asked:
 * rules ask from one space after the other through the same set. It depends on the map alone, so it
 * never becomes wrong. */
typedef struct {
    uint64_t through;
    uint64_t parts[LF_COMPONENTS], around[LF_COMPONENTS];
    uint32_t count;
} lf_components;

struct lf_state {
    const lf_game *game;
    unsigned char *block;
    unsigned char
        /* look-ahead copies, LF_MAX_LOOKAHEAD_DEPTH blocks; NULL if the game needs none */
        *scratch;
    unsigned char *
        /* what SUPPOSE keeps (vm_suppose.c): game->supposing copies; NULL if the game needs none */
        supposed;
    lf_observer observer;
    uint64_t *hits, *probe_hits; /* the counters of profile.c: no part of the state's value */
    uint64_t *call_hits;
    lf_clamp *clamps;
    volatile int *at;
    bool tried_fresh;
    unsigned char *
        /* the first position of games that draw nothing before it, kept for lf_state_reset; or
         * NULL */
        fresh;
    bool loose;     /* its block is (lf_hash_on_demand) */
    lf_error error; /* words for the last rule error */
    uint32_t told;  /* lines of the run that goes on */
    int64_t *
        /* registers as they are without the words of a log line (vm_events.c); NULL until one is
         * told */
        unheard;
    uint32_t unheard_words;
    lf_components
        /* of the set that REACH went through last: here, because look-ahead copies runs */
        components;
};

/* Bytes for the look-ahead copies of one run. */
static inline size_t lf_scratch_size(const lf_game *game) {
    return (size_t)game->layout.size * LF_MAX_LOOKAHEAD_DEPTH;
}

/* What a supposed position may change, in two stretches of the block: cells, sets and counts, and
 * the presence of pieces. */
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
    return routine->registers < routine->frame_words;
}

/* What one datum contributes to the running hash: nothing when it is zero, so an empty block hashes
 * to 0. `key` is unique over all regions (lf_hash_keys). */
static inline uint64_t lf_cell_hash(uint32_t key, uint64_t value) {
    return value == 0 ? 0 : lf_mix64(value * LF_GOLDEN + key * UINT64_C(0xD1B54A32D192ED03));
}

/* What the number of a loose block gains when a datum changes: that number is a sum of all data,
 * each times a factor that is its place's own, which is a fraction of the work. */
static inline uint64_t lf_loose_change(uint32_t place, uint64_t old, uint64_t now) {
    return (now - old) * (lf_mix64(place + LF_GOLDEN) | 1);
}

/* A datum of the block is about to change. */
static inline void lf_running_change(unsigned char *block, uint32_t place, uint64_t old,
                                     uint64_t now) {
    lf_head *head = lf_head_of(block);
    if (head->loose)
        head->running += lf_loose_change(place, old, now);
    else
        head->running ^= lf_cell_hash(place, old) ^ lf_cell_hash(place, now);
}

/* The same of one that follows from others: what tells positions of a run apart can do without
 * it. */
static inline void lf_running_follow(unsigned char *block, uint32_t place, uint64_t old,
                                     uint64_t now) {
    if (!lf_head_of(block)->loose)
        lf_running_change(block, place, old, now);
}

/* The loop keeps its own variables in registers only if no body needs many: there this is a
 * call. */
#ifdef LF_NATIVE_CODE
#define LF_APART inline
#else
#define LF_APART __attribute__((noinline, unused))
#endif

/* Of a word of bits both halves of the product count: two words that differ in their highest bits
 * would cancel each other. */
static LF_APART uint64_t lf_loose_word(uint32_t place, uint64_t value) {
    __extension__ typedef unsigned __int128 lf_wide;
    const lf_wide product = (lf_wide)value * lf_mix64(place + LF_GOLDEN);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The same of 64 bits. */
static inline void lf_running_change_word(unsigned char *block, uint32_t place, uint64_t old,
                                          uint64_t now) {
    lf_head *head = lf_head_of(block);
    if (head->loose)
        head->running += lf_loose_word(place, now) - lf_loose_word(place, old);
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

/* A variable that is no set. Those of the game have owner 0. */
static inline int32_t lf_var_read(const unsigned char *block, const lf_var *var, uint32_t owner) {
    const uint64_t place = var->place + owner * (uint64_t)var->width;
    return var->width == 1   ? lf_cell8(block, place)
           : var->width == 2 ? lf_cell16(block, place)
                             : lf_cell32(block, place);
}

static inline uint32_t lf_var_key(const lf_game *game, const lf_var *var, uint32_t owner) {
    return game->layout.keys.cells + (var->cell + owner) * 4;
}

/* `value` is in its range. */
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

/* A variable that is a set: its first word. */
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

/* The fields of cards and stacks, of one byte or two. Stored plus one, so that zero is
 * "nothing". */
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
        if (old != value) { /* where a stack is laid anew, most is as before */                    \
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

/* The card above each follows from the other fields: the setters keep it. */
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

/* ---- what of a block is alive ---- */

/* How many words of frames can be other than zero, where the program waits or has ended. */
static inline uint32_t lf_live_words(const lf_game *game, const lf_head *head) {
    const lf_routine *routine = &game->routines[head->routine];
    if (head->status == LF_RUN_CHANCE) /* which of its registers are dead nobody knows */
        return head->base + routine->frame_words;
    if (head->status != LF_RUN_DECISION || head->site < 0)
        return 0;
    return head->base +
           (lf_has_tables(routine) ? routine->frame_words : game->sites[head->site].live);
}
/* Makes `to` the same block as `from`. Both wait or have ended, or are zero; of calls and frames
 * only what is alive in one of them is touched. */
LF_KERNEL_STATIC void lf_block_copy(const lf_game *, unsigned char *to, const unsigned char *from);
/* The same for a block that the program runs on, of whose frames `high` words have been used; `to`
 * may hold anything. */
LF_KERNEL_STATIC void lf_block_copy_running(const lf_game *, unsigned char *to,
                                            const unsigned char *from, uint32_t high);

/* How many seats play: the first ones. */
static inline uint32_t lf_seats_of(const lf_game *game, const unsigned char *block) {
    return game->seats_option == 0
               ? game->seat_count
               : (uint32_t)lf_var_read(block, &game->options[game->seats_option - 1], 0);
}

/* ---- words for what failed (api/library.c) ---- */

/* Fills `error` (which may be NULL) and returns `status`, so that a failure is one line. */
lf_status lf_fail(lf_error *error, lf_status status, const char *format, ...) LF_PRINTF(3, 4);

/* ---- a new position (play/new_game.c) ---- */

/* Mixed, because a generator steps by a constant: neighbouring seeds must not give overlapping
 * sequences. */
static inline uint64_t lf_first_generator(uint64_t seed) {
    return lf_mix64(seed + LF_GOLDEN);
}

/* Fills a zeroed block up to the first phase, which the caller then runs; with explicit chance up
 * to the code of the set-up, which may have to wait. `setup` may not be NULL. */
lf_status lf_set_up(lf_state *, const lf_setup *setup, lf_chance, lf_error *);
/* The beginning of a head and every variable at its initial value, in a zeroed block. */
void lf_block_begin(const lf_game *, unsigned char *block);

/* Lays a position out as a text says (play/position_text.c). */
lf_status lf_position_lay(const lf_game *, unsigned char *block, const char *text, lf_error *);
/* LF_BAD_ARGUMENT if a condition of `positionText: valid` does not hold of a position that was laid
 * out. */
lf_status lf_position_check(const lf_state *, lf_error *);

/* ---- hashing and checking a block (hash.c, validate.c) ---- */
uint64_t lf_running_from_scratch(const lf_game *, unsigned char *block);
/* Makes a block that was just written loose, or not, as its state wants it. */
void lf_refit_hash(lf_state *);
static inline void lf_fit_hash(lf_state *state) {
    if (lf_head_const(state->block)->loose != state->loose)
        lf_refit_hash(state);
}
/* Does a block from outside hold what the program relies on? If not, *error says what. */
lf_status lf_block_check(const lf_game *, unsigned char *block, lf_error *error);
/* Makes a checked block the state's own. */
void lf_block_adopt(lf_state *, const unsigned char *block);

/* ---- reading (reading.c) ---- */
const lf_var *lf_var_at(const lf_game *, lf_catalogue vars,
                        int index); /* options too; NULL if there is none */

/* ---- what is hidden (observe.c) ---- */

/* Who may look at a stack, as the `known_to` of an event: a bit a seat. Nowhere (-1) is nobody's
 * secret. */
static inline uint32_t lf_stack_seats(const lf_game *game, int stack) {
    if (stack < 0 || game->stacks[stack].visibility == 0)
        return LF_KNOWN_TO_ALL;
    const int owner = game->stacks[stack].owner;
    return game->stacks[stack].visibility == 1 && owner >= 0 ? UINT32_C(1) << owner : 0;
}

/* The same of a variable of this owner. */
static inline uint32_t lf_var_seats(const lf_var *var, int64_t owner) {
    if (var->visibility == 0)
        return LF_KNOWN_TO_ALL;
    return var->visibility == 1 && owner >= 0 && owner < LF_SEATS_MAX ? UINT32_C(1) << owner : 0;
}

/* The same of a piece in this state. */
static inline uint32_t lf_slot_seats(const lf_slot *slot) {
    return slot->seen_as == 0 ? LF_KNOWN_TO_ALL : slot->seat >= 0 ? UINT32_C(1) << slot->seat : 0;
}

/* ---- steering from outside (play/steer.c) ---- */

/* After an edit from outside: if the pending decision is the phase's own choice of an action, its
 * options are looked for again; a choice in the middle of an action stays as it is. */
void lf_reoffer(lf_state *);
bool lf_can_reoffer(const lf_state *);

/* ---- cards (cards.c): -1 stands for "no card" and "no stack" ---- */
LF_KERNEL_FN int lf_card_where(const lf_game *, unsigned char *block, uint32_t card);
LF_KERNEL_FN int lf_cards_top(const lf_game *, unsigned char *block, uint32_t stack,
                              uint32_t depth);
LF_KERNEL_FN uint32_t lf_cards_count(const lf_game *, unsigned char *block, uint32_t stack);
LF_KERNEL_STATIC void lf_cards_put(const lf_game *, unsigned char *block, uint32_t card,
                                   uint32_t stack, bool bottom);
/* from now on it lies nowhere */
LF_KERNEL_STATIC void lf_cards_remove(const lf_game *, unsigned char *block, uint32_t card);
/* Single fields of a stack that is laid anew, card by card; size and all other fields must fit in
 * the end. -1: no stack, no card. */
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
/* The place of a word of bits in the running hash. It is behind every block, because the region's
 * own depends on the size of the frames, which snippets make greater. */
static inline uint32_t lf_open_hash_place(uint32_t word) {
    return UINT32_C(0x80000000) + word;
}
/* From now on nothing is known of the order of this stack. */
LF_KERNEL_STATIC void lf_cards_open(const lf_game *, unsigned char *block, uint32_t stack);
/* How many cards of the stack are open, and the uppermost place that is; -1 if none is. */
LF_KERNEL_STATIC uint32_t lf_open_count(const lf_game *, const unsigned char *block,
                                        uint32_t stack);
LF_KERNEL_STATIC int lf_open_place(const lf_game *, const unsigned char *block, uint32_t stack);
LF_KERNEL_STATIC bool lf_place_is_open(const lf_game *, const unsigned char *block, uint32_t stack,
                                       uint32_t place);
/* The i-th of the open cards of a stack, in ascending order; -1 if there is none. */
LF_KERNEL_STATIC int lf_open_card(const lf_game *, const unsigned char *block, uint32_t stack,
                                  uint32_t index);
/* Do settled cards lie between the open ones? Then it matters where one of them is taken out. */
LF_KERNEL_STATIC bool lf_open_is_split(const lf_game *, const unsigned char *block, uint32_t stack);
/* This open card turns out to lie in this open place of its stack. */
LF_KERNEL_STATIC void lf_card_settle(const lf_game *, unsigned char *block, uint32_t stack,
                                     uint32_t place, uint32_t card);
/* The card is about to leave its stack. */
LF_KERNEL_STATIC void lf_card_forget_open(const lf_game *, unsigned char *block, uint32_t card);
/* Draws what is open in a stack. */
LF_KERNEL_STATIC void lf_cards_draw(const lf_game *, unsigned char *block, uint32_t stack,
                                    uint64_t *generator);
/* The cards on these places of a stack (a bit a place) become open. */
LF_KERNEL_STATIC void lf_places_open(const lf_game *, unsigned char *block, uint32_t stack,
                                     const uint64_t *places);

/* ---- hidden variables (hidden_vars.c) ---- */
bool lf_hides_vars(const lf_game *, lf_seat viewer);
/* Gives the variables that the viewer may not know their initial values, and then draws them from
 * what it must think possible. */
void lf_forget_vars(lf_state *, lf_seat viewer);
void lf_redraw_vars(lf_state *, lf_seat viewer, uint64_t *generator);

/* ---- positions that occur again (history.c) ---- */
static inline uint32_t lf_history_words(const lf_game *game) {
    if (game->repetition_count == 0)
        return 0;
    const lf_repetition *last = &game->repetitions[game->repetition_count - 1];
    return last->first + 1 + last->memory;
}
/* How many keys a repetition has; at most as many as it has room for, whatever the block says. */
static inline uint32_t lf_remembered(const lf_game *game, unsigned char *block, uint32_t which) {
    const lf_repetition *repetition = &game->repetitions[which];
    const uint64_t count = lf_past(game, block)[repetition->first];
    return count < repetition->memory ? (uint32_t)count : repetition->memory;
}
void lf_remember(const lf_game *, unsigned char *block, uint32_t which); /* the present position */
void lf_forget(const lf_game *, unsigned char *block, uint32_t which);   /* all positions */
int64_t lf_times(const lf_game *, unsigned char *block,
                 uint32_t which); /* how often the present one is there */
/* what each of these costs */
int64_t lf_history_work(const lf_game *, unsigned char *block, uint32_t which);
void lf_history_add(const lf_game *, unsigned char *block, uint32_t which, uint64_t key);
uint64_t lf_history_hash(const lf_game *, unsigned char *block);
void lf_history_copy(const lf_game *, unsigned char *to, unsigned char *from);

/* ---- what viewers know of cards (knowledge.c); games whose stacks all can see have no viewers
 * ---- */

/* The fields of a viewer's row: a class a card, a group a card, and whether groups were merged. */
static inline uint32_t lf_knowledge_row_size(const lf_game *game) {
    return 2 * game->card_count + 1;
}
uint32_t lf_viewer_of(const lf_game *, lf_seat seat);
uint32_t lf_known_class(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t card);
uint32_t lf_known_group(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t card);
bool lf_knowledge_merged(const lf_game *, unsigned char *block, uint32_t viewer);
/* A field of a row, for the state's JSON. */
uint32_t lf_knowledge_read(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t index);
void lf_knowledge_write(const lf_game *, unsigned char *block, uint32_t viewer, uint32_t index,
                        uint32_t value);
/* The card has been moved; `how` is one of LF_PUT_…. A viewer who does not see a card that was
 * picked cannot tell from which place of the stack. */
void lf_know_moved(const lf_game *, unsigned char *block, uint32_t card, int from, uint32_t to,
                   uint32_t how);
void lf_know_shuffled(const lf_game *, unsigned char *block, uint32_t stack);
/* The seat is asked this, with these registers: it reads the cards that are offered and named.
 * `pending`: a world is about to be sampled while it is asked. */
void lf_know_asked(const lf_game *, unsigned char *block, lf_seat seat, const lf_choice_site *,
                   const int64_t *registers, bool pending);
/* The same of a text alone; `template` may be NULL. */
void lf_know_told(const lf_game *, unsigned char *block, lf_seat seat, const lf_template *template,
                  const int64_t *registers);
/* A world was sampled for the viewer; `now` says by card which card lies where it lay. */
void lf_know_redrawn(const lf_game *, unsigned char *block, uint32_t viewer, const uint16_t *now);
/* After the cards of a scenario have been laid out: all know what lies in each stack, and no
 * order. */
void lf_know_set_up(const lf_game *, unsigned char *block);
/* After cards have been laid out from outside: whatever a viewer cannot see may lie anywhere. */
void lf_know_nothing(const lf_game *, unsigned char *block);

/* ---- covered pieces (hidden_pieces.c) ---- */
bool lf_hides_pieces(const lf_game *, lf_seat viewer);
/* How many pieces of a slot the viewer sees in a zone: covered ones of others as what they are seen
 * as. */
int lf_pieces_as_seen(const lf_game *, unsigned char *block, uint32_t zone, uint32_t slot,
                      lf_seat viewer);
/* Lays the covered pieces of others in an order that tells nothing, and then as they might lie. */
void lf_forget_pieces(lf_state *, lf_seat viewer);
void lf_redraw_pieces(lf_state *, lf_seat viewer, uint64_t *generator);

/* ---- pieces (pieces.c) ---- */

#define LF_SUPPLY (-1) /* as `from` or `to`: each kind's own supply */
#define LF_NO_SUPPLY (-2)
/* Moves up to `want` pieces (all if negative) of a filter, kinds in declared order. Returns how
 * many, -1 if a zone would hold more than a count can say, LF_NO_SUPPLY if none of the kinds has a
 * supply to come from, or pieces would go to a supply that their kind lacks. `observer` may be
 * NULL. */
LF_KERNEL_FN int64_t lf_pieces_move(const lf_game *, unsigned char *block, lf_state *observer,
                                    uint64_t mask, int64_t want, int from, int to);
LF_KERNEL_FN int64_t lf_pieces_flip(const lf_game *, unsigned char *block, lf_state *observer,
                                    uint64_t mask, int64_t want, int zone, const uint8_t *flip_map);

#define FOR_EACH_SLOT(slot, mask)                                                                  \
    for (uint64_t left_ = (mask); left_ != 0; left_ &= left_ - 1)                                  \
        for (uint32_t slot = (uint32_t)__builtin_ctzll(left_), once_ = 1; once_; once_ = 0)

/* A game without kinds of pieces has no presence, and no filter but the empty one. */
static inline uint64_t lf_pieces_kinds(const lf_game *game, unsigned char *block, uint64_t mask,
                                       uint32_t zone) {
    return mask == 0 ? 0 : mask & lf_zone_slots(game, block)[zone];
}

/* A filter as the bytes of a zone's counts, for counting in many zones: sixteen counts at a time,
 * without a branch. Kinds that lie so close together, as those of one seat do, are *near* ones:
 * they are counted at once. What is read beyond the last zone's counts is presence, and masked. */
#define LF_TALLIED 16
typedef struct {
    uint32_t first; /* of the counts that it is about */
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

/* `size`: LF_TALLIED for near kinds, else all that there are. */
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
    uint64_t pairs = 0; /* four sums of 16 bits: of at most 64 bytes all together */
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

/* The same over all zones of a set. */
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
/* The declared number of pieces. */
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
/* The members in an unbroken row from a space, itself not; and the first space behind them, or
 * -1. */
/* What a pattern covers from a space, and from all spaces of a set together: leaps, and slides
 * through members and one further. */
LF_KERNEL_FN void lf_map_covered(const lf_game *, uint32_t pattern, uint32_t space,
                                 const uint64_t *members, uint64_t *out);
LF_KERNEL_FN void lf_map_covered_by(const lf_game *, uint32_t pattern, const uint64_t *from,
                                    const uint64_t *members, uint64_t *out);
LF_KERNEL_HOT void lf_map_run(const lf_game *, uint32_t space, uint32_t direction,
                              const uint64_t *members, uint64_t *out);
LF_KERNEL_HOT int64_t lf_map_beyond(const lf_game *, uint32_t space, uint32_t direction,
                                    const uint64_t *members);
/* Keeps in the set the spaces whose neighbour in a direction is among the goals, or the first space
 * behind the members that lie in a row from there on. */
LF_KERNEL_FN void lf_map_keep_step(const lf_game *, uint64_t *set, uint32_t direction,
                                   const uint64_t *goals);
LF_KERNEL_FN void lf_map_keep_beyond(const lf_game *, uint64_t *set, uint32_t direction,
                                     const uint64_t *members, const uint64_t *goals);

/* ---- running (vm/vm.c) ---- */

/* Runs from the head's pc until a decision, the end, or an error. */
void lf_run(lf_state *);
/* The same, after giving the pending choice its value (-1: the way out). */
void lf_resume(lf_state *, int64_t chosen);
/* Gives the pending choice a value, whether it is offered or not, on a copy that is thrown away.
 * False: it cannot be carried through; *fault says what stopped it, and the copy stands where that
 * was, with its registers. */
bool lf_try_value(lf_state *copy, int64_t chosen, lf_fault *fault);
/* The same, after chance has decided: the number of a die, or a card. */
void lf_resume_chance(lf_state *, int64_t outcome);
/* The next run begins with this routine, and then goes on at the head's pc. */
bool lf_run_first(lf_state *, uint32_t routine);
/* Calls a pure routine on top of whatever is suspended and leaves the state as it was. `words`
 * results are copied out. `error`, which may be NULL, says why it failed. */
bool lf_call_pure(const lf_state *, const lf_game *, uint32_t routine, const int64_t *args,
                  uint32_t arg_words, int64_t *results, uint32_t words, lf_error *error);
/* The same with a budget of work that is not the one of a decision. */
bool lf_call_within(const lf_state *, const lf_game *, uint32_t routine, int64_t budget,
                    const int64_t *args, uint32_t arg_words, int64_t *results, uint32_t words,
                    lf_error *error);
/* Runs effects without choices (snippets, the set-up): the block changes, the suspended frames
 * stay. state->error says why it failed. `told`: to the observer. */
bool lf_call_effects(lf_state *, const lf_game *, uint32_t routine, bool told);

/* ---- the pending decision (play/decisions.c) ---- */
const lf_choice_site *lf_pending_site(const lf_state *); /* NULL if there is none */
/* What has this value, as programs have it; its texts are in wording.c. */
/* The template of the pending decision's prompt, NULL if it has none, and the registers with its
 * values. Those of a phase's prompt are worked out now, into `room`. */
const lf_template *lf_pending_prompt(const lf_state *, const int64_t **registers,
                                     int64_t room[LF_MAX_REGISTERS]);
/* Is an option of the pending decision the way out of its choice, the last one? And what that is as
 * an option. */
bool lf_is_way_out(const lf_state *, int option);
lf_option lf_option_out(const lf_choice_site *);
lf_option lf_option_of(const lf_game *, const lf_choice_site *, int64_t value);
/* The value of one of its options that is not the way out. */
int64_t lf_pending_value(const lf_state *, const lf_choice_site *, int option);
/* Goes on with this value of the pending decision, which is legal (-1: the way out), and tells
 * nobody that it was chosen. */
lf_status lf_apply_value(lf_state *, int64_t value);

/* ---- what chance decides (play/chance.c) ---- */
static inline bool lf_chance_decides(const lf_state *state) {
    return lf_head_const(state->block)->status == LF_RUN_CHANCE;
}
/* The place of the stack that chance is asked for, read off the instruction that waits. */
int64_t lf_chance_place(const lf_game *, unsigned char *block);
/* How many outcomes the pending question has, and the value of one: a number of the die, or a
 * card. */
uint32_t lf_outcome_count(const lf_game *, unsigned char *block);
int64_t lf_outcome_value(const lf_game *, unsigned char *block, uint32_t index);
lf_option lf_outcome_option(const lf_state *, uint32_t index);
/* Ids of outcomes are of their own, 0 … lf_chance_count - 1: the number of the card, or one less
 * than the die shows. Nothing is legal while chance does not decide. */
int lf_outcome_ids(const lf_state *, int32_t *out, int cap);
int lf_outcome_of_id(const lf_state *, int id);    /* LF_NO_OPTION if it is not legal */
int lf_id_of_outcome(const lf_state *, int index); /* -1 if there is no such outcome */
void lf_say_outcome(const lf_state *, uint32_t index, lf_text *out);
void lf_say_chance(const lf_state *, lf_text *out);

/* ---- options (play/options.c) ---- */

/* The options of a site as numbers: how many, and the value of the i-th (-1: the way out). */
/* The words of a choice among numbers or values. */
static inline uint32_t lf_list_words(const lf_choice_site *site) {
    return site->number_count > 0 ? (site->number_count + 63) / 64 : 1;
}
/* Is its domain a set of one word, whose bits are the values? Most are. */
static inline bool lf_is_word(const lf_game *game, const lf_choice_site *site) {
    return site->domain == LF_DOMAIN_ZONES ? game->zone_words == 1
           : site->domain == LF_DOMAIN_CARDS
               ? game->card_words == 1
               : site->domain != LF_DOMAIN_RANGE && site->number_count == 0;
}
/* The words of its set; of a range: of what is left of it. */
LF_KERNEL_STATIC uint32_t lf_site_words(const lf_game *, const lf_choice_site *);
LF_KERNEL_HOT uint32_t lf_domain_count(const lf_game *, const lf_choice_site *,
                                       const int64_t *registers, bool way_out);
LF_KERNEL_HOT int64_t lf_domain_value(const lf_game *, const lf_choice_site *,
                                      const int64_t *registers, uint32_t index);
/* Is `value` something that this game has? A state from a file may hold anything. */
LF_KERNEL_STATIC bool lf_domain_has(const lf_game *, const lf_choice_site *, int64_t value);
/* The id of a value that lf_domain_has; NULL for numbers, whose id is their decimal text. */
LF_KERNEL_STATIC const char *lf_domain_id(const lf_game *, const lf_choice_site *, int64_t value);
LF_KERNEL_STATIC void lf_domain_drop(const lf_game *, const lf_choice_site *, int64_t *registers,
                                     int64_t value);

/* ---- what a choice shows besides (play/shown.c) ---- */

#define LF_SHOWN_IN_PROMPT (-2)
#define LF_SHOWN_IN_WAY_OUT (-1)
/* The i-th value in its texts, or NULL; *where is one of the above, or the entry of the menu whose
 * label has it. */
const lf_text_part *lf_shown_part(const lf_game *, const lf_choice_site *, uint32_t i, int *where);

/* ---- words (play/say.c) ---- */
/* What has become of a variable, in words: "Supplies 4 -> 2", "Burning: yes", or what the game
 * says. */
void lf_say_change(const lf_game *, const lf_var *, int64_t old, int64_t now, const char *arrow,
                   lf_text *out);
void lf_say_value(const lf_game *, lf_say, uint16_t enum_id, const int64_t *words, lf_text *out);
/* The same as a program wants it: the id instead of the label. */
/* The list of the game that values of this sort count in, alone or as a set. */
typedef struct {
    const lf_named *items;
    uint32_t count;
    bool named; /* they stand in a list */
} lf_things;
lf_things lf_things_of(const lf_game *, lf_say, uint16_t enum_id);
void lf_say_id(const lf_game *, lf_say, uint16_t enum_id, const int64_t *words, lf_text *out);
void lf_say_template(const lf_game *, const lf_template *, const int64_t *registers, lf_text *out);
/* A choice as a line: the label of the option that has this value. Without a block what depends on
 * it is "…". */
void lf_say_choice(const lf_game *, unsigned char *block, const lf_choice_site *, int64_t value,
                   lf_text *out);
/* What went wrong at this instruction, with its place in the spec. The registers are those of its
 * routine, if they still are there; the reason of a failed `require` may show values. */
void lf_say_fault(const lf_game *, uint32_t pc, lf_fault, const int64_t *registers, lf_error *);
/* Tells the observer. `text` NULL: a standard line is made from the fields. After LF_MAX_LOG_LINES
 * of one run a last line says that the rest is left out. */
void lf_tell(lf_state *observer, lf_event event);
/* Tells the observer that a seat has chosen this; what the others may know of it is worked out
 * here. */
void lf_tell_choice(lf_state *observer, const lf_choice_site *, int64_t value, lf_event event);
/* Tells it what chance is deciding; no seat may know. */
void lf_tell_outcome(lf_state *observer, int option);
/* Is anything that is told still heard? Saves the making of a line. */
static inline bool lf_is_observed(const lf_state *observer) {
    return observer != NULL && observer->told <= LF_MAX_LOG_LINES;
}

#endif
