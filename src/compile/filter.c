/* filter.c: piece filters: one word, a bit a slot. Constant filters are folded here. */
#include <assert.h>

#include "compile.h"

static bool word_constant(const lf_node *n, uint64_t *mask) {
    if (n->kind != LF_N_NAME || n->symbol == NULL)
        return false;
    switch (n->symbol->kind) {
    case LF_SYM_SEAT:
    case LF_SYM_SEAT_GROUP:
    case LF_SYM_PIECE_WORD:
        *mask = n->symbol->mask;
        return true;
    default:
        return false;
    }
}

static bool all_pieces(const lf_node *n) {
    return n->kind == LF_N_NAME && n->symbol != NULL && n->symbol->kind == LF_SYM_BUILTIN &&
           n->symbol->index == LF_BUILTIN_PIECES;
}

static uint64_t combine_masks(lf_word word, uint64_t a, uint64_t b) {
    return word == LF_W_OR ? a | b : word == LF_W_EXCEPT ? a & ~b : a & b;
}

bool lf_filter_constant(const lf_compiler *c, const lf_node *n, uint64_t *mask) {
    const uint64_t all =
        c->game->slot_count >= 64 ? UINT64_MAX : (UINT64_C(1) << c->game->slot_count) - 1;
    if (all_pieces(n)) {
        *mask = all;
        return true;
    }
    if (n->kind == LF_N_BINARY) {
        uint64_t a = 0, b = 0;
        if (!lf_filter_constant(c, n->kids[LF_K_BINARY_LEFT], &a) ||
            !lf_filter_constant(c, n->kids[LF_K_BINARY_RIGHT], &b))
            return false;
        *mask = combine_masks((lf_word)n->word, a, b);
        return true;
    }
    if (n->kind != LF_N_PIECES && n->kind != LF_N_SET)
        return word_constant(n, mask);
    const lf_node *words = n->kids[LF_K_LIST];
    *mask = n->kind == LF_N_SET ? 0 : all;
    for (uint32_t i = 0; i < words->kid_count; i++) {
        uint64_t one = 0;
        if (!lf_filter_constant(c, words->kids[i], &one))
            return false;
        *mask = combine_masks(n->kind == LF_N_SET ? LF_W_OR : LF_W_AND, *mask, one);
    }
    return true;
}

/* A word that is not constant: a filter in a local, or the pieces of a seat that is computed. */
static void word_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const uint32_t mark = c->next;
    if (n->type.base == LF_T_SEAT)
        lf_emit(c, LF_OP_SEATMASK, target, lf_expr(c, n), 0, 0);
    else if (n->type.base == LF_T_SEATS)
        lf_emit(c, LF_OP_SEATSMASK, target, lf_expr(c, n), 0, 0);
    else if (n->type.base == LF_T_NONE)
        lf_emit(c, LF_OP_LOADI, target, 0, 0, 0);
    else
        lf_expr_to(c, n, target);
    c->next = mark;
}

static void combine_to(lf_compiler *c, lf_word word, const lf_node *next, uint32_t target) {
    const uint32_t mark = c->next, other = lf_take(c, 1);
    lf_filter_to(c, next, other);
    lf_emit(c,
            word == LF_W_OR       ? LF_OP_BOR
            : word == LF_W_EXCEPT ? LF_OP_BANDN
                                  : LF_OP_BAND,
            target, target, other, 0);
    c->next = mark;
}

static void words_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    const lf_node *words = n->kids[LF_K_LIST];
    assert(words->kid_count > 0); /* an empty filter is constant */
    const uint32_t mark = c->next, result = lf_working_copy(c, n, target, 1);
    lf_filter_to(c, words->kids[0], result);
    for (uint32_t i = 1; i < words->kid_count; i++)
        combine_to(c, n->kind == LF_N_SET ? LF_W_OR : LF_W_AND, words->kids[i], result);
    c->next = mark;
    if (result != target)
        lf_emit(c, LF_OP_MOV, target, result, 0, 0);
}

void lf_filter_to(lf_compiler *c, const lf_node *n, uint32_t target) {
    uint64_t mask = 0;
    if (lf_filter_constant(c, n, &mask)) {
        const int64_t word = (int64_t)mask;
        if (word >= 0 && word <= INT32_MAX)
            lf_emit(c, LF_OP_LOADI, target, 0, 0, word);
        else
            lf_emit(c, LF_OP_LOADK, target, 0, 0, lf_constant_words(c, &word, 1));
    } else if (n->kind == LF_N_PIECES || n->kind == LF_N_SET) {
        words_to(c, n, target);
    } else if (n->kind == LF_N_BINARY) {
        const uint32_t mark = c->next, result = lf_working_copy(c, n, target, 1);
        lf_filter_to(c, n->kids[LF_K_BINARY_LEFT], result);
        combine_to(c, (lf_word)n->word, n->kids[LF_K_BINARY_RIGHT], result);
        c->next = mark;
        if (result != target)
            lf_emit(c, LF_OP_MOV, target, result, 0, 0);
    } else {
        word_to(c, n, target);
    }
}
