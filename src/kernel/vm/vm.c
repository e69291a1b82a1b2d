/* vm.c: runs the program of a game on a state.
 *
 * The loop itself is in vm_loop.inc. Here is what it calls: windows of registers for calls, choices with their look-ahead,
 * and the entries that the rest of the kernel uses. */
#include "kernel/state/state.h"

typedef enum {
    LF_STOP_NONE,
    LF_STOP_DECISION,
    LF_STOP_OVER,
    LF_STOP_FAULT,
    LF_STOP_RETURN,  /* a routine called from outside is done */
    LF_STOP_SUCCESS, /* look-ahead: what was tried can be carried through */
    LF_STOP_FAIL     /* look-ahead: it cannot */
} lf_stop;

/* Finds a position that comes again without a decision between: it is compared with one kept from before, and the steps from
 * keeping to keeping double (Brent), so that any circle is found within three times its length. */
typedef struct {
    uint64_t kept;
    uint32_t since, until;
} lf_circle;

typedef struct {
    const lf_game *game;
    unsigned char *block;
    lf_state *watcher; /* NULL: nobody watches */
    unsigned char *scratch;
    uint64_t *hits, *probe_hits; /* per instruction; NULL: not counted */
    volatile int *at;            /* lf_mark_steps */
    int64_t budget;              /* of work; below zero: too much */
    lf_circle round, idle;       /* at the end of a phase; at the search for actions in one phase */
    uint32_t floor;              /* RET at this depth leaves the loop */
    uint32_t probe_depth;        /* > 0: looking ahead */
    uint32_t high;               /* first word of frames that has not been touched in this run */
    uint32_t decided; /* who made the decision that this run carries out: the seat's bit; 0: nobody */
    uint32_t learned; /* hidden cards that came into view or that a rule looked at, look-ahead included */
    bool committed;   /* this run has passed a COMMIT; the position there: */
    int8_t committed_active;
    uint64_t committed_running;
    lf_fault fault;
} lf_vm;

static lf_stop run_loop(lf_vm *vm);

