/* inline.c: calls of small pure functions become the function's expression, also of functions that
 * are written with `let`, `if` and several `return`s, as long as they come down to one.
 *
 * The body is copied with the parameters replaced by the arguments. An argument that is a name or a
 * number is put in as it is; any other is computed once, before, into a register. Variables that
 * the body binds get numbers of their own in the calling routine. After that the expression is the
 * caller's, and everything that works on expressions works on it: folding, narrowing, stopping at
 * the first hit. */
#include <assert.h>

#include "compile/compile.h"

#define INLINE_NODES 80      /* of a body, at most */
#define INLINE_BUDGET 20000  /* of all bodies copied into one routine, */
#define INLINE_TOTAL 2000000 /* and into all of them */

typedef struct {
    const lf_symbol *from;
    const lf_node *to;  /* a parameter: what stands for it */
    const lf_node *let; /* a variable of the body that is put in: its value, still to be copied */
    lf_symbol *renamed; /* a variable of the body: its new symbol */
} lf_renaming;

typedef struct {
    lf_compiler *c;
    lf_renaming items[48];
    uint32_t count;
    bool full;
} lf_copying;

/* No further than is asked for: INLINE_NODES + 1 is too many. */
static uint32_t node_count(const lf_node *n) {
    uint32_t count = 1;
    for (uint32_t i = 0; n != NULL && i < n->kid_count && count <= INLINE_NODES; i++)
        count += n->kids[i] == NULL ? 0 : node_count(n->kids[i]);
    return count;
}

/* ---- which bodies are one expression ---- */

static bool binds(const lf_node *n) {
    return n->kind == LF_N_SELECT || n->kind == LF_N_AGGREGATE;
}

static bool is_simple(const lf_node *n) {
    return n->kind == LF_N_INT || n->kind == LF_N_BOOL ||
           (n->kind == LF_N_NAME && n->type.base != LF_T_NONE);
}

/* How often a name is evaluated: once, or "many" (2) inside something that is done for every
 * element of a set. */
static uint32_t uses(const lf_node *n, const lf_symbol *symbol) {
    if (n == NULL)
        return 0;
    uint32_t count = n->kind == LF_N_NAME && n->symbol == symbol;
    for (uint32_t i = 0; i < n->kid_count; i++) {
        const uint32_t inside = uses(n->kids[i], symbol);
        count += binds(n) && i != LF_K_AGG_IN && inside > 0 ? 2 : inside;
    }
    return count;
}

/* A `let` can be put in where its name stands if that costs nothing. */
static bool can_put_in(const lf_compiler *c, const lf_node *let, const lf_node *list,
                       uint32_t behind) {
    const lf_node *value = let->kids[LF_K_LET_VALUE];
    uint32_t count = 0;
    for (uint32_t i = behind; i < list->kid_count; i++)
        count += uses(list->kids[i], let->symbol);
    return !let->symbol->assigned && value->kind != LF_N_TABLE && value->type.base != LF_T_NONE &&
           (is_simple(value) || (count <= 1 && lf_is_safe_inside(c, value)));
}

/* `let`s, then `if … return`s, then a `return`. */
static bool is_expression(const lf_compiler *c, const lf_node *list, uint32_t from) {
    if (from == list->kid_count)
        return false;
    const lf_node *s = list->kids[from];
    switch (s->kind) {
    case LF_N_RETURN:
        return s->kids[0] != NULL;
    case LF_N_LET:
        return can_put_in(c, s, list, from + 1) && is_expression(c, list, from + 1);
    case LF_N_IF: {
        const lf_node *otherwise = s->kids[LF_K_IF_ELSE];
        return is_expression(c, s->kids[LF_K_IF_THEN]->kids[LF_K_LIST], 0) &&
               (otherwise != NULL ? is_expression(c, otherwise->kids[LF_K_LIST], 0)
                                  : is_expression(c, list, from + 1));
    }
    default:
        return false;
    }
}

/* What is asked of a supposed position must not be worked out before, nor what was worked out
 * before be asked of it. */
static bool supposes(const lf_node *n) {
    if (n == NULL || n->kind == LF_N_SUPPOSING)
        return n != NULL;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (supposes(n->kids[i]))
            return true;
    return false;
}

static bool can_inline(lf_compiler *c, const lf_node *call) {
    if (!lf_does(c, LF_OPT_INLINE) || call->kind != LF_N_CALL ||
        call->symbol->kind != LF_SYM_FUNCTION)
        return false;
    const lf_model_routine *routine = &c->model->routines[call->symbol->index];
    const lf_node *body = routine->body;
    if (!routine->pure || body == NULL ||
        (body->kind == LF_N_BLOCK && !is_expression(c, body->kids[LF_K_LIST], 0)))
        return false;
    const uint32_t size = node_count(body);
    if (size > INLINE_NODES || supposes(body) || c->inlined_nodes + size > INLINE_BUDGET ||
        c->work->inlined + size > INLINE_TOTAL || c->next > LF_MAX_REGISTERS / 2)
        return false;
    c->inlined_nodes += size;
    c->work->inlined += size;
    return true;
}

