/* test_worlds.c: sampled worlds against all worlds that a viewer can think possible.
 *
 * Small games are generated: two decks, a hidden pile, hands and an open pile, and a list of
 * shuffles, deals, passes, partial shuffles, reveals and returns. Each is played once. Beside it,
 * for each viewer, the exact distribution over all ways in which six cards can lie is kept by
 * enumeration: a shuffle averages over the orders of a pile, a pick over the cards of a hand, and
 * whatever the viewer sees rules out the worlds in which it would have seen something else. The
 * worlds that lf_determinize samples must have that distribution (chi-square). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "kernel/state/state.h"
#include "ludoforge_agents.h"
#include "ludoforge_tools.h"
#include "support/rng.h"

#include <cmocka.h>

#include "bundled_fixture.h"

enum { CARDS = 6, WORLDS = 720, STACKS = 6, OPS = 9, GAMES = 150, SAMPLES = 3000, VIEWERS = 3 };
enum { DECK_A, DECK_B, ASIDE, SHOWN, HAND_RED, HAND_BLUE };
static const char *const stack_ids[STACKS] = {"deckA", "deckB",    "aside",
                                              "shown", "hand:Red", "hand:Blue"};
static const char *const stack_names[STACKS] = {"deckA", "deckB",     "aside",
                                                "shown", "hand[Red]", "hand[Blue]"};

/* ---- the model: which worlds a viewer thinks possible ---- */

/* Each place has a number for good, wherever it is moved to; a world lays a card on each place. */
typedef struct {
    uint8_t place[STACKS][CARDS]; /* of each stack, top first */
    uint32_t size[STACKS];
} board;

typedef struct {
    lf_seat seat; /* LF_NOBODY: the public */
    double weight[WORLDS];
} beliefs;

static uint8_t worlds[WORLDS][CARDS]; /* card by place: all permutations, in lexical order */

static void list_worlds(void) {
    uint8_t order[CARDS] = {0, 1, 2, 3, 4, 5};
    for (uint32_t w = 0; w < WORLDS; w++) {
        memcpy(worlds[w], order, CARDS);
        int i = CARDS - 2, j = CARDS - 1;
        while (i >= 0 && order[i] > order[i + 1])
            i--;
        if (i < 0)
            return;
        while (order[j] < order[i])
            j--;
        uint8_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
        for (int a = i + 1, b = CARDS - 1; a < b; a++, b--) {
            swap = order[a];
            order[a] = order[b];
            order[b] = swap;
        }
    }
}

static uint32_t number_of(const uint8_t *world) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < CARDS; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = i + 1; j < CARDS; j++)
            smaller += world[j] < world[i];
        number = number * (CARDS - i) + smaller;
    }
    return number;
}

static uint32_t swapped(uint32_t world, uint8_t a, uint8_t b) {
    uint8_t order[CARDS];
    memcpy(order, worlds[world], CARDS);
    order[a] = worlds[world][b];
    order[b] = worlds[world][a];
    return number_of(order);
}

static bool viewer_sees(lf_seat seat, uint32_t stack) {
    return stack == SHOWN || (stack == HAND_RED && seat == 0) || (stack == HAND_BLUE && seat == 1);
}

/* All orders of these places become equally likely: by exchanging each place with each one behind
 * it. */
static void mix_places(beliefs *b, const uint8_t *places, uint32_t count) {
    for (uint32_t i = 0; i + 1 < count; i++) {
        double next[WORLDS] = {0};
        for (uint32_t w = 0; w < WORLDS; w++)
            for (uint32_t j = i; j < count && b->weight[w] > 0; j++)
                next[swapped(w, places[i], places[j])] += b->weight[w] / (count - i);
        memcpy(b->weight, next, sizeof next);
    }
}

static void keep_worlds_with(beliefs *b, uint8_t place, int card) {
    double sum = 0;
    for (uint32_t w = 0; w < WORLDS; w++) {
        if (worlds[w][place] != card)
            b->weight[w] = 0;
        sum += b->weight[w];
    }
    assert_true(sum > 0); /* the true world is never ruled out */
    for (uint32_t w = 0; w < WORLDS; w++)
        b->weight[w] /= sum;
}

/* ---- a generated game: the model of the board, the text of the rules, what each viewer believes
 * ---- */

typedef struct {
    uint64_t lf_random;
    board before, now;
    FILE *rules;
    uint32_t op[OPS + 2][4]; /* kind, from, to, count */
    uint32_t ops;
} script;

