/* rays.c: tables about the board that are derived when a game is compiled or loaded, so that
 * reach.c can answer with a few operations on a word. */
#include "state.h"

bool lf_map_is_mutual(const lf_game *game) {
    if (game->zone_words != 1)
        return false;
    for (uint32_t space = 0; space < game->space_count; space++)
        for (uint64_t left = game->adjacency[space]; left != 0; left &= left - 1) {
            const uint32_t other = (uint32_t)__builtin_ctzll(left);
            if (other >= game->space_count || !(game->adjacency[other] >> space & 1))
                return false;
        }
    return true;
}

/* Collects the spaces in a direction from a space on. False if their numbers neither all rise nor
 * all fall. */
static bool ray_of(const lf_game *game, uint32_t space, uint32_t direction, uint64_t *ray) {
    int16_t at = (int16_t)space, next = game->steps[space * game->direction_count + direction];
    const bool rises = next > at;
    for (*ray = 0; next >= 0;
         next = game->steps[(uint32_t)at * game->direction_count + direction]) {
        if (next == at || (next > at) != rises)
            return false;
        *ray |= UINT64_C(1) << next;
        at = next;
    }
    return true;
}

/* The difference of space numbers that every step in a direction makes, if it is always the
 * same. */
static lf_shift shift_of(const lf_game *game, uint32_t direction) {
    lf_shift shift = {0};
    for (uint32_t space = 0; space < game->space_count; space++) {
        const int16_t next = game->steps[space * game->direction_count + direction];
        const int by = next - (int)space;
        if (next < 0)
            continue;
        if (by == 0 || (shift.from != 0 && by != shift.by))
            return (lf_shift){0};
        shift.by = (int8_t)by;
        shift.from |= UINT64_C(1) << space;
    }
    return shift;
}

void lf_rays_fill(lf_game *game) {
    game->mutual = lf_map_is_mutual(game);
    if (game->zone_words != 1 || game->direction_count == 0)
        return;
    game->shifts = LF_NEW_ARRAY(game->arena, lf_shift, game->direction_count);
    for (uint32_t direction = 0; direction < game->direction_count; direction++)
        game->shifts[direction] = shift_of(game, direction);
    uint64_t *rays = LF_NEW_ARRAY(game->arena, uint64_t, game->space_count * game->direction_count);
    for (uint32_t space = 0; space < game->space_count; space++)
        for (uint32_t direction = 0; direction < game->direction_count; direction++)
            if (!ray_of(game, space, direction, &rays[space * game->direction_count + direction]))
                return;
    game->rays = rays;
}
