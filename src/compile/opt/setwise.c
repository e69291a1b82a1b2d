/* setwise.c: a condition put to all elements of a set of spaces at once.
 *
 * `{s in spaces where s.kind == city and any Red in s}` could be a loop that asks two questions
 * about each space. Here it is two instructions on a whole set: the constant set of cities, and of
 * these the ones with red pieces. `and` narrows what is left, `or` joins what either side keeps,
 * `not` keeps the others.
 *
 * A question about the surroundings is turned round: the spaces s with `any Red in adjacent(s)` are
 * those adjacent to a space with red pieces. That holds because adjacency always goes both ways
 * (declare_spaces.c).
 *
 * A question for every direction is asked direction by direction, each time of all spaces that have
 * not found one yet.
 *
 * What has no such form stays as a rest, to be tested element by element (walk.c), on the elements
 * that are left. */
#include <assert.h>

#include "compile/compile.h"

typedef struct {
    lf_compiler *c;
    const lf_symbol *binder;
} lf_sieve;

/* ---- what can be done ---- */

static bool is_sieve_element(const lf_sieve *s, const lf_node *n) {
    return n->kind == LF_N_NAME && n->symbol == s->binder;
}

static bool varies_by_element(const lf_sieve *s, const lf_node *n) {
    return lf_mentions(n, s->binder);
}

static uint32_t universe(const lf_sieve *s) {
    return s->binder->type.base == LF_T_SPACE ? s->c->game->space_count : s->c->game->zone_count;
}

/* adjacent(s), or reachable(s, …) where nothing else is about s */
static bool is_surroundings(const lf_sieve *s, const lf_node *n) {
    if (n->kind != LF_N_CALL || n->symbol->kind != LF_SYM_BUILTIN)
        return false;
    const lf_node *args = n->kids[LF_K_CALL_ARGS];
    const bool adjacent = n->symbol->index == LF_BUILTIN_ADJACENT;
    if ((!adjacent && n->symbol->index != LF_BUILTIN_REACHABLE) ||
        !is_sieve_element(s, args->kids[0]))
        return false;
    for (uint32_t i = 1; i < args->kid_count; i++)
        if (args->kids[i] != NULL && varies_by_element(s, args->kids[i]))
            return false;
    return true;
}

/* Spaces around the element that pass some tests. The tests that do not mention the element say
 * which spaces are sought; those that do are left over. To turn such a search round changes what is
 * tested when, so nothing of it may fail. */
typedef struct {
    const lf_node *around; /* adjacent(s) or reachable(s, …) */
    const lf_node *pieces; /* of which there must be some, or NULL */
    struct {
        const lf_node *where;
        const lf_symbol *binder;
        bool varies;
    } tests[12];
    uint32_t count;
    bool exact;   /* no test mentions the element */
    bool negated; /* there is none */
} lf_sought;

static bool add_tests(const lf_sieve *s, lf_sought *sought, const lf_node *where,
                      const lf_symbol *binder) {
    if (lf_is_logical(where) && where->word == LF_W_AND)
        return add_tests(s, sought, where->kids[LF_K_BINARY_LEFT], binder) &&
               add_tests(s, sought, where->kids[LF_K_BINARY_RIGHT], binder);
    if (sought->count == LF_COUNT(sought->tests))
        return false;
    const bool about_element = varies_by_element(s, where);
    sought->exact = sought->exact && !about_element;
    sought->tests[sought->count].where = where;
    sought->tests[sought->count].binder = binder;
    sought->tests[sought->count++].varies = about_element;
    return true;
}

static bool find_around(const lf_sieve *s, const lf_node *set, lf_sought *sought) {
    if (is_surroundings(s, set)) {
        sought->around = set;
        return true;
    }
    return set->kind == LF_N_SELECT && find_around(s, set->kids[LF_K_AGG_IN], sought) &&
           add_tests(s, sought, set->kids[LF_K_AGG_WHERE], set->symbol);
}

/* "There is one among these": any PIECES in SET, any o in SET where …, SET != {}. */
static bool find_sought(const lf_sieve *s, const lf_node *n, lf_sought *sought) {
    *sought = (lf_sought){.exact = true};
    if (n->kind == LF_N_ANY) {
        sought->pieces = n->kids[LF_K_PIECES];
        return !varies_by_element(s, sought->pieces) && find_around(s, n->kids[LF_K_IN], sought);
    }
    if (n->kind == LF_N_AGGREGATE && n->word == LF_W_ANY)
        return find_around(s, n->kids[LF_K_AGG_IN], sought) &&
               (n->kids[LF_K_AGG_WHERE] == NULL ||
                add_tests(s, sought, n->kids[LF_K_AGG_WHERE], n->symbol));
    sought->negated = n->word == LF_W_EQ;
    return n->kind == LF_N_BINARY && (n->word == LF_W_NE || n->word == LF_W_EQ) &&
           lf_is_empty_set(n->kids[LF_K_BINARY_RIGHT]) &&
           find_around(s, n->kids[LF_K_BINARY_LEFT], sought);
}

