/* calls.c: calls of the game's routines and of the built-in functions, and text templates. */
#include <assert.h>

#include "compile.h"

#include <string.h>

/* ---- routines ---- */

void lf_call_routine(lf_compiler *c, uint32_t routine, uint32_t window, uint32_t arg_words,
                     uint32_t result_words) {
    if (!c->has_tables) {
        lf_emit(c, LF_OP_CALL, window, 0, 0, routine);
        return;
    }
    lf_emit(c, LF_OP_CALLFAR, window, arg_words, 0, routine);
    if (result_words > 0)
        lf_emit(c, LF_OP_FETCH, window, 0, result_words, 0);
}

static void call_routine_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_model_routine *routine = &c->model->routines[n->symbol->index];
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    assert(n->kids[LF_K_CALL_WITH] == NULL &&
           args->kid_count == routine->param_count); /* defaults filled in */
    assert(routine->checked);
    const uint32_t mark = c->next, words = lf_words_of(c, routine->result);
    uint32_t arg_words = 0;
    for (uint32_t i = 0; i < args->kid_count; i++)
        arg_words += lf_words_of(c, routine->params[i].type);
    const uint32_t window = lf_take(c, arg_words > words ? arg_words : words > 0 ? words : 1);
    uint32_t at = window;
    for (uint32_t i = 0; i < args->kid_count; i++) {
        lf_expr_as(c, args->kids[i], routine->params[i].type, at);
        at += lf_words_of(c, routine->params[i].type);
    }
    if (routine->may_choose)
        LF_PUSH(c->arena, c->calls, c->call_count, c->call_capacity,
                lf_source_here(c, n, lf_here(c)));
    lf_call_routine(c, lf_routine_of_model(c, (uint32_t)n->symbol->index), window, arg_words,
                    words);
    c->next = mark;
    if (words == 1)
        lf_emit(c, LF_OP_MOV, target, window, 0, 0);
    else if (words > 1)
        lf_emit(c, LF_OP_MOVS, target, window, 0, words);
}

/* ---- parts of cards ---- */

const char *lf_part_question_name(lf_arena *arena, const char *part) {
    return lf_arena_printf(arena, "can perform %s", part);
}

static uint32_t part_number(const lf_compiler *c, const char *part) {
    uint32_t i = 0;
    while (i < c->model->card_part_count && c->model->card_parts[i] != part)
        i++;
    assert(i < c->model->card_part_count); /* the checker knows the parts */
    return i;
}

void lf_ask_part(lf_compiler *c, const lf_node *card, const char *part, uint32_t target) {
    const uint32_t mark = c->next, window = lf_take(c, 1);
    lf_expr_to(c, card, window);
    lf_call_routine(c, c->part_questions + part_number(c, part), window, 1, 1);
    c->next = mark;
    lf_emit(c, LF_OP_MOV, target, window, 0, 0);
}

const lf_node *lf_conditional_perform(const lf_compiler *c, const lf_node *block) {
    const lf_node *list = block != NULL ? block->kids[LF_K_LIST] : NULL;
    if (list == NULL || list->kid_count == 0 || list->kids[0]->kind != LF_N_PERFORM)
        return NULL;
    const uint32_t part = part_number(c, list->kids[0]->name);
    for (uint32_t i = 0; i < c->model->card_count; i++) {
        if (c->model->cards[i].parts[part].when != NULL)
            return list->kids[0];
    }
    return NULL;
}

/* ---- built-in functions ---- */

static const lf_node *arg(const lf_node *n, uint32_t i) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    return i < args->kid_count ? args->kids[i] : NULL;
}

/* A set of spaces in registers, made of a set or of a single space. */
static uint32_t spaces_of(lf_compiler *c, const lf_node *n) {
    if (n->type.base == LF_T_SPACES || n->type.base == LF_T_ZONES)
        return lf_expr(c, n);
    const uint32_t words = c->game->zone_words, set = lf_take(c, words);
    const int64_t empty[(LF_MAX_ZONES + 63) / 64] = {0};
    lf_emit(c, LF_OP_LOADS, set, 0, words, lf_constant_words(c, empty, words));
    lf_emit(c, LF_OP_SETADD, set, lf_expr(c, n), 0, words);
    return set;
}

static void adjacent_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_node *of = arg(n, 0);
    const bool many = of->type.base == LF_T_SPACES || of->type.base == LF_T_ZONES;
    lf_emit(c, many ? LF_OP_ADJSET : LF_OP_ADJ, target, lf_expr(c, of), c->game->zone_words, 0);
}

static void reachable_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t from = spaces_of(c, arg(n, 0)), through = lf_expr(c, arg(n, 1));
    int64_t steps = -1;
    if (arg(n, 2) != NULL) {
        steps = lf_take(c, 1);
        lf_expr_to(c, arg(n, 2), (uint32_t)steps);
    }
    lf_emit(c, LF_OP_REACH, target, from, through, steps);
}

