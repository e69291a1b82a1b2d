/* page.c: the files of the page, which are part of the program; or those of a folder, for people
 * who work on the page. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"
#include "support/files.h"

#define FILE_MAX ((size_t)16 << 20)

static const char *type_of(const char *path) {
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".json", "application/json; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
        {".ico", "image/x-icon"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].ending, dot) == 0)
            return types[i].type;
    return "application/octet-stream";
}

static const page_file *find(const char *path) {
    for (const page_file *file = page_files; file->path != NULL; file++)
        if (strcmp(file->path, path) == 0)
            return file;
    return NULL;
}

static void answer_missing(answer *a) {
    static const char text[] = "There is no such page.\n";
    *a = (answer){.status = 404,
                  .type = "text/plain; charset=utf-8",
                  .fixed = text,
                  .size = sizeof text - 1,
                  .page = true};
}

/* Does If-None-Match, a list of tags, have this one? Tags are weak: the same file goes out
 * compressed and plain. */
static bool is_known(const char *none_match, const char *tag) {
    assert(strncmp(tag, "W/", 2) == 0);
    return none_match != NULL && strstr(none_match, tag + 2) != NULL;
}

static void answer_embedded(const request *r, const char *path, answer *a) {
    const page_file *file = find(path);
    if (file == NULL) {
        answer_missing(a);
        return;
    }
    *a = (answer){.status = 200,
                  .type = file->type,
                  .fixed = (const char *)file->bytes,
                  .size = file->size,
                  .tag = file->tag,
                  .page = true};
    if (is_known(r->none_match, file->tag)) {
        a->status = 304;
        a->size = 0;
    }
}

static void answer_from_folder(const char *folder, const char *path, answer *a) {
    char full[LF_PATH_BYTES];
    const int length = snprintf(full, sizeof full, "%s/%s", folder, path);
    FILE *file = length > 0 && (size_t)length < sizeof full ? fopen(full, "rb") : NULL;
    char *text = file != NULL ? malloc(FILE_MAX) : NULL;
    if (text == NULL) {
        if (file != NULL)
            fclose(file);
        answer_missing(a);
        return;
    }
    const size_t size = fread(text, 1, FILE_MAX, file);
    fclose(file);
    *a = (answer){.status = 200, .type = type_of(path), .text = text, .size = size, .page = true};
}

void page_answer(const server *s, const request *r, answer *a) {
    const char *path = *r->path == '/' ? r->path + 1 : r->path;
    if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0) {
        answer_error(a, 405, "method", "A page can only be fetched.");
        return;
    }
    if (*path == '\0')
        path = "index.html";
    if (strstr(path, "..") != NULL)
        answer_missing(a);
    else if (s->settings->web != NULL)
        answer_from_folder(s->settings->web, path, a);
    else
        answer_embedded(r, path, a);
}
