/* test_ladder.c: the numbers of `ladder`: strengths are compared with closed forms and with a
 * numerical search that works differently; seatings are fair. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tool/ladder/rating.h"
#include "tool/sim/seating.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))
#define Z95 1.959963984540054

/* ---- two seats: Bradley and Terry ------------------------------------------------------------ */

static void add_pair(rating_games *g, int first, int second, int wins, int draws, int losses) {
    const int agent[] = {first, second}, won[] = {0, 1}, drawn[] = {3, 3}, lost[] = {1, 0};
    for (int i = 0; i < wins; i++)
        rating_add(g, 2, agent, won);
    for (int i = 0; i < draws; i++)
        rating_add(g, 2, agent, drawn);
    for (int i = 0; i < losses; i++)
        rating_add(g, 2, agent, lost);
}

/* With one pair, the odds are the ratio of the points, and their logarithm has the variance
 * 1 / (n p q). */
static void check_pair(int wins, int draws, int losses) {
    rating_games g;
    ratings r;
    rating_open(&g, 2);
    add_pair(&g, 0, 1, wins, draws, losses);
    assert_true(rating_solve(&g, &r));
    const double n = wins + draws + losses, p = (wins + draws / 2.0) / n,
                 elo = 400 * log10(p / (1 - p));
    const double half = Z95 * 400 / log(10) / sqrt(n * p * (1 - p));
    assert_false(r.anchored);
    assert_near(rating_difference(&r, 0, 1).value, elo, 1e-6);
    assert_near(rating_difference(&r, 1, 0).value, -elo, 1e-6);
    assert_near(rating_difference(&r, 0, 1).low, elo - half, 1e-5);
    assert_near(rating_difference(&r, 0, 1).high, elo + half, 1e-5);
    assert_near(rating_elo(&r, 0).value, elo / 2, 1e-6);
    assert_near(rating_elo(&r, 0).high, (elo + half) / 2, 1e-5);
    rating_close(&g);
}

static void test_one_pair(void **state) {
    (void)state;
    check_pair(3, 0, 1); /* 3 : 1 is 190.8 points */
    check_pair(50, 0, 50);
    check_pair(0, 10, 0);
    check_pair(1, 30, 17);
    check_pair(990, 3, 7);
}

/* If every pair has the points that strengths 4 : 2 : 1 predict, those strengths are found. */
static void test_three_agents(void **state) {
    rating_games g;
    ratings r;
    (void)state;
    rating_open(&g, 3);
    add_pair(&g, 0, 1, 20, 0, 10);
    add_pair(&g, 1, 2, 20, 0, 10);
    add_pair(&g, 2, 0, 12, 0, 48);
    assert_true(rating_solve(&g, &r));
    assert_near(rating_difference(&r, 0, 1).value, 400 * log10(2), 1e-6);
    assert_near(rating_difference(&r, 0, 2).value, 400 * log10(4), 1e-6);
    assert_near(rating_elo(&r, 1).value, 0, 1e-6);
    rating_close(&g);
}

/* Half a win and half a loss of each agent against a middling opponent keep the numbers finite. The
 * strengths are w and 1 / w, and the expected points are the actual ones:
 * 10 w²/(w² + 1) + w/(w + 1) = 10½. */
static void test_all_wins_give_finite_numbers(void **state) {
    rating_games g;
    ratings r;
    double low = 1, high = 1000;
    (void)state;
    rating_open(&g, 2);
    add_pair(&g, 0, 1, 10, 0, 0);
    assert_true(rating_solve(&g, &r));
    assert_true(r.anchored);
    for (int i = 0; i < 100; i++) { /* by bisection, since the expected points rise with w */
        const double w = (low + high) / 2;
        if (10 * w * w / (w * w + 1) + w / (w + 1) < 10.5)
            low = w;
        else
            high = w;
    }
    assert_near(rating_elo(&r, 0).value, 400 * log10(low), 1e-4);
    assert_near(rating_elo(&r, 0).value, -rating_elo(&r, 1).value, 1e-6);
    assert_true(rating_elo(&r, 0).low < rating_elo(&r, 0).high && isfinite(rating_elo(&r, 0).high));
    rating_close(&g);
}

static void test_without_games(void **state) {
    rating_games g;
    ratings r;
    (void)state;
    rating_open(&g, 4);
    assert_false(rating_solve(&g, &r));
    rating_close(&g);
}

