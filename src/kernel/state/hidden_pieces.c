/* hidden_pieces.c: covered pieces, whose kind only their own seat knows: how other seats see them,
 * and how a sample places them.
 *
 * Other seats see a covered piece as a piece of the slot `seen_as`. They must consider every
 * arrangement of the seat's covered pieces over their places possible, as far as the `possible` of
 * each kind allows it. Before a sample is drawn, the pieces are put into an order that reveals
 * nothing, so that `possible` cannot depend on the true order. */
#include "state.h"

static bool is_covered(const lf_slot *slot, lf_seat viewer) {
    return slot->seen_as != 0 && slot->seat != viewer;
}

bool lf_hides_pieces(const lf_game *game, lf_seat viewer) {
    for (uint32_t i = 0; i < game->slot_count; i++)
        if (is_covered(&game->slots[i], viewer))
            return true;
    return false;
}

int lf_pieces_as_seen(const lf_game *game, unsigned char *block, uint32_t zone, uint32_t slot,
                      lf_seat viewer) {
    const uint8_t *counts = lf_counts(game, block) + zone * game->slot_count;
    int n = is_covered(&game->slots[slot], viewer) ? 0 : counts[slot];
    for (uint32_t i = 0; i < game->slot_count; i++)
        if (is_covered(&game->slots[i], viewer) && game->slots[i].seen_as == slot + 1)
            n += counts[i];
    return n;
}

/* ---- the covered pieces of a seat ---- */

typedef struct {
    const lf_game *game;
    uint32_t count;
    uint16_t place[LF_MAX_COVERED]; /* zones, ascending; one entry for each piece */
    uint8_t kind[LF_MAX_COVERED];   /* slots, ascending */
    uint64_t allowed[LF_MAX_PIECE_SLOTS][(LF_MAX_ZONES + 63) / 64]; /* by slot */
} lf_covered;

static bool belongs(const lf_slot *slot, lf_seat seat) {
    return slot->seen_as != 0 && slot->seat == seat;
}

/* Takes the covered pieces of a seat off the board. */
static void take_up(lf_state *state, lf_seat seat, lf_covered *c) {
    const lf_game *game = state->game;
    uint32_t kinds = 0;
    *c = (lf_covered){.game = game};
    for (uint32_t zone = 0; zone < game->zone_count; zone++)
        for (uint32_t slot = 0; slot < game->slot_count; slot++)
            for (uint32_t i = 0;
                 belongs(&game->slots[slot], seat) &&
                 i < lf_counts(game, state->block)[zone * game->slot_count + slot] &&
                 c->count < LF_MAX_COVERED;
                 i++)
                c->place[c->count++] = (uint16_t)zone;
    for (uint32_t slot = 0; slot < game->slot_count; slot++)
        for (uint32_t zone = 0; belongs(&game->slots[slot], seat) && zone < game->zone_count;
             zone++) {
            const uint32_t n = lf_counts(game, state->block)[zone * game->slot_count + slot];
            for (uint32_t i = 0; i < n && kinds < LF_MAX_COVERED; i++)
                c->kind[kinds++] = (uint8_t)slot;
            lf_count_set(game, state->block, zone, slot, 0);
        }
}

static void lay_down(lf_state *state, const lf_covered *c) {
    const lf_game *game = state->game;
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t at = c->place[i] * game->slot_count + c->kind[i];
        const uint8_t n = lf_counts(game, state->block)[at];
        if (n < LF_MAX_PIECES_PER_CELL)
            lf_count_set(game, state->block, c->place[i], c->kind[i], (uint8_t)(n + 1));
    }
}

void lf_forget_pieces(lf_state *state, lf_seat viewer) {
    if (!lf_hides_pieces(state->game, viewer))
        return;
    for (lf_seat seat = 0; seat < (lf_seat)state->game->seat_count; seat++) {
        lf_covered covered;
        if (seat == viewer)
            continue;
        take_up(state, seat, &covered);
        lay_down(state, &covered);
    }
}

/* ---- how they might lie ---- */

