/* test_spec_positions.c: that every byte of every scalar knows where it stands. */
#include "spec_fixture.h"

/* The character of the source at a place. */
static const char *character_at(const fixture *f, lf_pos pos, int *length) {
    size_t bytes;
    const char *line = lf_source_line(&f->sources, pos, &bytes), *end = line + bytes;
    for (uint16_t column = 1; column < pos.column && line < end; column++)
        line += lf_utf8_length(line, end);
    *length = line < end ? lf_utf8_length(line, end) : 0;
    return line;
}

/* Every character of the text must stand where it says; breaks, folded or not, at the end of a line
 * (its trailing blanks aside). Not for texts with escapes. */
static void expect_text_in_source(const fixture *f, const lf_doc *scalar) {
    const char *text = scalar->text;
    for (uint32_t i = 0; i < scalar->length;) {
        int length = lf_utf8_length(text + i, text + scalar->length), there;
        const char *source = character_at(f, lf_doc_pos_at(scalar, i), &there);
        bool same = there == length && memcmp(source, text + i, (size_t)length) == 0;
        bool at_break = there == 0 && (text[i] == ' ' || text[i] == '\n');
        if (!same && !at_break)
            fail_msg("byte %u of `%s` stands at `%.*s`", (unsigned)i, text, there, source);
        i += (uint32_t)length;
    }
}

static lf_doc *scalar_of(fixture *f, const char *yaml) {
    return lf_doc_get(expect_success(f, read_yaml(f, yaml)), "metadata");
}

static void expect_at(const lf_doc *scalar, const char *part, uint32_t line, uint16_t column) {
    const char *found = strstr(scalar->text, part);
    assert_non_null(found);
    expect_pos(lf_doc_pos_at(scalar, (uint32_t)(found - scalar->text)), line, column);
}

static void plain_texts(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: one é two\n");
    expect_pos(doc->pos, 1, 11);
    expect_at(doc, "two", 1, 17);
    assert_int_equal(doc->run_count, 0);
    expect_pos(lf_doc_pos_at(doc, 5), 1, 15); /* in the middle of é: the next byte is still é */
    expect_pos(lf_doc_pos_at(doc, 999), 1, 20);
}

static void plain_texts_on_several_lines(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: one é\n   two  x  \n\n\n     three\n");
    assert_string_equal(doc->text, "one é two  x\n\nthree");
    expect_text_in_source(f, doc);
    expect_at(doc, "two", 2, 4);
    expect_at(doc, "three", 5, 6);
}

static void literal_texts(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: |  # why |\n\n  é one\n    two\n\n  three\n");
    assert_string_equal(doc->text, "\né one\n  two\n\nthree\n");
    assert_int_equal(doc->style, LF_STYLE_LITERAL);
    expect_pos(doc->pos, 1, 11);
    expect_text_in_source(f, doc);
    expect_at(doc, "one", 3, 5);
    expect_at(doc, "  two", 4, 3);
    expect_at(doc, "three", 6, 3);
    assert_int_equal(doc->run_count, 5); /* one a line */
}

static void literal_texts_with_indicators(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: |1+\n   a\n  b\n\n\n");
    assert_string_equal(doc->text, "  a\n b\n\n\n");
    expect_text_in_source(f, doc);
    expect_at(doc, "a", 2, 4);
    expect_at(doc, "b", 3, 3);
    expect_pos(lf_doc_pos_at(doc, 8), 5, 1);
}

static void a_literal_text_without_a_last_newline(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: |\n  a\n  b");
    assert_string_equal(doc->text, "a\nb\n");
    expect_text_in_source(f, doc);
    expect_at(doc, "b", 3, 3);
}

static void empty_texts(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: |\n\n");
    assert_string_equal(doc->text, "");
    expect_pos(doc->pos, 1, 11);
    doc = scalar_of(f, "metadata: ''\n");
    assert_false(lf_doc_is_null(doc));
    expect_pos(doc->pos, 1, 11);
    doc = scalar_of(f, "metadata:\n");
    assert_true(lf_doc_is_null(doc));
    assert_int_equal(doc->pos.line, 1);
}

