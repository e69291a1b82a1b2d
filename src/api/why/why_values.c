/* why_values.c: what expressions of the rules are worth in the worlds of an asker, and the locals
 * that they name. */
#include "why.h"

#define FIRST_OWN_LOCAL                                                                            \
    1000 /* numbers of made-up locals, above those of any routine that is asked about */

struct lf_why_lowered {
    const lf_node *node;
    lf_snippet_expression expression;
    lf_why_lowered *next;
};

/* ---- working out ---- */

static const lf_why_local *find_local(const lf_why_local *locals, const lf_symbol *symbol) {
    while (locals != NULL && locals->symbol != symbol)
        locals = locals->outer;
    return locals;
}

/* Every local that an expression reads is bound: in the expression itself, or in the list. */
static bool is_closed(const lf_node *n, const lf_why_local *locals) {
    if (n == NULL)
        return true;
    if (n->kind == LF_N_NAME && n->symbol != NULL && n->symbol->kind == LF_SYM_LOCAL)
        return find_local(locals, n->symbol) != NULL;
    const lf_why_local inner = {.symbol = n->symbol, .outer = locals};
    const bool binds = n->kind == LF_N_SELECT || n->kind == LF_N_AGGREGATE;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (!is_closed(n->kids[i], binds && i != LF_K_AGG_IN ? &inner : locals))
            return false;
    return true;
}

static const lf_snippet_expression *lower_expression(lf_asker *why, const lf_node *n,
                                                     const lf_why_local *locals) {
    const lf_symbol *symbols[LF_SNIPPET_LOCALS * 4];
    uint32_t count = 0;
    for (lf_why_lowered *known = why->lowered; known != NULL; known = known->next)
        if (known->node == n)
            return known->expression.good ? &known->expression : NULL;
    lf_why_lowered *lowered = LF_NEW(why->arena, lf_why_lowered);
    *lowered = (lf_why_lowered){.node = n, .next = why->lowered};
    why->lowered = lowered;
    for (; locals != NULL && count < LF_COUNT(symbols); locals = locals->outer)
        if (lf_mentions(n, locals->symbol))
            symbols[count++] = locals->symbol;
    lowered->expression = lf_snippet_lower(why->snippet, n, symbols, count);
    return lowered->expression.good ? &lowered->expression : NULL;
}

static bool has_value(const lf_node *n) {
    return lf_is_settled(n->type) && n->type.base != LF_T_VOID && n->type.base != LF_T_INTS &&
           n->type.base != LF_T_TABLE && n->type.base != LF_T_TEXT;
}

/* In one world. */
static bool value_in_world(lf_asker *why, const lf_node *n, const lf_why_local *locals,
                           uint32_t world, int64_t out[LF_SET_WORDS_MAX]) {
    const int64_t *values[LF_SNIPPET_LOCALS];
    if (!has_value(n) || !is_closed(n, locals) || why->budget-- <= 0)
        return false;
    const lf_snippet_expression *e = lower_expression(why, n, locals);
    if (e == NULL)
        return false;
    for (uint32_t i = 0; i < e->local_count; i++) {
        const lf_why_local *local = find_local(locals, e->locals[i]);
        if (local == NULL)
            return false;
        values[i] = local->words[world];
    }
    return lf_snippet_value(why->snippet, &why->worlds[world], e, values, out, NULL);
}

static lf_why_truth compare_worlds(lf_asker *why, const lf_node *n, const lf_why_local *locals,
                                   int64_t out[LF_SET_WORDS_MAX]) {
    assert(why->world_count > 0);
    if (!value_in_world(why, n, locals, 0, out))
        return LF_WHY_UNKNOWN;
    for (uint32_t w = 1; w < why->world_count; w++) {
        int64_t other[LF_SET_WORDS_MAX];
        if (!value_in_world(why, n, locals, w, other) || memcmp(out, other, sizeof other) != 0)
            return LF_WHY_UNSEEN;
    }
    return LF_WHY_YES;
}

bool lf_why_value_of(lf_asker *why, const lf_node *n, const lf_why_local *locals,
                     int64_t out[LF_SET_WORDS_MAX]) {
    return n != NULL && compare_worlds(why, n, locals, out) == LF_WHY_YES;
}

