/* reach.c: the instructions that ask about the map: neighbours, reachable spaces, rows,
 * patterns. */
#include "state.h"

void lf_map_adjacent(const lf_game *game, const uint64_t *from, uint64_t *out) {
    LF_FIX_GAME(game);
    const uint32_t n = game->zone_words;
    uint64_t found[(LF_MAX_ZONES + 63) / 64] = {0};
    assert(n <= LF_COUNT(found));
    for (uint32_t w = 0; w < n; w++)
        for (uint64_t left = from[w]; left != 0; left &= left - 1) {
            const uint32_t space = w * 64 + (uint32_t)__builtin_ctzll(left);
            if (space >= game->space_count)
                continue;
            for (uint32_t v = 0; v < n; v++)
                found[v] |= game->adjacency[space * n + v];
        }
    memcpy(out, found, n * sizeof *out);
}

/* Without a bound on the steps the order does not matter: each space of `through` is expanded
 * once. */
static void reach_all(const lf_game *game, const uint64_t *from, const uint64_t *through,
                      uint64_t *out) {
    const uint32_t n = game->zone_words;
    uint64_t entered[(LF_MAX_ZONES + 63) / 64] = {0}, waiting[(LF_MAX_ZONES + 63) / 64];
    assert(n <= LF_COUNT(entered));
    memcpy(waiting, from, n * sizeof *from);
    for (uint32_t w = 0; w < n;) {
        if (waiting[w] == 0) {
            w++;
            continue;
        }
        const uint32_t space = w * 64 + (uint32_t)__builtin_ctzll(waiting[w]);
        waiting[w] &= waiting[w] - 1;
        if (space >= game->space_count)
            continue;
        for (uint32_t v = 0; v < n; v++) {
            const uint64_t fresh = game->adjacency[space * n + v] & ~entered[v];
            entered[v] |= fresh;
            waiting[v] |= fresh & through[v];
            if ((fresh & through[v]) != 0 && v < w)
                w = v;
        }
    }
    memcpy(out, entered, n * sizeof *out);
}

/* reach_all where a set is one word, as on most boards. */
static uint64_t reach_all_in_a_word(const lf_game *game, uint64_t from, uint64_t through) {
    uint64_t entered = 0;
    while (from != 0) {
        const uint32_t space = (uint32_t)__builtin_ctzll(from);
        from &= from - 1;
        const uint64_t fresh = space < game->space_count ? game->adjacency[space] & ~entered : 0;
        entered |= fresh;
        from |= fresh & through;
    }
    return entered;
}

/* Breadth-first search: each round enters the neighbours of the spaces that it may pass through. */
void lf_map_reach(const lf_game *game, const uint64_t *from, const uint64_t *through, int64_t steps,
                  uint64_t *out) {
    LF_FIX_GAME(game);
    const uint32_t n = game->zone_words;
    if (steps < 0 && n == 1) {
        *out = reach_all_in_a_word(game, *from, *through);
        return;
    }
    if (steps < 0) {
        reach_all(game, from, through, out);
        return;
    }
    uint64_t entered[(LF_MAX_ZONES + 63) / 64] = {0}, frontier[(LF_MAX_ZONES + 63) / 64],
                                           next[(LF_MAX_ZONES + 63) / 64];
    memcpy(frontier, from, n * sizeof *from);
    for (int64_t round = 0; round < steps; round++) {
        lf_map_adjacent(game, frontier, next);
        uint64_t fresh = 0;
        for (uint32_t w = 0; w < n; w++) {
            next[w] &= ~entered[w];
            entered[w] |= next[w];
            frontier[w] = next[w] & through[w];
            fresh |= frontier[w];
        }
        if (fresh == 0)
            break;
    }
    memcpy(out, entered, n * sizeof *out);
}

/* ---- many questions through one set ---- */

/* The connected part of `through` that contains this space; *around gets all its neighbours. */
static uint64_t connected_part(const lf_game *game, uint64_t space, uint64_t through,
                               uint64_t *around) {
    *around = reach_all_in_a_word(game, space, through);
    return (*around | space) & through;
}

