/* type_mutants.h: games whose rules are changed so that the types no longer fit, for test_types.c
 * and fuzz_types.c.
 *
 * A mutant is a declared model in which one expression is replaced by another value, or in which a
 * block begins with statements about a local whose type has to be inferred. A mutant must not make
 * the checker or the compiler crash, nor be refused without an error. */
#ifndef LF_TESTS_TYPE_MUTANTS_H
#define LF_TESTS_TYPE_MUTANTS_H

#include <stdlib.h>
#include <string.h>

#include "compile/compile.h"
#include "lang/read.h"

enum { MUTANT_VALUES = 96 };

typedef struct {
    lf_model *model;
    lf_node **expressions; /* every expression of the rules, and … */
    uint32_t expression_count, expression_capacity;
    lf_node **blocks; /* … every list of statements */
    uint32_t block_count, block_capacity;
    const char *values[MUTANT_VALUES]; /* what can replace an expression, of every type there is */
    uint32_t value_count;
} mutant;

/* ---- the game ---- */

static inline lf_model *mutant_model(lf_arena *arena) {
    lf_model *model = LF_NEW(arena, lf_model);
    model->arena = arena;
    model->names = lf_names_new(arena);
    model->sources = LF_NEW(arena, lf_sources);
    model->sources->arena = arena;
    model->report = LF_NEW(arena, lf_report);
    model->report->arena = arena;
    return model;
}

static inline bool is_expression(const lf_node *n) {
    return n->kind != LF_N_LIST && n->kind != LF_N_ARG &&
           !lf_node_shape_of((lf_node_kind)n->kind)->statement;
}

static inline void collect_places(void *context, lf_node *n) {
    mutant *m = context;
    if (n == NULL)
        return;
    lf_arena *arena = m->model->arena;
    /* The literal parts of a text are read as they are, and cannot be anything else. */
    if (is_expression(n) && n->kind != LF_N_STRING && n->kind != LF_N_FORMS && n->kind != LF_N_TEXT)
        LF_PUSH(arena, m->expressions, m->expression_count, m->expression_capacity, n);
    if (n->kind == LF_N_BLOCK)
        LF_PUSH(arena, m->blocks, m->block_count, m->block_capacity, n->kids[LF_K_LIST]);
    for (uint32_t i = 0; i < n->kid_count; i++)
        collect_places(m, n->kids[i]);
}

/* ---- values of every type ---- */

static inline void add_value(mutant *m, const char *text) {
    if (text != NULL && m->value_count < MUTANT_VALUES)
        m->values[m->value_count++] = text;
}

/* A thing of the game, and a set of it. */
static inline void add_thing(mutant *m, const char *name) {
    add_value(m, name);
    add_value(m, lf_arena_printf(m->model->arena, "{%s}", name));
}

static inline void add_things(mutant *m) {
    const lf_model *game = m->model;
    if (game->seat_count > 0)
        add_thing(m, game->seats[0].id);
    if (game->group_count > 0)
        add_thing(m, game->groups[0].entry.id);
    if (game->space_count > 0)
        add_thing(m, game->zones[0].entry.id);
    if (game->zone_count > game->space_count)
        add_thing(m, game->zones[game->space_count].entry.id);
    if (game->card_count > 0)
        add_thing(m, game->cards[0].entry.id);
    if (game->stack_count > 0)
        add_thing(m, game->stacks[0].entry.id);
    if (game->direction_count > 0)
        add_thing(m, game->directions[0].id);
    if (game->kind_count > 0)
        add_thing(m, game->kinds[0].type_word);
    for (uint32_t i = 0; i < game->enum_count && i < 3; i++)
        add_thing(m, game->enums[i].values[0]);
}

/* One variable of the game of every type. */
static inline void add_variables(mutant *m) {
    const lf_model *game = m->model;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < game->global_count; i++) {
        const uint32_t bit = UINT32_C(1) << game->vars[i].type.base;
        const lf_symbol *symbol = lf_model_find(game, game->vars[i].name);
        if (symbol != NULL && symbol->kind == LF_SYM_GLOBAL && (seen & bit) == 0)
            add_value(m, game->vars[i].name);
        seen |= bit;
    }
    if (game->record_var_count > 0)
        add_value(m, game->record_vars[0].name);
    if (game->routine_count > 0)
        add_value(m, game->routines[0].name);
}

