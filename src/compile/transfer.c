/* transfer.c: place, remove, move, flip, replace.
 *
 * "Exactly n" means as many as there are, up to n. "Up to n" lets the deciding seat say how many.
 * When a filter has several kinds, the statement says how they are picked: by the seat (`chosen`),
 * in the declared order, or in an order of its own. */
#include <string.h>

#include "compile.h"

typedef struct {
    const lf_node *node;
    uint32_t amount; /* how many are wanted; negative: all. Afterwards how many it were */
    uint32_t filter;
    uint32_t zones; /* from, then to (one of them may be unused) */
    int32_t flip_map;
} lf_job;

static bool from_supply(const lf_node *n) {
    return n->kind == LF_N_PLACE && n->kids[LF_K_T_FROM] == NULL;
}
static bool to_supply(const lf_node *n) {
    return n->kind == LF_N_REPLACE || (n->kind == LF_N_REMOVE && n->kids[LF_K_T_TO] == NULL);
}

/* The single step: `amount` pieces of `filter`. */
static void emit_step(lf_compiler *c, const lf_job *job, uint32_t amount, uint32_t filter) {
    if (job->node->kind == LF_N_FLIP)
        lf_emit(c, LF_OP_FLIP, amount, filter, job->zones, job->flip_map);
    else if (from_supply(job->node))
        lf_emit(c, LF_OP_PLACE, amount, filter, job->zones + 1, 0);
    else if (to_supply(job->node))
        lf_emit(c, LF_OP_REMOVE, amount, filter, job->zones, 0);
    else
        lf_emit(c, LF_OP_MOVE, amount, filter, job->zones, 0);
}

static void emit_available(lf_compiler *c, const lf_job *job, uint32_t target, bool kinds) {
    if (from_supply(job->node))
        lf_emit(c, kinds ? LF_OP_SUPPLYKINDS : LF_OP_SUPPLY, target, job->filter, 0, 0);
    else
        lf_emit(c, kinds ? LF_OP_KINDS : LF_OP_COUNT, target, job->zones, job->filter, 0);
}

/* A replaced piece makes room for one of the new kind, if its supply has any. */
static void emit_replacement(lf_compiler *c, const lf_job *job, uint32_t amount) {
    if (job->node->kind != LF_N_REPLACE)
        return;
    const uint32_t mark = c->next, filter = lf_take(c, 1), n = lf_take(c, 1);
    lf_filter_to(c, job->node->kids[LF_K_T_TO], filter);
    lf_emit(c, LF_OP_MOV, n, amount, 0, 0);
    lf_emit(c, LF_OP_PLACE, n, filter, job->zones, 0);
    c->next = mark;
}

/* ---- how many, and which ---- */

/* What the seat is asked when the rule has no words of its own. */
static int32_t prompt_for(lf_compiler *c, const lf_job *job, bool how_many) {
    static const struct {
        const char *which, *many;
        bool to; /* about the zone where the pieces go */
    } prompts[LF_NODE_KINDS] = {
        [LF_N_PLACE] = {"Place which piece in ", "Place how many pieces in ", true},
        [LF_N_REMOVE] = {"Remove which piece from ", "Remove how many pieces from ", false},
        [LF_N_MOVE] = {"Move which piece from ", "Move how many pieces from ", false},
        [LF_N_FLIP] = {"Turn over which piece in ", "Turn over how many pieces in ", false},
        [LF_N_REPLACE] = {"Replace which piece in ", "Replace how many pieces in ", false},
    };
    const uint8_t kind = job->node->kind;
    return lf_template_about(c, how_many ? prompts[kind].many : prompts[kind].which,
                             job->zones + prompts[kind].to);
}