typedef enum { SHUFFLE, DEAL, UNDER, PICK } op_kind;

static uint32_t below(script *s, uint32_t n) {
    return lf_rng_below(&s->lf_random, n);
}

static uint8_t take_top(board *b, uint32_t from) {
    const uint8_t place = b->place[from][0];
    memmove(b->place[from], b->place[from] + 1, --b->size[from]);
    return place;
}

static void put_on(board *b, uint32_t to, uint8_t place, bool under) {
    if (!under)
        memmove(b->place[to] + 1, b->place[to], b->size[to]);
    b->place[to][under ? b->size[to] : 0] = place;
    b->size[to]++;
}

static void move_top(board *b, uint32_t from, uint32_t to, bool under) {
    put_on(b, to, take_top(b, from), under);
}

static void add_op(script *s, op_kind kind, uint32_t from, uint32_t to, uint32_t count) {
    const uint32_t op[4] = {kind, from, to, count};
    memcpy(s->op[s->ops++], op, sizeof op);
    for (uint32_t i = 0; i < count && kind != SHUFFLE; i++)
        move_top(&s->now, from, to, kind == UNDER);
    const char *of = stack_names[from], *at = stack_names[to];
    if (kind == SHUFFLE)
        fprintf(s->rules, "      shuffle %s\n", of);
    else if (kind == DEAL)
        fprintf(s->rules, "      deal %u from %s to %s\n", count, of, at);
    else if (kind == UNDER)
        fprintf(s->rules, "      put top(%s) under %s\n", of, at);
    else
        fprintf(s->rules,
                "      choose picked%u in %s by %s \"Which?\"\n      put picked%u on top of %s\n",
                s->ops, of, from == HAND_RED ? "Red" : "Blue", s->ops, at);
}

static void add_random_op(script *s) {
    const uint32_t kind = below(s, 8);
    const uint32_t pile = below(s, 3), hand = HAND_RED + below(s, 2), any = below(s, STACKS);
    if (kind < 3 && s->now.size[pile] > 1) {
        add_op(s, SHUFFLE, pile, pile, 0);
    } else if (kind < 6 && s->now.size[below(s, 2) == 0 ? pile : SHOWN] > 0) {
        const uint32_t from = s->now.size[pile] > 0 ? pile : SHOWN, most = s->now.size[from];
        if (from == any || most == 0)
            return;
        const bool under = below(s, 4) == 0;
        add_op(s, under ? UNDER : DEAL, from, any, under ? 1 : 1 + below(s, most));
    } else if (s->now.size[hand] > 1 && hand != any) { /* with one card there is nothing to ask */
        add_op(s, PICK, hand, any, 1);
    }
}

static char *write_script(script *s, uint64_t seed) {
    char *text = NULL;
    size_t size = 0;
    *s = (script){.lf_random = lf_mix64(seed), .rules = open_memstream(&text, &size)};
    for (uint32_t i = 0; i < CARDS; i++)
        put_on(&s->now, i < CARDS / 2 ? DECK_A : DECK_B, (uint8_t)i, true);
    s->before = s->now;
    fprintf(s->rules, "# Generated\n\n```yaml\nmetadata: { id: generated, name: Generated }\n"
                      "seats: [Red, Blue]\nzones:\n");
    for (uint32_t i = 0; i < 4; i++)
        fprintf(s->rules, "  - { id: %s, name: %s, holds: cards%s }\n", stack_ids[i], stack_ids[i],
                i == SHOWN ? "" : ", visibility: hidden");
    fprintf(s->rules, "  - { id: hand, name: Hand, holds: cards, owner: each, visibility: owner }\n"
                      "cards:\n");
    for (int i = 0; i < CARDS; i++)
        fprintf(s->rules, "  - { id: c%d, name: C%d }\n", i, i);
    fprintf(s->rules, "setup: |\n  for c in {c2, c1, c0}: put c under deckA\n");
    fprintf(s->rules, "  for c in {c5, c4, c3}: put c under deckB\n");
    fprintf(s->rules, "turnStructure: { phases: [{ id: play }] }\nactions:\n"
                      "  - id: go\n    phase: play\n    effects: |\n"
                      "      choose first in 1..2 \"Begin?\"\n");
    add_op(s, SHUFFLE, DECK_A, DECK_A, 0);
    add_op(s, SHUFFLE, DECK_B, DECK_B, 0);
    for (int tries = 0; s->ops < OPS + 2 && tries < 200; tries++)
        add_random_op(s);
    fprintf(s->rules, "      choose last in 1..2 \"End?\"\n      end game\n"
                      "terminal: { checkpoints: [] }\n```\n");
    fclose(s->rules);
    return text;
}

