/* load.c: from a path, bytes or the name of a bundled game to a game: read, declare, check, lower,
 * verify. */
#include <stdio.h>
#include <string.h>

#include "kernel/image/image.h"
#include "kernel/state/state.h"
#include "load.h"
#include "visual/visual.h"

static void collect_identity(lf_compiler *c) {
    lf_layout_fill(c->game);
    lf_rays_fill(c->game);
    c->game->choices = lf_measure_choices(c->game);
    c->game->identity = lf_identity_of(c->game);
    c->game->program = lf_program_of(c->game);
}

/* A program that does not verify is a mistake of ours, and is said so instead of being run. */
static bool verified(lf_compiler *c) {
    char buffer[256];
    const char *wrong = lf_verify(c->game, buffer, sizeof buffer);
    if (wrong != NULL)
        lf_report_add(c->model->report, LF_ERROR, LF_E0605, (lf_pos){0}, 1,
                      "please report this with the spec",
                      "the compiler made a program that does not hold: %s", wrong);
    return wrong == NULL;
}

/* The texts of positions are read when a game begins; here, whether they can be read and are
 * possible. */
static bool positions_fit(lf_compiler *c) {
    const lf_game *game = c->game;
    for (uint32_t i = 0; i < game->scenario_count; i++) {
        const lf_setup setup = {.scenario = game->scenarios[i].name};
        lf_error error = {0};
        if (game->scenarios[i].position == NULL)
            continue;
        lf_state *state = lf_state_new(game, &setup, &error);
        if (state == NULL && error.status != LF_OUT_OF_MEMORY)
            lf_report_add(c->model->report, LF_ERROR, LF_E0442, c->model->scenarios[i].position_pos,
                          1, NULL, "%s", error.message);
        lf_state_free(state);
    }
    return c->model->report->errors == 0;
}

lf_game *lf_compile(lf_model *model, uint32_t without) {
    lf_compiler c = {.model = model,
                     .arena = model->arena,
                     .game = LF_NEW(model->arena, lf_game),
                     .work = lf_work_new(model->arena, model),
                     .ask = lf_ask_of_word(model->ask)};
    c.game->arena = model->arena;
    c.game->model = model;
    c.game->without = without;
    lf_compile_tables(&c);
    lf_compile_program(&c);
    if (model->report->errors > 0)
        return NULL;
    collect_identity(&c);
    if (!verified(&c) || !positions_fit(&c))
        return NULL;
    if (lf_does(&c, LF_OPT_FUSE))
        lf_chains_fill(c.game);
    return c.game;
}

static lf_model *new_model(lf_arena *arena) {
    lf_model *model = LF_NEW(arena, lf_model);
    model->arena = arena;
    model->names = lf_names_new(arena);
    model->sources = LF_NEW(arena, lf_sources);
    model->sources->arena = arena;
    model->report = LF_NEW(arena, lf_report);
    model->report->arena = arena;
    return model;
}

/* Runs `step` on a new model; what it returns lives in the model's arena. */
static lf_game *with_model(lf_game *(*step)(lf_model *, const lf_origin *), const lf_origin *from,
                           lf_diagnostics **problems) {
    if (problems != NULL)
        *problems = lf_diagnostics_out_of_memory();
    lf_arena *arena = lf_arena_new();
    if (arena == NULL)
        return NULL;
    if (setjmp(*lf_arena_guard(arena)) != 0) {
        lf_arena_free(arena);
        return NULL;
    }
    lf_model *model = new_model(arena);
    lf_game *game = step(model, from);
    if (problems != NULL)
        *problems = lf_diagnostics_new(model->report, model->sources);
    if (game == NULL)
        lf_arena_free(arena);
    return game;
}

/* A GameDef is a JSON object; anything else that is text is a Markdown spec. */
static bool is_json(const lf_origin *from) {
    size_t at = from->size >= 3 && memcmp(from->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < from->size && strchr(" \t\r\n", from->bytes[at]) != NULL && from->bytes[at] != '\0')
        at++;
    return at < from->size && from->bytes[at] == '{';
}

