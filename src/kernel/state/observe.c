/* observe.c: hidden information: what a seat may know, and a state redrawn so that nothing else can be learned from it. */
#include "kernel/json/json.h"

char *lf_observe(const lf_state *state, lf_seat seat) {
    const lf_seat viewer = seat >= 0 && (uint32_t)seat < state->game->seat_count ? seat : LF_NOBODY;
    lf_json json = {.state = state, .game = state->game, .viewer = viewer};
    return lf_json_finish(&json, lf_json_position(&json));
}

/* The places that the seat cannot look at, and the cards that lie there: stack by stack, top first, then nowhere. */
typedef struct {
    uint16_t cards[LF_MAX_CARDS];
    uint16_t stacks[LF_MAX_CARDS]; /* of the place; NOWHERE */
    uint32_t count;
} lf_hidden;

#define NOWHERE UINT16_MAX

static void hide(lf_hidden *hidden, uint32_t card, uint32_t stack) {
    if (hidden->count == LF_MAX_CARDS)
        return;
    hidden->cards[hidden->count] = (uint16_t)card;
    hidden->stacks[hidden->count++] = (uint16_t)stack;
}

/* Takes the cards out of every stack that the seat cannot look at. True if one of these is hidden from everybody. */
static bool take_hidden(lf_state *state, lf_seat seat, lf_hidden *hidden) {
    const lf_game *game = state->game;
    bool hides_from_all = false;
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        if (lf_stack_visible(game, (int)stack, seat))
            continue;
        hides_from_all = hides_from_all || game->stacks[stack].visibility == 2;
        for (int c = lf_cards_top(game, state->block, stack, 0); c >= 0;
             c = lf_cards_top(game, state->block, stack, 0)) {
            hide(hidden, (uint32_t)c, stack);
            lf_cards_remove(game, state->block, (uint32_t)c);
        }
    }
    return hides_from_all;
}

/* A card that has left the game unseen is as unknown as one in a face-down stack. */
static void add_nowhere(const lf_state *state, lf_hidden *hidden) {
    uint64_t taken[(LF_MAX_CARDS + 63) / 64] = {0};
    for (uint32_t i = 0; i < hidden->count; i++)
        taken[hidden->cards[i] / 64] |= UINT64_C(1) << (hidden->cards[i] % 64);
    for (uint32_t card = 0; card < state->game->card_count; card++)
        if (lf_card_where(state->game, state->block, card) < 0 && !(taken[card / 64] >> (card % 64) & 1))
            hide(hidden, card, NOWHERE);
}

static void shuffle(lf_hidden *hidden, uint64_t *generator) {
    for (uint32_t i = hidden->count; i > 1; i--) {
        const uint32_t j = lf_rng_below(generator, i);
        const uint16_t swap = hidden->cards[i - 1];
        hidden->cards[i - 1] = hidden->cards[j];
        hidden->cards[j] = swap;
    }
}

/* A pending choice among cards stays as it is: its options are part of what the decider is being asked. */
void lf_determinize(lf_state *state, lf_seat seat, uint64_t seed) {
    lf_head *head = lf_head_of(state->block);
    lf_hidden hidden = {.count = 0};
    uint64_t generator = lf_mix64(seed ^ UINT64_C(0xD1B54A32D192ED03));
    if (take_hidden(state, seat, &hidden))
        add_nowhere(state, &hidden);
    shuffle(&hidden, &generator);
    for (uint32_t i = 0; i < hidden.count; i++)
        if (hidden.stacks[i] != NOWHERE)
            lf_cards_put(state->game, state->block, hidden.cards[i], hidden.stacks[i], true);
    head->generator = lf_rng_next(&generator);
    head->roll_count = 0;
    memset(head->rolls, 0, sizeof head->rolls);
}