/* ---- playing it, and believing ---- */

/* The cards that were moved, in order. */
typedef struct {
    int card[CARDS * (OPS + 3)];
    uint32_t count;
} moved_cards;

static void note_move(void *context, const lf_event *event) {
    moved_cards *moved = context;
    if (event->kind == LF_EVENT_CARD)
        moved->card[moved->count++] = event->subject;
}

/* Plays up to the last question, picking at random. */
static lf_state *play_script(const lf_game *game, uint64_t seed, moved_cards *moved) {
    uint64_t lf_random = lf_mix64(seed + 99);
    lf_error error = {0};
    lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, &error);
    if (state == NULL)
        fail_msg("%s", error.message);
    moved->count = 0;
    lf_watch(state, &(lf_observer){note_move, moved});
    char *prompt = lf_prompt(state);
    while (strcmp(prompt, "End?") != 0) {
        const int n = lf_legal_count(state);
        assert_int_equal(lf_apply(state, (int)lf_rng_below(&lf_random, (uint32_t)n)), LF_OK);
        lf_string_free(prompt);
        prompt = lf_prompt(state);
    }
    lf_string_free(prompt);
    lf_watch(state, NULL);
    return state;
}

/* The card that is picked comes to the top of the hand, which then moves. */
static void bring_to_top(beliefs *b, const board *at, uint32_t from, int card) {
    double next[WORLDS] = {0};
    for (uint32_t w = 0; w < WORLDS; w++)
        for (uint32_t j = 0; j < at->size[from]; j++)
            if (worlds[w][at->place[from][j]] == card)
                next[swapped(w, at->place[from][0], at->place[from][j])] += b->weight[w];
    memcpy(b->weight, next, sizeof next);
}

static void believe_move(beliefs *b, const board *at, const uint32_t *op, int card) {
    const bool picked = op[0] == PICK, saw = viewer_sees(b->seat, op[1]);
    if (picked && saw)
        bring_to_top(b, at, op[1], card);
    else if (picked)
        mix_places(b, at->place[op[1]], at->size[op[1]]);
    if (saw || viewer_sees(b->seat, op[2]))
        keep_worlds_with(b, at->place[op[1]][0], card);
}

static void believe_script(const script *s, const moved_cards *moved, beliefs *b, board *at) {
    uint32_t next = 0;
    memset(b->weight, 0, sizeof b->weight);
    b->weight[0] = 1; /* before the first shuffle everybody knows the order */
    *at = s->before;
    for (uint32_t i = 0; i < s->ops; i++) {
        const uint32_t *op = s->op[i];
        if (op[0] == SHUFFLE)
            mix_places(b, at->place[op[1]], at->size[op[1]]);
        for (uint32_t n = 0; n < op[3]; n++) {
            believe_move(b, at, op, moved->card[next++]);
            move_top(at, op[1], op[2], op[0] == UNDER);
        }
    }
    assert_int_equal(next, moved->count);
}

/* ---- comparing ---- */

/* A world as a number: the cards by stack, top first; a hand is a set. */
static uint32_t key_of(uint8_t cards[STACKS][CARDS], const uint32_t *size) {
    uint32_t key = 0;
    for (uint32_t stack = 0; stack < STACKS; stack++) {
        for (uint32_t i = 0; stack >= HAND_RED && i < size[stack]; i++)
            for (uint32_t j = i + 1; j < size[stack]; j++)
                if (cards[stack][j] < cards[stack][i]) {
                    const uint8_t swap = cards[stack][i];
                    cards[stack][i] = cards[stack][j];
                    cards[stack][j] = swap;
                }
        for (uint32_t i = 0; i < size[stack]; i++)
            key = key * CARDS + cards[stack][i];
    }
    return key;
}

typedef struct {
    uint32_t key[WORLDS];
    double expected[WORLDS];
    uint32_t seen[WORLDS];
    uint32_t count;
} table;

static uint32_t row_of(const table *t, uint32_t key) {
    uint32_t row = 0;
    while (row < t->count && t->key[row] != key)
        row++;
    return row;
}

