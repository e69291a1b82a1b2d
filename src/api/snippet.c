/* snippet.c: expressions and statements from outside a spec: `eval` and `do` of the engine, and rule cases.
 *
 * A snippet is checked against the model of the game and lowered behind a copy of its program; the copy runs it and is
 * thrown away. The game and its model are only read, so threads that share a game may evaluate at the same time. */
#include <stdio.h>
#include <string.h>

#include "compile/compile.h"
#include "kernel/state/state.h"
#include "lang/read.h"

typedef struct {
    lf_arena *arena;
    lf_model model;
    lf_sources sources;
    lf_report report;
    lf_game game; /* a copy with more code */
    lf_compiler c;
} lf_snippet;

static void copy_table(lf_arena *arena, void *pointer, uint32_t count, uint32_t *capacity, size_t element) {
    void **table = pointer;
    *capacity = count * 2 + 16;
    void *copy = lf_arena_alloc(arena, element * *capacity);
    if (count > 0)
        memcpy(copy, *table, element * count);
    *table = copy;
}

static void prepare(lf_snippet *s, const lf_game *game, const lf_model *model, lf_arena *arena) {
    uint32_t places = 0;
    s->arena = arena;
    s->game = *game;
    s->model = *model;
    s->sources.arena = arena;
    s->report.arena = arena;
    s->model.arena = arena;
    s->model.names = lf_names_child(arena, model->names);
    s->model.sources = &s->sources;
    s->model.report = &s->report;
    s->c = (lf_compiler){
        .model = &s->model, .game = &s->game, .arena = arena, .work = lf_work_new(arena, &s->model)};
    lf_game *g = &s->game;
    copy_table(arena, &g->code, g->code_count, &s->c.code_capacity, sizeof *g->code);
    copy_table(arena, &g->places_of, g->code_count, &places, sizeof *g->places_of);
    copy_table(arena, &g->places, g->place_count, &s->c.place_capacity, sizeof *g->places);
    copy_table(arena, &g->place_files, g->place_file_count, &s->c.place_file_capacity,
               sizeof *g->place_files);
    copy_table(arena, &g->constants, g->constant_count, &s->c.constant_capacity, sizeof *g->constants);
    copy_table(arena, &g->templates, g->template_count, &s->c.template_capacity, sizeof *g->templates);
    copy_table(arena, &g->sites, g->site_count, &s->c.site_capacity, sizeof *g->sites);
    copy_table(arena, &g->routines, g->routine_count, &s->c.routine_capacity, sizeof *g->routines);
    copy_table(arena, &g->flip_maps, g->flip_map_count, &s->c.flip_capacity, sizeof *g->flip_maps);
    copy_table(arena, &g->card_registers, g->card_register_count, &s->c.card_register_capacity,
               sizeof *g->card_registers);
    s->c.behind = LF_NEW_ARRAY(arena, bool, s->model.routine_count + 1);
    s->c.routines_of_model = 1; /* as lf_compile_program numbers them */
    s->c.action_routines = 1 + s->model.routine_count;
    s->c.checkpoint_routines = s->c.action_routines + s->model.action_count;
    for (uint32_t i = 0; i < g->routine_count; i++)
        if (strcmp(g->routines[i].name, "margin") == 0)
            s->c.margin_routine = i;
    for (uint32_t i = 0; i < g->routine_count && s->model.card_part_count > 0; i++)
        if (strcmp(g->routines[i].name, lf_part_question_name(arena, s->model.card_parts[0])) == 0)
            s->c.part_questions = i;
}

static lf_doc *scalar(lf_snippet *s, const char *text) {
    lf_doc *doc = LF_NEW(s->arena, lf_doc);
    const size_t length = strlen(text);
    doc->kind = LF_DOC_SCALAR;
    doc->style = LF_STYLE_LITERAL;
    doc->text = lf_intern(s->model.names, text, length);
    doc->length = (uint32_t)length;
    const uint16_t file = lf_sources_add(&s->sources, "input", doc->text, length);
    doc->pos = (lf_pos){.file = file, .line = 1, .column = 1};
    uint32_t lines = 1;
    for (const char *p = doc->text; *p != 0; p++)
        lines += *p == '\n';
    doc->runs = LF_NEW_ARRAY(s->arena, lf_doc_run, lines);
    doc->runs[doc->run_count++].pos = doc->pos;
    for (uint32_t i = 0; i < doc->length; i++)
        if (doc->text[i] == '\n' && i + 1 < doc->length) {
            const lf_pos pos = {.file = file, .line = doc->run_count + 1, .column = 1};
            doc->runs[doc->run_count++] = (lf_doc_run){.offset = i + 1, .pos = pos};
        }
    return doc;
}