static int64_t floor_div(int64_t a, int64_t b) {
    const int64_t q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

/* The remainder that belongs to floor_div: it has the sign of b. */
static int64_t floor_mod(int64_t a, int64_t b) {
    const int64_t m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
}

static uint64_t filter_of(const lf_game *game, int64_t mask) {
    return game->slot_count >= 64 ? (uint64_t)mask : (uint64_t)mask & ((UINT64_C(1) << game->slot_count) - 1);
}

static inline bool has_element(const uint64_t *set, uint32_t words) {
    uint64_t any = set[0];
    for (uint32_t w = 1; w < words; w++)
        any |= set[w];
    return any != 0;
}

/* Takes the first element out; none if there is none. */
static inline int64_t take_first(uint64_t *set, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (set[w] != 0) {
            const int bit = __builtin_ctzll(set[w]);
            set[w] &= set[w] - 1;
            return (int64_t)w * 64 + bit;
        }
    return -1;
}

static inline bool compares(int64_t a, lf_comparison how, int64_t b) {
    return (how >> (1 + (a > b) - (a < b)) & 1) != 0;
}

/* A number for every element: what KEEP compares. */
typedef struct {
    lf_row_kind kind;
    int64_t number; /* or the filter */
    const int32_t *cells;
    const int64_t *words;
} lf_row;

static bool lies_within(int64_t first, uint64_t count, uint64_t end) {
    return first >= 0 && count <= end && (uint64_t)first <= end - count;
}

/* How many elements have a number there, or 0 if there is no such row. */
static uint32_t open_row(const lf_vm *vm, lf_row_kind kind, int64_t where, const int64_t *r, lf_row *row) {
    const lf_game *game = vm->game;
    const lf_routine *routine = &game->routines[lf_head_of(vm->block)->routine];
    *row = (lf_row){.kind = kind, .number = where};
    switch (kind) {
    case LF_ROW_CELLS:
        if (!lies_within(where, game->space_count, game->layout.cell_count))
            return 0;
        row->cells = lf_cells(game, vm->block) + where;
        return game->space_count;
    case LF_ROW_PROPERTY:
        if (!lies_within(where, 1, game->property_count))
            return 0;
        row->words = game->properties + (uint64_t)where * game->space_count;
        return game->space_count;
    case LF_ROW_COUNT:
        row->number = (int64_t)filter_of(game, where);
        return game->zone_count;
    case LF_ROW_TABLE:
        if (where < routine->registers || !lies_within(where, game->zone_count, routine->frame_words))
            return 0;
        row->words = r + where;
        return game->zone_count;
    default:
        return game->zone_count;
    }
}

static inline int64_t row_number(const lf_vm *vm, const lf_row *row, uint32_t element) {
    switch (row->kind) {
    case LF_ROW_CELLS:
        return row->cells[element];
    case LF_ROW_COUNT:
        return lf_pieces_count(vm->game, vm->block, (uint64_t)row->number, element);
    case LF_ROW_NUMBER:
        return row->number;
    default:
        return row->words[element];
    }
}

/* False if an element has no such number. */
static bool keep_compared(const lf_vm *vm, uint64_t *set, const int64_t *r, uint8_t sources, uint8_t code) {
    lf_row left, right;
    const uint32_t a = open_row(vm, lf_keep_left(code), r[sources], r, &left),
                   b = open_row(vm, lf_keep_right(code), r[sources + 1], r, &right);
    for (uint32_t w = 0; w < vm->game->zone_words; w++)
        for (uint64_t todo = set[w]; todo != 0; todo &= todo - 1) {
            const uint32_t element = w * 64 + (uint32_t)__builtin_ctzll(todo);
            if (element >= a || element >= b)
                return false;
            if (!compares(row_number(vm, &left, element), lf_keep_comparison(code),
                          row_number(vm, &right, element)))
                set[w] &= ~(todo & (0 - todo));
        }
    return true;
}

static void keep_any(const lf_game *game, unsigned char *block, uint64_t *set, uint64_t filter, bool some) {
    uint64_t zones[(LF_MAX_ZONES + 63) / 64];
    lf_pieces_zones(game, block, filter, zones);
    for (uint32_t w = 0; w < game->zone_words; w++)
        set[w] &= some ? zones[w] : ~zones[w];
}

static uint64_t table_size(const lf_game *game, uint8_t by) {
    return by == 0 ? game->zone_count : by == 1 ? game->seat_count : game->slot_count;
}

/* ---- calls ---- */

/* A new window whose registers begin `shift` words above the running routine's. Its tables are zero. */
static bool enter(lf_vm *vm, uint32_t routine, uint32_t shift, uint32_t return_pc) {
    const lf_game *game = vm->game;
    const lf_routine *callee = &game->routines[routine];
    lf_head *head = lf_head_of(vm->block);
    const uint32_t base = head->base + shift;
    if (head->depth >= game->layout.call_depth || base + callee->frame_words > game->layout.frame_words)
        return false;
    lf_calls(game, vm->block)[head->depth++] =
        (lf_call){.pc = return_pc, .base_shift = (uint16_t)shift, .routine = (uint16_t)head->routine};
    head->base = base;
    head->routine = routine;
    if (lf_has_tables(callee))
        memset(lf_frames(game, vm->block) + base + callee->registers, 0,
               (callee->frame_words - callee->registers) * sizeof(int64_t));
    if (base + callee->frame_words > vm->high)
        vm->high = base + callee->frame_words;
    return true;
}

/* The caller's registers may reach higher than the window that lay on them, and it goes on to use them. */
static uint32_t leave(lf_vm *vm) {
    lf_head *head = lf_head_of(vm->block);
    lf_call *call = &lf_calls(vm->game, vm->block)[--head->depth];
    const uint32_t pc = call->pc;
    head->base -= call->base_shift;
    head->routine = call->routine;
    *call = (lf_call){0};
    const uint32_t end = head->base + vm->game->routines[head->routine].frame_words;
    if (end > vm->high)
        vm->high = end;
    return pc;
}

/* Back to the course of play: routine 0. */
static void unwind(lf_vm *vm) {
    while (lf_head_of(vm->block)->depth > 0)
        leave(vm);
}

/* What a call pays: no straight run through the routine is longer. */
static inline uint32_t length_of(const lf_routine *routine) {
    return routine->end - routine->entry;
}

/* Is the exit hook of the phase running? */
static bool leaves_phase(const lf_vm *vm, const lf_phase_info *phase) {
    return lf_head_of(vm->block)->depth > 0 && lf_calls(vm->game, vm->block)[0].pc == phase->left;
}

/* ---- circles ---- */

static bool comes_again(lf_circle *circle, uint64_t key) {
    if (circle->until > 0 && key == circle->kept)
        return true;
    if (circle->since++ == circle->until) {
        circle->kept = key;
        circle->since = 0;
        circle->until = circle->until * 2 + 1;
    }
    return false;
}

/* All on which the further course of play depends, when routine 0 runs at this place. */
static uint64_t position_key(const lf_vm *vm, int64_t place, bool with_turn) {
    const lf_head *head = lf_head_of(vm->block);
    uint64_t key = head->running + lf_mix64(head->generator ^ ((uint64_t)head->roll_count << 56));
    key = lf_mix64(key ^ (uint64_t)place) + (uint64_t)(uint16_t)head->wanted_phase;
    key = lf_mix64(key ^ ((uint64_t)(uint8_t)head->active << 32 | (with_turn ? head->turn : 0)));
    return key + (uint64_t)lf_frames(vm->game, vm->block)[0] * LF_GOLDEN;
}

/* ---- what single instructions do ---- */

static void tell_value(const lf_vm *vm, const lf_var *var, uint32_t owner, int64_t old, int64_t now) {
    lf_tell(vm->watcher, (lf_event){.kind = LF_EVENT_VALUE,
                                    .seat = var->scope == 1 ? (int)owner : LF_NOBODY,
                                    .subject = (int)(var - vm->game->vars),
                                    .from = (int)old,
                                    .to = var->scope == 2 ? (int)owner : -1,
                                    .count = now});
}

/* A set that is about to become `now`. `place` is its first word. */
static void tell_set(const lf_vm *vm, uint32_t place, uint32_t words, const uint64_t *now) {
    const lf_game *game = vm->game;
    uint64_t added[LF_SET_WORDS_MAX], removed[LF_SET_WORDS_MAX];
    const uint64_t *old = lf_sets(game, vm->block) + place;
    uint32_t in = 0, out = 0, size = 0, var = 0;
    for (uint32_t w = 0; w < words; w++) {
        added[w] = now[w] & ~old[w];
        removed[w] = old[w] & ~now[w];
        in += lf_popcount(added[w]);
        out += lf_popcount(removed[w]);
        size += lf_popcount(now[w]);
    }
    while (var < game->var_count && !(game->vars[var].is_set && game->vars[var].cell == place))
        var++;
    if (in + out == 0 || var == game->var_count)
        return;
    lf_tell(vm->watcher, (lf_event){.kind = LF_EVENT_SET,
                                    .seat = LF_NOBODY,
                                    .subject = (int)var,
                                    .from = (int)out,
                                    .to = (int)in,
                                    .count = size,
                                    .added = added,
                                    .removed = removed,
                                    .words = (int)words});
}

static void store_cell(lf_vm *vm, const lf_var *var, uint32_t owner, int64_t value) {
    const int64_t clamped = value < var->min ? var->min : value > var->max ? var->max : value;
    const uint32_t cell = var->cell + owner;
    const int32_t old = lf_cells(vm->game, vm->block)[cell];
    if (old == clamped)
        return;
    lf_cell_set(vm->game, vm->block, cell, (int32_t)clamped);
    if (vm->watcher != NULL)
        tell_value(vm, var, owner, old, clamped);
}

/* Each kind counts once, whichever of its states the filter has. */
static int64_t pool_of(const lf_game *game, uint64_t mask) {
    int64_t n = 0;
    uint64_t seen = 0;
    for (; mask != 0; mask &= mask - 1) {
        const lf_slot *slot = &game->slots[__builtin_ctzll(mask)];
        if (slot->pool > 0 && !(seen >> slot->default_slot & 1))
            n += slot->pool;
        seen |= UINT64_C(1) << slot->default_slot;
    }
    return n;
}

static void walk_run(const lf_game *game, uint32_t space, uint32_t direction, const uint64_t *members,
                     uint64_t *out) {
    uint64_t found[(LF_MAX_ZONES + 63) / 64] = {0};
    for (uint32_t steps = 0; steps < game->space_count; steps++) {
        const int16_t next = game->steps[space * game->direction_count + direction];
        if (next < 0 || !(members[next / 64] >> (next % 64) & 1))
            break;
        space = (uint32_t)next;
        found[space / 64] |= UINT64_C(1) << (space % 64);
    }
    memcpy(out, found, game->zone_words * sizeof *out);
}

static int64_t walk_beyond(const lf_game *game, uint32_t space, uint32_t direction, const uint64_t *members) {
    for (uint32_t steps = 0; steps <= game->space_count; steps++) {
        const int16_t next = game->steps[space * game->direction_count + direction];
        if (next < 0 || !(members[next / 64] >> (next % 64) & 1))
            return next;
        space = (uint32_t)next;
    }
    return -1;
}

/* A card that comes into some seat's view is something that cannot be taken back. */
static void put_card(lf_vm *vm, uint32_t card, uint32_t stack, bool bottom) {
    const lf_game *game = vm->game;
    const int from = lf_card_where(game, vm->block, card);
    lf_cards_put(game, vm->block, card, stack, bottom);
    if ((lf_stack_seats(game, (int)stack) & ~lf_stack_seats(game, from)) != 0)
        vm->learned++;
    if (vm->watcher != NULL)
        lf_tell(vm->watcher, (lf_event){.kind = LF_EVENT_CARD,
                                        .seat = LF_NOBODY,
                                        .subject = (int)card,
                                        .from = from,
                                        .to = (int)stack});
}

/* A rule looks at a card of this stack. What it does next may tell the player who decided which card it is: by what it
 * offers, by what it changes. So looking at what that player cannot see counts as showing it. */
static inline void look_at(lf_vm *vm, int stack) {
    if (stack >= 0 && vm->game->stacks[stack].visibility != 0 &&
        (lf_stack_seats(vm->game, stack) & vm->decided) == 0)
        vm->learned++;
}

static int64_t roll(lf_vm *vm, uint32_t sides) {
    lf_head *head = lf_head_of(vm->block);
    int64_t value = 0;
    head->barrier++;
    if (head->roll_count > 0) {
        value = head->rolls[0];
        memmove(head->rolls, head->rolls + 1, LF_MAX_FIXED_ROLLS - 1);
        head->rolls[LF_MAX_FIXED_ROLLS - 1] = 0;
        head->roll_count--;
    } else {
        value = (int64_t)lf_rng_below(&head->generator, sides) + 1;
    }
    if (vm->watcher != NULL)
        lf_tell(vm->watcher,
                (lf_event){.kind = LF_EVENT_ROLL, .seat = LF_NOBODY, .subject = (int)sides, .count = value});
    return value;
}

static void tell_text(const lf_vm *vm, uint32_t template, const int64_t *r) {
    lf_text line = {0};
    if (!lf_hears(vm->watcher))
        return;
    lf_say_template(vm->game, &vm->game->templates[template], r, &line);
    lf_tell(vm->watcher, (lf_event){.kind = LF_EVENT_LOG, .seat = LF_NOBODY, .text = lf_text_shown(&line)});
    lf_text_free(&line);
}

/* Tells a profiler which instruction runs now. */
static inline void mark(const lf_vm *vm, int instruction) {
    if (vm->at != NULL)
        *vm->at = instruction;
}

/* ---- choices ---- */

/* Tries one option on a copy of the block. */
static lf_stop probe(lf_vm *vm, const lf_choice_site *site, int64_t value) {
    if (vm->probe_depth >= LF_MAX_LOOKAHEAD_DEPTH || vm->scratch == NULL) {
        vm->fault = LF_FAULT_LOOKAHEAD;
        return LF_STOP_FAULT;
    }
    const size_t size = vm->game->layout.size;
    if ((vm->budget -= LF_PROBE_WORK + (int64_t)(size / LF_COPIED_BYTES_PER_WORK)) < 0) {
        vm->fault = LF_FAULT_STEPS;
        return LF_STOP_FAULT;
    }
    lf_vm copy = *vm;
    copy.block = vm->scratch + vm->probe_depth * size;
    copy.probe_depth++;
    copy.watcher = NULL;
    copy.hits = vm->probe_hits;
    memcpy(copy.block, vm->block, size);
    lf_head *head = lf_head_of(copy.block);
    lf_frames(vm->game, copy.block)[head->base + site->bind] = value;
    head->site = -1;
    head->pc++;
    const lf_stop stop = run_loop(&copy);
    vm->budget = copy.budget;
    vm->learned = copy.learned; /* what is offered tells what look-ahead found */
    mark(vm, (int)lf_head_of(vm->block)->pc);
    if (copy.high > vm->high)
        vm->high = copy.high;
    if (stop == LF_STOP_FAULT) {
        vm->fault = copy.fault;
        lf_head_of(vm->block)->pc = head->pc;
    }
    return stop;
}

static void spread_range(int64_t *r, const lf_choice_site *site) {
    const int64_t low = r[site->source], high = r[site->source + 1];
    const uint64_t count = high < low ? 0 : (uint64_t)high - (uint64_t)low + 1;
    uint64_t *words = (uint64_t *)(void *)&r[site->source + 2];
    memset(words, 0, LF_RANGE_WORDS * sizeof *words);
    for (uint64_t i = 0; i < count; i++)
        words[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool is_safe(const lf_choice_site *site, int64_t value) {
    const bool listed = site->domain == LF_DOMAIN_ACTIONS || site->domain == LF_DOMAIN_MENU;
    return listed && value >= 0 && value < 64 && !(site->fallible >> value & 1);
}

/* Keeps the options that can be carried through. While looking ahead, one is enough. */
static lf_stop filter_options(lf_vm *vm, const lf_choice_site *site, int64_t *r) {
    lf_head *head = lf_head_of(vm->block);
    const lf_game *game = vm->game;
    const uint32_t n = lf_domain_count(game, site, r, head->way_out);
    const uint32_t out = head->way_out ? n - 1 : n; /* the way out comes last */
    int64_t drop[LF_MAX_OPTIONS];
    uint32_t drops = 0;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t value = lf_domain_value(game, site, r, i);
        const lf_stop stop = is_safe(site, value) ? LF_STOP_SUCCESS : probe(vm, site, value);
        if (stop == LF_STOP_FAULT)
            return stop;
        if (stop != LF_STOP_FAIL && vm->probe_depth > 0)
            return LF_STOP_SUCCESS;
        if (stop == LF_STOP_FAIL && i == out)
            head->way_out = 0;
        else if (stop == LF_STOP_FAIL)
            drop[drops++] = value;
    }
    for (uint32_t i = 0; i < drops; i++)
        lf_domain_drop(game, site, r, drop[i]);
    return LF_STOP_NONE;
}

static void tell_forced(const lf_vm *vm, const lf_choice_site *site, int64_t value);

/* At a CHOOSE: takes the only option, or suspends. */
static lf_stop choose(lf_vm *vm, const lf_choice_site *site, int64_t *r, int64_t *value) {
    lf_head *head = lf_head_of(vm->block);
    const lf_game *game = vm->game;
    head->way_out = site->or_done;
    if ((uint64_t)r[site->by] >= game->seat_count) {
        vm->fault = LF_FAULT_VALUE;
        return LF_STOP_FAULT;
    }
    if (site->or_done && site->domain == LF_DOMAIN_RANGE && r[site->source] < 0) { /* -1 is the way out */
        vm->fault = LF_FAULT_VALUE;
        return LF_STOP_FAULT;
    }
    if (site->checked && site->domain == LF_DOMAIN_RANGE) {
        const int64_t low = r[site->source], high = r[site->source + 1];
        if (high > low && (uint64_t)high - (uint64_t)low >= LF_RANGE_WORDS * 64) {
            vm->fault = LF_FAULT_OPTIONS;
            return LF_STOP_FAULT;
        }
        spread_range(r, site);
    }
    uint32_t n = lf_domain_count(game, site, r, head->way_out);
    if (n > LF_MAX_OPTIONS) {
        vm->fault = LF_FAULT_OPTIONS;
        return LF_STOP_FAULT;
    }
    if (n > 0 && vm->probe_depth > 0 && site->domain == LF_DOMAIN_ACTIONS)
        return LF_STOP_SUCCESS; /* an action has been completed, and the hooks behind it */
    if (site->checked && n > 0) {
        const lf_stop stop = filter_options(vm, site, r);
        if (stop != LF_STOP_NONE)
            return stop;
        n = lf_domain_count(game, site, r, head->way_out);
    }
    if (n == 0 && site->checked && site->domain == LF_DOMAIN_ACTIONS) {
        *value = -1; /* no action can be carried through: the phase goes on without one */
        return LF_STOP_NONE;
    }
    if (n == 0) {
        vm->fault = LF_FAULT_DEAD_END;
        return vm->probe_depth > 0 ? LF_STOP_FAIL : LF_STOP_FAULT;
    }
    if (n == 1) {
        *value = lf_domain_value(game, site, r, 0);
        head->way_out = 0;
        if (vm->watcher != NULL)
            tell_forced(vm, site, *value);
        return LF_STOP_NONE;
    }
    return vm->probe_depth > 0 ? LF_STOP_SUCCESS : LF_STOP_DECISION;
}

static void tell_forced(const lf_vm *vm, const lf_choice_site *site, int64_t value) {
    lf_tell_choice(vm->watcher, site, value,
                   (lf_event){.kind = LF_EVENT_DECISION, .forced = true, .subject = (int)value});
}

/* ---- the loop, twice ---- */

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* computed goto: labels as values */
#endif
#define LF_LOOP_NAME run_plain
#define LF_COUNT_HIT() ((void)0)
#include "vm_loop.inc"
#undef LF_LOOP_NAME
#undef LF_COUNT_HIT
#define LF_LOOP_NAME run_counting
#define LF_COUNT_HIT() (vm->hits[in - code]++, mark(vm, (int)(in - code)))
#include "vm_loop.inc"
#undef LF_LOOP_NAME
#undef LF_COUNT_HIT
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static lf_stop run_loop(lf_vm *vm) {
    return vm->hits == NULL ? run_plain(vm) : run_counting(vm);
}

/* ---- entries ---- */

static lf_vm vm_for(const lf_state *state, const lf_game *game) {
    const lf_head *head = lf_head_const(state->block);
    return (lf_vm){.game = game,
                   .block = state->block,
                   .scratch = state->scratch,
                   .hits = state->hits,
                   .probe_hits = state->probe_hits,
                   .at = state->at,
                   .budget = LF_MAX_WORK,
                   .floor = UINT32_MAX,
                   .high = head->base + game->routines[head->routine].frame_words};
}

static void zero_words(int64_t *frames, uint32_t from, uint32_t to) {
    if (from < to)
        memset(frames + from, 0, (to - from) * sizeof *frames);
}

/* Zeroes what is dead at a decision, so that equal positions are equal bytes. Tables stay until their routine ends. */
static void clear_dead(const lf_vm *vm) {
    const lf_head *head = lf_head_of(vm->block);
    const lf_routine *routine = &vm->game->routines[head->routine];
    const uint32_t live = head->base + vm->game->sites[head->site].live;
    int64_t *frames = lf_frames(vm->game, vm->block);
    zero_words(frames, live, lf_has_tables(routine) ? head->base + routine->registers : vm->high);
    zero_words(frames, head->base + routine->frame_words, vm->high);
}

/* The end of the run for good: nothing of the program's registers is needed any more. */
static void close_run(lf_vm *vm, lf_run_status status) {
    lf_head *head = lf_head_of(vm->block);
    unwind(vm);
    head->site = -1;
    head->way_out = head->untouched = 0;
    head->status = (uint8_t)status;
    zero_words(lf_frames(vm->game, vm->block), 0, vm->high);
}

/* `decided`: the bit of the seat whose decision led here, or 0. */
static void run_for(lf_state *state, uint32_t decided) {
    lf_vm vm = vm_for(state, state->game);
    vm.watcher = state->observer.event != NULL ? state : NULL;
    state->told = 0;
    lf_head *head = lf_head_of(state->block);
    vm.decided = decided;
    const lf_stop stop = run_loop(&vm);
    head->barrier += vm.learned;
    switch (stop) {
    case LF_STOP_DECISION:
        head->status = LF_RUN_DECISION;
        head->untouched =
            vm.committed && vm.committed_running == head->running && vm.committed_active == head->active;
        clear_dead(&vm);
        break;
    case LF_STOP_OVER:
        close_run(&vm, LF_RUN_OVER);
        state->told = 0; /* how it ended is always told */
        if (vm.watcher != NULL)
            lf_tell(vm.watcher,
                    (lf_event){.kind = LF_EVENT_END, .seat = head->winner, .subject = head->checkpoint});
        break;
    default:
        lf_say_fault(state->game, head->pc, vm.fault, lf_frames(state->game, state->block) + head->base,
                     &state->error);
        close_run(&vm, LF_RUN_ERROR);
        head->error = (uint8_t)vm.fault;
        break;
    }
    mark(&vm, -1);
}

void lf_run(lf_state *state) {
    run_for(state, 0);
}

void lf_resume(lf_state *state, int64_t chosen) {
    lf_head *head = lf_head_of(state->block);
    const lf_choice_site *site = &state->game->sites[head->site];
    const lf_seat decider = lf_decider(state);
    lf_frames(state->game, state->block)[head->base + site->bind] = chosen;
    head->site = -1;
    head->way_out = 0;
    head->pc++;
    run_for(state, decider < 0 ? 0 : UINT32_C(1) << decider);
}

/* Words for why a routine that was called from outside did not return. */
static void say_stop(const lf_vm *vm, lf_stop stop, lf_error *error) {
    const lf_head *head = lf_head_of(vm->block);
    const lf_fault fault = stop == LF_STOP_FAULT ? vm->fault : LF_FAULT_CHOICE;
    if (stop != LF_STOP_RETURN && error != NULL)
        lf_say_fault(vm->game, head->pc, fault, lf_frames(vm->game, vm->block) + head->base, error);
}

/* A routine called from outside gets its window behind the registers of what is suspended. Nothing but what it did to
 * the game remains. */
static lf_stop call_above(lf_vm *vm, uint32_t routine, const int64_t *args, uint32_t arg_words,
                          int64_t *results, uint32_t words, lf_error *error) {
    const lf_game *game = vm->game;
    lf_head *head = lf_head_of(vm->block);
    const lf_head saved = *head;
    const bool idle = head->depth == 0 && head->site < 0;
    if (!enter(vm, routine, idle ? 0 : game->routines[head->routine].frame_words, 0)) {
        vm->fault = LF_FAULT_STATE;
        say_stop(vm, LF_STOP_FAULT, error);
        return LF_STOP_FAULT;
    }
    vm->floor = head->depth;
    int64_t *frames = lf_frames(game, vm->block), *r = frames + head->base;
    for (uint32_t i = 0; i < arg_words; i++)
        r[i] = args[i];
    head->pc = game->routines[routine].entry;
    const lf_stop stop = run_loop(vm);
    say_stop(vm, stop, error);
    for (uint32_t i = 0; i < words && stop == LF_STOP_RETURN; i++)
        results[i] = r[i];
    zero_words(frames, (uint32_t)(r - frames), vm->high);
    for (uint32_t d = saved.depth; d < game->layout.call_depth; d++)
        lf_calls(game, vm->block)[d] = (lf_call){0};
    const lf_head end = *head;
    *head = saved;
    head->running = end.running; /* effects keep what they changed; a pure routine changed nothing */
    head->generator = end.generator;
    head->active = end.active;
    head->barrier = end.barrier;
    head->roll_count = end.roll_count;
    memcpy(head->rolls, end.rolls, sizeof head->rolls);
    return stop;
}

static lf_vm vm_for_call(const lf_state *state, const lf_game *game) {
    lf_vm vm = vm_for(state, game);
    vm.hits = vm.probe_hits = NULL;
    vm.at = NULL;
    return vm;
}

bool lf_call_pure(const lf_state *state, const lf_game *game, uint32_t routine, const int64_t *args,
                  uint32_t arg_words, int64_t *results, uint32_t words, lf_error *error) {
    lf_vm vm = vm_for_call(state, game);
    return call_above(&vm, routine, args, arg_words, results, words, error) == LF_STOP_RETURN;
}

bool lf_call_effects(lf_state *state, const lf_game *game, uint32_t routine) {
    lf_vm vm = vm_for_call(state, game);
    const lf_stop stop = call_above(&vm, routine, NULL, 0, NULL, 0, &state->error);
    lf_head_of(state->block)->barrier += vm.learned;
    return stop == LF_STOP_RETURN;
}
