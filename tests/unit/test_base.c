/* test_base.c: memory, names, maps, sources, reports and how they are rendered, nearest names,
 * UTF-8, the generator of random numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "base/bits.h"
#include "support/random.h"

/* An arena whose guard fails the test. */
static lf_arena *new_arena(void) {
    lf_arena *arena = lf_arena_new();
    assert_non_null(arena);
    return arena;
}
#define GUARD(arena)                                                                               \
    do {                                                                                           \
        if (setjmp(*lf_arena_guard(arena)))                                                        \
            fail_msg("out of memory");                                                             \
    } while (0)

/* ---- allocation ---- */

static void allocation_fails_from_the_nth_call_on(void **state) {
    (void)state;
    lf_fail_allocation_at(2);
    void *first = lf_malloc(1);
    assert_non_null(first);
    assert_null(lf_malloc(1));
    assert_null(lf_calloc(1, 1));
    assert_null(lf_realloc(first, 10));
    lf_fail_allocation_at(0);
    uint64_t before = lf_allocation_count();
    first = lf_realloc(first, 10);
    assert_non_null(first);
    assert_int_equal(lf_allocation_count(), before + 1);
    lf_free(first);
}

/* ---- arenas ---- */

static void arena_memory_is_zeroed_and_aligned(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *p = lf_arena_alloc(arena, size);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        if (size)
            memset(p, 0xff, size);
    }
    unsigned char *large = lf_arena_alloc(arena, 5u << 20);
    large[(5u << 20) - 1] = 1;
    assert_true(lf_arena_bytes(arena) > 5u << 20);
    lf_arena_free(arena);
}

static void arena_formats_and_copies(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    assert_string_equal(lf_arena_printf(arena, "%s-%d", "a", 7), "a-7");
    assert_string_equal(lf_arena_strndup(arena, "abcdef", 3), "abc");
    assert_string_equal(lf_arena_strndup(arena, "", 0), "");
    lf_arena_free(arena);
}

static char closed[8];

static void note_closed(void *letter) {
    size_t length = strlen(closed);
    closed[length] = *(const char *)letter;
    closed[length + 1] = '\0';
}

static void closers_run_last_first(void **state) {
    (void)state;
    closed[0] = '\0';
    lf_arena *arena = new_arena();
    GUARD(arena);
    static char letters[] = "abc";
    for (int i = 0; i < 3; i++)
        lf_arena_defer(arena, note_closed, &letters[i]);
    lf_arena_free(arena);
    assert_string_equal(closed, "cba");
    lf_arena_free(NULL);
}

static void a_failed_defer_closes_the_object(void **state) {
    (void)state;
    closed[0] = '\0';
    static char letter[] = "x";
    lf_arena *arena = new_arena();
    if (!setjmp(*lf_arena_guard(arena))) {
        lf_fail_allocation_at(1);
        lf_arena_defer(arena, note_closed, letter);
        fail();
    }
    lf_fail_allocation_at(0);
    assert_string_equal(closed, "x");
    lf_arena_free(arena);
}

static void out_of_memory_jumps_to_the_guard(void **state) {
    (void)state;
    lf_fail_allocation_at(1);
    assert_null(lf_arena_new());
    lf_fail_allocation_at(0);
    lf_arena *arena = new_arena();
    volatile int jumps = 0;
    if (setjmp(*lf_arena_guard(arena)))
        jumps++;
    if (jumps == 0) {
        lf_fail_allocation_at(1);
        lf_arena_printf(arena, "%d", 1);
    } else if (jumps == 1) {
        lf_arena_alloc(arena, SIZE_MAX - 8);
    }
    lf_fail_allocation_at(0);
    assert_int_equal(jumps, 2);
    lf_arena_free(arena);
}

