/* rating.c: strengths by maximum likelihood. The logarithm of the likelihood is
 *
 *     sum over agents of places · log w
 *         - sum over terms of weight · log (sum of w over the remaining agents)
 *
 * so it depends on the games only by the places and the terms. */
#include "rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/rng.h"

#define ROUNDS_MAX 20000
#define TOLERANCE 1e-11 /* for expected minus actual places, relative to all places */
#define Z95 1.959963984540054
#define ELO_PER_LOG 173.71779276130073 /* 400 / ln 10 */
#define LN2 0.69314718055994531

void rating_open(rating_games *g, int agents) {
    assert(agents >= 1 && agents <= RATING_AGENTS_MAX);
    *g = (rating_games){.agents = agents};
}

void rating_close(rating_games *g) {
    free(g->terms);
    *g = (rating_games){0};
}

/* ---- the terms ------------------------------------------------------------------------------- */

static uint64_t hash_remaining(const uint8_t *left) {
    uint64_t hash = 0;
    for (int i = 0; i < RATING_ITEMS_MAX; i++)
        hash = lf_mix64(hash ^ left[i]);
    return hash;
}

static rating_term *find_term(rating_term *terms, int capacity, const uint8_t *left) {
    int at = (int)(hash_remaining(left) % (uint64_t)capacity);
    while (terms[at].weight > 0 && memcmp(terms[at].left, left, sizeof terms[at].left) != 0)
        at = (at + 1) % capacity;
    return &terms[at];
}

/* Grows the hash table if necessary: it is never more than half full. */
static bool grow_table(rating_games *g) {
    if (2 * (g->count + 1) <= g->capacity)
        return true;
    const int capacity = g->capacity > 0 ? 2 * g->capacity : 64;
    rating_term *const larger = calloc((size_t)capacity, sizeof *larger);
    for (int i = 0; larger != NULL && i < g->capacity; i++) {
        if (g->terms[i].weight > 0)
            *find_term(larger, capacity, g->terms[i].left) = g->terms[i];
    }
    if (larger == NULL)
        return false;
    free(g->terms);
    g->terms = larger;
    g->capacity = capacity;
    return true;
}

static void add_term(rating_games *g, const uint8_t *left, double weight) {
    if (!grow_table(g)) {
        g->out_of_memory = true;
        return;
    }
    assert(weight > 0); /* 0 marks a free slot */
    rating_term *const term = find_term(g->terms, g->capacity, left);
    if (term->weight <= 0) {
        memcpy(term->left, left, sizeof term->left);
        g->count++;
    }
    term->weight += weight;
}

/* ---- games ----------------------------------------------------------------------------------- */