/* run and beyond: space, direction and set stand side by side. */
static void copy_range_operands(lf_compiler *c, const lf_node *n, uint32_t target, bool run) {
    const uint32_t words = c->game->zone_words, first = lf_take(c, 2 + words);
    lf_expr_to(c, arg(n, 0), first);
    lf_expr_to(c, arg(n, 1), first + 1);
    lf_expr_to(c, arg(n, 2), first + 2);
    if (run)
        lf_emit(c, LF_OP_RUN, target, first, words, 0);
    else
        lf_emit(c, LF_OP_BEYOND, target, first, 0, 0);
}

/* covered: pattern, origin and set stand side by side. */
static void covered_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_node *from = arg(n, 1);
    const bool many = lf_is_set(from->type);
    const uint32_t words = c->game->zone_words, width = many ? words : 1,
                   first = lf_take(c, 1 + width + words);
    lf_expr_to(c, arg(n, 0), first);
    lf_expr_to(c, from, first + 1);
    lf_expr_to(c, arg(n, 2), first + 1 + width);
    lf_emit(c, many ? LF_OP_COVERSET : LF_OP_COVER, target, first, words, 0);
}

static void size_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_node *of = arg(n, 0);
    if (of->type.base == LF_T_STACK)
        lf_emit(c, LF_OP_STACKSIZE, target, lf_expr(c, of), 0, 0);
    else
        lf_emit(c, LF_OP_SETSIZE, target, lf_expr(c, of), 0, lf_words_of(c, of->type));
}

static void top_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t stack = lf_expr(c, arg(n, 0)), depth = lf_take(c, 1);
    if (arg(n, 1) != NULL)
        lf_expr_to(c, arg(n, 1), depth);
    else
        lf_emit(c, LF_OP_LOADI, depth, 0, 0, 0);
    lf_emit(c, LF_OP_TOPCARD, target, stack, depth, 0);
}

/* min and max of two or more numbers. */
static void extreme_to(lf_compiler *c, const lf_node *n, uint32_t target, lf_opcode op) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    const uint32_t result = lf_working_copy(c, n, target, 1);
    lf_expr_to(c, args->kids[0], result);
    for (uint32_t i = 1; i < args->kid_count; i++) {
        const uint32_t mark = c->next;
        lf_emit(c, op, result, result, lf_expr(c, args->kids[i]), 0);
        c->next = mark;
    }
    if (result != target)
        lf_emit(c, LF_OP_MOV, target, result, 0, 0);
}

static void margin_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t window = lf_take(c, 1);
    lf_expr_to(c, arg(n, 0), window);
    lf_call_routine(c, c->margin_routine, window, 1, 1);
    lf_emit(c, LF_OP_MOV, target, window, 0, 0);
}

static void filter_call_to(lf_compiler *c, const lf_node *n, uint32_t target, lf_opcode op) {
    const uint32_t filter = lf_take(c, 1);
    lf_filter_to(c, arg(n, 0), filter);
    lf_emit(c, op, target, filter, 0, 0);
}

/* Where an option says how many seats play, those that do not are stepped over. */
static void next_seat_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_game *game = c->game;
    uint32_t seat = lf_expr(c, arg(n, 0));
    if (game->seats_option == 0) {
        lf_emit(c, LF_OP_NEXTSEAT, target, seat, 0, 0);
        return;
    }
    const uint32_t last = lf_take(c, 1), found = lf_take(c, 1);
    lf_seats_in_play_to(c, last);
    lf_emit(c, LF_OP_MOV, found, seat, 0, 0);
    const uint32_t again = lf_emit(c, LF_OP_NEXTSEAT, found, found, 0, 0);
    lf_emit(c, LF_OP_JLE, last, found, 0, again);
    lf_emit(c, LF_OP_MOV, target, found, 0, 0);
}

