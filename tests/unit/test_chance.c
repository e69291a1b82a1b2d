/* test_chance.c: explicit chance: dice and cards as decisions with known probabilities.
 *
 * The probabilities are compared with those worked out by hand, and with an enumeration that knows
 * nothing of explicit chance: each order of a deck is laid down and played by a state that
 * draws. */
#include <jansson.h>
#include <math.h>
#include <unistd.h>

#include "chance_fixture.h"
#include "ludoforge_session.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#define PILES "tests/fixtures/piles.game-spec.md"
#define SECRETS "tests/fixtures/secrets.game-spec.md"

static const char dice_spec[] = "```yaml\n"
                                "metadata: { id: dice, name: Dice }\n"
                                "seats: [Red, Blue]\n"
                                "globalVars:\n"
                                "  - { name: total, type: int }\n"
                                "turnStructure: { phases: [{ id: play }] }\n"
                                "actions:\n"
                                "  - id: throw\n"
                                "    phase: play\n"
                                "    effects: |\n"
                                "      let one = roll 6\n"
                                "      let blank = roll 1\n"
                                "      let other = roll 4\n"
                                "      total = one * 10 + other * blank\n"
                                "  - { id: wait, phase: play, effects: total = 0 }\n"
                                "terminal:\n"
                                "  checkpoints: [{ id: thrown, when: total > 0, draw: true }]\n"
                                "```\n";

/* Three cards. Two are drawn; the first goes back, and the deck is shuffled; then a card is drawn
 * again. */
static const char again_spec[] =
    "```yaml\n"
    "metadata: { id: again, name: Again }\n"
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - { id: deck, name: Deck, holds: cards, visibility: hidden }\n"
    "  - { id: kept, holds: cards, visibility: hidden }\n"
    "  - { id: shown, holds: cards }\n"
    "cards: [{ id: a, name: A }, { id: b, name: B }, { id: c, name: C }]\n"
    "globalVars:\n"
    "  - { name: over, type: boolean }\n"
    "setup: |\n"
    "  for x in cards: put x on top of deck\n"
    "  shuffle deck\n"
    "  deal 1 from deck to kept\n"
    "turnStructure: { phases: [{ id: play }] }\n"
    "actions:\n"
    "  - id: go\n"
    "    phase: play\n"
    "    effects: |\n"
    "      deal 1 from deck to shown\n"
    "      put top(kept) on top of deck\n"
    "      shuffle deck\n"
    "      deal 1 from deck to shown\n"
    "      over = true\n"
    "  - { id: wait, phase: play, effects: over = false }\n"
    "terminal:\n"
    "  checkpoints: [{ id: done, when: over, draw: true }]\n"
    "```\n";

static int first_option(uint64_t seed, int step, int count) {
    (void)seed, (void)step, (void)count;
    return 0;
}

static int any_option(uint64_t seed, int step, int count) {
    uint64_t word = lf_mix64(seed * LF_GOLDEN + (uint64_t)step);
    return (int)lf_rng_below(&word, (uint32_t)count);
}

/* ---- what an end looks like ---- */

static void say_stack(const lf_state *state, const char *name, char *line) {
    const lf_game *game = lf_state_game(state);
    const int stack = lf_find(game, LF_OF_STACKS, name);
    line[0] = 0;
    for (int i = 0; i < lf_stack_size(state, stack); i++) {
        strncat(line, lf_name(game, LF_OF_CARDS, lf_stack_card(state, stack, i)),
                END_BYTES / 2 - strlen(line));
        strncat(line, " ", END_BYTES / 2 - strlen(line));
    }
}

static void tell_shown(const lf_state *state, char *line) {
    say_stack(state, "shown", line);
}

static void tell_total(const lf_state *state, char *line) {
    snprintf(line, END_BYTES, "%d", (int)lf_global(state, 0));
}

static void tell_piles(const lf_state *state, char *line) {
    say_stack(state, "shown", line);
    snprintf(line + strlen(line), END_BYTES / 2, "%lld",
             (long long)lf_global(state, lf_find(lf_state_game(state), LF_OF_GLOBALS, "points")));
}

