/* observe.c: hidden information: observations, and samples of the states that a seat cannot tell
 * from the true one (lf_determinize).
 *
 * The seats that may see a stack know its cards (lf_stack_seats), the seats that a declaration
 * names know a variable (lf_var_seats), and its own seat knows what a covered piece is. All seats
 * know what the log lines of the rules say. */
#include "state.h"

/* ---- the places that the seat cannot look at ----
 *
 * A state is redrawn place by place, as knowledge.c says: what lies in each group is shuffled over
 * its places, then the cards of each class over the places of that class. Cards and places are
 * taken in an order that does not depend on where the cards really lie, so that two states which
 * the seat cannot tell apart give the same world for the same seed. */

typedef struct {
    uint16_t card[LF_MAX_CARDS];  /* the card in the place */
    uint16_t stack[LF_MAX_CARDS]; /* the stack of the place, or NOWHERE */
    bool open[LF_MAX_CARDS];      /* the place is open, whichever card is drawn for it */
    uint32_t count;
    uint16_t now[LF_MAX_CARDS]; /* by card: the card that takes its place */
} lf_hidden;

#define NOWHERE UINT16_MAX

static void hide(lf_hidden *hidden, uint32_t card, uint32_t stack, bool open) {
    if (hidden->count == LF_MAX_CARDS)
        return;
    hidden->open[hidden->count] = open;
    hidden->card[hidden->count] = (uint16_t)card;
    hidden->stack[hidden->count++] = (uint16_t)stack;
}

/* Lists the places and cards of every stack that the seat cannot see. */
static void find_hidden(const lf_state *state, lf_seat seat, lf_hidden *hidden) {
    const lf_game *game = state->game;
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        if (lf_stack_visible(game, (int)stack, seat))
            continue;
        for (int c = (int)lf_stack_top(game, state->block, stack) - 1; c >= 0;
             c = (int)lf_card_below(game, state->block, (uint32_t)c) - 1)
            hide(hidden, (uint32_t)c, stack, false);
    }
}

/* Takes the cards out of every stack that the seat cannot see. */
static void take_hidden(lf_state *state, lf_seat seat, lf_hidden *hidden) {
    const lf_game *game = state->game;
    /* taken before: while a stack is emptied, its last card stops being open */
    uint64_t open[(LF_MAX_CARDS + 63) / 64] = {0};
    memcpy(open, lf_open(game, state->block), lf_open_words(game) * sizeof *open);
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        if (lf_stack_visible(game, (int)stack, seat))
            continue;
        for (int c = lf_cards_top(game, state->block, stack, 0); c >= 0;
             c = lf_cards_top(game, state->block, stack, 0)) {
            hide(hidden, (uint32_t)c, stack, (open[c / 64] >> (c % 64) & 1) != 0);
            lf_cards_remove(game, state->block, (uint32_t)c);
        }
    }
}

/* A card that is in no stack may be unknown, too, if it was removed unseen. */
static void add_nowhere(const lf_state *state, uint32_t viewer, lf_hidden *hidden) {
    uint64_t taken[(LF_MAX_CARDS + 63) / 64] = {0};
    for (uint32_t i = 0; i < hidden->count; i++)
        taken[hidden->card[i] / 64] |= UINT64_C(1) << (hidden->card[i] % 64);
    for (uint32_t card = 0; card < state->game->card_count; card++)
        if (lf_card_where(state->game, state->block, card) < 0 &&
            !(taken[card / 64] >> (card % 64) & 1) &&
            lf_known_class(state->game, state->block, viewer, card) != 0)
            hide(hidden, card, NOWHERE, false);
}

/* ---- what the pending decision shows ---- */

/* Updates knowledge with the cards that the decider reads in the prompt and in the options. A phase
 * computes its prompt itself. */
static void know_pending(const lf_state *state, lf_seat seat, const lf_choice_site *site) {
    const int64_t *registers =
        lf_frames(state->game, state->block) + lf_head_of(state->block)->base;
    const int64_t *values;
    int64_t room[LF_MAX_REGISTERS];
    const lf_template *prompt = lf_pending_prompt(state, &values, room);
    lf_know_text(state->game, state->block, seat, prompt, values);
    lf_know_asked(state->game, state->block, seat, site, registers, true);
}

/* ---- redrawing ---- */

static void shuffle_items(uint16_t *list, uint32_t count, uint64_t *generator) {
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t j = lf_rng_below(generator, i);
        const uint16_t swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

static void sort(uint16_t *list, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint16_t item = list[i];
        uint32_t j = i;
        for (; j > 0 && list[j - 1] > item; j--)
            list[j] = list[j - 1];
        list[j] = item;
    }
}

