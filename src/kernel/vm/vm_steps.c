/* vm_steps.c: what single instructions do, where it is more than a few words: windows of registers
 * for calls, comparisons of whole sets, variables, cards, dice, and what is told of them. */
#include "vm.h"

/* ---- conditions on whole sets ---- */

static inline bool compares(int64_t a, lf_comparison how, int64_t b) {
    return (how >> (1 + (a > b) - (a < b)) & 1) != 0;
}

/* Of the counts of pieces, those of kinds that are counted at once. */
#define ROW_OF_NEAR LF_ROW_KINDS

/* A number for every element: what KEEP compares. */
typedef struct {
    lf_row_kind kind;
    int64_t number; /* or how wide the cells are */
    const unsigned char *cells;
    const int64_t *words;
    lf_tally tally;
} lf_row;

static bool lies_within(int64_t first, uint64_t count, uint64_t end) {
    return first >= 0 && count <= end && (uint64_t)first <= end - count;
}

/* The cells of a variable of spaces: lf_row_of_var. */
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

/* How many elements have a number there, or 0 if there is no such row. */
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
        row->words = game->properties + (uint64_t)where * game->space_count;
        return game->space_count;
    case LF_ROW_COUNT:
        lf_tally_open(game, lf_filter_of(game, where), &row->tally);
        row->kind = row->tally.near ? ROW_OF_NEAR : LF_ROW_COUNT;
        return game->zone_count;
    case LF_ROW_TABLE:
        if (where < routine->registers ||
            !lies_within(where, game->zone_count, routine->frame_words))
            return 0;
        row->words = r + where;
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
        return row->words[element];
    }
}

/* Called with constants for the kinds, so that each pair of them has a loop of its own: compilers
 * think that too much. */
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
            kept |= good << bit; /* no branch: nobody could foresee it */
        }
        set[w] = kept;
    }
}

/* Properties and tables are both rows of words. */
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

/* Is an element of the set so great, or greater? */
static bool reaches(const uint64_t *set, uint32_t words, uint32_t end) {
    uint64_t beyond = 0;
    for (uint32_t w = end / 64; w < words; w++)
        beyond |= w == end / 64 ? set[w] >> (end % 64) : set[w];
    return beyond != 0;
}

/* False if an element has no such number. */
bool lf_vm_keep_compared(const lf_vm *vm, uint64_t *set, const int64_t *r, uint8_t sources,
                         uint8_t code) {
    lf_row left, right;
    const lf_comparison how = lf_keep_comparison(code);
    assert(how >= LF_IS_LT && how <= LF_IS_GE);
    assert(lf_keep_right(code) < LF_ROW_KINDS);
    const uint32_t a = open_row(vm, lf_keep_left(code), r[sources], r, &left),
                   b = open_row(vm, lf_keep_right(code), r[sources + 1], r, &right);
    const uint32_t end = a < b ? a : b;
    if (reaches(set, LF_GAME(vm)->zone_words, end))
        return false;
    if (end == 0) /* the set is empty, and a row may not be open */
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

/* A new window whose registers begin `shift` words above the running routine's. Its tables are
 * zero. */
bool lf_vm_enter(lf_vm *vm, uint32_t routine, uint32_t shift, uint32_t return_pc) {
    const lf_game *game = LF_GAME(vm);
    const lf_routine *callee = &game->routines[routine];
    lf_head *head = lf_head_of(vm->block);
    const uint32_t base = head->base + shift;
    if (head->depth >= game->layout.call_depth ||
        base + callee->frame_words > game->layout.frame_words)
        return false;
    assert(routine > 0 && shift <= UINT16_MAX);
    lf_calls(game, vm->block)[head->depth++] = (lf_call){
        .pc = return_pc, .base_shift = (uint16_t)shift, .routine = (uint16_t)head->routine};
    head->base = base;
    head->routine = routine;
    if (lf_has_tables(callee))
        memset(lf_frames(game, vm->block) + base + callee->registers, 0,
               (callee->frame_words - callee->registers) * sizeof(int64_t));
    if (base + callee->frame_words > vm->high)
        vm->high = base + callee->frame_words;
    return true;
}

/* The caller's registers may reach higher than the window that lay on them, and it goes on to use
 * them. */
uint32_t lf_vm_leave(lf_vm *vm) {
    lf_head *head = lf_head_of(vm->block);
    assert(head->depth > 0); /* routine 0, which is called by nobody, has no RET */
    lf_call *call = &lf_calls(LF_GAME(vm), vm->block)[--head->depth];
    const uint32_t pc = call->pc;
    head->base -= call->base_shift;
    head->routine = call->routine;
    *call = (lf_call){0};
    const uint32_t end = head->base + LF_GAME(vm)->routines[head->routine].frame_words;
    if (end > vm->high)
        vm->high = end;
    return pc;
}

/* Back to the course of play: routine 0. */
void lf_vm_unwind(lf_vm *vm) {
    while (lf_head_of(vm->block)->depth > 0)
        lf_vm_leave(vm);
}

/* Is the exit hook of the phase running? */
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

/* ---- where a run waits ---- */

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

/* ---- circles ---- */

/* All on which the further course of play depends, when routine 0 runs at this place. */
uint64_t lf_vm_key(const lf_vm *vm, uint32_t place, bool with_turn) {
    const lf_head *head = lf_head_of(vm->block);
    uint64_t key = head->running + lf_mix64(head->generator ^ ((uint64_t)head->roll_count << 56));
    key = lf_mix64(key ^ place) + (uint64_t)(uint16_t)head->wanted_phase;
    key = lf_mix64(key ^ ((uint64_t)(uint8_t)head->active << 32 | (with_turn ? head->turn : 0)));
    return key + (uint64_t)lf_frames(LF_GAME(vm), vm->block)[0] * LF_GOLDEN;
}

/* ---- variables, cards, dice, and what is told ---- */

static void tell_value(const lf_vm *vm, const lf_var *var, uint32_t owner, int64_t old,
                       int64_t now) {
    lf_tell(LF_OBSERVER(vm), (lf_event){.kind = LF_EVENT_VALUE,
                                        .seat = var->scope == 1 ? (int)owner : LF_NOBODY,
                                        .subject = (int)(var - LF_GAME(vm)->vars),
                                        .from = (int)old,
                                        .to = var->scope == 2 ? (int)owner : -1,
                                        .count = now});
}

void lf_vm_store(lf_vm *vm, const lf_var *var, uint32_t owner, int64_t value) {
    const int64_t clamped = value < var->min ? var->min : value > var->max ? var->max : value;
    assert(!var->is_set && var->cell + owner < LF_GAME(vm)->layout.cell_count);
    const int32_t old = lf_var_read(vm->block, var, owner);
    if (old == clamped && var->visibility == 0)
        return;
    lf_var_write(LF_GAME(vm), vm->block, var, owner, (int32_t)clamped);
    /* of a hidden one also that it stays: the number of events must not tell */
    if (LF_OBSERVER(vm) != NULL)
        tell_value(vm, var, owner, old, clamped);
}

/* A card that comes into some seat's view is something that cannot be taken back. */
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
        lf_tell(LF_OBSERVER(vm), (lf_event){.kind = LF_EVENT_CARD,
                                            .seat = LF_NOBODY,
                                            .subject = (int)card,
                                            .from = from,
                                            .to = (int)stack});
}

/* Keeps the order: the bottom card goes first on top of the stack, the top card first below it. */
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
    assert(value <= (int64_t)sides); /* ROLL has refused a fixed one that is greater */
    lf_vm_tell_roll(vm, sides, value);
    return value;
}
