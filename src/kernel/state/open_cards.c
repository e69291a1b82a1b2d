/* open_cards.c: cards whose place in their stack is open. With explicit chance, a shuffle draws
 * nothing; chance decides about each place when it first matters.
 *
 * Open cards of one stack are exchangeable. They are stored in ascending order, whatever has
 * happened before, so that equal positions are equal bytes. A single open card has only one place
 * left, so it is settled. A card that leaves its stack is settled, too; nothing more becomes known
 * about the others. */
#include "state.h"

static int below(const lf_game *game, const unsigned char *block, int card) {
    return (int)lf_card_below(game, block, (uint32_t)card) - 1;
}

static int top_of(const lf_game *game, const unsigned char *block, uint32_t stack) {
    assert(stack < game->stack_count);
    return (int)lf_stack_top(game, block, stack) - 1;
}

static void mark_open(const lf_game *game, unsigned char *block, uint32_t card, bool open) {
    uint64_t *word = lf_open(game, block) + card / 64;
    const uint64_t bit = UINT64_C(1) << (card % 64), now = open ? *word | bit : *word & ~bit;
    lf_running_change_word(block, lf_open_hash_place(card / 64), *word, now);
    *word = now;
}

/* ---- reading ---- */

uint32_t lf_open_count(const lf_game *game, const unsigned char *block, uint32_t stack) {
    uint32_t n = 0;
    for (int c = top_of(game, block, stack); c >= 0; c = below(game, block, c))
        n += lf_card_is_open(game, block, (uint32_t)c);
    return n;
}

int lf_open_place(const lf_game *game, const unsigned char *block, uint32_t stack) {
    int place = 0;
    for (int c = top_of(game, block, stack); c >= 0; c = below(game, block, c), place++)
        if (lf_card_is_open(game, block, (uint32_t)c))
            return place;
    return -1;
}

bool lf_place_is_open(const lf_game *game, const unsigned char *block, uint32_t stack,
                      uint32_t place) {
    int c = top_of(game, block, stack);
    while (c >= 0 && place-- > 0)
        c = below(game, block, c);
    return c >= 0 && lf_card_is_open(game, block, (uint32_t)c);
}

int lf_open_card(const lf_game *game, const unsigned char *block, uint32_t stack, uint32_t index) {
    for (int c = top_of(game, block, stack); c >= 0; c = below(game, block, c))
        if (lf_card_is_open(game, block, (uint32_t)c) && index-- == 0)
            return c;
    return -1;
}

bool lf_open_is_split(const lf_game *game, const unsigned char *block, uint32_t stack) {
    uint32_t runs = 0;
    bool inside = false;
    for (int c = top_of(game, block, stack); c >= 0; c = below(game, block, c)) {
        const bool open = lf_card_is_open(game, block, (uint32_t)c);
        runs += open && !inside;
        inside = open;
    }
    return runs > 1;
}

/* ---- changing the order ---- */

/* A stack as a list, top first. */
typedef struct {
    uint16_t card[LF_MAX_CARDS];
    bool open[LF_MAX_CARDS]; /* by place */
    uint32_t count;
} lf_order;

static void read_order(const lf_game *game, const unsigned char *block, uint32_t stack,
                       lf_order *order) {
    order->count = 0;
    for (int c = top_of(game, block, stack); c >= 0 && order->count < LF_MAX_CARDS;
         c = below(game, block, c)) {
        order->open[order->count] = lf_card_is_open(game, block, (uint32_t)c);
        order->card[order->count++] = (uint16_t)c;
    }
}

/* Stores the stack in the new order, with the open places as marked; a single open card is
 * settled. */
static void write_order(const lf_game *game, unsigned char *block, uint32_t stack,
                        const lf_order *order) {
    uint32_t open = 0;
    if (order->count == 0)
        return;
    for (uint32_t i = 0; i < order->count; i++)
        open += order->open[i];
    assert(order->count <= game->card_count);
    lf_stack_top_set(game, block, stack, order->card[0] + 1u);
    lf_stack_bottom_set(game, block, stack, order->card[order->count - 1] + 1u);
    for (uint32_t i = 0; i < order->count; i++) {
        lf_card_below_set(game, block, order->card[i],
                          i + 1 < order->count ? order->card[i + 1] + 1u : 0);
        mark_open(game, block, order->card[i], order->open[i] && open > 1);
    }
}

/* Sorts the cards of the open places. */
static void sort_open(const lf_game *game, lf_order *order) {
    uint64_t members[(LF_MAX_CARDS + 63) / 64] = {0};
    for (uint32_t i = 0; i < order->count; i++)
        if (order->open[i])
            members[order->card[i] / 64] |= UINT64_C(1) << (order->card[i] % 64);
    uint32_t card = 0;
    for (uint32_t i = 0; i < order->count; i++) {
        if (!order->open[i])
            continue;
        while (!(members[card / 64] >> (card % 64) & 1))
            card++;
        assert(card < game->card_count);
        order->card[i] = (uint16_t)card++;
    }
}

void lf_places_open(const lf_game *game, unsigned char *block, uint32_t stack,
                    const uint64_t *places) {
    lf_order order;
    read_order(game, block, stack, &order);
    for (uint32_t i = 0; i < order.count; i++)
        order.open[i] = (places[i / 64] >> (i % 64) & 1) != 0;
    sort_open(game, &order);
    write_order(game, block, stack, &order);
}

void lf_cards_open(const lf_game *game, unsigned char *block, uint32_t stack) {
    uint64_t all[(LF_MAX_CARDS + 63) / 64];
    memset(all, 0xff, sizeof all);
    lf_places_open(game, block, stack, all);
}

void lf_card_settle(const lf_game *game, unsigned char *block, uint32_t stack, uint32_t place,
                    uint32_t card) {
    lf_order order;
    read_order(game, block, stack, &order);
    assert(place < order.count && order.open[place] && lf_card_is_open(game, block, card));
    for (uint32_t i = 0; i < order.count; i++)
        if (order.card[i] == card)
            order.card[i] = order.card[place];
    order.card[place] = (uint16_t)card;
    order.open[place] = false;
    sort_open(game, &order);
    write_order(game, block, stack, &order);
}

void lf_card_forget_open(const lf_game *game, unsigned char *block, uint32_t card) {
    if (!lf_card_is_open(game, block, card))
        return;
    const int stack = lf_card_where(game, block, card);
    mark_open(game, block, card, false);
    if (stack >= 0 && lf_open_count(game, block, (uint32_t)stack) == 1)
        mark_open(game, block, (uint32_t)lf_open_card(game, block, (uint32_t)stack, 0), false);
}

void lf_cards_draw(const lf_game *game, unsigned char *block, uint32_t stack, uint64_t *generator) {
    for (uint32_t n = lf_open_count(game, block, stack); n > 1;
         n = lf_open_count(game, block, stack)) {
        const int card = lf_open_card(game, block, stack, lf_rng_below(generator, n));
        lf_card_settle(game, block, stack, (uint32_t)lf_open_place(game, block, stack),
                       (uint32_t)card);
    }
}
