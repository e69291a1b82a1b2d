/* invariant.c: what an expression depends on, and whether it can be worked out early.
 *
 * A condition is put to every element of a set. What does not mention the element is the same for
 * all of them, and may be worked out once, before the first. But an `and` may have kept it from
 * being worked out at all. So the order in which things are worked out changes only where nothing
 * of it can fail: no division, and no asking after a space that may be `none`. A rule that fails,
 * fails in the same positions with and without optimisations. */
#include "compile/compile.h"

bool lf_mentions(const lf_node *n, const lf_symbol *symbol) {
    if (n == NULL)
        return false;
    if (n->kind == LF_N_NAME && n->symbol == symbol)
        return true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (lf_mentions(n->kids[i], symbol))
            return true;
    return false;
}

void lf_mark_sure(lf_compiler *c, const lf_symbol *symbol) {
    c->local_sure[symbol->index] = true;
}

/* ---- what cannot fail ---- */

typedef struct {
    const lf_compiler *c;
    const lf_symbol
        /* variables of loops inside the expression, and parameters: always an element */
        *bound[16];
    uint32_t count;
    uint32_t depth; /* of called functions, whose locals are not the caller's */
} lf_safety;

#define MOST_SAFE_CALLS                                                                            \
    16 /* ways to call one function that are looked at; the others pass for unsafe */

/* Whether a value that must be an element is one: a constant, or the variable of a loop. */
static bool is_sure(const lf_safety *s, const lf_node *n) {
    if (n->kind != LF_N_NAME || n->symbol == NULL || n->symbol->kind == LF_SYM_GLOBAL)
        return false;
    if (n->symbol->kind != LF_SYM_LOCAL)
        return true;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->bound[i] == n->symbol)
            return true;
    return s->depth == 0 && s->c->local_sure[n->symbol->index];
}

static bool safe(lf_safety *s, const lf_node *n);

static bool safe_kids(lf_safety *s, const lf_node *n) {
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (n->kids[i] != NULL && !safe(s, n->kids[i]))
            return false;
    return true;
}

/* Works out the body of a function whose parameters are elements as `sure` says. */
static bool safe_body(const lf_safety *s, const lf_model_routine *routine, uint64_t sure) {
    lf_safety inside = {.c = s->c, .depth = s->depth + 1};
    for (uint32_t i = 0; i < routine->param_count && i < 64; i++)
        if ((sure >> i & 1) != 0 && inside.count < LF_COUNT(inside.bound))
            inside.bound[inside.count++] = routine->params[i].symbol;
    return safe(&inside, routine->body);
}

/* The answer depends only on the function and on which arguments are sure, so it is found once:
 * functions that call each other in a ladder would be walked exponentially often. */
static bool safe_function(lf_safety *s, const lf_node *n) {
    const lf_model_routine *routine = &s->c->model->routines[n->symbol->index];
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    lf_safe_call **found = &s->c->work->safe_calls[n->symbol->index];
    uint64_t sure = 0;
    uint32_t known = 0;
    if (!routine->pure || s->depth == LF_MAX_CALL_DEPTH)
        return false;
    for (uint32_t i = 0; i < args->kid_count && i < 64; i++)
        if (is_sure(s, args->kids[i]) && !routine->params[i].symbol->assigned)
            sure |= UINT64_C(1) << i;
    for (; *found != NULL; found = &(*found)->next, known++)
        if ((*found)->sure == sure)
            return (*found)->safe;
    if (known == MOST_SAFE_CALLS)
        return false;
    const bool answer = safe_body(s, routine, sure);
    lf_safe_call *call = LF_NEW(s->c->arena, lf_safe_call);
    *call = (lf_safe_call){.sure = sure, .safe = answer};
    *found = call;
    return answer;
}

