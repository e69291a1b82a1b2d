/* vm_steps.c: the work of single instructions that is too long for bodies.inc: comparisons of whole
 * sets, windows of registers for calls, variables, cards and dice. */
#include "vm.h"

/* ---- conditions on whole sets ---- */

/* Is one of the relations in `how` true of a and b? */
static inline bool compares(int64_t a, lf_comparison how, int64_t b) {
    return (how >> (1 + (a > b) - (a < b)) & 1) != 0;
}

/* A kind of row of this file only: counts of pieces by a near tally. */
#define ROW_OF_NEAR LF_ROW_KINDS

/* What KEEP compares: a number for every element. */
typedef struct {
    lf_row_kind kind;
    int64_t number; /* the number, or log2 of the width of the cells */
    const unsigned char *cells;
    const int64_t *values;
    lf_tally tally;
} lf_row;

static bool lies_within(int64_t first, uint64_t count, uint64_t end) {
    return first >= 0 && count <= end && (uint64_t)first <= end - count;
}

/* Finds the cells of a variable of spaces. `where` is what lf_row_of_var returned, but comes from a
 * register, so it is checked. */
static bool open_cells(const lf_vm *vm, int64_t where, lf_row *row) {
    const lf_layout *layout = &LF_GAME(vm)->layout;
    const uint32_t starts[] = {layout->cells8, layout->cells16, layout->cells, 0},
                   ends[] = {layout->cells_end, layout->cells8, layout->cells16, 0};
    const uint32_t wide = (uint32_t)where & 3;
    const int64_t place = where >> 2;
    if (place < starts[wide] || (place & ((1 << wide) - 1)) != 0 ||
        !lies_within(place, (uint64_t)LF_GAME(vm)->space_count << wide, ends[wide]))
        return false;
    row->cells = vm->block + place;
    row->number = wide;
    return true;
}

/* Prepares a row. Returns how many elements have a number in it, or 0 if there is no such row. */
static uint32_t open_row(const lf_vm *vm, lf_row_kind kind, int64_t where, const int64_t *r,
                         lf_row *row) {
    const lf_game *game = LF_GAME(vm);
    const lf_routine *routine = &game->routines[lf_head_of(vm->block)->routine];
    row->kind = kind;
    row->number = where;
    switch (kind) {
    case LF_ROW_CELLS:
        return open_cells(vm, where, row) ? game->space_count : 0;
    case LF_ROW_PROPERTY:
        if (!lies_within(where, 1, game->property_count))
            return 0;
        row->values = game->properties + (uint64_t)where * game->space_count;
        return game->space_count;
    case LF_ROW_COUNT:
        lf_tally_open(game, lf_filter_of(game, where), &row->tally);
        row->kind = row->tally.near ? ROW_OF_NEAR : LF_ROW_COUNT;
        return game->zone_count;
    case LF_ROW_TABLE:
        if (where < routine->registers ||
            !lies_within(where, game->zone_count, routine->frame_size))
            return 0;
        row->values = r + where;
        return game->zone_count;
    default:
        return game->zone_count;
    }
}

static inline int64_t row_number(const lf_vm *vm, const lf_row *row, lf_row_kind kind,
                                 uint32_t element) {
    switch (kind) {
    case LF_ROW_CELLS:
        return row->number == 0   ? lf_cell8(row->cells, element)
               : row->number == 1 ? lf_cell16(row->cells, element * UINT64_C(2))
                                  : lf_cell32(row->cells, element * UINT64_C(4));
    case LF_ROW_COUNT:
        return lf_tally_count(LF_GAME(vm), vm->block, &row->tally, element,
                              LF_GAME(vm)->slot_count);
    case ROW_OF_NEAR:
        return lf_tally_count(LF_GAME(vm), vm->block, &row->tally, element, LF_TALLIED);
    case LF_ROW_NUMBER:
        return row->number;
    default:
        return row->values[element];
    }
}

/* The callers pass constants for the kinds, so each pair of kinds gets a loop of its own. Compilers
 * would not inline it without being forced. */
__attribute__((always_inline)) static inline void keep_in(const lf_vm *vm, uint64_t *set,
                                                          const lf_row *left, lf_row_kind a,
                                                          const lf_row *right, lf_row_kind b,
                                                          lf_comparison how) {
    for (uint32_t w = 0; w < LF_GAME(vm)->zone_words; w++) {
        uint64_t kept = 0;
        for (uint64_t todo = set[w]; todo != 0; todo &= todo - 1) {
            const uint32_t bit = (uint32_t)__builtin_ctzll(todo), element = w * 64 + bit;
            const uint64_t good =
                compares(row_number(vm, left, a, element), how, row_number(vm, right, b, element));
            kept |= good << bit; /* no branch: it could not be predicted */
        }
        set[w] = kept;
    }
}

/* Picks the loop by the kind of the right row. Properties and tables are both arrays of numbers and
 * share one. */
