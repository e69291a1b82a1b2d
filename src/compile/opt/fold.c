/* fold.c: what is already known while compiling: expressions over constants, the map and the cards.
 *
 * `{s in spaces where s.kind == city}` is the same set in every state, so it becomes a constant. A
 * condition that is only partly known is split: the known part narrows the domain beforehand, the
 * rest is tested during play.
 *
 * The evaluator knows only pure expressions and gives up at the first thing that depends on a
 * state. */
#include <string.h>

#include "compile/compile.h"

#define FOLD_BINDINGS 16     /* nested variables; deeper expressions are left to the VM */
#define FOLD_STEPS 200000u   /* work that one expression may cost the compiler, */
#define FOLD_BUDGET 30000000 /* and all of them together */

typedef struct {
    const lf_compiler *c;
    struct {
        const lf_symbol *symbol;
        lf_known value;
    } bound[FOLD_BINDINGS];
    uint32_t count;
    uint32_t steps;
} lf_fold;

static bool eval(lf_fold *f, const lf_node *n, lf_known *out);
static bool eval_member(lf_fold *f, const lf_known *element, const lf_node *domain, lf_known *out);

static bool bind_symbol(lf_fold *f, const lf_symbol *symbol, const lf_known *value) {
    if (symbol == NULL || f->count == FOLD_BINDINGS)
        return false;
    f->bound[f->count].symbol = symbol;
    f->bound[f->count++].value = *value;
    return true;
}

static void fill(lf_known *out, uint32_t count) {
    memset(out->words, 0, sizeof out->words);
    for (uint32_t i = 0; i < count; i++)
        out->words[i / 64] |= (int64_t)(UINT64_C(1) << (i % 64));
}

static bool set_has(const lf_known *set, int64_t element) {
    return element >= 0 && element < (int64_t)(LF_KNOWN_WORDS * 64) &&
           ((uint64_t)set->words[element / 64] >> (element % 64) & 1) != 0;
}

/* False for an element that has no bit: then the set is not known, and nothing is left out. */
static bool set_add(const lf_fold *f, lf_known *set, lf_type type, int64_t element) {
    const uint32_t words = lf_words_of(f->c, type);
    if (element < 0 || element >= (int64_t)words * 64)
        return false;
    set->words[element / 64] |= (int64_t)(UINT64_C(1) << (element % 64));
    return true;
}

/* ---- names and properties ---- */

static bool eval_builtin(const lf_fold *f, lf_builtin which, lf_known *out) {
    const lf_game *g = f->c->game;
    const uint32_t counts[] = {[LF_BUILTIN_SPACES] = g->space_count,
                               [LF_BUILTIN_ZONES] = g->zone_count,
                               [LF_BUILTIN_SEATS] = g->seat_count,
                               [LF_BUILTIN_CARDS] = g->card_count,
                               [LF_BUILTIN_DIRECTIONS] = g->direction_count};
    if ((size_t)which >= LF_COUNT(counts) || (which == LF_BUILTIN_SEATS && g->seats_option > 0))
        return false;
    fill(out, counts[which]);
    return true;
}

static bool eval_name(const lf_fold *f, const lf_node *n, lf_known *out) {
    const lf_symbol *symbol = n->symbol;
    memset(out, 0, sizeof *out);
    if (symbol == NULL || n->type.base == LF_T_PIECES)
        return false;
    switch (symbol->kind) {
    case LF_SYM_LOCAL:
        for (uint32_t i = f->count; i-- > 0;)
            if (f->bound[i].symbol == symbol) {
                *out = f->bound[i].value;
                return true;
            }
        return false;
    case LF_SYM_SEAT:
    case LF_SYM_ZONE:
    case LF_SYM_CARD:
    case LF_SYM_STACK:
    case LF_SYM_DIRECTION:
    case LF_SYM_ENUM_VALUE:
        out->words[0] = symbol->index;
        return true;
    case LF_SYM_SEAT_GROUP:
        out->words[0] = (int64_t)symbol->members;
        return true;
    case LF_SYM_BUILTIN:
        return eval_builtin(f, (lf_builtin)symbol->index, out);
    default:
        return false;
    }
}