static bool safe_call(lf_safety *s, const lf_node *n) {
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    if (!safe_kids(s, args))
        return false;
    if (n->symbol->kind == LF_SYM_FUNCTION)
        return safe_function(s, n);
    switch ((lf_builtin)n->symbol->index) {
    case LF_BUILTIN_ADJACENT:
    case LF_BUILTIN_REACHABLE:
        return lf_is_set(args->kids[0]->type) || is_sure(s, args->kids[0]);
    case LF_BUILTIN_STEP:
    case LF_BUILTIN_RUN:
    case LF_BUILTIN_BEYOND:
        return is_sure(s, args->kids[0]) && is_sure(s, args->kids[1]);
    case LF_BUILTIN_COVERED:
        return lf_is_set(args->kids[1]->type) || is_sure(s, args->kids[1]);
    case LF_BUILTIN_SIZE:
        return lf_is_set(args->kids[0]->type);
    case LF_BUILTIN_MIN:
    case LF_BUILTIN_MAX:
    case LF_BUILTIN_ABS:
    case LF_BUILTIN_OCCURRENCES:
        return true;
    default:
        return false;
    }
}

/* A set of elements: one that is none, or a number for which there is no room, cannot be added. */
static bool safe_set(lf_safety *s, const lf_node *n) {
    const lf_node *items = n->kids[LF_K_LIST];
    int64_t value = 0;
    for (uint32_t i = 0; i < items->kid_count && n->type.base != LF_T_PIECES; i++)
        if (n->type.base == LF_T_INTS ? !lf_constant_element(items->kids[i], &value)
                                      : !is_sure(s, items->kids[i]))
            return false;
    return safe_kids(s, items);
}

/* Numbers behind `in` are only compared: no set is made of them. */
static bool safe_operands(lf_safety *s, const lf_node *n) {
    const lf_node *right = n->kids[LF_K_BINARY_RIGHT];
    if (n->word == LF_W_IN && right->type.base == LF_T_INTS && right->kind == LF_N_SET)
        return safe(s, n->kids[LF_K_BINARY_LEFT]) && safe_kids(s, right->kids[LF_K_LIST]);
    return safe_kids(s, n);
}

static bool safe_walk(lf_safety *s, const lf_node *n) {
    if (lf_needs_one(n) || n->kids[LF_K_AGG_IN]->kind == LF_N_RANGE ||
        s->count == LF_COUNT(s->bound))
        return false;
    s->bound[s->count++] = n->symbol;
    const bool good = safe_kids(s, n);
    s->count--;
    return good;
}

/* The condition of a card's part is any expression. */
static bool asks_part(const lf_safety *s, const lf_node *n) {
    const lf_model *m = s->c->model;
    return n->kids[LF_K_PROP_OF]->type.base == LF_T_CARD &&
           lf_find_property(m->card_attributes, m->card_attribute_count, n->name) < 0;
}

static bool safe(lf_safety *s, const lf_node *n) {
    switch ((lf_node_kind)n->kind) {
    case LF_N_INT:
    case LF_N_BOOL:
    case LF_N_NAME:
        return true;
    case LF_N_PROP:
        return is_sure(s, n->kids[LF_K_PROP_OF]) && !asks_part(s, n);
    case LF_N_INDEX:
        return n->kids[LF_K_INDEX_OF]->type.base == LF_T_TABLE &&
               n->kids[LF_K_INDEX_OF]->type.by != LF_T_INT && is_sure(s, n->kids[LF_K_INDEX_AT]);
    case LF_N_COUNT:
    case LF_N_ANY:
    case LF_N_KINDS:
        return (lf_is_set(n->kids[LF_K_IN]->type) || is_sure(s, n->kids[LF_K_IN])) &&
               safe_kids(s, n);
    case LF_N_BINARY:
        return n->word != LF_W_DIV && n->word != LF_W_MOD && safe_operands(s, n);
    case LF_N_SET:
        return safe_set(s, n);
    case LF_N_SELECT:
    case LF_N_AGGREGATE:
        return safe_walk(s, n);
    case LF_N_CALL:
        return safe_call(s, n);
    case LF_N_BLOCK:
    case LF_N_LET:
    case LF_N_IF:
    case LF_N_RETURN:
    case LF_N_UNARY:
    case LF_N_AS:
    case LF_N_COND:
    case LF_N_PIECES:
    case LF_N_LIST:
    case LF_N_RANGE:
        return safe_kids(s, n);
    default:
        return false;
    }
}

bool lf_is_safe(const lf_compiler *c, const lf_node *n) {
    lf_safety s = {.c = c};
    return safe(&s, n);
}

bool lf_is_safe_inside(const lf_compiler *c, const lf_node *n) {
    lf_safety s = {.c = c, .depth = 1};
    return safe(&s, n);
}