__attribute__((always_inline)) static inline void keep_by(const lf_vm *vm, uint64_t *set,
                                                          const lf_row *left, lf_row_kind a,
                                                          const lf_row *right, lf_comparison how) {
    switch (right->kind) {
    case LF_ROW_NUMBER:
        keep_in(vm, set, left, a, right, LF_ROW_NUMBER, how);
        break;
    case LF_ROW_CELLS:
        keep_in(vm, set, left, a, right, LF_ROW_CELLS, how);
        break;
    case LF_ROW_COUNT:
        keep_in(vm, set, left, a, right, LF_ROW_COUNT, how);
        break;
    case ROW_OF_NEAR:
        keep_in(vm, set, left, a, right, ROW_OF_NEAR, how);
        break;
    default:
        keep_in(vm, set, left, a, right, LF_ROW_TABLE, how);
        break;
    }
}

/* Does the set have an element that is `end` or greater? */
static bool has_element_from(const uint64_t *set, uint32_t words, uint32_t end) {
    uint64_t beyond = 0;
    for (uint32_t w = end / 64; w < words; w++)
        beyond |= w == end / 64 ? set[w] >> (end % 64) : set[w];
    return beyond != 0;
}

bool lf_vm_keep_compared(const lf_vm *vm, uint64_t *set, const int64_t *r, uint8_t sources,
                         uint8_t code) {
    lf_row left, right;
    const lf_comparison how = lf_keep_comparison(code);
    assert(how >= LF_IS_LT && how <= LF_IS_GE);
    assert(lf_keep_right(code) < LF_ROW_KINDS);
    const uint32_t a = open_row(vm, lf_keep_left(code), r[sources], r, &left),
                   b = open_row(vm, lf_keep_right(code), r[sources + 1], r, &right);
    const uint32_t end = a < b ? a : b;
    if (has_element_from(set, LF_GAME(vm)->zone_words, end))
        return false;
    if (end == 0) /* the set is empty, and a row may be missing */
        return true;
    switch (left.kind) {
    case LF_ROW_CELLS:
        keep_by(vm, set, &left, LF_ROW_CELLS, &right, how);
        break;
    case LF_ROW_COUNT:
        keep_by(vm, set, &left, LF_ROW_COUNT, &right, how);
        break;
    case ROW_OF_NEAR:
        keep_by(vm, set, &left, ROW_OF_NEAR, &right, how);
        break;
    default:
        keep_by(vm, set, &left, LF_ROW_TABLE, &right, how);
        break;
    }
    return true;
}

/* ---- calls ---- */

/* The registers of the new window keep what they hold, among it the arguments; its tables are
 * cleared. */
bool lf_vm_enter(lf_vm *vm, uint32_t routine, uint32_t shift, uint32_t return_pc) {
    const lf_game *game = LF_GAME(vm);
    const lf_routine *callee = &game->routines[routine];
    lf_head *head = lf_head_of(vm->block);
    const uint32_t base = head->base + shift;
    if (head->depth >= game->layout.call_depth ||
        base + callee->frame_size > game->layout.frame_size)
        return false;
    assert(routine > 0 && shift <= UINT16_MAX);
    lf_calls(game, vm->block)[head->depth++] = (lf_call){
        .pc = return_pc, .base_shift = (uint16_t)shift, .routine = (uint16_t)head->routine};
    head->base = base;
    head->routine = routine;
    if (lf_has_tables(callee))
        memset(lf_frames(game, vm->block) + base + callee->registers, 0,
               (callee->frame_size - callee->registers) * sizeof(int64_t));
    if (base + callee->frame_size > vm->high)
        vm->high = base + callee->frame_size;
    return true;
}

/* The caller's window may reach higher than the window that was opened inside it, and the caller
 * continues to use it: vm->high must cover it. */
uint32_t lf_vm_leave(lf_vm *vm) {
    lf_head *head = lf_head_of(vm->block);
    assert(head->depth > 0); /* routine 0, which nothing calls, has no RET */
    lf_call *call = &lf_calls(LF_GAME(vm), vm->block)[--head->depth];
    const uint32_t pc = call->pc;
    head->base -= call->base_shift;
    head->routine = call->routine;
    *call = (lf_call){0};
    const uint32_t end = head->base + LF_GAME(vm)->routines[head->routine].frame_size;
    if (end > vm->high)
        vm->high = end;
    return pc;
}

void lf_vm_unwind(lf_vm *vm) {
    while (lf_head_of(vm->block)->depth > 0)
        lf_vm_leave(vm);
}

/* Is the exit hook of the phase running? It is called at depth 0 and returns to `left`. */
static bool leaves_phase(const lf_vm *vm, const lf_phase_info *phase) {
    return lf_head_of(vm->block)->depth > 0 &&
           lf_calls(LF_GAME(vm), vm->block)[0].pc == phase->left;
}

uint32_t lf_vm_leave_phase(lf_vm *vm, uint32_t where) {
    const lf_phase_info *phase = &LF_GAME(vm)->phases[lf_head_of(vm->block)->phase];
    const uint32_t pc = leaves_phase(vm, phase) ? phase->left : where;
    lf_vm_unwind(vm);
    assert(lf_head_of(vm->block)->depth == 0);
    assert(pc >= LF_GAME(vm)->routines[0].entry && pc < LF_GAME(vm)->routines[0].end);
    return pc;
}

