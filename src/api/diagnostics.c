/* diagnostics.c: the report of a compile as the public interface shows it. It is a copy, so it
 * outlives the sources. */
#include <jansson.h>
#include <string.h>

#include "base/json_text.h"
#include "compile/compile.h"

struct lf_diagnostics {
    lf_arena *arena; /* NULL: the one that means "out of memory" */
    lf_problem *problems;
    int count, errors;
    char *plain, *coloured;
};

static lf_diagnostics no_memory = {.count = 1, .errors = 1};
static lf_problem no_memory_problem = {
    .is_error = true, .code = "E0601", .file = "", .message = "the machine ran out of memory"};

lf_diagnostics *lf_diagnostics_out_of_memory(void) {
    return &no_memory;
}

static char *render(lf_arena *arena, const lf_report *report, const lf_sources *sources,
                    bool colour) {
    lf_text text = {0};
    for (uint32_t i = 0; i < report->count; i++)
        lf_diagnostic_render(&report->items[i], sources, colour, &text);
    if (report->truncated)
        lf_text_addz(&text, "note: there are more diagnostics; these come first\n");
    char *const rendered = lf_text_take(&text);
    if (rendered == NULL)
        longjmp(*lf_arena_guard(arena), 1);
    lf_arena_defer(arena, lf_free, rendered);
    return rendered;
}

static lf_problem problem_of(lf_arena *arena, const lf_diagnostic *d, const lf_sources *sources) {
    const char *file = d->pos.file == 0 ? "" : sources->items[d->pos.file - 1].path;
    return (lf_problem){.is_error = d->severity == LF_ERROR,
                        .code = lf_code_name(d->code),
                        .file = lf_arena_strndup(arena, file, strlen(file)),
                        .line = (int)d->pos.line,
                        .column = d->pos.column,
                        .length = d->length,
                        .message = lf_arena_strndup(arena, d->message, strlen(d->message)),
                        .note = d->note != NULL ? lf_arena_strndup(arena, d->note, strlen(d->note))
                                                : NULL};
}

lf_diagnostics *lf_diagnostics_new(lf_report *report, const lf_sources *sources) {
    lf_arena *arena = lf_arena_new();
    if (arena == NULL)
        return &no_memory;
    if (setjmp(*lf_arena_guard(arena)) != 0) {
        lf_arena_free(arena);
        return &no_memory;
    }
    lf_report_sort(report);
    lf_diagnostics *d = LF_NEW(arena, lf_diagnostics);
    d->arena = arena;
    d->count = (int)report->count;
    d->errors = (int)report->errors;
    d->problems = LF_NEW_ARRAY(arena, lf_problem, report->count + 1);
    for (uint32_t i = 0; i < report->count; i++)
        d->problems[i] = problem_of(arena, &report->items[i], sources);
    d->plain = render(arena, report, sources, false);
    d->coloured = render(arena, report, sources, true);
    return d;
}

void lf_diagnostics_free(lf_diagnostics *d) {
    if (d != NULL && d->arena != NULL)
        lf_arena_free(d->arena);
}

int lf_diagnostics_count(const lf_diagnostics *d) {
    return d != NULL ? d->count : 0;
}
int lf_diagnostics_errors(const lf_diagnostics *d) {
    return d != NULL ? d->errors : 0;
}

lf_problem lf_diagnostics_get(const lf_diagnostics *d, int index) {
    return d == NULL || d->arena == NULL || index < 0 || index >= d->count ? no_memory_problem
                                                                           : d->problems[index];
}

char *lf_diagnostics_text(const lf_diagnostics *d, bool colour) {
    lf_text text = {0};
    const char *rendered = d != NULL ? colour ? d->coloured : d->plain : "";
    lf_text_addz(&text,
                 rendered != NULL ? rendered : "error[E0601]: the machine ran out of memory\n");
    return lf_text_take(&text);
}

static json_t *problem_json(const lf_problem *p) {
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:s}", "severity",
                  p->is_error ? "error" : "warning", "code", p->code, "file", p->file, "line",
                  p->line, "column", p->column, "length", p->length, "message", p->message);
    if (json != NULL && p->note != NULL)
        json_object_set_new(json, "note", json_string(p->note));
    return json;
}

char *lf_diagnostics_json(const lf_diagnostics *d) {
    json_t *list = json_array();
    for (int i = 0; i < lf_diagnostics_count(d); i++) {
        const lf_problem problem = lf_diagnostics_get(d, i);
        json_array_append_new(list, problem_json(&problem));
    }
    char *text = lf_json_text(list, JSON_INDENT(2));
    json_decref(list);
    return text;
}

const char *lf_suggest(const char *word, const char *const *candidates) {
    lf_nearest nearest = lf_nearest_to(word);
    for (; *candidates != NULL; candidates++)
        lf_nearest_offer(&nearest, *candidates);
    return nearest.best;
}

const char *lf_explain(const char *code) {
    lf_code found;
    return lf_code_find(code, &found) ? lf_code_text(found) : NULL;
}

const char *lf_explain_code(int index, const char **title) {
    if (index < 0 || index >= LF_DIAGNOSTIC_CODES)
        return NULL;
    if (title != NULL)
        *title = lf_code_title((lf_code)index);
    return lf_code_name((lf_code)index);
}