/* What a viewer knows of the card in each place: its class, or, from LF_MAX_CARDS on, the card. */
typedef struct {
    uint16_t item[LF_MAX_CARDS], group[LF_MAX_CARDS]; /* by place */
} lf_places;

static void read_places(const lf_state *state, uint32_t viewer, const lf_hidden *hidden,
                        lf_places *places) {
    for (uint32_t i = 0; i < hidden->count; i++) {
        const uint32_t class = lf_known_class(state->game, state->block, viewer, hidden->card[i]);
        places->item[i] = (uint16_t)(class != 0 ? class : LF_MAX_CARDS + 1u + hidden->card[i]);
        places->group[i] =
            (uint16_t)lf_known_group(state->game, state->block, viewer, hidden->card[i]);
    }
}

/* Shuffles the items of the group of this place, which is its first, over the places of the
 * group. */
static void redraw_group(lf_places *places, uint32_t first, uint32_t count, uint64_t *generator) {
    const uint16_t group = places->group[first];
    uint16_t at[LF_MAX_CARDS], items[LF_MAX_CARDS];
    uint32_t n = 0;
    for (uint32_t i = first; i < count; i++)
        if (places->group[i] == group) {
            places->group[i] = 0; /* done */
            items[n] = places->item[i];
            at[n++] = (uint16_t)i;
        }
    sort(items, n);
    shuffle_items(items, n, generator);
    for (uint32_t i = 0; i < n; i++)
        places->item[at[i]] = items[i];
}

/* Lists the cards of each class in ascending order, one class after the other; `first` is where
 * each class begins. */
static void list_classes(const lf_hidden *hidden, const lf_places *places, const lf_game *game,
                         uint16_t *cards, uint16_t first[LF_MAX_CARDS + 2]) {
    uint16_t class_of[LF_MAX_CARDS] = {0}, next[LF_MAX_CARDS + 2];
    memset(first, 0, (LF_MAX_CARDS + 2) * sizeof *first);
    for (uint32_t i = 0; i < hidden->count; i++)
        if (places->item[i] <= LF_MAX_CARDS) {
            class_of[hidden->card[i]] = places->item[i];
            first[places->item[i] + 1]++;
        }
    for (uint32_t class = 1; class < LF_MAX_CARDS + 2; class ++)
        first[class] = (uint16_t)(first[class] + first[class - 1]);
    memcpy(next, first, sizeof next);
    for (uint32_t card = 0; card < game->card_count; card++)
        if (class_of[card] != 0)
            cards[next[class_of[card]]++] = (uint16_t)card;
}

static void redraw(const lf_state *state, uint32_t viewer, lf_hidden *hidden, uint64_t *generator) {
    lf_places places;
    uint16_t cards[LF_MAX_CARDS], first[LF_MAX_CARDS + 2];
    for (uint32_t card = 0; card < LF_MAX_CARDS; card++)
        hidden->now[card] = (uint16_t)card;
    read_places(state, viewer, hidden, &places);
    list_classes(hidden, &places, state->game, cards, first);
    for (uint32_t i = 0; i < hidden->count; i++)
        if (places.group[i] != 0)
            redraw_group(&places, i, hidden->count, generator);
    for (uint32_t class = 1; class <= state->game->card_count; class ++)
        shuffle_items(cards + first[class], (uint32_t)(first[class + 1] - first[class]), generator);
    for (uint32_t i = 0; i < hidden->count; i++)
        hidden->now[hidden->card[i]] = places.item[i] > LF_MAX_CARDS
                                           ? (uint16_t)(places.item[i] - LF_MAX_CARDS - 1)
                                           : cards[first[places.item[i]]++];
}

/* Opens the places of a stack that were open before. */
static void open_again(lf_state *state, const lf_hidden *hidden, uint32_t stack) {
    uint64_t places[(LF_MAX_CARDS + 63) / 64] = {0};
    uint32_t place = 0;
    for (uint32_t i = 0; i < hidden->count; i++)
        if (hidden->stack[i] == stack) {
            places[place / 64] |= (uint64_t)hidden->open[i] << (place % 64);
            place++;
        }
    if (place > 0)
        lf_places_open(state->game, state->block, stack, places);
}

/* Writes the drawn cards into their places without emptying the stacks: only changes are
 * written. */