static void folded_texts(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(
        f, "metadata: >-\n\n  one\n  é two \n\n  three\n    more\n     most\n\n  last\n\n");
    assert_string_equal(doc->text, "\none é two \nthree\n  more\n   most\n\nlast");
    expect_text_in_source(f, doc);
    expect_at(doc, "one", 3, 3);
    expect_at(doc, "two", 4, 5);
    expect_at(doc, "three", 6, 3);
    expect_at(doc, "more", 7, 5);
    expect_at(doc, "most", 8, 6);
    expect_at(doc, "last", 10, 3);
}

static void single_quoted_texts(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: 'it''s é\n  here\n\n  there '\n");
    assert_string_equal(doc->text, "it's é here\nthere ");
    assert_int_equal(doc->style, LF_STYLE_QUOTED);
    expect_pos(doc->pos, 1, 11);
    expect_at(doc, "it", 1, 12);
    expect_at(doc, "'s", 1, 14);
    expect_at(doc, "s é", 1, 16);
    expect_at(doc, "here", 2, 3);
    expect_at(doc, "there", 4, 3);
}

static void double_quoted_texts(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(
        f, "metadata: \"a\\tb\\u263Ac\\x41d \\U0001F600e\\\"f\n   g \\\n  \\ h\\\n\n  i\"\n");
    assert_string_equal(doc->text, "a\tb☺cAd 😀e\"f g  h\ni");
    expect_at(doc, "a\t", 1, 12);
    expect_at(doc, "\tb", 1, 13);
    expect_at(doc, "b", 1, 15);
    expect_at(doc, "☺", 1, 16);
    expect_at(doc, "c", 1, 22);
    expect_at(doc, "Ad", 1, 23);
    expect_at(doc, "d ", 1, 27);
    expect_at(doc, "😀", 1, 29);
    expect_at(doc, "e\"", 1, 39);
    expect_at(doc, "f", 1, 42);
    expect_at(doc, "g", 2, 4);
    expect_at(doc, " h", 3, 3);
    expect_at(doc, "h", 3, 5);
    expect_at(doc, "i", 5, 3);
}

/* Texts that libfyaml 0.7 decodes wrongly, which is why we decode them ourselves. */
static void texts_that_the_library_gets_wrong(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: 'x''''y'''\n");
    assert_string_equal(doc->text, "x''y'");
    expect_at(doc, "y", 1, 17);
    doc = scalar_of(f, "metadata: \"a\\\\\\\n  b\n\n  \"\n");
    assert_string_equal(doc->text, "a\\b\n");
    expect_at(doc, "b", 2, 3);
    doc = scalar_of(f, "metadata: >2\n  a\n\n   b\n  \n");
    assert_string_equal(doc->text, "a\n\n b\n");
    expect_text_in_source(f, doc);
    doc = scalar_of(f, "metadata:\n  - k: |1\n\n      a\n     b\n");
    assert_string_equal(doc->items[0]->pairs[0].value->text, "\n a\nb\n");
    expect_at(doc->items[0]->pairs[0].value, "a", 4, 7);
}

/* Those of control characters are errors: see control_characters in test_spec.c. */
static void escapes(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata: \"\\n\\t\\/\\ \\_\\L\\P\\xE9\\\\\"\n");
    assert_string_equal(doc->text, "\n\t/ \u00a0\u2028\u2029é\\");
}

static void surrogate_pairs(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "{\"metadata\":\"\\ud83d\\ude00x\"}");
    assert_string_equal(doc->text, "😀x");
    expect_at(doc, "x", 1, 26);
}

static void texts_in_collections(void **state) {
    fixture *f = *state;
    lf_doc *doc = scalar_of(f, "metadata:\n  - [é, {k: v w}]\n  - key: |\n      x\n      y\n");
    expect_pos(doc->pos, 2, 3);
    expect_pos(doc->items[0]->pos, 2, 5);
    const lf_doc *inner = doc->items[0]->items[1];
    expect_pos(inner->pos, 2, 9);
    expect_pos(inner->pairs[0].key_pos, 2, 10);
    expect_at(inner->pairs[0].value, "w", 2, 15);
    expect_pos(doc->items[1]->pairs[0].value->pos, 3, 10);
    expect_at(doc->items[1]->pairs[0].value, "y", 5, 7);
}

static lf_doc *first_function(fixture *f, const char *markdown) {
    lf_doc *functions = lf_doc_get(expect_success(f, read_markdown(f, markdown)), "functions");
    expect_text_in_source(f, functions->pairs[0].value);
    return functions->pairs[0].value;
}