/* ---- more seats: Plackett and Luce ----------------------------------------------------------- */

/* Counts in the proportions that strengths 3 : 2 : 1 predict: 20 games of 60 finish in the order 0,
 * 1, 2, and so on. */
static void test_orders_of_three(void **state) {
    static const int rank[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    static const int times[6] = {20, 10, 15, 5, 6, 4}, agent[3] = {0, 1, 2};
    rating_games g;
    ratings r;
    (void)state;
    rating_open(&g, 3);
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < times[i]; k++)
            rating_add(&g, 3, agent, rank[i]);
    }
    assert_true(rating_solve(&g, &r));
    assert_near(rating_difference(&r, 0, 1).value, 400 * log10(1.5), 1e-6);
    assert_near(rating_difference(&r, 1, 2).value, 400 * log10(2), 1e-6);
    rating_close(&g);
}

/* Games of four seats with shared places and an agent in two seats at once. */
enum { SEATS = 4, GAMES = 9, AGENTS = 3 };
static const int played_agent[GAMES][SEATS] = {{0, 1, 2, 0}, {1, 2, 0, 2}, {0, 0, 1, 2},
                                               {2, 1, 1, 0}, {0, 1, 2, 1}, {2, 0, 1, 0},
                                               {1, 1, 2, 0}, {0, 2, 2, 1}, {2, 2, 1, 0}};
static const int played_rank[GAMES][SEATS] = {{0, 1, 2, 3}, {0, 0, 1, 2}, {1, 0, 2, 2},
                                              {0, 1, 1, 1}, {2, 1, 0, 3}, {0, 0, 0, 0},
                                              {3, 1, 2, 0}, {0, 1, 2, 3}, {1, 0, 3, 2}};

/* The logarithm of the probability of one order of the seats. */
static double chance_of_order(const int *agent, const int *order, const double *theta) {
    double sum = 0;
    for (int i = 0; i < SEATS; i++) {
        double left = 0;
        for (int k = i; k < SEATS; k++)
            left += exp(theta[agent[order[k]]]);
        sum += theta[agent[order[i]]] - log(left);
    }
    return sum;
}

/* The mean over all orders that the ranks allow, by the definition. */
static double chance_of_game(int game, const double *theta) {
    double sum = 0;
    int orders = 0;
    for (int code = 0; code < SEATS * SEATS * SEATS * SEATS; code++) {
        const int order[SEATS] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        int used = 0;
        for (int i = 0; i < SEATS; i++)
            used |= 1 << order[i];
        int fits = used == 15;
        for (int i = 0; i + 1 < SEATS; i++)
            fits = fits && played_rank[game][order[i]] <= played_rank[game][order[i + 1]];
        if (fits)
            sum += chance_of_order(played_agent[game], order, theta);
        orders += fits;
    }
    return sum / orders;
}

static double chance_of_all(double first, double second) {
    const double theta[AGENTS] = {first, second, 0};
    double sum = 0;
    for (int game = 0; game < GAMES; game++)
        sum += chance_of_game(game, theta);
    return sum;
}

/* Finds the maximum by smaller and smaller steps. */
static void find_maximum(double *first, double *second) {
    *first = *second = 0;
    for (double step = 1; step > 1e-9;) {
        const double now = chance_of_all(*first, *second);
        if (chance_of_all(*first + step, *second) > now)
            *first += step;
        else if (chance_of_all(*first - step, *second) > now)
            *first -= step;
        else if (chance_of_all(*first, *second + step) > now)
            *second += step;
        else if (chance_of_all(*first, *second - step) > now)
            *second -= step;
        else
            step /= 2;
    }
}

static void test_shared_places_by_brute_force(void **state) {
    rating_games g;
    ratings r;
    double x, y, h = 1e-4, elo = 400 / log(10);
    (void)state;
    rating_open(&g, AGENTS);
    for (int game = 0; game < GAMES; game++)
        rating_add(&g, SEATS, played_agent[game], played_rank[game]);
    assert_true(rating_solve(&g, &r));
    find_maximum(&x, &y);
    assert_near(rating_difference(&r, 0, 2).value, elo * x, 1e-3);
    assert_near(rating_difference(&r, 1, 2).value, elo * y, 1e-3);
    /* The variance of x is an entry of the inverse of the second derivatives. */
    const double at = chance_of_all(x, y);
    const double xx = -(chance_of_all(x + h, y) - 2 * at + chance_of_all(x - h, y)) / (h * h);
    const double yy = -(chance_of_all(x, y + h) - 2 * at + chance_of_all(x, y - h)) / (h * h);
    const double xy = -(chance_of_all(x + h, y + h) - chance_of_all(x + h, y - h) -
                        chance_of_all(x - h, y + h) + chance_of_all(x - h, y - h)) /
                      (4 * h * h);
    const double half = Z95 * sqrt(yy / (xx * yy - xy * xy));
    assert_near(rating_difference(&r, 0, 2).high - rating_difference(&r, 0, 2).value, elo * half,
                0.05);
    rating_close(&g);
}

