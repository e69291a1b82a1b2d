/* train.c: runs a training: plays generations of games, learns from them, and measures the net. */
#include "train.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "measure.h"
#include "support/array.h"
#include "support/clock.h"
#include "support/files.h"
#include "support/memory.h"
#include "support/thread_pool.h"
#include "tool/sim/sim.h"

const train_settings train_defaults = {
    .generation = 128,
    .random_games = 2048,
    .measure_every = 16,
    .hidden = 16,
    .samples = 8,
    .explore = 8,
    .terms = 1,
    .lambda = 0.9,
    .rate = 0.0005,
};

#define BATCH 32              /* positions of a step */
#define HELD_OUT_EVERY 16     /* one game in so many is held out */
#define MARGIN_MAX 4.0        /* of a target, in units of the scale */
#define RATE_GENERATIONS 64   /* after so many the rate is 1/√2 of the first */
#define STYLE_SALT 0x72616e64 /* makes the RNG of styles, orders and scenarios independent */
#define ORDER_SALT 0x6f726465
#define SCENARIO_SALT 0x7363656e

lf_setup train_setup(const lf_game *game, const train_settings *settings, uint64_t seed) {
    const int count = lf_count(game, LF_OF_SCENARIOS);
    int chosen[64], chosen_count = 0;
    for (int i = 0; i < count && i < 64; i++)
        if (settings->scenarios == 0 || (settings->scenarios >> i & 1) != 0)
            chosen[chosen_count++] = i;
    lf_random rng = {lf_mix64(seed ^ SCENARIO_SALT)};
    return (lf_setup){.seed = seed,
                      .scenario = chosen_count > 0
                                      ? lf_name(game, LF_OF_SCENARIOS,
                                                chosen[lf_random_below(&rng, chosen_count)])
                                      : NULL};
}

/* ---- playing a generation ---- */

typedef struct {
    const train_plan *plan;
    train_result *result;
    const lf_value_net *net;  /* NULL in the random games */
    selfplay_worker *workers; /* one for each thread */
    played_game *games;       /* of the generation */
    int64_t count;
    atomic_int_fast64_t next;
    atomic_bool no_memory;
} generation;

/* In half of the games all seats play by the net; in the others each seat is random with chance
 * 1/2. */
static void choose_styles(const generation *g, uint64_t seed, play_style *styles) {
    lf_random rng = {lf_mix64(seed ^ STYLE_SALT)};
    const bool all = lf_random_below(&rng, 2) == 0;
    for (int s = 0; s < lf_count(g->plan->game, LF_OF_SEATS); s++)
        styles[s] =
            g->net != NULL && (all || lf_random_below(&rng, 2) == 0) ? PLAY_NET : PLAY_RANDOM;
}

static void play_games(void *context, int slice) {
    generation *const g = context;
    const train_settings *const settings = &g->result->settings;
    for (;;) {
        const int64_t i = atomic_fetch_add(&g->next, 1);
        if (i >= g->count)
            return;
        game_plan plan = {.layout = g->result->layout,
                          .net = g->net,
                          .seed = lf_series_seed(settings->seed, (uint64_t)(g->result->games + i)),
                          .samples = (int)settings->samples,
                          .explore = (int)settings->explore,
                          .record = true,
                          .stop = g->plan->stop};
        plan.setup = train_setup(g->plan->game, settings, plan.seed);
        choose_styles(g, plan.seed, plan.styles);
        if (!selfplay_play(&g->workers[slice], &plan, &g->games[i]))
            atomic_store(&g->no_memory, true);
    }
}

/* ---- learning ---- */

typedef struct {
    training_example *items;
    size_t count, capacity;
} example_list;