/* ---- working it out before the loop ---- */

typedef struct {
    lf_compiler *c;
    const lf_symbol *varying[16]; /* the element, and what is bound inside the condition */
    uint32_t count;
} lf_hoist;

static bool varies_in_loop(const lf_hoist *h, const lf_node *n) {
    for (uint32_t i = 0; i < h->count; i++)
        if (lf_mentions(n, h->varying[i]))
            return true;
    return false;
}

/* More than reading a register: a variable of the game, a filter that is put together, a question
 * about pieces, a set that is made. */
static bool is_worth_it(const lf_hoist *h, const lf_node *n) {
    lf_known known;
    uint64_t mask = 0;
    switch ((lf_node_kind)n->kind) {
    case LF_N_NAME:
        return n->symbol != NULL &&
               (n->symbol->kind == LF_SYM_GLOBAL || n->symbol->kind == LF_SYM_OPTION);
    case LF_N_SET:
    case LF_N_PIECES:
        return n->type.base == LF_T_PIECES && !lf_filter_constant(h->c, n, &mask);
    case LF_N_BINARY:
    case LF_N_COND:
    case LF_N_COUNT:
    case LF_N_ANY:
    case LF_N_KINDS:
    case LF_N_SELECT:
    case LF_N_AGGREGATE:
    case LF_N_CALL:
        return n->type.base == LF_T_PIECES ? !lf_filter_constant(h->c, n, &mask)
                                           : !lf_known_value(h->c, n, &known);
    default:
        return false;
    }
}

static bool is_heavy(const lf_node *n) {
    if (n == NULL || n->kind == LF_N_CALL || n->kind == LF_N_SELECT || n->kind == LF_N_AGGREGATE)
        return n != NULL;
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (is_heavy(n->kids[i]))
            return true;
    return false;
}

/* Whether a kid is worked out whenever its parent is. */
static bool always_needs(const lf_node *n, uint32_t kid) {
    return kid == 0 || (!lf_is_logical(n) && n->kind != LF_N_COND);
}

static bool can_hoist(const lf_hoist *h, const lf_node *n) {
    const bool value = n->type.base != LF_T_VOID && n->type.base != LF_T_NONE &&
                       n->type.base != LF_T_INTS && n->type.base != LF_T_TABLE &&
                       n->type.base != LF_T_TEXT;
    return value && is_worth_it(h, n) && !varies_in_loop(h, n) && lf_is_safe(h->c, n);
}

/* `needed`: it is worked out for every element. Heavy work that perhaps nobody needs stays where it
 * is. */
static const lf_node *hoist(lf_hoist *h, const lf_node *n, bool needed) {
    if (n == NULL || n->kind == LF_N_SUPPOSING || h->c->next > LF_MAX_REGISTERS / 2)
        return n; /* in a supposed position everything may be different */
    if (can_hoist(h, n) && (needed || !is_heavy(n)))
        return lf_computed(h->c, n, n->type);
    const uint32_t mark = h->count;
    if (n->kind == LF_N_SELECT || n->kind == LF_N_AGGREGATE) {
        if (h->count == LF_COUNT(h->varying))
            return n;
        h->varying[h->count++] = n->symbol;
    }
    lf_node *out = NULL;
    for (uint32_t i = 0; i < n->kid_count; i++) {
        const lf_node *kid = hoist(h, n->kids[i], needed && always_needs(n, i));
        if (kid == n->kids[i])
            continue;
        if (out == NULL) {
            out = LF_NEW(h->c->arena, lf_node);
            *out = *n;
            out->kids = LF_NEW_ARRAY(h->c->arena, lf_node *, n->kid_count);
            for (uint32_t k = 0; k < n->kid_count; k++)
                out->kids[k] = n->kids[k];
        }
        out->kids[i] = (lf_node *)(uintptr_t)kid;
    }
    h->count = mark;
    return out != NULL ? out : n;
}

const lf_node *lf_hoisted(lf_compiler *c, const lf_node *condition, const lf_symbol *binder) {
    if (!lf_does(c, LF_OPT_HOIST))
        return condition;
    lf_hoist h = {.c = c, .varying = {binder}, .count = 1};
    return hoist(&h, condition, true);
}
