/* test_notation_robust.c: texts that nobody writes. Whatever the parser is given, it ends, reports
 * what is wrong, and returns a well-formed AST or none; when memory runs out, it leaves through the
 * arena's guard. */
#include "notation_fixture.h"

/* ---- well-formed ASTs ---- */

/* Every kid that is not optional is there, and the tree is no deeper than a walk can go. */
static void check_shape(const lf_node *node, int depth) {
    assert_true(depth < 4000);
    const lf_node_shape *shape = lf_node_shape_of((lf_node_kind)node->kind);
    if (node->kind != LF_N_LIST)
        assert_int_equal(node->kid_count, shape->kid_count);
    uint32_t kid = 0;
    for (int i = 0; i < shape->field_count; i++) {
        char kind = shape->fields[i].kind;
        if (kind == 'n' || kind == 'd')
            assert_non_null(node->name);
        if (strchr("nwid", kind))
            continue;
        if (!shape->fields[i].optional)
            assert_non_null(node->kids[kid]);
        kid++;
    }
    for (uint32_t i = 0; i < node->kid_count; i++)
        if (node->kids[i])
            check_shape(node->kids[i], depth + 1);
}

static void check_bytes(const char *text, size_t length) {
    for (int p = EXPRESSION; p <= TEXT; p++) {
        fixture f;
        open_fixture(&f);
        lf_node *node = parse_bytes(&f, (place)p, text, length);
        if (node)
            check_shape(node, 0);
        if (p != BLOCK)
            assert_int_equal(node == NULL, f.report.count > 0);
        assert_true(f.report.count == f.report.errors || f.report.truncated);
        close_fixture(&f);
    }
}

/* ---- depth ---- */

typedef struct {
    place place;
    const char *prefix, *repeated, *middle, *closing;
} deep_row;

static void check_deep(const deep_row *row, int times) {
    lf_text text = {0};
    lf_text_addz(&text, row->prefix);
    for (int i = 0; i < times; i++)
        lf_text_addz(&text, row->repeated);
    lf_text_addz(&text, row->middle);
    for (int i = 0; i < times; i++)
        lf_text_addz(&text, row->closing);
    fixture f;
    open_fixture(&f);
    lf_node *node = parse(&f, row->place, text.data);
    if (node)
        check_shape(node, 0);
    if (f.report.count != 1 || f.report.items[0].code != LF_E0227)
        fail_msg("no limit, or no clean one, on %s%s", row->prefix, row->repeated);
    close_fixture(&f);
    lf_text_free(&text);
}

