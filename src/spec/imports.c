/* imports.c: from the entries of an `imports` list to files, each read once and none outside the
 * tree.
 *
 * Paths are compared as realpath gives them, so neither `..` nor a symbolic link leads out of the
 * root file's folder or hides that two imports are one file. */
#define _XOPEN_SOURCE 700 // NOLINT(bugprone-reserved-identifier): realpath
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "support/files.h"

static const char lookup_note[] = "imports are relative to the folder of the importing file";

static uint16_t width(const lf_doc *entry) {
    return lf_spec_width(entry->text, entry->length);
}

static const lf_spec_file *find_read_file(const lf_reading *reading, const char *canonical) {
    for (uint32_t i = 0; i < reading->file_count; i++)
        if (strcmp(reading->files[i]->canonical, canonical) == 0)
            return reading->files[i];
    return NULL;
}

static void report_again(lf_report *report, const lf_doc *entry, const char *path,
                         const lf_spec_file *file) {
    if (file->open) {
        lf_report_add(report, LF_ERROR, LF_E0106, entry->pos, width(entry),
                      "let one file import both", "`%s` is imported by a file that it imports",
                      path);
        return;
    }
    lf_report_add_at(report, LF_ERROR, LF_E0107, entry->pos, width(entry), file->imported_at,
                     "the first import is here", "`%s` is imported twice", path);
}

/* The path without symbolic links, if it leads to a file that may be imported; otherwise NULL, with
 * the reason reported. */
static const char *inside_the_tree(lf_reading *reading, const lf_doc *entry, const char *path,
                                   char resolved[LF_PATH_BYTES]) {
    lf_report *report = reading->reader->report;
    if (!realpath(path, resolved)) {
        lf_report_add(report, LF_ERROR, LF_E0101, entry->pos, width(entry), lookup_note,
                      "cannot read `%s`: %s", path, strerror(errno));
        return NULL;
    }
    if (strncmp(resolved, reading->tree, strlen(reading->tree)) != 0) {
        lf_report_add(report, LF_ERROR, LF_E0105, entry->pos, width(entry),
                      "imported files must be in the folder of the root file or below it",
                      "`%s` is outside the spec's folder", path);
        return NULL;
    }
    return resolved;
}

/* One file, whose path is relative to the working directory, or absolute. */
static void import_path(lf_reading *reading, const lf_spec_file *importer, const lf_doc *entry,
                        const char *path) {
    lf_report *report = reading->reader->report;
    char resolved[LF_PATH_BYTES];
    const char *const canonical =
        reading->memory_count > 0 ? path : inside_the_tree(reading, entry, path, resolved);
    if (canonical == NULL)
        return;
    const lf_spec_file *known = find_read_file(reading, canonical);
    if (known != NULL) {
        report_again(report, entry, path, known);
        return;
    }
    if (importer->depth + 1 > LF_MAX_IMPORT_DEPTH) {
        lf_report_add(report, LF_ERROR, LF_E0108, entry->pos, width(entry),
                      "import the file from the root file",
                      "`%s` is imported through more than %u files", path,
                      (unsigned)LF_MAX_IMPORT_DEPTH);
        return;
    }
    lf_spec_file *file =
        lf_spec_new_file(reading, canonical, path, entry->pos, importer->depth + 1);
    if (file != NULL)
        lf_spec_read_file(reading, file);
}

/* ---- patterns ---- */

static void close_glob(void *object) {
    globfree(object);
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The folder goes into the pattern as it is, whatever characters it has. */
static char *quote_pattern(lf_arena *arena, const char *folder, size_t length,
                           const char *pattern) {
    size_t rest = strlen(pattern);
    char *quoted = lf_arena_alloc(arena, length * 2 + rest + 1), *end = quoted;
    for (size_t i = 0; i < length; i++) {
        if (strchr("*?[\\", folder[i]))
            *end++ = '\\';
        *end++ = folder[i];
    }
    memcpy(end, pattern, rest + 1);
    return quoted;
}

static void report_no_match(lf_reading *reading, const lf_doc *entry) {
    lf_report_add(reading->reader->report, LF_ERROR, LF_E0110, entry->pos, width(entry),
                  lookup_note, "no file matches `%s`", entry->text);
}

static void import_from_memory(lf_reading *reading, const lf_spec_file *importer,
                               const lf_doc *entry, const char *pattern) {
    uint32_t count;
    const char **const paths = lf_spec_match_memory(reading, pattern, &count);
    if (count == 0)
        report_no_match(reading, entry);
    for (uint32_t i = 0; i < count; i++)
        import_path(reading, importer, entry, paths[i]);
}

static void import_pattern(lf_reading *reading, const lf_spec_file *importer, const lf_doc *entry,
                           size_t folder) {
    const char *pattern = quote_pattern(reading->arena, importer->path, folder, entry->text);
    if (reading->memory_count > 0) {
        import_from_memory(reading, importer, entry, pattern);
        return;
    }
    glob_t *found = LF_NEW(reading->arena, glob_t);
    int failed = glob(pattern, GLOB_NOSORT, NULL, found); /* the C library sorts by locale */
    lf_arena_defer(reading->arena, close_glob, found);
    if (failed == GLOB_NOSPACE)
        longjmp(*lf_arena_guard(reading->arena), 1);
    if (failed) {
        report_no_match(reading, entry);
        return;
    }
    qsort(found->gl_pathv, found->gl_pathc, sizeof *found->gl_pathv, compare_paths);
    for (size_t i = 0; i < found->gl_pathc; i++)
        import_path(reading, importer, entry, found->gl_pathv[i]);
}

/* ---- entries ---- */

static void import_entry(lf_reading *reading, const lf_spec_file *importer, const lf_doc *entry) {
    lf_report *report = reading->reader->report;
    if (entry->kind != LF_DOC_SCALAR || entry->length == 0 || lf_doc_is_null(entry)) {
        lf_report_add(report, LF_ERROR, LF_E0109, entry->pos, 1, NULL, "an import must be a path");
        return;
    }
    if (entry->text[0] == '/') {
        lf_report_add(report, LF_ERROR, LF_E0109, entry->pos, width(entry), lookup_note,
                      "the import `%s` is an absolute path", entry->text);
        return;
    }
    const char *slash = strrchr(importer->path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - importer->path) + 1 : 0;
    if (strpbrk(entry->text, "*?[")) {
        import_pattern(reading, importer, entry, folder);
        return;
    }
    const char *path =
        lf_arena_printf(reading->arena, "%.*s%s", (int)folder, importer->path, entry->text);
    import_path(reading, importer, entry, path);
}

void lf_spec_read_imports(lf_reading *reading, const lf_spec_file *importer,
                          const lf_doc_pair *imports) {
    const lf_doc *list = imports->value;
    lf_report *report = reading->reader->report;
    if (importer == NULL) {
        lf_report_add(report, LF_ERROR, LF_E0111, imports->key_pos, 7, NULL,
                      "a text that was not read from a file cannot import files");
        return;
    }
    if (list->kind != LF_DOC_LIST) {
        lf_report_add(report, LF_ERROR, LF_E0109, list->pos, 1,
                      "write `imports: [file.md, other.md]`", "`imports` must be a list of paths");
        return;
    }
    for (uint32_t i = 0; i < list->count && !reading->stopped; i++)
        import_entry(reading, importer, list->items[i]);
}
