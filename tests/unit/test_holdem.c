/* test_holdem.c: what hands are worth in Texas hold'em, counted against published numbers: the
 * compiled function of the game is asked about every hand of five cards, and about every hand of
 * seven up to an exchange of suits (HOLDEM_SEVEN=1, the long lane; otherwise about a part of them,
 * each against the best five of its cards).
 *
 * A hand is a set of cards; card 4 × (rank - 2) + suit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "kernel/state/state.h"
#include "support/rng.h"

enum { CARDS = 52, SUITS = 4, KINDS = 10 };

static lf_game *game;
static lf_state *table;
static uint32_t routine;

static int open_game(void **unused) {
    (void)unused;
    lf_error error = {0};
    game = load_bundled("texas-holdem");
    table = lf_state_new(game, NULL, &error);
    assert_non_null(table);
    assert_int_equal(game->card_count, CARDS);
    for (uint32_t i = 0; i < game->routine_count; i++)
        if (strcmp(game->routines[i].name, "hand-value") == 0)
            routine = i;
    assert_int_not_equal(routine, 0);
    return 0;
}

static int close_game(void **unused) {
    (void)unused;
    lf_state_free(table);
    lf_game_free(game);
    return 0;
}

static int64_t value_of(uint64_t hand) {
    const int64_t held = (int64_t)hand;
    int64_t value = 0;
    assert_true(lf_call_pure(table, game, routine, &held, 1, &value, 1, NULL));
    return value;
}

/* 1: high card … 9: straight flush */
static int kind_of(uint64_t hand) {
    const int64_t kind = value_of(hand) >> 20;
    assert_true(kind > 0 && kind < KINDS);
    return (int)kind;
}

/* The next set with as many cards, in ascending order of the words. */
static uint64_t next_hand(uint64_t hand) {
    const uint64_t low = hand & (0 - hand), ripple = hand + low;
    return ripple | ((hand ^ ripple) >> 2) / low;
}

static uint64_t hand_of(const char *names) {
    uint64_t hand = 0;
    for (; *names != '\0'; names += names[2] == ' ' ? 3 : 2) {
        const char name[] = {names[0], names[1], '\0'};
        const int card = lf_find(game, LF_OF_CARDS, name);
        assert_true(card >= 0);
        hand |= UINT64_C(1) << card;
    }
    return hand;
}

static void expect_counts(const uint64_t counts[KINDS], const uint64_t wanted[KINDS]) {
    for (int kind = 1; kind < KINDS; kind++)
        if (counts[kind] != wanted[kind])
            fail_msg("kind %d: %llu hands, not %llu", kind, (unsigned long long)counts[kind],
                     (unsigned long long)wanted[kind]);
}

static void test_all_hands_of_five(void **unused) {
    (void)unused;
    static const uint64_t published[KINDS] = {0,     1302540, 1098240, 123552, 54912,
                                              10200, 5108,    3744,    624,    40};
    uint64_t counts[KINDS] = {0};
    for (uint64_t hand = 31; hand < UINT64_C(1) << CARDS; hand = next_hand(hand))
        counts[kind_of(hand)]++;
    expect_counts(counts, published);
}

/* Every hand of seven up to an exchange of suits: the ranks of each suit as a word of 13 bits, the
 * greatest word first. */
typedef struct {
    uint64_t counts[KINDS];
    uint64_t hands, classes;
} census;

static uint64_t spread(uint32_t ranks, int suit) {
    uint64_t hand = 0;
    for (; ranks != 0; ranks &= ranks - 1)
        hand |= UINT64_C(1) << (SUITS * __builtin_ctz(ranks) + suit);
    return hand;
}

static uint64_t orders_of(const uint32_t *words) {
    static const uint64_t factorial[] = {1, 1, 2, 6, 24};
    uint64_t orders = factorial[SUITS];
    for (int i = 0, run = 1; i < SUITS; i++) {
        run = i > 0 && words[i] == words[i - 1] ? run + 1 : 1;
        if (i + 1 == SUITS || words[i + 1] != words[i])
            orders /= factorial[run];
    }
    return orders;
}