lf_why_truth lf_why_truth_of(lf_asker *why, const lf_node *n, const lf_why_local *locals) {
    int64_t value[LF_SET_WORDS_MAX];
    const lf_why_truth known = compare_worlds(why, n, locals, value);
    return known != LF_WHY_YES ? known : value[0] != 0 ? LF_WHY_YES : LF_WHY_NO;
}

/* ---- locals ---- */

const lf_why_local *lf_why_bind(lf_asker *why, const lf_why_local *outer, const lf_symbol *symbol,
                                const lf_node *value, const lf_why_local *locals) {
    lf_why_local *local = LF_NEW(why->arena, lf_why_local);
    *local = (lf_why_local){.symbol = symbol, .outer = outer};
    for (uint32_t w = 0; w < why->world_count; w++) {
        int64_t *words = LF_NEW_ARRAY(why->arena, int64_t, LF_SET_WORDS_MAX);
        if (!value_in_world(why, value, locals, w, words))
            return NULL;
        /* the empty filter */
        if (value->type.base == LF_T_NONE && symbol->type.base == LF_T_PIECES)
            words[0] = 0;
        local->words[w] = words;
    }
    return local;
}

const lf_why_local *lf_why_bind_number(lf_asker *why, const lf_why_local *outer,
                                       const lf_symbol *symbol, int64_t value) {
    lf_why_local *local = LF_NEW(why->arena, lf_why_local);
    int64_t *words = LF_NEW_ARRAY(why->arena, int64_t, LF_SET_WORDS_MAX);
    memset(words, 0, LF_SET_WORDS_MAX * sizeof *words);
    words[0] =
        /* a kind as a filter */
        symbol->type.base == LF_T_PIECES ? (int64_t)(UINT64_C(1) << value) : value;
    *local = (lf_why_local){.symbol = symbol, .outer = outer};
    for (uint32_t w = 0; w < why->world_count; w++)
        local->words[w] = words;
    return local;
}

/* ---- `let` ---- */