uint64_t lf_map_reach_known(const lf_game *game, lf_components *known, uint64_t from,
                            uint64_t through) {
    LF_FIX_GAME(game);
    /* one step from the start */
    uint64_t entered = 0;
    assert(game->zone_words == 1);
    for (from &= game->space_count < 64 ? (UINT64_C(1) << game->space_count) - 1 : UINT64_MAX;
         from != 0; from &= from - 1)
        entered |= game->adjacency[__builtin_ctzll(from)];
    /* every part of `through` that this enters is reachable as a whole; first the known parts */
    if (known->through != through) {
        known->through = through;
        known->count = 0;
    }
    uint64_t todo = entered & through;
    for (uint32_t i = 0; i < known->count; i++)
        if ((known->parts[i] & todo) != 0) {
            entered |= known->around[i];
            todo &= ~known->parts[i];
        }
    /* then parts that nobody has asked for yet */
    while (todo != 0) {
        uint64_t around;
        const uint64_t part = connected_part(game, todo & (0 - todo), through, &around);
        if (known->count < LF_COMPONENTS) {
            known->parts[known->count] = part;
            known->around[known->count++] = around;
        }
        entered |= around;
        todo &= ~part;
    }
    return entered;
}

/* ---- rows ---- */

/* Do the numbers along a ray rise? If all steps in the direction make the same difference, the
 * direction alone decides it. */
static inline bool rises(const lf_game *game, uint64_t ray, uint32_t space, uint32_t direction) {
    const int by = game->shifts[direction].by;
    return by != 0 ? by > 0 : ray >> space != 0;
}

/* The greatest number in a set that is not empty. */
static inline uint32_t last_of(uint64_t spaces) {
    return 63 - (uint32_t)__builtin_clzll(spaces);
}

void lf_map_run(const lf_game *game, uint32_t space, uint32_t direction, const uint64_t *members,
                uint64_t *out) {
    LF_FIX_GAME(game);
    if (game->rays != NULL) { /* the part of the ray before the first space that is not a member */
        const uint64_t ray = game->rays[space * game->direction_count + direction],
                       others = ray & ~*members;
        const uint64_t before = rises(game, ray, space, direction)
                                    ? (others & (0 - others)) - 1
                                    /* a ray that falls does not contain space 63 */
                                    : UINT64_MAX << last_of(others << 1 | 1);
        *out = ray & before;
        return;
    }
    uint64_t found[(LF_MAX_ZONES + 63) / 64] = {0};
    assert(space < game->space_count && direction < game->direction_count);
    for (uint32_t steps = 0; steps < game->space_count; steps++) {
        const int16_t next = game->steps[space * game->direction_count + direction];
        if (next < 0 || !(members[next / 64] >> (next % 64) & 1))
            break;
        space = (uint32_t)next;
        found[space / 64] |= UINT64_C(1) << (space % 64);
    }
    memcpy(out, found, game->zone_words * sizeof *out);
}

int64_t lf_map_beyond(const lf_game *game, uint32_t space, uint32_t direction,
                      const uint64_t *members) {
    LF_FIX_GAME(game);
    assert(space < game->space_count && direction < game->direction_count);
    if (game->rays != NULL) {
        const uint64_t ray = game->rays[space * game->direction_count + direction],
                       others = ray & ~*members;
        return others == 0                          ? -1
               : rises(game, ray, space, direction) ? (int64_t)__builtin_ctzll(others)
                                                    : (int64_t)last_of(others);
    }
    for (uint32_t steps = 0; steps <= game->space_count; steps++) {
        const int16_t next = game->steps[space * game->direction_count + direction];
        if (next < 0 || !(members[next / 64] >> (next % 64) & 1))
            return next;
        space = (uint32_t)next;
    }
    return -1;
}

/* ---- many spaces at once ---- */

/* The spaces from which one step leads to one of the goals. */
static inline uint64_t step_back(lf_shift shift, uint64_t goals) {
    return shift.from & (shift.by > 0 ? goals >> shift.by : goals << -shift.by);
}

static inline bool can_shift(const lf_game *game, uint32_t direction) {
    return game->shifts != NULL && game->shifts[direction].by != 0;
}

static inline bool set_has(const uint64_t *set, int64_t space) {
    return space >= 0 && (set[space / 64] >> (space % 64) & 1) != 0;
}

void lf_map_keep_step(const lf_game *game, uint64_t *set, uint32_t direction,
                      const uint64_t *goals) {
    LF_FIX_GAME(game);
    assert(direction < game->direction_count);
    if (can_shift(game, direction)) {
        *set &= step_back(game->shifts[direction], *goals);
        return;
    }
    for (uint32_t w = 0; w < game->zone_words; w++)
        for (uint64_t left = set[w]; left != 0; left &= left - 1) {
            const uint32_t space = w * 64 + (uint32_t)__builtin_ctzll(left);
            const int64_t next = space < game->space_count
                                     ? game->steps[space * game->direction_count + direction]
                                     : -1;
            if (!set_has(goals, next))
                set[w] &= ~(left & (0 - left));
        }
}