/* ---- copying a body ---- */

/* A local number that nothing in this routine uses. */
static lf_symbol *fresh_local(lf_compiler *c, const lf_symbol *like) {
    lf_symbol *symbol = LF_NEW(c->arena, lf_symbol);
    *symbol = *like;
    symbol->index = (int32_t)c->local_count++;
    const lf_node holder = {.symbol = symbol};
    const uint32_t own = c->own_locals;
    lf_routine_locals(c, &holder);
    c->own_locals = own;
    return symbol;
}

static const lf_renaming *renaming_of(const lf_copying *copying, const lf_symbol *symbol) {
    for (uint32_t i = copying->count; i-- > 0;)
        if (copying->items[i].from == symbol)
            return &copying->items[i];
    return NULL;
}

static void rename_symbol(lf_copying *copying, lf_renaming renaming) {
    if (copying->count == LF_COUNT(copying->items))
        copying->full = true;
    else
        copying->items[copying->count++] = renaming;
}

static lf_node *inline_node(lf_copying *copying, const lf_node *n) {
    if (n == NULL)
        return NULL;
    lf_compiler *c = copying->c;
    if (binds(n))
        rename_symbol(copying,
                      (lf_renaming){.from = n->symbol, .renamed = fresh_local(c, n->symbol)});
    const lf_renaming *renaming = n->symbol != NULL ? renaming_of(copying, n->symbol) : NULL;
    if (renaming != NULL && renaming->to != NULL && n->kind == LF_N_NAME)
        return (lf_node *)(uintptr_t)renaming->to;
    if (renaming != NULL && renaming->let != NULL)
        return inline_node(copying, renaming->let);
    lf_node *out = LF_NEW(c->arena, lf_node);
    *out = *n;
    if (renaming != NULL)
        out->symbol = renaming->renamed;
    out->kids = n->kid_count == 0 ? NULL : LF_NEW_ARRAY(c->arena, lf_node *, n->kid_count);
    for (uint32_t i = 0; i < n->kid_count; i++)
        out->kids[i] = inline_node(copying, n->kids[i]);
    return out;
}

static lf_node *make_inlined(lf_copying *copying, lf_node_kind kind, lf_word word,
                             const lf_node *like, lf_type type) {
    lf_node *n = lf_node_new(copying->c->arena, kind, like->pos, like->length);
    n->word = (uint8_t)word;
    n->type = type;
    return n;
}

static lf_node *inline_join(lf_copying *copying, lf_word word, lf_node *left, lf_node *right) {
    lf_node *out = make_inlined(copying, LF_N_BINARY, word, left, right->type);
    out->kids[LF_K_BINARY_LEFT] = left;
    out->kids[LF_K_BINARY_RIGHT] = right;
    return out;
}

/* `not (a or b)` is written as `not a and not b`: each part can then narrow a set by itself. */
static lf_node *inline_negation(lf_copying *copying, lf_node *n) {
    if (n->kind == LF_N_BINARY && n->word == LF_W_OR)
        return inline_join(copying, LF_W_AND, inline_negation(copying, n->kids[LF_K_BINARY_LEFT]),
                           inline_negation(copying, n->kids[LF_K_BINARY_RIGHT]));
    lf_node *out = make_inlined(copying, LF_N_UNARY, LF_W_NOT, n, n->type);
    out->kids[LF_K_UNARY_ARG] = n;
    return out;
}

/* `if a then b else c`; with `true` or `false` on one side it is an `and` or an `or`, which more is
 * known about. */
static lf_node *inline_conditional(lf_copying *copying, lf_node *when, lf_node *then,
                                   lf_node *otherwise, lf_type type) {
    if (then->kind == LF_N_BOOL)
        return inline_join(copying, then->value ? LF_W_OR : LF_W_AND,
                           then->value ? when : inline_negation(copying, when), otherwise);
    if (otherwise->kind == LF_N_BOOL)
        return inline_join(copying, otherwise->value ? LF_W_OR : LF_W_AND,
                           otherwise->value ? inline_negation(copying, when) : when, then);
    lf_node *out = make_inlined(copying, LF_N_COND, LF_W_NONE, when, type);
    out->kids[LF_K_COND_WHEN] = when;
    out->kids[LF_K_COND_THEN] = then;
    out->kids[LF_K_COND_ELSE] = otherwise;
    return out;
}

static lf_node *inline_list(lf_copying *copying, const lf_node *list, uint32_t from, lf_type type) {
    const lf_node *s = list->kids[from];
    if (s->kind == LF_N_RETURN)
        return inline_node(copying, s->kids[0]);
    if (s->kind == LF_N_LET) {
        rename_symbol(copying, (lf_renaming){.from = s->symbol, .let = s->kids[LF_K_LET_VALUE]});
        return inline_list(copying, list, from + 1, type);
    }
    lf_node *when = inline_node(copying, s->kids[LF_K_IF_CONDITION]);
    lf_node *then = inline_list(copying, s->kids[LF_K_IF_THEN]->kids[LF_K_LIST], 0, type);
    const lf_node *otherwise = s->kids[LF_K_IF_ELSE];
    return inline_conditional(copying, when, then,
                              otherwise != NULL
                                  ? inline_list(copying, otherwise->kids[LF_K_LIST], 0, type)
                                  : inline_list(copying, list, from + 1, type),
                              type);
}

