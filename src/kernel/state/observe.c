/* observe.c: hidden information: what a seat may know, and a state redrawn so that nothing else can be learned from it.
 *
 * Who may know what: a card is known to those who may look at the stack where it lies (lf_stack_seats), a variable to those that
 * its declaration names (lf_var_seats), what a covered piece is to its seat. What a log line of the game says is known to all. */
#include "kernel/json/json.h"

char *lf_observe(const lf_state *state, lf_seat seat) {
    const lf_seat viewer = seat >= 0 && (uint32_t)seat < state->game->seat_count ? seat : LF_NOBODY;
    lf_json json = {.state = state, .game = state->game, .viewer = viewer};
    lf_write_object(&json.out);
    lf_json_whole(&json);
    lf_write_end(&json.out);
    return lf_json_finish(&json);
}

/* ---- the places that the seat cannot look at ----
 *
 * A state is redrawn place by place: the cards that the seat cannot know are sorted, so that nothing of their true order
 * remains, shuffled, and laid on the places where such cards lie. */

typedef struct {
    uint16_t card[LF_MAX_CARDS];  /* that lies there */
    uint16_t stack[LF_MAX_CARDS]; /* of the place; NOWHERE */
    uint16_t group[LF_MAX_CARDS]; /* places of one group exchange their cards */
    bool open[LF_MAX_CARDS];      /* the place: it stays so, whichever card is drawn for it */
    uint32_t count;
    uint16_t now[LF_MAX_CARDS]; /* by card: which card lies where it lay */
} lf_hidden;

#define NOWHERE UINT16_MAX
/* Groups: the cards that the seat knows nothing of; a card that it is being told, which stays; the cards of a stack that
 * it is being offered have the number of the stack: what they are it knows, and not in which order they lie. */
#define UNKNOWN UINT16_MAX
#define TOLD (UINT16_MAX - 1)

static void hide(lf_hidden *hidden, uint32_t card, uint32_t stack, bool open) {
    if (hidden->count == LF_MAX_CARDS)
        return;
    hidden->open[hidden->count] = open;
    hidden->card[hidden->count] = (uint16_t)card;
    hidden->stack[hidden->count] = (uint16_t)stack;
    hidden->group[hidden->count++] = UNKNOWN;
}

/* Notes the cards of every stack that the seat cannot look at, where they lie. True if one of these is hidden from everybody. */
static bool find_hidden(const lf_state *state, lf_seat seat, lf_hidden *hidden) {
    const lf_game *game = state->game;
    bool hides_from_all = false;
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        if (lf_stack_visible(game, (int)stack, seat))
            continue;
        hides_from_all = hides_from_all || game->stacks[stack].visibility == 2;
        for (int c = (int)lf_stack_top(game, state->block, stack) - 1; c >= 0;
             c = (int)lf_card_below(game, state->block, (uint32_t)c) - 1)
            hide(hidden, (uint32_t)c, stack, false);
    }
    return hides_from_all;
}

/* Takes the cards out of every stack that the seat cannot look at. True if one of these is hidden from everybody. */
static bool take_hidden(lf_state *state, lf_seat seat, lf_hidden *hidden) {
    const lf_game *game = state->game;
    bool hides_from_all = false;
    uint64_t open[(LF_MAX_CARDS + 63) / 64] = {0}; /* as it was before: the last that is left is not open */
    memcpy(open, lf_open(game, state->block), lf_open_words(game) * sizeof *open);
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        if (lf_stack_visible(game, (int)stack, seat))
            continue;
        hides_from_all = hides_from_all || game->stacks[stack].visibility == 2;
        for (int c = lf_cards_top(game, state->block, stack, 0); c >= 0;
             c = lf_cards_top(game, state->block, stack, 0)) {
            hide(hidden, (uint32_t)c, stack, (open[c / 64] >> (c % 64) & 1) != 0);
            lf_cards_remove(game, state->block, (uint32_t)c);
        }
    }
    return hides_from_all;
}

/* A card that has left the game unseen is as unknown as one in a face-down stack. */
static void add_nowhere(const lf_state *state, lf_hidden *hidden) {
    uint64_t taken[(LF_MAX_CARDS + 63) / 64] = {0};
    for (uint32_t i = 0; i < hidden->count; i++)
        taken[hidden->card[i] / 64] |= UINT64_C(1) << (hidden->card[i] % 64);
    for (uint32_t card = 0; card < state->game->card_count; card++)
        if (lf_card_where(state->game, state->block, card) < 0 && !(taken[card / 64] >> (card % 64) & 1))
            hide(hidden, card, NOWHERE, false);
}

/* ---- what the pending decision shows ---- */