/* The chances of the ends, from the beginning of a game. */
static distribution *ends_with(const lf_game *game, const lf_setup *setup, policy choose,
                               uint64_t seed, teller tell) {
    distribution *ends = calloc(1, sizeof *ends);
    lf_state *state = new_explicit(game, setup);
    const tree t = {choose, seed, tell, check_state, ends};
    walk(&t, state, 0, 1);
    lf_state_free(state);
    return ends;
}

static distribution *ends_of(const lf_game *game, policy choose, uint64_t seed, teller tell) {
    return ends_with(game, NULL, choose, seed, tell);
}

/* ---- dice ---- */

/* The ids of outcomes, which are applied by them in the same way as by their numbers. */
static void check_ids(const lf_state *state, const int32_t *ids, int count) {
    int32_t legal[LF_OPTIONS_MAX];
    assert_int_equal(lf_legal_ids(state, legal, LF_OPTIONS_MAX), count);
    lf_state *by_id = lf_state_clone(state), *by_number = lf_state_clone(state);
    assert_int_equal(lf_apply_id(by_id, 1000), LF_BAD_ARGUMENT);
    assert_int_equal(lf_option_of_id(state, 1000), LF_NO_OPTION);
    assert_int_equal(lf_id_of_option(state, count), -1);
    assert_int_equal(lf_question(state), -1);
    for (int i = 0; i < count; i++) {
        assert_int_equal(legal[i], ids[i]);
        assert_int_equal(lf_id_of_option(state, i), ids[i]);
        assert_int_equal(lf_option_of_id(state, ids[i]), i);
        lf_copy(by_id, state);
        lf_copy(by_number, state);
        assert_int_equal(lf_apply_id(by_id, ids[i]), LF_OK);
        must_apply(by_number, i);
        assert_true(lf_equal(by_id, by_number));
    }
    lf_state_free(by_id);
    lf_state_free(by_number);
}

static void test_dice_are_decisions_of_chance(void **unused) {
    (void)unused;
    lf_game *game = load_text(dice_spec);
    lf_state *state = new_explicit(game, NULL);
    lf_option option;
    assert_int_equal(lf_chance_count(game), 6);
    assert_int_equal(lf_chance_of(state), LF_CHANCE_EXPLICIT);
    assert_int_equal(lf_decider(state), 0); /* nothing is rolled before somebody throws */
    assert_int_equal(lf_chances(state, NULL, 0), 0);
    apply_named(state, "throw");
    assert_int_equal(lf_decider(state), LF_CHANCE);
    assert_int_equal(lf_legal_count(state), 6);
    assert_true(lf_option_at(state, 3, &option));
    assert_int_equal(option.kind, LF_OPTION_NUMBER);
    assert_int_equal(option.count, 4);
    assert_false(lf_option_at(state, 6, &option));
    assert_int_equal(lf_apply(state, 6), LF_BAD_ARGUMENT);
    lf_decision *decision = lf_decision_new(state);
    assert_string_equal(decision->prompt, "Chance: a die of 6");
    assert_string_equal(decision->options[3].id, "4");
    assert_string_equal(decision->options[3].label, "4");
    assert_int_equal(decision->decider, LF_CHANCE);
    lf_decision_free(decision);
    assert_false(lf_terminal(state, NULL));
    check_ids(state, (const int32_t[]){0, 1, 2, 3, 4, 5}, 6);
    must_apply(state, 3);
    assert_int_equal(lf_legal_count(state), 4); /* the die of one side asked nothing */
    must_apply(state, 1);
    assert_true(lf_terminal(state, NULL));
    assert_int_equal(lf_global(state, 0), 42);
    lf_state_free(state);
    lf_game_free(game);
}

static void test_dice_by_hand(void **unused) {
    (void)unused;
    lf_game *game = load_text(dice_spec);
    distribution *ends = ends_of(game, first_option, 0, tell_total), hand = {.count = 0};
    for (int one = 1; one <= 6; one++)
        for (int other = 1; other <= 4; other++) {
            char line[24];
            snprintf(line, sizeof line, "%d", one * 10 + other);
            add_end(&hand, line, 1.0 / 24);
        }
    assert_same_chances(ends, &hand);
    free(ends);
    lf_game_free(game);
}

