/* kuhn_equilibrium.c: plays Kuhn poker on the engine with equilibrium strategies for both seats.
 *
 *     kuhn_equilibrium SPEC HANDS SEED
 *
 * The mean of what the first seat wins must come out at -1/18 (kuhn_value.c proves the number),
 * within four standard errors. A seat sees what the public interface lets it see: its card, and its
 * options. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "program.h"

enum { FIRST, SECOND, SEATS };
enum { JACK, QUEEN, KING, RANKS };

/* By seat and rank: how often to bet when nobody has, and to call when the other has. The first
 * seat bluffs with a third of its Jacks; every share from 0 to 1/3 would do. */
static const double bet_share[SEATS][RANKS] = {{1.0 / 3, 0, 1}, {1.0 / 3, 0, 1}};
static const double call_share[SEATS][RANKS] = {{0, 2.0 / 3, 1}, {0, 1.0 / 3, 1}};

typedef struct {
    const lf_game *game;
    int hand[SEATS];    /* stacks */
    int rank_of[RANKS]; /* by card */
    uint64_t random;
} table;

/* A number in [0, 1). */
static double chance(uint64_t *state) {
    return (double)(program_random(state) >> 11) * 0x1p-53;
}

/* The spec's words, looked up once. Also makes sure that no seat may see the other's hand. */
static bool sit_down(table *t, const lf_game *game, uint64_t seed) {
    static const char *const hands[SEATS] = {"hand:First", "hand:Second"};
    static const char *const cards[RANKS] = {"jack", "queen", "king"};
    *t = (table){.game = game, .random = seed};
    for (int rank = 0; rank < RANKS; rank++) {
        int card = lf_find(game, LF_OF_CARDS, cards[rank]);
        if (card < 0 || card >= RANKS)
            return false;
        t->rank_of[card] = rank;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        t->hand[seat] = lf_find(game, LF_OF_STACKS, hands[seat]);
        if (t->hand[seat] < 0 || !lf_stack_visible(game, t->hand[seat], seat) ||
            lf_stack_visible(game, t->hand[seat], 1 - seat))
            return false;
    }
    return lf_count(game, LF_OF_SEATS) == SEATS && lf_count(game, LF_OF_CARDS) == RANKS;
}

/* The option of the seat whose turn it is. */
static int decide(table *t, const lf_state *state) {
    lf_seat seat = lf_decider(state);
    int rank = t->rank_of[lf_stack_card(state, t->hand[seat], 0)];
    bool free_to_bet = lf_find_option(state, "Bet") >= 0;
    double share = free_to_bet ? bet_share[seat][rank] : call_share[seat][rank];
    if (chance(&t->random) < share)
        return lf_find_option(state, free_to_bet ? "Bet" : "Call");
    return lf_find_option(state, free_to_bet ? "Check" : "Fold");
}

/* Plays one hand; false if anything is not as it should be. */
static bool play_hand(table *t, uint64_t seed, int64_t *won) {
    lf_setup setup = {.seed = seed};
    lf_outcome outcome;
    lf_error error;
    lf_state *state = lf_state_new(t->game, &setup, &error);
    if (!state) {
        fprintf(stderr, "seed %" PRIu64 ": %s\n", seed, error.message);
        return false;
    }
    bool good = true;
    while (good && !lf_terminal(state, NULL)) {
        int option = lf_legal_count(state) == 2 ? decide(t, state) : -1;
        good = option >= 0 && lf_apply(state, option) == LF_OK;
    }
    good =
        good && lf_terminal(state, &outcome) && outcome.margin[FIRST] + outcome.margin[SECOND] == 0;
    if (good)
        *won = outcome.margin[FIRST];
    else
        fprintf(stderr, "seed %" PRIu64 ": not the Kuhn poker that this program knows\n", seed);
    lf_state_free(state);
    return good;
}

static bool simulate(table *t, uint64_t hands, uint64_t seed) {
    double sum = 0, squares = 0;
    for (uint64_t i = 0; i < hands; i++) {
        int64_t won = 0;
        if (!play_hand(t, seed + i, &won))
            return false;
        sum += (double)won;
        squares += (double)(won * won);
    }
    double mean = sum / (double)hands;
    double error = sqrt((squares / (double)hands - mean * mean) / (double)hands);
    double off = (mean + 1.0 / 18) / error;
    printf("%" PRIu64 " hands: mean %.6f, expected %.6f, off by %.2f standard errors\n", hands,
           mean, -1.0 / 18, off);
    return fabs(off) <= 4;
}

int main(int argc, char **argv) {
    uint64_t hands, seed;
    if (argc != 4 || !program_number(argv[2], &hands) || hands < 2 ||
        !program_number(argv[3], &seed)) {
        fprintf(stderr, "usage: kuhn_equilibrium SPEC HANDS SEED\n");
        return 2;
    }
    lf_game *game = program_load(argv[1]);
    table t;
    bool good = game && sit_down(&t, game, seed);
    if (game && !good)
        fprintf(stderr, "%s: cards, hands or their visibility are not as expected\n", argv[1]);
    good = good && simulate(&t, hands, seed);
    lf_game_free(game);
    return good ? 0 : 1;
}