static void set_group(lf_hidden *hidden, int64_t card, bool told) {
    for (uint32_t i = 0; i < hidden->count; i++)
        if (hidden->card[i] == card && hidden->group[i] != TOLD)
            hidden->group[i] = told ? TOLD : hidden->stack[i];
}

static void tell_cards_of(const lf_template *template, const int64_t *registers, lf_hidden *hidden) {
    for (uint32_t i = 0; template != NULL && i < template->count; i++) {
        const lf_text_part *part = &template->parts[i];
        if (part->literal == NULL && part->say == LF_SAY_CARD)
            set_group(hidden, registers[part->reg], true);
    }
}

/* The cards that the decider reads in the prompt and in the options. */
static void show_pending(const lf_state *state, const lf_choice_site *site, const int64_t *registers,
                         lf_hidden *hidden) {
    const lf_game *game = state->game;
    const int64_t *values;
    int64_t room[LF_MAX_REGISTERS];
    const lf_template *prompt = lf_pending_prompt(state, &values, room);
    tell_cards_of(prompt, values, hidden);
    if (site->done_label >= 0)
        tell_cards_of(&game->templates[site->done_label], registers, hidden);
    for (uint32_t i = 0; i < site->label_count; i++)
        tell_cards_of(&game->templates[site->labels[i]], registers, hidden);
    if (site->domain == LF_DOMAIN_CARDS)
        for (uint32_t i = 0, n = lf_domain_count(game, site, registers, false); i < n; i++)
            set_group(hidden, lf_domain_value(game, site, registers, i), false);
}

/* ---- redrawing ---- */

static void redraw_group(lf_hidden *hidden, uint16_t group, uint64_t *generator) {
    uint64_t members[(LF_MAX_CARDS + 63) / 64] = {0};
    uint16_t cards[LF_MAX_CARDS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < hidden->count; i++)
        if (hidden->group[i] == group)
            members[hidden->card[i] / 64] |= UINT64_C(1) << (hidden->card[i] % 64);
    for (uint32_t card = 0; card < LF_MAX_CARDS; card++)
        if (members[card / 64] >> (card % 64) & 1)
            cards[n++] = (uint16_t)card;
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = lf_rng_below(generator, i);
        const uint16_t swap = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = swap;
    }
    n = 0;
    for (uint32_t i = 0; i < hidden->count; i++)
        if (hidden->group[i] == group)
            hidden->now[hidden->card[i]] = cards[n++];
}

static void redraw(const lf_game *game, lf_hidden *hidden, uint64_t *generator) {
    bool offered = false;
    for (uint32_t card = 0; card < LF_MAX_CARDS; card++)
        hidden->now[card] = (uint16_t)card;
    redraw_group(hidden, UNKNOWN, generator);
    for (uint32_t i = 0; i < hidden->count; i++)
        offered = offered || hidden->group[i] < game->stack_count;
    for (uint32_t stack = 0; offered && stack < game->stack_count; stack++)
        redraw_group(hidden, (uint16_t)stack, generator);
}

/* The places of a stack that were open are open again. */
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

/* Lays the redrawn cards on the places where such cards lie, without taking them up: only what changes is written. */
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
            lf_cards_put(state->game, state->block, hidden->now[hidden->card[i]], hidden->stack[i], true);
    for (uint32_t stack = 0; lf_chance_of(state) == LF_CHANCE_EXPLICIT && stack < state->game->stack_count;
         stack++)
        open_again(state, hidden, stack);
}

/* ---- registers that hold cards ---- */

static void redraw_words(const lf_game *game, const lf_hidden *hidden, int64_t *words, bool is_set) {
    uint64_t members[LF_SET_WORDS_MAX] = {0};
    if (!is_set && words[0] >= 0 && words[0] < (int64_t)game->card_count)
        words[0] = hidden->now[words[0]];
    for (uint32_t card = 0; is_set && card < game->card_count; card++)
        if ((uint64_t)words[card / 64] >> (card % 64) & 1)
            members[hidden->now[card] / 64] |= UINT64_C(1) << (hidden->now[card] % 64);
    for (uint32_t w = 0; is_set && w < game->card_words; w++)
        words[w] = (int64_t)members[w];
}

/* The registers of a routine that stands at `pc`; from word `end` on they are another's. */
static void redraw_frame(const lf_state *state, const lf_hidden *hidden, uint32_t base, uint32_t pc,
                         uint32_t end) {
    const lf_game *game = state->game;
    int64_t *frame = lf_frames(game, state->block) + base;
    for (uint32_t i = 0; i < game->card_register_count; i++) {
        const lf_card_register *held = &game->card_registers[i];
        if (held->from <= pc && pc < held->to && held->reg + (held->is_set ? game->card_words : 1) <= end)
            redraw_words(game, hidden, frame + held->reg, held->is_set);
    }
}

