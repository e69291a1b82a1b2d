/* history.c: repeated positions, in the region `history` of a block.
 *
 * A game may declare what makes two positions equal (section `repetition`), and its rules remember
 * positions. A remembered position is a key of 64 bits, computed from the declared parts like the
 * running hash. Each repetition has the number of its keys, and then the keys, oldest first; when
 * it is full, the oldest key is dropped. Everything behind the keys is zero, so that equal
 * histories are equal bytes.
 *
 * Two different positions may have the same key. Among n remembered positions, a new one is
 * mistaken for an old one with probability n / 2^64. With the greatest possible memory, 4,096, that
 * is one question in 4 · 10^15: at a million questions a second, once in a hundred years. */
#include "state.h"

/* Parts of a key that are not data of a region have hash keys beyond all regions. */
#define PLACE_OF_ACTIVE UINT32_C(0xC0000000)
#define PLACE_OF_PHASE UINT32_C(0xC0000001)
#define PLACE_OF_STACKS UINT32_C(0xD0000000)

static uint64_t key_of_variable(const lf_game *game, const unsigned char *block,
                                const lf_var *var) {
    uint64_t key = 0;
    for (uint32_t owner = 0; owner < lf_var_owners(game, var); owner++)
        key ^= lf_cell_hash(lf_var_key(game, var, owner), (uint32_t)lf_var_read(block, var, owner));
    return key;
}

/* All seats know how often a position has occurred. So a covered piece counts as what all seats see
 * of it. */
static uint64_t key_of_seen_pieces(const lf_game *game, unsigned char *block,
                                   const lf_repeated_part *part) {
    uint64_t key = 0;
    for (uint32_t zone = part->first; zone < part->first + part->count; zone++)
        for (uint32_t slot = 0; slot < game->slot_count; slot++)
            key ^= lf_cell_hash(game->layout.keys.counts + zone * game->slot_count + slot,
                                (uint64_t)lf_pieces_as_seen(game, block, zone, slot, LF_NOBODY));
    return key;
}

static uint64_t key_of_pieces(const lf_game *game, unsigned char *block,
                              const lf_repeated_part *part) {
    uint64_t key = 0;
    if (lf_hides_pieces(game, LF_NOBODY))
        return key_of_seen_pieces(game, block, part);
    for (uint32_t zone = part->first; zone < part->first + part->count && game->slot_count > 0;
         zone++) {
        const uint8_t *counts = lf_counts(game, block) + zone * game->slot_count;
        FOR_EACH_SLOT(slot, lf_zone_slots(game, block)[zone])
        key ^=
            lf_cell_hash(game->layout.keys.counts + zone * game->slot_count + slot, counts[slot]);
    }
    return key;
}

static uint64_t key_of_stack(const lf_game *game, unsigned char *block, uint32_t stack) {
    const uint32_t size = lf_cards_count(game, block, stack);
    uint64_t key = lf_cell_hash(PLACE_OF_STACKS + stack, size);
    for (uint32_t depth = 0; depth < size; depth++) {
        const int card = lf_cards_top(game, block, stack, depth);
        key = lf_mix64(key + (uint64_t)(card + 1) * LF_GOLDEN);
    }
    return key;
}

static uint64_t key_of_part(const lf_game *game, unsigned char *block,
                            const lf_repeated_part *part) {
    const lf_head *head = lf_head_of(block);
    uint64_t key = 0;
    switch ((lf_repeated_kind)part->kind) {
    case LF_REPEATED_VARIABLE:
        return key_of_variable(game, block, &game->vars[part->first]);
    case LF_REPEATED_SETS:
        for (uint32_t i = part->first; i < part->first + part->count; i++)
            key ^= lf_cell_hash(game->layout.keys.sets + i * 8, lf_sets(game, block)[i]);
        return key;
    case LF_REPEATED_PIECES:
        return key_of_pieces(game, block, part);
    case LF_REPEATED_STACK:
        return key_of_stack(game, block, part->first);
    case LF_REPEATED_ACTIVE:
        return lf_cell_hash(PLACE_OF_ACTIVE, (uint64_t)head->active + 1);
    default:
        assert(part->kind == LF_REPEATED_PHASE);
        return lf_cell_hash(PLACE_OF_PHASE, (uint64_t)head->phase + 2);
    }
}