static void expect_worlds(const beliefs *b, const board *at, table *t) {
    *t = (table){.count = 0};
    for (uint32_t w = 0; w < WORLDS; w++) {
        uint8_t cards[STACKS][CARDS];
        if (b->weight[w] <= 0)
            continue;
        for (uint32_t stack = 0; stack < STACKS; stack++)
            for (uint32_t i = 0; i < at->size[stack]; i++)
                cards[stack][i] = worlds[w][at->place[stack][i]];
        const uint32_t key = key_of(cards, at->size), row = row_of(t, key);
        t->count += row == t->count;
        t->key[row] = key;
        t->expected[row] += b->weight[w] * SAMPLES;
    }
}

/* Samples worlds. False if one of them is impossible. */
static bool sample_worlds(const lf_state *state, lf_seat seat, const board *at, table *t) {
    lf_state *world = lf_state_clone(state);
    bool possible = true;
    for (uint64_t n = 0; n < SAMPLES; n++) {
        uint8_t cards[STACKS][CARDS];
        lf_copy(world, state);
        lf_determinize(world, seat, n);
        for (uint32_t stack = 0; stack < STACKS; stack++) {
            const int index = lf_find(lf_state_game(state), LF_OF_STACKS, stack_ids[stack]);
            assert_int_equal(lf_stack_size(world, index), at->size[stack]);
            for (uint32_t i = 0; i < at->size[stack]; i++)
                cards[stack][i] = (uint8_t)lf_stack_card(world, index, (int)i);
        }
        const uint32_t row = row_of(t, key_of(cards, at->size));
        possible = possible && row < t->count;
        if (row < t->count)
            t->seen[row]++;
    }
    lf_state_free(world);
    return possible;
}

/* How many standard deviations the worlds are away from what is expected (Wilson and Hilferty). */
static double deviation(const table *t) {
    double chi = 0;
    if (t->count < 2)
        return 0;
    for (uint32_t i = 0; i < t->count; i++)
        chi += (t->seen[i] - t->expected[i]) * (t->seen[i] - t->expected[i]) / t->expected[i];
    const double df = t->count - 1, part = 2 / (9 * df);
    return (cbrt(chi / df) - (1 - part)) / sqrt(part);
}

static lf_game *compile(const char *text) {
    lf_diagnostics *problems = NULL;
    lf_game *game = lf_game_load_memory("generated.game-spec.md", text, strlen(text), &problems);
    if (game == NULL)
        fail_msg("%s\n%s", text, lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    return game;
}

/* What is sampled depends on what the seat knows and on the seed, not on the true world. */
static void expect_equal_samples(const lf_state *state, lf_seat seat, const char *text) {
    lf_state *a = lf_state_clone(state), *b = lf_state_clone(state);
    for (uint64_t i = 0; i < 20; i++) {
        lf_copy(a, state);
        lf_copy(b, state);
        lf_determinize(b, seat, 1000 + i);
        lf_determinize(a, seat, i);
        lf_determinize(b, seat, i);
        if (!lf_equal(a, b))
            fail_msg("seat %d: a sampled world tells of the true one\n%s", seat, text);
    }
    lf_state_free(a);
    lf_state_free(b);
}

typedef struct {
    uint32_t exact, merged, unsure;
} tally;

static void compare_viewer(const script *s, const char *text, const lf_state *state,
                           const moved_cards *moved, lf_seat seat, tally *sum) {
    static beliefs b;
    static table t;
    board at;
    b.seat = seat;
    believe_script(s, moved, &b, &at);
    expect_worlds(&b, &at, &t);
    const bool possible = sample_worlds(state, seat, &at, &t);
    expect_equal_samples(state, seat, text);
    const lf_game *game = lf_state_game(state);
    sum->unsure += t.count > 1;
    if (lf_knowledge_merged(game, state->block, lf_viewer_of(game, seat))) {
        sum->merged++;
        return;
    }
    sum->exact++;
    if (!possible)
        fail_msg("seat %d: a world that cannot be\n%s", seat, text);
    if (deviation(&t) > 5)
        fail_msg("seat %d: %u worlds, %.1f standard deviations off\n%s", seat, t.count,
                 deviation(&t), text);
}

static void test_sampled_worlds_have_the_right_distribution(void **unused) {
    (void)unused;
    tally sum = {0};
    list_worlds();
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        script s;
        moved_cards moved;
        char *text = write_script(&s, seed);
        lf_game *game = compile(text);
        lf_state *state = play_script(game, seed, &moved);
        for (lf_seat seat = LF_NOBODY; seat < 2; seat++)
            compare_viewer(&s, text, state, &moved, seat, &sum);
        lf_state_free(state);
        lf_game_free(game);
        free(text);
    }
    printf("%u exact, %u merged; in %u cases several worlds are possible\n", sum.exact, sum.merged,
           sum.unsure);
    assert_true(sum.merged * 5 < sum.exact);       /* at most a sixth of them may forget */
    assert_true(sum.unsure * 2 > GAMES * VIEWERS); /* and most of them have something to forget */
}

