/* spec_fixture.h: what the tests of the spec reader share: a reader on a fresh arena, files in a
 * folder of the test's own, and short checks of diagnostics and positions. */
#ifndef LF_TESTS_SPEC_FIXTURE_H
#define LF_TESTS_SPEC_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "spec/spec.h"

static const lf_section test_sections[] = {
    {"metadata", LF_SECTION_ONCE},
    {"actions", LF_SECTION_LIST},
    {"functions", LF_SECTION_MAP},
    {NULL, LF_SECTION_ONCE},
};

typedef struct {
    lf_arena *arena;
    lf_sources sources;
    lf_report report;
    lf_reader reader;
    char folder[64];
} fixture;

static inline int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    f->arena = lf_arena_new();
    if (setjmp(*lf_arena_guard(f->arena)))
        abort();
    f->sources.arena = f->report.arena = f->arena;
    f->reader = (lf_reader){f->arena, lf_names_new(f->arena), &f->sources, &f->report};
    strcpy(f->folder, "/tmp/ludoforge-test-XXXXXX");
    *state = f;
    return mkdtemp(f->folder) ? 0 : -1;
}

static inline int close_fixture(void **state) {
    fixture *f = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    int status = system(command);
    lf_arena_free(f->arena);
    free(f);
    return status;
}

#define SPEC_TEST(function) cmocka_unit_test_setup_teardown(function, open_fixture, close_fixture)

static inline const char *path_in(fixture *f, const char *name) {
    return lf_arena_printf(f->arena, "%s/%s", f->folder, name);
}

/* A file in the test's folder; its name may contain one subfolder. */
static inline void write_file(fixture *f, const char *name, const char *text) {
    const char *slash = strrchr(name, '/');
    if (slash)
        mkdir(lf_arena_printf(f->arena, "%s/%.*s", f->folder, (int)(slash - name), name), 0777);
    FILE *file = fopen(path_in(f, name), "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline lf_doc *read_root(fixture *f, const char *name) {
    return lf_spec_read(&f->reader, path_in(f, name), test_sections);
}

static inline lf_doc *read_yaml(fixture *f, const char *text) {
    return lf_spec_read_text(&f->reader, "t.yaml", text, strlen(text), false, test_sections);
}

static inline lf_doc *read_markdown(fixture *f, const char *text) {
    return lf_spec_read_text(&f->reader, "t.md", text, strlen(text), true, test_sections);
}

static inline void print_report(const fixture *f) {
    lf_text text = {0};
    for (uint32_t i = 0; i < f->report.count; i++)
        lf_diagnostic_render(&f->report.items[i], &f->sources, false, &text);
    if (text.data)
        fprintf(stderr, "%s", text.data);
    lf_text_free(&text);
}

/* The n-th diagnostic, in file order. */
static inline void expect_diagnostic(fixture *f, uint32_t n, lf_code code, uint32_t line,
                                     uint16_t column) {
    lf_report_sort(&f->report);
    if (f->report.count <= n)
        fail_msg("there are only %u diagnostics", (unsigned)f->report.count);
    const lf_diagnostic *d = &f->report.items[n];
    if (d->code != code || d->pos.line != line || d->pos.column != column) {
        print_report(f);
        fail_msg("expected %s at %u:%u", lf_code_name(code), (unsigned)line, (unsigned)column);
    }
}

static inline void expect_only(fixture *f, lf_code code, uint32_t line, uint16_t column) {
    expect_diagnostic(f, 0, code, line, column);
    if (f->report.count > 1)
        print_report(f);
    assert_int_equal(f->report.count, 1);
}

static inline lf_doc *expect_success(fixture *f, lf_doc *doc) {
    print_report(f);
    assert_non_null(doc);
    assert_int_equal(f->report.count, 0);
    return doc;
}

static inline void expect_pos(lf_pos pos, uint32_t line, uint16_t column) {
    if (pos.line != line || pos.column != column)
        fail_msg("position is %u:%u, expected %u:%u", (unsigned)pos.line, (unsigned)pos.column,
                 (unsigned)line, (unsigned)column);
}

#endif