static int property_of(const lf_sieve *s, const lf_node *n) {
    const lf_model *m = s->c->model;
    return lf_find_property(m->space_properties, m->space_property_count, n->name);
}

/* Where each element's number is found; LF_ROW_NUMBER if it is the same for all, LF_ROW_KINDS if
 * nowhere. */
static lf_row_kind source_of(const lf_sieve *s, const lf_node *n) {
    if (!varies_by_element(s, n))
        return lf_words_of(s->c, n->type) == 1 && n->type.base != LF_T_PIECES ? LF_ROW_NUMBER
                                                                              : LF_ROW_KINDS;
    if (n->kind == LF_N_COUNT && is_sieve_element(s, n->kids[LF_K_IN]) &&
        !varies_by_element(s, n->kids[LF_K_PIECES]))
        return LF_ROW_COUNT;
    if (n->kind == LF_N_INDEX && n->kids[LF_K_INDEX_OF]->type.base == LF_T_TABLE &&
        n->kids[LF_K_INDEX_OF]->type.by == LF_T_SPACE &&
        is_sieve_element(s, n->kids[LF_K_INDEX_AT]))
        return LF_ROW_TABLE;
    if (n->kind == LF_N_PROP && is_sieve_element(s, n->kids[LF_K_PROP_OF]) &&
        s->binder->type.base == LF_T_SPACE && !lf_is_set(n->type))
        return property_of(s, n) >= 0 ? LF_ROW_PROPERTY : LF_ROW_CELLS;
    return LF_ROW_KINDS;
}

static bool can_compare(const lf_sieve *s, const lf_node *left, const lf_node *right,
                        lf_word word) {
    if (is_sieve_element(s, left))
        return !varies_by_element(s, right) && (word == LF_W_EQ || word == LF_W_NE) &&
               right->type.base != LF_T_NONE;
    const lf_row_kind a = source_of(s, left), b = source_of(s, right);
    return a != LF_ROW_NUMBER && a != LF_ROW_KINDS && b != LF_ROW_KINDS;
}

static bool is_any_here(const lf_sieve *s, const lf_node *n) {
    return n->kind == LF_N_ANY && is_sieve_element(s, n->kids[LF_K_IN]) &&
           !varies_by_element(s, n->kids[LF_K_PIECES]);
}

static bool is_member(const lf_sieve *s, const lf_node *n) {
    return n->kind == LF_N_BINARY && n->word == LF_W_IN &&
           is_sieve_element(s, n->kids[LF_K_BINARY_LEFT]) &&
           !varies_by_element(s, n->kids[LF_K_BINARY_RIGHT]);
}

/* `step(s, way) in SET`, `beyond(s, way, MEMBERS) in SET`, where nothing else is about s: the call;
 * or NULL. */
static const lf_node *row_call(const lf_sieve *s, const lf_node *n) {
    if (n->kind != LF_N_BINARY || n->word != LF_W_IN || s->binder->type.base != LF_T_SPACE)
        return NULL;
    const lf_node *call = n->kids[LF_K_BINARY_LEFT];
    if (call->kind != LF_N_CALL || call->symbol->kind != LF_SYM_BUILTIN ||
        (call->symbol->index != LF_BUILTIN_STEP && call->symbol->index != LF_BUILTIN_BEYOND))
        return NULL;
    const lf_node *args = call->kids[LF_K_CALL_ARGS];
    bool fits =
        is_sieve_element(s, args->kids[0]) && !varies_by_element(s, n->kids[LF_K_BINARY_RIGHT]);
    for (uint32_t i = 1; i < args->kid_count; i++)
        fits = fits && !varies_by_element(s, args->kids[i]);
    return fits ? call : NULL;
}

static bool can_keep(const lf_sieve *s, const lf_node *n);

/* any way in WAYS where …, WAYS the same for all elements. What is tested when changes, so nothing
 * of it may fail. */
static bool is_some_way(const lf_sieve *s, const lf_node *n) {
    return n->kind == LF_N_AGGREGATE && n->word == LF_W_ANY &&
           n->symbol->type.base == LF_T_DIRECTION && n->kids[LF_K_AGG_WHERE] != NULL &&
           !varies_by_element(s, n->kids[LF_K_AGG_IN]) && lf_is_safe(s->c, n) &&
           can_keep(s, n->kids[LF_K_AGG_WHERE]);
}

