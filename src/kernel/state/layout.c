/* layout.c: computes where the regions of a state's block and the variables in them begin.
 *
 * compile/ has numbered the cells; here they get widths and byte offsets. Cells of four bytes come
 * first, then those of two, then those of one, so that all are aligned without gaps. Each region
 * starts at a multiple of eight, so that it may hold 64-bit numbers. Calls and frames come last:
 * most of them are dead at any time, and a copy leaves out what is dead (lf_block_copy). */
#include "state.h"

#define ALIASING 4096u /* blocks at multiples of this distance compete for cache lines */
#define CACHE_LINE 64u
#define HASH_KEYS_BEGIN 88u    /* fixed, whatever the size of the head: hashes must not change */
#define NARROW_CARDS_MOST 254u /* a card number plus one must fit a byte */

static uint32_t aligned(uint64_t offset) {
    return (uint32_t)((offset + 7) & ~UINT64_C(7));
}

/* Appends a region of `count` elements to the block and returns its offset. */
static uint32_t append_region(uint32_t *end, uint64_t count, size_t element) {
    const uint32_t start = *end;
    *end = aligned(start + count * element);
    return start;
}

/* ---- cells ---- */

static uint8_t width_of(const lf_var *var) {
    if (var->min >= INT8_MIN && var->max <= INT8_MAX)
        return sizeof(int8_t);
    return var->min >= INT16_MIN && var->max <= INT16_MAX ? sizeof(int16_t) : sizeof(int32_t);
}

static uint64_t bytes_of(const lf_game *game, const lf_var *vars, uint32_t count, uint8_t width) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!vars[i].is_set && width_of(&vars[i]) == width)
            sum += (uint64_t)lf_var_owners(game, &vars[i]) * width;
    return sum;
}

static uint64_t cells_of(const lf_game *game, uint8_t width) {
    return bytes_of(game, game->options, game->option_count, width) +
           bytes_of(game, game->vars, game->var_count, width);
}

/* Where the next cells of each width begin, and where all end. */
typedef struct {
    uint64_t next[sizeof(int32_t) + 1], end;
} lf_cell_plan;

static lf_cell_plan plan_cells(const lf_game *game) {
    lf_cell_plan plan = {0};
    plan.next[4] = aligned(sizeof(lf_head));
    plan.next[2] = plan.next[4] + cells_of(game, 4);
    plan.next[1] = plan.next[2] + cells_of(game, 2);
    plan.end = plan.next[1] + cells_of(game, 1);
    return plan;
}

static uint64_t take_cells(lf_cell_plan *plan, const lf_game *game, const lf_var *var) {
    const uint8_t width = width_of(var);
    const uint64_t place = plan->next[width];
    plan->next[width] += (uint64_t)lf_var_owners(game, var) * width;
    return place;
}

static void fill_places(lf_cell_plan *plan, const lf_game *game, lf_var *vars, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!vars[i].is_set) {
            vars[i].width = width_of(&vars[i]);
            vars[i].place = (uint32_t)take_cells(plan, game, &vars[i]);
        }
}

void lf_cells_fill(lf_game *game) {
    lf_cell_plan plan = plan_cells(game);
    fill_places(&plan, game, game->options, game->option_count);
    fill_places(&plan, game, game->vars, game->var_count);
}

static bool places_fit(lf_cell_plan *plan, const lf_game *game, const lf_var *vars,
                       uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!vars[i].is_set && (vars[i].width != width_of(&vars[i]) ||
                                vars[i].place != take_cells(plan, game, &vars[i])))
            return false;
    return true;
}

bool lf_cells_fit(const lf_game *game) {
    lf_cell_plan plan = plan_cells(game);
    return places_fit(&plan, game, game->options, game->option_count) &&
           places_fit(&plan, game, game->vars, game->var_count);
}

/* ---- all ---- */

uint32_t lf_block_size(uint64_t end) {
    return (uint32_t)(end % ALIASING == 0 ? end + CACHE_LINE : end);
}