/* Works backwards from the goals: first the spaces next to a goal, then, through members, the
 * spaces next to those. */
void lf_map_keep_beyond(const lf_game *game, uint64_t *set, uint32_t direction,
                        const uint64_t *members, const uint64_t *goals) {
    LF_FIX_GAME(game);
    assert(direction < game->direction_count);
    if (can_shift(game, direction)) {
        const lf_shift shift = game->shifts[direction];
        uint64_t found = 0;
        for (uint64_t next = step_back(shift, *goals & ~*members); next != 0;
             next = step_back(shift, next & *members))
            found |= next;
        *set &= found;
        return;
    }
    for (uint32_t w = 0; w < game->zone_words; w++)
        for (uint64_t left = set[w]; left != 0; left &= left - 1) {
            const uint32_t space = w * 64 + (uint32_t)__builtin_ctzll(left);
            if (space >= game->space_count ||
                !set_has(goals, lf_map_beyond(game, space, direction, members)))
                set[w] &= ~(left & (0 - left));
        }
}

/* ---- patterns ---- */

/* The members in a row next to a space, and the first space behind them. */
static inline uint64_t slide_on_ray(const lf_game *game, uint32_t space, uint32_t direction,
                                    uint64_t members) {
    const uint64_t ray = game->rays[space * game->direction_count + direction],
                   others = ray & ~members;
    if (rises(game, ray, space, direction))
        return ray & (others ^ (others - 1));
    return ray & UINT64_MAX << last_of(others | 1);
}

static inline uint64_t covered_in_a_word(const lf_game *game, uint32_t pattern, uint32_t space,
                                         uint64_t members) {
    uint64_t covered = game->pattern_leaps[pattern * game->space_count + space];
    for (uint32_t directions = game->pattern_slides[pattern]; directions != 0;
         directions &= directions - 1)
        covered |= slide_on_ray(game, space, (uint32_t)__builtin_ctz(directions), members);
    return covered;
}

static void slide(const lf_game *game, uint32_t space, uint32_t direction, const uint64_t *members,
                  uint64_t *covered) {
    for (uint32_t steps = 0; steps < game->space_count; steps++) {
        const int16_t next = game->steps[space * game->direction_count + direction];
        if (next < 0)
            return;
        space = (uint32_t)next;
        covered[space / 64] |= UINT64_C(1) << (space % 64);
        if ((members[space / 64] >> (space % 64) & 1) == 0)
            return;
    }
}

static void add_covered(const lf_game *game, uint32_t pattern, uint32_t space,
                        const uint64_t *members, uint64_t *covered) {
    assert(pattern < game->pattern_count && space < game->space_count);
    const uint64_t *leaps =
        game->pattern_leaps + (size_t)pattern * game->pattern_words + space * game->zone_words;
    for (uint32_t w = 0; w < game->zone_words; w++)
        covered[w] |= leaps[w];
    for (uint32_t directions = game->pattern_slides[pattern]; directions != 0;
         directions &= directions - 1)
        slide(game, space, (uint32_t)__builtin_ctz(directions), members, covered);
}

void lf_map_covered(const lf_game *game, uint32_t pattern, uint32_t space, const uint64_t *members,
                    uint64_t *out) {
    LF_FIX_GAME(game);
    if (game->rays != NULL) {
        *out = covered_in_a_word(game, pattern, space, *members);
        return;
    }
    uint64_t covered[(LF_MAX_ZONES + 63) / 64] = {0};
    add_covered(game, pattern, space, members, covered);
    memcpy(out, covered, game->zone_words * sizeof *out);
}

void lf_map_covered_by(const lf_game *game, uint32_t pattern, const uint64_t *from,
                       const uint64_t *members, uint64_t *out) {
    LF_FIX_GAME(game);
    uint64_t covered[(LF_MAX_ZONES + 63) / 64] = {0};
    for (uint32_t w = 0; w < game->zone_words; w++)
        for (uint64_t left = from[w]; left != 0; left &= left - 1) {
            const uint32_t space = w * 64 + (uint32_t)__builtin_ctzll(left);
            if (space >= game->space_count)
                break;
            if (game->rays != NULL)
                covered[0] |= covered_in_a_word(game, pattern, space, *members);
            else
                add_covered(game, pattern, space, members, covered);
        }
    memcpy(out, covered, game->zone_words * sizeof *out);
}