/* ---- games in which it matters ---- */

static const char two_decks[] =
    "```yaml\n"
    "metadata: { id: two-decks, name: Two decks }\n"
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - { id: good, name: Good, holds: cards, visibility: hidden }\n"
    "  - { id: bad, name: Bad, holds: cards, visibility: hidden }\n"
    "  - { id: shown, name: Shown, holds: cards }\n"
    "cardAttributes: [{ name: worth, type: int }]\n"
    "cards:\n"
    "  - { id: g1, name: G1, worth: 7 }\n  - { id: g2, name: G2, worth: 8 }\n"
    "  - { id: g3, name: G3, worth: 9 }\n  - { id: g4, name: G4, worth: 7 }\n"
    "  - { id: b1, name: B1, worth: 1 }\n  - { id: b2, name: B2, worth: 2 }\n"
    "  - { id: b3, name: B3, worth: 3 }\n  - { id: b4, name: B4, worth: 1 }\n"
    "seatVars: [{ name: points, type: int, max: 100 }]\n"
    "setup: |\n"
    "  for c in cards where c.worth > 5: put c on top of good\n"
    "  for c in cards where c.worth <= 5: put c on top of bad\n"
    "  shuffle good\n"
    "  shuffle bad\n"
    "turnStructure: { phases: [{ id: play }] }\n"
    "actions:\n"
    "  - id: draw\n"
    "    phase: play\n"
    "    effects: |\n"
    "      choose \"From which deck?\"\n"
    "        option \"Bad\": deal 1 from bad to shown\n"
    "        option \"Good\": deal 1 from good to shown\n"
    "      activePlayer.points += top(shown).worth\n"
    "      activePlayer = next(activePlayer)\n"
    "      if size(shown) == 4: end game\n"
    "terminal: { margins: [{ seat: Red, value: Red.points }, { seat: Blue, value: Blue.points }] "
    "}\n"
    "```\n";

/* Who knows what lies in each deck draws from the good one. */
static void test_an_agent_knows_what_lies_in_each_deck(void **unused) {
    (void)unused;
    lf_game *game = compile(two_decks);
    for (uint64_t seed = 0; seed < 20; seed++) {
        lf_state *state = lf_state_new(game, &(lf_setup){.seed = seed}, NULL);
        lf_agent *agent = lf_agent_new(game, "hard:200", NULL);
        assert_non_null(state);
        assert_int_equal(lf_agent_begin(agent, lf_decider(state), seed), LF_OK);
        assert_int_equal(lf_agent_choose(agent, state), lf_find_option(state, "Good"));
        lf_agent_free(agent);
        lf_state_free(state);
    }
    lf_game_free(game);
}

static const char some_offered[] =
    "```yaml\n"
    "metadata: { id: some-offered, name: Some }\n"
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - { id: deck, name: Deck, holds: cards, visibility: hidden }\n"
    "ZONE"
    "cardAttributes: [{ name: worth, type: int }]\n"
    "cards:\n"
    "  - { id: a, name: A, worth: 1 }\n  - { id: b, name: B, worth: 2 }\n"
    "  - { id: c, name: C, worth: 7 }\n  - { id: d, name: D, worth: 8 }\n"
    "  - { id: e, name: E, worth: 9 }\n  - { id: f, name: F, worth: 9 }\n"
    "setup: |\n  for x in cards: put x on top of deck\n  shuffle deck\n"
    "turnStructure: { phases: [{ id: play }] }\n"
    "actions:\n"
    "  - id: look\n    phase: play\n    effects: |\n"
    "      shuffle deck\n"
    "      choose _x in {x in cards where x.worth < 8} \"Which?\"\n      end game\n"
    "terminal: { checkpoints: [] }\n"
    "```\n";

/* Some cards of a hidden deck are offered: they are offered in every world that is sampled
 * meanwhile. */
