/* leduc_fixture.h: Leduc poker without the engine, with its own CFR+. The tree and the solver of
 * the engine are compared with it.
 *
 * Suits do not matter, so a card is its rank here. A round of betting has six places where a seat
 * decides (at the start, k, b, kb, br, kbr) and five ways to go on to the second round
 * (kk, bc, kbc, brc, kbrc): 3 * 6 + 3 * 3 * 5 * 6 = 288 information states. */
#ifndef LF_TESTS_LEDUC_FIXTURE_H
#define LF_TESTS_LEDUC_FIXTURE_H

#include <string.h>

enum {
    LEDUC_RANKS = 3,
    LEDUC_SPOTS = 6,
    LEDUC_WAYS = 5,
    LEDUC_STATES = 18 + 270,
    LEDUC_ACTIONS = 3
};
enum { NOTHING_YET, CHECKED, BET, CHECKED_BET, RAISED, CHECKED_RAISED };
enum { PASSIVE, AGGRESSIVE, GIVE_UP }; /* check or call; bet or raise; fold */

typedef struct {
    double regret[LEDUC_STATES][LEDUC_ACTIONS], sum[LEDUC_STATES][LEDUC_ACTIONS],
        now[LEDUC_STATES][LEDUC_ACTIONS];
    bool seen[LEDUC_STATES];
    int iteration;
    bool learns;
} leduc;

typedef struct {
    int own[2], open, round, way, spot;
    int paid[2];
} leduc_hand;

static inline int leduc_player(int spot) {
    return spot == CHECKED || spot == BET || spot == CHECKED_RAISED ? 1 : 0;
}

static inline bool leduc_may(int spot, int action) {
    const bool facing = spot != NOTHING_YET && spot != CHECKED;
    return action == PASSIVE || (action == GIVE_UP && facing) ||
           (action == AGGRESSIVE && spot != RAISED && spot != CHECKED_RAISED);
}

static inline int leduc_state(const leduc_hand *h) {
    const int own = h->own[leduc_player(h->spot)];
    return h->round == 0
               ? own * LEDUC_SPOTS + h->spot
               : 18 + ((own * LEDUC_RANKS + h->open) * LEDUC_WAYS + h->way) * LEDUC_SPOTS + h->spot;
}

static inline double leduc_play(leduc *, const leduc_hand *, int seat, double own, double rest);

/* What the first player wins in a showdown. */
static inline double leduc_show(const leduc_hand *h) {
    const int first = h->own[0] + (h->own[0] == h->open ? 3 : 0),
              second = h->own[1] + (h->own[1] == h->open ? 3 : 0);
    return first == second ? 0 : first > second ? h->paid[1] : -h->paid[0];
}

/* How many of the four remaining cards have this rank. */
static inline int leduc_left(const leduc_hand *h, int rank) {
    return 2 - (h->own[0] == rank) - (h->own[1] == rank);
}

static inline double leduc_end_round(leduc *g, const leduc_hand *h, int way, int seat, double own,
                                     double rest) {
    if (h->round == 1)
        return (seat == 0 ? 1 : -1) * leduc_show(h);
    double value = 0;
    for (int rank = 0; rank < LEDUC_RANKS; rank++) {
        leduc_hand next = *h;
        next.round = 1;
        next.open = rank;
        next.way = way;
        next.spot = NOTHING_YET;
        const double chance = leduc_left(h, rank) / 4.0;
        if (chance > 0)
            value += chance * leduc_play(g, &next, seat, own, rest * chance);
    }
    return value;
}

static inline double leduc_act(leduc *g, const leduc_hand *h, int action, int seat, double own,
                               double rest) {
    static const int after_bet[] = {BET, CHECKED_BET, RAISED, CHECKED_RAISED};
    static const int way_of_call[] = {-1, 0, 1, 2, 3, 4};
    const int player = leduc_player(h->spot), stake = h->round == 0 ? 2 : 4;
    leduc_hand next = *h;
    if (action == GIVE_UP)
        return (player == seat ? -1 : 1) * (double)h->paid[player];
    if (action == AGGRESSIVE) {
        next.paid[player] = h->paid[1 - player] + stake;
        next.spot = after_bet[h->spot];
        return leduc_play(g, &next, seat, own, rest);
    }
    if (h->spot == NOTHING_YET) {
        next.spot = CHECKED;
        return leduc_play(g, &next, seat, own, rest);
    }
    next.paid[player] = h->paid[1 - player];
    return leduc_end_round(g, &next, way_of_call[h->spot], seat, own, rest);
}

/* The value of the hand for the seat, whose regrets are updated. `own`, `rest`: the probability of
 * the hand by its own decisions and by all others. */
static inline double leduc_play(leduc *g, const leduc_hand *h, int seat, double own, double rest) {
    const int at = leduc_state(h);
    const bool mine = leduc_player(h->spot) == seat;
    double value = 0, values[LEDUC_ACTIONS] = {0};
    g->seen[at] = true;
    for (int a = 0; a < LEDUC_ACTIONS; a++) {
        if (!leduc_may(h->spot, a))
            continue;
        const double p = g->now[at][a];
        values[a] = leduc_act(g, h, a, seat, mine ? own * p : own, mine ? rest : rest * p);
        value += p * values[a];
    }
    for (int a = 0; mine && g->learns && a < LEDUC_ACTIONS; a++)
        if (leduc_may(h->spot, a)) {
            g->regret[at][a] += rest * (values[a] - value);
            g->sum[at][a] += g->iteration * own * g->now[at][a];
        }
    return value;
}

static inline double leduc_deals(leduc *g, int seat) {
    double value = 0;
    for (int a = 0; a < LEDUC_RANKS; a++)
        for (int b = 0; b < LEDUC_RANKS; b++) {
            const double chance = 2.0 / 6 * (a == b ? 1.0 : 2.0) / 5;
            const leduc_hand h = {.own = {a, b}, .open = -1, .paid = {1, 1}};
            value += chance * leduc_play(g, &h, seat, 1, chance);
        }
    return value;
}

/* In proportion to the positive parts. */
static inline void leduc_match(leduc *g, double from[LEDUC_STATES][LEDUC_ACTIONS]) {
    for (int at = 0; at < LEDUC_STATES; at++) {
        const int spot = (at < 18 ? at : at - 18) % LEDUC_SPOTS;
        double total = 0, count = 0;
        for (int a = 0; a < LEDUC_ACTIONS; a++) {
            from[at][a] = from[at][a] > 0 ? from[at][a] : 0;
            total += from[at][a];
            count += leduc_may(spot, a);
        }
        for (int a = 0; a < LEDUC_ACTIONS; a++)
            g->now[at][a] = !leduc_may(spot, a) ? 0 : total > 0 ? from[at][a] / total : 1 / count;
    }
}

/* The value of the game for the first player after so many iterations, and the number of
 * information states. */
static inline double leduc_value(int iterations, int *states) {
    static leduc g;
    memset(&g, 0, sizeof g);
    leduc_match(&g, g.regret);
    g.learns = true;
    for (g.iteration = 1; g.iteration <= iterations; g.iteration++)
        for (int seat = 0; seat < 2; seat++) {
            leduc_deals(&g, seat);
            leduc_match(&g, g.regret);
        }
    g.learns = false;
    leduc_match(&g, g.sum);
    *states = 0;
    for (int at = 0; at < LEDUC_STATES; at++)
        *states += g.seen[at];
    return leduc_deals(&g, 0);
}

#endif