/* An agent that only meets itself has no influence. */
static void test_agent_that_only_meets_itself(void **state) {
    static const int agent[4] = {0, 0, 0, 0}, rank[4] = {2, 0, 1, 3};
    rating_games g;
    ratings r;
    (void)state;
    rating_open(&g, 1);
    rating_add(&g, 4, agent, rank);
    assert_true(rating_solve(&g, &r));
    assert_near(rating_elo(&r, 0).value, 0, 1e-9);
    rating_close(&g);
}

/* ---- seatings -------------------------------------------------------------------------------- */

/* Every agent has every seat equally often, and at a table no agent has two seats more than
 * another. */
static void check_fair(const seatings *s) {
    int times[SEATING_AGENTS_MAX][LF_SEATS_MAX] = {{0}};
    for (int i = 0; i < s->count; i++) {
        int seats_of[SEATING_AGENTS_MAX] = {0};
        for (int seat = 0; seat < s->seats; seat++) {
            times[s->agent[i][seat]][seat]++;
            seats_of[s->agent[i][seat]]++;
        }
        for (int a = 0; a < s->agents; a++)
            assert_in_range(seats_of[a], s->seats / s->agents, s->seats / s->agents + 1);
    }
    for (int a = 0; a < s->agents; a++) {
        for (int seat = 0; seat < s->seats; seat++)
            assert_int_equal(times[a][seat] * s->agents, s->count);
    }
}

static void test_seatings_are_balanced(void **state) {
    (void)state;
    for (int agents = 1; agents <= SEATING_AGENTS_MAX; agents++) {
        for (int seats = 1; seats <= 8; seats++) {
            seatings s;
            assert_true(seatings_round_robin(&s, agents, seats, 7));
            assert_true(s.count <= SEATINGS_MOST);
            check_fair(&s);
            seatings_free(&s);
        }
    }
}

static void test_pairs_meet_in_both_orders(void **state) {
    seatings s;
    int met[5][5] = {{0}};
    (void)state;
    assert_true(seatings_round_robin(&s, 5, 2, 0));
    assert_int_equal(s.count, 20);
    for (int i = 0; i < s.count; i++)
        met[s.agent[i][0]][s.agent[i][1]]++;
    for (int a = 0; a < 5; a++) {
        for (int b = 0; b < 5; b++)
            assert_int_equal(met[a][b], a != b);
    }
    seatings_free(&s);
}

static void test_numbers_of_seatings(void **state) {
    static const int expected[][3] = {{1, 4, 1},  {2, 4, 6},   {3, 4, 36},
                                      {4, 4, 24}, {5, 4, 120}, {2, 3, 6}};
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        seatings s;
        assert_true(seatings_round_robin(&s, expected[i][0], expected[i][1], 0));
        assert_int_equal(s.count, expected[i][2]);
        seatings_free(&s);
    }
}

static void test_field(void **state) {
    seatings s;
    (void)state;
    assert_true(seatings_field(&s, 2, 4, 2));
    assert_int_equal(s.count, 8);
    assert_int_equal(s.agents, 3);
    for (int i = 0; i < s.count; i++) {
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(s.agent[i][seat], seat == i % 4 ? i / 4 : 2);
    }
    seatings_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_pair),
        cmocka_unit_test(test_three_agents),
        cmocka_unit_test(test_all_wins_give_finite_numbers),
        cmocka_unit_test(test_without_games),
        cmocka_unit_test(test_orders_of_three),
        cmocka_unit_test(test_shared_places_by_brute_force),
        cmocka_unit_test(test_agent_that_only_meets_itself),
        cmocka_unit_test(test_seatings_are_balanced),
        cmocka_unit_test(test_pairs_meet_in_both_orders),
        cmocka_unit_test(test_numbers_of_seatings),
        cmocka_unit_test(test_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