static inline void add_values(mutant *m) {
    /* clang-format off */
    static const char *const plain[] = {
        "{}", "{{}}", "{{{}}}", "{} or {}", "{} except {}", "{} == {}", "{} in {}",
        "size({})", "not {}", "-{}",
        "none", "{none}", "none == none", "min(none, none)", "min(none, 3)", "min({}, 3)",
        "if true then {} else {}", "if true then none else {}", "if true then none else none",
        "true", "{true}", "7", "-1", "1..3", "{1, 2}", "\"text\"", "roll 6", "turn", "phase",
        "activePlayer",
        "seats", "spaces", "zones", "cards", "directions", "pieces",
        "first s in {} where s == none", "{s in {} where s}",
        "first i in 1..3 where i > 1", "{i in 1..3 where i > 1}"};
    /* clang-format on */
    for (size_t i = 0; i < LF_COUNT(plain); i++)
        add_value(m, plain[i]);
    add_things(m);
    add_variables(m);
}

/* ---- statements ---- */

/* Statements about a local that begins without a type; $A and $B stand for values. */
static const char *const mutant_statements[] = {
    "let zz = $A\nzz += $B\n",
    "let zz = $A\nzz -= $B\n",
    "let zz = $A\nzz = $B\n",
    "let zz = $A\nzz = zz or $B\n",
    "let zz = $A\nzz = $B or zz\n",
    "let zz = $A\nzz = zz and $B\n",
    "let zz = $A\nzz = zz except $B\n",
    "let zz = $A\nzz = $B except zz\n",
    "let zz = $A\nzz = zz\n",
    "let zz = $A\nlet yy = zz\nyy += $B\n",
    "let zz = $A\nlet yy = zz\nyy = $B\nzz = yy\n",
    "let zz = $A\nzz += $B\nlet yy = 1\nyy += zz\n",
    "let zz = $A\nzz += $B\nzz += $A\n",
    "let zz = $A\nzz = $B\nzz = $A\n",
    "let zz = $A\nif zz == $B: zz = $B\n",
    "let zz = $A\nif $B == zz: zz = zz\n",
    "let zz = $A\nif zz != none and zz != $B: zz = $B\n",
    "let zz = $A\nif zz < $B: zz = $B\n",
    "let zz = $A\nif $B in zz: zz += $B\n",
    "let zz = $A\nif zz in $B: zz = none\n",
    "let zz = $A\nif zz: zz = $B\n",
    "let zz = $A\nif not zz: zz = $B\n",
    "let zz = $A\nfor each yy in zz: zz = $B\n",
    "let zz = $A\nfor each yy in $B: zz += yy\n",
    "let zz = $A\nfor each yy in $B: zz = yy\n",
    "let zz = $A\nlet yy = if true then zz else $B\n",
    "let zz = $A\nlet yy = if true then $B else zz\nzz = yy\n",
    "let zz = $A\nlet yy = {zz, $B}\n",
    "let zz = $A\nlet yy = {x in zz where x == $B}\n",
    "let zz = $A\nlet yy = size(zz)\nzz = $B\n",
    "let zz = $A\nlet yy = min(zz, 3)\nzz = $B\n",
    "let zz = $A\nlet yy = zz + 1\nzz = $B\n",
    "let zz = $A\nlog \"{zz}\"\nzz = $B\n",
    "let zz = $A\nrepeat at most zz times: zz = $B\n",
    "let zz = $A\nend game for zz\n",
    "let zz = $A\nactivePlayer = zz\nzz = $B\n",
    "let zz = table by spaces of int\nzz[$A] = $B\n",
    "let zz = table by seats of bool\nzz[$A] = $B\n",
    "let zz = $A\nreturn zz\n",
    "if true: return $A\nreturn $B\n",
    "let zz = $A\nlet yy = adjacent(zz)\nzz = $B\n",
    "let zz = $A\nlet yy = next(zz)\nzz = $B\n",
    "let zz = $A\nlet yy = top(zz)\nzz = $B\n",
    "let zz = $A\nlet yy = count(zz in $B)\n",
    "choose zz in $A or none\nlet yy = zz == $B\n",
    "choose up to 2 zz in $A\nlet yy = zz or $B\n",
};