static void test_fixed_rolls_come_first(void **unused) {
    (void)unused;
    lf_game *game = load_text(dice_spec);
    lf_state *state = new_explicit(game, NULL);
    assert_int_equal(lf_fix_rolls(state, (const int[]){5, 1}, 2, NULL), LF_OK);
    apply_named(state, "throw");
    assert_int_equal(lf_legal_count(state), 4);
    must_apply(state, 2);
    assert_int_equal(lf_global(state, 0), 53);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- cards, against an enumeration that draws nothing ---- */

/* The next order in the order of the dictionary; false after the last. */
static bool next_order(int *order, int n) {
    int i = n - 2, j = n - 1;
    while (i >= 0 && order[i] > order[i + 1])
        i--;
    if (i < 0)
        return false;
    while (order[j] < order[i])
        j--;
    const int swap = order[i];
    order[i] = order[j];
    order[j] = swap;
    for (int a = i + 1, b = n - 1; a < b; a++, b--) {
        const int other = order[a];
        order[a] = order[b];
        order[b] = other;
    }
    return true;
}

static const char *const sharp[] = {"sharp=true", NULL}, *const blunt[] = {"sharp=false", NULL};

static void play_order(const lf_game *game, const int *order, const char *const *options,
                       uint64_t seed, distribution *ends) {
    const char *cards[6] = {NULL};
    char line[END_BYTES];
    for (int i = 0; i < 5; i++)
        cards[i] = lf_name(game, LF_OF_CARDS, order[i]);
    lf_state *state =
        lf_state_new(game, &(lf_setup){.options = options, .stack = "deck", .cards = cards}, NULL);
    for (int step = 0; !lf_terminal(state, NULL); step++)
        must_apply(state, any_option(seed, step, lf_legal_count(state)));
    tell_piles(state, line);
    add_end(ends, line, 1.0 / 120);
    lf_state_free(state);
}

static void compare_with_all_orders(const lf_game *game, const char *const *options,
                                    uint64_t seed) {
    distribution *drawn = calloc(1, sizeof *drawn);
    int order[5] = {0, 1, 2, 3, 4};
    do
        play_order(game, order, options, seed, drawn);
    while (next_order(order, 5));
    distribution *asked =
        ends_with(game, &(lf_setup){.options = options}, any_option, seed, tell_piles);
    assert_same_chances(drawn, asked);
    free(drawn);
    free(asked);
}

static void test_cards_against_all_orders(void **unused) {
    (void)unused;
    lf_game *game = load_file(PILES);
    for (uint64_t seed = 0; seed < 40; seed++) {
        compare_with_all_orders(game, blunt, seed);
        compare_with_all_orders(game, sharp, seed);
    }
    lf_game_free(game);
}

/* A shuffle asks nothing; a card is asked for when its place matters, and the last one of a stack
 * has no other place. */
static void test_nothing_is_asked_before_it_matters(void **unused) {
    (void)unused;
    lf_game *game = load_text(again_spec);
    lf_state *state = new_explicit(game, NULL);
    assert_int_equal(lf_decider(state), LF_CHANCE); /* the set-up deals a card */
    assert_int_equal(lf_phase(state), -1);
    char *prompt = lf_prompt(state);
    assert_string_equal(prompt, "Chance: a card of Deck");
    lf_string_free(prompt);
    assert_int_equal(lf_legal_count(state), 3);
    apply_named(state, "b");
    assert_int_equal(lf_decider(state), 0);
    apply_named(state, "go");
    /* a or c; the other is then settled, and b comes back */
    assert_int_equal(lf_legal_count(state), 2);
    check_ids(state, (const int32_t[]){0, 2}, 2);
    apply_named(state, "c");
    assert_int_equal(lf_legal_count(state), 2);
    apply_named(state, "a");
    assert_true(lf_terminal(state, NULL));
    lf_state_free(state);
    lf_game_free(game);
}

/* Shown is first x, then y. Kept is k; x is one of the other two; the deck is then the third and k,
 * in any order: y is either. So of the 6 × 2 ways each of x ≠ y has 1/6. */
static void test_reshuffling_by_hand(void **unused) {
    (void)unused;
    lf_game *game = load_text(again_spec);
    distribution *ends = ends_of(game, first_option, 0, tell_shown), hand = {.count = 0};
    const char *const names = "abc";
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) {
            char line[8];
            snprintf(line, sizeof line, "%c %c ", names[y], names[x]); /* top first */
            if (x != y)
                add_end(&hand, line, 1.0 / 6);
        }
    assert_same_chances(ends, &hand);
    free(ends);
    lf_game_free(game);
}