static void test_what_is_offered_stays_offered(void **unused) {
    (void)unused;
    static const char *const zones[] = {
        "", "  - { id: hand, name: Hand, holds: cards, owner: each, visibility: owner }\n"};
    for (size_t z = 0; z < LF_COUNT(zones); z++) {
        char text[2048];
        const char *rest = strstr(some_offered, "ZONE");
        snprintf(text, sizeof text, "%.*s%s%s", (int)(rest - some_offered), some_offered, zones[z],
                 rest + 4);
        lf_game *game = compile(text);
        lf_state *state = lf_state_new(game, &(lf_setup){.seed = 3}, NULL),
                 *world = lf_state_clone(state);
        const lf_seat seat = lf_decider(state);
        char *before = lf_observe(state, seat);
        assert_int_equal(lf_legal_count(state), 3);
        for (uint64_t i = 0; i < 100; i++) {
            lf_copy(world, state);
            lf_determinize(world, seat, i);
            char *after = lf_observe(world, seat);
            assert_string_equal(before, after);
            lf_string_free(after);
        }
        lf_string_free(before);
        lf_state_free(world);
        lf_state_free(state);
        lf_game_free(game);
    }
}

/* A deck of as many cards as a game may have, out of which one is picked and put back: it may lie
 * anywhere. */
static void test_a_card_is_put_back_into_the_largest_deck(void **unused) {
    (void)unused;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "```yaml\nmetadata: { id: large, name: Large }\nseats: [Red, Blue]\n"
                 "zones: [{ id: deck, name: Deck, holds: cards, visibility: hidden }]\ncards:\n");
    for (int i = 0; i < LF_MAX_CARDS; i++)
        fprintf(out, "  - { id: c%d, name: C%d }\n", i, i);
    fprintf(out, "setup: |\n  for x in cards: put x on top of deck\n  put c5 on top of deck\n"
                 "turnStructure: { phases: [{ id: play }] }\n"
                 "actions: [{ id: go, phase: play, effects: end game }]\n"
                 "terminal: { checkpoints: [] }\n```\n");
    fclose(out);
    lf_game *game = compile(text);
    lf_state *state = lf_state_new(game, NULL, NULL);
    assert_non_null(state);
    const uint32_t class = lf_known_class(game, state->block, 0, 5);
    assert_true(class != 0);
    for (uint32_t card = 0; card < LF_MAX_CARDS; card++)
        assert_int_equal(lf_known_class(game, state->block, 0, card), class);
    lf_state_free(state);
    lf_game_free(game);
    free(text);
}

static bool is_coup(const lf_game *game, int card) {
    const char *name = lf_name(game, LF_OF_CARDS, card);
    const int number = strncmp(name, "card-", 5) == 0 ? atoi(name + 5) : 0;
    return number >= 125 && number <= 130;
}

/* The deck has three piles of nine cards, one upon the other, each with one Coup card (2.1). */
static void expect_one_coup_a_pile(const lf_state *world) {
    const lf_game *game = lf_state_game(world);
    const int deck = lf_find(game, LF_OF_STACKS, "deck"), size = lf_stack_size(world, deck);
    for (int end = size; end >= 9; end -= 9) {
        int coups = 0;
        for (int i = end - 9; i < end; i++)
            coups += is_coup(game, lf_stack_card(world, deck, i));
        assert_int_equal(coups, 1);
    }
}

static void test_each_pile_holds_one_coup(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("fire-in-the-lake");
    for (uint64_t seed = 0; seed < 5; seed++) {
        lf_state *state = lf_state_new(game, &(lf_setup){.scenario = "short", .seed = seed}, NULL);
        lf_state *world = lf_state_clone(state);
        uint64_t lf_random = seed, *words[LF_SEATS_MAX];
        for (size_t i = 0; i < LF_COUNT(words); i++)
            words[i] = &lf_random;
        for (int step = 0; step < 10 && !lf_terminal(state, NULL); step++) {
            for (uint64_t i = 0; i < 40; i++) {
                lf_copy(world, state);
                lf_determinize(world, (lf_seat)(i % 4), i);
                expect_one_coup_a_pile(world);
            }
            lf_playout(state, words, 20);
        }
        lf_state_free(world);
        lf_state_free(state);
    }
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sampled_worlds_have_the_right_distribution),
        cmocka_unit_test(test_an_agent_knows_what_lies_in_each_deck),
        cmocka_unit_test(test_what_is_offered_stays_offered),
        cmocka_unit_test(test_a_card_is_put_back_into_the_largest_deck),
        cmocka_unit_test(test_each_pile_holds_one_coup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
