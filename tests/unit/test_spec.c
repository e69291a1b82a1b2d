/* test_spec.c: blocks, strict YAML, sections and their merging, typed access, failing memory. */
#include "spec_fixture.h"

static const lf_diagnostic *only(const fixture *f) {
    return &f->report.items[0];
}

/* ---- typed access ---- */

static lf_doc *value(fixture *f, const char *text) {
    return lf_doc_get(
        expect_success(f, read_yaml(f, lf_arena_printf(f->arena, "metadata: %s\n", text))),
        "metadata");
}

static void integers(void **state) {
    fixture *f = *state;
    int64_t n = 0;
    static const struct {
        const char *text;
        int64_t value;
    } right[] = {{"0", 0},
                 {"42", 42},
                 {"-7", -7},
                 {"+7", 7},
                 {"007", 7},
                 {"9223372036854775807", INT64_MAX},
                 {"-9223372036854775808", INT64_MIN}};
    for (size_t i = 0; i < LF_COUNT(right); i++) {
        assert_true(lf_doc_int(value(f, right[i].text), &n));
        assert_true(n == right[i].value);
    }
    static const char *const wrong[] = {"9223372036854775808",
                                        "-9223372036854775809",
                                        "99999999999999999999",
                                        "-x",
                                        "+",
                                        "1.5",
                                        "0x10",
                                        "1e3",
                                        "'1'",
                                        "one",
                                        "",
                                        "[1]"};
    for (size_t i = 0; i < LF_COUNT(wrong); i++)
        assert_false(lf_doc_int(value(f, wrong[i]), &n));
}

static void booleans_and_null(void **state) {
    fixture *f = *state;
    bool b = false;
    assert_true(lf_doc_bool(value(f, "true"), &b) && b);
    assert_true(lf_doc_bool(value(f, "false"), &b) && !b);
    static const char *const texts[] = {"yes", "no", "on", "off", "True", "'true'", "null", "[]"};
    for (size_t i = 0; i < LF_COUNT(texts); i++)
        assert_false(lf_doc_bool(value(f, texts[i]), &b));
    assert_true(lf_doc_is_null(value(f, "null")) && lf_doc_is_null(value(f, "~")) &&
                lf_doc_is_null(value(f, "")));
    assert_false(lf_doc_is_null(value(f, "'null'")) || lf_doc_is_null(value(f, "{}")) ||
                 lf_doc_is_null(NULL));
}

static void lookup(void **state) {
    fixture *f = *state;
    lf_doc *map = value(f, "{a: 1, b: x}");
    assert_string_equal(lf_doc_get(map, "b")->text, "x");
    assert_ptr_equal(lf_doc_get(map, "b")->text, lf_intern_z(f->reader.names, "x"));
    assert_null(lf_doc_get(map, "c"));
    assert_null(lf_doc_get(lf_doc_get(map, "b"), "c"));
    assert_null(lf_doc_get(NULL, "c"));
}

/* ---- blocks ---- */

static void only_yaml_blocks_are_read(void **state) {
    fixture *f = *state;
    lf_doc *doc = read_markdown(
        f, "```json\n[\n```\n\n    yaml: indented code\n\n``yaml``\n\n```yaml\nmetadata: 1\n```\n"
           "```\nnot: read\n```\n```YAML\nactions: [a]\n```\n```yamlish\n[\n```\n");
    expect_success(f, doc);
    assert_int_equal(doc->count, 2);
}

static void yml_is_warned_of(void **state) {
    fixture *f = *state;
    lf_doc *doc = read_markdown(f, "```yaml\nmetadata: 1\n```\n\n  ``` yml\nx: [\n```\n");
    assert_non_null(doc);
    expect_only(f, LF_E0145, 5, 7);
    assert_int_equal(only(f)->severity, LF_WARNING);
}

static void a_file_without_blocks(void **state) {
    fixture *f = *state;
    assert_null(read_markdown(f, "# Prose\n"));
    expect_only(f, LF_E0144, 1, 1);
}

static void empty_blocks_say_nothing(void **state) {
    fixture *f = *state;
    lf_doc *doc =
        expect_success(f, read_markdown(f, "```yaml\n```\n```yaml\n# nothing yet\n```\n"));
    assert_int_equal(doc->count, 0);
    assert_int_equal(expect_success(f, read_yaml(f, ""))->count, 0);
}

