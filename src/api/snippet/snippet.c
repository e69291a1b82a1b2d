/* snippet.c: what all snippets share: the copy of the game, states with room, expressions with
 * their locals. */
#include "snippet.h"

#include <string.h>

static void copy_table(lf_arena *arena, void *pointer, uint32_t count, uint32_t *capacity,
                       size_t element) {
    void **table = pointer;
    *capacity = count * 2 + 16;
    void *copy = lf_arena_alloc(arena, element * *capacity);
    if (count > 0)
        memcpy(copy, *table, element * count);
    *table = copy;
}

static void copy_tables(lf_snippet *s) {
    lf_game *g = &s->game;
    lf_arena *arena = s->arena;
    uint32_t places = 0;
    copy_table(arena, &g->code, g->code_count, &s->c.code_capacity, sizeof *g->code);
    copy_table(arena, &g->places_of, g->code_count, &places, sizeof *g->places_of);
    copy_table(arena, &g->places, g->place_count, &s->c.place_capacity, sizeof *g->places);
    copy_table(arena, &g->place_files, g->place_file_count, &s->c.place_file_capacity,
               sizeof *g->place_files);
    copy_table(arena, &g->constants, g->constant_count, &s->c.constant_capacity,
               sizeof *g->constants);
    copy_table(arena, &g->templates, g->template_count, &s->c.template_capacity,
               sizeof *g->templates);
    copy_table(arena, &g->sites, g->site_count, &s->c.site_capacity, sizeof *g->sites);
    copy_table(arena, &g->routines, g->routine_count, &s->c.routine_capacity, sizeof *g->routines);
    copy_table(arena, &g->flip_maps, g->flip_map_count, &s->c.flip_capacity, sizeof *g->flip_maps);
    copy_table(arena, &g->card_registers, g->card_register_count, &s->c.card_register_capacity,
               sizeof *g->card_registers);
}

/* Routines are found by the numbers and names that lf_compile_program gave them. */
static void find_routines(lf_snippet *s) {
    const lf_game *g = &s->game;
    s->c.behind = LF_NEW_ARRAY(s->arena, bool, s->model.routine_count + 1);
    s->c.routines_of_model = 1;
    s->c.routines_of_agents = g->rules.routine_count;
    s->c.action_routines = 1 + s->model.rule_routine_count;
    s->c.checkpoint_routines = s->c.action_routines + s->model.action_count;
    for (uint32_t i = 0; i < g->routine_count; i++)
        if (strcmp(g->routines[i].name, "margin") == 0)
            s->c.margin_routine = i;
    for (uint32_t i = 0; i < g->routine_count && s->model.card_part_count > 0; i++)
        if (strcmp(g->routines[i].name, lf_part_question_name(s->arena, s->model.card_parts[0])) ==
            0)
            s->c.part_questions = i;
}

void lf_snippet_prepare(lf_snippet *s, const lf_game *game, const lf_model *model,
                        lf_arena *arena) {
    s->arena = arena;
    s->game = *game;
    s->game.native = NULL; /* it knows nothing of what is lowered behind the program */
    s->game.chained = NULL;
    s->model = *model;
    s->sources.arena = arena;
    s->report.arena = arena;
    s->model.arena = arena;
    s->model.names = lf_names_child(arena, model->names);
    s->model.sources = &s->sources;
    s->model.report = &s->report;
    s->c = (lf_compiler){.model = &s->model,
                         .game = &s->game,
                         .arena = arena,
                         .work = lf_work_new(arena, &s->model)};
    copy_tables(s);
    find_routines(s);
    s->plain = game->layout;
    s->game.layout.frame_size +=
        LF_MAX_REGISTERS + LF_MAX_FRAME_WORDS; /* it may call what play never does */
    s->game.layout.call_depth += LF_MAX_CALL_DEPTH;
    s->game.supposing = LF_MAX_SUPPOSING;
    lf_layout_fill(&s->game);
}

bool lf_snippet_is_good(lf_snippet *s, lf_error *error) {
    if (s->report.errors == 0)
        return true;
    lf_report_sort(&s->report);
    for (uint32_t i = 0; i < s->report.count; i++)
        if (s->report.items[i].severity == LF_ERROR) {
            const lf_diagnostic *d = &s->report.items[i];
            lf_error_set(error, LF_BAD_INPUT, "%u:%u: error[%s]: %s%s%s", (unsigned)d->pos.line,
                         (unsigned)d->pos.column, lf_code_name(d->code), d->message,
                         d->note != NULL ? "; " : "", d->note != NULL ? d->note : "");
            break;
        }
    return false;
}

