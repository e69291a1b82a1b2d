/* test_goofspiel.c: the bundled Goofspiel against values that are worked out here, without the
 * engine.
 *
 * With open hands and sealed bids a position is two hands, the prizes that are left, and which of
 * them is up; bids at once make it a matrix. Its value is found exactly by looking through the
 * kernels of the matrix (Shapley and Snow): square parts of it in which both players are
 * indifferent. The engine is asked for the same positions move by move, and solves the game by its
 * own means. */
#include <math.h>

#include "api/agents/cfr/game_tree.h"
#include "api/agents/cfr/strategy.h"
#include "secrets_fixture.h"

enum { MOST = 4 };

static void assert_near(double found, double expected, double within) {
    if (fabs(found - expected) > within)
        fail_msg("%.9f is not %.9f", found, expected);
}

/* ---- matrix games ---- */

typedef struct {
    double at[MOST][MOST];
    int rows, columns;
} matrix;

/* Solves the square system in place; false if it has no single solution. */
static bool gauss(double a[MOST + 1][MOST + 2], int n) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
        if (fabs(a[best][k]) < 1e-11)
            return false;
        for (int j = 0; j <= n; j++) {
            const double swap = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = swap;
        }
        for (int i = 0; i < n; i++)
            for (int j = n; i != k && j >= k; j--)
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
    for (int k = 0; k < n; k++)
        a[k][n] /= a[k][k];
    return true;
}

/* A mixture of the chosen lines of m (of its rows, or, turned, of its columns) that makes the other
 * side indifferent between its own. */
static bool indifferent(const matrix *m, bool turned, int own, int others, double *mix,
                        double *value) {
    double a[MOST + 1][MOST + 2] = {0};
    const int lines = turned ? m->columns : m->rows, across = turned ? m->rows : m->columns;
    int n = 0, of[MOST];
    for (int i = 0; i < lines; i++)
        if (own >> i & 1)
            of[n++] = i;
    int row = 0;
    for (int j = 0; j < across; j++) {
        if (!(others >> j & 1))
            continue;
        for (int k = 0; k < n; k++)
            a[row][k] = turned ? m->at[j][of[k]] : m->at[of[k]][j];
        a[row++][n] = -1;
    }
    for (int k = 0; k < n; k++)
        a[n][k] = 1;
    a[n][n + 1] = 1;
    if (!gauss(a, n + 1))
        return false;
    memset(mix, 0, MOST * sizeof *mix);
    for (int k = 0; k < n; k++)
        if ((mix[of[k]] = a[k][n + 1]) < -1e-9)
            return false;
    *value = a[n][n + 1];
    return true;
}

/* What a mixture of rows is sure of. */
static double sure_of(const matrix *m, const double *mix) {
    double least = INFINITY;
    for (int j = 0; j < m->columns; j++) {
        double sum = 0;
        for (int i = 0; i < m->rows; i++)
            sum += mix[i] * m->at[i][j];
        least = fmin(least, sum);
    }
    return least;
}

static double at_most(const matrix *m, const double *mix) {
    double most = -INFINITY;
    for (int i = 0; i < m->rows; i++) {
        double sum = 0;
        for (int j = 0; j < m->columns; j++)
            sum += mix[j] * m->at[i][j];
        most = fmax(most, sum);
    }
    return most;
}

static double value_of(const matrix *m) {
    for (int rows = 1; rows < 1 << m->rows; rows++)
        for (int columns = 1; columns < 1 << m->columns; columns++) {
            double x[MOST], y[MOST], v, w;
            if (__builtin_popcount((unsigned)rows) != __builtin_popcount((unsigned)columns) ||
                !indifferent(m, false, rows, columns, x, &v) ||
                !indifferent(m, true, columns, rows, y, &w))
                continue;
            if (sure_of(m, x) >= v - 1e-9 && at_most(m, y) <= v + 1e-9)
                return v;
        }
    fail_msg("a matrix has no kernel");
    return 0;
}

static void test_known_matrices(void **unused) {
    (void)unused;
    const matrix shapes = {.at = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, .rows = 3, .columns = 3};
    const matrix pennies = {.at = {{3, -1}, {-2, 1}}, .rows = 2, .columns = 2};
    const matrix saddle = {.at = {{4, 2, 3}, {1, 0, 5}}, .rows = 2, .columns = 3};
    assert_near(value_of(&shapes), 0, 1e-9);
    assert_near(value_of(&pennies), 1.0 / 7, 1e-9);
    assert_near(value_of(&saddle), 2, 1e-9);
}

/* ---- the game, without the engine ---- */

typedef enum { RANDOM, RISING, FALLING } prize_order;
static const char *const order_names[] = {"random", "rising", "falling"};

static double reference(int red, int blue, int left, prize_order order);

/* This prize is up. Hands and prizes are sets: bit i is the card i + 1. */
static matrix bids(int red, int blue, int left, int prize, prize_order order) {
    matrix m = {0};
    for (int i = 0; i < MOST; i++) {
        if (!(red >> i & 1))
            continue;
        m.columns = 0;
        for (int j = 0; j < MOST; j++)
            if (blue >> j & 1)
                m.at[m.rows][m.columns++] =
                    (i > j   ? prize + 1
                     : i < j ? -(prize + 1)
                             : 0) +
                    reference(red & ~(1 << i), blue & ~(1 << j), left & ~(1 << prize), order);
        m.rows++;
    }
    return m;
}