static void a_block_must_be_a_map(void **state) {
    fixture *f = *state;
    assert_null(read_markdown(f, "```yaml\n- a\n```\n\n```yaml\ntext\n```\n"));
    expect_diagnostic(f, 0, LF_E0140, 2, 1);
    expect_diagnostic(f, 1, LF_E0140, 6, 1);
}

static void an_unclosed_fence_ends_with_the_file(void **state) {
    fixture *f = *state;
    expect_success(f, read_markdown(f, "```yaml\nmetadata: |\n  x"));
}

/* ---- strictness ---- */

static void duplicate_keys(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "metadata:\n  é: 1\n  b: 2\n  é: 3\n  \"b\": 4\n"));
    expect_diagnostic(f, 0, LF_E0122, 4, 3);
    expect_diagnostic(f, 1, LF_E0122, 5, 3);
    assert_int_equal(f->report.count, 2);
    expect_pos(f->report.items[1].note_pos, 3, 3);
    assert_string_equal(only(f)->message, "duplicate key `é`");
}

static void duplicates_in_large_maps(void **state) {
    fixture *f = *state;
    lf_text text = {0};
    lf_text_addz(&text, "metadata:\n");
    for (int i = 0; i < 5000; i++)
        lf_text_printf(&text, "  k%d: %d\n", i, i);
    lf_text_addz(&text, "  k4321: again\n");
    assert_null(read_yaml(f, text.data));
    lf_text_free(&text);
    expect_only(f, LF_E0122, 5002, 3);
    expect_pos(only(f)->note_pos, 4323, 3);
}

static void what_the_language_leaves_out(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(
        f, "metadata:\n  a: &x 1\n  b: *x\n  c: !foo d\n  <<: {e: 1}\n  ? [f]\n  : g\n  : h\n"
           "  i: !!str [j]\n"));
    expect_diagnostic(f, 0, LF_E0123, 2, 7);
    expect_diagnostic(f, 1, LF_E0123, 3, 7);
    expect_diagnostic(f, 2, LF_E0124, 4, 6);
    expect_diagnostic(f, 3, LF_E0125, 5, 3);
    expect_diagnostic(f, 4, LF_E0126, 6, 5);
    assert_int_equal(f->report.items[5].code, LF_E0126);
    expect_diagnostic(f, 6, LF_E0124, 9, 6);
    assert_int_equal(f->report.count, 7);
}

static void quoted_signs_are_texts(void **state) {
    fixture *f = *state;
    lf_doc *doc = value(f, "{'<<': '&a', b: '*c', d: '!e'}");
    assert_int_equal(doc->count, 3);
}

static void several_documents(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "metadata: 1\n---\nactions: []\n"));
    expect_only(f, LF_E0127, 2, 1);
}

static void one_document_marker_is_fine(void **state) {
    fixture *f = *state;
    expect_success(f, read_yaml(f, "---\nmetadata: 1\n...\n"));
}

static void directives(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "%YAML 1.1\n---\nmetadata: yes\n"));
    expect_only(f, LF_E0128, 1, 1);
}

static void control_characters(void **state) {
    static const char *const rows[] = {"\\0", "\\e", "\\r", "\\x07", "\\x7f", "\\x9b", "\\N"};
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        fixture *f = *state;
        char text[64];
        snprintf(text, sizeof text, "metadata: \"a%sb\"\n", rows[i]);
        assert_null(read_yaml(f, text));
        expect_only(f, LF_E0131, 1, 11);
        f->report.count = f->report.errors = 0;
    }
    assert_non_null(read_yaml(*state, "metadata: \"a\\n\\t\\u00a0b\"\n"));
}