/* ---- sampling agrees ---- */

/* Chi-square of the drawn ends of `games` games against the probabilities: far below what would be
 * chance one time in a thousand, with the ends as degrees of freedom. */
static void check_frequencies(const char *spec, teller tell, int games) {
    lf_game *game = load_text(spec);
    distribution *ends = ends_of(game, first_option, 0, tell);
    int *seen = calloc((size_t)ends->count, sizeof *seen);
    const int known = ends->count;
    char line[END_BYTES];
    for (int i = 0; i < games; i++) {
        lf_state *state = lf_state_new(game, &(lf_setup){.seed = (uint64_t)i}, NULL);
        while (!lf_terminal(state, NULL))
            must_apply(state, 0);
        tell(state, line);
        seen[end_at(ends, line)]++;
        assert_int_equal(ends->count, known);
        lf_state_free(state);
    }
    double chi = 0;
    for (int i = 0; i < known; i++) {
        const double expected = ends->chance[i] * games;
        chi += (seen[i] - expected) * (seen[i] - expected) / expected;
    }
    const double freedom = known - 1; /* Wilson and Hilferty: the 99.9th percentile */
    const double bound = freedom * pow(1 - 2 / (9 * freedom) + 3.09 * sqrt(2 / (9 * freedom)), 3);
    if (chi > bound)
        fail_msg("chi-square is %.1f; %.1f would be rare", chi, bound);
    free(seen);
    free(ends);
    lf_game_free(game);
}

static void test_drawing_agrees(void **unused) {
    (void)unused;
    check_frequencies(dice_spec, tell_total, 20000);
    check_frequencies(again_spec, tell_shown, 20000);
}

/* ---- who sees a stack sees its order at once ---- */

static const char open_spec[] =
    "```yaml\n"
    "metadata: { id: face-up, name: Face up }\n"
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - { id: shown, name: Row, holds: cards }\n"
    "cards: [{ id: a, name: A }, { id: b, name: B }, { id: c, name: C }]\n"
    "globalVars:\n"
    "  - { name: over, type: boolean }\n"
    "setup: |\n"
    "  for x in cards: put x on top of shown\n"
    "turnStructure: { phases: [{ id: play }] }\n"
    "actions:\n"
    "  - { id: mix, phase: play, effects: shuffle shown }\n"
    "  - { id: stop, phase: play, effects: over = true }\n"
    "terminal:\n"
    "  checkpoints: [{ id: done, when: over, draw: true }]\n"
    "```\n";

static int mix_and_stop(uint64_t seed, int step, int count) {
    (void)seed, (void)count;
    return step == 0 ? 0 : 1;
}

