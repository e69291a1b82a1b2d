/* test_fuzz_difference.c: what the fuzzer says of two observations that differ: the path and both
 * values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tool/fuzz/fuzz_difference.h"

static void test_observations(void **unused) {
    (void)unused;
    static const struct {
        const char *one, *other, *words; /* NULL: they are the same */
    } cases[] = {
        {"{\"a\":1,\"b\":[1,2]}", "{\"b\":[1,2],\"a\":1}", NULL},
        {"{\"a\":{\"gold\":3}}", "{\"a\":{\"gold\":4}}", "/a/gold: 3; redrawn: 4"},
        {"{\"hand\":[\"ace\",\"two\"]}", "{\"hand\":[\"ace\",\"six\"]}",
         "/hand/1: \"two\"; redrawn: \"six\""},
        {"{\"hand\":[\"ace\"]}", "{\"hand\":[\"ace\",\"six\"]}",
         "/hand/1: nothing; redrawn: \"six\""},
        {"{\"hand\":[\"ace\"]}", "{\"hand\":[]}", "/hand/0: \"ace\"; redrawn: nothing"},
        {"{\"a\":1}", "{}", "/a: 1; redrawn: nothing"},
        {"{}", "{\"a\":{\"b\":null}}", "/a: nothing; redrawn: {\"b\":null}"},
        {"{\"a\":[1]}", "{\"a\":{\"x\":1}}", "/a: [1]; redrawn: {\"x\":1}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[200] = "";
        json_t *one = json_loads(cases[i].one, 0, NULL),
               *other = json_loads(cases[i].other, 0, NULL);
        assert_int_equal(fuzz_json_difference(one, other, words, sizeof words),
                         cases[i].words != NULL);
        assert_string_equal(words, cases[i].words != NULL ? cases[i].words : "");
        json_decref(one);
        json_decref(other);
    }
}

static void test_texts(void **unused) {
    (void)unused;
    static const char *const cases[][3] = {
        {"a\nb\nc\n", "a\nx\nc\n", "the log: \"b\"; redrawn: \"x\""},
        {"a\n", "a\nb\n", "the log: nothing; redrawn: \"b\""},
        {"ab\n", "a\n", "the log: \"ab\"; redrawn: \"a\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[200];
        fuzz_text_difference("the log", cases[i][0], cases[i][1], words, sizeof words);
        assert_string_equal(words, cases[i][2]);
    }
}

/* Long values and deep paths are cut, never written beyond the room. */
static void test_long_values(void **unused) {
    (void)unused;
    char text[400], words[100];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    json_t *one = json_pack("{s:s}", text, text), *other = json_pack("{s:i}", text, 1);
    assert_true(fuzz_json_difference(one, other, words, sizeof words));
    assert_true(strlen(words) < sizeof words);
    json_decref(one);
    json_decref(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_observations),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_long_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