static void lay_over(lf_state *state, const lf_hidden *hidden) {
    const lf_game *game = state->game;
    for (uint32_t i = 0; i < hidden->count; i++) {
        const uint16_t card = hidden->now[hidden->card[i]], stack = hidden->stack[i];
        const bool lies = stack != NOWHERE, is_first = i == 0 || hidden->stack[i - 1] != stack,
                   is_last = i + 1 == hidden->count || hidden->stack[i + 1] != stack;
        const int below = !lies || is_last ? -1 : hidden->now[hidden->card[i + 1]];
        lf_card_lay(game, state->block, card, lies ? stack : -1, below);
        if (lies && is_first)
            lf_stack_begin(game, state->block, stack, card);
        if (lies && is_last)
            lf_stack_end(game, state->block, stack, card);
    }
}

static void lay_out(lf_state *state, const lf_hidden *hidden) {
    for (uint32_t i = 0; i < hidden->count; i++)
        if (hidden->stack[i] != NOWHERE)
            lf_cards_put(state->game, state->block, hidden->now[hidden->card[i]], hidden->stack[i],
                         true);
    for (uint32_t stack = 0;
         lf_chance_of(state) == LF_CHANCE_EXPLICIT && stack < state->game->stack_count; stack++)
        open_again(state, hidden, stack);
}

/* ---- registers that hold cards ---- */

static void redraw_value(const lf_game *game, const lf_hidden *hidden, int64_t *registers,
                         bool is_set) {
    uint64_t members[LF_SET_WORDS_MAX] = {0};
    if (!is_set && registers[0] >= 0 && registers[0] < (int64_t)game->card_count)
        registers[0] = hidden->now[registers[0]];
    for (uint32_t card = 0; is_set && card < game->card_count; card++)
        if ((uint64_t)registers[card / 64] >> (card % 64) & 1)
            members[hidden->now[card] / 64] |= UINT64_C(1) << (hidden->now[card] % 64);
    for (uint32_t w = 0; is_set && w < game->card_words; w++)
        registers[w] = (int64_t)members[w];
}

/* Redraws the registers of a routine that is at `pc`; the registers from `end` on belong to
 * another. */
static void redraw_frame(const lf_state *state, const lf_hidden *hidden, uint32_t base, uint32_t pc,
                         uint32_t end) {
    const lf_game *game = state->game;
    int64_t *frame = lf_frames(game, state->block) + base;
    for (uint32_t i = 0; i < game->card_register_count; i++) {
        const lf_card_register *held = &game->card_registers[i];
        if (held->from <= pc && pc < held->to &&
            held->reg + (held->is_set ? game->card_words : 1) <= end)
            redraw_value(game, hidden, frame + held->reg, held->is_set);
    }
}

/* Redraws the cards that the running routines hold in registers. Numbers that they have computed
 * from cards stay. While chance decides there is no site, and any register may be live. */
static void redraw_registers(const lf_state *state, const lf_choice_site *site,
                             const lf_hidden *hidden) {
    const lf_game *game = state->game;
    const lf_head *head = lf_head_const(state->block);
    const lf_call *calls = lf_calls(game, state->block);
    uint32_t base = head->base;
    if (site != NULL && site->domain == LF_DOMAIN_CARDS)
        redraw_value(game, hidden, lf_frames(game, state->block) + base + site->source, true);
    redraw_frame(state, hidden, base, head->pc,
                 site != NULL ? site->live : game->routines[head->routine].registers);
    for (uint32_t d = head->depth; d-- > 0;) {
        base -= calls[d].base_shift;
        redraw_frame(state, hidden, base, calls[d].pc - 1, calls[d].base_shift);
    }
}

/* Redraws all hidden cards. `site` is the pending choice, or NULL. */
static void redraw_cards(lf_state *state, lf_seat seat, const lf_choice_site *site,
                         lf_hidden *hidden, uint64_t *generator) {
    const lf_game *game = state->game;
    const uint32_t viewer = lf_viewer_of(game, seat);
    /* with explicit chance, the open places must be restored */
    const bool is_explicit = lf_chance_of(state) == LF_CHANCE_EXPLICIT;
    if (site != NULL && lf_decider(state) == seat)
        know_pending(state, seat, site);
    hidden->count = 0;
    if (is_explicit)
        take_hidden(state, seat, hidden);
    else
        find_hidden(state, seat, hidden);
    add_nowhere(state, viewer, hidden);
    redraw(state, viewer, hidden, generator);
    if (is_explicit)
        lay_out(state, hidden);
    else
        lay_over(state, hidden);
    lf_know_redrawn(game, state->block, viewer, hidden->now);
}