static void test_a_stack_that_is_seen_is_drawn_at_once(void **unused) {
    (void)unused;
    lf_game *game = load_text(open_spec);
    distribution *ends = ends_of(game, mix_and_stop, 0, tell_shown);
    assert_int_equal(ends->count, 6);
    for (int i = 0; i < 6; i++)
        assert_true(fabs(ends->chance[i] - 1.0 / 6) < 1e-12);
    free(ends);
    lf_state *state = new_explicit(game, NULL);
    apply_named(state, "mix");
    apply_named(state, "b"); /* the uppermost; the others are not known to anybody yet */
    char *seen = lf_observe(state, 0);
    assert_non_null(strstr(seen, "\"decision\":{\"chance\":true}"));
    assert_non_null(strstr(seen, "\"shown\":[\"b\",null,null]"));
    lf_string_free(seen);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- the end ---- */

/* Red wins the rank of the uppermost card, which nobody has looked at. */
static const char margin_spec[] =
    "```yaml\n"
    "metadata: { id: margin, name: Margin }\n"
    "seats: [Red, Blue]\n"
    "zones:\n"
    "  - { id: deck, holds: cards, visibility: hidden }\n"
    "cardAttributes: [{ name: rank, type: int }]\n"
    "cards: [{ id: a, rank: 1 }, { id: b, rank: 2 }, { id: c, rank: 3 }]\n"
    "globalVars:\n"
    "  - { name: over, type: boolean }\n"
    "setup: |\n"
    "  for x in cards: put x on top of deck\n"
    "  shuffle deck\n"
    "turnStructure: { phases: [{ id: play }] }\n"
    "actions:\n"
    "  - { id: stop, phase: play, effects: over = true }\n"
    "  - { id: go-on, phase: play, effects: over = false }\n"
    "terminal:\n"
    "  checkpoints: [{ id: done, when: over }]\n"
    "  margins:\n"
    "    - { seat: Red, value: top(deck).rank }\n"
    "    - { seat: Blue, value: 0 - top(deck).rank }\n"
    "```\n";

static void tell_margin(const lf_state *state, char *line) {
    snprintf(line, END_BYTES, "%d %d", (int)lf_margin(state, 0), (int)lf_margin(state, 1));
}

static void test_margins_wait_for_chance(void **unused) {
    (void)unused;
    lf_game *game = load_text(margin_spec);
    distribution *ends = ends_of(game, first_option, 0, tell_margin), hand = {.count = 0};
    add_end(&hand, "1 -1", 1.0 / 3);
    add_end(&hand, "2 -2", 1.0 / 3);
    add_end(&hand, "3 -3", 1.0 / 3);
    assert_same_chances(ends, &hand);
    free(ends);
    lf_game_free(game);
}

/* ---- from outside ---- */

static void test_what_is_asked_from_outside_cannot_wait(void **unused) {
    (void)unused;
    lf_game *game = load_text(margin_spec);
    lf_state *state = new_explicit(game, NULL);
    lf_error error = {0};
    assert_null(lf_eval(state, "top(deck).rank", NULL, &error));
    assert_non_null(
        strstr(error.message, "chance, which is explicit here, has not decided it yet"));
    char *sum = lf_eval(state, "sum(x.rank for x in cardsIn(deck))", NULL, &error);
    assert_string_equal(sum, "6");
    lf_string_free(sum);
    assert_int_equal(lf_do(state, "put top(deck) under deck", &error), LF_OK); /* effects draw */
    check_state(state);
    char *bottom = lf_eval(state, "top(deck, 2).rank", NULL, &error);
    assert_non_null(bottom);
    lf_string_free(bottom);
    /* the others are as open as before */
    assert_null(lf_eval(state, "top(deck).rank", NULL, &error));
    apply_named(state, "stop");
    assert_int_equal(lf_decider(state), LF_CHANCE);
    assert_int_equal(lf_legal_count(state), 2);
    assert_int_equal(lf_do(state, "shuffle deck", &error), LF_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "chance decides now"));
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- what is hidden ---- */

static void test_nobody_learns_what_is_open(void **unused) {
    (void)unused;
    lf_game *game = load_file(SECRETS);
    lf_state *state = new_explicit(game, NULL);
    while (lf_decider(state) == LF_CHANCE)
        must_apply(state, 0);
    /* Red holds one, two and three; what Blue holds and what lies in the deck it cannot know. */
    lf_state *drawn = lf_state_clone(state), *again = lf_state_clone(state);
    lf_determinize(drawn, 0, 5);
    check_state(drawn);
    assert_int_equal(lf_chance_of(drawn), LF_CHANCE_EXPLICIT);
    assert_int_equal(lf_decider(drawn), 0);
    apply_named(drawn, "draw");
    assert_int_equal(lf_decider(drawn), LF_CHANCE); /* the deck is open as before */
    assert_int_equal(lf_legal_count(drawn), 4);
    lf_determinize(drawn, 0, 6);
    check_state(drawn);
    assert_int_equal(lf_legal_count(drawn), 4);
    char *seen = lf_observe(drawn, 0);
    assert_non_null(strstr(seen, "\"decision\":{\"chance\":true}"));
    assert_non_null(strstr(seen, "\"deck\":4"));
    lf_string_free(seen);
    lf_determinize(again, 0, 5);
    lf_determinize(state, 0, 5);
    assert_true(lf_equal(again, state));
    lf_state_free(again);
    lf_state_free(drawn);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- modes ---- */

static void test_switching_modes(void **unused) {
    (void)unused;
    lf_game *game = load_text(margin_spec);
    lf_state *start = new_explicit(game, NULL), *state = lf_state_clone(start);
    int seen[6] = {0};
    for (int i = 0; i < 6000; i++) {
        lf_copy(state, start);
        lf_reseed(state, (uint64_t)i);
        assert_int_equal(lf_chance_mode(state, LF_CHANCE_SAMPLED), LF_OK);
        const int top = lf_stack_card(state, 0, 0), next = lf_stack_card(state, 0, 1);
        seen[top * 2 + (next > top ? next - 1 : next)]++;
    }
    for (int i = 0; i < 6; i++)
        if (seen[i] < 900 || seen[i] > 1100)
            fail_msg("order %d came %d times of 6000", i, seen[i]);
    check_state(state);
    /* what is drawn stays drawn */
    assert_int_equal(lf_chance_mode(state, LF_CHANCE_EXPLICIT), LF_OK);
    apply_named(state, "stop");
    assert_true(lf_terminal(state, NULL));
    lf_copy(state, start);
    apply_named(state, "stop");
    assert_int_equal(lf_decider(state), LF_CHANCE);
    assert_int_equal(lf_chance_mode(state, LF_CHANCE_SAMPLED), LF_BAD_ARGUMENT);
    assert_int_equal(lf_chance_mode(state, LF_CHANCE_EXPLICIT), LF_OK);
    assert_int_equal(lf_decider(state), LF_CHANCE);
    assert_int_equal(lf_enter_phase(state, "play", NULL), LF_OK); /* what waited is forgotten */
    check_state(state);
    lf_state_free(state);
    lf_state_free(start);
    lf_game_free(game);
}

static void test_a_fixed_order_is_settled(void **unused) {
    (void)unused;
    lf_game *game = load_file(PILES);
    const char *const cards[] = {"four", "one", "five", "two", NULL};
    char line[END_BYTES];
    lf_state *state = new_explicit(game, &(lf_setup){.seed = 3, .stack = "deck", .cards = cards});
    assert_int_equal(lf_chance_of(state), LF_CHANCE_EXPLICIT);
    check_state(state);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lf_decider(state), i % 2);
        apply_named(state, "draw");
    }
    tell_shown(state, line);
    assert_string_equal(line, "two five one four ");
    lf_state_free(state);
    lf_game_free(game);
}

