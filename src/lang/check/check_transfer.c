/* check_transfer.c: place, remove, move, flip and replace; and perform.
 *
 * The question behind most rules here: which pieces exactly? A transfer takes counted pieces, so
 * either its filter leaves one kind in one state, or it says who or what decides between them. */
#include "check.h"

static const char *const verbs[LF_NODE_KINDS] = {
    [LF_N_PLACE] = "place", [LF_N_REMOVE] = "remove",   [LF_N_MOVE] = "move",
    [LF_N_FLIP] = "flip",   [LF_N_REPLACE] = "replace",
};

static void check_zone(checker *c, lf_node *n, lf_node *zone, const char *preposition) {
    if (zone == NULL)
        return;
    /* All of them may also leave, or turn over, in many places at once. */
    bool many = n->word == LF_W_ALL && zone == n->kids[LF_K_T_FROM];
    lf_check_as(
        c, zone,
        (check_wish){.type = check_type(LF_T_ZONE),
                     .also = many ? BASE_BIT(LF_T_SPACES) | BASE_BIT(LF_T_ZONES) : 0,
                     .what = lf_check_printf(c, "`%s` of `%s`", preposition, verbs[n->kind])});
}

/* ---- kinds and states ---- */

static uint64_t kind_slots(const lf_model_kind *kind) {
    return ((kind->state_count >= 64 ? 0 : 1ull << kind->state_count) - 1) << kind->first_slot;
}

/* The slots that a state's name denotes; 0 if no kind has such a state. */
static uint64_t state_slots(const lf_model *m, const char *state) {
    uint64_t slots = 0;
    for (uint32_t k = 0; k < m->kind_count; k++)
        for (uint32_t s = 0; s < m->kinds[k].state_count; s++)
            if (m->kinds[k].states[s] == state)
                slots |= 1ull << (m->kinds[k].first_slot + s);
    return slots;
}

static bool has_supply(const lf_model *m, uint64_t slots) {
    for (uint32_t i = 0; i < m->kind_count; i++)
        if ((slots & kind_slots(&m->kinds[i])) && m->kinds[i].supply >= 0)
            return true;
    return false;
}

static const lf_model_kind *first_without_supply(const lf_model *m, uint64_t slots) {
    for (uint32_t i = 0; i < m->kind_count; i++)
        if ((slots & kind_slots(&m->kinds[i])) && m->kinds[i].supply < 0)
            return &m->kinds[i];
    return NULL;
}

/* Pieces that leave play without a place to go to need a supply, and so do pieces that come from
 * nowhere. A variable may be any kind, so there it is enough if some kinds have a supply: play
 * fails if the variable is none of them. */
static void check_kinds_supply(checker *c, const lf_node *pieces, const char *note) {
    if (pieces == NULL || pieces->type.base == LF_T_ERROR)
        return;
    const uint64_t mask = lf_check_filter_at_most(c, pieces);
    const lf_model_kind *kind = first_without_supply(c->model, mask);
    if (kind != NULL && (lf_check_local_of(pieces) == NULL || !has_supply(c->model, mask)))
        lf_check_fault_at(c, pieces, LF_E0521, kind->entry.pos, note, "`%s` has no supply",
                          kind->entry.id);
}

/* Is there a scenario that places the kind, or a letter for it in the texts of positions? */
static bool is_laid_out(const lf_model *m, const lf_model_kind *kind) {
    for (uint32_t i = 0; i < m->scenario_count; i++)
        for (uint32_t k = 0; k < m->scenarios[i].placement_count; k++)
            if (kind_slots(kind) >> m->scenarios[i].placements[k].slot & 1)
                return true;
    for (uint32_t i = 0; i < m->text_field_count; i++)
        for (uint32_t k = 0; k < m->text_fields[i].letter_count; k++)
            if (m->text_fields[i].sort == LF_FIELD_BOARD && m->text_fields[i].letters[k].is_piece &&
                (kind_slots(kind) >> m->text_fields[i].letters[k].target & 1))
                return true;
    return false;
}

