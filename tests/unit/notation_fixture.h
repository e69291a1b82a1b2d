/* notation_fixture.h: what the tests of the notation share: a text to an AST, and an AST to a line
 * of text.
 *
 * The line is an S-expression that follows nodes.def: (KIND field field …), `_` for a field that is
 * absent, `-` for an empty word, lists in square brackets. Names and numbers stand for
 * themselves. */
#ifndef LF_TESTS_NOTATION_FIXTURE_H
#define LF_TESTS_NOTATION_FIXTURE_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "lang/read.h"

#include <cmocka.h>

typedef enum { EXPRESSION, BLOCK, TEXT } place;

typedef struct {
    lf_arena *arena;
    lf_report report;
    lf_parse_context context;
} fixture;

/* The caller has set the guard of the arena. */
static inline void fill_fixture(fixture *f) {
    f->report = (lf_report){.arena = f->arena};
    f->context = (lf_parse_context){
        .arena = f->arena, .names = lf_names_new(f->arena), .report = &f->report};
}

static inline void open_fixture(fixture *f) {
    f->arena = lf_arena_new();
    assert_non_null(f->arena);
    if (setjmp(*lf_arena_guard(f->arena)))
        fail_msg("out of memory");
    fill_fixture(f);
}

static inline void close_fixture(fixture *f) {
    lf_arena_free(f->arena);
}

/* A literal scalar whose first character is line 1, column 1 of file 1: a run begins with every
 * line. */
static inline lf_doc *make_scalar(fixture *f, const char *text, size_t length) {
    lf_doc *doc = LF_NEW(f->arena, lf_doc);
    doc->kind = LF_DOC_SCALAR;
    doc->style = LF_STYLE_LITERAL;
    doc->pos = (lf_pos){1, 1, 1};
    doc->text = lf_arena_strndup(f->arena, text, length);
    doc->length = (uint32_t)length;
    uint32_t capacity = 0, line = 1;
    for (uint32_t i = 0; i <= doc->length; i++) {
        if (i > 0 && text[i - 1] != '\n')
            continue;
        lf_doc_run run = {i, {1, 1, line++}};
        LF_PUSH(f->arena, doc->runs, doc->run_count, capacity, run);
    }
    return doc;
}

static inline lf_node *parse_bytes(fixture *f, place p, const char *text, size_t length) {
    const lf_doc *scalar = make_scalar(f, text, length);
    switch (p) {
    case EXPRESSION:
        return lf_parse_expression(&f->context, scalar);
    case BLOCK:
        return lf_parse_block(&f->context, scalar);
    default:
        return lf_parse_text(&f->context, scalar);
    }
}

static inline lf_node *parse(fixture *f, place p, const char *text) {
    return parse_bytes(f, p, text, strlen(text));
}

/* ---- an AST as a line ---- */

static inline void dump(lf_text *out, const lf_node *node);

static inline void dump_list(lf_text *out, const lf_node *list) {
    lf_text_addz(out, "[");
    for (uint32_t i = 0; i < list->kid_count; i++) {
        if (i)
            lf_text_addz(out, " ");
        dump(out, list->kids[i]);
    }
    lf_text_addz(out, "]");
}

/* A node has one word of its own; where nodes.def gives two, the second is kept in the value. */
static inline void dump_fields(lf_text *out, const lf_node *node) {
    const lf_node_shape *shape = lf_node_shape_of((lf_node_kind)node->kind);
    uint32_t kid = 0;
    uint32_t words = 0;
    for (int i = 0; i < shape->field_count; i++) {
        const bool transfer = node->kind >= LF_N_PLACE && node->kind <= LF_N_REPLACE;
        if (transfer && shape->fields[i].kind == 't' && node->kids[kid] == NULL)
            continue; /* few have words of their own */
        const bool says_as = strcmp(shape->fields[i].name, "as") == 0;
        const bool says_ask = strcmp(shape->fields[i].name, "ask") == 0;
        if ((says_as || says_ask) && lf_node_word(node, words) == LF_W_NONE) {
            words++;
            /* few options say what sort of way out they are, or whether a single one is asked
             * for */
            continue;
        }
        lf_text_addz(out, says_as ? " as " : says_ask ? " ask " : " ");
        switch (shape->fields[i].kind) {
        case 'n':
        case 'd':
            lf_text_addz(out, node->name ? node->name : "_");
            break;
        case 'i':
            lf_text_printf(out, "%" PRId64, node->value);
            break;
        case 'w': {
            const char *word = lf_word_text(lf_node_word(node, words++));
            lf_text_addz(out, *word ? word : "-");
            break;
        }
        default:
            dump(out, node->kids[kid++]);
        }
    }
}

static inline void dump(lf_text *out, const lf_node *node) {
    if (!node) {
        lf_text_addz(out, "_");
        return;
    }
    switch (node->kind) {
    case LF_N_INT:
        lf_text_printf(out, "%" PRId64, node->value);
        return;
    case LF_N_BOOL:
        lf_text_addz(out, node->value ? "true" : "false");
        return;
    case LF_N_NAME:
        lf_text_addz(out, node->name);
        return;
    case LF_N_STRING:
        lf_text_printf(out, "'%s'", node->name);
        return;
    case LF_N_LIST:
        dump_list(out, node);
        return;
    default:
        break;
    }
    lf_text_printf(out, "(%s", lf_node_shape_of((lf_node_kind)node->kind)->kind_name);
    dump_fields(out, node);
    lf_text_addz(out, ")");
}

/* ---- diagnostics as lines ---- */

/* `E0217 1:5 expected a value, found …`, one a line, in file order. */
static inline void dump_report(lf_text *out, lf_report *report) {
    lf_report_sort(report);
    for (uint32_t i = 0; i < report->count; i++) {
        const lf_diagnostic *d = &report->items[i];
        lf_text_printf(out, "%s%s %u:%u %s", i ? "\n" : "", lf_code_name(d->code),
                       (unsigned)d->pos.line, (unsigned)d->pos.column, d->message);
    }
}

#endif