static void test_reseeding(void **unused) {
    (void)unused;
    lf_game *game = load_text(dice_spec);
    lf_state *a = lf_state_new(game, &(lf_setup){.seed = 1}, NULL),
             *b = lf_state_new(game, NULL, NULL);
    bool differ = false;
    for (uint64_t seed = 0; seed < 20; seed++) {
        lf_state *one = lf_state_clone(a), *other = lf_state_clone(b);
        lf_reseed(one, seed);
        lf_reseed(other, seed);
        apply_named(one, "throw");
        apply_named(other, "throw");
        assert_int_equal(lf_global(one, 0), lf_global(other, 0));
        lf_copy(other, b);
        apply_named(other, "throw");
        differ = differ || lf_global(one, 0) != lf_global(other, 0);
        lf_state_free(one);
        lf_state_free(other);
    }
    assert_true(differ);
    lf_state_free(a);
    lf_state_free(b);
    lf_game_free(game);
}

/* ---- saves ---- */

enum { HEADER = 32, CHECKSUM_AT = 24 };

/* Plays on a few steps: whatever was loaded must not do harm. */
static void play_on(lf_state *state, uint64_t seed) {
    for (int i = 0; i < 12 && lf_legal_count(state) > 0; i++) {
        lf_decision *decision = lf_decision_new(state);
        const int n = decision->count;
        lf_decision_free(decision);
        lf_apply(state, (int)lf_rng_below(&seed, (uint32_t)n));
    }
}

