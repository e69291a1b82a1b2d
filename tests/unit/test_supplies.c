/* test_supplies.c: pieces of a kind without `count`, and so without a supply: a rule that takes
 * them from a supply or returns them to one is an error, and never does nothing in silence.
 *
 * What the checker can tell is in test_check_errors.c; here are kinds that only play knows. */
#include "native_fixture.h"

#include "ludoforge_tools.h"

static const char spec[] =
    "```yaml\n"
    "metadata: { id: heap, name: Heap }\n"
    "seats: [Red, Blue]\n"
    "zones: [{ id: box }, { id: chest }]\n"
    "spaces: [{ id: x }, { id: y }]\n"
    "pieces:\n"
    "  - { id: red-stones, seat: Red, type: stones }\n"
    "  - { id: red-cubes, seat: Red, type: cubes, count: 4, supply: box }\n"
    "scenarios:\n"
    "  - id: only\n"
    "    initialPlacements:\n"
    "      - { space: x, pieces: { red-stones: 2 } }\n"
    "      - { zone: chest, pieces: { red-stones: 1 } }\n"
    "      - { space: y, pieces: { red-cubes: 1 } }\n"
    "procedures:\n"
    "  lay(pieces k): place 1 k in y declared\n"
    "  lay-all(pieces k): place all k in y\n"
    "  lay-none(pieces k): place 0 k in y declared\n"
    "  fetch(pieces k): place 1 k from chest in y declared\n"
    "  drop(pieces k): remove 1 k from x declared\n"
    "  drop-all(pieces k): remove all k from x\n"
    "  drop-to(pieces k): remove all k from x to chest\n"
    "  push(pieces k): move all k from x to y\n"
    "  swap-in(pieces k): replace 1 k in x with Red cubes declared\n"
    "  swap-cubes(pieces k): replace all k in y with Red cubes\n"
    "turnStructure: { phases: [{ id: play }] }\n"
    "actions:\n"
    "  - { id: place-stones, phase: play, effects: lay(stones) }\n"
    "  - { id: place-all-stones, phase: play, effects: lay-all(stones) }\n"
    "  - { id: place-no-stones, phase: play, effects: lay-none(stones) }\n"
    "  - { id: place-from-chest, phase: play, effects: fetch(stones) }\n"
    "  - { id: place-both, phase: play, effects: lay-all(stones or cubes) }\n"
    "  - { id: remove-stones, phase: play, effects: drop(stones) }\n"
    "  - { id: remove-all-stones, phase: play, effects: drop-all(stones) }\n"
    "  - { id: remove-cubes, phase: play, effects: drop(cubes) }\n"
    "  - { id: remove-to-chest, phase: play, effects: drop-to(stones) }\n"
    "  - { id: move-stones, phase: play, effects: push(stones) }\n"
    "  - { id: replace-stones, phase: play, effects: swap-in(stones) }\n"
    "  - { id: replace-no-stones, phase: play, effects: swap-cubes(stones) }\n"
    "```\n";

/* What lies where afterwards; NULL: the action fails, because the kind has no supply. */
static const struct {
    const char *action, *counts; /* stones in x, y and the chest; cubes in x, y and the box */
} cases[] = {
    {"place-stones", NULL},          {"place-all-stones", NULL},  {"place-no-stones", "201 013"},
    {"place-from-chest", "210 013"}, {"place-both", "201 040"},   {"remove-stones", NULL},
    {"remove-all-stones", NULL},     {"remove-cubes", "201 013"}, {"remove-to-chest", "003 013"},
    {"move-stones", "021 013"},      {"replace-stones", NULL},    {"replace-no-stones", "201 013"},
};

static void count(const lf_state *state, char *out) {
    static const char *const zones[] = {"x", "y", "chest", "x", "y", "box"};
    const lf_game *game = lf_state_game(state);
    for (int i = 0; i < 6; i++) {
        const int kind = lf_find(game, LF_OF_KINDS, i < 3 ? "red-stones" : "red-cubes");
        out[i + (i >= 3)] =
            (char)('0' + lf_pieces(state, lf_find(game, LF_OF_ZONES, zones[i]), kind));
    }
    out[3] = ' ';
    out[7] = '\0';
}

static void try_case(const lf_game *game, size_t i) {
    char counts[8];
    lf_state *state = lf_state_new(game, NULL, NULL);
    const int option = lf_find_option(state, cases[i].action);
    assert_true(option >= 0);
    const lf_status status = lf_apply(state, option);
    if (cases[i].counts == NULL) {
        if (status == LF_OK || strstr(lf_state_error(state)->message, "has no supply") == NULL)
            fail_msg("%s: \"%s\"", cases[i].action, lf_state_error(state)->message);
    } else {
        if (status != LF_OK)
            fail_msg("%s: %s", cases[i].action, lf_state_error(state)->message);
        count(state, counts);
        assert_string_equal(counts, cases[i].counts);
    }
    lf_state_free(state);
}

static lf_game *load(const char *text, const char *without) {
    char path[128];
    lf_diagnostics *problems = NULL;
    snprintf(path, sizeof path, "%s/heap.game-spec.md", folder);
    FILE *file = fopen(path, "w");
    assert_true(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    lf_game *game = lf_game_load_without(path, without, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_get(problems, 0).message);
    lf_diagnostics_free(problems);
    return game;
}

static void test_kinds_without_a_supply(void **unused) {
    (void)unused;
    for (int version = 0; version < 3; version++) {
        lf_game *game = load(spec, version == 0 ? "all" : "");
        if (version == 2)
            make_native(game, "heap");
        for (size_t i = 0; i < LF_COUNT(cases); i++)
            try_case(game, i);
        lf_game_free(game);
    }
}

/* No scenario places the stones, but a position that is given as a text can. */
static void test_a_position_can_place_them(void **unused) {
    (void)unused;
    lf_game *game = load("```yaml\n"
                         "metadata: { id: row, name: Row }\n"
                         "seats: [Red, Blue]\n"
                         "map: { grid: { columns: 2, rows: 1 } }\n"
                         "pieces: [{ id: stones, type: stones }]\n"
                         "positionText: [{ board: { s: stones } }]\n"
                         "turnStructure: { phases: [{ id: play }] }\n"
                         "actions:\n"
                         "  - { id: a, phase: play, effects: move all stones from a1 to b1 }\n"
                         "  - { id: stop, phase: play, effects: end game }\n"
                         "```\n",
                         "");
    lf_state *state = lf_state_new(game, &(lf_setup){.position = "s1"}, NULL);
    assert_int_equal(lf_apply(state, lf_find_option(state, "a")), LF_OK);
    assert_int_equal(lf_pieces(state, lf_find(game, LF_OF_ZONES, "b1"), 0), 1);
    lf_state_free(state);
    lf_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds_without_a_supply),
                                       cmocka_unit_test(test_a_position_can_place_them)};
    return cmocka_run_group_tests(tests, native_folder_make, native_folder_remove);
}