static void syntax_errors(void **state) {
    fixture *f = *state;
    static const struct {
        const char *yaml;
        lf_code code;
        uint32_t line;
        uint16_t column;
        const char *message;
    } rows[] = {
        {"metadata: é: c\n", LF_E0120, 1, 12, "a second `key:` on one line"},
        {"metadata:\n  a: [b,\n    c\n", LF_E0120, 2, 6, "this `[` is never closed"},
        {"metadata: {b: 1\n", LF_E0120, 1, 11, "this `{` is never closed"},
        {"metadata: {b: 1\nseats: [c]\n", LF_E0120, 1, 11, "this `{` is never closed"},
        {"metadata: {b: c[1] + 2}\n", LF_E0120, 1, 16, "expected a comma or the closing bracket"},
        {"metadata:\n  b: {s in c where d} != {}\n", LF_E0120, 2, 6,
         "without quotes, this `{` begins a YAML map"},
        {"metadata:\n  - [1, [2]][0]\n", LF_E0120, 2, 5,
         "without quotes, this `[` begins a YAML list"},
        {"metadata: {b: \n", LF_E0120, 1, 11, "this `{` is never closed"},
        {"metadata: - a\n", LF_E0120, 1, 11, "a list cannot begin on the line of its key"},
        {"metadata:\n  - a\n  b: 1\n", LF_E0120, 3, 3, "expected a list entry, `- …`"},
        {"metadata:\n  a: 1\n  - b\n", LF_E0120, 3, 3, "expected a `key: value` entry"},
        {"metadata: \"b\n", LF_E0120, 1, 12, "this quoted text is never closed"},
        {"metadata: ]\n", LF_E0120, 1, 11, "unmatched `]`"},
        {"metadata:\n\ta: 1\n", LF_E0121, 2, 1, "tab in the indentation"},
        {"metadata: @x\n", LF_E0120, 1, 11, "invalid YAML: plain scalar cannot start with '@'"},
        {"metadata: 1\nb\n", LF_E0120, 2, 1, "expected a `key: value` entry"},
        {"metadata: \"\\q\"\n", LF_E0120, 1, 12,
         "invalid YAML: invalid escape 'q' in double-quoted string"},
        {"é:b\nmetadata: d\n", LF_E0120, 1, 1, "this is not a `key: value` entry"},
        {" metadata: 1\nb: 2\n", LF_E0120, 2, 1, "this line does not continue the map above"},
    };
    for (size_t i = 0; i < LF_COUNT(rows); i++) {
        f->report.count = 0;
        assert_null(read_yaml(f, rows[i].yaml));
        expect_only(f, rows[i].code, rows[i].line, rows[i].column);
        assert_string_equal(only(f)->message, rows[i].message);
    }
}

static void an_error_does_not_hide_the_next_block(void **state) {
    fixture *f = *state;
    assert_null(read_markdown(f, "```yaml\nmetadata: [\n```\n\n- ```yaml\n  actions: }\n  "
                                 "```\n\n```yaml\nfunktions: {}\n```\n"));
    expect_diagnostic(f, 0, LF_E0120, 2, 11);
    expect_diagnostic(f, 1, LF_E0120, 6, 12);
    expect_diagnostic(f, 2, LF_E0141, 10, 1);
    assert_int_equal(f->report.count, 3);
}

static void not_utf8(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "metadata: é\xff\n"));
    expect_only(f, LF_E0102, 1, 12);
    f->report.count = 0;
    assert_null(lf_spec_read_text(&f->reader, "t", "a\0b", 3, false, test_sections));
    expect_only(f, LF_E0102, 1, 2);
}

static void deep_nesting(void **state) {
    fixture *f = *state;
    static const char *const openings[] = {"[", "{a: ", "- ", "? "};
    for (size_t i = 0; i < LF_COUNT(openings); i++) {
        lf_text text = {0};
        for (int n = 0; n < 1000000; n++)
            lf_text_addz(&text, openings[i]);
        f->report.count = 0;
        assert_null(
            lf_spec_read_text(&f->reader, "t", text.data, text.length, false, test_sections));
        assert_int_equal(f->report.count, 1);
        assert_int_equal(only(f)->code, LF_E0129);
        lf_text_free(&text);
    }
}

/* ---- sections ---- */

static void unknown_sections_name_the_nearest(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "metadata: 1\nfunktions: {}\nzzz: 1\n"));
    expect_diagnostic(f, 0, LF_E0141, 2, 1);
    assert_string_equal(only(f)->note, "did you mean `functions`?");
    assert_int_equal(only(f)->length, 9);
    expect_diagnostic(f, 1, LF_E0141, 3, 1);
    assert_null(f->report.items[1].note);
}

