/* inline.c: calls of small pure functions become the function's expression.
 *
 * The body is copied with the parameters replaced by the arguments. An argument that is a name or a number is put in as it
 * is; any other is computed once, before, into a register. Variables that the body binds get numbers of their own in the
 * calling routine. After that the expression is the caller's, and everything that works on expressions works on it:
 * folding, narrowing, stopping at the first hit. */
#include "compile.h"

#define INLINE_NODES 80     /* of a body, at most */
#define INLINE_BUDGET 20000 /* of all bodies copied into one routine */

typedef struct {
    const lf_symbol *from;
    const lf_node *to;  /* a parameter: what stands for it */
    lf_symbol *renamed; /* a variable of the body: its new symbol */
} lf_renaming;

typedef struct {
    lf_compiler *c;
    lf_renaming items[48];
    uint32_t count;
    bool full;
} lf_copying;

static uint32_t node_count(const lf_node *n) {
    uint32_t count = 1;
    for (uint32_t i = 0; n != NULL && i < n->kid_count; i++)
        count += n->kids[i] == NULL ? 0 : node_count(n->kids[i]);
    return count;
}

/* The expression of a function, also if it is written as a block with a single `return`. */
static const lf_node *expression_of(const lf_model_routine *routine) {
    const lf_node *body = routine->body;
    if (!routine->pure || body == NULL)
        return NULL;
    if (body->kind != LF_N_BLOCK)
        return body;
    const lf_node *list = body->kids[LF_K_LIST];
    const bool returns = list->kid_count == 1 && list->kids[0]->kind == LF_N_RETURN;
    return returns ? list->kids[0]->kids[0] : NULL;
}

static bool is_simple(const lf_node *n) {
    return n->kind == LF_N_INT || n->kind == LF_N_BOOL || (n->kind == LF_N_NAME && n->type.base != LF_T_NONE);
}

lf_symbol *lf_fresh_local(lf_compiler *c, const lf_symbol *like) {
    lf_symbol *symbol = LF_NEW(c->arena, lf_symbol);
    *symbol = *like;
    symbol->index = (int32_t)c->local_count++;
    const lf_node holder = {.symbol = symbol};
    lf_routine_locals(c, &holder);
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

static bool binds(const lf_node *n) {
    return n->kind == LF_N_SELECT || n->kind == LF_N_AGGREGATE;
}

static lf_node *copy(lf_copying *copying, const lf_node *n) {
    if (n == NULL)
        return NULL;
    lf_compiler *c = copying->c;
    if (binds(n))
        rename_symbol(copying, (lf_renaming){.from = n->symbol, .renamed = lf_fresh_local(c, n->symbol)});
    const lf_renaming *renaming = n->symbol == NULL ? NULL : renaming_of(copying, n->symbol);
    if (renaming != NULL && renaming->to != NULL && n->kind == LF_N_NAME)
        return (lf_node *)(uintptr_t)renaming->to;
    lf_node *out = LF_NEW(c->arena, lf_node);
    *out = *n;
    if (renaming != NULL)
        out->symbol = renaming->renamed;
    out->kids = n->kid_count == 0 ? NULL : LF_NEW_ARRAY(c->arena, lf_node *, n->kid_count);
    for (uint32_t i = 0; i < n->kid_count; i++)
        out->kids[i] = copy(copying, n->kids[i]);
    return out;
}

/* Computes an argument into a register and gives it a name. */
static const lf_node *computed(lf_compiler *c, const lf_node *arg, const lf_model_param *param) {
    lf_node *name = LF_NEW(c->arena, lf_node);
    const uint32_t reg = lf_take(c, lf_words_of(c, param->type));
    lf_expr_as(c, arg, param->type, reg);
    *name = (lf_node){.kind = LF_N_NAME,
                      .pos = arg->pos,
                      .length = arg->length,
                      .name = param->name,
                      .type = param->type,
                      .symbol = lf_fresh_local(c, param->symbol)};
    lf_bind_local(c, name->symbol, reg);
    return name;
}

const lf_node *lf_inlined(lf_compiler *c, const lf_node *call) {
    if (c->plain || call->kind != LF_N_CALL || call->symbol->kind != LF_SYM_FUNCTION)
        return NULL;
    const lf_model_routine *routine = &c->model->routines[call->symbol->index];
    const lf_node *body = expression_of(routine), *args = call->kids[LF_K_CALL_ARGS];
    const uint32_t size = body == NULL ? 0 : node_count(body);
    if (body == NULL || size > INLINE_NODES || c->inlined_nodes + size > INLINE_BUDGET ||
        c->next > LF_MAX_REGISTERS / 2)
        return NULL;
    c->inlined_nodes += size;
    lf_copying copying = {.c = c};
    for (uint32_t i = 0; i < args->kid_count; i++) {
        const lf_node *arg = args->kids[i];
        const lf_node *to = is_simple(arg) ? arg : computed(c, arg, &routine->params[i]);
        rename_symbol(&copying, (lf_renaming){.from = routine->params[i].symbol, .to = to});
    }
    lf_node *out = copy(&copying, body);
    return copying.full ? NULL : out;
}
