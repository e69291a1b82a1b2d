/* cards.c: ordered stacks of cards. A card knows its stack and the card below it; a stack its top, bottom and size.
 * Fields are stored plus one, so that an all-zero block means "no card lies anywhere". */
#include "state.h"

static int stored(uint16_t field) {
    return (int)field - 1;
}
static uint16_t store(int value) {
    return (uint16_t)(value + 1);
}

int lf_card_where(const lf_game *game, unsigned char *block, uint32_t card) {
    return stored(lf_card_stack(game, block)[card]);
}

uint32_t lf_cards_count(const lf_game *game, unsigned char *block, uint32_t stack) {
    return lf_stack_size_of(game, block)[stack];
}

int lf_cards_top(const lf_game *game, unsigned char *block, uint32_t stack, uint32_t depth) {
    assert(stack < game->stack_count);
    if (depth >= lf_cards_count(game, block, stack))
        return -1;
    int card = stored(lf_stack_top(game, block)[stack]);
    while (depth-- > 0 && card >= 0)
        card = stored(lf_card_below(game, block)[card]);
    return card;
}

void lf_cards_remove(const lf_game *game, unsigned char *block, uint32_t card) {
    assert(card < game->card_count);
    const int stack = lf_card_where(game, block, card);
    if (stack < 0)
        return;
    uint16_t *below = lf_card_below(game, block), *top = lf_stack_top(game, block) + stack;
    uint16_t *bottom = lf_stack_bottom(game, block) + stack, *size = lf_stack_size_of(game, block) + stack;
    int above = -1;
    if (lf_head_of(block)->explicit_chance)
        lf_card_forget_open(game, block, card);
    for (int c = stored(*top); c >= 0 && c != (int)card; c = stored(below[c]))
        above = c;
    if (above < 0)
        lf_card_field_set(block, top, below[card]);
    else
        lf_card_field_set(block, &below[above], below[card]);
    if (stored(*bottom) == (int)card)
        lf_card_field_set(block, bottom, store(above));
    lf_card_field_set(block, &below[card], 0);
    lf_card_field_set(block, size, (uint16_t)(*size - 1));
    lf_card_field_set(block, &lf_card_stack(game, block)[card], 0);
}

void lf_cards_put(const lf_game *game, unsigned char *block, uint32_t card, uint32_t stack, bool at_bottom) {
    assert(stack < game->stack_count);
    lf_cards_remove(game, block, card);
    assert(lf_card_where(game, block, card) < 0);
    uint16_t *below = lf_card_below(game, block), *top = lf_stack_top(game, block) + stack;
    uint16_t *bottom = lf_stack_bottom(game, block) + stack, *size = lf_stack_size_of(game, block) + stack;
    if (*size == 0) {
        lf_card_field_set(block, top, store((int)card));
        lf_card_field_set(block, bottom, store((int)card));
    } else if (at_bottom) {
        lf_card_field_set(block, &below[stored(*bottom)], store((int)card));
        lf_card_field_set(block, bottom, store((int)card));
    } else {
        lf_card_field_set(block, &below[card], *top);
        lf_card_field_set(block, top, store((int)card));
    }
    lf_card_field_set(block, size, (uint16_t)(*size + 1));
    lf_card_field_set(block, &lf_card_stack(game, block)[card], store((int)stack));
}

static void change(unsigned char *block, uint16_t *field, uint16_t value) {
    if (*field != value)
        lf_card_field_set(block, field, value);
}

void lf_card_lay(const lf_game *game, unsigned char *block, uint32_t card, int stack, int below) {
    change(block, &lf_card_stack(game, block)[card], store(stack));
    change(block, &lf_card_below(game, block)[card], store(below));
}

void lf_stack_begin(const lf_game *game, unsigned char *block, uint32_t stack, uint32_t card) {
    change(block, &lf_stack_top(game, block)[stack], store((int)card));
}

void lf_stack_end(const lf_game *game, unsigned char *block, uint32_t stack, uint32_t card) {
    change(block, &lf_stack_bottom(game, block)[stack], store((int)card));
}

void lf_cards_shuffle(const lf_game *game, unsigned char *block, uint32_t stack, uint64_t *generator) {
    uint16_t order[LF_MAX_CARDS];
    uint32_t n = 0;
    assert(stack < game->stack_count);
    for (int c = stored(lf_stack_top(game, block)[stack]); c >= 0 && n < LF_MAX_CARDS; n++) {
        order[n] = (uint16_t)c;
        c = stored(lf_card_below(game, block)[c]);
    }
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = lf_rng_below(generator, i);
        const uint16_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
    if (n == 0)
        return;
    uint16_t *below = lf_card_below(game, block);
    lf_card_field_set(block, lf_stack_top(game, block) + stack, store(order[0]));
    lf_card_field_set(block, lf_stack_bottom(game, block) + stack, store(order[n - 1]));
    for (uint32_t i = 0; i < n; i++)
        lf_card_field_set(block, &below[order[i]], i + 1 < n ? store(order[i + 1]) : 0);
}

void lf_cards_collect(const lf_game *game, unsigned char *block, uint32_t stack, uint64_t *set) {
    assert(stack < game->stack_count);
    for (uint32_t w = 0; w < game->card_words; w++)
        set[w] = 0;
    for (int c = stored(lf_stack_top(game, block)[stack]); c >= 0; c = stored(lf_card_below(game, block)[c]))
        set[c / 64] |= UINT64_C(1) << (c % 64);
}