static bool eval_prop(lf_fold *f, const lf_node *n, lf_known *out) {
    const lf_model *m = f->c->model;
    const lf_node *of = n->kids[LF_K_PROP_OF];
    lf_known owner;
    if (!eval(f, of, &owner))
        return false;
    const int64_t index = owner.words[0];
    memset(out, 0, sizeof *out);
    if (of->type.base == LF_T_SPACE) {
        const int property =
            lf_find_property(m->space_properties, m->space_property_count, n->name);
        if (property < 0 || index < 0 || index >= (int64_t)m->space_count)
            return false;
        out->words[0] = m->zones[index].properties[property];
        return true;
    }
    if (of->type.base != LF_T_CARD)
        return false;
    const int attribute = lf_find_property(m->card_attributes, m->card_attribute_count, n->name);
    if (attribute < 0 || index < 0 || index >= (int64_t)m->card_count)
        return false;
    out->words[0] = m->cards[index].attributes[m->attribute_offsets[attribute]];
    return true;
}

/* ---- operators ---- */

static bool eval_set_operator(const lf_node *n, const lf_known *a, const lf_known *b,
                              lf_known *out) {
    for (uint32_t w = 0; w < LF_KNOWN_WORDS; w++)
        out->words[w] = n->word == LF_W_OR    ? a->words[w] | b->words[w]
                        : n->word == LF_W_AND ? a->words[w] & b->words[w]
                                              : a->words[w] & ~b->words[w];
    return true;
}

static bool eval_number_operator(lf_word word, int64_t a, int64_t b, int64_t *out) {
    switch (word) {
    case LF_W_ADD:
        return !__builtin_add_overflow(a, b, out);
    case LF_W_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case LF_W_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case LF_W_EQ:
        *out = a == b;
        return true;
    case LF_W_NE:
        *out = a != b;
        return true;
    case LF_W_LT:
        *out = a < b;
        return true;
    case LF_W_LE:
        *out = a <= b;
        return true;
    case LF_W_GT:
        *out = a > b;
        return true;
    case LF_W_GE:
        *out = a >= b;
        return true;
    default:
        return false; /* division is left to the VM, which reports its errors */
    }
}

static bool eval_logical(lf_fold *f, const lf_node *n, lf_known *out) {
    lf_known right;
    if (!eval(f, n->kids[LF_K_BINARY_LEFT], out))
        return false;
    if ((out->words[0] != 0) == (n->word == LF_W_OR))
        return true;
    if (!eval(f, n->kids[LF_K_BINARY_RIGHT], &right))
        return false;
    *out = right;
    return true;
}

static bool eval_binary(lf_fold *f, const lf_node *n, lf_known *out) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    lf_known a, b;
    if (n->type.base == LF_T_PIECES || left->type.base == LF_T_PIECES)
        return false;
    if (lf_is_logical(n))
        return eval_logical(f, n, out);
    if (n->word == LF_W_IN && right->type.base == LF_T_INTS)
        return eval(f, left, &a) && eval_member(f, &a, right, out);
    if (!eval(f, left, &a) || !eval(f, right, &b))
        return false;
    memset(out, 0, sizeof *out);
    if (n->word == LF_W_IN) {
        out->words[0] = set_has(&b, a.words[0]);
        return true;
    }
    if (lf_is_set(n->type))
        return eval_set_operator(n, &a, &b, out);
    if (lf_is_set(left->type)) {
        const bool equal = memcmp(&a, &b, sizeof a) == 0;
        out->words[0] = equal == (n->word == LF_W_EQ);
        return n->word == LF_W_EQ || n->word == LF_W_NE;
    }
    return eval_number_operator((lf_word)n->word, a.words[0], b.words[0], &out->words[0]);
}

/* ---- sets ---- */

static bool eval_literal_set(lf_fold *f, const lf_node *n, lf_known *out) {
    const lf_node *items = n->kids[LF_K_LIST];
    lf_known set = {{0}}, item;
    for (uint32_t i = 0; i < items->kid_count; i++) {
        if (!eval(f, items->kids[i], &item) || !set_add(f, &set, n->type, item.words[0]))
            return false;
    }
    *out = set;
    return true;
}

static bool eval_select(lf_fold *f, const lf_node *n, lf_known *out) {
    lf_known domain, set = {{0}}, keep;
    if (!eval(f, n->kids[LF_K_AGG_IN], &domain))
        return false;
    for (int64_t e = 0; e < (int64_t)(LF_KNOWN_WORDS * 64); e++) {
        const lf_known element = {{e}};
        if (!set_has(&domain, e))
            continue;
        if (!bind_symbol(f, n->symbol, &element))
            return false;
        const bool known = eval(f, n->kids[LF_K_AGG_WHERE], &keep);
        f->count--;
        if (!known)
            return false;
        if (keep.words[0] != 0 && !set_add(f, &set, n->type, e))
            return false;
    }
    *out = set;
    return true;
}

