/* test_nearest.c: when a name is suggested for a mistyped word, and which. The rule, as base.h has
 * it: a word of 2 to 4 bytes may have one slip, one of 5 to 7 two, one of 8 to 10 three, a longer
 * one four; neither a single letter nor anything above 64 bytes has a suggestion. A slip is a
 * letter that is missing, too many or another one, or two neighbours that are swapped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#define LONGEST 64
#define SLIPS_TRIED 8

/* The rule by length of what was typed; longer words are as the last one. */
static const int slips_allowed[] = {0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4};

static int allowed(size_t length) {
    const size_t last = LF_COUNT(slips_allowed) - 1;
    return length > LONGEST ? -1 : slips_allowed[length < last ? length : last];
}

/* No byte occurs twice in a name, and none of `other` in it: so each slip counts. */
static void name_of(size_t length, char *out) {
    assert_true(length <= LONGEST + SLIPS_TRIED);
    for (size_t i = 0; i < length; i++)
        out[i] = (char)(0x80 + (int)i);
    out[length] = '\0';
}

static const char other[] = "0123456789";

typedef void slip(const char *name, size_t slips, char *out);

static void replace(const char *name, size_t slips, char *out) {
    strcpy(out, name);
    memcpy(out + (strlen(name) - slips) / 2, other, slips);
}

static void insert(const char *name, size_t slips, char *out) {
    const size_t half = strlen(name) / 2;
    memcpy(out, name, half);
    memcpy(out + half, other, slips);
    strcpy(out + half + slips, name + half);
}

static void drop(const char *name, size_t slips, char *out) {
    const size_t half = (strlen(name) - slips) / 2;
    memcpy(out, name, half);
    strcpy(out + half, name + half + slips);
}

static void swap(const char *name, size_t slips, char *out) {
    strcpy(out, name);
    for (size_t i = 0; i < slips; i++) {
        out[2 * i] = name[2 * i + 1];
        out[2 * i + 1] = name[2 * i];
    }
}

/* Is the name suggested to somebody who typed the word? Alone, so that nothing is nearer. */
static bool suggested(const char *word, const char *name) {
    const char *const names[] = {name, NULL};
    const char *found = lf_suggest(word, names);
    assert_true(found == NULL || found == name);
    return found != NULL;
}

/* Every length on both sides of its limit: just near enough, and one slip too many. `room`: how
 * many bytes of the name a slip takes. */
static void expect_rule(slip *make, size_t room) {
    char name[2 * LONGEST], word[2 * LONGEST];
    for (size_t length = 0; length <= LONGEST + 2; length++)
        for (size_t slips = 0; slips <= SLIPS_TRIED && slips * room <= length; slips++) {
            name_of(length, name);
            make(name, slips, word);
            const bool fits = length <= LONGEST && (int)slips <= allowed(strlen(word));
            if (suggested(word, name) != fits)
                fail_msg("a word of %zu bytes with %zu slips is %s", strlen(word), slips,
                         fits ? "near enough" : "too far away");
        }
}

static void a_wrong_letter_is_a_slip(void **unused) {
    (void)unused;
    expect_rule(replace, 1);
}

static void a_letter_too_many_is_a_slip(void **unused) {
    (void)unused;
    expect_rule(insert, 0);
}

static void a_missing_letter_is_a_slip(void **unused) {
    (void)unused;
    expect_rule(drop, 1);
}

static void swapped_neighbours_are_one_slip(void **unused) {
    (void)unused;
    expect_rule(swap, 2);
}

/* The same in words that people read. */
static void words_on_both_sides_of_the_limit(void **unused) {
    (void)unused;
    static const struct {
        const char *word, *name;
        bool suggested;
    } rows[] = {
        {"x", "x1", false},
        {"ad", "aid", true},
        {"ai", "raid", false},
        {"tail", "trail", true},
        {"tial", "trails", false},
        {"trqil", "trails", true},
        {"trqqi", "trails", false},
        {"sprort", "support", true},
        {"sprrt", "support", false},
        {"operatoin", "operation", true},
        {"opqqqtion", "Operation", true},
        {"opqqqqion", "Operation", false},
        {"limited-prtn", "limited-operation", false},
        {"limited-oprtn", "limited-operation", true},
        {"", "a", false},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        if (suggested(rows[i].word, rows[i].name) != rows[i].suggested)
            fail_msg("%s for %s", rows[i].name, rows[i].word);
}

/* Case is no slip, but a name that agrees in it is nearer; of equals the first is taken. */
static void the_nearest_is_suggested(void **unused) {
    (void)unused;
    static const char *const names[] = {"Support", "support", "supports", "resort", NULL};
    assert_string_equal(lf_suggest("SUPPORT", names), "Support");
    assert_string_equal(lf_suggest("suppotr", names), "support");
    assert_string_equal(lf_suggest("suports", names), "supports");
    assert_string_equal(lf_suggest("report", names), "resort");
    assert_null(lf_suggest("casualties", names));
    assert_null(lf_suggest("support", &names[4]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_letter_is_a_slip),
        cmocka_unit_test(a_letter_too_many_is_a_slip),
        cmocka_unit_test(a_missing_letter_is_a_slip),
        cmocka_unit_test(swapped_neighbours_are_one_slip),
        cmocka_unit_test(words_on_both_sides_of_the_limit),
        cmocka_unit_test(the_nearest_is_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