static void sections_merge_by_kind(void **state) {
    fixture *f = *state;
    lf_doc *doc = read_markdown(
        f, "```yaml\nactions: [a]\nfunctions: {f: 1}\n```\n\n```yaml\nfunctions:\n  g: 2\n"
           "metadata: [x]\nactions:\n  - b\n  - c\n```\n\n```yaml\nactions:\nfunctions:\n```\n");
    expect_success(f, doc);
    assert_int_equal(doc->count, 3);
    lf_doc *actions = lf_doc_get(doc, "actions"), *functions = lf_doc_get(doc, "functions");
    assert_int_equal(actions->count, 3);
    assert_string_equal(actions->items[2]->text, "c");
    expect_pos(actions->pos, 2, 10);
    assert_int_equal(functions->count, 2);
    assert_string_equal(functions->pairs[1].key, "g");
    expect_pos(functions->pairs[1].key_pos, 8, 3);
}

static void sections_that_stand_twice(void **state) {
    fixture *f = *state;
    assert_null(read_markdown(f, "```yaml\nmetadata: 1\nfunctions: {f: 1}\n```\n```yaml\nmetadata: "
                                 "2\nfunctions: {f: 1}\n```\n"));
    expect_diagnostic(f, 0, LF_E0142, 6, 1);
    expect_pos(only(f)->note_pos, 2, 1);
    expect_diagnostic(f, 1, LF_E0122, 7, 13);
    expect_pos(f->report.items[1].note_pos, 3, 13);
}

static void sections_of_the_wrong_shape(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "actions: {a: 1}\nfunctions: [f]\n"));
    expect_diagnostic(f, 0, LF_E0143, 1, 10);
    expect_diagnostic(f, 1, LF_E0143, 2, 12);
    assert_string_equal(f->report.items[1].message, "section `functions` must be a map");
}

static void texts_cannot_import(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "imports: [a.md]\n"));
    expect_only(f, LF_E0111, 1, 1);
}

/* ---- failing memory ---- */

static const char small_spec[] =
    "# Game\n\n1. list\n\n   ```yaml\n   metadata: {a: \"x\\ty\"}\n   ```\n\n```yml\n```\n\n"
    "```yaml\nactions: [a, b]\nfunctions:\n  f: |\n    one\n    two\n  f: 1\n```\n\n"
    "```yaml\nactions: [\n```\n";

/* Whether the spec was read to its end; everything is freed either way. */
static bool read_with_failure_at(uint64_t n) {
    lf_arena *arena = lf_arena_new();
    volatile bool finished = false;
    if (!setjmp(*lf_arena_guard(arena))) {
        lf_fail_allocation_at(n);
        lf_sources sources = {.arena = arena};
        lf_report report = {.arena = arena};
        lf_reader reader = {arena, lf_names_new(arena), &sources, &report};
        lf_spec_read_text(&reader, "t.md", small_spec, sizeof small_spec - 1, true, test_sections);
        finished = report.count == 3;
    }
    lf_fail_allocation_at(0);
    lf_arena_free(arena);
    return finished;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    uint64_t n = 1;
    while (!read_with_failure_at(n))
        n++;
    assert_true(n > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SPEC_TEST(integers),
        SPEC_TEST(booleans_and_null),
        SPEC_TEST(lookup),
        SPEC_TEST(only_yaml_blocks_are_read),
        SPEC_TEST(yml_is_warned_of),
        SPEC_TEST(a_file_without_blocks),
        SPEC_TEST(empty_blocks_say_nothing),
        SPEC_TEST(a_block_must_be_a_map),
        SPEC_TEST(an_unclosed_fence_ends_with_the_file),
        SPEC_TEST(duplicate_keys),
        SPEC_TEST(duplicates_in_large_maps),
        SPEC_TEST(what_the_language_leaves_out),
        SPEC_TEST(quoted_signs_are_texts),
        SPEC_TEST(several_documents),
        SPEC_TEST(one_document_marker_is_fine),
        SPEC_TEST(directives),
        SPEC_TEST(control_characters),
        SPEC_TEST(syntax_errors),
        SPEC_TEST(an_error_does_not_hide_the_next_block),
        SPEC_TEST(not_utf8),
        SPEC_TEST(deep_nesting),
        SPEC_TEST(unknown_sections_name_the_nearest),
        SPEC_TEST(sections_merge_by_kind),
        SPEC_TEST(sections_that_stand_twice),
        SPEC_TEST(sections_of_the_wrong_shape),
        SPEC_TEST(texts_cannot_import),
        SPEC_TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
