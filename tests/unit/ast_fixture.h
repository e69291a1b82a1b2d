/* ast_fixture.h: what the tests of the AST form share: behaviour in either spelling to an AST, and
 * back to JSON. */
#ifndef LF_TESTS_AST_FIXTURE_H
#define LF_TESTS_AST_FIXTURE_H

#include "spec_fixture.h"

#include "lang/ast_print.h"
#include "lang/read.h"

/* What is expected where the behaviour stands. */
typedef enum { EXPRESSION, BLOCK, TEXT } place;

static inline lf_parse_context parse_context(fixture *f) {
    return (lf_parse_context){.arena = f->arena, .names = f->reader.names, .report = &f->report};
}

static inline lf_node *read_doc(fixture *f, place p, const lf_doc *doc) {
    lf_parse_context context = parse_context(f);
    switch (p) {
    case EXPRESSION:
        return lf_read_expression(&context, doc);
    case BLOCK:
        return lf_read_block(&context, doc);
    default:
        return lf_read_text(&context, doc);
    }
}

/* The document of a text in YAML or JSON, which must be sound. */
static inline const lf_doc *yaml_doc(fixture *f, const char *text) {
    const char *whole = lf_arena_printf(f->arena, "metadata:\n  %s\n", text);
    lf_doc *root =
        lf_spec_read_text(&f->reader, "t.yaml", whole, strlen(whole), false, test_sections);
    return lf_doc_get(expect_success(f, root), "metadata");
}

/* A scalar as the reader of a block scalar would give it. */
static inline const lf_doc *notation_doc(fixture *f, const char *text) {
    lf_doc *doc = LF_NEW(f->arena, lf_doc);
    doc->style = LF_STYLE_LITERAL;
    doc->pos = (lf_pos){1, 1, 1};
    doc->text = lf_intern_z(f->reader.names, text);
    doc->length = (uint32_t)strlen(text);
    return doc;
}

static inline lf_node *expect_ast(fixture *f, const char *text, lf_node *node) {
    if (!node || f->report.count) {
        print_report(f);
        fail_msg("cannot be read: %s", text);
    }
    return node;
}

static inline lf_node *ast_of_notation(fixture *f, place p, const char *text) {
    return expect_ast(f, text, read_doc(f, p, notation_doc(f, text)));
}

static inline lf_node *ast_of_yaml(fixture *f, place p, const char *text) {
    return expect_ast(f, text, read_doc(f, p, yaml_doc(f, text)));
}

/* The canonical AST form as JSON text, kept in the arena. */
static inline const char *json_of(fixture *f, const lf_node *node, lf_ref_classifier classify) {
    json_t *json = lf_ast_to_json(node, classify, NULL);
    assert_non_null(json);
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_non_null(text);
    const char *copy = lf_arena_printf(f->arena, "%s", text);
    lf_free(text);
    json_decref(json);
    return copy;
}

static inline void expect_equal(fixture *f, const char *text, const lf_node *expected,
                                const lf_node *found) {
    if (lf_ast_equal(expected, found))
        return;
    fail_msg("%s\n  should be %s\n  but is    %s", text, json_of(f, expected, NULL),
             json_of(f, found, NULL));
}

/* jansson allocates through lf_malloc as in the program, so that its failures can be tested,
 * too. */
static inline int use_own_allocator(void **state) {
    (void)state;
    json_set_alloc_funcs(lf_malloc, lf_free);
    return 0;
}

#endif