static bool can_keep(const lf_sieve *s, const lf_node *n) {
    lf_known known;
    lf_sought sought;
    if (!varies_by_element(s, n))
        return true;
    if (n->kind == LF_N_UNARY && n->word == LF_W_NOT)
        return can_keep(s, n->kids[LF_K_UNARY_ARG]);
    if (lf_is_logical(n))
        return can_keep(s, n->kids[LF_K_BINARY_LEFT]) && can_keep(s, n->kids[LF_K_BINARY_RIGHT]);
    if (n->kind == LF_N_COND)
        return can_keep(s, n->kids[LF_K_COND_WHEN]) && can_keep(s, n->kids[LF_K_COND_THEN]) &&
               can_keep(s, n->kids[LF_K_COND_ELSE]);
    if (row_call(s, n) != NULL || is_some_way(s, n))
        return true;
    if (is_any_here(s, n) || is_member(s, n) ||
        (n->kind == LF_N_PROP && source_of(s, n) != LF_ROW_KINDS))
        return true;
    if (lf_is_comparison(n) &&
        (can_compare(s, n->kids[LF_K_BINARY_LEFT], n->kids[LF_K_BINARY_RIGHT], (lf_word)n->word) ||
         can_compare(s, n->kids[LF_K_BINARY_RIGHT], n->kids[LF_K_BINARY_LEFT], (lf_word)n->word)))
        return true;
    return (find_sought(s, n, &sought) && sought.exact && lf_is_safe(s->c, n)) ||
           lf_known_members(s->c, n, s->binder, universe(s), &known);
}

/* ---- doing it ---- */

static void keep_matching(const lf_sieve *s, const lf_node *n, bool when, uint32_t set);

static void load_words(lf_compiler *c, uint32_t target, const int64_t *words) {
    lf_emit(c, LF_OP_LOADS, target, 0, c->game->zone_words,
            lf_constant_words(c, words, c->game->zone_words));
}

static void emit_set_operation(lf_compiler *c, lf_opcode op, uint32_t set, uint32_t a, uint32_t b) {
    lf_emit(c, op, set, a, b, c->game->zone_words);
}

/* Work that an empty set spares, or that may fail and must then not be done for no element. */
static bool wants_guard(const lf_node *n) {
    if (n == NULL)
        return false;
    switch ((lf_node_kind)n->kind) {
    case LF_N_CALL:
    case LF_N_SELECT:
    case LF_N_AGGREGATE:
        return true;
    default:
        for (uint32_t i = 0; i < n->kid_count; i++)
            if (wants_guard(n->kids[i]))
                return true;
        return false;
    }
}

static void keep_guarded(const lf_sieve *s, const lf_node *n, bool when, uint32_t set) {
    lf_compiler *c = s->c;
    if (!wants_guard(n) && lf_is_safe(c, n)) {
        keep_matching(s, n, when, set);
        return;
    }
    const uint32_t guard = lf_emit(c, LF_OP_JEMPTY, set, 0, c->game->zone_words, 0);
    keep_matching(s, n, when, set);
    lf_patch(c, guard, lf_here(c));
}

/* The elements for which either holds: those of the first, and of the others those of the
 * second. */
static void keep_either(const lf_sieve *s, const lf_node *a, const lf_node *b, bool when,
                        uint32_t set) {
    lf_compiler *c = s->c;
    const uint32_t words = c->game->zone_words, others = lf_take(c, words);
    lf_emit(c, LF_OP_MOVS, others, set, 0, words);
    keep_matching(s, a, when, set);
    emit_set_operation(c, LF_OP_SETNOT, others, others, set);
    keep_guarded(s, b, when, others);
    emit_set_operation(c, LF_OP_SETOR, set, set, others);
}

static void keep_cond(const lf_sieve *s, const lf_node *n, bool when, uint32_t set) {
    lf_compiler *c = s->c;
    const lf_node *then = n->kids[LF_K_COND_THEN], *otherwise = n->kids[LF_K_COND_ELSE];
    if (!varies_by_element(s, n->kids[LF_K_COND_WHEN])) {
        lf_fixups skip = {0};
        lf_branch(c, n->kids[LF_K_COND_WHEN], false, &skip);
        keep_matching(s, then, when, set);
        const uint32_t done = lf_emit(c, LF_OP_JMP, 0, 0, 0, 0);
        lf_fixup_here(c, &skip);
        keep_matching(s, otherwise, when, set);
        lf_patch(c, done, lf_here(c));
        return;
    }
    const uint32_t words = c->game->zone_words, others = lf_take(c, words);
    lf_emit(c, LF_OP_MOVS, others, set, 0, words);
    keep_matching(s, n->kids[LF_K_COND_WHEN], true, set);
    emit_set_operation(c, LF_OP_SETNOT, others, others, set);
    keep_guarded(s, then, when, set);
    keep_guarded(s, otherwise, when, others);
    emit_set_operation(c, LF_OP_SETOR, set, set, others);
}

