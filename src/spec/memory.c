/* memory.c: the files of a spec that are in memory instead of on the disk, as an image has them:
 * they are found by the very paths that they were read by. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

const lf_spec_text *lf_spec_in_memory(const lf_reading *reading, const char *path) {
    for (uint32_t i = 0; i < reading->memory_count; i++)
        if (strcmp(reading->memory[i].path, path) == 0)
            return &reading->memory[i];
    return NULL;
}

uint16_t lf_spec_load_memory(lf_reading *reading, const lf_spec_file *file) {
    const lf_spec_text *const text = lf_spec_in_memory(reading, file->path);
    if (text == NULL) {
        lf_report_add(reading->reader->report, LF_ERROR, LF_E0101, file->imported_at, 1, NULL,
                      "cannot read `%s`: it is not one of the files in memory", file->path);
        return 0;
    }
    char *const copy = lf_arena_strndup(reading->arena, text->text, text->length);
    return lf_spec_add_source(reading, text->path, copy, text->length, file->imported_at);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **lf_spec_match_memory(const lf_reading *reading, const char *pattern, uint32_t *count) {
    const char **const paths =
        LF_NEW_ARRAY(reading->arena, const char *, reading->memory_count + 1);
    *count = 0;
    for (uint32_t i = 0; i < reading->memory_count; i++)
        if (fnmatch(pattern, reading->memory[i].path, FNM_PATHNAME | FNM_PERIOD) == 0)
            paths[(*count)++] = reading->memory[i].path;
    qsort(paths, *count, sizeof *paths, compare_names);
    return paths;
}
