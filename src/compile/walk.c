/* walk.c: loops over the elements of a domain, and sets made of the elements for which a condition
 * holds.
 *
 * The domain stands in registers and loses an element a round. Before the loop, conditions are put
 * to the whole set where that is possible (setwise.c), and what is the same for all elements is
 * worked out (invariant.c). */
#include <assert.h>

#include "compile.h"

/* What is left to test of each element. A domain that is itself filtered brings its own conditions
 * and its own name for the element. */
typedef struct {
    struct {
        const lf_node *where;
        const lf_symbol *binder;
    } items[8];
    uint32_t count;
    uint32_t levels; /* domains within domains so far: each may add a test */
} lf_tests;

void lf_bind_local(lf_compiler *c, const lf_symbol *symbol, uint32_t reg) {
    c->local_registers[symbol->index] = (uint8_t)reg;
    /* the number may have been another local's before */
    c->local_sure[symbol->index] = false;
    c->local_how[symbol->index] = 0;
    lf_note_cards(c, reg, symbol->type);
}

/* Of a domain of other things: no list, and the words of its type. */
static lf_numbers numbers_in(lf_compiler *c, const lf_node *domain) {
    return domain->type.base == LF_T_INTS ? lf_numbers_of(c, domain)
                                          : (lf_numbers){.words = lf_words_of(c, domain->type)};
}

uint32_t lf_domain_words(lf_compiler *c, const lf_node *domain) {
    return numbers_in(c, domain).words;
}

static void walk_range(lf_compiler *c, lf_walk *walk, const lf_node *domain) {
    walk->counts = true;
    walk->element = walk->place = lf_take(c, 1);
    walk->set = lf_take(c, 1);
    lf_expr_to(c, domain->kids[LF_K_RANGE_MIN], walk->element);
    lf_expr_to(c, domain->kids[LF_K_RANGE_MAX], walk->set);
    walk->head = lf_here(c);
    lf_fixup_add(c, &walk->loop.breaks, lf_emit(c, LF_OP_JLT, walk->set, walk->element, 0, 0));
}

static void add_test(lf_tests *tests, const lf_node *where, const lf_symbol *binder) {
    tests->items[tests->count].where = where;
    tests->items[tests->count++].binder = binder;
}

static bool are_safe(const lf_compiler *c, const lf_tests *tests, const lf_node *rest) {
    for (uint32_t i = 0; i < tests->count; i++)
        if (!lf_is_safe(c, tests->items[i].where))
            return false;
    return lf_is_safe(c, rest);
}

/* All elements of a domain, as a set: numbers in the way that numbers.c has chosen for them. */
void lf_domain_to(lf_compiler *c, const lf_node *domain, uint32_t set) {
    const lf_numbers numbers = numbers_in(c, domain);
    if (numbers.count == 0)
        lf_expr_to(c, domain, set);
    else if (domain->kind == LF_N_SELECT)
        lf_select_to(c, domain->kids[LF_K_AGG_IN], domain->kids[LF_K_AGG_WHERE], domain->symbol,
                     set);
    else
        lf_numbers_all(c, &numbers, set);
}

/* The elements of a domain that may satisfy a condition, as a set; what is left to test goes to the
 * tests. */
static void emit_sieve(lf_compiler *c, const lf_node *domain, const lf_node *where,
                       const lf_symbol *binder, uint32_t set, lf_tests *tests, bool all) {
    lf_known known;
    if (binder != NULL)
        lf_mark_sure(c, binder);
    const lf_node *rest = where = where != NULL ? lf_expanded(c, where, binder) : NULL;
    if (domain->kind == LF_N_CALL && !lf_known_value(c, domain, &known)) {
        const lf_node *body = lf_inlined(c, domain);
        domain = body != NULL ? body : domain;
    }
    if (lf_does(c, LF_OPT_STREAM) && domain->kind == LF_N_SELECT &&
        domain->kids[LF_K_AGG_IN]->kind != LF_N_RANGE && ++tests->levels < LF_COUNT(tests->items) &&
        !lf_known_value(c, domain, &known) && (all || lf_is_safe(c, domain))) {
        emit_sieve(c, domain->kids[LF_K_AGG_IN], domain->kids[LF_K_AGG_WHERE], domain->symbol, set,
                   tests, all);
    } else if (lf_narrow_domain(c, domain, where, binder, &known, &rest)) {
        const uint32_t words = lf_words_of(c, domain->type);
        lf_emit(c, LF_OP_LOADS, set, 0, words, lf_constant_words(c, known.words, words));
    } else {
        rest = where;
        lf_domain_to(c, domain, set);
    }
    if (rest != NULL && (tests->count == 0 || are_safe(c, tests, rest)))
        rest = lf_setwise(c, rest, binder, set, all);
    if (rest != NULL)
        add_test(tests, rest, binder);
}