/* Redraws everything hidden, but leaves the options of the pending decision as they are. */
static void redraw_state(lf_state *state, lf_seat seat, uint64_t *generator) {
    lf_head *head = lf_head_of(state->block);
    lf_hidden hidden;
    const bool pending = head->status == LF_RUN_DECISION && head->site >= 0;
    const lf_choice_site *site = pending ? &state->game->sites[head->site] : NULL;
    if (state->game->layout.viewers > 0) {
        redraw_cards(state, seat, site, &hidden, generator);
        if ((pending || lf_chance_decides(state)) && hidden.count > 0)
            redraw_registers(state, site, &hidden);
    }
    lf_forget_vars(state, seat); /* what is possible must not depend on the true values */
    lf_forget_pieces(state, seat);
    lf_redraw_pieces(state, seat, generator);
    lf_redraw_vars(state, seat, generator);
    head->generator = lf_rng_next(generator);
    head->roll_count = 0;
    memset(head->rolls, 0, sizeof head->rolls);
}

/* ---- offering again ----
 *
 * Where a phase offers its actions, what is legal may hang on the cards that were redrawn, and is
 * looked for again. A redrawn state that asks the seat something else than the true one is none
 * that the seat could be in: then cards are drawn anew. */

#define DRAWS 40 /* attempts; after the last one the options stay as they were */

/* Computes the legal actions again, without observer and counters. */
static void offer_again(lf_state *state) {
    const lf_state outside = *state;
    const uint32_t barrier = lf_head_of(state->block)->barrier;
    state->observer = (lf_observer){0};
    state->hits = state->probe_hits = NULL;
    state->at = NULL;
    lf_reoffer(state);
    lf_head_of(state->block)->barrier = barrier;
    state->observer = outside.observer;
    state->hits = outside.hits;
    state->probe_hits = outside.probe_hits;
    state->at = outside.at;
}

/* Has computing the legal actions changed nothing but the options? Otherwise play has continued: a
 * forced decision was taken at once, and the state is beyond the decision that the true state waits
 * for. */
static bool is_where_it_was(const lf_state *state, const unsigned char *before) {
    const lf_layout *layout = &state->game->layout;
    const unsigned char *now = state->block;
    const lf_head *head = lf_head_const(now), *then = lf_head_const(before);
    return head->status == then->status && head->phase == then->phase &&
           head->active == then->active && head->turn == then->turn && head->site == then->site &&
           head->pc == then->pc && head->base == then->base && head->routine == then->routine &&
           head->depth == then->depth &&
           memcmp(now + layout->cells, before + layout->cells, layout->knowledge - layout->cells) ==
               0 &&
           memcmp(now + layout->history, before + layout->history,
                  layout->calls - layout->history) == 0;
}

/* Does this seat see the same pending decision in the state as in the block `before`? */
static bool asks_the_same(const lf_state *state, unsigned char *before, lf_seat seat) {
    const lf_game *game = state->game;
    const lf_head *now = lf_head_const(state->block), *then = lf_head_of(before);
    const lf_choice_site *site = &game->sites[now->site];
    const int64_t *registers = lf_frames(game, state->block) + now->base,
                  *old = lf_frames(game, before) + then->base;
    assert(now->site == then->site);
    if (registers[site->by] != old[site->by] || registers[site->by] != seat)
        return registers[site->by] == old[site->by];
    const uint32_t n = lf_domain_count(game, site, registers, now->way_out);
    if (n != lf_domain_count(game, site, old, then->way_out))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (lf_domain_value(game, site, registers, i) != lf_domain_value(game, site, old, i))
            return false;
    return true;
}

/* Redraws, and computes what is legal then. False if the seat could tell the state from the true
 * one. `redrawn` is space for a block. */
static bool redraw_and_offer(lf_state *state, unsigned char *before, unsigned char *redrawn,
                             lf_seat seat, uint64_t *generator) {
    redraw_state(state, seat, generator);
    memcpy(redrawn, state->block, state->game->layout.size);
    offer_again(state);
    return is_where_it_was(state, redrawn) && asks_the_same(state, before, seat);
}

void lf_determinize(lf_state *state, lf_seat seat, uint64_t seed) {
    uint64_t generator = lf_mix64(seed ^ UINT64_C(0xD1B54A32D192ED03));
    const size_t size = state->game->layout.size;
    const bool again = lf_can_reoffer(state) && lf_hides_from(state->game, seat);
    unsigned char *before = again ? lf_malloc(2 * size) : NULL;
    if (before != NULL)
        memcpy(before, state->block, size);
    for (int draw = 0; draw < DRAWS && before != NULL; draw++) {
        if (redraw_and_offer(state, before, before + size, seat, &generator)) {
            lf_free(before);
            return;
        }
        memcpy(state->block, before, size);
        state->error = (lf_error){0};
    }
    redraw_state(state, seat, &generator);
    lf_free(before);
}
