/* test_train.c: learning an evaluation: the gradient, quantisation, repeatability, and checkpoints,
 * which may come from anywhere. */
#include <math.h>

#include "env_fixture.h"

#include "tool/train/train.h"

/* ---- the learner ---- */

enum { FEATURES = 12, SEATS = 3, POSITIONS = 24 };
static lf_feature stored[POSITIONS][FEATURES];
static training_example examples[POSITIONS];

static double between(uint64_t *rng, double low, double high) {
    return low + (high - low) * (double)lf_rng_below(rng, 10001) / 10000;
}

static void make_examples(uint64_t seed) {
    for (int i = 0; i < POSITIONS; i++) {
        training_example *const l = &examples[i];
        *l = (training_example){.features = stored[i]};
        for (uint32_t f = 0; f < FEATURES; f++)
            if (lf_rng_below(&seed, 2) == 0)
                stored[i][l->count++] = (lf_feature){f, (int32_t)lf_rng_below(&seed, 7) - 3};
        double sum = 0;
        for (int s = 0; s < SEATS; s++) {
            sum += l->win[s] = between(&seed, 0.01, 1);
            l->margin[s] = between(&seed, -2, 2);
        }
        for (int s = 0; s < SEATS; s++)
            l->win[s] /= sum;
    }
}

static double whole_loss(const learner *net) {
    double sum = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const learner_loss loss = learner_loss_of(net, &examples[i]);
        sum += loss.win + 0.5 * loss.margin;
    }
    return sum;
}

/* Random weights of all layers, away from the points where units are clipped. */
static void scatter(learner *net, uint64_t seed) {
    for (size_t i = 0; i < net->count; i++)
        net->weights[i] = between(&seed, -0.6, 0.6);
}

static void test_gradient_matches_differences(void **unused) {
    (void)unused;
    for (uint32_t hidden = 0; hidden <= 5; hidden += 5) {
        learner net;
        assert_true(learner_open(&net, FEATURES, hidden, SEATS, 1));
        make_examples(hidden + 3);
        learner_measure(&net, examples, POSITIONS);
        scatter(&net, hidden + 9);
        for (int i = 0; i < POSITIONS; i++)
            learner_add(&net, &examples[i]);
        int moved = 0;
        for (size_t i = 0; i < net.count; i++) {
            const double step = 1e-6, held = net.weights[i];
            net.weights[i] = held + step;
            const double up = whole_loss(&net);
            net.weights[i] = held - step;
            const double down = whole_loss(&net);
            net.weights[i] = held;
            const double slope = (up - down) / (2 * step);
            if (fabs(slope - net.gradient[i]) > 1e-4 * (1 + fabs(slope)))
                fail_msg("weight %zu: %g instead of %g", i, net.gradient[i], slope);
            moved += fabs(slope) > 1e-6;
        }
        assert_true(moved > (int)net.count / 2);
        learner_close(&net);
    }
}

static void test_learning_reduces_the_loss(void **unused) {
    (void)unused;
    learner net;
    assert_true(learner_open(&net, FEATURES, 5, SEATS, 1));
    make_examples(5);
    learner_measure(&net, examples, POSITIONS);
    const double before = whole_loss(&net);
    for (int round = 0; round < 300; round++) {
        for (int i = 0; i < POSITIONS; i++)
            learner_add(&net, &examples[i]);
        learner_step(&net, POSITIONS, 0.01);
    }
    assert_true(whole_loss(&net) < 0.7 * before);
    learner_close(&net);
}

/* The quantised net computes what was learned in doubles. */
static void test_quantised_net_agrees(void **unused) {
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        learner net;
        lf_value_net whole;
        assert_true(learner_open(&net, FEATURES, 6, SEATS, seed));
        make_examples(seed);
        learner_measure(&net, examples, POSITIONS);
        scatter(&net, seed * 7);
        net.margin_scale = 9;
        for (uint32_t f = 0; f < FEATURES; f++)
            net.seen[f] = 1000;
        assert_true(learner_quantise(&net, &whole));
        for (int i = 0; i < POSITIONS; i++) {
            double win[LF_SEATS_MAX], margin[LF_SEATS_MAX];
            lf_value_output output;
            learner_evaluate(&net, examples[i].features, examples[i].count, win, margin);
            lf_value_net_evaluate(&whole, examples[i].features, examples[i].count, &output);
            for (int s = 0; s < SEATS; s++) {
                assert_true(fabs(win[s] - output.win[s]) < 0.01);
                assert_true(fabs(margin[s] * net.margin_scale - output.margin[s]) < 0.2);
            }
        }
        lf_value_net_close(&whole);
        learner_close(&net);
    }
}

/* ---- runs ---- */

static train_plan plan_of(const lf_game *game, int64_t count, int threads) {
    train_plan plan = {
        .game = game, .settings = train_defaults, .games = count, .threads = threads};
    plan.settings.seed = 5;
    plan.settings.random_games = 128;
    plan.settings.measure_every = 4;
    plan.settings.hidden = 4;
    return plan;
}

static void run_training(const train_plan *plan, train_result *out) {
    lf_error error = {0};
    if (!train_run(plan, out, &error))
        fail_msg("%s", error.message);
}

