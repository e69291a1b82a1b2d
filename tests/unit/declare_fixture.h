/* declare_fixture.h: what the tests of declare share: a model made from YAML in the test. */
#ifndef LF_TESTS_DECLARE_FIXTURE_H
#define LF_TESTS_DECLARE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lang/model.h"

typedef struct {
    lf_arena *arena;
    lf_sources sources;
    lf_report report;
    lf_model model;
} fixture;

static inline int open_fixture(void **state) {
    fixture *f = calloc(1, sizeof *f);
    f->arena = lf_arena_new();
    if (setjmp(*lf_arena_guard(f->arena)))
        abort();
    f->sources.arena = f->report.arena = f->arena;
    *state = f;
    return 0;
}

static inline int close_fixture(void **state) {
    fixture *f = *state;
    lf_arena_free(f->arena);
    free(f);
    return 0;
}

#define DECLARE_TEST(function)                                                                     \
    cmocka_unit_test_setup_teardown(function, open_fixture, close_fixture)

static inline void print_report(const fixture *f) {
    lf_text text = {0};
    for (uint32_t i = 0; i < f->report.count; i++)
        lf_diagnostic_render(&f->report.items[i], &f->sources, false, &text);
    if (text.data)
        fprintf(stderr, "%s", text.data);
    lf_text_free(&text);
}

/* Declares a spec of one or several fenced blocks (markdown), or of one YAML text. */
static inline const lf_model *declare(fixture *f, const char *text, bool markdown) {
    lf_reader reader = {f->arena, lf_names_new(f->arena), &f->sources, &f->report};
    f->model = (lf_model){
        .arena = f->arena, .names = reader.names, .sources = &f->sources, .report = &f->report};
    f->model.document = lf_spec_read_text(&reader, markdown ? "t.md" : "t.yaml", text, strlen(text),
                                          markdown, lf_game_sections);
    if (!f->model.document) {
        print_report(f);
        fail_msg("the YAML of the test is wrong");
    }
    lf_declare(&f->model);
    return &f->model;
}

static inline const lf_model *declare_good(fixture *f, const char *text) {
    const lf_model *m = declare(f, text, false);
    print_report(f);
    assert_int_equal(f->report.count, 0);
    return m;
}

static inline lf_symbol *symbol_of(const lf_model *m, const char *name) {
    return lf_model_find(m, lf_intern_z(m->names, name));
}

static inline int index_of(const lf_model *m, const char *name, lf_symbol_kind kind) {
    const lf_symbol *symbol = symbol_of(m, name);
    if (!symbol)
        fail_msg("no symbol `%s`", name);
    assert_int_equal(symbol->kind, kind);
    return symbol->index;
}

static inline uint64_t mask_of(const lf_model *m, const char *name) {
    const lf_symbol *symbol = symbol_of(m, name);
    if (!symbol)
        fail_msg("no symbol `%s`", name);
    return symbol->mask;
}

static inline bool adjacent(const lf_model *m, const char *a, const char *b) {
    size_t x = (size_t)index_of(m, a, LF_SYM_ZONE), y = (size_t)index_of(m, b, LF_SYM_ZONE);
    return m->adjacency[x * m->zone_words + y / 64] >> (y % 64) & 1;
}

static inline int step_from(const lf_model *m, const char *space, const char *direction) {
    size_t from = (size_t)index_of(m, space, LF_SYM_ZONE);
    return m->steps[from * m->direction_count + (size_t)index_of(m, direction, LF_SYM_DIRECTION)];
}

#endif
