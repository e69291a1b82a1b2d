/* test_spec_imports.c: files on disk: order, patterns, cycles, twice, outside the tree, missing. */
#include "spec_fixture.h"

static void write_block(fixture *f, const char *name, const char *yaml) {
    write_file(f, name, lf_arena_printf(f->arena, "# %s\n\n```yaml\n%s```\n", name, yaml));
}

/* The texts of the `actions` list, in one line. */
static const char *actions_of(fixture *f, const lf_doc *root) {
    const lf_doc *actions = lf_doc_get(root, "actions");
    const char *line = "";
    for (uint32_t i = 0; i < actions->count; i++)
        line = lf_arena_printf(f->arena, "%s%s ", line, actions->items[i]->text);
    return line;
}

static void imports_come_first_and_in_order(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "actions: [root]\nimports: [sub/b.md, a.md]\n");
    write_block(f, "a.md", "actions: [a]\n");
    write_block(f, "sub/b.md", "imports: [c.md]\nactions: [b]\n");
    write_block(f, "sub/c.md", "actions: [c]\n");
    lf_doc *root = expect_success(f, read_root(f, "root.md"));
    assert_string_equal(actions_of(f, root), "c b a root ");
    const lf_doc *first = lf_doc_get(root, "actions")->items[0];
    expect_pos(first->pos, 4, 11);
    assert_string_equal(f->sources.items[first->pos.file - 1].path, path_in(f, "sub/c.md"));
}

static void positions_inside_imported_texts(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports: [a.md]\n");
    write_file(f, "a.md", "* x\n\n  ```yaml\n  functions:\n    f: |\n      é one\n  ```\n");
    lf_doc *text =
        lf_doc_get(expect_success(f, read_root(f, "root.md")), "functions")->pairs[0].value;
    lf_pos pos = lf_doc_pos_at(text, 3);
    expect_pos(pos, 6, 9);
    assert_int_equal(pos.file, 2);
}

static void patterns_expand_in_byte_order(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports: ['e/*.md']\n");
    static const char *const names[] = {"e/b.md", "e/B.md", "e/a-2.md", "e/a-10.md", "e/\u00e9.md"};
    for (size_t i = 0; i < LF_COUNT(names); i++)
        write_block(f, names[i], lf_arena_printf(f->arena, "actions: [%s]\n", names[i]));
    write_file(f, "e/notes.txt", "[");
    assert_string_equal(actions_of(f, expect_success(f, read_root(f, "root.md"))),
                        "e/B.md e/a-10.md e/a-2.md e/b.md e/\u00e9.md ");
}

static void patterns_work_in_oddly_named_folders(void **state) {
    fixture *f = *state;
    write_block(f, "g[1]*/root.md", "imports: ['x-?.md']\n");
    write_block(f, "g[1]*/x-1.md", "actions: [one]\n");
    assert_string_equal(actions_of(f, expect_success(f, read_root(f, "g[1]*/root.md"))), "one ");
}

static void patterns_without_a_match(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports:\n  - 'e/*.md'\n");
    assert_null(read_root(f, "root.md"));
    expect_only(f, LF_E0110, 5, 5);
}

static void missing_files(void **state) {
    fixture *f = *state;
    assert_null(read_root(f, "root.md"));
    expect_only(f, LF_E0101, 0, 0);
    f->report.count = 0;
    write_block(f, "root.md", "imports: [a.md, no.md, dir]\nactons: []\n");
    write_block(f, "a.md", "actions: [\n");
    assert_int_equal(mkdir(path_in(f, "dir"), 0777), 0);
    assert_null(read_root(f, "root.md"));
    expect_diagnostic(f, 0, LF_E0101, 4, 17);
    assert_int_equal(f->report.items[0].length, 5);
    expect_diagnostic(f, 1, LF_E0101, 4, 24);
    expect_diagnostic(f, 2, LF_E0141, 5, 1);
    expect_diagnostic(f, 3, LF_E0120, 4, 10);
    assert_int_equal(f->report.count, 4);
}

static void cycles(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports: [a.md]\n");
    write_block(f, "a.md", "imports: [./root.md, a.md]\n");
    assert_null(read_root(f, "root.md"));
    expect_diagnostic(f, 0, LF_E0106, 4, 11);
    expect_diagnostic(f, 1, LF_E0106, 4, 22);
    assert_int_equal(f->report.count, 2);
}

static void files_imported_twice(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports: [a.md, b.md, c.md]\n");
    write_block(f, "a.md", "actions: [a]\n");
    write_block(f, "b.md", "imports: [a.md]\n");
    assert_int_equal(symlink("a.md", path_in(f, "c.md")), 0);
    assert_null(read_root(f, "root.md"));
    expect_diagnostic(f, 0, LF_E0107, 4, 23);
    expect_diagnostic(f, 1, LF_E0107, 4, 11);
    assert_int_equal(f->report.count, 2);
    expect_pos(f->report.items[1].note_pos, 4, 11);
    assert_int_equal(f->report.items[1].note_pos.file, 1);
}