/* What the running routines have learned of cards is redrawn with the cards. Numbers that they made of it stay. While chance
 * decides there is no site, and any register may be alive. */
static void redraw_registers(const lf_state *state, const lf_choice_site *site, const lf_hidden *hidden) {
    const lf_game *game = state->game;
    const lf_head *head = lf_head_const(state->block);
    const lf_call *calls = lf_calls(game, state->block);
    uint32_t base = head->base;
    if (site != NULL && site->domain == LF_DOMAIN_CARDS)
        redraw_words(game, hidden, lf_frames(game, state->block) + base + site->source, true);
    redraw_frame(state, hidden, base, head->pc,
                 site != NULL ? site->live : game->routines[head->routine].registers);
    for (uint32_t d = head->depth; d-- > 0;) {
        base -= calls[d].base_shift;
        redraw_frame(state, hidden, base, calls[d].pc - 1, calls[d].base_shift);
    }
}

/* Redraws everything but what is offered. */
static void redraw_state(lf_state *state, lf_seat seat, uint64_t *generator) {
    lf_head *head = lf_head_of(state->block);
    lf_hidden hidden;
    const bool pending = head->status == LF_RUN_DECISION && head->site >= 0;
    const lf_choice_site *site = pending ? &state->game->sites[head->site] : NULL;
    hidden.count = 0;
    const bool is_explicit =
        lf_chance_of(state) == LF_CHANCE_EXPLICIT; /* then open places have to be found again */
    if (is_explicit ? take_hidden(state, seat, &hidden) : find_hidden(state, seat, &hidden))
        add_nowhere(state, &hidden);
    if (pending && lf_decider(state) == seat)
        show_pending(state, site, lf_frames(state->game, state->block) + head->base, &hidden);
    redraw(state->game, &hidden, generator);
    if (is_explicit)
        lay_out(state, &hidden);
    else
        lay_over(state, &hidden);
    if ((pending || lf_chance_decides(state)) && hidden.count > 0)
        redraw_registers(state, site, &hidden);
    lf_forget_vars(state, seat); /* what is possible must not hang on what is true */
    lf_forget_pieces(state, seat);
    lf_redraw_pieces(state, seat, generator);
    lf_redraw_vars(state, seat, generator);
    head->generator = lf_rng_next(generator);
    head->roll_count = 0;
    memset(head->rolls, 0, sizeof head->rolls);
}

/* ---- offering again ----
 *
 * Where a phase offers its actions, what is legal may hang on the cards that were redrawn, and is looked for again. A
 * redrawn state that asks the seat something else than the true one is none that the seat could be in: then cards are
 * drawn anew. */

#define DRAWS 40 /* at most; after that what is offered stays as it was */

/* Looks for the legal actions again, unseen and uncounted. */
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

/* Does this seat see the same decision pending in the state as in the block? */
static bool asks_the_same(const lf_state *state, unsigned char *before, lf_seat seat) {
    const lf_game *game = state->game;
    const lf_head *now = lf_head_const(state->block), *then = lf_head_of(before);
    if (now->status != LF_RUN_DECISION || now->phase != then->phase || now->active != then->active)
        return false;
    const int64_t *registers = lf_frames(game, state->block) + now->base,
                  *old = lf_frames(game, before) + then->base;
    const lf_choice_site *site = &game->sites[now->site], *old_site = &game->sites[then->site];
    if (registers[site->by] != old[old_site->by] || registers[site->by] != seat)
        return registers[site->by] == old[old_site->by];
    const uint32_t n = lf_domain_count(game, site, registers, now->way_out);
    if (site != old_site || n != lf_domain_count(game, site, old, then->way_out))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (lf_domain_value(game, site, registers, i) != lf_domain_value(game, site, old, i))
            return false;
    return true;
}

void lf_determinize(lf_state *state, lf_seat seat, uint64_t seed) {
    uint64_t generator = lf_mix64(seed ^ UINT64_C(0xD1B54A32D192ED03));
    const size_t size = state->game->layout.size;
    const bool again = lf_can_reoffer(state) && lf_hides_from(state->game, seat);
    unsigned char *before = again ? lf_malloc(size) : NULL;
    if (before != NULL)
        memcpy(before, state->block, size);
    for (int draw = 0; draw < DRAWS && before != NULL; draw++) {
        redraw_state(state, seat, &generator);
        offer_again(state);
        if (asks_the_same(state, before, seat)) {
            lf_free(before);
            return;
        }
        memcpy(state->block, before, size);
        state->error = (lf_error){0};
    }
    redraw_state(state, seat, &generator);
    lf_free(before);
}