static void arrays_grow(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    int *items = NULL;
    uint32_t count = 0, capacity = 0;
    for (int i = 0; i < 1000; i++)
        LF_PUSH(arena, items, count, capacity, i);
    assert_int_equal(count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    lf_arena_free(arena);
}

/* ---- names and maps ---- */

static void equal_names_are_one_pointer(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    lf_names *names = lf_names_new(arena);
    const char *pointers[500];
    char text[32];
    for (int i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "name-%d", i);
        pointers[i] = lf_intern_z(names, text);
    }
    for (int i = 0; i < 500; i++) {
        int length = snprintf(text, sizeof text, "name-%d", i);
        assert_ptr_equal(lf_intern(names, text, (size_t)length), pointers[i]);
        assert_string_equal(pointers[i], text);
    }
    assert_ptr_equal(lf_intern(names, "abc", 2), lf_intern_z(names, "ab"));
    /* the beginning of an interned name is another name, although it has the same address */
    const char *const call = lf_intern_z(names, "total(side)");
    assert_string_equal(lf_intern(names, call, 5), "total");
    assert_ptr_not_equal(lf_intern(names, "a\0b", 3), lf_intern_z(names, "a"));
    lf_arena_free(arena);
}

static void maps_find_what_was_put(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    lf_names *names = lf_names_new(arena);
    lf_map *map = lf_map_new(arena);
    assert_null(lf_map_get(map, lf_intern_z(names, "absent")));
    int values[300];
    char text[32];
    for (int i = 0; i < 300; i++) {
        snprintf(text, sizeof text, "%d", i);
        lf_map_put(map, lf_intern_z(names, text), &values[i]);
    }
    lf_map_put(map, lf_intern_z(names, "7"), &values[0]);
    for (int i = 0; i < 300; i++) {
        snprintf(text, sizeof text, "%d", i);
        assert_ptr_equal(lf_map_get(map, lf_intern_z(names, text)), &values[i == 7 ? 0 : i]);
    }
    assert_null(lf_map_get(map, lf_intern_z(names, "absent")));
    lf_arena_free(arena);
}

/* ---- sources ---- */

static void expect_line(const lf_sources *sources, uint32_t line, const char *expected) {
    size_t length;
    const char *text = lf_source_line(sources, (lf_pos){1, 1, line}, &length);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(text, expected, length);
}

static void sources_give_their_lines(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    lf_sources sources = {.arena = arena};
    assert_int_equal(lf_sources_add(&sources, "a.md", "one\r\n\nthree", 11), 1);
    expect_line(&sources, 1, "one");
    expect_line(&sources, 2, "");
    expect_line(&sources, 3, "three");
    expect_line(&sources, 4, "");
    expect_line(&sources, 0, "");
    size_t length;
    lf_source_line(&sources, (lf_pos){9, 1, 1}, &length);
    assert_int_equal(length, 0);
    assert_int_equal(lf_sources_add(&sources, "b.md", "", 0), 2);
    lf_arena_free(arena);
}

/* ---- reports ---- */

static void codes_have_names_and_texts(void **state) {
    (void)state;
    for (int i = 0; i < LF_DIAGNOSTIC_CODES; i++) {
        lf_code code = (lf_code)i, found;
        assert_true(lf_code_find(lf_code_name(code), &found));
        assert_int_equal(found, code);
        assert_true(strlen(lf_code_title(code)) > 0);
        assert_true(strlen(lf_code_text(code)) > 0);
    }
    lf_code unused;
    assert_false(lf_code_find("E9999", &unused));
}

static void reports_drop_repetitions_and_sort_stably(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    lf_report report = {.arena = arena};
    lf_report_add(&report, LF_ERROR, LF_E0120, (lf_pos){2, 1, 1}, 1, NULL, "d");
    lf_report_add(&report, LF_ERROR, LF_E0120, (lf_pos){1, 5, 3}, 0, NULL, "b");
    lf_report_add(&report, LF_WARNING, LF_E0145, (lf_pos){1, 5, 3}, 1, NULL, "c");
    lf_report_add(&report, LF_ERROR, LF_E0120, (lf_pos){1, 2, 3}, 1, NULL, "a");
    lf_report_add(&report, LF_ERROR, LF_E0120, (lf_pos){1, 5, 3}, 1, NULL, "%s", "b");
    assert_int_equal(report.count, 4);
    assert_int_equal(report.errors, 3);
    lf_report_sort(&report);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(report.items[i].message[0], "abcd"[i]);
        assert_int_equal(report.items[i].length, 1);
    }
    assert_false(report.truncated);
    lf_arena_free(arena);
}

