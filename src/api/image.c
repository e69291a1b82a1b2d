/* image.c: images of games for the public interface: making one, loading one, and what a game from
 * an image does when the language is needed.
 *
 * The tables are the kernel's business (kernel/image). Here is the last part, the files that the
 * game was compiled from: expressions from outside, the GameDef and the designer's words need them.
 * They are compiled when they are first needed, which most programs never do, and serve only if
 * they make the very program that is in the image. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "kernel/image/image.h"
#include "load.h"

/* The files of a game from an image, and what was compiled from them. */
typedef struct {
    const unsigned char *files;
    size_t file_bytes;
    _Atomic(lf_game *) compiled;
} lf_late;

/* ---- the files as bytes: how many; of each whether it is Markdown, the lengths of path and text,
 * path, text ---- */

static void put_number(lf_text *out, uint64_t number) {
    char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (char)(number >> (8 * i) & 0xff);
    lf_text_add(out, bytes, sizeof bytes);
}

static void put_files(lf_text *out, const lf_sources *sources) {
    put_number(out, sources->count);
    for (uint32_t i = 0; i < sources->count; i++) {
        const lf_source *const source = &sources->items[i];
        put_number(out, source->markdown);
        put_number(out, strlen(source->path));
        put_number(out, source->length);
        lf_text_add(out, source->path, strlen(source->path));
        lf_text_add(out, source->text, source->length);
    }
}

typedef struct {
    lf_arena *arena;
    const unsigned char *at, *end;
    lf_spec_text *files;
    uint32_t count;
    bool good;
} lf_file_list;

static bool take_number(lf_file_list *list, uint32_t *number) {
    if (list->end - list->at < 4)
        return false;
    *number = (uint32_t)list->at[0] | (uint32_t)list->at[1] << 8 | (uint32_t)list->at[2] << 16 |
              (uint32_t)list->at[3] << 24;
    list->at += 4;
    return true;
}

static const char *take_text(lf_file_list *list, uint32_t length) {
    if (length > (size_t)(list->end - list->at))
        return NULL;
    const char *const text = (const char *)list->at;
    list->at += length;
    return text;
}

static bool take_file(lf_file_list *list, lf_spec_text *file) {
    uint32_t markdown, path_length, length;
    if (!take_number(list, &markdown) || !take_number(list, &path_length) ||
        !take_number(list, &length))
        return false;
    const char *const path = take_text(list, path_length);
    const char *const text = path != NULL ? take_text(list, length) : NULL;
    if (text == NULL)
        return false;
    *file = (lf_spec_text){.path = lf_arena_strndup(list->arena, path, path_length),
                           .text = text,
                           .length = length,
                           .markdown = markdown != 0};
    return true;
}

static void take_files(void *context) {
    lf_file_list *const list = context;
    uint32_t count;
    if (!take_number(list, &count) || count == 0 || count > LF_MAX_FILES)
        return;
    list->files = LF_NEW_ARRAY(list->arena, lf_spec_text, count);
    for (uint32_t i = 0; i < count; i++)
        if (!take_file(list, &list->files[list->count++]))
            return;
    list->good = list->at == list->end;
}

/* ---- the language, when it is needed ---- */

/* What is compiled must be the program that runs, or else what is compiled behind it would not
 * fit. */
static lf_game *compile_late(const lf_game *game, const lf_late *late) {
    lf_file_list list = {
        .arena = lf_arena_new(), .at = late->files, .end = late->files + late->file_bytes};
    lf_game *compiled = NULL;
    if (list.arena != NULL && lf_arena_try(list.arena, take_files, &list) && list.good)
        compiled = lf_load_files(list.files, list.count, game->without);
    lf_arena_free(list.arena);
    if (compiled != NULL && compiled->program != game->program) {
        lf_game_free(compiled);
        compiled = NULL;
    }
    return compiled;
}

const lf_model *lf_model_of(const lf_game *game) {
    if (game->model != NULL || game->late == NULL)
        return game->model;
    lf_late *const late = game->late;
    lf_game *known = atomic_load(&late->compiled);
    if (known != NULL)
        return known->model;
    lf_game *const mine = compile_late(game, late);
    if (mine == NULL)
        return NULL;
    if (atomic_compare_exchange_strong(&late->compiled, &known, mine))
        return mine->model;
    lf_game_free(mine); /* another thread was faster */
    return known->model;
}

static void close_late(void *object) {
    lf_late *const late = object;
    lf_game_free(atomic_load(&late->compiled));
}

/* ---- reading ---- */

static size_t size_of_image(const char *path) {
    char magic[LF_IMAGE_MAGIC_BYTES];
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    const bool image = lf_is_image(magic, fread(magic, 1, sizeof magic, file));
    const long size = image && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    fclose(file);
    return size > 0 ? (size_t)size : 0;
}

/* Nothing is allocated while the file is open, so no jump can leave it so. */
const char *lf_image_of_file(lf_arena *arena, const char *path, size_t *size) {
    const size_t wanted = size_of_image(path);
    if (wanted == 0)
        return NULL;
    char *const bytes = lf_arena_alloc(arena, wanted);
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    *size = fread(bytes, 1, wanted, file);
    fclose(file);
    return bytes;
}

static lf_game *refuse(lf_model *model, const lf_origin *from, const char *problem) {
    lf_report_add(model->report, LF_ERROR, LF_E0113, (lf_pos){0}, 1,
                  "make it again: `ludoforge compile GAME --emit image`",
                  "the image `%s` cannot be used: %s", from->name, problem);
    return NULL;
}

lf_game *lf_load_image(lf_model *model, const lf_origin *from, uint32_t without) {
    lf_image_rest rest;
    char buffer[256];
    lf_game *const game = lf_image_read(model->arena, from->image, from->size, &rest);
    if (game == NULL)
        return refuse(model, from, rest.problem);
    if (without != 0 && without != game->without)
        return refuse(model, from, "it is compiled already, and optimisations are to be left out");
    if (lf_verify(game, buffer, sizeof buffer) != NULL)
        return refuse(model, from, buffer);
    if (lf_identity_of(game) != game->identity || lf_program_of(game) != game->program)
        return refuse(model, from, "it says that it is another game than it is");
    lf_rays_fill(game);
    if ((game->without >> LF_OPT_FUSE & 1) == 0)
        lf_chains_fill(game);
    lf_late *const late = LF_NEW(model->arena, lf_late);
    late->files = rest.files;
    late->file_bytes = rest.file_bytes;
    lf_arena_defer(model->arena, close_late, late);
    game->late = late;
    return game;
}

/* ---- writing ---- */

char *lf_game_image(const lf_game *game, size_t *size) {
    const lf_late *const late = game->late;
    const lf_model *const model = game->model;
    lf_text files = {0}, image = {0};
    if (late != NULL)
        lf_text_add(&files, (const char *)late->files, late->file_bytes);
    else if (model != NULL)
        put_files(&files, model->sources);
    image.failed = files.failed;
    if (!image.failed)
        lf_image_write(game, files.data, files.length, &image);
    lf_text_free(&files);
    *size = image.length;
    return lf_text_take(&image);
}
