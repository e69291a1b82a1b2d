/* test_limits_spec.c: the limits on reading a spec, in the build with tiny limits. */
#include "spec_fixture.h"

/* `unit` written n times. */
static const char *repeated(fixture *f, const char *unit, size_t n) {
    size_t length = strlen(unit);
    char *text = lf_arena_alloc(f->arena, length * n + 1);
    for (size_t i = 0; i < n; i++)
        memcpy(text + i * length, unit, length);
    return text;
}

static void file_size(void **state) {
    fixture *f = *state;
    write_file(f, "root.yaml", "imports: [large.md, fits.yaml]\n");
    write_file(f, "large.md", repeated(f, "x", LF_MAX_FILE_BYTES + 1));
    write_file(f, "fits.yaml", repeated(f, "#", LF_MAX_FILE_BYTES));
    assert_null(read_root(f, "root.yaml"));
    expect_only(f, LF_E0103, 1, 11);
}

static void spec_size(void **state) {
    fixture *f = *state;
    write_file(f, "root.yaml", "imports: [a.yaml, b.yaml, c.yaml]\n");
    write_file(f, "a.yaml", repeated(f, "#", LF_MAX_FILE_BYTES));
    write_file(f, "b.yaml", repeated(f, "#", LF_MAX_FILE_BYTES));
    write_file(f, "c.yaml", "");
    assert_null(read_root(f, "root.yaml"));
    expect_only(f, LF_E0103, 1, 19);
}

static void file_count(void **state) {
    fixture *f = *state;
    write_file(f, "root.yaml", "imports: ['e/*.yaml']\n");
    for (int i = 0; i < LF_MAX_FILES + 2; i++)
        write_file(f, lf_arena_printf(f->arena, "e/%d.yaml", i), "");
    assert_null(read_root(f, "root.yaml"));
    expect_only(f, LF_E0104, 1, 11);
}

static void import_depth(void **state) {
    fixture *f = *state;
    for (int i = 0; i < LF_MAX_IMPORT_DEPTH; i++)
        write_file(f, lf_arena_printf(f->arena, "%d.yaml", i),
                   lf_arena_printf(f->arena, "imports: [%d.yaml]\n", i + 1));
    write_file(f, lf_arena_printf(f->arena, "%d.yaml", LF_MAX_IMPORT_DEPTH), "");
    expect_success(f, read_root(f, "0.yaml"));
    write_file(f, "x.yaml", "imports: [0.yaml]\n");
    assert_null(read_root(f, "x.yaml"));
    expect_only(f, LF_E0108, 1, 11);
}

/* A section whose value is that many lists deep. */
static const char *nested(fixture *f, size_t depth) {
    return lf_arena_printf(f->arena, "metadata: %s1%s\n", repeated(f, "[", depth),
                           repeated(f, "]", depth));
}

static void document_depth(void **state) {
    fixture *f = *state;
    size_t most = LF_MAX_DOC_DEPTH - 1; /* the block itself is one level */
    expect_success(f, read_yaml(f, nested(f, most)));
    assert_null(read_yaml(f, nested(f, most + 1)));
    expect_only(f, LF_E0129, 1, (uint16_t)(11 + most));
}

static void node_count(void **state) {
    fixture *f = *state;
    /* The map, its key and the list are three nodes. */
    size_t most = LF_MAX_DOC_NODES - 3;
    expect_success(
        f, read_yaml(f, lf_arena_printf(f->arena, "actions: [%s]", repeated(f, "a,", most))));
    assert_null(
        read_yaml(f, lf_arena_printf(f->arena, "actions: [%s]", repeated(f, "a,", most + 1))));
    assert_int_equal(f->report.count, 1);
    assert_int_equal(f->report.items[0].code, LF_E0130);
}

static void diagnostics(void **state) {
    fixture *f = *state;
    assert_null(read_yaml(f, "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\ng: 1\n"));
    assert_int_equal(f->report.count, LF_MAX_DIAGNOSTICS);
    assert_int_equal(f->report.errors, 7);
    assert_true(f->report.truncated);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SPEC_TEST(file_size),    SPEC_TEST(spec_size),      SPEC_TEST(file_count),
        SPEC_TEST(import_depth), SPEC_TEST(document_depth), SPEC_TEST(node_count),
        SPEC_TEST(diagnostics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
