/* measure.c: errors on held-out games, matches, and the weights that matter. */
#include "measure.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

#define MATCH_GAMES 32 /* for each seat and kind of opponents */
#define MATCH_SALT 0x6d617463
#define WEIGHTS_LISTED 12 /* features of a seat that are neither its margin nor its terms */

bool measures_open(measures *m, const lf_feature_layout *layout, train_held *held) {
    *m = (measures){.layout = layout, .held = held};
    m->sums = lf_calloc(lf_feature_layout_count(layout) + 1, sizeof *m->sums);
    m->squares = lf_calloc(lf_feature_layout_count(layout) + 1, sizeof *m->squares);
    m->open = lf_calloc(LF_VALUE_HIDDEN_MAX, sizeof *m->open);
    return m->sums != NULL && m->squares != NULL && m->open != NULL;
}

void measures_close(measures *m) {
    lf_free(m->sums);
    lf_free(m->squares);
    lf_free(m->open);
    *m = (measures){0};
}

/* ---- held-out games ---- */

static void reset_counts(measures *m) {
    memset(m->sums, 0, lf_feature_layout_count(m->layout) * sizeof *m->sums);
    memset(m->squares, 0, lf_feature_layout_count(m->layout) * sizeof *m->squares);
    memset(m->open, 0, LF_VALUE_HIDDEN_MAX * sizeof *m->open);
    m->counted = 0;
}

static void count_features(measures *m, const learner *net, const training_example *item) {
    for (uint32_t i = 0; i < item->count; i++) {
        const double value = item->features[i].value;
        m->sums[item->features[i].place] += value;
        m->squares[item->features[i].place] += value * value;
    }
    learner_count_open(net, item->features, item->count, m->open);
    m->counted++;
}

void measures_add(measures *m, const learner *net, const training_example *items, size_t count) {
    if (m->held->positions == 0 && count > 0)
        reset_counts(m);
    for (size_t i = 0; i < count; i++) {
        const learner_loss loss = learner_loss_of(net, &items[i]);
        m->held->loss += loss.win;
        m->held->margin_error += loss.margin;
        for (uint32_t s = 0; s < net->seats; s++)
            m->held->wins[s] += items[i].win[s];
        count_features(m, net, &items[i]);
    }
    m->held->positions += (int64_t)count;
}

static void take_losses(measures *m, const lf_value_net *net, train_point *out) {
    const train_held *const held = m->held;
    const double n = held->positions > 0 ? (double)held->positions : 1;
    *out = (train_point){.loss = held->loss / n,
                         .margin_error = sqrt(held->margin_error / n) * net->margin_scale};
    for (uint32_t s = 0; s < net->seats; s++) {
        const double share = held->wins[s] / n;
        out->baseline -= share > 0 ? share * log(share) : 0;
    }
    *m->held = (train_held){0};
}

/* ---- matches ---- */

typedef struct {
    const matches_plan *plan;
    play_style others;
    double *shares; /* [games]; negative: the game did not end */
    int games;
    atomic_int next;
    atomic_bool no_memory;
} match_set;

static void play_matches(void *context, int slice) {
    match_set *const set = context;
    const matches_plan *const plan = set->plan;
    const int seats = lf_count(lf_feature_layout_game(plan->layout), LF_OF_SEATS);
    played_game played = {0};
    for (int i; (i = atomic_fetch_add(&set->next, 1)) < set->games;) {
        game_plan game = {.layout = plan->layout,
                          .net = plan->net,
                          .seed =
                              lf_series_seed(plan->settings->seed ^ MATCH_SALT, (uint64_t)i + 1),
                          .samples = (int)plan->settings->samples,
                          .stop = plan->stop};
        game.setup = train_setup(lf_feature_layout_game(plan->layout), plan->settings, game.seed);
        for (int s = 0; s < seats; s++)
            game.styles[s] = s == i % seats ? PLAY_NET : set->others;
        if (!selfplay_play(&plan->workers[slice], &game, &played))
            atomic_store(&set->no_memory, true);
        double shares[LF_SEATS_MAX];
        win_shares(&played.outcome, seats, shares);
        set->shares[i] = played.ended ? shares[i % seats] : -1;
    }
    played_game_close(&played);
}

/* The mean share of the wins of one seat that plays by the net, over all seats. False: out of
 * memory. */
static bool play_match(const matches_plan *plan, play_style others, double *share) {
    match_set set = {.plan = plan, .others = others};
    set.games = MATCH_GAMES * lf_count(lf_feature_layout_game(plan->layout), LF_OF_SEATS);
    set.shares = lf_calloc((size_t)set.games, sizeof *set.shares);
    if (set.shares == NULL)
        return false;
    lf_thread_pool_run(plan->thread_pool, play_matches, &set);
    double sum = 0;
    int ended = 0;
    for (int i = 0; i < set.games; i++) {
        sum += set.shares[i] >= 0 ? set.shares[i] : 0;
        ended += set.shares[i] >= 0;
    }
    *share = ended > 0 ? sum / ended : 0;
    lf_free(set.shares);
    return !atomic_load(&set.no_memory);
}

bool measures_take(measures *m, const matches_plan *plan, train_point *out) {
    take_losses(m, plan->net, out);
    return play_match(plan, PLAY_RANDOM, &out->against_random) &&
           play_match(plan, PLAY_MARGIN, &out->against_margin);
}

/* ---- the weights that matter ---- */

static train_weight weigh_feature(const measures *m, const learner *net, uint32_t place,
                                  uint32_t seat) {
    assert(m->counted > 0);
    const double n = (double)m->counted, mean = m->sums[place] / n;
    const double spread = sqrt(fmax(m->squares[place] / n - mean * mean, 0));
    train_weight w = {.place = place, .seat = (int)seat};
    w.win = learner_slope(net, m->open, m->counted, place, seat);
    w.margin =
        learner_slope(net, m->open, m->counted, place, net->seats + seat) * net->margin_scale;
    w.importance = fabs(w.win) * spread;
    return w;
}

static int compare_importance(const void *left, const void *right) {
    const train_weight *const a = left, *const b = right;
    if (a->importance != b->importance)
        return a->importance > b->importance ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Lists the margin and terms of the seat, and the most important other features. */
static int weigh_seat(const measures *m, const learner *net, uint32_t seat, train_weight *all,
                      train_weight *out) {
    int count = 0, others = 0;
    for (uint32_t place = 0; place < net->features; place++)
        all[place] = weigh_feature(m, net, place, seat);
    qsort(all, net->features, sizeof *all, compare_importance);
    for (uint32_t i = 0; i < net->features; i++) {
        const bool own = lf_feature_is_own(m->layout, all[i].place, (lf_seat)seat);
        if (own || others < WEIGHTS_LISTED)
            out[count++] = all[i];
        others += !own;
    }
    return count;
}

bool measures_weigh(const measures *m, train_result *r) {
    const learner *const net = &r->net;
    const size_t most =
        (size_t)net->seats * (WEIGHTS_LISTED + 1 + lf_feature_layout_terms(r->layout));
    if (m->counted == 0)
        return true;
    train_weight *const all = lf_calloc(net->features + 1, sizeof *all);
    r->weights = lf_calloc(most, sizeof *r->weights);
    const bool good = all != NULL && r->weights != NULL;
    r->weight_count = 0;
    for (uint32_t seat = 0; seat < net->seats && good; seat++)
        r->weight_count += weigh_seat(m, net, seat, all, r->weights + r->weight_count);
    assert(!good || (size_t)r->weight_count <= most);
    lf_free(all);
    return good;
}
