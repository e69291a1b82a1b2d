/* read.c: reads a spec: a file, first the files that it imports, then its own sections.
 *
 * A broken block or file does not keep the others from being read, so that one run shows as many
 * errors as there are. */
#define _XOPEN_SOURCE 700 // NOLINT(bugprone-reserved-identifier): realpath
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "support/files.h"

static const lf_pos nowhere = {0, 0, 0};

/* ---- blocks ---- */

static void whole_file_as_block(lf_reading *reading, uint16_t file, lf_blocks *out) {
    lf_block block = lf_block_of_source(reading->reader->sources, file);
    LF_PUSH(reading->arena, out->items, out->count, out->capacity, block);
}

static void report_no_blocks(lf_reading *reading, uint16_t file, bool is_root) {
    lf_pos top = {file, 1, 1};
    lf_report_add(reading->reader->report, is_root ? LF_ERROR : LF_WARNING, LF_E0144, top, 1,
                  "a block begins with the line ```yaml", "this file has no yaml block");
}

/* The trees of all blocks that are maps; the others are reported. */
typedef struct {
    lf_doc **items;
    uint32_t count, capacity;
} docs;

static docs parse_blocks(lf_reading *reading, lf_blocks *blocks) {
    docs all = {NULL, 0, 0};
    for (uint32_t i = 0; i < blocks->count && !reading->stopped; i++) {
        lf_doc *doc = lf_spec_parse_block(reading, &blocks->items[i]);
        if (doc == NULL)
            continue;
        if (doc->kind != LF_DOC_MAP) {
            lf_report_add(reading->reader->report, LF_ERROR, LF_E0140, doc->pos, 1,
                          "every block is a map from section names to their contents",
                          "this block does not begin with a section name");
            continue;
        }
        LF_PUSH(reading->arena, all.items, all.count, all.capacity, doc);
    }
    return all;
}

/* Everything in one source. `from` is NULL for a text that is no file. */
static void read_source(lf_reading *reading, uint16_t source, bool markdown,
                        const lf_spec_file *from) {
    lf_blocks blocks = {NULL, 0, 0};
    reading->reader->sources->items[source - 1].markdown = markdown;
    if (markdown)
        lf_spec_find_blocks(reading, source, &blocks);
    else
        whole_file_as_block(reading, source, &blocks);
    if (blocks.count == 0)
        report_no_blocks(reading, source, from == NULL || from->depth == 0);
    docs all = parse_blocks(reading, &blocks);
    for (uint32_t i = 0; i < all.count; i++)
        for (uint32_t k = 0; k < all.items[i]->count; k++)
            if (strcmp(all.items[i]->pairs[k].key, "imports") == 0)
                lf_spec_read_imports(reading, from, &all.items[i]->pairs[k]);
    for (uint32_t i = 0; i < all.count; i++)
        lf_spec_merge(reading, all.items[i]);
}

/* ---- files ---- */

static bool has_suffix(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_markdown_path(const char *path) {
    return !has_suffix(path, ".json") && !has_suffix(path, ".yaml") && !has_suffix(path, ".yml");
}

lf_spec_file *lf_spec_new_file(lf_reading *reading, const char *canonical, const char *path,
                               lf_pos imported_at, uint32_t depth) {
    if (reading->file_count >= LF_MAX_FILES) {
        lf_report_add(reading->reader->report, LF_ERROR, LF_E0104, imported_at, 1, NULL,
                      "the spec has more than %u files", (unsigned)LF_MAX_FILES);
        reading->stopped = true;
        return NULL;
    }
    lf_spec_file *file = LF_NEW(reading->arena, lf_spec_file);
    file->canonical = lf_arena_printf(reading->arena, "%s", canonical);
    file->path = lf_arena_printf(reading->arena, "%s", path);
    file->imported_at = imported_at;
    file->depth = depth;
    LF_PUSH(reading->arena, reading->files, reading->file_count, reading->file_capacity, file);
    return file;
}

void lf_spec_read_file(lf_reading *reading, lf_spec_file *file) {
    const lf_spec_text *const text = lf_spec_in_memory(reading, file->path);
    uint16_t source = reading->memory_count > 0 ? lf_spec_load_memory(reading, file)
                                                : lf_spec_load(reading, file);
    if (!source)
        return;
    file->open = true;
    read_source(reading, source, text != NULL ? text->markdown : is_markdown_path(file->path),
                file);
    file->open = false;
}

/* ---- entry points ---- */

static lf_reading start_reading(lf_reader *reader, const lf_section *sections) {
    lf_reading reading = {.reader = reader, .arena = reader->arena, .sections = sections};
    lf_spec_merge_init(&reading);
    return reading;
}

/* An absolute path below the working directory is shown without it. */
static const char *shown_path(const char *path) {
    char here[LF_PATH_BYTES];
    if (path[0] != '/' || !getcwd(here, sizeof here))
        return path;
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

lf_doc *lf_spec_read(lf_reader *reader, const char *path, const lf_section *sections) {
    lf_reading reading = start_reading(reader, sections);
    uint32_t errors_before = reader->report->errors;
    char canonical[LF_PATH_BYTES];
    if (!realpath(path, canonical)) {
        lf_report_add(reader->report, LF_ERROR, LF_E0101, nowhere, 1, NULL, "cannot read `%s`: %s",
                      path, strerror(errno));
        return NULL;
    }
    size_t folder = (size_t)(strrchr(canonical, '/') - canonical) + 1;
    reading.tree = lf_arena_strndup(reader->arena, canonical, folder);
    lf_spec_file *root = lf_spec_new_file(&reading, canonical, shown_path(path), nowhere, 0);
    lf_spec_read_file(&reading, root);
    return reader->report->errors == errors_before ? reading.root : NULL;
}

lf_doc *lf_spec_read_text(lf_reader *reader, const char *name, const char *text, size_t length,
                          bool markdown, const lf_section *sections) {
    lf_reading reading = start_reading(reader, sections);
    uint32_t errors_before = reader->report->errors;
    char *copy = lf_arena_strndup(reader->arena, text, length);
    uint16_t source = lf_spec_add_source(&reading, name, copy, length, nowhere);
    if (source)
        read_source(&reading, source, markdown, NULL);
    return reader->report->errors == errors_before ? reading.root : NULL;
}

lf_doc *lf_spec_read_files(lf_reader *reader, const lf_spec_text *files, uint32_t count,
                           const lf_section *sections) {
    lf_reading reading = start_reading(reader, sections);
    uint32_t errors_before = reader->report->errors;
    assert(count > 0);
    reading.memory = files;
    reading.memory_count = count;
    lf_spec_read_file(&reading,
                      lf_spec_new_file(&reading, files[0].path, files[0].path, nowhere, 0));
    return reader->report->errors == errors_before ? reading.root : NULL;
}
