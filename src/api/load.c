/* load.c: from a path to a game: read, declare, check, lower, verify. */
#include <string.h>

#include "compile/compile.h"

static void collect_identity(lf_compiler *c) {
    lf_layout_fill(c->game);
    c->game->identity = lf_identity_of(c->game);
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

lf_game *lf_compile(lf_model *model, uint32_t without) {
    lf_compiler c = {.model = model,
                     .arena = model->arena,
                     .game = LF_NEW(model->arena, lf_game),
                     .work = lf_work_new(model->arena, model)};
    c.game->arena = model->arena;
    c.game->model = model;
    c.game->without = without;
    lf_compile_tables(&c);
    lf_compile_program(&c);
    if (model->report->errors > 0)
        return NULL;
    collect_identity(&c);
    return verified(&c) ? c.game : NULL;
}

static lf_game *load(lf_model *model, const char *path, const char *without) {
    const uint32_t left_out = lf_optimisations_named(model->report, without);
    lf_reader reader = {
        .arena = model->arena, .names = model->names, .sources = model->sources, .report = model->report};
    lf_doc *document = lf_spec_read(&reader, path, lf_game_sections);
    if (document == NULL)
        return NULL;
    model->document = document;
    lf_declare(model);
    lf_check(model);
    if (model->report->errors == 0)
        lf_gamedef_verify(model);
    return model->report->errors > 0 ? NULL : lf_compile(model, left_out);
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

lf_game *lf_game_load_without(const char *path, const char *without, lf_diagnostics **problems) {
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
    lf_game *game = load(model, path, without);
    if (problems != NULL)
        *problems = lf_diagnostics_new(model->report, model->sources);
    if (game == NULL)
        lf_arena_free(arena);
    return game;
}

lf_game *lf_game_load(const char *path, lf_diagnostics **problems) {
    return lf_game_load_without(path, "", problems);
}