/* "Up to": the seat says how many, from none to what there is. */
static void ask_how_many(lf_compiler *c, const lf_job *job) {
    const uint32_t mark = c->next, source = lf_take(c, 2 + LF_RANGE_WORDS);
    emit_available(c, job, source + 1, false);
    lf_emit(c, LF_OP_MIN, source + 1, source + 1, job->amount, 0);
    lf_emit(c, LF_OP_LOADI, source, 0, 0, 0);
    const lf_node *own = job->node->kids[LF_K_T_PROMPT];
    const int32_t made = own == NULL ? prompt_for(c, job, true) : -1;
    const lf_offer offer = {.domain = LF_DOMAIN_RANGE,
                            .node = job->node,
                            .own_prompt = own == NULL ? &made : NULL,
                            .prompt = own,
                            .source = source,
                            .bind = job->amount,
                            .by = job->node->kids[LF_K_T_BY],
                            .may_fail_after = c->rest_may_fail,
                            .question = lf_question_of(c, job->node)};
    lf_offer_choice(c, &offer);
    c->next = mark;
}

static void take_in_order(lf_compiler *c, const lf_job *job) {
    const lf_node *order = job->node->kids[LF_K_T_ORDER];
    const uint32_t mark = c->next, part = lf_take(c, 1), n = lf_take(c, 1), total = lf_take(c, 1);
    lf_emit(c, LF_OP_LOADI, total, 0, 0, 0);
    for (uint32_t i = 0; i < order->kid_count; i++) {
        lf_filter_to(c, order->kids[i], part);
        lf_emit(c, LF_OP_BAND, part, part, job->filter, 0);
        lf_emit(c, LF_OP_MOV, n, job->amount, 0, 0);
        const uint32_t all = lf_emit(c, LF_OP_JNEG, n, 0, 0, 0);
        lf_emit(c, LF_OP_SUB, n, n, total, 0);
        lf_patch(c, all, lf_here(c));
        emit_step(c, job, n, part);
        lf_emit(c, LF_OP_ADD, total, total, n, 0);
    }
    lf_emit(c, LF_OP_MOV, job->amount, total, 0, 0);
    c->next = mark;
}

/* The seat picks piece by piece; what is forced anyway is taken at once. */
static void take_chosen(lf_compiler *c, const lf_job *job) {
    const bool optional = job->node->word == LF_W_UP_TO;
    const uint32_t mark = c->next, total = lf_take(c, 1), left = lf_take(c, 1),
                   kinds = lf_take(c, 1), one = lf_take(c, 1);
    lf_fixups finished = {0};
    lf_emit(c, LF_OP_LOADI, total, 0, 0, 0);
    const uint32_t head = lf_here(c);
    lf_emit(c, LF_OP_SUB, left, job->amount, total, 0);
    lf_fixup_add(c, &finished, lf_jump_constant(c, LF_W_LE, left, 0));
    uint32_t enough = 0;
    if (!optional) {
        emit_available(c, job, one, false);
        enough = lf_emit(c, LF_OP_JLE, one, left, 0, 0);
    }
    emit_available(c, job, kinds, true);
    lf_fixup_add(c, &finished, lf_emit(c, LF_OP_JZ, kinds, 0, 0, 0));
    const lf_node *own = job->node->kids[LF_K_T_PROMPT];
    const int32_t made = own == NULL ? prompt_for(c, job, false) : -1;
    const lf_offer offer = {.domain = LF_DOMAIN_KINDS,
                            .node = job->node,
                            .own_prompt = own == NULL ? &made : NULL,
                            .prompt = own,
                            .source = kinds,
                            .bind = one,
                            .by = job->node->kids[LF_K_T_BY],
                            .or_done = optional,
                            .out_kind = LF_OPTION_DONE,
                            .own_way_out = "No more",
                            .may_fail_after = c->rest_may_fail,
                            .question = lf_question_of(c, job->node)};
    lf_offer_choice(c, &offer);
    lf_fixup_add(c, &finished, lf_emit(c, LF_OP_JNEG, one, 0, 0, 0));
    lf_emit(c, LF_OP_BIT, one, one, 0, 0);
    lf_emit(c, LF_OP_LOADI, left, 0, 0, 1);
    emit_step(c, job, left, one);
    lf_emit(c, LF_OP_ADD, total, total, left, 0);
    lf_emit(c, LF_OP_JMP, 0, 0, 0, head);
    if (!optional) {
        lf_patch(c, enough, lf_here(c));
        emit_step(c, job, left, job->filter);
        lf_emit(c, LF_OP_ADD, total, total, left, 0);
    }
    lf_fixup_here(c, &finished);
    lf_emit(c, LF_OP_MOV, job->amount, total, 0, 0);
    c->next = mark;
}