static void walk_set(lf_compiler *c, lf_walk *walk, lf_type domain) {
    walk->head = lf_here(c);
    lf_fixup_add(c, &walk->loop.breaks,
                 lf_emit(c, LF_OP_SETNEXT, walk->place, walk->set, walk->words, 0));
    if (domain.base == LF_T_PIECES)
        lf_emit(c, LF_OP_BIT, walk->element, walk->element, 0, 0);
    if (walk->numbers.count > 0)
        lf_number_at(c, &walk->numbers, walk->place, walk->element);
}

/* Registers for a walk over a set. */
static void walk_registers(lf_compiler *c, lf_walk *walk, lf_numbers numbers) {
    walk->numbers = numbers;
    walk->words = numbers.words;
    walk->element = lf_take(c, 1);
    walk->place = numbers.count > 0 ? lf_take(c, 1) : walk->element;
    walk->set = lf_take(c, walk->words);
}

static void bind_element(lf_compiler *c, const lf_walk *walk, const lf_symbol *binder) {
    if (binder == NULL)
        return;
    lf_bind_local(c, binder, walk->element);
    lf_mark_sure(c, binder);
}

/* Walks what was sifted, and goes on to the next element where a test fails. */
static void walk_sifted(lf_compiler *c, lf_walk *walk, lf_type domain, lf_tests *tests) {
    if (tests->count > 0 && lf_does(c, LF_OPT_HOIST)) { /* nothing is worked out for no element */
        lf_fixup_add(c, &walk->loop.breaks, lf_emit(c, LF_OP_JEMPTY, walk->set, 0, walk->words, 0));
        for (uint32_t i = 0; i < tests->count; i++)
            tests->items[i].where = lf_hoisted(c, tests->items[i].where, tests->items[i].binder);
    }
    walk_set(c, walk, domain);
    for (uint32_t i = 0; i < tests->count; i++) {
        bind_element(c, walk, tests->items[i].binder);
        lf_branch(c, tests->items[i].where, false, &walk->loop.continues);
    }
}

static void walk_begin(lf_compiler *c, lf_walk *walk, const lf_node *domain) {
    *walk = (lf_walk){.saved_next = c->next};
    walk->loop.outer = c->loop;
    if (domain->kind == LF_N_RANGE) {
        walk_range(c, walk, domain);
        return;
    }
    walk_registers(c, walk, numbers_in(c, domain));
    lf_note_cards(c, walk->set, domain->type);
}

void lf_walk_begin(lf_compiler *c, lf_walk *walk, const lf_node *domain, const lf_symbol *binder) {
    walk_begin(c, walk, domain);
    if (!walk->counts) {
        lf_domain_to(c, domain, walk->set);
        walk_set(c, walk, domain->type);
    }
    walk->loop.base = c->next;
    bind_element(c, walk, binder);
}

void lf_walk_where(lf_compiler *c, lf_walk *walk, const lf_node *domain, const lf_node *where,
                   const lf_symbol *binder, bool all) {
    lf_tests tests = {.count = 0};
    walk_begin(c, walk, domain);
    if (walk->counts) {
        bind_element(c, walk, binder);
        if (where != NULL)
            lf_branch(c, where, false, &walk->loop.continues);
    } else {
        emit_sieve(c, domain, where, binder, walk->set, &tests, all);
        walk_sifted(c, walk, domain->type, &tests);
        bind_element(c, walk, binder);
    }
    walk->loop.base = c->next;
}

void lf_walk_offered(lf_compiler *c, lf_walk *walk, const lf_node *domain,
                     const lf_symbol *binder) {
    const lf_numbers numbers = numbers_in(c, domain);
    if (domain->kind != LF_N_RANGE || numbers.count == 0) {
        lf_walk_where(c, walk, domain, NULL, binder, true);
        return;
    }
    *walk = (lf_walk){.saved_next = c->next};
    walk->loop.outer = c->loop;
    walk_registers(c, walk, numbers);
    lf_domain_to(c, domain, walk->set);
    walk_set(c, walk, domain->type);
    walk->loop.base = c->next;
    bind_element(c, walk, binder);
}