static bool report_first(lf_snippet *s, lf_error *error) {
    if (s->report.errors == 0)
        return true;
    lf_report_sort(&s->report);
    for (uint32_t i = 0; i < s->report.count; i++)
        if (s->report.items[i].severity == LF_ERROR) {
            const lf_diagnostic *d = &s->report.items[i];
            lf_fail(error, LF_BAD_INPUT, "%u:%u: error[%s]: %s%s%s", (unsigned)d->pos.line,
                    (unsigned)d->pos.column, lf_code_name(d->code), d->message, d->note != NULL ? "; " : "",
                    d->note != NULL ? d->note : "");
            break;
        }
    return false;
}

static lf_node *parse(lf_snippet *s, const char *text, bool block, lf_type *type, lf_error *error) {
    const lf_parse_context context = {.arena = s->arena, .names = s->model.names, .report = &s->report};
    lf_doc *doc = scalar(s, text);
    lf_node *node = block ? lf_parse_block(&context, doc) : lf_parse_expression(&context, doc);
    if (node == NULL || s->report.errors > 0) {
        report_first(s, error);
        return NULL;
    }
    lf_check_snippet(&s->model, node, block, NULL, type);
    return report_first(s, error) ? node : NULL;
}

static uint32_t expression_routine(lf_snippet *s, const lf_node *node) {
    const uint32_t routine = lf_routine_new(&s->c, "expression");
    lf_routine_begin(&s->c, routine, node);
    const uint32_t words = lf_words_of(&s->c, node->type), value = lf_take(&s->c, words);
    lf_expr_to(&s->c, node, value);
    if (value != 0)
        lf_emit(&s->c, LF_OP_MOVS, 0, value, 0, words);
    lf_emit(&s->c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(&s->c);
    return routine;
}

/* A state whose frames have room for what the snippet needs, whatever is suspended in it. */
static unsigned char *roomy_block(lf_snippet *s, const lf_state *state) {
    lf_layout *layout = &s->game.layout;
    const lf_layout old = *layout;
    layout->frame_words += LF_MAX_REGISTERS + LF_MAX_FRAME_WORDS; /* it may call what play never does */
    layout->call_depth += LF_MAX_CALL_DEPTH;
    lf_layout_fill(&s->game);
    unsigned char *block = lf_arena_alloc(s->arena, layout->size);
    memcpy(block, state->block, old.calls);
    memcpy(block + layout->calls, state->block + old.calls, old.call_depth * sizeof(lf_call));
    memcpy(block + layout->frames, state->block + old.frames, old.frame_words * sizeof(int64_t));
    return block;
}

static bool say(lf_snippet *s, const lf_state *state, const lf_node *node, lf_text *out, lf_error *error) {
    int64_t result[(LF_MAX_ZONES + LF_MAX_CARDS) / 64 + 1] = {0};
    const uint32_t words = lf_words_of(&s->c, node->type);
    const uint32_t routine = expression_routine(s, node);
    if (!report_first(s, error))
        return false;
    lf_state copy = *state;
    copy.game = &s->game;
    copy.observer.event = NULL;
    copy.hits = NULL;
    const lf_layout layout = s->game.layout;
    copy.block = roomy_block(s, state);
    const bool ok = lf_call_pure(&copy, &s->game, routine, NULL, 0, result, words, error);
    s->game.layout = layout;
    if (!ok)
        return false;
    if (node->type.base == LF_T_NONE || (lf_is_bound(node->type) && result[0] == LF_NO_BOUND))
        lf_text_addz(out, "none");
    else
        lf_say_id(&s->game, lf_say_of(node->type), node->type.id, result, out);
    return true;
}

static bool is_comparison(const lf_node *n) {
    return n->kind == LF_N_BINARY && n->word >= LF_W_EQ && n->word <= LF_W_GE;
}

/* The value, and for a comparison its two sides if `both` is not NULL. */
static bool evaluate(lf_snippet *s, const lf_state *state, const char *expression, lf_text *value,
                     lf_text *both, lf_error *error) {
    lf_type type;
    lf_node *node = parse(s, expression, false, &type, error);
    if (node == NULL || !say(s, state, node, value, error))
        return false;
    if (both != NULL && is_comparison(node)) {
        say(s, state, node->kids[LF_K_BINARY_LEFT], both, error);
        lf_text_printf(both, " %s ", lf_word_text((lf_word)node->word));
        say(s, state, node->kids[LF_K_BINARY_RIGHT], both, error);
    }
    return true;
}

static lf_status perform(lf_snippet *s, lf_state *state, const char *statements, lf_error *error) {
    lf_type type;
    lf_node *node = parse(s, statements, true, &type, error);
    if (node == NULL)
        return LF_BAD_INPUT;
    const uint32_t routine = lf_routine_new(&s->c, "do");
    lf_routine_begin(&s->c, routine, node);
    lf_block(&s->c, node);
    lf_emit(&s->c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(&s->c);
    if (!report_first(s, error))
        return LF_BAD_INPUT;
    lf_state copy = *state;
    const lf_layout old = s->game.layout;
    copy.game = &s->game;
    copy.block = roomy_block(s, state);
    if (!lf_call_effects(&copy, &s->game, routine))
        return lf_fail(error, LF_RULE_ERROR, "%s", copy.error.message);
    memcpy(state->block, copy.block, old.calls);
    return LF_OK;
}

/* ---- the way in: everything a snippet allocates is in an arena of its own ---- */

typedef struct {
    lf_arena *arena;
    const lf_state *state;
    lf_state *target; /* NULL: an expression */
    const char *text;
    bool wants_sides;
    lf_error *error;
    lf_text value, sides; /* here, not on a stack that running out of memory jumps out of */
    bool good;            /* of an expression */
    lf_status status;
} lf_job;

static void work(void *context) {
    lf_job *job = context;
    const lf_model *model = lf_model_of(job->state->game);
    if (model == NULL) {
        job->status = lf_fail(job->error, LF_BAD_INPUT,
                              "this game was loaded from an image that does not have its rules as text");
        return;
    }
    lf_snippet *s = LF_NEW(job->arena, lf_snippet);
    prepare(s, job->state->game, model, job->arena);
    if (job->target == NULL)
        job->good = evaluate(s, job->state, job->text, &job->value, job->wants_sides ? &job->sides : NULL,
                             job->error);
    else
        job->status = perform(s, job->target, job->text, job->error);
}

static void run(lf_job *job) {
    job->status = LF_OUT_OF_MEMORY;
    job->arena = lf_arena_new();
    if (job->arena == NULL || !lf_arena_try(job->arena, work, job))
        lf_fail(job->error, LF_OUT_OF_MEMORY, "out of memory");
    lf_arena_free(job->arena);
}

char *lf_eval(const lf_state *state, const char *expression, char **sides, lf_error *error) {
    lf_job job = {.state = state, .text = expression, .wants_sides = sides != NULL, .error = error};
    if (sides != NULL)
        *sides = NULL;
    run(&job);
    const bool compared = job.sides.length > 0, lost = job.value.failed || job.sides.failed;
    char *const value = job.good && !lost ? lf_text_take(&job.value) : NULL;
    if (value != NULL && compared)
        *sides = lf_text_take(&job.sides);
    else if (job.good && value == NULL)
        lf_fail(error, LF_OUT_OF_MEMORY, "out of memory");
    lf_text_free(&job.value);
    lf_text_free(&job.sides);
    return value;
}

lf_status lf_do(lf_state *state, const char *statements, lf_error *error) {
    lf_job job = {.state = state, .target = state, .text = statements, .error = error};
    run(&job);
    if (job.status == LF_OK)
        lf_reoffer(state);
    return job.status;
}