/* ---- membership among numbers ---- */

static bool eval_in_range(lf_fold *f, const lf_known *element, const lf_node *range,
                          lf_known *out) {
    lf_known low, high;
    if (!eval(f, range->kids[LF_K_RANGE_MIN], &low) || !eval(f, range->kids[LF_K_RANGE_MAX], &high))
        return false;
    out->words[0] = low.words[0] <= element->words[0] && element->words[0] <= high.words[0];
    return true;
}

static bool eval_in_list(lf_fold *f, const lf_known *element, const lf_node *items, lf_known *out) {
    lf_known item;
    for (uint32_t i = 0; i < items->kid_count && out->words[0] == 0; i++) {
        if (!eval(f, items->kids[i], &item))
            return false;
        out->words[0] = item.words[0] == element->words[0];
    }
    return true;
}

static bool eval_in_select(lf_fold *f, const lf_known *element, const lf_node *select,
                           lf_known *out) {
    if (!eval_member(f, element, select->kids[LF_K_AGG_IN], out))
        return false;
    if (out->words[0] == 0)
        return true;
    if (!bind_symbol(f, select->symbol, element))
        return false;
    const bool known = eval(f, select->kids[LF_K_AGG_WHERE], out);
    f->count--;
    return known;
}

/* As numbers.c lowers it: any number may be in such a set. */
static bool eval_member(lf_fold *f, const lf_known *element, const lf_node *domain, lf_known *out) {
    lf_known when;
    memset(out, 0, sizeof *out);
    switch ((lf_node_kind)domain->kind) {
    case LF_N_RANGE:
        return eval_in_range(f, element, domain, out);
    case LF_N_SET:
        return eval_in_list(f, element, domain->kids[LF_K_LIST], out);
    case LF_N_SELECT:
        return eval_in_select(f, element, domain, out);
    case LF_N_COND:
        return eval(f, domain->kids[LF_K_COND_WHEN], &when) &&
               eval_member(f, element,
                           domain->kids[when.words[0] != 0 ? LF_K_COND_THEN : LF_K_COND_ELSE], out);
    default:
        return false;
    }
}

/* ---- calls ---- */

static bool eval_routine(lf_fold *f, const lf_node *n, lf_known *out) {
    const lf_model_routine *routine = &f->c->model->routines[n->symbol->index];
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    const uint32_t mark = f->count;
    lf_known values[FOLD_BINDINGS];
    if (!routine->pure || routine->body->kind == LF_N_BLOCK || args->kid_count > FOLD_BINDINGS)
        return false;
    for (uint32_t i = 0; i < args->kid_count; i++)
        if (!eval(f, args->kids[i], &values[i]))
            return false;
    bool known = true;
    for (uint32_t i = 0; known && i < args->kid_count; i++)
        known = bind_symbol(f, routine->params[i].symbol, &values[i]);
    known = known && eval(f, routine->body, out);
    f->count = mark;
    return known;
}

static bool eval_call(lf_fold *f, const lf_node *n, lf_known *out) {
    const lf_game *g = f->c->game;
    lf_known arg;
    if (n->symbol->kind == LF_SYM_FUNCTION)
        return eval_routine(f, n, out);
    if (n->symbol->kind != LF_SYM_BUILTIN || n->symbol->index != LF_BUILTIN_ADJACENT)
        return false;
    const lf_node *of = n->kids[LF_K_CALL_ARGS]->kids[0];
    if (of->type.base != LF_T_SPACE || !eval(f, of, &arg) || arg.words[0] < 0 ||
        arg.words[0] >= (int64_t)g->space_count)
        return false;
    memset(out, 0, sizeof *out);
    memcpy(out->words, g->adjacency + arg.words[0] * g->zone_words,
           g->zone_words * sizeof *g->adjacency);
    return true;
}

/* ---- all kinds ---- */

static bool eval_cond(lf_fold *f, const lf_node *n, lf_known *out) {
    lf_known when;
    if (!eval(f, n->kids[LF_K_COND_WHEN], &when))
        return false;
    return eval(f, n->kids[when.words[0] != 0 ? LF_K_COND_THEN : LF_K_COND_ELSE], out);
}

