/* check_pieces.c: piece filters: words side by side, each of which narrows.
 *
 * A filter of constant words has a mask of slots that is known here, so that an empty one is an
 * error and a transfer can be held to name a single kind. */
#include "check.h"

/* ---- constant filters ---- */

static uint64_t all_slots(const lf_model *m) {
    return m->slot_count >= 64 ? ~0ull : (1ull << m->slot_count) - 1;
}

static bool symbol_filter(const lf_model *m, const lf_symbol *symbol, uint64_t *mask) {
    if (symbol == NULL)
        return false;
    switch (symbol->kind) {
    case LF_SYM_SEAT:
    case LF_SYM_SEAT_GROUP:
    case LF_SYM_PIECE_WORD:
        *mask = symbol->mask;
        return true;
    case LF_SYM_BUILTIN:
        *mask = all_slots(m);
        return symbol->index == LF_BUILTIN_PIECES;
    default:
        return false;
    }
}

static bool list_filter(const checker *c, const lf_node *n, bool intersect, uint64_t *mask) {
    const lf_node *words = n->kids[LF_K_LIST];
    *mask = intersect ? all_slots(c->model) : 0;
    for (uint32_t i = 0; i < words->kid_count; i++) {
        uint64_t word;
        if (!lf_check_constant_filter(c, words->kids[i], &word))
            return false;
        *mask = intersect ? *mask & word : *mask | word;
    }
    return true;
}

static bool operator_filter(const checker *c, const lf_node *n, uint64_t *mask) {
    uint64_t left, right;
    if (!lf_check_constant_filter(c, n->kids[LF_K_BINARY_LEFT], &left))
        return false;
    if (!lf_check_constant_filter(c, n->kids[LF_K_BINARY_RIGHT], &right))
        return false;
    *mask = n->word == LF_W_OR ? left | right : n->word == LF_W_AND ? left & right : left & ~right;
    return n->word == LF_W_OR || n->word == LF_W_AND || n->word == LF_W_EXCEPT;
}

bool lf_check_constant_filter(const checker *c, const lf_node *n, uint64_t *mask) {
    if (n == NULL)
        return false;
    switch (n->kind) {
    case LF_N_NAME:
        return symbol_filter(c->model, n->symbol, mask);
    case LF_N_PIECES:
        return list_filter(c, n, true, mask);
    case LF_N_SET:
        return list_filter(c, n, false, mask);
    case LF_N_BINARY:
        return operator_filter(c, n, mask);
    default:
        return false;
    }
}

/* ---- what a filter can be at most ---- */

/* All pieces of any seat: what `side pieces` can be. */
static uint64_t slots_of_seats(const lf_model *m) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < m->seat_count; i++) {
        const lf_symbol *seat = lf_model_find(m, m->seats[i].id);
        mask |= seat != NULL ? seat->mask : 0;
    }
    return mask;
}

static uint64_t words_at_most(const checker *c, const lf_node *n) {
    const lf_node *words = n->kids[LF_K_LIST];
    uint64_t mask = all_slots(c->model);
    for (uint32_t i = 0; i < words->kid_count; i++)
        mask &= lf_check_filter_at_most(c, words->kids[i]);
    return mask;
}

uint64_t lf_check_filter_at_most(const checker *c, const lf_node *n) {
    uint64_t mask;
    if (lf_check_constant_filter(c, n, &mask))
        return mask;
    if (n != NULL && n->type.base == LF_T_SEAT)
        return slots_of_seats(c->model);
    if (n != NULL && n->kind == LF_N_PIECES)
        return words_at_most(c, n);
    if (n != NULL && n->kind == LF_N_BINARY && n->word == LF_W_OR)
        return lf_check_filter_at_most(c, n->kids[LF_K_BINARY_LEFT]) |
               lf_check_filter_at_most(c, n->kids[LF_K_BINARY_RIGHT]);
    if (n != NULL && n->kind == LF_N_BINARY)
        return lf_check_filter_at_most(c, n->kids[LF_K_BINARY_LEFT]);
    return all_slots(c->model);
}

/* ---- one kind only ---- */

static bool mask_is_single(const lf_model *m, uint64_t mask, bool by_kind) {
    if (!by_kind)
        return (mask & (mask - 1)) == 0;
    int found = 0;
    for (uint32_t i = 0; i < m->kind_count; i++) {
        uint64_t states =
            m->kinds[i].state_count >= 64 ? ~0ull : (1ull << m->kinds[i].state_count) - 1;
        found += (mask & (states << m->kinds[i].first_slot)) != 0;
    }
    return found <= 1;
}