/* Pieces enter play from a supply, or a scenario or position places them. There are no others. */
static void check_existence(checker *c, const lf_node *pieces) {
    if (pieces == NULL || pieces->type.base == LF_T_ERROR)
        return;
    const uint64_t mask = lf_check_filter_at_most(c, pieces);
    const lf_model_kind *kind = first_without_supply(c->model, mask);
    for (uint32_t i = 0; i < c->model->kind_count; i++)
        if ((mask & kind_slots(&c->model->kinds[i])) &&
            (c->model->kinds[i].supply >= 0 || is_laid_out(c->model, &c->model->kinds[i])))
            return;
    if (kind != NULL)
        lf_check_fault_at(
            c, pieces, LF_E0521, kind->entry.pos,
            "it has no supply and no scenario places any: give it `count` and `supply` here",
            "no `%s` can exist", kind->entry.id);
}

static void check_supply(checker *c, const lf_node *n) {
    const lf_node *pieces = n->kids[LF_K_T_PIECES];
    if (n->kind == LF_N_PLACE && n->kids[LF_K_T_FROM] == NULL) {
        check_kinds_supply(c, pieces,
                           "say where they come from: `place … from ZONE in ZONE`, or give the "
                           "kind a supply here");
    } else if (n->kind == LF_N_REMOVE && n->kids[LF_K_T_TO] == NULL) {
        check_kinds_supply(
            c, pieces,
            "say where they go: `remove … from ZONE to ZONE`, or give the kind a supply here");
    } else if (n->kind == LF_N_REPLACE) {
        check_kinds_supply(c, pieces, "give the kind `count` and `supply` here");
        check_kinds_supply(c, n->kids[LF_K_T_TO], "give the kind `count` and `supply` here");
    } else {
        check_existence(c, pieces);
    }
}

/* FLIP: the state must be one that all the pieces have. Returns its slots. */
static uint64_t check_new_state(checker *c, lf_node *n) {
    lf_node *to = n->kids[LF_K_T_TO], *pieces = n->kids[LF_K_T_PIECES];
    if (lf_check_expr(c, to, check_type(LF_T_PIECES)).base == LF_T_ERROR)
        return 0;
    uint64_t slots = to->kind == LF_N_NAME ? state_slots(c->model, to->name) : 0, mask;
    if (!slots) {
        lf_check_fault(c, to, LF_E0522, "write `flip … to STATE`",
                       "`flip` needs the name of a state");
        return 0;
    }
    if (!lf_check_constant_filter(c, pieces, &mask))
        return slots;
    for (uint32_t i = 0; i < c->model->kind_count; i++) {
        const lf_model_kind *kind = &c->model->kinds[i];
        if (!(mask & kind_slots(kind)) || (slots & kind_slots(kind)))
            continue;
        lf_check_fault_at(c, to, LF_E0522, kind->entry.pos, "its states are declared here",
                          "`%s` has no state `%s`", kind->entry.id, to->name);
        return slots;
    }
    return slots;
}

static void check_replacement(checker *c, lf_node *n) {
    lf_node *to = n->kids[LF_K_T_TO];
    if (lf_check_as(c, to, WISH(LF_T_PIECES, "`with`")).base == LF_T_ERROR ||
        lf_check_is_single(c, to, 0, true))
        return;
    lf_check_fault(c, to, LF_E0522, NULL, "the pieces after `with` must be of a single kind");
}

/* ---- which pieces ---- */

/* In a supply and in most boxes every piece is in its kind's first state, so the kind alone says
 * all. */
static bool state_is_given(const checker *c, const lf_node *n) {
    const lf_node *from = n->kids[LF_K_T_FROM];
    if (from == NULL)
        return true;
    bool constant =
        from->kind == LF_N_NAME && from->symbol != NULL && from->symbol->kind == LF_SYM_ZONE;
    return constant && !c->model->zones[from->symbol->index].keeps_states;
}