/* All of them or none. */
static void keep_all_if(const lf_sieve *s, const lf_node *n, bool when, uint32_t set) {
    const int64_t none[(LF_MAX_ZONES + 63) / 64] = {0};
    lf_known known;
    lf_fixups hold = {0};
    if (lf_known_value(s->c, n, &known)) {
        if ((known.words[0] != 0) != when)
            load_words(s->c, set, none);
        return;
    }
    lf_branch(s->c, n, when, &hold);
    load_words(s->c, set, none);
    lf_fixup_here(s->c, &hold);
}

static void keep_members(const lf_sieve *s, const lf_node *members, bool when, uint32_t set) {
    emit_set_operation(s->c, when ? LF_OP_SETAND : LF_OP_SETNOT, set, set, lf_expr(s->c, members));
}

static void keep_known(const lf_sieve *s, const lf_known *members, bool when, uint32_t set) {
    const uint32_t constant = lf_take(s->c, s->c->game->zone_words);
    load_words(s->c, constant, members->words);
    emit_set_operation(s->c, when ? LF_OP_SETAND : LF_OP_SETNOT, set, set, constant);
}

/* ---- comparisons ---- */

static lf_word mirror_operands(lf_word word) {
    static const uint8_t words[] = {[LF_W_EQ] = LF_W_EQ, [LF_W_NE] = LF_W_NE, [LF_W_LT] = LF_W_GT,
                                    [LF_W_LE] = LF_W_GE, [LF_W_GT] = LF_W_LT, [LF_W_GE] = LF_W_LE};
    return (lf_word)words[word];
}

static lf_comparison comparison_of(lf_word word) {
    static const uint8_t comparisons[] = {
        [LF_W_EQ] = LF_IS_EQ, [LF_W_NE] = LF_IS_NE, [LF_W_LT] = LF_IS_LT,
        [LF_W_LE] = LF_IS_LE, [LF_W_GT] = LF_IS_GT, [LF_W_GE] = LF_IS_GE};
    return (lf_comparison)comparisons[word];
}

static void keep_element(const lf_sieve *s, const lf_node *element, lf_word word, uint32_t set) {
    lf_compiler *c = s->c;
    const uint32_t words = c->game->zone_words, value = lf_expr(c, element);
    if (word == LF_W_NE) {
        lf_emit(c, LF_OP_SETDEL, set, value, 0, words);
        return;
    }
    const uint32_t others = lf_take(c, words);
    lf_emit(c, LF_OP_MOVS, others, set, 0, words);
    lf_emit(c, LF_OP_SETDEL, others, value, 0, words);
    emit_set_operation(c, LF_OP_SETNOT, set, set, others);
}

/* What the register of a source must hold. */
static void source_to(const lf_sieve *s, const lf_node *n, lf_row_kind source, uint32_t reg) {
    lf_compiler *c = s->c;
    switch (source) {
    case LF_ROW_CELLS:
        lf_emit(c, LF_OP_LOADI, reg, 0, 0,
                lf_row_of_var(&c->game->vars[lf_find_var(c->model, LF_SCOPE_SPACE, n->name)]));
        break;
    case LF_ROW_PROPERTY:
        lf_emit(c, LF_OP_LOADI, reg, 0, 0, property_of(s, n));
        break;
    case LF_ROW_COUNT:
        assert(n->kids != NULL);
        lf_filter_to(c, n->kids[LF_K_PIECES], reg);
        break;
    case LF_ROW_TABLE:
        assert(n->kids != NULL);
        lf_fixup_add(c, &c->table_uses,
                     lf_emit(c, LF_OP_LOADI, reg, 0, 0,
                             c->local_tables[n->kids[LF_K_INDEX_OF]->symbol->index]));
        break;
    default:
        lf_expr_to(c, n, reg);
        break;
    }
}

static bool is_never_negative(const lf_sieve *s, const lf_node *n, lf_row_kind kind) {
    if (kind == LF_ROW_CELLS)
        return s->c->game->vars[lf_find_var(s->c->model, LF_SCOPE_SPACE, n->name)].min >= 0;
    return kind == LF_ROW_COUNT || (n->kind == LF_N_INT && n->value >= 0);
}

