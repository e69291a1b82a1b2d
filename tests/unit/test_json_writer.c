/* test_json_writer.c: what is written without a tree has the bytes that jansson writes for the same
 * values, in whatever order they come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/base.h"
#include "ludoforge.h"
#include "support/json_writer.h"
#include "support/rng.h"

#include <cmocka.h>

static uint64_t rng = 1;

static uint32_t below(uint32_t n) {
    return lf_rng_below(&rng, n);
}

/* Texts and keys with all that must be written otherwise; keys live until the end. */
static const char *const texts[] = {"",        "a",           "b",      "Z",      "a b",
                                    "quo\"te", "back\\slash", "\n\t\r", "\b\f",   "\x01\x1f",
                                    "\x7f",    "höhe",        "☺",      "zz/top", "aa"};

static json_t *random_value(int depth) {
    json_t *value;
    switch (below(depth > 0 ? 7 : 5)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(below(2));
    case 2:
        return json_integer((json_int_t)(lf_rng_next(&rng) >> below(64)) *
                            (below(2) == 0 ? 1 : -1));
    case 3:
    case 4:
        return json_string(texts[below(LF_COUNT(texts))]);
    case 5:
        value = json_array();
        for (uint32_t i = below(5); i > 0; i--)
            json_array_append_new(value, random_value(depth - 1));
        return value;
    default:
        value = json_object();
        for (uint32_t i = below(9); i > 0; i--)
            json_object_set_new(value, texts[below(LF_COUNT(texts))], random_value(depth - 1));
        return value;
    }
}

/* Members in the order in which they came into the object; now and then one that is taken back. */
static void write_value(lf_writer *w, const json_t *value) {
    const char *key;
    json_t *member;
    size_t i;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        lf_write_object(w);
        json_object_foreach((json_t *)(uintptr_t)value, key, member) {
            if (below(4) == 0) {
                lf_write_key(w, "gone");
                lf_write_object(w);
                lf_put_number(w, "too", 1);
                lf_write_drop(w);
            }
            lf_write_key(w, key);
            write_value(w, member);
        }
        assert_int_equal(lf_write_is_empty(w), json_object_size(value) == 0);
        lf_write_end(w);
        break;
    case JSON_ARRAY:
        lf_write_array(w);
        json_array_foreach(value, i, member) {
            write_value(w, member);
            lf_write_array(w);
            lf_write_drop(w);
        }
        lf_write_end(w);
        break;
    case JSON_STRING:
        lf_write_text(w, json_string_value(value));
        break;
    case JSON_INTEGER:
        lf_write_number(w, json_integer_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        lf_write_bool(w, json_is_true(value));
        break;
    default:
        lf_write_null(w);
    }
}

static void test_the_bytes_are_those_of_jansson(void **unused) {
    (void)unused;
    for (int round = 0; round < 3000; round++) {
        json_t *value = random_value(5);
        char *expected = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
        lf_writer w = {0};
        write_value(&w, value);
        char *text = lf_writer_take(&w);
        assert_non_null(text);
        assert_string_equal(text, expected);
        lf_string_free(text);
        free(expected);
        json_decref(value);
    }
}

static void test_extremes(void **unused) {
    (void)unused;
    lf_writer w = {0};
    lf_write_array(&w);
    lf_write_number(&w, INT64_MIN);
    lf_write_number(&w, INT64_MAX);
    lf_write_hex(&w, 0xabc);
    lf_write_text(&w, NULL);
    lf_write_text(&w, "half \xc3"); /* a character that was cut */
    lf_write_json(&w, "{}");
    lf_write_end(&w);
    char *text = lf_writer_take(&w);
    assert_string_equal(
        text,
        "[-9223372036854775808,9223372036854775807,\"0x0000000000000abc\",null,\"half \",{}]");
    lf_string_free(text);
}

/* Whatever allocation fails, the answer is none, and nothing is lost. */
static void test_memory_runs_out(void **unused) {
    (void)unused;
    bool whole = false;
    for (uint64_t n = 1; !whole; n++) {
        lf_fail_allocation_at(n);
        lf_writer w = {0};
        lf_write_object(&w);
        lf_put_text(
            &w, "b",
            "a text that needs some room, so that the buffer grows on the way, and once more \n");
        lf_put_text(&w, "a", "another");
        lf_write_end(&w);
        char *text = lf_writer_take(&w);
        lf_fail_allocation_at(0);
        whole = text != NULL;
        lf_string_free(text);
        assert_true(n < 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_bytes_are_those_of_jansson),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