static void plain_fences(void **state) {
    fixture *f = *state;
    lf_doc *doc =
        first_function(f, "# Title\n\n```yaml\nfunctions:\n  f: |\n    é one\n    two\n```\n");
    expect_pos(doc->pos, 5, 6);
    expect_at(doc, "one", 6, 7);
    expect_at(doc, "two", 7, 5);
}

static void indented_fences(void **state) {
    fixture *f = *state;
    lf_doc *doc = first_function(
        f, "   ~~~ YAML extra\n   functions:\n     f: >\n       a\n       b\n   ~~~\n");
    expect_pos(doc->pos, 3, 9);
    expect_at(doc, "b", 5, 8);
}

static void fences_less_indented_inside(void **state) {
    fixture *f = *state;
    lf_doc *doc = first_function(f, "  ```yaml\n functions:\n   f: 'x\n\n     y'\n  ```\n");
    expect_pos(doc->pos, 3, 7);
    expect_at(doc, "y", 5, 6);
}

static void fences_in_lists_and_quotes(void **state) {
    fixture *f = *state;
    lf_doc *doc = first_function(
        f, "- item\n\n  1. ```yaml\n     functions:\n       f: |\n         é x\n     ```\n");
    expect_at(doc, "x", 6, 12);
    doc = first_function(f, "> ```yaml\n> functions:\n>   f: |\n>     é x\n>\n>     y\n> ```\n");
    expect_at(doc, "x", 4, 9);
    expect_at(doc, "y", 6, 7);
}

static void windows_line_ends_and_byte_order_mark(void **state) {
    fixture *f = *state;
    lf_doc *doc = first_function(
        f, "\xEF\xBB\xBF```yaml\r\nfunctions:\r\n  f: |\r\n    a\r\n    b\r\n```\r\n");
    assert_string_equal(doc->text, "a\nb\n");
    expect_at(doc, "b", 5, 5);
}

static void very_long_lines(void **state) {
    fixture *f = *state;
    size_t length = 200000;
    char *text = malloc(length + 32);
    strcpy(text, "metadata: ['");
    memset(text + 12, 'a', length);
    strcpy(text + 12 + length, "', b]");
    lf_doc *doc = scalar_of(f, text);
    free(text);
    expect_pos(doc->items[0]->pos, 1, 12);
    expect_pos(doc->items[1]->pos, 1, UINT16_MAX);
    expect_pos(lf_doc_pos_at(doc->items[0], 150000), 1, UINT16_MAX);
}

/* A GameDef is one line; reading it must not take time in the square of its length. */
static void many_texts_on_one_line(void **state) {
    fixture *f = *state;
    lf_text text = {0};
    lf_text_addz(&text, "{\"metadata\":[\"first\"");
    for (int i = 0; i < 200000; i++)
        lf_text_addz(&text, ",\"a\\nb\"");
    lf_text_addz(&text, "]}");
    lf_doc *doc = scalar_of(f, text.data);
    lf_text_free(&text);
    assert_int_equal(doc->count, 200001);
    expect_pos(doc->items[1]->pos, 1, 22);
    expect_pos(lf_doc_pos_at(doc->items[1], 2), 1, 26);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SPEC_TEST(plain_texts),
        SPEC_TEST(plain_texts_on_several_lines),
        SPEC_TEST(literal_texts),
        SPEC_TEST(literal_texts_with_indicators),
        SPEC_TEST(a_literal_text_without_a_last_newline),
        SPEC_TEST(empty_texts),
        SPEC_TEST(folded_texts),
        SPEC_TEST(single_quoted_texts),
        SPEC_TEST(double_quoted_texts),
        SPEC_TEST(texts_that_the_library_gets_wrong),
        SPEC_TEST(escapes),
        SPEC_TEST(surrogate_pairs),
        SPEC_TEST(texts_in_collections),
        SPEC_TEST(plain_fences),
        SPEC_TEST(indented_fences),
        SPEC_TEST(fences_less_indented_inside),
        SPEC_TEST(fences_in_lists_and_quotes),
        SPEC_TEST(windows_line_ends_and_byte_order_mark),
        SPEC_TEST(very_long_lines),
        SPEC_TEST(many_texts_on_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