void lf_walk_end(lf_compiler *c, lf_walk *walk) {
    lf_fixup_here(c, &walk->loop.continues);
    if (walk->counts)
        lf_emit(c, LF_OP_ADDI, walk->element, walk->element, 0, 1);
    if (lf_does(c, LF_OPT_FUSE) && !walk->counts) /* past the SETNEXT */
        lf_emit(c, LF_OP_SETMORE, walk->place, walk->set, walk->words, walk->head + 1);
    else
        lf_emit(c, LF_OP_JMP, 0, 0, 0, walk->head);
    lf_fixup_here(c, &walk->loop.breaks);
    c->next = walk->saved_next;
}

/* ---- sets made by a condition ---- */

void lf_load_empty(lf_compiler *c, uint32_t set, uint32_t words) {
    const int64_t empty[LF_DOMAIN_WORDS] = {0};
    assert(words <= LF_DOMAIN_WORDS);
    lf_emit(c, LF_OP_LOADS, set, 0, words, lf_constant_words(c, empty, words));
}

void lf_add_element(lf_compiler *c, const lf_walk *walk, lf_type domain, uint32_t result) {
    if (domain.base == LF_T_PIECES)
        lf_emit(c, LF_OP_BOR, result, result, walk->element, 0);
    else
        lf_emit(c, LF_OP_SETADD, result, walk->place, 0, walk->counts ? 1 : walk->words);
}

/* Takes out of a set, in its registers, what fails a test. */
static void keep_tested(lf_compiler *c, lf_type domain, uint32_t set, lf_numbers numbers,
                        lf_tests *tests) {
    lf_walk walk = {.saved_next = c->next};
    walk.loop.outer = c->loop;
    walk_registers(c, &walk, numbers);
    lf_emit(c, LF_OP_MOVS, walk.set, set, 0, walk.words);
    lf_load_empty(c, set, walk.words);
    walk_sifted(c, &walk, domain, tests);
    lf_add_element(c, &walk, domain, set);
    lf_walk_end(c, &walk);
}

void lf_keep_where(lf_compiler *c, const lf_node *where, const lf_symbol *binder, uint32_t set) {
    const uint32_t mark = c->next;
    lf_tests tests = {.count = 0};
    const lf_node *rest = lf_setwise(c, where, binder, set, true);
    if (rest != NULL) {
        add_test(&tests, rest, binder);
        keep_tested(c, (lf_type){.base = LF_T_ZONES}, set,
                    (lf_numbers){.words = c->game->zone_words}, &tests);
    }
    c->next = mark;
}

void lf_select_to(lf_compiler *c, const lf_node *domain, const lf_node *where,
                  const lf_symbol *binder, uint32_t result) {
    const uint32_t mark = c->next;
    lf_tests tests = {.count = 0};
    const lf_numbers numbers = numbers_in(c, domain);
    if (domain->kind == LF_N_RANGE && numbers.count == 0) {
        lf_walk walk;
        lf_load_empty(c, result, 1);
        lf_walk_where(c, &walk, domain, where, binder, true);
        lf_add_element(c, &walk, domain->type, result);
        lf_walk_end(c, &walk);
    } else {
        emit_sieve(c, domain, where, binder, result, &tests, true);
        if (tests.count > 0)
            keep_tested(c, domain->type, result, numbers, &tests);
    }
    c->next = mark;
}

void lf_branch_some(lf_compiler *c, const lf_node *domain, const lf_node *where,
                    const lf_symbol *binder, bool some, lf_fixups *targets) {
    lf_walk walk;
    lf_tests tests = {.count = 0};
    lf_fixups found = {0};
    walk_begin(c, &walk, domain);
    emit_sieve(c, domain, where, binder, walk.set, &tests, false);
    if (tests.count == 0) {
        lf_fixup_add(c, targets,
                     lf_emit(c, some ? LF_OP_JSOME : LF_OP_JEMPTY, walk.set, 0, walk.words, 0));
        c->next = walk.saved_next;
        return;
    }
    walk_sifted(c, &walk, domain->type, &tests);
    lf_fixup_add(c, some ? targets : &found, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
    lf_walk_end(c, &walk);
    if (!some)
        lf_fixup_add(c, targets, lf_emit(c, LF_OP_JMP, 0, 0, 0, 0));
    lf_fixup_here(c, &found);
}
