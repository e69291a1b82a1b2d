/* test_rows.c: questions about rows of a board, put to many spaces at once: against the same
 * questions space by space.
 *
 * reach.c has a short way for boards where a step always changes the number of a space alike, and a
 * long one for all others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bundled_fixture.h"
#include "bundled_games.h"
#include "kernel/state/state.h"
#include "ludoforge_tools.h"

#define WORDS ((LF_MAX_ZONES + 63) / 64)

/* ---- the functions of reach.c against the steps of the map ---- */

static bool has(const uint64_t *set, int64_t space) {
    return space >= 0 && (set[space / 64] >> (space % 64) & 1) != 0;
}

static int step(const lf_game *game, uint32_t space, uint32_t direction) {
    return game->steps[space * game->direction_count + direction];
}

/* The first space in the direction that is no member. On the way there those that are go to
 * `row`. */
static int walk(const lf_game *game, uint32_t space, uint32_t direction, const uint64_t *members,
                uint64_t *row) {
    int at = step(game, space, direction);
    for (uint32_t i = 0; i < game->space_count && has(members, at); i++) {
        row[at / 64] |= UINT64_C(1) << (at % 64);
        at = step(game, (uint32_t)at, direction);
    }
    return at;
}

static void random_set(const lf_game *game, uint64_t *rng, uint64_t *set) {
    const uint32_t share = lf_rng_below(rng, 5);
    memset(set, 0, WORDS * sizeof *set);
    for (uint32_t i = 0; i < game->space_count; i++)
        if (lf_rng_below(rng, 4) < share)
            set[i / 64] |= UINT64_C(1) << (i % 64);
}

static void expect_rows(const lf_game *game, uint64_t *rng, uint32_t direction) {
    uint64_t members[WORDS], goals[WORDS], some[WORDS], next[WORDS], beyond[WORDS], run[WORDS];
    random_set(game, rng, members);
    random_set(game, rng, goals);
    random_set(game, rng, some);
    memcpy(next, some, sizeof next);
    memcpy(beyond, some, sizeof beyond);
    lf_map_keep_step(game, next, direction, goals);
    lf_map_keep_beyond(game, beyond, direction, members, goals);
    for (uint32_t space = 0; space < game->space_count; space++) {
        uint64_t row[WORDS] = {0};
        const int end = walk(game, space, direction, members, row);
        lf_map_run(game, space, direction, members, run);
        assert_memory_equal(run, row, game->zone_words * sizeof *row);
        assert_int_equal(lf_map_beyond(game, space, direction, members), end);
        assert_int_equal(has(next, space),
                         has(some, space) && has(goals, step(game, space, direction)));
        assert_int_equal(has(beyond, space), has(some, space) && has(goals, end));
    }
}

static void test_rows_of_bundled_boards(void **unused) {
    (void)unused;
    uint64_t rng = 18;
    int short_ways = 0, long_ways = 0;
    for (int i = 0; i < BUNDLED_GAMES; i++) {
        char path[128];
        snprintf(path, sizeof path, "data/games/%s.game-spec.md", bundled_games[i]);
        lf_game *const game = lf_game_load(path, NULL);
        if (game == NULL) /* too large for a build with tiny limits */
            continue;
        for (uint32_t direction = 0; direction < game->direction_count; direction++)
            for (int round = 0; round < 20; round++)
                expect_rows(game, &rng, direction);
        short_ways += game->direction_count > 0 && game->shifts != NULL;
        long_ways += game->direction_count > 0 && game->shifts == NULL;
        lf_game_free(game);
    }
    assert_true(short_ways > 0 || long_ways > 0);
}

/* ---- conditions in rules against the same by loops, which stay loops ---- */

static const char spec[] =
    "```yaml\n"
    "metadata: {id: rows, name: Rows}\n"
    "seats: [Red, Blue]\n"
    "map:\n"
    "  grid: {columns: %d, rows: 5}\n"
    "  directions: {east: [1, 0], north: [0, 1], west: [-1, 0], down: [1, -1], hop: [2, 1]}\n"
    "globalVars:\n"
    "  - {name: x, type: spaces}\n"
    "  - {name: y, type: spaces}\n"
    "  - {name: z, type: spaces}\n"
    "functions:\n"
    "  beside(way): \"{s in spaces where step(s, way) in x or not (step(s, way) in y)}\"\n"
    "  beside-singly(way): |\n"
    "    let out = {}\n"
    "    for s in spaces\n"
    "      if step(s, way) in x: out += s\n"
    "      else if not (step(s, way) in y): out += s\n"
    "    return out\n"
    "  behind: \"{s in x where any way in directions where step(s, way) in y and beyond(s, way, y) "
    "in z}\"\n"
    "  behind-singly: |\n"
    "    let out = {}\n"
    "    for s in x\n"
    "      for way in directions\n"
    "        if step(s, way) in y\n"
    "          if beyond(s, way, y) in z: out += s\n"
    "    return out\n"
    "  nowhere: \"{s in spaces where s in z or not (any way in {east, down, hop} where not "
    "(beyond(s, way, x) in y))}\"\n"
    "  nowhere-singly: |\n"
    "    let out = {}\n"
    "    for s in spaces\n"
    "      let found = 0\n"
    "      for way in {east, down, hop}\n"
    "        if not (beyond(s, way, x) in y): found = 1\n"
    "      if s in z: out += s\n"
    "      else if found == 0: out += s\n"
    "    return out\n"
    "turnStructure: {phases: [{id: main}]}\n"
    "actions:\n"
    "  - {id: to-x, phase: main, params: [{name: s, domain: spaces}], effects: 'x += s'}\n"
    "  - {id: to-y, phase: main, params: [{name: s, domain: spaces}], effects: 'y += s'}\n"
    "  - {id: to-z, phase: main, params: [{name: s, domain: spaces}], effects: 'z += s'}\n"
    "  - {id: from-x, phase: main, params: [{name: s, domain: spaces}], effects: 'x -= s'}\n"
    "```\n";

static void expect_true(const lf_state *state, const char *question) {
    lf_error error = {0};
    char *const answer = lf_eval(state, question, NULL, &error);
    if (answer == NULL || strcmp(answer, "true") != 0)
        fail_msg("%s: %s%s", question, answer != NULL ? answer : "", error.message);
    lf_string_free(answer);
}

static void ask_rows(int columns) {
    char text[sizeof spec + 16];
    lf_diagnostics *problems = NULL;
    snprintf(text, sizeof text, spec, columns);
    lf_game *const game = lf_game_load_memory("rows", text, strlen(text), &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    uint64_t word = 5, *const rng[LF_SEATS_MAX] = {&word, &word};
    lf_state *const state = lf_state_new(game, NULL, NULL);
    for (int i = 0; i < 60; i++) {
        lf_playout(state, rng, 3);
        expect_true(state,
                    "beside(east) == beside-singly(east) and beside(hop) == beside-singly(hop)");
        expect_true(state, "behind() == behind-singly()");
        expect_true(state, "nowhere() == nowhere-singly()");
    }
    lf_state_free(state);
    lf_game_free(game);
}

static void test_conditions_about_rows(void **unused) {
    (void)unused;
    ask_rows(6);  /* a set of spaces is one word */
    ask_rows(14); /* two */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows_of_bundled_boards),
                                       cmocka_unit_test(test_conditions_about_rows)};
    return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
