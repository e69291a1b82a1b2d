/* test_inference.c: the statistics behind `report` and `sim --versus`, against values from tables
 * and from R. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tool/common/inference.h"

#define assert_near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

/* binom.test(2, 12): p = 0.03857422 */
static void test_mcnemar_is_exact(void **state) {
    (void)state;
    assert_near(paired_shares(100, 2, 10).p, 0.03857422, 1e-7);
    assert_near(paired_shares(100, 10, 2).p, 0.03857422, 1e-7);
    assert_near(paired_shares(100, 0, 5).p, 0.0625, 1e-9);
    assert_near(paired_shares(100, 5, 5).p, 1, 1e-9);
    assert_near(paired_shares(100, 0, 0).p, 1, 1e-9);
    assert_true(paired_shares(1000000, 100000, 102000).p < 1e-5);
}

/* Half a pair is added to each of the four cells, so two pairs in all. */
static void test_interval_of_shares(void **state) {
    (void)state;
    estimate e = paired_shares(86, 16, 8);
    double n = 88, spread = 1.959963984540054 * sqrt(16.5 + 8.5 - 64 / n) / n;
    assert_near(e.value, -8.0 / 86, 1e-12);
    assert_near(e.low, -8 / n - spread, 1e-12);
    assert_near(e.high, -8 / n + spread, 1e-12);
}

/* Student's sleep data: t = 4.0621, df = 9, p = 0.002833, interval 0.7001142 … 2.4598858. */
static void test_paired_t(void **state) {
    static const double differences[] = {1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4};
    double sum = 0, squares = 0;
    (void)state;
    for (int i = 0; i < 10; i++) {
        sum += differences[i];
        squares += differences[i] * differences[i];
    }
    estimate e = paired_means(10, sum, squares);
    assert_near(e.value, 1.58, 1e-12);
    assert_near(e.p, 0.00283289, 1e-7);
    assert_near(e.low, 0.7001142, 1e-6);
    assert_near(e.high, 2.4598858, 1e-6);
}

static void test_means_that_do_not_vary(void **state) {
    (void)state;
    assert_near(paired_means(50, 0, 0).p, 1, 0);
    assert_near(paired_means(50, 100, 200).p, 0, 0);
    assert_near(paired_means(1, 5, 25).p, 1, 0);
    assert_near(paired_means(0, 0, 0).value, 0, 0);
}

/* phi of the table 30 10 / 15 25 is (30·25 − 10·15) / sqrt(40·40·45·35). */
static void test_phi(void **state) {
    static const int cells[2][2] = {{25, 15}, {10, 30}};
    joint_sums s = {0};
    estimate e;
    (void)state;
    for (int x = 0; x < 2; x++)
        for (int y = 0; y < 2; y++)
            for (int i = 0; i < cells[x][y]; i++)
                joint_add(&s, x, y);
    assert_true(correlation(&s, &e));
    double r = 600 / sqrt(40.0 * 40 * 45 * 35);
    assert_near(e.value, r, 1e-12);
    assert_near(e.low, tanh(atanh(r) - 1.959963984540054 / sqrt(77)), 1e-9);
    assert_true(e.p < 0.001 && e.low > 0 && e.high < 1);
}

static void test_too_little_to_correlate(void **state) {
    joint_sums few = {0}, constant = {0}, rare = {0};
    estimate e;
    (void)state;
    for (int i = 0; i < 20; i++)
        joint_add(&few, i, i % 2);
    for (int i = 0; i < 100; i++) {
        joint_add(&constant, 1, i % 2);
        joint_add(&rare, i < 9, i % 2);
    }
    assert_false(correlation(&few, &e));
    assert_false(correlation(&constant, &e));
    assert_false(correlation(&rare, &e));
}

/* p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") */
static void test_holm(void **state) {
    double p[] = {0.01, 0.04, 0.03, 0.005};
    static const double expected[] = {0.03, 0.06, 0.06, 0.02};
    (void)state;
    holm(p, 4);
    for (int i = 0; i < 4; i++)
        assert_near(p[i], expected[i], 1e-12);
    holm(p, 0);
}

static void test_quantiles(void **state) {
    static const int64_t values[] = {1, 2, 3, 4, 10};
    (void)state;
    assert_near(quantile(values, 5, 0), 1, 0);
    assert_near(quantile(values, 5, 0.5), 3, 0);
    assert_near(quantile(values, 5, 0.9), 7.6, 1e-12);
    assert_near(quantile(values, 5, 1), 10, 0);
    assert_near(quantile(values, 0, 0.5), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mcnemar_is_exact),
        cmocka_unit_test(test_interval_of_shares),
        cmocka_unit_test(test_paired_t),
        cmocka_unit_test(test_means_that_do_not_vary),
        cmocka_unit_test(test_phi),
        cmocka_unit_test(test_too_little_to_correlate),
        cmocka_unit_test(test_holm),
        cmocka_unit_test(test_quantiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