static lf_doc *read_document(lf_model *model, const lf_origin *from) {
    lf_reader reader = {.arena = model->arena,
                        .names = model->names,
                        .sources = model->sources,
                        .report = model->report};
    if (from->bytes == NULL)
        return lf_spec_read(&reader, from->name, lf_game_sections);
    return lf_spec_read_text(&reader, from->name, from->bytes, from->size, !is_json(from),
                             lf_game_sections);
}

/* From a document that was read to a game. */
static lf_game *compile_document(lf_model *model, lf_doc *document, uint32_t without) {
    if (document == NULL)
        return NULL;
    model->document = document;
    lf_declare(model);
    lf_check(model);
    if (model->report->errors == 0)
        lf_gamedef_verify(model);
    return model->report->errors > 0 ? NULL : lf_compile(model, without);
}

static lf_game *load(lf_model *model, const lf_origin *given) {
    lf_origin from = *given;
    const uint32_t left_out = lf_optimisations_named(model->report, from.without);
    if (from.bytes == NULL)
        from.image = lf_image_of_file(model->arena, from.name, &from.size);
    else if (lf_is_image(from.bytes, from.size))
        from.image = memcpy(lf_arena_alloc(model->arena, from.size), from.bytes, from.size);
    if (from.image != NULL)
        return lf_load_image(model, &from, left_out);
    lf_game *const game = compile_document(model, read_document(model, &from), left_out);
    if (game != NULL && from.bytes == NULL) {
        game->spec = lf_arena_strndup(model->arena, from.name, strlen(from.name));
        lf_visual_keep_log(game, model->arena);
    }
    return game;
}

static lf_game *load_files(lf_model *model, const lf_origin *from) {
    lf_reader reader = {.arena = model->arena,
                        .names = model->names,
                        .sources = model->sources,
                        .report = model->report};
    lf_doc *document = lf_spec_read_files(&reader, from->files, from->file_count, lf_game_sections);
    return compile_document(model, document, from->left_out);
}

lf_game *lf_load_files(const lf_spec_text *files, uint32_t count, uint32_t without) {
    return with_model(
        load_files,
        &(lf_origin){.files = files, .file_count = count, .left_out = without, .without = ""},
        NULL);
}

lf_game *lf_game_load_without(const char *path, const char *without, lf_diagnostics **problems) {
    return with_model(load, &(lf_origin){.name = path, .without = without}, problems);
}

lf_game *lf_game_load(const char *path, lf_diagnostics **problems) {
    return lf_game_load_without(path, "", problems);
}

lf_game *lf_game_load_memory(const char *name, const void *bytes, size_t size,
                             lf_diagnostics **problems) {
    const lf_origin from = {.name = name,
                            .bytes = bytes != NULL ? bytes : "",
                            .size = bytes != NULL ? size : 0,
                            .without = ""};
    return with_model(load, &from, problems);
}

/* ---- bundled games ---- */

static lf_game *complain_unknown(lf_model *model, const lf_origin *from) {
    char **names = lf_bundled_games();
    const char *near = names != NULL ? lf_suggest(from->name, (const char *const *)names) : NULL;
    char note[200] = "set LUDOFORGE_GAMES to the folder of the games, or load a file by its path";
    if (near != NULL)
        snprintf(note, sizeof note, "did you mean `%s`?", near);
    lf_bundled_games_free(names);
    lf_report_add(model->report, LF_ERROR, LF_E0112, (lf_pos){0}, 1,
                  lf_arena_printf(model->arena, "%s", note), "there is no bundled game `%s`",
                  from->name);
    return NULL;
}

lf_game *lf_game_load_bundled(const char *name, lf_diagnostics **problems) {
    char *path = lf_bundled_path(name);
    lf_game *game = path != NULL
                        ? lf_game_load(path, problems)
                        : with_model(complain_unknown, &(lf_origin){.name = name}, problems);
    lf_string_free(path);
    return game;
}