static void builtin_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    static const uint8_t plain[] = {
        [LF_BUILTIN_OPPOSITE] = LF_OP_OPPOSITE,
        [LF_BUILTIN_STACK_OF] = LF_OP_STACKOF,
        [LF_BUILTIN_ABS] = LF_OP_ABS,
    };
    const uint32_t mark = c->next;
    switch ((lf_builtin)n->symbol->index) {
    case LF_BUILTIN_ADJACENT:
        adjacent_to(c, n, target);
        break;
    case LF_BUILTIN_NEXT:
        next_seat_to(c, n, target);
        break;
    case LF_BUILTIN_REACHABLE:
        reachable_to(c, n, target);
        break;
    case LF_BUILTIN_STEP: {
        const uint32_t space = lf_expr(c, arg(n, 0));
        lf_emit(c, LF_OP_STEP, target, space, lf_expr(c, arg(n, 1)), 0);
        break;
    }
    case LF_BUILTIN_RUN:
        copy_range_operands(c, n, target, true);
        break;
    case LF_BUILTIN_BEYOND:
        copy_range_operands(c, n, target, false);
        break;
    case LF_BUILTIN_COVERED:
        covered_to(c, n, target);
        break;
    case LF_BUILTIN_SIZE:
        size_to(c, n, target);
        break;
    case LF_BUILTIN_TOP:
        top_to(c, n, target);
        break;
    case LF_BUILTIN_CARDS_IN:
        lf_emit(c, LF_OP_CARDSIN, target, lf_expr(c, arg(n, 0)), c->game->card_words, 0);
        break;
    case LF_BUILTIN_MIN:
        extreme_to(c, n, target, LF_OP_MIN);
        break;
    case LF_BUILTIN_MAX:
        extreme_to(c, n, target, LF_OP_MAX);
        break;
    case LF_BUILTIN_KIND_COUNT:
        filter_call_to(c, n, target, LF_OP_POOL);
        break;
    case LF_BUILTIN_OWNER:
        filter_call_to(c, n, target, LF_OP_OWNER);
        break;
    case LF_BUILTIN_OCCURRENCES:
        lf_emit(c, LF_OP_TIMES, target, 0, 0, (uint32_t)arg(n, 0)->symbol->index);
        break;
    case LF_BUILTIN_MARGIN:
        margin_to(c, n, target);
        break;
    default:
        lf_emit(c, (lf_opcode)plain[n->symbol->index], target, lf_expr(c, arg(n, 0)), 0, 0);
        break;
    }
    c->next = mark;
}

void lf_call_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t mark = c->next;
    const lf_node *body = lf_inlined(c, n);
    if (body != NULL) {
        lf_expr_as(c, body, n->type, target);
        c->next = mark;
        return;
    }
    c->next = mark;
    if (n->symbol->kind == LF_SYM_BUILTIN)
        builtin_to(c, n, target);
    else
        call_routine_to(c, n, target);
}

/* ---- texts ---- */

/* `one|many` as its two halves. */
static void forms_of(lf_compiler *c, const lf_node *forms, uint8_t number, lf_text_part *out) {
    const char *bar = strchr(forms->name, '|');
    out->literal = lf_arena_printf(c->arena, "%.*s", (int)(bar - forms->name), forms->name);
    out->many = bar + 1;
    out->number = number;
}

/* Pieces right behind a number agree with it: "1 Base". */
static bool follows_number(const lf_node *parts, uint32_t i) {
    return i >= 2 && parts->kids[i - 2]->type.base == LF_T_INT &&
           parts->kids[i - 1]->kind == LF_N_STRING && strcmp(parts->kids[i - 1]->name, " ") == 0;
}

int32_t lf_template_of(lf_compiler *c, const lf_node *text) {
    if (text == NULL)
        return -1;
    const lf_node *parts = text->kids[LF_K_LIST];
    lf_template template = {.parts = LF_NEW_ARRAY(c->arena, lf_text_part, parts->kid_count + 1)};
    uint8_t number = LF_NO_NUMBER; /* the last one so far */
    for (uint32_t i = 0; i < parts->kid_count; i++) {
        const lf_node *part = parts->kids[i];
        lf_text_part *out = &template.parts[template.count++];
        out->number = LF_NO_NUMBER;
        if (part->kind == LF_N_FORMS) {
            forms_of(c, part, number, out);
            continue;
        }
        if (part->kind == LF_N_STRING) {
            out->literal = part->name;
            continue;
        }
        if (part->type.base == LF_T_PIECES && follows_number(parts, i))
            out->number = number;
        out->sort = (uint8_t)lf_sort_of(part->type);
        out->enum_id = part->type.id;
        out->reg = (uint8_t)lf_expr(c, part);
        if (part->type.base == LF_T_INT)
            number = out->reg;
    }
    LF_PUSH(c->arena, c->game->templates, c->game->template_count, c->template_capacity, template);
    return (int32_t)c->game->template_count - 1;
}

int32_t lf_template_about(lf_compiler *c, const char *text, uint32_t zone) {
    lf_template template = {.parts = LF_NEW_ARRAY(c->arena, lf_text_part, 3)};
    template.parts[template.count++] = (lf_text_part){.literal = text, .number = LF_NO_NUMBER};
    if (zone != UINT32_MAX) {
        template.parts[template.count++] =
            (lf_text_part){.reg = (uint8_t)zone, .sort = LF_SORT_ZONE, .number = LF_NO_NUMBER};
        template.parts[template.count++] = (lf_text_part){.literal = "?", .number = LF_NO_NUMBER};
    }
    LF_PUSH(c->arena, c->game->templates, c->game->template_count, c->template_capacity, template);
    return (int32_t)c->game->template_count - 1;
}
