/* env.h: what the files behind ludoforge_env.h share. */
#ifndef LF_ENV_H
#define LF_ENV_H

#include "kernel/state/state.h"
#include "ludoforge_env.h"

/* Whether the id can be applied now (actions.c). */
bool lf_is_legal_id(const lf_state *, int id);

/* ---- the options of the pending decision, as bits (actions.c) ---- */

/* What is offered now. Bit `b` is the possibility `b + shift` of the question, counted round if
 * that is too many. */
typedef struct {
    const lf_choice_site *site;
    const lf_question_info *question;
    const uint64_t *words; /* NULL: all bits below `bits` */
    uint32_t bits;         /* how many there can be */
    int64_t shift;
    int64_t offset; /* bit `b` has the value `b + offset`, unless the site has a list */
    bool way_out;
} lf_offered;
/* False if nothing is to be decided. */
bool lf_find_offered(const lf_state *, lf_offered *out);

/* Which possibility a bit is. A range may be too wide for its ids; a block from a file may hold any
 * bits. */
static inline uint32_t lf_place_of_bit(const lf_offered *o, uint32_t bit) {
    const uint64_t place = (uint64_t)bit + (uint64_t)o->shift;
    return place < o->question->count
               ? (uint32_t)place
               : (uint32_t)(((int64_t)place % o->question->count + o->question->count) %
                            o->question->count);
}

static inline int64_t lf_value_of_bit(const lf_offered *o, uint32_t bit) {
    if (o->site->number_count > 0) /* a state from a file may hold any bits */
        return bit < o->site->number_count ? o->site->numbers[bit] : -1;
    return (int64_t)((uint64_t)o->offset + bit);
}

static inline uint64_t lf_offered_word(const lf_offered *o, uint32_t word) {
    if (o->words != NULL)
        return o->words[word];
    const uint32_t left = o->bits - word * 64;
    return left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;
}

/* Goes through the bits that are offered. */
#define LF_FOR_EACH_OFFERED(o, bit)                                                                \
    for (uint32_t word_ = 0; word_ * 64 < (o)->bits; word_++)                                      \
        for (uint64_t left_ = lf_offered_word((o), word_), bit; left_ != 0; left_ &= left_ - 1)    \
            if ((bit = word_ * 64 + (uint32_t)__builtin_ctzll(left_)), true)

#endif