static void keep_compared(const lf_sieve *s, const lf_node *left, const lf_node *right,
                          lf_word word, uint32_t set) {
    const lf_row_kind a = source_of(s, left), b = source_of(s, right);
    if (a == LF_ROW_COUNT && word == LF_W_GT &&
        is_never_negative(s, right, b)) { /* where there are none, no */
        const uint32_t filter = lf_take(s->c, 1);
        lf_filter_to(s->c, left->kids[LF_K_PIECES], filter);
        lf_emit(s->c, LF_OP_KEEPANY, set, filter, 1, 0);
        if (right->kind == LF_N_INT && right->value == 0)
            return;
    }
    const uint32_t sources = lf_take(s->c, 2);
    source_to(s, left, a, sources);
    source_to(s, right, b, sources + 1);
    lf_emit(s->c, LF_OP_KEEP, set, sources, lf_keep_code(a, comparison_of(word), b), 0);
}

static void keep_comparison(const lf_sieve *s, const lf_node *n, bool when, uint32_t set) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    lf_word word = when ? (lf_word)n->word : lf_opposite((lf_word)n->word);
    if (!can_compare(s, left, right, word)) {
        left = n->kids[LF_K_BINARY_RIGHT];
        right = n->kids[LF_K_BINARY_LEFT];
        word = mirror_operands(word);
    }
    if (is_sieve_element(s, left))
        keep_element(s, right, word, set);
    else
        keep_compared(s, left, right, word, set);
}

/* s.name by itself, a truth value. */
static void keep_true(const lf_sieve *s, const lf_node *value, bool when, uint32_t set) {
    const lf_node zero = {.kind = LF_N_INT, .pos = value->pos, .type = {.base = LF_T_INT}};
    keep_compared(s, value, &zero, when ? LF_W_NE : LF_W_EQ, set);
}

/* ---- surroundings ---- */

static void load_spaces(lf_compiler *c, uint32_t target) {
    int64_t words[(LF_MAX_ZONES + 63) / 64] = {0};
    for (uint32_t i = 0; i < c->game->space_count; i++)
        words[i / 64] |= (int64_t)(UINT64_C(1) << (i % 64));
    load_words(c, target, words);
}

/* The spaces that are sought, as far as they can be told without the element. `near`: the elements
 * asked about; tests that need a loop are not made where none of them looks. */
static void find_spaces(const lf_sieve *s, const lf_sought *sought, uint32_t near, uint32_t found) {
    lf_compiler *c = s->c;
    const uint32_t words = c->game->zone_words, mark = c->next;
    load_spaces(c, found);
    if (sought->pieces != NULL) {
        const uint32_t filter = lf_take(c, 1);
        lf_filter_to(c, sought->pieces, filter);
        lf_emit(c, LF_OP_KEEPANY, found, filter, 1, 0);
    }
    if (sought->count > 0 && sought->around->symbol->index == LF_BUILTIN_ADJACENT) {
        const uint32_t around = lf_take(c, words);
        lf_emit(c, LF_OP_ADJSET, around, near, words, 0);
        emit_set_operation(c, LF_OP_SETAND, found, found, around);
    }
    c->next = mark;
    for (uint32_t i = 0; i < sought->count; i++)
        if (!sought->tests[i].varies)
            lf_keep_where(c, sought->tests[i].where, sought->tests[i].binder, found);
}

/* What lies around these spaces, which is what they lie around. */
static uint32_t around_spaces(const lf_sieve *s, const lf_node *around, uint32_t spaces) {
    lf_compiler *c = s->c;
    const lf_node *args = around->kids[LF_K_CALL_ARGS];
    const uint32_t words = c->game->zone_words, out = lf_take(c, words);
    if (around->symbol->index == LF_BUILTIN_ADJACENT) {
        lf_emit(c, LF_OP_ADJSET, out, spaces, words, 0);
        return out;
    }
    const uint32_t through = lf_expr(c, args->kids[1]);
    const bool bounded = args->kid_count > 2 && args->kids[2] != NULL;
    lf_emit(c, LF_OP_REACH, out, spaces, through,
            bounded ? (int64_t)lf_expr(c, args->kids[2]) : -1);
    return out;
}

static void keep_near(const lf_sieve *s, const lf_sought *sought, bool when, uint32_t set) {
    const uint32_t found = lf_take(s->c, s->c->game->zone_words);
    find_spaces(s, sought, set, found);
    emit_set_operation(s->c, when != sought->negated ? LF_OP_SETAND : LF_OP_SETNOT, set, set,
                       around_spaces(s, sought->around, found));
}

/* ---- rows ---- */

/* The spaces that a row leads from to one of these: of the set, or of a copy that they are then
 * taken out by. */