/* `side troops`: whoever side is, one kind is left. */
static bool single_for_every_seat(const lf_model *m, uint64_t mask, bool by_kind) {
    for (uint32_t i = 0; i < m->seat_count; i++) {
        const lf_symbol *seat = lf_model_find(m, m->seats[i].id);
        if (seat != NULL && !mask_is_single(m, mask & seat->mask, by_kind))
            return false;
    }
    return true;
}

static bool words_are_single(const checker *c, const lf_node *n, uint64_t without, bool by_kind) {
    const lf_node *words = n->kids[LF_K_LIST];
    uint64_t constant = all_slots(c->model) & ~without;
    bool has_seat = false;
    for (uint32_t i = 0; i < words->kid_count; i++) {
        const lf_node *word = words->kids[i];
        uint64_t mask;
        if (lf_check_constant_filter(c, word, &mask))
            constant &= mask;
        else if (word->type.base == LF_T_SEAT)
            has_seat = true;
        else if (lf_check_is_single(c, word, without, by_kind))
            return true;
    }
    if (mask_is_single(c->model, constant, by_kind))
        return true;
    return has_seat && single_for_every_seat(c->model, constant, by_kind);
}

bool lf_check_is_single(const checker *c, const lf_node *n, uint64_t without, bool by_kind) {
    uint64_t mask;
    if (n == NULL || n->type.base == LF_T_ERROR)
        return true;
    if (lf_check_constant_filter(c, n, &mask))
        return mask_is_single(c->model, mask & ~without, by_kind);
    const check_local *local = lf_check_local_of(n);
    if (local != NULL)
        return local->one_slot;
    switch (n->kind) {
    case LF_N_PIECES:
        return words_are_single(c, n, without, by_kind);
    case LF_N_COND:
        return lf_check_is_single(c, n->kids[LF_K_COND_THEN], without, by_kind) &&
               lf_check_is_single(c, n->kids[LF_K_COND_ELSE], without, by_kind);
    case LF_N_BINARY: /* narrowing what is single keeps it so */
        return n->word != LF_W_OR &&
               lf_check_is_single(c, n->kids[LF_K_BINARY_LEFT], without, by_kind);
    default:
        return false;
    }
}

/* ---- filters ---- */

const char *lf_check_word_text(const lf_node *word) {
    return word->kind == LF_N_NAME ? word->name : "…";
}

static bool check_word(checker *c, lf_node *word) {
    if (word == NULL)
        return false;
    lf_type type = lf_check_expr(c, word, check_type(LF_T_PIECES));
    bool group = word->symbol != NULL && word->symbol->kind == LF_SYM_SEAT_GROUP;
    uint32_t good = BASE_BIT(LF_T_PIECES) | BASE_BIT(LF_T_SEAT) | BASE_BIT(LF_T_UNKNOWN);
    if (group || check_is(type, good))
        return true;
    if (type.base != LF_T_ERROR)
        lf_check_fault(c, word, LF_E0519,
                       "a filter has seats, groups of seats, piece types and states",
                       "expected a word for pieces, found %s", lf_check_type_name(c, type));
    return false;
}

lf_type lf_check_pieces(checker *c, lf_node *n, lf_type hint) {
    (void)hint;
    const lf_node *words = n->kids[LF_K_LIST];
    uint64_t mask = all_slots(c->model), narrowed;
    const lf_node *last = NULL;
    bool good = true;
    for (uint32_t i = 0; i < words->kid_count; i++) {
        lf_node *word = words->kids[i];
        if (!check_word(c, word)) {
            good = false;
        } else if (good && lf_check_constant_filter(c, word, &narrowed)) {
            if (mask && narrowed && !(mask & narrowed)) {
                lf_check_fault(c, word, LF_E0518, "for pieces of either kind, write `(… or …)`",
                               "no piece is both `%s` and `%s`",
                               last != NULL ? lf_check_word_text(last) : "pieces",
                               lf_check_word_text(word));
                good = false;
            }
            mask &= narrowed;
            last = word;
        }
    }
    return n->type = check_type(good ? LF_T_PIECES : LF_T_ERROR);
}