static void expect_same(const train_result *a, const train_result *b) {
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->positions, b->positions);
    assert_int_equal(a->net.steps, b->net.steps);
    assert_memory_equal(a->net.weights, b->net.weights, a->net.count * sizeof *a->net.weights);
    assert_memory_equal(a->net.second_moment, b->net.second_moment,
                        a->net.count * sizeof *a->net.weights);
    assert_int_equal(a->point_count, b->point_count);
    for (int i = 0; i < a->point_count; i++) {
        assert_true(a->points[i].loss == b->points[i].loss &&
                    a->points[i].margin_error == b->points[i].margin_error);
        assert_true(a->points[i].against_random == b->points[i].against_random);
        assert_true(a->points[i].against_margin == b->points[i].against_margin);
    }
}

static train_result one, two; /* too big for a stack */

static void test_threads_do_not_change_the_result(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("kuhn-poker", "");
    const train_plan alone = plan_of(game, 512, 1), together = plan_of(game, 512, 3);
    run_training(&alone, &one);
    run_training(&together, &two);
    assert_int_equal(one.games, 512);
    assert_true(one.point_count == 1 && one.failed == 0 && one.positions > 0);
    expect_same(&one, &two);
    train_result_close(&one);
    train_result_close(&two);
    lf_game_free(game);
}

/* A training that was stopped between two measurements and resumed gives the same result. */
static void test_resumed_training_is_the_same(void **unused) {
    (void)unused;
    char kept[96];
    snprintf(kept, sizeof kept, "%s/checkpoint", folder);
    lf_game *game = load_bundled("tic-tac-toe", "");
    const train_plan whole = plan_of(game, 1024, 1);
    train_plan first = plan_of(game, 640, 2), second = plan_of(game, 1024, 1);
    first.checkpoint = second.resume = kept;
    second.settings = (train_settings){.generation = 7}; /* ignored: the checkpoint has its own */
    run_training(&whole, &one);
    run_training(&first, &two);
    assert_int_equal(two.games, 640);
    train_result_close(&two);
    run_training(&second, &two);
    expect_same(&one, &two);
    train_result_close(&one);
    train_result_close(&two);
    lf_game_free(game);
    assert_int_equal(unlink(kept), 0);
}

static void expect_no_resume(const lf_game *game, const char *kept, const char *says) {
    lf_error error = {0};
    train_plan plan = plan_of(game, 1024, 1);
    plan.resume = kept;
    assert_false(train_run(&plan, &two, &error));
    train_result_close(&two);
    if (strstr(error.message, says) == NULL)
        fail_msg("'%s' does not say '%s'", error.message, says);
}

static void write_bytes_to(const char *file_path, const char *bytes, size_t size) {
    FILE *const file = fopen(file_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void test_wrong_checkpoints_are_refused(void **unused) {
    (void)unused;
    char kept[96];
    snprintf(kept, sizeof kept, "%s/checkpoint", folder);
    lf_game *game = load_bundled("tic-tac-toe", ""), *other = load_bundled("kuhn-poker", "");
    train_plan plan = plan_of(game, 128, 1);
    expect_no_resume(game, kept, "checkpoint");
    plan.checkpoint = kept;
    run_training(&plan, &one);
    train_result_close(&one);
    expect_no_resume(other, kept, "to another game");
    static char bytes[1 << 20];
    FILE *const file = fopen(kept, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 1000 && size < sizeof bytes);
    write_bytes_to(kept, bytes, size - 9);
    expect_no_resume(game, kept, "checksum");
    write_bytes_to(kept, bytes, 20);
    expect_no_resume(game, kept, "not a checkpoint");
    bytes[size / 2] ^= 1;
    write_bytes_to(kept, bytes, size);
    expect_no_resume(game, kept, "checksum");
    bytes[8] = 77;
    write_bytes_to(kept, bytes, size);
    expect_no_resume(game, kept, "version 77");
    bytes[0] = 'X';
    write_bytes_to(kept, bytes, size);
    expect_no_resume(game, kept, "not a checkpoint");
    assert_int_equal(unlink(kept), 0);
    lf_game_free(game);
    lf_game_free(other);
}

static void test_the_curve_and_the_weights(void **unused) {
    (void)unused;
    lf_game *game = load_bundled("connect-four", "");
    const train_plan plan = plan_of(game, 1024, 1);
    run_training(&plan, &one);
    char *const svg = curve_svg(&one);
    assert_true(svg != NULL && strstr(svg, "<svg") == svg && strstr(svg, "</svg>") != NULL);
    assert_non_null(strstr(svg, "Training of connect-four"));
    lf_string_free(svg);
    /* the list has the margins of both seats, and other features by importance */
    bool margins[2] = {false, false};
    for (int i = 0; i < one.weight_count; i++) {
        const train_weight *const w = &one.weights[i];
        margins[w->seat] |= lf_feature_is_own(one.layout, w->place, w->seat);
        assert_true(i == 0 || w->seat != one.weights[i - 1].seat ||
                    w->importance <= one.weights[i - 1].importance);
    }
    assert_true(margins[0] && margins[1] && one.weight_count > 10);
    train_result_close(&one);
    lf_game_free(game);
}

/* The folder's own spec, which remove_folder expects. */
static int make_all(void **state) {
    return make_folder(state) != 0 || fclose(fopen(path, "w")) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient_matches_differences),
        cmocka_unit_test(test_learning_reduces_the_loss),
        cmocka_unit_test(test_quantised_net_agrees),
        cmocka_unit_test(test_threads_do_not_change_the_result),
        cmocka_unit_test(test_resumed_training_is_the_same),
        cmocka_unit_test(test_wrong_checkpoints_are_refused),
        cmocka_unit_test(test_the_curve_and_the_weights),
    };
    return cmocka_run_group_tests(tests, make_all, remove_folder);
}