static void files_outside_the_tree(void **state) {
    fixture *f = *state;
    write_block(f, "game/root.md", "imports: [../out.md, link.md, ../game-2/x.md]\n");
    write_block(f, "out.md", "actions: []\n");
    write_block(f, "game-2/x.md", "actions: []\n");
    assert_int_equal(symlink("../out.md", path_in(f, "game/link.md")), 0);
    assert_null(read_root(f, "game/root.md"));
    expect_diagnostic(f, 0, LF_E0105, 4, 11);
    expect_diagnostic(f, 1, LF_E0105, 4, 22);
    expect_diagnostic(f, 2, LF_E0105, 4, 31);
    assert_int_equal(f->report.count, 3);
}

static void malformed_imports(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports: a.md\n");
    assert_null(read_root(f, "root.md"));
    expect_only(f, LF_E0109, 4, 10);
    f->report.count = 0;
    write_block(f, "root.md", "imports: [/etc/passwd, [a], ~, '']\n");
    assert_null(read_root(f, "root.md"));
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(f->report.items[i].code, LF_E0109);
    assert_int_equal(f->report.count, 4);
}

static void an_import_without_blocks_is_warned_of(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports: [a.md]\nactions: [x]\n");
    write_file(f, "a.md", "prose\n");
    assert_non_null(read_root(f, "root.md"));
    expect_only(f, LF_E0144, 1, 1);
    assert_int_equal(f->report.items[0].severity, LF_WARNING);
}

static void json_and_yaml_files_are_one_block(void **state) {
    fixture *f = *state;
    write_file(f, "root.json",
               "{\n\t\"imports\": [\"a.yaml\"],\n\t\"actions\": [\"j\\u00e9\\/\"]\n}\n");
    write_file(f, "a.yaml", "# ```yaml\nactions: [y]\n");
    lf_doc *root = expect_success(f, read_root(f, "root.json"));
    assert_string_equal(actions_of(f, root), "y jé/ ");
    expect_pos(lf_doc_get(root, "actions")->items[1]->pos, 3, 14);
}

static void paths_are_shown_relative_to_the_working_directory(void **state) {
    fixture *f = *state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(f->folder), 0);
    write_block(f, "sub/root.md", "imports: [a.md]\n");
    write_block(f, "sub/a.md", "actions: [a]\n");
    expect_success(f, read_root(f, "sub/root.md"));
    expect_success(f, lf_spec_read(&f->reader, "sub/root.md", test_sections));
    assert_int_equal(chdir(before), 0);
    assert_int_equal(f->sources.count, 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_string_equal(f->sources.items[i].path, i % 2 ? "sub/a.md" : "sub/root.md");
}

/* Whether all was read; everything, found files too, is freed either way. */
static bool read_with_failure_at(const char *path, uint64_t n) {
    lf_arena *arena = lf_arena_new();
    volatile bool finished = false;
    if (!setjmp(*lf_arena_guard(arena))) {
        lf_fail_allocation_at(n);
        lf_sources sources = {.arena = arena};
        lf_report report = {.arena = arena};
        lf_reader reader = {arena, lf_names_new(arena), &sources, &report};
        finished = lf_spec_read(&reader, path, test_sections) != NULL;
    }
    lf_fail_allocation_at(0);
    lf_arena_free(arena);
    return finished;
}

static void every_allocation_may_fail(void **state) {
    fixture *f = *state;
    write_block(f, "root.md", "imports: ['e/*.md']\n");
    write_block(f, "e/a.md", "actions: [a]\n");
    write_block(f, "e/b.md", "actions: [b]\n");
    const char *path = path_in(f, "root.md");
    uint64_t n = 1;
    while (!read_with_failure_at(path, n))
        n++;
    assert_true(n > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SPEC_TEST(imports_come_first_and_in_order),
        SPEC_TEST(positions_inside_imported_texts),
        SPEC_TEST(patterns_expand_in_byte_order),
        SPEC_TEST(patterns_work_in_oddly_named_folders),
        SPEC_TEST(patterns_without_a_match),
        SPEC_TEST(missing_files),
        SPEC_TEST(cycles),
        SPEC_TEST(files_imported_twice),
        SPEC_TEST(files_outside_the_tree),
        SPEC_TEST(malformed_imports),
        SPEC_TEST(an_import_without_blocks_is_warned_of),
        SPEC_TEST(json_and_yaml_files_are_one_block),
        SPEC_TEST(paths_are_shown_relative_to_the_working_directory),
        SPEC_TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