lf_state lf_snippet_state(lf_snippet *s, const lf_state *state) {
    const lf_layout *layout = &s->game.layout, *old = &s->plain;
    lf_state copy = {.game = &s->game,
                     .block = lf_arena_alloc(s->arena, layout->size),
                     .supposed =
                         lf_arena_alloc(s->arena, s->game.supposing * lf_supposed_size(&s->game))};
    assert(state->game->layout.size == old->size);
    memcpy(copy.block, state->block, old->calls);
    memcpy(copy.block + layout->calls, state->block + old->calls,
           old->call_depth * sizeof(lf_call));
    memcpy(copy.block + layout->frames, state->block + old->frames,
           old->frame_size * sizeof(int64_t));
    return copy;
}

/* ---- expressions with locals ---- */

static uint32_t table_size(const lf_game *game, const lf_symbol *table) {
    return (uint32_t)lf_table_size(game, (uint8_t)lf_table_by(table));
}

/* The words that the value of a local takes; of a table all of its entries. */
static uint32_t local_words(const lf_snippet *s, const lf_symbol *local) {
    return local->type.base == LF_T_TABLE ? table_size(&s->game, local)
                                          : lf_words_of(&s->c, local->type);
}

/* Parameters come first, tables behind the registers, as lf_snippet_value fills them. */
static void bind_locals(lf_snippet *s, const lf_snippet_expression *e) {
    lf_compiler *c = &s->c;
    for (uint32_t i = 0; i < e->local_count; i++) {
        const lf_symbol *local = e->locals[i];
        const lf_node holder = {.symbol = (lf_symbol *)(uintptr_t)local};
        lf_routine_locals(c, &holder);
        if (local->type.base != LF_T_TABLE) {
            lf_bind_local(c, local, lf_take(c, lf_words_of(c, local->type)));
            continue;
        }
        c->has_tables = true;
        c->local_tables[local->index] = c->table_words;
        c->table_words += table_size(&s->game, local);
    }
}

lf_snippet_expression lf_snippet_lower(lf_snippet *s, const lf_node *node,
                                       const lf_symbol *const *locals, uint32_t count) {
    lf_snippet_expression e = {.type = node->type};
    lf_compiler *c = &s->c;
    for (uint32_t i = 0; i < count; i++) {
        if (e.local_count == LF_SNIPPET_LOCALS)
            return e;
        if (lf_mentions(node, locals[i]))
            e.locals[e.local_count++] = locals[i];
    }
    e.routine = lf_routine_new(c, "expression");
    lf_routine_begin(c, e.routine, node);
    bind_locals(s, &e);
    const uint32_t words = lf_words_of(c, node->type), value = lf_take(c, words);
    lf_expr_to(c, node, value);
    if (value != 0)
        lf_emit(c, LF_OP_MOVS, 0, value, 0, words);
    lf_emit(c, LF_OP_RET, 0, 0, 0, 0);
    lf_routine_end(c);
    e.good = s->report.errors == 0;
    return e;
}

bool lf_snippet_value(lf_snippet *s, const lf_state *state, const lf_snippet_expression *e,
                      const int64_t *const *values, int64_t result[LF_SET_WORDS_MAX],
                      lf_error *error) {
    const lf_routine *routine = &s->game.routines[e->routine];
    int64_t *frame = LF_NEW_ARRAY(s->arena, int64_t, routine->frame_size + 1);
    uint32_t reg = 0, table = routine->registers;
    assert(e->good && state->game == &s->game);
    for (uint32_t i = 0; i < e->local_count; i++) {
        const uint32_t words = local_words(s, e->locals[i]);
        uint32_t *at = e->locals[i]->type.base == LF_T_TABLE ? &table : &reg;
        memcpy(frame + *at, values[i], words * sizeof *frame);
        *at += words;
    }
    memset(result, 0, LF_SET_WORDS_MAX * sizeof *result);
    return lf_call_pure(state, &s->game, e->routine, frame, routine->frame_size, result,
                        lf_words_of(&s->c, e->type), error);
}