static void keep_rows(const lf_sieve *s, const lf_node *n, const lf_node *call, bool when,
                      uint32_t set) {
    lf_compiler *c = s->c;
    const lf_node *args = call->kids[LF_K_CALL_ARGS];
    const uint32_t words = c->game->zone_words, kept = when ? set : lf_take(c, words);
    const bool beyond = call->symbol->index == LF_BUILTIN_BEYOND;
    const uint32_t way = lf_take(c, beyond ? 1 + words : 1);
    lf_expr_to(c, args->kids[1], way);
    if (beyond)
        lf_expr_to(c, args->kids[2], way + 1);
    const uint32_t goals = lf_expr(c, n->kids[LF_K_BINARY_RIGHT]);
    if (!when)
        lf_emit(c, LF_OP_MOVS, kept, set, 0, words);
    c->pos = call->pos;
    lf_emit(c, beyond ? LF_OP_KEEPROW : LF_OP_KEEPSTEP, kept, way, goals, 0);
    if (!when)
        emit_set_operation(c, LF_OP_SETNOT, set, set, kept);
}

/* Way by way, on those elements for which none was found yet. */
static void keep_some_way(const lf_sieve *s, const lf_node *n, bool when, uint32_t set) {
    lf_compiler *c = s->c;
    const uint32_t words = c->game->zone_words, others = lf_take(c, words),
                   found = lf_take(c, words);
    lf_walk walk;
    lf_emit(c, LF_OP_MOVS, others, set, 0, words);
    lf_walk_begin(c, &walk, n->kids[LF_K_AGG_IN], n->symbol);
    lf_emit(c, LF_OP_MOVS, found, others, 0, words);
    keep_matching(s, n->kids[LF_K_AGG_WHERE], true, found);
    emit_set_operation(c, LF_OP_SETNOT, others, others, found);
    lf_fixup_add(c, &walk.loop.breaks, lf_emit(c, LF_OP_JEMPTY, others, 0, words, 0));
    lf_walk_end(c, &walk);
    emit_set_operation(c, when ? LF_OP_SETNOT : LF_OP_SETAND, set, set, others);
}

/* ---- all kinds ---- */

static void keep_kind(const lf_sieve *s, const lf_node *n, bool when, uint32_t set) {
    lf_known known;
    lf_sought sought;
    if (!varies_by_element(s, n)) {
        keep_all_if(s, n, when, set);
    } else if (n->kind == LF_N_UNARY && n->word == LF_W_NOT) {
        keep_matching(s, n->kids[LF_K_UNARY_ARG], !when, set);
    } else if (lf_is_logical(n) && (n->word == LF_W_AND) == when) {
        keep_matching(s, n->kids[LF_K_BINARY_LEFT], when, set);
        keep_guarded(s, n->kids[LF_K_BINARY_RIGHT], when, set);
    } else if (lf_is_logical(n)) {
        keep_either(s, n->kids[LF_K_BINARY_LEFT], n->kids[LF_K_BINARY_RIGHT], when, set);
    } else if (n->kind == LF_N_COND) {
        keep_cond(s, n, when, set);
    } else if (lf_known_members(s->c, n, s->binder, universe(s), &known)) {
        keep_known(s, &known, when, set);
    } else if (row_call(s, n) != NULL) {
        keep_rows(s, n, row_call(s, n), when, set);
    } else if (is_some_way(s, n)) {
        keep_some_way(s, n, when, set);
    } else if (is_any_here(s, n)) {
        const uint32_t filter = lf_take(s->c, 1);
        lf_filter_to(s->c, n->kids[LF_K_PIECES], filter);
        lf_emit(s->c, LF_OP_KEEPANY, set, filter, when, 0);
    } else if (is_member(s, n)) {
        keep_members(s, n->kids[LF_K_BINARY_RIGHT], when, set);
    } else if (n->kind == LF_N_PROP) {
        keep_true(s, n, when, set);
    } else if (find_sought(s, n, &sought)) {
        keep_near(s, &sought, when, set);
    } else {
        keep_comparison(s, n, when, set);
    }
}

static void keep_matching(const lf_sieve *s, const lf_node *n, bool when, uint32_t set) {
    const lf_pos outer = s->c->pos;
    const uint32_t mark = s->c->next;
    s->c->pos = n->pos;
    keep_kind(s, n, when, set);
    s->c->next = mark;
    s->c->pos = outer;
}

/* ---- what is left over ---- */

static lf_node *new_binary(const lf_sieve *s, lf_word word, lf_type type, const lf_node *left,
                           const lf_node *right) {
    lf_node *n = lf_node_new(s->c->arena, LF_N_BINARY, left->pos, left->length);
    n->word = (uint8_t)word;
    n->type = type;
    n->kids[LF_K_BINARY_LEFT] = (lf_node *)(uintptr_t)left;
    n->kids[LF_K_BINARY_RIGHT] = (lf_node *)(uintptr_t)right;
    return n;
}