/* Every byte of the block is changed in several ways, and the checksum is put right, as a forger
 * would. */
static void damage(const lf_state *state, lf_state *victim) {
    static unsigned char bytes[1 << 14], forged[1 << 14];
    const size_t size = lf_save(state, bytes, sizeof bytes);
    assert_true(size <= sizeof bytes);
    for (size_t at = HEADER; at < size; at++)
        for (int change = 0; change < 4; change++) {
            static const unsigned char masks[] = {0x01, 0x80, 0xff, 0x06};
            lf_error error = {0};
            memcpy(forged, bytes, size);
            forged[at] ^= masks[change];
            const uint64_t checksum = XXH64(forged + HEADER, size - HEADER, 0);
            memcpy(forged + CHECKSUM_AT, &checksum, sizeof checksum);
            if (lf_load(victim, forged, size, &error) == LF_OK)
                play_on(victim, at);
            else
                assert_true(error.message[0] != 0);
        }
}

static void test_damaged_saves(void **unused) {
    (void)unused;
    static const char *const specs[] = {dice_spec, again_spec, open_spec, margin_spec};
    for (size_t i = 0; i < LF_COUNT(specs); i++) {
        lf_game *game = load_text(specs[i]);
        lf_state *state = new_explicit(game, NULL), *victim = lf_state_clone(state);
        damage(state, victim);
        for (int step = 0; !lf_terminal(state, NULL) && step < 6; step++) {
            must_apply(state, 0);
            damage(state, victim);
        }
        lf_state_free(victim);
        lf_state_free(state);
        lf_game_free(game);
    }
}

static void test_forged_questions_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *from, *to, *says;
    } forgeries[] = {
        {"\"open\":[\"a\",\"b\",\"c\"]", "\"open\":[\"a\",\"z\"]", "unknown card"},
        {"\"open\":[\"a\",\"b\",\"c\"]", "\"open\":[]", "nothing to draw"},
        {"\"stack\":1", "\"stack\":9", "stack that chance draws from"},
        {"\"stack\":1", "\"stack\":0", "nothing to draw"},
        {"\"dealt\":0", "\"dealt\":2", "nothing to draw"},
        {"\"status\":3", "\"status\":0", "asks chance for a card"},
        {"\"chance\":{\"dealt\":0", "\"other\":{\"dealt\":0", "does not say for what"},
    };
    lf_game *game = load_text(margin_spec);
    lf_state *state = new_explicit(game, NULL), *victim = lf_state_clone(state);
    apply_named(state, "stop");
    char *text = lf_state_json(state);
    for (size_t i = 0; i < LF_COUNT(forgeries); i++) {
        lf_error error = {0};
        char forged[4096];
        const char *at = strstr(text, forgeries[i].from);
        assert_non_null(at);
        snprintf(forged, sizeof forged, "%.*s%s%s", (int)(at - text), text, forgeries[i].to,
                 at + strlen(forgeries[i].from));
        assert_int_equal(lf_state_from_json(victim, forged, &error), LF_BAD_INPUT);
        if (strstr(error.message, forgeries[i].says) == NULL)
            fail_msg("%s: %s", forgeries[i].to, error.message);
    }
    lf_string_free(text);
    lf_state_free(victim);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- sessions ---- */

