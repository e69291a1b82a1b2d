/* test_patterns.c: what patterns cover, against the rows that `run` and `beyond` find, on boards of
 * one word, of two words, and of links without a grid. Each game is compiled with every
 * optimisation and with none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

#include "scratch_fixture.h"

static const char *const versions[] = {"", "all"};

static void expect(const char *without, const char *rules, const char *const *answers) {
    lf_diagnostics *problems = NULL;
    lf_error error = {0};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "```yaml\nmetadata: {id: patterns, name: Patterns}\nseats: [Red, Blue]\n"
            "turnStructure: {phases: [{id: main}]}\n"
            "globalVars: [{name: marked, type: spaces}, {name: how, type: pattern}]\n"
            "actions: [{id: go, phase: main, effects: 'marked = {}'}, {id: rest, phase: main, "
            "effects: 'marked = {}'}]\n"
            "%s```\n",
            rules);
    assert_int_equal(fclose(file), 0);
    lf_game *game = lf_game_load_without(path, without, &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    lf_state *state = lf_state_new(game, NULL, &error);
    assert_non_null(state);
    for (; answers[0] != NULL; answers += 2) {
        char *value = lf_eval(state, answers[0], NULL, &error);
        if (value == NULL || strcmp(value, answers[1]) != 0)
            fail_msg("%s is %s, not %s", answers[0], value == NULL ? error.message : value,
                     answers[1]);
        free(value);
    }
    lf_state_free(state);
    lf_game_free(game);
}

/* Rows in all four directions, and single spaces put together to sets. */
#define ORACLE                                                                                     \
    "functions:\n"                                                                                 \
    "  row(space s, direction d, spaces m): |\n"                                                   \
    "    let all = run(s, d, m)\n"                                                                 \
    "    if beyond(s, d, m) != none: all += beyond(s, d, m)\n"                                     \
    "    return all\n"                                                                             \
    "  rows(space s, spaces m): row(s, north, m) or row(s, east, m) or row(s, south, m) or "       \
    "row(s, west, m)\n"                                                                            \
    "  _same(spaces m): every s in spaces where spanned(rook, s, m) == rows(s, m)\n"               \
    "  _together(spaces m): spanned(rook, m, m) == {t in spaces where any s in m where t in "      \
    "rows(s, m)}\n"                                                                                \
    "  _by-value(pattern p, space s): spanned(p, s, spaces)\n"

#define GRID(size)                                                                                 \
    "map: {grid: {columns: " size ", rows: " size                                                  \
    "}, directions: {north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0]}}\n"               \
    "patterns:\n"                                                                                  \
    "  rook: {slides: [north, east, south, west]}\n"                                               \
    "  knight: {leaps: [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, "      \
    "2]]}\n"                                                                                       \
    "  wazir: {steps: [north, east, south, west]}\n"                                               \
    "  mixed: {slides: [north], steps: [south], leaps: [[2, 0]]}\n"

static const char *const on_grids[] = {
    "_same({})",
    "true",
    "_same(spaces)",
    "true",
    "_same({s in spaces where (s.column * 3 + s.row * 5) mod 7 > 2})",
    "true",
    "_same({s in spaces where (s.column * s.row) mod 3 > 0})",
    "true",
    "_together({s in spaces where (s.column * 3 + s.row * 5) mod 7 > 2})",
    "true",
    "_together({})",
    "true",
    "spanned(knight, a1, {})",
    "{c2, b3}",
    "spanned(knight, c3, {})",
    "{b1, d1, a2, e2, a4, e4, b5, d5}",
    "spanned(knight, {a1, c3}, {})",
    "{b1, d1, a2, c2, e2, b3, a4, e4, b5, d5}",
    "spanned(wazir, a1, spaces)",
    "{b1, a2}",
    "spanned(mixed, c3, {c4})",
    "{c2, e3, c4, c5}",
    "spanned(how, b2, spaces) == rows(b2, spaces)",
    "true", /* the first is the initial value */
    "_by-value(wazir, e1)",
    "{d1, f1, e2}",
    NULL};

static void test_one_word(void **state) {
    (void)state;
    for (size_t v = 0; v < LF_COUNT(versions); v++)
        expect(versions[v], GRID("8") ORACLE, on_grids);
}

static void test_two_words(void **state) {
    (void)state;
    if (LF_MAX_ZONES >= 81)
        for (size_t v = 0; v < LF_COUNT(versions); v++)
            expect(versions[v], GRID("9") ORACLE, on_grids);
}

/* A ring of four with a spur: slides go round, but no further than once. */
static void test_links(void **state) {
    static const char *const answers[] = {"spanned(wheel, n, spaces)",
                                          "{n, e, s, w}",
                                          "spanned(wheel, n, {e})",
                                          "{e, s}",
                                          "spanned(hop, {n, s}, {})",
                                          "{e, w}",
                                          "spanned(hop, spur, {})",
                                          "{}",
                                          NULL};
    (void)state;
    for (size_t v = 0; v < LF_COUNT(versions); v++)
        expect(versions[v],
               "map: {directions: [ahead, aside]}\n"
               "spaces: [{id: n, links: {ahead: e}}, {id: e, links: {ahead: s}}, {id: s, links: "
               "{ahead: w, aside: spur}}, {id: w, links: {ahead: n}}, {id: spur}]\n"
               "patterns: {wheel: {slides: [ahead]}, hop: {steps: [ahead]}}\n",
               answers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_word),
        cmocka_unit_test(test_two_words),
        cmocka_unit_test(test_links),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