static void reports_are_cut_off_but_keep_an_error(void **state) {
    (void)state;
    lf_arena *arena = new_arena();
    GUARD(arena);
    lf_report report = {.arena = arena};
    for (uint32_t i = 1; i <= LF_MAX_DIAGNOSTICS; i++)
        lf_report_add(&report, LF_WARNING, LF_E0145, (lf_pos){1, 1, i}, 1, NULL, "w");
    assert_false(report.truncated);
    lf_report_add(&report, LF_WARNING, LF_E0145, (lf_pos){1, 1, 0}, 1, NULL, "w");
    assert_true(report.truncated);
    lf_report_add(&report, LF_ERROR, LF_E0120, (lf_pos){1, 1, 1}, 1, NULL, "e");
    assert_int_equal(report.count, LF_MAX_DIAGNOSTICS);
    assert_int_equal(report.errors, 1);
    assert_int_equal(report.items[LF_MAX_DIAGNOSTICS - 1].severity, LF_ERROR);
    lf_arena_free(arena);
}

/* ---- rendering ---- */

static void expect_rendering(const char *source, lf_diagnostic d, bool colour,
                             const char *expected) {
    lf_arena *arena = new_arena();
    GUARD(arena);
    lf_sources sources = {.arena = arena};
    lf_sources_add(&sources, "path/file.md", source, strlen(source));
    lf_text text = {0};
    lf_diagnostic_render(&d, &sources, colour, &text);
    assert_string_equal(text.data, expected);
    lf_text_free(&text);
    lf_arena_free(arena);
}

static void rendering_shows_the_line_and_a_caret(void **state) {
    (void)state;
    expect_rendering("\n\n\n\n\n\n\n\n\n\n\n\ttrial = 3\n",
                     (lf_diagnostic){LF_ERROR,
                                     LF_E0120,
                                     {1, 2, 12},
                                     5,
                                     "unknown name `trial`",
                                     "did you mean `trail`?",
                                     {0, 0, 0}},
                     false,
                     "path/file.md:12:2: error[E0120]: unknown name `trial`\n"
                     "   12 |  trial = 3\n"
                     "      |  ^^^^^\n"
                     "   note: did you mean `trail`?\n");
}

static void rendering_points_with_notes(void **state) {
    (void)state;
    expect_rendering("é: ü\n",
                     (lf_diagnostic){LF_WARNING, LF_E0122, {1, 4, 1}, 9, "m", "first", {1, 1, 1}},
                     false,
                     "path/file.md:1:4: warning[E0122]: m\n"
                     "    1 | é: ü\n"
                     "      |    ^\n"
                     "   note: path/file.md:1:1: first\n");
}

static void rendering_without_a_place_is_one_line(void **state) {
    (void)state;
    expect_rendering(
        "", (lf_diagnostic){LF_ERROR, LF_E0601, {0, 0, 0}, 1, "out of memory", NULL, {0, 0, 0}},
        false, "error[E0601]: out of memory\n");
}

static void rendering_behind_the_end_of_the_text(void **state) {
    (void)state;
    expect_rendering("a\n", (lf_diagnostic){LF_ERROR, LF_E0120, {1, 9, 2}, 3, "m", NULL, {0, 0, 0}},
                     false,
                     "path/file.md:2:9: error[E0120]: m\n"
                     "    2 |\n"
                     "      | ^\n");
}

static void rendering_widens_the_gutter(void **state) {
    (void)state;
    char source[20001];
    memset(source, '\n', 20000);
    source[20000] = '\0';
    source[12344] = 'x';
    expect_rendering(
        source, (lf_diagnostic){LF_ERROR, LF_E0120, {1, 1, 12345}, 1, "m", NULL, {0, 0, 0}}, false,
        "path/file.md:12345:1: error[E0120]: m\n"
        " 12345 | x\n"
        "       | ^\n");
}

static void rendering_hides_bytes_that_are_no_text(void **state) {
    (void)state;
    expect_rendering("a\xff\x1b\xc2\x9b"
                     "b",
                     (lf_diagnostic){LF_ERROR, LF_E0102, {1, 2, 1}, 1, "m", NULL, {0, 0, 0}}, false,
                     "path/file.md:1:2: error[E0102]: m\n"
                     "    1 | a\uFFFD\u241B\uFFFD"
                     "b\n"
                     "      |  ^\n");
}

static void rendering_shows_control_characters_of_messages(void **state) {
    (void)state;
    expect_rendering(
        "x\n", (lf_diagnostic){LF_ERROR, LF_E0120, {1, 1, 1}, 1, "a\x1b[2J", "\x7f", {0, 0, 0}},
        false,
        "path/file.md:1:1: error[E0120]: a\u241B[2J\n"
        "    1 | x\n"
        "      | ^\n"
        "   note: \u2421\n");
}