/* A session is a game with people, whose chance is drawn. */
static void test_sessions_refuse(void **unused) {
    (void)unused;
    lf_game *game = load_text(margin_spec);
    lf_state *state = new_explicit(game, NULL);
    lf_session *session = lf_session_new(game, "made.game-spec.md");
    char path[] = "/tmp/ludoforge-chance-XXXXXX";
    const int file = mkstemp(path);
    lf_error error = {0};
    assert_true(file >= 0);
    close(file);
    assert_int_equal(lf_session_start(session, NULL, &error), LF_OK);
    assert_int_equal(lf_session_save(session, path, &error), LF_OK);
    assert_int_equal(lf_session_load(session, path, &error), LF_OK);
    json_t *save = json_load_file(path, 0, NULL);
    char *text = lf_state_json(state);
    assert_int_equal(json_object_set_new(save, "state", json_loads(text, 0, NULL)), 0);
    assert_int_equal(json_dump_file(save, path, 0), 0);
    assert_int_not_equal(lf_session_load(session, path, &error), LF_OK);
    assert_non_null(strstr(error.message, "a session plays only games that draw it"));
    assert_int_equal(unlink(path), 0);
    json_decref(save);
    lf_string_free(text);
    lf_session_free(session);
    lf_state_free(state);
    lf_game_free(game);
}

/* ---- all bundled games ---- */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(SANITIZED) || defined(__SANITIZE_ADDRESS__)
enum { GAMES = 2, CHECK_EVERY = 211 };
#else
enum { GAMES = 6, CHECK_EVERY = 53 };
#endif

static void check_invariants(const lf_state *state) {
    const lf_game *game = lf_state_game(state);
    for (int i = 0; i < lf_count(game, LF_OF_INVARIANTS) && lf_decider(state) != LF_CHANCE; i++)
        if (!lf_invariant_holds(state, i))
            fail_msg("%s: invariant %s", lf_game_id(game), lf_name(game, LF_OF_INVARIANTS, i));
}

static int play_explicitly(const lf_game *game, const char *scenario, uint64_t seed) {
    lf_state *state = new_explicit(game, &(lf_setup){.scenario = scenario, .seed = seed});
    uint64_t rng = lf_mix64(seed + 77);
    int chances = 0;
    for (int step = 0; !lf_terminal(state, NULL) && step < 6000; step++) {
        if (step % CHECK_EVERY == 0)
            check_state(state);
        if (step % 7 == 0)
            check_invariants(state);
        chances += lf_decider(state) == LF_CHANCE;
        must_apply(state, (int)lf_rng_below(&rng, (uint32_t)lf_legal_count(state)));
    }
    check_state(state);
    lf_state_free(state);
    return chances;
}

static void test_bundled_games_play(void **unused) {
    (void)unused;
    char **names = lf_bundled_games();
    assert_non_null(names);
    for (char **name = names; *name != NULL; name++) {
        lf_diagnostics *problems = NULL;
        lf_game *game = lf_game_load_bundled(*name, &problems);
        must_load(game, problems);
        int chances = 0;
        for (int s = 0; s < lf_count(game, LF_OF_SCENARIOS); s++)
            for (uint64_t seed = 0; seed < GAMES; seed++)
                chances += play_explicitly(game, lf_name(game, LF_OF_SCENARIOS, s), seed);
        if (lf_chance_count(game) > 0)
            assert_true(chances > 0);
        else
            assert_int_equal(chances, 0);
        lf_game_free(game);
    }
    lf_bundled_games_free(names);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice_are_decisions_of_chance),
        cmocka_unit_test(test_dice_by_hand),
        cmocka_unit_test(test_fixed_rolls_come_first),
        cmocka_unit_test(test_cards_against_all_orders),
        cmocka_unit_test(test_nothing_is_asked_before_it_matters),
        cmocka_unit_test(test_reshuffling_by_hand),
        cmocka_unit_test(test_drawing_agrees),
        cmocka_unit_test(test_a_stack_that_is_seen_is_drawn_at_once),
        cmocka_unit_test(test_margins_wait_for_chance),
        cmocka_unit_test(test_what_is_asked_from_outside_cannot_wait),
        cmocka_unit_test(test_nobody_learns_what_is_open),
        cmocka_unit_test(test_switching_modes),
        cmocka_unit_test(test_a_fixed_order_is_settled),
        cmocka_unit_test(test_reseeding),
        cmocka_unit_test(test_damaged_saves),
        cmocka_unit_test(test_forged_questions_are_refused),
        cmocka_unit_test(test_sessions_refuse),
        cmocka_unit_test(test_bundled_games_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