static void count_classes(census *c, uint32_t *words, int suit, int left, uint64_t hand) {
    const uint32_t most = suit > 0 ? words[suit - 1] : (1u << 13) - 1;
    if (suit == SUITS) {
        const uint64_t orders = orders_of(words);
        c->counts[kind_of(hand)] += orders;
        c->hands += orders;
        c->classes++;
        return;
    }
    for (uint32_t word = 0; word <= most; word++) {
        const int cards = __builtin_popcount(word);
        if (cards > left || (suit + 1 == SUITS && cards != left))
            continue;
        words[suit] = word;
        count_classes(c, words, suit + 1, left - cards, hand | spread(word, suit));
    }
}

static void test_all_hands_of_seven(void **unused) {
    (void)unused;
    static const uint64_t published[KINDS] = {0,       23294460, 58627800, 31433400, 6461620,
                                              6180020, 4047644,  3473184,  224848,   41584};
    census c = {0};
    uint32_t words[SUITS];
    if (getenv("HOLDEM_SEVEN") == NULL)
        skip();
    count_classes(&c, words, 0, 7, 0);
    assert_int_equal(c.hands, 133784560);
    expect_counts(c.counts, published);
}

/* A hand of seven is worth what the best five of its cards are. */
static void test_the_best_five_of_seven(void **unused) {
    (void)unused;
    uint64_t generator = 7;
    for (int round = 0; round < 20000; round++) {
        uint64_t hand = 0;
        int cards[7], count = 0;
        while (count < 7) {
            const int card = (int)lf_rng_below(&generator, CARDS);
            if ((hand >> card & 1) == 0)
                hand |= UINT64_C(1) << (cards[count++] = card);
        }
        int64_t best = 0;
        for (int a = 0; a < 7; a++)
            for (int b = a + 1; b < 7; b++) {
                const int64_t five =
                    value_of(hand & ~(UINT64_C(1) << cards[a]) & ~(UINT64_C(1) << cards[b]));
                best = five > best ? five : best;
            }
        assert_int_equal(value_of(hand), best);
    }
}

/* From the best to the worst; with `=` in front as good as the one before. */
static void test_the_order_of_hands(void **unused) {
    (void)unused;
    static const char *const hands[] = {
        "As Ks Qs Js Ts", "Kd Qd Jd Td 9d",  "5h 4h 3h 2h Ah", "Ac Ad Ah As 2c", "2c 2d 2h 2s Ac",
        "2c 2d 2h 2s Kc", "Ac Ad Ah Kc Kd",  "Ac Ad Ah 2c 2d", "Kc Kd Kh Ac Ad", "Ac Kc Qc Jc 9c",
        "7c 5c 4c 3c 2c", "Ac Kd Qc Jc Tc",  "6c 5d 4c 3c 2c", "5d 4c 3c 2c Ac", "Ac Ad Ah Kc Qd",
        "Ac Ad Ah Kc Jd", "2c 2d 2h 4c 3d",  "Ac Ad Kc Kd 2c", "Ac Ad Qc Qd Kc", "Kc Kd Qc Qd Ac",
        "Kc Kd Qc Qd Jc", "=Kh Ks Qh Qs Jd", "Ac Ad Kc Qc Jd", "Ac Ad Kc Qc Td", "Kc Kd Ac Qc Jd",
        "2c 2d Ac Kc Qd", "Ac Kd Qc Jc 9c",  "Ac Kd Qc Tc 9c", "7c 5d 4c 3c 2c"};
    int64_t before = INT64_MAX;
    for (size_t i = 0; i < LF_COUNT(hands); i++) {
        const bool equal = hands[i][0] == '=';
        const int64_t value = value_of(hand_of(hands[i] + (equal ? 1 : 0)));
        if (equal ? value != before : value >= before)
            fail_msg("%s", hands[i]);
        before = value;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_order_of_hands),
        cmocka_unit_test(test_all_hands_of_five),
        cmocka_unit_test(test_the_best_five_of_seven),
        cmocka_unit_test(test_all_hands_of_seven),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
