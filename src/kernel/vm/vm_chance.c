/* vm_chance.c: explicit chance in a run. An instruction that rolls a die, or needs a card whose
 * place is open, stops with the program counter at itself. When chance has decided, it runs
 * (lf_resume_chance in vm.c).
 *
 * A look-ahead stops in the same way, and so does the choice that looks ahead: its options may
 * depend on the card, so the card must be drawn before. Which place of the stack the look-ahead
 * needs is not known, because it has moved cards in its copy. So the uppermost open place is drawn,
 * and the next one if that was not enough. Drawing a place early is harmless: the probabilities are
 * the same, and nobody sees the card.
 *
 * A routine that is called from outside cannot wait: effects draw from the RNG, and a pure routine
 * fails. */
#include "vm.h"

static bool can_wait(const lf_vm *vm) {
    return vm->floor == UINT32_MAX;
}

static lf_stop wait_for_card(lf_vm *vm, uint32_t stack) {
    vm->asked_stack = (uint16_t)(stack + 1);
    return LF_STOP_CHANCE;
}

static lf_stop stop_with_fault(lf_vm *vm, lf_fault which) {
    vm->fault = which;
    return LF_STOP_FAULT;
}

lf_stop lf_vm_ask_die(lf_vm *vm, int64_t sides) {
    assert(lf_head_of(vm->block)->explicit_chance && sides > 0);
    if (!can_wait(vm) || lf_head_of(vm->block)->roll_count > 0 || sides == 1)
        return LF_STOP_NONE;
    if (sides > LF_MAX_OPTIONS)
        return stop_with_fault(vm, LF_FAULT_OPTIONS);
    vm->asked_stack = 0;
    return LF_STOP_CHANCE;
}

lf_stop lf_vm_ask_place(lf_vm *vm, uint32_t stack, uint32_t place) {
    const lf_game *game = vm->game;
    lf_head *head = lf_head_of(vm->block);
    assert(head->explicit_chance && stack < game->stack_count);
    if (!lf_place_is_open(game, vm->block, stack, place))
        return LF_STOP_NONE;
    if (can_wait(vm))
        return wait_for_card(vm, stack);
    if (!vm->draws) {
        vm->asked_stack = (uint16_t)(stack + 1);
        return stop_with_fault(vm, LF_FAULT_OPEN);
    }
    const uint32_t n = lf_open_count(game, vm->block, stack);
    const int card = lf_open_card(game, vm->block, stack, lf_rng_below(&head->generator, n));
    lf_card_settle(game, vm->block, stack, place, (uint32_t)card);
    return LF_STOP_NONE;
}

lf_stop lf_vm_ask_history(lf_vm *vm, uint32_t which) {
    assert(which < vm->game->repetition_count);
    const lf_repetition *repetition = &vm->game->repetitions[which];
    for (uint32_t i = 0; i < repetition->part_count; i++) {
        const uint32_t stack = repetition->parts[i].first;
        if (repetition->parts[i].kind != LF_REPEATED_STACK)
            continue;
        for (int place = lf_open_place(vm->game, vm->block, stack); place >= 0;
             place = lf_open_place(vm->game, vm->block, stack)) {
            const lf_stop stop = lf_vm_ask_place(vm, stack, (uint32_t)place);
            if (stop != LF_STOP_NONE)
                return stop;
        }
    }
    return LF_STOP_NONE;
}

/* Taking a card out of the middle moves those below it up. If settled cards lie between the open
 * ones, it matters which place the card had, so chance decides it first. */
lf_stop lf_vm_ask_card(lf_vm *vm, uint32_t card) {
    assert(card < vm->game->card_count);
    while (lf_card_is_open(vm->game, vm->block, card)) {
        const uint32_t stack = (uint32_t)lf_card_where(vm->game, vm->block, card);
        if (!lf_open_is_split(vm->game, vm->block, stack))
            return LF_STOP_NONE;
        const lf_stop stop =
            lf_vm_ask_place(vm, stack, (uint32_t)lf_open_place(vm->game, vm->block, stack));
        if (stop != LF_STOP_NONE)
            return stop;
    }
    return LF_STOP_NONE;
}

/* If a seat sees the stack, chance decides the whole order at once. */
lf_stop lf_vm_shuffle_openly(lf_vm *vm, uint32_t stack) {
    lf_head *head = lf_head_of(vm->block);
    assert(head->explicit_chance && stack < vm->game->stack_count);
    lf_cards_open(vm->game, vm->block, stack);
    if (lf_stack_seats(vm->game, (int)stack) == 0 || lf_open_count(vm->game, vm->block, stack) == 0)
        return LF_STOP_NONE;
    if (can_wait(vm))
        return wait_for_card(vm, stack);
    lf_cards_draw(vm->game, vm->block, stack, &head->generator);
    return LF_STOP_NONE;
}

/* Open cards stay open in a stack that nobody sees, unless that stack has open cards of its own:
 * the open cards of one stack are exchangeable, those of two stacks are not. */
lf_stop lf_vm_put_all_openly(lf_vm *vm, uint32_t from, uint32_t to, bool bottom) {
    const lf_game *game = vm->game;
    const bool stay = lf_stack_seats(game, (int)to) == 0 && lf_open_count(game, vm->block, to) == 0;
    assert(from < game->stack_count && to < game->stack_count);
    uint64_t open[(LF_MAX_CARDS + 63) / 64] = {0};
    const uint32_t above = bottom ? lf_cards_count(game, vm->block, to) : 0;
    if (from == to)
        return LF_STOP_NONE;
    for (int place; !stay && (place = lf_open_place(game, vm->block, from)) >= 0;) {
        const lf_stop stop = lf_vm_ask_place(vm, from, (uint32_t)place);
        if (stop != LF_STOP_NONE)
            return stop;
    }
    for (uint32_t i = 0; i < lf_cards_count(game, vm->block, from); i++)
        if (lf_place_is_open(game, vm->block, from, i))
            open[(above + i) / 64] |= UINT64_C(1) << ((above + i) % 64);
    lf_vm_put_all(vm, from, to, bottom);
    if (stay)
        lf_places_open(game, vm->block, to, open);
    return LF_STOP_NONE;
}

/* The instruction runs again after each card that chance decides, so the head counts the cards that
 * were dealt. */
lf_stop lf_vm_deal_openly(lf_vm *vm, int64_t count, uint32_t from, uint32_t to) {
    lf_head *head = lf_head_of(vm->block);
    assert(head->explicit_chance && from < vm->game->stack_count && to < vm->game->stack_count);
    while (head->dealt < count && lf_cards_count(vm->game, vm->block, from) > 0 && from != to) {
        const lf_stop stop = lf_vm_ask_place(vm, from, 0);
        if (stop != LF_STOP_NONE)
            return stop;
        lf_vm_put_card(vm, (uint32_t)lf_cards_top(vm->game, vm->block, from, 0), to,
                       LF_PUT_BY_PLACE);
        head->dealt++;
    }
    head->dealt = 0;
    return LF_STOP_NONE;
}
