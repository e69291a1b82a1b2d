/* check_cases.h: rules over the vocabulary of check_fixture.h, and what the checker reports about
 * them. */
#ifndef LF_TESTS_CHECK_CASES_H
#define LF_TESTS_CHECK_CASES_H

#include "check_fixture.h"

typedef enum { STATEMENTS, YAML } case_kind;

typedef struct {
    case_kind kind;
    const char *text, *expected;
} wrong_case;

/* The statements as the effects of an action; the first line of the text is line 1, its first
 * column column 1. */
static inline const char *as_action(fixture *f, const char *statements) {
    lf_text text = {0};
    lf_text_addz(&text, "actions:\n  - id: test\n    phase: main\n    effects: |\n");
    for (const char *line = statements; *line;) {
        const char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) : strlen(line);
        lf_text_printf(&text, "      %.*s\n", (int)length, line);
        line += length + (end != NULL);
    }
    const char *kept = lf_arena_printf(f->arena, "%s", text.data);
    lf_text_free(&text);
    return kept;
}

/* Warnings about the vocabulary, most of which no case uses, are left out. */
static inline void dump_report(const fixture *f, uint32_t first_line, uint32_t first_column,
                               lf_text *out) {
    for (uint32_t i = 0; i < f->report.count; i++) {
        const lf_diagnostic *d = &f->report.items[i];
        if (d->severity == LF_WARNING && d->pos.line < first_line)
            continue;
        lf_text_printf(out, "%s%c%s %d:%d %s%s%s", out->length ? "\n" : "",
                       d->severity == LF_ERROR ? 'E' : 'W', lf_code_name(d->code) + 1,
                       (int)d->pos.line - (int)first_line + 1,
                       (int)d->pos.column - (int)first_column + 1, d->message, d->note ? " | " : "",
                       d->note ? d->note : "");
    }
}

static inline void expect_case(const wrong_case *wrong) {
    void *state;
    open_fixture(&state);
    fixture *f = state;
    bool statements = wrong->kind == STATEMENTS;
    check_game(f, routines, statements ? as_action(f, wrong->text) : wrong->text);
    lf_text found = {0};
    dump_report(f, lines_before(routines) + (statements ? 5 : 1), statements ? 7 : 1, &found);
    if (strcmp(found.data ? found.data : "", wrong->expected) != 0)
        fail_msg("in:\n%s\nexpected:\n%s\nfound:\n%s", wrong->text, wrong->expected,
                 found.data ? found.data : "nothing");
    lf_text_free(&found);
    close_fixture(&state);
}

#endif