static void check_which(checker *c, lf_node *n, uint64_t without) {
    const lf_node *pieces = n->kids[LF_K_T_PIECES], *count = n->kids[LF_K_T_COUNT];
    if (pieces == NULL || LF_PICK(n) != LF_W_PLAIN || n->word == LF_W_ALL)
        return;
    /* it may have been meant as a word of the filter */
    if (count != NULL && count->type.base == LF_T_ERROR)
        return;
    bool by_kind = state_is_given(c, n);
    if (lf_check_is_single(c, pieces, without, by_kind))
        return;
    lf_check_fault(c, pieces, LF_E0520,
                   "add `chosen` (the player decides), `declared` (in the order of declaration) or "
                   "`in order […]`",
                   "these can be pieces of several kinds%s: say which ones",
                   by_kind ? "" : " or states");
}

static void check_pick(checker *c, lf_node *n) {
    const lf_node *order = n->kids[LF_K_T_ORDER];
    for (uint32_t i = 0; order != NULL && i < order->kid_count; i++)
        lf_check_as(c, order->kids[i], WISH(LF_T_PIECES, "`in order […]`"));
    if (n->kids[LF_K_T_BY] != NULL)
        lf_check_as(c, n->kids[LF_K_T_BY], WISH(LF_T_SEAT, "`by`"));
    lf_node *prompt = n->kids[LF_K_T_PROMPT];
    const bool asks = LF_PICK(n) == LF_W_CHOSEN || n->word == LF_W_UP_TO;
    lf_check_text(c, prompt);
    if (prompt != NULL && !asks)
        lf_check_fault(c, prompt, LF_E0528, "delete it, or let a player choose: `chosen`, `up to`",
                       "nobody is asked here, so this prompt is never shown");
    if (!asks)
        return;
    c->body->flow->may_choose = true;
    lf_check_irrevocable(c, n, "ask for a decision");
    if (c->body->kind == BODY_SNIPPET || c->body->kind == BODY_SETUP)
        lf_check_fault(c, n, LF_E0515,
                       n->word == LF_W_UP_TO ? "say how many"
                                             : "write `declared` or `in order […]`",
                       "a decision is not possible here");
}

/* ---- how many ---- */

/* The first word of the filter, which the parser took for the count. */
static void put_before_filter(checker *c, lf_node *n, lf_node *word) {
    lf_arena *arena = c->model->arena;
    const lf_node *pieces = n->kids[LF_K_T_PIECES];
    lf_node *filter = lf_node_new(arena, LF_N_PIECES, word->pos, word->length),
            *words = lf_node_list(arena, word->pos);
    lf_node_list_add(arena, words, word);
    bool several = pieces != NULL && pieces->kind == LF_N_PIECES;
    for (uint32_t i = 0; several && i < pieces->kids[LF_K_LIST]->kid_count; i++)
        lf_node_list_add(arena, words, pieces->kids[LF_K_LIST]->kids[i]);
    if (!several)
        lf_node_list_add(arena, words, n->kids[LF_K_T_PIECES]);
    filter->kids[LF_K_LIST] = words;
    n->kids[LF_K_T_PIECES] = filter;
    n->kids[LF_K_T_COUNT] = lf_node_new(arena, LF_N_INT, word->pos, word->length);
    n->kids[LF_K_T_COUNT]->value = 1;
    n->kids[LF_K_T_COUNT]->type = check_type(LF_T_INT);
}

/* `move n troops` and `move Red troops` look alike to the parser; here the types tell them
 * apart. */
