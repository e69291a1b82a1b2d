/* fuzz_spec.c: any bytes as a spec or GameDef: reader, both spellings, declarations, checker,
 * compiler, verifier. No input may crash, hang, leak or take unbounded memory; every refused spec
 * must have an error in its report. */
#include <stdlib.h>

#include "compile/compile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
    lf_arena *arena;
    const uint8_t *data;
    size_t size;
} input;

static void compile_input(void *context) {
    const input *in = context;
    lf_model *model = LF_NEW(in->arena, lf_model);
    model->arena = in->arena;
    model->names = lf_names_new(in->arena);
    model->sources = LF_NEW(in->arena, lf_sources);
    model->sources->arena = in->arena;
    model->report = LF_NEW(in->arena, lf_report);
    model->report->arena = in->arena;
    lf_reader reader = {in->arena, model->names, model->sources, model->report};
    const bool markdown = in->size == 0 || in->data[0] != '{'; /* otherwise a GameDef */
    lf_doc *document = lf_spec_read_text(&reader, "input", (const char *)in->data, in->size,
                                         markdown, lf_game_sections);
    lf_game *game = NULL;
    if (document != NULL) {
        model->document = document;
        lf_declare(model);
        lf_check(model);
        if (model->report->errors == 0)
            game = lf_compile(model, 0);
    }
    if (game == NULL && model->report->errors == 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {.arena = lf_arena_new(), .data = data, .size = size};
    if (in.arena == NULL)
        return 0;
    lf_arena_try(in.arena, compile_input, &in);
    lf_arena_free(in.arena);
    return 0;
}
