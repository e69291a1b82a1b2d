/* rows.c: a list of maps in a file of the user's, YAML, JSON or Markdown with them, as JSON with
 * the place of everything: for tools that read tables of their own. */
#include <string.h>

#include "base/json_text.h"
#include "compile/compile.h"
#include "ludoforge_tools.h"

typedef struct {
    const char *path, *section;
    lf_reader reader;
    lf_diagnostics **problems;
    json_t *rows; /* NULL: there were errors */
} rows_reading;

static json_t *place_of(const lf_doc *doc) {
    return json_pack("{s:i, s:i}", "line", (int)doc->pos.line, "column", (int)doc->pos.column);
}

static json_t *row_to_json(const lf_doc *row) {
    json_t *const object = place_of(row);
    json_t *const fields = row->kind == LF_DOC_MAP ? json_array() : json_null();
    for (uint32_t i = 0; row->kind == LF_DOC_MAP && i < row->count; i++) {
        const lf_doc *const value = row->pairs[i].value;
        json_t *const field = place_of(value);
        json_object_set_new(field, "key", json_string(row->pairs[i].key));
        json_object_set_new(field, "text",
                            value->kind == LF_DOC_SCALAR ? json_string(value->text) : json_null());
        json_array_append_new(fields, field);
    }
    json_object_set_new(object, "fields", fields);
    return object;
}

static void read_rows(void *context) {
    rows_reading *const r = context;
    lf_reader *const reader = &r->reader;
    const lf_section sections[] = {{r->section, LF_SECTION_LIST}, {NULL, LF_SECTION_ONCE}};
    reader->names = lf_names_new(reader->arena);
    reader->sources = LF_NEW(reader->arena, lf_sources);
    reader->report = LF_NEW(reader->arena, lf_report);
    reader->sources->arena = reader->report->arena = reader->arena;
    const lf_doc *const document = lf_spec_read(reader, r->path, sections);
    const lf_doc *const list = document != NULL ? lf_doc_get(document, r->section) : NULL;
    if (document == NULL || reader->report->errors > 0) {
        *r->problems = lf_diagnostics_new(reader->report, reader->sources);
        return;
    }
    const bool is_list = list != NULL && list->kind == LF_DOC_LIST;
    r->rows = is_list ? json_array() : json_null();
    for (uint32_t i = 0; is_list && i < list->count; i++)
        json_array_append_new(r->rows, row_to_json(list->items[i]));
}

char *lf_rows_json(const char *path, const char *section, lf_diagnostics **problems) {
    *problems = NULL;
    lf_arena *const arena = lf_arena_new();
    rows_reading r = {
        .path = path, .section = section, .reader = {.arena = arena}, .problems = problems};
    const bool good = arena != NULL && lf_arena_try(arena, read_rows, &r);
    char *const text = good && r.rows != NULL ? lf_json_text(r.rows, JSON_ENCODE_ANY) : NULL;
    json_decref(r.rows);
    if (arena != NULL)
        lf_arena_free(arena);
    return text;
}
