/* test_shortcuts.c: questions about whole sets that the kernel answers by a shortcut, against the
 * long way: what hangs together within a set of spaces is remembered from one question to the next,
 * and counts of pieces are added many at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/state/state.h"

#include <cmocka.h>

#define MAPS 200
#define QUESTIONS 40

typedef struct {
    uint64_t adjacency[64];
    lf_game game;
} drawn_map;

static uint64_t below(uint32_t count) {
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

static void draw_map(drawn_map *map, uint32_t spaces, uint64_t *rng) {
    *map = (drawn_map){.game = {.space_count = spaces, .zone_count = spaces, .zone_words = 1}};
    map->game.adjacency = map->adjacency;
    for (uint32_t i = 0; i < spaces; i++) {
        const uint32_t a = lf_rng_below(rng, spaces), b = lf_rng_below(rng, spaces);
        map->adjacency[a] |= UINT64_C(1) << b;
        map->adjacency[b] |= UINT64_C(1) << a;
    }
}

/* Spaces are entered one by one until no other is next to what one may go on from. */
static uint64_t entered_from(const drawn_map *map, uint64_t from, uint64_t through) {
    uint64_t entered = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t a = 0; a < map->game.space_count; a++)
            for (uint32_t b = 0; b < map->game.space_count; b++) {
                const bool may_go = ((from | (entered & through)) >> a & 1) != 0;
                if (may_go && (map->adjacency[a] >> b & 1) != 0 && (entered >> b & 1) == 0) {
                    entered |= UINT64_C(1) << b;
                    changed = true;
                }
            }
    }
    return entered;
}

static void test_reach_remembers_what_hangs_together(void **unused) {
    (void)unused;
    uint64_t rng = 1;
    for (int i = 0; i < MAPS; i++) {
        drawn_map map;
        lf_components known = {0};
        const uint32_t spaces = 1 + lf_rng_below(&rng, 64);
        draw_map(&map, spaces, &rng);
        assert_true(lf_map_is_mutual(&map.game));
        uint64_t through = 0;
        for (int q = 0; q < QUESTIONS; q++) {
            if (q % 8 ==
                /* now and then another set; a thin one falls into more parts than there is room
                 * for */
                0)
                through = lf_rng_next(&rng) & (q % 16 == 0 ? lf_rng_next(&rng) : UINT64_MAX) &
                          below(spaces);
            /* NOLINTBEGIN(misc-redundant-expression): two draws of the RNG differ */
            const uint64_t from =
                UINT64_C(1) << lf_rng_below(&rng, spaces) |
                (q % 5 == 0 ? lf_rng_next(&rng) & lf_rng_next(&rng) & below(spaces) : 0);
            /* NOLINTEND(misc-redundant-expression) */
            uint64_t plain = 0;
            lf_map_reach(&map.game, &from, &through, -1, &plain);
            assert_int_equal(plain, entered_from(&map, from, through));
            assert_int_equal(lf_map_reach_known(&map.game, &known, from, through), plain);
        }
    }
}

static void test_a_way_that_does_not_lead_back_is_seen(void **unused) {
    (void)unused;
    drawn_map map = {.game = {.space_count = 3, .zone_count = 3, .zone_words = 1},
                     .adjacency = {2, 1 | 4, 2}};
    map.game.adjacency = map.adjacency;
    assert_true(lf_map_is_mutual(&map.game));
    map.adjacency[2] = 0;
    assert_false(lf_map_is_mutual(&map.game));
    map.adjacency[2] = 2;
    map.game.zone_words = 2;
    assert_false(lf_map_is_mutual(&map.game));
}

/* The last zone, too: what lies behind its counts must not count. */
static void test_counts_are_added_many_at_a_time(void **unused) {
    (void)unused;
    uint64_t rng = 2;
    for (uint32_t slots = 1; slots <= LF_MAX_PIECE_SLOTS; slots++) {
        enum { ZONES = 3 };
        const lf_game game = {.slot_count = slots, .zone_count = ZONES, .layout = {.counts = 88}};
        unsigned char block[88 + ZONES * LF_MAX_PIECE_SLOTS + 64];
        memset(block, 0xFF, sizeof block);
        for (uint32_t i = 0; i < ZONES * slots; i++)
            block[88 + i] = lf_rng_below(&rng, 3) == 0 ? 255 : (unsigned char)lf_rng_below(&rng, 9);
        for (int q = 0; q < QUESTIONS; q++) {
            /* now and then kinds that lie close together */
            const uint64_t any = q == 0   ? UINT64_MAX
                                 : q == 1 ? 0
                                          : lf_rng_next(&rng),
                           near = q % 2 == 0 ? any : (any & 0xFFFF) << lf_rng_below(&rng, 64),
                           filter = near & below(slots);
            lf_tally tally;
            lf_tally_open(&game, filter, &tally);
            for (uint32_t zone = 0; zone < ZONES; zone++) {
                int64_t sum = 0;
                for (uint32_t slot = 0; slot < slots; slot++)
                    sum += (filter >> slot & 1) != 0 ? block[88 + zone * slots + slot] : 0;
                const uint32_t size = tally.near ? LF_TALLIED : slots;
                assert_int_equal(lf_tally_count(&game, block, &tally, zone, size), sum);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reach_remembers_what_hangs_together),
        cmocka_unit_test(test_a_way_that_does_not_lead_back_is_seen),
        cmocka_unit_test(test_counts_are_added_many_at_a_time),
    };
    return cmocka_run_group_tests_name("shortcuts", tests, NULL, NULL);
}