static void test_deep_nesting(void **state) {
    (void)state;
    static const deep_row rows[] = {
        {EXPRESSION, "", "(", "a", ")"},
        {EXPRESSION, "", "not ", "a", ""},
        {EXPRESSION, "", "- ", "a", ""},
        {EXPRESSION, "", "f(", "a", ")"},
        {EXPRESSION, "", "{", "a", "}"},
        {EXPRESSION, "", "a[", "a", "]"},
        {EXPRESSION, "a", " + a", "", ""},
        {EXPRESSION, "a", ".b", "", ""},
        {EXPRESSION, "a", "[0]", "", ""},
        {EXPRESSION, "", "roll ", "6", ""},
        {EXPRESSION, "a", " or a and a", "", ""},
        {EXPRESSION, "", "any s in a where ", "a", ""},
        {EXPRESSION, "", "if a then b else ", "c", ""},
        {EXPRESSION, "", "\"{", "a", "}\""},
        {EXPRESSION, "", "min(a, ", "a", ")"},
        {EXPRESSION, "", "count(s in a where ", "a", ")"},
        {EXPRESSION, "", "{s in a where ", "a", "}"},
        {TEXT, "", "{\"", "a", "\"}"},
        {BLOCK, "", "if a: ", "b()", ""},
        {BLOCK, "if a: b()\n", "else if a: b()\n", "", ""},
        {BLOCK, "x = ", "(", "a", ")"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++)
        check_deep(&rows[i], 5000);
}

/* Nothing of this is closed: the lexer reports that, and the parser still must not follow it
 * down. */
static void test_deep_and_open(void **state) {
    (void)state;
    static const char *const repeated[] = {"(",   "{",   "a[", "f(",      "\"{",
                                           "{\"", "(\n", "[)", "choose ", "if a: x = ("};
    for (size_t i = 0; i < LF_COUNT(repeated); i++) {
        lf_text text = {0};
        for (int n = 0; n < 5000; n++)
            lf_text_addz(&text, repeated[i]);
        check_bytes(text.data, text.length);
        lf_text_free(&text);
    }
}

static void test_deep_blocks(void **state) {
    (void)state;
    lf_text text = {0};
    for (int depth = 0; depth < 600; depth++)
        lf_text_printf(&text, "%*sif a\n", depth, "");
    lf_text_printf(&text, "%*sb()\n", 600, "");
    lf_text_addz(&text, "x = = 1\n");
    fixture f;
    open_fixture(&f);
    check_shape(parse(&f, BLOCK, text.data), 0);
    assert_int_equal(f.report.count, 2); /* the depth once, and the mistake behind it */
    assert_int_equal(f.report.items[0].code, LF_E0227);
    assert_int_equal(f.report.items[1].code, LF_E0217);
    close_fixture(&f);
    lf_text_free(&text);
}

static void test_depth_just_fits(void **state) {
    (void)state;
    char source[2 * LF_MAX_EXPR_DEPTH + 2] = {0};
    int depth = LF_MAX_EXPR_DEPTH - 1; /* the expression itself is the first level */
    memset(source, '(', (size_t)depth);
    source[depth] = 'a';
    memset(source + depth + 1, ')', (size_t)depth);
    fixture f;
    open_fixture(&f);
    assert_non_null(parse(&f, EXPRESSION, source));
    close_fixture(&f);
}

/* ---- noise ---- */

/* xorshift: the same noise in every run. */
static uint32_t next_random(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void test_random_bytes(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < 4000; round++) {
        char text[120];
        size_t length = next_random(&seed) % sizeof text;
        for (size_t i = 0; i < length; i++) {
            uint32_t r = next_random(&seed);
            text[i] = (char)(round % 2 ? r >> 8
                                       : (uint32_t) "ab1 \n\"{}()[].,:+-*/=<>!#'\\"[(r >> 8) % 26]);
        }
        check_bytes(text, length);
    }
}

static const char *const fragments[] = {
    "if ",     "else ",   "for each ",    "s ",      "in ",        "spaces ",  "where ",
    "choose ", "option ", "\"a {b} c\" ", "up to ",  "2 ",         "Red ",     "troops ",
    "from ",   "to ",     "place ",       "remove ", "all ",       "or ",      "and ",
    "not ",    "done ",   "none ",        "(",       ")",          "{",        "}",
    "[",       "]",       "\n",           "\n  ",    "\n    ",     "\n      ", ": ",
    "= ",      "+= ",     "== ",          "- ",      "+ ",         ".x ",      "f(",
    ", ",      "any ",    "count(",       "sum(",    "for ",       "repeat ",  "at most ",
    "times ",  "while ",  "let ",         "by ",     "in order [", "chosen ",  "with ",
    "flip ",   "move ",   "log ",         "\"",      "then ",      "is ",      "..",
    "; ",      "&& ",     "'a' ",         "# x\n",   "end ",       "game ",    "table by ",
};

static void test_random_fragments(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (int round = 0; round < 6000; round++) {
        char text[512];
        size_t length = 0;
        for (uint32_t n = next_random(&seed) % 24; n > 0; n--) {
            const char *fragment = fragments[next_random(&seed) % LF_COUNT(fragments)];
            memcpy(text + length, fragment, strlen(fragment));
            length += strlen(fragment);
        }
        check_bytes(text, length);
    }
}

static const char sample[] =
    "let moved = table by spaces of int\n"
    "for each s in spaces where any Red (troops or bases) in s and not (s.rich or s.safe)\n"
    "  choose n in 0..count(Red troops in s) \"From {s}, {n - 1} left?\" by Red or done \"Stop\"\n"
    "  choose up to 2 * n targets in {t in adjacent(s) where t != s} \"Where?\"\n"
    "  move n / 2 Red troops from s to first t in targets where moved[t] == 0\n"
    "  choose \"What?\"\n"
    "    option \"Remove\" when s.mark > -1\n"
    "      remove all Red pieces from s in order [Red troops, Red bases] by Blue\n"
    "    option \"Raid\": raid(s, free: true)\n"
    "  if s.kind is road: continue\n"
    "  else if x not in {a, b}\n"
    "    s.mark += min(roll 6, sum(t.worth for t in targets)) mod 3\n"
    "require gold >= 0 because \"no gold\"\n";

/* One byte of a sound rule is changed, left out or doubled. */
static void test_mutations(void **state) {
    (void)state;
    static const char bytes[] = "\n\t \"'(){}[]:=-.#x1\\\xc3";
    uint32_t seed = 3;
    for (size_t at = 0; at < sizeof sample - 1; at++) {
        char text[sizeof sample + 1];
        memcpy(text, sample, sizeof sample);
        text[at] = bytes[next_random(&seed) % (sizeof bytes - 1)];
        check_bytes(text, sizeof sample - 1);
        memmove(text + at, sample + at + 1, sizeof sample - at - 1);
        check_bytes(text, sizeof sample - 2);
        memcpy(text + at, sample + (at ? at - 1 : 0), sizeof sample - at);
        check_bytes(text, sizeof sample - 1);
        check_bytes(sample, at);
    }
}

static void test_sample_is_sound(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    check_shape(parse(&f, BLOCK, sample), 0);
    assert_int_equal(f.report.count, 0);
    close_fixture(&f);
}

/* ---- memory ---- */

/* True if the parse came to its end. */
static bool parse_with_failure_at(const char *source, uint64_t n) {
    lf_fail_allocation_at(n);
    volatile bool done = false;
    fixture f;
    f.arena = lf_arena_new();
    if (f.arena) {
        if (!setjmp(*lf_arena_guard(f.arena))) {
            fill_fixture(&f);
            parse(&f, BLOCK, source);
            done = true;
        }
        lf_arena_free(f.arena);
    }
    lf_fail_allocation_at(0);
    return done;
}

/* Long enough for several blocks of the arena; with errors at the end, so that reporting runs out
 * of memory, too. */
static void test_every_allocation_may_fail(void **state) {
    (void)state;
    lf_text text = {0};
    for (int i = 0; i < 40; i++)
        lf_text_addz(&text, sample);
    for (int i = 0; i < 40; i++)
        lf_text_addz(&text, "x = = 1\nlog \"{a\nif b\n");
    uint64_t n = 1;
    while (!parse_with_failure_at(text.data, n))
        n++;
    assert_true(n > 3);
    lf_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_deep_and_open),
        cmocka_unit_test(test_deep_blocks),
        cmocka_unit_test(test_depth_just_fits),
        cmocka_unit_test(test_random_bytes),
        cmocka_unit_test(test_random_fragments),
        cmocka_unit_test(test_sample_is_sound),
        cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