static double binomial(int n, int k) {
    double result = 1;
    for (int i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/* The seats of `tied` share the next places; the seats of `below` are behind them. Any subset of
 * the tied seats may have been placed already; subsets of the same size have the same
 * probability. */
static void add_tied(rating_games *g, const int *agent, uint32_t tied, uint32_t below) {
    const int equals = __builtin_popcount(tied), behind = __builtin_popcount(below);
    for (uint32_t placed = 0;; placed = (placed - tied) & tied) { /* all subsets of `tied` */
        const int taken = __builtin_popcount(placed), remaining = equals - taken + behind;
        uint8_t left[RATING_ITEMS_MAX] = {0};
        if (taken < equals && remaining > 1) {
            for (int seat = 0; seat < RATING_SEATS_MAX; seat++) {
                if ((((tied & ~placed) | below) >> seat & 1) != 0)
                    left[agent[seat]]++;
            }
            add_term(g, left, 1 / binomial(equals, taken));
        }
        if (placed == tied)
            break;
    }
    /* The last place of a game is not won against anybody. */
    const int given = behind > 0 ? equals : equals - 1;
    assert(equals > 0 && (tied & below) == 0);
    for (int seat = 0; seat < RATING_SEATS_MAX; seat++) {
        if ((tied >> seat & 1) == 0)
            continue;
        g->places[agent[seat]] += (double)given / equals;
        for (int other = 0; other < RATING_SEATS_MAX; other++) {
            if (((tied | below) >> other & 1) != 0 && other != seat)
                g->before[agent[seat]] |= UINT32_C(1) << agent[other];
        }
    }
}

void rating_add(rating_games *g, int seats, const int *agent, const int *rank) {
    int of[RATING_SEATS_MAX] = {0};
    assert(seats >= 1 && seats <= RATING_SEATS_MAX);
    memcpy(of, agent, (size_t)seats * sizeof *of);
    uint32_t open = (UINT32_C(1) << seats) - 1;
    while (open != 0) {
        int best = INT32_MAX;
        uint32_t tied = 0;
        for (int seat = 0; seat < seats; seat++) {
            if ((open >> seat & 1) != 0 && rank[seat] < best)
                best = rank[seat];
        }
        for (int seat = 0; seat < seats; seat++) {
            if ((open >> seat & 1) != 0 && rank[seat] == best)
                tied |= UINT32_C(1) << seat;
        }
        open &= ~tied;
        add_tied(g, of, tied, open);
    }
}

/* ---- maximum likelihood ---------------------------------------------------------------------- */

/* Can each agent be reached from each other by "finished before"? Only then the likelihood has a
 * maximum (Ford 1957). */
static bool is_connected(const rating_games *g) {
    const uint32_t all = (UINT32_C(1) << g->agents) - 1;
    for (int from = 0; from < g->agents; from++) {
        uint32_t reached = UINT32_C(1) << from, last = 0;
        while (reached != last) {
            last = reached;
            for (int i = 0; i < g->agents; i++)
                reached |= (last >> i & 1) != 0 ? g->before[i] : 0;
        }
        if ((reached & all) != all)
            return false;
    }
    return true;
}

/* Adds an opponent that has drawn once with each agent. */
static void add_anchor(rating_games *g) {
    for (int i = 0; i < g->agents; i++) {
        uint8_t left[RATING_ITEMS_MAX] = {0};
        left[i] = left[g->agents] = 1;
        add_term(g, left, 1);
        g->places[i] += 0.5;
        g->places[g->agents] += 0.5;
    }
}

static double remaining_strength(const rating_term *t, const double *w, int items) {
    double sum = 0;
    for (int i = 0; i < items; i++)
        sum += t->left[i] * w[i];
    return sum;
}

/* Runs one round of the MM algorithm. Returns the largest difference of expected and actual
 * places. */
static double run_mm_round(const rating_games *g, double *w, int items) {
    double rate[RATING_ITEMS_MAX] = {0}, worst = 0, product = 0;
    for (int i = 0; i < g->capacity; i++) {
        const rating_term *const t = &g->terms[i];
        if (t->weight <= 0)
            continue;
        const double per = t->weight / remaining_strength(t, w, items);
        for (int item = 0; item < items; item++)
            rate[item] += t->left[item] * per;
    }
    for (int i = 0; i < items; i++) {
        if (rate[i] <= 0)
            continue; /* it never met another agent */
        worst = fmax(worst, fabs(g->places[i] - w[i] * rate[i]));
        w[i] = g->places[i] / rate[i];
        product += w[i];
    }
    for (int i = 0; i < items && product > 0; i++)
        w[i] *= items / product; /* only ratios matter; the scale must not drift */
    return worst;
}

/* The logarithm of a number above 0 by the series of 2·artanh((m - 1) / (m + 1)), because results
 * of libm may differ between machines. */
static double natural_log(double x) {
    int exponent;
    assert(x > 0);
    double m = frexp(x, &exponent);
    const double z = (m - 1) / (m + 1), zz = z * z;
    double sum = 0, power = z;
    for (int k = 1; k < 60; k += 2, power *= zz)
        sum += power / k;
    return 2 * sum + exponent * LN2;
}

/* ---- intervals ------------------------------------------------------------------------------- */

/* The curvature of the likelihood by the logarithms of the strengths. A constant is added to make
 * it invertible; contrasts do not depend on it. */
static void compute_curvature(const rating_games *g, const double *w, int items,
                              double out[RATING_ITEMS_MAX][RATING_ITEMS_MAX]) {
    for (int a = 0; a < items; a++) {
        for (int b = 0; b < items; b++)
            out[a][b] = 1.0 / items;
    }
    for (int i = 0; i < g->capacity; i++) {
        const rating_term *const t = &g->terms[i];
        const double sum = t->weight > 0 ? remaining_strength(t, w, items) : 1;
        for (int a = 0; t->weight > 0 && a < items; a++) {
            const double share = t->left[a] * w[a] / sum;
            out[a][a] += t->weight * share;
            for (int b = 0; b < items; b++)
                out[a][b] -= t->weight * share * (t->left[b] * w[b] / sum);
        }
    }
}

/* Inverts a matrix by Gauss-Jordan elimination without pivoting, since it is symmetric and positive
 * definite. False: it is not. */
static bool invert_matrix(double m[RATING_ITEMS_MAX][RATING_ITEMS_MAX], int n) {
    for (int k = 0; k < n; k++) {
        const double pivot = m[k][k];
        if (!(pivot > 1e-12))
            return false;
        m[k][k] = 1;
        for (int j = 0; j < n; j++)
            m[k][j] /= pivot;
        for (int i = 0; i < n; i++) {
            const double factor = i != k ? m[i][k] : 0;
            if (i == k)
                continue;
            m[i][k] = 0;
            for (int j = 0; j < n; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
    return true;
}

static bool copy_games(const rating_games *from, rating_games *to) {
    *to = *from;
    to->terms = calloc((size_t)(from->capacity > 0 ? from->capacity : 1), sizeof *to->terms);
    if (to->terms != NULL && from->capacity > 0)
        memcpy(to->terms, from->terms, (size_t)from->capacity * sizeof *to->terms);
    return to->terms != NULL;
}

static bool find_strengths(const rating_games *g, ratings *out) {
    double w[RATING_ITEMS_MAX], all = 0;
    for (int i = 0; i < out->items; i++) {
        w[i] = 1;
        all += g->places[i];
    }
    for (int round = 0;
         round < ROUNDS_MAX && run_mm_round(g, w, out->items) > TOLERANCE * (1 + all); round++) {
    }
    for (int i = 0; i < out->items; i++)
        out->theta[i] = natural_log(w[i]);
    compute_curvature(g, w, out->items, out->covariance);
    return invert_matrix(out->covariance, out->items);
}

bool rating_solve(const rating_games *games, ratings *out) {
    rating_games g;
    *out = (ratings){.agents = games->agents, .anchored = !is_connected(games)};
    if (games->out_of_memory || games->count == 0 || !copy_games(games, &g))
        return false;
    if (out->anchored)
        add_anchor(&g);
    out->items = g.agents + out->anchored;
    const bool good = !g.out_of_memory && find_strengths(&g, out);
    rating_close(&g);
    return good;
}

/* The sum of factor · theta with its interval, as an Elo number. The factors add up to 0. */
static estimate estimate_contrast(const ratings *r, const double *factor) {
    double value = 0, variance = 0;
    for (int a = 0; a < r->items; a++) {
        value += factor[a] * r->theta[a];
        for (int b = 0; b < r->items; b++)
            variance += factor[a] * factor[b] * r->covariance[a][b];
    }
    const double half = Z95 * sqrt(fmax(0, variance));
    return (estimate){.value = ELO_PER_LOG * value,
                      .low = ELO_PER_LOG * (value - half),
                      .high = ELO_PER_LOG * (value + half)};
}

estimate rating_elo(const ratings *r, int agent) {
    double factor[RATING_ITEMS_MAX] = {0};
    assert(agent >= 0 && agent < r->agents);
    for (int i = 0; i < r->agents; i++)
        factor[i] = (i == agent) - 1.0 / r->agents;
    return estimate_contrast(r, factor);
}

estimate rating_difference(const ratings *r, int agent, int other) {
    double factor[RATING_ITEMS_MAX] = {0};
    factor[agent] += 1;
    factor[other] -= 1;
    return estimate_contrast(r, factor);
}