/* The keys are the offsets of a former layout, in which all cells had four bytes and all card
 * fields two. */
static lf_hash_keys keys_of(const lf_game *game) {
    uint32_t end = HASH_KEYS_BEGIN;
    lf_hash_keys keys = {0};
    keys.cells = append_region(&end, game->layout.cell_count, sizeof(int32_t));
    keys.sets = append_region(&end, game->layout.set_words, sizeof(uint64_t));
    keys.counts =
        append_region(&end, (uint64_t)game->zone_count * game->slot_count, sizeof(uint8_t));
    keys.card_stack = append_region(&end, game->card_count, sizeof(uint16_t));
    keys.card_below = append_region(&end, game->card_count, sizeof(uint16_t));
    keys.stack_top = append_region(&end, game->stack_count, sizeof(uint16_t));
    keys.stack_bottom = append_region(&end, game->stack_count, sizeof(uint16_t));
    keys.stack_size = append_region(&end, game->stack_count, sizeof(uint16_t));
    return keys;
}

/* The number of rows of knowledge: none if no stack is hidden, one if all seats know the same,
 * otherwise one for the public and one for each seat. */
static uint32_t viewers_of(const lf_game *game) {
    bool hidden = false, owned = false;
    for (uint32_t stack = 0; stack < game->stack_count; stack++) {
        hidden = hidden || game->stacks[stack].visibility != LF_VISIBLE_ALL;
        owned = owned || game->stacks[stack].visibility == LF_VISIBLE_OWNER;
    }
    return !hidden || game->card_count == 0 ? 0 : owned ? game->seat_count + 1 : 1;
}

void lf_layout_fill(lf_game *game) {
    lf_layout *layout = &game->layout;
    const lf_cell_plan plan = plan_cells(game);
    const bool narrow =
        game->card_count <= NARROW_CARDS_MOST && game->stack_count <= NARROW_CARDS_MOST;
    /* cells, sets and pieces */
    layout->cells = (uint32_t)plan.next[4];
    layout->cells16 = (uint32_t)plan.next[2];
    layout->cells8 = (uint32_t)plan.next[1];
    layout->cells_end = (uint32_t)plan.end;
    uint32_t end = aligned(plan.end);
    layout->sets = append_region(&end, layout->set_words, sizeof(uint64_t));
    layout->counts =
        append_region(&end, (uint64_t)game->zone_count * game->slot_count, sizeof(uint8_t));
    /* cards and stacks */
    layout->card_width = narrow ? sizeof(uint8_t) : sizeof(uint16_t);
    layout->card_stack = append_region(&end, game->card_count, layout->card_width);
    layout->card_below = append_region(&end, game->card_count, layout->card_width);
    layout->card_above = append_region(&end, game->card_count, layout->card_width);
    layout->stack_top = append_region(&end, game->stack_count, layout->card_width);
    layout->stack_bottom = append_region(&end, game->stack_count, layout->card_width);
    layout->stack_size = append_region(&end, game->stack_count, layout->card_width);
    /* presence, open cards, knowledge and history */
    layout->zone_slots =
        append_region(&end, game->slot_count > 0 ? game->zone_count : 0, sizeof(uint64_t));
    layout->slot_zones =
        append_region(&end, (uint64_t)game->slot_count * game->zone_words, sizeof(uint64_t));
    layout->open = append_region(&end, lf_open_words(game), sizeof(uint64_t));
    layout->viewers = viewers_of(game);
    layout->knowledge = append_region(&end, (uint64_t)layout->viewers * lf_knowledge_row_size(game),
                                      layout->card_width);
    layout->history = append_region(&end, lf_history_size(game), sizeof(uint64_t));
    /* calls and frames, which lf_block_copy copies only as far as they are live */
    layout->calls = append_region(&end, layout->call_depth, sizeof(lf_call));
    layout->frames = append_region(&end, layout->frame_size, sizeof(int64_t));
    layout->size = lf_block_size(end);
    layout->keys = keys_of(game);
}
