/* chance.c: explicit chance: the pending question, its outcomes, and switching between sampled and
 * explicit chance. */
#include "kernel/state/state.h"

/* ---- the pending question ---- */

static const lf_instr *waiting(const lf_game *game, unsigned char *block) {
    return &game->code[lf_head_of(block)->pc];
}

static int64_t operand(const lf_game *game, unsigned char *block, uint8_t reg) {
    return lf_frames(game, block)[lf_head_of(block)->base + reg];
}

int64_t lf_chance_place(const lf_game *game, unsigned char *block) {
    const lf_instr *in = waiting(game, block);
    const uint32_t stack = lf_head_of(block)->asked_stack - 1u;
    return in->op == LF_OP_TOPCARD ? operand(game, block, in->c)
                                   : lf_open_place(game, block, stack);
}

uint32_t lf_outcome_count(const lf_game *game, unsigned char *block) {
    const lf_head *head = lf_head_of(block);
    if (head->asked_stack > 0)
        return lf_open_count(game, block, head->asked_stack - 1u);
    return (uint32_t)operand(game, block, waiting(game, block)->b);
}

int64_t lf_outcome_value(const lf_game *game, unsigned char *block, uint32_t index) {
    const lf_head *head = lf_head_of(block);
    return head->asked_stack > 0 ? lf_open_card(game, block, head->asked_stack - 1u, index)
                                 : (int64_t)index + 1;
}

lf_option lf_outcome_option(const lf_state *state, uint32_t index) {
    const int value = (int)lf_outcome_value(state->game, state->block, index);
    return lf_head_const(state->block)->asked_stack > 0
               ? (lf_option){.kind = LF_OPTION_CARD, .subject = value}
               : (lf_option){.kind = LF_OPTION_NUMBER, .subject = value, .count = value};
}

static int64_t id_of_value(const lf_state *state, int64_t value) {
    return lf_head_const(state->block)->asked_stack > 0 ? value : value - 1;
}

int lf_id_of_outcome(const lf_state *state, int index) {
    const int n = lf_chances(state, NULL, 0);
    return index < 0 || index >= n
               ? -1
               : (int)id_of_value(state,
                                  lf_outcome_value(state->game, state->block, (uint32_t)index));
}

int lf_outcome_ids(const lf_state *state, int32_t *out, int cap) {
    const int n = lf_chances(state, NULL, 0);
    for (int i = 0; i < n && i < cap; i++)
        out[i] = lf_id_of_outcome(state, i);
    return n;
}

int lf_outcome_of_id(const lf_state *state, int id) {
    const int n = lf_chances(state, NULL, 0);
    for (int i = 0; i < n; i++)
        if (lf_id_of_outcome(state, i) == id)
            return i;
    return LF_NO_OPTION;
}

int lf_chances(const lf_state *state, double *out, int cap) {
    const int n = lf_chance_decides(state) ? (int)lf_outcome_count(state->game, state->block) : 0;
    for (int i = 0; out != NULL && i < n && i < cap; i++)
        out[i] = 1.0 / n;
    return n;
}

int lf_chance_count(const lf_game *game) {
    return (int)(game->card_count > game->greatest_die ? game->card_count : game->greatest_die);
}

/* ---- texts ---- */

void lf_format_chance(const lf_state *state, lf_text *out) {
    const lf_head *head = lf_head_const(state->block);
    if (head->asked_stack > 0)
        lf_text_printf(out, "Chance: a card of %s",
                       state->game->stacks[head->asked_stack - 1].label);
    else
        lf_text_printf(out, "Chance: a die of %u", lf_outcome_count(state->game, state->block));
}

void lf_format_outcome(const lf_state *state, uint32_t index, lf_text *out) {
    const lf_option option = lf_outcome_option(state, index);
    if (option.kind == LF_OPTION_CARD)
        lf_text_addz(out, state->game->cards[option.subject].label);
    else
        lf_text_printf(out, "%d", option.count);
}

/* ---- modes ---- */

lf_chance lf_chance_of(const lf_state *state) {
    return lf_head_const(state->block)->explicit_chance ? LF_CHANCE_EXPLICIT : LF_CHANCE_SAMPLED;
}

lf_status lf_chance_mode(lf_state *state, lf_chance chance) {
    lf_head *head = lf_head_of(state->block);
    if (lf_chance_decides(state) && chance != LF_CHANCE_EXPLICIT)
        return LF_BAD_ARGUMENT;
    for (uint32_t stack = 0; chance == LF_CHANCE_SAMPLED && stack < state->game->stack_count;
         stack++)
        lf_cards_draw(state->game, state->block, stack, &head->generator);
    head->explicit_chance = chance == LF_CHANCE_EXPLICIT;
    return LF_OK;
}

void lf_reseed(lf_state *state, uint64_t seed) {
    lf_head_of(state->block)->generator = lf_mix64(seed + LF_GOLDEN);
}