static void rendering_in_colour(void **state) {
    (void)state;
    expect_rendering(
        "x\n", (lf_diagnostic){LF_ERROR, LF_E0120, {1, 1, 1}, 1, "m", "n", {0, 0, 0}}, true,
        "\033[1mpath/file.md:1:1: \033[0m\033[1;31merror[E0120]\033[0m\033[1m: m\033[0m\n"
        "\033[1;36m    1 |\033[0m x\n"
        "\033[1;36m      |\033[0m \033[1;31m^\033[0m\n"
        "   \033[1;36mnote\033[0m: n\n");
}

static void rendering_cuts_long_lines(void **state) {
    (void)state;
    char source[1001], expected[1000];
    memset(source, 'a', 1000);
    source[1000] = '\0';
    source[499] = 'B';
    char before[61], after[100], blanks[62];
    memset(before, 'a', 60), before[60] = '\0';
    memset(after, 'a', 99), after[99] = '\0';
    memset(blanks, ' ', 61), blanks[61] = '\0';
    snprintf(expected, sizeof expected,
             "path/file.md:1:500: error[E0120]: m\n"
             "    1 | …%sB%s…\n"
             "      | %s^\n",
             before, after, blanks);
    expect_rendering(source,
                     (lf_diagnostic){LF_ERROR, LF_E0120, {1, 500, 1}, 1, "m", NULL, {0, 0, 0}},
                     false, expected);
}

/* ---- texts ---- */

static void texts_grow_and_survive_failure(void **state) {
    (void)state;
    lf_text text = {0};
    for (int i = 0; i < 1000; i++)
        lf_text_printf(&text, "%03d,", i);
    assert_int_equal(text.length, 4000);
    assert_memory_equal(text.data + 3996, "999,", 5);
    lf_fail_allocation_at(1);
    for (int i = 0; i < 1000; i++)
        lf_text_addz(&text, "more and more");
    lf_fail_allocation_at(0);
    assert_true(text.failed);
    assert_int_equal(text.data[text.length], '\0');
    lf_text_free(&text);
    assert_null(text.data);
}

/* ---- nearest names ---- */

static const char *nearest(const char *word, const char *const *candidates) {
    lf_nearest n = lf_nearest_to(word);
    for (; *candidates; candidates++)
        lf_nearest_offer(&n, *candidates);
    return n.best;
}

static void nearest_names(void **state) {
    (void)state;
    const char *const names[] = {"trail", "tail", "support", "Support", "aid", "x", NULL};
    assert_string_equal(nearest("trial", names), "trail");
    assert_string_equal(nearest("suport", names), "support");
    assert_string_equal(nearest("Suport", names), "Support");
    assert_string_equal(nearest("TRAIL", names), "trail");
    assert_string_equal(nearest("trails", names), "trail");
    assert_null(nearest("casualties", names));
    assert_null(nearest("y", names));
    assert_null(nearest("", names));
    char endless[200];
    memset(endless, 'a', sizeof endless - 1), endless[199] = '\0';
    assert_null(nearest(endless, (const char *const[]){endless, NULL}));
}

/* ---- UTF-8 ---- */

static void utf8_is_strict(void **state) {
    (void)state;
    size_t bad = 99;
    assert_true(lf_utf8_valid("aé☺😀", 10, &bad));
    assert_int_equal(lf_utf8_count("aé☺😀", 10), 4);
    static const char *const wrong[] = {"\x80",
                                        "\xc0\x80",
                                        "\xe0\x80\x80",
                                        "\xed\xa0\x80",
                                        "\xf0\x80\x80\x80",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xe2\x98",
                                        "\xc3"};
    for (size_t i = 0; i < LF_COUNT(wrong); i++) {
        char text[8] = "é";
        strcat(text, wrong[i]);
        assert_false(lf_utf8_valid(text, strlen(text), &bad));
        assert_int_equal(bad, 2);
        assert_int_equal(lf_utf8_length(wrong[i], wrong[i] + strlen(wrong[i])), 1);
    }
}