static void check_amount(checker *c, lf_node *n) {
    lf_node *count = n->kids[LF_K_T_COUNT];
    if (count == NULL)
        return;
    lf_type type = lf_check_expr(c, count, check_type(LF_T_INT));
    bool group = count->symbol != NULL && count->symbol->kind == LF_SYM_SEAT_GROUP;
    if (group || type.base == LF_T_PIECES || type.base == LF_T_SEAT)
        put_before_filter(c, n, count);
    else /* an open parameter may yet turn out to be either */
        lf_check_fit(c, count,
                     (check_wish){.type = lf_is_bound(type) ? type : check_type(LF_T_INT),
                                  .what = "the amount",
                                  .name = "",
                                  .loose = count->kind == LF_N_NAME});
}

void lf_check_transfer(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "move pieces");
    uint64_t without = 0;
    check_amount(c, n);
    lf_check_as(c, n->kids[LF_K_T_PIECES],
                (check_wish){.type = check_type(LF_T_PIECES),
                             .what = lf_check_printf(c, "`%s`", verbs[n->kind])});
    check_zone(c, n, n->kids[LF_K_T_FROM],
               n->kind == LF_N_FLIP || n->kind == LF_N_REPLACE ? "in" : "from");
    if (n->kind == LF_N_FLIP)
        without = check_new_state(c, n);
    else if (n->kind == LF_N_REPLACE)
        check_replacement(c, n);
    else
        check_zone(c, n, n->kids[LF_K_T_TO], n->kind == LF_N_PLACE ? "in" : "to");
    check_pick(c, n);
    check_supply(c, n);
    check_which(c, n, without);
}

/* ---- perform ---- */

static bool find_performed_part(checker *c, const lf_node *n, uint32_t *part) {
    lf_nearest nearest = lf_nearest_to(n->name);
    for (uint32_t i = 0; i < c->model->card_part_count; i++) {
        *part = i;
        if (c->model->card_parts[i] == n->name)
            return true;
        lf_nearest_offer(&nearest, c->model->card_parts[i]);
    }
    lf_check_fault(c, n, LF_E0517, lf_check_did_you_mean(c, &nearest), "cards have no part `%s`",
                   n->name);
    return false;
}

static void note_part(checker *c, const lf_node *n, const lf_symbol *card, uint32_t part) {
    lf_check_note_call(c, n, lf_check_part_target(c, (uint32_t)card->index, part));
    if (c->model->cards[card->index].parts[part].effects != NULL)
        return;
    lf_check_fault(c, n, LF_E0517, NULL, "the card `%s` has no part `%s`", card->name, n->name);
}

/* Which parts the node may be about; the circle that it must not close is found with the other
 * calls. */
static void note_parts(checker *c, const lf_node *n, const lf_node *card, uint32_t part) {
    if (card->kind == LF_N_NAME && card->symbol != NULL && card->symbol->kind == LF_SYM_CARD) {
        note_part(c, n, card->symbol, part);
        return;
    }
    if (c->body->kind == BODY_PART) {
        lf_check_fault(c, n, LF_E0535,
                       "cards that perform any card could perform each other forever",
                       "a card can perform another card only by name");
        return;
    }
    for (uint32_t i = 0; i < c->model->card_count; i++) {
        if (c->model->cards[i].parts[part].effects != NULL)
            lf_check_note_call(c, n, lf_check_part_target(c, i, part));
    }
}

void lf_check_part_question(checker *c, lf_node *n) {
    uint32_t part;
    if (find_performed_part(c, n, &part))
        note_parts(c, n, n->kids[LF_K_PROP_OF], part);
}

void lf_check_perform(checker *c, lf_node *n) {
    lf_check_require_pure(c, n, "perform a card");
    if (c->body->kind == BODY_SNIPPET)
        lf_check_fault(c, n, LF_E0515, NULL, "a card cannot be performed here");
    lf_node *card = n->kids[0];
    lf_check_as(c, card, WISH(LF_T_CARD, "`perform`"));
    uint32_t part;
    if (card == NULL || !find_performed_part(c, n, &part))
        return;
    note_parts(c, n, card, part);
}
