/* layout.c: where each region of a state's block begins. compile/ has given every variable its cell before; here the
 * counts become byte offsets. Each region starts at a multiple of eight, so any of them may hold 64-bit words. */
#include "state.h"

static uint32_t aligned(uint64_t offset) {
    return (uint32_t)((offset + 7) & ~UINT64_C(7));
}

/* Takes `count` elements from the end of the block so far. */
static uint32_t take(uint32_t *end, uint64_t count, size_t element) {
    const uint32_t start = *end;
    *end = aligned(start + count * element);
    return start;
}

void lf_layout_fill(lf_game *game) {
    lf_layout *layout = &game->layout;
    uint32_t end = aligned(sizeof(lf_head));
    layout->cells = take(&end, layout->cell_count, sizeof(int32_t));
    layout->sets = take(&end, layout->set_words, sizeof(uint64_t));
    layout->counts = take(&end, (uint64_t)game->zone_count * game->slot_count, sizeof(uint8_t));
    layout->card_stack = take(&end, game->card_count, sizeof(uint16_t));
    layout->card_below = take(&end, game->card_count, sizeof(uint16_t));
    layout->stack_top = take(&end, game->stack_count, sizeof(uint16_t));
    layout->stack_bottom = take(&end, game->stack_count, sizeof(uint16_t));
    layout->stack_size = take(&end, game->stack_count, sizeof(uint16_t));
    layout->zone_slots = take(&end, game->slot_count > 0 ? game->zone_count : 0, sizeof(uint64_t));
    layout->slot_zones = take(&end, (uint64_t)game->slot_count * game->zone_words, sizeof(uint64_t));
    layout->calls = take(&end, layout->call_depth, sizeof(lf_call));
    layout->frames = take(&end, layout->frame_words, sizeof(int64_t));
    layout->open = take(&end, lf_open_words(game), sizeof(uint64_t));
    layout->size = end;
}