static bool add_example(example_list *list, const training_example *item) {
    if (!lf_array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return false;
    list->items[list->count++] = *item;
    return true;
}

static void set_outcome_target(const learner *net, const lf_outcome *outcome,
                               training_example *out) {
    win_shares(outcome, (int)net->seats, out->win);
    for (uint32_t s = 0; s < net->seats; s++) {
        const double margin = (double)outcome->margin[s] / net->margin_scale;
        out->margin[s] = margin > MARGIN_MAX    ? MARGIN_MAX
                         : margin < -MARGIN_MAX ? -MARGIN_MAX
                                                : margin;
    }
}

/* Goes backwards from the end. The target of the last position is the outcome; each earlier target
 * is lambda times the next target plus 1 - lambda times the evaluation of the next position. */
static bool examples_of_game(const learner *net, const played_game *game, double lambda,
                             example_list *out) {
    training_example target = {0};
    set_outcome_target(net, &game->outcome, &target);
    for (size_t i = game->position_count; i-- > 0;) {
        const position *const at = &game->positions[i];
        target.features = game->features + at->first;
        target.count = at->count;
        if (!add_example(out, &target))
            return false;
        if (lambda >= 1)
            continue;
        double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
        learner_evaluate(net, target.features, target.count, win, margin);
        for (uint32_t s = 0; s < net->seats; s++) {
            target.win[s] = lambda * target.win[s] + (1 - lambda) * win[s];
            target.margin[s] = lambda * target.margin[s] + (1 - lambda) * margin[s];
        }
    }
    return true;
}

static void shuffle_examples(example_list *list, uint64_t seed) {
    lf_random rng = {lf_mix64(seed ^ ORDER_SALT)};
    for (size_t i = list->count; i > 1; i--) {
        const size_t other = (size_t)lf_random_below(&rng, (int)i);
        const training_example held = list->items[i - 1];
        list->items[i - 1] = list->items[other];
        list->items[other] = held;
    }
}

static void learn_examples(train_result *r, const example_list *list) {
    const int64_t generations = r->games / r->settings.generation; /* whole ones */
    const double rate = r->settings.rate / sqrt(1 + (double)generations / RATE_GENERATIONS);
    for (size_t first = 0; first < list->count; first += BATCH) {
        const size_t left = list->count - first, count = left < BATCH ? left : BATCH;
        for (size_t i = first; i < first + count; i++)
            learner_add(&r->net, &list->items[i]);
        learner_step(&r->net, count, rate);
    }
    r->positions += (int64_t)list->count;
}

/* The scale of margins is their mean size in the first games. */
static void scale_margins(generation *g) {
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < g->count; i++)
        for (uint32_t s = 0; g->games[i].ended && s < g->result->net.seats; s++, count++)
            sum += fabs((double)g->games[i].outcome.margin[s]);
    const double mean = count > 0 ? ceil(sum / (double)count) : 1;
    g->result->net.margin_scale = mean >= 1 && mean < 1e6 ? (int32_t)mean : mean < 1 ? 1 : 1000000;
}

static bool is_held_out(const train_result *r, int64_t index) {
    return (r->games + index) % HELD_OUT_EVERY == HELD_OUT_EVERY - 1;
}

/* Learns from the games of a generation; held-out games only add to the measurements. */
static bool learn_generation(generation *g, measures *m) {
    train_result *const r = g->result;
    example_list learned = {0}, held_out = {0};
    const bool first = r->games == 0;
    bool good = true;
    if (first)
        scale_margins(g);
    for (int64_t i = 0; i < g->count && good; i++) {
        const bool out = is_held_out(r, i);
        r->failed += !g->games[i].ended;
        if (g->games[i].ended)
            good = examples_of_game(&r->net, &g->games[i],
                                    out || g->net == NULL ? 1 : r->settings.lambda,
                                    out ? &held_out : &learned);
    }
    if (first)
        learner_measure(&r->net, learned.items, learned.count);
    shuffle_examples(&learned, r->settings.seed ^ (uint64_t)r->games);
    if (good)
        learn_examples(r, &learned);
    if (good)
        measures_add(m, &r->net, held_out.items, held_out.count);
    lf_free(learned.items);
    lf_free(held_out.items);
    return good;
}

/* ---- the training ---- */

typedef struct {
    const train_plan *plan;
    train_result *result;
    lf_thread_pool *thread_pool;
    generation games;
    lf_value_net net;
    measures measures;
    double began;  /* time on the clock */
    double before; /* seconds of earlier runs */
} training;

static bool is_stopped(const training *r) {
    return r->plan->stop != NULL && atomic_load_explicit(r->plan->stop, memory_order_relaxed);
}

static bool is_done(const training *r) {
    return r->result->games >= r->plan->games || is_stopped(r) ||
           (r->plan->seconds > 0 && lf_clock_seconds() - r->began >= r->plan->seconds);
}

static bool open_training(training *r, lf_error *error) {
    const int64_t games = r->result->settings.generation;
    r->thread_pool = lf_thread_pool_new(r->plan->threads);
    const int threads = r->thread_pool != NULL ? lf_thread_pool_size(r->thread_pool) : 0;
    r->games = (generation){.plan = r->plan, .result = r->result, .count = games};
    r->games.workers = lf_calloc((size_t)threads + 1, sizeof *r->games.workers);
    r->games.games = lf_calloc((size_t)games, sizeof *r->games.games);
    bool good = threads > 0 && r->games.workers != NULL && r->games.games != NULL;
    for (int i = 0; i < threads && good; i++)
        good = selfplay_open(&r->games.workers[i], r->result->layout);
    good = good && measures_open(&r->measures, r->result->layout, &r->result->held);
    return good || lf_error_no_memory(error);
}