static bool eval(lf_fold *f, const lf_node *n, lf_known *out) {
    if (++f->steps > FOLD_STEPS || ++f->c->work->folded > FOLD_BUDGET)
        return false;
    switch ((lf_node_kind)n->kind) {
    case LF_N_INT:
    case LF_N_BOOL:
        memset(out, 0, sizeof *out);
        out->words[0] = n->value;
        return true;
    case LF_N_NAME:
        return eval_name(f, n, out);
    case LF_N_PROP:
        return eval_prop(f, n, out);
    case LF_N_UNARY:
        if (!eval(f, n->kids[LF_K_UNARY_ARG], out))
            return false;
        if (n->word != LF_W_NOT)
            return !__builtin_sub_overflow(INT64_C(0), out->words[0], &out->words[0]);
        out->words[0] = out->words[0] == 0;
        return true;
    case LF_N_AS:
        if (!eval(f, n->kids[LF_K_AS_VALUE], out))
            return false;
        out->words[0] = out->words[0] < (int64_t)f->c->game->space_count ? out->words[0] : -1;
        return true;
    case LF_N_BINARY:
        return eval_binary(f, n, out);
    case LF_N_COND:
        return eval_cond(f, n, out);
    case LF_N_SET:
        return n->type.base != LF_T_PIECES && eval_literal_set(f, n, out);
    case LF_N_SELECT:
        return n->type.base != LF_T_PIECES && n->kids[LF_K_AGG_IN]->kind != LF_N_RANGE &&
               eval_select(f, n, out);
    case LF_N_CALL:
        return eval_call(f, n, out);
    default:
        return false;
    }
}

bool lf_known_value(const lf_compiler *c, const lf_node *n, lf_known *out) {
    if (!lf_does(c, LF_OPT_FOLD))
        return false;
    lf_fold f = {.c = c};
    return eval(&f, n, out);
}

/* ---- conditions that are partly known ---- */

/* Whether a conjunct can be settled for every element of the domain; narrows the set if so. */
static bool settle_conjunct(const lf_compiler *c, const lf_node *condition, const lf_symbol *binder,
                            lf_known *set) {
    lf_known kept = {{0}}, holds;
    lf_fold f = {.c = c};
    for (int64_t e = 0; e < (int64_t)(LF_KNOWN_WORDS * 64); e++) {
        const lf_known element = {{e}};
        if (!set_has(set, e))
            continue;
        f.count = 0;
        if (!bind_symbol(&f, binder, &element) || !eval(&f, condition, &holds))
            return false;
        if (holds.words[0] != 0)
            kept.words[e / 64] |= (int64_t)(UINT64_C(1) << (e % 64));
    }
    *set = kept;
    return true;
}

bool lf_known_members(const lf_compiler *c, const lf_node *condition, const lf_symbol *binder,
                      uint32_t count, lf_known *out) {
    fill(out, count);
    return lf_does(c, LF_OPT_FOLD) && settle_conjunct(c, condition, binder, out);
}

static const lf_node *narrow(const lf_compiler *c, const lf_node *condition,
                             const lf_symbol *binder, lf_known *set) {
    if (lf_is_logical(condition) && condition->word == LF_W_AND) {
        const lf_node *left = narrow(c, condition->kids[LF_K_BINARY_LEFT], binder, set);
        const lf_node *right = condition->kids[LF_K_BINARY_RIGHT];
        if (left == NULL || lf_is_safe(c, left))
            right = narrow(c, right, binder, set);
        if (left == NULL || right == NULL)
            return left != NULL ? left : right;
        if (left == condition->kids[LF_K_BINARY_LEFT] &&
            right == condition->kids[LF_K_BINARY_RIGHT])
            return condition;
        lf_node *rest = LF_NEW(c->arena, lf_node);
        *rest = *condition;
        rest->kids = LF_NEW_ARRAY(c->arena, lf_node *, 2);
        rest->kids[LF_K_BINARY_LEFT] = (lf_node *)(uintptr_t)left;
        rest->kids[LF_K_BINARY_RIGHT] = (lf_node *)(uintptr_t)right;
        return rest;
    }
    return settle_conjunct(c, condition, binder, set) ? NULL : condition;
}

bool lf_narrow_domain(const lf_compiler *c, const lf_node *domain, const lf_node *where,
                      const lf_symbol *binder, lf_known *set, const lf_node **rest) {
    if (where == NULL || binder == NULL || domain->kind == LF_N_RANGE ||
        domain->type.base == LF_T_PIECES || !lf_known_value(c, domain, set))
        return false;
    const lf_known before = *set;
    *rest = narrow(c, where, binder, set);
    return *rest != where || memcmp(&before, set, sizeof before) != 0;
}