static lf_node *copy_body(lf_copying *copying, const lf_model_routine *routine) {
    return routine->body->kind == LF_N_BLOCK
               ? inline_list(copying, routine->body->kids[LF_K_LIST], 0, routine->result)
               : inline_node(copying, routine->body);
}

/* ---- arguments ---- */

/* Computes an expression into a register and gives it a name. */
const lf_node *lf_computed(lf_compiler *c, const lf_node *value, lf_type type) {
    const lf_symbol like = {.kind = LF_SYM_LOCAL, .name = "", .type = type};
    lf_node *name = LF_NEW(c->arena, lf_node);
    const uint32_t reg = lf_take(c, lf_words_of(c, type));
    lf_expr_as(c, value, type, reg);
    *name = (lf_node){.kind = LF_N_NAME,
                      .pos = value->pos,
                      .length = value->length,
                      .name = "",
                      .type = type,
                      .symbol = fresh_local(c, &like)};
    lf_bind_local(c, name->symbol, reg);
    return name;
}

const lf_node *lf_inlined(lf_compiler *c, const lf_node *call) {
    if (!can_inline(c, call))
        return NULL;
    const lf_model_routine *routine = &c->model->routines[call->symbol->index];
    const lf_node *args = call->kids[LF_K_CALL_ARGS];
    lf_copying copying = {.c = c};
    for (uint32_t i = 0; i < args->kid_count; i++) {
        const lf_node *arg = args->kids[i];
        const lf_node *to = is_simple(arg) ? arg : lf_computed(c, arg, routine->params[i].type);
        rename_symbol(&copying, (lf_renaming){.from = routine->params[i].symbol, .to = to});
    }
    lf_node *out = copy_body(&copying, routine);
    return copying.full ? NULL : out;
}

/* ---- expanding the calls of a condition ---- */

typedef struct {
    lf_compiler *c;
    /* the element, and the variables bound inside the condition so far */
    const lf_symbol *binders[16];
    uint32_t count;
} lf_expansion;

static bool mentions_any(const lf_expansion *e, const lf_node *n) {
    for (uint32_t i = 0; i < e->count; i++)
        if (lf_mentions(n, e->binders[i]))
            return true;
    return false;
}

static bool is_cheap(const lf_node *n) {
    return is_simple(n) || (n->kind == LF_N_PROP && is_simple(n->kids[LF_K_PROP_OF]));
}

/* What stands for a parameter: the argument itself, or a name for its value if it is the same for
 * every element and evaluated often. NULL: neither will do. */
static const lf_node *argument(const lf_expansion *e, const lf_node *arg,
                               const lf_model_routine *routine, uint32_t i) {
    const lf_model_param *param = &routine->params[i];
    if (!lf_is_safe(e->c, arg))
        return NULL;
    if (is_cheap(arg) || uses(routine->body, param->symbol) <= 1)
        return arg;
    return mentions_any(e, arg) ? NULL : lf_computed(e->c, arg, param->type);
}

static const lf_node *expanded_call(const lf_expansion *e, const lf_node *call) {
    lf_copying copying = {.c = e->c};
    if (!can_inline(e->c, call))
        return NULL;
    const lf_model_routine *routine = &e->c->model->routines[call->symbol->index];
    assert(call->kids != NULL);
    const lf_node *args = call->kids[LF_K_CALL_ARGS];
    for (uint32_t i = 0; i < args->kid_count; i++) {
        const lf_node *to = argument(e, args->kids[i], routine, i);
        if (to == NULL)
            return NULL;
        rename_symbol(&copying, (lf_renaming){.from = routine->params[i].symbol, .to = to});
    }
    const lf_node *out = copy_body(&copying, routine);
    return copying.full ? NULL : out;
}

static const lf_node *expand(lf_expansion *e, const lf_node *n) {
    if (n == NULL || n->kind == LF_N_SUPPOSING || !mentions_any(e, n))
        return n;
    const lf_node *body = expanded_call(e, n);
    if (body != NULL)
        return expand(e, body);
    const uint32_t mark = e->count;
    if (binds(n) && e->count == LF_COUNT(e->binders))
        return n;
    if (binds(n))
        e->binders[e->count++] = n->symbol;
    assert(n->kid_count == 0 || n->kids != NULL);
    lf_node *out = LF_NEW(e->c->arena, lf_node);
    *out = *n;
    out->kids = n->kid_count == 0 ? NULL : LF_NEW_ARRAY(e->c->arena, lf_node *, n->kid_count);
    for (uint32_t i = 0; i < n->kid_count; i++)
        out->kids[i] = (lf_node *)(uintptr_t)expand(e, n->kids[i]);
    e->count = mark;
    return out;
}

const lf_node *lf_expanded(lf_compiler *c, const lf_node *condition, const lf_symbol *binder) {
    lf_expansion e = {.c = c, .binders = {binder}, .count = 1};
    return expand(&e, condition);
}