/* The key of the present position. It is never zero, which means "no key". */
static uint64_t position_key(const lf_game *game, unsigned char *block,
                             const lf_repetition *repetition) {
    uint64_t key = 0;
    for (uint32_t i = 0; i < repetition->part_count; i++)
        key ^= key_of_part(game, block, &repetition->parts[i]);
    return key != 0 ? key : 1;
}

/* The hash key of an entry of the region. It is beyond every block, like that of open cards. */
static uint32_t entry_place(uint32_t word) {
    return UINT32_C(0xA0000000) + word;
}

static void set_entry(const lf_game *game, unsigned char *block, uint32_t word, uint64_t value) {
    assert(word < lf_history_size(game));
    uint64_t *at = lf_past(game, block) + word;
    lf_running_change(block, entry_place(word), *at, value);
    *at = value;
}

uint64_t lf_history_hash(const lf_game *game, unsigned char *block) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < lf_history_size(game); i++)
        hash ^= lf_cell_hash(entry_place(i), lf_past(game, block)[i]);
    return hash;
}

/* ---- what rules do ---- */

void lf_history_add(const lf_game *game, unsigned char *block, uint32_t which, uint64_t key) {
    assert(which < game->repetition_count && key != 0);
    const lf_repetition *repetition = &game->repetitions[which];
    const uint64_t *keys = lf_past(game, block) + repetition->first + 1;
    uint32_t count = lf_remembered(game, block, which);
    if (count == repetition->memory) {
        for (uint32_t i = 1; i < count; i++)
            set_entry(game, block, repetition->first + i, keys[i]);
        count--;
    }
    set_entry(game, block, repetition->first + 1 + count, key);
    set_entry(game, block, repetition->first, count + 1);
}

void lf_remember(const lf_game *game, unsigned char *block, uint32_t which) {
    lf_history_add(game, block, which, position_key(game, block, &game->repetitions[which]));
}

void lf_forget(const lf_game *game, unsigned char *block, uint32_t which) {
    assert(which < game->repetition_count);
    const uint32_t first = game->repetitions[which].first;
    for (uint32_t i = lf_remembered(game, block, which) + 1; i-- > 0;)
        set_entry(game, block, first + i, 0);
}

int64_t lf_times(const lf_game *game, unsigned char *block, uint32_t which) {
    assert(which < game->repetition_count);
    const lf_repetition *repetition = &game->repetitions[which];
    const uint64_t *keys = lf_past(game, block) + repetition->first + 1;
    const uint64_t key = position_key(game, block, repetition);
    const uint32_t count = lf_remembered(game, block, which);
    int64_t times = 0;
    for (uint32_t i = 0; i < count; i++)
        times += keys[i] == key;
    return times;
}

/* Computing a key costs about one instruction for each datum; comparing it with a remembered key
 * costs a quarter. */
int64_t lf_history_work(const lf_game *game, unsigned char *block, uint32_t which) {
    const lf_repetition *repetition = &game->repetitions[which];
    int64_t work = 1 + lf_remembered(game, block, which) / 4;
    for (uint32_t i = 0; i < repetition->part_count; i++) {
        const lf_repeated_part *part = &repetition->parts[i];
        work += part->kind == LF_REPEATED_STACK      ? lf_cards_count(game, block, part->first)
                : part->kind == LF_REPEATED_VARIABLE ? lf_var_owners(game, &game->vars[part->first])
                                                     : part->count;
    }
    return work;
}

/* ---- copies ---- */

/* Copies only the keys, because everything behind them is zero in both blocks. */
void lf_history_copy(const lf_game *game, unsigned char *to, unsigned char *from) {
    for (uint32_t i = 0; i < game->repetition_count; i++) {
        const uint32_t first = game->repetitions[i].first, old = lf_remembered(game, to, i),
                       now = lf_remembered(game, from, i);
        uint64_t *keys = lf_past(game, to) + first;
        memcpy(keys, lf_past(game, from) + first, (now + 1) * sizeof *keys);
        if (now < old)
            memset(keys + 1 + now, 0, (old - now) * sizeof *keys);
    }
}
