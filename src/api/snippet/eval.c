/* eval.c: expressions and statements from outside a spec: `eval` and `do` of the engine, and rule
 * cases.
 *
 * They are checked against the model of the game and run by a snippet (snippet.h), which is thrown
 * away. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "lang/read.h"
#include "snippet.h"

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

static lf_node *parse(lf_snippet *s, const char *text, bool block, lf_type *type, lf_error *error) {
    const lf_parse_context context = {
        .arena = s->arena, .names = s->model.names, .report = &s->report};
    lf_doc *doc = scalar(s, text);
    lf_node *node = block ? lf_parse_block(&context, doc) : lf_parse_expression(&context, doc);
    if (node == NULL || s->report.errors > 0) {
        lf_snippet_is_good(s, error);
        return NULL;
    }
    lf_check_snippet(&s->model, node, block, NULL, type);
    return lf_snippet_is_good(s, error) ? node : NULL;
}

static bool format_result(lf_snippet *s, const lf_state *state, const lf_node *node, lf_text *out,
                          lf_error *error) {
    int64_t result[LF_SET_WORDS_MAX];
    const lf_snippet_expression expression = lf_snippet_lower(s, node, NULL, 0);
    if (!lf_snippet_is_good(s, error) ||
        !lf_snippet_value(s, state, &expression, NULL, result, error))
        return false;
    if (node->type.base == LF_T_NONE || (lf_is_bound(node->type) && result[0] == LF_NO_BOUND))
        lf_text_addz(out, "none");
    else
        lf_format_id(&s->game, lf_sort_of(node->type), node->type.id, result, out);
    return true;
}

/* The value, and for a comparison its two sides if `both` is not NULL. */
static bool evaluate(lf_snippet *s, const lf_state *state, const char *expression, lf_text *value,
                     lf_text *both, lf_error *error) {
    lf_type type;
    lf_node *node = parse(s, expression, false, &type, error);
    const lf_state copy = lf_snippet_state(s, state);
    if (node == NULL || !format_result(s, &copy, node, value, error))
        return false;
    if (both != NULL && lf_is_comparison(node)) {
        format_result(s, &copy, node->kids[LF_K_BINARY_LEFT], both, error);
        lf_text_printf(both, " %s ", lf_word_text((lf_word)node->word));
        format_result(s, &copy, node->kids[LF_K_BINARY_RIGHT], both, error);
    }
    return true;
}

static lf_status perform_statements(lf_snippet *s, lf_state *state, const char *statements,
                                    lf_error *error) {
    lf_type type;
    lf_node *node = parse(s, statements, true, &type, error);
    if (node == NULL)
        return LF_BAD_INPUT;
    const uint32_t routine = lf_routine_new(&s->c, "do");
    lf_routine_begin(&s->c, routine, node);
    lf_block(&s->c, node);
    lf_emit(&s->c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(&s->c);
    if (!lf_snippet_is_good(s, error))
        return LF_BAD_INPUT;
    lf_state copy = lf_snippet_state(s, state);
    copy.observer = state->observer;
    if (!lf_call_effects(&copy, &s->game, routine, false))
        return lf_fail(error, LF_RULE_ERROR, "%s", copy.error.message);
    memcpy(state->block, copy.block, s->plain.calls);
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

static void compile_and_run(void *context) {
    lf_job *job = context;
    const lf_model *model = lf_model_of(job->state->game);
    if (model == NULL) {
        job->status = lf_fail(
            job->error, LF_BAD_INPUT,
            "this game was loaded from an image, which has no rule texts; load its spec instead");
        return;
    }
    lf_snippet *s = LF_NEW(job->arena, lf_snippet);
    lf_snippet_prepare(s, job->state->game, model, job->arena);
    if (job->target == NULL)
        job->good = evaluate(s, job->state, job->text, &job->value,
                             job->wants_sides ? &job->sides : NULL, job->error);
    else
        job->status = perform_statements(s, job->target, job->text, job->error);
}

static void run_guarded(lf_job *job) {
    job->status = LF_OUT_OF_MEMORY;
    job->arena = lf_arena_new();
    if (job->arena == NULL || !lf_arena_try(job->arena, compile_and_run, job))
        lf_error_no_memory(job->error);
    lf_arena_free(job->arena);
}

char *lf_eval(const lf_state *state, const char *expression, char **sides, lf_error *error) {
    lf_job job = {.state = state, .text = expression, .wants_sides = sides != NULL, .error = error};
    if (sides != NULL)
        *sides = NULL;
    run_guarded(&job);
    assert(sides != NULL || job.sides.length == 0);
    const bool compared = job.sides.length > 0, lost = job.value.failed || job.sides.failed;
    char *const value = job.good && !lost ? lf_text_take(&job.value) : NULL;
    if (value != NULL && compared)
        *sides = lf_text_take(&job.sides);
    else if (job.good && value == NULL)
        lf_error_no_memory(error);
    lf_text_free(&job.value);
    lf_text_free(&job.sides);
    return value;
}

lf_status lf_do(lf_state *state, const char *statements, lf_error *error) {
    if (lf_chance_decides(state)) /* effects could answer what it is asked */
        return lf_fail(error, LF_BAD_ARGUMENT,
                       "chance decides now; apply one of its outcomes first");
    lf_job job = {.state = state, .target = state, .text = statements, .error = error};
    run_guarded(&job);
    if (job.status == LF_OK)
        lf_reoffer(state);
    return job.status;
}
