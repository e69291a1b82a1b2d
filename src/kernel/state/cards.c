/* cards.c: ordered stacks of cards. Each card stores its stack and its neighbours; each stack its
 * top, bottom and size. Fields are stored plus one, so that in an all-zero block no card is in a
 * stack. */
#include "state.h"

static int from_field(uint32_t field) {
    return (int)field - 1;
}
static uint32_t to_field(int value) {
    return (uint32_t)(value + 1);
}

int lf_card_where(const lf_game *game, unsigned char *block, uint32_t card) {
    LF_FIX_GAME(game);
    return from_field(lf_card_stack(game, block, card));
}

uint32_t lf_cards_count(const lf_game *game, unsigned char *block, uint32_t stack) {
    LF_FIX_GAME(game);
    return lf_stack_size_of(game, block, stack);
}

int lf_cards_top(const lf_game *game, unsigned char *block, uint32_t stack, uint32_t depth) {
    LF_FIX_GAME(game);
    assert(stack < game->stack_count);
    if (depth >= lf_cards_count(game, block, stack))
        return -1;
    int card = from_field(lf_stack_top(game, block, stack));
    while (depth-- > 0 && card >= 0)
        card = from_field(lf_card_below(game, block, (uint32_t)card));
    return card;
}

/* Takes the card out of its stack. The caller sets the card's own fields. */
static void unlink_card(const lf_game *game, unsigned char *block, uint32_t card, uint32_t stack) {
    if (lf_head_of(block)->explicit_chance)
        lf_card_forget_open(game, block, card);
    const int above = from_field(lf_card_above(game, block, card));
    const uint32_t below = lf_card_below(game, block, card);
    if (above < 0)
        lf_stack_top_set(game, block, stack, below);
    else
        lf_card_below_set(game, block, (uint32_t)above, below);
    if (below == 0)
        lf_stack_bottom_set(game, block, stack, to_field(above));
    lf_stack_size_of_set(game, block, stack, lf_stack_size_of(game, block, stack) - 1);
}

void lf_cards_remove(const lf_game *game, unsigned char *block, uint32_t card) {
    assert(card < game->card_count);
    const int stack = lf_card_where(game, block, card);
    if (stack < 0)
        return;
    unlink_card(game, block, card, (uint32_t)stack);
    lf_card_below_set(game, block, card, 0u);
    lf_card_stack_set(game, block, card, 0);
}

void lf_cards_put(const lf_game *game, unsigned char *block, uint32_t card, uint32_t stack,
                  bool at_bottom) {
    assert(card < game->card_count && stack < game->stack_count);
    const int from = lf_card_where(game, block, card);
    if (from >= 0)
        unlink_card(game, block, card, (uint32_t)from);
    const uint32_t size = lf_stack_size_of(game, block, stack),
                   top = lf_stack_top(game, block, stack);
    lf_card_below_set(game, block, card, at_bottom ? 0u : top);
    if (size > 0 && at_bottom)
        lf_card_below_set(game, block, (uint32_t)from_field(lf_stack_bottom(game, block, stack)),
                          to_field((int)card));
    else
        lf_stack_top_set(game, block, stack, to_field((int)card));
    if (size == 0 || at_bottom)
        lf_stack_bottom_set(game, block, stack, to_field((int)card));
    lf_stack_size_of_set(game, block, stack, size + 1);
    lf_card_stack_set(game, block, card, to_field((int)stack));
}

void lf_card_lay(const lf_game *game, unsigned char *block, uint32_t card, int stack, int below) {
    lf_card_stack_set(game, block, card, to_field(stack));
    lf_card_below_set(game, block, card, to_field(below));
}

void lf_stack_begin(const lf_game *game, unsigned char *block, uint32_t stack, uint32_t card) {
    lf_stack_top_set(game, block, stack, to_field((int)card));
}

void lf_stack_end(const lf_game *game, unsigned char *block, uint32_t stack, uint32_t card) {
    lf_stack_bottom_set(game, block, stack, to_field((int)card));
}

void lf_cards_shuffle(const lf_game *game, unsigned char *block, uint32_t stack,
                      uint64_t *generator) {
    LF_FIX_GAME(game);
    uint16_t order[LF_MAX_CARDS];
    uint32_t n = 0;
    assert(stack < game->stack_count);
    for (int c = from_field(lf_stack_top(game, block, stack)); c >= 0 && n < LF_MAX_CARDS; n++) {
        order[n] = (uint16_t)c;
        c = from_field(lf_card_below(game, block, (uint32_t)c));
    }
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = lf_rng_below(generator, i);
        const uint16_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
    if (n == 0)
        return;
    lf_stack_top_set(game, block, stack, to_field(order[0]));
    lf_stack_bottom_set(game, block, stack, to_field(order[n - 1]));
    for (uint32_t i = 0; i < n; i++)
        lf_card_below_set(game, block, order[i], i + 1 < n ? to_field(order[i + 1]) : 0);
}

void lf_cards_collect(const lf_game *game, unsigned char *block, uint32_t stack, uint64_t *set) {
    LF_FIX_GAME(game);
    assert(stack < game->stack_count);
    for (uint32_t w = 0; w < game->card_words; w++)
        set[w] = 0;
    for (int c = from_field(lf_stack_top(game, block, stack)); c >= 0;
         c = from_field(lf_card_below(game, block, (uint32_t)c)))
        set[c / 64] |= UINT64_C(1) << (c % 64);
}