static void close_training(training *r) {
    for (int i = 0; r->thread_pool != NULL && r->games.workers != NULL &&
                    i < lf_thread_pool_size(r->thread_pool);
         i++)
        selfplay_close(&r->games.workers[i]);
    for (int64_t i = 0; r->games.games != NULL && i < r->games.count; i++)
        played_game_close(&r->games.games[i]);
    lf_free(r->games.workers);
    lf_free(r->games.games);
    measures_close(&r->measures);
    lf_value_net_close(&r->net);
    lf_thread_pool_free(r->thread_pool);
}

static bool is_random(const train_result *r) {
    return r->games < r->settings.random_games;
}

/* Plays and learns one generation. A stop discards the whole generation. False: out of memory. */
static bool run_generation(training *r) {
    generation *const g = &r->games;
    lf_value_net_close(&r->net);
    if (!learner_quantise(&r->result->net, &r->net))
        return false;
    g->net = is_random(r->result) ? NULL : &r->net;
    atomic_store(&g->next, 0);
    lf_thread_pool_run(r->thread_pool, play_games, g);
    if (atomic_load(&g->no_memory))
        return false;
    if (is_stopped(r))
        return true;
    if (!learn_generation(g, &r->measures))
        return false;
    r->result->games += g->count;
    return true;
}

static bool measure_now(training *r) {
    train_result *const result = r->result;
    lf_value_net_close(&r->net);
    if (!learner_quantise(&result->net, &r->net))
        return false;
    train_point point;
    const matches_plan matches = {r->thread_pool, r->games.workers,  result->layout,
                                  &r->net,        &result->settings, r->plan->stop};
    if (!measures_take(&r->measures, &matches, &point))
        return false;
    point.games = result->games;
    point.seconds = result->seconds;
    if (result->point_count == TRAIN_POINTS_MAX) /* keep every other one of a long training */
        for (int i = result->point_count /= 2; i-- > 0;)
            result->points[i] = result->points[2 * i];
    if (!is_stopped(r))
        result->points[result->point_count++] = point;
    return true;
}

static bool is_time_to_measure(const train_result *r) {
    return r->games / r->settings.generation % r->settings.measure_every == 0;
}

static bool run_generations(training *r, lf_error *error) {
    train_result *const result = r->result;
    assert(result->settings.generation >= 1 && result->settings.measure_every >= 1);
    while (!is_done(r)) {
        const int64_t before = result->games;
        bool good = run_generation(r);
        result->seconds = r->before + lf_clock_seconds() - r->began;
        if (good && result->games > before && is_time_to_measure(result))
            good = measure_now(r);
        if (!good)
            return lf_error_no_memory(error);
        if (result->games > before && is_time_to_measure(result) && r->plan->checkpoint != NULL &&
            !checkpoint_write(result, r->plan->checkpoint, error))
            return false;
        if (r->plan->progress != NULL)
            r->plan->progress(r->plan->context, result->games, lf_clock_seconds() - r->began,
                              result->point_count > 0 ? &result->points[result->point_count - 1]
                                                      : NULL);
    }
    return r->plan->checkpoint == NULL || checkpoint_write(result, r->plan->checkpoint, error);
}

static bool init_result(const train_plan *plan, train_result *result, lf_error *error) {
    *result = (train_result){.settings = plan->settings};
    result->layout = lf_feature_layout_new(plan->game, plan->settings.terms != 0);
    if (result->layout == NULL)
        return lf_error_no_memory(error);
    if (plan->resume != NULL)
        return checkpoint_read(result, plan->resume, error);
    return learner_open(&result->net, lf_feature_layout_count(result->layout),
                        (uint32_t)plan->settings.hidden,
                        (uint32_t)lf_count(plan->game, LF_OF_SEATS), plan->settings.seed) ||
           lf_error_no_memory(error);
}

bool train_run(const train_plan *plan, train_result *result, lf_error *error) {
    if (!init_result(plan, result, error))
        return false;
    training r = {
        .plan = plan, .result = result, .began = lf_clock_seconds(), .before = result->seconds};
    bool good = open_training(&r, error) && run_generations(&r, error);
    if (good && !measures_weigh(&r.measures, result))
        good = lf_error_no_memory(error);
    close_training(&r);
    return good;
}

void train_result_close(train_result *r) {
    learner_close(&r->net);
    lf_feature_layout_free(r->layout);
    lf_free(r->weights);
    *r = (train_result){0};
}