/* ---- flip maps ---- */

/* Where each slot goes when its kind takes the state that the filter `to` names; slots of other
 * kinds stay. */
static int32_t flip_map_of(lf_compiler *c, const lf_node *to) {
    uint64_t states = 0;
    uint8_t map[LF_MAX_PIECE_SLOTS];
    lf_game *game = c->game;
    lf_filter_constant(c, to, &states);
    for (uint32_t slot = 0; slot < LF_MAX_PIECE_SLOTS; slot++) {
        map[slot] = (uint8_t)slot;
        for (uint32_t other = 0; slot < game->slot_count && other < game->slot_count; other++)
            if (game->slots[other].default_slot == game->slots[slot].default_slot &&
                (states >> other & 1))
                map[slot] = (uint8_t)other;
    }
    for (uint32_t i = 0; i < game->flip_map_count; i++)
        if (memcmp(game->flip_maps[i], map, sizeof map) == 0)
            return (int32_t)i;
    lf_grow(c->arena, &game->flip_maps, &c->flip_capacity, game->flip_map_count,
            sizeof *game->flip_maps);
    memcpy(game->flip_maps[game->flip_map_count], map, sizeof map);
    return (int32_t)game->flip_map_count++;
}

/* ---- the statement ---- */

static void amount_to(lf_compiler *c, const lf_node *n, uint32_t amount) {
    if (n->word == LF_W_ALL)
        lf_emit(c, LF_OP_LOADI, amount, 0, 0, -1);
    else if (n->kids[LF_K_T_COUNT] == NULL)
        lf_emit(c, LF_OP_LOADI, amount, 0, 0, 1);
    else
        lf_expr_to(c, n->kids[LF_K_T_COUNT], amount);
    if (n->word == LF_W_ALL ||
        (n->kids[LF_K_T_COUNT] != NULL && n->kids[LF_K_T_COUNT]->kind == LF_N_INT))
        return;
    /* a computed number below 0 means none, not all */
    const uint32_t mark = c->next, zero = lf_take(c, 1);
    lf_emit(c, LF_OP_LOADI, zero, 0, 0, 0);
    lf_emit(c, LF_OP_MAX, amount, amount, zero, 0);
    c->next = mark;
}

static void take_pieces(lf_compiler *c, const lf_job *job) {
    const lf_transfer_asks asks = lf_what_transfer_asks(job->node);
    amount_to(c, job->node, job->amount);
    if (asks == LF_ASKS_HOW_MANY)
        ask_how_many(c, job);
    if (asks == LF_ASKS_WHICH)
        take_chosen(c, job);
    else if (LF_PICK(job->node) == LF_W_ORDERED)
        take_in_order(c, job);
    else
        emit_step(c, job, job->amount, job->filter);
    emit_replacement(c, job, job->amount);
}

void lf_transfer(lf_compiler *c, const lf_node *n) {
    const lf_node *from = n->kids[LF_K_T_FROM], *to = n->kids[LF_K_T_TO];
    const uint32_t mark = c->next;
    lf_job job = {.node = n,
                  .amount = lf_take(c, 1),
                  .filter = lf_take(c, 1),
                  .zones = lf_take(c, 2),
                  .flip_map = -1};
    lf_filter_to(c, n->kids[LF_K_T_PIECES], job.filter);
    if (n->kind == LF_N_FLIP)
        job.flip_map = flip_map_of(c, to);
    else if (to != NULL && n->kind != LF_N_REPLACE)
        lf_expr_to(c, to, job.zones + 1);
    if (from != NULL && (from->type.base == LF_T_SPACES || from->type.base == LF_T_ZONES)) {
        lf_walk walk;
        lf_walk_begin(c, &walk, from, NULL);
        lf_emit(c, LF_OP_MOV, job.zones, walk.element, 0, 0);
        take_pieces(c, &job);
        lf_walk_end(c, &walk);
    } else {
        if (from != NULL)
            lf_expr_to(c, from, job.zones);
        take_pieces(c, &job);
    }
    c->next = mark;
}
