/* pieces.c: counts pieces of a filter and moves them. A filter is a set of slots, one bit each. */
#include "state.h"

/* A filter has no bits beyond the slots of the game; lf_filter_of removes them. */
static inline bool has_only_kinds(const lf_game *game, uint64_t mask) {
    return game->slot_count >= 64 || mask >> game->slot_count == 0;
}

int64_t lf_pieces_count_in(const lf_game *game, unsigned char *block, uint64_t mask,
                           const uint64_t *zones) {
    LF_FIX_GAME(game);
    assert(has_only_kinds(game, mask));
    const uint8_t *counts = lf_counts(game, block);
    int64_t n = 0;
    FOR_EACH_SLOT(slot, mask) {
        const uint64_t *present = lf_slot_zones(game, block) + slot * game->zone_words;
        for (uint32_t w = 0; w < game->zone_words; w++)
            for (uint64_t left = present[w] & zones[w]; left != 0; left &= left - 1)
                n += counts[(w * 64 + (uint32_t)__builtin_ctzll(left)) * game->slot_count + slot];
    }
    return n;
}

uint64_t lf_pieces_kinds_in(const lf_game *game, unsigned char *block, uint64_t mask,
                            const uint64_t *zones) {
    LF_FIX_GAME(game);
    assert(has_only_kinds(game, mask));
    uint64_t kinds = 0;
    FOR_EACH_SLOT(slot, mask) {
        const uint64_t *present = lf_slot_zones(game, block) + slot * game->zone_words;
        for (uint32_t w = 0; w < game->zone_words; w++)
            if ((present[w] & zones[w]) != 0)
                kinds |= UINT64_C(1) << slot;
    }
    return kinds;
}

void lf_pieces_zones(const lf_game *game, unsigned char *block, uint64_t mask, uint64_t *zones) {
    assert(has_only_kinds(game, mask));
    memset(zones, 0, game->zone_words * sizeof *zones);
    FOR_EACH_SLOT(slot, mask) {
        const uint64_t *present = lf_slot_zones(game, block) + slot * game->zone_words;
        for (uint32_t w = 0; w < game->zone_words; w++)
            zones[w] |= present[w];
    }
}

void lf_pieces_keep(const lf_game *game, unsigned char *block, uint64_t *set, uint64_t filter,
                    bool some) {
    LF_FIX_GAME(game);
    uint64_t zones[(LF_MAX_ZONES + 63) / 64];
    lf_pieces_zones(game, block, filter, zones);
    for (uint32_t w = 0; w < game->zone_words; w++)
        set[w] &= some ? zones[w] : ~zones[w];
}

/* The slots of the first state of each kind in the filter: a supply holds only those. */
static uint64_t supply_slots(const lf_game *game, uint64_t mask) {
    uint64_t kinds = 0;
    FOR_EACH_SLOT(slot, mask)
    kinds |= UINT64_C(1) << game->slots[slot].default_slot;
    return kinds;
}

int64_t lf_pieces_supply(const lf_game *game, unsigned char *block, uint64_t mask) {
    LF_FIX_GAME(game);
    assert(has_only_kinds(game, mask));
    int64_t n = 0;
    FOR_EACH_SLOT(slot, supply_slots(game, mask))
    if (game->slots[slot].supply >= 0)
        n += lf_counts(game, block)[(uint32_t)game->slots[slot].supply * game->slot_count + slot];
    return n;
}

uint64_t lf_pieces_supply_kinds(const lf_game *game, unsigned char *block, uint64_t mask) {
    LF_FIX_GAME(game);
    uint64_t kinds = 0;
    FOR_EACH_SLOT(slot, supply_slots(game, mask))
    if (lf_pieces_supply(game, block, UINT64_C(1) << slot) > 0)
        kinds |= UINT64_C(1) << slot;
    return kinds;
}

/* Each kind counts once, whichever of its states are in the filter. */
int64_t lf_pieces_pool(const lf_game *game, uint64_t mask) {
    LF_FIX_GAME(game);
    assert(has_only_kinds(game, mask));
    int64_t n = 0;
    uint64_t seen = 0;
    for (; mask != 0; mask &= mask - 1) {
        const lf_slot *slot = &game->slots[__builtin_ctzll(mask)];
        if (slot->pool > 0 && !(seen >> slot->default_slot & 1))
            n += slot->pool;
        seen |= UINT64_C(1) << slot->default_slot;
    }
    return n;
}

static void notify_move(lf_state *observer, lf_event_kind kind, uint32_t slot, int from, int to,
                        int64_t n) {
    if (observer == NULL || n == 0)
        return;
    /* covered pieces are reported one by one: a number would reveal how many are of one kind */
    const bool covered = observer->game->slots[slot].seen_as != 0;
    for (int64_t i = 0; i < (covered ? n : 1); i++)
        lf_notify(observer, (lf_event){.kind = kind,
                                       .seat = LF_NOBODY,
                                       .subject = (int)slot,
                                       .from = from,
                                       .to = to,
                                       .count = covered ? 1 : n});
}

/* Does a covered piece become visible to all when it changes to `arrival`? */
static bool is_revealed(const lf_game *game, uint32_t slot, uint32_t arrival) {
    return game->slots[slot].seen_as != 0 && game->slots[arrival].seen_as == 0;
}