static inline const char *fill_in(mutant *m, const char *pattern, const char *a, const char *b) {
    lf_text text = {0};
    for (const char *p = pattern; *p != 0; p++) {
        if (*p == '$')
            lf_text_addz(&text, *++p == 'A' ? a : b);
        else
            lf_text_add(&text, p, 1);
    }
    const char *result = lf_intern(m->model->names, text.data, text.length);
    lf_text_free(&text);
    return result;
}

static inline lf_node *parse_value(mutant *m, const char *text, bool is_block) {
    const lf_parse_context context = {
        .arena = m->model->arena, .names = m->model->names, .report = m->model->report};
    lf_doc *doc = LF_NEW(m->model->arena, lf_doc);
    *doc = (lf_doc){.style = LF_STYLE_LITERAL,
                    .text = lf_intern_z(m->model->names, text),
                    .length = (uint32_t)strlen(text)};
    return is_block ? lf_parse_block(&context, doc) : lf_parse_expression(&context, doc);
}

/* ---- mutations: each returns a description for messages ---- */

static inline void replace_by(lf_node *place, const lf_node *value) {
    if (value == NULL)
        return;
    const lf_pos pos = place->pos;
    *place = *value;
    place->pos = pos;
}

/* Replaces an expression by a value, or by a copy of another expression of the game. */
static inline const char *mutate_expression(mutant *m, uint32_t place, uint32_t by) {
    lf_arena *arena = m->model->arena;
    if (m->expression_count == 0)
        return "no expression";
    lf_node *node = m->expressions[place % m->expression_count];
    const lf_pos pos = node->pos;
    by %= m->value_count + m->expression_count;
    if (by < m->value_count) {
        replace_by(node, parse_value(m, m->values[by], false));
        return lf_arena_printf(arena, "%u:%u becomes %s", pos.line, pos.column, m->values[by]);
    }
    const lf_node *other = m->expressions[by - m->value_count];
    const char *text = lf_arena_printf(arena, "%u:%u becomes what is at %u:%u", pos.line,
                                       pos.column, other->pos.line, other->pos.column);
    replace_by(node, lf_node_clone(arena, other));
    return text;
}

/* Begins a block with statements. */
static inline const char *mutate_block(mutant *m, uint32_t place, uint32_t pattern, uint32_t a,
                                       uint32_t b) {
    lf_arena *arena = m->model->arena;
    if (m->block_count == 0)
        return "no block";
    lf_node *list = m->blocks[place % m->block_count];
    const char *text = fill_in(m, mutant_statements[pattern % LF_COUNT(mutant_statements)],
                               m->values[a % m->value_count], m->values[b % m->value_count]);
    const lf_node *block = parse_value(m, text, true);
    lf_node *whole = lf_node_list(arena, list->pos);
    for (uint32_t i = 0; block != NULL && i < block->kids[LF_K_LIST]->kid_count; i++)
        lf_node_list_add(arena, whole, block->kids[LF_K_LIST]->kids[i]);
    for (uint32_t i = 0; i < list->kid_count; i++)
        lf_node_list_add(arena, whole, list->kids[i]);
    *list = *whole;
    return text;
}

/* ---- from a text to a game ---- */

/* A model that is declared and can be mutated; NULL if the text is no game. */
static inline mutant *mutant_new(lf_arena *arena, const char *text) {
    mutant *m = LF_NEW(arena, mutant);
    m->model = mutant_model(arena);
    lf_reader reader = {arena, m->model->names, m->model->sources, m->model->report};
    m->model->document =
        lf_spec_read_text(&reader, "mutant.md", text, strlen(text), true, lf_game_sections);
    if (m->model->document == NULL)
        return NULL;
    lf_declare(m->model);
    lf_model_each_tree(m->model, collect_places, m);
    add_values(m);
    return m;
}

/* The verifier has refused the program: a mistake of the compiler, which has no other message like
 * it. */
static inline bool mutant_is_unverified(const mutant *m) {
    const lf_report *report = m->model->report;
    for (uint32_t i = 0; i < report->count; i++)
        if (strstr(report->items[i].message, "the compiler made a program") != NULL)
            return true;
    return false;
}

/* The game, or NULL; then the report has an error. */
static inline lf_game *mutant_compile(mutant *m) {
    lf_check(m->model);
    return m->model->report->errors > 0 ? NULL : lf_compile(m->model, 0);
}

#endif