/* ---- waiting for a decision ---- */

bool lf_vm_is_untouched(const lf_vm *vm) {
    const lf_head *head = lf_head_of(vm->block);
    return vm->committed && vm->committed_running == head->running &&
           vm->committed_active == head->active;
}

void lf_vm_settle(const lf_vm *vm) {
    lf_head *head = lf_head_of(vm->block);
    head->status = LF_RUN_DECISION;
    head->untouched = lf_vm_is_untouched(vm);
    assert(head->site >= 0 && (uint32_t)head->site < LF_GAME(vm)->site_count);
    lf_vm_clear_dead(vm, &LF_GAME(vm)->sites[head->site], &LF_GAME(vm)->routines[head->routine]);
}

/* ---- cycles ---- */

uint64_t lf_vm_key(const lf_vm *vm, uint32_t place, bool with_turn) {
    const lf_head *head = lf_head_of(vm->block);
    uint64_t key = head->running + lf_mix64(head->generator ^ ((uint64_t)head->roll_count << 56));
    key = lf_mix64(key ^ place) + (uint64_t)(uint16_t)head->wanted_phase;
    key = lf_mix64(key ^ ((uint64_t)(uint8_t)head->active << 32 | (with_turn ? head->turn : 0)));
    return key + (uint64_t)lf_frames(LF_GAME(vm), vm->block)[0] * LF_GOLDEN;
}

/* ---- variables, cards and dice ---- */

static void notify_value(const lf_vm *vm, const lf_var *var, uint32_t owner, int64_t old,
                         int64_t now) {
    lf_notify(LF_OBSERVER(vm),
              (lf_event){.kind = LF_EVENT_VALUE,
                         .seat = var->scope == LF_SCOPE_SEAT ? (int)owner : LF_NOBODY,
                         .subject = (int)(var - LF_GAME(vm)->vars),
                         .from = (int)old,
                         .to = var->scope == LF_SCOPE_SPACE ? (int)owner : -1,
                         .count = now});
}

void lf_vm_store(lf_vm *vm, const lf_var *var, uint32_t owner, int64_t value) {
    const int64_t clamped = value < var->min ? var->min : value > var->max ? var->max : value;
    assert(!var->is_set && var->cell + owner < LF_GAME(vm)->layout.cell_count);
    const int32_t old = lf_var_read(vm->block, var, owner);
    if (old == clamped && var->visibility == LF_VISIBLE_ALL)
        return;
    lf_var_write(LF_GAME(vm), vm->block, var, owner, (int32_t)clamped);
    /* assigning the same value to a hidden variable is reported, too: otherwise the number of
     * events would reveal it */
    if (LF_OBSERVER(vm) != NULL)
        notify_value(vm, var, owner, old, clamped);
}

/* If a seat gets to see a card, undo must not go back across it: `learned` counts it. */
void lf_vm_put_card(lf_vm *vm, uint32_t card, uint32_t stack, uint32_t how) {
    const lf_game *game = LF_GAME(vm);
    assert(card < game->card_count && stack < game->stack_count);
    const int from = lf_card_where(game, vm->block, card);
    lf_cards_put(game, vm->block, card, stack, (how & LF_PUT_BOTTOM) != 0);
    if (game->layout.viewers > 0)
        lf_know_moved(vm->game, vm->block, card, from, stack, how);
    if ((lf_stack_seats(game, (int)stack) & ~lf_stack_seats(game, from)) != 0)
        vm->learned++;
    if (LF_OBSERVER(vm) != NULL)
        lf_notify(LF_OBSERVER(vm), (lf_event){.kind = LF_EVENT_CARD,
                                              .seat = LF_NOBODY,
                                              .subject = (int)card,
                                              .from = from,
                                              .to = (int)stack});
}

/* Keeps the order of the cards: onto the top the bottom card goes first, below the bottom the top
 * card. */
void lf_vm_put_all(lf_vm *vm, uint32_t from, uint32_t to, bool bottom) {
    for (uint32_t n = lf_cards_count(LF_GAME(vm), vm->block, from); n > 0 && from != to; n--) {
        const int card = lf_cards_top(LF_GAME(vm), vm->block, from, bottom ? 0 : n - 1);
        lf_vm_put_card(vm, (uint32_t)card, to, LF_PUT_BY_PLACE | (bottom ? LF_PUT_BOTTOM : 0u));
    }
}

int64_t lf_vm_roll(lf_vm *vm, uint32_t sides) {
    lf_head *head = lf_head_of(vm->block);
    int64_t value = 0;
    assert(sides > 0);
    head->barrier++;
    if (head->roll_count > 0) {
        value = head->rolls[0];
        memmove(head->rolls, head->rolls + 1, LF_MAX_FIXED_ROLLS - 1);
        head->rolls[LF_MAX_FIXED_ROLLS - 1] = 0;
        head->roll_count--;
    } else {
        value = (int64_t)lf_rng_below(&head->generator, sides) + 1;
    }
    assert(value <= (int64_t)sides); /* the body of ROLL refuses a greater fixed roll */
    lf_vm_notify_roll(vm, sides, value);
    return value;
}
