/* test_support.c: arrays that grow and threads that start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/array.h"
#include "support/thread.h"

typedef struct {
    int64_t numbers[100]; /* more bytes than the first block has */
} large;

static void test_an_array_keeps_its_elements_while_it_grows(void **unused) {
    (void)unused;
    uint32_t *items = NULL;
    size_t capacity = 0;
    const uint64_t before = lf_allocation_count();
    for (uint32_t i = 0; i < 100000; i++) {
        assert_true(lf_array_reserve(&items, &capacity, i + 1, sizeof *items));
        items[i] = i * 7;
    }
    assert_true(lf_allocation_count() - before < 20); /* it doubles */
    for (uint32_t i = 0; i < 100000; i++)
        assert_int_equal(items[i], i * 7);
    lf_free(items);
}

static void test_an_array_takes_large_elements_and_many_at_once(void **unused) {
    (void)unused;
    large *items = NULL;
    size_t capacity = 0;
    assert_true(lf_array_reserve(&items, &capacity, 0, sizeof *items));
    assert_null(items);
    assert_true(lf_array_reserve(&items, &capacity, 1, sizeof *items));
    assert_true(lf_array_reserve(&items, &capacity, 1000, sizeof *items));
    assert_true(capacity >= 1000);
    items[999].numbers[99] = 1;
    lf_free(items);
}

static void test_without_memory_an_array_stays_as_it_is(void **unused) {
    (void)unused;
    char *items = NULL;
    size_t capacity = 0;
    assert_true(lf_array_reserve(&items, &capacity, 1, 1));
    items[0] = 'x';
    const size_t had = capacity;
    char *const old = items;
    lf_fail_allocation_at(1);
    assert_true(lf_array_reserve(&items, &capacity, had, 1)); /* there is room */
    assert_false(lf_array_reserve(&items, &capacity, had + 1, 1));
    lf_fail_allocation_at(0);
    assert_ptr_equal(items, old);
    assert_int_equal(capacity, had);
    assert_int_equal(items[0], 'x');
    lf_free(items);
}

static void test_a_size_that_does_not_fit_is_refused(void **unused) {
    (void)unused;
    uint64_t *items = NULL;
    size_t capacity = 0;
    assert_false(lf_array_reserve(&items, &capacity, SIZE_MAX / 8 + 2, sizeof *items));
    assert_false(lf_array_reserve(&items, &capacity, SIZE_MAX, sizeof *items));
    assert_null(items);
    assert_int_equal(capacity, 0);
}

static void *add_one(void *context) {
    ++*(int *)context;
    return NULL;
}

static void test_a_thread_runs_and_is_joined(void **unused) {
    (void)unused;
    pthread_t thread;
    int number = 1;
    assert_true(lf_thread_start(&thread, add_one, &number));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(number, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_array_keeps_its_elements_while_it_grows),
        cmocka_unit_test(test_an_array_takes_large_elements_and_many_at_once),
        cmocka_unit_test(test_without_memory_an_array_stays_as_it_is),
        cmocka_unit_test(test_a_size_that_does_not_fit_is_refused),
        cmocka_unit_test(test_a_thread_runs_and_is_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