/* reachable(s, T, n) with a name for T, so that it is not made again for each element. */
static const lf_node *with_named_way(const lf_sieve *s, const lf_node *around) {
    const lf_node *args = around->kids[LF_K_CALL_ARGS];
    if (args->kid_count < 2)
        return around;
    lf_compiler *c = s->c;
    lf_node *call = LF_NEW(c->arena, lf_node), *list = lf_node_list(c->arena, args->pos);
    *call = *around;
    call->kids = LF_NEW_ARRAY(c->arena, lf_node *, around->kid_count);
    for (uint32_t i = 0; i < around->kid_count; i++)
        call->kids[i] = around->kids[i];
    for (uint32_t i = 0; i < args->kid_count; i++)
        lf_node_list_add(
            c->arena, list,
            i == 1 ? (lf_node *)(uintptr_t)lf_computed(c, args->kids[1], args->kids[1]->type)
                   : args->kids[i]);
    call->kids[LF_K_CALL_ARGS] = list;
    return call;
}

/* The tests that are about the element and its surroundings, on what was found without it: `{…} !=
 * {}`. */
static const lf_node *remaining_search(const lf_sieve *s, const lf_sought *sought,
                                       const lf_node *around, const lf_node *found) {
    const lf_type spaces = {.base = LF_T_SPACES};
    const lf_node *set = new_binary(s, LF_W_AND, spaces, around, found);
    for (uint32_t i = 0; i < sought->count; i++)
        if (sought->tests[i].varies) {
            lf_node *select = lf_node_new(s->c->arena, LF_N_SELECT, around->pos, around->length);
            select->type = spaces;
            select->symbol = (lf_symbol *)(uintptr_t)sought->tests[i].binder;
            select->kids[LF_K_AGG_IN] = (lf_node *)(uintptr_t)set;
            select->kids[LF_K_AGG_WHERE] = (lf_node *)(uintptr_t)sought->tests[i].where;
            set = select;
        }
    lf_node *empty = lf_node_new(s->c->arena, LF_N_SET, around->pos, around->length);
    empty->type = spaces;
    empty->kids[LF_K_LIST] = lf_node_list(s->c->arena, around->pos);
    return new_binary(s, LF_W_NE, (lf_type){.base = LF_T_BOOL}, set, empty);
}

static bool only_tells_apart(const lf_sieve *s, const lf_sought *sought) {
    for (uint32_t i = 0; i < sought->count; i++) {
        const lf_node *n = sought->tests[i].where;
        if (sought->tests[i].varies &&
            (n->kind != LF_N_BINARY || n->word != LF_W_NE ||
             n->kids[LF_K_BINARY_LEFT]->kind != LF_N_NAME ||
             n->kids[LF_K_BINARY_LEFT]->symbol != sought->tests[i].binder ||
             !is_sieve_element(s, n->kids[LF_K_BINARY_RIGHT])))
            return false;
    }
    return true;
}

/* `{o in … where o != s} != {}` is settled for an element that is not itself sought: something is,
 * around it. */
static const lf_node *or_is_not_sought(const lf_sieve *s, const lf_node *search,
                                       const lf_node *found) {
    lf_node *element = lf_node_new(s->c->arena, LF_N_NAME, search->pos, search->length);
    element->symbol = (lf_symbol *)(uintptr_t)s->binder;
    element->type = s->binder->type;
    lf_node *other = lf_node_new(s->c->arena, LF_N_UNARY, search->pos, search->length);
    other->word = LF_W_NOT;
    other->type = search->type;
    other->kids[LF_K_UNARY_ARG] = new_binary(s, LF_W_IN, search->type, element, found);
    return new_binary(s, LF_W_OR, search->type, other, search);
}

/* A search whose tests are partly about the element: what is sought is found once, before the
 * elements; elements without any of it around drop out at once, and the others look only there. */
static const lf_node *search_before_loop(const lf_sieve *s, const lf_node *n, uint32_t set) {
    lf_compiler *c = s->c;
    lf_sought sought;
    if (!lf_does(c, LF_OPT_HOIST) || !find_sought(s, n, &sought) || sought.negated ||
        !lf_is_safe(c, n))
        return n;
    const uint32_t words = c->game->zone_words;
    const uint32_t guard = lf_emit(c, LF_OP_JEMPTY, set, 0, words, 0);
    sought.around = with_named_way(s, sought.around);
    lf_node nothing = {.kind = LF_N_SET, .pos = n->pos, .type = {.base = LF_T_SPACES}};
    lf_node list = {.kind = LF_N_LIST}, *kids[] = {&list};
    nothing.kids = kids;
    nothing.kid_count = 1;
    const lf_node *found = lf_computed(c, &nothing, nothing.type);
    const uint32_t mark = c->next, reg = c->local_registers[found->symbol->index];
    find_spaces(s, &sought, set, reg);
    emit_set_operation(c, LF_OP_SETAND, set, set, around_spaces(s, sought.around, reg));
    c->next = mark;
    lf_patch(c, guard, lf_here(c));
    const lf_node *search = remaining_search(s, &sought, sought.around, found);
    return only_tells_apart(s, &sought) ? or_is_not_sought(s, search, found) : search;
}