static double reference(int red, int blue, int left, prize_order order) {
    double sum = 0;
    int count = 0;
    if (left == 0)
        return 0;
    for (int prize = 0; prize < MOST; prize++) {
        const bool comes = order == RANDOM   ? (left >> prize & 1) != 0
                           : order == RISING ? prize == __builtin_ctz((unsigned)left)
                                             : prize == 31 - __builtin_clz((unsigned)left);
        if (!comes)
            continue;
        const matrix m = bids(red, blue, left, prize, order);
        sum += value_of(&m);
        count++;
    }
    return sum / count;
}

/* ---- the engine's own ---- */

typedef struct {
    char highest[32], order[32];
    const char *options[3];
} variant;

static void set_variant(variant *v, int highest, prize_order order) {
    snprintf(v->highest, sizeof v->highest, "highest=%d", highest);
    snprintf(v->order, sizeof v->order, "order=%s", order_names[order]);
    v->options[0] = v->highest;
    v->options[1] = v->order;
    v->options[2] = NULL;
}

static int hand_of(const lf_state *state, const char *kind) {
    const lf_game *game = lf_state_game(state);
    int set = 0;
    for (int i = 0; i < MOST; i++)
        set |= (lf_pieces(state, i, lf_find(game, LF_OF_KINDS, kind)) > 0) << i;
    return set;
}

static int64_t lead(const lf_state *state) {
    const int points = lf_find(lf_state_game(state), LF_OF_SEAT_VARS, "points");
    return lf_seat_value(state, 0, points) - lf_seat_value(state, 1, points);
}

static int positions;

/* The value of the rest, worked out over the engine's own positions. Every one is compared with the
 * reference. */
static double explored(const lf_state *state, prize_order order) {
    lf_outcome outcome;
    if (lf_terminal(state, &outcome))
        return (double)outcome.margin[0];
    lf_state *next = lf_state_clone(state);
    double value = 0;
    const int n = lf_legal_count(state);
    if (lf_decider(state) == LF_CHANCE) {
        for (int i = 0; i < n; i++) {
            lf_copy(next, state);
            assert_int_equal(lf_apply(next, i), LF_OK);
            value += explored(next, order) / n;
        }
    } else {
        matrix m = {.rows = n, .columns = n};
        assert_int_equal(lf_decider(state), 0);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                lf_copy(next, state);
                assert_int_equal(lf_apply(next, i), LF_OK);
                assert_int_equal(lf_decider(next), 1);
                assert_int_equal(lf_legal_count(next), n);
                assert_int_equal(lf_apply(next, j), LF_OK);
                m.at[i][j] = explored(next, order);
            }
        value = value_of(&m);
        const int prize =
            (int)lf_global(state, lf_find(lf_state_game(state), LF_OF_GLOBALS, "prize"));
        const matrix expected = bids(hand_of(state, "red-cards"), hand_of(state, "blue-cards"),
                                     hand_of(state, "prizes"), prize, order);
        assert_near(value, (double)lead(state) + value_of(&expected), 1e-7);
        positions++;
    }
    lf_state_free(next);
    return value;
}

static void test_every_position_has_its_value(void **unused) {
    (void)unused;
    static const struct {
        int highest;
        prize_order order;
    } rows[] = {{3, RANDOM}, {3, RISING}, {3, FALLING}, {4, RISING}, {4, FALLING}};
    lf_game *game = load_spec("data/games/goofspiel.game-spec.md");
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        variant v;
        lf_error error = {0};
        set_variant(&v, rows[i].highest, rows[i].order);
        lf_state *state = lf_state_new_explicit(game, &(lf_setup){.options = v.options}, &error);
        if (state == NULL)
            fail_msg("%s", error.message);
        positions = 0;
        assert_near(explored(state, rows[i].order), 0, 1e-7); /* both have the same */
        assert_true(positions > 4);
        lf_state_free(state);
    }
    lf_game_free(game);
}

/* ---- solved by the engine ---- */

/* A round has as many information states as there are hands and prizes seen; bids at once:
 * neither knows the other's. The last bid is the only card that is left: it is asked for, or it
 * is not, and the value is the same. */
static void solve(const lf_game *game, lf_forced forced, int sets) {
    for (prize_order order = RISING; order <= FALLING; order++) {
        variant v;
        lf_error error = {0};
        set_variant(&v, 3, order);
        const lf_setup setup = {.options = v.options, .forced = forced};
        game_tree *tree = lf_cfr_tree_new(game, &setup, &(tree_limits){.nodes = 20000}, &error);
        if (tree == NULL)
            fail_msg("%s", error.message);
        assert_int_equal(tree->set_count, sets);
        cfr *c = lf_cfr_new(tree);
        double *strategy = calloc((size_t)tree->action_count, sizeof *strategy);
        strategy_worth worth = {0};
        for (int i = 0; i < 2000; i++)
            lf_cfr_iterate(c);
        lf_cfr_average(c, strategy);
        assert_true(lf_cfr_strategy_measure(tree, strategy, &worth));
        assert_near(worth.exploitability, 0, 5e-3);
        assert_near(worth.value[0], reference(7, 7, 7, order), 1e-2);
        free(strategy);
        lf_cfr_free(c);
        lf_cfr_tree_free(tree);
    }
}

static void test_the_engine_solves_it(void **unused) {
    (void)unused;
    lf_game *game = load_spec("data/games/goofspiel.game-spec.md");
    const int second = 3 * 3, third = second * 2 * 2; /* after each pair of bids before it */
    solve(game, LF_FORCED_GAME, 2 * (1 + second));
    solve(game, LF_FORCED_ASK, 2 * 2 * (1 + second + third)); /* each is an action, and a card */
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_matrices),
        cmocka_unit_test(test_every_position_has_its_value),
        cmocka_unit_test(test_the_engine_solves_it),
    };
    return cmocka_run_group_tests_name("goofspiel", tests, NULL, NULL);
}