static const lf_node *let_in(const lf_node *n, const lf_symbol *symbol) {
    if (n == NULL)
        return NULL;
    if (n->kind == LF_N_LET && n->symbol == symbol)
        return n->kids[LF_K_LET_VALUE];
    for (uint32_t i = 0; i < n->kid_count; i++) {
        const lf_node *found = let_in(n->kids[i], symbol);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static const lf_node *let_of(const lf_asker *why, const lf_symbol *symbol) {
    const lf_model *m = why->model;
    const lf_node *found = NULL;
    if (symbol->kind != LF_SYM_LOCAL || symbol->assigned)
        return NULL;
    for (uint32_t i = 0; i < m->routine_count && found == NULL; i++)
        found = let_in(m->routines[i].body, symbol);
    for (uint32_t i = 0; i < m->action_count && found == NULL; i++)
        found = let_in(m->actions[i].effects, symbol);
    for (uint32_t i = 0; i < m->phase_count && found == NULL; i++) {
        found = let_in(m->phases[i].on_enter, symbol);
        found = found != NULL ? found : let_in(m->phases[i].on_exit, symbol);
    }
    for (uint32_t i = 0; i < m->card_count * m->card_part_count && found == NULL; i++)
        found =
            let_in(m->cards[i / m->card_part_count].parts[i % m->card_part_count].effects, symbol);
    return found != NULL && found->kind != LF_N_TABLE ? found : NULL;
}

/* ---- the running routines: level 0 asks, level 1 called it ---- */

static uint32_t base_at(const lf_asker *why, uint32_t world, uint32_t level) {
    const lf_head *head = lf_head_of(why->worlds[world].block);
    const lf_call *calls = lf_calls(why->game, why->worlds[world].block);
    uint32_t base = head->base;
    for (uint32_t i = 0; i < level; i++)
        base -= calls[head->depth - 1 - i].base_shift;
    return base;
}

static uint32_t routine_at_level(const lf_asker *why, uint32_t level) {
    const lf_head *head = lf_head_of(why->worlds[0].block);
    return level == 0 ? head->routine
                      : lf_calls(why->game, why->worlds[0].block)[head->depth - level].routine;
}

/* The value of a local, where the source says that it lies. NULL: it is bound within the
 * expression. */
static const lf_why_local *local_at(lf_asker *why, const lf_symbol *symbol,
                                    const lf_choice_source *source, uint32_t level,
                                    const lf_why_local *outer) {
    const bool table = symbol->type.base == LF_T_TABLE;
    if ((uint32_t)symbol->index >= source->local_count ||
        (table ? source->tables == NULL : source->registers[symbol->index] == LF_NO_REGISTER))
        return NULL;
    lf_why_local *local = LF_NEW(why->arena, lf_why_local);
    *local = (lf_why_local){.symbol = symbol, .outer = outer};
    const uint32_t at = table ? why->game->routines[routine_at_level(why, level)].registers +
                                    source->tables[symbol->index]
                              : source->registers[symbol->index];
    for (uint32_t w = 0; w < why->world_count; w++)
        local->words[w] = lf_frames(why->game, why->worlds[w].block) + base_at(why, w, level) + at;
    return local;
}

/* Adds every local of the routine that the node names, and those that they were made with. */
static const lf_why_local *gather_locals(lf_asker *why, const lf_node *n,
                                         const lf_choice_source *source, uint32_t level,
                                         const lf_why_local *locals) {
    if (n == NULL)
        return locals;
    const lf_symbol *symbol = n->kind == LF_N_NAME ? n->symbol : NULL;
    if (symbol != NULL && symbol->kind == LF_SYM_LOCAL && find_local(locals, symbol) == NULL) {
        const lf_why_local *local = local_at(why, symbol, source, level, locals);
        if (local != NULL)
            locals = gather_locals(why, let_of(why, symbol), source, level, local);
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        locals = gather_locals(why, n->kids[i], source, level, locals);
    return gather_locals(why, n->because, source, level, locals);
}

const lf_why_local *lf_why_pending_locals(lf_asker *why, const lf_choice_source *source) {
    const lf_why_local *locals = gather_locals(why, source->node, source, 0, NULL);
    if (source->action < 0)
        return locals;
    const lf_model_action *action = &why->model->actions[source->action];
    locals = gather_locals(why, action->pre, source, 0, locals);
    for (uint32_t i = 0; i < action->param_count; i++)
        locals = gather_locals(why, action->params[i].domain, source, 0, locals);
    return locals;
}

lf_node *lf_why_node(lf_asker *why, lf_node_kind kind, lf_word word, const lf_node *like,
                     lf_type type) {
    lf_node *n = lf_node_new(why->arena, kind, like->pos, like->length);
    n->word = (uint8_t)word;
    n->type = type;
    return n;
}

lf_node *lf_why_name(lf_asker *why, lf_type type) {
    lf_symbol *symbol = LF_NEW(why->arena, lf_symbol);
    *symbol = (lf_symbol){.kind = LF_SYM_LOCAL,
                          .name = "",
                          .type = type,
                          .index = (int32_t)(FIRST_OWN_LOCAL + why->names++)};
    lf_node *name = lf_node_new(why->arena, LF_N_NAME, (lf_pos){0}, 1);
    name->name = "";
    name->type = type;
    name->symbol = symbol;
    return name;
}

/* ---- what a local was made with ---- */

static const lf_choice_source *call_at(const lf_asker *why, uint32_t pc) {
    for (uint32_t i = 0; i < why->model->call_count; i++)
        if (why->model->calls[i].pc == pc)
            return &why->model->calls[i];
    return NULL;
}

/* The number of a parameter among those of a routine; -1: it is none of them. */
static int parameter_of(const lf_model_routine *routine, const lf_symbol *symbol) {
    for (uint32_t i = 0; i < routine->param_count; i++)
        if (routine->params[i].symbol == symbol)
            return (int)i;
    return -1;
}

/* What a parameter of a running procedure was called with, and the locals there. */
static const lf_node *argument_of(lf_asker *why, const lf_symbol *symbol,
                                  const lf_why_local **locals) {
    const lf_head *head = lf_head_of(why->worlds[0].block);
    const lf_call *calls = lf_calls(why->game, why->worlds[0].block);
    const uint32_t first = why->snippet->c.routines_of_model;
    for (uint32_t level = 0; level < head->depth; level++) {
        const uint32_t running = routine_at_level(why, level);
        if (running < first || running >= first + why->model->rule_routine_count)
            continue;
        const int number = parameter_of(&why->model->routines[running - first], symbol);
        if (number < 0)
            continue;
        const lf_choice_source *call = call_at(why, calls[head->depth - 1 - level].pc - 1);
        if (call == NULL)
            return NULL;
        const lf_node *argument = call->node->kids[LF_K_CALL_ARGS]->kids[number];
        *locals = gather_locals(why, argument, call, level + 1, NULL);
        return argument;
    }
    return NULL;
}

const lf_node *lf_why_definition(lf_asker *why, const lf_symbol *symbol,
                                 const lf_why_local **locals) {
    if (symbol->kind != LF_SYM_LOCAL || symbol->assigned)
        return NULL;
    const lf_node *made = let_of(why, symbol);
    return made != NULL ? made : argument_of(why, symbol, locals);
}

/* ---- the bodies of functions ---- */

static lf_node *negate_node(lf_asker *why, lf_node *n) {
    lf_node *out = lf_why_node(why, LF_N_UNARY, LF_W_NOT, n, n->type);
    out->kids[LF_K_UNARY_ARG] = n;
    return out;
}

static lf_node *join_nodes(lf_asker *why, lf_word word, lf_node *left, lf_node *right) {
    lf_node *out = lf_why_node(why, LF_N_BINARY, word, left, right->type);
    out->kids[LF_K_BINARY_LEFT] = left;
    out->kids[LF_K_BINARY_RIGHT] = right;
    return out;
}

/* `if a: return false`, `return b` is `not a and b`. */
static lf_node *fold_early_return(lf_asker *why, lf_node *when, lf_node *then, lf_node *otherwise) {
    if (then->kind == LF_N_BOOL)
        return join_nodes(why, then->value ? LF_W_OR : LF_W_AND,
                          then->value ? when : negate_node(why, when), otherwise);
    if (otherwise->kind == LF_N_BOOL)
        return join_nodes(why, otherwise->value ? LF_W_OR : LF_W_AND,
                          otherwise->value ? negate_node(why, when) : when, then);
    lf_node *out = lf_why_node(why, LF_N_COND, LF_W_NONE, when, then->type);
    out->kids[LF_K_COND_WHEN] = when;
    out->kids[LF_K_COND_THEN] = then;
    out->kids[LF_K_COND_ELSE] = otherwise;
    return out;
}

/* `let`s, `if … return`s and a `return` as one expression; the `let`s become locals. NULL: it is no
 * such block. */
static lf_node *as_expression(lf_asker *why, const lf_node *list, uint32_t from,
                              const lf_why_local **locals) {
    if (from == list->kid_count)
        return NULL;
    const lf_node *s = list->kids[from];
    if (s->kind == LF_N_RETURN)
        return s->kids[0];
    if (s->kind == LF_N_LET) {
        const lf_why_local *bound =
            lf_why_bind(why, *locals, s->symbol, s->kids[LF_K_LET_VALUE], *locals);
        /* without a value: what reads it is not known either */
        *locals = bound != NULL ? bound : *locals;
        return as_expression(why, list, from + 1, locals);
    }
    if (s->kind != LF_N_IF)
        return NULL;
    const lf_node *otherwise = s->kids[LF_K_IF_ELSE];
    lf_node *then = as_expression(why, s->kids[LF_K_IF_THEN]->kids[LF_K_LIST], 0, locals);
    lf_node *rest = otherwise != NULL ? as_expression(why, otherwise->kids[LF_K_LIST], 0, locals)
                                      : as_expression(why, list, from + 1, locals);
    return then == NULL || rest == NULL
               ? NULL
               : fold_early_return(why, s->kids[LF_K_IF_CONDITION], then, rest);
}

const lf_node *lf_why_body(lf_asker *why, const lf_node *call, const lf_why_local **locals) {
    if (call->kind != LF_N_CALL || call->symbol == NULL || call->symbol->kind != LF_SYM_FUNCTION)
        return NULL;
    const lf_model_routine *routine = &why->model->routines[call->symbol->index];
    const lf_node *args = call->kids[LF_K_CALL_ARGS];
    const lf_why_local *inner = NULL;
    for (uint32_t i = 0; i < args->kid_count && i < routine->param_count; i++) {
        const lf_why_local *bound =
            lf_why_bind(why, inner, routine->params[i].symbol, args->kids[i], *locals);
        if (bound == NULL)
            return NULL;
        inner = bound;
    }
    const lf_node *body = routine->body->kind == LF_N_BLOCK
                              ? as_expression(why, routine->body->kids[LF_K_LIST], 0, &inner)
                              : routine->body;
    *locals = body != NULL ? inner : *locals;
    return body;
}

/* ---- the elements of a domain ---- */

lf_type lf_why_element_type(lf_type set) {
    switch ((lf_base_type)set.base) {
#define LF_SET_SORT(type, text, say, element, domain)                                              \
    case LF_T_##type:                                                                              \
        return (lf_type){.base = LF_T_##element};
#include "base/sorts.def"
    case LF_T_INTS:
        return set.by == LF_T_ENUM ? (lf_type){.base = LF_T_ENUM, .id = set.id}
                                   : (lf_type){.base = LF_T_INT};
    default:
        return set; /* pieces: a kind is a filter, too */
    }
}

static int range_elements(lf_asker *why, const lf_node *range, const lf_why_local *locals,
                          int64_t *out, int cap) {
    int64_t low[LF_SET_WORDS_MAX], high[LF_SET_WORDS_MAX];
    int count = 0;
    if (!lf_why_value_of(why, range->kids[LF_K_RANGE_MIN], locals, low) ||
        !lf_why_value_of(why, range->kids[LF_K_RANGE_MAX], locals, high))
        return -1;
    for (int64_t i = low[0]; i <= high[0] && count < cap; i++)
        out[count++] = i;
    return count;
}

static int listed_elements(lf_asker *why, const lf_node *items, const lf_why_local *locals,
                           int64_t *out, int cap) {
    int count = 0;
    for (uint32_t i = 0; i < items->kid_count && count < cap; i++) {
        int64_t value[LF_SET_WORDS_MAX];
        if (!lf_why_value_of(why, items->kids[i], locals, value))
            return -1;
        out[count++] = value[0];
    }
    return count;
}

static int selected_elements(lf_asker *why, const lf_node *select, const lf_why_local *locals,
                             int64_t *out, int cap) {
    const int count = lf_why_elements(why, select->kids[LF_K_AGG_IN], locals, out, cap);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const lf_why_local *element = lf_why_bind_number(why, locals, select->symbol, out[i]);
        const lf_why_truth truth = lf_why_truth_of(why, select->kids[LF_K_AGG_WHERE], element);
        if (truth != LF_WHY_YES && truth != LF_WHY_NO)
            return -1;
        if (truth == LF_WHY_YES)
            out[kept++] = out[i];
    }
    return count < 0 ? -1 : kept;
}

int lf_why_elements(lf_asker *why, const lf_node *domain, const lf_why_local *locals, int64_t *out,
                    int cap) {
    int64_t words[LF_SET_WORDS_MAX];
    int count = 0;
    if (domain->type.base == LF_T_INTS) {
        switch ((lf_node_kind)domain->kind) {
        case LF_N_RANGE:
            return range_elements(why, domain, locals, out, cap);
        case LF_N_SET:
            return listed_elements(why, domain->kids[LF_K_LIST], locals, out, cap);
        case LF_N_SELECT:
            return selected_elements(why, domain, locals, out, cap);
        case LF_N_COND: {
            const lf_why_truth when = lf_why_truth_of(why, domain->kids[LF_K_COND_WHEN], locals);
            const lf_node *branch =
                domain->kids[when == LF_WHY_YES ? LF_K_COND_THEN : LF_K_COND_ELSE];
            return when == LF_WHY_YES || when == LF_WHY_NO
                       ? lf_why_elements(why, branch, locals, out, cap)
                       : -1;
        }
        default:
            return -1;
        }
    }
    if ((!lf_is_set(domain->type) && domain->type.base != LF_T_PIECES) ||
        !lf_why_value_of(why, domain, locals, words))
        return -1;
    const uint32_t bits = 64 * lf_words_of(&why->snippet->c, domain->type);
    for (uint32_t i = 0; i < bits && count < cap; i++)
        if ((uint64_t)words[i / 64] >> (i % 64) & 1)
            out[count++] = i;
    return count;
}