/* Moves up to `want` pieces of one slot. They arrive in the slot `arrival`, or in the first state
 * of their kind if the zone keeps no states. */
static int64_t move_slot(const lf_game *game, unsigned char *block, lf_state *observer,
                         uint32_t slot, uint32_t arrival, int64_t want, int from, int to) {
    const uint32_t source = from == LF_SUPPLY ? (uint32_t)game->slots[slot].supply : (uint32_t)from;
    const uint32_t target = to == LF_SUPPLY ? (uint32_t)game->slots[slot].supply : (uint32_t)to;
    assert(source < game->zone_count && target < game->zone_count);
    const uint8_t *counts = lf_counts(game, block);
    int64_t n = counts[source * game->slot_count + slot];
    if (want >= 0 && want < n)
        n = want;
    if (!game->zone_keeps_states[target])
        arrival = game->slots[slot].default_slot;
    if (n == 0 || (source == target && arrival == slot))
        return n;
    const int64_t arrived = counts[target * game->slot_count + arrival] + n;
    if (arrived > LF_MAX_PIECES_PER_CELL)
        return -1;
    lf_count_set(game, block, source, slot,
                 (uint8_t)(counts[source * game->slot_count + slot] - n));
    lf_count_set(game, block, target, arrival, (uint8_t)arrived);
    const bool revealed = is_revealed(game, slot, arrival);
    lf_head_of(block)->barrier += revealed;
    notify_move(observer, LF_EVENT_MOVE, revealed ? arrival : slot, (int)source, (int)target, n);
    return n;
}

/* The slot that a piece from the supply gets: the only state of its kind in the filter, or else the
 * first state. */
static uint32_t placed_as(const lf_game *game, uint64_t mask, uint32_t default_slot) {
    uint64_t states = 0;
    FOR_EACH_SLOT(slot, mask)
    if (game->slots[slot].default_slot == default_slot)
        states |= UINT64_C(1) << slot;
    return lf_popcount(states) == 1 ? (uint32_t)__builtin_ctzll(states) : default_slot;
}

/* Is the filter not empty, and does none of its kinds have a supply? */
static bool lacks_supply(const lf_game *game, uint64_t mask) {
    FOR_EACH_SLOT(slot, mask)
    if (game->slots[slot].supply >= 0)
        return false;
    return mask != 0;
}

int64_t lf_pieces_move(const lf_game *game, unsigned char *block, lf_state *observer, uint64_t mask,
                       int64_t want, int from, int to) {
    LF_FIX_GAME(game);
    const uint64_t slots = from == LF_SUPPLY ? supply_slots(game, mask) : mask;
    int64_t moved = 0;
    assert(from != LF_SUPPLY || to != LF_SUPPLY);
    assert((from == LF_SUPPLY || (uint32_t)from < game->zone_count) &&
           (to == LF_SUPPLY || (uint32_t)to < game->zone_count));
    assert(has_only_kinds(game, mask));
    if (from == LF_SUPPLY && want != 0 && lacks_supply(game, mask))
        return LF_NO_SUPPLY;
    /* slot by slot, until there are enough */
    FOR_EACH_SLOT(slot, slots) {
        if (want >= 0 && moved == want)
            return moved;
        if (from == LF_SUPPLY && game->slots[slot].supply < 0)
            continue;
        if (to == LF_SUPPLY && game->slots[slot].supply < 0) {
            if (lf_counts(game, block)[(uint32_t)from * game->slot_count + slot] > 0)
                return LF_NO_SUPPLY;
            continue;
        }
        const uint32_t arrival = from == LF_SUPPLY ? placed_as(game, mask, slot) : slot;
        const int64_t n =
            move_slot(game, block, observer, slot, arrival, want < 0 ? -1 : want - moved, from, to);
        if (n < 0)
            return -1;
        moved += n;
    }
    return moved;
}

int64_t lf_pieces_flip(const lf_game *game, unsigned char *block, lf_state *observer, uint64_t mask,
                       int64_t want, int zone, const uint8_t *flip_map) {
    LF_FIX_GAME(game);
    int64_t flipped = 0;
    assert((uint32_t)zone < game->zone_count && has_only_kinds(game, mask));
    FOR_EACH_SLOT(slot, mask) {
        const uint32_t target = flip_map[slot];
        assert(target < game->slot_count);
        if (target == slot)
            continue;
        const uint8_t *counts = lf_counts(game, block) + (uint32_t)zone * game->slot_count;
        int64_t n = counts[slot];
        if (want >= 0 && want - flipped < n)
            n = want - flipped;
        if (n == 0)
            continue;
        if (counts[target] + n > LF_MAX_PIECES_PER_CELL)
            return -1;
        const uint8_t arrived = (uint8_t)(counts[target] + n);
        lf_count_set(game, block, (uint32_t)zone, slot, (uint8_t)(counts[slot] - n));
        lf_count_set(game, block, (uint32_t)zone, target, arrived);
        lf_head_of(block)->barrier += is_revealed(game, slot, target);
        notify_move(observer, LF_EVENT_FLIP, target, zone, zone, n);
        flipped += n;
    }
    return flipped;
}