#define SHUFFLES 200 /* random orders to try before one is constructed by matching */

static bool may_lie(const lf_covered *c, uint32_t piece, uint32_t place) {
    const uint32_t zone = c->place[place];
    return zone >= c->game->space_count ||
           (c->allowed[c->kind[piece]][zone / 64] >> (zone % 64) & 1) != 0;
}

/* Finds out for each kind which of the spaces are possible; in a box every kind is possible. */
static void ask_kinds(const lf_state *state, lf_covered *c) {
    const lf_game *game = state->game;
    for (uint32_t i = 0; i < c->count; i++) {
        const lf_slot *slot = &game->slots[c->kind[i]];
        if (i > 0 && c->kind[i] == c->kind[i - 1])
            continue;
        for (uint32_t p = 0; p < c->count; p++) {
            const int64_t space = c->place[p];
            int64_t holds = 1;
            if (space < (int64_t)game->space_count && slot->possible >= 0 &&
                !lf_call_pure(state, game, (uint32_t)slot->possible, &space, 1, &holds, 1, NULL))
                holds = 0;
            if (holds != 0)
                c->allowed[c->kind[i]][space / 64] |= UINT64_C(1) << (space % 64);
        }
    }
}

static void shuffle_kinds(uint8_t *kinds, uint32_t count, uint64_t *generator) {
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t j = lf_rng_below(generator, i);
        const uint8_t swap = kinds[i - 1];
        kinds[i - 1] = kinds[j];
        kinds[j] = swap;
    }
}

static bool all_may_lie(const lf_covered *c) {
    for (uint32_t i = 0; i < c->count; i++)
        if (!may_lie(c, i, i))
            return false;
    return true;
}

/* A matching of pieces and places, built piece by piece along augmenting paths. */
typedef struct {
    const lf_covered *covered;
    int16_t piece_at[LF_MAX_COVERED]; /* by place; -1: none yet */
    bool tried[LF_MAX_COVERED];
} lf_matching;

static bool find_place_for(lf_matching *m, uint32_t piece) {
    for (uint32_t place = 0; place < m->covered->count; place++) {
        if (m->tried[place] || !may_lie(m->covered, piece, place))
            continue;
        m->tried[place] = true;
        if (m->piece_at[place] < 0 || find_place_for(m, (uint32_t)m->piece_at[place])) {
            m->piece_at[place] = (int16_t)piece;
            return true;
        }
    }
    return false;
}

/* Pieces for which no place is possible go wherever there is room. */
static void match_pieces(lf_covered *c) {
    lf_matching m = {.covered = c};
    bool placed[LF_MAX_COVERED] = {false};
    uint8_t kinds[LF_MAX_COVERED];
    memset(m.piece_at, -1, sizeof m.piece_at);
    for (uint32_t i = 0; i < c->count; i++) {
        memset(m.tried, 0, sizeof m.tried);
        placed[i] = find_place_for(&m, i);
    }
    uint32_t left = 0;
    for (uint32_t place = 0; place < c->count; place++) {
        while (m.piece_at[place] < 0 && placed[left])
            left++;
        kinds[place] = c->kind[m.piece_at[place] >= 0 ? (uint32_t)m.piece_at[place] : left++];
    }
    memcpy(c->kind, kinds, c->count);
}

void lf_redraw_pieces(lf_state *state, lf_seat viewer, uint64_t *generator) {
    if (!lf_hides_pieces(state->game, viewer))
        return;
    for (lf_seat seat = 0; seat < (lf_seat)state->game->seat_count; seat++) {
        lf_covered covered;
        if (seat == viewer)
            continue;
        take_up(state, seat, &covered);
        lay_down(state, &covered); /* the routines of `possible` read the position */
        ask_kinds(state, &covered);
        bool good = false;
        for (int i = 0; i < SHUFFLES && !good; i++) {
            shuffle_kinds(covered.kind, covered.count, generator);
            good = all_may_lie(&covered);
        }
        if (!good)
            match_pieces(&covered);
        lf_covered before;
        take_up(state, seat, &before);
        lay_down(state, &covered);
    }
}
