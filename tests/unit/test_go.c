/* test_go.c: go against numbers that others have published: the legal positions of small boards,
 * counted by the rules of the bundled game. Whole games are compared by tests/cli/perft.sh with a
 * second program (tests/reference/go.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/state/state.h"
#include "ludoforge_tools.h"

#include <cmocka.h>

/* The bundled game on a board of another size: its spec with other numbers in it. */
static char *spec_of(int side) {
    static const char *const files[] = {"data/games/go-9x9.game-spec.md", "data/games/go/rules.md"};
    lf_text text = {0};
    for (size_t i = 0; i < LF_COUNT(files); i++) {
        FILE *file = fopen(files[i], "r");
        char line[1000];
        assert_non_null(file);
        while (fgets(line, sizeof line, file) != NULL) {
            if (strncmp(line, "imports:", 8) == 0)
                continue;
            if (strstr(line, "grid:") != NULL)
                snprintf(line, sizeof line, "  grid: { columns: %d, rows: %d }\n", side, side);
            lf_text_addz(&text, line);
        }
        assert_int_equal(fclose(file), 0);
    }
    return lf_text_take(&text);
}

static lf_game *load_board(int side) {
    lf_diagnostics *problems = NULL;
    char *spec = spec_of(side);
    lf_game *game = lf_game_load_memory("go.game-spec.md", spec, strlen(spec), &problems);
    if (game == NULL)
        fail_msg("%s", lf_diagnostics_text(problems, false));
    lf_diagnostics_free(problems);
    lf_string_free(spec);
    return game;
}

static uint32_t word_of(const lf_game *game, const char *set) {
    return game->vars[lf_find(game, LF_OF_GLOBALS, set)].cell;
}

/* How many ways to put stones on the board, or none, have a liberty for each stone. */
static int legal_positions(int side) {
    lf_game *game = load_board(side);
    lf_state *state = lf_state_new(game, NULL, NULL);
    const int breathing = lf_find(game, LF_OF_INVARIANTS, "every-stone-has-a-liberty");
    const uint32_t black = word_of(game, "black"), white = word_of(game, "white");
    int count = 0, all = 1;
    assert_true(breathing >= 0);
    for (int i = 0; i < side * side; i++)
        all *= 3;
    for (int code = 0; code < all; code++) {
        uint64_t stones[3] = {0};
        for (int i = 0, rest = code; i < side * side; i++, rest /= 3)
            stones[rest % 3] |= UINT64_C(1) << i;
        lf_set_word(game, state->block, black, stones[1]);
        lf_set_word(game, state->block, white, stones[2]);
        count += lf_invariant_holds(state, breathing);
    }
    lf_state_free(state);
    lf_game_free(game);
    return count;
}

static void test_legal_positions(void **unused) {
    (void)unused;
    assert_int_equal(legal_positions(1), 1);
    assert_int_equal(legal_positions(2), 57);
    assert_int_equal(legal_positions(3), 12675);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
