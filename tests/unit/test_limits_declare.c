/* test_limits_declare.c: the limits of declarations that only the tiny build can reach with a small
 * spec. */
#include "declare_fixture.h"

static void expect_limit(fixture *f, const char *section, const char *entry, int count,
                         const char *message) {
    lf_text text = {0};
    lf_text_addz(
        &text, "metadata: {id: x, name: X}\nseats: [Red]\nturnStructure: {phases: [{id: main}]}\n");
    lf_text_printf(&text, "%s:\n", section);
    for (int i = 0; i < count; i++)
        lf_text_printf(&text, entry, i);
    declare(f, text.data, false);
    lf_text_free(&text);
    print_report(f);
    assert_int_equal(f->report.count, 1);
    assert_int_equal(f->report.items[0].code, LF_E0411);
    assert_string_equal(f->report.items[0].message, message);
}

static void test_zones(void **state) {
    expect_limit(*state, "zones", "  - {id: z%d}\n", LF_MAX_ZONES + 1,
                 "more than 80 spaces and zones");
}

static void test_cards(void **state) {
    expect_limit(*state, "cards", "  - {id: c%d}\n", LF_MAX_CARDS + 1, "more than 160 cards");
}

static void test_terms(void **state) {
    expect_limit(*state, "agents:\n  terms", "   t%d: {value: 1, weight: 1}\n", LF_MAX_TERMS + 1,
                 "more than 8 terms");
}

static void test_priors(void **state) {
    expect_limit(*state, "agents:\n  priors", "   p%d: {options: [main], weight: 1}\n",
                 LF_MAX_PRIORS + 1, "more than 8 priors");
}

static void test_remembered_positions(void **state) {
    expect_limit(*state, "repetition", "  - {id: r%d, of: [activePlayer], memory: 100}\n", 3,
                 "a game remembers at most 256 positions in all");
}

static void test_names(void **state) {
    int free_names = (int)LF_MAX_SYMBOLS - LF_BUILTIN_COUNT - 1; /* one is the seat */
    expect_limit(*state, "globalVars", "- {name: v%d, type: int}\n", free_names + 1,
                 "more than 600 names");
}

static void test_values_of_an_enumeration(void **state) {
    expect_limit(*state, "enums:\n  e", "   - v%d\n", (int)LF_MAX_SYMBOLS + 1,
                 "more than 600 values in an enumeration");
}

static void test_long_name(void **state) {
    fixture *f = *state;
    declare(f,
            "metadata: {id: x, name: X}\n"
            "seats: [a23456789-b23456789-c23456789-d23456789-e23456789]\n"
            "turnStructure: {phases: [{id: main}]}\n",
            false);
    assert_int_equal(f->report.count, 1);
    assert_int_equal(f->report.items[0].code, LF_E0405);
    assert_int_equal(f->report.items[0].pos.column, 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        DECLARE_TEST(test_zones),     DECLARE_TEST(test_cards),
        DECLARE_TEST(test_terms),     DECLARE_TEST(test_priors),
        DECLARE_TEST(test_names),     DECLARE_TEST(test_values_of_an_enumeration),
        DECLARE_TEST(test_long_name), DECLARE_TEST(test_remembered_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