/* ---- comparisons in the form that KEEP knows ---- */

static const lf_node *normal(const lf_sieve *s, const lf_node *n);

/* (if w then x else y) < z is: if w then x < z else y < z. */
static const lf_node *compare_either(const lf_sieve *s, const lf_node *n, uint32_t side) {
    const lf_node *cond = n->kids[side];
    lf_node *out = lf_node_new(s->c->arena, LF_N_COND, n->pos, n->length);
    out->type = n->type;
    out->kids[LF_K_COND_WHEN] = cond->kids[LF_K_COND_WHEN];
    for (uint32_t i = LF_K_COND_THEN; i <= LF_K_COND_ELSE; i++) {
        const lf_node *other = n->kids[LF_K_BINARY_LEFT + LF_K_BINARY_RIGHT - side],
                      *part = cond->kids[i];
        out->kids[i] = (lf_node *)(uintptr_t)normal(
            s, side == LF_K_BINARY_LEFT ? new_binary(s, (lf_word)n->word, n->type, part, other)
                                        : new_binary(s, (lf_word)n->word, n->type, other, part));
    }
    return out;
}

static const lf_node *normal_comparison(const lf_sieve *s, const lf_node *n) {
    const lf_node *left = n->kids[LF_K_BINARY_LEFT], *right = n->kids[LF_K_BINARY_RIGHT];
    if (left->kind == LF_N_BINARY && left->word == LF_W_SUB && right->kind == LF_N_INT &&
        right->value == 0)
        return normal(s, new_binary(s, (lf_word)n->word, n->type, left->kids[LF_K_BINARY_LEFT],
                                    left->kids[LF_K_BINARY_RIGHT]));
    if (left->kind == LF_N_COND && left->type.base == LF_T_INT)
        return compare_either(s, n, LF_K_BINARY_LEFT);
    if (right->kind == LF_N_COND && right->type.base == LF_T_INT)
        return compare_either(s, n, LF_K_BINARY_RIGHT);
    return n;
}

static const lf_node *normal(const lf_sieve *s, const lf_node *n) {
    if (!varies_by_element(s, n))
        return n;
    if (lf_is_comparison(n))
        return normal_comparison(s, n);
    if (!lf_is_logical(n) && n->kind != LF_N_COND &&
        !(n->kind == LF_N_UNARY && n->word == LF_W_NOT))
        return n;
    lf_node *out = LF_NEW(s->c->arena, lf_node);
    *out = *n;
    out->kids = LF_NEW_ARRAY(s->c->arena, lf_node *, n->kid_count);
    for (uint32_t i = 0; i < n->kid_count; i++)
        out->kids[i] = (lf_node *)(uintptr_t)normal(s, n->kids[i]);
    return out;
}

/* One condition of an `and` after the other. Nothing comes before what is left over if either can
 * fail. */
static const lf_node *sift_conjuncts(const lf_sieve *s, const lf_node *n, const lf_node *rest,
                                     uint32_t set) {
    if (lf_is_logical(n) && n->word == LF_W_AND) {
        rest = sift_conjuncts(s, n->kids[LF_K_BINARY_LEFT], rest, set);
        return sift_conjuncts(s, n->kids[LF_K_BINARY_RIGHT], rest, set);
    }
    const lf_node *form = normal(s, n);
    if (can_keep(s, form) && (rest == NULL || (lf_is_safe(s->c, rest) && lf_is_safe(s->c, form)))) {
        keep_guarded(s, form, true, set);
        return rest;
    }
    if (rest == NULL || lf_is_safe(s->c, rest))
        n = search_before_loop(s, n, set);
    return rest != NULL ? new_binary(s, LF_W_AND, n->type, rest, n) : n;
}

const lf_node *lf_setwise(lf_compiler *c, const lf_node *where, const lf_symbol *binder,
                          uint32_t set, bool all) {
    const bool zones = binder->type.base == LF_T_SPACE || binder->type.base == LF_T_ZONE;
    if (!lf_does(c, LF_OPT_SETWISE) || !zones)
        return where;
    lf_mark_sure(c, binder);
    const lf_sieve s = {c, binder};
    return all || lf_is_safe(c, where) ? sift_conjuncts(&s, where, NULL, set) : where;
}