/* Texts that were cut: whole characters stay, what is left of one goes. */
static void utf8_is_mended(void **state) {
    (void)state;
    static const struct {
        const char *text, *mended;
    } rows[] = {{"", ""},          {"plain", "plain"}, {"a\xc3\xa9", "a\xc3\xa9"},
                {"a\xc3", "a"},    {"\xe2\x98", ""},   {"\"a\xe2\x98\" b", "\"a\" b"},
                {"\xa9x\xff", "x"}};
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        char text[16];
        snprintf(text, sizeof text, "%s", rows[i].text);
        lf_utf8_mend(text);
        assert_string_equal(text, rows[i].mended);
    }
}

/* The numbers are those that are published for SplitMix64 with this seed. */
static void the_generator_is_splitmix64(void **unused) {
    (void)unused;
    static const uint64_t published[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
    uint64_t game = 1234567;
    lf_random tool = {1234567};
    for (size_t i = 0; i < LF_COUNT(published); i++) {
        assert_true(lf_rng_next(&game) == published[i]);
        assert_true(lf_random_next(&tool) == published[i]);
        assert_true(lf_series_seed(1234567, i + 1) == published[i] >> 11);
    }
    assert_true(lf_series_seed(1234567, 0) == 1234567);
}

/* The first draw below n by the letter of lf_random.h, with the division for every number. */
static uint32_t drawn_plainly(uint64_t *state, uint32_t n) {
    for (;;) {
        const uint64_t product = (lf_rng_next(state) >> 32) * (uint64_t)n;
        if (product % (UINT64_C(1) << 32) >= (UINT64_C(1) << 32) % n)
            return (uint32_t)(product >> 32);
    }
}

static void draws_are_unbiased_and_the_same_for_game_and_tools(void **unused) {
    (void)unused;
    static const uint32_t sizes[] = {1, 2, 3, 6, 52, 1000, 0x7fffffff, 0x60000000};
    for (size_t i = 0; i < LF_COUNT(sizes); i++) {
        uint64_t plain = i, game = i;
        lf_random tool = {i};
        for (int draw = 0; draw < 1000; draw++) {
            const uint32_t expected = drawn_plainly(&plain, sizes[i]);
            assert_true(expected < sizes[i]);
            assert_int_equal(lf_rng_below(&game, sizes[i]), expected);
            assert_int_equal(lf_random_below(&tool, (int)sizes[i]), expected);
        }
        assert_true(plain == game && plain == tool.state); /* as many were rejected */
    }
}

static void bits_are_counted(void **unused) {
    (void)unused;
    assert_int_equal(lf_popcount(0), 0);
    assert_int_equal(lf_popcount(UINT64_MAX), 64);
    for (int bit = 0; bit < 64; bit++) {
        assert_int_equal(lf_popcount(UINT64_C(1) << bit), 1);
        assert_int_equal(lf_popcount((UINT64_C(1) << bit) - 1), bit);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_mended),
        cmocka_unit_test(allocation_fails_from_the_nth_call_on),
        cmocka_unit_test(arena_memory_is_zeroed_and_aligned),
        cmocka_unit_test(arena_formats_and_copies),
        cmocka_unit_test(closers_run_last_first),
        cmocka_unit_test(a_failed_defer_closes_the_object),
        cmocka_unit_test(out_of_memory_jumps_to_the_guard),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(equal_names_are_one_pointer),
        cmocka_unit_test(maps_find_what_was_put),
        cmocka_unit_test(sources_give_their_lines),
        cmocka_unit_test(codes_have_names_and_texts),
        cmocka_unit_test(reports_drop_repetitions_and_sort_stably),
        cmocka_unit_test(reports_are_cut_off_but_keep_an_error),
        cmocka_unit_test(rendering_shows_the_line_and_a_caret),
        cmocka_unit_test(rendering_points_with_notes),
        cmocka_unit_test(rendering_without_a_place_is_one_line),
        cmocka_unit_test(rendering_behind_the_end_of_the_text),
        cmocka_unit_test(rendering_widens_the_gutter),
        cmocka_unit_test(rendering_hides_bytes_that_are_no_text),
        cmocka_unit_test(rendering_shows_control_characters_of_messages),
        cmocka_unit_test(rendering_in_colour),
        cmocka_unit_test(rendering_cuts_long_lines),
        cmocka_unit_test(texts_grow_and_survive_failure),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(the_generator_is_splitmix64),
        cmocka_unit_test(draws_are_unbiased_and_the_same_for_game_and_tools),
        cmocka_unit_test(bits_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
